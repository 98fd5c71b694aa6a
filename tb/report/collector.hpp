// SPDX-License-Identifier: Apache-2.0
// Gathers what the report shows from the events of one port.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "tb/report/report.hpp"
#include "tb/scoreboard/observer.hpp"

namespace sluice::tb {

/// Memory: bounded by the columns and the frames that are inside.
class ReportCollector : public FrameObserver {
 public:
  /// `queues`: at least 1; `port`: whose events count.
  explicit ReportCollector(unsigned queues, unsigned port = 0);

  void arrived(const ArrivedFrame& frame) override;
  void left(const LeftFrame& frame) override;

  /// A decision of RED: the depth or average that it compared, and whether it hit.
  void decided(unsigned queue, std::uint64_t depth, bool hit);

  /// Everything up to here. The caller adds what no event tells: title, facts, thresholds, RED's
  /// parameters, counters of marks.
  ReportData take(model::Ticks end);

 private:
  struct Inside {
    model::Ticks arrive;
    std::uint32_t frame;
    std::uint32_t length;
    unsigned queue;
  };
  void enter();
  void enter_until(model::Ticks limit);

  ReportData data_;
  unsigned port_;
  std::uint32_t next_frame_ = 0;  ///< as the model numbers them, dropped ones too
  // Who leaves is known when the last byte left, but the depth fell at `select`: arrivals wait.
  std::deque<Inside> waiting_;                        ///< not yet counted in the depth
  std::unordered_map<std::uint32_t, Inside> inside_;  ///< by frame
};

}  // namespace sluice::tb
