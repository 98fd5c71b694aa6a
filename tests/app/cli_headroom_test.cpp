// SPDX-License-Identifier: Apache-2.0
// `sluice headroom` as a user calls it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

/// The value that stands behind a term's name.
std::string value_of(const std::string& text, const std::string& term) {
  const std::size_t at = text.find("\n  " + term + "  ");
  if (at == std::string::npos) return "no " + term;
  const std::size_t from = text.find_first_not_of(' ', at + 3 + term.size());
  return text.substr(from, text.find(' ', from) - from);
}

TEST(CliHeadroom, ThePapersSwitchIsTheDefault) {
  const Outcome outcome = sluice({"headroom", "--in-flight", "22.4KB"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(value_of(outcome.out, "t_flight"), "22,400");
  EXPECT_EQ(value_of(outcome.out, "t_PFC"), "24,475");
  EXPECT_EQ(value_of(outcome.out, "t_ECN"), "21,755");
}

TEST(CliHeadroom, EveryTermOfALinkAddsUpAndIsWhatIsInFlight) {
  const Outcome outcome = sluice({"headroom", "--speed", "400G", "--cable", "0.25km", "--ns-per-m",
                                  "4.8", "--mtu", "4096", "--tags", "2", "--own-delay", "100ns",
                                  "--buffer", "128MiB", "--priorities", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(value_of(outcome.out, "longest frame"), "4,142");
  EXPECT_EQ(value_of(outcome.out, "cable"), "120,000");  // 2.4 us of 50 bytes a ns
  EXPECT_EQ(value_of(outcome.out, "own delay"), "5,000");
  EXPECT_EQ(value_of(outcome.out, "peer's response"), "57,920");
  EXPECT_EQ(value_of(outcome.out, "headroom"), "191,288");
  EXPECT_EQ(value_of(outcome.out, "t_flight"), "191,288");
  EXPECT_EQ(value_of(outcome.out, "B"), "134,217,728");
}

TEST(CliHeadroom, WhatCannotBeIsRefusedWithOneSentence) {
  const auto refused = [](std::vector<std::string> words, const std::string& sentence) {
    words.insert(words.begin(), "headroom");
    const Outcome outcome = sluice(words);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  };
  refused({"--mtu", "9601"}, "--mtu: found 9601, expected 68 to 9600");
  refused({"--cable", "100"}, "--cable: found '100', expected a length up to 100km");
  refused({"--cable", "101km"}, "--cable: found '101km', expected a length up to 100km");
  refused({"--buffer", "12.0000001MB"}, "--buffer: found '12.0000001MB', expected whole bytes");
  refused({"--beta", "0"}, "--beta: found '0', expected a number from 0.001 to 1000");
  refused({"--ns-per-m", "21"}, "--ns-per-m: found '21', expected a number from 1 to 20");
  refused({"--ports", "0"}, "--ports: found 0, expected 1 to 4096");
  refused({"--priorities", "9"}, "--priorities: found 9, expected 1 to 8");
  refused({"--response", "65536"}, "--response: found 65536, expected 0 to 65535");
  refused({"--own-delay", "2ms"}, "local delay is 2000000000 ps, expected 0 to 1000000000 ps");
  refused({"--speed", "33G"}, "no response limit is known for 33000000000 bit/s");
  refused({"--in-flight", "46.875KB"}, "is 12000000 bytes, expected less than the buffer");
}

}  // namespace
}  // namespace sluice::test
