// SPDX-License-Identifier: Apache-2.0
// sluice_bench: speed and memory, measured in rounds; a table, and JSON (docs/benchmarks.md).
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/bare.hpp"
#include "tests/bench/bare_factories.hpp"
#include "tests/bench/command.hpp"
#include "tests/bench/figures.hpp"
#include "tests/bench/golden.hpp"
#include "tests/bench/station.hpp"
#include "tests/bench/timer.hpp"

namespace sluice::bench {

template <unsigned... kWidths>
std::unique_ptr<Bare> make_bare_of(unsigned width) {
  std::unique_ptr<Bare> bare;
  static_cast<void>(((width == kWidths && (bare = make_bare_width<kWidths>())) || ...));
  if (!bare) throw std::logic_error(fmt::format("the benchmark has no width of {}", width));
  return bare;
}

std::unique_ptr<Bare> make_bare(unsigned width_bits) {
  return make_bare_of<SLUICE_BENCH_WIDTHS>(width_bits);
}

namespace {

constexpr std::array kWidths = {SLUICE_BENCH_WIDTHS};
constexpr std::array<std::size_t, 2> kLengths = {60, 1514};
constexpr unsigned kDefaultWidth = 512;
constexpr std::size_t kShortest = 60;

struct Options {
  bool quick = false;
  std::string json = "build/bench.json";
  std::string sluice;
  std::string config;
  std::string only;
  double seconds() const { return quick ? 0.01 : 0.1; }  ///< a sample
  unsigned rounds() const { return quick ? 3 : 11; }
};

/// Figures and how each is sampled.
class Measurements {
 public:
  explicit Measurements(const Options& options)
      : options_(options), folder_(std::filesystem::temp_directory_path() / folder_name()) {
    std::filesystem::create_directory(folder_);
  }
  ~Measurements() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Measurements(const Measurements&) = delete;
  Measurements& operator=(const Measurements&) = delete;

  /// Of the real command, one sample each. Before anything grows here, because the system counts
  /// what a process was before it became another program to that program.
  void measure_memory() {
    constexpr std::uint64_t kFew = 10'000;
    const std::uint64_t many = options_.quick ? 50'000 : 1'000'000;
    for (const std::uint64_t frames : {kFew, many}) {
      const std::filesystem::path capture = folder_ / fmt::format("{}.pcap", frames);
      write_capture(capture, frames, kShortest);
      for (const std::string verb : {"run", "model"}) {
        const bool few = frames == kFew;
        const std::string base = fmt::format("memory.{}.few", verb);
        const std::size_t place = figures_.add(
            few ? base : fmt::format("memory.{}.many", verb), "KiB", few ? "" : base,
            few ? std::nullopt
                : std::optional<Target>({Target::Of::kRatio, Target::Bound::kAtMost, kFlat}));
        figures_.sample(
            place, static_cast<double>(peak_kib(
                       {options_.sluice, verb, capture.string(), "--config", options_.config})));
      }
      std::filesystem::remove(capture);
    }
  }

