// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/csig_ctrl/bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

struct Broadcast {
  bool en = false;
  unsigned bank = 0, table = 0, bucket = 0;
  bool high = false;
  std::uint32_t data = 0, enables = 0;
  friend bool operator==(const Broadcast&, const Broadcast&) = default;
};

class TablesRtl : public CtrlBench {
 protected:
  Broadcast broadcast() {
    BitReader bits(dut_->table_wr_o, 74);
    Broadcast b;
    b.en = bits.take(1) != 0;
    b.bank = static_cast<unsigned>(bits.take(1));
    b.table = static_cast<unsigned>(bits.take(2));
    b.bucket = static_cast<unsigned>(bits.take(5));
    b.high = bits.take(1) != 0;
    b.data = static_cast<std::uint32_t>(bits.take(32));
    b.enables = static_cast<std::uint32_t>(bits.take(32));
    return b;
  }
};

TEST_F(TablesRtl, AccessesWaitWhileBusyAndWritesUntilNoLookupUsesTheOldBank) {
  for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(9, 4));
  mask = 7;
  activate_well();
  for (unsigned at = 0; at < 120; ++at) {
    for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(9, 4));
    for (const bool write : {false, true}) {
      write_entry(1, 7, 9 + 4 * 7);
      // Entry 7 of a table that is checked: a write that came early would be in force.
      const Access wanted{
          .write = write, .address = 8 * (32 + 7), .data = 0xFFFF'FFFF, .enables = ~0U};
      settle(true, at == 0 ? &wanted : nullptr);
      bool asked = at == 0, answer = false;
      unsigned activated = 0;
      for (unsigned i = 0; i < 2 * kActivationBound && !answer; ++i) {
        if (i > 0) {
          settle(false, i == at ? &wanted : nullptr);
          asked = asked || i == at;
        }
        if (dut_->activate_o) activated = i;
        const bool after = activated != 0;
        if (answered()) {
          ASSERT_TRUE(asked);
          ASSERT_TRUE(after) << "answered while busy, asked at clock " << at;
          if (write) {
            // A start in the clock before activate_o reads its bank for kLookupClocks more.
            ASSERT_GE(i, activated - 1 + kLookupClocks) << "asked at clock " << at;
            ASSERT_LE(i, std::max(at, activated - 1 + kLookupClocks) + 2) << "asked at " << at;
          }
          answer = true;
        }
        if (broadcast().en) {
          ASSERT_TRUE(after && i >= activated - 1 + kLookupClocks) << "asked at " << at;
        }
        edge();
      }
      ASSERT_TRUE(answer) << "asked at clock " << at;
      ASSERT_EQ(read_entry(true, 1, 7), 9U + 4 * 7);
      if (!write) {
        for (unsigned i = 0; i < 20; ++i) clock();
      } else {
        ASSERT_EQ(read_entry(false, 1, 7), 0xFFFF'FFFFU);
      }
    }
  }
}

TEST_F(TablesRtl, ReadsTakeThreeClocksAndWritesTwoWhereNothingMakesThemWait) {
  for (int i = 0; i < 200; ++i) {
    for (int n = 0; n < i % 7; ++n) {
      clock();
      settle();
      EXPECT_TRUE(dut_->idle_o) << "nothing is under way";
    }
    EXPECT_EQ(access({.write = true, .address = 8, .data = 3}), 2U);
    EXPECT_EQ(access({.address = 8}), 2U);
    EXPECT_EQ(access({.active = true, .address = 8}), 2U);
  }
}

TEST_F(TablesRtl, AnAccessThatWaitsDoesNotDisturbACheckThatFails) {
  CtrlTable falling = rising_table(9, 4);
  falling[20] = 0;
  write_table(0, falling);
  mask = 1;
  clock(true);
  const Access mend{.write = true, .address = 8 * 20, .data = 9 + 4 * 20};
  clock(false, &mend);
  for (unsigned i = 0; i < kActivationBound && !dut_->refused_o; ++i) {
    ASSERT_FALSE(answered() && status().busy);
    clock();
  }
  EXPECT_EQ(status(), (CtrlStatus{.result = CtrlResult::kNotRising, .table = 0, .bucket = 20}));
  for (unsigned i = 0; i < 20; ++i) clock();
  EXPECT_EQ(read_entry(false, 0, 20), 9U + 4 * 20);
  activate_well();
}

TEST_F(TablesRtl, EveryWriteGoesOutOnceToTheBankThatIsNotInForce) {
  std::mt19937_64 random(seed(30));
  for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(9, 4));
  for (int round = 0; round < 4; ++round) {
    mask = static_cast<unsigned>(round == 0 ? 7 : random() & 7);
    for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(9, 4));
    activate_well();
    for (int i = 0; i < 100; ++i) {
      const unsigned table = random() % 3, bucket = random() % 32;
      const bool high = (random() & 1) != 0;
      const auto data = static_cast<std::uint32_t>(random());
      std::uint32_t enables = 0;
      for (unsigned b = 0; b < 4; ++b) enables |= (random() & 1) != 0 ? 0xFFU << 8 * b : 0;
      const Access wanted{.write = true,
                          .address = 8 * (32 * table + bucket) + (high ? 4 : 0),
                          .data = data,
                          .enables = enables};
      settle(false, &wanted);
      unsigned seen = 0;
      for (int c = 0; c < 8; ++c) {
        if (broadcast().en) {
          ++seen;
          const unsigned bank = (force().banks >> table & 1) ^ 1;
          EXPECT_EQ(broadcast(), (Broadcast{true, bank, table, bucket, high, data, enables}));
        }
        edge();
        settle();
      }
      ASSERT_EQ(seen, 1U);
    }
  }
}

