// SPDX-License-Identifier: Apache-2.0
// One factory a width, each in a source file of its own: verilated headers are slow to compile.
#pragma once

#include <memory>

#include "tb/sim/dut.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_dut_w64();
std::unique_ptr<Dut> make_dut_w512();

}  // namespace sluice::tb
