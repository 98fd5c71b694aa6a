// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "model/queue/scheduler.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

constexpr std::uint8_t kAll = 0xFF;

BufferConfig round_robin(const std::vector<std::uint32_t>& quanta) {
  BufferConfig config;
  for (std::size_t q = 0; q < quanta.size(); ++q) {
    config.queue[q].strict = false;
    config.queue[q].quantum = quanta[q];
  }
  return config;
}

Scheduler make(const BufferConfig& config) {
  Scheduler scheduler;
  scheduler.configure(config);
  return scheduler;
}

/// Serves `count` frames of this length; answers the queues.
std::vector<unsigned> serve(Scheduler& scheduler, std::uint8_t eligible, std::uint32_t length,
                            int count) {
  std::vector<unsigned> order;
  for (int i = 0; i < count; ++i) {
    order.push_back(scheduler.expected(eligible));
    scheduler.serve(order.back(), length);
  }
  return order;
}

using Order = std::vector<unsigned>;

TEST(Scheduler, AfterResetAllQueuesAreStrictAndTheHighestIsServed) {
  const Scheduler scheduler;
  for (unsigned eligible = 1; eligible < 256; ++eligible) {
    unsigned highest = 7;
    while ((eligible >> highest & 1U) == 0) --highest;
    EXPECT_EQ(scheduler.expected(static_cast<std::uint8_t>(eligible)), highest);
  }
  EXPECT_EQ(scheduler.expected(0), kQueues) << "none";
}

