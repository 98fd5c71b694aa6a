// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axis_checker.hpp"

#include <gtest/gtest.h>

#include "tb/common/error.hpp"
#include "tb/common/random.hpp"
#include "tests/support/seed.hpp"

namespace sluice::tb {
namespace {

constexpr unsigned kBus = 8;

AxisPins beat(Keep keep, bool last, bool ready = true) {
  AxisPins pins;
  pins.valid = true;
  pins.ready = ready;
  pins.last = last;
  pins.keep = keep;
  for (unsigned i = 0; i < kBus; ++i) pins.data[i] = static_cast<std::uint8_t>(i + 1);
  return pins;
}

/// The rule that the last of `clocks` breaks; the ones before must break none.
std::optional<AxisRule> rule_at_end(const std::vector<AxisPins>& clocks, bool no_gaps = false) {
  AxisChecker checker(kBus, no_gaps);
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const auto violation = checker.check(clocks[i], true);
    if (i + 1 == clocks.size()) {
      return violation ? std::optional(violation->rule) : std::nullopt;
    }
    EXPECT_FALSE(violation) << "clock " << i << ": " << violation->text;
  }
  return std::nullopt;
}

TEST(AxisChecker, AcceptsLegalTrafficOfRandomLengthsWaitsAndGaps) {
  Random random(test::seed(11));
  AxisChecker checker(kBus, false);
  for (int frame = 0; frame < 500; ++frame) {
    const auto length = random.between(1, 40);
    for (std::uint64_t done = 0; done < length; done += kBus) {
      const auto here = std::min<std::uint64_t>(kBus, length - done);
      AxisPins pins = beat((1U << here) - 1, done + kBus >= length, false);
      pins.user = random.chance(50);
      while (random.chance(30)) ASSERT_FALSE(checker.check(AxisPins{}, true));
      while (random.chance(50)) {
        ASSERT_FALSE(checker.check(pins, true));
        for (auto lane = here; lane < kBus; ++lane) ++pins.data[lane];  // empty lanes may change
      }
      pins.ready = true;
      ASSERT_FALSE(checker.check(pins, true));
    }
  }
}

TEST(AxisChecker, CatchesValidThatFallsBeforeReady) {
  EXPECT_EQ(rule_at_end({beat(0xFF, false, false), AxisPins{}}), AxisRule::kValidDropped);
}

TEST(AxisChecker, CatchesPayloadThatMovesBeforeReady) {
  for (unsigned lane = 0; lane < kBus; ++lane) {
    AxisPins moved = beat(0xFF, true, false);
    moved.data[lane] ^= 0x10;
    EXPECT_EQ(rule_at_end({beat(0xFF, true, false), moved}), AxisRule::kPayloadMoved);
  }
  EXPECT_EQ(rule_at_end({beat(0x0F, true, false), beat(0x1F, true, false)}),
            AxisRule::kPayloadMoved);
  EXPECT_EQ(rule_at_end({beat(0xFF, true, false), beat(0xFF, false, false)}),
            AxisRule::kPayloadMoved);
  AxisPins bad = beat(0xFF, true, false);
  bad.user = true;
  EXPECT_EQ(rule_at_end({beat(0xFF, true, false), bad}), AxisRule::kPayloadMoved);
  // Also in the clock in which ready comes, and after several clocks.
  EXPECT_EQ(rule_at_end({beat(0xFF, true, false), beat(0xFF, true, false), beat(0x7F, true, true)}),
            AxisRule::kPayloadMoved);
}

TEST(AxisChecker, CatchesIllegalKeep) {
  EXPECT_EQ(rule_at_end({beat(0x00, true)}), AxisRule::kKeepZero);
  EXPECT_EQ(rule_at_end({beat(0xFE, true)}), AxisRule::kKeepHoles);
  EXPECT_EQ(rule_at_end({beat(0x05, true)}), AxisRule::kKeepHoles);
  EXPECT_EQ(rule_at_end({beat(0x1FF, true)}), AxisRule::kKeepHoles);
  EXPECT_EQ(rule_at_end({beat(0x7F, false)}), AxisRule::kKeepPartial);
  EXPECT_EQ(rule_at_end({beat(0xFF, false), beat(0x3F, false)}), AxisRule::kKeepPartial);
  EXPECT_EQ(rule_at_end({beat(0xFF, false), beat(0x01, true)}), std::nullopt);
}

TEST(AxisChecker, ChecksKeepOfEveryLaneOfTheWidestBus) {
  AxisChecker checker(kMaxBusBytes, false);
  AxisPins pins = beat(~Keep{0}, false);
  EXPECT_FALSE(checker.check(pins, true));
  for (unsigned lane = 0; lane < kMaxBusBytes; ++lane) {
    pins.keep = ~(Keep{1} << lane);
    const auto violation = checker.check(pins, true);
    ASSERT_TRUE(violation) << "lane " << lane;
    EXPECT_EQ(violation->rule, lane == 0                  ? AxisRule::kKeepHoles
                               : lane == kMaxBusBytes - 1 ? AxisRule::kKeepPartial
                                                          : AxisRule::kKeepHoles)
        << "lane " << lane;
  }
}

TEST(AxisChecker, CatchesAGapInsideAFrameOnlyWhereAsked) {
  const std::vector<AxisPins> gap = {beat(0xFF, false), AxisPins{}};
  EXPECT_EQ(rule_at_end(gap, true), AxisRule::kGapInFrame);
  EXPECT_EQ(rule_at_end(gap, false), std::nullopt);
  EXPECT_EQ(rule_at_end({beat(0xFF, true), AxisPins{}, AxisPins{}, beat(0xFF, true)}, true),
            std::nullopt);
  EXPECT_EQ(rule_at_end({beat(0xFF, false), beat(0xFF, false, false), beat(0xFF, false)}, true),
            std::nullopt);
}

TEST(AxisChecker, CatchesUnknownPins) {
  AxisPins pins;
  pins.unknown = true;
  EXPECT_EQ(rule_at_end({pins}), AxisRule::kUnknown);
}

TEST(AxisChecker, CatchesValidInResetAndForgetsTheFrameThatResetCuts) {
  AxisChecker checker(kBus, true);
  EXPECT_FALSE(checker.check(beat(0xFF, false), true));
  EXPECT_FALSE(checker.check(beat(0xFF, false, false), true));
  EXPECT_FALSE(checker.check(AxisPins{}, false));
  EXPECT_FALSE(checker.check(AxisPins{}, true));  // neither a gap nor a fallen valid
  const auto violation = checker.check(beat(0xFF, true), false);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->rule, AxisRule::kValidInReset);
}

TEST(AxisChecker, RefusesABusThatItCannotHold) {
  EXPECT_THROW(AxisChecker(0, false), ParameterError);
  EXPECT_THROW(AxisChecker(kMaxBusBytes + 1, false), ParameterError);
}

}  // namespace
}  // namespace sluice::tb
