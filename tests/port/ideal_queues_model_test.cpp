// SPDX-License-Identifier: Apache-2.0
// The ideal port with its queues: pause, limits, RED, scheduling.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "model/port/ideal.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace sluice::model {
namespace {

using test::Bytes;

constexpr std::uint64_t kGigabyte = 1'000'000'000;  // bytes a second: a byte a nanosecond

Bytes ip_frame(unsigned queue, std::size_t length, std::uint8_t ecn = 2) {
  return test::make_ip_frame({.length = length}, static_cast<std::uint8_t>(queue << 5 | ecn));
}

class IdealQueues : public ::testing::Test {
 protected:
  struct Left {
    unsigned queue;
    IdealTimes times;
    bool marked;
  };

  IdealQueues()
      : port_({.speed = kGigabyte, .overhead = 0},
              [this](const Departure& out, const IdealTimes& times) {
                left_.push_back({out.queue, times, out.marked});
              }) {}

  void activate(Ticks now = 0) { port_.activate(now, {}, {}, buffer_); }
  std::vector<unsigned> queues() const {
    std::vector<unsigned> result;
    for (const Left& left : left_) result.push_back(left.queue);
    return result;
  }

  BufferConfig buffer_;
  std::vector<Left> left_;
  IdealPort port_;
};

using Queues = std::vector<unsigned>;

TEST_F(IdealQueues, AStrictQueueOvertakesWhatWaitsButNotWhatIsOnTheWire) {
  port_.arrive(0, 0, ip_frame(1, 1'000));
  port_.arrive(from_ns(10), 0, ip_frame(1, 1'000));
  port_.arrive(from_ns(20), 0, ip_frame(6, 500));
  port_.drain();
  EXPECT_EQ(queues(), (Queues{1, 6, 1}));
  EXPECT_EQ(left_[1].times.arrive, from_ns(20));
  EXPECT_EQ(left_[1].times.start, from_ns(1'000));
  EXPECT_EQ(left_[2].times.start, from_ns(1'500));
}

TEST_F(IdealQueues, RoundRobinServesByTheQuanta) {
  for (const unsigned q : {2U, 3U}) {
    buffer_.queue[q].strict = false;
    buffer_.queue[q].quantum = q == 2 ? 10'000 : 20'000;
  }
  activate();
  port_.pause(2, true, 0);
  port_.pause(3, true, 0);
  for (int i = 0; i < 6; ++i) {
    port_.arrive(0, 0, ip_frame(2, 5'000));
    port_.arrive(0, 0, ip_frame(3, 5'000));
  }
  port_.pause(2, false, from_ns(1));
  port_.pause(3, false, from_ns(1));
  port_.drain();
  EXPECT_EQ(queues(), (Queues{2, 2, 3, 3, 3, 3, 2, 2, 3, 3, 2, 2}));
}

TEST_F(IdealQueues, APausedQueueWaitsOthersGoOnAndItsEndLetsItStartAtOnce) {
  port_.pause(6, true, from_ns(5));
  port_.arrive(from_ns(10), 0, ip_frame(6, 100));
  port_.arrive(from_ns(20), 0, ip_frame(1, 100));
  port_.pause(6, false, from_ns(500));
  port_.drain();
  ASSERT_EQ(queues(), (Queues{1, 6}));
  EXPECT_EQ(left_[0].times.start, from_ns(20));
  EXPECT_EQ(left_[1].times.start, from_ns(500));
}

TEST_F(IdealQueues, APauseActsBeforeTheStartsOfItsTimeAndDoesNotCutTheFrameOnTheWire) {
  port_.arrive(0, 0, ip_frame(3, 100));
  port_.arrive(0, 0, ip_frame(3, 100));
  port_.pause(3, true, from_ns(100));
  port_.drain();
  ASSERT_EQ(left_.size(), 1U);
  EXPECT_EQ(left_[0].times.sent, from_ns(100));
  EXPECT_EQ(port_.port().depth(3), 100U) << "stays queued after drain()";
  port_.pause(3, true, from_ns(150));
  port_.pause(3, false, from_ns(160));
  port_.pause(3, false, from_ns(170));
  port_.drain();
  ASSERT_EQ(left_.size(), 2U);
  EXPECT_EQ(left_[1].times.start, from_ns(160));
}

TEST_F(IdealQueues, APauseOfTheTimeOfAnArrivalStillHoldsThatFrame) {
  port_.pause(3, true, from_ns(50));
  port_.arrive(from_ns(50), 0, ip_frame(3, 100));
  port_.drain();
  EXPECT_TRUE(left_.empty());
}

TEST_F(IdealQueues, AnOverloadIsDroppedByItsLimitAndTheSourceGoesOn) {
  buffer_.queue[3].limit = 2'000;
  activate();
  unsigned dropped = 0;
  for (int i = 0; i < 100; ++i) {
    // Twice what the wire takes.
    dropped += port_.arrive(from_ns(500) * i, 0, ip_frame(3, 1'000)) == Drop::kQueueLimit;
    ASSERT_EQ(port_.now(), from_ns(500) * i);
  }
  port_.drain();
  EXPECT_EQ(left_.size() + dropped, 100U);
  // 49.5 frames' time passes; the wire and the queue hold three more at the end.
  EXPECT_EQ(left_.size(), 52U);
  EXPECT_EQ(port_.port().queue_counters(3).drop_queue_limit, dropped);
}

TEST_F(IdealQueues, AFrameThatRedDropsLeavesTheDepthAtOnce) {
  buffer_.queue[3].red = {.enable = true, .above_drop = true, .min = 1'500, .max = 1'500};
  activate();
  port_.pause(3, true, 0);
  EXPECT_EQ(port_.arrive(0, 0, ip_frame(3, 1'000)), Drop::kNone);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(port_.arrive(0, 0, ip_frame(3, 1'000)), Drop::kRed);
    EXPECT_EQ(port_.port().depth(3), 1'000U);
  }
  EXPECT_EQ(port_.arrive(0, 0, ip_frame(3, 500)), Drop::kNone);
}

TEST_F(IdealQueues, PausesThatContradictAreRefused) {
  port_.arrive(from_ns(100), 0, ip_frame(3, 100));
  EXPECT_THROW(port_.pause(3, true, from_ns(99)), std::logic_error);
  EXPECT_THROW(port_.pause(8, true, from_ns(200)), std::logic_error);
}

}  // namespace
}  // namespace sluice::model
