// SPDX-License-Identifier: Apache-2.0
// The `qos` part: every rule from both sides, and what is translated.
#include "sw-driver/config/queues.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

using test::board;
using test::error_of;
using test::read;

/// A profile `p` whose slope has these lines; the first of them is on line 6.
std::string profile(const std::string& lines, const std::string& ecn = "true") {
  return "qos {\n buffer-management {\n  queue-management-profile p {\n   wred {\n"
         "    wred-slope all drop-probability all enable-ecn " +
         ecn + " {\n" + lines + "\n}\n}\n}\n}\n}\n";
}

/// ethernet-1/1 with these lines in `output`.
std::string output(const std::string& lines) {
  return "qos { interfaces { interface ethernet-1/1 { output {\n" + lines + "\n} } } }\n";
}

/// Queue unicast-3 of ethernet-1/1 with the profile `p` and these lines.
std::string assigned(const std::string& lines = "") {
  return output("queues { queue unicast-3 {\n queue-management-profile p\n" + lines + "\n} }");
}

std::string slope(std::uint32_t min, std::uint32_t max, const std::string& more = "") {
  return fmt::format("min-threshold {}\nmax-threshold {}\n{}", min, max, more);
}

Plan commit(const std::string& text, const BoardFacts& facts = board()) {
  Candidate candidate = read(text);
  return check(candidate, facts);
}

std::string refusal(const std::string& text, const BoardFacts& facts = board()) {
  return error_of([&] { commit(text, facts); });
}

BufferConfig buffer(const std::string& text, const BoardFacts& facts = board()) {
  return commit(text, facts).board.ports[0].buffer;
}

RedConfig red(const std::string& text) { return buffer(text + assigned()).queue[3].red; }

TEST(Queues, OfNothingAreAtTheirResetValues) {
  const Plan plan = commit("", board(2));
  for (const PortConfig& port : plan.board.ports) EXPECT_EQ(port.buffer, BufferConfig{});
  EXPECT_EQ(buffer("qos { interfaces { interface ethernet-1/1 { } } }"), BufferConfig{});
}

TEST(Queues, AProfileThatNoQueueNamesChangesNothing) {
  EXPECT_EQ(buffer(profile(slope(1, 2))), BufferConfig{});
}

