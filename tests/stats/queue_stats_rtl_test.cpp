// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>

#include "Vrtl_queue_stats.h"
#include "model/queue/config.hpp"
#include "model/stats/stats.hpp"
#include "tests/port/structs.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using model::Drop;
using model::QueueCounters;

struct Arrive {
  std::uint64_t bytes;
  Drop drop;
  unsigned queue;
  bool ce;
};
struct Sent {
  std::uint64_t bytes;
  unsigned queue;
  bool marked;
};
using Queues = std::array<QueueCounters, model::kQueues>;

bool reaches_a_queue(Drop drop) {
  return drop == Drop::kNone || drop == Drop::kQueueLimit || drop == Drop::kPortLimit ||
         drop == Drop::kBuffer || drop == Drop::kRed;
}

/// Runs the block and the model side by side, a clock at a time.
class QueueStatsRtl : public ::testing::Test {
 protected:
  void clock(std::optional<Arrive> arrive, std::optional<Sent> sent, bool snapshot = false,
             bool clear = false) {
    // Fields of an event that does not happen are noise, as are those of tags.
    const Arrive in = arrive.value_or(Arrive{0x5A5A, Drop::kNone, 6, true});
    const Sent out = sent.value_or(Sent{0x1234, 5, true});
    dut_->events_i = test::BitPacker()
                         .put(arrive.has_value(), 1)
                         .put(in.bytes, 16)
                         .put(static_cast<unsigned>(in.drop), 3)
                         .put(sent.has_value(), 1)
                         .put(out.bytes, 14)
                         .put(random_() & 0xFF, 8)
                         .put(in.queue, 3)
                         .put(random_() & 1, 1)
                         .put(in.ce, 1)
                         .put(out.queue, 3)
                         .put(out.marked, 1)
                         .narrow();
    dut_->snapshot_i = snapshot;
    dut_->clear_i = clear;
    test::BitWriter levels(dut_->watermark_i, 8 * 24);
    test::BitWriter depths(dut_->depth_i, 8 * 24);
    for (unsigned q = model::kQueues; q-- > 0;) {
      levels.put(watermark(q), 24);
      depths.put(depth(q), 24);
    }
    dut_.settle();
    dut_.edge();
    if (snapshot) {
      snapshot_ = live_;
      if (clear) live_ = {};
    }
    if (arrive && reaches_a_queue(arrive->drop)) {
      model::count_queue_arrive(live_.at(arrive->queue), arrive->bytes, arrive->drop, arrive->ce);
    }
    if (sent) model::count_queue_sent(live_.at(sent->queue), sent->bytes, sent->marked);
  }
  void idle() { clock(std::nullopt, std::nullopt); }

  static std::uint32_t watermark(unsigned queue) { return 0x800000 + 0x1111 * queue; }
  static std::uint32_t depth(unsigned queue) { return 0x400000 + 0x777 * queue; }

  std::uint64_t read(unsigned queue, std::size_t counter) {
    std::uint64_t value = 0;
    for (unsigned half = 0; half < 2; ++half) {
      dut_->rd_req_i = 1;
      dut_->rd_word_i = static_cast<std::uint8_t>(queue << 5 | counter << 1 | half);
      idle();
      dut_->rd_req_i = 0;
      EXPECT_EQ(dut_->rd_ack_o, 1);
      value |= std::uint64_t{dut_->rd_data_o} << (32 * half);
      idle();
      EXPECT_EQ(dut_->rd_ack_o, 0);
    }
    return value;
  }

  void check_snapshot() {
    idle();
    idle();
    for (unsigned q = 0; q < model::kQueues; ++q) {
      QueueCounters expected = snapshot_[q];
      expected.watermark = watermark(q);
      expected.depth = depth(q);
      for (std::size_t i = 0; i < model::kQueueCounters; ++i) {
        ASSERT_EQ(read(q, i), expected.*model::kQueueCounterMembers[i])
            << model::kQueueCounterNames[i] << " of queue " << q;
      }
      ASSERT_EQ(read(q, 14), 0U);
      ASSERT_EQ(read(q, 15), 0U);
    }
  }

  std::optional<Arrive> random_arrive() {
    if (random_() % 3 == 0) return std::nullopt;
    return Arrive{14 + random_() % 9'587, static_cast<Drop>(random_() % 8),
                  static_cast<unsigned>(random_() % 8), random_() % 3 == 0};
  }
  std::optional<Sent> random_sent() {
    if (random_() % 3 == 0) return std::nullopt;
    return Sent{14 + random_() % 9'587, static_cast<unsigned>(random_() % 8), random_() % 3 == 0};
  }

  std::mt19937_64 random_{11};
  test::Clocked<Vrtl_queue_stats> dut_;
  Queues live_{}, snapshot_{};
};

TEST_F(QueueStatsRtl, AllIsZeroAfterResetButTheLevelsThatAreGiven) {
  check_snapshot();
  clock(std::nullopt, std::nullopt, true);
  check_snapshot();
}

TEST_F(QueueStatsRtl, EveryFateCountsInItsOwnPlaceOfItsOwnQueue) {
  for (unsigned drop = 0; drop < 8; ++drop) {
    for (const bool ce : {false, true}) {
      clock(Arrive{100 + drop, static_cast<Drop>(drop), drop, ce}, std::nullopt);
      clock(std::nullopt, Sent{70 + drop, drop, ce});
      clock(std::nullopt, std::nullopt, true, true);
      ASSERT_NO_FATAL_FAILURE(check_snapshot()) << "drop " << drop;
    }
  }
}

TEST_F(QueueStatsRtl, SnapshotsInEveryClockLoseAndDoubleNothing) {
  random_.seed(test::seed(211));
  for (int i = 0; i < 3'000; ++i) {
    clock(random_arrive(), random_sent(), true, random_() % 2 == 0);
    if (i % 100 == 0) {
      ASSERT_NO_FATAL_FAILURE(check_snapshot());
    }
  }
}

TEST_F(QueueStatsRtl, EventsOfTheVeryClockOfASnapshotComeAfterIt) {
  clock(Arrive{64, Drop::kNone, 3, true}, Sent{64, 3, true}, true);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  EXPECT_EQ(snapshot_[3].rx_frames, 0U);
  clock(std::nullopt, std::nullopt, true, true);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  EXPECT_EQ(snapshot_[3].rx_frames, 1U);
  EXPECT_EQ(snapshot_[3].marked_frames, 1U);
}

TEST_F(QueueStatsRtl, AgreesWithTheModelUnderRandomTrafficAndSnapshots) {
  random_.seed(test::seed(212));
  for (int round = 0; round < 40; ++round) {
    for (std::uint64_t i = random_() % 300; i > 0; --i) clock(random_arrive(), random_sent());
    clock(random_arrive(), random_sent(), true, random_() % 2 == 0);
    ASSERT_NO_FATAL_FAILURE(check_snapshot());
  }
}

TEST_F(QueueStatsRtl, ResetForgetsLiveCountersAndSnapshot) {
  for (int i = 0; i < 100; ++i) clock(random_arrive(), random_sent(), i % 7 == 0);
  dut_->rst_ni = 0;
  idle();
  dut_->rst_ni = 1;
  live_ = snapshot_ = {};
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  clock(std::nullopt, std::nullopt, true);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
}

}  // namespace
}  // namespace sluice
