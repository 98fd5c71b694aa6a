// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/failure.hpp"

#include <fmt/format.h>

#include <exception>
#include <system_error>
#include <utility>

#include "sw-driver/app/configuration.hpp"
#include "tb/waves/save_file.hpp"

namespace sluice::app {
namespace {

namespace fs = std::filesystem;

/// Cycles of waves before and after the clock of a difference, in the command that repeats a run.
constexpr std::uint64_t kWavesBefore = 2000;
constexpr std::uint64_t kWavesAfter = 200;

std::string nanoseconds(std::uint64_t ps) {
  return ps % 1000 == 0 ? fmt::format("{}", ps / 1000)
                        : fmt::format("{}.{:03}", ps / 1000, ps % 1000);
}

void report_waves(const FailureWaves& waves) {
  const tb::Repetition& repetition = waves.repetition;
  if (!repetition.waves) {
    say("no waves of it: " + repetition.found);
    return;
  }
  if (!repetition.note.empty()) {
    say(fmt::format("note: {}; an older copy made the waves", repetition.note));
  }
  if (!repetition.same) {
    say(
        fmt::format("WARNING: the repetition with waves differed from the run, so its waves show "
                    "something else: {}",
                    repetition.found));
  }
  say(fmt::format("waves from {} ns on, it is at {} ns (made in {:.1f} s):\n  {}",
                  nanoseconds(repetition.from_ps), nanoseconds(repetition.at_ps),
                  static_cast<double>(repetition.took.count()) / 1000,
                  file_word(waves.file.string())));
  if (waves.save_problem) {
    say("no save file: " + *waves.save_problem);
  } else {
    say(fmt::format("to look at them:\n  gtkwave {}",
                    file_word(save_file_of(waves.file).string())));
  }
}

void report_repetition(std::uint64_t cycle, const RunOptions& options) {
  const std::uint64_t first = cycle > kWavesBefore ? cycle - kWavesBefore : 0;
  std::error_code ignored;
  for (const std::string& file : input_files(options)) {
    if (file.empty() || fs::is_regular_file(file, ignored)) continue;
    say("to repeat it, " + file + " must come again as it came now");
  }
  say(
      fmt::format("to repeat it with waves around that cycle:\n"
                  "  {} run --waves {} --waves-cycles {}:{} {}",
                  options.program, options.break_at ? "break.fst" : "difference.fst", first,
                  cycle + kWavesAfter, options.arguments));
}

}  // namespace

fs::path failure_waves(const RunOptions& options) {
  if (!options.difference_waves.empty()) return options.difference_waves;
  const char* const name = options.break_at ? "sluice-break.fst" : "sluice-difference.fst";
  std::error_code ignored;
  const bool beside = !options.out.empty() && (!fs::exists(options.out, ignored) ||
                                               fs::is_regular_file(options.out, ignored));
  return beside ? fs::path(options.out).parent_path() / name : fs::path(name);
}

fs::path save_file_of(const fs::path& waves) {
  return waves.extension() == ".fst" ? fs::path(waves).replace_extension(".gtkw")
                                     : fs::path(waves.string() + ".gtkw");
}

std::vector<OutputFile> output_files(const RunOptions& options) {
  std::vector<OutputFile> files = {
      {"--out", options.out}, {"--report", options.report}, {"--waves", options.waves, true}};
  if (options.snapshot_every == 0 || !options.waves.empty()) return files;
  // A name of our own must not end a run that has no difference: it is warned of.
  const bool asked = !options.difference_waves.empty();
  const fs::path waves = failure_waves(options);
  files.push_back({"--difference-waves", waves.string(), true, asked, true});
  files.push_back(
      {"the save file of --difference-waves", save_file_of(waves).string(), true, asked, true});
  return files;
}

std::vector<std::string> title_of(const tb::Difference& difference) {
  std::vector<std::string> lines;
  if (difference.packet != 0) lines.push_back(fmt::format("packet {}", difference.packet));
  if (difference.frame) lines.push_back(fmt::format("frame number {}", *difference.frame));
  lines.push_back(difference.field);
  lines.push_back("RTL    " + difference.found);
  lines.push_back("model  " + difference.expected);
  return lines;
}

std::vector<std::string> title_of_break(const std::string& where) {
  const std::size_t comma = where.find(", ");
  std::vector<std::string> lines = {"break at", where.substr(0, comma)};
  if (comma != std::string::npos) lines.push_back(where.substr(comma + 2));
  return lines;
}

void add_save_file(FailureWaves& waves, std::vector<std::string> title, std::uint64_t period_ps) {
  if (!waves.repetition.waves) return;
  try {
    tb::write_save_file(save_file_of(waves.file),
                        {waves.file, std::move(title), waves.repetition.from_ps,
                         waves.repetition.at_ps, period_ps});
  } catch (const std::exception& error) {
    waves.save_problem = error.what();
  }
}

void report(const tb::Difference& difference, const RunOptions& options,
            const std::optional<FailureWaves>& waves) {
  std::string packet = "none";
  if (difference.packet != 0) packet = fmt::format("{}", difference.packet);
  if (difference.frame) packet += fmt::format(" (frame {} of the port)", *difference.frame);
  say(
      fmt::format("difference at {}\n"
                  "  packet        {}\n"
                  "  field         {}\n"
                  "  golden model  {}\n"
                  "  RTL           {}\n"
                  "  time          {} ns, cycle {}",
                  difference.event, packet, difference.field, difference.expected, difference.found,
                  difference.time_ns, difference.cycle));
  if (!difference.context.empty()) say("  " + difference.context);
  if (waves) report_waves(*waves);
  report_repetition(difference.cycle, options);
}

void report_break(std::uint64_t cycle, const RunOptions& options,
                  const std::optional<FailureWaves>& waves) {
  if (waves) report_waves(*waves);
  report_repetition(cycle, options);
}

}  // namespace sluice::app
