// SPDX-License-Identifier: Apache-2.0
#include "model/port/port.hpp"

#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/common/wire.hpp"
#include "model/csig/compare.hpp"
#include "model/csig/quantizer.hpp"
#include "model/editor/editor.hpp"
#include "model/queue/classify.hpp"

namespace sluice::model {
namespace {

Drop check_frame(std::size_t length, bool bad) {
  if (bad) return Drop::kBad;
  if (length < kMinFrame) return Drop::kRunt;
  if (length > kMaxFrame) return Drop::kOversize;
  return Drop::kNone;
}

[[noreturn]] void contradiction(const char* event, std::uint32_t frame,
                                const std::string& expected) {
  throw std::logic_error(std::string("port model: ") + event + " of frame " +
                         std::to_string(frame) + ", expected " + expected);
}

}  // namespace

Port::Port(const PortOptions& options) : options_(options), depth_(options) {
  red_.restart(buffer_.seed);
}

void Port::activate(Ticks now, const CsigConfig& csig, const PortConfig& port,
                    const BufferConfig& buffer) {
  check_time(now, "activate");
  check(buffer);
  meter_.configure(port.capacity, csig.interval_us);
  csig_ = csig;
  port_ = port;
  if (buffer.seed != buffer_.seed) red_.restart(buffer.seed);
  buffer_ = buffer;
  scheduler_.configure(buffer);
  last_ = now;
}

Drop Port::arrive(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes, bool bad) {
  check_time(now, "arrive");
  if (first_beat > now) contradiction("arrive", next_frame_, "its first beat not to be later");
  last_ = now;
  last_arrival_ = Arrival{};
  last_arrival_.frame = next_frame_++;
  last_arrival_.drop = check_frame(bytes.size(), bad);
  if (last_arrival_.drop == Drop::kNone) {
    const Headers headers = parse(bytes);
    last_arrival_.drop = admit(bytes, headers);
    if (last_arrival_.drop == Drop::kNone) enqueue(now, first_beat, bytes, headers);
  }
  count_arrive(counters_, bytes.size(), last_arrival_.drop);
  return last_arrival_.drop;
}

/// Queue, limits and RED, with the depth and all statistics of the queue.
Drop Port::admit(std::span<const std::uint8_t> bytes, const Headers& headers) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  Arrival& arrival = last_arrival_;
  arrival.ip = parse_ip(bytes, headers, {.enabled = csig_.enable, .tpid = csig_.tpid});
  arrival.queue = choose_queue(buffer_, headers, arrival.ip);
  const std::uint32_t before = depth_.bytes(arrival.queue);
  arrival.depth = before;
  Drop drop = depth_.admit(buffer_, arrival.queue, length);
  if (drop == Drop::kNone) {
    depth_.enter(arrival.queue, length);
    arrival.depth += length;
    arrival.red = red_.arrive(arrival.queue, buffer_.queue[arrival.queue].red, before,
                              arrival.depth, arrival.ip.ecn);
    if (arrival.red.verdict == RedVerdict::kDrop) {
      drop = Drop::kRed;
      leaving_.push_back({arrival.frame, arrival.queue, length});
    }
  }
  ip_broken_ += arrival.ip.ip == Ip::kBroken;
  count_queue_arrive(queue_counters_[arrival.queue], length, drop, arrival.ip.ecn == Ecn::kCe);
  return drop;
}

void Port::enqueue(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes,
                   const Headers& headers) {
  if (spare_.empty()) spare_.emplace_back();
  Frame& frame = spare_.front();
  const Arrival& arrival = last_arrival_;
  std::vector<std::uint8_t> storage = std::move(frame.out.bytes);
  storage.assign(bytes.begin(), bytes.end());
  frame.headers = headers;
  frame.ip = arrival.ip;
  frame.mark = arrival.red.verdict == RedVerdict::kMark;
  frame.out = Departure{};
  frame.out.frame = arrival.frame;
  frame.out.bytes = std::move(storage);
  frame.out.first_beat = first_beat;
  frame.out.arrive = now;
  frame.out.queue = arrival.queue;
  frame.out.depth_at_decision = arrival.depth;
  Frames& queue = queues_[arrival.queue];
  queue.splice(queue.end(), spare_, spare_.begin());
  backlogged_ |= static_cast<std::uint8_t>(1U << arrival.queue);
  queued_bytes_ += bytes.size();
}

