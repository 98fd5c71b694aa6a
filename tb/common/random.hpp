// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna), seeded by
// SplitMix64, with distributions of our own (those of <random> differ between standard libraries).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sluice::tb {

/// One step of SplitMix64; also a good hash of `x`.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      word = mix64(seed);
      seed += 0x9E3779B97F4A7C15U;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// 0 .. n-1, every value equally likely to within 2^-32. Range of n: 1 .. 2^32.
  std::uint64_t below(std::uint64_t n) { return ((next() >> 32) * n) >> 32; }

  /// low .. high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + below(high - low + 1);
  }

  /// True with probability `percent` / 100.
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace sluice::tb
