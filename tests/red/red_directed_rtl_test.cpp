// SPDX-License-Identifier: Apache-2.0
// RED's block at its edges, with answers worked out by hand.
#include <gtest/gtest.h>

#include "tests/red/bench.hpp"

namespace sluice {
namespace {

using test::RedBench;
using test::RedEvent;
using test::RedRule;
using test::RedVerdict;

constexpr std::uint32_t kDepthMax = (1U << 24) - 1;
constexpr std::uint32_t kAll = 65'536;

constexpr RedVerdict kPass{}, kDrop{.drop = true}, kMark{.mark = true};

/// Instantaneous, ECN, nothing dropped.
RedRule rule(std::uint32_t min, std::uint32_t max, std::uint32_t probability) {
  return {true, true, false, false, false, 0, probability, min, max};
}

/// How many of `n` frames at this depth are marked.
unsigned marks(RedBench& bench, const RedRule& r, std::uint32_t depth, unsigned n = 2'000) {
  unsigned count = 0;
  for (unsigned i = 0; i < n + 4; ++i) {
    RedBench::Clock in;
    if (i < n) in.arrive = RedEvent{1, depth, false, test::kEct0, r};
    count += bench.clock(in).arrive.mark;
  }
  return count;
}

TEST(RedRtlEdges, NoneBelowMinNoneAtMinAllAtMaxWith100PercentAllAbove) {
  RedBench bench;
  const RedRule r = rule(30'000, 60'000, kAll);
  EXPECT_EQ(marks(bench, r, 29'999), 0U);
  EXPECT_EQ(bench.reference().draws(), 0U);
  EXPECT_EQ(marks(bench, r, 30'000), 0U);
  EXPECT_EQ(bench.reference().draws(), 2'000U);  // draws, and never hits
  EXPECT_EQ(marks(bench, r, 60'000), 2'000U);
  EXPECT_EQ(bench.reference().draws(), 4'000U);
  EXPECT_EQ(marks(bench, r, 60'001), 2'000U);
  EXPECT_EQ(bench.reference().draws(), 4'000U);
}

TEST(RedRtlEdges, Thresholds30000And30001With100PercentMarkAllAt30001AndNoneAt30000) {
  RedBench bench;
  const RedRule r = rule(30'000, 30'001, kAll);
  EXPECT_EQ(marks(bench, r, 30'000), 0U);
  EXPECT_EQ(marks(bench, r, 30'001), 2'000U);
}

TEST(RedRtlEdges, ProbabilityZeroMarksNothingUpToMaxAndEverythingAbove) {
  RedBench bench;
  const RedRule r = rule(1'000, 2'000, 0);
  EXPECT_EQ(marks(bench, r, 1'500), 0U);
  EXPECT_EQ(marks(bench, r, 2'000), 0U);
  EXPECT_EQ(marks(bench, r, 2'001), 2'000U);
}

TEST(RedRtlEdges, EqualThresholdsMarkByTheProbabilityThereAndAllAbove) {
  RedBench bench;
  EXPECT_EQ(marks(bench, rule(5'000, 5'000, kAll), 5'000), 2'000U);
  EXPECT_EQ(marks(bench, rule(5'000, 5'000, 0), 5'000), 0U);
  EXPECT_EQ(marks(bench, rule(5'000, 5'000, 0), 5'001), 2'000U);
  EXPECT_EQ(marks(bench, rule(5'000, 5'000, kAll), 4'999), 0U);
  const unsigned half = marks(bench, rule(5'000, 5'000, kAll / 2), 5'000);
  EXPECT_NEAR(half, 1'000, 4 * 22.4);
}

TEST(RedRtlEdges, TheWidestThresholdsAndDepthsLoseNoBit) {
  RedBench bench;
  const RedRule r = rule(0, kDepthMax, kAll);
  EXPECT_EQ(marks(bench, r, kDepthMax), 2'000U);
  EXPECT_EQ(marks(bench, r, 0), 0U);
  EXPECT_EQ(marks(bench, rule(0, kDepthMax - 1, 0), kDepthMax), 2'000U);
  EXPECT_NEAR(marks(bench, r, kDepthMax / 2 + 1), 1'000, 4 * 22.4);
}

TEST(RedRtlEdges, DepthZeroNeverMarks) {
  RedBench bench;
  for (const std::uint32_t max : {1U, 1'000U, kDepthMax}) {
    EXPECT_EQ(marks(bench, rule(0, max, kAll), 0), 0U);
  }
}

TEST(RedRtlEdges, TheFirstDrawsOfSeedOneAreThoseOfXorshift32ByHand) {
  // Seed 1: 1 -> 0x00042021 (1 ^ 1<<13 = 0x2001; >>17: 0; ^ <<5: 0x2001 ^ 0x40020), draw 4. Then
  // 0x04080601, draw 0x0408. With min = max the draw itself decides: r < P.
  RedBench bench;
  const auto hit = [&](std::uint32_t probability) {
    return bench.arrive({0, 7'000, false, test::kEct0, rule(7'000, 7'000, probability)}).mark;
  };
  const auto restart = [&](std::uint32_t seed) { bench.clock({.seed = seed}); };
  EXPECT_FALSE(hit(4));
  restart(1);
  EXPECT_TRUE(hit(5));
  EXPECT_FALSE(hit(0x408));
  restart(1);
  EXPECT_FALSE(hit(4));
  EXPECT_TRUE(hit(0x409));
}

TEST(RedRtlPolicy, EveryCodepointAndEverySwitchAtArrivalByHand) {
  struct Row {
    unsigned ecn;
    bool use_ecn, above_drop, not_ect_drop;
    RedVerdict within, above;  // where chance hits, and above max
  };
  const Row rows[] = {
      {test::kEct0, true, false, false, kMark, kMark},
      {test::kEct0, true, true, false, kMark, kDrop},
      {test::kEct0, true, false, true, kMark, kMark},
      {test::kEct0, true, true, true, kMark, kDrop},
      {test::kEct1, true, false, false, kMark, kMark},
      {test::kEct1, true, true, true, kMark, kDrop},
      {test::kCe, true, false, false, kPass, kPass},
      {test::kCe, true, true, false, kPass, kDrop},
      {test::kCe, true, false, true, kPass, kPass},
      {test::kNotEct, true, false, false, kPass, kPass},
      {test::kNotEct, true, false, true, kDrop, kDrop},
      {test::kNotEct, true, true, false, kPass, kDrop},
      {test::kEct0, false, false, false, kPass, kPass},
      {test::kEct0, false, false, true, kDrop, kDrop},
      {test::kEct1, false, true, false, kPass, kDrop},
      {test::kCe, false, false, true, kDrop, kDrop},
      {test::kCe, false, false, false, kPass, kPass},
  };
  RedBench bench;
  for (const Row& row : rows) {
    RedRule r = rule(100, 200, kAll);
    r.ecn = row.use_ecn;
    r.above_drop = row.above_drop;
    r.not_ect_drop = row.not_ect_drop;
    EXPECT_EQ(bench.arrive({0, 200, false, row.ecn, r}), row.within) << &row - rows;
    EXPECT_EQ(bench.arrive({0, 201, false, row.ecn, r}), row.above) << &row - rows;
    EXPECT_EQ(bench.arrive({0, 99, false, row.ecn, r}), kPass) << &row - rows;
    // At departure nothing is dropped any more, whatever the switches say.
    r.departure = true;
    const RedVerdict mark{.mark =
                              row.use_ecn && (row.ecn == test::kEct0 || row.ecn == test::kEct1)};
    EXPECT_EQ(bench.depart({0, 200, false, row.ecn, r}), mark) << &row - rows;
    EXPECT_EQ(bench.depart({0, 201, false, row.ecn, r}), mark) << &row - rows;
    // Each is judged at its own event alone.
    EXPECT_EQ(bench.arrive({0, 201, false, row.ecn, r}), kPass);
    r.departure = false;
    EXPECT_EQ(bench.depart({0, 201, false, row.ecn, r}), kPass);
  }
}

TEST(RedRtlPolicy, DisabledItJudgesNothingDrawsNothingAndKeepsTheAverage) {
  RedBench bench;
  RedRule r = rule(0, 100, kAll);
  r.weight = 15;
  bench.arrive({0, 1'000, true, test::kEct0, r});
  const std::int64_t average = bench.reference().average(0);
  RedRule off = r;
  off.enable = false;
  for (const bool first : {false, true}) {
    EXPECT_EQ(bench.arrive({0, kDepthMax, first, test::kEct0, off}), kPass);
    EXPECT_EQ(bench.depart({0, kDepthMax, first, test::kEct0, off}), kPass);
  }
  EXPECT_EQ(bench.reference().average(0), average);
  EXPECT_EQ(average, 1'000 * 65'536 / 32'768);
  EXPECT_EQ(bench.reference().draws(), 1U);
  // Kept, 2000 + 2 * 3276300 is just above 100 * 65536; from zero it would be just below.
  r.min = r.max = 100;
  EXPECT_EQ(bench.arrive({0, 3'276'300, false, test::kEct0, r}), kMark);
}

TEST(RedRtlAverage, AnArrivalAtAnEmptyQueueZeroesItFirstAlsoWhereDeparturesAreJudged) {
  RedBench bench;
  RedRule r = rule(0, kDepthMax, kAll);
  r.weight = 1;
  r.departure = true;
  bench.depart({4, 1'000'000, false, test::kEct0, r});
  EXPECT_EQ(bench.reference().average(4) >> 16, 500'000);
  // In one clock: the departure moves it, then the arrival at the queue that is empty now zeroes
  // it.
  bench.clock({.depart = RedEvent{4, 600'000, false, test::kEct0, r},
               .arrive = RedEvent{4, 64, true, test::kEct0, r}});
  EXPECT_EQ(bench.reference().average(4), 0);
  // 0 -> 50: below a min of 51; had it not been zeroed, far above.
  r.min = 51;
  r.max = 52;
  EXPECT_EQ(bench.depart({4, 100, false, test::kEct0, r}), kPass);
  EXPECT_EQ(bench.depart({4, 56, false, test::kEct0, r}), kMark);  // 53
}

TEST(RedRtlAverage, RoundsDownAlsoWhereItFalls) {
  RedBench bench;
  RedRule r = rule(0, 0, kAll);
  r.weight = 15;
  // From 0 by one byte: 65536 >> 15 = 2. From there towards 0: -2 >> 15 = -1, then -1 again.
  bench.arrive({0, 1, true, test::kNotEct, r});
  EXPECT_EQ(bench.reference().average(0), 2);
  bench.arrive({0, 0, false, test::kNotEct, r});
  EXPECT_EQ(bench.reference().average(0), 1);
  bench.arrive({0, 0, false, test::kNotEct, r});
  EXPECT_EQ(bench.reference().average(0), 0);
}

}  // namespace
}  // namespace sluice
