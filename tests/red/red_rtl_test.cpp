// SPDX-License-Identifier: Apache-2.0
// RED's block against the golden model: random events, every clock compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "tests/red/bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using test::RedBench;
using test::RedEvent;
using test::RedRule;

constexpr std::uint32_t kDepthMax = (1U << 24) - 1;

class RedRtl : public ::testing::Test {
 protected:
  /// A value of 24 bits: anywhere, at the ends, near another one.
  std::uint32_t depth(std::uint32_t near) {
    switch (random_() % 6) {
      case 0:
        return random_() & kDepthMax;
      case 1:
        return kDepthMax - random_() % 3;
      case 2:
        return random_() % 3;
      case 3:
        return static_cast<std::uint32_t>(random_() % 20'000);
      default:
        return (near + random_() % 5 - 2) & kDepthMax;
    }
  }
  RedRule rule() {
    RedRule r;
    r.enable = random_() % 8 != 0;
    r.ecn = random_() % 4 != 0;
    r.above_drop = random_() % 2 == 0;
    r.not_ect_drop = random_() % 2 == 0;
    r.departure = random_() % 2 == 0;
    r.weight = random_() % 3 == 0 ? 0 : random_() % 16;
    constexpr std::array<std::uint32_t, 4> kEnds = {0, 1, 65'535, 65'536};
    r.probability = random_() % 3 == 0 ? kEnds[random_() % 4] : random_() % 65'537;
    r.min = depth(100'000);
    switch (random_() % 4) {
      case 0:
        r.max = r.min;
        break;
      case 1:
        r.max = depth(r.min);
        break;  // also below min: nothing may go astray
      default:
        r.max = std::min<std::uint32_t>(kDepthMax, r.min + random_() % 100'000);
        break;
    }
    return r;
  }
  RedEvent event(const std::array<RedRule, 8>& rules, unsigned queues) {
    RedEvent e;
    e.queue = random_() % queues;
    e.rule = rules[e.queue];
    const auto span = static_cast<std::uint64_t>(e.rule.max) - e.rule.min;
    if (random_() % 2 == 0 && e.rule.max > e.rule.min) {
      e.depth = static_cast<std::uint32_t>(e.rule.min + random_() % (span + 1));
    } else {
      e.depth = depth(random_() % 2 == 0 ? e.rule.min : e.rule.max);
    }
    e.first = random_() % 16 == 0;
    e.ecn = random_() % 4;
    return e;
  }
  std::mt19937_64 random_;
  RedBench bench_;
};

TEST_F(RedRtl, AgreesWithTheModelInEveryClockUnderRandomEventsAndConfigurations) {
  random_.seed(test::seed(501));
  for (int round = 0; round < 1'000 && !HasFailure(); ++round) {
    std::array<RedRule, 8> rules;
    for (auto& r : rules) r = rule();
    const unsigned queues = round % 2 == 0 ? 8 : 1 + round % 3;
    const unsigned density = random_() % 4;
    for (int i = 0; i < 500; ++i) {
      if (random_() % 32 == 0) rules[random_() % 8] = rule();  // in force from this clock on
      RedBench::Clock in;
      if (random_() % 100 == 0) in.seed = static_cast<std::uint32_t>(random_()) | 1;
      if (random_() % 4 >= density) in.depart = event(rules, queues);
      if (random_() % 4 >= density) in.arrive = event(rules, queues);
      bench_.clock(in);
    }
  }
  bench_.idle(8);
  EXPECT_GT(bench_.reference().draws(), 20'000U);
}

TEST_F(RedRtl, BothDrawsOfOneClockComeInTheOrderDepartureArrival) {
  // Queue 0 is judged at departure, queue 1 at arrival, both by chance in every clock: a draw taken
  // in the wrong order, or twice, changes about half of what follows.
  RedRule rule{true, true, false, false, false, 0, 32'768, 1'000, 3'000};
  RedRule departure = rule;
  departure.departure = true;
  for (int i = 0; i < 20'000; ++i) {
    RedBench::Clock in;
    if (i == 10'000) in.seed = 0x1234'5678;
    in.depart = RedEvent{0, 3'000, false, test::kEct0, departure};
    in.arrive = RedEvent{1, 3'000, false, test::kEct0, rule};
    bench_.clock(in);
    if (HasFailure()) break;
  }
  EXPECT_EQ(bench_.reference().draws(), 40'000U);
}

TEST_F(RedRtl, TheAverageMovesInEveryClockOfOneQueueAtEveryWeight) {
  for (unsigned weight = 0; weight < 16; ++weight) {
    for (const bool departure : {false, true}) {
      RedRule rule{true, true, false, false, departure, weight, 40'000, 0, kDepthMax};
      for (int i = 0; i < 3'000 && !HasFailure(); ++i) {
        // The whole range in steps both ways; thresholds close to where the average is, so that its
        // last bit decides.
        const std::int64_t average = bench_.reference().average(2) >> 16;
        rule.min = static_cast<std::uint32_t>(std::max<std::int64_t>(0, average - 1));
        rule.max = std::min<std::uint32_t>(kDepthMax, rule.min + 2);
        const RedEvent e{2, i % 64 < 32 ? depth(kDepthMax) : depth(0), false, test::kEct1, rule};
        if (departure) {
          bench_.clock({.depart = e});
        } else {
          bench_.clock({.arrive = e});
        }
      }
    }
  }
}

TEST_F(RedRtl, ResetForgetsAverageDrawsAndWhatIsInMotion) {
  const RedRule rule{true, true, false, false, false, 4, 30'000, 10, 2'000'000};
  const RedRule fast{true, true, false, true, false, 0, 65'536, 10, 100};
  for (unsigned motion = 1; motion <= 5; ++motion) {
    for (int i = 0; i < 50; ++i) bench_.clock({.arrive = RedEvent{3, 1'500'000, false, 2, rule}});
    for (unsigned i = 0; i < motion; ++i) {
      bench_.clock({.seed = 77, .arrive = RedEvent{1, 100'000, false, motion % 4, fast}});
    }
    bench_.reset();
    EXPECT_FALSE(bench_.busy()) << motion;
    bench_.idle(6);
  }
}

TEST_F(RedRtl, AMillionDecisionsAtTenDepthsKeepTheirProbabilityAndAreIndependent) {
  constexpr int kDecisions = 100'000;
  const RedRule rule{true, true, false, false, false, 0, 65'536, 100'000, 200'000};
  for (int step = 0; step < 10; ++step) {
    const std::uint32_t depth = 105'000 + 10'000 * static_cast<std::uint32_t>(step);
    const double p = (depth - 100'000) / 100'000.0;
    int marks = 0, pairs = 0;
    bool last = false;
    for (int i = 0; i < kDecisions + 4; ++i) {
      RedBench::Clock in;
      if (i < kDecisions) in.arrive = RedEvent{0, depth, false, test::kEct0, rule};
      const bool mark = bench_.clock(in).arrive.mark;
      marks += mark;
      pairs += mark && last;
      last = mark;
    }
    ASSERT_FALSE(HasFailure());
    const double error = std::sqrt(p * (1 - p) / kDecisions);
    EXPECT_NEAR(marks / double{kDecisions}, p, 4 * error) << "depth " << depth;
    // Serial correlation at lag 1 of independent decisions: 0, with a standard error of 1/sqrt(n).
    const double rate = marks / double{kDecisions};
    const double correlation = (pairs / double{kDecisions} - rate * rate) / (rate * (1 - rate));
    EXPECT_NEAR(correlation, 0, 4 / std::sqrt(double{kDecisions})) << "depth " << depth;
  }
}

}  // namespace
}  // namespace sluice
