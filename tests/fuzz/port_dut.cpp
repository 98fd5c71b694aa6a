// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/port_dut.hpp"

#include "tb/sim/make_dut.hpp"

namespace sluice::fuzz {

std::unique_ptr<tb::Dut> make_port_dut(unsigned width) { return tb::make_dut(width); }

}  // namespace sluice::fuzz
