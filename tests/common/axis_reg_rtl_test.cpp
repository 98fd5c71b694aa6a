// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "Vrtl_axis_reg.h"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

struct Beat {
  std::uint16_t data = 0;
  std::uint8_t keep = 0, user = 0;
  bool last = false;
  friend bool operator==(const Beat&, const Beat&) = default;
};

class AxisRegRtl : public ::testing::Test {
 protected:
  AxisRegRtl() { dut_->s_axis_tvalid = dut_->m_axis_tready = 0; }

  void offer(const Beat& beat) {
    dut_->s_axis_tvalid = 1;
    dut_->s_axis_tdata = beat.data;
    dut_->s_axis_tkeep = beat.keep;
    dut_->s_axis_tuser = beat.user;
    dut_->s_axis_tlast = beat.last;
  }
  Beat shown() {
    return {dut_->m_axis_tdata, dut_->m_axis_tkeep, dut_->m_axis_tuser, dut_->m_axis_tlast != 0};
  }
  static Beat random_beat(std::mt19937_64& random) {
    return {static_cast<std::uint16_t>(random()), static_cast<std::uint8_t>(random() & 3),
            static_cast<std::uint8_t>(random() & 7), (random() & 1) != 0};
  }
  void clock() {
    dut_.settle();
    dut_.edge();
  }

  test::Clocked<Vrtl_axis_reg> dut_;
};

TEST_F(AxisRegRtl, ShowsABeatOneClockLater) {
  clock();  // ready is up one clock after reset
  const Beat beat{0xBEEF, 3, 5, true};
  offer(beat);
  dut_.settle();
  EXPECT_TRUE(dut_->s_axis_tready);
  EXPECT_FALSE(dut_->m_axis_tvalid);
  dut_.edge();
  EXPECT_TRUE(dut_->m_axis_tvalid);
  EXPECT_EQ(shown(), beat);
}

TEST_F(AxisRegRtl, CarriesABeatEveryClock) {
  std::mt19937_64 random(test::seed(1));
  clock();
  dut_->m_axis_tready = 1;
  Beat before;
  for (int i = 0; i < 1000; ++i) {
    const Beat beat = random_beat(random);
    offer(beat);
    dut_.settle();
    ASSERT_TRUE(dut_->s_axis_tready) << "bubble at beat " << i;
    ASSERT_EQ(dut_->m_axis_tvalid != 0, i != 0);
    if (i != 0) {
      ASSERT_EQ(shown(), before);
    }
    before = beat;
    dut_.edge();
  }
}

TEST_F(AxisRegRtl, TakesTwoBeatsWhileTheOutputStands) {
  clock();
  int taken = 0;
  for (int i = 0; i < 10; ++i) {
    offer({static_cast<std::uint16_t>(i), 3, 0, false});
    dut_.settle();
    taken += dut_->s_axis_tready;
    dut_.edge();
  }
  EXPECT_EQ(taken, 2);
}

TEST_F(AxisRegRtl, HasNoPathThroughWithinAClock) {
  std::mt19937_64 random(test::seed(2));
  for (int i = 0; i < 2000; ++i) {
    dut_->m_axis_tready = random() & 1;
    offer(random_beat(random));
    dut_->s_axis_tvalid = random() & 1;
    dut_.settle();
    const bool ready = dut_->s_axis_tready, valid = dut_->m_axis_tvalid;
    const Beat beat = shown();
    const Beat other = random_beat(random);
    const bool was_valid = dut_->s_axis_tvalid;
    for (int turn = 0; turn < 2; ++turn) {
      dut_->m_axis_tready = !dut_->m_axis_tready;
      offer(other);
      dut_->s_axis_tvalid = turn == 0 ? !was_valid : was_valid;
      dut_.settle();
      ASSERT_EQ(dut_->s_axis_tready, ready);
      ASSERT_EQ(dut_->m_axis_tvalid, valid);
      ASSERT_EQ(shown(), beat);
    }
    dut_.edge();
  }
}

TEST_F(AxisRegRtl, ResetEmptiesItAtOnceAndTakesNothing) {
  clock();
  for (int i = 0; i < 3; ++i) {
    offer({1, 3, 0, false});
    clock();
  }
  ASSERT_TRUE(dut_->m_axis_tvalid);
  dut_->rst_ni = 0;
  dut_.settle();
  EXPECT_FALSE(dut_->m_axis_tvalid);
  EXPECT_FALSE(dut_->s_axis_tready);
  clock();
  EXPECT_FALSE(dut_->s_axis_tready);
  dut_->s_axis_tvalid = 0;
  dut_->rst_ni = 1;
  for (int i = 0; i < 5; ++i) {
    clock();
    EXPECT_FALSE(dut_->m_axis_tvalid) << "a beat from before the reset";
  }
}

TEST_F(AxisRegRtl, KeepsOrderAndOffersStayUnderRandomStalls) {
  std::mt19937_64 random(test::seed(3));
  std::deque<Beat> inside;
  bool waits = false;
  Beat offered;
  Beat held;
  bool holding = false;
  unsigned out = 0;
  for (int i = 0; i < 100'000; ++i) {
    const unsigned mood = i / 500 % 3;  // both free, slow input, slow output
    if (!waits && random() % (mood == 1 ? 5 : 2) == 0) {
      offered = random_beat(random);
      waits = true;
    }
    dut_->m_axis_tready = random() % (mood == 2 ? 5 : 2) == 0;
    offer(offered);
    dut_->s_axis_tvalid = waits;
    dut_.settle();
    if (holding) {
      ASSERT_TRUE(dut_->m_axis_tvalid) << "clock " << i;
      ASSERT_EQ(shown(), held) << "clock " << i;
    }
    ASSERT_EQ(dut_->m_axis_tvalid != 0, !inside.empty()) << "clock " << i;
    if (dut_->m_axis_tvalid) {
      ASSERT_EQ(shown(), inside.front()) << "clock " << i;
    }
    held = shown();
    holding = dut_->m_axis_tvalid && !dut_->m_axis_tready;
    if (dut_->m_axis_tvalid && dut_->m_axis_tready) {
      inside.pop_front();
      ++out;
    }
    if (waits && dut_->s_axis_tready) {
      inside.push_back(offered);
      waits = false;
    }
    dut_.edge();
  }
  EXPECT_GT(out, 10'000U);
}

}  // namespace
}  // namespace sluice
