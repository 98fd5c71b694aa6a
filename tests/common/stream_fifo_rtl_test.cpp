// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "Vrtl_stream_fifo3.h"
#include "Vrtl_stream_fifo8.h"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

struct Fifo3 {
  using Dut = Vrtl_stream_fifo3;
  static constexpr unsigned kDepth = 3;
};
struct Fifo8 {
  using Dut = Vrtl_stream_fifo8;
  static constexpr unsigned kDepth = 8;
};

template <class T>
class StreamFifoRtl : public ::testing::Test {
 protected:
  /// One clock with these inputs. Answers whether a word was taken.
  bool clock(bool valid, std::uint16_t word, bool ready) {
    dut_->s_valid_i = valid;
    dut_->s_data_i = word;
    dut_->m_ready_i = ready;
    dut_.settle();
    const bool taken = valid && dut_->s_ready_o;
    dut_.edge();
    return taken;
  }

  test::Clocked<typename T::Dut> dut_;
};
using Depths = ::testing::Types<Fifo3, Fifo8>;
TYPED_TEST_SUITE(StreamFifoRtl, Depths);

TYPED_TEST(StreamFifoRtl, TakesDepthWordsAndNoMoreAndCountsThem) {
  this->clock(false, 0, false);
  unsigned taken = 0;
  for (unsigned i = 0; i < TypeParam::kDepth + 3; ++i) {
    EXPECT_EQ(this->dut_->count_o, taken);
    taken += this->clock(true, static_cast<std::uint16_t>(i), false) ? 1 : 0;
  }
  EXPECT_EQ(taken, TypeParam::kDepth);
  for (unsigned i = 0; i < TypeParam::kDepth; ++i) {
    this->dut_.settle();
    ASSERT_TRUE(this->dut_->m_valid_o);
    EXPECT_EQ(this->dut_->m_data_o, i);
    EXPECT_EQ(this->dut_->count_o, TypeParam::kDepth - i);
    this->clock(false, 0, true);
  }
  EXPECT_FALSE(this->dut_->m_valid_o);
  EXPECT_EQ(this->dut_->count_o, 0);
}

TYPED_TEST(StreamFifoRtl, FullTakesNothingInTheClockInWhichAWordLeaves) {
  this->clock(false, 0, false);
  for (unsigned i = 0; i < TypeParam::kDepth; ++i) this->clock(true, 1, false);
  EXPECT_FALSE(this->clock(true, 2, true));
  EXPECT_TRUE(this->clock(true, 2, false));
}

TYPED_TEST(StreamFifoRtl, CarriesAWordEveryClockOneClockLater) {
  this->clock(false, 0, false);
  for (unsigned i = 0; i < 200; ++i) {
    this->dut_.settle();
    ASSERT_EQ(this->dut_->m_valid_o != 0, i != 0);
    if (i != 0) {
      ASSERT_EQ(this->dut_->m_data_o, i - 1);
    }
    ASSERT_TRUE(this->clock(true, static_cast<std::uint16_t>(i), true)) << "bubble at word " << i;
  }
}

TYPED_TEST(StreamFifoRtl, HasNoPathThroughWithinAClock) {
  std::mt19937_64 random(test::seed(4));
  for (int i = 0; i < 2000; ++i) {
    this->dut_->s_valid_i = random() & 1;
    this->dut_->s_data_i = static_cast<std::uint16_t>(random());
    this->dut_->m_ready_i = random() & 1;
    this->dut_.settle();
    const bool ready = this->dut_->s_ready_o, valid = this->dut_->m_valid_o;
    const std::uint16_t word = this->dut_->m_data_o;
    this->dut_->m_ready_i = !this->dut_->m_ready_i;
    this->dut_->s_valid_i = !this->dut_->s_valid_i;
    this->dut_.settle();
    ASSERT_EQ(this->dut_->s_ready_o, ready);
    ASSERT_EQ(this->dut_->m_valid_o, valid);
    if (valid) {
      ASSERT_EQ(this->dut_->m_data_o, word);
    }
    this->dut_.edge();
  }
}

TYPED_TEST(StreamFifoRtl, ResetEmptiesItAtOnceAndTakesNothing) {
  this->clock(false, 0, false);
  this->clock(true, 7, false);
  this->clock(true, 8, false);
  this->dut_->rst_ni = 0;
  this->dut_.settle();
  EXPECT_FALSE(this->dut_->m_valid_o);
  EXPECT_FALSE(this->dut_->s_ready_o);
  EXPECT_EQ(this->dut_->count_o, 0);
  EXPECT_FALSE(this->clock(true, 9, false));
  this->dut_->rst_ni = 1;
  this->clock(false, 0, false);
  EXPECT_FALSE(this->dut_->m_valid_o);
}

TYPED_TEST(StreamFifoRtl, EqualsAQueueUnderRandomStalls) {
  std::mt19937_64 random(test::seed(5));
  std::deque<std::uint16_t> inside;
  bool saw_full = false, saw_empty_after_full = false;
  bool fresh = true;  // ready needs a clock after reset
  for (int i = 0; i < 100'000; ++i) {
    const unsigned mood = i / 300 % 3;
    const bool valid = random() % (mood == 1 ? 6 : 2) == 0;
    const bool ready = random() % (mood == 2 ? 6 : 2) == 0;
    const std::uint16_t word = static_cast<std::uint16_t>(random());
    this->dut_.settle();
    ASSERT_EQ(this->dut_->count_o, inside.size()) << "clock " << i;
    ASSERT_EQ(this->dut_->m_valid_o != 0, !inside.empty()) << "clock " << i;
    if (!inside.empty()) {
      ASSERT_EQ(this->dut_->m_data_o, inside.front()) << "clock " << i;
    }
    if (!fresh) {
      ASSERT_EQ(this->dut_->s_ready_o != 0, inside.size() < TypeParam::kDepth) << "clock " << i;
    }
    fresh = false;
    saw_full = saw_full || inside.size() == TypeParam::kDepth;
    saw_empty_after_full = saw_empty_after_full || (saw_full && inside.empty());
    const bool taken = this->clock(valid, word, ready);
    if (ready && !inside.empty()) inside.pop_front();
    if (taken) inside.push_back(word);
  }
  EXPECT_TRUE(saw_empty_after_full);
}

}  // namespace
}  // namespace sluice
