// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/csig_ctrl/bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

class ActivationRtl : public CtrlBench {
 protected:
  void stage_others(std::mt19937_64& random) {
    csig = {true, false, 0xABCD, 0x7FFF, 4};
    ports[0] = {(1ULL << 40) - 1, 63, 0x7FFF, true, 2};
    ports[1] = {12'345, 0, 1, false, 1};
    for (BufferFields& buffer : buffers) buffer = BufferFields::any(random);
  }
  void write_all_tables() {
    for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(t, t + 1));
  }
};

TEST_F(ActivationRtl, ResetLeavesTheResetValuesInForce) {
  settle();
  EXPECT_EQ(force(), CtrlForce{});
  EXPECT_EQ(status(), CtrlStatus{});
  EXPECT_TRUE(dut_->idle_o);
}

TEST_F(ActivationRtl, PutsEveryFieldAndTableInForceInOneClock) {
  std::mt19937_64 random{seed(48)};
  // activate() holds each clock against the whole of before or the whole of after.
  for (const unsigned tables : {7U, 0U, 1U, 2U, 4U, 5U}) {
    stage_others(random);
    csig.node_locator = static_cast<std::uint16_t>(tables);
    write_all_tables();
    mask = tables;
    activate_well();
  }
}

TEST_F(ActivationRtl, TakesTheValuesThatWereStagedInTheClockOfGo) {
  std::mt19937_64 random{seed(48)};
  write_all_tables();
  stage_others(random);
  mask = 7;
  settle();
  const CtrlForce wanted{csig, ports, buffers, force().banks ^ mask};
  clock(true);
  csig = {false, true, 1, 2, 7};
  ports[0] = {9, 9, 9, false, 3};
  for (BufferFields& buffer : buffers) buffer = BufferFields::any(random);
  ports[1] = {8, 8, 8, true, 3};
  mask = 0;
  for (unsigned i = 0; i < kActivationBound && !dut_->activate_o; ++i) clock();
  ASSERT_TRUE(dut_->activate_o);
  EXPECT_EQ(force(), wanted);
}

TEST_F(ActivationRtl, IgnoresAGoWhileBusyAtEveryClock) {
  std::mt19937_64 random{seed(48)};
  write_all_tables();
  stage_others(random);
  mask = 7;
  const auto first = activate_well();
  for (unsigned at = 1; at < first.clocks; ++at) {
    write_all_tables();
    stage_others(random);
    ports[1].overhead = at % 64;
    mask = 7;
    settle();
    const CtrlForce wanted{csig, ports, buffers, force().banks ^ mask};
    clock(true);
    unsigned flags = 0;
    for (unsigned i = 1; i < 2 * first.clocks + 10; ++i) {
      if (i == at) {
        csig.tpid = 0x1111;
        csig.wide = true;
        mask = 1;
      }
      settle(i == at);
      flags += dut_->activate_o + 2 * dut_->refused_o;
      edge();
    }
    ASSERT_EQ(flags, 1U) << "second go at clock " << at;
    ASSERT_EQ(force(), wanted) << "second go at clock " << at;
  }
}

TEST_F(ActivationRtl, RestsEveryMeterForAnIntervalAndOneForItsCapacity) {
  csig.interval = 2;
  EXPECT_EQ(activate_well().rest, 3U);
  EXPECT_EQ(activate_well().rest, 0U) << "nothing changed";
  ports[1].capacity = 1;
  EXPECT_EQ(activate_well().rest, 2U);
  ports[0].capacity = 1ULL << 39;
  EXPECT_EQ(activate_well().rest, 1U);
  csig.tpid = 3;
  csig.node_locator = 3;
  ports[0].overhead = ports[1].overhead = 3;
  ports[0].locator = ports[1].locator = 3;
  ports[0].action = ports[1].action = 1;
  EXPECT_EQ(activate_well().rest, 0U) << "no interval, no capacity";
  csig.interval = 0;
  ports[0].capacity = 5;
  EXPECT_EQ(activate_well().rest, 3U);
}

TEST_F(ActivationRtl, ATableThatWasActivatedOnceNeedNotBeInTheMask) {
  csig.enable = true;
  write_all_tables();
  mask = 7;
  activate_well();
  for (mask = 0; mask < 8; ++mask) {
    write_all_tables();
    activate_well();
  }
}

TEST_F(ActivationRtl, ResetAtEveryClockOfAnActivationLeavesNothing) {
  std::mt19937_64 random{seed(48)};
  for (unsigned at = 1; at < 110; ++at) {
    stage_others(random);
    write_all_tables();
    mask = 7;
    clock(true);
    for (unsigned i = 1; i < at; ++i) clock();
    dut_->rst_ni = 0;
    settle();
    ASSERT_EQ(force(), CtrlForce{}) << "reset at clock " << at;
    ASSERT_EQ(status(), CtrlStatus{}) << "reset at clock " << at;
    edge();
    dut_->rst_ni = 1;
    for (unsigned i = 0; i < 120; ++i) {
      settle();
      ASSERT_FALSE(dut_->activate_o || dut_->refused_o) << "reset at clock " << at;
      ASSERT_EQ(dut_->rest_o, 0);
      edge();
    }
    ASSERT_EQ(force(), CtrlForce{}) << "reset at clock " << at;
    ASSERT_TRUE(dut_->idle_o);
    // The tables count as never activated.
    ASSERT_EQ(read_entry(true, 2, 31), 0U);
    mask = 6;
    expect_refusal({.result = CtrlResult::kTableMissing, .table = 0});
    ASSERT_FALSE(HasFailure()) << "reset at clock " << at;
    reset();
  }
}

TEST_F(ActivationRtl, StatusKeepsTheLastResultAndIsBusyMeanwhile) {
  csig.wide = true;
  expect_refusal({.result = CtrlResult::kBadFormat});
  for (int i = 0; i < 20; ++i) clock();
  EXPECT_EQ(status(), (CtrlStatus{.result = CtrlResult::kBadFormat}));
  csig.wide = false;
  activate_well();
  for (int i = 0; i < 20; ++i) clock();
  EXPECT_EQ(status(), (CtrlStatus{.result = CtrlResult::kDone}));
}

}  // namespace
}  // namespace sluice::test
