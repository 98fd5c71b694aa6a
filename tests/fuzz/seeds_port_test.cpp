// SPDX-License-Identifier: Apache-2.0
// The kept scenarios, and how scenarios are read and told.
#include <map>

#include "tests/fuzz/port_scenario.hpp"
#include "tests/fuzz/replay.hpp"

namespace sluice::fuzz {
namespace {

TEST(KeptFuzzInputs, EveryScenarioRunsAsTheModelSays) { replay("port", run_port, 20); }

TEST(KeptFuzzInputs, TheScenariosCountEverythingThatCanBeCountedAtBothWidths) {
  std::map<unsigned, model::Counters> sums;
  replay(
      "port",
      [&sums](std::span<const std::uint8_t> bytes) {
        const Scenario scenario = decode(bytes);
        const model::Counters counters = play(scenario);
        for (const auto member : model::kCounterMembers) {
          sums[scenario.surroundings.width].*member += counters.*member;
        }
      },
      20);
  EXPECT_EQ(sums.size(), 2U);
  for (const auto& [width, sum] : sums) {
    for (std::size_t i = 0; i < model::kCounters; ++i) {
      EXPECT_GT(sum.*model::kCounterMembers[i], 0U) << model::kCounterNames[i] << ", " << width;
    }
  }
}

TEST(FuzzScenario, AnyBytesAreOneAndReadTheSameTwice) {
  Bytes bytes;
  for (unsigned i = 0; i < 600; ++i) bytes.push_back(static_cast<std::uint8_t>(i * i / 3));
  for (std::size_t n : {0U, 1U, 7U, 8U, 9U, 600U}) {
    const std::span<const std::uint8_t> part(bytes.data(), n);
    EXPECT_EQ(describe(decode(part)), describe(decode(part)));
    EXPECT_LE(decode(part).steps.size(), n / 8);
  }
  EXPECT_GT(decode(bytes).steps.size(), 30U);
}

TEST(FuzzScenario, IsToldStepByStepWhereItFails) {
  Scenario scenario = decode({});
  StageCsig csig;
  csig.interval_select = 0;
  scenario.steps = {csig, Activate{0}, ReadRegister{2}};
  try {
    play(scenario);
    FAIL() << "an address that is no multiple of four was read";
  } catch (const Fault& fault) {
    EXPECT_TRUE(std::string(fault.what()).starts_with("step 3: register address 0x2"))
        << fault.what();
  }
  EXPECT_NE(describe(scenario).find("   3  read register 0x2\n"), std::string::npos);
}

}  // namespace
}  // namespace sluice::fuzz
