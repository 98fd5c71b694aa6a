// SPDX-License-Identifier: Apache-2.0
// Headroom and thresholds against sums made by hand.
#include "sw-driver/device/headroom.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sluice::driver {
namespace {

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const HeadroomError& error) {
    return error.what();
  }
  return "accepted";
}

// 12 MB, 32 ports, 8 priorities: 256 queues x 22,400 = 5,734,400 reserved, 6,265,600 shared.
TEST(Headroom, ThePapersThresholdsToTheByte) {
  const DcqcnThresholds t = dcqcn_thresholds({.in_flight = 22'400});
  EXPECT_EQ(t.reserved, 5'734'400U);
  EXPECT_EQ(t.shared, 6'265'600U);
  EXPECT_EQ(t.pfc, 24'475U);      // 6,265,600 / 256, no remainder
  EXPECT_EQ(t.ecn_static, 764U);  // below 24,475 / 32 = 764.8: less than a frame
  EXPECT_EQ(t.ecn, 21'755U);      // below 8 x 6,265,600 / (256 x 9) = 21,755.6
  EXPECT_EQ(t.occupied, 5'569'280U);
  EXPECT_EQ(t.pfc_dynamic, 696'320U);
}

// t_ECN is the highest value with n * t_ECN < beta * (shared - p * n * t_ECN) / p.
TEST(Headroom, TheEcnThresholdMarksFirstAndOneByteMoreDoesNot) {
  for (const std::uint64_t in_flight : {0U, 1U, 7'777U, 22'400U, 46'874U}) {
    for (const std::uint64_t beta : {62'500U, 1'000'000U, 3'333'333U, 8'000'000U, 64'000'000U}) {
      const SwitchOptions options{.in_flight = in_flight, .beta_millionths = beta};
      const DcqcnThresholds t = dcqcn_thresholds(options);
      const auto marks_first = [&](std::uint64_t ecn) {
        const std::uint64_t occupied = 256 * ecn;
        return occupied <= t.shared && 8 * 32 * ecn * 1'000'000 < beta * (t.shared - occupied);
      };
      EXPECT_TRUE(marks_first(t.ecn) || t.ecn == 0) << in_flight << " " << beta;
      EXPECT_FALSE(marks_first(t.ecn + 1)) << in_flight << " " << beta;
    }
  }
}

// Where the bound is a whole number, the threshold lies below it: 1 x 1000 / (1 x 1 x 2) = 500.
TEST(Headroom, ABoundThatIsWholeIsNotReached) {
  const DcqcnThresholds t = dcqcn_thresholds(
      {.buffer = 1000, .ports = 1, .priorities = 1, .in_flight = 0, .beta_millionths = 1'000'000});
  EXPECT_EQ(t.pfc, 1000U);
  EXPECT_EQ(t.ecn_static, 999U);
  EXPECT_EQ(t.ecn, 499U);
}

// 100G, 300 m, MTU 9,000, a VLAN tag: the frame takes 9,000 + 14 + 4 + 4 + 20 = 9,042 bytes;
// 3 us of light are 37,500 bytes; 394 quanta are 25,216.
TEST(Headroom, ALinkOf100GByHand) {
  const LinkHeadroom h =
      link_headroom({.speed_bps = 100'000'000'000, .cable_mm = 300'000, .mtu = 9'000});
  EXPECT_EQ(h.frame, 9'042U);
  EXPECT_EQ(h.own, 9'042U);
  EXPECT_EQ(h.pause, 84U);
  EXPECT_EQ(h.cable, 37'500U);
  EXPECT_EQ(h.local, 0U);
  EXPECT_EQ(h.quanta, 394U);
  EXPECT_EQ(h.response, 25'216U);
  EXPECT_EQ(h.peer, 9'042U);
  EXPECT_EQ(h.total, 80'884U);
}

TEST(Headroom, APartOfAByteCountsAsAByte) {
  // 1 mm at 4.9 ns/m, both ways: 9.8 ps, at 400G 0.49 bytes; 21 ps more are 1.05 bytes.
  const LinkHeadroom h = link_headroom(
      {.speed_bps = 400'000'000'000, .cable_mm = 1, .delay_ps_per_m = 4'900, .local_delay_ps = 21});
  EXPECT_EQ(h.cable, 1U);
  EXPECT_EQ(h.local, 2U);
  EXPECT_EQ(link_headroom({.cable_mm = 0}).cable, 0U);
}

TEST(Headroom, ResponseLimitsOfEverySpeed) {
  const auto quanta = [](std::uint64_t gigabits) {
    return response_quanta(gigabits * 1'000'000'000).value_or(0);
  };
  EXPECT_EQ(quanta(10), 67U);
  EXPECT_EQ(quanta(25), 80U);
  EXPECT_EQ(quanta(40), 118U);
  EXPECT_EQ(quanta(50), 147U);
  EXPECT_EQ(quanta(100), 394U);
  EXPECT_EQ(quanta(200), 453U);
  EXPECT_EQ(quanta(400), 905U);
  EXPECT_EQ(quanta(800), 905U);
  EXPECT_FALSE(response_quanta(1'600'000'000'000));
  EXPECT_EQ(link_headroom({.speed_bps = 1'600'000'000'000, .quanta = 1'000}).response, 64'000U);
}

TEST(Headroom, WhatIsOutOfRangeIsRefusedWithItsBounds) {
  EXPECT_EQ(refusal([] { link_headroom({.mtu = 67}); }),
            "MTU is 67 bytes, expected 68 to 9600 bytes");
  EXPECT_EQ(refusal([] { link_headroom({.tags = 4}); }), "tags is 4, expected 0 to 3");
  EXPECT_EQ(refusal([] { link_headroom({.speed_bps = 33'000'000'000}); }),
            "no response limit is known for 33000000000 bit/s, expected 10G, 25G, 40G, 50G, 100G, "
            "200G, 400G, 800G, or the limit in quanta");
  EXPECT_EQ(refusal([] { link_headroom({.cable_mm = 100'000'001}); }),
            "cable is 100000001 mm, expected 0 to 100000000 mm");
  EXPECT_EQ(refusal([] { dcqcn_thresholds({.ports = 0}); }),
            "number of ports is 0, expected 1 to 4096");
  EXPECT_EQ(refusal([] { dcqcn_thresholds({.in_flight = 46'875}); }),
            "headroom of 32 ports x 8 priorities x 46875 bytes is 12000000 bytes, expected less "
            "than the buffer of 12000000 bytes");
}

}  // namespace
}  // namespace sluice::driver
