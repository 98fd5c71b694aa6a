// SPDX-License-Identifier: Apache-2.0
// What a run ends with: a summary for people, or the same as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/device/counters.hpp"

namespace sluice::app {

/// Figures of one run of the RTL or of the model alone.
struct Summary {
  driver::PortCounters counters;  ///< of all ports, at the end
  std::uint64_t inserted = 0;     ///< frames that got a tag before they entered
  std::uint64_t cut = 0;          ///< frames that the capture holds only the beginning of
  std::uint64_t empty = 0;        ///< records of the capture without a byte, not sent
  std::uint64_t backwards = 0;    ///< frames whose capture time lies before the frame before
  double simulated_ns = 0;
  std::uint64_t cycles = 0;          ///< evaluated; 0 for the model alone
  std::uint64_t skipped_cycles = 0;  ///< passed over while everything was idle
  double wall_seconds = 0;
  std::string speed, clock;  ///< as text; clock empty for the model alone
  unsigned width = 0;        ///< bits; 0 for the model alone
  std::uint64_t compared_frames = 0;
  std::uint64_t compared_counters = 0;
  std::optional<std::string> difference;  ///< the first one, in one line
  std::optional<std::string> stopped;     ///< where --break-at stopped it
  std::optional<std::string> waves;       ///< file with the waves of a difference or break
  std::optional<std::string> fault;       ///< what ended the capture early
};

/// What the source of the frames has to add: insertions, oddities of the capture, its fault.
void add_arrivals(Summary& summary, const Arrivals& arrivals);

/// Several lines, each ended by a newline, without the verdict.
std::string summary_text(const Summary& summary);

/// "RTL = golden model: N frames, M counters, 0 differences", without a newline.
std::string verdict_text(const Summary& summary);

/// One JSON object. `state`: the state screen as text.
std::string summary_json(const Summary& summary, const std::string& state);

}  // namespace sluice::app
