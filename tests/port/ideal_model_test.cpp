// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "model/common/wire.hpp"
#include "model/csig/defaults.hpp"
#include "model/port/ideal.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_frame;

struct Left {
  std::uint32_t frame;
  IdealTimes times;
  Bytes bytes;
  std::uint64_t value;
};

class IdealPortTest : public ::testing::Test {
 protected:
  IdealPort make(const IdealConfig& config) {
    return IdealPort(config, [this](const Departure& departure, const IdealTimes& times) {
      left_.push_back({departure.frame, times, departure.bytes, departure.value});
    });
  }

  std::vector<Left> left_;
};

constexpr std::uint64_t kGigabyte = 1'000'000'000;  // bytes a second: a byte a nanosecond

TEST_F(IdealPortTest, AFrameStartsWhenItHasArrivedAndTheWireIsFree) {
  IdealPort ideal = make({.speed = kGigabyte, .overhead = 20});
  ideal.arrive(from_ns(100), from_ns(50), make_frame({.length = 60}));
  ideal.arrive(from_ns(150), from_ns(10), make_frame({.length = 100}));
  ideal.arrive(from_ns(1'000), 0, make_frame({.length = 60}));
  ideal.drain();
  ASSERT_EQ(left_.size(), 3U);
  EXPECT_EQ(left_[0].times.arrive, from_ns(150));
  EXPECT_EQ(left_[0].times.start, from_ns(150));
  EXPECT_EQ(left_[0].times.sent, from_ns(210));
  EXPECT_EQ(left_[1].times.arrive, from_ns(160));
  EXPECT_EQ(left_[1].times.start, from_ns(230)) << "60 bytes and 20 of overhead after the first";
  EXPECT_EQ(left_[1].times.sent, from_ns(330));
  EXPECT_EQ(left_[2].times.start, from_ns(1'000));
}

TEST_F(IdealPortTest, FractionsOfTicksDoNotAddUp) {
  IdealPort ideal = make({.speed = 3, .overhead = 0});  // a byte takes a third of a second
  for (int i = 0; i < 301; ++i) ideal.arrive(0, 0, make_frame({.length = 61}));
  ideal.drain();
  ASSERT_EQ(left_.size(), 301U);
  EXPECT_EQ(left_[300].times.start, from_ns(61ULL * 100 * kGigabyte)) << "300 frames of 61/3 s";
  EXPECT_EQ(left_[1].times.start, from_ns(61 * kGigabyte) / 3);
}

TEST_F(IdealPortTest, AFullBufferDropsAndNeverHoldsTheSource) {
  // Room for two frames of 63 cells each.
  IdealPort ideal = make({.speed = kGigabyte, .overhead = 0, .buffer = {.buffer_cells = 150}});
  const Bytes frame = make_frame({.length = 4'000});
  std::vector<Drop> drops;
  for (int i = 0; i < 5; ++i) drops.push_back(ideal.arrive(0, 0, frame));

  EXPECT_EQ(ideal.now(), 0U) << "the source is not held";
  const auto dropped = std::count(drops.begin(), drops.end(), Drop::kBuffer);
  EXPECT_EQ(dropped, 2) << "one on the wire, two in the buffer";
  EXPECT_EQ(ideal.arrive(from_ns(4'000), 0, frame), Drop::kNone) << "frame 1 starts first";
  EXPECT_EQ(ideal.arrive(from_ns(4'000), 0, frame), Drop::kBuffer);
  ideal.drain();
  ASSERT_EQ(left_.size(), 4U);
  for (std::size_t i = 0; i < left_.size(); ++i) {
    EXPECT_EQ(left_[i].times.start, from_ns(4'000 * i));
  }
}

TEST_F(IdealPortTest, DroppedFramesTakeNoWire) {
  IdealPort ideal = make({.speed = kGigabyte, .overhead = 0});
  EXPECT_EQ(ideal.arrive(0, 0, make_frame({}), true), Drop::kBad);
  EXPECT_EQ(ideal.arrive(0, 0, Bytes(13)), Drop::kRunt);
  EXPECT_EQ(ideal.arrive(0, 0, Bytes(100'000)), Drop::kOversize);
  EXPECT_EQ(ideal.arrive(0, 0, make_frame({})), Drop::kNone);
  ideal.drain();
  ASSERT_EQ(left_.size(), 1U);
  EXPECT_EQ(left_[0].frame, 3U);
  EXPECT_EQ(left_[0].times.start, 0U);
}

TEST_F(IdealPortTest, DelayIsTheTimeInTheQueue) {
  IdealPort ideal = make({.speed = kGigabyte, .overhead = 0});
  CsigConfig csig{.enable = true, .tables = kDefaultTables};
  ideal.activate(0, csig, {.capacity = kGigabyte}, {});
  const Bytes frame = make_frame({.tag = 0x4000, .length = 1'000});
  for (int i = 0; i < 4; ++i) ideal.arrive(0, 0, frame);
  ideal.drain();
  ASSERT_EQ(left_.size(), 4U);
  EXPECT_EQ(left_[3].value, 3'000U);
  EXPECT_EQ(unpack(load16(left_[3].bytes, 14)).bucket, 29);
}

TEST_F(IdealPortTest, ASaturatedWireHasNothingAvailableWhereMeterAndWireCountTheSameOverhead) {
  IdealPort ideal = make({.speed = 12'500'000'000, .overhead = 24});
  CsigConfig csig{.enable = true, .interval_us = 1'000, .tables = kDefaultTables};
  ideal.activate(0, csig, {.capacity = 12'500'000'000, .overhead = 24}, {});
  // 1,250 bytes of the wire in 100 ns.
  const Bytes frame = make_frame({.tag = 0x2F80, .length = 1'226});
  for (int i = 0; i < 20'000; ++i) ideal.arrive(from_ns(100) * i, 0, frame);
  ideal.drain();
  ASSERT_EQ(left_.size(), 20'000U);
  EXPECT_EQ(left_.front().value, 100U);
  EXPECT_EQ(left_.back().value, 0U);
}

TEST_F(IdealPortTest, AnActivationComesBeforeTheEventsOfItsTimeAndAfterThoseBefore) {
  IdealPort ideal = make({.speed = kGigabyte, .overhead = 0});
  CsigConfig csig{.enable = true, .tables = kDefaultTables};
  ideal.activate(0, csig, {.action = Action::kStrip}, {});
  for (int i = 0; i < 3; ++i) ideal.arrive(0, 0, make_frame({.tag = 0x4000, .length = 104}));
  // Strip makes 100 bytes of 104: starts at 0, 100, 200.
  ideal.activate(from_ns(200), csig, {.action = Action::kPass}, {});
  ideal.drain();
  ASSERT_EQ(left_.size(), 3U);
  EXPECT_EQ(left_[1].bytes.size(), 100U);
  EXPECT_EQ(left_[2].bytes.size(), 104U);
  EXPECT_THROW(ideal.activate(from_ns(100), csig, {}, {}), std::logic_error);
}

TEST_F(IdealPortTest, ValuesOutOfRangeAreRefused) {
  EXPECT_THROW(make({.speed = 0}), std::invalid_argument);
  EXPECT_THROW(make({.speed = 1ULL << 40}), std::invalid_argument);
  EXPECT_THROW(make({.speed = 1, .overhead = 65'537}), std::invalid_argument);
  EXPECT_THROW(make({.speed = 1, .buffer = {.buffer_cells = 149}}), std::invalid_argument);
  EXPECT_THROW(make({.speed = 1, .buffer = {.cell_bytes = 0}}), std::invalid_argument);
}

TEST_F(IdealPortTest, RandomTrafficKeepsOrderSpacingAndWorkConservation) {
  std::mt19937_64 random(test::seed(53));
  const IdealConfig config{.speed = 1'234'567'891, .overhead = 24};
  IdealPort ideal = make(config);
  Ticks now = 0;
  for (int i = 0; i < 5'000; ++i) {
    now += from_ns(random() % 1'500);
    ideal.arrive(now, from_ns(random() % 100), make_frame({.length = 14 + random() % 1'500}));
  }
  ideal.drain();
  ASSERT_EQ(left_.size(), 5'000U);
  for (std::size_t i = 1; i < left_.size(); ++i) {
    const IdealTimes& before = left_[i - 1].times;
    const IdealTimes& times = left_[i].times;
    ASSERT_EQ(left_[i].frame, i);
    ASSERT_GE(times.arrive, before.arrive);
    const Ticks busy = from_ns((left_[i - 1].bytes.size() + 24) * kGigabyte) / config.speed;
    const Ticks expected = std::max(times.arrive, before.start + busy);
    // The engine keeps the fraction of a tick that this recomputation loses.
    ASSERT_GE(times.start, expected);
    ASSERT_LE(times.start, expected + 1);
    const Ticks length = from_ns(left_[i].bytes.size() * kGigabyte) / config.speed;
    ASSERT_GE(times.sent, times.start + length);
    ASSERT_LE(times.sent, times.start + length + 1);
  }
}

}  // namespace
}  // namespace sluice::model
