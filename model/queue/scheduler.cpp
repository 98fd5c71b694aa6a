// SPDX-License-Identifier: Apache-2.0
#include "model/queue/scheduler.hpp"

#include <algorithm>
#include <bit>

namespace sluice::model {

void Scheduler::configure(const BufferConfig& config) {
  unsigned strict = 0;
  for (unsigned q = 0; q < kQueues; ++q) {
    strict |= config.queue[q].strict ? 1U << q : 0U;
    quantum_[q] = static_cast<std::int32_t>(config.queue[q].quantum);
  }
  strict_ = static_cast<std::uint8_t>(strict);
}

unsigned Scheduler::expected(std::uint8_t eligible) const {
  if (eligible == 0) return kQueues;
  const unsigned strict = eligible & strict_;
  if (strict != 0) return static_cast<unsigned>(std::bit_width(strict)) - 1;
  if ((eligible >> turn_ & 1U) != 0 && credit_[turn_] > 0) return turn_;
  // Bit n: queue turn + 1 + n, modulo 8.
  const auto behind = std::rotr(eligible, static_cast<int>((turn_ + 1) % kQueues));
  return (turn_ + 1 + static_cast<unsigned>(std::countr_zero(behind))) % kQueues;
}

void Scheduler::serve(unsigned queue, std::uint32_t length) {
  if ((strict_ >> queue & 1U) != 0) return;
  const bool goes_on = queue == turn_ && credit_[queue] > 0;
  if (!goes_on) {
    credit_[turn_] = std::min(credit_[turn_], 0);
    credit_[queue] += quantum_[queue];
    turn_ = queue;
  }
  credit_[queue] -= static_cast<std::int32_t>(length);
}

}  // namespace sluice::model
