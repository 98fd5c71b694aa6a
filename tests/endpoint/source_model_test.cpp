// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "model/editor/editor.hpp"
#include "model/endpoint/source.hpp"
#include "tests/support/frames.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_frame;

TEST(Source, InitialValueIsTheLeastSevereOfEachSignal) {
  EXPECT_EQ(initial_word(Signal::kAvailableBandwidth), 0x0F80);  // s=31
  EXPECT_EQ(initial_word(Signal::kRelativeBandwidth), 0x2F80);   // s=31
  EXPECT_EQ(initial_word(Signal::kDelay), 0x4000);               // s=0
}

TEST(Source, InsertsRightBeforeTheEthertypeBehindZeroToTwoVlans) {
  const std::vector<std::vector<std::uint16_t>> mixes = {
      {}, {kEtherCtag}, {kEtherStag, kEtherCtag}};
  for (const auto& vlans : mixes) {
    for (const std::uint16_t ethertype : {kEtherIpv4, kEtherIpv6}) {
      const Bytes before = make_frame({.vlans = vlans, .ethertype = ethertype});
      Bytes after = before;
      ASSERT_TRUE(insert_tag(after, Signal::kDelay, 0x0601));
      const std::size_t offset = 12 + 4 * vlans.size();
      EXPECT_EQ(after.size(), before.size() + 4);
      EXPECT_EQ(load16(after, offset), 0x0601);
      EXPECT_EQ(load16(after, offset + 2), 0x4000);
      EXPECT_EQ(load16(after, offset + 4), ethertype);
      strip_tag(after, offset);
      EXPECT_EQ(after, before);
    }
  }
}

TEST(Source, LeavesOtherFramesAlone) {
  std::vector<Bytes> frames = {
      make_frame({.ethertype = kEtherArp}),
      make_frame({.ethertype = kEtherMacControl}),
      make_frame({.ethertype = 0x05DC}),
      make_frame({.vlans = {kEtherCtag, kEtherCtag, kEtherCtag}}),
      make_frame({.tag = 0x0F80}),
      make_frame({.vlans = {kEtherCtag}, .tag = 0x0F80}),
      make_frame({.length = kMaxFrame}),
      make_frame({.length = kMaxFrame - 3}),
  };
  for (std::size_t length = 0; length < 14; ++length)
    frames.push_back(make_frame({.length = length}));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Bytes after = frames[i];
    EXPECT_FALSE(insert_tag(after, Signal::kAvailableBandwidth, kTpidDefault)) << "frame " << i;
    EXPECT_EQ(after, frames[i]) << "frame " << i;
  }
}

TEST(Source, TheShortestAndTheLongestFrameThatCanBeTaggedAre) {
  for (const std::size_t length : {std::size_t{14}, kMaxFrame - 4}) {
    Bytes frame = make_frame({.length = length});
    EXPECT_TRUE(insert_tag(frame, Signal::kRelativeBandwidth, kTpidDefault));
    EXPECT_EQ(frame.size(), length + 4);
  }
}

TEST(Source, InsertingTwiceGivesOneTag) {
  Bytes frame = make_frame({});
  ASSERT_TRUE(insert_tag(frame, Signal::kDelay, kTpidDefault));
  const Bytes once = frame;
  EXPECT_FALSE(insert_tag(frame, Signal::kDelay, kTpidDefault));
  EXPECT_EQ(frame, once);
}

}  // namespace
}  // namespace sluice::model
