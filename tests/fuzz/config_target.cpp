// SPDX-License-Identifier: Apache-2.0
// Any text as a configuration, and a path for `info` behind the last NUL byte: a tree that prints
// and reads back as itself, whose plan a board can hold, or one sentence with a place in the text.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "sw-driver/config/commit.hpp"
#include "sw-driver/config/state.hpp"
#include "sw-driver/dialect/srlinux/info.hpp"
#include "sw-driver/dialect/srlinux/parser.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

using driver::Candidate;
namespace srl = driver::srlinux;

constexpr const char* kName = "fuzz.cfg";
constexpr unsigned kPorts = 2;

std::shared_ptr<const driver::Schema> schema() {
  static const std::shared_ptr<const driver::Schema> kSchema = driver::Schema::load();
  return kSchema;
}

driver::BoardFacts board() {
  driver::BoardFacts facts;
  facts.caps.num_ports = kPorts;
  facts.caps.csig_compact = true;
  facts.caps.meter_clocks = 11;
  facts.period = driver::Period::of_hz(250'000'000);
  return facts;
}

void check_error(const driver::ConfigError& error, std::string_view text) {
  require_sentence(error.what(), "configuration");
  const driver::Position& where = error.where();
  if (where.line == 0) return;
  const auto ends = [](char c) { return c == '\n' || c == '\r'; };
  const auto lines = 1 + std::count_if(text.begin(), text.end(), ends);
  require(where.file == kName && where.line <= lines && where.column >= 1 &&
              where.column <= text.size() + 1,
          fmt::format("the error lies outside a text of {} lines: {}", lines, error.what()));
}

/// Nothing where the text is refused, as it should be.
std::optional<Candidate> read(std::string_view text) {
  try {
    return srl::read_text(schema(), text, kName);
  } catch (const driver::ConfigError& error) {
    check_error(error, text);
    require(error.where().line != 0, fmt::format("the error names no place: {}", error.what()));
    return std::nullopt;
  }
}

std::string must_print_the_same(const Candidate& candidate, const std::string& what) {
  std::string printed = srl::print(candidate.tree());
  const auto again = read(printed);
  require(again.has_value(), what + " prints as a text that is refused:\n" + printed);
  const std::string twice = srl::print(again->tree());
  require(twice == printed, what + " prints as\n" + printed + "which is read as\n" + twice);
  return printed;
}

void check_plan(const driver::BoardConfig& plan) {
  constexpr unsigned kLocatorEnd = 1U << 15;
  require(plan.ports.size() == kPorts, fmt::format("the plan has {} ports", plan.ports.size()));
  require(plan.tpid >= 0x0600, fmt::format("the plan has TPID {:#x}", plan.tpid));
  require(plan.node_locator < kLocatorEnd, fmt::format("node locator {}", plan.node_locator));
  require(plan.format == driver::Format::kCompact, "the plan is for wide tags");
  const auto& known = driver::kIntervalsUs;
  require(std::find(known.begin(), known.end(), plan.interval_us) != known.end(),
          fmt::format("the plan has an interval of {} us", plan.interval_us));
  for (const driver::PortConfig& port : plan.ports) {
    require(port.capacity >> 40 == 0, fmt::format("capacity {}", port.capacity));
    require(port.locator < kLocatorEnd, fmt::format("locator {}", port.locator));
  }
  for (const driver::Maxima& table : plan.tables) {
    require(std::adjacent_find(table.begin(), table.end(), std::greater_equal<>()) == table.end(),
            "the plan has a table that does not rise");
  }
}

/// A screen that was asked for with its context is a part of the configuration in its own language.
void check_info(const driver::Tree& tree, const std::string& path) {
  try {
    const std::string screen = srl::info(tree, path, {.with_context = true});
    require(read(screen).has_value(), "info prints a text that is refused:\n" + screen);
    srl::info(tree, path, {});
  } catch (const driver::ConfigError& error) {
    require_sentence(error.what(), "info");
  }
}

void check_commit(Candidate& candidate, std::string_view text, const std::string& path) {
  try {
    const driver::Plan plan = driver::check(candidate, board());
    check_plan(plan.board);
    for (const driver::Finding& finding : plan.findings) require_sentence(finding.text, "finding");
    const driver::Tree state = driver::make_state(candidate.tree(), plan.board, {});
    try {
      srl::info(state, path, {.with_context = true, .state = true});
    } catch (const driver::ConfigError& error) {
      require_sentence(error.what(), "info from state");
    }
  } catch (const driver::CommitError& error) {
    check_error(error, text);
  }
}

}  // namespace

void run_config(std::span<const std::uint8_t> input) {
  const std::string_view all(reinterpret_cast<const char*>(input.data()), input.size());
  const std::size_t nul = all.rfind('\0');
  const std::string_view text = all.substr(0, nul);
  const std::string path(nul == all.npos ? "" : all.substr(nul + 1));
  try {
    auto candidate = read(text);
    if (!candidate) return;
    const std::string printed = must_print_the_same(*candidate, "the configuration");
    check_info(candidate->tree(), path);
    check_commit(*candidate, text, path);
    const std::string after = srl::print(candidate->tree());
    require(after == printed, "checking changed\n" + printed + "into\n" + after);
  } catch (const driver::Error& error) {
    throw Fault(std::string("a fault of the program, not of the text: ") + error.what());
  }
}

}  // namespace sluice::fuzz