void Port::leave(Ticks now, std::uint32_t frame) {
  check_time(now, "leave");
  if (leaving_.empty()) contradiction("leave", frame, "nothing: RED dropped no frame");
  const Leaving oldest = leaving_.front();
  if (oldest.frame != frame) {
    contradiction("leave", frame, "frame " + std::to_string(oldest.frame) + ", the oldest dropped");
  }
  last_ = now;
  depth_.leave(oldest.queue, oldest.length);
  leaving_.erase(leaving_.begin());
}

void Port::select(Ticks now, std::uint32_t frame) {
  for (unsigned q = 0; q < kQueues; ++q) {
    if (queues_[q].empty() || head(q) != frame) continue;
    return select(now, frame, static_cast<std::uint8_t>(1U << q));
  }
  check_time(now, "select");
  contradiction("select", frame, "the oldest of a queue");
}

void Port::select(Ticks now, std::uint32_t frame, std::uint8_t eligible) {
  check_time(now, "select");
  const unsigned q = expected_queue(eligible);
  if (q == kQueues || (eligible & ~backlogged_) != 0) {
    contradiction("select", frame, "only queues with a frame to be eligible, and one at least");
  }
  Frames& queue = queues_[q];
  Frame& oldest = queue.front();
  if (oldest.out.frame != frame) {
    contradiction("select", frame,
                  "frame " + std::to_string(oldest.out.frame) + ", the oldest of queue " +
                      std::to_string(q) + ", whose turn it is");
  }
  last_ = now;
  const auto length = static_cast<std::uint32_t>(oldest.out.bytes.size());
  scheduler_.serve(q, length);
  const RedDecision red = red_.select(q, buffer_.queue[q].red, depth_.bytes(q), oldest.ip.ecn);
  if (red.range != RedRange::kNotJudged) oldest.out.depth_at_decision = depth_.bytes(q);
  oldest.out.red_at_select = red;
  oldest.mark |= red.verdict == RedVerdict::kMark;
  depth_.leave(q, length);
  queued_bytes_ -= length;
  selected_.splice(selected_.end(), queue, queue.begin());
  if (queue.empty()) backlogged_ &= static_cast<std::uint8_t>(~(1U << q));
}

const Departure& Port::start(Ticks now, std::uint32_t frame) {
  check_time(now, "start");
  if (selected_.empty()) contradiction("start", frame, "nothing: no frame is selected");
  Frame& oldest = selected_.front();
  if (oldest.out.frame != frame) {
    contradiction("start", frame,
                  "frame " + std::to_string(oldest.out.frame) + ", the oldest selected");
  }
  last_ = now;
  meter_.advance(now);
  Departure& out = oldest.out;
  out.mac_control = oldest.headers.mac_control;
  out.tag_offset = oldest.headers.offset;
  out.ecn_before = oldest.ip.ecn;
  out.ip_offset = oldest.ip.valid() ? oldest.ip.offset() : 0;
  out.marked = oldest.mark;
  if (oldest.mark) mark_ce(out.bytes, oldest.ip);
  if (csig_.enable) process_tag(oldest.headers, now - out.first_beat, out);
  flying_.splice(flying_.end(), selected_, selected_.begin());
  return flying_.back().out;
}

