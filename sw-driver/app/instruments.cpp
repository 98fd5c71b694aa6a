// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/instruments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace sluice::app {
namespace {

/// Cycles of waves before and after the clock of a difference.
constexpr std::uint64_t kWavesBefore = 2000;
constexpr std::uint64_t kWavesAfter = 200;

}  // namespace

void WaveWindow::drive(const tb::Moment& at, tb::Pins& /*pins*/) {
  if (state_ == State::kBefore && at.cycle >= cycles_.first && at.cycle <= cycles_.second) {
    kernel_.open_waves(file_);
    state_ = State::kOpen;
  } else if (state_ == State::kOpen && at.cycle > cycles_.second) {
    kernel_.close_waves();
    state_ = State::kAfter;
  }
}

tb::Ticks WaveWindow::next_action(const tb::Moment& at) const {
  if (state_ == State::kOpen) return at.now;
  if (state_ == State::kAfter || at.cycle >= cycles_.first) return tb::kNever;
  return at.now + (cycles_.first - at.cycle) * kernel_.period();
}

Progress::Progress() : on_(isatty(fileno(stderr)) != 0) {}

void Progress::show(std::uint64_t frames, const tb::Moment& at) {
  if (!on_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  shown_ = true;
  fmt::print(stderr, "\r{} frames in, {:.3f} ms simulated, cycle {} ", frames,
             static_cast<double>(model::to_ns(at.now)) / 1e6, at.cycle);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

tb::Difference fault_of(const std::exception& error, const tb::Moment& at) {
  tb::Difference difference;
  difference.field = "behaviour of the design";
  difference.expected = "no fault";
  difference.found = error.what();
  difference.event = "a register access, a protocol rule or a wait";
  difference.time_ns = model::to_ns(at.now);
  difference.cycle = at.cycle;
  return difference;
}

void report(const tb::Difference& difference, const std::string& command) {
  const std::uint64_t first = difference.cycle > kWavesBefore ? difference.cycle - kWavesBefore : 0;
  fmt::print(stderr,
             "difference at {}\n"
             "  packet        {}\n"
             "  field         {}\n"
             "  golden model  {}\n"
             "  RTL           {}\n"
             "  time          {} ns, cycle {}\n",
             difference.event,
             difference.packet != 0 ? fmt::format("{}", difference.packet) : "none",
             difference.field, difference.expected, difference.found, difference.time_ns,
             difference.cycle);
  if (!difference.context.empty()) fmt::print(stderr, "  {}\n", difference.context);
  fmt::print(stderr,
             "to repeat it with waves around that cycle:\n"
             "  {} --waves difference.fst --waves-cycles {}:{}\n",
             command, first, difference.cycle + kWavesAfter);
}

}  // namespace sluice::app
