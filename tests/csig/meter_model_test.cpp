// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>
#include <vector>

#include "model/csig/meter.hpp"
#include "tests/csig/meter_reference.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

constexpr std::uint64_t k400G = 50'000'000'000;
constexpr Ticks kSlot = from_ns(10'000);  // of a 100 us interval

Meter meter_400g() {
  Meter meter;
  meter.configure(k400G, 100);
  return meter;
}

std::uint64_t available_at(Meter& meter, Ticks now) {
  meter.advance(now);
  return meter.available();
}

TEST(Meter, RestsAtFullCapacityWithoutADeadline) {
  const Meter meter = meter_400g();
  EXPECT_EQ(meter.available(), k400G);
  EXPECT_EQ(meter.percent(), 100);
  EXPECT_FALSE(meter.deadline().has_value());
}

TEST(Meter, ASentFrameOpensSlotZeroAtItsOwnTime) {
  Meter meter = meter_400g();
  meter.sent(from_ns(12'345), 1);
  ASSERT_TRUE(meter.deadline().has_value());
  EXPECT_EQ(*meter.deadline(), from_ns(12'345) + kSlot);
}

TEST(Meter, AFrameCountsFromTheSecondSlotAfterItsOwnToTheEleventh) {
  Meter meter = meter_400g();
  meter.sent(0, 1000);
  const std::uint64_t one = 10'000;  // one byte in 100 us is this many bytes a second
  EXPECT_EQ(available_at(meter, 2 * kSlot - 1), k400G) << "slot 1";
  EXPECT_EQ(available_at(meter, 2 * kSlot), k400G - 1000 * one) << "slot 2 sees slot 0";
  meter.sent(5 * kSlot, 1);  // keeps it from resting at slot 11
  EXPECT_EQ(available_at(meter, 7 * kSlot), k400G - 1001 * one) << "slot 7 sees slots 0 and 5";
  EXPECT_EQ(available_at(meter, 12 * kSlot - 1), k400G - 1001 * one) << "slot 11 is the last";
  EXPECT_EQ(available_at(meter, 12 * kSlot), k400G - 1 * one) << "slot 12 does not";
}

TEST(Meter, AFrameAtTheVeryBoundaryCountsInTheSlotThatBegins) {
  Meter meter = meter_400g();
  meter.sent(0, 1);
  meter.sent(kSlot, 500);
  EXPECT_EQ(available_at(meter, 2 * kSlot), k400G - 10'000);
  EXPECT_EQ(available_at(meter, 3 * kSlot), k400G - 501 * 10'000);
}

TEST(Meter, TheBoundaryOfTheTenthEmptySlotPutsItToRestAtOnce) {
  Meter meter = meter_400g();
  meter.sent(0, 1000);
  EXPECT_NE(available_at(meter, 11 * kSlot - 1), k400G) << "slot 10 still sees slot 0";
  EXPECT_TRUE(meter.deadline().has_value());
  EXPECT_EQ(available_at(meter, 11 * kSlot), k400G) << "slots 1 to 10 were empty";
  EXPECT_FALSE(meter.deadline().has_value());
}

TEST(Meter, AFrameInTheLastMomentOfTheTenthSlotPreventsTheRest) {
  Meter meter = meter_400g();
  meter.sent(0, 1000);
  meter.sent(11 * kSlot - 1, 7);
  EXPECT_EQ(available_at(meter, 11 * kSlot), k400G - 1000 * 10'000) << "slot 11 sees slots 0 to 9";
  EXPECT_EQ(available_at(meter, 12 * kSlot), k400G - 7 * 10'000) << "slot 12 sees slots 1 to 10";
}

TEST(Meter, AfterARestTheNextFrameStartsAFreshGridAndAnEmptyWindow) {
  Meter meter = meter_400g();
  meter.sent(0, 1'000'000);
  const Ticks again = 11 * kSlot + from_ns(333);
  meter.sent(again, 5);
  EXPECT_EQ(*meter.deadline(), again + kSlot);
  EXPECT_EQ(available_at(meter, again + 2 * kSlot), k400G - 5 * 10'000);
}

TEST(Meter, LoadAboveCapacityIsZeroAndNothingWraps) {
  Meter meter;
  meter.configure(1'000, 1);
  for (int i = 0; i < 100; ++i) meter.sent(0, UINT64_MAX);  // sum * 10^6 needs 91 bits
  EXPECT_EQ(available_at(meter, from_ns(200)), 0U);
  EXPECT_EQ(meter.percent(), 0);
}

TEST(Meter, LoadOfExactlyTheCapacityIsZeroAndOneByteLessIsNot) {
  Meter meter;
  meter.configure(10'000 * 77, 100);
  meter.sent(0, 77);
  EXPECT_EQ(available_at(meter, 2 * kSlot), 0U);
  meter.configure(10'000 * 77 + 1, 100);
  meter.sent(2 * kSlot, 77);
  EXPECT_EQ(available_at(meter, 4 * kSlot), 1U);
  EXPECT_EQ(meter.percent(), 0);
}

TEST(Meter, CapacityZeroGivesZeroPercentAndNoDivision) {
  Meter meter;
  EXPECT_EQ(meter.available(), 0U);
  EXPECT_EQ(meter.percent(), 0);
  meter.sent(0, 100);
  EXPECT_EQ(available_at(meter, from_ns(200'000)), 0U);
  EXPECT_EQ(meter.percent(), 0);
}

TEST(Meter, PercentIsRoundedDown) {
  Meter meter;
  meter.configure(30'000, 100);
  meter.sent(0, 1);  // 20,000 of 30,000 left
  meter.advance(2 * kSlot);
  EXPECT_EQ(meter.available(), 20'000U);
  EXPECT_EQ(meter.percent(), 66);
}

TEST(Meter, AChangeOfCapacityOrIntervalRestsAndTheSameValuesDoNot) {
  Meter meter = meter_400g();
  meter.sent(0, 1000);
  meter.advance(2 * kSlot);
  meter.configure(k400G, 100);
  EXPECT_EQ(meter.available(), k400G - 1000 * 10'000);
  EXPECT_TRUE(meter.deadline().has_value());
  meter.configure(k400G, 1000);
  EXPECT_EQ(meter.available(), k400G);
  EXPECT_FALSE(meter.deadline().has_value());
  meter.sent(2 * kSlot, 1000);
  meter.configure(k400G / 2, 1000);
  EXPECT_EQ(meter.available(), k400G / 2);
  EXPECT_FALSE(meter.deadline().has_value());
}

TEST(Meter, AnIntervalThatTheHardwareDoesNotHaveIsRefusedAndNothingChanges) {
  Meter meter = meter_400g();
  meter.sent(0, 1);
  EXPECT_THROW(meter.configure(1, 10), std::invalid_argument);
  EXPECT_THROW(meter.configure(1, 0), std::invalid_argument);
  EXPECT_EQ(meter.available(), k400G);
  EXPECT_TRUE(meter.deadline().has_value());
}

TEST(Meter, SlotLengthIsATenthOfEachInterval) {
  for (const std::uint32_t us : test::kIntervals) {
    Meter meter;
    meter.configure(1, us);
    meter.sent(0, 1);
    EXPECT_EQ(*meter.deadline(), from_ns(us * 100ULL)) << us << " us";
  }
}

TEST(Meter, ManyCallsOfAdvanceAndOneAreTheSame) {
  Meter often = meter_400g();
  Meter once = meter_400g();
  for (Meter* meter : {&often, &once}) {
    meter->sent(0, 10);
    meter->sent(3 * kSlot, 20);
  }
  for (Ticks now = 3 * kSlot; now <= 9 * kSlot; now += from_ns(100)) often.advance(now);
  once.advance(9 * kSlot);
  EXPECT_EQ(often.available(), once.available());
  EXPECT_EQ(often.deadline(), once.deadline());
}

// Every value against a recomputation from the list of all frames ever sent.
TEST(Meter, AgreesWithARecomputationFromAllSentFramesUnderRandomTraffic) {
  std::mt19937_64 random(test::seed(23));
  for (int round = 0; round < 150; ++round) {
    Meter meter;
    test::MeterReference reference;
    Ticks now = random() % 1'000;
    const auto configure = [&] {
      const std::uint64_t capacity =
          random() % 8 == 0 ? 0 : (random() & ((1ULL << 40) - 1)) >> (random() % 40);
      const std::uint32_t interval = test::kIntervals[random() % test::kIntervals.size()];
      meter.configure(capacity, interval);
      reference.configure(capacity, interval);
    };
    configure();
    for (int event = 0; event < 400; ++event) {
      const Ticks slot = reference.slot();
      switch (random() % 8) {
        case 0:
          now += slot * (random() % 14);
          break;  // keeps the phase
        case 1:
          now += slot * (random() % 14) + random() % 3;
          break;
        case 2:
          now = reference.next_boundary(now) + random() % 3;
          break;
        case 3:
          now = std::max(now + 1, reference.next_boundary(now)) - 1;
          break;
        case 4:
          break;
        default:
          now += static_cast<Ticks>(random()) % (slot * 2);
      }
      if (random() % 120 == 0) configure();
      if (random() % 3 != 0) {
        const std::uint64_t load =
            random() % 20 == 0 ? 1 + (random() >> (random() % 60)) : 14 + random() % 9'650;
        meter.sent(now, load);
        reference.sent(now, load);
      }
      meter.advance(now);
      ASSERT_EQ(meter.available(), reference.available(now))
          << "round " << round << " event " << event;
      ASSERT_EQ(meter.percent(), reference.percent(now)) << "round " << round << " event " << event;
      ASSERT_EQ(meter.deadline(), reference.deadline(now))
          << "round " << round << " event " << event;
    }
  }
}

}  // namespace
}  // namespace sluice::model
