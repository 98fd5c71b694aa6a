// SPDX-License-Identifier: Apache-2.0
#include "tb/coverage/cross.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace sluice::coverage {
namespace {

using nlohmann::json;

Cross small() {
  return {"csig.small", {{"way", {"in", "out"}}, numbered("n", 3), {"flag", {"a", "b"}}}};
}

json written(const Cross& cross) {
  std::ostringstream out;
  cross.write(out);
  return json::parse(out.str());
}

TEST(Cross, CountsEachBinByItselfAndWritesThemLastAxisFastest) {
  Cross cross = small();
  EXPECT_EQ(cross.size(), 12U);
  cross.sample({1, 2, 0});
  cross.sample({1, 2, 0});
  cross.sample({0, 1, 1});
  EXPECT_EQ(cross.hits({1, 2, 0}), 2U);
  EXPECT_EQ(cross.hits({1, 2, 1}), 0U);
  EXPECT_EQ(written(cross)["hits"], json({{"10", 2}, {"3", 1}}));
}

TEST(Cross, WritesNamesOfAxesAndBins) {
  const json axes = written(small())["axes"];
  EXPECT_EQ(axes[0], json({{"name", "way"}, {"bins", {"in", "out"}}}));
  EXPECT_EQ(axes[1]["bins"], json({"0", "1", "2"}));
}

TEST(Cross, ABinIsUnreachableByTheFirstReasonThatNamesIt) {
  Cross cross = small();
  cross.unreachable("\"b\" never leaves", [](Bin b) { return b[0] == 1 && b[2] == 1; })
      .unreachable("two never leave", [](Bin b) { return b[0] == 1 && b[1] == 2; });
  const json reasons = written(cross)["unreachable"];
  EXPECT_EQ(reasons[0], json({{"reason", "\"b\" never leaves"}, {"bins", {7, 9, 11}}}));
  EXPECT_EQ(reasons[1], json({{"reason", "two never leave"}, {"bins", {10}}}));
}

TEST(Cross, RefusesBinsThatDoNotExist) {
  Cross cross = small();
  EXPECT_THROW(cross.sample({2, 0, 0}), std::out_of_range);
  EXPECT_THROW(cross.sample({0, 3, 0}), std::out_of_range);
  EXPECT_THROW(cross.sample({0, 0}), std::out_of_range);
  EXPECT_THROW(cross.sample({0, 0, 0, 0}), std::out_of_range);
}

TEST(Cross, RefusesAnAxisWithoutBinsOrWithTwoOfOneName) {
  EXPECT_THROW(Cross("x", {{"way", {}}}), std::invalid_argument);
  EXPECT_THROW(Cross("x", {{"way", {"in", "in"}}}), std::invalid_argument);
}

}  // namespace
}  // namespace sluice::coverage
