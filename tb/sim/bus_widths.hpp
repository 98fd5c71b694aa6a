// SPDX-License-Identifier: Apache-2.0
// The data buses that the design is built with.
#pragma once

#include <array>
#include <string>

namespace sluice::tb {

/// In bits, rising. tb/CMakeLists.txt verilates each; rtl/port/port.sv accepts no other.
inline constexpr std::array<unsigned, 5> kBusWidths = {64, 128, 256, 512, 1024};

/// Widest data bus in bytes.
inline constexpr unsigned kMaxBusBytes = kBusWidths.back() / 8;

/// "64, 128, 256, 512 or 1024", for messages.
inline std::string bus_widths_text() {
  std::string text;
  for (const unsigned width : kBusWidths) {
    if (width != kBusWidths.front()) text += width == kBusWidths.back() ? " or " : ", ";
    text += std::to_string(width);
  }
  return text;
}

}  // namespace sluice::tb
