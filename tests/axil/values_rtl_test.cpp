// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/axil/regs_bench.hpp"
#include "tests/support/buffer_fields.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

constexpr std::uint32_t kPeriod = 0x100, kNow = 0x108, kCapacity = 0x8;

class ValuesRtl : public RegsBench {
 protected:
  void set_now(std::uint64_t now) {
    dut_->now_i[0] = static_cast<std::uint32_t>(now << 16) | 0xBEEF;
    dut_->now_i[1] = static_cast<std::uint32_t>(now >> 16);
    dut_->now_i[2] = static_cast<std::uint32_t>(now >> 48);
  }
  std::uint64_t staged_capacity(unsigned port) {
    BitReader bits(dut_->staged_port_o, 128);
    std::uint64_t capacity = 0;
    for (unsigned p = kRegsPorts; p-- > 0;) {
      const auto value = static_cast<std::uint64_t>(bits.take(40));
      bits.take(24);
      if (p == port) capacity = value;
    }
    return capacity;
  }
};

TEST_F(ValuesRtl, EveryRegisterHasItsResetValue) {
  for (const auto& [address, info] : register_map()) {
    if (info.holds != 0) {
      EXPECT_EQ(bus_.get(address), info.reset) << std::hex << address;
    }
  }
}

TEST_F(ValuesRtl, IdentificationAndCapabilities) {
  EXPECT_EQ(bus_.get(0x0), 0x534C'5543U) << "SLUC";
  EXPECT_EQ(bus_.get(0x4), 0x0000'0200U) << "version 0.2.0";
  EXPECT_EQ(bus_.get(0x8), 64U | 2U << 16) << "data_w, num_ports";
  EXPECT_EQ(bus_.get(0xC) & 0xFF, 5U) << "compact tags, RED";
  EXPECT_EQ(bus_.get(0x18), 4U << 20) << "bytes of the buffer";
  EXPECT_EQ(bus_.get(0x1C), 64U | 5U << 16) << "bytes of a cell, R";
  for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
    EXPECT_EQ(bus_.get(kPortBase + kPortStep * p), p | 8U << 8) << "index, queues";
  }
}

TEST_F(ValuesRtl, RegistersKeepWhatIsWrittenAndNoWriteTouchesAnother) {
  std::mt19937_64 random(seed(41));
  const auto map = register_map();
  std::vector<std::uint32_t> addresses;
  std::map<std::uint32_t, std::uint32_t> values;
  for (const auto& [address, info] : map) {
    if (info.holds == 0) continue;
    addresses.push_back(address);
    values[address] = info.reset;
  }
  // A low half waits for its high half; both come in force with it.
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> waiting;  // data, bits
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t address = addresses[random() % addresses.size()];
    if (random() % 2 == 0) {
      ASSERT_EQ(bus_.get(address), values[address]) << "step " << i << ", " << std::hex << address;
      continue;
    }
    const RegisterInfo& info = map.at(address);
    const AxilAccess write{.write = true,
                           .address = address,
                           .data = static_cast<std::uint32_t>(random()),
                           .strobes = static_cast<unsigned>(random() & 15),
                           .aw_delay = static_cast<unsigned>(random() % 3),
                           .w_delay = static_cast<unsigned>(random() % 3)};
    std::uint32_t bits = 0;
    for (unsigned b = 0; b < 4; ++b) bits |= (write.strobes >> b & 1) != 0 ? 0xFFU << 8 * b : 0;
    ASSERT_TRUE(bus_.access(write).ok());
    const auto put = [&](std::uint32_t at, std::uint32_t data, std::uint32_t mask) {
      mask &= map.at(at).holds;
      values[at] = (values[at] & ~mask) | (data & mask);
    };
    if (info.buffered_half == 1) {
      auto& [data, mask] = waiting[address];
      data = (data & ~bits) | (write.data & bits);
      mask |= bits;
    } else if (info.buffered_half == 2) {
      if (waiting.contains(address - 4)) {
        put(address - 4, waiting[address - 4].first, waiting[address - 4].second);
        waiting.erase(address - 4);
      }
      put(address, write.data, bits);
      bus_.idle();  // a buffered write lands one clock later
    } else {
      put(address, write.data, bits);
    }
  }
}

