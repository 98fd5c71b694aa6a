// SPDX-License-Identifier: Apache-2.0
// What an activation puts in force for a port's queues (regs: buffer and queue registers of a
// port). Values must fit their fields; the defaults are the hardware's reset values.
#pragma once

#include <array>
#include <cstdint>

namespace sluice::model {

inline constexpr unsigned kQueues = 8;
inline constexpr std::uint32_t kNoLimit = 0xFFFFFF;  ///< largest value of a depth's 24 bits
/// A quantum below the longest frame could leave a queue without its turn.
inline constexpr std::uint32_t kMinQuantum = 9'600;
inline constexpr std::uint32_t kMaxQuantum = (1U << 20) - 1;

/// RED of one queue (facts: "Exact decision without a divider"). min <= max is not required here:
/// below min nothing is hit, above max everything else is.
struct RedConfig {
  bool enable = false;
  bool ecn = false;               ///< a hit marks ECT; else a hit is as on Not-ECT
  bool above_drop = false;        ///< at arrival: above max every frame is dropped
  bool not_ect_drop = false;      ///< at arrival: a hit that cannot mark drops, else it passes
  bool departure = false;         ///< judged at `select`, else at `arrive`
  std::uint8_t weight = 0;        ///< of the average, 0..15; 0: the depth itself
  std::uint32_t probability = 0;  ///< at max, in 1/65536; 17 bits
  std::uint32_t min = 0;          ///< bytes, 24 bits
  std::uint32_t max = 0;          ///< bytes, 24 bits
};

struct QueueConfig {
  bool strict = true;
  std::uint32_t quantum = 0;  ///< bytes a turn; 9,600 .. 2^20 - 1 where not strict
  std::uint32_t limit = kNoLimit;
  RedConfig red;
};

/// One port's queues.
struct BufferConfig {
  std::uint32_t seed = 1;  ///< of the random numbers; not 0
  std::uint32_t limit = kNoLimit;
  std::uint8_t default_queue = 0;                                  ///< 0..7
  std::array<std::uint8_t, 8> pcp_map = {0, 1, 2, 3, 4, 5, 6, 7};  ///< PCP -> queue
  std::array<std::uint8_t, 64> dscp_map = [] {                     ///< DSCP -> queue
    std::array<std::uint8_t, 64> map{};
    for (unsigned dscp = 0; dscp < 64; ++dscp) map[dscp] = static_cast<std::uint8_t>(dscp >> 3);
    return map;
  }();
  std::array<QueueConfig, kQueues> queue{};
};

/// Throws std::invalid_argument on what the hardware refuses: seed 0, or a quantum out of its range
/// for a queue that is not strict.
void check(const BufferConfig& config);

}  // namespace sluice::model
