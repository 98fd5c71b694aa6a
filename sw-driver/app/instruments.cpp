// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/instruments.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace sluice::app {
void WaveWindow::drive(const tb::Moment& at, tb::Pins& /*pins*/) {
  const std::uint64_t cycle = cycle_at(kernel_, at.now);
  if (state_ == State::kBefore && cycle >= cycles_.first && cycle <= cycles_.second) {
    guard_.emplace(file_);
    kernel_.open_waves(file_);
    state_ = State::kOpen;
  } else if (state_ == State::kOpen && cycle > cycles_.second) {
    kernel_.close_waves();
    guard_.reset();
    state_ = State::kAfter;
  }
}

tb::Ticks WaveWindow::next_action(const tb::Moment& at) const {
  if (state_ == State::kOpen) return at.now;
  const tb::Ticks begin = kernel_.period() * cycles_.first;
  return state_ == State::kAfter || begin <= at.now ? tb::kNever : begin;
}

Progress::Progress() : on_(isatty(fileno(stderr)) != 0) {}

void Progress::show(std::uint64_t frames, const tb::Moment& at) {
  if (!on_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  shown_ = true;
  fmt::print(stderr, "\r{} frames in, {:.3f} ms simulated ", frames,
             static_cast<double>(model::to_ns(at.now)) / 1e6);
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

std::uint64_t cycle_at(const tb::Kernel& kernel, tb::Ticks now) {
  return kernel.period() == 0 ? 0 : static_cast<std::uint64_t>(now / kernel.period());
}

}  // namespace sluice::app
