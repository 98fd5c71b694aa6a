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

Configuration one_queue() {
  Configuration configuration = default_configuration();
  configuration.buffer.pcp_map.fill(0);
  configuration.buffer.dscp_map.fill(0);
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

void Board::write_buffer(const model::BufferConfig& buffer) {
  if (buffer == buffer_) return;
  buffer_ = buffer;
  const auto packed = [](const std::uint8_t* first) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 8; ++i) word |= std::uint32_t{first[i]} << (4 * i);
    return word;
  };
  registers.write(reg::kBuffer, buffer.limit);
  registers.write(reg::kBuffer + 4, buffer.default_queue);
  registers.write(reg::kBuffer + 8, buffer.seed);
  registers.write(reg::kBuffer + 0xC, packed(buffer.pcp_map.data()));
  for (std::uint32_t j = 0; j < 8; ++j) {
    registers.write(reg::kBuffer + 0x10 + 4 * j, packed(&buffer.dscp_map[8 * j]));
  }
  for (std::uint32_t q = 0; q < model::kQueues; ++q) {
    const model::QueueConfig& c = buffer.queue[q];
    const std::uint32_t base = reg::kQueue + 0x20 * q;
    registers.write(base, c.limit);
    registers.write(base + 4, c.quantum | (c.strict ? 1U << 31 : 0U));
    registers.write(base + 8, c.red.min);
    registers.write(base + 0xC, c.red.max);
    registers.write(base + 0x10, c.red.probability | std::uint32_t{c.red.weight} << 20 |
                                     (c.red.enable ? 1U << 24 : 0U) | (c.red.ecn ? 1U << 25 : 0U) |
                                     (c.red.above_drop ? 1U << 26 : 0U) |
                                     (c.red.not_ect_drop ? 1U << 27 : 0U) |
                                     (c.red.departure ? 1U << 28 : 0U));
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
  write_buffer(configuration.buffer);
  scoreboard.stage(expected, {p}, {configuration.buffer});
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
  std::vector<std::uint64_t> queues;
  for (std::uint32_t i = 0; i < 3; ++i) queues.push_back(read64(reg::kStats + 0xE0 + 8 * i));
  for (std::uint32_t q = 0; q < model::kQueues; ++q) {
    for (std::uint32_t i = 0; i < model::kQueueCounters; ++i) {
      queues.push_back(read64(reg::kQueueStats + 0x80 * q + 8 * i));
    }
  }
  scoreboard.check_queue_counters(queues, kernel.moment());
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
