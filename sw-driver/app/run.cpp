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
#include "sw-driver/app/bus_speed.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/convert.hpp"
#include "sw-driver/app/instruments.hpp"
#include "sw-driver/app/interrupt.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/planted_dut.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/app/summary.hpp"
#include "tb/scoreboard/mismatch.hpp"

namespace sluice::app {
namespace {

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
      Arrivals& arrivals, tb::FrameObserver* out)
      : options_(options),
        configuration_(configuration),
        arrivals_(arrivals),
        board_(design(options), options.clock,
               bench_options(options, caps, configuration.speed_bps(),
                             configuration.board.ports.front().overhead)) {
    bench().kernel.set_skipping(options.skip_idle);
    bench().scoreboard.set_observer(out);
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
    } catch (const tb::CaptureError&) {
      throw;
    } catch (const tb::Error& error) {
      difference = fault_of(error, bench().kernel.moment());
    } catch (const driver::Error& error) {
      difference = fault_of(error, bench().kernel.moment());
    }
    progress_.clear();
    close_waves();
    measure(summary);
    if (difference) {
      // Clocks before time began do not count in what is reported.
      difference->cycle = cycle_at(bench().kernel, bench().kernel.moment().now);
      summary.difference = tb::Mismatch(*difference).what();
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
      say(fmt::format("note: the run ended at cycle {}, before --waves-cycles {}: no waves",
                      cycle_at(bench().kernel, bench().kernel.moment().now),
                      options_.waves_cycles->first));
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
  }

  void simulate(Summary& summary) {
    const tb::Kernel& kernel = bench().kernel;
    board_.apply(configuration_.board);
    connect();
    wall_start_ = std::chrono::steady_clock::now();
    first_cycle_ = kernel.cycle();
    first_skipped_ = kernel.skipped();
    board_.device().start_time();
    bench().drain(patience());
    measure(summary);
  }

  /// Clocks without a frame in or out that are no hang: some times what the longest frame takes.
  std::uint64_t patience() const {
    const double frame_bits = (driver::kMaxFrame + 64) * 8.0;
    const double clocks = frame_bits / static_cast<double>(configuration_.speed_bps()) *
                          static_cast<double>(options_.clock);
    return 1'000'000 + static_cast<std::uint64_t>(10 * clocks);
  }

  /// Times and cycles since time began; the end of the traffic counts, not what is read back after
  /// it.
  void measure(Summary& summary) {
    if (summary.cycles != 0) return;
    const tb::Kernel& kernel = bench().kernel;
    summary.simulated_ns = static_cast<double>(kernel.moment().now) / 4294967296.0;
    summary.skipped_cycles = kernel.skipped() - first_skipped_;
    summary.cycles = kernel.cycle() - first_cycle_ - summary.skipped_cycles;
    summary.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start_).count();
  }

  const RunOptions& options_;
  const Configuration& configuration_;
  Arrivals& arrivals_;
  SimulatedBoard board_;
  std::optional<WaveWindow> window_;
  Progress progress_;
  Arrivals::Frame arrival_;
  std::chrono::steady_clock::time_point wall_start_ = std::chrono::steady_clock::now();
  std::uint64_t first_cycle_ = 0, first_skipped_ = 0;
};

}  // namespace

int run(const RunOptions& options) {
  const driver::Caps caps = probe(options.width);
  const Configuration configuration =
      load_configuration(options.config, caps, driver::Period::of_hz(options.clock), options.speed);
  check_speed(options.width, options.clock, configuration.speed_bps(),
              configuration.board.ports.front().overhead);
  check_outputs({options.capture, options.config}, options.out, options.waves);
  Arrivals arrivals(options.capture, arrival_options(configuration, options.pace, options.insert));
  const auto out = open_out(options, configuration, arrivals.epoch_ns());

  Summary summary;
  std::string state;
  Run simulation(options, configuration, caps, arrivals, out.get());
  const std::optional<tb::Difference> difference = simulation.go(summary, state);
  if (out) out->close();

  add_arrivals(summary, arrivals);
  summary.speed = speed_text(configuration.speed_bps());
  summary.clock = clock_text(options.clock);
  summary.width = options.width;
  if (difference) report(*difference, options);
  if (!difference && options.plant_difference > summary.counters.tx_frames) {
    say(fmt::format("note: --plant-difference {}: only {} frames left, nothing was changed",
                    options.plant_difference, summary.counters.tx_frames));
  }
  if (options.json) {
    print(summary_json(summary, state) + "\n");
  } else {
    if (!difference) print(state + "\n" + summary_text(summary));
    print(verdict_text(summary) + "\n");
  }
  if (arrivals.fault()) say("sluice: " + *arrivals.fault());
  if (difference) return kDiffers;
  if (caught_signal() != 0) return kSignal + caught_signal();
  return arrivals.fault() ? kBadInput : kOk;
}

}  // namespace sluice::app
