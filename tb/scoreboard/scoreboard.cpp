// SPDX-License-Identifier: Apache-2.0
#include "tb/scoreboard/scoreboard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tb/scoreboard/diff.hpp"

namespace sluice::tb {
namespace {

constexpr std::size_t kFirstReserve = 16'384;

std::string describe(const Difference& d) {
  std::string where;
  if (d.frame) {
    where = d.packet != 0 ? fmt::format("packet {} (frame {}): ", d.packet, *d.frame)
                          : fmt::format("frame {}: ", *d.frame);
  }
  std::string text = fmt::format("{}{}: RTL {}, golden model {}; at {}, {} ns, cycle {}", where,
                                 d.field, d.found, d.expected, d.event, d.time_ns, d.cycle);
  if (!d.context.empty()) text += "; " + d.context;
  return text;
}

/// Appends a beat to a buffer that never shrinks; answers the new length.
std::size_t gather(std::vector<std::uint8_t>& buffer, std::size_t length, const AxisPins& beat) {
  const auto here = lanes_of(beat.keep);
  if (buffer.size() < length + kMaxBusBytes) buffer.resize(2 * buffer.size() + kFirstReserve);
  std::memcpy(buffer.data() + length, beat.data.data(), here);
  return length + here;
}

/// What the model knows about a frame, for the report.
std::string context_of(const model::Departure& d) {
  std::string text =
      fmt::format("the model says: {}, {} bytes", model::name(d.outcome), d.bytes.size());
  if (model::is_compared(d.outcome)) {
    text += fmt::format(", signal {}, local value {} in bucket {}, bucket {} and locator {} before",
                        d.signal, d.value, d.bucket_local, d.bucket_before, d.locator_before);
  }
  return text;
}

/// The buffer that the RTL has.
model::PortOptions port_options(const ScoreboardOptions& options) {
  const std::uint32_t cell = std::max(64U, options.bus_bytes);
  return {.cell_bytes = cell, .buffer_cells = options.buffer_bytes / cell};
}

}  // namespace

Mismatch::Mismatch(Difference difference)
    : Error(describe(difference)), difference_(std::move(difference)) {}

Scoreboard::Scoreboard(ScoreboardOptions options, unsigned port)
    : options_(options), port_(port), model_(port_options(options)) {
  if (options_.cover) points_.emplace(options_.bus_bytes);
  model_.activate(0, {}, {}, options_.after_reset);
}

void Scoreboard::fail(const Moment& at, const char* event, const Track* track, std::string field,
                      std::string expected, std::string found, std::string context) const {
  Difference d;
  d.field = std::move(field);
  d.expected = std::move(expected);
  d.found = std::move(found);
  d.event = event;
  if (track != nullptr) {
    d.frame = track->frame;
    d.packet = track->packet;
  }
  d.time_ns = model::to_ns(at.now);
  d.cycle = at.cycle;
  d.context = std::move(context);
  throw Mismatch(std::move(d));
}

void Scoreboard::stage(const model::CsigConfig& csig, std::vector<model::PortConfig> ports,
                       std::vector<model::BufferConfig> buffers) {
  if (buffers.empty()) buffers.resize(ports.size());
  if (ports.size() <= port_ || buffers.size() != ports.size()) {
    throw ParameterError(
        fmt::format("configuration of {} ports, expected one for port {}", ports.size(), port_));
  }
  staged_ = csig;
  staged_ports_ = std::move(ports);
  staged_buffers_ = std::move(buffers);
}

void Scoreboard::on_activate(const Moment& at) {
  if (!staged_) {
    fail(at, "activate", nullptr, "activation", "none: no configuration was staged",
         "obs_activate");
  }
  model_.activate(at.now, *staged_, staged_ports_[port_], staged_buffers_[port_]);
  staged_.reset();
  ++activations_;
}

void Scoreboard::on_snapshot(const Moment&, bool clear) {
  whole_snapshot_ = model_.snapshot(clear);
  snapshot_ = whole_snapshot_.port;
  ++snapshots_;
}

void Scoreboard::on_wire_beat(const Moment& at, const AxisPins& beat) {
  if (out_length_ == 0) {
    if (started_ == 0) {
      fail(at, "sent", next_due(), "first beat on the wire", "none before a start", "a beat");
    }
  }
  out_length_ = gather(out_, out_length_, beat);
  if (beat.last) on_sent(at);
}

void Scoreboard::on_sent(const Moment& at) {
  model::Departure departure = model_.sent(at.now);
  const auto found = std::span<const std::uint8_t>(out_.data(), out_length_);
  auto d = first_difference(departure, found);
  if (observer_ != nullptr) {
    Track& track = going_.front();
    track.times.sent = at.now;
    observer_->left({.packet = track.packet,
                     .departure = departure,
                     .times = track.times,
                     .bytes = found,
                     .difference = d ? &*d : nullptr,
                     .port = port_});
  }
  if (d) {
    fail(at, "sent", &going_.front(), std::move(d->field), std::move(d->expected),
         std::move(d->found), context_of(departure));
  }
  if (points_) points_->left(departure);
  model_.recycle(std::move(departure));
  const std::size_t beats = (out_length_ + options_.bus_bytes - 1) / options_.bus_bytes;
  spare_clocks_ = going_.front().beats > beats ? going_.front().beats - beats : 0;
  out_length_ = 0;
  going_.pop_front();
  --started_;
  ++frames_;
}

void Scoreboard::on_start(const Moment& at, std::uint32_t frame) {
  if (started_ == going_.size()) {
    fail(at, "start", nullptr, "start", "none: no frame is selected",
         fmt::format("frame {}", frame));
  }
  Track& track = going_[started_];
  if (track.frame != frame) {
    fail(at, "start", &track, "frame number", fmt::format("{}, the oldest selected", track.frame),
         fmt::format("{}", frame));
  }
  model_.start(at.now, frame);
  track.times.start = at.now;
  ++started_;
}

std::string Scoreboard::place_of(std::uint32_t frame) const {
  for (unsigned q = 0; q < model::kQueues; ++q) {
    for (std::size_t i = 0; i < queues_[q].size(); ++i) {
      if (queues_[q][i].frame != frame) continue;
      return fmt::format(
          "the model has frame {} in queue {} behind {} others, eligible from cycle {}", frame, q,
          i, queues_[q][i].eligible);
    }
  }
  return fmt::format("the model has frame {} in no queue", frame);
}

std::uint8_t Scoreboard::eligible(const Moment& at, const Pins& pins) const {
  unsigned mask = 0;
  for (unsigned set = model_.backlogged() & ~unsigned{pins.pause}; set != 0; set &= set - 1) {
    const auto q = static_cast<unsigned>(std::countr_zero(set));
    if (queues_[q].front().eligible <= at.cycle) mask |= 1U << q;
  }
  return static_cast<std::uint8_t>(mask);
}

void Scoreboard::on_select(const Moment& at, const Pins& pins) {
  const std::uint32_t frame = pins.obs_select_frame;
  const std::uint8_t mask = eligible(at, pins);
  const unsigned queue = model_.expected_queue(mask);
  if (queue == model::kQueues) {
    // Say what is wrong with the one that was taken, where it is here at all.
    for (unsigned q = 0; q < model::kQueues; ++q) {
      if (queues_[q].empty() || queues_[q].front().frame != frame) continue;
      const Track& track = queues_[q].front();
      if ((pins.pause >> q & 1U) != 0) {
        fail(at, "select", &track, "pause", fmt::format("no frame of queue {}, it is paused", q),
             fmt::format("frame {}", frame));
      }
      fail(at, "select", &track, "cycle of select",
           fmt::format("at least {} (K = {} after arrive)", track.eligible, options_.k),
           fmt::format("{}", at.cycle));
    }
    fail(at, "select", nullptr, "select", "none: no queue has a frame that may go",
         fmt::format("frame {}", frame));
  }
  std::deque<Track>& tracks = queues_[queue];
  if (tracks.front().frame != frame) {
    fail(at, "select", &tracks.front(), "frame number",
         fmt::format("{}, the oldest of queue {}, whose turn it is", tracks.front().frame, queue),
         fmt::format("{}", frame), place_of(frame));
  }
  model_.select(at.now, frame, mask);
  going_.push_back(tracks.front());
  tracks.pop_front();
  going_.back().times.select = at.now;
  // A queue that was paused is due from its release on.
  going_.back().eligible = std::max(going_.back().eligible, open_since_[queue]);
}

void Scoreboard::on_leave(const Moment& at) {
  model_.leave(at.now, leaving_.front().frame);
  leaving_.pop_front();
}

void Scoreboard::on_fabric_beat(const Moment& at, const Pins& pins) {
  if (in_length_ == 0) in_first_ = at.now;
  in_length_ = gather(in_, in_length_, pins.fabric);
  if (!pins.fabric.last) return;
  const Track track{model_.next_frame(),
                    pins.fabric_packet,
                    at.cycle + options_.k,
                    (in_length_ + options_.bus_bytes - 1) / options_.bus_bytes,
                    {.first = in_first_, .arrive = at.now}};
  const auto bytes = std::span<const std::uint8_t>(in_.data(), in_length_);
  if (points_) points_->arrived(in_length_, pins.fabric.user);
  const model::Drop drop = model_.arrive(at.now, in_first_, bytes, pins.fabric.user);
  const model::Arrival& arrival = model_.last_arrival();
  if (drop == model::Drop::kNone) queues_[arrival.queue].push_back(track);
  if (drop == model::Drop::kRed) leaving_.push_back({track.frame, at.cycle + options_.red});
  if (observer_ != nullptr) {
    observer_->arrived({.packet = track.packet,
                        .drop = drop,
                        .first = in_first_,
                        .arrive = at.now,
                        .bytes = bytes,
                        .port = port_,
                        .arrival = &arrival});
  }
  in_length_ = 0;
}

const Scoreboard::Track* Scoreboard::next_due() const {
  if (!going_.empty()) return &going_.front();
  const Track* first = nullptr;
  for (const std::deque<Track>& queue : queues_) {
    if (!queue.empty() && (first == nullptr || queue.front().eligible < first->eligible)) {
      first = &queue.front();
    }
  }
  return first;
}

std::uint64_t Scoreboard::due_from(std::uint8_t ready) const {
  if (!going_.empty()) return going_.front().eligible;
  std::uint64_t from = ~std::uint64_t{0};
  for (unsigned set = ready; set != 0; set &= set - 1) {
    const auto q = static_cast<unsigned>(std::countr_zero(set));
    from = std::min(from, std::max(queues_[q].front().eligible, open_since_[q]));
  }
  return from;
}

void Scoreboard::check_progress(const Moment& at, const Pins& pins) {
  for (unsigned set = pins.pause; set != 0; set &= set - 1) {
    open_since_[static_cast<unsigned>(std::countr_zero(set))] = at.cycle + 1;
  }
  const std::uint8_t ready = going_.empty() ? eligible(at, pins) : 0;
  const bool inside = !going_.empty() || ready != 0;
  const bool blocked = pins.fabric.valid && !pins.fabric.ready;
  if (pins.wire.valid || (!inside && !blocked)) {
    if (due_ && pins.wire.valid) worst_latency_ = std::max(worst_latency_, at.cycle - due_since_);
    due_ = false;
    return;
  }
  if (!due_) {
    due_ = true;
    due_since_ = at.cycle;
  }
  const Track* next = next_due();
  if (out_length_ == 0 && inside && at.cycle >= due_from(ready) + options_.latency) {
    if (spare_clocks_ != 0) {
      --spare_clocks_;
    } else {
      ++bubbles_;
    }
  }
  const std::uint64_t waited = at.cycle - due_since_;
  if (waited >= options_.patience) {
    fail(at,
         inside ? (started_ != 0     ? "start"
                   : !going_.empty() ? "select"
                                     : "arrive")
                : "arrive",
         next, inside ? "work conservation" : "tready of the fabric side",
         fmt::format("a beat within {} clocks", options_.patience),
         fmt::format("none for {} clocks, the wire being free", waited));
  }
}

void Scoreboard::sample(const Moment& at, const Pins& pins) {
  if (!pins.rst_n) return;
  try {
    if (pins.obs_activate) on_activate(at);
    if (pins.obs_snapshot) on_snapshot(at, pins.obs_snapshot_clear);
    if (pins.wire.fire()) on_wire_beat(at, pins.wire);
    if (pins.obs_start_valid) on_start(at, pins.obs_start_frame);
    if (pins.obs_select_valid) on_select(at, pins);
    if (!leaving_.empty() && leaving_.front().cycle <= at.cycle) on_leave(at);
    if (pins.fabric.fire()) on_fabric_beat(at, pins);
  } catch (const std::logic_error& e) {
    fail(at, "model", nullptr, "order of events", e.what(), "events that contradict each other");
  }
  check_progress(at, pins);
}

void Scoreboard::check_counters(std::span<const std::uint64_t> values, const Moment& at) {
  if (!snapshot_)
    throw Error("counters were handed over for comparison, but no snapshot was seen since reset");
  if (values.size() != model::kCounters) {
    throw ParameterError(fmt::format("{} counters, expected {}", values.size(), model::kCounters));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t expected = (*snapshot_).*model::kCounterMembers[i];
    if (values[i] != expected) {
      fail(at, "snapshot", nullptr, fmt::format("counter {}", model::kCounterNames[i]),
           fmt::format("{}", expected), fmt::format("{}", values[i]));
    }
    ++counters_compared_;
  }
}

void Scoreboard::check_queue_counters(std::span<const std::uint64_t> values, const Moment& at) {
  if (!snapshot_)
    throw Error("counters were handed over for comparison, but no snapshot was seen since reset");
  constexpr std::size_t kExpected = 3 + model::kQueues * model::kQueueCounters;
  if (values.size() != kExpected) {
    throw ParameterError(fmt::format("{} counters, expected {}", values.size(), kExpected));
  }
  const auto compare = [&](const std::string& name, std::uint64_t expected, std::uint64_t found) {
    if (expected != found) {
      fail(at, "snapshot", nullptr, "counter " + name, fmt::format("{}", expected),
           fmt::format("{}", found));
    }
    ++counters_compared_;
  };
  compare("ip_broken", whole_snapshot_.buffer.ip_broken, values[0]);
  compare("watermark", whole_snapshot_.buffer.watermark, values[1]);
  compare("depth", whole_snapshot_.buffer.depth, values[2]);
  for (unsigned q = 0; q < model::kQueues; ++q) {
    for (std::size_t i = 0; i < model::kQueueCounters; ++i) {
      compare(fmt::format("{} of queue {}", model::kQueueCounterNames[i], q),
              whole_snapshot_.queues[q].*model::kQueueCounterMembers[i],
              values[3 + q * model::kQueueCounters + i]);
    }
  }
}

void Scoreboard::finish(const Moment& at) const {
  if (in_length_ != 0) {
    fail(at, "arrive", nullptr, "end of the run", "no frame half in",
         fmt::format("{} bytes of one", in_length_));
  }
  if (const std::size_t inside = going_.size() + model_.queued_frames(); inside != 0) {
    fail(at, "sent", next_due(), "end of the run", "every frame sent or dropped",
         fmt::format("{} frames inside", inside));
  }
}

void Scoreboard::reset() {
  model_.reset();
  model_.activate(0, {}, {}, options_.after_reset);
  staged_.reset();
  snapshot_.reset();
  for (std::deque<Track>& queue : queues_) queue.clear();
  going_.clear();
  leaving_.clear();
  started_ = 0;
  open_since_ = {};
  in_length_ = out_length_ = 0;
  spare_clocks_ = 0;
  due_ = false;
}

}  // namespace sluice::tb
