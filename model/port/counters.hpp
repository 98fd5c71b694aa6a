// SPDX-License-Identifier: Apache-2.0
// A port's counters, by the names of regs/stats.rdl, in its order.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace sluice::model
