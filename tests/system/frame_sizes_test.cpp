// SPDX-License-Identifier: Apache-2.0
// Edges of the frame length: runts, the largest frame, longer ones, and a full buffer.
#include <gtest/gtest.h>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

class FrameSizes : public ::testing::TestWithParam<unsigned> {};

TEST_P(FrameSizes, DropsBelow14AndAbove9600AndForwardsEverythingBetween) {
  Board board(GetParam());
  board.activate(default_configuration());
  std::vector<std::vector<std::uint8_t>> frames;
  std::uint64_t sent_bytes = 0;
  const std::vector<std::size_t> forwarded = {14, 15, 59, 60, 61, 9599, 9600};
  const std::vector<std::size_t> runts = {1, 12, 13};
  const std::vector<std::size_t> oversize = {9601, 9602, 12'000, 65'535, 65'536, 70'000};
  for (int round = 0; round < 3; ++round) {
    for (const auto* lengths : {&forwarded, &runts, &oversize}) {
      for (const std::size_t n : *lengths) frames.push_back(tagged_frame(n, 31U << 7));
    }
    for (const std::size_t n : forwarded) sent_bytes += n;
  }
  board.supply(std::move(frames));
  board.finish();
  const auto c = board.scoreboard.snapshot();
  ASSERT_TRUE(c);
  EXPECT_EQ(c->rx_frames, 3 * (forwarded.size() + runts.size() + oversize.size()));
  EXPECT_EQ(c->tx_frames, 3 * forwarded.size());
  EXPECT_EQ(c->tx_bytes, sent_bytes);
  EXPECT_EQ(c->drop_runt, 3 * runts.size());
  EXPECT_EQ(c->drop_oversize, 3 * oversize.size());
  EXPECT_EQ(c->drop_bad, 0U);
}

TEST_P(FrameSizes, EveryLengthAroundTheHeadersEndCutsTheTagAtEveryByte) {
  Board board(GetParam());
  board.activate(default_configuration());
  std::vector<std::vector<std::uint8_t>> frames;
  for (unsigned vlans = 0; vlans <= 3; ++vlans) {
    for (std::size_t length = 1; length <= 40; ++length) {
      frames.push_back(tagged_frame(length, 31U << 7, vlans));
    }
  }
  board.supply(std::move(frames));
  board.finish();
  ASSERT_TRUE(board.scoreboard.snapshot());
  EXPECT_GT(board.scoreboard.snapshot()->csig_truncated, 0U);
}

TEST_P(FrameSizes, ABadFrameIsDroppedAsBadWhateverItsLength) {
  Board board(GetParam());
  board.activate(default_configuration());
  const std::vector<std::size_t> lengths = {1, 13, 14, 60, 9600, 9601};
  board.source.set_supply([&, n = std::size_t{0}](tb::SourceFrame& f) mutable {
    if (n == lengths.size()) return false;
    f.bytes = tagged_frame(lengths[n++], 0);
    f.bad = true;
    return true;
  });
  board.finish();
  const auto c = board.scoreboard.snapshot();
  EXPECT_EQ(c->drop_bad, lengths.size());
  EXPECT_EQ(c->drop_runt + c->drop_oversize + c->tx_frames, 0U);
}

TEST_P(FrameSizes, AFullBufferHoldsTheFabricBackAndLosesNothing) {
  tb::Random random(seed(104));
  Board board(GetParam());
  board.activate(default_configuration());
  std::vector<std::vector<std::uint8_t>> frames;
  for (int i = 0; i < 60; ++i) frames.push_back(random_frame(random, random.between(2000, 9700)));
  board.supply(std::move(frames));
  board.sink.hold(true);
  board.kernel.run(30'000);
  EXPECT_GT(board.source.blocked(), 0U);
  EXPECT_GT(board.scoreboard.model().queued_bytes(), 40'000U);
  EXPECT_FALSE(board.source.done());
  board.sink.hold(false);
  board.finish();
  EXPECT_EQ(board.source.frames(), 60U);
}

INSTANTIATE_TEST_SUITE_P(Width, FrameSizes, ::testing::Values(64U, 512U),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
