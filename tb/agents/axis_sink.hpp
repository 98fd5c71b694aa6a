// SPDX-License-Identifier: Apache-2.0
// Takes frames from the wire side, with back-pressure and at the speed of the line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tb/sim/component.hpp"

namespace sluice::tb {

enum class BackPressure : std::uint8_t {
  kNone,    ///< always ready
  kRandom,  ///< each clock on its own
  kBursts,  ///< 16 clocks at a time
  kStall,   ///< long stops: the first `percent` of every 1,024 clocks
};

/// none, random, bursts or stall; nothing for any other word.
std::optional<BackPressure> parse_back_pressure(std::string_view word);

struct SinkOptions {
  BackPressure pattern = BackPressure::kNone;
  unsigned percent = 50;  ///< share of clocks without ready, 0..99
  std::uint64_t seed = 1;
  std::uint64_t speed_bps = 0;  ///< bits a second on the line; 0: as fast as the bus
  unsigned overhead = 24;       ///< bytes a frame on the line beside the frame: preamble, FCS, gap
};

/// A frame that left.
struct SinkFrame {
  Ticks first_beat = 0;  ///< `now` of the clock in which its first beat was accepted
  Ticks last_beat = 0;
  std::span<const std::uint8_t> bytes;  ///< valid during the call
};

/// Readiness is a function of the clock's number (skipped clocks included), so that skipping idle
/// time does not change a run. The line takes (length + overhead) * 8 / speed for a frame, kept
/// exactly: whole ticks and the remainder of the division are carried on while the line is
/// saturated.
class AxisSink : public Component {
 public:
  /// Error: ParameterError where `percent` is above 99 or the bus wider than kMaxBusBytes.
  explicit AxisSink(unsigned bus_bytes, SinkOptions options = {});

  /// Called at each last beat. Without it, no bytes are gathered.
  void on_frame(std::function<void(const SinkFrame&)> callback) { callback_ = std::move(callback); }

  /// While true, the sink is not ready, whatever its pattern says.
  void hold(bool on) { held_ = on; }

  void drive(const Moment& at, Pins& pins) override;
  void sample(const Moment& at, const Pins& pins) override;
  void reset() override;
  Ticks next_action(const Moment& at) const override;

  std::uint64_t frames() const { return frames_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  bool willing(std::uint64_t cycle) const;
  void pace();

  SinkOptions options_;
  std::function<void(const SinkFrame&)> callback_;
  std::vector<std::uint8_t> gathered_;
  std::size_t length_ = 0;  ///< bytes accepted of the frame under way
  Ticks first_beat_ = 0;
  Ticks free_at_ = 0;            ///< the line takes no first beat before this
  std::uint64_t remainder_ = 0;  ///< of the division by the speed, to be added to the next frame's
  bool held_ = false;
  std::uint64_t free_cycle_ = 0;  ///< the first clock at or after `free_at_`
  bool freed_ = false;            ///< that clock has been seen
  bool saturated_ = false;        ///< the frame under way began in that very clock
  std::uint64_t frames_ = 0, bytes_ = 0;
};

}  // namespace sluice::tb
