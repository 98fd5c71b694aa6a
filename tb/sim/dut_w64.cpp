// SPDX-License-Identifier: Apache-2.0
#include "Vtop_w64.h"
#include "tb/sim/make_dut.hpp"
#include "tb/sim/verilated_dut.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_dut_w64() { return std::make_unique<VerilatedDut<Vtop_w64, 64 / 8>>(); }

}  // namespace sluice::tb
