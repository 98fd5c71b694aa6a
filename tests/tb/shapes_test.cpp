// SPDX-License-Identifier: Apache-2.0
// What each shape promises: exact where it is exact, within four standard errors where it is
// random.
#include "tb/traffic/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "model/common/wire.hpp"
#include "tb/common/error.hpp"
#include "tests/support/seed.hpp"

namespace sluice::tb {
namespace {

std::vector<CapturedFrame> all(const ShapeOptions& options) {
  ShapedTraffic traffic(options);
  std::vector<CapturedFrame> frames;
  CapturedFrame frame;
  while (traffic.next(frame)) frames.push_back(frame);
  return frames;
}

/// Since the first frame, ns.
std::vector<std::int64_t> times(const std::vector<CapturedFrame>& frames) {
  std::vector<std::int64_t> since;
  for (const CapturedFrame& frame : frames) since.push_back(frame.time_ns - frames[0].time_ns);
  return since;
}

unsigned sender(const CapturedFrame& f) { return f.bytes[11]; }
std::uint32_t word(const CapturedFrame& f, std::size_t at) {
  return std::uint32_t{model::load16(f.bytes, at)} << 16 | model::load16(f.bytes, at + 2);
}

constexpr std::uint64_t kTenGigabits = 10'000'000'000;  // 0.8 ns a byte
constexpr Sizes kThousand = {.kind = Sizes::Kind::kFixed, .low = 976, .high = 976};  // 800 ns

TEST(Shapes, IncastSendersBeginTogetherAndSendAtTheirLine) {
  const auto frames = all({.shape = Shape::kIncast,
                           .frames = 24,
                           .speed_bps = kTenGigabits,
                           .load_percent = 50,
                           .burst = 3,
                           .sources = 4,
                           .sizes = kThousand});
  const auto at = times(frames);
  ASSERT_EQ(frames.size(), 24U);
  for (unsigned i = 0; i < 24; ++i) {
    // 12 frames of 800 ns at half the load: a burst each 19,200 ns.
    EXPECT_EQ(at[i], 19'200 * (i / 12) + 800 * (i % 12 / 4)) << i;
    EXPECT_EQ(sender(frames[i]), 1 + i % 4) << i;
  }
}

TEST(Shapes, OnOffBurstsAndSilencesAreExact) {
  const ShapeOptions options{.shape = Shape::kOnOff,
                             .frames = 10,
                             .speed_bps = kTenGigabits,
                             .load_percent = 25,
                             .burst = 5,
                             .sizes = kThousand};
  EXPECT_EQ(times(all(options)), (std::vector<std::int64_t>{0, 800, 1600, 2400, 3200, 16'000,
                                                            16'800, 17'600, 18'400, 19'200}));
  ShapeOptions by_period = options;
  by_period.period_ps = 5'000'000;
  EXPECT_EQ(times(all(by_period))[5], 5'000);
  by_period.period_ps = 1'000'000;  // shorter than the burst: the line decides
  EXPECT_EQ(times(all(by_period))[5], 4'000);
}

TEST(Shapes, OnOffOfMixedSizesHasTheLoadExactly) {
  auto frames = all({.shape = Shape::kOnOff,
                     .frames = 12'001,
                     .seed = test::seed(3),
                     .speed_bps = kTenGigabits,
                     .load_percent = 40,
                     .burst = 10,
                     .sizes = {.kind = Sizes::Kind::kImix}});
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) bytes += frames[i].bytes.size() + 24;
  // Bytes of 0.8 ns at 40 %: 2 ns a byte from the first burst to the last.
  EXPECT_EQ(times(frames).back(), static_cast<std::int64_t>(2 * bytes));
}

TEST(Shapes, SmoothFramesComeEvenlyAlsoFasterThanTheLine) {
  ShapeOptions options{.shape = Shape::kSmooth,
                       .frames = 1001,
                       .speed_bps = kTenGigabits,
                       .load_percent = 80,
                       .sizes = kThousand};
  const auto even = times(all(options));
  for (unsigned i = 0; i < even.size(); ++i) ASSERT_EQ(even[i], 1000 * i);
  options.load_percent = 160;
  EXPECT_EQ(times(all(options)).back(), 500'000);
}

TEST(Shapes, PoissonGapsHaveMeanVarianceTailAndNoMemory) {
  constexpr unsigned kGaps = 200'000;
  const auto at = times(all({.shape = Shape::kPoisson,
                             .frames = kGaps + 1,
                             .seed = test::seed(11),
                             .speed_bps = 1'000'000'000,  // 8,000 ns a frame: whole ns are fine
                             .load_percent = 50,
                             .sizes = kThousand}));
  const double mean = 16'000;
  double sum = 0, squares = 0, products = 0, before = 0;
  unsigned longer = 0;
  for (unsigned i = 0; i < kGaps; ++i) {
    const double gap = static_cast<double>(at[i + 1] - at[i]) / mean;
    sum += gap;
    squares += (gap - 1) * (gap - 1);
    products += (gap - 1) * before;
    before = gap - 1;
    if (gap > 2) ++longer;
  }
  const double root = std::sqrt(kGaps);
  EXPECT_NEAR(sum / kGaps, 1, 4 / root);
  EXPECT_NEAR(squares / kGaps, 1, 4 * std::sqrt(8.0) / root);  // fourth moment 9
  EXPECT_NEAR(products / kGaps, 0, 4 / root);
  const double tail = std::exp(-2.0);
  EXPECT_NEAR(longer / double{kGaps}, tail, 4 * std::sqrt(tail * (1 - tail)) / root);
}

TEST(Shapes, ImixAndCodepointsAreExactInEachRound) {
  const auto frames = all({.shape = Shape::kPoisson,
                           .frames = 1200,
                           .seed = test::seed(5),
                           .sizes = {.kind = Sizes::Kind::kImix},
                           .ecn = {10, 20, 65, 5}});
  for (unsigned round = 0; round < 100; ++round) {
    std::map<std::size_t, unsigned> sizes;
    for (unsigned i = 0; i < 12; ++i) ++sizes[frames[12 * round + i].bytes.size()];
    ASSERT_EQ(sizes, (std::map<std::size_t, unsigned>{{60, 7}, {590, 4}, {1514, 1}}));
  }
  for (unsigned round = 0; round < 12; ++round) {
    std::map<unsigned, unsigned> codepoints;
    for (unsigned i = 0; i < 100; ++i) ++codepoints[frames[100 * round + i].bytes[15] & 3U];
    ASSERT_EQ(codepoints, (std::map<unsigned, unsigned>{{0, 10}, {1, 20}, {2, 65}, {3, 5}}));
  }
}

TEST(Shapes, EveryLengthOfARangeComesAsOftenAsTheOthers) {
  const auto frames = all({.shape = Shape::kSmooth,
                           .frames = 100'000,
                           .seed = test::seed(6),
                           .sizes = {.kind = Sizes::Kind::kRange, .low = 60, .high = 159}});
  std::map<std::size_t, unsigned> counts;
  for (const CapturedFrame& frame : frames) ++counts[frame.bytes.size()];
  ASSERT_EQ(counts.size(), 100U);
  double chi = 0;
  for (const auto& [size, count] : counts) chi += (count - 1000.0) * (count - 1000.0) / 1000;
  EXPECT_NEAR(chi, 99, 4 * std::sqrt(2.0 * 99));
}

TEST(Shapes, FlowsTakeTurnsWithTheirOwnNumbersAndPriorities) {
  const auto frames = all({.shape = Shape::kSmooth,
                           .frames = 60,
                           .sources = 2,
                           .flows = 3,
                           .dscp = {0, 10, 46},
                           .pcp = {1, 5}});
  std::map<std::uint32_t, std::uint32_t> next;
  for (const CapturedFrame& f : frames) {
    const std::uint32_t flow = word(f, 46), number = word(f, 50);
    EXPECT_EQ(number, next[flow]++);
    EXPECT_EQ(flow / 3 + 1, sender(f));
    EXPECT_EQ(f.bytes[14] >> 5, flow % 2 == 0 ? 1 : 5);
    EXPECT_EQ(f.bytes[19] >> 2, (std::array<int, 3>{0, 10, 46})[flow % 3]);
    EXPECT_EQ(internet_checksum(std::span(f.bytes).subspan(18, 20)), 0);
    EXPECT_EQ(model::load16(f.bytes, 20), f.bytes.size() - 18);
  }
  EXPECT_EQ(next.size(), 6U);
  for (const auto& [flow, count] : next) EXPECT_EQ(count, 10U) << flow;
}

TEST(Shapes, TheSeedDecidesEverythingThatIsRandom) {
  ShapeOptions options{.shape = Shape::kPoisson,
                       .frames = 500,
                       .sizes = {.kind = Sizes::Kind::kRange, .low = 60, .high = 1514}};
  const auto first = all(options), again = all(options);
  options.seed = 2;
  const auto other = all(options);
  bool differs = false;
  for (unsigned i = 0; i < 500; ++i) {
    ASSERT_EQ(first[i].bytes, again[i].bytes);
    ASSERT_EQ(first[i].time_ns, again[i].time_ns);
    differs = differs || first[i].time_ns != other[i].time_ns;
  }
  EXPECT_TRUE(differs);
}

TEST(Shapes, OptionsOutOfRangeAreRefused) {
  const auto refusal = [](const ShapeOptions& options) -> std::string {
    try {
      const ShapedTraffic traffic(options);
    } catch (const ParameterError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal({.shape = Shape::kOnOff, .load_percent = 101}),
            "load in percent of 101, expected 1 to 100");
  EXPECT_EQ(refusal({.burst = 0}), "burst of 0, expected 1 to 1000000");
  EXPECT_EQ(refusal({.sources = 201}), "sources of 201, expected 1 to 200");
  EXPECT_EQ(refusal({.sizes = {.low = 59}}), "frame size of 59, expected 60 to 9600");
  EXPECT_EQ(refusal({.sizes = {.low = 100, .high = 99}}), "frame size of 99, expected 100 to 9600");
  EXPECT_EQ(refusal({.ecn = {0, 0, 99, 0}}), "sum of ECN shares of 99, expected 100 to 100");
  EXPECT_EQ(refusal({.dscp = {64}}), "DSCP of 64, expected 0 to 63");
  EXPECT_EQ(refusal({.pcp = {8}}), "PCP of 8, expected 0 to 7");
}

}  // namespace
}  // namespace sluice::tb
