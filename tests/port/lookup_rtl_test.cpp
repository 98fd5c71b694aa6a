// SPDX-License-Identifier: Apache-2.0
// What is sampled when, what a frame's facts come to, and how long a stripped frame gets.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <random>
#include <string>

#include "Vrtl_lookup_w1024.h"
#include "Vrtl_lookup_w128.h"
#include "Vrtl_lookup_w256.h"
#include "Vrtl_lookup_w512.h"
#include "Vrtl_lookup_w64.h"
#include "model/common/wire.hpp"
#include "model/csig/compare.hpp"
#include "model/csig/defaults.hpp"
#include "model/csig/quantizer.hpp"
#include "tests/port/structs.hpp"
#include "tests/support/bus.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using model::Outcome;
using model::Ticks;
using test::Meta;
using test::Verdict;

constexpr unsigned kLatency = test::kLookupClocks;

/// Everything that a verdict may depend on.
struct Case {
  Meta meta;
  unsigned queue = 0;
  bool mark = false;         ///< decided at `arrive`
  bool depart_mark = false;  ///< decided at `select`: comes with the verdict
  model::CsigConfig csig;
  model::PortConfig port;
  unsigned bank = 0;  ///< a bit a table
  Ticks now = 0;
  std::uint64_t abw = 0;  ///< a clock later
  unsigned percent = 0;   ///< a clock later
};

/// A tagged frame in a port that updates.
Case tagged(std::uint16_t word) {
  Case c;
  c.meta.ethertype = 0x0600;
  c.meta.tag = word;
  c.csig.enable = true;
  c.csig.node_locator = 9;
  return c;
}

