// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/convert.hpp"
#include "sw-driver/app/instruments.hpp"
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

tb::BenchOptions bench_options(const RunOptions& options, const driver::Caps& caps,
                               std::uint64_t speed, unsigned overhead) {
  tb::BenchOptions bench;
  bench.source.seed = options.seed;
  bench.registers.seed = options.seed + 1;
  bench.sink = {.pattern = options.back_pressure,
                .percent = options.back_pressure_percent,
                .seed = options.seed,
                .speed_bps = speed,
                .overhead = overhead};
  bench.scoreboard.k = caps.k;
  return bench;
}

std::unique_ptr<tb::Dut> design(const RunOptions& options) {
  auto dut = tb::make_dut(options.width);
  if (options.plant_difference == 0) return dut;
  return plant_difference(std::move(dut), options.plant_difference);
}

/// One run, from a reset board to compared counters.
class Run {
 public:
  Run(const RunOptions& options, const Configuration& configuration, const driver::Caps& caps,
      Arrivals& arrivals, tb::CaptureWriter* writer)
      : options_(options),
        configuration_(configuration),
        arrivals_(arrivals),
        writer_(writer),
        board_(design(options), options.clock,
               bench_options(options, caps, configuration.speed_bps(),
                             configuration.board.ports.front().overhead)) {
    bench().kernel.set_skipping(options.skip_idle);
    open_waves();
  }

  /// Answers the first difference, if any. What the user caused is thrown: CaptureError,
  /// UsageError.
  std::optional<tb::Difference> go(Summary& summary, std::string& state) {
    std::optional<tb::Difference> difference;
    try {
      simulate(summary);
      bench().scoreboard.finish(bench().kernel.moment());
      board_.compare_counters();
      board_.compare_interrupts();
      summary.counters = board_.device().read_total();
      state = state_screen(configuration_.candidate.tree(), board_.device().read_state(),
                           summary.counters);
    } catch (const tb::Mismatch& mismatch) {
      difference = mismatch.difference();
      summary.difference = mismatch.what();
    } catch (const tb::CaptureError&) {
      throw;
    } catch (const tb::Error& error) {
      difference = fault_of(error, bench().kernel.moment());
    } catch (const driver::Error& error) {
      difference = fault_of(error, bench().kernel.moment());
    }
    progress_.clear();
    close_waves();
    if (difference) {
      if (!summary.difference) summary.difference = difference->found;
      summary.counters = to_driver(bench().scoreboard.model().counters());
    }
    summary.compared_frames = bench().scoreboard.frames();
    summary.compared_counters = bench().scoreboard.counters_compared();
    return difference;
  }

 private:
  tb::Bench& bench() { return board_.bench(); }

  void open_waves() {
    if (options_.waves.empty()) return;
    if (options_.waves_cycles) {
      window_.emplace(bench().kernel, options_.waves, *options_.waves_cycles);
      bench().kernel.add(*window_);
    } else {
      bench().kernel.open_waves(options_.waves, true);
    }
  }

  void close_waves() {
    if (options_.waves.empty()) return;
    bench().kernel.close_waves();
    if (window_ && !window_->opened()) {
      fmt::print(stderr, "note: the run ended at cycle {}, before --waves-cycles {}: no waves\n",
                 bench().kernel.cycle(), options_.waves_cycles->first);
    }
  }

  void connect() {
    bench().source.set_supply([this](tb::SourceFrame& frame) {
      std::swap(arrival_.bytes, frame.bytes);
      if (!arrivals_.next(arrival_)) return false;
      std::swap(frame.bytes, arrival_.bytes);
      frame.packet = arrival_.packet;
      // 0 would mean at once; the capture begins when time does.
      frame.time = std::max<model::Ticks>(arrival_.time, 1);
      frame.bad = false;
      progress_.show(bench().source.frames(), bench().kernel.moment());
      return true;
    });
    bench().sink.on_frame([this](const tb::SinkFrame& frame) {
      if (writer_ == nullptr) return;
      const auto left = static_cast<std::int64_t>(model::to_ns(frame.last_beat));
      writer_->write(arrivals_.epoch_ns() + left, frame.bytes);
    });
  }

  void simulate(Summary& summary) {
    tb::Kernel& kernel = bench().kernel;
    board_.apply(configuration_.board);
    connect();
    const auto wall_start = std::chrono::steady_clock::now();
    const std::uint64_t first_cycle = kernel.cycle();
    const std::uint64_t first_skipped = kernel.skipped();
    board_.device().start_time();
    bench().drain();
    summary.simulated_ns = static_cast<double>(kernel.moment().now) / 4294967296.0;
    summary.skipped_cycles = kernel.skipped() - first_skipped;
    summary.cycles = kernel.cycle() - first_cycle - summary.skipped_cycles;
    summary.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  }

  const RunOptions& options_;
  const Configuration& configuration_;
  Arrivals& arrivals_;
  tb::CaptureWriter* writer_;
  SimulatedBoard board_;
  std::optional<WaveWindow> window_;
  Progress progress_;
  Arrivals::Frame arrival_;
};

}  // namespace

int run(const RunOptions& options) {
  const driver::Caps caps = probe(options.width);
  const Configuration configuration =
      load_configuration(options.config, caps, driver::Period::of_hz(options.clock), options.speed);
  check_speed(options, configuration.speed_bps(), configuration.board.ports.front().overhead);

  const OutputFiles files(options.capture, options.out, options.waves);
  Arrivals arrivals(options.capture, arrival_options(configuration, options.pace, options.insert));
  std::optional<tb::CaptureWriter> writer;
  if (!options.out.empty()) writer.emplace(options.out);

  Summary summary;
  std::string state;
  Run simulation(options, configuration, caps, arrivals, writer ? &*writer : nullptr);
  const std::optional<tb::Difference> difference = simulation.go(summary, state);
  if (writer) writer->close();

  summary.inserted = arrivals.inserted();
  summary.cut = arrivals.notes().cut;
  summary.backwards = arrivals.notes().backwards;
  summary.speed = speed_text(configuration.speed_bps());
  summary.clock = clock_text(options.clock);
  summary.width = options.width;
  if (difference) report(*difference, options.command_line);
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
