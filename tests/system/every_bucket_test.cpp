// SPDX-License-Identifier: Apache-2.0
// Every signal into every bucket with every outcome, behind every number of VLAN tags, before both
// versions of IP: chosen, not left to chance. Random traffic seldom meets the corners of this
// cross.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "model/csig/outcome.hpp"
#include "tb/sim/bus_widths.hpp"
#include "tests/support/frames.hpp"
#include "tests/system/board.hpp"

namespace sluice::test {
namespace {

using model::Outcome;
using model::pack;

// Slow enough that every delay is beyond the lower maxima of table_with().
constexpr std::uint64_t kPeriod32Ns = std::uint64_t{32} << 32;
constexpr std::uint16_t kForeign = 0x0601;

/// Every value from 33 to 6e10 falls into `bucket`: idle bandwidth, its percentage, and delay
/// alike.
model::Table table_with(unsigned bucket) {
  model::Table table{};
  for (unsigned i = 0; i < model::kBuckets; ++i) {
    table[i] = i < bucket ? i + 1 : 60'000'000'000 + i;
  }
  return table;
}

/// What a tag must hold so that a local `bucket` gives `outcome`; none where no tag can.
std::optional<std::uint8_t> bucket_before(unsigned signal, unsigned bucket, Outcome outcome) {
  if (outcome == Outcome::kEqual) return static_cast<std::uint8_t>(bucket);
  const bool above = (outcome == Outcome::kUpdated) == (signal != 2);
  if (bucket == (above ? model::kBuckets - 1 : 0)) return std::nullopt;
  return static_cast<std::uint8_t>(above ? bucket + 1 : bucket - 1);
}

/// Calls with one frame for each number of VLAN tags, and each IP version where `both_ip`.
void vary(FrameSpec spec, bool both_ip, const std::function<void(const FrameSpec&)>& use) {
  for (unsigned vlans = 0; vlans <= model::kMaxVlans; ++vlans) {
    spec.vlans =
        std::vector<std::uint16_t>(vlans, vlans == 2 ? model::kEtherStag : model::kEtherCtag);
    if (!both_ip) {
      use(spec);
      continue;
    }
    for (const std::uint16_t ip : {model::kEtherIpv4, model::kEtherIpv6}) {
      spec.ethertype = ip;
      use(spec);
    }
  }
}

class EveryBucket : public ::testing::TestWithParam<unsigned> {
 protected:
  EveryBucket() : board_(GetParam(), {}, kPeriod32Ns) {
    configuration_.csig.tables.fill(table_with(0));
  }
  model::Counters pass(std::vector<Bytes> frames) {
    board_.compare_counters(true);
    board_.supply(std::move(frames));
    board_.finish();
    return *board_.scoreboard.snapshot();
  }
  /// `type` of a tag, with or without d, in frames of every kind.
  static std::vector<Bytes> tagged(std::uint8_t type, bool d) {
    std::vector<Bytes> frames;
    const std::uint16_t word =
        pack({.signal = type, .bucket = 7, .locator = 5, .do_not_update = d});
    vary({.tag = word}, true, [&](const FrameSpec& spec) { frames.push_back(make_frame(spec)); });
    return frames;
  }

