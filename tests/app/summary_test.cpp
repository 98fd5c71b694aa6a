// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/summary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace sluice::app {
namespace {

TEST(Summary, VerdictNamesFramesAndCounters) {
  Summary summary;
  summary.compared_frames = 10'000;
  summary.compared_counters = 28;
  EXPECT_EQ(verdict_text(summary), "RTL = golden model: 10000 frames, 28 counters, 0 differences");
  summary.difference = "packet 3: byte 0";
  EXPECT_EQ(verdict_text(summary), "RTL != golden model: packet 3: byte 0");
}

TEST(Summary, TextGroupsDigitsAndNamesEveryDrop) {
  Summary summary;
  summary.counters.rx_frames = 1'234'567;
  summary.counters.drop_bad = 1;
  summary.counters.drop_runt = 2;
  summary.counters.drop_oversize = 3;
  summary.speed = "400G";
  const std::string text = summary_text(summary);
  EXPECT_NE(text.find("1,234,567"), std::string::npos);
  EXPECT_NE(text.find("6   bad 1, runt 2, oversize 3"), std::string::npos);
}

TEST(Summary, JsonHoldsEveryCounterByName) {
  Summary summary;
  std::uint64_t value = 1;
  for (const auto& counter : driver::kPortCounters) summary.counters.*counter.member = value++;
  summary.width = 512;
  const auto json = nlohmann::json::parse(summary_json(summary, "screen"));
  value = 1;
  for (const auto& counter : driver::kPortCounters) {
    EXPECT_EQ(json["counters"][std::string(counter.name)], value++) << counter.name;
  }
  EXPECT_EQ(json["differences"], 0);
  EXPECT_TRUE(json["first_difference"].is_null());
  EXPECT_EQ(json["state"], "screen");
}

}  // namespace
}  // namespace sluice::app
