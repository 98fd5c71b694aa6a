// SPDX-License-Identifier: Apache-2.0
// Time in the golden models (docs/architecture.md, "Time").
#pragma once

#include <cstdint>

namespace sluice::model {

/// Fixed-point nanoseconds: 48 integer bits, 32 fraction bits. Wide enough for every sum and
/// difference.
__extension__ typedef unsigned __int128 Ticks;
__extension__ typedef __int128 SignedTicks;

/// Whole nanoseconds as Ticks. Range: 0 .. 2^48 - 1.
constexpr Ticks from_ns(std::uint64_t ns) { return static_cast<Ticks>(ns) << 32; }

/// Whole nanoseconds of `t`, rounded down.
constexpr std::uint64_t to_ns(Ticks t) { return static_cast<std::uint64_t>(t >> 32); }

}  // namespace sluice::model
