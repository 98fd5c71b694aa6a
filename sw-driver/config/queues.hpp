// SPDX-License-Identifier: Apache-2.0
// From the `qos` part of a candidate to the buffer and queues of a port.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sw-driver/config/commit.hpp"

namespace sluice::driver {

/// Of a validated candidate with its defaults; what is worth knowing is added to `findings`.
/// Errors: CommitError where a limit is above the buffer, the weights are too far apart, or for a
/// queue with a slope the order ECN min < ECN max < PFC threshold < buffer maximum is broken.
BufferConfig translate_buffer(const Candidate& candidate, const Caps& caps, unsigned port,
                              std::vector<Finding>& findings);

/// Bytes a turn of each queue that has a weight: the least weight gets kMinQuantum, the others
/// their ratio to it, rounded; every ratio holds within 0.1 %. Nothing where one would not fit.
using Weights = std::array<std::optional<std::uint32_t>, kQueues>;
std::optional<std::array<std::uint32_t, kQueues>> quanta(const Weights& weights);

inline constexpr std::uint32_t kMinQuantum = 9'600;  ///< bytes: the longest frame
inline constexpr std::uint32_t kMaxQuantum = (1U << 20) - 1;

}  // namespace sluice::driver
