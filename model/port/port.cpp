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

namespace sluice::model {
namespace {

Drop admission(std::size_t length, bool bad) {
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

void Port::activate(Ticks now, const CsigConfig& csig, const PortConfig& port) {
  check_time(now, "activate");
  meter_.configure(port.capacity, csig.interval_us);
  csig_ = csig;
  port_ = port;
  last_ = now;
}

Drop Port::arrive(Ticks now, Ticks first_beat, std::span<const std::uint8_t> bytes, bool bad) {
  check_time(now, "arrive");
  if (first_beat > now) contradiction("arrive", next_frame_, "its first beat not to be later");
  last_ = now;
  const std::uint32_t number = next_frame_++;
  const Drop drop = admission(bytes.size(), bad);
  count_arrive(counters_, bytes.size(), drop);
  if (drop != Drop::kNone) return drop;
  if (spare_.empty()) spare_.emplace_back();
  Frame& frame = spare_.front();
  std::vector<std::uint8_t> storage = std::move(frame.out.bytes);
  storage.assign(bytes.begin(), bytes.end());
  frame.first_beat = first_beat;
  frame.out = Departure{};
  frame.out.frame = number;
  frame.out.bytes = std::move(storage);
  queue_.splice(queue_.end(), spare_, spare_.begin());
  queued_bytes_ += bytes.size();
  return Drop::kNone;
}

void Port::select(Ticks now, std::uint32_t frame) {
  check_time(now, "select");
  if (queue_.empty()) contradiction("select", frame, "nothing: no frame is queued");
  const Departure& oldest = queue_.front().out;
  if (oldest.frame != frame) {
    contradiction("select", frame, "frame " + std::to_string(oldest.frame) + ", the oldest queued");
  }
  last_ = now;
  queued_bytes_ -= oldest.bytes.size();
  selected_.splice(selected_.end(), queue_, queue_.begin());
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
  const Headers headers = parse(oldest.out.bytes);
  oldest.out.mac_control = headers.mac_control;
  oldest.out.tag_offset = headers.offset;
  if (csig_.enable) process_tag(headers, now - oldest.first_beat, oldest.out);
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

Counters Port::snapshot(bool clear) {
  const Counters copy = counters_;
  if (clear) counters_ = {};
  return copy;
}

void Port::reset() { *this = Port{}; }

void Port::check_time(Ticks now, const char* event) const {
  if (now < last_) {
    throw std::logic_error(std::string("port model: ") + event + " at " +
                           std::to_string(to_ns(now)) + " ns, expected not before " +
                           std::to_string(to_ns(last_)) + " ns");
  }
}

}  // namespace sluice::model
