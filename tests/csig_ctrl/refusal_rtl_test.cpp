// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "tests/csig_ctrl/bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

class RefusalRtl : public CtrlBench {
 protected:
  /// Something else than the reset values in force, tables 0 and 1 activated.
  RefusalRtl() {
    std::mt19937_64 random(49);
    csig = {false, false, 0x88B5, 77, 2};
    ports[0] = {1'000'000, 20, 3, true, 1};
    ports[1] = {2'000'000, 30, 4, false, 2};
    for (BufferFields& buffer : buffers) buffer = BufferFields::any(random);
    write_table(0, rising_table(10, 5));
    write_table(1, rising_table(20, 6));
    mask = 3;
    activate_well();
    mask = 0;
    // Staged: all of it different from what is in force.
    csig = {false, false, 0x9999, 5, 3};
    ports[0] = {7'000'000, 1, 13, false, 0};
    ports[1] = {8'000'000, 2, 14, true, 1};
    for (BufferFields& buffer : buffers) buffer = BufferFields::any(random);
  }
};

TEST_F(RefusalRtl, IntervalAboveFour) {
  for (csig.interval = 5; csig.interval < 8; ++csig.interval) {
    expect_refusal({.result = CtrlResult::kBadInterval});
  }
}

TEST_F(RefusalRtl, FormatWide) {
  csig.wide = true;
  expect_refusal({.result = CtrlResult::kBadFormat});
}

TEST_F(RefusalRtl, ActionThreeWithTheLowestPort) {
  for (unsigned set = 1; set < 4; ++set) {
    ports[0].action = (set & 1) != 0 ? 3 : 2;
    ports[1].action = (set & 2) != 0 ? 3 : 2;
    expect_refusal({.result = CtrlResult::kBadAction, .port = (set & 1) != 0 ? 0U : 1U});
  }
}

