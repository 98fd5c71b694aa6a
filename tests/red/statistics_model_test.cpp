// SPDX-License-Identifier: Apache-2.0
// Rates and independence of RED's decisions, with the seed of reset. The checks are shown to catch
// a generator whose draws share bits.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "model/red/red.hpp"

namespace sluice::model {
namespace {

constexpr RedConfig kConfig{.enable = true,
                            .ecn = true,
                            .probability = 52'429,  // 80 %
                            .min = 100'000,
                            .max = 1'100'000};
constexpr std::array<std::uint32_t, 10> kDepths = {101'000, 150'000, 200'000, 300'000,   400'000,
                                                   500'000, 650'000, 800'000, 1'000'000, 1'100'000};
constexpr std::uint64_t kDecisions = 1'000'000;
constexpr std::array kLags = {1U, 2U, 3U, 4U};

/// Share of the 65,536 draws that hit at this depth.
double exact_rate(std::uint32_t depth) {
  const std::uint64_t width = kConfig.max - kConfig.min;
  const std::uint64_t product = std::uint64_t{kConfig.probability} * (depth - kConfig.min);
  return static_cast<double>((product + width - 1) / width) / 65'536.0;
}

struct Measured {
  double rate_errors = 0;                   ///< off the exact rate, in standard errors
  std::array<double, kLags.size()> lags{};  ///< serial correlation by lag, in standard errors
};

/// `decide` answers one decision after the other.
template <typename Decide>
Measured measure(double rate, Decide decide) {
  constexpr unsigned kHistory = 8;
  std::array<unsigned, kHistory> history{};
  std::array<std::uint64_t, kLags.size()> both{};
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < kDecisions; ++i) {
    const unsigned hit = decide() ? 1 : 0;
    hits += hit;
    for (std::size_t l = 0; l < kLags.size(); ++l) {
      if (i >= kLags[l]) both[l] += hit & history[(i - kLags[l]) % kHistory];
    }
    history[i % kHistory] = hit;
  }
  const auto n = static_cast<double>(kDecisions);
  const double variance = rate * (1 - rate);
  Measured result;
  result.rate_errors = (static_cast<double>(hits) / n - rate) / std::sqrt(variance / n);
  for (std::size_t l = 0; l < kLags.size(); ++l) {
    const double pairs = n - kLags[l];
    const double mean = static_cast<double>(hits) / n;
    const double covariance = static_cast<double>(both[l]) / pairs - mean * mean;
    result.lags[l] = covariance / variance * std::sqrt(pairs);
  }
  return result;
}

TEST(RedStatistics, AMillionDecisionsAtEachOfTenDepthsHitAtTheConfiguredRate) {
  Red red;
  for (const std::uint32_t depth : kDepths) {
    const Measured m = measure(exact_rate(depth), [&] {
      return red.arrive(0, kConfig, 1, depth, Ecn::kEct0).verdict == RedVerdict::kMark;
    });
    EXPECT_LT(std::abs(m.rate_errors), 4.0) << "depth " << depth;
  }
}

TEST(RedStatistics, SuccessiveDecisionsAreIndependent) {
  Red red;
  for (const std::uint32_t depth : kDepths) {
    const Measured m = measure(exact_rate(depth), [&] {
      return red.arrive(0, kConfig, 1, depth, Ecn::kEct0).verdict == RedVerdict::kMark;
    });
    for (std::size_t l = 0; l < kLags.size(); ++l) {
      EXPECT_LT(std::abs(m.lags[l]), 4.0) << "depth " << depth << " lag " << kLags[l];
    }
  }
}

TEST(RedStatistics, DecisionsOfTwoQueuesInTurnAreIndependentToo) {
  Red red;
  unsigned queue = 0;
  for (const std::uint32_t depth : kDepths) {
    const Measured m = measure(exact_rate(depth), [&] {
      queue ^= 1U;
      return red.arrive(queue, kConfig, 1, depth, Ecn::kEct0).hit;
    });
    EXPECT_LT(std::abs(m.rate_errors), 4.0) << "depth " << depth;
    EXPECT_LT(std::abs(m.lags[0]), 4.0) << "depth " << depth;
  }
}

/// A shift register of 32 bits, stepped one bit a draw: each draw is the one before, shifted.
class OneBitADraw {
 public:
  std::uint32_t draw() {
    const std::uint32_t bit = state_ & 1U;
    state_ >>= 1;
    if (bit != 0) state_ ^= 0x80200003;
    return state_ >> 16;
  }

 private:
  std::uint32_t state_ = 1;
};

bool hit(std::uint64_t draw, std::uint32_t depth) {
  return draw * (kConfig.max - kConfig.min) <
         std::uint64_t{kConfig.probability} * (depth - kConfig.min);
}

TEST(RedStatistics, TheCheckOfIndependenceCatchesDrawsThatShareBitsAtEveryDepth) {
  OneBitADraw planted;
  for (const std::uint32_t depth : kDepths) {
    const Measured m = measure(exact_rate(depth), [&] { return hit(planted.draw(), depth); });
    EXPECT_GT(std::abs(m.lags[0]), 40.0) << "depth " << depth << ": marks come in pairs";
  }
}

TEST(RedStatistics, TheCheckOfTheRateCatchesADrawOfFifteenBits) {
  Xorshift32 random;
  unsigned caught = 0;
  for (const std::uint32_t depth : kDepths) {
    const Measured m =
        measure(exact_rate(depth), [&] { return hit(random.draw() & 0x7FFFU, depth); });
    caught += std::abs(m.rate_errors) > 20.0;
  }
  EXPECT_EQ(caught, kDepths.size());
}

}  // namespace
}  // namespace sluice::model
