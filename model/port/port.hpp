// SPDX-License-Identifier: Apache-2.0
// Golden model of one port: takes the events of docs/architecture.md with their times, answers what
// must come out.
#pragma once

#include <array>
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
#include "model/port/drop.hpp"
#include "model/queue/config.hpp"
#include "model/queue/depth.hpp"
#include "model/queue/scheduler.hpp"
#include "model/red/red.hpp"
#include "model/stats/stats.hpp"

namespace sluice::model {

/// A frame as it must leave, with the reasons.
struct Departure {
  std::uint32_t frame = 0;          ///< number at ingress, from 0, dropped frames included
  std::vector<std::uint8_t> bytes;  ///< as transmitted, without FCS
  Ticks first_beat = 0, arrive = 0;
  Outcome outcome = Outcome::kNone;
  bool mac_control = false;  ///< no load
  std::uint8_t signal = 0;   ///< valid where there was a tag
  std::uint64_t value = 0;   ///< local measurement; valid where compared
  std::uint8_t bucket_before = 0, bucket_local = 0, bucket_after = 0;
  std::uint16_t locator_before = 0, locator_after = 0;
  std::size_t tag_offset = 0;  ///< 12, 16 or 20
  unsigned queue = 0;
  bool marked = false;                  ///< ECT was turned into CE
  Ecn ecn_before = Ecn::kNotEct;        ///< as it came in; Not-ECT without a valid IP header
  std::size_t ip_offset = 0;            ///< as it came in; 0 without a valid IP header
  std::uint32_t depth_at_decision = 0;  ///< bytes of its queue, itself included: at `arrive`, or
                                        ///< at `select` where RED judged it there
  RedDecision red_at_select;            ///< kNotJudged where RED is off or at arrival
};

/// What became of the frame that arrived last.
struct Arrival {
  std::uint32_t frame = 0;
  Drop drop = Drop::kNone;
  unsigned queue = 0;  ///< this and all below: not for frames that are bad, runt or oversize
  IpHeader ip;
  std::uint32_t depth = 0;  ///< bytes of its queue: with the frame where it passed the limits
  RedDecision red;          ///< kNotJudged where a limit dropped it or RED is off or at departure
};

/// One egress port with its queues. Events must come in order of time and, within one time, in the
/// order activate, snapshot, sent, start, select, leave, arrive (slot boundaries and timers are
/// handled inside).
/// Errors: std::logic_error where the events contradict each other (start of a frame that was never
/// selected, sent without start, time going backwards), with nothing changed.
/// Stays free of allocations in steady state where the caller gives departures back by recycle().
class Port {
 public:
  /// Throws std::invalid_argument where the buffer cannot hold one frame.
  explicit Port(const PortOptions& options = {});

  /// Configuration in force from `now` on. A changed interval or capacity puts the meter to rest; a
  /// changed seed restarts the random numbers. Throws std::invalid_argument on what the hardware
  /// refuses or does not have, with nothing changed.
  void activate(Ticks now, const CsigConfig& csig, const PortConfig& port,
                const BufferConfig& buffer);

  /// The last ingress beat of a frame was accepted. `first_beat`: when its first beat was.
  /// Answers why it is dropped, or kNone: queued. A frame dropped with kRed still counts in the
  /// depth, until leave().
  Drop arrive(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes, bool bad);

  /// A frame that was dropped with kRed leaves the depth, the oldest first: R clocks after it
  /// arrived.
  void leave(Ticks now, std::uint32_t frame);

  /// The scheduler took this frame. It must be the oldest of the queue that the policy serves among
  /// `eligible` (bit q: the oldest frame of queue q may go, and q is not paused).
  void select(Ticks now, std::uint32_t frame, std::uint8_t eligible);
  /// Where no other queue may go: the frame must be the oldest of its queue.
  void select(Ticks now, std::uint32_t frame);

  /// The editor took this frame's first beat. Frames start in the order in which they were
  /// selected. The answer stays valid until the frame is sent.
  const Departure& start(Ticks now, std::uint32_t frame);

