// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "model/common/wire.hpp"
#include "model/port/port.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_frame;
using test::PortBench;

constexpr std::uint16_t kDelay0 = 0x4000;
constexpr std::uint16_t kAbw31 = 0x0F80;

TEST(PortModel, DropsRuntsOversizeAndBadFramesAndBadWins) {
  PortBench bench;
  const auto arrive = [&](std::size_t length, bool bad) {
    return bench.model.arrive(bench.now, bench.now, Bytes(length), bad);
  };
  EXPECT_EQ(arrive(0, false), Drop::kRunt);
  EXPECT_EQ(arrive(13, false), Drop::kRunt);
  EXPECT_EQ(arrive(14, false), Drop::kNone);
  EXPECT_EQ(arrive(9'600, false), Drop::kNone);
  EXPECT_EQ(arrive(9'601, false), Drop::kOversize);
  EXPECT_EQ(arrive(13, true), Drop::kBad);
  EXPECT_EQ(arrive(100, true), Drop::kBad);
  EXPECT_EQ(arrive(9'601, true), Drop::kBad);
  const Counters& counters = bench.model.counters();
  EXPECT_EQ(counters.rx_frames, 8U);
  EXPECT_EQ(counters.rx_bytes, 0U + 13 + 14 + 9'600 + 9'601 + 13 + 100 + 9'601);
  EXPECT_EQ(counters.drop_runt, 2U);
  EXPECT_EQ(counters.drop_oversize, 1U);
  EXPECT_EQ(counters.drop_bad, 3U);
  EXPECT_EQ(counters.drop_bytes, 0U + 13 + 9'601 + 13 + 100 + 9'601);
  EXPECT_EQ(bench.model.queued_frames(), 2U);
  EXPECT_EQ(bench.model.queued_bytes(), 9'614U);
  EXPECT_EQ(bench.model.next_frame(), 8U) << "dropped frames have numbers too";
}

TEST(PortModel, AHugeFrameCountsWithTheHardwaresLargestLength) {
  PortBench bench;
  bench.model.arrive(0, 0, Bytes(65'535), false);
  bench.model.arrive(0, 0, Bytes(65'536), false);
  bench.model.arrive(0, 0, Bytes(200'000), false);
  EXPECT_EQ(bench.model.counters().rx_bytes, 3U * 65'535);
  EXPECT_EQ(bench.model.counters().drop_bytes, 3U * 65'535);
  EXPECT_EQ(bench.model.counters().drop_oversize, 3U);
}

TEST(PortModel, DelayIsWholeNanosecondsFromTheFirstBeatToTheStart) {
  PortBench bench;
  const Bytes frame = make_frame({.tag = kDelay0});
  bench.model.arrive(from_ns(50), from_ns(10) + 1, frame, false);
  bench.model.select(from_ns(100), 0);
  const Departure& out = bench.model.start(from_ns(211), 0);
  EXPECT_EQ(out.value, 200U) << "a fraction short of 201 ns";
  EXPECT_EQ(out.bucket_local, 1);
}

TEST(PortModel, TheConfigurationInForceAtTheStartCounts) {
  PortBench bench;
  const Bytes frame = make_frame({.tag = kDelay0});
  for (std::uint32_t i = 0; i < 3; ++i) bench.model.arrive(0, 0, frame, false);
  for (std::uint32_t i = 0; i < 3; ++i) bench.model.select(0, i);
  EXPECT_EQ(bench.model.start(from_ns(150), 0).outcome, Outcome::kUpdated);
  bench.now = from_ns(150);
  bench.port.action = Action::kStrip;
  bench.activate();
  EXPECT_EQ(bench.model.start(from_ns(160), 1).outcome, Outcome::kStripped);
  bench.now = from_ns(170);
  bench.csig.enable = false;
  bench.activate();
  EXPECT_EQ(bench.model.start(from_ns(170), 2).outcome, Outcome::kNone);
  EXPECT_EQ(bench.model.sent(from_ns(180)).outcome, Outcome::kUpdated) << "stays as started";
  EXPECT_EQ(bench.model.sent(from_ns(180)).outcome, Outcome::kStripped);
  EXPECT_EQ(bench.model.counters().csig_stripped, 1U);
}

TEST(PortModel, ATableActivatedBetweenTwoStartsIsWholeInForceForTheSecond) {
  PortBench bench;
  const Bytes frame = make_frame({.tag = kDelay0});
  EXPECT_EQ(bench.pass(frame, from_ns(450)).bucket_local, 4);
  for (std::size_t n = 0; n < kBuckets; ++n) bench.csig.tables[2][n] = 450 + n - 7;
  bench.activate();
  EXPECT_EQ(bench.pass(frame, from_ns(450)).bucket_local, 7);
}

TEST(PortModel, TheNodeLocatorIsWrittenWhereThePortHasNone) {
  PortBench bench;
  bench.csig.node_locator = 9;
  bench.port.locator = 5;
  bench.activate();
  const Bytes frame = make_frame({.tag = kDelay0});
  EXPECT_EQ(bench.pass(frame, from_ns(150)).locator_after, 9);
  bench.port.locator_valid = true;
  bench.activate();
  EXPECT_EQ(bench.pass(frame, from_ns(150)).locator_after, 5);
}

TEST(PortModel, LoadIsTheFrameAsTransmittedPlusTheOverheadInForceWhenItIsSent) {
  PortBench bench;
  bench.port.action = Action::kStrip;
  bench.port.overhead = 24;
  bench.activate();
  bench.model.arrive(0, 0, make_frame({.tag = kDelay0, .length = 104}), false);
  bench.model.select(0, 0);
  bench.model.start(0, 0);
  bench.port.overhead = 63;
  bench.port.action = Action::kUpdate;
  bench.activate();
  bench.model.sent(0);  // 100 + 63 bytes in 100 us
  bench.now = from_ns(20'000);
  EXPECT_EQ(bench.pass(make_frame({.tag = kAbw31})).value, 50'000'000'000U - 163 * 10'000);
}

TEST(PortModel, MacControlIsNoLoadAndNeitherEndsTheRestNorKeepsFromIt) {
  PortBench bench;
  const Bytes pause = make_frame({.ethertype = kEtherMacControl, .length = 60});
  EXPECT_TRUE(bench.pass(pause).mac_control);
  bench.now = from_ns(7'000);
  bench.pass(make_frame({.length = 100}));  // opens slot 0 at 7 us, not at 0
  bench.now = from_ns(26'999);
  EXPECT_EQ(bench.pass(make_frame({.tag = kAbw31, .ethertype = kEtherArp})).value, 0U)
      << "not compared";
  bench.model.snapshot(true).port;
  bench.now = from_ns(7'000 + 105'000);
  bench.pass(pause);
  EXPECT_EQ(bench.model.counters().tx_mac_control, 1U);
  EXPECT_EQ(bench.model.counters().tx_frames, 1U);
}

TEST(PortModel, MacControlInEveryEmptySlotDoesNotKeepTheMeterFromRest) {
  PortBench bench;
  const Bytes pause = make_frame({.ethertype = kEtherMacControl, .length = 60});
  bench.pass(make_frame({.length = 9'000}));
  for (int slot = 1; slot <= 10; ++slot) {
    bench.now = from_ns(10'000) * slot;
    bench.pass(pause);
  }
  bench.now = from_ns(110'000) - 1;
  const Bytes probe = make_frame({.tag = kAbw31});
  bench.model.arrive(bench.now, bench.now, probe, false);
  bench.model.arrive(bench.now, bench.now, probe, false);
  bench.model.select(bench.now, 11);
  bench.model.select(bench.now, 12);
  EXPECT_EQ(bench.model.start(bench.now, 11).value, 50'000'000'000U - 9'000 * 10'000);
  EXPECT_EQ(bench.model.start(from_ns(110'000), 12).value, 50'000'000'000U);
}

TEST(PortModel, ASlotBoundaryComesBeforeAStartOfTheSameTime) {
  PortBench bench;
  bench.pass(make_frame({.length = 1'000}));
  const Bytes probe = make_frame({.tag = kAbw31});
  bench.now = from_ns(20'000) - 1;
  EXPECT_EQ(bench.pass(probe).value, 50'000'000'000U);
  bench.now = from_ns(20'000);
  EXPECT_EQ(bench.pass(probe).value, 50'000'000'000U - 1'000 * 10'000);
}

TEST(PortModel, ReactivatingTheSameConfigurationDoesNotRestTheMeter) {
  PortBench bench;
  bench.pass(make_frame({.length = 1'000}));
  bench.now = from_ns(20'000);
  bench.csig.node_locator = 3;
  bench.port.overhead = 24;
  bench.activate();
  EXPECT_EQ(bench.pass(make_frame({.tag = kAbw31})).value, 50'000'000'000U - 1'000 * 10'000);
}

TEST(PortModel, ContradictoryEventsAreRefusedAndChangeNothing) {
  PortBench bench;
  const Bytes frame = make_frame({});
  EXPECT_THROW(bench.model.select(0, 0), std::logic_error);
  EXPECT_THROW(bench.model.start(0, 0), std::logic_error);
  EXPECT_THROW(bench.model.sent(0), std::logic_error);
  bench.model.arrive(10, 5, frame, false);
  bench.model.arrive(10, 5, frame, false);
  EXPECT_THROW(bench.model.arrive(9, 5, frame, false), std::logic_error) << "time goes backwards";
  EXPECT_THROW(bench.model.arrive(10, 11, frame, false), std::logic_error)
      << "first beat after last";
  EXPECT_THROW(bench.model.select(10, 1), std::logic_error) << "not the oldest";
  EXPECT_THROW(bench.model.start(10, 0), std::logic_error) << "not selected";
  bench.model.select(10, 0);
  bench.model.select(10, 1);
  EXPECT_THROW(bench.model.start(10, 1), std::logic_error) << "not the oldest";
  EXPECT_THROW(bench.model.sent(10), std::logic_error) << "not started";
  bench.model.start(10, 0);
  EXPECT_THROW(bench.model.sent(9), std::logic_error) << "time goes backwards";
  EXPECT_EQ(bench.model.sent(10).frame, 0U);
  EXPECT_EQ(bench.model.counters().rx_frames, 2U);
  EXPECT_EQ(bench.model.selected_frames(), 1U);
}

TEST(PortModel, ResetForgetsEverything) {
  PortBench bench;
  bench.now = from_ns(1'000);
  bench.pass(make_frame({.tag = kDelay0}));
  bench.model.arrive(bench.now, bench.now, make_frame({}), false);
  bench.model.reset();
  EXPECT_EQ(bench.model.counters(), Counters{});
  EXPECT_EQ(bench.model.next_frame(), 0U);
  EXPECT_EQ(bench.model.queued_frames(), 0U);
  EXPECT_EQ(bench.model.queued_bytes(), 0U);
  bench.now = 0;
  EXPECT_EQ(bench.pass(make_frame({.tag = kDelay0}), from_ns(500)).outcome, Outcome::kNone)
      << "CSIG is disabled after reset";
}

TEST(PortModel, ADepartureStaysValidUntilSentWhileOthersComeAndGo) {
  PortBench bench;
  const Bytes frame = make_frame({.length = 77});
  bench.model.arrive(0, 0, frame, false);
  bench.model.select(0, 0);
  const Departure& first = bench.model.start(0, 0);
  for (std::uint32_t i = 1; i <= 1'000; ++i) {
    bench.model.arrive(0, 0, make_frame({.length = 60 + i}), false);
    bench.model.select(0, i);
    bench.model.start(0, i);
  }
  EXPECT_EQ(first.frame, 0U);
  EXPECT_EQ(first.bytes, frame);
}

// Whatever the traffic: a tag never gets less severe, equal never rewrites, all other bytes stay.
TEST(PortModel, RandomTaggedFramesKeepThePromisesOfATransitSwitch) {
  std::mt19937_64 random(test::seed(31));
  PortBench bench;
  bench.port.capacity = 20'000'000'000;
  for (int i = 0; i < 20'000; ++i) {
    if (i % 50 == 0) {
      bench.csig.node_locator = random() & 0x7FFF;
      bench.port.locator = random() & 0x7FFF;
      bench.port.locator_valid = random() % 2 == 0;
      bench.activate();
    }
    bench.now += from_ns(random() % 400) + random() % 1'000;
    const std::size_t vlans = random() % 3;
    const auto word = static_cast<std::uint16_t>(random());
    const Bytes before = make_frame({.vlans = std::vector<std::uint16_t>(vlans, kEtherCtag),
                                     .tag = word,
                                     .length = 40 + random() % 1'500});
    const Departure out = bench.pass(before, from_ns(random() % 4'000));
    const std::size_t offset = 12 + 4 * vlans;
    Bytes rest = out.bytes;
    ASSERT_EQ(rest.size(), before.size());
    const CompactTag old_tag = unpack(word);
    const CompactTag new_tag = unpack(load16(rest, offset + 2));
    store16(rest, offset + 2, word);
    ASSERT_EQ(rest, before) << "a byte outside the tag's word changed";
    ASSERT_EQ(new_tag.signal, old_tag.signal);
    ASSERT_EQ(new_tag.reserved, old_tag.reserved);
    ASSERT_EQ(new_tag.do_not_update, old_tag.do_not_update);
    if (old_tag.signal == 2) {
      ASSERT_GE(new_tag.bucket, old_tag.bucket);
    } else {
      ASSERT_LE(new_tag.bucket, old_tag.bucket);
    }
    if (new_tag.bucket == old_tag.bucket) {
      ASSERT_EQ(new_tag, old_tag);
      ASSERT_NE(out.outcome, Outcome::kUpdated);
    } else {
      const unsigned locator =
          bench.port.locator_valid ? bench.port.locator : bench.csig.node_locator;
      ASSERT_EQ(new_tag.locator, locator & 63U);
      ASSERT_EQ(out.outcome, Outcome::kUpdated);
      ASSERT_LT(old_tag.signal, 3);
      ASSERT_FALSE(old_tag.do_not_update);
    }
  }
}

}  // namespace
}  // namespace sluice::model
