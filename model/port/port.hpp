// SPDX-License-Identifier: Apache-2.0
// Golden model of one port: takes the events of DESIGN.md with their times, answers what must come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "model/common/time.hpp"
#include "model/csig/config.hpp"
#include "model/csig/meter.hpp"
#include "model/port/counters.hpp"

namespace sluice::model {

enum class Drop : std::uint8_t { kNone, kBad, kRunt, kOversize };  ///< kBad wins over kRunt and kOversize

/// What became of a frame's tag (each has a counter of its own, but kNone).
enum class Outcome : std::uint8_t {
  kNone,         ///< CSIG disabled, or no tag and nothing unusual
  kUpdated, kEqual, kLessSevere,  ///< compared
  kUnsupported,  ///< signal type 3..7 (looked at before the d bit)
  kDSet, kPassed, kStripped, kTruncated, kVlanAfter, kNonIp, kForeignTpid,
};

/// A frame as it must leave, with the reasons.
struct Departure {
  std::uint32_t frame = 0;           ///< number at ingress, from 0, dropped frames included
  std::vector<std::uint8_t> bytes;   ///< as transmitted, without FCS
  Outcome outcome = Outcome::kNone;
  bool mac_control = false;          ///< no load
  std::uint8_t signal = 0;           ///< valid where there was a tag
  std::uint64_t value = 0;           ///< local measurement; valid where compared
  std::uint8_t bucket_before = 0, bucket_local = 0, bucket_after = 0;
  std::uint16_t locator_before = 0, locator_after = 0;
  std::size_t tag_offset = 0;        ///< 12, 16 or 20
};

/// One egress port. Events must come in order of time and, within one time, in the order
/// activate, snapshot, sent, start, select, arrive (slot boundaries and timers are handled inside).
/// Errors: std::logic_error where the events contradict each other (start of a frame that was never
/// selected, sent without start, time going backwards).
class Port {
 public:
  /// Configuration in force from `now` on. A changed interval or capacity puts the meter to rest.
  void activate(Ticks now, const CsigConfig& csig, const PortConfig& port);

  /// The last ingress beat of a frame was accepted. `first_beat`: when its first beat was.
  /// Answers why it is dropped, or kNone: queued.
  Drop arrive(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes, bool bad);

  /// The scheduler took this frame. Must be the oldest queued one (one FIFO stands for the queues).
  void select(Ticks now, std::uint32_t frame);

  /// The editor took this frame's first beat. The answer stays valid until the frame is sent.
  const Departure& start(Ticks now, std::uint32_t frame);

  /// The last beat of the oldest started frame left. Counts load and statistics. Answers what left.
  Departure sent(Ticks now);

  /// Copies the live counters, then clears them where asked. Events of this very clock come after it.
  Counters snapshot(bool clear);

  const Counters& counters() const;  ///< live
  std::size_t queued_frames() const;
  std::uint64_t queued_bytes() const;
  std::size_t in_flight() const;     ///< started, not sent
  std::uint32_t next_frame() const;  ///< number that the next arrival gets

  /// Back to the state after a hardware reset.
  void reset();

 private:
  struct Queued { std::uint32_t frame; Ticks first_beat; std::vector<std::uint8_t> bytes; };
  CsigConfig csig_;
  PortConfig port_;
  Meter meter_;
  Counters counters_;
  std::deque<Queued> queue_;       ///< not yet selected
  std::deque<Queued> selected_;    ///< selected, not yet started
  std::deque<Departure> flying_;   ///< started, not yet sent
  std::uint32_t next_frame_ = 0;
  Ticks last_ = 0;
};

}  // namespace sluice::model
