// SPDX-License-Identifier: Apache-2.0
// What rtl/pkg/ promises in clocks, and the intervals of regs/csig.rdl, written down once for all
// tests. Board and the test of the registers hold K and kMeterClocks against the hardware's own
// register.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace sluice::test {

/// sluice_pkg::K: from a frame's last ingress beat to the first clock in which it may be selected.
inline constexpr unsigned kK = 9;
/// sluice_pkg::SelectToStart
inline constexpr unsigned kSelectToStart = 1;
/// datapath_pkg::StartToWire: from start to the first beat at the wire side.
inline constexpr unsigned kStartToWire = 10;
/// datapath_pkg::LookupClocks: from start to the verdict.
inline constexpr unsigned kLookupClocks = 7;
/// datapath_pkg::OutputDepth and StartWindow: beats.
inline constexpr unsigned kOutputDepth = 20, kStartWindow = 10;
/// sluice_pkg::QuantizerLatency
inline constexpr unsigned kQuantizerLatency = 6;
/// sluice_pkg::MeterClocks: a slot lasts at least this long.
inline constexpr unsigned kMeterClocks = 11;

/// datapath_pkg::RedLatency, sluice_pkg::RedClocks and JudgeClocks.
inline constexpr unsigned kRedLatency = 4, kRedClocks = 5, kJudgeClocks = 8;

/// Microseconds, by csig.interval.select.
inline constexpr std::array<std::uint32_t, 5> kIntervals = {1, 100, 1'000, 10'000, 100'000};

/// Error: std::invalid_argument where the hardware has no such interval.
inline std::uint32_t interval_select(std::uint32_t us) {
  for (std::size_t i = 0; i < kIntervals.size(); ++i) {
    if (kIntervals[i] == us) return static_cast<std::uint32_t>(i);
  }
  throw std::invalid_argument("interval of " + std::to_string(us) + " us");
}

}  // namespace sluice::test