TEST_F(ValuesRtl, ABufferedPairIsInForceWholeOrNotAtAll) {
  std::mt19937_64 random(seed(42));
  std::uint64_t period = 1ULL << 32, new_period = period;
  std::array<std::uint64_t, kRegsPorts> capacity{}, new_capacity{};
  each_settle_ = [&] {
    ASSERT_TRUE(dut_->time_period_o == period || dut_->time_period_o == new_period)
        << std::hex << dut_->time_period_o << " is neither " << period << " nor " << new_period;
    for (unsigned p = 0; p < kRegsPorts; ++p) {
      ASSERT_TRUE(staged_capacity(p) == capacity[p] || staged_capacity(p) == new_capacity[p]);
    }
  };
  for (int i = 0; i < 300; ++i) {
    new_period = random() & ((1ULL << 48) - 1);
    bus_.set(kPeriod, static_cast<std::uint32_t>(new_period));
    ASSERT_EQ(dut_->time_period_o, period) << "the low half alone is in force";
    ASSERT_EQ(bus_.get64(kPeriod), period);
    bus_.set(kPeriod + 4, static_cast<std::uint32_t>(new_period >> 32));
    bus_.idle();
    ASSERT_EQ(dut_->time_period_o, new_period);
    period = new_period;
    const unsigned p = random() % kRegsPorts;
    const std::uint32_t at = kPortBase + kPortStep * p + kCapacity;
    new_capacity[p] = random() & ((1ULL << 40) - 1);
    bus_.set(at, static_cast<std::uint32_t>(new_capacity[p]));
    ASSERT_EQ(staged_capacity(p), capacity[p]);
    bus_.set(at + 4, static_cast<std::uint32_t>(new_capacity[p] >> 32));
    bus_.idle();
    ASSERT_EQ(staged_capacity(p), new_capacity[p]);
    capacity[p] = new_capacity[p];
    ASSERT_FALSE(HasFailure());
  }
}

TEST_F(ValuesRtl, NowIsReadWholeWhileItRuns) {
  std::mt19937_64 random(seed(43));
  std::uint64_t now = 0;
  std::uint64_t step = 0;
  bool seen = false;
  std::uint64_t wanted = 0;
  std::vector<std::uint64_t> shown;
  each_clock_ = [&] {
    now += step;
    set_now(now);
    shown.push_back(now);
  };
  for (int i = 0; i < 200; ++i) {
    // The low half turns over all the time.
    now = random();
    step = (1ULL << 32) - 1 + (random() & 3);
    shown.clear();
    const std::uint32_t low = bus_.get(kNow);
    for (unsigned n = random() % 10; n > 0; --n) bus_.idle();
    bus_.get(0x0);  // other reads between the halves do no harm
    const std::uint64_t value = low | std::uint64_t{bus_.get(kNow + 4)} << 32;
    seen = false;
    for (const std::uint64_t at : shown) seen = seen || at == value;
    ASSERT_TRUE(seen) << "read " << i << ": " << std::hex << value << " never was";
    wanted = value;
  }
  EXPECT_NE(wanted, 0U);
}

TEST_F(ValuesRtl, StagedFieldsAreWhereTheMapPutsThem) {
  bus_.set(0x400, 1U | 1U << 1 | 0x1234U << 16);
  bus_.set(0x404, 0x88B5);
  bus_.set(0x408, 3);
  for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
    const std::uint32_t base = kPortBase + kPortStep * p;
    bus_.set64(base + 0x8, 0x12'3456'7890 + p);
    bus_.set(base + 0x10, 33 + p);
    bus_.set(base + 0x14, (0x2345U + p) | 1U << 15 | (1U + p) << 16);
  }
  bus_.idle();
  BitPacker board;
  board.put(1, 1).put(1, 1).put(0x88B5, 16).put(0x1234, 15).put(3, 3);
  EXPECT_EQ(dut_->staged_csig_o, board.narrow());
  BitReader bits(dut_->staged_port_o, 128);
  for (unsigned p = kRegsPorts; p-- > 0;) {
    EXPECT_EQ(static_cast<std::uint64_t>(bits.take(40)), 0x12'3456'7890 + p);
    EXPECT_EQ(static_cast<unsigned>(bits.take(6)), 33 + p);
    EXPECT_EQ(static_cast<unsigned>(bits.take(15)), 0x2345 + p);
    EXPECT_EQ(static_cast<unsigned>(bits.take(1)), 1U);
    EXPECT_EQ(static_cast<unsigned>(bits.take(2)), 1 + p);
  }
}

