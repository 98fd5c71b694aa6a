// SPDX-License-Identifier: Apache-2.0
// Edges of the frame length: runts, the largest frame, longer ones, and a full buffer.
#include <gtest/gtest.h>

#include <algorithm>

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

/// Every length up to 1,600 and the longest ones where the bus is wide, every length up to 300
/// where it is narrow; around both limits and multiples of the bus in any case.
std::vector<std::size_t> all_lengths(unsigned width) {
  std::vector<std::size_t> lengths;
  for (std::size_t n = 14; n <= (width >= 512 ? 1'600U : 300U); ++n) lengths.push_back(n);
  if (width >= 512) {
    for (std::size_t n = 9'000; n <= 9'600; n += 7) lengths.push_back(n);
  }
  for (const std::size_t edge :
       {255U,   256U,   257U,   511U,   512U,   513U,   1'023U, 1'024U, 1'025U, 1'514U, 1'518U,
        2'047U, 2'048U, 2'049U, 4'095U, 4'096U, 4'097U, 8'191U, 8'192U, 8'193U, 9'535U, 9'536U,
        9'537U, 9'592U, 9'593U, 9'594U, 9'595U, 9'596U, 9'597U, 9'598U, 9'599U, 9'600U}) {
    lengths.push_back(edge);
  }
  return lengths;
}

/// Behind `vlans` VLAN tags, a tag and an EtherType fit.
bool holds_tag(std::size_t length, unsigned vlans) { return length >= 18 + 4 * vlans; }

TEST_P(FrameSizes, EveryLengthIsUpdatedBehindAnyNumberOfVlanTags) {
  const std::vector<std::size_t> lengths = all_lengths(GetParam());
  Board board(GetParam());
  Configuration c = default_configuration();
  c.port.capacity = 195'312'500;  // bucket 0 as soon as the meter is awake or not
  board.activate(c);
  std::uint64_t frames = 0, bytes = 0, updated = 0, wrong = 0;
  std::vector<std::vector<std::uint8_t>> sent;
  for (const std::size_t n : lengths) {
    for (unsigned vlans = 0; vlans <= 2; ++vlans) {
      sent.push_back(tagged_frame(n, 31U << 7, vlans));
      ++frames;
      bytes += n;
      updated += holds_tag(n, vlans) ? 1 : 0;
    }
  }
  // By hand, beside the model: the word of bucket 0 and locator 9 where it belongs, all else alike.
  board.sink.on_frame([&, i = std::size_t{0}](const tb::SinkFrame& f) mutable {
    const unsigned vlans = i % 3;
    std::vector<std::uint8_t> expected = sent.at(i++);
    if (holds_tag(expected.size(), vlans)) {
      expected[14 + 4 * vlans] = 0x00;
      expected[15 + 4 * vlans] = 0x12;
    }
    wrong += std::equal(f.bytes.begin(), f.bytes.end(), expected.begin(), expected.end()) ? 0 : 1;
  });
  board.supply(sent);
  board.finish();
  const auto counters = board.scoreboard.snapshot();
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(counters->tx_frames, frames);
  EXPECT_EQ(counters->tx_bytes, bytes);
  EXPECT_EQ(counters->csig_abw_updated, updated);
}

TEST_P(FrameSizes, EveryLengthIsStrippedBehindAnyNumberOfVlanTags) {
  const std::vector<std::size_t> lengths = all_lengths(GetParam());
  Board board(GetParam());
  Configuration c = default_configuration();
  c.port.action = model::Action::kStrip;
  board.activate(c);
  std::uint64_t frames = 0, bytes = 0, stripped = 0, wrong = 0;
  std::vector<std::vector<std::uint8_t>> sent;
  for (const std::size_t n : lengths) {
    for (unsigned vlans = 0; vlans <= 2; ++vlans) {
      sent.push_back(tagged_frame(n, 31U << 7, vlans));
      ++frames;
      const bool tag = holds_tag(n, vlans);
      bytes += !tag ? n : n >= 60 && n < 64 ? 60 : n - 4;
      stripped += tag ? 1 : 0;
    }
  }
  board.sink.on_frame([&, i = std::size_t{0}](const tb::SinkFrame& f) mutable {
    const unsigned vlans = i % 3;
    std::vector<std::uint8_t> expected = sent.at(i++);
    const std::size_t length = expected.size();
    if (holds_tag(length, vlans)) {
      const auto tag = expected.begin() + 12 + 4 * static_cast<std::ptrdiff_t>(vlans);
      expected.erase(tag, tag + 4);
      if (length >= 60 && expected.size() < 60) expected.resize(60, 0);
    }
    wrong += std::equal(f.bytes.begin(), f.bytes.end(), expected.begin(), expected.end()) ? 0 : 1;
  });
  board.supply(sent);
  board.finish();
  const auto counters = board.scoreboard.snapshot();
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(counters->tx_frames, frames);
  EXPECT_EQ(counters->tx_bytes, bytes);
  EXPECT_EQ(counters->csig_stripped, stripped);
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
  constexpr unsigned kFrames = 700;  // more than the 4 MiB of the buffer
  for (unsigned i = 0; i < kFrames; ++i) {
    frames.push_back(random_frame(random, random.between(4000, 9700)));
  }
  board.supply(std::move(frames));
  board.sink.hold(true);
  for (int i = 0; i < 100 && board.source.blocked() == 0; ++i) board.kernel.run(10'000);
  EXPECT_GT(board.source.blocked(), 0U);
  EXPECT_GT(board.scoreboard.model().queued_bytes(), 4'000'000U);
  EXPECT_FALSE(board.source.done());
  board.sink.hold(false);
  board.finish();
  EXPECT_EQ(board.source.frames(), kFrames);
}

INSTANTIATE_TEST_SUITE_P(Width, FrameSizes, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
