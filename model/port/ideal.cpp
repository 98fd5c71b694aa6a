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
    : config_(config), sink_(std::move(sink)), port_(config.buffer) {
  check_range("speed", config.speed, 1, kMaxSpeed);
  check_range("overhead", config.overhead, 0, kMaxOverhead);
}

void IdealPort::activate(Ticks now, const CsigConfig& csig, const PortConfig& port,
                         const BufferConfig& buffer) {
  run_before(now);
  port_.activate(now, csig, port, buffer);
  now_ = now;
}

void IdealPort::pause(unsigned queue, bool on, Ticks at) {
  if (queue >= kQueues || at < now_) {
    throw std::logic_error("ideal port: pause of queue " + std::to_string(queue) + " at " +
                           std::to_string(to_ns(at)) + " ns, expected a queue below " +
                           std::to_string(kQueues) + " and not before " +
                           std::to_string(to_ns(now_)) + " ns");
  }
  run_before(at);
  now_ = at;
  const auto bit = static_cast<std::uint8_t>(1U << queue);
  paused_ = static_cast<std::uint8_t>(on ? paused_ | bit : paused_ & ~bit);
  ready_ = at;
}

Drop IdealPort::arrive(Ticks first, Ticks duration, std::span<const std::uint8_t> bytes, bool bad) {
  first = std::max({first, last_arrive_, now_});
  const Ticks last = first + duration;
  run_until(last);
  const std::uint32_t number = port_.next_frame();
  const Drop drop = port_.arrive(last, first, bytes, bad);
  if (drop == Drop::kRed) port_.leave(last, number);
  ready_ = last;
  last_arrive_ = last;
  now_ = last;
  return drop;
}

void IdealPort::drain() {
  while (has_event()) step();
}

Ticks IdealPort::next_event() const {
  return on_wire_ ? flying_.sent : std::max(wire_free_, ready_);
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
  if (ready_ > wire_free_) {
    wire_free_ = ready_;
    wire_fraction_ = 0;
  }
  const std::uint8_t among = eligible();
  const std::uint32_t frame = port_.head(port_.expected_queue(among));
  port_.select(now_, frame, among);
  const Departure& departure = port_.start(now_, frame);
  const std::uint64_t length = departure.bytes.size();
  on_wire_ = true;
  Ticks fraction = wire_fraction_;
  flying_ = {.first = departure.first_beat,
             .arrive = departure.arrive,
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
