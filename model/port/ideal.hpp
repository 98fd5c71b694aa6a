// SPDX-License-Identifier: Apache-2.0
// Runs the port model alone, without hardware: an ideal port that starts a frame whenever the wire
// is free and a queue may go. Its times are exact; those of a clocked port differ by its clocks and
// its pipeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "model/common/time.hpp"
#include "model/port/port.hpp"

namespace sluice::model {

struct IdealConfig {
  std::uint64_t speed = 0;      ///< of the wire, bytes a second; 1 .. 2^40 - 1
  std::uint32_t overhead = 24;  ///< bytes of the wire beside each frame, up to 2^16
  PortOptions buffer = {};
};

/// When the events of one frame happened.
struct IdealTimes {
  Ticks first = 0;  ///< its first byte entered; `arrive`: its last
  Ticks arrive = 0, start = 0, sent = 0;
};

/// Event engine around one Port. Nothing holds the source: what does not fit is dropped. A frame
/// may go as soon as it has arrived; `select` and `start` are one, and a frame that RED drops
/// leaves the depth at once. Memory is bounded by the buffer. Frames are answered in the order in
/// which they leave.
class IdealPort {
 public:
  /// Called at each `sent`. The departure is valid during the call.
  using Sink = std::function<void(const Departure&, const IdealTimes&)>;

  /// Throws std::invalid_argument where a value of `config` is out of range.
  IdealPort(const IdealConfig& config, Sink sink);

  /// Configuration in force from `now` on, before every other event of that time.
  /// Throws std::logic_error where an event after `now` has happened already.
  void activate(Ticks now, const CsigConfig& csig, const PortConfig& port,
                const BufferConfig& buffer);

  /// From `at` on, before any frame of that time starts, the queue is paused or goes on. A frame
  /// under way is not cut. Throws std::logic_error where an event after `at` has happened already,
  /// or the port has no such queue.
  void pause(unsigned queue, bool on, Ticks at);

  /// A frame whose first byte is offered at `first` and whose last follows `duration` later. Its
  /// first byte enters when the frame before it is in. Answers why it is dropped, or kNone.
  Drop arrive(Ticks first, Ticks duration, std::span<const std::uint8_t> bytes, bool bad = false);

  /// Lets everything leave that is queued and not paused.
  void drain();

  Ticks now() const { return now_; }  ///< of the latest event
  const Port& port() const { return port_; }
  Port& port() { return port_; }  ///< for snapshots

 private:
  std::uint8_t eligible() const { return port_.backlogged() & static_cast<std::uint8_t>(~paused_); }
  bool has_event() const { return on_wire_ || eligible() != 0; }
  Ticks next_event() const;
  void step();
  void start();
  void run_before(Ticks limit);
  void run_until(Ticks limit);
  Ticks wire_time(std::uint64_t bytes, Ticks& remainder) const;

  IdealConfig config_;
  Sink sink_;
  Port port_;
  std::uint8_t paused_ = 0;  ///< bit q: queue q
  Ticks ready_ = 0;          ///< when a queue may last have become one that may go
  IdealTimes flying_;
  bool on_wire_ = false;     ///< a frame is started and not sent
  Ticks wire_free_ = 0;      ///< rounded down
  Ticks wire_fraction_ = 0;  ///< what the rounding left out, in ticks / speed
  Ticks last_arrive_ = 0;
  Ticks now_ = 0;
};

}  // namespace sluice::model
