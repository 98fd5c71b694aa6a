// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "sw-driver/app/units.hpp"

namespace sluice::app {
namespace {

/// What came in, by the names of the files.
std::string source_text(const TrafficOptions& options) {
  const auto name = [](const std::string& path) {
    return std::filesystem::path(path).filename().string();
  };
  if (options.in.empty()) return name(options.capture);
  std::string text;
  for (const IngressFile& file : options.in) {
    if (!text.empty()) text += ", ";
    text += name(file.path);
    if (file.speed_bps) text += " at " + speed_text(*file.speed_bps);
  }
  return text;
}

std::string pace_text(const Pace& pace) {
  switch (pace.kind) {
    case Pace::Kind::kCapture:
      return "as captured";
    case Pace::Kind::kLine:
      return "line";
    case Pace::Kind::kLoad:
      return fmt::format("{} of the line", pace.load);
  }
  return "";
}

}  // namespace

void ReportFile::write(const TrafficOptions& options, const Summary& summary, model::Ticks end) {
  tb::ReportData data = collector_.take(end);
  data.title = "Sluice: " + source_text(options);
  data.facts = {
      {"design", summary.width == 0 ? "golden model alone" : "RTL, held against its golden model"},
      {"port speed", summary.speed},
      {"pace", pace_text(options.pace)},
      {"frames",
       fmt::format("{} in, {} out", summary.counters.rx_frames, summary.counters.tx_frames)},
      {"simulated time", fmt::format("{:.3f} us", summary.simulated_ns / 1000)}};
  if (!options.config.empty())
    data.facts.insert(data.facts.begin() + 1,
                      {"configuration", std::filesystem::path(options.config).filename().string()});
  if (summary.width != 0) data.facts.emplace_back("verdict", verdict_text(summary));
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << tb::report_page(data);
  file.close();
  if (file) return;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path_, ignored)) std::filesystem::remove(path_, ignored);
  throw UsageError(fmt::format("--report {}: cannot be written", path_));
}

std::unique_ptr<ReportFile> open_report(const TrafficOptions& options) {
  if (options.report.empty()) return nullptr;
  return std::make_unique<ReportFile>(options.report);
}

}  // namespace sluice::app
