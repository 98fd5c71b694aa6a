// SPDX-License-Identifier: Apache-2.0
#include "model/csig/meter.hpp"

#include <numeric>
#include <stdexcept>
#include <string>

namespace sluice::model {
namespace {

constexpr std::uint32_t kMicrosecondsPerSecond = 1'000'000;

bool is_interval(std::uint32_t us) {
  return us == 1 || us == 100 || us == 1'000 || us == 10'000 || us == 100'000;
}

constexpr Ticks slot_length(std::uint32_t interval_us) {
  return from_ns(std::uint64_t{interval_us} * 100);
}

}  // namespace

void Meter::configure(std::uint64_t capacity, std::uint32_t interval_us) {
  if (!is_interval(interval_us)) {
    throw std::invalid_argument("meter: interval is " + std::to_string(interval_us) +
                                " us, expected 1, 100, 1000, 10000 or 100000");
  }
  if (capacity == capacity_ && interval_us == interval_us_) return;
  capacity_ = capacity;
  interval_us_ = interval_us;
  rest();
}

void Meter::advance(Ticks now) {
  // Ends after ten empty slots at the latest: the meter rests then.
  while (active_ && boundary_ <= now) close_slot();
}

void Meter::sent(Ticks now, std::uint64_t load) {
  advance(now);
  if (!active_) {
    active_ = true;
    boundary_ = now + slot_length(interval_us_);
  }
  slots_[open_] += load;
}

std::optional<Ticks> Meter::deadline() const {
  return active_ ? std::optional<Ticks>(boundary_) : std::nullopt;
}

void Meter::rest() {
  active_ = false;
  slots_ = {};
  open_ = 0;
  empty_ = 0;
  publish(0);
}

void Meter::publish(Load sum) {
  const Load rate = sum * (kMicrosecondsPerSecond / interval_us_);
  available_ = rate < capacity_ ? capacity_ - static_cast<std::uint64_t>(rate) : 0;
  percent_ = capacity_ == 0 ? 0 : static_cast<std::uint8_t>(Load{100} * available_ / capacity_);
}

void Meter::close_slot() {
  const unsigned closed = open_;
  empty_ = slots_[closed] == 0 ? empty_ + 1 : 0;
  if (empty_ == kEmptyUntilRest) {
    rest();
    return;
  }
  open_ = (open_ + 1) % kRing;
  slots_[open_] = 0;
  boundary_ += slot_length(interval_us_);
  // The slot just closed stays out: the hardware needs a slot's time to compute with it.
  publish(std::accumulate(slots_.begin(), slots_.end(), Load{0}) - slots_[closed]);
}

}  // namespace sluice::model
