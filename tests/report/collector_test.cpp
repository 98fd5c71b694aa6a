// SPDX-License-Identifier: Apache-2.0
#include "tb/report/collector.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::tb {
namespace {

class Collector : public ::testing::Test {
 protected:
  void arrive(std::uint64_t ns, std::size_t length, model::Drop drop = model::Drop::kNone,
              unsigned port = 0) {
    const std::vector<std::uint8_t> bytes(length);
    collector_.arrived({.packet = 0,
                        .drop = drop,
                        .first = model::from_ns(ns - 1),
                        .arrive = model::from_ns(ns),
                        .bytes = bytes,
                        .port = port});
  }
  void leave(std::uint32_t frame, std::uint64_t first, std::uint64_t select, std::uint64_t start,
             model::Outcome outcome = model::Outcome::kNone, std::uint8_t signal = 0,
             std::uint8_t bucket = 0) {
    model::Departure departure;
    departure.frame = frame;
    departure.outcome = outcome;
    departure.signal = signal;
    departure.bucket_local = bucket;
    collector_.left({.packet = 0,
                     .departure = departure,
                     .times = {.first = model::from_ns(first),
                               .arrive = 0,
                               .select = model::from_ns(select),
                               .start = model::from_ns(start),
                               .sent = model::from_ns(start + 10)},
                     .bytes = {}});
  }
  ReportCollector collector_{1};
};

// The depth falls at `select`, which is told only when the frame has left: after later arrivals.
TEST_F(Collector, DepthFallsWhenAFrameIsSelectedNotWhenItLeaves) {
  arrive(10, 100);
  arrive(20, 50, model::Drop::kRunt);
  arrive(30, 200);
  arrive(50, 1000);
  leave(0, 9, 20, 21);
  leave(2, 29, 40, 45);
  const ReportData data = collector_.take(model::from_ns(60));
  const auto& columns = data.queues[0].depth.columns().columns();
  ASSERT_EQ(data.queues[0].depth.columns().width_ns(), 1U);
  ASSERT_EQ(columns.size(), 60U);
  for (unsigned ns = 0; ns < 60; ++ns) {
    const std::uint64_t expected = ns < 10   ? 0
                                   : ns < 20 ? 100
                                   : ns < 30 ? 0
                                   : ns < 40 ? 200
                                   : ns < 50 ? 0
                                             : 1000;
    EXPECT_EQ(columns[ns].high, expected) << ns;
    EXPECT_EQ(columns[ns].low, expected) << ns;
  }
  EXPECT_EQ(data.queues[0].frames_in, 3U);
  EXPECT_EQ(data.queues[0].frames_out, 2U);
  EXPECT_EQ(data.queues[0].dropped, 1U);
  EXPECT_EQ(data.end_ns, 60U);
}

TEST_F(Collector, AFrameThatPassesInNoTimeStillCounts) {
  arrive(5, 64);
  leave(0, 4, 5, 5);
  const ReportData data = collector_.take(model::from_ns(8));
  EXPECT_EQ(data.queues[0].depth.columns().columns()[5].high, 64U);
  EXPECT_EQ(data.queues[0].depth.columns().columns()[5].low, 0U);
  EXPECT_EQ(data.queues[0].depth.value(), 0U);
}

// A port without clocks starts a frame the moment it arrives, before the next one of that moment.
TEST_F(Collector, OfTwoThatArriveAtOnceTheSecondComesBehindTheStartOfTheFirst) {
  arrive(5, 64);
  arrive(5, 64);
  leave(0, 4, 5, 5);
  const ReportData data = collector_.take(model::from_ns(8));
  EXPECT_EQ(data.queues[0].depth.columns().columns()[5].high, 64U);
  EXPECT_EQ(data.queues[0].depth.value(), 64U);
}

TEST_F(Collector, DropsCountByReasonAndOtherPortsNot) {
  arrive(1, 10, model::Drop::kRunt);
  arrive(2, 9601, model::Drop::kOversize);
  arrive(3, 10, model::Drop::kRunt);
  arrive(4, 64, model::Drop::kBad);
  arrive(5, 64, model::Drop::kBad, 1);
  arrive(6, 64, model::Drop::kNone, 1);
  const ReportData data = collector_.take(model::from_ns(7));
  EXPECT_EQ(data.drops, (std::vector<std::pair<std::string, std::uint64_t>>{
                            {"runt", 2}, {"oversize", 1}, {"flagged bad", 1}}));
  EXPECT_EQ(data.queues[0].frames_in, 0U);
}

TEST_F(Collector, DelayAndBucketsStandAtTheStartOfTheirFrame) {
  arrive(10, 100);
  arrive(11, 100);
  leave(0, 3, 15, 17, model::Outcome::kUpdated, 2, 9);
  leave(1, 4, 25, 27, model::Outcome::kDSet, 1, 7);
  const ReportData data = collector_.take(model::from_ns(40));
  EXPECT_EQ(data.delay.columns()[17].high, 14U);
  EXPECT_EQ(data.delay.columns()[27].low, 23U);
  EXPECT_TRUE(data.delay.columns()[18].empty());
  EXPECT_EQ(data.bucket[2].columns()[17].high, 9U);
  EXPECT_TRUE(data.bucket[1].columns().empty());  // not compared
  EXPECT_TRUE(data.bucket[0].columns().empty());
}

TEST_F(Collector, DecisionsGoToTheirBin) {
  collector_.decided(0, 63, false);
  collector_.decided(0, 64, true);
  collector_.decided(0, 127, false);
  const ReportData data = collector_.take(model::from_ns(1));
  const auto& bins = data.queues[0].decisions.bins();
  ASSERT_EQ(bins.size(), 2U);
  EXPECT_EQ(bins[0].decisions, 1U);
  EXPECT_EQ(bins[1].decisions, 2U);
  EXPECT_EQ(bins[1].hits, 1U);
}

}  // namespace
}  // namespace sluice::tb
