// SPDX-License-Identifier: Apache-2.0
// The design that scenarios run on: the build for tests, at the two widths that the fuzz build has.
#pragma once

#include <cstdint>
#include <memory>

#include "tb/sim/dut.hpp"

namespace sluice::fuzz {

/// `width`: 64 or 512 bits. What a reset leaves alone starts with bits from `reset_seed`, 1 or
/// more.
std::unique_ptr<tb::Dut> make_port_dut(unsigned width, std::uint32_t reset_seed);

}  // namespace sluice::fuzz
