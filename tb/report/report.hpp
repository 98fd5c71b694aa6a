// SPDX-License-Identifier: Apache-2.0
// What the page of --report shows, wherever it comes from, and the page.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/report/series.hpp"

namespace sluice::tb {

/// RED of one queue as it was in force (docs of the registers): hit with probability 0 at min,
/// probability / 65536 at max, 1 above.
struct RedParameters {
  std::uint32_t min = 0, max = 0;  ///< bytes
  std::uint32_t probability = 0;   ///< in 1/65536, 0 .. 65536
  unsigned weight = 0;             ///< of the average, 0 .. 15
};

/// The curve that RED's parameters give, 0 .. 1.
double red_probability(const RedParameters& red, double depth);

struct QueueReport {
  std::string name;                                               ///< "queue 3"
  Level depth;                                                    ///< bytes over time
  std::vector<std::pair<std::string, std::uint64_t>> thresholds;  ///< name, bytes
  std::uint64_t frames_in = 0, frames_out = 0, dropped = 0;
  std::uint64_t marked = 0;      ///< ECT turned into CE
  std::uint64_t ce_arrived = 0;  ///< came with CE
  std::optional<RedParameters> red = {};
  HitBins decisions;  ///< of RED, by the depth that it compared
};

inline constexpr unsigned kReportSignals = 3;

struct ReportData {
  std::string title;                                       ///< of the page
  std::vector<std::pair<std::string, std::string>> facts;  ///< what, value
  std::uint64_t end_ns = 0;                                ///< of the run
  std::vector<QueueReport> queues;
  std::vector<std::pair<std::string, std::uint64_t>> drops;  ///< reason, frames
  TimeColumns
      delay;  ///< ns from the first byte in to the first byte out, by the time of the latter
  std::array<TimeColumns, kReportSignals>
      bucket;  ///< local bucket where compared: abw, relative, delay
};

/// One HTML page, without any reference to another file.
std::string report_page(const ReportData& data);

}  // namespace sluice::tb