template <class Width>
class LookupRtl : public ::testing::Test {
 protected:
  LookupRtl() {
    tables_[0] = model::kDefaultTables;
    tables_[1] = model::kDefaultTables;
    // Bank 1 differs from bank 0 in every entry.
    for (model::Table& table : tables_[1]) {
      for (std::uint64_t& maximum : table) maximum += 40;
    }
    for (unsigned bank = 0; bank < 2; ++bank) {
      for (unsigned t = 0; t < model::kSignals; ++t) {
        for (unsigned b = 0; b < model::kBuckets; ++b) {
          for (unsigned high = 0; high < 2; ++high) {
            test::BitWriter(dut_->table_wr_i, 74)
                .put(1, 1)
                .put(bank, 1)
                .put(t, 2)
                .put(b, 5)
                .put(high, 1)
                .put(tables_[bank][t][b] >> (32 * high) & 0xFFFF'FFFF, 32)
                .put(0xFFFF'FFFF, 32);
            dut_.settle();
            dut_.edge();
          }
        }
      }
    }
    test::BitWriter(dut_->table_wr_i, 74).put(0, 74);
  }

  /// One clock; a frame starts in it or not. Whatever does not belong to one is noise. Answers the
  /// verdict on the frame that started kLatency clocks before.
  std::optional<Verdict> clock(const std::optional<Case>& in) {
    const Case c = in ? *in : noise();
    dut_->start_i = in.has_value();
    c.meta.store(dut_->stored_i, c.queue, c.mark);
    dut_->csig_i = test::pack(c.csig, static_cast<unsigned>(random_() % 5));
    dut_->port_i = test::pack(c.port);
    dut_->bank_i = static_cast<std::uint8_t>(c.bank);
    test::store_time(dut_->now_i, c.now);
    const Case before = before_ ? *before_ : noise();
    dut_->abw_i = before.abw;
    dut_->percent_i = static_cast<std::uint8_t>(before.percent);
    before_ = in;
    const bool due =
        started_.size() >= kLatency && started_[started_.size() - kLatency].has_value();
    dut_->depart_mark_i =
        due ? started_[started_.size() - kLatency]->depart_mark : random_() % 2 == 0;
    dut_.settle();
    started_.push_back(in);
    std::optional<Verdict> verdict;
    if (started_.size() > kLatency) {
      if (started_.front().has_value()) verdict.emplace(dut_->verdict_o);
      started_.pop_front();
    }
    dut_.edge();
    return verdict;
  }

  /// One frame alone, noise around it.
  Verdict judge(const Case& c) {
    clock(std::nullopt);
    clock(c);
    std::optional<Verdict> verdict;
    for (unsigned i = 0; i < kLatency; ++i) verdict = clock(std::nullopt);
    return verdict.value();
  }

  /// Anything at all, so that what is taken from a wrong clock shows.
  Case noise() {
    const auto r16 = [&] { return static_cast<std::uint16_t>(random_()); };
    const auto flip = [&] { return random_() % 2 == 0; };
    Case c;
    c.meta = {.vlans = static_cast<unsigned>(random_() % 3),
              .type_whole = flip(),
              .ethertype = flip() ? std::uint16_t{0x0600} : r16(),
              .type_foreign = flip(),
              .tag_whole = flip(),
              .tag = r16(),
              .next_vlan = flip(),
              .next_ip = flip(),
              .mac_control = flip(),
              .len = static_cast<std::uint16_t>(14 + random_() % 9'587),
              .first_beat = time(),
              .frame = static_cast<std::uint32_t>(random_())};
    c.meta.ip = static_cast<unsigned>(random_() % 4);
    c.meta.ip_words = static_cast<unsigned>(random_() % 4);
    c.meta.ecn = static_cast<unsigned>(random_() % 4);
    c.queue = static_cast<unsigned>(random_() % 8);
    c.mark = flip();
    c.depart_mark = flip();
    c.csig.enable = flip();
    c.csig.tpid = flip() ? 0x0600 : r16();
    c.csig.node_locator = r16() & 0x7FFF;
    c.port.capacity = random_() >> 24;
    c.port.overhead = random_() & 63;
    c.port.locator = r16() & 0x7FFF;
    c.port.locator_valid = flip();
    c.port.action = static_cast<model::Action>(random_() % 3);
    c.bank = random_() % 8;
    c.now = time();
    c.abw = random_() >> 24;
    c.percent = static_cast<unsigned>(random_() % 101);
    return c;
  }
  Ticks time() { return (static_cast<Ticks>(random_()) << 40 ^ random_()) & test::kTimeMask; }

  static unsigned beats(unsigned length) { return (length + Width::kBytes - 1) / Width::kBytes; }

  test::Clocked<typename Width::Dut> dut_;
  std::array<std::array<model::Table, model::kSignals>, 2> tables_{};
  std::mt19937_64 random_{17};

 private:
  std::optional<Case> before_;
  std::deque<std::optional<Case>> started_;
};
using Widths = ::testing::Types<test::Bus<Vrtl_lookup_w64, 8>, test::Bus<Vrtl_lookup_w128, 16>,
                                test::Bus<Vrtl_lookup_w256, 32>, test::Bus<Vrtl_lookup_w512, 64>,
                                test::Bus<Vrtl_lookup_w1024, 128>>;
TYPED_TEST_SUITE(LookupRtl, Widths, test::BusNames);

TYPED_TEST(LookupRtl, EachConditionHasItsOutcomeAndTheFirstThatHoldsDecides) {
  const auto outcome = [&](auto change) {
    Case c = tagged(0x0F80);  // signal 0, bucket 31
    c.abw = 195'312'500;      // bucket 0
    change(c);
    return this->judge(c).outcome;
  };
  EXPECT_EQ(outcome([](Case&) {}), Outcome::kUpdated);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x0000; }), Outcome::kEqual);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x0000, c.abw = 195'312'501; }),
            Outcome::kLessSevere);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x0F81; }), Outcome::kDSet);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x6F80; }), Outcome::kUnsupported);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0xEF81; }), Outcome::kUnsupported);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x6F81, c.port.action = model::Action::kPass; }),
            Outcome::kPassed);
  EXPECT_EQ(outcome([](Case& c) { c.meta.tag = 0x6F81, c.port.action = model::Action::kStrip; }),
            Outcome::kStripped);
  for (const auto action : {model::Action::kUpdate, model::Action::kPass, model::Action::kStrip}) {
    const auto with = [&](auto change) {
      return outcome([&](Case& c) {
        c.port.action = action;
        change(c);
      });
    };
    EXPECT_EQ(with([](Case& c) { c.meta.next_ip = false; }), Outcome::kNonIp);
    EXPECT_EQ(with([](Case& c) { c.meta.next_ip = false, c.meta.next_vlan = true; }),
              Outcome::kVlanAfter);
    EXPECT_EQ(with([](Case& c) { c.meta.tag_whole = false; }), Outcome::kTruncated);
    EXPECT_EQ(with([](Case& c) { c.meta.tag_whole = false, c.meta.next_vlan = true; }),
              Outcome::kTruncated);
    EXPECT_EQ(with([](Case& c) { c.csig.tpid = 0x0601; }), Outcome::kNone);
    EXPECT_EQ(with([](Case& c) { c.csig.tpid = 0x0601, c.meta.type_foreign = true; }),
              Outcome::kForeignTpid);
    EXPECT_EQ(with([](Case& c) { c.meta.type_whole = false, c.meta.type_foreign = true; }),
              Outcome::kNone);
    EXPECT_EQ(with([](Case& c) { c.csig.enable = false, c.meta.type_foreign = true; }),
              Outcome::kNone);
  }
}

