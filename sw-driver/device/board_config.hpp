// SPDX-License-Identifier: Apache-2.0
// What one activation puts in force, as the driver sees it (regs/csig.rdl, regs/port.rdl,
// regs/queue.rdl).
#pragma once

#include <array>
#include <cstddef>
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

inline constexpr unsigned kQueues = 8;

/// RED of one queue. Defaults are the hardware's reset values.
struct RedConfig {
  bool enable = false;
  bool ecn = false;               ///< ECT that is hit is marked; else it is treated as Not-ECT
  bool above_drop = false;        ///< above max: dropped, whatever the codepoint
  bool not_ect_drop = false;      ///< Not-ECT that is hit is dropped; else it passes
  bool departure = false;         ///< judged when selected, without drops; else on arrival
  std::uint8_t weight = 0;        ///< 0..15: the average moves by 2^-weight of the difference
  std::uint32_t probability = 0;  ///< at max, 1/65536; 65536: 100 %
  std::uint32_t min = 0;          ///< bytes, below 2^24
  std::uint32_t max = 0;          ///< bytes, below 2^24
  friend bool operator==(const RedConfig&, const RedConfig&) = default;
};

/// Defaults are the hardware's reset values.
struct QueueConfig {
  bool strict = true;              ///< before every queue that is not, the highest first
  std::uint32_t quantum = 0;       ///< bytes a turn where not strict: 9600..2^20-1
  std::uint32_t limit = 0xFFFFFF;  ///< bytes, below 2^24
  RedConfig red{};
  friend bool operator==(const QueueConfig&, const QueueConfig&) = default;
};

/// Buffer and queues of one port. Defaults are the hardware's reset values.
struct BufferConfig {
  std::uint32_t seed = 1;          ///< of RED's draws, not 0
  std::uint32_t limit = 0xFFFFFF;  ///< bytes of all queues together, below 2^24
  std::uint8_t default_queue = 0;  ///< of frames with neither a VLAN tag nor a valid IP header
  std::array<std::uint8_t, 8> pcp_map = {0, 1, 2, 3, 4, 5, 6, 7};
  std::array<std::uint8_t, 64> dscp_map = [] {
    std::array<std::uint8_t, 64> map{};
    for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<std::uint8_t>(i / 8);
    return map;
  }();
  std::array<QueueConfig, kQueues> queue{};
  friend bool operator==(const BufferConfig&, const BufferConfig&) = default;
};

/// Defaults are the hardware's reset values.
struct PortConfig {
  std::uint64_t capacity = 0;  ///< bytes a second, below 2^40
  std::uint8_t overhead = 24;  ///< bytes a frame, 0..63
  std::uint16_t locator = 0;   ///< 0..32767
  bool locator_valid = false;  ///< false: the node locator is written
  Action action = Action::kUpdate;
  BufferConfig buffer{};
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
