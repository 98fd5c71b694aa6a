// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/ingress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/endpoint/source.hpp"
#include "sw-driver/app/interrupt.hpp"

namespace sluice::app {
namespace {

/// Longest time between the first frame and a later one: timers compare signed differences of 47
/// bits.
constexpr std::int64_t kLongestNs = std::int64_t{39} * 3600 * 1'000'000'000;

}  // namespace

Insert parse_insert(const std::string& text) {
  if (text == "none") return Insert::kNone;
  if (text == "abw") return Insert::kAbw;
  if (text == "relative") return Insert::kRelative;
  if (text == "delay") return Insert::kDelay;
  if (text == "mixed") return Insert::kMixed;
  throw UsageError(
      fmt::format("--insert: found '{}', expected abw, relative, delay, mixed or none", text));
}

void LineTime::advance(std::uint64_t bits) {
  const model::Ticks numerator = bits * model::from_ns(1'000'000'000) + rest_;
  rest_ = numerator % speed_;
  whole_ += numerator / speed_;
}

void LineTime::not_before(model::Ticks time) {
  if (whole_ >= time) return;
  whole_ = time;
  rest_ = 0;
}

bool LineTime::operator<(const LineTime& other) const {
  if (whole_ != other.whole_) return whole_ < other.whole_;
  return rest_ * other.speed_ < other.rest_ * speed_;
}

Ingress::Ingress(const std::string& path, const ArrivalOptions& options, Kind kind)
    : reader_(path), options_(options), kind_(kind) {
  const double load = options_.pace.kind == Pace::Kind::kLoad ? options_.pace.load : 1.0;
  const auto speed =
      static_cast<std::uint64_t>(std::llround(static_cast<double>(options_.speed_bps) * load));
  line_ = LineTime(std::max<std::uint64_t>(1, speed));
  if (!reader_.next(captured_)) throw tb::CaptureError(path + ": holds no packet");
  epoch_ns_ = captured_.time_ns;
}

void Ingress::stopped() {
  fault_ = fmt::format("{}: stopped by signal {} behind packet {}", reader_.path().string(),
                       caught_signal(), captured_.packet);
}

/// The next frame of the capture and its time there. False at the end or at a fault.
bool Ingress::read(model::Ticks& since) {
  try {
    if (!first_ && !reader_.next(captured_)) return false;
    first_ = false;
    const std::int64_t ns = captured_.time_ns - epoch_ns_;
    if (options_.pace.kind == Pace::Kind::kCapture && ns > kLongestNs) {
      throw tb::CaptureError(
          fmt::format("{}: packet {} comes {} s after the first, expected at most {} s; --pace "
                      "line ignores the times",
                      reader_.path().string(), captured_.packet, ns / 1'000'000'000,
                      kLongestNs / 1'000'000'000));
    }
    since = model::from_ns(static_cast<std::uint64_t>(ns));
  } catch (const tb::CaptureError& error) {
    fault_ = error.what();
    // A read that a signal broke off is no fault of the capture.
    if (caught_signal() != 0) stopped();
    return false;
  }
  return true;
}

void Ingress::tag(std::vector<std::uint8_t>& bytes) {
  if (options_.insert == Insert::kNone) return;
  const auto signal = options_.insert == Insert::kMixed
                          ? static_cast<model::Signal>(inserted_ % model::kSignals)
                          : static_cast<model::Signal>(static_cast<int>(options_.insert) - 1);
  if (model::insert_tag(bytes, signal, options_.tpid)) ++inserted_;
}

bool Ingress::next(Frame& frame) {
  if (fault_) return false;
  if (caught_signal() != 0) {
    stopped();
    return false;
  }
  model::Ticks since = 0;
  if (!read(since)) return false;
  const bool by_capture = options_.pace.kind == Pace::Kind::kCapture;
  if (line_.ticks() > model::from_ns(kLongestNs)) {
    fault_ = fmt::format(
        "{}: packet {} comes {} s after the first at this pace, expected at most {} s; a higher "
        "--pace or --speed shortens it",
        reader_.path().string(), captured_.packet, model::to_ns(line_.ticks()) / 1'000'000'000,
        kLongestNs / 1'000'000'000);
    return false;
  }
  frame.packet = captured_.packet;
  std::swap(frame.bytes, captured_.bytes);
  tag(frame.bytes);
  const std::uint64_t bits = frame.bytes.size() * 8;
  if (kind_ == Kind::kWire && by_capture) {
    frame.there = LineTime();
    frame.there.not_before(since);
    return true;
  }
  if (by_capture) line_.not_before(since);
  frame.there = line_;
  if (kind_ == Kind::kPort) frame.there.advance(bits);
  line_.advance(bits + std::uint64_t{options_.overhead} * 8);
  return true;
}

}  // namespace sluice::app
