// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "model/parser/parser.hpp"
#include "tests/support/frames.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_frame;
using Vlans = std::vector<std::uint16_t>;

const std::vector<Vlans> kUpToTwoVlans = {
    {},
    {kEtherCtag},
    {kEtherStag},
    {kEtherQinq},
    {kEtherCtag, kEtherCtag},
    {kEtherCtag, kEtherStag},
    {kEtherCtag, kEtherQinq},
    {kEtherStag, kEtherCtag},
    {kEtherStag, kEtherStag},
    {kEtherStag, kEtherQinq},
    {kEtherQinq, kEtherCtag},
    {kEtherQinq, kEtherStag},
    {kEtherQinq, kEtherQinq},
};

TEST(Parser, FindsTagAndNextEthertypeBehindEveryMixOfVlans) {
  for (const Vlans& vlans : kUpToTwoVlans) {
    const Headers headers =
        parse(make_frame({.vlans = vlans, .tag = 0x1234, .ethertype = kEtherIpv6}));
    EXPECT_EQ(headers.offset, 12 + 4 * vlans.size());
    EXPECT_TRUE(headers.has_ethertype);
    EXPECT_EQ(headers.ethertype, kTpidDefault);
    EXPECT_TRUE(headers.has_tag);
    EXPECT_EQ(headers.word, 0x1234);
    EXPECT_EQ(headers.next, kEtherIpv6);
    EXPECT_FALSE(headers.mac_control);
    EXPECT_EQ(classify(headers, kTpidDefault), TagState::kCsig);
  }
}

TEST(Parser, AThirdVlanTagEndsTheWalk) {
  const Headers headers =
      parse(make_frame({.vlans = {kEtherStag, kEtherCtag, kEtherCtag}, .tag = 0x0F80}));
  EXPECT_EQ(headers.offset, 20U);
  EXPECT_EQ(headers.ethertype, kEtherCtag);
  EXPECT_EQ(classify(headers, kTpidDefault), TagState::kNone);
}

TEST(Parser, AFrameCutAtEveryByteTellsWhatItStillHolds) {
  for (std::size_t vlans = 0; vlans <= 2; ++vlans) {
    const Vlans tags(vlans, kEtherCtag);
    const std::size_t full = 12 + 4 * vlans;
    for (std::size_t length = 0; length <= full + 10; ++length) {
      SCOPED_TRACE("VLANs " + std::to_string(vlans) + " length " + std::to_string(length));
      const Headers headers = parse(make_frame({.vlans = tags, .tag = 0x0F80, .length = length}));
      // A VLAN tag is walked over as soon as its TPID is there.
      std::size_t offset = 12;
      while (offset < full && length >= offset + 2) offset += 4;
      EXPECT_EQ(headers.offset, offset);
      EXPECT_EQ(headers.has_ethertype, length >= full + 2);
      EXPECT_EQ(headers.has_tag, length >= full + 6);
      EXPECT_EQ(headers.word, length >= full + 6 ? 0x0F80 : 0);
      EXPECT_EQ(headers.next, length >= full + 6 ? kEtherIpv4 : 0);
      const TagState expected = length < full + 2   ? TagState::kNone
                                : length < full + 6 ? TagState::kTruncated
                                                    : TagState::kCsig;
      EXPECT_EQ(classify(headers, kTpidDefault), expected);
    }
  }
}

TEST(Parser, MacControlIsTheUntaggedEthertypeAlone) {
  EXPECT_TRUE(parse(make_frame({.ethertype = kEtherMacControl})).mac_control);
  EXPECT_TRUE(parse(make_frame({.ethertype = kEtherMacControl, .length = 14})).mac_control);
  EXPECT_FALSE(parse(make_frame({.ethertype = kEtherMacControl, .length = 13})).mac_control);
  EXPECT_FALSE(
      parse(make_frame({.vlans = {kEtherCtag}, .ethertype = kEtherMacControl})).mac_control);
  EXPECT_FALSE(parse(make_frame({.tag = 0, .ethertype = kEtherMacControl})).mac_control);
}

// Every EtherType there is, against the list written out a second time.
TEST(Classify, EveryEthertypeIsKnownALengthOrForeign) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    const auto ethertype = static_cast<std::uint16_t>(type);
    if (is_vlan(ethertype)) continue;  // walked over: tested with the VLANs
    const TagState state = classify(parse(make_frame({.ethertype = ethertype})), 0x0601);
    const bool known = type == 0x0800 || type == 0x86DD || type == 0x0806 || type == 0x8808 ||
                       type == 0x88CC || type == 0x22E7 || type == 0x22E9;
    const TagState foreign = known || type < 0x0600 ? TagState::kNone : TagState::kForeignTpid;
    // Payload bytes stand where the next EtherType would: neither IP nor VLAN.
    ASSERT_EQ(state, type == 0x0601 ? TagState::kNonIp : foreign) << std::hex << type;
  }
}

TEST(Classify, EveryEthertypeBehindTheTagIsIpVlanOrNeither) {
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    const auto ethertype = static_cast<std::uint16_t>(type);
    const TagState state =
        classify(parse(make_frame({.tag = 0, .ethertype = ethertype})), kTpidDefault);
    const bool ip = type == 0x0800 || type == 0x86DD;
    const bool vlan = type == 0x8100 || type == 0x88A8 || type == 0x9100;
    const TagState expected = ip ? TagState::kCsig : vlan ? TagState::kVlanAfter : TagState::kNonIp;
    ASSERT_EQ(state, expected) << std::hex << type;
  }
}

TEST(Classify, TheTpidComesBeforeTheListOfKnownEthertypes) {
  const Headers headers = parse(make_frame({.tag = 0, .tpid = kEtherLldp}));
  EXPECT_EQ(classify(headers, kTpidDefault), TagState::kNone);
  EXPECT_EQ(classify(headers, kEtherLldp), TagState::kCsig);
}

TEST(Classify, ATpidBelowTheFirstEthertypeWorksToo) {
  EXPECT_EQ(classify(parse(make_frame({.tag = 0, .tpid = 0x0100})), 0x0100), TagState::kCsig);
}

}  // namespace
}  // namespace sluice::model
