// SPDX-License-Identifier: Apache-2.0
// The meter once more, by brute force: answers every question from the list of all frames ever
// sent. Knows no ring and no boundaries; it is slow and plain on purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/common/time.hpp"

namespace sluice::test {

class MeterReference {
 public:
  using Ticks = model::Ticks;

  /// Frames before a change count no more.
  void configure(std::uint64_t capacity, std::uint32_t interval_us) {
    if (capacity != capacity_ || interval_us != interval_us_) sent_.clear();
    capacity_ = capacity;
    interval_us_ = interval_us;
  }

  void sent(Ticks now, std::uint64_t load) { sent_.push_back({now, load}); }

  Ticks slot() const { return model::from_ns(std::uint64_t{interval_us_} * 1'000 / 10); }

  std::uint64_t available(Ticks now) const {
    const std::optional<Epoch> epoch = epoch_at(now);
    if (!epoch) return capacity_;
    const std::int64_t open = slot_of(*epoch, now);
    Ticks sum = 0;
    for (std::size_t i = epoch->first; i < sent_.size() && sent_[i].time <= now; ++i) {
      const std::int64_t slot = slot_of(*epoch, sent_[i].time);
      if (slot >= open - 11 && slot <= open - 2) sum += sent_[i].load;
    }
    const Ticks rate = sum * 1'000'000 / interval_us_;
    return rate >= capacity_ ? 0 : static_cast<std::uint64_t>(capacity_ - rate);
  }

  unsigned percent(Ticks now) const {
    unsigned result = 0;
    if (capacity_ == 0) return 0;
    const Ticks left = available(now);
    while (result < 100 && Ticks{result + 1} * capacity_ <= left * 100) ++result;
    return result;
  }

  std::optional<Ticks> deadline(Ticks now) const {
    const std::optional<Epoch> epoch = epoch_at(now);
    if (!epoch) return std::nullopt;
    return epoch->start + (slot_of(*epoch, now) + 1) * slot();
  }

  /// `now` itself while the meter rests.
  Ticks next_boundary(Ticks now) const { return deadline(now).value_or(now); }

 private:
  struct Sent {
    Ticks time;
    std::uint64_t load;
  };
  /// From the frame that ended a rest on.
  struct Epoch {
    std::size_t first;
    Ticks start;
    Ticks rests_at;  ///< as far as the frames up to now tell
  };

  std::int64_t slot_of(const Epoch& epoch, Ticks time) const {
    return static_cast<std::int64_t>((time - epoch.start) / slot());
  }

  /// The epoch that `now` lies in; none while the meter rests.
  std::optional<Epoch> epoch_at(Ticks now) const {
    std::optional<Epoch> epoch;
    for (std::size_t i = 0; i < sent_.size() && sent_[i].time <= now; ++i) {
      if (!epoch || sent_[i].time >= epoch->rests_at) epoch = Epoch{i, sent_[i].time, 0};
      // Ten empty slots after that of this frame, then the meter rests.
      epoch->rests_at = epoch->start + (slot_of(*epoch, sent_[i].time) + 11) * slot();
    }
    if (epoch && now >= epoch->rests_at) return std::nullopt;
    return epoch;
  }

  std::uint64_t capacity_ = 0;
  std::uint32_t interval_us_ = 100;
  std::vector<Sent> sent_;
};

}  // namespace sluice::test
