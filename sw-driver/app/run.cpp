// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sw-driver/app/abort_guard.hpp"
#include "sw-driver/app/arrivals.hpp"
#include "sw-driver/app/break_point.hpp"
#include "sw-driver/app/bus_speed.hpp"
#include "sw-driver/app/configuration.hpp"
#include "sw-driver/app/convert.hpp"
#include "sw-driver/app/failure.hpp"
#include "sw-driver/app/instruments.hpp"
#include "sw-driver/app/interrupt.hpp"
#include "sw-driver/app/options.hpp"
#include "sw-driver/app/output.hpp"
#include "sw-driver/app/planted_dut.hpp"
#include "sw-driver/app/report.hpp"
#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/app/summary.hpp"
#include "tb/scoreboard/mismatch.hpp"
#include "tb/snapshot/rewind.hpp"
#include "tb/waves/fst_file.hpp"

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
  bench.scoreboard.red = caps.red_clocks;
  bench.scoreboard.buffer_bytes = caps.buffer_bytes;
  return bench;
}

std::unique_ptr<tb::Dut> design(const RunOptions& options) {
  auto dut = tb::make_dut(options.width);
  if (options.plant_difference == 0) return dut;
  return plant_difference(std::move(dut), options.plant_difference);
}

/// How a run ended: as it should where it has neither a difference nor a place where it stopped.
struct Ending {
  std::optional<tb::Difference> difference;
  std::optional<std::string> stopped;  ///< by --break-at: where
  std::string state;                   ///< what was seen there
  std::uint64_t cycle = 0;             ///< since time began
  std::optional<FailureWaves> waves;
  std::optional<std::string> waves_problem;  ///< why those of --waves are not there
  std::string no_copies;  ///< why a difference, had there been one, would have no or late waves
};

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
                             configuration.board.ports.front().overhead)),
        rewind_(bench().kernel, {.every = options.waves.empty() ? options.snapshot_every : 0,
                                 .context = options.waves_context}) {
    bench().kernel.set_skipping(options.skip_idle);
    bench().scoreboard.set_observer(out);
    if (options.break_at) {
      break_point_.emplace(*options.break_at, bench().kernel, bench().scoreboard);
      bench().kernel.add(*break_point_);
    }
    open_waves();
  }

  /// Of the traffic, what is read back after it apart.
  model::Ticks end() const { return end_; }

  /// What the user caused is thrown: CaptureError, UsageError.
  Ending go(Summary& summary, std::string& state) {
    Ending ending = simulate_to_end(summary, state);
    if (rewind_.repeating()) end_repetition(ending);
    progress_.clear();
    close_waves();
    measure(summary);
    ending.cycle = cycle_at(bench().kernel, bench().kernel.moment().now);
    ending.no_copies = rewind_.problem();
    ending.waves_problem = waves_problem_;
    if (ending.difference || ending.stopped) {
      const std::string words = words_of(ending);
      // Clocks before time began do not count in what is reported.
      if (ending.difference) ending.difference->cycle = ending.cycle;
      make_waves(ending, words);
      summary.counters = to_driver(bench().scoreboard.model().counters());
    }
    if (ending.difference) summary.difference = words_of(ending);
    summary.stopped = ending.stopped;
    if (ending.waves && ending.waves->repetition.waves) summary.waves = ending.waves->file.string();
    summary.compared_frames = bench().scoreboard.frames();
    summary.compared_counters = bench().scoreboard.counters_compared();
    return ending;
  }

 private:
  tb::Bench& bench() { return board_.bench(); }

  /// In a copy, too: it comes back here as the run that it was copied from does.
  Ending simulate_to_end(Summary& summary, std::string& state) {
    Ending ending;
    try {
      simulate(summary);
      bench().scoreboard.finish(bench().kernel.moment());
      board_.compare_counters();
      board_.compare_interrupts();
      summary.counters = board_.device().read_total();
      state = state_screen(configuration_.candidate.tree(), board_.device().read_state(),
                           summary.counters);
    } catch (const BreakReached& reached) {
      ending.stopped = reached.what();
      ending.state = break_point_->state();
    } catch (const tb::Mismatch& mismatch) {
      ending.difference = mismatch.difference();
    } catch (const tb::CaptureError& error) {
      if (rewind_.repeating()) rewind_.failed(error.what());
      throw;
    } catch (const tb::Error& error) {
      ending.difference = fault_of(error, bench().kernel.moment());
    } catch (const driver::Error& error) {
      ending.difference = fault_of(error, bench().kernel.moment());
    } catch (const std::exception& error) {
      if (rewind_.repeating()) rewind_.failed(error.what());
      throw;
    }
    return ending;
  }

  /// What original and copy must agree upon to the letter.
  static std::string words_of(const Ending& ending) {
    if (ending.stopped) return *ending.stopped;
    return ending.difference ? tb::Mismatch(*ending.difference).what() : "no difference";
  }

  [[noreturn]] void end_repetition(const Ending& ending) {
    tb::Kernel& kernel = bench().kernel;
    kernel.remove(bench().watch);
    kernel.remove(bench().scoreboard);
    if (break_point_) kernel.remove(*break_point_);
    rewind_.found(words_of(ending));
  }

  /// `words`: what the repetition must say, too.
  void make_waves(Ending& ending, const std::string& words) {
    if (!options_.waves.empty() || options_.snapshot_every == 0) return;
    FailureWaves& waves = ending.waves.emplace();
    waves.file = failure_waves(options_);
    waves.repetition = rewind_.repeat(words, waves.file);
    const auto period = static_cast<std::uint64_t>((bench().kernel.period() * 1000) >> 32);
    add_save_file(waves, ending.difference ? title_of(*ending.difference) : title_of_break(words),
                  std::max<std::uint64_t>(period, 1));
  }

  void open_waves() {
    if (options_.waves.empty()) return;
    if (options_.waves_cycles) {
      window_.emplace(bench().kernel, options_.waves, *options_.waves_cycles);
      bench().kernel.add(*window_);
    } else {
      guard_.emplace(options_.waves);
      bench().kernel.open_waves(options_.waves, true);
    }
  }

  void close_waves() {
    if (options_.waves.empty()) return;
    bench().kernel.close_waves();
    guard_.reset();
    if (!window_ || window_->opened()) {
      // The writer does not tell what the system refused at its end.
      try {
        tb::check_fst(options_.waves);
      } catch (const tb::Error& error) {
        std::error_code ignored;
        std::filesystem::remove(options_.waves, ignored);
        waves_problem_ = fmt::format("--waves: cannot be written: {}", error.what());
      }
    } else {
      say(fmt::format("note: the run ended at cycle {}, before --waves-cycles {}: no waves",
                      cycle_at(bench().kernel, bench().kernel.moment().now),
                      options_.waves_cycles->first));
    }
  }

  void connect() {
    const tb::FrameSupply from_capture = [this](tb::SourceFrame& frame) {
      std::swap(arrival_.bytes, frame.bytes);
      if (!arrivals_.next(arrival_)) return false;
      std::swap(frame.bytes, arrival_.bytes);
      frame.packet = arrival_.packet;
      // 0 would mean at once; the capture begins when time does.
      frame.time = std::max<model::Ticks>(arrival_.time, 1);
      frame.bad = false;
      progress_.show(bench().source.frames(), bench().kernel.moment());
      return true;
    };
    bench().source.set_supply(
        [this, from_capture](tb::SourceFrame& frame) { return rewind_.next(from_capture, frame); });
  }

  void simulate(Summary& summary) {
    const tb::Kernel& kernel = bench().kernel;
    rewind_.begin([this] { bench().scoreboard.set_observer(nullptr); });
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
    end_ = kernel.moment().now;
    summary.simulated_ns = static_cast<double>(end_) / 4294967296.0;
    summary.skipped_cycles = kernel.skipped() - first_skipped_;
    summary.cycles = kernel.cycle() - first_cycle_ - summary.skipped_cycles;
    summary.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start_).count();
  }

  const RunOptions& options_;
  const Configuration& configuration_;
  Arrivals& arrivals_;
  // These live longer than the board, which closes waves that are open.
  std::optional<AbortGuard> guard_;
  std::optional<WaveWindow> window_;
  std::optional<std::string> waves_problem_;
  SimulatedBoard board_;
  tb::Rewind rewind_;
  std::optional<BreakPoint> break_point_;
  Progress progress_;
  Arrivals::Frame arrival_;
  std::chrono::steady_clock::time_point wall_start_ = std::chrono::steady_clock::now();
  model::Ticks end_ = 0;
  std::uint64_t first_cycle_ = 0, first_skipped_ = 0;
};

