// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/port_dut.hpp"

#include "tb/sim/make_dut.hpp"

namespace sluice::fuzz {

std::unique_ptr<tb::Dut> make_port_dut(unsigned width, std::uint32_t reset_seed) {
  return width == 64 ? tb::make_checked_dut<64>(reset_seed) : tb::make_checked_dut<512>(reset_seed);
}

}  // namespace sluice::fuzz
