// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "model/parser/parser.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_ip_frame;
using Vlans = std::vector<std::uint16_t>;

constexpr CsigState kOn{.enabled = true, .tpid = kTpidDefault};
constexpr CsigState kOff{.enabled = false, .tpid = kTpidDefault};

IpHeader ip_of(const Bytes& frame, const CsigState& csig = kOn) {
  return parse_ip(frame, parse(frame), csig);
}

const std::vector<Vlans> kVlans = {{},
                                   {kEtherCtag},
                                   {kEtherStag},
                                   {kEtherQinq},
                                   {kEtherStag, kEtherCtag},
                                   {kEtherQinq, kEtherQinq}};

TEST(ParserIp, EveryTrafficClassIsReadBehindEveryMixOfTags) {
  for (const Vlans& vlans : kVlans) {
    for (const bool tag : {false, true}) {
      for (const std::uint16_t type : {kEtherIpv4, kEtherIpv6}) {
        for (unsigned tos = 0; tos < 256; ++tos) {
          test::FrameSpec spec{.vlans = vlans, .ethertype = type};
          if (tag) spec.tag = 0x1234;
          const IpHeader ip = ip_of(make_ip_frame(spec, static_cast<std::uint8_t>(tos)));
          ASSERT_EQ(ip.ip, type == kEtherIpv4 ? Ip::kV4 : Ip::kV6);
          ASSERT_EQ(ip.words, vlans.size() + (tag ? 1 : 0));
          ASSERT_EQ(ip.offset(), 14 + 4 * (vlans.size() + (tag ? 1 : 0)));
          ASSERT_EQ(ip.dscp, tos >> 2);
          ASSERT_EQ(static_cast<unsigned>(ip.ecn), tos & 3);
        }
      }
    }
  }
}

TEST(ParserIp, BehindACsigTagOnlyWhereCsigIsEnabledAndTheTpidIsTheOneInForce) {
  const Bytes frame = make_ip_frame({.tag = 0x1234}, 0x02);
  EXPECT_EQ(ip_of(frame, kOn).ip, Ip::kV4);
  EXPECT_EQ(ip_of(frame, kOff).ip, Ip::kNone);
  EXPECT_EQ(ip_of(frame, {.enabled = true, .tpid = 0x0601}).ip, Ip::kNone);
  const Bytes other = make_ip_frame({.tag = 0x1234, .tpid = 0x1234}, 0x02);
  EXPECT_EQ(ip_of(other, {.enabled = true, .tpid = 0x1234}).ip, Ip::kV4);
  const Bytes bare = make_ip_frame({}, 0x02);
  EXPECT_EQ(ip_of(bare, kOn), ip_of(bare, kOff)) << "without a tag the state does not matter";
}

TEST(ParserIp, AnEthertypeOfIpIsIpEvenWhereItIsTheTpid) {
  const Bytes frame = make_ip_frame({}, 0x02);
  const IpHeader ip = ip_of(frame, {.enabled = true, .tpid = kEtherIpv4});
  EXPECT_EQ(ip.ip, Ip::kV4);
  EXPECT_EQ(ip.words, 0);
}

TEST(ParserIp, NoIpBehindAThirdVlanTagOrAVlanBehindTheTagOrASecondCsigTag) {
  Bytes three = test::make_frame({.vlans = {kEtherCtag, kEtherCtag, kEtherCtag}});
  test::put_ipv4(three, 26, 2);
  EXPECT_EQ(ip_of(three).ip, Ip::kNone);
  EXPECT_EQ(ip_of(test::make_frame({.tag = 0, .vlans_after = {kEtherCtag}})).ip, Ip::kNone);
  Bytes two = test::make_frame({.tag = 0, .ethertype = kTpidDefault});
  store16(two, 20, kEtherIpv4);
  EXPECT_EQ(ip_of(two).ip, Ip::kNone);
}

TEST(ParserIp, EveryEthertypeButTheTwoOfIpIsNoIp) {
  Bytes frame = make_ip_frame({}, 0x02);
  for (unsigned type = 0; type <= 0xFFFF; ++type) {
    if (type == kEtherIpv6 || is_vlan(static_cast<std::uint16_t>(type)) || type == kTpidDefault) {
      continue;
    }
    store16(frame, 12, static_cast<std::uint16_t>(type));
    ASSERT_EQ(ip_of(frame).ip, type == 0x0800 ? Ip::kV4 : Ip::kNone) << std::hex << type;
  }
}

