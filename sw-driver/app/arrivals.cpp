// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/arrivals.hpp"

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

Arrivals::Arrivals(const std::string& path, ArrivalOptions options)
    : reader_(path), options_(options) {
  const double load = options_.pace.kind == Pace::Kind::kLoad ? options_.pace.load : 1.0;
  pace_bps_ = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::llround(static_cast<double>(options_.speed_bps) * load)));
  if (!reader_.next(captured_)) throw tb::CaptureError(path + ": holds no packet");
  epoch_ns_ = captured_.time_ns;
}

model::Ticks Arrivals::line_time(std::size_t length) {
  const model::Ticks bits = (model::Ticks{length} + options_.overhead) * 8;
  const model::Ticks numerator = bits * model::from_ns(1'000'000'000) + remainder_;
  remainder_ = numerator % pace_bps_;
  return numerator / pace_bps_;
}

void Arrivals::stopped() {
  fault_ = fmt::format("{}: stopped by signal {} behind packet {}", reader_.path().string(),
                       caught_signal(), captured_.packet);
}

bool Arrivals::next(Frame& frame) {
  if (fault_) return false;
  if (caught_signal() != 0) {
    stopped();
    return false;
  }
  std::int64_t since = 0;
  try {
    if (!first_ && !reader_.next(captured_)) return false;
    first_ = false;
    since = captured_.time_ns - epoch_ns_;
    if (options_.pace.kind == Pace::Kind::kCapture && since > kLongestNs) {
      throw tb::CaptureError(
          fmt::format("{}: packet {} comes {} s after the first, expected at most {} s; --pace "
                      "line ignores the times",
                      reader_.path().string(), captured_.packet, since / 1'000'000'000,
                      kLongestNs / 1'000'000'000));
    }
  } catch (const tb::CaptureError& error) {
    fault_ = error.what();
    // A read that a signal broke off is no fault of the capture.
    if (caught_signal() != 0) stopped();
    return false;
  }
  if (options_.pace.kind != Pace::Kind::kCapture && line_free_ > model::from_ns(kLongestNs)) {
    fault_ = fmt::format(
        "{}: packet {} comes {} s after the first at this pace, expected at most {} s; a higher "
        "--pace or --speed shortens it",
        reader_.path().string(), captured_.packet, model::to_ns(line_free_) / 1'000'000'000,
        kLongestNs / 1'000'000'000);
    return false;
  }
  frame.packet = captured_.packet;
  std::swap(frame.bytes, captured_.bytes);
  if (options_.insert != Insert::kNone) {
    const auto signal = options_.insert == Insert::kMixed
                            ? static_cast<model::Signal>(inserted_ % model::kSignals)
                            : static_cast<model::Signal>(static_cast<int>(options_.insert) - 1);
    if (model::insert_tag(frame.bytes, signal, options_.tpid)) ++inserted_;
  }
  if (options_.pace.kind == Pace::Kind::kCapture) {
    frame.time = model::from_ns(static_cast<std::uint64_t>(since));
  } else {
    frame.time = line_free_;
    line_free_ += line_time(frame.bytes.size());
  }
  return true;
}

}  // namespace sluice::app
