// SPDX-License-Identifier: Apache-2.0
// One test for each thing that can become of a tag (docs/architecture.md, "Classification").
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "tests/port/bench.hpp"
#include "tests/support/frames.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::FrameSpec;
using test::make_frame;
using test::PortBench;

/// A counter member that must be 1 after one frame; every other CSIG counter must be 0.
void expect_only(const PortBench& bench, std::uint64_t Counters::*counter) {
  const Counters& counters = bench.model.counters();
  for (std::size_t i = 0; i < kCounters; ++i) {
    if (!kCounterNames[i].starts_with("csig_")) continue;
    EXPECT_EQ(counters.*kCounterMembers[i], kCounterMembers[i] == counter ? 1U : 0U)
        << kCounterNames[i];
  }
}

/// Each of the outcomes that leave the frame as it is, with VLANs and without.
void expect_untouched(
    const FrameSpec& spec, Outcome outcome, std::uint64_t Counters::*counter,
    void (*setup)(PortBench&) = [](PortBench&) {}) {
  for (std::size_t vlans = 0; vlans <= 2; ++vlans) {
    SCOPED_TRACE("VLANs " + std::to_string(vlans));
    FrameSpec with_vlans = spec;
    with_vlans.vlans.insert(with_vlans.vlans.begin(), vlans, kEtherStag);
    PortBench bench;
    setup(bench);
    bench.activate();
    const Bytes frame = make_frame(with_vlans);
    const Departure out = bench.pass(frame, from_ns(250));
    EXPECT_EQ(out.outcome, outcome);
    EXPECT_EQ(out.bytes, frame);
    expect_only(bench, counter);
  }
}

constexpr std::uint16_t kDelay3 = 0x4180;  // t=2 s=3
constexpr std::uint16_t kDelay2 = 0x4100;  // t=2 s=2: what a delay of 250 ns quantizes to
constexpr std::uint16_t kDelay0 = 0x4000;  // t=2 s=0

TEST(Outcome, NoneWhereTheEthertypeIsKnown) {
  for (const std::uint16_t ethertype :
       {kEtherIpv4, kEtherIpv6, kEtherArp, kEtherLldp, kEtherCnm, kEtherCnTag, kEtherMacControl}) {
    expect_untouched({.ethertype = ethertype}, Outcome::kNone, nullptr);
  }
}

TEST(Outcome, NoneWhereTheEthertypeIsALength) {
  expect_untouched({.ethertype = 0x05FF}, Outcome::kNone, nullptr);
}

TEST(Outcome, NoneBehindAThirdVlan) {
  PortBench bench;
  const Bytes frame = make_frame({.vlans = {0x9100, 0x88A8, 0x8100}, .tag = kDelay0});
  const Departure out = bench.pass(frame, from_ns(250));
  EXPECT_EQ(out.outcome, Outcome::kNone);
  EXPECT_EQ(out.bytes, frame);
  expect_only(bench, nullptr);
}

