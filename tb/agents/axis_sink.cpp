// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axis_sink.hpp"

#include <fmt/format.h>

#include "tb/common/error.hpp"
#include "tb/common/random.hpp"

namespace sluice::tb {
namespace {

constexpr std::uint64_t kBurstClocks = 16;
constexpr std::uint64_t kStallClocks = 1024;

}  // namespace

std::optional<BackPressure> parse_back_pressure(std::string_view word) {
  if (word == "none") return BackPressure::kNone;
  if (word == "random") return BackPressure::kRandom;
  if (word == "bursts") return BackPressure::kBursts;
  if (word == "stall") return BackPressure::kStall;
  return std::nullopt;
}

AxisSink::AxisSink(unsigned bus_bytes, SinkOptions options) : options_(options) {
  if (bus_bytes < 1 || bus_bytes > kMaxBusBytes) {
    throw ParameterError(fmt::format("bus of {} bytes, expected 1 to {}", bus_bytes, kMaxBusBytes));
  }
  if (options.percent > 99) {
    throw ParameterError(
        fmt::format("back-pressure of {} percent, expected 0 to 99", options.percent));
  }
}

bool AxisSink::willing(std::uint64_t cycle) const {
  const auto hash = [&](std::uint64_t n) {
    return (mix64(options_.seed ^ mix64(n)) >> 32) * 100 >> 32;
  };
  switch (options_.pattern) {
    case BackPressure::kNone:
      return true;
    case BackPressure::kRandom:
      return hash(cycle) >= options_.percent;
    case BackPressure::kBursts:
      return hash(cycle / kBurstClocks) >= options_.percent;
    case BackPressure::kStall:
      return cycle % kStallClocks * 100 >= kStallClocks * options_.percent;
  }
  return true;
}

void AxisSink::drive(const Moment& at, Pins& pins) {
  const bool line_free = at.now >= free_at_;
  if (line_free && !freed_) {
    freed_ = true;
    free_cycle_ = at.cycle;
  }
  pins.wire.ready = !held_ && (length_ != 0 || line_free) && willing(at.cycle);
}

void AxisSink::pace() {
  // A saturated line counts on from where it was; a line that stood idle starts afresh.
  if (!saturated_) {
    free_at_ = first_beat_;
    remainder_ = 0;
  }
  const Ticks bits = (Ticks{length_} + options_.overhead) * 8;
  const Ticks scaled = ((bits * 1'000'000'000) << 32) + remainder_;
  free_at_ += scaled / options_.speed_bps;
  remainder_ = static_cast<std::uint64_t>(scaled % options_.speed_bps);
  freed_ = false;
}

void AxisSink::sample(const Moment& at, const Pins& pins) {
  const AxisPins& in = pins.wire;
  if (!in.fire()) return;
  if (length_ == 0) {
    first_beat_ = at.now;
    saturated_ = at.cycle == free_cycle_;
    gathered_.clear();
  }
  const auto here = lanes_of(in.keep);
  if (callback_) gathered_.insert(gathered_.end(), in.data.data(), in.data.data() + here);
  length_ += here;
  if (!in.last) return;
  ++frames_;
  bytes_ += length_;
  if (options_.speed_bps != 0) pace();
  if (callback_) callback_({first_beat_, at.now, gathered_});
  length_ = 0;
}

void AxisSink::reset() {
  length_ = 0;
  free_at_ = 0;
  remainder_ = 0;
  freed_ = false;
}

Ticks AxisSink::next_action(const Moment& at) const {
  return free_at_ > at.now ? free_at_ : kNever;
}

}  // namespace sluice::tb