TEST_F(ValuesRtl, StagedBuffersAreWhereTheMapPutsThem) {
  std::mt19937_64 random(seed(44));
  for (int i = 0; i < 20; ++i) {
    std::array<BufferFields, kRegsPorts> buffers;
    for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
      buffers[p] = BufferFields::any(random);
      for (const auto& [offset, word] : buffers[p].words()) {
        bus_.set(kPortBase + kPortStep * p + offset, word);
      }
    }
    bus_.idle();
    EXPECT_TRUE(load_buffers<kRegsPorts>(dut_->staged_buffer_o) == buffers) << i;
  }
}

TEST_F(ValuesRtl, BuffersInForceReadBackFromTheDesign) {
  std::mt19937_64 random(seed(45));
  for (int i = 0; i < 20; ++i) {
    std::array<BufferFields, kRegsPorts> buffers;
    for (BufferFields& buffer : buffers) buffer = BufferFields::any(random);
    store_buffers(buffers, dut_->buffer_i);
    for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
      for (const auto& [offset, word] : buffers[p].words()) {
        EXPECT_EQ(bus_.get(kPortBase + kPortStep * p + offset + 0x300), word)
            << std::hex << offset << " of port " << p;
      }
    }
  }
}

TEST_F(ValuesRtl, WhatIsInForceReadsBackFromTheDesign) {
  BitPacker board;
  board.put(1, 1).put(0, 1).put(0x88B5, 16).put(0x1234, 15).put(4, 3);
  dut_->csig_i = board.narrow();
  BitPacker both;
  for (unsigned p = kRegsPorts; p-- > 0;) {
    both.put(0x98'7654'3210 + p, 40).put(50 + p, 6).put(0x2222 + p, 15).put(p, 1).put(2 - p, 2);
  }
  both.store(dut_->port_i, 4);
  BitPacker status;
  status.put(1, 1).put(8, 4).put(2, 2).put(17, 5).put(33, 6).put(6, 3);
  dut_->status_i = static_cast<std::uint32_t>(status.narrow());
  EXPECT_EQ(bus_.get(0x420), 1U | 0x1234U << 16);
  EXPECT_EQ(bus_.get(0x424), 0x88B5U);
  EXPECT_EQ(bus_.get(0x428), 4U);
  EXPECT_EQ(bus_.get(0x410), 1U | 8U << 1 | 2U << 5 | 17U << 8 | 6U << 13 | 33U << 16);
  for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
    const std::uint32_t base = kPortBase + kPortStep * p;
    EXPECT_EQ(bus_.get64(base + 0x20), 0x98'7654'3210 + p);
    EXPECT_EQ(bus_.get(base + 0x28), 50 + p);
    EXPECT_EQ(bus_.get(base + 0x2C), (0x2222U + p) | p << 15 | (2 - p) << 16);
  }
}

TEST_F(ValuesRtl, CommandsLastOneClockAndGoCarriesItsMask) {
  unsigned go = 0, snapshot = 0, clear = 0, tables = 0;
  each_settle_ = [&] {
    if (dut_->go_o) {
      ++go;
      tables = dut_->tables_o;
    }
    snapshot += dut_->snapshot_o;
    clear += dut_->clear_o;
    EXPECT_FALSE(dut_->clear_o && !dut_->snapshot_o);
  };
  const auto expect_counts = [&](unsigned goes, unsigned snapshots, unsigned clears) {
    for (int i = 0; i < 5; ++i) bus_.idle();
    // idle() and access() settle once a clock, so a pulse counts once for each clock.
    EXPECT_EQ(go, goes);
    EXPECT_EQ(snapshot, snapshots);
    EXPECT_EQ(clear, clears);
    go = snapshot = clear = 0;
  };
  bus_.set(0x40C, 1U | 5U << 1);
  expect_counts(1, 0, 0);
  EXPECT_EQ(tables, 5U);
  bus_.set(0x40C, 6U << 1);
  expect_counts(0, 0, 0);
  EXPECT_EQ(bus_.get(0x40C), 6U << 1) << "go reads as 0";
  bus_.set(0x20, 1);
  expect_counts(0, 1, 0);
  bus_.set(0x20, 3);
  expect_counts(0, 1, 1);
  bus_.set(0x20, 2);
  expect_counts(0, 0, 0);
  bus_.access({.write = true, .address = 0x20, .data = 3, .strobes = 0xE});
  expect_counts(0, 0, 0);
}

}  // namespace
}  // namespace sluice::test
