// SPDX-License-Identifier: Apache-2.0
// Loads of a known shape: incast, on and off, Poisson, smooth. Deterministic from a seed, in whole
// numbers, so the same on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tb/common/random.hpp"
#include "tb/traffic/packets.hpp"

namespace sluice::tb {

__extension__ typedef unsigned __int128 LineBits;  ///< bit times on the line, 32 fraction bits

enum class Shape : std::uint8_t {
  kIncast,   ///< every sender begins a burst at the same moment, again and again
  kOnOff,    ///< a burst back to back, then silence
  kPoisson,  ///< frames begin independently of one another
  kSmooth,   ///< frames in even distances
};

/// kImix: of 12 frames exactly 7 of 60 bytes, 4 of 590, 1 of 1,514. kRange: every length alike.
struct Sizes {
  enum class Kind : std::uint8_t { kFixed, kImix, kRange } kind = Kind::kFixed;
  std::uint32_t low = 1024, high = 1024;  ///< bytes without FCS, 60 .. 9,600; kFixed: equal
};

struct ShapeOptions {
  Shape shape = Shape::kIncast;
  std::uint64_t frames = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t speed_bps = 400'000'000'000;  ///< of each sender's line, 1 .. 10^13
  unsigned load_percent = 60;   ///< of one line on average, 1 .. 1,000; on-off: up to 100
  std::uint64_t period_ps = 0;  ///< between the beginnings of bursts, up to 10^12; 0: by the load
  unsigned burst = 32;          ///< frames of each sender in a burst, 1 .. 10^6
  unsigned sources = 1;         ///< senders, 1 .. 200
  unsigned flows = 1;           ///< of each sender, in turn, 1 .. 1,000
  Sizes sizes = {};
  std::array<unsigned, 4> ecn = {0, 0, 100, 0};  ///< percent of each codepoint by its bits; sum 100
  std::vector<unsigned> dscp = {26};             ///< flow i of all has the i-th in turn, 0 .. 63
  std::vector<unsigned> pcp = {};  ///< likewise in a VLAN tag, 0 .. 7; empty: untagged
};

/// Hands out 0 .. n-1 as often as its weight in each round of the weights' sum, in random order.
class Deck {
 public:
  explicit Deck(const std::vector<unsigned>& weights);
  unsigned draw(Random& random);

 private:
  std::vector<unsigned> cards_;
  std::size_t left_ = 0;
};

/// x of an exponential distribution with mean 1, 32 fraction bits (von Neumann's comparisons: no
/// logarithm, so no rounding that differs between machines).
std::uint64_t exponential(Random& random);

/// IPv4 datagrams numbered by flow, with times as they begin. Error: ParameterError where an option
/// is out of range.
class ShapedTraffic {
 public:
  explicit ShapedTraffic(ShapeOptions options);

  /// Fills in the next frame; false after the last one. Times start at a fixed date, in 2026.
  bool next(CapturedFrame& frame);

 private:
  struct Sender {
    LineBits free = 0;  ///< when its line is
    unsigned left = 0;  ///< frames of its burst
    unsigned flow = 0;  ///< whose turn it is
  };

  void begin_burst();
  Sender& turn();
  Frame make(std::size_t sender);
  std::uint32_t size();
  LineBits gap(std::uint64_t bits);

  ShapeOptions options_;
  Random random_;
  Deck imix_, ecn_;
  std::vector<Sender> senders_;
  std::vector<std::uint32_t> numbers_;  ///< next of each flow
  LineBits burst_start_ = 0;
  LineBits burst_bits_ = 0;  ///< of all senders in this burst
  LineBits clock_ = 0;       ///< kPoisson, kSmooth: when the next frame begins
  std::uint64_t made_ = 0;
  std::uint16_t ip_id_ = 1;
};

/// All of it into a capture. Answers the bytes of the frames. Errors: ParameterError, CaptureError.
std::uint64_t write_traffic(const ShapeOptions& options, CaptureWriter& writer);

}  // namespace sluice::tb
