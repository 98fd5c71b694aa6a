// SPDX-License-Identifier: Apache-2.0
// A design with a fault planted on its wire side: to see what a difference looks like, and to test
// that one is found.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tb/sim/dut.hpp"

namespace sluice::app {

/// Changes the lowest bit of the first byte of the `frame`-th frame that leaves, from 1.
std::unique_ptr<tb::Dut> plant_difference(std::unique_ptr<tb::Dut> design, std::uint64_t frame);

}  // namespace sluice::app
