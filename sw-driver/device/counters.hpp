// SPDX-License-Identifier: Apache-2.0
// A port's and a queue's counters, by the names of regs/stats.rdl and regs/queue.rdl, in their
// order.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::driver {

// The formatter would indent each line of this list further than the one before.
// clang-format off
#define SLUICE_DRIVER_COUNTERS(X)                                                                 \
  X(rx_frames) X(rx_bytes) X(tx_frames) X(tx_bytes) X(drop_bad) X(drop_runt) X(drop_oversize)     \
  X(drop_bytes) X(tx_mac_control) X(csig_abw_frames) X(csig_abw_bytes) X(csig_rel_frames)         \
  X(csig_rel_bytes) X(csig_delay_frames) X(csig_delay_bytes) X(csig_abw_updated)                  \
  X(csig_rel_updated) X(csig_delay_updated) X(csig_equal) X(csig_less_severe) X(csig_unsupported) \
  X(csig_d_set) X(csig_passed) X(csig_stripped) X(csig_truncated) X(csig_vlan_after)              \
  X(csig_non_ip) X(csig_foreign_tpid) X(ip_broken)
#define SLUICE_DRIVER_QUEUE_COUNTERS(X)                                                           \
  X(rx_frames) X(rx_bytes) X(tx_frames) X(tx_bytes) X(drop_queue_limit) X(drop_port_limit)        \
  X(drop_buffer) X(drop_red) X(drop_bytes) X(ce_arrived) X(marked_frames) X(marked_bytes)         \
  X(watermark) X(depth)
#define SLUICE_DRIVER_LEVELS(X) X(watermark) X(depth)
// clang-format on

/// 64 bits each, wrapping.
struct PortCounters {
#define X(name) std::uint64_t name = 0;
  SLUICE_DRIVER_COUNTERS(X)
#undef X
  PortCounters& operator+=(const PortCounters& other);
  friend bool operator==(const PortCounters&, const PortCounters&) = default;
};

struct CounterName {
  std::string_view name;
  std::uint64_t PortCounters::*member;
};
inline constexpr std::array kPortCounters = {
#define X(name) CounterName{#name, &PortCounters::name},
    SLUICE_DRIVER_COUNTERS(X)
#undef X
};

/// 64 bits each; the counts wrap. watermark (highest since the last clear) and depth (of the
/// moment) are bytes of frames as they came in.
struct QueueCounters {
#define X(name) std::uint64_t name = 0;
  SLUICE_DRIVER_QUEUE_COUNTERS(X)
#undef X
  friend bool operator==(const QueueCounters&, const QueueCounters&) = default;
};

struct QueueCounterName {
  std::string_view name;
  std::uint64_t QueueCounters::*member;
};
inline constexpr std::array kQueueCounters = {
#define X(name) QueueCounterName{#name, &QueueCounters::name},
    SLUICE_DRIVER_QUEUE_COUNTERS(X)
#undef X
};

/// How full a port is, in bytes of frames as they came in; no counts: never summed.
struct Levels {
  std::uint64_t watermark = 0;  ///< highest depth since the last clear
  std::uint64_t depth = 0;      ///< in the clock of the snapshot
  friend bool operator==(const Levels&, const Levels&) = default;
};

inline PortCounters& PortCounters::operator+=(const PortCounters& other) {
  for (const CounterName& counter : kPortCounters) this->*counter.member += other.*counter.member;
  return *this;
}

}  // namespace sluice::driver