TEST_F(TablesRtl, StrobesWriteTheirBytesAlone) {
  write_entry(2, 3, 0x1122'3344'5566'7788);
  access({.write = true, .address = 8 * 67, .data = 0xAABBCCDD, .enables = 0x00FF'00FF});
  access({.write = true, .address = 8 * 67 + 4, .data = 0xAABBCCDD, .enables = 0xFF00'0000});
  EXPECT_EQ(read_entry(false, 2, 3), 0xAA22'3344'55BB'77DDU);
  access({.write = true, .address = 8 * 67, .data = 0, .enables = 0});
  EXPECT_EQ(read_entry(false, 2, 3), 0xAA22'3344'55BB'77DDU);
}

TEST_F(TablesRtl, TheActiveWindowReadsZeroUntilATableIsActivatedThenThatTable) {
  for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(1000 * (t + 1), 7));
  for (unsigned t = 0; t < kCtrlTables; ++t) EXPECT_EQ(read_table(true, t), CtrlTable{});
  mask = 2;
  activate_well();
  EXPECT_EQ(read_table(true, 0), CtrlTable{});
  EXPECT_EQ(read_table(true, 1), rising_table(2000, 7));
  EXPECT_EQ(read_table(true, 2), CtrlTable{});
}

TEST_F(TablesRtl, TheActiveWindowReadsZeroAfterAResetWhateverTheMemoryHolds) {
  mask = 7;
  for (int round = 0; round < 2; ++round) {  // both banks
    for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(1000 * (t + 1), 7));
    activate_well();
  }
  reset();
  for (unsigned t = 0; t < kCtrlTables; ++t) EXPECT_EQ(read_table(true, t), CtrlTable{});
}

TEST_F(TablesRtl, AfterTheSecondActivationTheStagedTableIsTheOneBefore) {
  write_table(0, rising_table(1, 1));
  mask = 1;
  activate_well();
  write_table(0, rising_table(100, 3));
  EXPECT_EQ(read_table(true, 0), rising_table(1, 1)) << "writes reach what is in force";
  activate_well();
  EXPECT_EQ(read_table(true, 0), rising_table(100, 3));
  EXPECT_EQ(read_table(false, 0), rising_table(1, 1));
  activate_well();
  EXPECT_EQ(read_table(true, 0), rising_table(1, 1));
}

TEST_F(TablesRtl, EqualsAReferenceOverRandomWritesAndActivations) {
  std::mt19937_64 random(seed(31));
  std::array<CtrlTable, kCtrlTables> staged, active{};
  std::array<bool, kCtrlTables> ever{};
  for (unsigned t = 0; t < kCtrlTables; ++t) {
    staged[t] = rising_table(t, 5);
    write_table(t, staged[t]);
  }
  unsigned done = 0, refused = 0;
  for (int round = 0; round < 300; ++round) {
    for (unsigned n = random() % 6; n > 0; --n) {
      const unsigned t = random() % 3, b = random() % 32;
      const std::uint64_t low = b == 0 ? 0 : staged[t][b - 1];
      staged[t][b] = random() % 40 == 0 ? low : low + 1 + random() % 4;
      write_entry(t, b, staged[t][b]);
    }
    mask = random() & 7;
    csig = {(random() & 1) != 0, false, static_cast<std::uint16_t>(random()),
            static_cast<std::uint16_t>(random() & 0x7FFF), static_cast<unsigned>(random() % 5)};
    for (CtrlPort& port : ports) {
      port = {random() & ((1ULL << 40) - 1), static_cast<unsigned>(random() & 63),
              static_cast<unsigned>(random() & 0x7FFF), (random() & 1) != 0,
              static_cast<unsigned>(random() % 3)};
    }
    CtrlStatus expected{.result = CtrlResult::kDone};
    const auto first_missing = [&] {
      for (unsigned t = 0; t < kCtrlTables; ++t) {
        if (csig.enable && (mask >> t & 1) == 0 && !ever[t]) return t;
      }
      return kCtrlTables;
    };
    if (first_missing() < kCtrlTables) {
      expected = {.result = CtrlResult::kTableMissing, .table = first_missing()};
    }
    for (unsigned t = 0; t < kCtrlTables && expected.result == CtrlResult::kDone; ++t) {
      for (unsigned b = 1; b < 32 && (mask >> t & 1) != 0; ++b) {
        if (staged[t][b] > staged[t][b - 1]) continue;
        expected = {.result = CtrlResult::kNotRising, .table = t, .bucket = b};
        break;
      }
    }
    if (expected.result == CtrlResult::kDone) {
      ++done;
      activate_well();
      for (unsigned t = 0; t < kCtrlTables; ++t) {
        if ((mask >> t & 1) == 0) continue;
        std::swap(staged[t], active[t]);
        if (!ever[t]) {  // what the other bank holds is not known yet
          staged[t] = rising_table(random() % 9, 3);
          write_table(t, staged[t]);
        }
        ever[t] = true;
      }
    } else {
      ++refused;
      expect_refusal(expected);
    }
    ASSERT_FALSE(HasFailure()) << "round " << round;
    const unsigned t = random() % 3;
    ASSERT_EQ(read_table(true, t), active[t]) << "round " << round;
    ASSERT_EQ(read_table(false, t), staged[t]) << "round " << round;
    if (expected.result == CtrlResult::kNotRising) {
      staged[expected.table] = rising_table(random() % 9, 3);
      write_table(expected.table, staged[expected.table]);
    }
  }
  EXPECT_GT(done, 100U);
  EXPECT_GT(refused, 20U);
}

}  // namespace
}  // namespace sluice::test
