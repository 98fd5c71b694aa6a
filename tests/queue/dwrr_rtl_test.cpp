// SPDX-License-Identifier: Apache-2.0
// The policy against its rule (docs/blocks/dwrr.md), written here once more, and against sequences
// worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>
#include <vector>

#include "Vrtl_dwrr.h"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {
namespace {

constexpr int kQueues = 8;
constexpr int kMaxFrame = 9600;
constexpr int kMaxQuantum = (1 << 20) - 1;

struct Inputs {
  unsigned strict = 0, pause = 0, heads = 0;
  std::array<int, kQueues> quantum{};
  std::array<int, kQueues> len{};
};

class Rule {
 public:
  /// The queue that is served, -1 where none is.
  int pick(const Inputs& in) const {
    const unsigned can = in.heads & ~in.pause;
    for (int q = kQueues - 1; q >= 0; --q) {
      if ((can & in.strict) >> q & 1) return q;
    }
    const unsigned fair = can & ~in.strict;
    if (fair == 0) return -1;
    if (stays(fair)) return turn_;
    int q = (turn_ + 1) % kQueues;
    while ((fair >> q & 1) == 0) q = (q + 1) % kQueues;
    return q;
  }
  void serve(const Inputs& in) {
    const int q = pick(in);
    const unsigned at = static_cast<unsigned>(q);
    if (in.strict >> q & 1) return;
    if (!stays(in.heads & ~in.pause & ~in.strict)) {
      int& old = credit_[static_cast<unsigned>(turn_)];
      old = std::min(old, 0);
      credit_[at] += in.quantum[at];
      turn_ = q;
    }
    credit_[at] -= in.len[at];
    lowest_ = std::min(lowest_, credit_[at]);
  }
  int lowest() const { return lowest_; }

 private:
  bool stays(unsigned fair) const {
    return (fair >> turn_ & 1) != 0 && credit_[static_cast<unsigned>(turn_)] > 0;
  }
  int turn_ = kQueues - 1;
  std::array<int, kQueues> credit_{};
  int lowest_ = 0;
};

class DwrrRtl : public ::testing::Test {
 protected:
  DwrrRtl() { in_.quantum.fill(kMaxFrame); }

  void drive() {
    dut_->strict_i = in_.strict;
    dut_->pause_i = in_.pause;
    dut_->head_valid_i = in_.heads;
    put(dut_->quantum_i, in_.quantum, 20);
    put(dut_->head_len_i, in_.len, 14);
  }
  /// One clock, compared with the rule; serves where `select`. Returns the queue served or -1.
  int clock(bool select = true) {
    drive();
    dut_->select_i = 0;
    dut_.settle();
    const int expected = rule_.pick(in_);
    EXPECT_EQ(dut_->valid_o != 0, expected >= 0);
    if (expected >= 0) {
      EXPECT_EQ(dut_->queue_o, static_cast<unsigned>(expected));
    }
    const bool serve = select && expected >= 0;
    if (serve) rule_.serve(in_);
    dut_->select_i = serve;
    dut_.settle();
    dut_.edge();
    return serve ? expected : -1;
  }

  Inputs in_;
  Rule rule_;
  Clocked<Vrtl_dwrr> dut_;

