// SPDX-License-Identifier: Apache-2.0
// Queues, limits, RED and scheduling at the port: what depends on the order of events.
#include <gtest/gtest.h>

#include <stdexcept>

#include "model/common/wire.hpp"
#include "model/editor/editor.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_ip_frame;
using test::PortBench;

constexpr std::uint32_t kOne = 65'536;

/// Of this queue by the DSCP map of reset, with this codepoint.
Bytes ip_frame(unsigned queue, std::size_t length, Ecn ecn = Ecn::kEct0) {
  return make_ip_frame({.length = length},
                       static_cast<std::uint8_t>(queue << 5 | static_cast<unsigned>(ecn)));
}

/// Nothing counted, this deep.
QueueCounters gauges(std::uint64_t depth) {
  QueueCounters counters;
  counters.watermark = counters.depth = depth;
  return counters;
}

class PortQueues : public ::testing::Test {
 protected:
  Drop arrive(const Bytes& frame, bool bad = false) {
    return model().arrive(bench_.now, bench_.now, frame, bad);
  }
  void select(std::uint32_t frame) { model().select(bench_.now, frame); }
  Departure start_and_send(std::uint32_t frame) {
    model().start(bench_.now, frame);
    return model().sent(bench_.now);
  }
  Departure send(std::uint32_t frame) {
    select(frame);
    return start_and_send(frame);
  }
  RedConfig& red(unsigned queue) { return bench_.buffer.queue[queue].red; }
  /// Marks or drops everything above `max`, nothing up to it.
  void step_at(unsigned queue, std::uint32_t max) {
    red(queue) = {.enable = true, .ecn = true, .min = max, .max = max};
    bench_.activate();
  }
  Port& model() { return bench_.model; }

  PortBench bench_;
};

TEST_F(PortQueues, AFrameCountsInItsDepthFromArriveToSelect) {
  arrive(ip_frame(3, 100));
  arrive(ip_frame(3, 65));
  arrive(ip_frame(5, 64));
  EXPECT_EQ(model().depth(3), 165U);
  EXPECT_EQ(model().depth(5), 64U);
  EXPECT_EQ(model().depth(), 229U);
  EXPECT_EQ(model().cells(), 2U + 2 + 1);
  select(0);
  EXPECT_EQ(model().depth(3), 65U);
  EXPECT_EQ(model().cells(), 3U);
  EXPECT_EQ(model().queued_bytes(), 129U);
  start_and_send(0);
  EXPECT_EQ(model().depth(), 129U) << "start and sent change nothing";
  EXPECT_EQ(model().backlogged(), 0b00101000);
  EXPECT_EQ(model().head(3), 1U);
  EXPECT_EQ(model().queued_frames(3), 1U);
}

TEST_F(PortQueues, LimitsLookAtTheDepthAfterTheSelectsOfTheSameTime) {
  bench_.buffer.queue[3].limit = 100;
  bench_.activate();
  EXPECT_EQ(arrive(ip_frame(3, 100)), Drop::kNone);
  EXPECT_EQ(arrive(ip_frame(3, 60)), Drop::kQueueLimit);
  select(0);
  EXPECT_EQ(arrive(ip_frame(3, 60)), Drop::kNone);
}

