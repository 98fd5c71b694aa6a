// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/axil/regs_bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kId = 0, kScratch = 0x10, kBusErrors = 0x14;

using ChannelsRtl = RegsBench;

TEST_F(ChannelsRtl, AWriteLandsInEveryOrderOfAddressAndDataAndWithEveryWaitForItsResponse) {
  std::uint32_t value = 1;
  for (unsigned aw = 0; aw < 6; ++aw) {
    for (unsigned w = 0; w < 6; ++w) {
      for (unsigned b = 0; b < 4; ++b) {
        value = value * 1664525U + 1013904223U;
        ASSERT_TRUE(bus_.access({.write = true,
                                 .address = kScratch,
                                 .data = value,
                                 .aw_delay = aw,
                                 .w_delay = w,
                                 .response_delay = b})
                        .ok());
        ASSERT_EQ(bus_.get(kScratch), value) << "AW " << aw << " W " << w << " B " << b;
      }
    }
  }
}

TEST_F(ChannelsRtl, AReadKeepsItsDataUntilItIsTaken) {
  bus_.set(kScratch, 0xCAFE'F00D);
  for (unsigned r = 0; r < 20; ++r) {
    const AxilAnswer answer =
        bus_.access({.address = kScratch, .ar_delay = r % 3, .response_delay = r});
    EXPECT_TRUE(answer.ok());
    EXPECT_EQ(answer.data, 0xCAFE'F00D);
  }
}

TEST_F(ChannelsRtl, StrobesWriteTheirBytesAlone) {
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    bus_.set(kScratch, 0x1122'3344);
    ASSERT_TRUE(
        bus_.access({.write = true, .address = kScratch, .data = 0xAABB'CCDD, .strobes = strobes})
            .ok());
    std::uint32_t expected = 0;
    for (unsigned i = 0; i < 4; ++i) {
      expected |= ((strobes >> i & 1) != 0 ? 0xAABB'CCDD : 0x1122'3344) & 0xFFU << 8 * i;
    }
    EXPECT_EQ(bus_.get(kScratch), expected) << "strobes " << strobes;
  }
}

TEST_F(ChannelsRtl, StrobesReachTheTables) {
  shadow_.words[9] = 0x1122'3344;
  bus_.access({.write = true, .address = 0x1024, .data = 0xAABB'CCDD, .strobes = 6});
  EXPECT_EQ(shadow_.words[9], 0x11BB'CC44U);
  EXPECT_EQ(shadow_.requests, 1U);
}

TEST_F(ChannelsRtl, AnOuterPartMayAnswerAtAnyTime) {
  for (external_delay_ = 1; external_delay_ < 40; ++external_delay_) {
    bus_.set(0x12FC, external_delay_);
    EXPECT_EQ(bus_.get(0x12FC), external_delay_);
    active_.words[5] = 3 * external_delay_;
    EXPECT_EQ(bus_.get(0x1414), 3 * external_delay_);
    stats_[0].words[55] = 5 * external_delay_;
    stats_[1].words[55] = 7 * external_delay_;
    queue_stats_[0].words[0x3EC / 4] = 11 * external_delay_;
    queue_stats_[1].words[0x3EC / 4] = 13 * external_delay_;
    EXPECT_EQ(bus_.get(kPortBase + 0x8DC), 5 * external_delay_);
    EXPECT_EQ(bus_.get(kPortBase + 0xFEC), 11 * external_delay_);
    EXPECT_EQ(bus_.get(kPortBase + kPortStep + 0xFEC), 13 * external_delay_);
    EXPECT_EQ(bus_.get(kPortBase + kPortStep + 0x8DC), 7 * external_delay_);
  }
  EXPECT_EQ(shadow_.requests, 2 * 39U);
  EXPECT_EQ(active_.requests, 39U);
}

TEST_F(ChannelsRtl, EveryBitOfAnOuterPartIsCarriedBothWays) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint32_t value = bit < 32 ? 1U << bit : ~(1U << (bit - 32));
    shadow_.words[3] = active_.words[3] = stats_[0].words[3] = stats_[1].words[3] = value;
    EXPECT_EQ(bus_.get(0x100C), value) << "staged tables";
    EXPECT_EQ(bus_.get(0x140C), value) << "tables in force";
    queue_stats_[0].words[3] = queue_stats_[1].words[0x8C / 4] = value;
    EXPECT_EQ(bus_.get(kPortBase + 0xC0C), value) << "statistics of queue 0, port 0";
    EXPECT_EQ(bus_.get(kPortBase + kPortStep + 0xC8C), value) << "statistics of queue 1, port 1";
    EXPECT_EQ(bus_.get(kPortBase + 0x80C), value) << "statistics of port 0";
    EXPECT_EQ(bus_.get(kPortBase + kPortStep + 0x80C), value) << "statistics of port 1";
    bus_.set(0x1010, value);
    EXPECT_EQ(shadow_.words[4], value);
  }
}

TEST_F(ChannelsRtl, ReadsAndWritesThatWaitAtOnceTakeTurns) {
  // Both sides always have the next access ready.
  unsigned writes = 0, reads = 0, longest = 0, in_a_row = 0;
  bool last_was_write = false;
  dut_->s_axil_awvalid = dut_->s_axil_wvalid = dut_->s_axil_arvalid = 1;
  dut_->s_axil_bready = dut_->s_axil_rready = 1;
  dut_->s_axil_awaddr = kScratch;
  dut_->s_axil_wstrb = 0xF;
  dut_->s_axil_araddr = kId;
  for (int i = 0; i < 1000; ++i) {
    settle();
    ASSERT_FALSE(dut_->s_axil_bvalid && dut_->s_axil_rvalid);
    if (dut_->s_axil_bvalid || dut_->s_axil_rvalid) {
      const bool write = dut_->s_axil_bvalid;
      in_a_row = write == last_was_write ? in_a_row + 1 : 1;
      last_was_write = write;
      longest = std::max(longest, in_a_row);
      ++(write ? writes : reads);
      if (!write) {
        ASSERT_EQ(dut_->s_axil_rdata, 0x534C'5543U);
      }
    }
    edge();
  }
  EXPECT_GT(writes, 50U);
  EXPECT_GT(reads, 50U);
  EXPECT_EQ(longest, 1U);
}

TEST_F(ChannelsRtl, AReadDoesNotStopBehindAWriteWithoutData) {
  dut_->s_axil_awvalid = 1;
  dut_->s_axil_awaddr = kScratch;
  settle();
  for (int i = 0; i < 5; ++i) {
    settle();
    const bool taken = dut_->s_axil_awready;
    edge();
    if (taken) dut_->s_axil_awvalid = 0;
  }
  dut_->s_axil_arvalid = dut_->s_axil_rready = 1;
  dut_->s_axil_araddr = kId;
  bool answered = false;
  for (int i = 0; i < 20 && !answered; ++i) {
    settle();
    EXPECT_FALSE(dut_->s_axil_bvalid);
    const bool taken = dut_->s_axil_arready;
    answered = dut_->s_axil_rvalid;
    edge();
    if (taken) dut_->s_axil_arvalid = 0;
  }
  EXPECT_TRUE(answered);
}

TEST_F(ChannelsRtl, IdleIsLowFromTheFirstValidToTheResponse) {
  each_settle_ = [this] {
    const bool valid = dut_->s_axil_awvalid || dut_->s_axil_wvalid || dut_->s_axil_arvalid;
    if (valid || dut_->s_axil_bvalid || dut_->s_axil_rvalid) {
      EXPECT_FALSE(dut_->idle_o);
    }
  };
  for (int i = 0; i < 5; ++i) bus_.idle();
  EXPECT_TRUE(dut_->idle_o);
  for (unsigned d = 0; d < 5; ++d) {
    bus_.access({.write = true, .address = 0x1000, .aw_delay = d, .response_delay = 5 - d});
    bus_.idle();
    EXPECT_TRUE(dut_->idle_o);
    bus_.access({.write = true, .address = 0x1000, .w_delay = d, .response_delay = 5 - d});
    bus_.access({.address = 0x1000, .ar_delay = d, .response_delay = d});
    bus_.idle();
    EXPECT_TRUE(dut_->idle_o);
  }
}

TEST_F(ChannelsRtl, ResetInTheMiddleOfAnAccessLeavesNoResponse) {
  for (unsigned at = 0; at < 12; ++at) {
    for (const bool write : {false, true}) {
      external_delay_ = 4;
      dut_->s_axil_awvalid = dut_->s_axil_wvalid = write;
      dut_->s_axil_arvalid = !write;
      dut_->s_axil_awaddr = dut_->s_axil_araddr = 0x1000;
      for (unsigned i = 0; i < at; ++i) {
        settle();
        const bool taken = write ? dut_->s_axil_awready : dut_->s_axil_arready;
        edge();
        if (taken) dut_->s_axil_awvalid = dut_->s_axil_wvalid = dut_->s_axil_arvalid = 0;
      }
      dut_->s_axil_awvalid = dut_->s_axil_wvalid = dut_->s_axil_arvalid = 0;
      dut_->rst_ni = 0;
      shadow_ = External{};
      settle();
      EXPECT_FALSE(dut_->s_axil_bvalid || dut_->s_axil_rvalid);
      EXPECT_FALSE(dut_->s_axil_awready || dut_->s_axil_wready || dut_->s_axil_arready);
      edge();
      dut_->rst_ni = 1;
      for (int i = 0; i < 10; ++i) {
        settle();
        ASSERT_FALSE(dut_->s_axil_bvalid || dut_->s_axil_rvalid) << "reset at clock " << at;
        edge();
      }
    }
  }
  EXPECT_EQ(bus_.get(kBusErrors), 0U);
}

}  // namespace
}  // namespace sluice::test
