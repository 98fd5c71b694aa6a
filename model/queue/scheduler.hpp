// SPDX-License-Identifier: Apache-2.0
// Golden model of the scheduler: strict priority, then deficit weighted round robin.
// Source: docs/architecture.md, "Scheduling".
#pragma once

#include <array>
#include <cstdint>

#include "model/queue/config.hpp"

namespace sluice::model {

class Scheduler {
 public:
  /// Turn and credits stay.
  void configure(const BufferConfig& config);

  /// The queue that is served among `eligible` (bit q: queue q has a frame that may go and is not
  /// paused); kQueues where there is none. Strict queues come first, the highest index first.
  unsigned expected(std::uint8_t eligible) const;

  /// A frame of `length` bytes (as it came in) was selected from `queue`, the expected one.
  void serve(unsigned queue, std::uint32_t length);

  unsigned turn() const { return turn_; }
  /// Bytes that the queue may still send in its turn; negative where it overdrew.
  std::int32_t credit(unsigned queue) const { return credit_[queue]; }

 private:
  std::uint8_t strict_ = 0xFF;  ///< bit q: queue q
  std::array<std::int32_t, kQueues> quantum_{};
  unsigned turn_ = kQueues - 1;
  std::array<std::int32_t, kQueues> credit_{};
};

}  // namespace sluice::model
