// SPDX-License-Identifier: Apache-2.0
// Runs the port model alone, without hardware: an ideal port that starts a frame whenever the wire
// is free. Its times are exact; those of a clocked port differ by its clocks and its pipeline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>

#include "model/common/time.hpp"
#include "model/port/port.hpp"

namespace sluice::model {

struct IdealConfig {
  std::uint64_t speed = 0;      ///< of the wire, bytes a second; 1 .. 2^40 - 1
  std::uint32_t overhead = 24;  ///< bytes of the wire beside each frame, up to 2^16
  std::uint64_t buffer_bytes =
      1 << 16;  ///< at least 9,600: the source waits while the next frame does not fit
};

/// When the events of one frame happened.
struct IdealTimes {
  Ticks first = 0;  ///< its first byte entered; `arrive`: its last
  Ticks arrive = 0, start = 0, sent = 0;
};

/// Event engine around one Port. Lossless: where the buffer is full, the source is held, as tready
/// holds it. A frame occupies the buffer from `arrive` to `start`; `select` and `start` are one.
/// Memory is bounded by buffer_bytes. Frames are answered in the order in which they leave.
class IdealPort {
 public:
  /// Called at each `sent`. The departure is valid during the call.
  using Sink = std::function<void(const Departure&, const IdealTimes&)>;

  /// Throws std::invalid_argument where a value of `config` is out of range.
  IdealPort(const IdealConfig& config, Sink sink);

  /// Configuration in force from `now` on, before every other event of that time.
  /// Throws std::logic_error where an event after `now` has happened already.
  void activate(Ticks now, const CsigConfig& csig, const PortConfig& port);

  /// A frame whose first byte is offered at `first` and whose last follows `duration` later. Its
  /// first byte enters when the frame before it is in and there is room. Answers why it is dropped,
  /// or kNone.
  Drop arrive(Ticks first, Ticks duration, std::span<const std::uint8_t> bytes, bool bad = false);

  /// Lets everything leave that is queued.
  void drain();

  Ticks now() const { return now_; }  ///< of the latest event
  const Port& port() const { return port_; }
  Port& port() { return port_; }  ///< for snapshots

 private:
  struct Waiting {
    std::uint32_t frame;
    Ticks first, arrive;
  };

  bool has_event() const { return on_wire_ || !waiting_.empty(); }
  Ticks next_event() const;
  void step();
  void start();
  void run_before(Ticks limit);
  void run_until(Ticks limit);
  Ticks wire_time(std::uint64_t bytes, Ticks& remainder) const;

  IdealConfig config_;
  Sink sink_;
  Port port_;
  std::deque<Waiting> waiting_;
  IdealTimes flying_;
  bool on_wire_ = false;     ///< a frame is started and not sent
  Ticks wire_free_ = 0;      ///< rounded down
  Ticks wire_fraction_ = 0;  ///< what the rounding left out, in ticks / speed
  Ticks last_arrive_ = 0;
  Ticks now_ = 0;
};

}  // namespace sluice::model
