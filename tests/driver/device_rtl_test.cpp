// SPDX-License-Identifier: Apache-2.0
// The calls of the mock tests against the verilated board. What the hardware answered is recorded
// and then played by the strict mock to a second device, which must behave the same: the mock
// cannot drift from the RTL.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "sw-driver/app/simulated_board.hpp"
#include "sw-driver/bus/mock_bus.hpp"
#include "sw-driver/device/device.hpp"
#include "tb/sim/bus_widths.hpp"
#include "tests/driver/board_script.hpp"
#include "tests/support/reset_seed.hpp"

namespace sluice::driver {
namespace {

/// Passes every access on and keeps it with its answer, as a script for the mock.
class RecordingBus : public Bus {
 public:
  explicit RecordingBus(Bus& bus) : bus_(bus) {}

  std::uint32_t read32(std::uint32_t address) override {
    try {
      const std::uint32_t value = bus_.read32(address);
      script.expect_read(address, value);
      return value;
    } catch (const BusError& error) {
      script.fail_read(address, error.fault());
      throw;
    }
  }
  void write32(std::uint32_t address, std::uint32_t value) override {
    try {
      bus_.write32(address, value);
      script.expect_write(address, value);
      writes.push_back({address, value});
    } catch (const BusError& error) {
      script.fail_write(address, value, error.fault());
      throw;
    }
  }

  MockBus script;
  std::vector<RegisterWrite> writes;

 private:
  Bus& bus_;
};

BoardConfig configuration() {
  BoardConfig config;
  config.enable = true;
  config.node_locator = 9;
  config.interval_us = 1000;
  config.tpid = 0x9999;
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) {
      config.tables[t][b] = (std::uint64_t{t} << 40) + 7 * b + (b == 31 ? 1ULL << 63 : 0);
    }
  }
  config.ports = {{.capacity = 100'000'000'000,
                   .overhead = 20,
                   .locator = 5,
                   .locator_valid = true,
                   .action = Action::kStrip,
                   .buffer = script::to_driver(script::example_buffer(0))}};
  return config;
}

/// Everything that the calls answered, as text.
using Calls = std::function<std::string(Device&)>;

class DeviceOnRtl : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    board_.emplace(tb::make_test_dut(GetParam(), test::reset_seed()), 1'000'000'000,
                   tb::BenchOptions{});
    bus_.emplace(board_->bench().registers);
  }

  /// Runs the calls on the hardware, then on the mock with the hardware's answers.
  void same_on_both(const Calls& calls) {
    // The scoreboard is told what these calls put in force, as the golden model must know it.
    RecordingBus recorder(*bus_);
    Device device(recorder);
    const std::string answers = calls(device);
    Device again(recorder.script);
    EXPECT_EQ(calls(again), answers);
    recorder.script.finish();
    writes_ = recorder.writes;
  }

  void stage(const BoardConfig& config) { board_->stage(config); }

  std::optional<app::SimulatedBoard> board_;
  std::optional<app::VerilatedBus> bus_;
  std::vector<RegisterWrite> writes_;
};
INSTANTIATE_TEST_SUITE_P(Widths, DeviceOnRtl, testing::ValuesIn(tb::kBusWidths));

TEST_P(DeviceOnRtl, CommitIsInForceWholeAndReadsBackEqual) {
  stage(configuration());
  same_on_both([](Device& device) {
    device.apply(configuration());
    return device.read_state() == configuration() ? std::string("equal") : "not equal";
  });
  EXPECT_EQ(board_->device().read_state(), configuration());
}

TEST_P(DeviceOnRtl, WritesArePlanThenOneActivation) {
  stage(configuration());
  same_on_both([](Device& device) {
    device.apply(configuration());
    return std::string();
  });
  const auto plan = board_->device().plan(configuration());
  ASSERT_EQ(writes_.size(), plan.size() + 1);
  for (std::size_t i = 0; i < plan.size(); ++i) EXPECT_EQ(writes_[i], plan[i]) << "write " << i;
}