 private:
  template <class Pin>
  static void put(Pin& pin, const std::array<int, kQueues>& values, unsigned width) {
    for (unsigned i = 0; i < width * kQueues; i += 32) pin[i / 32] = 0;
    for (unsigned q = 0; q < kQueues; ++q) {
      for (unsigned b = 0; b < width; ++b) {
        const unsigned at = q * width + b;
        pin[at / 32] |= (static_cast<unsigned>(values[q]) >> b & 1U) << (at % 32);
      }
    }
  }
};

TEST_F(DwrrRtl, StrictQueuesGoFirstTheHighestFirst) {
  in_.strict = 0xFF;
  in_.len.fill(64);
  for (unsigned heads = 0; heads < 256; ++heads) {
    in_.heads = heads;
    int highest = -1;
    for (int q = 0; q < kQueues; ++q) highest = (heads >> q & 1) != 0 ? q : highest;
    ASSERT_EQ(clock(), highest) << "heads " << heads;
  }
}

TEST_F(DwrrRtl, AStrictQueueGoesBeforeAHigherOneThatIsNot) {
  in_.strict = 0x02;
  in_.heads = 0xFF;
  in_.len.fill(100);
  for (int i = 0; i < 50; ++i) ASSERT_EQ(clock(), 1);
  in_.heads = 0xFD;
  EXPECT_EQ(clock(), 0);  // the first after reset
}

TEST_F(DwrrRtl, APausedQueueWaitsAndTheOthersGoOn) {
  in_.strict = 0xC0;
  in_.heads = 0xC3;
  in_.len.fill(9600);
  in_.pause = 0x80;
  EXPECT_EQ(clock(), 6);
  in_.pause = 0xC0;
  EXPECT_EQ(clock(), 0);
  EXPECT_EQ(clock(), 1);
  in_.pause = 0xC1;
  EXPECT_EQ(clock(), 1);
  in_.pause = 0xFF;
  EXPECT_EQ(clock(), -1);
}

// Quanta 9,600 and 19,200, frames of 1,000 bytes: 10 (credit 9,600 down to -400) and 20 (19,200 to
// -800), then 10 (9,200 to -800) and 19 (18,400 to -600), then 9 (8,800 to -200), 19 (18,600 to
// -400), 10 (9,400 to -600).
TEST_F(DwrrRtl, CreditsPayForFramesAndDebtsAreKept) {
  in_.heads = 0x03;
  in_.len.fill(1000);
  in_.quantum[1] = 19200;
  const int rounds[] = {10, 20, 10, 19, 9, 19, 10};
  for (unsigned r = 0; r < std::size(rounds); ++r) {
    for (int i = 0; i < rounds[r]; ++i) {
      ASSERT_EQ(clock(), static_cast<int>(r % 2)) << "round " << r << ", frame " << i;
    }
  }
  EXPECT_EQ(clock(), 1);
}

TEST_F(DwrrRtl, WhatIsLeftOfACreditIsForfeitedWhereTheQueueIsEmpty) {
  in_.heads = 0x01;
  in_.len.fill(600);
  in_.quantum[0] = kMaxQuantum;
  EXPECT_EQ(clock(), 0);
  in_.heads = 0x02;
  EXPECT_EQ(clock(), 1);  // queue 0 lost 1,047,975
  in_.heads = 0x03;
  in_.quantum[0] = 9600;
  for (int i = 0; i < 15; ++i) ASSERT_EQ(clock(), 1) << i;  // 16 frames of a quantum of 9,600
  for (int i = 0; i < 16; ++i) ASSERT_EQ(clock(), 0) << i;
  EXPECT_EQ(clock(), 1);
}

TEST_F(DwrrRtl, OneQueueAloneIsServedInEveryClock) {
  in_.heads = 0x10;
  in_.len.fill(9600);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(clock(), 4);
}

TEST_F(DwrrRtl, SharesFollowTheQuantaWithinAQuantumAndAFrame) {
  std::mt19937_64 random(seed(23));
  in_.heads = 0xFF;
  for (unsigned q = 0; q < kQueues; ++q) in_.quantum[q] = kMaxFrame * static_cast<int>(q + 1);
  std::array<double, kQueues> bytes{};
  for (int i = 0; i < 200'000; ++i) {
    for (int& len : in_.len) len = 14 + static_cast<int>(random() % (kMaxFrame - 13));
    const int q = clock();
    bytes[static_cast<unsigned>(q)] += in_.len[static_cast<unsigned>(q)];
    ASSERT_FALSE(HasFailure()) << "clock " << i;
  }
  // All have had the same number of rounds, or one less, but for less than a frame of debt or
  // credit.
  double most = 0, least = 1e18;
  for (unsigned q = 0; q < kQueues; ++q) {
    most = std::max(most, (bytes[q] - kMaxFrame) / in_.quantum[q]);
    least = std::min(least, (bytes[q] + kMaxFrame) / in_.quantum[q]);
  }
  EXPECT_LE(most, least + 1);
}

TEST_F(DwrrRtl, EqualsTheRuleUnderRandomHeadsPausesAndSettings) {
  std::mt19937_64 random(seed(24));
  int served = 0;
  for (int i = 0; i < 400'000; ++i) {
    if (random() % 200 == 0) {
      in_.strict = random() % 3 == 0 ? 0 : random() & random() & 0xFF;
      for (int& quantum : in_.quantum) {
        const bool small = random() % 2 == 0;
        quantum =
            kMaxFrame + static_cast<int>(random() % (small ? 3000 : kMaxQuantum - kMaxFrame + 1));
      }
    }
    if (random() % 20 == 0) in_.pause = random() & random() & random() & 0xFF;
    in_.heads = random() & 0xFF;
    if (random() % 8 == 0) in_.heads |= 0xFF;
    const bool extreme = random() % 4 == 0;
    for (int& len : in_.len) {
      len = extreme ? kMaxFrame : 14 + static_cast<int>(random() % (kMaxFrame - 13));
    }
    served += clock(random() % 4 != 0) >= 0 ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << "clock " << i;
  }
  EXPECT_GT(served, 200'000);
  EXPECT_LT(rule_.lowest(), -9000);
}

TEST_F(DwrrRtl, CreditsGoToBothEndsOfTheirRangeAndDoNotWrap) {
  in_.heads = 0x03;
  in_.quantum.fill(kMaxQuantum);
  in_.len.fill(kMaxFrame);
  for (int i = 0; i < 1000; ++i) {
    clock();
    ASSERT_FALSE(HasFailure()) << "clock " << i;
  }
  in_.quantum.fill(kMaxFrame);
  for (int i = 0; i < 1000; ++i) {
    in_.len.fill(i % 2 == 0 ? kMaxFrame - 1 : kMaxFrame);
    clock();
    ASSERT_FALSE(HasFailure()) << "clock " << i;
  }
}

TEST_F(DwrrRtl, ASelectWithoutAFrameFailsAnAssertionThatEndsTheTestAlone) {
  in_.heads = 0;
  drive();
  dut_->select_i = 1;
  dut_.settle();
  EXPECT_THROW(dut_.edge(), std::runtime_error);
}

TEST_F(DwrrRtl, ResetForgetsTurnAndCredits) {
  in_.heads = 0x0F;
  in_.len.fill(100);
  for (int i = 0; i < 150; ++i) clock();
  dut_->rst_ni = 0;
  dut_->select_i = 0;
  dut_.settle();
  dut_.edge();
  dut_->rst_ni = 1;
  rule_ = Rule{};
  for (int i = 0; i < 200; ++i) {
    const int queue = clock();
    ASSERT_EQ(queue, i / 96 % 4) << "frame " << i;
  }
}

}  // namespace
}  // namespace sluice::test
