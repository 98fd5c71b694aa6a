// SPDX-License-Identifier: Apache-2.0
// Columns against the whole series, looked through value by value.
#include "tb/report/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tb/common/random.hpp"
#include "tests/support/seed.hpp"

namespace sluice::tb {
namespace {

struct Event {
  std::uint64_t ns;
  std::uint64_t value;
};

/// Lowest and highest value from `from` on and before `to`, event by event.
Column brute_force(const std::vector<Event>& events, std::uint64_t from, std::uint64_t to,
                   std::uint64_t end) {
  Column column;
  std::uint64_t value = 0, since = 0;
  const auto lasted = [&](std::uint64_t until) {
    if (since < std::min(to, until) && until > from) column.touch(value);
  };
  for (const Event& event : events) {
    lasted(event.ns);
    value = event.value;
    since = event.ns;
    if (event.ns >= from && event.ns < to) column.touch(value);
  }
  lasted(end);
  return column;
}

TEST(Series, EveryColumnOfALevelIsExactHoweverOftenColumnsWereJoined) {
  Random random(test::seed(1));
  for (const std::uint64_t longest : {1U, 3U, 40U, 5000U}) {
    Level level(16);
    std::vector<Event> events;
    std::uint64_t now = 0;
    for (unsigned i = 0; i < 300; ++i) {
      now += random.below(longest + 1);  // 0: several at one time
      events.push_back({now, random.below(1000)});
      level.set(model::from_ns(now), events.back().value);
    }
    const std::uint64_t end = now + longest;
    level.finish(model::from_ns(end));
    const auto& columns = level.columns().columns();
    const std::uint64_t width = level.columns().width_ns();
    ASSERT_LE(columns.size(), 16U);
    ASSERT_GE(columns.size() * width, end);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Column expected = brute_force(events, i * width, (i + 1) * width, end);
      EXPECT_EQ(columns[i].low, expected.low) << i << " of width " << width;
      EXPECT_EQ(columns[i].high, expected.high) << i << " of width " << width;
    }
  }
}

TEST(Series, AValueIsNotInTheColumnThatBeginsWhenItEnds) {
  Level level(4);
  level.set(0, 7);
  level.set(model::from_ns(1), 3);
  level.finish(model::from_ns(2));
  ASSERT_EQ(level.columns().columns().size(), 2U);
  EXPECT_EQ(level.columns().columns()[0].high, 7U);
  EXPECT_EQ(level.columns().columns()[1].low, 3U);
  EXPECT_EQ(level.columns().columns()[1].high, 3U);
}

TEST(Series, ColumnsWithoutAValueStayEmpty) {
  TimeColumns columns(8);
  columns.at(model::from_ns(6)).touch(5);
  ASSERT_EQ(columns.columns().size(), 7U);
  for (unsigned i = 0; i < 6; ++i) EXPECT_TRUE(columns.columns()[i].empty()) << i;
  const TimeColumns coarse = columns.coarser(2);
  EXPECT_EQ(coarse.width_ns(), 4U);
  ASSERT_EQ(coarse.columns().size(), 2U);
  EXPECT_TRUE(coarse.columns()[0].empty());
  EXPECT_EQ(coarse.columns()[1].low, 5U);
}

TEST(Series, HitBinsLoseNothingWhenTheyAreJoined) {
  Random random(test::seed(2));
  HitBins bins(8);
  std::vector<std::pair<std::uint64_t, bool>> all;
  for (unsigned i = 0; i < 2000; ++i) {
    all.emplace_back(random.below(i * 10 + 1), random.chance(30));
    bins.add(all.back().first, all.back().second);
  }
  ASSERT_LE(bins.bins().size(), 8U);
  for (std::size_t i = 0; i < bins.bins().size(); ++i) {
    std::uint64_t decisions = 0, hits = 0;
    for (const auto& [size, hit] : all) {
      if (size / bins.width() != i) continue;
      ++decisions;
      if (hit) ++hits;
    }
    EXPECT_EQ(bins.bins()[i].decisions, decisions) << i;
    EXPECT_EQ(bins.bins()[i].hits, hits) << i;
  }
}

}  // namespace
}  // namespace sluice::tb