// Bandwidth and percent belong to the clock of the start but come a clock later; everything else is
// there at once. The clocks around are noise.
TYPED_TEST(LookupRtl, TheSignalDecidesWhichValueIsLookedUp) {
  for (int round = 0; round < 50; ++round) {
    Case c = tagged(0x0F80);
    c.abw = 37'500'000'000;
    c.percent = 70;
    c.now = this->time();
    c.meta.first_beat = c.now - model::from_ns(101);
    EXPECT_EQ(this->judge(c).tag, 0x0692);  // bucket 13
    c.meta.tag = 0x2F80;
    EXPECT_EQ(this->judge(c).tag, 0x2B92);  // bucket 23
    c.meta.tag = 0x4000;
    EXPECT_EQ(this->judge(c).tag, 0x4092);  // bucket 1
    c.meta.first_beat = c.now - model::from_ns(101) + 1;
    EXPECT_EQ(this->judge(c).outcome, Outcome::kEqual);  // 100.99.. ns: bucket 0
  }
}

TYPED_TEST(LookupRtl, ADelayMayReachAcrossTheEndOfTimeAndAbove32Bits) {
  Case c = tagged(0x4000);
  c.now = 5;
  c.meta.first_beat = (c.now - model::from_ns(301)) & test::kTimeMask;
  EXPECT_EQ(this->judge(c).tag, 0x4192);  // bucket 3
  c.now = model::from_ns(std::uint64_t{1} << 40);
  c.meta.first_beat = 0;
  EXPECT_EQ(this->judge(c).tag, 0x4F92);  // bucket 31
}

TYPED_TEST(LookupRtl, TheLocatorIsThePortsWhereItIsValidElseTheNodesAndSixBitsOfIt) {
  Case c = tagged(0x0F80);
  c.abw = 0;
  c.csig.node_locator = 0x7F00 | 33;
  c.port.locator = 0x00C0 | 5;
  EXPECT_EQ(this->judge(c).tag, 33 << 1);
  c.port.locator_valid = true;
  EXPECT_EQ(this->judge(c).tag, 5 << 1);
}

// Bank 1's maxima are each 40 above those of bank 0.
TYPED_TEST(LookupRtl, EachTableIsReadFromItsOwnBank) {
  for (unsigned bank = 0; bank < 8; ++bank) {
    SCOPED_TRACE("bank " + std::to_string(bank));
    Case c = tagged(0x0F80);
    c.bank = bank;
    c.abw = 195'312'520;
    EXPECT_EQ(this->judge(c).tag, (bank & 1) != 0 ? 0x0012 : 0x0092);
    c = tagged(0x2F80);
    c.bank = bank;
    c.percent = 42;  // bucket 13; below the first maximum of bank 1
    EXPECT_EQ(this->judge(c).tag, (bank & 2) != 0 ? 0x2012 : 0x2692);
    c = tagged(0x4000);
    c.bank = bank;
    c.now = model::from_ns(130);
    EXPECT_EQ(this->judge(c).outcome, (bank & 4) != 0 ? Outcome::kEqual : Outcome::kUpdated);
  }
}

