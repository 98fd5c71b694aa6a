// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/annotation.hpp"

#include <fmt/format.h>

#include "model/common/wire.hpp"

namespace sluice::app {
namespace {

using model::Outcome;

std::string number(std::uint64_t packet) {
  return packet != 0 ? fmt::format("packet {}", packet) : "packet unknown";
}

std::string signal_name(std::uint8_t signal) {
  if (signal >= model::kSignals) return fmt::format("type {}", signal);
  switch (static_cast<model::Signal>(signal)) {
    case model::Signal::kAvailableBandwidth:
      return "available-bandwidth";
    case model::Signal::kRelativeBandwidth:
      return "relative-available-bandwidth";
    case model::Signal::kDelay:
      return "delay";
  }
  return {};
}

std::string_view unit(std::uint8_t signal) {
  switch (static_cast<model::Signal>(signal)) {
    case model::Signal::kAvailableBandwidth:
      return "B/s";
    case model::Signal::kRelativeBandwidth:
      return "%";
    case model::Signal::kDelay:
      return "ns";
  }
  return {};
}

std::string verdict(const model::Departure& d, bool csig_enabled) {
  switch (d.outcome) {
    case Outcome::kNone:
      return csig_enabled ? "no CSIG tag" : "untouched: congestion signaling is disabled";
    case Outcome::kUpdated:
      return "updated";
    case Outcome::kEqual:
      return "equal";
    case Outcome::kLessSevere:
      return "less severe";
    case Outcome::kUnsupported:
      return fmt::format("untouched: signal type {} is not supported", d.signal);
    case Outcome::kDSet:
      return "untouched: d bit is set";
    case Outcome::kPassed:
      return "untouched: action pass";
    case Outcome::kStripped:
      return "stripped: action strip";
    case Outcome::kTruncated:
      return "untouched: tag is truncated";
    case Outcome::kVlanAfter:
      return "untouched: a VLAN tag follows the tag";
    case Outcome::kNonIp:
      return "untouched: no IP packet follows the tag";
    case Outcome::kForeignTpid:
      return fmt::format("untouched: foreign TPID {:#06x}", model::load16(d.bytes, d.tag_offset));
  }
  return {};
}

/// The model read the fields of a whole tag in front of an IP packet.
bool has_fields(Outcome outcome) {
  return model::is_compared(outcome) || outcome == Outcome::kUnsupported ||
         outcome == Outcome::kDSet || outcome == Outcome::kPassed || outcome == Outcome::kStripped;
}

std::string tag(const model::Departure& d) {
  const std::string after =
      d.outcome == Outcome::kStripped
          ? "none"
          : fmt::format("bucket {} locator {}", d.bucket_after, d.locator_after);
  return fmt::format("{} bucket {} locator {} -> {}", signal_name(d.signal), d.bucket_before,
                     d.locator_before, after);
}

}  // namespace

std::string ingress_comment(const tb::ArrivedFrame& frame) {
  const std::string what = [&]() -> std::string {
    switch (frame.drop) {
      case model::Drop::kNone:
        return "accepted";
      case model::Drop::kBad:
        return "dropped: marked bad by the sender";
      case model::Drop::kRunt:
        return fmt::format("dropped: runt, {} bytes of at least {}", frame.bytes.size(),
                           model::kMinFrame);
      case model::Drop::kOversize:
        return fmt::format("dropped: oversize, {} bytes of at most {}", frame.bytes.size(),
                           model::kMaxFrame);
      case model::Drop::kQueueLimit:
        return "dropped: limit of the queue";
      case model::Drop::kPortLimit:
        return "dropped: limit of the port";
      case model::Drop::kBuffer:
        return "dropped: buffer full";
      case model::Drop::kRed:
        return "dropped: RED";
    }
    return {};
  }();
  return fmt::format("{}: {}; first {}, arrive {} ns", number(frame.packet), what,
                     model::to_ns(frame.first), model::to_ns(frame.arrive));
}

std::string egress_comment(const tb::LeftFrame& frame, bool csig_enabled) {
  const model::Departure& d = frame.departure;
  std::string text = number(frame.packet) + ": ";
  if (frame.difference != nullptr) {
    text += fmt::format("DIFFERENCE: {}: RTL {}, golden model {}; ", frame.difference->field,
                        frame.difference->found, frame.difference->expected);
  }
  text += verdict(d, csig_enabled);
  if (has_fields(d.outcome)) text += "; " + tag(d);
  if (model::is_compared(d.outcome)) {
    text += fmt::format("; local {} {} in bucket {}", d.value, unit(d.signal), d.bucket_local);
  }
  if (d.mac_control) text += "; MAC Control, no load";
  const tb::FrameTimes& t = frame.times;
  text += fmt::format("; first {}, arrive {}, select {}, start {}, sent {} ns",
                      model::to_ns(t.first), model::to_ns(t.arrive), model::to_ns(t.select),
                      model::to_ns(t.start), model::to_ns(t.sent));
  return text;
}

}  // namespace sluice::app
