// SPDX-License-Identifier: Apache-2.0
// What an activation puts in force (regs/csig.rdl, regs/port.rdl).
#pragma once

#include <array>
#include <cstdint>

namespace sluice::model {

/// Signal types that a switch compares ("CSIG signal types", table 2). The values are those of the
/// tag.
enum class Signal : std::uint8_t {
  kAvailableBandwidth = 0,  ///< bytes/s, minimum
  kRelativeBandwidth = 1,   ///< percent of capacity, minimum
  kDelay = 2,               ///< ns, maximum
};
inline constexpr unsigned kSignals = 3;
inline constexpr unsigned kBuckets = 32;

enum class Action : std::uint8_t { kUpdate = 0, kPass = 1, kStrip = 2 };

/// Largest value of each bucket; bucket of a value: the lowest n with value <= maximum[n], above
/// the last: 31.
using Table = std::array<std::uint64_t, kBuckets>;

/// Board-wide part. Defaults are the hardware's reset values.
struct CsigConfig {
  bool enable = false;
  std::uint16_t tpid = 0x0600;
  std::uint16_t node_locator = 0;   ///< low 6 bits go into a compact tag
  std::uint32_t interval_us = 100;  ///< 1, 100, 1000, 10000 or 100000
  std::array<Table, kSignals> tables{};
};

/// One port's part. Defaults are the hardware's reset values.
struct PortConfig {
  std::uint64_t capacity = 0;  ///< bytes a second, < 2^40
  std::uint8_t overhead = 24;  ///< bytes a frame, 0..63
  std::uint16_t locator = 0;   ///< 0..32767
  bool locator_valid = false;
  Action action = Action::kUpdate;
};

}  // namespace sluice::model
