// SPDX-License-Identifier: Apache-2.0
// Golden model of RED with ECN: one decision a frame, at arrival or at departure of its queue.
// Source: facts on RED and ECN ("Edges", "Exact decision without a divider"); docs/blocks/red.md.
#pragma once

#include <array>
#include <cstdint>

#include "model/parser/parser.hpp"
#include "model/queue/config.hpp"

namespace sluice::model {

/// xorshift32 by shifts of 13, 17, 5: period 2^32 - 1, never 0 from a seed that is not.
class Xorshift32 {
 public:
  explicit Xorshift32(std::uint32_t seed = 1) : state_(seed) {}

  /// Steps once, then answers the upper 16 bits.
  std::uint16_t draw() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<std::uint16_t>(state_ >> 16);
  }

  std::uint32_t state() const { return state_; }

 private:
  std::uint32_t state_;
};

/// What falls to a frame whose averaged depth lies where.
enum class RedRange : std::uint8_t { kNotJudged, kBelow, kBetween, kAbove };

enum class RedVerdict : std::uint8_t { kPass, kMark, kDrop };

struct RedDecision {
  RedVerdict verdict = RedVerdict::kPass;
  RedRange range = RedRange::kNotJudged;
  bool hit = false;         ///< by the draw, or above max; kPass all the same for CE, for example
  std::uint16_t draw = 0;   ///< valid where the range is kBetween
  std::uint32_t depth = 0;  ///< bytes compared: the average's integer part; valid where judged
};

/// All queues of one port: an average a queue, one generator for all.
class Red {
 public:
  /// A frame that passed the limits arrived. `before` and `depth`: bytes of its queue without it
  /// and with it. Arrival at an empty queue zeroes the average. Judges where RED is enabled and not
  /// at departure.
  RedDecision arrive(unsigned queue, const RedConfig& config, std::uint32_t before,
                     std::uint32_t depth, Ecn ecn);

  /// A frame was selected; `depth` still includes it. Judges where RED is enabled, at departure;
  /// never drops.
  RedDecision select(unsigned queue, const RedConfig& config, std::uint32_t depth, Ecn ecn);

  /// The generator begins again from `seed`; averages stay.
  void restart(std::uint32_t seed) { random_ = Xorshift32(seed); }

  std::uint64_t average(unsigned queue) const { return average_[queue]; }  ///< 24.16 bytes
  const Xorshift32& random() const { return random_; }

 private:
  RedDecision judge(unsigned queue, const RedConfig& config, std::uint32_t depth);

  std::array<std::uint64_t, kQueues> average_{};
  Xorshift32 random_;
};

}  // namespace sluice::model