TEST_F(PortQueues, EachReasonIsCountedOnItsQueueAndBadRuntAndOversizeOnNone) {
  bench_.buffer.queue[3].limit = 200;
  bench_.buffer.limit = 300;
  bench_.activate();
  arrive(ip_frame(3, 200));
  EXPECT_EQ(arrive(ip_frame(3, 60, Ecn::kCe)), Drop::kQueueLimit);
  EXPECT_EQ(arrive(ip_frame(4, 101)), Drop::kPortLimit);
  EXPECT_EQ(arrive(ip_frame(3, 60, Ecn::kCe), true), Drop::kBad);
  EXPECT_EQ(arrive(Bytes(13)), Drop::kRunt);
  EXPECT_EQ(arrive(Bytes(9'601)), Drop::kOversize);
  const QueueCounters three = model().queue_counters(3), four = model().queue_counters(4);
  EXPECT_EQ(three.rx_frames, 1U);
  EXPECT_EQ(three.rx_bytes, 200U);
  EXPECT_EQ(three.drop_queue_limit, 1U);
  EXPECT_EQ(three.drop_bytes, 60U);
  EXPECT_EQ(three.ce_arrived, 1U) << "also where it is dropped, but not where it is bad";
  EXPECT_EQ(four.drop_port_limit, 1U);
  EXPECT_EQ(four.drop_bytes, 101U);
  EXPECT_EQ(model().counters().drop_bytes, 60U + 101 + 60 + 13 + 9'601);
  for (const unsigned q : {0U, 1U, 2U, 5U, 6U, 7U}) {
    EXPECT_EQ(model().queue_counters(q), QueueCounters{}) << q;
  }
}

TEST_F(PortQueues, AFullBufferIsItsOwnReason) {
  Port small({.cell_bytes = 64, .buffer_cells = 150});
  EXPECT_EQ(small.arrive(0, 0, ip_frame(1, 9'600 - 63), false), Drop::kNone);
  EXPECT_EQ(small.arrive(0, 0, ip_frame(1, 65), false), Drop::kBuffer);
  EXPECT_EQ(small.arrive(0, 0, ip_frame(1, 64), false), Drop::kBuffer) << "150 cells are taken";
  EXPECT_EQ(small.queue_counters(1).drop_buffer, 2U);
  small.reset();
  EXPECT_EQ(small.arrive(0, 0, Bytes(9'600), false), Drop::kNone);
  EXPECT_EQ(small.arrive(0, 0, Bytes(14), false), Drop::kBuffer) << "reset keeps the options";
}

TEST_F(PortQueues, AQueueThatIsFullDropsByItsLimitIndependentlyOfRed) {
  // The average between the thresholds, every frame there would be hit.
  red(3) = {.enable = true,
            .ecn = true,
            .not_ect_drop = true,
            .probability = kOne,
            .min = 0,
            .max = 1'000};
  bench_.buffer.queue[3].limit = 500;
  bench_.activate();
  arrive(ip_frame(3, 500));
  const std::uint32_t state = model().red().random().state();
  const std::uint64_t average = model().red().average(3);
  for (const Ecn ecn : {Ecn::kNotEct, Ecn::kEct0, Ecn::kCe}) {
    EXPECT_EQ(arrive(ip_frame(3, 60, ecn)), Drop::kQueueLimit);
    EXPECT_EQ(model().last_arrival().red.range, RedRange::kNotJudged);
  }
  EXPECT_EQ(model().red().random().state(), state) << "draws nothing";
  EXPECT_EQ(model().red().average(3), average);
  EXPECT_EQ(model().queue_counters(3).drop_red, 0U);
}

TEST_F(PortQueues, AFrameThatRedDropsCountsInTheDepthUntilItLeaves) {
  step_at(3, 1'000);
  red(3).above_drop = true;
  bench_.buffer.queue[3].limit = 1'600;
  bench_.activate();
  EXPECT_EQ(arrive(ip_frame(3, 1'000)), Drop::kNone);
  EXPECT_EQ(arrive(ip_frame(3, 500)), Drop::kRed);
  EXPECT_EQ(model().depth(3), 1'500U);
  EXPECT_EQ(model().cells(), 16U + 8);
  EXPECT_EQ(model().watermark(3), 1'500U);
  EXPECT_EQ(model().queued_frames(3), 1U) << "but it is not queued";
  EXPECT_EQ(arrive(ip_frame(3, 101)), Drop::kQueueLimit);
  EXPECT_EQ(arrive(ip_frame(3, 100)), Drop::kRed) << "1,600 in the depth";
  model().leave(bench_.now, 1);
  EXPECT_EQ(model().depth(3), 1'100U);
  select(0);
  EXPECT_EQ(arrive(ip_frame(3, 900)), Drop::kNone) << "1,000 with the frame that has not left";
  model().leave(bench_.now, 3);
  EXPECT_EQ(model().depth(3), 900U);
  EXPECT_EQ(model().leaving_frames(), 0U);
  const QueueCounters counters = model().queue_counters(3);
  EXPECT_EQ(counters.drop_red, 2U);
  EXPECT_EQ(counters.drop_bytes, 500U + 101 + 100);
  EXPECT_EQ(counters.rx_frames, 2U);
}

TEST_F(PortQueues, AFrameBeforeItsLeaveKeepsTheQueueFromBeingEmpty) {
  red(3) = {.enable = true, .above_drop = true, .weight = 1, .min = 100, .max = 100};
  bench_.activate();
  EXPECT_EQ(arrive(ip_frame(3, 400)), Drop::kRed) << "average 200";
  EXPECT_EQ(arrive(ip_frame(3, 400)), Drop::kRed);
  EXPECT_EQ(model().red().average(3), 500U << 16) << "200 + (800 - 200) / 2: not zeroed";
  model().leave(bench_.now, 0);
  model().leave(bench_.now, 1);
  EXPECT_EQ(arrive(ip_frame(3, 150)), Drop::kNone);
  EXPECT_EQ(model().red().average(3), 75U << 16) << "zeroed first";
}

TEST_F(PortQueues, RedLooksAtTheDepthOfItsOwnQueueWithTheFrameIncluded) {
  step_at(3, 1'000);
  arrive(ip_frame(2, 5'000));
  arrive(ip_frame(3, 600));
  arrive(ip_frame(3, 400));
  EXPECT_EQ(model().last_arrival().red.range, RedRange::kBetween);
  EXPECT_EQ(model().last_arrival().depth, 1'000U);
  arrive(ip_frame(3, 60));
  EXPECT_EQ(model().last_arrival().red.verdict, RedVerdict::kMark);
  EXPECT_FALSE(send(1).marked);
  EXPECT_FALSE(send(2).marked);
  const Departure out = send(3);
  EXPECT_TRUE(out.marked);
  EXPECT_EQ(out.queue, 3U);
  EXPECT_EQ(out.ecn_before, Ecn::kEct0);
  EXPECT_EQ(out.ip_offset, 14U);
  EXPECT_EQ(out.depth_at_decision, 1'060U);
  EXPECT_EQ(out.bytes[15], 3 << 5 | 3);
  EXPECT_EQ(test::header_sum(out.bytes, 14), 0xFFFF);
  EXPECT_EQ(model().queue_counters(3).marked_frames, 1U);
  EXPECT_EQ(model().queue_counters(3).marked_bytes, 60U);
}

TEST_F(PortQueues, CeStaysCeAndIsNotCountedAsMarked) {
  step_at(3, 10);
  arrive(ip_frame(3, 60, Ecn::kCe));
  const Departure out = send(0);
  EXPECT_FALSE(out.marked);
  EXPECT_EQ(out.bytes, ip_frame(3, 60, Ecn::kCe));
  EXPECT_EQ(model().queue_counters(3).marked_frames, 0U);
  EXPECT_EQ(model().queue_counters(3).ce_arrived, 1U);
}

TEST_F(PortQueues, MarksCountWhenTheFrameIsSent) {
  step_at(3, 10);
  arrive(ip_frame(3, 60));
  select(0);
  model().start(bench_.now, 0);
  EXPECT_EQ(model().queue_counters(3).marked_frames, 0U);
  EXPECT_EQ(model().queue_counters(3).tx_frames, 0U);
  model().sent(bench_.now);
  EXPECT_EQ(model().queue_counters(3).marked_frames, 1U);
  EXPECT_EQ(model().queue_counters(3).tx_bytes, 60U);
}

TEST_F(PortQueues, UnderTwoVlansAndACsigTagTheFrameBecomesCeAndItsTagsStayIntact) {
  step_at(5, 10);
  Bytes frame = make_ip_frame({.vlans = {kEtherStag, kEtherCtag}, .tag = 0x4000}, 0x02);
  frame[14] = 5 << 5;
  arrive(frame);
  const Departure out = send(0);
  Bytes expected = frame;
  mark_ce(expected, parse_ip(frame, parse(frame), {.enabled = true}));
  EXPECT_EQ(out.bytes, expected);
  EXPECT_EQ(out.bytes[27], 0x03);
  EXPECT_EQ(out.ip_offset, 26U);
  bench_.port.action = Action::kStrip;
  bench_.activate();
  arrive(frame);
  const Departure stripped = send(1);
  expected.erase(expected.begin() + 20, expected.begin() + 24);
  EXPECT_EQ(stripped.bytes, expected) << "marked, then stripped";
  EXPECT_EQ(model().queue_counters(5).marked_bytes, 100U + 96) << "as transmitted";
}

TEST_F(PortQueues, MarkAndUpdateApplyToOneFrame) {
  step_at(0, 10);
  const Bytes frame = make_ip_frame({.tag = 0x4000}, 0x01);
  model().arrive(0, 0, frame, false);
  bench_.now = from_ns(450);
  const Departure out = send(0);
  EXPECT_EQ(out.outcome, Outcome::kUpdated);
  EXPECT_TRUE(out.marked);
  EXPECT_EQ(out.ecn_before, Ecn::kEct1);
  EXPECT_EQ(unpack(load16(out.bytes, 14)).bucket, 4);
  EXPECT_EQ(out.bytes[19], 0x03);
  EXPECT_EQ(test::header_sum(out.bytes, 18), 0xFFFF);
}

TEST_F(PortQueues, TheCsigStateOfArriveFindsTheIpHeaderThatIsMarkedAtStart) {
  step_at(0, 10);
  const Bytes frame = make_ip_frame({.tag = 0x4000}, 0x02);
  arrive(frame);
  bench_.csig.enable = false;
  bench_.activate();
  arrive(frame);
  EXPECT_EQ(model().last_arrival().ip.ip, Ip::kNone);
  bench_.csig.enable = true;
  bench_.activate();
  EXPECT_EQ(send(0).bytes[19], 0x03);
  EXPECT_EQ(send(1).bytes[19], 0x02);
}

TEST_F(PortQueues, ABrokenHeaderIsNeverRewrittenAndCountedAlsoWhereALimitDropsIt) {
  step_at(0, 10);
  red(0).not_ect_drop = true;
  bench_.buffer.queue[0].limit = 200;
  bench_.activate();
  Bytes broken = make_ip_frame({.length = 150}, 0x02);
  broken[14] = 0x44;
  EXPECT_EQ(arrive(broken), Drop::kRed) << "as Not-ECT";
  model().leave(bench_.now, 0);
  red(0).not_ect_drop = false;
  bench_.activate();
  EXPECT_EQ(arrive(broken), Drop::kNone);
  EXPECT_EQ(arrive(broken), Drop::kQueueLimit);
  EXPECT_EQ(arrive(broken, true), Drop::kBad);
  EXPECT_EQ(model().buffer_counters().ip_broken, 3U);
  EXPECT_EQ(send(1).bytes, broken);
}

TEST_F(PortQueues, FragmentsOptionsAndExtensionHeadersAreMarkedByTheIpHeaderAlone) {
  step_at(0, 10);
  Bytes fragment = make_ip_frame({}, 0x02);
  store16(fragment, 20, 0x00B9);
  test::put_ipv4(fragment, 14, 0x02);
  Bytes options = test::make_frame({});
  test::put_ipv4(options, 14, 0x02, 9);
  Bytes extension = make_ip_frame({.ethertype = kEtherIpv6}, 0x02);
  extension[20] = 44;
  std::uint32_t number = 0;
  for (const Bytes& frame : {fragment, options, extension}) {
    arrive(frame);
    const Departure out = send(number++);
    EXPECT_TRUE(out.marked);
    Bytes rest = out.bytes;
    rest[15] = frame[15];
    if (frame[14] >> 4 == 4) {
      EXPECT_EQ(test::header_sum(out.bytes, 14), 0xFFFF);
      rest[24] = frame[24];
      rest[25] = frame[25];
    }
    EXPECT_EQ(rest, frame);
  }
}

TEST_F(PortQueues, ThresholdsRaisedUnderTrafficAreInForceAsOneBetweenTwoArrivals) {
  red(3) = {.enable = true, .ecn = true, .min = 1'000'000, .max = 2'000'000};
  bench_.activate();
  const Bytes frame = ip_frame(3, 9'000);
  while (model().depth(3) < 2'500'000) arrive(frame);
  EXPECT_EQ(model().last_arrival().red.range, RedRange::kAbove);
  red(3).min = 3'000'000;
  red(3).max = 4'000'000;
  bench_.activate();
  arrive(frame);
  EXPECT_EQ(model().last_arrival().red.range, RedRange::kBelow) << "of the same time";
  EXPECT_EQ(model().last_arrival().red.depth, model().depth(3)) << "the average went on";
}

TEST_F(PortQueues, AtDepartureTheDepthBeforeItFallsDecidesAndNothingIsDropped) {
  step_at(3, 100);
  red(3).departure = red(3).above_drop = red(3).not_ect_drop = true;
  bench_.activate();
  EXPECT_EQ(arrive(ip_frame(3, 60)), Drop::kNone);
  EXPECT_EQ(arrive(ip_frame(3, 60)), Drop::kNone);
  EXPECT_EQ(arrive(ip_frame(3, 60, Ecn::kNotEct)), Drop::kNone);
  const Departure first = send(0);
  EXPECT_TRUE(first.marked) << "180 bytes, itself included";
  EXPECT_EQ(first.depth_at_decision, 180U);
  EXPECT_TRUE(send(1).marked);
  EXPECT_FALSE(send(2).marked);
  arrive(ip_frame(3, 60));
  EXPECT_FALSE(send(3).marked) << "60 bytes";
}

TEST_F(PortQueues, EachEventIsJudgedByTheConfigurationOfItsOwnTime) {
  step_at(3, 10);
  arrive(ip_frame(3, 60));  // judged: marked
  red(3).departure = true;
  bench_.activate();
  arrive(ip_frame(3, 60));  // not judged
  red(3).max = red(3).min = 1'000;
  bench_.activate();
  EXPECT_TRUE(send(0).marked) << "its mark of arrival stays, though not hit at departure";
  red(3).departure = false;
  bench_.activate();
  EXPECT_FALSE(send(1).marked) << "judged neither here nor there";
}

TEST_F(PortQueues, TheDrawOfSelectComesBeforeThatOfArriveWithinOneTime) {
  const RedConfig all{.enable = true, .ecn = true, .probability = kOne, .min = 0, .max = 10'000};
  red(3) = red(5) = all;
  red(3).departure = true;
  bench_.activate();
  arrive(ip_frame(3, 60));
  EXPECT_EQ(model().red().random().state(), 1U);
  select(0);
  arrive(ip_frame(5, 60));
  EXPECT_EQ(model().last_arrival().red.draw, 0x0408) << "the second from seed 1";
}

TEST_F(PortQueues, AChangedSeedRestartsTheDrawsAndTheSameSeedDoesNot) {
  red(3) = {.enable = true, .ecn = true, .probability = kOne, .min = 0, .max = 10'000};
  bench_.activate();
  const auto draw = [&] {
    arrive(ip_frame(3, 60));
    return model().last_arrival().red.draw;
  };
  EXPECT_EQ(draw(), 0x0004);
  bench_.activate();
  EXPECT_EQ(draw(), 0x0408);
  bench_.buffer.seed = 2'463'534'242;
  bench_.activate();
  EXPECT_EQ(draw(), 723'471'715 >> 16);
  bench_.buffer.seed = 1;
  bench_.activate();
  EXPECT_EQ(draw(), 0x0004);
}

TEST_F(PortQueues, ARefusedActivationChangesNothing) {
  bench_.activate();
  BufferConfig bad = bench_.buffer;
  bad.limit = 0;
  bad.seed = 0;
  EXPECT_THROW(model().activate(from_ns(5), bench_.csig, bench_.port, bad), std::invalid_argument);
  bad.seed = 1;
  bad.queue[6].strict = false;
  EXPECT_THROW(model().activate(from_ns(5), bench_.csig, bench_.port, bad), std::invalid_argument);
  CsigConfig interval = bench_.csig;
  interval.interval_us = 7;
  bad.queue[6].strict = true;
  EXPECT_THROW(model().activate(from_ns(5), interval, bench_.port, bad), std::invalid_argument);
  EXPECT_EQ(arrive(ip_frame(3, 60)), Drop::kNone) << "at time 0, with the old limit";
}

TEST_F(PortQueues, SelectServesTheQueueOfThePolicyAndRefusesAnyOther) {
  arrive(ip_frame(3, 60));
  arrive(ip_frame(5, 60));
  arrive(ip_frame(5, 60));
  EXPECT_EQ(model().expected_queue(0b00101000), 5U);
  EXPECT_EQ(model().expected_queue(0b00001000), 3U) << "queue 5 is paused";
  EXPECT_THROW(model().select(0, 0, 0b00101000), std::logic_error) << "queue 5 comes first";
  EXPECT_THROW(model().select(0, 2, 0b00101000), std::logic_error) << "not the oldest of queue 5";
  EXPECT_THROW(model().select(0, 2), std::logic_error);
  EXPECT_THROW(model().select(0, 1, 0b00100001), std::logic_error) << "queue 0 has no frame";
  EXPECT_THROW(model().select(0, 1, 0), std::logic_error);
  model().select(0, 0, 0b00001000);
  model().select(0, 1, 0b00100000);
  EXPECT_EQ(model().start(0, 0).queue, 3U);
  EXPECT_THROW(model().start(0, 2), std::logic_error) << "frames start as they were selected";
  EXPECT_EQ(model().start(0, 1).queue, 5U);
}

TEST_F(PortQueues, DwrrCountsTheLengthAtIngress) {
  for (const unsigned q : {0U, 1U}) {
    bench_.buffer.queue[q].strict = false;
    bench_.buffer.queue[q].quantum = 9'600;
  }
  bench_.port.action = Action::kStrip;
  bench_.activate();
  const Bytes frame = make_ip_frame({.tag = 0x4000, .length = 1'000}, 0x00);
  arrive(frame);
  select(0);
  EXPECT_EQ(model().scheduler().credit(0), 8'600) << "996 bytes leave";
}

TEST_F(PortQueues, LeaveIsForTheOldestFrameThatRedDroppedAndNoOther) {
  step_at(3, 10);
  red(3).above_drop = true;
  bench_.activate();
  EXPECT_THROW(model().leave(0, 0), std::logic_error);
  arrive(ip_frame(3, 60));
  arrive(ip_frame(3, 60));
  EXPECT_THROW(model().leave(0, 1), std::logic_error);
  EXPECT_EQ(model().depth(3), 120U);
  model().leave(0, 0);
  model().leave(0, 1);
  EXPECT_EQ(model().depth(3), 0U);
}

TEST_F(PortQueues, QueueOfAnswersForTheLastArrivalAlone) {
  EXPECT_THROW(model().queue_of(0), std::logic_error) << "none yet";
  arrive(ip_frame(3, 60));
  EXPECT_EQ(model().queue_of(0), 3U);
  bench_.buffer.queue[5].limit = 0;
  bench_.activate();
  arrive(ip_frame(5, 60));
  EXPECT_EQ(model().queue_of(1), 5U) << "dropped by its limit";
  EXPECT_THROW(model().queue_of(0), std::logic_error);
  arrive(Bytes(13));
  EXPECT_THROW(model().queue_of(2), std::logic_error) << "a runt has none";
}

TEST_F(PortQueues, ASnapshotTakesQueuesAndPortAndWatermarksBeginAgainAtThePresentDepth) {
  arrive(ip_frame(3, 100));
  arrive(ip_frame(3, 200));
  arrive(ip_frame(5, 60));
  send(0);
  const Snapshot copy = model().snapshot(false);
  EXPECT_EQ(copy.queues[3].watermark, 300U);
  EXPECT_EQ(copy.queues[3].depth, 200U);
  EXPECT_EQ(copy.queues[3].tx_frames, 1U);
  EXPECT_EQ(copy.buffer.watermark, 360U);
  EXPECT_EQ(copy.buffer.depth, 260U);
  EXPECT_EQ(model().snapshot(true), copy) << "the first one cleared nothing";
  const Snapshot after = model().snapshot(false);
  EXPECT_EQ(after.queues[3], gauges(200));
  EXPECT_EQ(after.queues[5], gauges(60));
  EXPECT_EQ(after.buffer.watermark, 260U);
  EXPECT_EQ(after.buffer.depth, 260U);
  EXPECT_EQ(after.port, Counters{});
}

}  // namespace
}  // namespace sluice::model