TEST_F(RefusalRtl, AQuantumUnderALongestFrameWithTheLowestPortAndQueue) {
  for (BufferFields& buffer : buffers) {
    for (QueueFields& queue : buffer.queue) queue.strict = true, queue.quantum = 0;
  }
  for (unsigned port = kCtrlPorts; port-- > 0;) {
    for (unsigned q = 8; q-- > 0;) {
      QueueFields& queue = buffers[port].queue[q];
      queue.strict = false;
      for (const std::uint32_t quantum : {0U, 1U, 9'599U}) {
        queue.quantum = quantum;
        expect_refusal({.result = CtrlResult::kBadQuantum, .port = port, .queue = q});
      }
    }
  }
  // Strict queues need none.
  for (QueueFields& queue : buffers[0].queue) queue.strict = true;
  expect_refusal({.result = CtrlResult::kBadQuantum, .port = 1, .queue = 0});
  for (QueueFields& queue : buffers[1].queue) queue.quantum = 9'600;
  activate_well();
}

TEST_F(RefusalRtl, ASeedOfZeroWithTheLowestPort) {
  for (unsigned set = 1; set < 4; ++set) {
    buffers[0].seed = (set & 1) != 0 ? 0 : 1;
    buffers[1].seed = (set & 2) != 0 ? 0 : 0x8000'0000;
    expect_refusal({.result = CtrlResult::kBadSeed, .port = (set & 1) != 0 ? 0U : 1U});
  }
  buffers[0].seed = buffers[1].seed = 0x8000'0000;
  activate_well();
}

TEST_F(RefusalRtl, EnableWithoutATableThatWasEverActivated) {
  csig.enable = true;
  expect_refusal({.result = CtrlResult::kTableMissing, .table = 2});
}

TEST_F(RefusalRtl, MissingTableIsTheLowestAfterResetAndTheMaskCounts) {
  reset();
  csig.enable = true;
  for (unsigned t = 0; t < kCtrlTables; ++t) write_table(t, rising_table(1, 1));
  for (mask = 0; mask < 7; ++mask) {
    const unsigned lowest = (mask & 1) == 0 ? 0 : (mask & 2) == 0 ? 1 : 2;
    expect_refusal({.result = CtrlResult::kTableMissing, .table = lowest});
  }
  mask = 7;
  activate_well();
}

TEST_F(RefusalRtl, DisabledNeedsNoTable) {
  reset();
  activate_well();
}

TEST_F(RefusalRtl, EveryBucketThatDoesNotRise) {
  for (unsigned table = 0; table < kCtrlTables; ++table) {
    CtrlTable maxima = rising_table(100, 10);
    maxima[31] = ~0ULL;  // the highest maximum that there is
    write_table(table, maxima);
    mask = 1U << table;
    for (unsigned bucket = 1; bucket < kCtrlBuckets; ++bucket) {
      for (const std::uint64_t less : {0, 1}) {
        write_entry(table, bucket, maxima[bucket - 1] - less);
        // A later fault does not count: the first one is named.
        if (bucket < 30) write_entry(table, 31, 0);
        expect_refusal({.result = CtrlResult::kNotRising, .table = table, .bucket = bucket});
      }
      write_entry(table, bucket, maxima[bucket]);
      write_entry(table, 31, maxima[31]);
    }
    activate_well();
  }
}

TEST_F(RefusalRtl, MaximaAreComparedInAll64Bits) {
  CtrlTable maxima = rising_table(1, 1);
  for (unsigned b = 0; b < kCtrlBuckets; ++b) maxima[b] = std::uint64_t{b + 1} << 33;
  write_table(2, maxima);
  mask = 4;
  activate_well();
  for (unsigned b = 0; b < kCtrlBuckets; ++b) maxima[b] = (std::uint64_t{40 - b} << 33) + b;
  write_table(2, maxima);
  expect_refusal({.result = CtrlResult::kNotRising, .table = 2, .bucket = 1});
}

// Two neighbours that differ in one bit alone, rising; then falling by that bit, but risen in all
// lower ones. The bits above are alike, and any.
TEST_F(RefusalRtl, EveryBitOfAMaximumDecides) {
  std::mt19937_64 random(seed(47));
  for (unsigned i = 0; i < 256; ++i) {
    const unsigned bit = i % 64;
    const std::uint64_t weight = std::uint64_t{1} << bit;
    std::uint64_t above = random() & ~(2 * weight - 1);
    if (bit < 60) above |= std::uint64_t{1} << 60;  // room for the entries below
    if (above > ~std::uint64_t{0} - 2 * weight - 100) continue;
    CtrlTable maxima{};
    for (unsigned b = 0; b < 15; ++b) maxima[b] = b;
    maxima[15] = above + (bit < 5 ? 0 : 15);
    maxima[16] = maxima[15] | weight;
    for (unsigned b = 17; b < kCtrlBuckets; ++b) maxima[b] = maxima[16] + b;
    write_table(2, maxima);
    mask = 4;
    SCOPED_TRACE("bit " + std::to_string(bit));
    activate_well();
    if (bit < 5) continue;  // too few lower bits
    for (unsigned b = 17; b < kCtrlBuckets; ++b) maxima[b] = maxima[15] + b - 16;
    write_table(2, maxima);
    expect_refusal({.result = CtrlResult::kNotRising, .table = 2, .bucket = 17});
  }
}

TEST_F(RefusalRtl, TablesAreCheckedInOrderAndOnlyThoseOfTheMask) {
  for (unsigned t = 0; t < kCtrlTables; ++t) {
    CtrlTable maxima = rising_table(100, 10);
    maxima[5 + t] = 0;
    write_table(t, maxima);
  }
  for (mask = 1; mask < 8; ++mask) {
    const unsigned lowest = (mask & 1) != 0 ? 0 : (mask & 2) != 0 ? 1 : 2;
    expect_refusal({.result = CtrlResult::kNotRising, .table = lowest, .bucket = 5 + lowest});
  }
  write_table(0, rising_table(1, 2));
  for (mask = 2; mask < 8; ++mask) {
    if (mask == 4) continue;
    const unsigned lowest = (mask & 2) != 0 ? 1 : 2;
    expect_refusal({.result = CtrlResult::kNotRising, .table = lowest, .bucket = 5 + lowest});
  }
  mask = 1;
  activate_well();
}

TEST_F(RefusalRtl, TheFirstOfSeveralFaultsInTheOrderOfTheDocument) {
  CtrlTable falling = rising_table(100, 10);
  falling[9] = 0;
  write_table(0, falling);
  for (unsigned faults = 1; faults < 128; ++faults) {
    csig.interval = (faults & 1) != 0 ? 6 : 3;
    csig.wide = (faults & 2) != 0;
    ports[1].action = (faults & 4) != 0 ? 3 : 1;
    csig.enable = (faults & 8) != 0;  // table 2 was never activated
    mask = (faults & 16) != 0 ? 1 : 0;
    buffers[1].queue[6].strict = false;
    buffers[1].queue[6].quantum = (faults & 32) != 0 ? 9'599 : 9'600;
    buffers[1].seed = (faults & 64) != 0 ? 0 : 5;
    CtrlStatus expected;
    if ((faults & 1) != 0) {
      expected.result = CtrlResult::kBadInterval;
    } else if ((faults & 2) != 0) {
      expected.result = CtrlResult::kBadFormat;
    } else if ((faults & 4) != 0) {
      expected = {.result = CtrlResult::kBadAction, .port = 1};
    } else if ((faults & 32) != 0) {
      expected = {.result = CtrlResult::kBadQuantum, .port = 1, .queue = 6};
    } else if ((faults & 64) != 0) {
      expected = {.result = CtrlResult::kBadSeed, .port = 1};
    } else if ((faults & 8) != 0) {
      expected = {.result = CtrlResult::kTableMissing, .table = 2};
    } else {
      expected = {.result = CtrlResult::kNotRising, .table = 0, .bucket = 9};
    }
    SCOPED_TRACE("faults " + std::to_string(faults));
    expect_refusal(expected);
  }
}

TEST_F(RefusalRtl, TablesInForceStayAndTheStagedOnesToo) {
  CtrlTable falling = rising_table(100, 10);
  falling[31] = 3;
  write_table(1, falling);
  write_table(0, rising_table(500, 1));
  mask = 3;
  expect_refusal({.result = CtrlResult::kNotRising, .table = 1, .bucket = 31});
  EXPECT_EQ(read_table(true, 0), rising_table(10, 5));
  EXPECT_EQ(read_table(true, 1), rising_table(20, 6));
  EXPECT_EQ(read_table(false, 0), rising_table(500, 1));
  EXPECT_EQ(read_table(false, 1), falling);
  // What was staged counts once the fault is mended.
  write_entry(1, 31, 1000);
  activate_well();
  falling[31] = 1000;
  EXPECT_EQ(read_table(true, 0), rising_table(500, 1));
  EXPECT_EQ(read_table(true, 1), falling);
}

// Nothing goes on behind an answer that came without a check of tables: their memory can be read.
TEST_F(RefusalRtl, TablesReadRightAtEveryClockAfterAnAnswerWithoutACheck) {
  write_table(0, rising_table(500, 1));
  for (const CtrlResult result :
       {CtrlResult::kDone, CtrlResult::kBadInterval, CtrlResult::kBadFormat, CtrlResult::kBadAction,
        CtrlResult::kTableMissing}) {
    for (unsigned wait = 0; wait < 40; ++wait) {
      csig.interval = result == CtrlResult::kBadInterval ? 6 : 3;
      csig.wide = result == CtrlResult::kBadFormat;
      ports[0].action = result == CtrlResult::kBadAction ? 3 : 0;
      csig.enable = result == CtrlResult::kTableMissing;
      mask = result == CtrlResult::kDone || result == CtrlResult::kTableMissing ? 0 : 1;
      const Outcome outcome = activate();
      EXPECT_EQ(outcome.activated, result == CtrlResult::kDone);
      ASSERT_EQ(status().result, result);
      for (unsigned i = 0; i < wait; ++i) clock();
      for (const bool active : {true, false}) {
        std::uint32_t data = 0;
        access({.active = active, .address = 8 * 7}, &data);
        EXPECT_EQ(data, active ? rising_table(10, 5)[7] : rising_table(500, 1)[7])
            << "result " << static_cast<int>(result) << ", " << wait << " clocks later";
      }
    }
  }
}

TEST_F(RefusalRtl, ARefusedTableDoesNotCountAsActivated) {
  CtrlTable falling = rising_table(100, 10);
  falling[1] = 3;
  write_table(2, falling);
  csig.enable = true;
  mask = 4;
  expect_refusal({.result = CtrlResult::kNotRising, .table = 2, .bucket = 1});
  EXPECT_EQ(read_table(true, 2), CtrlTable{});
  mask = 0;
  expect_refusal({.result = CtrlResult::kTableMissing, .table = 2});
}

}  // namespace
}  // namespace sluice::test
