// SPDX-License-Identifier: Apache-2.0
// Configuration changed and counters cleared while frames flow: never half in force, never a frame
// lost or counted twice.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_board.hpp"

namespace sluice::test {
namespace {

class ConfigurationUnderTraffic : public ::testing::TestWithParam<unsigned> {};

TEST_P(ConfigurationUnderTraffic, EveryFrameIsTreatedByExactlyOneConfiguration) {
  tb::Random random(seed(106));
  tb::BenchOptions options;
  options.registers = {.max_delay = 3, .seed = random.next()};
  options.sink = {.pattern = tb::BackPressure::kRandom, .percent = 20, .seed = random.next()};
  options.source.max_frame_gap = 5;
  Board board(GetParam(), options);
  bool stop = false;
  tb::Random traffic(random.next());
  board.source.set_supply(endless(traffic, stop, true));
  std::array<unsigned, 3> actions{};
  // As many as each action and every outcome need to come up, whatever the seed.
  constexpr unsigned kConfigurations = 60;
  for (unsigned i = 0; i < kConfigurations; ++i) {
    const Configuration c = random_configuration(random, GetParam());
    ++actions[static_cast<std::size_t>(c.port.action)];
    board.activate(c, i == 0 || random.chance(30));
    board.kernel.run(random.below(GetParam() <= 128 ? 3'000 : 1'000));
    if (i % 8 == 7) board.compare_counters();
  }
  stop = true;
  board.finish();
  EXPECT_EQ(board.scoreboard.activations(), kConfigurations);
  for (const unsigned n : actions) EXPECT_GT(n, 4U);
  expect_everything_counted(board);
}

TEST_P(ConfigurationUnderTraffic, ClearingCountersLosesNoFrameAndCountsNoneTwice) {
  tb::Random random(seed(107));
  Board board(GetParam());
  board.activate(default_configuration());
  bool stop = false;
  tb::Random traffic(random.next());
  board.source.set_supply(endless(traffic, stop));
  std::uint64_t rx = 0, tx = 0;
  for (int i = 0; i < 50; ++i) {
    board.kernel.run(random.between(1, 200));
    const auto values = board.compare_counters(true);
    rx += values[0];
    tx += values[2];
  }
  stop = true;
  board.drain();
  const auto values = board.compare_counters(true);
  EXPECT_EQ(rx + values[0], board.source.frames());
  EXPECT_EQ(tx + values[2], board.sink.frames());
  EXPECT_EQ(board.source.frames(), board.sink.frames());
}

TEST_P(ConfigurationUnderTraffic, ARefusedTableLeavesEverythingAsItWas) {
  tb::Random random(seed(108));
  Board board(GetParam());
  Configuration c = default_configuration();
  board.activate(c);
  bool stop = false;
  tb::Random traffic(random.next());
  board.source.set_supply(endless(traffic, stop));
  board.kernel.run(300);
  // Bucket 7 of the delay table falls back to bucket 6: refused whole, the new locator included.
  board.registers.write(reg::kCsigCfg, 1U | 33U << 16);
  c.csig.tables[2][7] = c.csig.tables[2][6];
  board.write_tables(c.csig.tables);
  board.registers.write(reg::kCsigActivate, 1U | 7U << 1);
  std::uint32_t status = 1;
  for (int i = 0; i < 1000 && (status & 1) != 0; ++i)
    status = board.registers.read(reg::kCsigStatus);
  EXPECT_EQ(status >> 1 & 15, 2U);  // table_not_rising
  EXPECT_EQ(status >> 5 & 3, 2U);
  EXPECT_EQ(status >> 8 & 31, 7U);
  EXPECT_EQ(board.scoreboard.activations(), 1U);
  board.kernel.run(1000);
  stop = true;
  board.finish();
}

INSTANTIATE_TEST_SUITE_P(Width, ConfigurationUnderTraffic, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
