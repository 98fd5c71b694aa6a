// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <random>

#include "Vrtl_delay_line_1.h"
#include "Vrtl_delay_line_6.h"
#include "Vrtl_delay_line_7.h"
#include "Vrtl_delay_line_8.h"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

template <class Block, unsigned kLength>
struct Line {
  using Dut = Block;
  static constexpr unsigned kClocks = kLength;
};

template <class T>
class DelayLineRtl : public ::testing::Test {};
using Lines = ::testing::Types<Line<Vrtl_delay_line_1, 1>, Line<Vrtl_delay_line_6, 6>,
                               Line<Vrtl_delay_line_7, 7>, Line<Vrtl_delay_line_8, 8>>;
TYPED_TEST_SUITE(DelayLineRtl, Lines);

TYPED_TEST(DelayLineRtl, GivesEachWordBackExactlySoManyClocksLaterAndForgetsAllInReset) {
  test::Clocked<typename TypeParam::Dut> dut;
  std::mt19937_64 random(test::seed(231));
  std::deque<std::optional<std::uint32_t>> inside(TypeParam::kClocks);
  for (int i = 0; i < 20'000; ++i) {
    std::optional<std::uint32_t> in;
    // Runs with and without gaps.
    if (i / 100 % 2 == 0 ? random() % 3 == 0 : random() % 20 != 0) {
      in = static_cast<std::uint32_t>(random());
    }
    dut->valid_i = in.has_value();
    dut->data_i = in.value_or(0xDEADBEEF);
    dut->rst_ni = i % 977 != 0;
    if (dut->rst_ni == 0) {
      inside.assign(TypeParam::kClocks, std::nullopt);
      in.reset();
    }
    dut.settle();
    ASSERT_EQ(dut->valid_o != 0, inside.front().has_value()) << i;
    if (inside.front()) {
      ASSERT_EQ(dut->data_o, *inside.front()) << i;
    }
    bool busy = false;
    for (const auto& word : inside) busy = busy || word.has_value();
    ASSERT_EQ(dut->busy_o != 0, busy) << i;
    dut.edge();
    inside.pop_front();
    inside.push_back(in);
  }
}

}  // namespace
}  // namespace sluice
