// SPDX-License-Identifier: Apache-2.0
// What a run has beside the bench: a window of waves, a line of progress, a fault as a
// difference.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "sw-driver/app/abort_guard.hpp"
#include "tb/scoreboard/mismatch.hpp"
#include "tb/sim/kernel.hpp"

namespace sluice::app {

/// Waves from one cycle to another. Idle time is not skipped across the beginning nor inside of it.
class WaveWindow : public tb::Component {
 public:
  WaveWindow(tb::Kernel& kernel, std::filesystem::path file,
             std::pair<std::uint64_t, std::uint64_t> cycles)
      : kernel_(kernel), file_(std::move(file)), cycles_(cycles) {}

  void drive(const tb::Moment& at, tb::Pins& pins) override;
  void sample(const tb::Moment& /*at*/, const tb::Pins& /*pins*/) override {}
  tb::Ticks next_action(const tb::Moment& at) const override;

  /// The run reached the window.
  bool opened() const { return state_ != State::kBefore; }

 private:
  enum class State : std::uint8_t { kBefore, kOpen, kAfter };
  tb::Kernel& kernel_;
  std::filesystem::path file_;
  std::pair<std::uint64_t, std::uint64_t> cycles_;
  State state_ = State::kBefore;
  std::optional<AbortGuard> guard_;
};

/// A line on a terminal that tells how far a run has come; nothing where standard error is none.
class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(std::uint64_t frames, const tb::Moment& at);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

/// A fault that is no difference of a frame: a register access that failed, a protocol that was
/// broken, a wait that ran out.
tb::Difference fault_of(const std::exception& error, const tb::Moment& at);

/// Clocks since time began, skipped ones included; 0 before.
std::uint64_t cycle_at(const tb::Kernel& kernel, tb::Ticks now);

}  // namespace sluice::app