/// They are what the user asked for.
bool no_waves_of_break(const Ending& ending) {
  return ending.stopped && ending.waves &&
         (!ending.waves->repetition.waves || ending.waves->save_problem);
}

void tell(const Ending& ending, const RunOptions& options, const Summary& summary) {
  if (ending.difference) {
    report(*ending.difference, options, ending.waves);
    return;
  }
  if (ending.stopped) {
    report_break(ending.cycle, options, ending.waves);
  } else if (options.break_at) {
    say("note: --break-at was not reached, the run went to its end");
  }
  if (!ending.stopped && !ending.no_copies.empty()) say("note: " + ending.no_copies);
  if (options.plant_difference > summary.counters.tx_frames) {
    say(fmt::format("note: --plant-difference {}: only {} frames left, nothing was changed",
                    options.plant_difference, summary.counters.tx_frames));
  }
}

}  // namespace

int run(const RunOptions& options) {
  const driver::Caps caps = probe(options.width);
  const Configuration configuration =
      load_configuration(options.config, caps, driver::Period::of_hz(options.clock), options.speed);
  check_speed(options.width, options.clock, configuration.speed_bps(),
              configuration.board.ports.front().overhead);
  check_outputs(input_files(options), output_files(options));
  Arrivals arrivals = open_arrivals(options, configuration);
  const auto out = open_out(options, configuration, arrivals.epoch_ns());

  Summary summary;
  std::string state;
  const auto report = open_report(options);
  tb::FrameObservers observers;
  observers.add(out.get());
  if (report) observers.add(&report->collector());
  Run simulation(options, configuration, caps, arrivals, observers.empty() ? nullptr : &observers);
  const Ending ending = simulation.go(summary, state);
  if (out) out->close();

  add_arrivals(summary, arrivals);
  summary.speed = speed_text(configuration.speed_bps());
  summary.clock = clock_text(options.clock);
  summary.width = options.width;
  tell(ending, options, summary);
  if (options.json) {
    print(summary_json(summary, state) + "\n");
  } else {
    if (ending.stopped) print("stopped at " + *ending.stopped + "\n" + ending.state);
    if (!ending.difference && !ending.stopped) print(state + "\n" + summary_text(summary));
    print(verdict_text(summary) + "\n");
  }
  if (report) report->write(options, summary, simulation.end());
  if (arrivals.fault()) say("sluice: " + *arrivals.fault());
  if (ending.waves_problem) say("sluice: " + *ending.waves_problem);
  if (ending.difference) return kDiffers;
  if (ending.waves_problem || no_waves_of_break(ending)) return kBadInput;
  if (caught_signal() != 0) return kSignal + caught_signal();
  return arrivals.fault() ? kBadInput : kOk;
}

}  // namespace sluice::app