  /// The last beat of the oldest started frame left. Counts load and statistics. Answers what left.
  Departure sent(Ticks now);

  /// Takes back what sent() answered, so that its storage serves a later frame. Optional.
  void recycle(Departure&& departure);

  /// Copies the live statistics, then clears the counters where asked and begins the watermarks
  /// again. Events of this very clock come after it.
  Snapshot snapshot(bool clear);

  /// The queue that the policy serves among these; kQueues where `eligible` is 0.
  unsigned expected_queue(std::uint8_t eligible) const { return scheduler_.expected(eligible); }
  std::uint8_t backlogged() const { return backlogged_; }  ///< bit q: queue q has a frame
  /// Number of the oldest frame of this queue. Precondition: it has one.
  std::uint32_t head(unsigned queue) const { return queues_[queue].front().out.frame; }

  const Arrival& last_arrival() const { return last_arrival_; }
  /// The queue of the frame that arrived last. Errors: std::logic_error for any other, and for a
  /// frame that belongs to none.
  unsigned queue_of(std::uint32_t frame) const;

  std::uint32_t depth(unsigned queue) const { return depth_.bytes(queue); }  ///< bytes
  std::uint32_t depth() const { return depth_.bytes(); }                     ///< of the port
  std::uint32_t cells() const { return depth_.cells(); }                     ///< taken, of the port
  std::uint32_t watermark(unsigned queue) const { return depth_.watermark(queue); }
  std::uint32_t watermark() const { return depth_.watermark(); }
  const Red& red() const { return red_; }
  const Scheduler& scheduler() const { return scheduler_; }

  const Counters& counters() const { return counters_; }  ///< live, as all that follow
  BufferCounters buffer_counters() const;
  QueueCounters queue_counters(unsigned queue) const;
  std::size_t queued_frames(unsigned queue) const { return queues_[queue].size(); }
  std::size_t queued_frames() const;                              ///< arrived, not selected
  std::uint64_t queued_bytes() const { return queued_bytes_; }    ///< of those
  std::size_t leaving_frames() const { return leaving_.size(); }  ///< dropped by RED, in the depth
  std::size_t selected_frames() const { return selected_.size(); }  ///< selected, not started
  std::size_t in_flight() const { return flying_.size(); }          ///< started, not sent
  std::uint32_t next_frame() const { return next_frame_; }  ///< number that the next arrival gets

  /// Back to the state after a hardware reset.
  void reset();

 private:
  /// A frame on its way; `out` holds the bytes from `arrive` on.
  struct Frame {
    Headers headers;
    IpHeader ip;
    bool mark = false;
    Departure out;
  };
  using Frames = std::list<Frame>;  ///< nodes move between the stages, so references stay valid
  struct Leaving {
    std::uint32_t frame;
    unsigned queue;
    std::uint32_t length;
  };

  void check_time(Ticks now, const char* event) const;
  Drop admit(std::span<const std::uint8_t> bytes, const Headers& headers);
  void enqueue(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes,
               const Headers& headers);
  void process_tag(const Headers& headers, Ticks delay, Departure& out) const;
  std::uint64_t measure(Signal signal, Ticks delay) const;

  PortOptions options_;
  CsigConfig csig_;
  PortConfig port_;
  BufferConfig buffer_;
  Meter meter_;
  Depth depth_;
  Red red_;
  Scheduler scheduler_;
  Counters counters_;
  std::uint64_t ip_broken_ = 0;
  std::array<QueueCounters, kQueues> queue_counters_{};  ///< watermark and depth: see depth_
  std::array<Frames, kQueues> queues_;                   ///< arrived, not yet selected
  Frames selected_;                                      ///< selected, not yet started
  Frames flying_;                                        ///< started, not yet sent
  Frames spare_;                                         ///< nodes and storage to use again
  std::vector<Leaving> leaving_;                         ///< dropped by RED, still in the depth
  std::uint8_t backlogged_ = 0;
  std::uint64_t queued_bytes_ = 0;
  std::uint32_t next_frame_ = 0;
  Arrival last_arrival_;
  Ticks last_ = 0;
};

}  // namespace sluice::model
