// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/convert.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/planted_dut.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/app/summary.hpp"
#include "tb/capture/writer.hpp"
#include "tb/scoreboard/mismatch.hpp"

namespace sluice::app {
namespace {

constexpr unsigned kShortestFrame = 60;  // what Ethernet sends, without FCS

/// Bits a second that this bus carries in the worst case: a frame one byte longer than whole beats.
double worst_case_bps(unsigned width, std::uint64_t clock, unsigned overhead) {
  const unsigned bytes = width / 8;
  const auto rate = [&](unsigned length) {
    const unsigned beats = (length + bytes - 1) / bytes;
    return (length + overhead) * 8.0 * static_cast<double>(clock) / beats;
  };
  double worst = rate(kShortestFrame);
  for (unsigned length = bytes + 1; length <= driver::kMaxFrame; length += bytes) {
    if (length >= kShortestFrame) worst = std::min(worst, rate(length));
  }
  return worst;
}

void check_speed(const RunOptions& options, std::uint64_t speed, unsigned overhead) {
  const std::uint64_t most = options.width * options.clock;
  if (speed > most) {
    throw UsageError(
        fmt::format("the port speed is {}, but {} bits at {} carry at most {}: expected a lower "
                    "--speed, or a higher "
                    "--clock or --width",
                    speed_text(speed), options.width, clock_text(options.clock), speed_text(most)));
  }
  const double worst = worst_case_bps(options.width, options.clock, overhead);
  if (static_cast<double>(speed) > worst) {
    fmt::print(stderr,
               "warning: {} bits at {} carry {:.0f} Gb/s in the worst case (frames a byte longer "
               "than whole "
               "beats), less than the port speed of {}\n",
               options.width, clock_text(options.clock), worst / 1e9, speed_text(speed));
  }
}

/// Waves from one cycle to another.
class WaveWindow : public tb::Component {
 public:
  WaveWindow(tb::Kernel& kernel, std::filesystem::path file,
             std::pair<std::uint64_t, std::uint64_t> cycles)
      : kernel_(kernel), file_(std::move(file)), cycles_(cycles) {}

  void drive(const tb::Moment& at, tb::Pins& /*pins*/) override {
    if (!open_ && !closed_ && at.cycle >= cycles_.first && at.cycle <= cycles_.second) {
      kernel_.open_waves(file_);
      open_ = true;
    } else if (open_ && at.cycle > cycles_.second) {
      kernel_.close_waves();
      open_ = false;
      closed_ = true;
    }
  }
  void sample(const tb::Moment& /*at*/, const tb::Pins& /*pins*/) override {}

 private:
  tb::Kernel& kernel_;
  std::filesystem::path file_;
  std::pair<std::uint64_t, std::uint64_t> cycles_;
  bool open_ = false;
  bool closed_ = false;
};

/// A line on a terminal that tells how far a run has come.
class Progress {
 public:
  Progress() : on_(isatty(fileno(stderr)) != 0) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(std::uint64_t frames, const tb::Moment& at) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    shown_ = true;
    fmt::print(stderr, "\r{} frames in, {:.3f} ms simulated, cycle {} ", frames,
               static_cast<double>(model::to_ns(at.now)) / 1e6, at.cycle);
  }
  void clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    shown_ = false;
  }

 private:
  bool on_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// Cycles of waves before and after the clock of a difference.
constexpr std::uint64_t kWavesBefore = 2000;
constexpr std::uint64_t kWavesAfter = 200;

void report_difference(const RunOptions& options, const tb::Difference& difference) {
  const std::uint64_t first = difference.cycle > kWavesBefore ? difference.cycle - kWavesBefore : 0;
  fmt::print(stderr,
             "difference at {}\n"
             "  packet        {}\n"
             "  field         {}\n"
             "  golden model  {}\n"
             "  RTL           {}\n"
             "  time          {} ns, cycle {}\n",
             difference.event,
             difference.packet != 0 ? fmt::format("{}", difference.packet) : "not known",
             difference.field, difference.expected, difference.found, difference.time_ns,
             difference.cycle);
  if (!difference.context.empty()) fmt::print(stderr, "  {}\n", difference.context);
  fmt::print(stderr,
             "to repeat it with waves around that cycle:\n  {} --waves difference.fst "
             "--waves-cycles {}:{}\n",
             options.command_line, first, difference.cycle + kWavesAfter);
}

}  // namespace

