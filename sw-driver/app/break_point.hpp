// SPDX-License-Identifier: Apache-2.0
// Where a run is to stop although nothing differs: --break-at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/app/options.hpp"
#include "tb/scoreboard/scoreboard.hpp"
#include "tb/sim/component.hpp"
#include "tb/sim/kernel.hpp"

namespace sluice::app {

/// {"packet", "90000"} or {"time", "2.5us"}. Errors: UsageError.
BreakAt parse_break_at(const std::vector<std::string>& words);

/// The run has come where it is to stop. Not an error: not of the harness's hierarchy.
class BreakReached : public std::exception {
 public:
  explicit BreakReached(std::string what) : what_(std::move(what)) {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

/// Throws BreakReached in the clock in which the packet has left or was dropped, or in the first
/// one at or after the time. Add it to the kernel behind the scoreboard, so that a difference in
/// that very clock comes first.
class BreakPoint : public tb::Component {
 public:
  BreakPoint(BreakAt at, const tb::Kernel& kernel, const tb::Scoreboard& scoreboard)
      : at_(at), kernel_(kernel), scoreboard_(scoreboard) {}

  void drive(const tb::Moment& /*at*/, tb::Pins& /*pins*/) override {}
  void sample(const tb::Moment& at, const tb::Pins& pins) override;
  tb::Ticks next_action(const tb::Moment& at) const override;

  /// What was seen, several lines: each event of the packet so far, or the frames inside.
  std::string state() const;

 private:
  enum Event : std::uint8_t { kFirstBeat, kArrive, kSelect, kStart, kSent };
  struct Track {
    std::uint64_t packet = 0;
    std::uint32_t frame = 0;
    std::array<std::optional<tb::Ticks>, 5> seen;
    bool dropped = false;
  };

  void on_fabric(const tb::Moment& at, const tb::Pins& pins);
  void stop(const tb::Moment& at, const Track* track);
  std::string line(const Track& track) const;
  std::string when(tb::Ticks now) const;
  std::uint64_t drops() const;

  BreakAt at_;
  const tb::Kernel& kernel_;
  const tb::Scoreboard& scoreboard_;
  std::deque<Track> inside_;  ///< oldest first
  Track incoming_;
  std::uint32_t frames_ = 0;
  std::size_t started_ = 0, selected_ = 0;  ///< how many of inside_
  std::uint64_t dropped_ = 0;
  std::optional<Track> reached_;
};

}  // namespace sluice::app
