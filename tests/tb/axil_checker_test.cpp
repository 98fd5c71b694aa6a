// SPDX-License-Identifier: Apache-2.0
#include "tb/agents/axil_checker.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace sluice::tb {
namespace {

using Change = std::function<void(AxilPins&)>;

/// Applies one change a clock to idle pins (each clock starts idle); answers the rule that the last
/// one breaks.
std::optional<AxilRule> rule_at_end(const std::vector<Change>& clocks) {
  AxilChecker checker;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    AxilPins pins;
    clocks[i](pins);
    const auto violation = checker.check(pins, true);
    if (i + 1 == clocks.size()) {
      return violation ? std::optional(violation->rule) : std::nullopt;
    }
    EXPECT_FALSE(violation) << "clock " << i << ": " << violation->text;
  }
  return std::nullopt;
}

void aw(AxilPins& p) { p.aw_valid = p.aw_ready = true; }
void w(AxilPins& p) { p.w_valid = p.w_ready = true; }
void b(AxilPins& p) { p.b_valid = p.b_ready = true; }
void ar(AxilPins& p) { p.ar_valid = p.ar_ready = true; }
void r(AxilPins& p) { p.r_valid = p.r_ready = true; }
void aw_w(AxilPins& p) { aw(p), w(p); }
void none(AxilPins&) {}

TEST(AxilChecker, AcceptsWritesAndReadsInEveryLegalOrder) {
  EXPECT_EQ(rule_at_end({aw_w, b}), std::nullopt);
  EXPECT_EQ(rule_at_end({aw, none, w, none, b}), std::nullopt);
  EXPECT_EQ(rule_at_end({w, aw, b}), std::nullopt);
  EXPECT_EQ(rule_at_end({ar, r, ar, r}), std::nullopt);
  EXPECT_EQ(rule_at_end({ar, ar, r, r}), std::nullopt);
  EXPECT_EQ(rule_at_end({[](AxilPins& p) { aw_w(p), ar(p); }, [](AxilPins& p) { b(p), r(p); }}),
            std::nullopt);
}

struct ChannelCase {
  const char* name;
  std::vector<Change> before;  ///< makes the channel's valid legal
  Change wait;                 ///< valid without ready
  std::vector<Change> moved;   ///< the same with another payload, one for each field
};

const std::vector<ChannelCase>& channels() {
  static const std::vector<ChannelCase> cases = {
      {"AW",
       {},
       [](AxilPins& p) { p.aw_valid = true; },
       {[](AxilPins& p) { p.aw_addr = 4; }, [](AxilPins& p) { p.aw_prot = 1; }}},
      {"W",
       {},
       [](AxilPins& p) { p.w_valid = true; },
       {[](AxilPins& p) { p.w_data = 1; }, [](AxilPins& p) { p.w_strb = 1; }}},
      {"B", {aw_w}, [](AxilPins& p) { p.b_valid = true; }, {[](AxilPins& p) { p.b_resp = 2; }}},
      {"AR",
       {},
       [](AxilPins& p) { p.ar_valid = true; },
       {[](AxilPins& p) { p.ar_addr = 4; }, [](AxilPins& p) { p.ar_prot = 1; }}},
      {"R",
       {ar},
       [](AxilPins& p) { p.r_valid = true; },
       {[](AxilPins& p) { p.r_data = 1; }, [](AxilPins& p) { p.r_resp = 2; }}},
  };
  return cases;
}

TEST(AxilChecker, CatchesValidThatFallsBeforeReadyOnEveryChannel) {
  for (const ChannelCase& c : channels()) {
    SCOPED_TRACE(c.name);
    auto clocks = c.before;
    clocks.push_back(c.wait);
    clocks.push_back(none);
    EXPECT_EQ(rule_at_end(clocks), AxilRule::kValidDropped);
  }
}

TEST(AxilChecker, CatchesPayloadThatMovesBeforeReadyOnEveryChannel) {
  for (const ChannelCase& c : channels()) {
    SCOPED_TRACE(c.name);
    auto still = c.before;
    still.insert(still.end(), {c.wait, c.wait, c.wait});
    EXPECT_EQ(rule_at_end(still), std::nullopt);
    for (const Change& moved : c.moved) {
      auto clocks = c.before;
      clocks.push_back(c.wait);
      clocks.push_back([&](AxilPins& p) { c.wait(p), moved(p); });
      EXPECT_EQ(rule_at_end(clocks), AxilRule::kPayloadMoved);
    }
  }
}

TEST(AxilChecker, CatchesAWriteResponseBeforeAddressAndDataWereAccepted) {
  EXPECT_EQ(rule_at_end({b}), AxilRule::kWriteUnasked);
  EXPECT_EQ(rule_at_end({aw, b}), AxilRule::kWriteUnasked);
  EXPECT_EQ(rule_at_end({w, b}), AxilRule::kWriteUnasked);
  EXPECT_EQ(rule_at_end({[](AxilPins& p) { aw_w(p), b(p); }}), AxilRule::kWriteUnasked);
  EXPECT_EQ(rule_at_end({[](AxilPins& p) { p.aw_valid = p.w_valid = true; },
                         [](AxilPins& p) { p.aw_valid = p.w_valid = true, b(p); }}),
            AxilRule::kWriteUnasked);
}

TEST(AxilChecker, CatchesASecondResponseToOneRequest) {
  EXPECT_EQ(rule_at_end({aw_w, b, b}), AxilRule::kWriteUnasked);
  EXPECT_EQ(rule_at_end({ar, r, r}), AxilRule::kReadUnasked);
}

TEST(AxilChecker, CatchesAReadResponseBeforeItsAddressWasAccepted) {
  EXPECT_EQ(rule_at_end({r}), AxilRule::kReadUnasked);
  EXPECT_EQ(rule_at_end({[](AxilPins& p) { ar(p), r(p); }}), AxilRule::kReadUnasked);
  EXPECT_EQ(rule_at_end({aw_w, r}), AxilRule::kReadUnasked);
}

TEST(AxilChecker, CatchesTheReservedResponse) {
  EXPECT_EQ(rule_at_end({aw_w, [](AxilPins& p) { b(p), p.b_resp = 1; }}),
            AxilRule::kResponseReserved);
  EXPECT_EQ(rule_at_end({ar, [](AxilPins& p) { r(p), p.r_resp = 1; }}),
            AxilRule::kResponseReserved);
}

TEST(AxilChecker, CatchesValidInResetOnEveryChannelAndForgetsRequestsThatResetCuts) {
  for (const ChannelCase& c : channels()) {
    AxilChecker checker;
    AxilPins pins;
    c.wait(pins);
    const auto violation = checker.check(pins, false);
    ASSERT_TRUE(violation) << c.name;
    EXPECT_EQ(violation->rule, AxilRule::kValidInReset);
    EXPECT_EQ(violation->text.find(c.name), 0U) << violation->text;
  }
  AxilChecker checker;
  AxilPins request;
  ar(request);
  EXPECT_FALSE(checker.check(request, true));
  EXPECT_EQ(checker.outstanding(), 1U);
  EXPECT_FALSE(checker.check(AxilPins{}, false));
  EXPECT_EQ(checker.outstanding(), 0U);
  AxilPins response;
  r(response);
  EXPECT_TRUE(checker.check(response, true));
}

}  // namespace
}  // namespace sluice::tb