TEST_P(DeviceOnRtl, RefusedTableLeavesEverythingInForceAsItWas) {
  stage(configuration());
  board_->device().apply(configuration());
  same_on_both([](Device& device) {
    BoardConfig bad = configuration();
    bad.node_locator = 1;
    bad.tables[2][17] = bad.tables[2][16];
    try {
      device.apply(bad);
      return std::string("accepted");
    } catch (const RefusedError& error) {
      return std::string(error.what()) +
             (device.read_state() == configuration() ? " kept" : " changed");
    }
  });
  EXPECT_EQ(board_->device().read_state(), configuration());
  BoardConfig bad = configuration();
  bad.tables[2][17] = bad.tables[2][16];
  try {
    board_->device().apply(bad);
    FAIL() << "a table that does not rise was accepted";
  } catch (const RefusedError& error) {
    EXPECT_EQ(error.reason(), Refusal::kTableNotRising);
    EXPECT_EQ(error.table(), 2U);
    EXPECT_EQ(error.bucket(), 17U);
  }
}

TEST_P(DeviceOnRtl, WideFormatIsRefusedByTheHardware) {
  same_on_both([](Device& device) {
    BoardConfig wide = configuration();
    wide.format = Format::kWide;
    try {
      device.apply(wide);
      return std::string("accepted");
    } catch (const RefusedError& error) {
      EXPECT_EQ(error.reason(), Refusal::kBadFormat);
      return std::string(error.what());
    }
  });
}

TEST_P(DeviceOnRtl, AQuantumAndASeedOfNothingAreRefusedByTheHardware) {
  same_on_both([](Device& device) {
    std::string answers;
    for (const bool quantum : {true, false}) {
      BoardConfig bad = configuration();
      if (quantum) {
        bad.ports[0].buffer.queue[6] = {.strict = false, .quantum = 9'599};
      } else {
        bad.ports[0].buffer.seed = 0;
      }
      try {
        device.apply(bad);
        answers += "accepted";
      } catch (const RefusedError& error) {
        EXPECT_EQ(error.reason(), quantum ? Refusal::kBadQuantum : Refusal::kBadSeed);
        EXPECT_EQ(error.queue(), quantum ? 6U : 0U);
        answers += error.what();
      }
    }
    return answers;
  });
}

TEST_P(DeviceOnRtl, ReportsItsBufferAndCells) {
  const Caps& caps = board_->device().caps();
  EXPECT_EQ(caps.buffer_bytes, 4U << 20);
  EXPECT_EQ(caps.cell_bytes, std::max(64U, GetParam() / 8));
  EXPECT_EQ(caps.red_clocks, 5U);
  EXPECT_TRUE(caps.red);
}

TEST_P(DeviceOnRtl, PeriodStatisticsAndInterruptsAnswerAlike) {
  same_on_both([](Device& device) {
    device.set_period(Period::of_hz(322'265'625));
    std::string answers = std::to_string(device.read_period().value);
    device.enable_interrupts({.activate_done = true, .bus_error = true});
    device.clear_interrupts({.activate_done = true,
                             .activate_refused = true,
                             .bus_error = true,
                             .frame_dropped = true});
    answers += device.interrupt_status().bus_error ? " error" : " none";
    device.snapshot();
    answers += " " + std::to_string(device.read_counters(0).rx_frames);
    for (unsigned q = 0; q < kQueues; ++q) {
      answers += " " + std::to_string(device.read_queue_counters(0, q).drop_red) + " " +
                 std::to_string(device.read_queue_counters(0, q).depth);
    }
    answers += " " + std::to_string(device.read_levels(0).watermark);
    for (const PortCounters& port : device.clear_counters())
      answers += " " + std::to_string(port.tx_bytes);
    return answers + " " + std::to_string(device.read_bus_errors());
  });
}

TEST_P(DeviceOnRtl, UnmappedAddressIsABusErrorAndIsCounted) {
  const std::uint32_t before = board_->device().read_bus_errors();
  EXPECT_THROW(bus_->read32(0xFFFFC), BusError);
  EXPECT_THROW(bus_->write32(0x0, 1), BusError);
  EXPECT_EQ(board_->device().read_bus_errors(), before + 2);
}

}  // namespace
}  // namespace sluice::driver
