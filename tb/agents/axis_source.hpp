// SPDX-License-Identifier: Apache-2.0
// Drives frames into the fabric side.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tb/common/random.hpp"
#include "tb/sim/component.hpp"

namespace sluice::tb {

struct SourceFrame {
  std::uint64_t packet = 0;         ///< number for reports, from 1; 0: none
  Ticks time = 0;                   ///< earliest `now` of the first beat; 0: as soon as possible
  bool bad = false;                 ///< flagged bad at its last beat
  std::vector<std::uint8_t> bytes;  ///< at least one
};

/// Fills in the next frame (its storage is used again); false: there are no more.
using FrameSupply = std::function<bool(SourceFrame&)>;

struct SourceOptions {
  unsigned beat_gap_percent =
      0;                       ///< chance of a clock without tvalid before each beat but the first
  unsigned max_frame_gap = 0;  ///< clocks between frames: random, 0 to this
  std::uint64_t seed = 1;
  bool random_dead_lanes = true;  ///< lanes beyond the frame's end carry random bytes, not zeros
};

/// Holds one frame at a time, so memory does not grow with the supply.
/// Error: ParameterError where the bus is wider than kMaxBusBytes, or the supply hands out a frame
/// without a byte or after 2^47 ns (39 h).
class AxisSource : public Component {
 public:
  explicit AxisSource(unsigned bus_bytes, SourceOptions options = {});

  void set_supply(FrameSupply supply);

  void drive(const Moment& at, Pins& pins) override;
  void sample(const Moment& at, const Pins& pins) override;
  void reset() override;
  Ticks next_action(const Moment& at) const override;

  /// Every frame of the supply was accepted.
  bool done() const { return exhausted_ && !have_; }
  std::uint64_t frames() const { return frames_; }  ///< accepted whole
  std::uint64_t bytes() const { return bytes_; }    ///< of those
  std::uint64_t cut_by_reset() const { return cut_by_reset_; }
  std::uint64_t blocked() const { return blocked_; }  ///< clocks with tvalid and no tready

 private:
  void fetch(const Moment& at);
  void present(Pins& pins);

  unsigned bus_bytes_;
  SourceOptions options_;
  Random random_;
  FrameSupply supply_;
  SourceFrame frame_;
  std::size_t offset_ = 0;         ///< bytes accepted of the frame
  std::uint64_t start_cycle_ = 0;  ///< not before this clock
  bool have_ = false;
  bool presenting_ = false;
  bool exhausted_ = true;
  std::uint64_t frames_ = 0, bytes_ = 0, cut_by_reset_ = 0, blocked_ = 0;
};

}  // namespace sluice::tb
