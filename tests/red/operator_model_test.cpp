// SPDX-License-Identifier: Apache-2.0
// The operator's case: thresholds of 800 kB and 1,200 kB at 100 %, 4,000 packets of 1,024 bytes
// into a paused queue, then drained.
#include <gtest/gtest.h>

#include <vector>

#include "model/common/wire.hpp"
#include "model/port/ideal.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace sluice::model {
namespace {

constexpr unsigned kPackets = 4'000;
constexpr std::uint32_t kLength = 1'024;
constexpr std::uint32_t kMin = 800'000, kMax = 1'200'000;
constexpr unsigned kQueue = 3;

class OperatorCase : public ::testing::Test {
 protected:
  /// Runs it; afterwards marked_[n] belongs to packet n, counted from 1.
  void run(bool departure) {
    BufferConfig buffer;
    buffer.queue[kQueue].red = {.enable = true,
                                .ecn = true,
                                .departure = departure,
                                .probability = 65'536,
                                .min = kMin,
                                .max = kMax};
    IdealPort port({.speed = 12'500'000'000}, [this](const Departure& out, const IdealTimes&) {
      ASSERT_EQ(out.queue, kQueue);
      ASSERT_EQ(out.frame + 1, marked_.size());
      const bool ce = (out.bytes[15] & 3) == 3;
      ASSERT_EQ(ce, out.marked);
      ASSERT_EQ(test::header_sum(out.bytes, 14), 0xFFFF);
      marked_.push_back(ce);
      depths_.push_back(out.depth_at_decision);
    });
    port.activate(0, {}, {}, buffer);
    port.pause(kQueue, true, 0);
    const test::Bytes packet =
        test::make_ip_frame({.length = kLength}, static_cast<std::uint8_t>(kQueue << 5 | 0x02));
    for (unsigned n = 0; n < kPackets; ++n) {
      ASSERT_EQ(port.arrive(from_ns(100) * n, 0, packet), Drop::kNone);
    }
    ASSERT_EQ(marked_.size(), 1U) << "nothing leaves a paused queue";
    EXPECT_EQ(port.port().depth(kQueue), kPackets * kLength);
    EXPECT_EQ(port.port().watermark(kQueue), kPackets * kLength);
    port.pause(kQueue, false, from_ns(1'000'000));
    port.drain();
    ASSERT_EQ(marked_.size(), kPackets + 1);
    std::uint64_t count = 0;
    for (const bool marked : marked_) count += marked;
    const QueueCounters counters = port.port().queue_counters(kQueue);
    EXPECT_EQ(counters.marked_frames, count);
    EXPECT_EQ(counters.marked_bytes, count * kLength);
    EXPECT_EQ(counters.ce_arrived, 0U);
    EXPECT_EQ(counters.drop_red, 0U);
    EXPECT_EQ(counters.tx_frames, kPackets);
  }

  std::vector<bool> marked_ = {false};
  std::vector<std::uint32_t> depths_ = {0};
};

// Packet n finds n * 1,024 bytes, itself included. 781 * 1,024 = 799,744 is below min,
// 782 * 1,024 = 800,768 is not; 1,171 * 1,024 = 1,199,104 is not above max, 1,172 * 1,024 =
// 1,200,128 is. The 390 packets between draw, from seed 1.
TEST_F(OperatorCase, AtArrivalNoneIsMarkedBeforePacket782AndAllFromPacket1172) {
  run(false);
  Xorshift32 random(1);
  unsigned between = 0;
  for (unsigned n = 1; n <= kPackets; ++n) {
    ASSERT_EQ(depths_[n], n * kLength);
    if (n < 782) {
      ASSERT_FALSE(marked_[n]) << n;
    } else if (n >= 1'172) {
      ASSERT_TRUE(marked_[n]) << n;
    } else {
      ++between;
      const std::uint64_t draw = random.draw();
      ASSERT_EQ(marked_[n], draw * 400'000 < 65'536ULL * (n * kLength - kMin)) << n;
    }
  }
  EXPECT_EQ(between, 390U);
}

// When packet n is selected, 4,001 - n packets are there, itself included. So 4,001 - n >= 1,172,
// that is n <= 2,829, is above max; 782 <= 4,001 - n <= 1,171, that is 2,830 .. 3,219, draws; the
// last 781 are below min.
TEST_F(OperatorCase, AtDepartureTheFirst2829AreMarkedAndTheLast781AreNot) {
  run(true);
  Xorshift32 random(1);
  unsigned between = 0;
  for (unsigned n = 1; n <= kPackets; ++n) {
    ASSERT_EQ(depths_[n], (4'001 - n) * kLength);
    if (n <= 2'829) {
      ASSERT_TRUE(marked_[n]) << n;
    } else if (n >= 3'220) {
      ASSERT_FALSE(marked_[n]) << n;
    } else {
      ++between;
      const std::uint64_t draw = random.draw();
      ASSERT_EQ(marked_[n], draw * 400'000 < 65'536ULL * ((4'001 - n) * kLength - kMin)) << n;
    }
  }
  EXPECT_EQ(between, 390U);
}

}  // namespace
}  // namespace sluice::model
