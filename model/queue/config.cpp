// SPDX-License-Identifier: Apache-2.0
#include "model/queue/config.hpp"

#include <stdexcept>
#include <string>

namespace sluice::model {

void check(const BufferConfig& config) {
  for (unsigned q = 0; q < kQueues; ++q) {
    const QueueConfig& queue = config.queue[q];
    if (queue.strict || (queue.quantum >= kMinQuantum && queue.quantum <= kMaxQuantum)) continue;
    throw std::invalid_argument("queue " + std::to_string(q) + ": quantum is " +
                                std::to_string(queue.quantum) + ", expected " +
                                std::to_string(kMinQuantum) + " to " + std::to_string(kMaxQuantum));
  }
  if (config.seed == 0) throw std::invalid_argument("RED: seed is 0, expected any other");
}

}  // namespace sluice::model
