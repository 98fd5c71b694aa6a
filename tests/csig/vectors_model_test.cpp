// SPDX-License-Identifier: Apache-2.0
// The vectors that were worked out by hand, each through the whole port model where it has a way
// in.
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "model/csig/defaults.hpp"
#include "model/csig/meter.hpp"
#include "model/csig/quantizer.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"

namespace sluice::model {
namespace {

using test::make_frame;
using test::PortBench;

std::uint16_t fresh(Signal signal) {
  return pack({.signal = static_cast<std::uint8_t>(signal),
               .bucket = static_cast<std::uint8_t>(signal == Signal::kDelay ? 0 : 31)});
}

/// Sends `frames` untagged frames of `length` bytes, evenly over the ten slots of a 100 us window,
/// then goes to where just these ten slots are in force.
void fill_window(PortBench& bench, int frames, std::size_t length) {
  const Ticks begin = bench.now;
  for (int i = 0; i < frames; ++i) {
    bench.now = begin + from_ns(100'000) * i / frames;
    bench.pass(make_frame({.length = length}));
  }
  bench.now = begin + from_ns(110'000);
}

TEST(Vector, A400GPortWith1250000BytesInTheWindowIsBucket13And75PercentIsBucket24) {
  PortBench bench;
  fill_window(bench, 250, 5'000);
  const Departure abw = bench.pass(make_frame({.tag = fresh(Signal::kAvailableBandwidth)}));
  EXPECT_EQ(abw.value, 37'500'000'000U);
  EXPECT_EQ(unpack(load16(abw.bytes, 14)).bucket, 13);
  const Departure relative = bench.pass(make_frame({.tag = fresh(Signal::kRelativeBandwidth)}));
  EXPECT_EQ(relative.value, 75U);
  EXPECT_EQ(unpack(load16(relative.bytes, 14)).bucket, 24);
}

TEST(Vector, Available195312500IsBucket0AndOneMoreIsBucket1) {
  PortBench bench;
  bench.port.capacity = 195'312'500;
  bench.activate();
  const auto frame = make_frame({.tag = fresh(Signal::kAvailableBandwidth)});
  EXPECT_EQ(unpack(load16(bench.pass(frame).bytes, 14)).bucket, 0);
  bench.port.capacity = 195'312'501;
  bench.activate();
  EXPECT_EQ(unpack(load16(bench.pass(frame).bytes, 14)).bucket, 1);
}

TEST(Vector, Delay100Is0And101Is1And3101Is31) {
  PortBench bench;
  const auto frame = make_frame({.tag = fresh(Signal::kDelay)});
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(100)).bytes, 14)).bucket, 0);
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(101)).bytes, 14)).bucket, 1);
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(3'101)).bytes, 14)).bucket, 31);
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(3'100)).bytes, 14)).bucket, 30);
}

TEST(Vector, A100GPortWith30GTransmittedIs70PercentInBucket23) {
  PortBench bench;
  bench.port.capacity = 12'500'000'000;
  bench.activate();
  fill_window(bench, 250, 1'500);  // 375,000 bytes in 100 us
  const Departure out = bench.pass(make_frame({.tag = fresh(Signal::kRelativeBandwidth)}));
  EXPECT_EQ(out.value, 70U);
  EXPECT_EQ(unpack(load16(out.bytes, 14)).bucket, 23);
}

TEST(Vector, TheMaximumOfBucket4NeedsMoreThan32BitsAndIsKeptWhole) {
  EXPECT_EQ(kDefaultTables[0][4], 4'882'812'500U);
  EXPECT_GT(kDefaultTables[0][4], UINT32_MAX);
  EXPECT_EQ(quantize(kDefaultTables[0], 4'882'812'500), 4);
  EXPECT_EQ(quantize(kDefaultTables[0], 4'882'812'501), 5);
}

TEST(Vector, TagWord2b85IsType1Bucket23Locator2WithDAndIsNotUpdated) {
  const CompactTag tag = unpack(0x2B85);
  EXPECT_EQ(tag.signal, 1);
  EXPECT_EQ(tag.bucket, 23);
  EXPECT_EQ(tag.locator, 2);
  EXPECT_TRUE(tag.do_not_update);
  EXPECT_FALSE(tag.reserved);
  PortBench bench;
  bench.port.capacity = 0;  // 0 percent: more severe than anything
  bench.activate();
  const auto frame = make_frame({.tag = 0x2B85});
  const Departure out = bench.pass(frame);
  EXPECT_EQ(out.outcome, Outcome::kDSet);
  EXPECT_EQ(out.bytes, frame);
}

TEST(Vector, TagWord2b84MayBeUpdated) {
  PortBench bench;
  bench.port.capacity = 0;
  bench.csig.node_locator = 9;
  bench.activate();
  const Departure out = bench.pass(make_frame({.tag = 0x2B84}));
  EXPECT_EQ(out.outcome, Outcome::kUpdated);
  EXPECT_EQ(load16(out.bytes, 14), 0x2012);  // t=1 s=0 lm=9 d=0
}

TEST(Vector, AnInterfaceLocatorChangedFrom5To9IsWrittenByTheNextUpdate) {
  PortBench bench;
  bench.port.locator = 5;
  bench.port.locator_valid = true;
  bench.activate();
  const auto frame = make_frame({.tag = fresh(Signal::kDelay)});
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(500)).bytes, 14)).locator, 5);
  bench.port.locator = 9;
  bench.activate();
  EXPECT_EQ(unpack(load16(bench.pass(frame, from_ns(500)).bytes, 14)).locator, 9);
}

TEST(Vector, TwoVlansStayIntactThroughUpdateAndStripRemovesOnlyTheTag) {
  PortBench bench;
  const auto frame =
      make_frame({.vlans = {0x88A8, 0x8100}, .tag = fresh(Signal::kDelay), .length = 200});
  const Departure updated = bench.pass(frame, from_ns(1'000));
  auto expected = frame;
  store16(expected, 22, 0x4480);  // t=2 s=9
  EXPECT_EQ(updated.bytes, expected);
  bench.port.action = Action::kStrip;
  bench.activate();
  expected = frame;
  expected.erase(expected.begin() + 20, expected.begin() + 24);
  EXPECT_EQ(bench.pass(frame).bytes, expected);
}

TEST(Vector, StatisticsClearedWhilePacketsFlowLoseAndDoubleNothing) {
  PortBench bench;
  std::uint64_t frames = 0, bytes = 0, rx = 0, compared = 0;
  const auto add = [&](const Counters& part) {
    frames += part.tx_frames;
    bytes += part.tx_bytes;
    rx += part.rx_frames;
    compared += part.csig_delay_frames;
  };
  // Always one frame queued and one on the wire when the counters are taken.
  const auto frame = make_frame({.tag = fresh(Signal::kDelay)});
  const int total = 1'000;
  for (int i = 0; i < total; ++i) {
    bench.now += from_ns(7);
    if (i % 3 == 0) add(bench.model.snapshot(true).port);
    if (bench.model.in_flight() > 0) bench.model.sent(bench.now);
    if (bench.model.queued_frames() > 0) {
      const std::uint32_t number = bench.model.next_frame() - 1;
      bench.model.select(bench.now, number);
      bench.model.start(bench.now, number);
    }
    bench.model.arrive(bench.now, bench.now, frame, false);
  }
  add(bench.model.snapshot(true).port);
  EXPECT_EQ(rx, static_cast<std::uint64_t>(total));
  EXPECT_EQ(frames, static_cast<std::uint64_t>(total) - 2);
  EXPECT_EQ(bytes, frames * frame.size());
  EXPECT_EQ(compared, frames);
  EXPECT_EQ(bench.model.counters(), Counters{});
}

}  // namespace
}  // namespace sluice::model
