// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>

#include "Vrtl_ram_1r1w.h"
#include "tests/support/seed.hpp"
#include "tests/support/verilated_context.hpp"

namespace sluice {
namespace {

constexpr unsigned kDepth = 12;

class RamRtl : public ::testing::Test {
 protected:
  RamRtl() : context_(test::make_context()), dut_(context_.get()) {
    dut_.clk_i = dut_.we_i = dut_.re_i = 0;
    dut_.eval();
    for (unsigned a = 0; a < kDepth; ++a) write(a, 0, 0xF);
  }
  ~RamRtl() override { dut_.final(); }

  void edge() {
    dut_.eval();
    dut_.clk_i = 1;
    dut_.eval();
    dut_.clk_i = 0;
    dut_.eval();
  }
  void write(unsigned address, std::uint32_t word, unsigned bytes) {
    dut_.we_i = 1;
    dut_.waddr_i = static_cast<std::uint8_t>(address);
    dut_.wdata_i = word;
    dut_.wben_i = static_cast<std::uint8_t>(bytes);
    edge();
    dut_.we_i = 0;
  }
  std::uint32_t read(unsigned address) {
    dut_.re_i = 1;
    dut_.raddr_i = static_cast<std::uint8_t>(address);
    edge();
    dut_.re_i = 0;
    return dut_.rdata_o;
  }

  std::unique_ptr<VerilatedContext> context_;
  Vrtl_ram_1r1w dut_;
};

TEST_F(RamRtl, WritesTheEnabledBytesAlone) {
  for (unsigned bytes = 0; bytes < 16; ++bytes) {
    write(3, 0x11223344, 0xF);
    write(3, 0xAABBCCDD, bytes);
    std::uint32_t expected = 0;
    for (unsigned i = 0; i < 4; ++i) {
      expected |= ((bytes >> i & 1) != 0 ? 0xAABBCCDD : 0x11223344) & 0xFFU << 8 * i;
    }
    EXPECT_EQ(read(3), expected) << "enables " << bytes;
  }
}

TEST_F(RamRtl, HoldsWhatWasReadUntilTheNextRead) {
  write(1, 111, 0xF);
  write(2, 222, 0xF);
  EXPECT_EQ(read(1), 111U);
  dut_.raddr_i = 2;
  edge();
  EXPECT_EQ(dut_.rdata_o, 111U);
  write(1, 112, 0xF);
  EXPECT_EQ(dut_.rdata_o, 111U);
  EXPECT_EQ(read(2), 222U);
}

TEST_F(RamRtl, ReadsAWordThatIsWrittenInTheSameClockAsItWas) {
  write(5, 1, 0xF);
  dut_.re_i = 1;
  dut_.raddr_i = 5;
  write(5, 2, 0xF);
  EXPECT_EQ(dut_.rdata_o, 1U);
  EXPECT_EQ(read(5), 2U);
}

TEST_F(RamRtl, EqualsAnArrayUnderRandomAccesses) {
  std::mt19937_64 random(test::seed(6));
  std::array<std::uint32_t, kDepth> words{};
  std::uint32_t shown = read(0);
  for (int i = 0; i < 50'000; ++i) {
    dut_.re_i = random() & 1;
    dut_.raddr_i = random() % kDepth;
    dut_.we_i = random() & 1;
    dut_.waddr_i = random() % 3 == 0 ? dut_.raddr_i : random() % kDepth;
    dut_.wben_i = random() & 15;
    dut_.wdata_i = static_cast<std::uint32_t>(random());
    if (dut_.re_i != 0) shown = words[dut_.raddr_i];
    if (dut_.we_i != 0) {
      for (unsigned b = 0; b < 4; ++b) {
        const std::uint32_t mask = (dut_.wben_i >> b & 1) != 0 ? 0xFFU << 8 * b : 0;
        words[dut_.waddr_i] = (words[dut_.waddr_i] & ~mask) | (dut_.wdata_i & mask);
      }
    }
    edge();
    ASSERT_EQ(dut_.rdata_o, shown) << "clock " << i;
  }
}

}  // namespace
}  // namespace sluice
