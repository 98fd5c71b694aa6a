// SPDX-License-Identifier: Apache-2.0
// One factory a width and build, each in a source file of its own (made from dut.cpp.in): verilated
// headers are slow to compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "tb/common/error.hpp"
#include "tb/sim/bus_widths.hpp"
#include "tb/sim/dut.hpp"

namespace sluice::tb {

/// `kBits`: one of kBusWidths. A width that was not verilated does not link.
template <unsigned kBits>
std::unique_ptr<Dut> make_speed_dut(std::uint32_t reset_seed);
template <unsigned kBits>
std::unique_ptr<Dut> make_checked_dut(std::uint32_t reset_seed);

/// `make(std::integral_constant<unsigned, W>{})` with the member W of kBusWidths that equals
/// `width_bits`. Error: ParameterError where there is none.
template <typename Make>
std::unique_ptr<Dut> of_width(unsigned width_bits, Make&& make) {
  std::unique_ptr<Dut> dut;
  const auto try_all = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    static_cast<void>(((width_bits == kBusWidths[kIndex] &&
                        (dut = make(std::integral_constant<unsigned, kBusWidths[kIndex]>{}))) ||
                       ...));
  };
  try_all(std::make_index_sequence<kBusWidths.size()>{});
  if (!dut) {
    throw ParameterError("bus of " + std::to_string(width_bits) + " bits, expected " +
                         bus_widths_text());
  }
  return dut;
}

}  // namespace sluice::tb
