// SPDX-License-Identifier: Apache-2.0
// Every frame and byte of every queue is accounted for, whatever happens.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <random>

#include "model/common/wire.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"
#include "tests/support/seed.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::PortBench;

/// What the test knows of one queue by itself.
struct Account {
  std::uint64_t offered = 0, offered_bytes = 0, ce = 0;
  std::uint64_t sent = 0, sent_bytes = 0, marked = 0, marked_bytes = 0, watermark = 0;
  std::uint64_t dropped = 0, dropped_bytes = 0, taken_bytes = 0;
  std::deque<std::pair<std::uint32_t, std::uint64_t>> waiting;  ///< frame, length
  std::uint64_t inside = 0;                                     ///< selected or started
  std::uint64_t inside_bytes = 0;                               ///< as they came in
  std::uint64_t leaving_bytes = 0;                              ///< dropped by RED, not left
  std::uint64_t depth() const {
    std::uint64_t sum = leaving_bytes;
    for (const auto& [frame, length] : waiting) sum += length;
    return sum;
  }
};

class QueueAccounts : public ::testing::Test {
 protected:
  void begin(std::uint64_t seed) {
    random_.seed(seed);
    bench_.buffer.limit = 60'000;
    configure();
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  void configure() {
    for (QueueConfig& queue : bench_.buffer.queue) {
      queue.strict = below(2) == 0;
      queue.quantum = static_cast<std::uint32_t>(9'600 + below(20'000));
      queue.limit = static_cast<std::uint32_t>(2'000 + below(30'000));
      const auto min = static_cast<std::uint32_t>(below(5'000));
      queue.red = {.enable = below(4) != 0,
                   .ecn = below(3) != 0,
                   .above_drop = below(2) == 0,
                   .not_ect_drop = below(2) == 0,
                   .departure = below(3) == 0,
                   .weight = static_cast<std::uint8_t>(below(4)),
                   .probability = static_cast<std::uint32_t>(below(65'537)),
                   .min = min,
                   .max = min + static_cast<std::uint32_t>(below(10'000))};
    }
    bench_.port.action = static_cast<Action>(below(3));
    bench_.activate();
  }

  Bytes random_frame() {
    test::FrameSpec spec{.ethertype = below(2) == 0 ? kEtherIpv4 : kEtherIpv6,
                         .length = 80 + below(below(8) == 0 ? 5'000 : 400)};
    if (below(3) == 0) spec.tag = static_cast<std::uint16_t>(random_());
    Bytes frame = test::make_ip_frame(spec, static_cast<std::uint8_t>(random_()));
    if (below(30) == 0) frame[14] = 0;
    return frame;
  }

  void arrive() {
    const Bytes frame = random_frame();
    const std::uint32_t number = bench_.model.next_frame();
    const Drop drop = bench_.model.arrive(bench_.now, bench_.now, frame, below(50) == 0);
    if (drop == Drop::kBad) return;
    Account& account = accounts_[bench_.model.queue_of(number)];
    ++account.offered;
    account.offered_bytes += frame.size();
    account.ce += bench_.model.last_arrival().ip.ecn == Ecn::kCe;
    if (drop == Drop::kNone) {
      account.waiting.emplace_back(number, frame.size());
    } else {
      ++account.dropped;
      account.dropped_bytes += frame.size();
    }
    if (drop == Drop::kRed) {
      leaving_.emplace_back(number, frame.size());
      leaving_queue_.push_back(bench_.model.queue_of(number));
      account.leaving_bytes += frame.size();
    }
    account.watermark = std::max(account.watermark, account.depth());
    std::uint64_t total = 0;
    for (const Account& other : accounts_) total += other.depth();
    watermark_ = std::max(watermark_, total);
  }

  void leave() {
    if (leaving_.empty()) return;
    bench_.model.leave(bench_.now, leaving_.front().first);
    accounts_[leaving_queue_.front()].leaving_bytes -= leaving_.front().second;
    leaving_.pop_front();
    leaving_queue_.pop_front();
  }

  /// Among random queues that have a frame: the others are paused.
  void select() {
    const auto eligible = static_cast<std::uint8_t>(bench_.model.backlogged() & random_());
    if (eligible == 0) return;
    const unsigned q = bench_.model.expected_queue(eligible);
    ASSERT_NE(eligible >> q & 1, 0);
    Account& account = accounts_[q];
    const auto [frame, length] = account.waiting.front();
    ASSERT_EQ(bench_.model.head(q), frame);
    bench_.model.select(bench_.now, frame, eligible);
    account.waiting.pop_front();
    ++account.inside;
    account.inside_bytes += length;
    selected_.push_back(frame);
    lengths_[frame] = length;
  }

  void start() {
    if (selected_.empty()) return;
    bench_.model.start(bench_.now, selected_.front());
    selected_.pop_front();
  }

  void sent() {
    if (bench_.model.in_flight() == 0) return;
    Departure out = bench_.model.sent(bench_.now);
    Account& account = accounts_[out.queue];
    --account.inside;
    const std::uint64_t length = lengths_.at(out.frame);
    lengths_.erase(out.frame);
    account.inside_bytes -= length;
    account.taken_bytes += length;
    ++account.sent;
    account.sent_bytes += out.bytes.size();
    account.marked += out.marked;
    account.marked_bytes += out.marked ? out.bytes.size() : 0;
    ASSERT_TRUE(!out.marked || is_ect(out.ecn_before));
    bench_.model.recycle(std::move(out));
  }

  void snapshot() {
    const Snapshot part = bench_.model.snapshot(true);
    for (unsigned q = 0; q < kQueues; ++q) {
      for (const auto member : kQueueCounterMembers) total_[q].*member += part.queues[q].*member;
      ASSERT_EQ(part.queues[q].watermark, accounts_[q].watermark);
      ASSERT_EQ(part.queues[q].depth, accounts_[q].depth());
      accounts_[q].watermark = accounts_[q].depth();
    }
    std::uint64_t depth = 0;
    for (const Account& account : accounts_) depth += account.depth();
    ASSERT_EQ(part.buffer.watermark, watermark_);
    ASSERT_EQ(part.buffer.depth, depth);
    watermark_ = depth;
  }

  void check() {
    std::uint64_t depth = 0, cells = 0;
    for (unsigned q = 0; q < kQueues; ++q) {
      const QueueCounters& c = total_[q];
      const Account& a = accounts_[q];
      const std::uint64_t drops =
          c.drop_queue_limit + c.drop_port_limit + c.drop_buffer + c.drop_red;
      ASSERT_EQ(a.offered, c.rx_frames + drops);
      ASSERT_EQ(a.offered_bytes, c.rx_bytes + c.drop_bytes);
      ASSERT_EQ(drops, a.dropped);
      ASSERT_EQ(c.drop_bytes, a.dropped_bytes);
      ASSERT_EQ(c.rx_frames, c.tx_frames + a.waiting.size() + a.inside);
      ASSERT_EQ(c.rx_bytes, a.taken_bytes + (a.depth() - a.leaving_bytes) + a.inside_bytes);
      ASSERT_EQ(c.tx_frames, a.sent);
      ASSERT_EQ(c.tx_bytes, a.sent_bytes);
      ASSERT_EQ(c.ce_arrived, a.ce);
      ASSERT_EQ(c.marked_frames, a.marked);
      ASSERT_EQ(c.marked_bytes, a.marked_bytes);
      ASSERT_EQ(bench_.model.depth(q), a.depth());
      ASSERT_EQ(bench_.model.queued_frames(q), a.waiting.size());
      depth += a.depth();
      for (const auto& [frame, length] : a.waiting) cells += (length + 63) / 64;
    }
    for (const auto& [frame, length] : leaving_) cells += (length + 63) / 64;
    ASSERT_EQ(bench_.model.depth(), depth);
    ASSERT_EQ(bench_.model.cells(), cells);
  }

  std::mt19937_64 random_;
  PortBench bench_;
  std::array<Account, kQueues> accounts_;
  std::array<QueueCounters, kQueues> total_{};
  std::deque<std::pair<std::uint32_t, std::uint64_t>> leaving_;
  std::deque<unsigned> leaving_queue_;
  std::deque<std::uint32_t> selected_;
  std::map<std::uint32_t, std::uint64_t> lengths_;
  std::uint64_t watermark_ = 0;
};

TEST_F(QueueAccounts, OfferedIsAcceptedAndDroppedAndAcceptedIsSentQueuedAndInFlight) {
  begin(test::seed(83));
  for (int i = 0; i < 200'000; ++i) {
    if (below(3) == 0) bench_.now += from_ns(below(100));
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        arrive();
        break;
      case 3:
      case 4:
        select();
        break;
      case 5:
      case 6:
        start();
        break;
      case 7:
      case 8:
        sent();
        break;
      default:
        if (below(2) == 0) leave();
        if (below(100) == 0) configure();
    }
    if (i % 64 == 0) {
      snapshot();
      check();
    }
    if (HasFatalFailure()) return;
  }
  QueueCounters sum;
  for (const QueueCounters& queue : total_) {
    for (const auto member : kQueueCounterMembers) sum.*member += queue.*member;
  }
  for (std::size_t i = 0; i < kQueueCounters; ++i) {
    if (kQueueCounterNames[i] == "drop_buffer") continue;  // the limits are far below the buffer
    EXPECT_GT(sum.*kQueueCounterMembers[i], 0U) << kQueueCounterNames[i] << " was never exercised";
  }
}

}  // namespace
}  // namespace sluice::model
