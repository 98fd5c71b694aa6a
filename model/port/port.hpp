// SPDX-License-Identifier: Apache-2.0
// Golden model of one port: takes the events of docs/architecture.md with their times, answers what
// must come out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "model/common/time.hpp"
#include "model/csig/config.hpp"
#include "model/csig/meter.hpp"
#include "model/csig/outcome.hpp"
#include "model/parser/parser.hpp"
#include "model/port/counters.hpp"
#include "model/stats/stats.hpp"

namespace sluice::model {

/// A frame as it must leave, with the reasons.
struct Departure {
  std::uint32_t frame = 0;          ///< number at ingress, from 0, dropped frames included
  std::vector<std::uint8_t> bytes;  ///< as transmitted, without FCS
  Outcome outcome = Outcome::kNone;
  bool mac_control = false;  ///< no load
  std::uint8_t signal = 0;   ///< valid where there was a tag
  std::uint64_t value = 0;   ///< local measurement; valid where compared
  std::uint8_t bucket_before = 0, bucket_local = 0, bucket_after = 0;
  std::uint16_t locator_before = 0, locator_after = 0;
  std::size_t tag_offset = 0;  ///< 12, 16 or 20
};

/// One egress port. Events must come in order of time and, within one time, in the order
/// activate, snapshot, sent, start, select, arrive (slot boundaries and timers are handled inside).
/// Errors: std::logic_error where the events contradict each other (start of a frame that was never
/// selected, sent without start, time going backwards), with nothing changed.
/// Stays free of allocations in steady state where the caller gives departures back by recycle().
class Port {
 public:
  /// Configuration in force from `now` on. A changed interval or capacity puts the meter to rest.
  /// Throws std::invalid_argument on an interval that the hardware does not have.
  void activate(Ticks now, const CsigConfig& csig, const PortConfig& port);

  /// The last ingress beat of a frame was accepted. `first_beat`: when its first beat was.
  /// Answers why it is dropped, or kNone: queued.
  Drop arrive(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes, bool bad);

  /// The scheduler took this frame. Must be the oldest queued one (one FIFO stands for the queues).
  void select(Ticks now, std::uint32_t frame);

  /// The editor took this frame's first beat. Frames start in the order in which they were
  /// selected. The answer stays valid until the frame is sent.
  const Departure& start(Ticks now, std::uint32_t frame);

  /// The last beat of the oldest started frame left. Counts load and statistics. Answers what left.
  Departure sent(Ticks now);

  /// Takes back what sent() answered, so that its storage serves a later frame. Optional.
  void recycle(Departure&& departure);

  /// Copies the live counters, then clears them where asked. Events of this very clock come after
  /// it.
  Counters snapshot(bool clear);

  const Counters& counters() const { return counters_; }            ///< live
  std::size_t queued_frames() const { return queue_.size(); }       ///< arrived, not selected
  std::uint64_t queued_bytes() const { return queued_bytes_; }      ///< of those
  std::size_t selected_frames() const { return selected_.size(); }  ///< selected, not started
  std::size_t in_flight() const { return flying_.size(); }          ///< started, not sent
  std::uint32_t next_frame() const { return next_frame_; }  ///< number that the next arrival gets

  /// Back to the state after a hardware reset.
  void reset();

 private:
  /// A frame on its way; `out` holds the bytes from `arrive` on.
  struct Frame {
    Ticks first_beat = 0;
    Departure out;
  };
  using Frames = std::list<Frame>;  ///< nodes move between the stages, so references stay valid

  void check_time(Ticks now, const char* event) const;
  void process_tag(const Headers& headers, Ticks delay, Departure& out) const;
  std::uint64_t measure(Signal signal, Ticks delay) const;

  CsigConfig csig_;
  PortConfig port_;
  Meter meter_;
  Counters counters_;
  Frames queue_;     ///< arrived, not yet selected
  Frames selected_;  ///< selected, not yet started
  Frames flying_;    ///< started, not yet sent
  Frames spare_;     ///< nodes and storage to use again
  std::uint64_t queued_bytes_ = 0;
  std::uint32_t next_frame_ = 0;
  Ticks last_ = 0;
};

}  // namespace sluice::model
