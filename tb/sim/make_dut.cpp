// SPDX-License-Identifier: Apache-2.0
#include "tb/sim/make_dut.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_dut(unsigned width_bits) {
  return of_width(width_bits, [](auto width) { return make_speed_dut<width>(0); });
}

}  // namespace sluice::tb
