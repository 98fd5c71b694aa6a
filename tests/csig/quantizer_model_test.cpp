// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "model/csig/defaults.hpp"
#include "model/csig/quantizer.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

constexpr std::array kTableNames = {"Abw", "Relative", "Delay"};

struct Edge {
  unsigned table;
  unsigned bucket;
};

class DefaultBucketEdge : public ::testing::TestWithParam<Edge> {};

TEST_P(DefaultBucketEdge, MaximumIsInsideAndOneMoreIsTheNextBucket) {
  const auto [table, bucket] = GetParam();
  const Table& maxima = kDefaultTables[table];
  EXPECT_EQ(quantize(maxima, maxima[bucket]), bucket);
  EXPECT_EQ(quantize(maxima, maxima[bucket] - 1), bucket);
  EXPECT_EQ(quantize(maxima, maxima[bucket] + 1), std::min(bucket + 1, kBuckets - 1));
}

std::vector<Edge> all_edges() {
  std::vector<Edge> edges;
  for (unsigned table = 0; table < kSignals; ++table) {
    for (unsigned bucket = 0; bucket < kBuckets; ++bucket) edges.push_back({table, bucket});
  }
  return edges;
}

INSTANTIATE_TEST_SUITE_P(All, DefaultBucketEdge, ::testing::ValuesIn(all_edges()),
                         [](const ::testing::TestParamInfo<Edge>& info) {
                           return kTableNames[info.param.table] + std::to_string(info.param.bucket);
                         });

// The state screen's figures follow simple laws; a slip in copying them would break one.
TEST(DefaultTables, AvailableBandwidthIsQuadraticUpTo200GigabytesASecond) {
  for (std::uint64_t n = 0; n < kBuckets; ++n) {
    EXPECT_EQ(kDefaultTables[0][n], 195'312'500 * (n + 1) * (n + 1)) << "bucket " << n;
  }
}

TEST(DefaultTables, RelativeIsThreePercentABucketAndTheLastReaches100) {
  for (std::uint64_t n = 0; n + 1 < kBuckets; ++n) {
    EXPECT_EQ(kDefaultTables[1][n], 3 * (n + 1)) << "bucket " << n;
  }
  EXPECT_EQ(kDefaultTables[1][31], 100U);
}

TEST(DefaultTables, DelayIs100NanosecondsABucketAndTheLastIsOpen) {
  for (std::uint64_t n = 0; n + 1 < kBuckets; ++n) {
    EXPECT_EQ(kDefaultTables[2][n], 100 * (n + 1)) << "bucket " << n;
  }
  EXPECT_EQ(kDefaultTables[2][31], 4'294'967'295U);
}

TEST(Quantizer, ZeroIsInBucketZeroAndTheLargestValueInTheLast) {
  for (const Table& table : kDefaultTables) {
    EXPECT_EQ(quantize(table, 0), 0);
    EXPECT_EQ(quantize(table, UINT64_MAX), kBuckets - 1);
  }
}

TEST(Quantizer, EveryPercentIsInTheBucketThatCountingGives) {
  for (unsigned percent = 0; percent <= 100; ++percent) {
    const unsigned expected = percent == 0 ? 0 : std::min((percent - 1) / 3, 31U);
    EXPECT_EQ(quantize(kDefaultTables[1], percent), expected) << percent << " %";
  }
}

TEST(Quantizer, AgreesWithALinearSearchOnRandomRisingTables) {
  std::mt19937_64 random(test::seed(11));
  for (int round = 0; round < 500; ++round) {
    // Maxima of very different sizes, some of them neighbours.
    std::set<std::uint64_t> maxima;
    while (maxima.size() < kBuckets) {
      const std::uint64_t value = random() >> (random() % 64);
      maxima.insert(value);
      if (random() % 3 == 0 && value != UINT64_MAX && maxima.size() < kBuckets)
        maxima.insert(value + 1);
    }
    Table table;
    std::copy(maxima.begin(), maxima.end(), table.begin());
    for (int probe = 0; probe < 100; ++probe) {
      std::uint64_t value = random() >> (random() % 64);
      if (probe % 2 == 0) value = table[random() % kBuckets] + random() % 3 - 1;
      unsigned expected = 0;
      while (expected < kBuckets - 1 && value > table[expected]) ++expected;
      ASSERT_EQ(quantize(table, value), expected) << "value " << value;
    }
  }
}

}  // namespace
}  // namespace sluice::model
