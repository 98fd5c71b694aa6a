// SPDX-License-Identifier: Apache-2.0
// Line rate: a frame takes ceil(length / bus bytes) clocks, back to back, whatever is done to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/constants.hpp"
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
  /// From the first clock in which a frame may be selected to its first beat on a free wire: not a
  /// clock more than the stages take.
  static constexpr unsigned kLatency = kSelectToStart + kStartToWire;
  static tb::BenchOptions tight(tb::SinkOptions sink = {}) {
    tb::BenchOptions options;
    options.sink = sink;
    options.scoreboard.latency = kLatency;
    return options;
  }
  Configuration configuration() const {
    Configuration c = default_configuration();
    c.csig.interval_us = 1;
    c.port.action = std::get<1>(GetParam());
    return c;
  }
};

/// 60 to 130, and around each multiple of the bus up to 3 of the widest.
std::vector<std::size_t> lengths_around_beats(unsigned width) {
  std::set<std::size_t> lengths;
  for (std::size_t n = 60; n <= 130; ++n) lengths.insert(n);
  for (std::size_t n = width / 8; n <= 3 * std::size_t{tb::kMaxBusBytes}; n += width / 8) {
    // A frame that loses its tag loses a beat up to 4 bytes behind it.
    for (std::size_t at = n - 1; at <= n + 5; ++at) {
      if (at >= 60) lengths.insert(at);
    }
  }
  return {lengths.begin(), lengths.end()};
}

TEST_P(LineRate, NoBubbleAtAnyLengthFrom60To130AndAroundMultiplesOfTheBus) {
  constexpr unsigned kFrames = 100;
  Board board(width(), tight());
  board.activate(configuration());
  for (const std::size_t length : lengths_around_beats(width())) {
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
    EXPECT_EQ(board.scoreboard.worst_latency(), kLatency);  // each burst finds the port idle
    board.kernel.remove(wire);
  }
  board.finish();
}

/// Clocks from a frame's last ingress beat to select, to start, to its first beat on the wire.
class StageClocks : public tb::Component {
 public:
  void drive(const tb::Moment&, tb::Pins&) override {}
  void sample(const tb::Moment& at, const tb::Pins& pins) override {
    if (pins.fabric.fire() && pins.fabric.last) arrive = at.cycle;
    if (pins.obs_select_valid) select = at.cycle;
    if (pins.obs_start_valid) start = at.cycle;
    if (pins.wire.fire() && !inside_) first_beat = at.cycle;
    if (pins.wire.fire()) inside_ = !pins.wire.last;
  }
  std::uint64_t arrive = 0, select = 0, start = 0, first_beat = 0;

 private:
  bool inside_ = false;
};

TEST_P(LineRate, AnIdlePortKeepsItsLatenciesExactlyAtEveryLength) {
  Board board(width(), tight());
  StageClocks clocks;
  board.kernel.add(clocks);
  board.activate(configuration());
  for (std::size_t length = 14; length <= 400; ++length) {
    SCOPED_TRACE(length);
    board.supply({tagged_frame(length, 31U << 7, length % 3)});
    board.drain();
    ASSERT_EQ(clocks.select - clocks.arrive, kK);
    ASSERT_EQ(clocks.start - clocks.select, kSelectToStart);
    ASSERT_EQ(clocks.first_beat - clocks.start, kStartToWire);
    ASSERT_EQ(board.scoreboard.worst_latency(), kLatency);
  }
  board.finish();
}

TEST_P(LineRate, NoBubbleWhenABacklogOfMixedLengthsLeaves) {
  tb::Random random(seed(102));
  Board board(width(), tight());
  board.activate(configuration());
  for (int round = 0; round < 20; ++round) {
    WireClock wire;
    board.kernel.add(wire);
    std::vector<std::vector<std::uint8_t>> frames;
    std::size_t need = 0;
    for (int i = 0; i < 60; ++i) {
      frames.push_back(random_frame(random, random.between(60, std::max(130U, width() / 4 + 2))));
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
    Board board(width(), tight({.pattern = pattern, .percent = 30, .seed = random.next()}));
    board.activate(configuration());
    std::vector<std::vector<std::uint8_t>> frames;
    std::size_t shorter = 0;  // beats of frames that are forwarded, less those that leave
    for (int i = 0; i < 2000; ++i) {
      frames.push_back(random_frame(random, random.between(1, 400)));
      if (frames.back().size() >= 14) shorter += beats(frames.back().size());
    }
    board.sink.on_frame([&](const tb::SinkFrame& f) { shorter -= beats(f.bytes.size()); });
    board.supply(std::move(frames));
    board.finish();
    // A frame that loses a beat takes the clocks that it took before. Behind back-pressure that
    // clock may show only some frames later, so that it counts as a bubble.
    EXPECT_EQ(shorter != 0, std::get<1>(GetParam()) == model::Action::kStrip);
    EXPECT_LE(board.scoreboard.bubbles(), shorter);
    if (pattern == tb::BackPressure::kNone) {
      EXPECT_EQ(board.scoreboard.bubbles(), 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, LineRate,
                         ::testing::Combine(::testing::ValuesIn(tb::kBusWidths),
                                            ::testing::Values(model::Action::kUpdate,
                                                              model::Action::kStrip)),
                         [](const auto& info) {
                           return std::to_string(std::get<0>(info.param)) +
                                  (std::get<1>(info.param) == model::Action::kStrip ? "Strip"
                                                                                    : "Update");
                         });

}  // namespace
}  // namespace sluice::test