void Port::process_tag(const Headers& headers, Ticks delay, Departure& out) const {
  switch (classify(headers, csig_.tpid)) {
    case TagState::kNone:
      return;
    case TagState::kTruncated:
      out.outcome = Outcome::kTruncated;
      return;
    case TagState::kVlanAfter:
      out.outcome = Outcome::kVlanAfter;
      return;
    case TagState::kNonIp:
      out.outcome = Outcome::kNonIp;
      return;
    case TagState::kForeignTpid:
      out.outcome = Outcome::kForeignTpid;
      return;
    case TagState::kCsig:
      break;
  }
  const CompactTag before = unpack(headers.word);
  out.signal = before.signal;
  out.bucket_before = out.bucket_after = before.bucket;
  out.locator_before = out.locator_after = before.locator;
  switch (port_.action) {
    case Action::kPass:
      out.outcome = Outcome::kPassed;
      return;
    case Action::kStrip:
      strip_tag(out.bytes, headers.offset);
      out.outcome = Outcome::kStripped;
      return;
    case Action::kUpdate:
      break;
  }
  if (before.signal < kSignals) {
    out.value = measure(static_cast<Signal>(before.signal), delay);
    out.bucket_local = quantize(csig_.tables[before.signal], out.value);
  }
  const std::uint16_t locator = port_.locator_valid ? port_.locator : csig_.node_locator;
  const Comparison result = compare(headers.word, out.bucket_local, locator);
  out.outcome = result.outcome;
  if (result.outcome != Outcome::kUpdated) return;
  update_tag(out.bytes, headers.offset, result.word);
  const CompactTag after = unpack(result.word);
  out.bucket_after = after.bucket;
  out.locator_after = after.locator;
}

std::uint64_t Port::measure(Signal signal, Ticks delay) const {
  switch (signal) {
    case Signal::kAvailableBandwidth:
      return meter_.available();
    case Signal::kRelativeBandwidth:
      return meter_.percent();
    case Signal::kDelay:
      return to_ns(delay);
  }
  return 0;
}

Departure Port::sent(Ticks now) {
  check_time(now, "sent");
  if (flying_.empty())
    throw std::logic_error("port model: sent, expected nothing: no frame is started");
  last_ = now;
  meter_.advance(now);
  Departure& out = flying_.front().out;
  if (!out.mac_control) meter_.sent(now, out.bytes.size() + port_.overhead);
  count_sent(counters_, {.bytes = out.bytes.size(),
                         .outcome = out.outcome,
                         .signal = out.signal,
                         .mac_control = out.mac_control});
  count_queue_sent(queue_counters_[out.queue], out.bytes.size(), out.marked);
  Departure result = std::move(out);
  spare_.splice(spare_.end(), flying_, flying_.begin());
  return result;
}

void Port::recycle(Departure&& departure) {
  if (spare_.empty()) return;
  spare_.back().out.bytes = std::move(departure.bytes);
  // In front: arrive() takes a node that has storage before one that has none.
  spare_.splice(spare_.begin(), spare_, std::prev(spare_.end()));
}

Snapshot Port::snapshot(bool clear) {
  Snapshot copy{.port = counters_, .buffer = buffer_counters(), .queues = {}};
  for (unsigned q = 0; q < kQueues; ++q) copy.queues[q] = queue_counters(q);
  if (clear) {
    counters_ = {};
    ip_broken_ = 0;
    queue_counters_ = {};
    depth_.restart_watermarks();
  }
  return copy;
}

BufferCounters Port::buffer_counters() const {
  return {.ip_broken = ip_broken_, .watermark = watermark(), .depth = depth()};
}

QueueCounters Port::queue_counters(unsigned queue) const {
  QueueCounters result = queue_counters_[queue];
  result.watermark = watermark(queue);
  result.depth = depth(queue);
  return result;
}

std::size_t Port::queued_frames() const {
  std::size_t frames = 0;
  for (const Frames& queue : queues_) frames += queue.size();
  return frames;
}

unsigned Port::queue_of(std::uint32_t frame) const {
  const Arrival& last = last_arrival_;
  const bool in_a_queue = last.drop == Drop::kNone || last.drop >= Drop::kQueueLimit;
  if (next_frame_ == 0 || last.frame != frame || !in_a_queue) {
    contradiction("queue_of", frame, "the frame that arrived last, of 14 to 9,600 bytes, not bad");
  }
  return last.queue;
}

void Port::reset() { *this = Port(options_); }

void Port::check_time(Ticks now, const char* event) const {
  if (now < last_) {
    throw std::logic_error(std::string("port model: ") + event + " at " +
                           std::to_string(to_ns(now)) + " ns, expected not before " +
                           std::to_string(to_ns(last_)) + " ns");
  }
}

}  // namespace sluice::model