TEST(RedSlope, CarriesEveryValueToItsPlace) {
  const RedConfig base = red(profile(slope(800'000, 1'200'000)));
  EXPECT_EQ(
      base,
      (RedConfig{
          .enable = true, .ecn = true, .probability = 65536, .min = 800'000, .max = 1'200'000}));
  RedConfig expected = base;
  const auto with = [](const std::string& more, const std::string& ecn = "true") {
    return red(profile(slope(800'000, 1'200'000, more), ecn));
  };
  expected.above_drop = true;
  EXPECT_EQ(with("above-max drop"), expected);
  expected = base, expected.not_ect_drop = true;
  EXPECT_EQ(with("not-ect drop"), expected);
  expected.ecn = false;
  EXPECT_EQ(with("", "false"), expected) << "without ECN a slope drops";
  expected.not_ect_drop = false;
  EXPECT_EQ(with("not-ect pass", "false"), expected);
  expected = base, expected.departure = true;
  EXPECT_EQ(with("mark-at departure"), expected);
  EXPECT_EQ(with("mark-at arrival"), base);
  EXPECT_EQ(with("slope-enabled false"), RedConfig{});
  EXPECT_EQ(with("slope-enabled true"), base);
}

TEST(RedSlope, IsThatOfItsQueueAndPortAlone) {
  const Plan plan = commit(profile(slope(1000, 2000)) +
                               "qos { interfaces { interface ethernet-1/2 { output { queues { "
                               "queue unicast-5 { queue-management-profile p } } } } } }",
                           board(3));
  for (unsigned p = 0; p < 3; ++p) {
    for (unsigned q = 0; q < kQueues; ++q) {
      EXPECT_EQ(plan.board.ports[p].buffer.queue[q].red.enable, p == 1 && q == 5) << p << " " << q;
    }
  }
}

TEST(RedSlope, ProbabilityIsRoundedToA65536th) {
  for (unsigned percent = 0; percent <= 100; ++percent) {
    const RedConfig config =
        red(profile(slope(1, 2, fmt::format("max-drop-probability-percent {}", percent))));
    EXPECT_EQ(config.probability, static_cast<std::uint32_t>(std::lround(percent * 655.36)))
        << percent;
  }
}

TEST(RedSlope, WeightFactorsAre0To15) {
  const auto text = [](unsigned weight) {
    return fmt::format(
        "qos {{\n buffer-management {{\n  queue-management-profile p {{\n   weight-factor {}\n"
        "}}\n}}\n}}\n",
        weight);
  };
  for (const unsigned weight : {0U, 1U, 15U}) {
    EXPECT_EQ(red(profile(slope(1, 2)) + text(weight)).weight, weight);
  }
  EXPECT_EQ(refusal(text(16)),
            "t.cfg:4:18: weight-factor '16' is out of range: expected a number from 0 to 15");
}

TEST(RedSlope, PercentIsOfWhatTheQueueMayHoldRoundedDown) {
  const std::string text = profile("min-threshold-percent 7\nmax-threshold-percent 33");
  EXPECT_EQ(red(text).min, 293'601U);  // 4194304 * 0.07 = 293601.28
  EXPECT_EQ(red(text).max, 1'384'120U);
  const BufferConfig limited =
      buffer(text + assigned("pfc-on-threshold 900000") + output("buffer-limit 1000001"));
  EXPECT_EQ(limited.queue[3].red.min, 70'000U);
  EXPECT_EQ(limited.queue[3].red.max, 330'000U);
}

TEST(RedSlope, MinNotBelowMaxIsRefusedInBytesAndPercent) {
  EXPECT_EQ(refusal(profile(slope(123, 122))),
            "t.cfg:6:15: min-threshold 123: min-threshold must be below max-threshold, which is "
            "122");
  EXPECT_EQ(refusal(profile(slope(122, 122))),
            "t.cfg:6:15: min-threshold 122: min-threshold must be below max-threshold, which is "
            "122");
  EXPECT_NO_THROW(commit(profile(slope(121, 122))));
  EXPECT_EQ(refusal(profile("min-threshold-percent 30\nmax-threshold-percent 30")),
            "t.cfg:6:23: min-threshold-percent 30: min-threshold-percent must be below "
            "max-threshold-percent, which is 30");
  EXPECT_NO_THROW(commit(profile("min-threshold-percent 29\nmax-threshold-percent 30")));
}

TEST(RedSlope, BytesAndPercentTogetherAreRefused) {
  const std::string never = ": thresholds are in bytes or in percent, never both: ";
  EXPECT_EQ(
      refusal(profile("min-threshold 1\nmax-threshold-percent 30")),
      "t.cfg:7:23: max-threshold-percent 30" + never + "max-threshold-percent stands beside bytes");
  EXPECT_EQ(
      refusal(profile("max-threshold 9\nmin-threshold-percent 3")),
      "t.cfg:7:23: min-threshold-percent 3" + never + "min-threshold-percent stands beside bytes");
  EXPECT_EQ(
      refusal(profile(slope(1, 2, "max-threshold-percent 30"))),
      "t.cfg:8:23: max-threshold-percent 30" + never + "max-threshold-percent stands beside bytes");
}

TEST(RedSlope, HasTwoEndsUnlessItIsDisabled) {
  for (const char* lines : {"", "min-threshold 5", "max-threshold 5", "min-threshold-percent 5"}) {
    EXPECT_EQ(refusal(profile(lines)),
              "t.cfg:5:5: a slope has two ends: expected min-threshold and max-threshold, or both "
              "in percent")
        << lines;
  }
  EXPECT_EQ(red(profile("slope-enabled false")), RedConfig{});
}

TEST(RedSlope, IsOneAProfile) {
  EXPECT_EQ(refusal(profile(slope(1, 2)) + profile(slope(1, 2), "false")),
            "t.cfg:17:4: a profile has one slope: found a second wred-slope");
}

TEST(RedSlope, ProbabilityOver100IsRefused) {
  EXPECT_EQ(refusal(profile(slope(1, 2, "max-drop-probability-percent 101"))),
            "t.cfg:8:30: max-drop-probability-percent '101' is out of range: expected a number "
            "from 0 to 100");
}

TEST(RedSlope, NothingIsDroppedAtDeparture) {
  const std::string why =
      "mark-at departure: a frame that departs cannot be dropped any more: expected enable-ecn "
      "true, above-max mark and not-ect pass";
  EXPECT_EQ(refusal(profile(slope(1, 2, "mark-at departure\nabove-max drop"))),
            "t.cfg:8:9: " + why);
  EXPECT_EQ(refusal(profile(slope(1, 2, "mark-at departure\nnot-ect drop"))), "t.cfg:8:9: " + why);
  EXPECT_EQ(refusal(profile(slope(1, 2, "mark-at departure"), "false")), "t.cfg:8:9: " + why);
  EXPECT_NO_THROW(commit(profile(slope(1, 2, "mark-at departure\nnot-ect pass"))));
}

TEST(RedSlope, ThatDoesNothingIsToldOf) {
  const Plan plan = commit(profile(slope(1, 2, "not-ect pass"), "false") + assigned());
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].kind, Finding::Kind::kWarning);
  EXPECT_EQ(plan.findings[0].text,
            "t.cfg:16:27: profile 'p' neither marks nor drops: enable-ecn is false and not-ect is "
            "pass");
}

TEST(Profiles, ThatAreNotThereAreRefused) {
  EXPECT_EQ(refusal(assigned()),
            "t.cfg:3:27: queue-management-profile p: no such profile: expected the name of a 'qos "
            "buffer-management queue-management-profile'");
  EXPECT_EQ(refusal(output("buffer-allocation-profile x")),
            "t.cfg:2:27: buffer-allocation-profile x: no such profile: expected the name of a 'qos "
            "buffer-management buffer-allocation-profile'");
  EXPECT_EQ(refusal(output("scheduler {\n scheduler-policy \"a 'b'\" }")),
            "t.cfg:3:19: scheduler-policy a 'b': no such policy: expected the name of a 'qos "
            "scheduler-policies scheduler-policy'");
  for (const char* kind : {"dscp-policy", "dot1p-policy"}) {
    EXPECT_EQ(refusal(fmt::format("qos {{ interfaces {{ interface ethernet-1/1 {{ input {{ "
                                  "classifiers {{\n{} none\n}} }} }} }} }}",
                                  kind)),
              fmt::format("t.cfg:2:{}: {} none: no such policy: expected the name of a 'qos "
                          "classifiers {}'",
                          std::string(kind).size() + 2, kind, kind));
  }
}

TEST(Profiles, OfAnInterfaceThatTheBoardDoesNotHaveAreRefused) {
  EXPECT_EQ(refusal("qos { interfaces {\n interface ethernet-1/2 { }\n } }"),
            "t.cfg:2:2: interface 'ethernet-1/2' is not on this board: expected ethernet-1/1");
}

TEST(Ordering, WithMaxAtThePfcThresholdPfcWouldPauseBeforeEcnMarks) {
  EXPECT_EQ(refusal(profile(slope(150'000, 1'500'000)) + assigned("pfc-on-threshold 1500000")),
            "t.cfg:17:18: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 150000 < 1500000 < 1500000 < 4194304 bytes: PFC would pause "
            "before ECN marks");
  EXPECT_NO_THROW(
      commit(profile(slope(150'000, 1'500'000)) + assigned("pfc-on-threshold 1500001")));
}

TEST(Ordering, HoldsForTheDefaultPfcThresholdOf3000000) {
  EXPECT_EQ(refusal(profile(slope(150'000, 3'000'000)) + assigned()),
            "t.cfg:16:27: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 150000 < 3000000 < 3000000 (its default) < 4194304 bytes: PFC "
            "would pause before ECN marks");
  EXPECT_NO_THROW(commit(profile(slope(150'000, 2'999'999)) + assigned()));
}

TEST(Ordering, WithPfcAtTheBufferFramesWouldBeDroppedBeforePfcPauses) {
  const std::string text = profile(slope(150'000, 1'500'000));
  EXPECT_EQ(refusal(text + assigned("pfc-on-threshold 4194304")),
            "t.cfg:17:18: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 150000 < 1500000 < 4194304 < 4194304 bytes: frames would be "
            "dropped before PFC pauses");
  EXPECT_NO_THROW(commit(text + assigned("pfc-on-threshold 4194303")));
  // The maximum is that of the queue where the queue may hold less.
  const std::string limit =
      "qos { buffer-management { buffer-allocation-profile b { queues { queue unicast-3 { "
      "maximum-burst-size 2000000 } } } } }" +
      output("buffer-allocation-profile b");
  EXPECT_EQ(refusal(text + assigned("pfc-on-threshold 2000000") + limit),
            "t.cfg:17:18: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 150000 < 1500000 < 2000000 < 2000000 bytes: frames would be "
            "dropped before PFC pauses");
  EXPECT_NO_THROW(commit(text + assigned("pfc-on-threshold 1999999") + limit));
  EXPECT_THROW(commit(text + assigned() + output("buffer-limit 3000000")), CommitError);
  EXPECT_NO_THROW(commit(text + assigned() + output("buffer-limit 3000001")));
}

TEST(Ordering, HoldsForPercentToo) {
  BoardFacts small = board();
  small.caps.buffer_bytes = 65536;
  // 1 % and 2 % of 40 bytes are both 0.
  EXPECT_EQ(refusal(profile("min-threshold-percent 1\nmax-threshold-percent 2") +
                        assigned("pfc-on-threshold 30") + output("buffer-limit 40"),
                    small),
            "t.cfg:5:5: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 0 < 0 < 30 < 40 bytes: marking would have no slope");
}

TEST(Ordering, IsNotAskedOfADisabledSlope) {
  EXPECT_NO_THROW(commit(profile(slope(150'000, 4'000'000, "slope-enabled false")) + assigned()));
}

TEST(Pfc, ThresholdsAreKeptAndToldNotToBeInForce) {
  const Plan plan = commit(
      output("queues { queue unicast-3 {\n pfc-on-threshold 100\n pfc-off-threshold 99\n} }"));
  ASSERT_EQ(plan.findings.size(), 1U);
  EXPECT_EQ(plan.findings[0].kind, Finding::Kind::kNote);
  EXPECT_EQ(plan.findings[0].text,
            "t.cfg:3:19: pfc-on-threshold is kept but not in force: this build does not send PFC");
  EXPECT_TRUE(commit(profile(slope(1, 2)) + assigned()).findings.empty());
}

TEST(Pfc, OffMustBeBelowOn) {
  EXPECT_EQ(
      refusal(
          output("queues { queue unicast-3 {\n pfc-on-threshold 99\n pfc-off-threshold 99\n} }")),
      "t.cfg:4:20: pfc-off-threshold 99: pfc-off-threshold must be below pfc-on-threshold, which "
      "is 99");
  EXPECT_EQ(refusal(output("queues { queue unicast-3 {\n pfc-off-threshold 3000000\n} }")),
            "t.cfg:3:20: pfc-off-threshold 3000000: pfc-off-threshold must be below "
            "pfc-on-threshold, which is 3000000");
}

TEST(Limits, AboveTheBufferAreRefused) {
  EXPECT_EQ(buffer(output("buffer-limit 4194304")).limit, 4U << 20);
  EXPECT_EQ(
      refusal(output("buffer-limit 4194305")),
      "t.cfg:2:14: buffer-limit 4194305 is above the buffer of ethernet-1/1: expected at most "
      "4194304 bytes");
  const auto queue = [](unsigned bytes) {
    return fmt::format(
        "qos {{ buffer-management {{ buffer-allocation-profile b {{ queues {{ queue unicast-7 {{\n"
        "maximum-burst-size {} }} }} }} }} }}\n",
        bytes);
  };
  const std::string use = output("buffer-allocation-profile b");
  EXPECT_EQ(buffer(queue(4'194'304) + use).queue[7].limit, 4U << 20);
  EXPECT_EQ(buffer(queue(1) + use).queue[7].limit, 1U);
  EXPECT_EQ(buffer(queue(1) + use).queue[6].limit, 0xFFFFFFU);
  EXPECT_EQ(buffer(queue(1)), BufferConfig{}) << "a profile that no interface names";
  EXPECT_EQ(refusal(queue(4'194'305) + use),
            "t.cfg:2:20: maximum-burst-size 4194305 is above the buffer of ethernet-1/1: expected "
            "at most 4194304 bytes");
  EXPECT_EQ(refusal(queue(5001) + use + output("buffer-limit 5000")),
            "t.cfg:2:20: maximum-burst-size 5001 is above the buffer-limit of ethernet-1/1: "
            "expected at most 5000 bytes");
}

TEST(Seeds, AreNeverZero) {
  EXPECT_EQ(buffer(output("random-seed 4294967295")).seed, 0xFFFFFFFF);
  EXPECT_EQ(refusal(output("random-seed 0")),
            "t.cfg:2:13: random-seed '0' is out of range: expected a number from 1 to 4294967295");
}

TEST(Classifiers, MapWhatTheyNameAndLeaveTheRest) {
  const std::string policies =
      "qos { classifiers { dscp-policy d { dscp 26 { forwarding-class fc3 } dscp 0 { "
      "forwarding-class fc7 } dscp 63 { forwarding-class fc0 } }\n"
      "dot1p-policy q { dot1p 0 { forwarding-class fc4 } dot1p 7 { forwarding-class fc1 } } } }\n";
  const std::string input =
      "qos { interfaces { interface ethernet-1/1 { input { default-forwarding-class fc5\n"
      "classifiers { dscp-policy d\n dot1p-policy q } } } } }";
  EXPECT_EQ(buffer(policies), BufferConfig{});
  BufferConfig expected;
  expected.default_queue = 5;
  expected.dscp_map[26] = 3;
  expected.dscp_map[0] = 7;
  expected.dscp_map[63] = 0;
  expected.pcp_map[0] = 4;
  expected.pcp_map[7] = 1;
  EXPECT_EQ(buffer(policies + input), expected);
}

std::string policy(const std::string& lines) {
  return "qos { scheduler-policies { scheduler-policy s {\n" + lines + "\n} } }\n" +
         output("scheduler { scheduler-policy s }");
}

std::string input(unsigned queue, unsigned weight) {
  return fmt::format("input i{} {{\nqueue-name unicast-{}\nweight {} }}\n", queue, queue, weight);
}

TEST(Scheduler, QueuesWithAWeightGetAQuantumTheOthersAreStrict) {
  const BufferConfig b =
      buffer(policy("scheduler 0 { priority strict\n" + input(7, 50) + "}\nscheduler 1 {\n" +
                    input(0, 2) + input(3, 3) + input(5, 200) + "}"));
  const std::array<std::uint32_t, 8> expected = {9600, 0, 0, 14400, 0, 960000, 0, 0};
  for (unsigned q = 0; q < kQueues; ++q) {
    EXPECT_EQ(b.queue[q].quantum, expected[q]) << q;
    EXPECT_EQ(b.queue[q].strict, expected[q] == 0) << q;
  }
}

TEST(Scheduler, RatiosOfAllWeightsHoldWithinATenthOfAPercent) {
  for (unsigned least = 1; least <= 65535; least = least * 3 / 2 + 1) {
    for (const unsigned factor : {100U, 101U, 150U, 333U, 777U, 5000U, 10000U}) {
      const unsigned other = static_cast<unsigned>(std::uint64_t{least} * factor / 100);
      if (other > 65535) continue;
      Weights weights{};
      weights[1] = least, weights[6] = other;
      const auto quantum = quanta(weights);
      ASSERT_TRUE(quantum) << least << " " << other;
      EXPECT_EQ((*quantum)[1], kMinQuantum);
      const double asked = static_cast<double>(other) / least;
      const double found = static_cast<double>((*quantum)[6]) / (*quantum)[1];
      EXPECT_LT(std::abs(found / asked - 1), 0.001) << least << " " << other;
      EXPECT_LE((*quantum)[6], kMaxQuantum);
    }
  }
}

TEST(Scheduler, WeightsTooFarApartAreRefused) {
  EXPECT_EQ(buffer(policy("scheduler 1 {\n" + input(0, 1) + input(1, 109) + "}")).queue[1].quantum,
            1'046'400U);
  EXPECT_EQ(refusal(policy("scheduler 1 {\n" + input(4, 110) + input(2, 1) + "}")),
            "t.cfg:2:1: weight 110 of unicast-4 is more than 109 times weight 1 of unicast-2: a "
            "turn of the one is 9600 bytes, the longest frame, and a turn of the other may be "
            "1048575 bytes at most");
}

TEST(Scheduler, ZeroIsStrictOneIsByWeightAndAQueueIsThereOnce) {
  EXPECT_EQ(refusal(policy("scheduler 0 {\n}")),
            "t.cfg:2:1: scheduler 0 serves its queues strictly: expected 'priority strict'");
  EXPECT_EQ(refusal(policy("scheduler 1 { priority strict\n}")),
            "t.cfg:2:1: scheduler 1 serves its queues by weight: expected no 'priority'");
  EXPECT_EQ(refusal(policy("scheduler 2 {\n}")),
            "t.cfg:2:11: sequence '2' is out of range: expected a number from 0 to 1");
  EXPECT_EQ(refusal(policy("scheduler 1 {\ninput a { weight 3 } }")),
            "t.cfg:3:1: an input has a queue: expected 'queue-name'");
  EXPECT_EQ(refusal(policy("scheduler 0 {\npriority strict\ninput a { queue-name unicast-1 } }\n"
                           "scheduler 1 {\ninput b { queue-name unicast-1 } }")),
            "t.cfg:4:22: queue-name unicast-1: the queue is in this policy twice");
  EXPECT_EQ(refusal(policy("scheduler 1 {\ninput a { weight 0 } }")),
            "t.cfg:3:18: weight '0' is out of range: expected a number from 1 to 65535");
}

}  // namespace
}  // namespace sluice::driver
