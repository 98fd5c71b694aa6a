// SPDX-License-Identifier: Apache-2.0
// What one activation puts in force, as the driver sees it (regs/csig.rdl, regs/port.rdl).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice::driver {

/// Tables in the order of the hardware.
enum class Table : std::uint8_t {
  kAvailableBandwidth = 0,  ///< bytes/s
  kRelativeBandwidth = 1,   ///< percent of capacity
  kDelay = 2,               ///< ns
};
inline constexpr unsigned kTables = 3;
inline constexpr unsigned kBuckets = 32;

/// Name in the configuration language: "available-bandwidth" and so on.
std::string_view name(Table table);

/// Largest value of each bucket; must rise strictly.
using Maxima = std::array<std::uint64_t, kBuckets>;

enum class Format : std::uint8_t { kCompact = 0, kWide = 1 };
enum class Action : std::uint8_t { kUpdate = 0, kPass = 1, kStrip = 2 };

/// Defaults are the hardware's reset values.
struct PortConfig {
  std::uint64_t capacity = 0;  ///< bytes a second, below 2^40
  std::uint8_t overhead = 24;  ///< bytes a frame, 0..63
  std::uint16_t locator = 0;   ///< 0..32767
  bool locator_valid = false;  ///< false: the node locator is written
  Action action = Action::kUpdate;
  friend bool operator==(const PortConfig&, const PortConfig&) = default;
};

/// Defaults are the hardware's reset values.
struct BoardConfig {
  bool enable = false;
  Format format = Format::kCompact;
  std::uint16_t node_locator = 0;  ///< 0..32767
  std::uint16_t tpid = 0x0600;
  std::uint32_t interval_us = 100;  ///< 1, 100, 1000, 10000 or 100000
  std::array<Maxima, kTables> tables{};
  std::vector<PortConfig> ports;  ///< one for each port of the board
  friend bool operator==(const BoardConfig&, const BoardConfig&) = default;
};

/// Intervals by the value of interval.select.
inline constexpr std::array<std::uint32_t, 5> kIntervalsUs = {1, 100, 1000, 10000, 100000};

}  // namespace sluice::driver
