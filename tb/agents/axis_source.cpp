// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axis_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tb/common/error.hpp"

namespace sluice::tb {
namespace {

/// The design compares times by their signed difference: half the range of `now`.
constexpr Ticks kTimeEnd = Ticks{1} << 79;
constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

}  // namespace

AxisSource::AxisSource(unsigned bus_bytes, SourceOptions options)
    : bus_bytes_(bus_bytes), options_(options), random_(options.seed) {
  if (bus_bytes < 1 || bus_bytes > kMaxBusBytes) {
    throw ParameterError(fmt::format("bus of {} bytes, expected 1 to {}", bus_bytes, kMaxBusBytes));
  }
}

void AxisSource::set_supply(FrameSupply supply) {
  supply_ = std::move(supply);
  exhausted_ = false;
}

void AxisSource::fetch(const Moment& at) {
  frame_.packet = 0;
  frame_.time = 0;
  frame_.bad = false;
  frame_.bytes.clear();
  if (!supply_(frame_)) {
    exhausted_ = true;
    return;
  }
  if (frame_.bytes.empty()) {
    throw ParameterError(
        fmt::format("packet {} has no byte, expected at least one", frame_.packet));
  }
  if (frame_.time >= kTimeEnd) {
    throw ParameterError(fmt::format("packet {} arrives at {} s, expected less than {} s (39 h)",
                                     frame_.packet, model::to_ns(frame_.time) / kNsPerSecond,
                                     model::to_ns(kTimeEnd) / kNsPerSecond));
  }
  have_ = true;
  offset_ = 0;
  start_cycle_ = at.cycle;
  if (options_.max_frame_gap != 0) start_cycle_ += random_.between(0, options_.max_frame_gap);
}

void AxisSource::present(Pins& pins) {
  AxisPins& out = pins.fabric;
  const std::size_t here = std::min<std::size_t>(bus_bytes_, frame_.bytes.size() - offset_);
  std::memcpy(out.data.data(), frame_.bytes.data() + offset_, here);
  if (here < bus_bytes_) {
    for (std::size_t lane = here; lane < bus_bytes_; lane += 8) {
      const std::uint64_t fill = options_.random_dead_lanes ? random_.next() : 0;
      std::memcpy(out.data.data() + lane, &fill, std::min<std::size_t>(8, bus_bytes_ - lane));
    }
  }
  out.valid = true;
  out.keep = keep_first(here);
  out.last = offset_ + here == frame_.bytes.size();
  out.user = out.last && frame_.bad;
  pins.fabric_packet = frame_.packet;
  presenting_ = true;
}

void AxisSource::drive(const Moment& at, Pins& pins) {
  if (presenting_) return;
  pins.fabric.valid = false;
  if (!pins.rst_n) return;
  if (!have_ && !exhausted_) fetch(at);
  if (!have_) return;
  if (offset_ == 0) {
    if (at.now < frame_.time || at.cycle < start_cycle_) return;
  } else if (options_.beat_gap_percent != 0 && random_.chance(options_.beat_gap_percent)) {
    return;
  }
  present(pins);
}

void AxisSource::sample(const Moment&, const Pins& pins) {
  if (!presenting_) return;
  if (!pins.fabric.ready) {
    ++blocked_;
    return;
  }
  presenting_ = false;
  offset_ += std::min<std::size_t>(bus_bytes_, frame_.bytes.size() - offset_);
  if (offset_ == frame_.bytes.size()) {
    have_ = false;
    ++frames_;
    bytes_ += offset_;
  }
}

void AxisSource::reset() {
  if (have_ && (offset_ != 0 || presenting_)) {
    have_ = false;
    ++cut_by_reset_;
  }
  presenting_ = false;
  start_cycle_ = 0;
}

Ticks AxisSource::next_action(const Moment& at) const {
  if (!have_) return exhausted_ ? kNever : at.now;
  if (presenting_ || offset_ != 0 || at.cycle < start_cycle_) return at.now;
  return frame_.time;
}

}  // namespace sluice::tb
