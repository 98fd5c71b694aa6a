// SPDX-License-Identifier: Apache-2.0
// The file of --report: a page of pictures of one run (docs/report.md).
#pragma once

#include <memory>
#include <string>

#include "model/common/time.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/summary.hpp"
#include "tb/report/collector.hpp"

namespace sluice::app {

class ReportFile {
 public:
  explicit ReportFile(std::string path) : path_(std::move(path)) {}

  tb::ReportCollector& collector() { return collector_; }

  /// `end`: of the run's time. Errors: UsageError where the file cannot be written; nothing is left
  /// of it then.
  void write(const TrafficOptions& options, const Summary& summary, model::Ticks end);

 private:
  std::string path_;
  tb::ReportCollector collector_{1};
};

/// Nothing where there is no --report.
std::unique_ptr<ReportFile> open_report(const TrafficOptions& options);

}  // namespace sluice::app
