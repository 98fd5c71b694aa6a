// SPDX-License-Identifier: Apache-2.0
// Admission with RED at its edges, with answers worked out by hand.
#include "Vrtl_admission.h"
#include "Vrtl_admission_large.h"
#include "Vrtl_admission_small.h"
#include "tests/queue/admission_bench.hpp"

namespace sluice {
namespace {

using namespace test;

using Bench = AdmissionBench<Vrtl_admission>;
using SmallBench = AdmissionBench<Vrtl_admission_small>;

constexpr std::uint32_t kDepthMax = 0xFF'FFFF;
constexpr std::uint32_t kAll = 65'536;

class AdmissionRtl : public ::testing::Test {
 protected:
  /// What becomes of a frame of this length (DSCP 0, so queue 0 by default).
  template <class AnyBench>
  static unsigned drop_of(AnyBench& bench, unsigned len) {
    return bench.clock({.arrive = Arrival{.len = len}}).drop;
  }

  Bench bench_{65'536, 64};
  SmallBench small_{300, 128};
};

TEST_F(AdmissionRtl, TheOuterTagsPcpThenDscpThenTheDefaultQueueDecide) {
  BufferRule rule;
  rule.default_queue = 6;
  bench_.clock({.activate = rule});
  for (unsigned i = 0; i < 8; ++i) {
    Arrival a{.vlan = true, .pcp = i, .ip = i % 4, .dscp = 63 - i};
    EXPECT_EQ(bench_.clock({.arrive = a}).queue, i);
  }
  for (unsigned dscp = 0; dscp < 64; ++dscp) {
    for (const unsigned ip : {kIpV4, kIpV6}) {
      Arrival a{.ip = ip, .dscp = dscp};
      EXPECT_EQ(bench_.clock({.arrive = a}).queue, dscp / 8);
    }
    for (const unsigned ip : {kNoIp, kIpBroken}) {
      Arrival a{.ip = ip, .dscp = dscp};
      EXPECT_EQ(bench_.clock({.arrive = a}).queue, 6U);
    }
  }
  bench_.drain();
}

TEST_F(AdmissionRtl, EachMapEntryIsItsOwn) {
  for (unsigned i = 0; i < 64; ++i) {
    BufferRule rule;
    rule.dscp_map.fill(1);
    rule.dscp_map[i] = 4;
    rule.pcp_map.fill(2);
    rule.pcp_map[i % 8] = 7;
    bench_.clock({.activate = rule});
    for (unsigned dscp = 0; dscp < 64; ++dscp) {
      EXPECT_EQ(bench_.clock({.arrive = Arrival{.len = 14, .dscp = dscp}}).queue,
                dscp == i ? 4U : 1U);
    }
    for (unsigned pcp = 0; pcp < 8; ++pcp) {
      const Arrival a{.len = 14, .vlan = true, .pcp = pcp};
      EXPECT_EQ(bench_.clock({.arrive = a}).queue, pcp == i % 8 ? 7U : 2U);
    }
  }
  bench_.drain();
}

TEST_F(AdmissionRtl, ABrokenHeaderIsToldAlsoWhereALimitDropsTheFrameAndNeverOfABadOne) {
  BufferRule rule;
  rule.queue[0].limit = 100;
  bench_.clock({.activate = rule});
  Arrival a{.len = 100, .ip = kIpBroken, .ecn = kCe};
  EXPECT_EQ(bench_.clock({.arrive = a}), (Judged{kKept, 0, 100, true, false, false}));
  EXPECT_EQ(bench_.clock({.arrive = a}), (Judged{kQueueLimit, 0, 100, true, false, false}));
  for (const unsigned drop : {kBad, kRunt, kOversize}) {
    a.drop = drop;
    EXPECT_EQ(bench_.clock({.arrive = a}), (Judged{drop, 0, 100, false, false, false}));
  }
  bench_.drain();
}

TEST_F(AdmissionRtl, CeIsToldOfEveryFrameWithAValidHeaderThatIsNotBad) {
  BufferRule rule;
  rule.queue[0].limit = 200;
  bench_.clock({.activate = rule});
  const auto ce = [&](Arrival a) { return bench_.clock({.arrive = a}).ce; };
  EXPECT_TRUE(ce({.len = 100, .ip = kIpV4, .ecn = kCe}));
  EXPECT_TRUE(ce({.len = 100, .ip = kIpV6, .ecn = kCe}));
  EXPECT_TRUE(ce({.len = 100, .ip = kIpV6, .ecn = kCe}));  // dropped by the limit
  EXPECT_FALSE(ce({.len = 100, .ip = kNoIp, .ecn = kCe}));
  EXPECT_FALSE(ce({.drop = kBad, .len = 100, .ip = kIpV4, .ecn = kCe}));
  for (const unsigned ecn : {kNotEct, kEct0, kEct1}) EXPECT_FALSE(ce({.len = 14, .ecn = ecn}));
  bench_.drain();
}

TEST_F(AdmissionRtl, AFrameThatFillsALimitExactlyIsKeptAndOneMoreByteIsNot) {
  BufferRule rule;
  rule.queue[0].limit = 1'000;
  rule.limit = 1'500;
  bench_.clock({.activate = rule});
  EXPECT_EQ(drop_of(bench_, 900), kKept);
  EXPECT_EQ(drop_of(bench_, 101), kQueueLimit);
  EXPECT_EQ(drop_of(bench_, 100), kKept);
  EXPECT_EQ(drop_of(bench_, 14), kQueueLimit);
  // Another queue, up to the port's limit.
  Arrival other{.len = 501, .dscp = 8};
  EXPECT_EQ(bench_.clock({.arrive = other}).drop, kPortLimit);
  other.len = 500;
  EXPECT_EQ(bench_.clock({.arrive = other}).drop, kKept);
  other.len = 14;
  EXPECT_EQ(bench_.clock({.arrive = other}).drop, kPortLimit);
  // Both limits broken: the queue's is the reason.
  EXPECT_EQ(drop_of(bench_, 14), kQueueLimit);
  bench_.drain();
}

TEST_F(AdmissionRtl, TheWidestLimitsAreExactAndNothingWraps) {
  // 2^24 - 1 = 1,747 x 9,600 + 6,015.
  for (const bool port : {false, true}) {
    AdmissionBench<Vrtl_admission_large> bench(300'000, 64);
    const unsigned reason = port ? kPortLimit : kQueueLimit;
    const auto arrive = [&](unsigned len, unsigned i) {
      return bench.clock({.arrive = Arrival{.len = len, .dscp = port ? i % 64 : 0}}).drop;
    };
    for (unsigned i = 0; i < 1'747; ++i) ASSERT_EQ(arrive(9'600, i), kKept);
    EXPECT_EQ(arrive(6'016, 0), reason);
    EXPECT_EQ(arrive(9'600, 0), reason);
    EXPECT_EQ(arrive(6'015, 0), kKept);
    EXPECT_EQ(arrive(14, 0), reason);
    bench.clock({.snapshot = true});
    bench.drain();
    EXPECT_EQ(bench.shown().port_depth, kDepthMax);
    if (!port) {
      EXPECT_EQ(bench.shown().depth[0], kDepthMax);
      EXPECT_EQ(bench.shown().watermark[0], kDepthMax);
    }
  }
}

TEST_F(AdmissionRtl, TheDefaultBufferHolds4MiBInCellsOf64Bytes) {
  // 436 of the longest take 150 cells each; 136 of 65,536 are left.
  for (int i = 0; i < 436; ++i) ASSERT_EQ(drop_of(bench_, 9'600), kKept);
  EXPECT_EQ(drop_of(bench_, 136 * 64 + 1), kBufferFull);
  EXPECT_EQ(drop_of(bench_, 136 * 64), kKept);
  EXPECT_EQ(drop_of(bench_, 14), kBufferFull);
  bench_.drain();
}

TEST_F(AdmissionRtl, CellsAreRoundedUpAFrame) {
  // 300 cells of 128 bytes: 129 bytes take two.
  for (int i = 0; i < 149; ++i) ASSERT_EQ(drop_of(small_, 129), kKept);
  EXPECT_EQ(drop_of(small_, 257), kBufferFull);
  EXPECT_EQ(drop_of(small_, 128), kKept);
  EXPECT_EQ(drop_of(small_, 129), kBufferFull);
  EXPECT_EQ(drop_of(small_, 14), kKept);
  EXPECT_EQ(drop_of(small_, 14), kBufferFull);
  small_.drain();
}

TEST_F(AdmissionRtl, ASelectMakesRoomForTheArrivalOfItsOwnClock) {
  BufferRule rule;
  rule.queue[0].limit = 1'000;
  bench_.clock({.activate = rule});
  EXPECT_EQ(drop_of(bench_, 1'000), kKept);
  bench_.idle(7);
  EXPECT_EQ(drop_of(bench_, 14), kQueueLimit);
  const Judged judged = bench_.clock({.select = 0, .arrive = Arrival{.len = 1'000}});
  EXPECT_EQ(judged.drop, kKept);
  bench_.drain();
}

TEST_F(AdmissionRtl, AFrameThatRedDropsCountsUntilExactlyRClocksAfterItsArrival) {
  for (unsigned later = 1; later <= kRedClocks + 1; ++later) {
    Bench bench(65'536, 64);
    BufferRule rule;
    rule.queue[0].limit = 1'000;
    rule.queue[0].red = {true, true, true, true, false, 0, kAll, 100, 200};
    bench.clock({.activate = rule});
    EXPECT_EQ(drop_of(bench, 1'000), kRedDrop);
    bench.idle(later - 1);
    EXPECT_EQ(drop_of(bench, 14), later < kRedClocks ? kQueueLimit : kKept) << later;
    bench.drain();
  }
}

TEST_F(AdmissionRtl, BetweenTheThresholdsAFullQueueDropsByItsLimitAndRedDoesNotSeeTheFrame) {
  BufferRule rule;
  rule.queue[0].limit = 1'000;
  rule.queue[0].red = {true, true, false, false, false, 4, kAll, 0, kDepthMax};
  bench_.clock({.activate = rule});
  EXPECT_EQ(drop_of(bench_, 1'000), kKept);
  const unsigned draws = bench_.reference().red().draws();
  const std::int64_t average = bench_.reference().red().average(0);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(drop_of(bench_, 64), kQueueLimit);
  EXPECT_EQ(bench_.reference().red().draws(), draws);
  EXPECT_EQ(bench_.reference().red().average(0), average);
  // The hardware's average and generator have not moved either: what follows agrees.
  rule.queue[0].limit = kDepthMax;
  rule.queue[0].red.probability = 30'000;
  rule.queue[0].red.max = 2'000;
  bench_.clock({.activate = rule});
  for (int i = 0; i < 200; ++i) drop_of(bench_, 20);
  bench_.drain();
}

TEST_F(AdmissionRtl, ThresholdsRaisedUnderTrafficChangeForExactlyTheFramesOfThatClockOn) {
  // Depth between 2M and 3M: above the old maximum, below the new minimum.
  BufferRule rule;
  rule.queue[0].red = {true, true, false, false, false, 0, kAll, 1'000'000, 2'000'000};
  bench_.clock({.activate = rule});
  for (int i = 0; i < 210; ++i) drop_of(bench_, 9'600);
  ASSERT_GT(bench_.reference().depth(0), 2'000'000U);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(bench_.clock({.arrive = Arrival{.len = 64}}).mark);
  }
  rule.queue[0].red.min = 3'000'000;
  rule.queue[0].red.max = 4'000'000;
  EXPECT_FALSE(bench_.clock({.activate = rule, .arrive = Arrival{.len = 64}}).mark);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(bench_.clock({.arrive = Arrival{.len = 64}}).mark);
  }
  bench_.drain();
}

TEST_F(AdmissionRtl, AnActivationRestartsTheDrawsOnlyWhereItChangesTheSeed) {
  BufferRule rule;
  rule.queue[0].red = {true, true, false, false, false, 0, 30'000, 0, 1};
  rule.queue[0].red.min = rule.queue[0].red.max = 64;  // each frame that comes alone draws
  bench_.clock({.activate = rule});
  for (const std::uint32_t seed : {1U, 77U, 77U, 1U, 0xFFFF'FFFFU}) {
    rule.seed = seed;
    bench_.clock({.activate = rule, .arrive = Arrival{.len = 64}});
    bench_.idle(12);
    for (int i = 0; i < 20; ++i) {
      bench_.clock({.select = 0});
      bench_.clock({.arrive = Arrival{.len = 64}});
      bench_.idle(10);
    }
    bench_.clock({.select = 0});
  }
  EXPECT_EQ(bench_.reference().red().draws(), 105U);
  bench_.drain();
}

TEST_F(AdmissionRtl, TheOperatorsCase4000FramesIntoAPausedQueueAtArrival) {
  BufferRule rule;
  rule.queue[0].red = {true, true, false, false, false, 0, kAll, 800'000, 1'200'000};
  bench_.clock({.activate = rule});
  unsigned between = 0;
  for (unsigned packet = 1; packet <= 4'000; ++packet) {
    const bool mark = bench_.clock({.arrive = Arrival{.len = 1'024}}).mark;
    if (packet < 782) {
      ASSERT_FALSE(mark) << packet;
    } else if (packet >= 1'172) {
      ASSERT_TRUE(mark) << packet;
    } else {
      between += mark;
    }
  }
  // 390 packets at 0 to 100 %: 195 expected, sum of p(1-p) = 65, so 4 standard errors are 33.
  EXPECT_NEAR(between, 195, 33);
  bench_.drain();
}

TEST_F(AdmissionRtl, TheOperatorsCaseDrainedAtDepartureByItsOwnCount) {
  // Packet k leaves at a depth of (4001 - k) x 1024: above 1.2M up to 2829, below 800k from 3220
  // on.
  BufferRule rule;
  rule.queue[0].red = {true, true, false, false, true, 0, kAll, 800'000, 1'200'000};
  bench_.clock({.activate = rule});
  for (unsigned packet = 1; packet <= 4'000; ++packet) {
    ASSERT_FALSE(bench_.clock({.arrive = Arrival{.len = 1'024}}).mark);
  }
  bench_.drain();
  for (unsigned packet = 1; packet <= 4'000; ++packet) {
    bench_.clock({.select = 0});
    if (packet == 2'829) {
      bench_.idle(20);
      EXPECT_EQ(bench_.departure_marks(), 2'829U);
    }
    if (packet == 3'219) {
      bench_.idle(20);
      EXPECT_NEAR(bench_.departure_marks() - 2'829.0, 195, 33);
    }
  }
  const unsigned marks = bench_.departure_marks();
  bench_.drain();
  EXPECT_EQ(bench_.departure_marks(), marks);
}

TEST_F(AdmissionRtl, AWatermarkIsTheHighestDepthSinceTheClearAndRestartsAtTheDepth) {
  struct Row {
    std::uint32_t depth, watermark;
  };
  const auto look = [&](const Bench::Clock& in) {
    bench_.clock(in);
    bench_.idle(10);
    EXPECT_EQ(bench_.shown().depth[0], bench_.shown().port_depth);
    EXPECT_EQ(bench_.shown().watermark[0], bench_.shown().port_watermark);
    return Row{bench_.shown().depth[0], bench_.shown().watermark[0]};
  };
  const auto expect = [](Row row, std::uint32_t depth, std::uint32_t watermark) {
    EXPECT_EQ(row.depth, depth);
    EXPECT_EQ(row.watermark, watermark);
  };
  drop_of(bench_, 500);
  drop_of(bench_, 300);
  bench_.idle(10);
  bench_.clock({.select = 0});
  expect(look({.snapshot = true, .clear = true}), 300, 800);
  expect(look({.snapshot = true}), 300, 300);
  // Events of a snapshot's own clock come after it, and are in the restarted watermark.
  expect(look({.snapshot = true, .clear = true, .arrive = Arrival{.len = 100}}), 300, 300);
  expect(look({.snapshot = true, .clear = true, .select = 0}), 400, 400);
  expect(look({.snapshot = true}), 100, 400);  // restarted at the depth before the select
  expect(look({.clear = true}), 100, 400);     // clear alone does nothing
  expect(look({.snapshot = true}), 100, 400);
  expect(look({.snapshot = true, .clear = true, .select = 0, .arrive = Arrival{.len = 50}}), 100,
         400);
  expect(look({.snapshot = true}), 50, 100);
  bench_.drain();
}

TEST_F(AdmissionRtl, ResetForgetsDepthsConfigurationAndWhatIsInMotion) {
  BufferRule rule;
  rule.seed = 99;
  rule.limit = 50'000;
  rule.default_queue = 3;
  rule.dscp_map.fill(2);
  rule.pcp_map.fill(1);
  for (auto& q : rule.queue) q.limit = 20'000;
  for (auto& q : rule.queue) q.red = {true, true, true, true, false, 0, kAll, 100, 200};
  for (unsigned motion = 1; motion < 12; ++motion) {
    for (int i = 0; i < 5; ++i) drop_of(bench_, 1'000);
    bench_.idle(9);
    bench_.clock({.select = 0});
    bench_.clock({.activate = rule, .snapshot = true});
    for (unsigned i = 0; i < motion; ++i) {
      const std::optional<BufferRule> again =
          i == 5 || i == 10 ? std::optional(rule) : std::nullopt;
      bench_.clock({.activate = again, .snapshot = i % 2 == 0, .arrive = Arrival{.len = 500}});
    }
    bench_.reset();
    EXPECT_FALSE(bench_.busy()) << motion;
    bench_.drain();
    // Whatever is held against a depth, a limit, a map or a seed of before shows now.
    for (unsigned i = 0; i < 8; ++i) {
      bench_.clock({.arrive = Arrival{.len = 9'600, .vlan = i % 2 == 0, .pcp = i, .dscp = 8 * i}});
    }
    bench_.clock({.snapshot = true});
    bench_.drain();
    bench_.reset();
  }
}

TEST_F(AdmissionRtl, ALimitBelowTheDepthDropsUntilEnoughHasLeft) {
  drop_of(bench_, 1'000);
  drop_of(bench_, 1'000);
  bench_.idle(8);
  BufferRule rule;
  rule.queue[0].limit = 1'100;
  rule.limit = 1'100;
  bench_.clock({.activate = rule});
  EXPECT_EQ(drop_of(bench_, 14), kQueueLimit);
  EXPECT_EQ(bench_.clock({.arrive = Arrival{.len = 14, .dscp = 63}}).drop, kPortLimit);
  bench_.clock({.select = 0});
  EXPECT_EQ(drop_of(bench_, 101), kQueueLimit);
  EXPECT_EQ(drop_of(bench_, 100), kKept);
  bench_.drain();
}

}  // namespace
}  // namespace sluice
