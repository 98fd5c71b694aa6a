// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <random>

#include "Vrtl_stats_gate.h"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

constexpr unsigned kJudgeClocks = 8;  // sluice_pkg
constexpr unsigned kReadable = 2;     // clocks from a snapshot until it can be read

class StatsGateRtl : public ::testing::Test {
 protected:
  struct Out {
    bool snapshot, clear;
    unsigned read, word;
  };
  Out clock(bool snapshot, bool clear, unsigned req = 0, unsigned word = 0) {
    dut_->snapshot_i = snapshot;
    dut_->clear_i = clear;
    dut_->req_i = static_cast<std::uint8_t>(req);
    dut_->word_i = static_cast<std::uint8_t>(word);
    dut_.settle();
    const Out out{dut_->snapshot_o != 0, dut_->clear_o != 0, dut_->read_o, dut_->word_o};
    dut_.edge();
    return out;
  }
  test::Clocked<Vrtl_stats_gate> dut_;
};

TEST_F(StatsGateRtl, ASnapshotComesExactlyJudgeClocksLaterWithItsClear) {
  std::mt19937_64 random(test::seed(221));
  std::deque<std::pair<bool, bool>> inside(kJudgeClocks, {false, false});
  for (int i = 0; i < 5'000; ++i) {
    const bool snapshot = random() % 4 == 0, clear = random() % 2 == 0;
    const Out out = clock(snapshot, clear);
    ASSERT_EQ(out.snapshot, inside.front().first) << i;
    if (out.snapshot) {
      ASSERT_EQ(out.clear, inside.front().second) << i;
    }
    inside.pop_front();
    inside.emplace_back(snapshot, clear);
  }
}

TEST_F(StatsGateRtl, AReadWithoutASnapshotGoesOnInTheNextClockAlone) {
  for (unsigned part = 0; part < 2; ++part) {
    EXPECT_EQ(clock(false, false, 1U << part, 0x5A + part).read, 0U);
    const Out out = clock(false, false, 0, 0xFF);
    EXPECT_EQ(out.read, 1U << part);
    EXPECT_EQ(out.word, 0x5A + part);
    EXPECT_EQ(clock(false, false).read, 0U);
  }
}

TEST_F(StatsGateRtl, AReadWaitsUntilEverySnapshotBeforeItCanBeRead) {
  std::mt19937_64 random(test::seed(222));
  std::optional<unsigned> wanted;
  unsigned since = 100;  // clocks since the last snapshot command
  unsigned reads = 0, waited = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool snapshot = random() % 40 == 0;
    since = snapshot ? 0 : since + 1;
    unsigned req = 0;
    const auto word = static_cast<unsigned>(random() & 0xFF);
    const bool asks = !wanted && random() % 5 == 0;
    if (asks) req = 1U << random() % 2;
    const Out out = clock(snapshot, false, req, word);
    const bool free = since > kJudgeClocks + kReadable;
    if (wanted && free) {
      ASSERT_EQ(out.read << 8 | out.word, *wanted) << i;
      wanted.reset();
      ++reads;
    } else {
      ASSERT_EQ(out.read, 0U) << i;
      if (wanted) ++waited;
    }
    if (asks) wanted = req << 8 | word;
  }
  EXPECT_GT(reads, 1'000U);
  EXPECT_GT(waited, 1'000U);
}

}  // namespace
}  // namespace sluice
