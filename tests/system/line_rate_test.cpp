// SPDX-License-Identifier: Apache-2.0
// Line rate: a frame takes ceil(length / bus bytes) clocks, back to back, whatever is done to it.
#include <gtest/gtest.h>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

/// Clocks between the first and the last beat on the wire, and beats among them.
class WireClock : public tb::Component {
 public:
  void drive(const tb::Moment&, tb::Pins&) override {}
  void sample(const tb::Moment& at, const tb::Pins& pins) override {
    if (!pins.wire.fire()) return;
    if (beats == 0) first = at.cycle;
    last = at.cycle;
    ++beats;
  }
  std::uint64_t clocks() const { return beats == 0 ? 0 : last - first + 1; }
  std::uint64_t first = 0, last = 0, beats = 0;
};

class LineRate : public ::testing::TestWithParam<std::tuple<unsigned, model::Action>> {
 protected:
  unsigned width() const { return std::get<0>(GetParam()); }
  std::size_t beats(std::size_t length) const { return (length + width() / 8 - 1) / (width() / 8); }
  Configuration configuration() const {
    Configuration c = default_configuration();
    c.csig.interval_us = 1;
    c.port.action = std::get<1>(GetParam());
    return c;
  }
};

TEST_P(LineRate, NoBubbleAtAnyLengthFrom60To130) {
  constexpr unsigned kFrames = 100;
  Board board(width());
  board.activate(configuration());
  for (std::size_t length = 60; length <= 130; ++length) {
    SCOPED_TRACE(length);
    WireClock wire;
    board.kernel.add(wire);
    std::vector<std::vector<std::uint8_t>> frames;
    for (unsigned i = 0; i < kFrames; ++i) {
      // Bucket 31 is the least severe of the bandwidth signals: tags are rewritten, not just
      // compared.
      frames.push_back(
          tagged_frame(length, static_cast<std::uint16_t>((i % 3) << 13 | 31U << 7), i % 3));
    }
    const std::uint64_t blocked = board.source.blocked();
    board.supply(std::move(frames));
    board.drain();
    EXPECT_EQ(board.source.blocked() - blocked, 0U);
    EXPECT_EQ(wire.clocks(), (kFrames - 1) * beats(length) + wire.beats / kFrames);
    EXPECT_EQ(board.scoreboard.bubbles(), 0U);
    board.kernel.remove(wire);
  }
  board.finish();
}

TEST_P(LineRate, NoBubbleWhenABacklogOfMixedLengthsLeaves) {
  tb::Random random(seed(102));
  Board board(width());
  board.activate(configuration());
  for (int round = 0; round < 20; ++round) {
    WireClock wire;
    board.kernel.add(wire);
    std::vector<std::vector<std::uint8_t>> frames;
    std::size_t need = 0;
    for (int i = 0; i < 60; ++i) {
      frames.push_back(random_frame(random, random.between(60, 130)));
      need += beats(frames.back().size());
    }
    board.sink.hold(true);
    board.supply(std::move(frames));
    board.kernel.run_until([&] { return board.source.done(); }, tb::Bound::clocks(10'000),
                           "the backlog to build up");
    board.kernel.run(50);
    ASSERT_EQ(wire.beats, 0U);
    board.sink.hold(false);
    board.drain();
    EXPECT_GE(wire.clocks(), wire.beats);
    EXPECT_LE(wire.clocks(), need);
    EXPECT_EQ(board.scoreboard.bubbles(), 0U);
    board.kernel.remove(wire);
  }
  board.finish();
}

TEST_P(LineRate, NoBubbleUnderRandomTrafficAndBackPressure) {
  tb::Random random(seed(103));
  for (const tb::BackPressure pattern :
       {tb::BackPressure::kNone, tb::BackPressure::kRandom, tb::BackPressure::kStall}) {
    tb::BenchOptions options;
    options.sink = {.pattern = pattern, .percent = 30, .seed = random.next()};
    Board board(width(), options);
    board.activate(configuration());
    std::vector<std::vector<std::uint8_t>> frames;
    for (int i = 0; i < 2000; ++i) frames.push_back(random_frame(random, random.between(1, 300)));
    board.supply(std::move(frames));
    board.finish();
    EXPECT_EQ(board.scoreboard.bubbles(), 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, LineRate,
                         ::testing::Combine(::testing::Values(64U, 512U),
                                            ::testing::Values(model::Action::kUpdate,
                                                              model::Action::kStrip)),
                         [](const auto& info) {
                           return std::to_string(std::get<0>(info.param)) +
                                  (std::get<1>(info.param) == model::Action::kStrip ? "Strip"
                                                                                    : "Update");
                         });

}  // namespace
}  // namespace sluice::test
