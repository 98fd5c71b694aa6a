// SPDX-License-Identifier: Apache-2.0
// The register map over AXI4-Lite, with random delays on every channel.
#include <gtest/gtest.h>

#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

class Registers : public ::testing::TestWithParam<unsigned> {
 protected:
  static tb::BenchOptions delays(std::uint64_t seed) {
    tb::BenchOptions options;
    options.registers = {.max_delay = 4, .seed = seed};
    return options;
  }
};

template <typename Access>
void expect_slverr(Access access, const char* what) {
  try {
    access();
    ADD_FAILURE() << what << ": no error";
  } catch (const tb::BusError& e) {
    EXPECT_EQ(e.fault(), tb::BusError::Fault::kSlaveError) << what;
  }
}

TEST_P(Registers, IdentifyTheBoard) {
  Board board(GetParam(), delays(seed(110)));
  EXPECT_EQ(board.registers.read(reg::kId), 0x534C5543U);
  EXPECT_EQ(board.registers.read(reg::kVersion) >> 16, 0U);
  EXPECT_EQ(board.registers.read(reg::kCaps), 1U << 16 | GetParam());
  EXPECT_EQ(board.registers.read(reg::kFeatures) & 0x3F,
            5U);  // compact CSIG tags and RED, nothing else yet
  EXPECT_EQ(board.registers.read(reg::kFeatures) >> 8, kK | kMeterClocks << 8);
}

TEST_P(Registers, AnswerSlverrToWhatIsNotThereAndCountIt) {
  Board board(GetParam(), delays(seed(111)));
  auto& bus = board.registers;
  board.registers.write(reg::kIrqEnable, 4);
  EXPECT_FALSE(board.dut->pins().irq);
  std::uint32_t errors = 0;
  for (const std::uint32_t unmapped : {0x24U, 0x7FCU, 0x3000U, 0xFFFFCU, reg::kPort + 0x30,
                                       reg::kPort + 0xFFC, reg::kPort + 0x4000, 0x1FFFFCU}) {
    expect_slverr([&] { bus.read(unmapped); }, "read of unmapped");
    expect_slverr([&] { bus.write(unmapped, 1); }, "write to unmapped");
    errors += 2;
  }
  for (const std::uint32_t read_only :
       {reg::kId, reg::kCaps, reg::kNow, reg::kCsigStatus, reg::kStats}) {
    expect_slverr([&] { bus.write(read_only, 1); }, "write to read-only");
    ++errors;
  }
  expect_slverr([&] { bus.read(reg::kStatsCmd); }, "read of write-only");
  ++errors;
  EXPECT_EQ(bus.read(reg::kBusErrors), errors);
  EXPECT_TRUE(board.dut->pins().irq);
  EXPECT_EQ(bus.read(reg::kIrqStatus) & 4, 4U);
  bus.write(reg::kIrqStatus, 4);
  board.kernel.run(4);
  EXPECT_FALSE(board.dut->pins().irq);
  bus.write(reg::kScratch, 0xDEADBEEF);  // and the bus goes on
  EXPECT_EQ(bus.read(reg::kScratch), 0xDEADBEEFU);
}

TEST_P(Registers, HoldEveryEntryOfTheTablesApart) {
  tb::Random random(seed(112));
  Board board(GetParam(), delays(random.next()));
  std::array<model::Table, model::kSignals> tables{};
  for (model::Table& table : tables) {
    for (std::uint64_t& value : table) value = random.next();
  }
  board.write_tables(tables);
  for (std::uint32_t t = 0; t < model::kSignals; ++t) {
    for (std::uint32_t b = 0; b < model::kBuckets; ++b) {
      EXPECT_EQ(board.read64(reg::kTableShadow + 8 * (32 * t + b)), tables[t][b]) << t << ' ' << b;
    }
  }
}

TEST_P(Registers, ShowTimeWholeAndLetItBeStopped) {
  Board board(GetParam(), {}, (std::uint64_t{1} << 32) * 1000 / 644);
  std::uint64_t last = 0;
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t now = board.read64(reg::kNow);  // 48.16
    EXPECT_GT(now, last);
    EXPECT_LE(now, static_cast<std::uint64_t>(board.kernel.moment().now >> 16));
    last = now;
  }
  board.registers.write(reg::kTimeCtrl, 0);
  const std::uint64_t stopped = board.read64(reg::kNow);
  board.kernel.run(100);
  EXPECT_EQ(board.read64(reg::kNow), stopped);
}

TEST_P(Registers, RaiseTheInterruptForADroppedFrame) {
  Board board(GetParam());
  board.registers.write(reg::kIrqEnable, 8);
  board.supply({tagged_frame(60, 0)});
  board.drain();
  board.kernel.run(4);
  EXPECT_FALSE(board.dut->pins().irq);
  board.supply({tagged_frame(13, 0)});
  board.drain();
  board.kernel.run(4);
  EXPECT_TRUE(board.dut->pins().irq);
  board.registers.write(reg::kIrqStatus, 8);
  board.kernel.run(4);
  EXPECT_FALSE(board.dut->pins().irq);
}

INSTANTIATE_TEST_SUITE_P(Width, Registers, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
