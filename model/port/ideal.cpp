// SPDX-License-Identifier: Apache-2.0
#include "model/port/ideal.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "model/common/wire.hpp"

namespace sluice::model {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::uint64_t kMaxSpeed = (std::uint64_t{1} << 40) - 1;
constexpr std::uint32_t kMaxOverhead = 1U << 16;

void check_range(const char* what, std::uint64_t found, std::uint64_t low, std::uint64_t high) {
  if (found >= low && found <= high) return;
  throw std::invalid_argument(std::string("ideal port: ") + what + " is " + std::to_string(found) +
                              ", expected " + std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace

IdealPort::IdealPort(const IdealConfig& config, Sink sink)
    : config_(config), sink_(std::move(sink)) {
  check_range("speed", config.speed, 1, kMaxSpeed);
  check_range("overhead", config.overhead, 0, kMaxOverhead);
  check_range("buffer", config.buffer_bytes, kMaxFrame, UINT64_MAX);
}

void IdealPort::activate(Ticks now, const CsigConfig& csig, const PortConfig& port) {
  run_before(now);
  port_.activate(now, csig, port);
  now_ = now;
}

Drop IdealPort::arrive(Ticks first, Ticks duration, std::span<const std::uint8_t> bytes, bool bad) {
  first = std::max({first, last_arrive_, now_});
  // The hardware swallows what is beyond the limit, so an oversize frame needs no more room than
  // this.
  const std::uint64_t needed = std::min<std::uint64_t>(bytes.size(), kMaxFrame);
  run_until(first);
  while (port_.queued_bytes() + needed > config_.buffer_bytes) step();
  first = std::max(first, now_);
  const Ticks last = first + duration;
  run_until(last);
  const std::uint32_t number = port_.next_frame();
  const Drop drop = port_.arrive(last, first, bytes, bad);
  if (drop == Drop::kNone) waiting_.push_back({number, first, last});
  last_arrive_ = last;
  now_ = last;
  return drop;
}

void IdealPort::drain() {
  while (has_event()) step();
}

Ticks IdealPort::next_event() const {
  return on_wire_ ? flying_.sent : std::max(wire_free_, waiting_.front().arrive);
}

void IdealPort::step() {
  now_ = next_event();
  if (!on_wire_) {
    start();
    return;
  }
  on_wire_ = false;
  Departure departure = port_.sent(now_);
  sink_(departure, flying_);
  port_.recycle(std::move(departure));
}

void IdealPort::start() {
  const Waiting head = waiting_.front();
  waiting_.pop_front();
  if (head.arrive > wire_free_) {
    wire_free_ = head.arrive;
    wire_fraction_ = 0;
  }
  port_.select(now_, head.frame);
  const std::uint64_t length = port_.start(now_, head.frame).bytes.size();
  on_wire_ = true;
  Ticks fraction = wire_fraction_;
  flying_ = {.first = head.first,
             .arrive = head.arrive,
             .start = now_,
             .sent = now_ + wire_time(length, fraction)};
  wire_free_ = now_ + wire_time(length + config_.overhead, wire_fraction_);
}

void IdealPort::run_before(Ticks limit) {
  while (has_event() && next_event() < limit) step();
}

void IdealPort::run_until(Ticks limit) {
  while (has_event() && next_event() <= limit) step();
}

Ticks IdealPort::wire_time(std::uint64_t bytes, Ticks& remainder) const {
  const Ticks exact = from_ns(bytes * kNanosecondsPerSecond) + remainder;
  remainder = exact % config_.speed;
  return exact / config_.speed;
}

}  // namespace sluice::model