TEST(ParserIp, Ipv4IsBrokenByItsVersionItsIhlOrALengthThatContradicts) {
  for (const std::size_t words : {0U, 1U, 3U}) {
    test::FrameSpec spec{.vlans = Vlans(words == 0 ? 0 : words - 1, kEtherCtag)};
    if (words != 0) spec.tag = 0;
    const Bytes good = make_ip_frame(spec, 0x02);
    const std::size_t ip = 14 + 4 * words;
    const std::size_t room = good.size() - ip;
    const auto verdict = [&](unsigned version, unsigned ihl, std::size_t total) {
      Bytes frame = good;
      frame[ip] = static_cast<std::uint8_t>(version << 4 | ihl);
      store16(frame, ip + 2, static_cast<std::uint16_t>(total));
      return ip_of(frame).ip;
    };
    for (unsigned version = 0; version < 16; ++version) {
      EXPECT_EQ(verdict(version, 5, room), version == 4 ? Ip::kV4 : Ip::kBroken);
    }
    for (unsigned ihl = 0; ihl < 16; ++ihl) {
      for (std::size_t total = 0; total <= room + 4; ++total) {
        const bool good_one = ihl >= 5 && total >= 4 * ihl && total <= room;
        ASSERT_EQ(verdict(4, ihl, total), good_one ? Ip::kV4 : Ip::kBroken)
            << "IHL " << ihl << " total length " << total;
      }
    }
    EXPECT_EQ(verdict(4, 5, 0xFFFF), Ip::kBroken);
  }
}

TEST(ParserIp, Ipv4IsBrokenWhereTheFrameEndsInsideItsHeader) {
  for (std::size_t length = 14; length <= 80; ++length) {
    Bytes frame = test::make_frame({.length = length});
    if (length > 14) frame[14] = 0x45;
    if (length > 17) store16(frame, 16, 20);
    ASSERT_EQ(ip_of(frame).ip, length >= 34 ? Ip::kV4 : Ip::kBroken) << length;
    if (length > 14) frame[14] = 0x4F;
    if (length > 17) store16(frame, 16, 60);
    ASSERT_EQ(ip_of(frame).ip, length >= 74 ? Ip::kV4 : Ip::kBroken) << length << " IHL 15";
  }
  EXPECT_EQ(ip_of(test::make_frame({.length = 13})).ip, Ip::kNone) << "half an EtherType";
}

TEST(ParserIp, Ipv6IsBrokenByItsVersionOrAPayloadBeyondTheFrame) {
  const Bytes good = make_ip_frame({.ethertype = kEtherIpv6}, 0xA5);
  for (unsigned version = 0; version < 16; ++version) {
    Bytes frame = good;
    frame[14] = static_cast<std::uint8_t>(version << 4 | (frame[14] & 0xF));
    EXPECT_EQ(ip_of(frame).ip, version == 6 ? Ip::kV6 : Ip::kBroken);
  }
  for (std::size_t payload = 0; payload <= 60; ++payload) {
    Bytes frame = good;
    store16(frame, 18, static_cast<std::uint16_t>(payload));
    EXPECT_EQ(ip_of(frame).ip, payload <= 100 - 54 ? Ip::kV6 : Ip::kBroken) << payload;
  }
  for (std::size_t length = 14; length <= 60; ++length) {
    Bytes frame(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
    if (length > 19) store16(frame, 18, 0);
    EXPECT_EQ(ip_of(frame).ip, length >= 54 ? Ip::kV6 : Ip::kBroken) << length;
  }
}

TEST(ParserIp, FragmentsAndExtensionHeadersAreJudgedByTheIpHeaderAlone) {
  Bytes fragment = make_ip_frame({}, 0x02);
  store16(fragment, 20, 0x20B9);  // more fragments, offset 185
  EXPECT_EQ(ip_of(fragment).ip, Ip::kV4);
  Bytes extended = make_ip_frame({.ethertype = kEtherIpv6}, 0x02);
  for (const std::uint8_t next : {0, 43, 44, 50, 51, 59, 60}) {
    extended[20] = next;
    EXPECT_EQ(ip_of(extended).ip, Ip::kV6);
  }
}

TEST(ParserIp, ABrokenHeaderTellsNothingElse) {
  Bytes frame = make_ip_frame({.vlans = {kEtherCtag}}, 0xFF);
  frame[18] = 0x44;
  EXPECT_EQ(ip_of(frame), IpHeader{.ip = Ip::kBroken});
}

TEST(ParserPcp, ComesFromTheOuterTagAndIsZeroWhereTheFrameEndsBeforeIt) {
  for (const Vlans& vlans : kVlans) {
    for (unsigned pcp = 0; pcp < 8; ++pcp) {
      Bytes frame = test::make_frame({.vlans = vlans});
      frame[14] = static_cast<std::uint8_t>(pcp << 5 | 0x1F);
      if (vlans.size() == 2) frame[18] = static_cast<std::uint8_t>(~frame[14]);
      const Headers headers = parse(frame);
      EXPECT_EQ(headers.tagged, !vlans.empty());
      EXPECT_EQ(headers.pcp, vlans.empty() ? 0 : pcp);
    }
  }
  const Headers cut = parse(test::make_frame({.vlans = {kEtherCtag}, .length = 14}));
  EXPECT_TRUE(cut.tagged);
  EXPECT_EQ(cut.pcp, 0);
  Bytes whole = test::make_frame({.vlans = {kEtherCtag}, .length = 15});
  whole[14] = 0xFF;
  EXPECT_EQ(parse(whole).pcp, 7);
}

}  // namespace
}  // namespace sluice::model
