// SPDX-License-Identifier: Apache-2.0
// The simulation loop: drive, settle, (skip idle time,) sample, rising edge.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tb/common/error.hpp"
#include "tb/sim/component.hpp"
#include "tb/sim/dut.hpp"

namespace sluice::tb {

/// Limit of a wait: clocks (skipped ones included) or simulated time. While `now` stands still, a
/// clock counts as one period (one nanosecond before the first period is known), so every wait
/// ends.
class Bound {
 public:
  static Bound clocks(std::uint64_t n) { return Bound(n, 0); }
  static Bound ns(std::uint64_t n) { return Bound(0, model::from_ns(n)); }

 private:
  friend class Kernel;
  Bound(std::uint64_t clocks, Ticks time) : clocks_(clocks), time_(time) {}
  std::uint64_t clocks_;  ///< 0: `time_` counts
  Ticks time_;
};

/// Runs one design. Components are called in the order in which they were added; they and the
/// design must outlive the kernel.
class Kernel {
 public:
  explicit Kernel(Dut& dut) : dut_(dut) {}

  void add(Component& component) { components_.push_back(&component); }
  void remove(const Component& component) { std::erase(components_, &component); }

  /// Asserts reset for `clocks` clocks (at least one), at any moment; time starts at 0 again.
  void reset(unsigned clocks = 4);

  /// One clock, or many idle ones at once (see set_skipping).
  void step();

  void run(std::uint64_t steps) {
    for (std::uint64_t i = 0; i < steps; ++i) step();
  }

  /// Steps until `done()`. Error: Timeout, which says `what` was waited for, for how long, and
  /// when.
  template <typename Predicate>
  void run_until(Predicate&& done, Bound bound, const std::string& what) {
    const std::uint64_t cycle = cycle_;
    const Ticks elapsed = elapsed_;
    while (!done()) {
      if (bound.clocks_ != 0 ? cycle_ - cycle >= bound.clocks_
                             : elapsed_ - elapsed >= bound.time_) {
        throw_timeout(what, cycle_ - cycle, elapsed_ - elapsed);
      }
      step();
    }
  }

  /// Idle skipping (on by default): while the design is idle and no component is busy, `now`
  /// advances in one clock by the largest whole number of periods that stays before the earliest of
  /// the components' next actions and the design's deadline. With all of these kNever nothing is
  /// skipped.
  void set_skipping(bool on) { skipping_ = on; }

  /// Calls `ring` once, at the beginning of the first step() with steps() at or above `at`; one
  /// alarm at a time. It may set the next one, open waves, add or remove components.
  void set_alarm(std::uint64_t at, std::function<void()> ring);

  /// Where sample() of a component threw: ends that clock, so that step() may be called again. The
  /// components behind it have not sampled. Else does nothing.
  void finish_clock();

  /// FST waves from here on. Their time is `now` in ps as long as `now` moves; while it stands
  /// still (before time is enabled) or starts again (reset) they run on by one period a clock. With
  /// `from_time_start`, nothing is written until `now` moves, so that both agree from the first
  /// clock on.
  void open_waves(const std::filesystem::path& file, bool from_time_start = false);
  void close_waves();
  /// Latest time in the waves; behind an exception from sample(), that of the clock's settled pins.
  std::uint64_t wave_time_ps() const { return last_wave_ps_; }

  Moment moment() const { return {dut_.pins().now, cycle_}; }
  /// Clocks since the start, those that were skipped included.
  std::uint64_t cycle() const { return cycle_; }
  /// Those of them that were skipped.
  std::uint64_t skipped() const { return skipped_; }
  /// Those that were not: clocks evaluated.
  std::uint64_t steps() const { return cycle_ - skipped_; }
  /// Advance of `now` in the latest clock that skipped nothing; 0 while time stands still.
  Ticks period() const { return period_; }
  Dut& dut() { return dut_; }

 private:
  Ticks idle_advance() const;
  void ring();
  void end_clock();
  void advance_time(Ticks before, Ticks skip);
  void dump(Ticks offset);
  [[noreturn]] void throw_timeout(const std::string& what, std::uint64_t clocks, Ticks time) const;

  static constexpr std::uint64_t kNoAlarm = ~std::uint64_t{0};

  Dut& dut_;
  std::vector<Component*> components_;
  std::uint64_t cycle_ = 0;
  std::uint64_t skipped_ = 0;
  Ticks period_ = 0;
  Ticks elapsed_ = 0;  ///< time that never stands still nor goes back
  Ticks wave_origin_ = 0;
  std::uint64_t last_wave_ps_ = 0;
  std::uint64_t alarm_ = kNoAlarm;  ///< in steps
  std::function<void()> ring_;
  bool sampling_ = false;
  bool skipping_ = true;
  bool waves_ = false;
  bool waves_wait_ = false;
};

}  // namespace sluice::tb
