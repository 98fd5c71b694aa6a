// SPDX-License-Identifier: Apache-2.0
// Golden model of the available-bandwidth meter.
// Source: "CSIG signal types", table 2, and "Measurement interval"; window: docs/architecture.md,
// "Meter".
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/common/time.hpp"

namespace sluice::model {

/// Sliding window over ten slots of a tenth of the interval. Times never go backwards.
class Meter {
 public:
  /// `capacity` in bytes a second; `interval_us` 1, 100, 1000, 10000 or 100000. Rests where either
  /// changes. Throws std::invalid_argument on another interval, with nothing changed.
  void configure(std::uint64_t capacity, std::uint32_t interval_us);

  /// Closes the slots that end at or before `now`.
  void advance(Ticks now);

  /// A frame of this load (bytes, overhead included; above 0) was sent.
  void sent(Ticks now, std::uint64_t load);

  /// Values in force since the last slot boundary that was passed by advance() or sent().
  std::uint64_t available() const { return available_; }  ///< bytes a second
  std::uint8_t percent() const { return percent_; }       ///< of the capacity, 0..100

  /// End of the open slot; none while the meter rests.
  std::optional<Ticks> deadline() const;

 private:
  static constexpr unsigned kWindow = 10;         ///< slots of an interval
  static constexpr unsigned kRing = kWindow + 2;  ///< and the open slot, and the one just closed
  static constexpr unsigned kEmptyUntilRest = 10;
  using Load = Ticks;  ///< 128 bits: no sum can overflow

  void rest();
  void publish(Load sum);
  void close_slot();

  std::uint64_t capacity_ = 0;
  std::uint32_t interval_us_ = 100;
  std::uint64_t available_ = 0;
  std::uint8_t percent_ = 0;
  bool active_ = false;
  Ticks boundary_ = 0;               ///< end of the open slot
  std::array<Load, kRing> slots_{};  ///< load of slot n at n modulo kRing
  unsigned open_ = 0;                ///< place of the open slot
  unsigned empty_ = 0;               ///< empty slots closed in a row
};

}  // namespace sluice::model