TYPED_TEST(LookupRtl, AStrippedFrameLoses4BytesButNotItsSixtieth) {
  const auto length = [&](unsigned len) {
    Case c = tagged(0x0F80);
    c.port.action = model::Action::kStrip;
    c.meta.len = static_cast<std::uint16_t>(len);
    return this->judge(c).len;
  };
  EXPECT_EQ(length(18), 14U);
  EXPECT_EQ(length(58), 54U);
  EXPECT_EQ(length(59), 55U);
  EXPECT_EQ(length(60), 60U);
  EXPECT_EQ(length(61), 60U);
  EXPECT_EQ(length(62), 60U);
  EXPECT_EQ(length(63), 60U);
  EXPECT_EQ(length(64), 60U);
  EXPECT_EQ(length(65), 61U);
  EXPECT_EQ(length(1'514), 1'510U);
  EXPECT_EQ(length(9'600), 9'596U);
}

TYPED_TEST(LookupRtl, SaysAtEveryLengthWhetherTheFrameTakesABeatLess) {
  unsigned shorter = 0;
  for (unsigned len = 18; len <= 9'600; len += len < 400 ? 1 : 37) {
    Case c = tagged(0x0F80);
    c.meta.len = static_cast<std::uint16_t>(len);
    const Verdict kept = this->judge(c);
    ASSERT_EQ(kept.len, len);
    ASSERT_FALSE(kept.shorter) << len;
    c.port.action = model::Action::kStrip;
    const Verdict stripped = this->judge(c);
    ASSERT_EQ(stripped.shorter, this->beats(stripped.len) < this->beats(len)) << len;
    shorter += stripped.shorter ? 1 : 0;
  }
  EXPECT_GT(shorter, 10U);
}

/// The rules of docs/architecture.md once more, from the raw facts.
Outcome classify(const Case& c) {
  if (!c.csig.enable || !c.meta.type_whole) return Outcome::kNone;
  if (c.meta.ethertype != c.csig.tpid) {
    return c.meta.type_foreign ? Outcome::kForeignTpid : Outcome::kNone;
  }
  if (!c.meta.tag_whole) return Outcome::kTruncated;
  if (c.meta.next_vlan) return Outcome::kVlanAfter;
  if (!c.meta.next_ip) return Outcome::kNonIp;
  if (c.port.action == model::Action::kStrip) return Outcome::kStripped;
  if (c.port.action == model::Action::kPass) return Outcome::kPassed;
  if (c.meta.tag >> 13 > 2) return Outcome::kUnsupported;
  return (c.meta.tag & 1) != 0 ? Outcome::kDSet : Outcome::kEqual;
}

TYPED_TEST(LookupRtl, OneFrameAClockWithNoiseBetweenEqualsTheRulesAndMeetsEveryOutcome) {
  std::mt19937_64 random(test::seed(301));
  std::array<unsigned, 12> met{};
  std::deque<Case> inside;
  for (int i = 0; i < 60'000; ++i) {
    std::optional<Case> in;
    if (random() % 4 != 0) {
      in = this->noise();
      const auto mostly = [&](bool& flag, bool value) {
        if (random() % 8 != 0) flag = value;
      };
      mostly(in->csig.enable, true);
      mostly(in->meta.type_whole, true);
      mostly(in->meta.tag_whole, true);
      mostly(in->meta.next_ip, true);
      mostly(in->meta.next_vlan, false);
      if (random() % 8 != 0) in->meta.ethertype = in->csig.tpid;
      if (random() % 2 != 0) in->port.action = model::Action::kUpdate;
      if (random() % 4 != 0) {
        in->meta.tag = static_cast<std::uint16_t>((random() % 3) << 13 | (random() & 0x1FFE));
      }
      if (random() % 2 != 0) in->meta.len = static_cast<std::uint16_t>(18 + random() % 60);
      in->meta.len = std::max<std::uint16_t>(in->meta.len, 18);
      // Values on both sides of a maximum.
      const std::size_t bucket = random() % 32;
      if (random() % 4 != 0) {
        in->abw = this->tables_[in->bank & 1][0][bucket] + random() % 3 - 1;
      }
      if (random() % 16 != 0) {
        const std::uint64_t ns = this->tables_[in->bank >> 2][2][bucket] + random() % 3 - 1;
        in->meta.first_beat =
            (in->now - model::from_ns(ns) - static_cast<std::uint32_t>(random())) & test::kTimeMask;
      }
      inside.push_back(*in);
    }
    const std::optional<Verdict> v = this->clock(in);
    if (!v) continue;
    const Case c = inside.front();
    inside.pop_front();
    Outcome outcome = classify(c);
    if (outcome == Outcome::kEqual) {
      const unsigned signal = c.meta.tag >> 13;
      const std::array<std::uint64_t, 3> values = {
          c.abw, c.percent, model::to_ns((c.now - c.meta.first_beat) & test::kTimeMask)};
      const auto bucket =
          model::quantize(this->tables_[c.bank >> signal & 1][signal], values[signal]);
      const std::uint16_t locator = c.port.locator_valid ? c.port.locator : c.csig.node_locator;
      const model::Comparison compared = model::compare(c.meta.tag, bucket, locator);
      outcome = compared.outcome;
      if (outcome == Outcome::kUpdated) {
        ASSERT_EQ(v->tag, compared.word);
      }
    }
    ASSERT_EQ(v->outcome, outcome) << "clock " << i;
    ASSERT_EQ(v->vlans, c.meta.vlans);
    ASSERT_EQ(v->signal, c.meta.tag >> 13U);
    ASSERT_EQ(v->mac_control, c.meta.mac_control);
    ASSERT_EQ(v->queue, c.queue);
    ASSERT_EQ(v->mark, c.mark || c.depart_mark);
    ASSERT_EQ(v->mark_v6, c.meta.ip == 2);
    ASSERT_EQ(v->ip_words, c.meta.ip_words);
    ASSERT_EQ(v->ecn, c.meta.ecn);
    unsigned len = c.meta.len;
    if (outcome == Outcome::kStripped) len = len >= 60 ? std::max(len - 4, 60U) : len - 4;
    ASSERT_EQ(v->len, len);
    ASSERT_EQ(v->shorter, this->beats(len) < this->beats(c.meta.len));
    ++met[static_cast<std::size_t>(outcome)];
  }
  for (std::size_t o = 0; o < met.size(); ++o) {
    EXPECT_GT(met[o], 100U) << model::name(static_cast<Outcome>(o));
  }
}

}  // namespace
}  // namespace sluice
