// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/axil/regs_bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kBusErrors = 0x14;

class ErrorsRtl : public RegsBench {
 protected:
  void expect_error(bool write, std::uint32_t address) {
    const std::uint32_t before = bus_.get(kBusErrors);
    const AxilAnswer answer =
        bus_.access({.write = write, .address = address, .data = 0xFFFF'FFFF});
    EXPECT_EQ(answer.response, kSlverr) << (write ? "write " : "read ") << std::hex << address;
    EXPECT_EQ(answer.data, 0U) << "data with an error, " << std::hex << address;
    EXPECT_EQ(bus_.get(kBusErrors), before + 1) << std::hex << address;
  }
};

TEST_F(ErrorsRtl, TheLowTwoAddressBitsChooseNothing) {
  constexpr std::uint32_t kScratch = 0x10;
  for (std::uint32_t low = 0; low < 4; ++low) {
    bus_.set(kScratch + low, 0x1234'5670 + low);
    EXPECT_EQ(bus_.get(kScratch), 0x1234'5670 + low);
    EXPECT_EQ(bus_.get(kScratch + 3 - low), 0x1234'5670 + low);
  }
  EXPECT_EQ(bus_.get(kBusErrors), 0U);
}

TEST_F(ErrorsRtl, AddressesWithoutARegister) {
  for (const std::uint32_t address : {0x24U, 0xFCU, 0x114U, 0x208U, 0x414U, 0x41CU, 0x42CU, 0xFFCU,
                                      0x1FFCU, 0x2000U, 0x80000U, 0xFFFFCU}) {
    expect_error(false, address);
    expect_error(true, address);
  }
}

TEST_F(ErrorsRtl, AddressesOfAPortWithoutARegister) {
  for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
    for (const std::uint32_t offset :
         {0x4U, 0x18U, 0x1CU, 0x30U, 0x130U, 0x214U, 0x300U, 0x7FCU, 0x8F8U, 0x8FCU, 0x900U, 0xC70U,
          0xC7CU, 0xFF0U, 0xFFCU, 0x1000U, 0x3FFCU}) {
      expect_error(false, kPortBase + kPortStep * p + offset);
      expect_error(true, kPortBase + kPortStep * p + offset);
    }
  }
}

TEST_F(ErrorsRtl, PortsThatThisBuildDoesNotHave) {
  for (std::uint32_t p = kRegsPorts; p < 64; ++p) {
    for (const std::uint32_t offset : {0x0U, 0x8U, 0x14U, 0x800U}) {
      expect_error(false, kPortBase + kPortStep * p + offset);
      expect_error(true, kPortBase + kPortStep * p + offset);
    }
  }
}

TEST_F(ErrorsRtl, WritesToReadOnlyRegisters) {
  for (const auto& [address, info] : register_map()) {
    if (!info.writable) expect_error(true, address);
  }
  EXPECT_EQ(active_.requests, 0U) << "a write reached the tables in force";
  for (unsigned p = 0; p < kRegsPorts; ++p) {
    EXPECT_EQ(stats_[p].requests + queue_stats_[p].requests, 0U) << "a write reached statistics";
  }
}

TEST_F(ErrorsRtl, ReadOfTheWriteOnlyCommand) { expect_error(false, 0x20); }

TEST_F(ErrorsRtl, TableEntriesFrom96On) {
  for (std::uint32_t entry = 96; entry < 128; ++entry) {
    for (const std::uint32_t base : {0x1000U, 0x1400U}) {
      for (const std::uint32_t half : {0U, 4U}) {
        expect_error(false, base + 8 * entry + half);
        expect_error(true, base + 8 * entry + half);
      }
    }
  }
  EXPECT_EQ(shadow_.requests + active_.requests, 0U);
}

TEST_F(ErrorsRtl, EveryAddressOfBoardAndPortsAnswersAsTheMapSays) {
  const auto map = register_map();
  std::vector<std::uint32_t> addresses;
  for (std::uint32_t a = 0; a < 0x2000; a += 4) addresses.push_back(a);
  for (std::uint32_t a = 0; a < kRegsPorts * kPortStep; a += 4) addresses.push_back(kPortBase + a);
  std::mt19937_64 random(seed(40));
  for (int i = 0; i < 4000; ++i) {
    addresses.push_back(static_cast<std::uint32_t>(random()) & 0x1F'FFFC);
  }
  unsigned errors = 0;
  for (const std::uint32_t address : addresses) {
    const auto found = map.find(address);
    const RegisterInfo info = found == map.end() ? RegisterInfo{} : found->second;
    ASSERT_EQ(bus_.read(address).ok(), info.readable) << "read " << std::hex << address;
    // Without strobes nothing changes, but the answer is that of any write.
    const AxilAnswer write = bus_.access({.write = true, .address = address, .strobes = 0});
    ASSERT_EQ(write.ok(), info.writable) << "write " << std::hex << address;
    errors += (info.readable ? 0 : 1) + (info.writable ? 0 : 1);
  }
  EXPECT_EQ(bus_.get(kBusErrors), errors);
}

TEST_F(ErrorsRtl, TheCountClearsWhereOnesAreWritten) {
  for (int i = 0; i < 13; ++i) bus_.read(0x24);
  EXPECT_EQ(bus_.get(kBusErrors), 13U);
  bus_.set(kBusErrors, 0);
  EXPECT_EQ(bus_.get(kBusErrors), 13U);
  bus_.set(kBusErrors, 4);
  EXPECT_EQ(bus_.get(kBusErrors), 9U);
  bus_.set(kBusErrors, 0xFFFF'FFFF);
  EXPECT_EQ(bus_.get(kBusErrors), 0U);
  bus_.read(0x24);
  EXPECT_EQ(bus_.get(kBusErrors), 1U);
}

TEST_F(ErrorsRtl, AnErrorCountsOnceHoweverLongItsResponseWaits) {
  bus_.access({.address = 0x24, .response_delay = 30});
  bus_.access({.write = true, .address = 0, .response_delay = 30});
  EXPECT_EQ(bus_.get(kBusErrors), 2U);
}

TEST_F(ErrorsRtl, AnErrorChangesNoRegister) {
  const auto map = register_map();
  const auto values = [&] {
    std::vector<std::uint32_t> all;
    for (const auto& [address, info] : map) {
      if (info.holds != 0) all.push_back(bus_.get(address));
    }
    return all;
  };
  const auto before = values();
  for (const auto& [address, info] : map) {
    if (!info.writable) bus_.write(address, ~0U);
  }
  for (std::uint32_t a = 0x24; a < 0x1000; a += 4) {
    if (!map.contains(a)) bus_.write(a, ~0U);
  }
  for (std::uint32_t p = kRegsPorts; p < 64; ++p) {
    bus_.write(kPortBase + kPortStep * p + 0x10, ~0U);
    bus_.write(kPortBase + kPortStep * p + 0x14, ~0U);
  }
  EXPECT_EQ(values(), before);
}

}  // namespace
}  // namespace sluice::test
