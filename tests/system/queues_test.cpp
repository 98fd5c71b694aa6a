// SPDX-License-Identifier: Apache-2.0
// Queues, limits, RED/ECN and the scheduler in the whole design. The scoreboard compares every
// event, bit and counter; the tests see to it that everything happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tb/sim/bus_widths.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/ip.hpp"
#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/ip_traffic.hpp"

namespace sluice::test {
namespace {

using Frames = std::vector<std::vector<std::uint8_t>>;

/// Sums over all queues of everything that was counted so far.
model::QueueCounters total(const Board& board) {
  model::QueueCounters sum;
  for (const model::QueueCounters& queue : board.scoreboard.whole_snapshot().queues) {
    for (const auto member : model::kQueueCounterMembers) sum.*member += queue.*member;
  }
  return sum;
}

/// IPv4, ECT(0), of DSCP class `queue`, which the maps of reset send to that queue.
std::vector<std::uint8_t> ect_frame(std::size_t length, unsigned queue) {
  return make_ip_frame({.length = length}, static_cast<std::uint8_t>(queue << 5 | 2));
}

class Queues : public ::testing::TestWithParam<unsigned> {};

TEST_P(Queues, EveryDecisionUnderRandomTrafficPausesAndActivationsIsTheModels) {
  constexpr unsigned kRounds = 12, kFramesARound = 400;
  tb::Random random(seed(2026 + GetParam()));
  tb::BenchOptions options;
  options.sink = {.pattern = tb::BackPressure::kBursts, .percent = 30, .seed = random.below(1000)};
  options.source = {.beat_gap_percent = 5, .max_frame_gap = 6, .seed = random.below(1000)};
  Board board(GetParam(), options);
  for (unsigned round = 0; round < kRounds; ++round) {
    Frames frames;
    for (unsigned i = 0; i < kFramesARound; ++i) {
      frames.push_back(random_ip_frame(random, random_length(random)));
    }
    board.supply(std::move(frames));
    Configuration configuration = default_configuration();
    configuration.buffer = random_buffer(random, 40'000);
    if (round == 5) {
      // No limit of a queue comes before the port's.
      configuration.buffer = {};
      configuration.buffer.limit = 12'000;
    }
    configuration.port.action = static_cast<model::Action>(random.below(3));
    // While the frames of this round come in and those of the last one still wait.
    board.activate(configuration, round % 4 == 0);
    for (unsigned i = 0; i < 60; ++i) {
      board.dut->pins().pause = static_cast<std::uint8_t>(random.below(256) | random.below(256));
      // As many frames at every width.
      board.kernel.run(random.below(120) * std::max(1U, 512 / GetParam()));
    }
    board.dut->pins().pause = 0;
    board.compare_counters();
  }
  board.finish();
  const model::QueueCounters sum = total(board);
  EXPECT_GT(sum.marked_frames, 0U);
  EXPECT_GT(sum.drop_red, 0U);
  EXPECT_GT(sum.drop_queue_limit, 0U);
  EXPECT_GT(sum.drop_port_limit, 0U);
  EXPECT_GT(sum.ce_arrived, 0U);
  EXPECT_GT(board.scoreboard.whole_snapshot().buffer.ip_broken, 0U);
}

// Cells, not bytes, are what runs out: 65,536 of 64 bytes, 32,768 of 128.
TEST_P(Queues, AFullBufferDropsAndEveryCellComesBack) {
  const unsigned cell = std::max(64U, GetParam() / 8);
  const unsigned cells = 4'194'304 / cell;
  Board board(GetParam());
  board.activate(default_configuration());
  for (unsigned lap = 0; lap < 2; ++lap) {
    board.dut->pins().pause = 0xFF;
    unsigned left = cells + 100;
    board.source.set_supply([&](tb::SourceFrame& f) {
      if (left == 0) return false;
      // By its PCP; no frame could be shorter.
      f.bytes = make_frame({.vlans = {model::kEtherCtag}, .length = 18});
      f.bytes[14] = static_cast<std::uint8_t>(--left % 8 << 5);
      return true;
    });
    while (!board.source.done()) board.kernel.step();
    board.kernel.run(20);
    board.compare_counters();
    EXPECT_EQ(total(board).rx_frames, std::uint64_t{cells} * (lap + 1));
    EXPECT_EQ(total(board).drop_buffer, 100U * (lap + 1));
    board.dut->pins().pause = 0;
    board.drain();
  }
  board.finish();
  EXPECT_EQ(total(board).tx_frames, 2 * std::uint64_t{cells});
  EXPECT_EQ(board.scoreboard.bubbles(), 0U);
}

// The backlog leaves while as much comes in: one of the queue's frames a clock at 512 bits.
TEST_P(Queues, LineRateInAndOutAtOnceWithEverythingOnInOneQueueAndAcrossQueues) {
  for (const unsigned queues : {1U, 8U}) {
    for (const std::size_t length : {std::size_t{60}, std::size_t{65}, std::size_t{200}}) {
      SCOPED_TRACE(::testing::Message() << queues << " queues, " << length << " bytes");
      tb::BenchOptions options;
      options.scoreboard.latency = kSelectToStart + kStartToWire;
      Board board(GetParam(), options);
      Configuration configuration = default_configuration();
      for (unsigned q = 0; q < model::kQueues; ++q) {
        model::QueueConfig& queue = configuration.buffer.queue[q];
        queue.strict = q % 4 == 3;
        queue.quantum = 9'600 + 1'000 * q;
        queue.red = {.enable = true,
                     .ecn = true,
                     .departure = q % 2 == 1,
                     .weight = static_cast<std::uint8_t>(q % 3),
                     .probability = 30'000,
                     .min = 1'000,
                     .max = 60'000};
      }
      board.activate(configuration);
      constexpr unsigned kFrames = 3'000;
      Frames frames;
      for (unsigned i = 0; i < kFrames; ++i) {
        frames.push_back(ect_frame(length, queues == 1 ? 5 : i * 5 % 8));
      }
      board.supply(std::move(frames));
      board.dut->pins().pause = 0xFF;
      const std::uint64_t begin = board.kernel.cycle();
      const std::size_t beats = (length + GetParam() / 8 - 1) / (GetParam() / 8);
      board.kernel.run(1'000 * beats);
      board.dut->pins().pause = 0;
      board.drain();
      // Nothing is lost: all of it leaves within the clocks that its beats take, and those before.
      EXPECT_LE(board.kernel.cycle() - begin,
                1'000 * beats + kFrames * beats + kK + kSelectToStart + kStartToWire + 4);
      EXPECT_EQ(board.scoreboard.bubbles(), 0U);
      board.finish();
      EXPECT_EQ(total(board).tx_frames, kFrames);
      EXPECT_GT(total(board).marked_frames, 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Queues, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

/// Notes what each frame that leaves went through.
class Notes : public tb::FrameObserver {
 public:
  void arrived(const tb::ArrivedFrame&) override {}
  void left(const tb::LeftFrame& frame) override {
    times.push_back(frame.times);
    departures.push_back(frame.departure);
  }
  std::vector<tb::FrameTimes> times;
  std::vector<model::Departure> departures;
};

// Packet n of 4,000 finds n * 1,024 bytes at arrival: 781 * 1,024 = 799,744 is below 800,000, and
// 1,172 * 1,024 = 1,200,128 is the first above 1,200,000. At departure 4,001 - n packets are there:
// packets up to 2,829 find 1,172 and more, those from 3,220 on 781 and fewer.
TEST(OperatorCase, MarksNoneBefore782AndAllFrom1172AtArrivalAndByItsOwnCountAtDeparture) {
  for (const bool departure : {false, true}) {
    SCOPED_TRACE(departure ? "departure" : "arrival");
    Board board(512);
    Notes notes;
    board.scoreboard.set_observer(&notes);
    Configuration configuration = default_configuration();
    configuration.buffer.queue[3].red = {.enable = true,
                                         .ecn = true,
                                         .departure = departure,
                                         .probability = 65'536,
                                         .min = 800'000,
                                         .max = 1'200'000};
    board.activate(configuration);
    board.dut->pins().pause = 1U << 3;
    board.supply(Frames(4'000, ect_frame(1'024, 3)));
    while (!board.source.done()) board.kernel.step();
    board.kernel.run(20);
    board.dut->pins().pause = 0;
    board.finish();
    ASSERT_EQ(notes.departures.size(), 4'000U);
    unsigned between = 0;
    for (unsigned n = 1; n <= 4'000; ++n) {
      const bool marked = notes.departures[n - 1].marked;
      if (departure ? n <= 2'829 : n >= 1'172) {
        ASSERT_TRUE(marked) << n;
      } else if (departure ? n >= 3'220 : n < 782) {
        ASSERT_FALSE(marked) << n;
      } else {
        between += marked;
      }
    }
    EXPECT_GT(between, 0U);
    EXPECT_LT(between, 390U);
  }
}

TEST(Profiles, RaisingBothThresholdsUnderTrafficIsOneChange) {
  Board board(512);
  Notes notes;
  board.scoreboard.set_observer(&notes);
  Configuration configuration = default_configuration();
  model::RedConfig& red = configuration.buffer.queue[3].red;
  red = {.enable = true, .ecn = true, .probability = 65'536, .min = 1'000'000, .max = 2'000'000};
  board.activate(configuration);
  board.dut->pins().pause = 1U << 3;
  board.supply(Frames(3'800, ect_frame(1'024, 3)));
  // 16 clocks a frame: at 2,400 frames all are marked; then none until 3,000,000 bytes.
  board.kernel.run(2'400 * 16);
  red.min = 3'000'000;
  red.max = 4'000'000;
  board.activate(configuration, false);
  const std::uint64_t at = model::to_ns(board.kernel.moment().now);
  while (!board.source.done()) board.kernel.step();
  board.kernel.run(20);
  board.dut->pins().pause = 0;
  board.finish();
  unsigned before = 0, after = 0, late = 0;
  for (std::size_t n = 0; n < notes.times.size(); ++n) {
    const std::uint64_t bytes = (n + 1) * 1'024;
    if (bytes > 2'000'000 && model::to_ns(notes.times[n].arrive) + 500 < at) {
      ASSERT_TRUE(notes.departures[n].marked) << n;
      ++before;
    } else if (model::to_ns(notes.times[n].arrive) > at && bytes < 3'000'000) {
      ASSERT_FALSE(notes.departures[n].marked) << n;
      ++after;
    } else if (bytes >= 3'000'000) {
      late += notes.departures[n].marked;
    }
  }
  EXPECT_GT(before, 100U);
  EXPECT_GT(after, 100U);
  EXPECT_GT(late, 10U);
}

// Frame n comes in at t0 + 100 n ns and waits. The queue is released at clock P: frame n is
// selected at P + 16 n (16 beats a frame, 1 GHz), starts a clock later, so its delay is P + 1 + 16
// n
// - (t0 + 100 n) ns. Bucket maxima of 1,000 ns each.
TEST(QueueingDelay, OfAQueueOfKnownLengthFallsIntoTheBucketsCalculatedByHand) {
  constexpr unsigned kFrames = 200;
  Board board(512);
  Notes notes;
  board.scoreboard.set_observer(&notes);
  Configuration configuration = default_configuration();
  for (std::size_t b = 0; b < model::kBuckets; ++b)
    configuration.csig.tables[2][b] = 1'000 * (b + 1);
  board.activate(configuration);
  board.dut->pins().pause = 0xFF;
  const tb::Ticks begin = board.kernel.moment().now + model::from_ns(1'000);
  unsigned n = 0;
  board.source.set_supply([&](tb::SourceFrame& f) {
    if (n == kFrames) return false;
    f.bytes = make_ip_frame({.tag = std::uint16_t{2U << 13}, .length = 1'024}, 0);
    f.time = begin + model::from_ns(100) * n++;
    return true;
  });
  while (!board.source.done()) board.kernel.step();
  board.kernel.run(50);
  board.dut->pins().pause = 0;
  const std::uint64_t released = model::to_ns(board.kernel.moment().now);
  board.finish();
  ASSERT_EQ(notes.times.size(), kFrames);
  const std::uint64_t t0 = model::to_ns(notes.times[0].first);
  for (unsigned i = 0; i < kFrames; ++i) {
    ASSERT_EQ(model::to_ns(notes.times[i].first), t0 + 100 * i);
    const std::uint64_t delay = released + 1 + 16 * i - (t0 + 100 * i);
    ASSERT_EQ(notes.departures[i].value, delay) << i;
    const std::uint64_t bucket = std::min<std::uint64_t>((delay - 1) / 1'000, 31);
    ASSERT_EQ(notes.departures[i].bucket_after, bucket) << i;
  }
  EXPECT_GT(notes.departures[0].bucket_after, notes.departures[kFrames - 1].bucket_after);
}

TEST(IdleTime, APausedQueueLetsTimePassWithoutClocks) {
  Board board(512);
  board.activate(default_configuration());
  board.dut->pins().pause = 0xFF;
  board.supply(Frames(10, ect_frame(100, 3)));
  while (!board.source.done()) board.kernel.step();
  board.kernel.run(3'000);
  const std::uint64_t steps = board.kernel.steps();
  const tb::Ticks until = board.kernel.moment().now + model::from_ns(1'000'000'000);
  board.source.set_supply([&, sent = false](tb::SourceFrame& f) mutable {
    if (std::exchange(sent, true)) return false;
    f.bytes = ect_frame(100, 4);
    f.time = until;
    return true;
  });
  while (!board.source.done()) board.kernel.step();
  EXPECT_GE(board.kernel.moment().now, until);
  EXPECT_LT(board.kernel.steps() - steps, 500U);
  board.dut->pins().pause = 0;
  board.finish();
  EXPECT_EQ(total(board).tx_frames, 11U);
}

TEST(IdleTime, AThousandFramesOverTenSecondsTakeFewerThan500ClocksEach) {
  constexpr unsigned kFrames = 1'000;
  tb::Random random(seed(7));
  Board board(512);
  board.activate(default_configuration());
  const std::uint64_t steps = board.kernel.steps();
  tb::Ticks time = board.kernel.moment().now;
  unsigned n = 0;
  board.source.set_supply([&](tb::SourceFrame& f) {
    if (n++ == kFrames) return false;
    f.bytes = random_ip_frame(random, 60 + random.below(1'000));
    f.time = time += model::from_ns(random.below(20'000'000));
    return true;
  });
  board.finish();
  EXPECT_GT(model::to_ns(board.kernel.moment().now), 9'000'000'000U);
  EXPECT_LT(board.kernel.steps() - steps, 500U * kFrames);
}

}  // namespace
}  // namespace sluice::test
