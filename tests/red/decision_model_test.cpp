// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "model/red/red.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

constexpr std::array kAllEcn = {Ecn::kNotEct, Ecn::kEct1, Ecn::kEct0, Ecn::kCe};
constexpr std::uint32_t kOne = 65'536;  // probability 1

/// ECN on, dropping nothing.
RedConfig marking(std::uint32_t min, std::uint32_t max, std::uint32_t probability) {
  return {.enable = true, .ecn = true, .probability = probability, .min = min, .max = max};
}

/// One decision at arrival of a queue that held something before.
RedDecision judge(Red& red, const RedConfig& config, std::uint32_t depth, Ecn ecn = Ecn::kEct0) {
  return red.arrive(0, config, 1, depth, ecn);
}

// The first step by hand: 1 ^ 1 << 13 = 0x2001; >> 17 changes nothing; 0x2001 ^ 0x2001 << 5 =
// 0x42021. The others likewise.
TEST(RedDraw, TheFirstStatesFromSeedOneAreTheKnownOnesAndTheUpperBitsAreDrawn) {
  Xorshift32 random(1);
  constexpr std::array<std::uint32_t, 5> kStates = {0x00042021, 0x04080601, 0x9DCCA8C5, 0x1255994F,
                                                    0x8EF917D1};
  for (const std::uint32_t state : kStates) {
    EXPECT_EQ(random.draw(), state >> 16);
    EXPECT_EQ(random.state(), state);
  }
}

