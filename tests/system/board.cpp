// SPDX-License-Identifier: Apache-2.0
#include "tests/system/board.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "tb/sim/dut.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/reset_seed.hpp"

namespace sluice::test {
Configuration default_configuration() {
  Configuration configuration;
  configuration.csig.enable = true;
  configuration.csig.node_locator = 9;
  configuration.csig.tables = model::kDefaultTables;
  configuration.port.capacity = 50'000'000'000;
  return configuration;
}

tb::BenchOptions Board::with_k(tb::BenchOptions options) {
  options.scoreboard.k = kK;
  return options;
}

Board::Board(unsigned width, const tb::BenchOptions& options, std::uint64_t period)
    : Board(tb::make_test_dut(width, reset_seed()), options, period) {}

Board::Board(std::unique_ptr<tb::Dut> design, const tb::BenchOptions& options, std::uint64_t period)
    : Bench(std::move(design), with_k(options)) {
  reset();
  const std::uint32_t k = registers.read(reg::kFeatures) >> 8 & 0xFF;
  if (k != kK) throw std::runtime_error("features.k is " + std::to_string(k));
  write64(reg::kPeriod, period);
  registers.write(reg::kTimeCtrl, 1);
}

void Board::write64(std::uint32_t address, std::uint64_t value) {
  registers.write(address, static_cast<std::uint32_t>(value));
  registers.write(address + 4, static_cast<std::uint32_t>(value >> 32));
}

std::uint64_t Board::read64(std::uint32_t address) {
  const std::uint64_t low = registers.read(address);
  return low | std::uint64_t{registers.read(address + 4)} << 32;
}

void Board::write_tables(const std::array<model::Table, model::kSignals>& tables) {
  for (std::uint32_t t = 0; t < model::kSignals; ++t) {
    for (std::uint32_t b = 0; b < model::kBuckets; ++b) {
      write64(reg::kTableShadow + 8 * (32 * t + b), tables[t][b]);
    }
  }
}

void Board::activate(const Configuration& configuration, bool all_tables) {
  const model::CsigConfig& c = configuration.csig;
  const model::PortConfig& p = configuration.port;
  registers.write(reg::kCsigCfg, (c.enable ? 1U : 0U) | std::uint32_t{c.node_locator} << 16);
  registers.write(reg::kCsigTpid, c.tpid);
  registers.write(reg::kCsigInterval, interval_select(c.interval_us));
  write64(reg::kCapacity, p.capacity);
  registers.write(reg::kOverhead, p.overhead);
  registers.write(reg::kPortCsig, p.locator | (p.locator_valid ? 1U << 15 : 0U) |
                                      static_cast<std::uint32_t>(p.action) << 16);
  if (all_tables) {
    write_tables(c.tables);
    tables_ = c.tables;
  }
  model::CsigConfig expected = c;
  expected.tables = tables_;
  scoreboard.stage(expected, {p});
  const std::uint64_t before = scoreboard.activations();
  registers.write(reg::kCsigActivate, 1U | (all_tables ? 7U << 1 : 0U));
  std::uint32_t status = 1;
  for (int i = 0; i < 1000 && (status & 1) != 0; ++i) status = registers.read(reg::kCsigStatus);
  if ((status & 1) != 0 || (status >> 1 & 15) != 1 || scoreboard.activations() != before + 1) {
    throw std::runtime_error("activation ended with status " + std::to_string(status));
  }
}

std::vector<std::uint64_t> Board::compare_counters(bool clear) {
  registers.write(reg::kStatsCmd, clear ? 3 : 1);
  std::vector<std::uint64_t> values;
  for (std::uint32_t i = 0; i < model::kCounters; ++i)
    values.push_back(read64(reg::kStats + 8 * i));
  scoreboard.check_counters(values, kernel.moment());
  return values;
}

void Board::supply(std::vector<std::vector<std::uint8_t>> frames) {
  source.set_supply(
      [frames = std::move(frames), next = std::size_t{0}](tb::SourceFrame& f) mutable {
        if (next == frames.size()) return false;
        f.bytes = frames[next++];
        f.packet = next;
        return true;
      });
}

void Board::finish() {
  drain();
  scoreboard.finish(kernel.moment());
  compare_counters();
}

void expect_everything_counted(const Board& board) {
  const auto& counters = board.scoreboard.snapshot();
  ASSERT_TRUE(counters.has_value());
  for (std::size_t i = 0; i < model::kCounters; ++i) {
    EXPECT_GT((*counters).*model::kCounterMembers[i], 0U) << model::kCounterNames[i];
  }
}

}  // namespace sluice::test
