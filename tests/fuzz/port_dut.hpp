// SPDX-License-Identifier: Apache-2.0
// The design that scenarios run on. The fuzz build has two widths of its own; the replaying test
// takes what the other tests take.
#pragma once

#include <memory>

#include "tb/sim/dut.hpp"

namespace sluice::fuzz {

/// `width`: 64 or 512 bits.
std::unique_ptr<tb::Dut> make_port_dut(unsigned width);

}  // namespace sluice::fuzz