  /// Of the real command too: a copy costs what the process holds, and this one here holds more.
  void add_copies() {
    for (const std::size_t length : kLengths) {
      const std::filesystem::path capture = folder_ / fmt::format("copies-{}.pcap", length);
      const std::uint64_t frames = (options_.quick ? 60'000U : 3'000'000U) / (length / 30);
      write_capture(capture, frames, length);
      std::string base;
      for (const char* every : {"0", ""}) {
        std::vector<std::string> words = {options_.sluice, "run", capture.string(), "--config",
                                          options_.config};
        const bool copies = *every == '\0';
        if (!copies) words.insert(words.end(), {"--snapshot-every", every});
        const std::string name =
            fmt::format("{}.{}.{}", copies ? "copies" : "no_copies", kDefaultWidth, length);
        const std::size_t place =
            figures_.add(name, "frames/s", base,
                         copies ? std::optional<Target>(at_least(kCopiesCost)) : std::nullopt);
        runs_.emplace_back(place, [words, frames] {
          return static_cast<double>(frames) / usage_of(words).cpu_seconds;
        });
        base = name;
      }
    }
  }

  void add_model_and_harness() {
    for (const unsigned width : kWidths) {
      for (const std::size_t length : kLengths) add_width(width, length);
    }
    for (const std::size_t length : kLengths) add_golden(length);
    auto registers = std::make_shared<RegisterStation>(kDefaultWidth);
    add(fmt::format("registers.{}", kDefaultWidth), "accesses/s", "", {},
        [registers] { return registers->accesses(); });
  }

  void go() {
    for (unsigned round = 0; round < options_.rounds(); ++round) {
      if (round < kRunRounds) {
        for (const auto& [place, run] : runs_) figures_.sample(place, run());
      }
      for (const auto& [place, sampler] : samplers_) {
        if (figures_.all()[place].name.find(options_.only) == std::string::npos) continue;
        figures_.sample(place, rate(options_.seconds(), sampler));
      }
    }
  }

  const Figures& figures() const { return figures_; }

 private:
  static constexpr double kFlat = 1.1;
  static constexpr double kCopiesCost = 0.95;
  static constexpr unsigned kRunRounds = 5;  ///< a whole command takes seconds

  static std::string folder_name() { return fmt::format("sluice-bench-{}", getpid()); }

  static Target at_least(double ratio) {
    return {Target::Of::kRatio, Target::Bound::kAtLeast, ratio};
  }

  void add(std::string name, std::string unit, std::string base, std::optional<Target> target,
           std::function<std::uint64_t()> sampler) {
    const std::size_t place =
        figures_.add(std::move(name), std::move(unit), std::move(base), target);
    samplers_.emplace_back(place, std::move(sampler));
  }

  void add_width(unsigned width, std::size_t length) {
    const auto named = [&](const char* what) {
      return fmt::format("{}.{}.{}", what, width, length);
    };
    auto run = std::make_shared<RecordedRun>(record(width, length));
    std::shared_ptr<Bare> bare = make_bare(width);
    bare->check(run->setup);
    bare->check(run->traffic);
    add(named("bare"), "cycles/s", "", {}, [run, bare] { return bare->play(run->traffic); });
    auto agents = std::make_shared<Station>(width, length, Parts::kAgents);
    add(named("harness"), "cycles/s", named("bare"), {}, [agents] { return agents->clocks(); });
    auto all = std::make_shared<Station>(width, length, Parts::kAll);
    add(named("scoreboard"), "cycles/s", named("bare"), at_least(length == kShortest ? 0.3 : 0.5),
        [all] { return all->clocks(); });
    auto waves = std::make_shared<Station>(width, length, Parts::kAll);
    waves->open_waves(folder_ / named("waves.fst"));
    add(named("waves"), "cycles/s", named("bare"), at_least(0.04),
        [waves] { return waves->clocks(); });
    add(named("frames"), "frames/s", "", {}, [all] { return all->frames(); });
  }

  void add_golden(std::size_t length) {
    auto golden = std::make_shared<Golden>(length);
    const auto name = fmt::format("model.{}", length);
    const auto frames = [golden] { return golden->frames(); };
    add(name, "frames/s", fmt::format("frames.{}.{}", kDefaultWidth, length), at_least(3), frames);
    if (length != kShortest) return;
    add(name + ".absolute", "frames/s", "",
        Target{Target::Of::kValue, Target::Bound::kAtLeast, 2'000'000}, frames);
  }

  const Options& options_;
  std::filesystem::path folder_;
  Figures figures_;
  std::vector<std::pair<std::size_t, std::function<std::uint64_t()>>> samplers_;
  std::vector<std::pair<std::size_t, std::function<double()>>> runs_;  ///< whole commands
};

/// What whoever calls can mend.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Everything that can be refused before anything is measured.
void check(const Options& options) {
  if (options.only.empty()) {
    // Opened as it will be, but for what is in it.
    const bool there = std::filesystem::exists(options.json);
    if (!std::ofstream(options.json, std::ios::app)) {
      throw UsageError("--json " + options.json + ": cannot be written");
    }
    if (!there) std::filesystem::remove(options.json);
  }
  try {
    static_cast<void>(usage_of({options.sluice, "version"}));
  } catch (const std::runtime_error&) {
    throw UsageError("--sluice " + options.sluice + ": is not the command sluice");
  }
  try {
    static_cast<void>(usage_of({options.sluice, "check", options.config}));
  } catch (const std::runtime_error&) {
    throw UsageError(fmt::format("--config {}: cannot be used; '{} check' says why", options.config,
                                 options.sluice));
  }
}

void check_only(const Options& options, const Figures& figures) {
  for (const Figure& figure : figures.all()) {
    if (figure.name.find(options.only) != std::string::npos) return;
  }
  throw UsageError(
      fmt::format("--only: found '{}', expected a part of a figure's name, such as bare, harness, "
                  "scoreboard, waves, frames, model or registers",
                  options.only));
}

int bench(const Options& options) {
  check(options);
  Measurements measurements(options);
  if (options.only.empty()) {
    measurements.measure_memory();
    measurements.add_copies();
  }
  measurements.add_model_and_harness();
  check_only(options, measurements.figures());
  measurements.go();
  if (!options.only.empty()) {
    for (const Figure& figure : measurements.figures().all()) {
      if (figure.samples.empty() || figure.name.find(options.only) == std::string::npos) continue;
      fmt::print("{:<24} {:>14.0f} {}\n", figure.name, measurements.figures().value(figure),
                 figure.unit);
    }
    return 0;
  }
  const Figures& figures = measurements.figures();
  std::ofstream file(options.json);
  file << figures.json();
  file.close();
  if (!file) throw UsageError("--json " + options.json + ": cannot be written");
  std::fputs(figures.table().c_str(), stdout);
  std::printf("%s (%s)\n", figures.summary().c_str(), options.json.c_str());
  return 0;
}

}  // namespace
}  // namespace sluice::bench

int main(int argc, char** argv) {
  sluice::bench::Options options;
  CLI::App app("measures speed and memory; exit status 0 whatever the figures are");
  app.add_flag("--quick", options.quick, "some seconds: for trying out, not for figures");
  app.add_option("--json", options.json, "where the figures go")->capture_default_str();
  app.add_option("--only", options.only,
                 "only figures with this in their names, and no JSON: for a profiler");
  app.add_option("--sluice", options.sluice, "the command whose memory is measured")->required();
  app.add_option("--config", options.config, "its configuration")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "sluice_bench: %s; --help lists what is possible\n", error.what());
    return 2;
  }
  try {
    return sluice::bench::bench(options);
  } catch (const sluice::bench::UsageError& error) {
    std::fprintf(stderr, "sluice_bench: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sluice_bench: %s\n", error.what());
    return 3;
  }
}
