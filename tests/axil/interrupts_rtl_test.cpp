// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/axil/regs_bench.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kStatus = 0x200, kEnable = 0x204;
constexpr std::uint32_t kDone = 1, kRefused = 2, kBusError = 4, kDropped = 8;

class InterruptsRtl : public RegsBench {
 protected:
  /// The causes that come from the design, for one clock.
  void raise(std::uint32_t causes) {
    drive(causes);
    bus_.idle();
    drive(0);
  }
  void drive(std::uint32_t causes) {
    dut_->activate_event_i = (causes & kDone) != 0;
    dut_->refused_event_i = (causes & kRefused) != 0;
    dut_->dropped_event_i = (causes & kDropped) != 0;
  }
  bool line() {
    bus_.idle();
    return dut_->irq_o;
  }
};

TEST_F(InterruptsRtl, EachCauseSetsItsBitAndKeepsIt) {
  for (const std::uint32_t cause : {kDone, kRefused, kDropped}) {
    raise(cause);
    EXPECT_EQ(bus_.get(kStatus), cause);
    for (int i = 0; i < 20; ++i) bus_.idle();
    EXPECT_EQ(bus_.get(kStatus), cause);
    bus_.set(kStatus, cause);
    EXPECT_EQ(bus_.get(kStatus), 0U);
  }
  bus_.read(0x24);
  EXPECT_EQ(bus_.get(kStatus), kBusError);
  bus_.set(kStatus, kBusError);
  bus_.write(0x0, 1);
  EXPECT_EQ(bus_.get(kStatus), kBusError);
}

TEST_F(InterruptsRtl, TheLineIsUpWhileAnEnabledBitIsSet) {
  bus_.read(0x24);
  raise(kDone | kRefused | kDropped);
  ASSERT_EQ(bus_.get(kStatus), 15U);
  for (std::uint32_t enable = 0; enable < 16; ++enable) {
    bus_.set(kEnable, enable);
    EXPECT_EQ(line(), enable != 0) << "enable " << enable;
  }
  for (std::uint32_t cause = 1; cause < 16; cause <<= 1) {
    bus_.set(kStatus, 15 & ~cause);
    ASSERT_EQ(bus_.get(kStatus), cause);
    for (std::uint32_t enable = 0; enable < 16; ++enable) {
      bus_.set(kEnable, enable);
      EXPECT_EQ(line(), (enable & cause) != 0) << "status " << cause << " enable " << enable;
    }
    bus_.set(kStatus, 15);
    EXPECT_FALSE(line());
    bus_.read(0x24);
    raise(kDone | kRefused | kDropped);
  }
}

TEST_F(InterruptsRtl, OnlyWrittenOnesClear) {
  for (std::uint32_t ones = 0; ones < 16; ++ones) {
    bus_.read(0x24);
    raise(kDone | kRefused | kDropped);
    bus_.access({.write = true, .address = kStatus, .data = 15, .strobes = 0xE});
    ASSERT_EQ(bus_.get(kStatus), 15U) << "cleared without a strobe";
    bus_.set(kStatus, ones);
    EXPECT_EQ(bus_.get(kStatus), 15 & ~ones);
  }
}

TEST_F(InterruptsRtl, AnEventInTheClockOfTheClearingWriteIsKept) {
  for (const std::uint32_t cause : {kDone, kRefused, kDropped}) {
    bus_.set(kEnable, cause);
    // The clock of the clear, counted from the beginning of the write: the line falls after it.
    unsigned clock = 0, fell = 0;
    std::uint32_t event = 0;
    unsigned event_clock = 0;
    each_clock_ = [&] { drive(event != 0 && clock == event_clock ? event : 0); };
    each_settle_ = [&] {
      if (fell == 0 && !dut_->irq_o) fell = clock;
      ++clock;
    };
    const auto clear = [&](std::uint32_t with, unsigned at) {
      event = cause;
      event_clock = clock;
      bus_.idle();
      bus_.idle();
      event = with;
      clock = fell = 0;
      event_clock = at;
      bus_.set(kStatus, cause);
      for (int i = 0; i < 10; ++i) bus_.idle();
      event = 0;
      return fell;
    };
    const unsigned low_from = clear(0, 0);
    ASSERT_GT(low_from, 1U);
    EXPECT_EQ(bus_.get(kStatus), 0U);
    const unsigned clear_clock = low_from - 1;
    for (unsigned at = 0; at < low_from + 3; ++at) {
      clear(cause, at);
      // A drop reaches the status through a register, the others at once.
      const unsigned counts_at = at + (cause == kDropped ? 1 : 0);
      EXPECT_EQ(bus_.get(kStatus), counts_at >= clear_clock ? cause : 0U)
          << "event at clock " << at << ", cleared at " << clear_clock;
      if (counts_at == clear_clock) {
        EXPECT_EQ(fell, 0U) << "the line fell";
      }
      bus_.set(kStatus, 15);
    }
    each_clock_ = nullptr;
    each_settle_ = nullptr;
  }
}

}  // namespace
}  // namespace sluice::test
