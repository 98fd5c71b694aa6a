// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>

#include "Vrtl_stats.h"
#include "model/stats/stats.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

using model::Counters;
using model::Drop;
using model::Outcome;
using model::SentFrame;

struct Arrive {
  std::uint64_t bytes;
  Drop drop;
  bool broken = false;  ///< its IP header
};

/// Runs the block and the model side by side, a clock at a time.
class StatsRtl : public ::testing::Test {
 protected:
  void clock(std::optional<Arrive> arrive, std::optional<SentFrame> sent, bool snapshot = false,
             bool clear = false) {
    // Fields of an event that does not happen are noise.
    const Arrive in = arrive.value_or(Arrive{0xA5A5, Drop::kBad, true});
    const SentFrame out = sent.value_or(SentFrame{0x1234, Outcome::kEqual, 1, true});
    dut_->events_i = test::BitPacker()
                         .put(arrive.has_value(), 1)
                         .put(in.bytes, 16)
                         .put(static_cast<unsigned>(in.drop), 3)
                         .put(sent.has_value(), 1)
                         .put(out.bytes, 14)
                         .put(static_cast<unsigned>(out.outcome), 4)
                         .put(out.signal, 3)
                         .put(out.mac_control, 1)
                         .put(random_() & 7, 3)  // the queues' part: counted elsewhere
                         .put(in.broken, 1)
                         .put(random_() & 31, 5)
                         .narrow();
    dut_->watermark_i = kWatermark;
    dut_->depth_i = kDepth;
    dut_->snapshot_i = snapshot;
    dut_->clear_i = clear;
    dut_.settle();
    dut_.edge();
    if (snapshot) {
      snapshot_ = live_;
      broken_snapshot_ = broken_;
      if (clear) live_ = {};
      if (clear) broken_ = 0;
    }
    if (arrive) model::count_arrive(live_, arrive->bytes, arrive->drop);
    if (arrive && arrive->broken) ++broken_;
    if (sent) model::count_sent(live_, *sent);
  }

  void idle() { clock(std::nullopt, std::nullopt); }

  /// Reads the snapshot word by word, `traffic` going on, and compares it.
  template <class Traffic>
  void check_snapshot(Traffic traffic) {
    traffic();  // a snapshot can be read two clocks after it was taken
    std::uint64_t value = 0;
    const auto read = [&](std::size_t i) {
      value = 0;
      for (unsigned half = 0; half < 2; ++half) {
        dut_->rd_req_i = 1;
        dut_->rd_word_i = static_cast<std::uint8_t>(2 * i + half);
        traffic();
        dut_->rd_req_i = 0;
        ASSERT_EQ(dut_->rd_ack_o, 1) << "counter " << i;
        value |= std::uint64_t{dut_->rd_data_o} << (32 * half);
        traffic();
        ASSERT_EQ(dut_->rd_ack_o, 0);
      }
    };
    for (std::size_t i = 0; i < model::kCounters; ++i) {
      ASSERT_NO_FATAL_FAILURE(read(i));
      ASSERT_EQ(value, snapshot_.*model::kCounterMembers[i]) << model::kCounterNames[i];
    }
    // Behind them: broken IP headers, and the two levels that admission keeps.
    const std::array<std::uint64_t, 3> behind = {broken_snapshot_, kWatermark, kDepth};
    for (std::size_t i = 0; i < behind.size(); ++i) {
      ASSERT_NO_FATAL_FAILURE(read(model::kCounters + i));
      ASSERT_EQ(value, behind[i]) << "place " << model::kCounters + i;
    }
  }
  void check_snapshot() {
    check_snapshot([this] { idle(); });
  }

  test::Clocked<Vrtl_stats> dut_;
  static constexpr std::uint32_t kWatermark = 0xABCDEF, kDepth = 0x123456;
  Counters live_, snapshot_;
  std::uint64_t broken_ = 0, broken_snapshot_ = 0;
  std::mt19937_64 random_{3};
};

std::optional<Arrive> random_arrive(std::mt19937_64& random) {
  if (random() % 3 == 0) return std::nullopt;
  return Arrive{random() % 8 == 0 ? random() & 0xFFFF : random() % 9'601,
                static_cast<Drop>(random() % 8), random() % 4 == 0};
}

