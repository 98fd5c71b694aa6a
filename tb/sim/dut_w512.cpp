// SPDX-License-Identifier: Apache-2.0
#include "Vtop_w512.h"
#include "tb/sim/make_dut.hpp"
#include "tb/sim/verilated_dut.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_dut_w512() {
  return std::make_unique<VerilatedDut<Vtop_w512, 512 / 8>>();
}

}  // namespace sluice::tb