int run(const RunOptions& options) {
  const driver::Caps caps = probe(options.width);
  Configuration configuration =
      load_configuration(options.config, caps, driver::Period::of_hz(options.clock), options.speed);
  const std::uint64_t speed = configuration.speed_bps();
  const unsigned overhead = configuration.board.ports.front().overhead;
  check_speed(options, speed, overhead);

  OutputFiles files(options.capture, options.out, options.waves);
  Arrivals arrivals(options.capture, arrival_options(configuration, options.pace, options.insert));
  std::optional<tb::CaptureWriter> writer;
  if (!options.out.empty()) writer.emplace(options.out);

  tb::BenchOptions bench_options;
  bench_options.source.seed = options.seed;
  bench_options.registers.seed = options.seed + 1;
  bench_options.sink = {.pattern = options.back_pressure,
                        .percent = options.back_pressure_percent,
                        .seed = options.seed,
                        .speed_bps = speed,
                        .overhead = overhead};
  bench_options.scoreboard.k = caps.k;
  auto design = tb::make_dut(options.width);
  if (options.plant_difference != 0) {
    design = plant_difference(std::move(design), options.plant_difference);
  }
  SimulatedBoard board(std::move(design), options.clock, bench_options);
  tb::Bench& bench = board.bench();
  bench.kernel.set_skipping(options.skip_idle);
  std::optional<WaveWindow> window;
  if (!options.waves.empty()) {
    if (options.waves_cycles) {
      window.emplace(bench.kernel, options.waves, *options.waves_cycles);
      bench.kernel.add(*window);
    } else {
      bench.kernel.open_waves(options.waves, true);
    }
  }

  Summary summary;
  Progress progress;
  const auto wall_start = std::chrono::steady_clock::now();
  std::uint64_t first_cycle = 0, first_skipped = 0;
  std::string state;
  std::optional<tb::Difference> difference;
  try {
    board.apply(configuration.board);
    Arrivals::Frame arrival;
    bench.source.set_supply([&](tb::SourceFrame& frame) {
      std::swap(arrival.bytes, frame.bytes);
      if (!arrivals.next(arrival)) return false;
      std::swap(frame.bytes, arrival.bytes);
      frame.packet = arrival.packet;
      // 0 would mean at once; the capture begins when time does.
      frame.time = std::max<model::Ticks>(arrival.time, 1);
      frame.bad = false;
      progress.show(bench.source.frames(), bench.kernel.moment());
      return true;
    });
    bench.sink.on_frame([&](const tb::SinkFrame& frame) {
      if (writer) {
        writer->write(
            arrivals.epoch_ns() + static_cast<std::int64_t>(model::to_ns(frame.last_beat)),
            frame.bytes);
      }
    });
    first_cycle = bench.kernel.cycle();
    first_skipped = bench.kernel.skipped();
    board.device().start_time();
    bench.drain();
    summary.simulated_ns = static_cast<double>(bench.kernel.moment().now) / 4294967296.0;
    summary.skipped_cycles = bench.kernel.skipped() - first_skipped;
    summary.cycles = bench.kernel.cycle() - first_cycle - summary.skipped_cycles;
    summary.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
    bench.scoreboard.finish(bench.kernel.moment());
    board.compare_counters();
    summary.counters = board.device().read_total();
    state =
        state_screen(configuration.candidate.tree(), board.device().read_state(), summary.counters);
  } catch (const tb::Mismatch& mismatch) {
    difference = mismatch.difference();
    summary.difference = mismatch.what();
    summary.counters = to_driver(bench.scoreboard.model().counters());
  }
  progress.clear();
  if (!options.waves.empty()) bench.kernel.close_waves();
  if (writer) writer->close();

  summary.inserted = arrivals.inserted();
  summary.cut = arrivals.notes().cut;
  summary.backwards = arrivals.notes().backwards;
  summary.speed = speed_text(speed);
  summary.clock = clock_text(options.clock);
  summary.width = options.width;
  summary.compared_frames = bench.scoreboard.frames();
  summary.compared_counters = bench.scoreboard.counters_compared();
  if (difference) report_difference(options, *difference);
  if (options.json) {
    print(summary_json(summary, state) + "\n");
  } else {
    if (!difference) print(state + "\n" + summary_text(summary));
    print(verdict_text(summary) + "\n");
  }
  if (arrivals.fault()) fmt::print(stderr, "sluice: {}\n", *arrivals.fault());
  if (difference) return kDiffers;
  return arrivals.fault() ? kBadInput : kOk;
}

}  // namespace sluice::app
