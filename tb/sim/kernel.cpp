// SPDX-License-Identifier: Apache-2.0
#include "tb/sim/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sluice::tb {
namespace {

constexpr Ticks kDefaultPeriod = Ticks{1} << 32;  // 1 ns, while the design's own is not known

std::uint64_t to_ps(Ticks t) { return static_cast<std::uint64_t>((t * 1000) >> 32); }

}  // namespace

void Kernel::reset(unsigned clocks) {
  Pins& pins = dut_.pins();
  pins.rst_n = false;
  sampling_ = false;
  for (Component* c : components_) c->reset();
  for (unsigned i = 0; i < std::max(clocks, 1U); ++i) {
    pins.time_skip = 0;
    const Moment at = moment();
    for (Component* c : components_) c->drive(at, pins);
    const Ticks before = pins.now;
    dut_.settle();
    dump(0);
    for (Component* c : components_) c->sample(at, pins);
    dut_.rise();
    ++cycle_;
    advance_time(std::min(before, pins.now), 0);
  }
  pins.rst_n = true;
  period_ = 0;
}

Ticks Kernel::idle_advance() const {
  const Pins& pins = dut_.pins();
  if (!pins.idle || period_ == 0) return 0;
  Ticks until = pins.deadline_valid ? pins.deadline : kNever;
  const Moment at = moment();
  for (const Component* c : components_) until = std::min(until, c->next_action(at));
  if (until == kNever || until <= at.now) return 0;
  // The last edge before `until` is the largest now + k * period below it.
  const Ticks periods = (until - at.now - 1) / period_;
  return periods > 1 ? periods * period_ : 0;
}

void Kernel::advance_time(Ticks before, Ticks skip) {
  const Ticks moved = dut_.pins().now - before;
  if (skip == 0) {
    elapsed_ += moved != 0 ? moved : (period_ != 0 ? period_ : kDefaultPeriod);
    period_ = moved;
    return;
  }
  if (moved != skip) {
    throw Error(fmt::format(
        "idle time was skipped by {} periods at cycle {}, but now_o moved by {} ps, expected {} ps",
        static_cast<std::uint64_t>(skip / period_), cycle_, to_ps(moved), to_ps(skip)));
  }
  const auto extra = static_cast<std::uint64_t>(skip / period_) - 1;
  skipped_ += extra;
  cycle_ += extra;
  elapsed_ += moved;
}

void Kernel::set_alarm(std::uint64_t at, std::function<void()> ring) {
  alarm_ = at;
  ring_ = std::move(ring);
}

void Kernel::ring() {
  alarm_ = kNoAlarm;
  const std::function<void()> now = std::exchange(ring_, nullptr);
  now();
}

void Kernel::step() {
  if (steps() >= alarm_) ring();
  Pins& pins = dut_.pins();
  const Moment at = moment();
  for (Component* c : components_) c->drive(at, pins);
  pins.time_skip = 0;
  dut_.settle();
  if (skipping_) {
    if (const Ticks skip = idle_advance(); skip != 0) {
      pins.time_skip = skip;
      dut_.settle();
    }
  }
  if (waves_) dump((period_ != 0 ? period_ : kDefaultPeriod) / 2);
  sampling_ = true;
  for (Component* c : components_) c->sample(at, pins);
  end_clock();
}

void Kernel::finish_clock() {
  if (sampling_) end_clock();
}

void Kernel::end_clock() {
  sampling_ = false;
  const Pins& pins = dut_.pins();
  const Ticks before = pins.now;
  const Ticks skip = pins.time_skip;
  dut_.rise();
  ++cycle_;
  advance_time(before, skip);
  if (waves_) dump(0);
}

void Kernel::open_waves(const std::filesystem::path& file, bool from_time_start) {
  dut_.open_waves(file);
  waves_ = true;
  waves_wait_ = from_time_start;
  wave_origin_ = elapsed_ - dut_.pins().now;
  last_wave_ps_ = 0;
}

void Kernel::close_waves() {
  if (waves_) dut_.close_waves();
  waves_ = false;
}

void Kernel::dump(Ticks offset) {
  if (!waves_) return;
  if (waves_wait_) {
    if (dut_.pins().now == 0) return;
    waves_wait_ = false;
    wave_origin_ = elapsed_ - dut_.pins().now;
  }
  const std::uint64_t ps = to_ps(elapsed_ - wave_origin_ + offset);
  if (ps <= last_wave_ps_ && last_wave_ps_ != 0) return;
  last_wave_ps_ = ps;
  dut_.dump_waves(ps);
}

void Kernel::throw_timeout(const std::string& what, std::uint64_t clocks, Ticks time) const {
  throw Timeout(
      fmt::format("waited for {} for {} clocks ({} ns) without success, at {} ns, cycle {}", what,
                  clocks, model::to_ns(time), model::to_ns(dut_.pins().now), cycle_));
}

}  // namespace sluice::tb