  Configuration configuration_ = default_configuration();
  Board board_;
};

TEST_P(EveryBucket, MeetsEveryOutcomeOfEachSignalBehindVlanTagsAndBeforeBothIpVersions) {
  for (unsigned bucket = 0; bucket < model::kBuckets; ++bucket) {
    configuration_.csig.tables.fill(table_with(bucket));
    board_.activate(configuration_);
    std::vector<Bytes> frames;
    model::Counters expected;
    for (std::uint8_t signal = 0; signal < model::kSignals; ++signal) {
      for (const Outcome outcome : {Outcome::kUpdated, Outcome::kEqual, Outcome::kLessSevere}) {
        const auto before = bucket_before(signal, bucket, outcome);
        if (!before) continue;
        const std::uint16_t word = pack({.signal = signal, .bucket = *before, .locator = 63});
        vary({.tag = word}, true, [&](const FrameSpec& spec) {
          frames.push_back(make_frame(spec));
          expected.csig_equal += outcome == Outcome::kEqual ? 1 : 0;
          expected.csig_less_severe += outcome == Outcome::kLessSevere ? 1 : 0;
        });
      }
    }
    const std::size_t count = frames.size();
    const model::Counters found = pass(std::move(frames));
    EXPECT_EQ(found.csig_equal, expected.csig_equal) << "bucket " << bucket;
    EXPECT_EQ(found.csig_less_severe, expected.csig_less_severe) << "bucket " << bucket;
    EXPECT_EQ(found.csig_abw_updated + found.csig_rel_updated + found.csig_delay_updated,
              count - expected.csig_equal - expected.csig_less_severe)
        << "bucket " << bucket;
  }
}

TEST_P(EveryBucket, TagsOfEveryTypeAreLeftAlonePassedOrStrippedAsTheActionSays) {
  for (const model::Action action :
       {model::Action::kUpdate, model::Action::kPass, model::Action::kStrip}) {
    configuration_.port.action = action;
    board_.activate(configuration_);
    for (std::uint8_t type = 0; type < 8; ++type) {
      const model::Counters found = pass(tagged(type, type < model::kSignals));
      const bool update = action == model::Action::kUpdate;
      EXPECT_EQ(found.csig_unsupported, update && type >= model::kSignals ? 6U : 0U);
      EXPECT_EQ(found.csig_d_set, update && type < model::kSignals ? 6U : 0U);
      EXPECT_EQ(found.csig_passed, action == model::Action::kPass ? 6U : 0U);
      EXPECT_EQ(found.csig_stripped, action == model::Action::kStrip ? 6U : 0U);
    }
  }
}

TEST_P(EveryBucket, WhatIsNoTagToActOnIsCountedByItsReasonBehindEveryNumberOfVlanTags) {
  board_.activate(configuration_);
  std::vector<Bytes> frames;
  const auto add = [&](const FrameSpec& spec) { frames.push_back(make_frame(spec)); };
  const std::uint16_t word = pack({.signal = 2, .bucket = 3});
  vary({}, false, add);
  vary({.tag = word, .vlans_after = {model::kEtherCtag}}, false, add);
  vary({.tag = word, .ethertype = model::kEtherArp}, false, add);
  vary({.tag = word, .tpid = kForeign}, false, add);
  vary({.tag = word}, false, [&](FrameSpec spec) {
    spec.length = model::kMacBytes + spec.vlans.size() * model::kVlanBytes + model::kTagBytes + 1;
    add(spec);
  });
  const model::Counters found = pass(std::move(frames));
  EXPECT_EQ(found.tx_frames, 15U);
  EXPECT_EQ(found.csig_vlan_after, 3U);
  EXPECT_EQ(found.csig_non_ip, 3U);
  EXPECT_EQ(found.csig_foreign_tpid, 3U);
  EXPECT_EQ(found.csig_truncated, 3U);
}

TEST_P(EveryBucket, FramesOfEachClassOfLengthAreForwardedOrDroppedAlsoWhereTheyAreBad) {
  board_.activate(configuration_);
  const std::vector<std::size_t> lengths = {13, 14, 15, 59, 60, 1518, 1519, 9599, 9600, 9601};
  board_.source.set_supply([&, n = std::size_t{0}](tb::SourceFrame& f) mutable {
    if (n == 2 * lengths.size()) return false;
    f.bytes = make_frame({.length = lengths[n / 2]});
    f.bad = n % 2 != 0;
    f.packet = ++n;
    return true;
  });
  board_.finish();
  const model::Counters& found = *board_.scoreboard.snapshot();
  EXPECT_EQ(found.drop_bad, lengths.size());
  EXPECT_EQ(found.drop_runt, 1U);
  EXPECT_EQ(found.drop_oversize, 1U);
  EXPECT_EQ(found.tx_frames, lengths.size() - 2);
}

INSTANTIATE_TEST_SUITE_P(Width, EveryBucket, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