std::optional<SentFrame> random_sent(std::mt19937_64& random) {
  if (random() % 3 == 0) return std::nullopt;
  SentFrame frame;
  frame.bytes = 14 + random() % 9'587;
  frame.outcome = static_cast<Outcome>(random() % 12);
  const bool supported = model::is_compared(frame.outcome) || frame.outcome == Outcome::kDSet;
  frame.signal = static_cast<std::uint8_t>(random() % (supported ? 3 : 8));
  frame.mac_control = random() % 4 == 0;
  return frame;
}

TEST_F(StatsRtl, AllIsZeroAfterReset) {
  idle();
  check_snapshot();
  clock(std::nullopt, std::nullopt, true);
  check_snapshot();
}

TEST_F(StatsRtl, EveryOutcomeAndSignalCountsInItsOwnPlace) {
  for (unsigned outcome = 0; outcome < 12; ++outcome) {
    for (std::uint8_t signal = 0; signal < 3; ++signal) {
      clock(std::nullopt, SentFrame{100U + outcome, static_cast<Outcome>(outcome), signal, false});
      clock(std::nullopt, std::nullopt, true, true);
      ASSERT_NO_FATAL_FAILURE(check_snapshot()) << "outcome " << outcome << " signal " << +signal;
    }
  }
}

TEST_F(StatsRtl, EveryReasonToDropCountsInItsOwnPlace) {
  for (unsigned drop = 0; drop < 4; ++drop) {
    clock(Arrive{10U + drop, static_cast<Drop>(drop)}, std::nullopt);
    clock(std::nullopt, std::nullopt, true, true);
    ASSERT_NO_FATAL_FAILURE(check_snapshot()) << "drop " << drop;
  }
}

TEST_F(StatsRtl, EventsOfTheVeryClockOfASnapshotComeAfterIt) {
  const Arrive arrive{100, Drop::kRunt};
  const SentFrame sent{200, Outcome::kUpdated, 2, true};
  clock(arrive, sent);
  clock(arrive, sent, true, true);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  clock(arrive, sent, true, false);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  clock(std::nullopt, std::nullopt, true, false);
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
}

TEST_F(StatsRtl, ClearWithoutSnapshotDoesNothing) {
  clock(Arrive{100, Drop::kNone}, std::nullopt);
  clock(std::nullopt, std::nullopt, false, true);
  clock(std::nullopt, std::nullopt, true);
  check_snapshot();
}

TEST_F(StatsRtl, SnapshotsInEveryClockLoseAndDoubleNothing) {
  std::mt19937_64 random(test::seed(89));
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 20; ++i) {
      clock(random_arrive(random), random_sent(random), true, random() % 2 == 0);
    }
    ASSERT_NO_FATAL_FAILURE(check_snapshot());
  }
}

TEST_F(StatsRtl, ByteCountersCarryPast32Bits) {
  for (int i = 0; i < 70'000; ++i) clock(Arrive{65'535, Drop::kOversize}, std::nullopt);
  for (int i = 0; i < 460'000; ++i) {
    clock(std::nullopt,
          SentFrame{9'600, Outcome::kLessSevere, static_cast<std::uint8_t>(i % 3), false});
  }
  clock(std::nullopt, std::nullopt, true);
  EXPECT_GT(snapshot_.tx_bytes, UINT32_MAX);
  EXPECT_GT(snapshot_.rx_bytes, UINT32_MAX);
  EXPECT_GT(snapshot_.drop_bytes, UINT32_MAX);
  check_snapshot();
}

TEST_F(StatsRtl, ASnapshotStaysWhileTrafficGoesOnAndAgreesWithTheModel) {
  std::mt19937_64 random(test::seed(97));
  for (int round = 0; round < 150; ++round) {
    const std::uint64_t clocks = random() % 200;
    for (std::uint64_t i = 0; i < clocks; ++i) clock(random_arrive(random), random_sent(random));
    clock(random_arrive(random), random_sent(random), true, random() % 2 == 0);
    ASSERT_NO_FATAL_FAILURE(check_snapshot([&] {
      clock(random_arrive(random), random_sent(random));
    })) << "round "
        << round;
  }
}

TEST_F(StatsRtl, ResetForgetsLiveCountersAndSnapshot) {
  clock(Arrive{100, Drop::kNone}, SentFrame{100, Outcome::kEqual, 0, false});
  clock(std::nullopt, std::nullopt, true);
  dut_->rst_ni = 0;
  dut_.settle();
  dut_.edge();
  dut_->rst_ni = 1;
  live_ = snapshot_ = {};
  ASSERT_NO_FATAL_FAILURE(check_snapshot());
  clock(std::nullopt, std::nullopt, true);
  check_snapshot();
}

}  // namespace
}  // namespace sluice
