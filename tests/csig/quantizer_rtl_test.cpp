// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <random>
#include <set>

#include "Vrtl_quantizer.h"
#include "model/csig/defaults.hpp"
#include "model/csig/quantizer.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

using model::kBuckets;
using model::kSignals;
using model::Table;

constexpr unsigned kBanks = 2;
constexpr unsigned kLatency = test::kQuantizerLatency;

class QuantizerRtl : public ::testing::Test {
 protected:
  struct Lookup {
    unsigned table, bank;
    std::uint64_t value;
  };

  void put_write(bool en, std::uint64_t bank, std::uint64_t table, std::uint64_t bucket,
                 std::uint64_t high, std::uint64_t data, std::uint64_t enable) {
    test::BitPacker()
        .put(en, 1)
        .put(bank, 1)
        .put(table, 2)
        .put(bucket, 5)
        .put(high, 1)
        .put(data, 32)
        .put(enable, 32)
        .store(dut_->wr_i, 3);
  }

  /// A write that is none: its enable is 0, all else noise.
  void put_no_write() { put_write(false, noise_(), noise_(), noise_(), noise_(), noise_(), ~0U); }

  void write(unsigned bank, unsigned table, unsigned bucket, bool high, std::uint32_t data,
             std::uint32_t enable) {
    put_write(true, bank, table, bucket, high, data, enable);
    clock(std::nullopt);
    put_no_write();
  }

  void load(unsigned bank, unsigned table, const Table& maxima) {
    for (unsigned bucket = 0; bucket < kBuckets; ++bucket) {
      write(bank, table, bucket, false, static_cast<std::uint32_t>(maxima[bucket]), ~0U);
      write(bank, table, bucket, true, static_cast<std::uint32_t>(maxima[bucket] >> 32), ~0U);
    }
    tables_[bank][table] = maxima;
  }

  void drain() {
    for (unsigned i = 0; i <= kLatency; ++i) clock(std::nullopt);
  }

  /// One clock, with or without a lookup that begins; checks what comes out of the one kLatency
  /// ago.
  void clock(std::optional<Lookup> lookup) {
    dut_->valid_i = lookup.has_value();
    const Lookup in = lookup.value_or(Lookup{3, 1, 0x0123'4567'89AB'CDEF});
    dut_->tbl_i = static_cast<std::uint8_t>(in.table);
    dut_->bank_i = static_cast<std::uint8_t>(in.bank);
    dut_->value_i = in.value;
    dut_.settle();
    std::optional<unsigned> expected;
    if (pipe_.size() == kLatency) {
      expected = pipe_.front();
      pipe_.pop_front();
    }
    ASSERT_EQ(dut_->valid_o != 0, expected.has_value());
    if (expected) {
      ASSERT_EQ(dut_->bucket_o, *expected);
    }
    if (lookup) {
      pipe_.push_back(model::quantize(tables_[in.bank][in.table], in.value));
    } else {
      pipe_.push_back(std::nullopt);
    }
    dut_.edge();
  }

  test::Clocked<Vrtl_quantizer> dut_;
  std::mt19937_64 noise_{3};
  std::array<std::array<Table, kSignals>, kBanks> tables_{};
  std::deque<std::optional<unsigned>> pipe_;
};

Table random_table(std::mt19937_64& random) {
  std::set<std::uint64_t> maxima;
  while (maxima.size() < kBuckets) maxima.insert(random() >> (random() % 64));
  Table table;
  std::copy(maxima.begin(), maxima.end(), table.begin());
  return table;
}

TEST_F(QuantizerRtl, BothSidesOfEveryEdgeOfAllDefaultBucketsInBothBanks) {
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    for (unsigned table = 0; table < kSignals; ++table)
      load(bank, table, model::kDefaultTables[table]);
  }
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    for (unsigned table = 0; table < kSignals; ++table) {
      for (const std::uint64_t maximum : model::kDefaultTables[table]) {
        for (const std::uint64_t value : {maximum - 1, maximum, maximum + 1}) {
          clock(Lookup{table, bank, value});
        }
      }
      clock(Lookup{table, bank, 0});
      clock(Lookup{table, bank, UINT64_MAX});
    }
  }
  drain();
}

TEST_F(QuantizerRtl, AHalfIsWrittenByItsEnabledBytesAlone) {
  std::mt19937_64 random(test::seed(67));
  for (unsigned table = 0; table < kSignals; ++table) load(0, table, random_table(random));
  for (int round = 0; round < 300; ++round) {
    // A byte-masked write of anything, then the rest of the half so that the table rises again.
    const unsigned table = random() % kSignals;
    const unsigned bucket = random() % kBuckets;
    const bool high = random() % 2 == 0;
    std::uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; ++byte) mask |= random() % 2 == 0 ? 0xFFU << (8 * byte) : 0;
    const auto right = static_cast<std::uint32_t>(tables_[0][table][bucket] >> (high ? 32 : 0));
    const auto noise = static_cast<std::uint32_t>(random());
    write(0, table, bucket, high, (right & ~mask) | (noise & mask), mask);
    write(0, table, bucket, high, (right & mask) | (noise & ~mask), mask);
    drain();
    const Table& maxima = tables_[0][table];
    for (unsigned n = 0; n < kBuckets; ++n) {
      clock(Lookup{table, 0, maxima[n]});
      clock(Lookup{table, 0, maxima[n] + 1});
    }
    drain();
  }
}

TEST_F(QuantizerRtl, AgreesWithTheModelBackToBackAndWithGapsOnRandomTables) {
  std::mt19937_64 random(test::seed(71));
  for (int round = 0; round < 100; ++round) {
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      for (unsigned table = 0; table < kSignals; ++table) load(bank, table, random_table(random));
    }
    for (int i = 0; i < 1'000; ++i) {
      if (random() % 4 == 0 && round % 2 == 0) {
        clock(std::nullopt);
        continue;
      }
      const auto table = static_cast<unsigned>(random() % kSignals);
      const auto bank = static_cast<unsigned>(random() % kBanks);
      std::uint64_t value = tables_[bank][table][random() % kBuckets] + random() % 3 - 1;
      if (random() % 3 == 0) value = random() >> (random() % 64);
      clock(Lookup{table, bank, value});
    }
    drain();
  }
}

TEST_F(QuantizerRtl, AWriteToOneBankDoesNotDisturbLookupsInTheOther) {
  std::mt19937_64 random(test::seed(73));
  for (unsigned table = 0; table < kSignals; ++table) load(0, table, random_table(random));
  for (int i = 0; i < 20'000; ++i) {
    put_write(true, 1, random() % kSignals, random(), random(), random(), random());
    const auto table = static_cast<unsigned>(random() % kSignals);
    clock(Lookup{table, 0, tables_[0][table][random() % kBuckets] + random() % 2});
  }
  put_no_write();
  drain();
}

}  // namespace
}  // namespace sluice
