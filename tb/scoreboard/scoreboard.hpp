// SPDX-License-Identifier: Apache-2.0
// Holds the design against the golden model: monitors feed the model with the events of
// docs/architecture.md, everything that comes out is compared, and the observation port is checked
// for honesty. The first difference is thrown as Mismatch.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "model/port/port.hpp"
#include "tb/coverage/port_points.hpp"
#include "tb/scoreboard/mismatch.hpp"
#include "tb/scoreboard/observer.hpp"
#include "tb/sim/component.hpp"

namespace sluice::tb {

struct ScoreboardOptions {
  unsigned bus_bytes = 64;
  unsigned k = 0;    ///< clocks from arrive until select is allowed (features.k)
  unsigned red = 5;  ///< R: clocks from arrive to leave where RED drops (cells.red_clocks)
  std::uint32_t buffer_bytes = 4'194'304;  ///< of the port (buffer.bytes)
  model::BufferConfig after_reset{};       ///< what a reset puts in force
  unsigned latency =
      16;  ///< clocks from eligible to the first beat, at most, where the wire is free
  unsigned patience = 64;  ///< clocks without a beat on a free wire while a frame is due, at most
  bool cover = true;       ///< count functional cover points (where the process gathers coverage)
};

/// One port. Add it to the kernel after the agents. Events within one clock are taken in the order
/// activate, snapshot, sent, start, select, leave, arrive.
class Scoreboard : public Component {
 public:
  /// `port`: index into the configurations that are staged.
  explicit Scoreboard(ScoreboardOptions options = {}, unsigned port = 0);

  /// The configuration that the next `activate` puts in force. Call it before the write of
  /// csig.activate; a refused activation is taken back by unstage().
  /// `buffers`: of each port; empty: the hardware's reset values.
  void stage(const model::CsigConfig& csig, std::vector<model::PortConfig> ports,
             std::vector<model::BufferConfig> buffers = {});
  void unstage() { staged_.reset(); }

  /// Compares what the bus reads after a snapshot with the model's copy, by the order of
  /// model::kCounterNames. Errors: Mismatch; Error where no snapshot was seen since reset.
  void check_counters(std::span<const std::uint64_t> values, const Moment& at);
  /// The same for what follows: the port's ip_broken, watermark, depth, then queue by queue, by the
  /// order of model::kQueueCounterNames.
  void check_queue_counters(std::span<const std::uint64_t> values, const Moment& at);
  /// The model's copy that the values must equal; nothing before the first snapshot.
  const std::optional<model::Counters>& snapshot() const { return snapshot_; }
  const model::Snapshot& whole_snapshot() const { return whole_snapshot_; }

  /// Nothing is left inside, no frame is half in or half out. Error: Mismatch.
  void finish(const Moment& at) const;

  void drive(const Moment&, Pins&) override {}
  void sample(const Moment& at, const Pins& pins) override;
  void reset() override;

  /// Who is told of each frame; nullptr: nobody. Must outlive the scoreboard.
  void set_observer(FrameObserver* observer) { observer_ = observer; }

  const model::Port& model() const { return model_; }
  bool empty() const {
    return going_.empty() && model_.backlogged() == 0 && leaving_.empty() && in_length_ == 0;
  }
  std::uint64_t frames() const { return frames_; }  ///< left and compared
  std::uint64_t counters_compared() const { return counters_compared_; }
  std::uint64_t snapshots() const { return snapshots_; }
  std::uint64_t activations() const { return activations_; }
  /// Clocks without a beat on the wire although the next frame was eligible for `latency` clocks
  /// and more. A frame that is shorter by a beat after stripping may take the clocks that it took
  /// before.
  std::uint64_t bubbles() const { return bubbles_; }
  /// Most clocks without a beat, the wire being free, from the moment that a frame was due.
  std::uint64_t worst_latency() const { return worst_latency_; }

 private:
  /// A frame inside.
  struct Track {
    std::uint32_t frame;
    std::uint64_t packet;
    std::uint64_t eligible;  ///< clock from which select is allowed
    std::size_t beats;       ///< at ingress
    FrameTimes times;        ///< as far as they have come
  };
  /// One that RED dropped.
  struct Leaving {
    std::uint32_t frame;
    std::uint64_t cycle;  ///< in which it leaves the depth
  };

  void on_activate(const Moment& at);
  void on_snapshot(const Moment& at, bool clear);
  void on_wire_beat(const Moment& at, const AxisPins& beat);
  void on_sent(const Moment& at);
  void on_start(const Moment& at, std::uint32_t frame);
  void on_select(const Moment& at, const Pins& pins);
  std::uint8_t eligible(const Moment& at, const Pins& pins) const;
  std::string place_of(std::uint32_t frame) const;
  const Track* next_due() const;
  std::uint64_t due_from(std::uint8_t ready) const;
  void on_leave(const Moment& at);
  void on_fabric_beat(const Moment& at, const Pins& pins);
  void check_progress(const Moment& at, const Pins& pins);
  [[noreturn]] void fail(const Moment& at, const char* event, const Track* track, std::string field,
                         std::string expected, std::string found, std::string context = {}) const;

  ScoreboardOptions options_;
  unsigned port_;
  FrameObserver* observer_ = nullptr;
  std::optional<coverage::PortPoints> points_;
  model::Port model_;
  std::optional<model::CsigConfig> staged_;
  std::vector<model::PortConfig> staged_ports_;
  std::vector<model::BufferConfig> staged_buffers_;
  std::optional<model::Counters> snapshot_;
  model::Snapshot whole_snapshot_;

  std::array<std::deque<Track>, model::kQueues> queues_;  ///< not selected, oldest first
  std::deque<Track> going_;  ///< selected, oldest first: started ones, then those that are not
  std::deque<Leaving> leaving_;
  std::size_t started_ = 0;                                 ///< how many of going_
  std::array<std::uint64_t, model::kQueues> open_since_{};  ///< first clock after the last pause
  std::vector<std::uint8_t> in_, out_;                      ///< bytes of the frames under way
  std::size_t in_length_ = 0, out_length_ = 0;
  Ticks in_first_ = 0;

  std::uint64_t due_since_ =
      0;  ///< the first clock of the present stretch in which a frame is due, wire free
  bool due_ = false;
  std::size_t spare_clocks_ =
      0;  ///< clocks without a beat that stripping allows before the next frame
  std::uint64_t frames_ = 0, counters_compared_ = 0, snapshots_ = 0, activations_ = 0;
  std::uint64_t bubbles_ = 0, worst_latency_ = 0;
};

}  // namespace sluice::tb
