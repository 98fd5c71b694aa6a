// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/system/random_frames.hpp"
#include "tests/top/four_ports.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kDone = 1, kRefused = 2, kBusError = 4, kDropped = 8;
// Clocks until a frame that arrived is judged and its interrupt shows.
constexpr unsigned kJudged = 12;

class TopInterruptsRtl : public ::testing::TestWithParam<unsigned> {
 protected:
  /// Causes exactly this, and nothing else that interrupts.
  void cause(std::uint32_t bit, unsigned port = 0) {
    switch (bit) {
      case kDone:
        board_.bus.set(reg::kCsigInterval, 1);
        for (auto& side : board_.ports)
          side->scoreboard.stage({}, std::vector<model::PortConfig>(kPorts));
        ASSERT_EQ(board_.go(0), 1U << 1);
        break;
      case kRefused:
        board_.bus.set(reg::kCsigInterval, 5);
        ASSERT_EQ(board_.go(0), 3U << 1);
        break;
      case kBusError:
        ASSERT_FALSE(board_.bus.read(0x24).ok());
        break;
      default:
        board_.supply(port, FrameBytes(13, 1));
        board_.drain();
        board_.run(kJudged);
        break;
    }
  }
  bool line() {
    board_.clock();
    board_.settle();
    return board_.dut->pins.irq_o;
  }

  FourPorts board_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Width, TopInterruptsRtl, ::testing::Values(64U, 512U),
                         ::testing::PrintToStringParamName());

TEST_P(TopInterruptsRtl, EachSourceRaisesItsOwnBitAndTheLineWhereItIsEnabled) {
  for (const std::uint32_t bit : {kDone, kRefused, kBusError, kDropped}) {
    board_.bus.set(reg::kIrqEnable, 15 & ~bit);
    cause(bit);
    EXPECT_EQ(board_.bus.get(reg::kIrqStatus), bit);
    EXPECT_FALSE(line()) << "masked " << bit;
    board_.bus.set(reg::kIrqEnable, bit);
    EXPECT_TRUE(line()) << bit;
    board_.bus.set(reg::kIrqStatus, bit);
    EXPECT_FALSE(line()) << bit;
    EXPECT_EQ(board_.bus.get(reg::kIrqStatus), 0U);
    cause(bit);
    EXPECT_TRUE(line()) << "a second time, " << bit;
    board_.bus.set(reg::kIrqStatus, 15);
  }
}

TEST_P(TopInterruptsRtl, ADropAtAnyPortInterruptsForEveryReason) {
  const auto dropped = [](std::size_t length, bool bad) {
    tb::SourceFrame frame;
    frame.bytes.assign(length, 7);
    frame.bad = bad;
    return std::deque<tb::SourceFrame>{frame};
  };
  for (unsigned p = 0; p < kPorts; ++p) {
    for (const auto& [length, bad] : {std::pair{100, true}, {13, false}, {9601, false}}) {
      board_.supply(p, dropped(static_cast<std::size_t>(length), bad));
      board_.drain();
      board_.run(kJudged);
      EXPECT_EQ(board_.bus.get(reg::kIrqStatus), kDropped) << "port " << p << " length " << length;
      board_.bus.set(reg::kIrqStatus, kDropped);
      ASSERT_EQ(board_.bus.get(reg::kIrqStatus), 0U);
    }
    board_.supply(p, dropped(14, false));
    board_.drain();
    board_.run(kJudged);
    EXPECT_EQ(board_.bus.get(reg::kIrqStatus), 0U) << "a frame that is kept interrupts";
  }
}

TEST_P(TopInterruptsRtl, ADropIsLostAtNoClockAroundTheClearingWrite) {
  // Two drops, the second at every clock around the clear: its bit is set at the end, or its clear
  // came after it. The last offset that is cleared and the first that is kept are neighbours.
  unsigned cleared = 0, kept = 0;
  for (unsigned at = 0; at < 16; ++at) {
    board_.supply(kPorts - 1, FrameBytes(5, 1));
    board_.drain();
    board_.run(kJudged);
    ASSERT_EQ(board_.bus.get(reg::kIrqStatus), kDropped);
    tb::SourceFrame frame;
    frame.bytes.assign(5, 1);
    frame.time = board_.now() + model::from_ns(kPeriodNs) * at;
    board_.supply(kPorts - 1, std::deque<tb::SourceFrame>{frame});
    board_.run(kJudged);
    board_.bus.set(reg::kIrqStatus, kDropped);
    board_.drain();
    board_.run(30);
    const bool set = board_.bus.get(reg::kIrqStatus) != 0;
    if (set) ++kept;
    if (!set) {
      ++cleared;
      EXPECT_EQ(kept, 0U) << "lost at clock " << at;
    }
    board_.bus.set(reg::kIrqStatus, 15);
  }
  EXPECT_GT(cleared, 0U);
  EXPECT_GT(kept, 0U);
}

}  // namespace
}  // namespace sluice::test