TEST(Outcome, NoneOfAnythingWhereCsigIsDisabled) {
  for (const Action action : {Action::kUpdate, Action::kPass, Action::kStrip}) {
    PortBench bench;
    bench.csig.enable = false;
    bench.port.action = action;
    bench.activate();
    for (const FrameSpec& spec :
         {FrameSpec{.tag = kDelay0}, FrameSpec{.tag = 0x4001},
          FrameSpec{.tag = kDelay0, .ethertype = kEtherArp},
          FrameSpec{.tag = kDelay0, .length = 16}, FrameSpec{.ethertype = 0x1234}}) {
      const Bytes frame = make_frame(spec);
      const Departure out = bench.pass(frame, from_ns(5'000));
      EXPECT_EQ(out.outcome, Outcome::kNone);
      EXPECT_EQ(out.bytes, frame);
    }
    expect_only(bench, nullptr);
  }
}

TEST(Outcome, UpdatedReplacesValueAndLocator) {
  for (std::size_t vlans = 0; vlans <= 2; ++vlans) {
    PortBench bench;
    bench.csig.node_locator = 0x7FFF;  // only the low 6 bits fit
    bench.activate();
    const std::size_t word = 14 + 4 * vlans;
    Bytes frame =
        make_frame({.vlans = std::vector<std::uint16_t>(vlans, kEtherQinq), .tag = 0x5000});
    const Departure out = bench.pass(frame, from_ns(250));
    EXPECT_EQ(out.outcome, Outcome::kUpdated);
    EXPECT_EQ(out.signal, 2);
    EXPECT_EQ(out.value, 250U);
    EXPECT_EQ(out.bucket_before, 0);
    EXPECT_EQ(out.bucket_local, 2);
    EXPECT_EQ(out.bucket_after, 2);
    EXPECT_EQ(out.locator_before, 0);
    EXPECT_EQ(out.locator_after, 63);
    EXPECT_EQ(out.tag_offset, word - 2);
    store16(frame, word, 0x517E);  // r kept, s=2, lm=63
    EXPECT_EQ(out.bytes, frame);
    EXPECT_EQ(bench.model.counters().csig_delay_updated, 1U);
    EXPECT_EQ(bench.model.counters().csig_delay_frames, 1U);
    EXPECT_EQ(bench.model.counters().csig_delay_bytes, frame.size());
  }
}

TEST(Outcome, EqualLeavesTheEarlierLocator) {
  PortBench bench;
  bench.csig.node_locator = 9;
  bench.activate();
  const Bytes frame = make_frame({.tag = kDelay2 | 5 << 1});
  const Departure out = bench.pass(frame, from_ns(250));
  EXPECT_EQ(out.outcome, Outcome::kEqual);
  EXPECT_EQ(out.bytes, frame);
  EXPECT_EQ(bench.model.counters().csig_equal, 1U);
  EXPECT_EQ(bench.model.counters().csig_delay_frames, 1U);
  EXPECT_EQ(bench.model.counters().csig_delay_updated, 0U);
}

TEST(Outcome, LessSevereLeavesTheTag) {
  PortBench bench;
  const Bytes frame = make_frame({.tag = kDelay3});
  const Departure out = bench.pass(frame, from_ns(250));
  EXPECT_EQ(out.outcome, Outcome::kLessSevere);
  EXPECT_EQ(out.bytes, frame);
  EXPECT_EQ(bench.model.counters().csig_less_severe, 1U);
  EXPECT_EQ(bench.model.counters().csig_delay_frames, 1U);
}

TEST(Outcome, UnsupportedIsEachTypeAbove2EvenWithD) {
  for (std::uint16_t type = 3; type <= 7; ++type) {
    for (const std::uint16_t d : {0, 1}) {
      expect_untouched({.tag = static_cast<std::uint16_t>(type << 13 | d)}, Outcome::kUnsupported,
                       &Counters::csig_unsupported);
    }
  }
}

TEST(Outcome, DSetIsEachSupportedTypeWithD) {
  for (const std::uint16_t tag : {0x0F81, 0x2F81, 0x4001}) {
    expect_untouched({.tag = tag}, Outcome::kDSet, &Counters::csig_d_set);
  }
}

TEST(Outcome, PassedIsEveryCsigPacketUnderActionPass) {
  for (const std::uint16_t tag : {0x4000, 0x4001, 0xE000}) {
    expect_untouched({.tag = tag}, Outcome::kPassed, &Counters::csig_passed,
                     [](PortBench& bench) { bench.port.action = Action::kPass; });
  }
}

TEST(Outcome, StrippedIsEveryCsigPacketUnderActionStripAtEveryLength) {
  for (const std::uint16_t tag : {0x4000, 0x4001, 0xE000}) {
    for (std::size_t vlans = 0; vlans <= 2; ++vlans) {
      const std::size_t offset = 12 + 4 * vlans;
      for (std::size_t length = offset + 6; length <= 130; ++length) {
        PortBench bench;
        bench.port.action = Action::kStrip;
        bench.activate();
        Bytes expected = make_frame(
            {.vlans = std::vector<std::uint16_t>(vlans, kEtherCtag), .tag = tag, .length = length});
        const Departure out = bench.pass(expected, from_ns(250));
        EXPECT_EQ(out.outcome, Outcome::kStripped);
        expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(offset),
                       expected.begin() + static_cast<std::ptrdiff_t>(offset) + 4);
        if (length >= 60 && length < 64) expected.resize(60, 0);
        ASSERT_EQ(out.bytes, expected) << "length " << length;
        expect_only(bench, &Counters::csig_stripped);
        EXPECT_EQ(bench.model.counters().tx_bytes, expected.size());
      }
    }
  }
}

TEST(Outcome, TruncatedIsEveryCutBehindTheTpidUnderEveryAction) {
  for (std::size_t vlans = 0; vlans <= 2; ++vlans) {
    const std::size_t offset = 12 + 4 * vlans;
    for (std::size_t length = 14; length <= offset + 8; ++length) {
      for (const Action action : {Action::kUpdate, Action::kPass, Action::kStrip}) {
        SCOPED_TRACE("VLANs " + std::to_string(vlans) + " length " + std::to_string(length));
        PortBench bench;
        bench.port.action = action;
        bench.activate();
        const Bytes frame = make_frame({.vlans = std::vector<std::uint16_t>(vlans, kEtherCtag),
                                        .tag = kDelay0,
                                        .length = length});
        const Departure out = bench.pass(frame);
        if (length >= offset + 6) {
          EXPECT_NE(out.outcome, Outcome::kTruncated);
          continue;
        }
        EXPECT_EQ(out.bytes, frame);
        const bool tpid = length >= offset + 2;
        EXPECT_EQ(out.outcome, tpid ? Outcome::kTruncated : Outcome::kNone);
        expect_only(bench, tpid ? &Counters::csig_truncated : nullptr);
      }
    }
  }
}

TEST(Outcome, VlanAfterIsEachVlanTpidBehindTheTagUnderEveryAction) {
  for (const std::uint16_t next : {kEtherCtag, kEtherStag, kEtherQinq}) {
    expect_untouched({.tag = kDelay0, .ethertype = next}, Outcome::kVlanAfter,
                     &Counters::csig_vlan_after);
    expect_untouched({.tag = kDelay0, .ethertype = next}, Outcome::kVlanAfter,
                     &Counters::csig_vlan_after,
                     [](PortBench& bench) { bench.port.action = Action::kStrip; });
  }
}

TEST(Outcome, NonIpIsAnythingElseBehindTheTagUnderEveryAction) {
  for (const std::uint16_t next : {kEtherArp, kEtherLldp, kTpidDefault, std::uint16_t{0}}) {
    expect_untouched({.tag = kDelay0, .ethertype = next}, Outcome::kNonIp, &Counters::csig_non_ip);
    expect_untouched({.tag = kDelay0, .ethertype = next}, Outcome::kNonIp, &Counters::csig_non_ip,
                     [](PortBench& bench) { bench.port.action = Action::kStrip; });
  }
}

TEST(Outcome, ForeignTpidIsAnEthertypeThatNobodyKnows) {
  for (const std::uint16_t ethertype : {0x0601, 0x9200, 0xFFFF}) {
    expect_untouched({.ethertype = ethertype}, Outcome::kForeignTpid, &Counters::csig_foreign_tpid);
  }
}

TEST(Outcome, AnotherTpidInForceMakesTheDefaultForeign) {
  PortBench bench;
  bench.csig.tpid = 0x9999;
  bench.activate();
  EXPECT_EQ(bench.pass(make_frame({.tag = kDelay0}), from_ns(250)).outcome, Outcome::kForeignTpid);
  EXPECT_EQ(bench.pass(make_frame({.tag = kDelay0, .tpid = 0x9999}), from_ns(250)).outcome,
            Outcome::kUpdated);
}

}  // namespace
}  // namespace sluice::model
