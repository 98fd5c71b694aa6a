// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "tb/sim/make_dut.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_test_dut(unsigned width_bits, std::uint32_t reset_seed) {
  if (reset_seed < 1 || reset_seed > std::numeric_limits<std::int32_t>::max()) {
    throw ParameterError("reset seed " + std::to_string(reset_seed) + ", expected 1 to " +
                         std::to_string(std::numeric_limits<std::int32_t>::max()));
  }
  return of_width(width_bits, [&](auto width) { return make_checked_dut<width>(reset_seed); });
}

}  // namespace sluice::tb