TEST(Scheduler, StrictQueuesComeFirstWhateverTheirIndexAndChangeNoCredit) {
  BufferConfig config = round_robin(std::vector<std::uint32_t>(8, 9'600));
  config.queue[1].strict = config.queue[4].strict = true;
  Scheduler scheduler = make(config);
  EXPECT_EQ(scheduler.expected(kAll), 4U);
  EXPECT_EQ(scheduler.expected(0b11101111), 1U);
  serve(scheduler, 0b11101101, 1'000, 1);
  const Scheduler before = scheduler;
  serve(scheduler, kAll, 9'600, 1'000);
  for (unsigned q = 0; q < kQueues; ++q) EXPECT_EQ(scheduler.credit(q), before.credit(q));
  EXPECT_EQ(scheduler.turn(), before.turn());
}

TEST(Scheduler, TheFirstTurnAfterResetIsQueueZeros) {
  Scheduler scheduler = make(round_robin(std::vector<std::uint32_t>(8, 9'600)));
  EXPECT_EQ(scheduler.turn(), 7U);
  EXPECT_EQ(serve(scheduler, kAll, 9'600, 9), (Order{0, 1, 2, 3, 4, 5, 6, 7, 0}));
}

TEST(Scheduler, TwiceTheQuantumGivesTwiceTheFrames) {
  Scheduler scheduler = make(round_robin({9'600, 19'200}));
  EXPECT_EQ(serve(scheduler, 0b11, 9'600, 9), (Order{0, 1, 1, 0, 1, 1, 0, 1, 1}));
}

// Quanta of 10,000, frames of 6,000. Queue 0: 10,000 - 6,000 = 4,000, above 0, - 6,000 = -2,000.
// Queue 1 likewise. Queue 0: -2,000 + 10,000 - 6,000 = 2,000 - 6,000 = -4,000. Then 6,000 - 6,000 =
// 0: one frame alone, and from 0 again.
TEST(Scheduler, AQueueOverdrawsOnceAndPaysInItsNextTurn) {
  Scheduler scheduler = make(round_robin({10'000, 10'000}));
  EXPECT_EQ(serve(scheduler, 0b11, 6'000, 2), (Order{0, 0}));
  EXPECT_EQ(scheduler.credit(0), -2'000);
  EXPECT_EQ(serve(scheduler, 0b11, 6'000, 4), (Order{1, 1, 0, 0}));
  EXPECT_EQ(scheduler.credit(0), -4'000);
  EXPECT_EQ(serve(scheduler, 0b11, 6'000, 3), (Order{1, 1, 0}));
  EXPECT_EQ(scheduler.credit(0), 0);
  EXPECT_EQ(serve(scheduler, 0b11, 6'000, 3), (Order{1, 0, 0}));
}

TEST(Scheduler, CreditThatIsLeftIsForfeitedWhenTheTurnMovesOnAndDebtIsKept) {
  Scheduler scheduler = make(round_robin({20'000, 20'000}));
  serve(scheduler, 0b01, 5'000, 1);
  EXPECT_EQ(scheduler.credit(0), 15'000);
  EXPECT_EQ(serve(scheduler, 0b10, 5'000, 1), (Order{1})) << "queue 0 has nothing";
  EXPECT_EQ(scheduler.credit(0), 0);
  serve(scheduler, 0b01, 9'000, 3);  // 20,000 - 27,000
  EXPECT_EQ(scheduler.credit(0), -7'000);
  EXPECT_EQ(scheduler.credit(1), 0);
  serve(scheduler, 0b10, 5'000, 1);
  EXPECT_EQ(scheduler.credit(0), -7'000);
}

TEST(Scheduler, AQueueAloneIsServedWithoutEndAndItsCreditStaysBounded) {
  Scheduler scheduler = make(round_robin({9'600}));
  for (int i = 0; i < 1'000; ++i) {
    // 9,600 uses a turn up: another one begins.
    ASSERT_EQ(serve(scheduler, 1, i % 2 == 0 ? 9'600 : 9'599, 1), (Order{0}));
    ASSERT_GT(scheduler.credit(0), -9'600);
    ASSERT_LE(scheduler.credit(0), 9'600);
  }
}

TEST(Scheduler, APausedQueueIsSkippedAndComesBackInItsPlace) {
  Scheduler scheduler = make(round_robin({9'600, 9'600, 9'600}));
  EXPECT_EQ(serve(scheduler, 0b101, 9'600, 4), (Order{0, 2, 0, 2}));
  EXPECT_EQ(serve(scheduler, 0b111, 9'600, 4), (Order{0, 1, 2, 0}));
}

TEST(Scheduler, AQueueThatTurnsStrictIsNoTurnAnyMore) {
  BufferConfig config = round_robin({20'000, 20'000});
  Scheduler scheduler = make(config);
  serve(scheduler, 0b11, 5'000, 1);
  ASSERT_EQ(scheduler.turn(), 0U);
  config.queue[0].strict = true;
  scheduler.configure(config);
  EXPECT_EQ(serve(scheduler, 0b10, 5'000, 1), (Order{1}));
  EXPECT_EQ(scheduler.credit(0), 0) << "what was left is forfeited";
  EXPECT_EQ(scheduler.expected(0b11), 0U) << "as strict";
}

/// The rules once more, as plain loops over all queues.
struct Reference {
  int turn = 7;
  std::array<std::int64_t, 8> credit{};

  int pick(const BufferConfig& c, unsigned eligible, std::int64_t length) {
    for (int q = 7; q >= 0; --q) {
      if (c.queue[q].strict && (eligible >> q & 1) != 0) return q;
    }
    const auto may = [&](int q) { return !c.queue[q].strict && (eligible >> q & 1) != 0; };
    if (!may(turn) || credit[turn] <= 0) {
      if (credit[turn] > 0) credit[turn] = 0;
      int q = turn;
      do q = q == 7 ? 0 : q + 1;
      while (!may(q));
      credit[q] += c.queue[q].quantum;
      turn = q;
    }
    credit[turn] -= length;
    return turn;
  }
};

TEST(Scheduler, RandomQueuesQuantaAndPausesFollowTheRulesAndKeepCreditsInRange) {
  std::mt19937_64 random(test::seed(73));
  Scheduler scheduler;
  Reference reference;
  BufferConfig config;
  for (int i = 0; i < 200'000; ++i) {
    if (i % 500 == 0) {
      for (QueueConfig& queue : config.queue) {
        queue.strict = random() % 4 == 0;
        queue.quantum = kMinQuantum + random() % (random() % 2 == 0 ? 20'000 : 1'000'000);
      }
      scheduler.configure(config);
    }
    const auto eligible = static_cast<std::uint8_t>(1 + random() % 255);
    const auto length = static_cast<std::uint32_t>(14 + random() % 9'587);
    const unsigned q = scheduler.expected(eligible);
    ASSERT_EQ(q, static_cast<unsigned>(reference.pick(config, eligible, length)));
    scheduler.serve(q, length);
    for (unsigned other = 0; other < kQueues; ++other) {
      ASSERT_EQ(scheduler.credit(other), reference.credit[other]);
      ASSERT_GT(scheduler.credit(other), -9'600);
      ASSERT_LE(scheduler.credit(other), static_cast<std::int32_t>(kMaxQuantum));
    }
  }
}

// In each round a queue sends its quantum, and what it overdraws: under a frame. So at the end of a
// round no share is off by a quantum of its queue, however long the backlog.
TEST(Scheduler, SharesOfALongBacklogAreWithinOneQuantumOfTheWeights) {
  std::mt19937_64 random(test::seed(79));
  for (int run = 0; run < 20; ++run) {
    std::vector<std::uint32_t> quanta(2 + random() % 7);
    std::uint64_t sum = 0;
    for (auto& quantum : quanta) sum += quantum = 9'600 + random() % 90'000;
    Scheduler scheduler = make(round_robin(quanta));
    const auto eligible = static_cast<std::uint8_t>((1U << quanta.size()) - 1);
    std::vector<std::uint64_t> sent(quanta.size());
    std::uint64_t total = 0;
    unsigned before = 0, rounds = 0;
    for (int i = 0; i < 100'000; ++i) {
      const unsigned q = scheduler.expected(eligible);
      if (q < before) {
        ++rounds;
        for (std::size_t n = 0; n < quanta.size(); ++n) {
          const double share = static_cast<double>(total) * quanta[n] / static_cast<double>(sum);
          ASSERT_LT(std::abs(static_cast<double>(sent[n]) - share), quanta[n])
              << "round " << rounds;
        }
      }
      before = q;
      // Each queue has frames of its own kind.
      const auto length =
          static_cast<std::uint32_t>(q % 2 == 0 ? 60 + random() % 200 : 1'500 + random() % 8'000);
      scheduler.serve(q, length);
      sent[q] += length;
      total += length;
    }
    ASSERT_GT(rounds, 30U);
  }
}

}  // namespace
}  // namespace sluice::model