TEST(RedDraw, AThirdPartysVectorFromItsSeed) {
  // Marsaglia, "Xorshift RNGs" (2003), section 4: the first value from y = 2463534242.
  Xorshift32 random(2'463'534'242);
  random.draw();
  EXPECT_EQ(random.state(), 723'471'715U);
}

TEST(RedDraw, TheNextDrawDecidesExactly) {
  // From seed 1 the draws are 4, 0x0408, 0x9DCC. With P = d + 1 at x = max a draw of d hits, with
  // P = d it does not.
  constexpr std::array<std::uint32_t, 3> kDraws = {0x0004, 0x0408, 0x9DCC};
  for (std::size_t n = 0; n < kDraws.size(); ++n) {
    for (const unsigned more : {0U, 1U}) {
      Red red;
      for (std::size_t i = 0; i < n; ++i) judge(red, marking(0, 9, 0), 5);
      const RedDecision d = judge(red, marking(1'000, 2'000, kDraws[n] + more), 2'000);
      EXPECT_EQ(d.draw, kDraws[n]);
      EXPECT_EQ(d.hit, more == 1);
    }
  }
}

TEST(RedDraw, EveryFrameBetweenTheThresholdsDrawsOnceAndNoOther) {
  for (const Ecn ecn : kAllEcn) {
    for (const bool ecn_on : {false, true}) {
      Red red;
      RedConfig config = marking(1'000, 2'000, kOne);
      config.ecn = ecn_on;
      Xorshift32 expected(1);
      const auto state_after = [&](std::uint32_t depth) {
        judge(red, config, depth, ecn);
        return red.random().state();
      };
      EXPECT_EQ(state_after(999), expected.state());
      EXPECT_EQ(state_after(2'001), expected.state());
      for (const std::uint32_t depth : {1'000U, 1'500U, 2'000U}) {
        expected.draw();
        EXPECT_EQ(state_after(depth), expected.state()) << depth;
      }
      config.enable = false;
      EXPECT_EQ(state_after(1'500), expected.state()) << "RED off draws nothing";
    }
  }
}

TEST(RedDraw, QueuesShareOneGeneratorAndARestartBeginsAgainFromTheSeed) {
  Red red;
  const RedConfig config = marking(0, 9, kOne);
  EXPECT_EQ(red.arrive(3, config, 1, 5, Ecn::kEct0).draw, 0x0004);
  EXPECT_EQ(red.arrive(5, config, 1, 5, Ecn::kEct0).draw, 0x0408);
  red.restart(1);
  EXPECT_EQ(red.arrive(0, config, 1, 5, Ecn::kEct0).draw, 0x0004);
}

TEST(RedEdges, BelowMinNoneAboveMaxAllAtAnyProbability) {
  for (const std::uint32_t probability : {0U, 1U, 30'000U, kOne}) {
    Red red;
    const RedConfig config = marking(1'000, 2'000, probability);
    for (int i = 0; i < 1'000; ++i) {
      EXPECT_FALSE(judge(red, config, 999).hit);
      EXPECT_FALSE(judge(red, config, 1'000).hit) << "probability 0 at min";
      EXPECT_TRUE(judge(red, config, 2'001).hit);
    }
    EXPECT_EQ(judge(red, config, 999).range, RedRange::kBelow);
    EXPECT_EQ(judge(red, config, 1'000).range, RedRange::kBetween);
    EXPECT_EQ(judge(red, config, 2'000).range, RedRange::kBetween);
    EXPECT_EQ(judge(red, config, 2'001).range, RedRange::kAbove);
  }
}

TEST(RedEdges, DepthZeroIsNeverMarked) {
  for (const std::uint32_t max : {0U, 1U, 1'000'000U}) {
    Red red;
    int hits = 0;
    // An empty frame at an empty queue: the smallest depth there is.
    for (int i = 0; i < 10'000; ++i) hits += judge(red, marking(0, max + 1, kOne), 0).hit;
    EXPECT_EQ(hits, 0);
  }
}

TEST(RedEdges, HundredPercentAtMaxMarksEveryFrame) {
  for (const auto& [min, max] : {std::pair{30'000U, 30'001U},
                                 {800'000U, 1'200'000U},
                                 {0U, 0xFFFFFFU},
                                 {0xFFFFFEU, 0xFFFFFFU}}) {
    Red red;
    for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(judge(red, marking(min, max, kOne), max).hit);
  }
}

TEST(RedEdges, ThresholdsOneByteApartAreExact) {
  Red red;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(judge(red, marking(30'000, 30'001, kOne), 30'000).hit);
    ASSERT_TRUE(judge(red, marking(30'000, 30'001, kOne), 30'001).hit);
    ASSERT_TRUE(judge(red, marking(30'000, 30'001, kOne), 30'002).hit);
  }
}

TEST(RedEdges, MinEqualToMaxDividesByNothingAndTakesTheProbabilityThere) {
  for (const std::uint32_t probability : {0U, 1U, 32'768U, 65'535U, kOne}) {
    Red red;
    Xorshift32 random(1);
    int hits = 0;
    for (int i = 0; i < 10'000; ++i) {
      EXPECT_FALSE(judge(red, marking(5'000, 5'000, probability), 4'999).hit);
      EXPECT_TRUE(judge(red, marking(5'000, 5'000, probability), 5'001).hit);
      const bool expected = random.draw() < probability;
      ASSERT_EQ(judge(red, marking(5'000, 5'000, probability), 5'000).hit, expected);
      hits += expected;
    }
    EXPECT_EQ(hits == 10'000, probability == kOne);
    EXPECT_EQ(hits == 0, probability == 0 || probability == 1) << "10,000 draws from seed 1";
  }
}

TEST(RedEdges, MinAboveMaxHitsFromMinOnAndNeverDraws) {
  Red red;
  const RedConfig config = marking(2'000, 1'000, kOne);
  for (const std::uint32_t depth : {0U, 500U, 1'000U, 1'500U, 1'999U}) {
    EXPECT_EQ(judge(red, config, depth).range, RedRange::kBelow);
  }
  EXPECT_EQ(judge(red, config, 2'000).range, RedRange::kAbove);
  EXPECT_EQ(red.random().state(), 1U);
}

// The definition as a fraction: r / 65536 < P / 65536 * (x - min) / (max - min), cross-multiplied
// in 128 bits, against random thresholds up to the full 24 bits.
TEST(RedEdges, TheDecisionIsTheExactFractionAtEveryWidth) {
  std::mt19937_64 random(test::seed(61));
  Red red;
  Xorshift32 draws(1);
  int hits = 0;
  for (int i = 0; i < 300'000; ++i) {
    const unsigned bits = 1 + random() % 24;
    const std::uint32_t mask = (1U << bits) - 1;
    std::uint32_t min = random() & mask, max = random() & mask;
    if (min > max) std::swap(min, max);
    if (min == max) continue;
    const auto probability = static_cast<std::uint32_t>(random() % (kOne + 1));
    const std::uint32_t x = min + random() % (max - min + 1);
    const RedDecision d = judge(red, marking(min, max, probability), x);
    const std::uint16_t r = draws.draw();
    ASSERT_EQ(d.draw, r);
    __extension__ using Wide = unsigned __int128;
    const bool expected = Wide{r} * (max - min) < Wide{probability} * (x - min);
    ASSERT_EQ(d.hit, expected) << min << ' ' << max << ' ' << probability << ' ' << x;
    hits += expected;
  }
  EXPECT_GT(hits, 30'000);
}

/// avg as an exact number: units of 2^-16 bytes, by division that rounds down.
class ExactAverage {
 public:
  explicit ExactAverage(unsigned weight) : divisor_(std::int64_t{1} << weight) {}
  void zero() { units_ = 0; }
  void add(std::int64_t depth) {
    const std::int64_t difference = depth * 65'536 - units_;
    std::int64_t part = difference / divisor_;
    if (difference % divisor_ != 0 && difference < 0) --part;
    units_ += part;
  }
  std::int64_t units() const { return units_; }

 private:
  std::int64_t divisor_;
  std::int64_t units_ = 0;
};

TEST(RedAverage, EveryWeightFollowsExactArithmeticUpAndDown) {
  std::mt19937_64 random(test::seed(67));
  for (unsigned weight = 0; weight <= 15; ++weight) {
    Red red;
    ExactAverage exact(weight);
    RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
    config.weight = static_cast<std::uint8_t>(weight);
    std::uint32_t depth = 0;
    for (int i = 0; i < 20'000; ++i) {
      if (i % 97 == 0) depth = random() % 2 == 0 ? random() & 0xFFFFFF : random() % 70;
      const std::uint32_t before = random() % 50 == 0 ? 0 : 1;
      if (before == 0) exact.zero();
      exact.add(depth);
      const RedDecision d = red.arrive(0, config, before, depth, Ecn::kEct0);
      ASSERT_EQ(red.average(0), static_cast<std::uint64_t>(exact.units())) << "weight " << weight;
      ASSERT_EQ(d.depth, exact.units() / 65'536);
      ASSERT_TRUE(weight != 0 || d.depth == depth);
    }
  }
}

TEST(RedAverage, IsUpdatedBeforeItIsCompared) {
  Red red;
  RedConfig config = marking(2'000, 5'000, 0);
  config.weight = 1;
  EXPECT_EQ(judge(red, config, 8'000).range, RedRange::kBetween) << "4,000, not 0";
  EXPECT_EQ(judge(red, config, 8'000).range, RedRange::kAbove) << "6,000";
  EXPECT_EQ(judge(red, config, 0).range, RedRange::kBetween) << "3,000";
}

TEST(RedAverage, BelowTheWidthOfTheWeightItFallsToZeroAndRisesToOneStepBelow) {
  // Rounding down: falling reaches 0 exactly; rising stops where the difference is below 2^w.
  RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
  config.weight = 3;
  Red red;
  for (int i = 0; i < 500; ++i) judge(red, config, 100);
  EXPECT_EQ(red.average(0), 100U * 65'536 - 7);
  EXPECT_EQ(judge(red, config, 100).depth, 99U);
  for (int i = 0; i < 500; ++i) judge(red, config, 0);
  EXPECT_EQ(red.average(0), 0U);
}

TEST(RedAverage, ArrivalAtAnEmptyQueueZeroesItFirstAndOnlyThen) {
  RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
  config.weight = 2;
  Red red;
  red.arrive(0, config, 0, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 1'000U << 16);
  red.arrive(0, config, 1, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 1'750U << 16);
  red.arrive(0, config, 0, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 1'000U << 16);
}

TEST(RedAverage, EachQueueHasItsOwn) {
  RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
  config.weight = 1;
  Red red;
  for (int round = 0; round < 2; ++round) {
    for (unsigned q = 0; q < kQueues; ++q) red.arrive(q, config, 1, 4'000 * (q + 1), Ecn::kEct0);
  }
  for (unsigned q = 0; q < kQueues; ++q) EXPECT_EQ(red.average(q), 3'000ULL * (q + 1) << 16);
}

TEST(RedAverage, StaysOverARestartOfTheGeneratorAndWhileRedIsOff) {
  RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
  config.weight = 1;
  Red red;
  judge(red, config, 2'000);
  red.restart(77);
  config.enable = false;
  red.arrive(0, config, 0, 9'000, Ecn::kEct0);
  red.select(0, config, 9'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 1'000U << 16);
}

/// Every codepoint, switch and range at arrival, against the rules written out once more.
TEST(RedVerdictAtArrival, EveryCaseOfCodepointSwitchesAndRange) {
  for (unsigned bits = 0; bits < 8; ++bits) {
    RedConfig config = marking(1'000, 2'000, kOne);
    config.ecn = (bits & 1) != 0;
    config.above_drop = (bits & 2) != 0;
    config.not_ect_drop = (bits & 4) != 0;
    for (const Ecn ecn : kAllEcn) {
      const auto verdict = [&](std::uint32_t depth) {
        Red red;
        return judge(red, config, depth, ecn).verdict;
      };
      const RedVerdict cannot_mark = config.not_ect_drop ? RedVerdict::kDrop : RedVerdict::kPass;
      const RedVerdict hit = !config.ecn       ? cannot_mark
                             : is_ect(ecn)     ? RedVerdict::kMark
                             : ecn == Ecn::kCe ? RedVerdict::kPass
                                               : cannot_mark;
      EXPECT_EQ(verdict(999), RedVerdict::kPass);
      EXPECT_EQ(verdict(1'000), RedVerdict::kPass);
      EXPECT_EQ(verdict(2'000), hit);
      EXPECT_EQ(verdict(2'001), config.above_drop ? RedVerdict::kDrop : hit);
    }
  }
}

TEST(RedVerdictAtArrival, NothingIsJudgedWhereRedIsOffOrAtDeparture) {
  for (const Ecn ecn : kAllEcn) {
    Red red;
    RedConfig config = marking(0, 0, kOne);
    config.above_drop = config.not_ect_drop = true;
    config.departure = true;
    EXPECT_EQ(judge(red, config, 100, ecn).range, RedRange::kNotJudged);
    EXPECT_EQ(judge(red, config, 100, ecn).verdict, RedVerdict::kPass);
    config.departure = false;
    EXPECT_EQ(red.select(0, config, 100, ecn).range, RedRange::kNotJudged);
    config.enable = false;
    EXPECT_EQ(judge(red, config, 100, ecn).range, RedRange::kNotJudged);
    config.departure = true;
    EXPECT_EQ(red.select(0, config, 100, ecn).range, RedRange::kNotJudged);
    EXPECT_EQ(red.average(0), 0U);
  }
}

TEST(RedVerdictAtDeparture, MarksEctWithEcnOnlyAndNeverDrops) {
  for (unsigned bits = 0; bits < 8; ++bits) {
    RedConfig config = marking(1'000, 2'000, kOne);
    config.departure = true;
    config.ecn = (bits & 1) != 0;
    config.above_drop = (bits & 2) != 0;
    config.not_ect_drop = (bits & 4) != 0;
    for (const Ecn ecn : kAllEcn) {
      const RedVerdict hit = config.ecn && is_ect(ecn) ? RedVerdict::kMark : RedVerdict::kPass;
      Red red;
      EXPECT_EQ(red.select(0, config, 1'000, ecn).verdict, RedVerdict::kPass);
      EXPECT_EQ(red.select(0, config, 2'000, ecn).verdict, hit);
      EXPECT_EQ(red.select(0, config, 2'001, ecn).verdict, hit);
    }
  }
}

TEST(RedVerdictAtDeparture, TheAverageIsZeroedAtArrivalAndUpdatedAtSelect) {
  RedConfig config = marking(0xFFFFFF, 0xFFFFFF, 0);
  config.departure = true;
  config.weight = 1;
  Red red;
  red.arrive(0, config, 0, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 0U) << "arrival updates nothing";
  red.select(0, config, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 2'000U << 16);
  red.arrive(0, config, 1, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 2'000U << 16);
  red.arrive(0, config, 0, 4'000, Ecn::kEct0);
  EXPECT_EQ(red.average(0), 0U);
}

}  // namespace
}  // namespace sluice::model
