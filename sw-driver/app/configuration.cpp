// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/configuration.hpp"

#include <fmt/format.h>

#include <utility>

#include "sw-driver/app/output.hpp"
#include "sw-driver/config/file.hpp"
#include "sw-driver/config/state.hpp"
#include "sw-driver/dialect/nvue/reader.hpp"
#include "sw-driver/dialect/srlinux/info.hpp"
#include "sw-driver/dialect/srlinux/parser.hpp"

namespace sluice::app {
namespace {

driver::Candidate read_candidate(const std::shared_ptr<const driver::Schema>& schema,
                                 const std::string& file, unsigned ports, Language language) {
  if (file.empty()) return driver::Candidate(schema);
  const std::string text = driver::read_config_text(file);
  const bool nvue =
      language == Language::kNvue || file.ends_with(".nv") || driver::nvue::is_nvue(text);
  return nvue ? driver::nvue::read_text(schema, text, file, ports)
              : driver::srlinux::read_text(schema, text, file);
}

}  // namespace

Configuration load_configuration(const std::string& file, const driver::Caps& caps,
                                 driver::Period period, std::optional<std::uint64_t> speed,
                                 Language language) {
  auto candidate = read_candidate(driver::Schema::load(), file, caps.num_ports, language);
  driver::BoardFacts facts;
  facts.caps = caps;
  facts.period = period;
  facts.forced_speed = speed;
  driver::Plan plan = driver::check(candidate, facts);
  for (const driver::Finding& finding : plan.findings) {
    const bool warning = finding.kind == driver::Finding::Kind::kWarning;
    say((warning ? "warning: " : "note: ") + finding.text);
  }
  return {std::move(candidate), std::move(plan.board)};
}

ArrivalOptions arrival_options(const Configuration& configuration, const Pace& pace,
                               std::optional<Insert> insert) {
  ArrivalOptions options;
  options.pace = pace;
  options.insert = insert.value_or(configuration.board.enable ? Insert::kMixed : Insert::kNone);
  options.tpid = configuration.board.tpid;
  options.speed_bps = configuration.speed_bps();
  options.overhead = configuration.board.ports.front().overhead;
  return options;
}

std::vector<std::string> input_files(const TrafficOptions& options) {
  std::vector<std::string> files = {options.config};
  if (!options.capture.empty()) files.push_back(options.capture);
  for (const IngressFile& file : options.in) files.push_back(file.path);
  return files;
}

Arrivals open_arrivals(const TrafficOptions& options, const Configuration& configuration) {
  const ArrivalOptions how = arrival_options(configuration, options.pace, options.insert);
  return options.in.empty() ? Arrivals(options.capture, how) : Arrivals(options.in, how);
}

std::unique_ptr<OutCapture> open_out(const TrafficOptions& options,
                                     const Configuration& configuration, std::int64_t epoch_ns) {
  if (options.out.empty()) return nullptr;
  OutOptions out;
  out.path = options.out;
  out.annotate = options.annotate;
  out.csig_enabled = configuration.board.enable;
  out.epoch_ns = epoch_ns;
  for (unsigned i = 0; i < configuration.board.ports.size(); ++i) {
    out.ports.push_back({fmt::format("ethernet-1/{}", i + 1), configuration.speed_bps(i)});
  }
  return std::make_unique<OutCapture>(std::move(out));
}

std::string state_screen(const driver::Tree& running, const driver::BoardConfig& in_force,
                         const driver::PortCounters& total) {
  return driver::srlinux::info(driver::make_state(running, in_force, total),
                               "oam congestion-signaling", {.with_context = true, .state = true});
}

}  // namespace sluice::app
