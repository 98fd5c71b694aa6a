// SPDX-License-Identifier: Apache-2.0
#include "tb/sim/make_dut.hpp"

#include <fmt/format.h>

#include "tb/common/error.hpp"

namespace sluice::tb {

std::unique_ptr<Dut> make_dut(unsigned width_bits) {
  switch (width_bits) {
    case 64:
      return make_dut_w64();
    case 512:
      return make_dut_w512();
    default:
      throw ParameterError(fmt::format("bus of {} bits, expected 64 or 512", width_bits));
  }
}

}  // namespace sluice::tb
