// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/commit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

using test::board;
using test::error_of;
using test::read;

std::string csig(const std::string& lines) {
  return "oam {\n  congestion-signaling {\n" + lines + "\n  }\n}\n";
}

/// Statements under one signal's compact parameters; the first of them is on line 6.
std::string compact(const std::string& signal, const std::string& lines) {
  return csig("compact {\n quantization-parameters {\n  " + signal + " {\n" + lines + "\n}\n}\n}");
}

std::string bucket(unsigned index, std::uint64_t maximum) {
  return fmt::format("bucket {} {{\n maximum-value {}\n}}\n", index, maximum);
}

Plan commit(const std::string& text, const BoardFacts& facts = board()) {
  Candidate candidate = read(text);
  return check(candidate, facts);
}

std::string refusal(const std::string& text, const BoardFacts& facts = board()) {
  return error_of<CommitError>([&] { commit(text, facts); });
}

TEST(Translation, OfNothingIsTheDefaultsWithDefaultTables) {
  const Plan plan = commit("", board(2));
  EXPECT_FALSE(plan.board.enable);
  EXPECT_EQ(plan.board.format, Format::kCompact);
  EXPECT_EQ(plan.board.node_locator, 0);
  EXPECT_EQ(plan.board.tpid, 0x0600);
  EXPECT_EQ(plan.board.interval_us, 100U);
  EXPECT_EQ(plan.board.tables, (std::array{test::kAbw, test::kRelative, test::kDelay}));
  ASSERT_EQ(plan.board.ports.size(), 2U);
  for (const PortConfig& port : plan.board.ports) {
    EXPECT_EQ(port, (PortConfig{50'000'000'000, 24, 0, false, Action::kUpdate}));
  }
  EXPECT_TRUE(plan.findings.empty());
}

TEST(Translation, CarriesEveryValueToItsPlace) {
  const Plan plan =
      commit(csig("admin-state enable\n node-locator 63\n interval 10000\n tpid 0x9999") +
                 "interface ethernet-1/2 {\n ethernet { port-speed 800G }\n"
                 " congestion-signaling { locator 7\n action strip } }\n"
                 "interface ethernet-1/3 { congestion-signaling { action pass } }\n",
             board(3));
  EXPECT_TRUE(plan.board.enable);
  EXPECT_EQ(plan.board.node_locator, 63);
  EXPECT_EQ(plan.board.interval_us, 10000U);
  EXPECT_EQ(plan.board.tpid, 0x9999);
  EXPECT_EQ(plan.board.ports[0], (PortConfig{50'000'000'000, 24, 0, false, Action::kUpdate}));
  EXPECT_EQ(plan.board.ports[1], (PortConfig{100'000'000'000, 24, 7, true, Action::kStrip}));
  EXPECT_EQ(plan.board.ports[2], (PortConfig{50'000'000'000, 24, 0, false, Action::kPass}));
}

TEST(Translation, ALocatorOfZeroIsALocator) {
  const Plan plan = commit("interface ethernet-1/1 { congestion-signaling { locator 0 } }");
  EXPECT_TRUE(plan.board.ports[0].locator_valid);
  EXPECT_EQ(plan.board.ports[0].locator, 0);
}

TEST(Speed, OfEachWordIsItsBytesASecond) {
  const std::pair<const char*, std::uint64_t> speeds[] = {
      {"10G", 1'250'000'000},   {"25G", 3'125'000'000},    {"40G", 5'000'000'000},
      {"50G", 6'250'000'000},   {"100G", 12'500'000'000},  {"200G", 25'000'000'000},
      {"400G", 50'000'000'000}, {"800G", 100'000'000'000}, {"1600G", 200'000'000'000}};
  for (const auto& [word, capacity] : speeds) {
    const Plan plan =
        commit(fmt::format("interface ethernet-1/1 {{ ethernet {{ port-speed {} }} }}", word));
    EXPECT_EQ(plan.board.ports[0].capacity, capacity) << word;
  }
}

TEST(Speed, IsTheConfiguredElseTheDefaultUnlessOneIsForced) {
  const std::string text = "interface ethernet-1/1 { ethernet { port-speed 100G } }";
  BoardFacts facts = board(2);
  facts.default_speed = 10'000'000'000;
  EXPECT_EQ(commit(text, facts).board.ports[0].capacity, 12'500'000'000U);
  EXPECT_EQ(commit(text, facts).board.ports[1].capacity, 1'250'000'000U);
  facts.forced_speed = 25'000'000'000;
  EXPECT_EQ(commit(text, facts).board.ports[0].capacity, 3'125'000'000U);
  EXPECT_EQ(commit(text, facts).board.ports[1].capacity, 3'125'000'000U);
}

TEST(Buckets, BesideDefaultBucketAreKeptAndNoted) {
  const Plan plan = commit(test::kConfigScreen);
  EXPECT_EQ(plan.board.tables[0], test::kAbw);
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].kind, Finding::Kind::kNote);
  EXPECT_EQ(
      plan.findings[0].text,
      "t.cfg:12:25: the buckets of available-bandwidth are kept but not in force: algorithm is "
      "default-bucket");
}

TEST(Buckets, OfAlgorithmBucketAreInForceAndTheOthersKeepTheirDefaults) {
  const Plan plan =
      commit(compact("delay", "algorithm bucket\n" + bucket(2, 301) + bucket(31, 3101)));
  Maxima expected = test::kDelay;
  expected[2] = 301;
  expected[31] = 3101;
  EXPECT_EQ(plan.board.tables[2], expected);
  EXPECT_EQ(plan.board.tables[0], test::kAbw);
  EXPECT_EQ(plan.board.tables[1], test::kRelative);
  EXPECT_TRUE(plan.findings.empty());
}

TEST(Buckets, ThatDoNotRiseAreRefusedByNumber) {
  EXPECT_EQ(
      refusal(compact("available-bandwidth", "algorithm bucket\n" + bucket(1, 23))),
      "t.cfg:8:16: available-bandwidth: maximum-value 23 of bucket 1 is not above 195312500 of "
      "bucket 0 (bucket 0 has its default): the maxima of all 32 buckets must rise");
  EXPECT_EQ(
      refusal(compact("delay", "algorithm bucket\n" + bucket(4, 600))),
      "t.cfg:8:16: delay: maximum-value 600 of bucket 5 is not above 600 of bucket 4 (bucket 5 "
      "has its default): the maxima of all 32 buckets must rise");
  EXPECT_EQ(refusal(compact("delay", "algorithm bucket\n" + bucket(4, 510) + bucket(5, 510))),
            "t.cfg:11:16: delay: maximum-value 510 of bucket 5 is not above 510 of bucket 4: the "
            "maxima of all 32 buckets must rise");
}

TEST(Buckets, AtBothSidesOfEachNeighbourOfEveryBucket) {
  for (unsigned b = 0; b < 31; ++b) {
    const std::uint64_t below = b == 0 ? 0 : test::kDelay[b - 1];
    const std::uint64_t above = test::kDelay[b + 1];
    const auto text = [&](std::uint64_t maximum) {
      return compact("delay", "algorithm bucket\n" + bucket(b, maximum));
    };
    EXPECT_EQ(commit(text(above - 1)).board.tables[2][b], above - 1);
    EXPECT_EQ(commit(text(below + 1)).board.tables[2][b], below + 1);
    EXPECT_THROW(commit(text(above)), CommitError) << b;
    if (b == 0) continue;
    EXPECT_THROW(commit(text(below)), CommitError) << b;
  }
}

TEST(Buckets, ThatDoNotRiseAreNoErrorWhileTheyAreNotInForce) {
  EXPECT_NO_THROW(commit(compact("delay", bucket(4, 600) + bucket(5, 1))));
}

TEST(Format, WideIsRefusedWhereTheBuildHasItNot) {
  EXPECT_EQ(refusal(csig("    tag-length wide")),
            "t.cfg:3:16: tag-length wide is not in this build: expected compact");
  BoardFacts facts = board();
  facts.caps.csig_wide = true;
  EXPECT_EQ(commit(csig("tag-length wide\n node-locator 32767"), facts).board.format,
            Format::kWide);
  facts.caps.csig_compact = false;
  EXPECT_EQ(refusal("", facts), "tag-length compact is not in this build: expected wide");
}

TEST(Interfaces, ThatTheBoardLacksAreRefused) {
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n}\ninterface ethernet-1/2 {\n}\n"),
            "t.cfg:3:1: interface 'ethernet-1/2' is not on this board: expected ethernet-1/1");
  EXPECT_EQ(refusal("interface ethernet-1/64 {\n}\n", board(63)),
            "t.cfg:1:1: interface 'ethernet-1/64' is not on this board: expected ethernet-1/1 to "
            "ethernet-1/63");
  EXPECT_EQ(refusal("system { lldp {\n interface ethernet-1/3 { } } }", board(2)),
            "t.cfg:2:2: interface 'ethernet-1/3' is not on this board: expected ethernet-1/1 to "
            "ethernet-1/2");
  EXPECT_NO_THROW(commit("interface ethernet-1/64 {\n}\n", board(64)));
}

TEST(Interval, WhoseSlotIsTooShortForTheMeterIsRefusedWithTheNumbers) {
  BoardFacts facts = board();
  facts.caps.meter_clocks = 15;
  facts.period = Period::of_hz(156'250'000);  // a slot of 100 ns: 15.6 clocks
  EXPECT_NO_THROW(commit(csig("interval 1"), facts));
  facts.caps.meter_clocks = 16;
  EXPECT_EQ(
      refusal(csig("    interval 1"), facts),
      "t.cfg:3:14: interval 1 us is too short for this clock: a slot of 100 ns is 15 clocks of "
      "6.400 ns, and the bandwidth meter needs 16");
  EXPECT_NO_THROW(commit(csig("interval 100"), facts));
  facts.period = Period::of_hz(250'000'000);  // exactly 25 clocks
  facts.caps.meter_clocks = 25;
  EXPECT_NO_THROW(commit(csig("interval 1"), facts));
  facts.caps.meter_clocks = 26;
  EXPECT_THROW(commit(csig("interval 1"), facts), CommitError);
}

TEST(Interval, TooShortByDefaultIsRefusedWithoutAPlace) {
  BoardFacts facts = board();
  facts.period = Period::of_hz(1'000'000);
  EXPECT_EQ(refusal("", facts),
            "interval 100 us is too short for this clock: a slot of 10000 ns is 10 clocks of "
            "1000.000 ns, and the bandwidth meter needs 15");
}

TEST(Interval, ThatDoesNotHoldTenLongFramesIsAWarning) {
  const auto warnings = [](unsigned us, std::uint64_t speed) {
    BoardFacts facts = board();
    facts.forced_speed = speed;
    return commit(csig(fmt::format("    interval {}", us)), facts).findings;
  };
  const auto found = warnings(1, 400'000'000'000);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Finding::Kind::kWarning);
  EXPECT_EQ(
      found[0].text,
      "t.cfg:3:14: interval 1 us holds 50000 bytes at the 400 Gb/s of ethernet-1/1: ten frames "
      "of maximum size (96240 bytes) do not fit, so that available bandwidth is coarse");
  EXPECT_TRUE(warnings(1, 800'000'000'000).empty());
  // Ten frames of 9,600 bytes and 24 of overhead are 96,240 bytes: 7.6992 Gb/s fill 100 us.
  EXPECT_TRUE(warnings(100, 7'699'200'000).empty());
  EXPECT_EQ(warnings(100, 7'699'199'992).size(), 1U);
}

TEST(AdminState, OfADisabledInterfaceIsAWarning) {
  const Plan plan = commit("interface ethernet-1/1 {\n  admin-state disable\n}\n");
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].kind, Finding::Kind::kWarning);
  EXPECT_EQ(plan.findings[0].text,
            "t.cfg:2:15: interface ethernet-1/1 is disabled, but this build cannot shut a port: it "
            "forwards all the same");
}

TEST(Lldp, ThatIsEnabledIsAWarning) {
  const Plan plan = commit("system { lldp { admin-state enable } }");
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].text,
            "t.cfg:1:29: LLDP is enabled, but this build does not speak it yet: the action of each "
            "interface alone decides what happens to tags");
}

}  // namespace
}  // namespace sluice::driver
