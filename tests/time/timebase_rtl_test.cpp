// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "Vrtl_timebase.h"
#include "model/common/time.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

using model::Ticks;

constexpr Ticks kMask = (Ticks{1} << 80) - 1;

class TimebaseRtl : public ::testing::Test {
 protected:
  TimebaseRtl() {
    dut_->enable_i = 0;
    dut_->period_i = 0;
    skip(0);
  }

  Ticks now() { return static_cast<Ticks>(test::BitReader(dut_->now_o, 80).take(80)); }

  void skip(Ticks amount) {
    for (int i = 0; i < 3; ++i) dut_->skip_i[i] = static_cast<std::uint32_t>(amount >> (32 * i));
  }

  test::Clocked<Vrtl_timebase> dut_;
};

TEST_F(TimebaseRtl, StandsAtZeroUntilEnabled) {
  dut_->period_i = 1ULL << 32;
  for (int i = 0; i < 20; ++i) {
    dut_.edge();
    EXPECT_EQ(now(), 0U);
  }
}

TEST_F(TimebaseRtl, SkipsNothingWhileDisabled) {
  dut_->period_i = 1ULL << 32;
  skip(model::from_ns(1'000));
  for (int i = 0; i < 20; ++i) dut_.edge();
  EXPECT_EQ(now(), 0U);
}

TEST_F(TimebaseRtl, KeepsTheFractionOfEveryPeriod) {
  dut_->enable_i = 1;
  dut_->period_i = 0x0003'1A7B'3C4D;  // about 3.1 ns, as of 322.265625 MHz
  dut_.edge();
  const Ticks first = now();
  for (int i = 0; i < 100'000; ++i) dut_.edge();
  EXPECT_EQ(now() - first, Ticks{0x0003'1A7B'3C4D} * 100'000);
}

TEST_F(TimebaseRtl, ResetGoesBackToZeroAtOnce) {
  dut_->enable_i = 1;
  dut_->period_i = 5ULL << 32;
  for (int i = 0; i < 10; ++i) dut_.edge();
  EXPECT_NE(now(), 0U);
  dut_->rst_ni = 0;
  dut_.settle();
  EXPECT_EQ(now(), 0U);
}

TEST_F(TimebaseRtl, CountsEveryClockUnderRandomEnablePeriodAndSkip) {
  std::mt19937_64 random(test::seed(61));
  // A change shows in now_o one clock later, so a clock adds what was there in the clock before.
  Ticks expected = 0;
  Ticks pending = 0;
  for (int i = 0; i < 200'000; ++i) {
    if (random() % 50 == 0) dut_->period_i = (random() & ((1ULL << 48) - 1)) >> (random() % 48);
    if (random() % 20 == 0) dut_->enable_i = random() % 3 != 0;
    Ticks amount = 0;
    if (random() % 5 == 0)
      amount = (static_cast<Ticks>(random()) << 16 ^ random()) >> (random() % 80);
    skip(amount);
    dut_.settle();
    ASSERT_EQ(now(), expected) << "clock " << i;
    pending = dut_->enable_i == 0 ? 0 : amount != 0 ? amount : Ticks{dut_->period_i};
    dut_.edge();
    expected = (expected + pending) & kMask;
  }
}

}  // namespace
}  // namespace sluice
