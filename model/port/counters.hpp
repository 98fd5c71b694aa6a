// SPDX-License-Identifier: Apache-2.0
// A port's counters, by the names of regs/stats.rdl, in its order.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/queue/config.hpp"

namespace sluice::model {

// The formatter would indent each line of this list further than the one before.
// clang-format off
#define SLUICE_COUNTERS(X)                                                                        \
  X(rx_frames) X(rx_bytes) X(tx_frames) X(tx_bytes) X(drop_bad) X(drop_runt) X(drop_oversize)     \
  X(drop_bytes) X(tx_mac_control) X(csig_abw_frames) X(csig_abw_bytes) X(csig_rel_frames)         \
  X(csig_rel_bytes) X(csig_delay_frames) X(csig_delay_bytes) X(csig_abw_updated)                  \
  X(csig_rel_updated) X(csig_delay_updated) X(csig_equal) X(csig_less_severe) X(csig_unsupported) \
  X(csig_d_set) X(csig_passed) X(csig_stripped) X(csig_truncated) X(csig_vlan_after)              \
  X(csig_non_ip) X(csig_foreign_tpid)
// clang-format on

/// 64 bits each, wrapping. rx_* and drop_* count at `arrive`, all others at `sent`.
struct Counters {
#define X(name) std::uint64_t name = 0;
  SLUICE_COUNTERS(X)
#undef X
  friend bool operator==(const Counters&, const Counters&) = default;
};

inline constexpr std::array kCounterNames = {
#define X(name) std::string_view(#name),
    SLUICE_COUNTERS(X)
#undef X
};
inline constexpr std::array kCounterMembers = {
#define X(name) &Counters::name,
    SLUICE_COUNTERS(X)
#undef X
};
inline constexpr std::size_t kCounters = kCounterNames.size();

/// What a port counts beside these: at 0x0E0 of its statistics, in this order.
struct BufferCounters {
  std::uint64_t ip_broken = 0;  ///< frames with a broken IP header, dropped by a limit or not
  std::uint64_t watermark = 0;  ///< highest depth of the port since the last clear, bytes
  std::uint64_t depth = 0;      ///< of the port at this moment
  friend bool operator==(const BufferCounters&, const BufferCounters&) = default;
};

// clang-format off
#define SLUICE_QUEUE_COUNTERS(X)                                                                  \
  X(rx_frames) X(rx_bytes) X(tx_frames) X(tx_bytes) X(drop_queue_limit) X(drop_port_limit)        \
  X(drop_buffer) X(drop_red) X(drop_bytes) X(ce_arrived) X(marked_frames) X(marked_bytes)         \
  X(watermark) X(depth)
// clang-format on

/// A queue's statistics, by the names of its registers, in their order. rx_* count frames that are
/// accepted, at `arrive`, as do drops and ce_arrived (dropped or not); tx_* and marked_* count at
/// `sent`, as transmitted. Frames that are bad, too short or too long belong to no queue.
struct QueueCounters {
#define X(name) std::uint64_t name = 0;
  SLUICE_QUEUE_COUNTERS(X)
#undef X
  friend bool operator==(const QueueCounters&, const QueueCounters&) = default;
};

inline constexpr std::array kQueueCounterNames = {
#define X(name) std::string_view(#name),
    SLUICE_QUEUE_COUNTERS(X)
#undef X
};
inline constexpr std::array kQueueCounterMembers = {
#define X(name) &QueueCounters::name,
    SLUICE_QUEUE_COUNTERS(X)
#undef X
};
inline constexpr std::size_t kQueueCounters = kQueueCounterNames.size();

/// All of a port's statistics at one moment.
struct Snapshot {
  Counters port;
  BufferCounters buffer;
  std::array<QueueCounters, kQueues> queues;
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

}  // namespace sluice::model
