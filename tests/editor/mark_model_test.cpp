// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/common/wire.hpp"
#include "model/editor/editor.hpp"
#include "model/parser/parser.hpp"
#include "tests/support/frames.hpp"
#include "tests/support/ip.hpp"

namespace sluice::model {
namespace {

using test::Bytes;
using test::make_ip_frame;

constexpr CsigState kCsig{.enabled = true, .tpid = kTpidDefault};

Bytes marked(Bytes frame) {
  mark_ce(frame, parse_ip(frame, parse(frame), kCsig));
  return frame;
}

/// An untagged frame of 60 bytes with this header, in hexadecimal.
Bytes with_header(std::uint16_t ethertype, const std::string& hex) {
  Bytes frame = test::make_frame({.ethertype = ethertype, .length = 60});
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    frame[14 + i / 2] = static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16));
  }
  return frame;
}

TEST(EditorMark, TheFactsHeaderBecomesCeWithItsChecksum) {
  const std::string header = "4502002e00004000401126bb0a0000010a000002";
  Bytes expected = with_header(kEtherIpv4, header);
  expected[15] = 0x03;
  store16(expected, 24, 0x26BA);
  EXPECT_EQ(marked(with_header(kEtherIpv4, header)), expected);
}

TEST(EditorMark, AChecksumThatRfc1141WouldGetWrongIsZero) {
  // The same header with id 0x26BA: checksum 0x0001 becomes 0x0000, not 0xFFFF.
  Bytes frame = with_header(kEtherIpv4, "4502002e26ba4000401100010a0000010a000002");
  ASSERT_EQ(test::header_sum(frame, 14), 0xFFFF);
  frame = marked(frame);
  EXPECT_EQ(load16(frame, 24), 0x0000);
  EXPECT_EQ(test::header_sum(frame, 14), 0xFFFF);
}

TEST(EditorMark, Ect1WithChecksumTwoBecomesZero) {
  EXPECT_EQ(checksum_after(0x0002, 2), 0x0000);
  Bytes frame = with_header(kEtherIpv4, "4501002e00004000401100020a0000010a000002");
  frame = marked(frame);
  EXPECT_EQ(load16(frame, 14), 0x4503);
  EXPECT_EQ(load16(frame, 24), 0x0000);
}

TEST(EditorMark, Ipv6ChangesTwoBitsOfTheTrafficClassAndNothingElse) {
  const std::string rest =
      "0006"
      "1140"
      "20010db8000000000000000000000001"
      "20010db8000000000000000000000002";
  const Bytes before = with_header(kEtherIpv6, "602abcde" + rest);
  Bytes expected = before;
  expected[15] = 0x3A;
  EXPECT_EQ(marked(before), expected) << "602abcde becomes 603abcde";
}

// One's complement: HC' = HC - delta modulo 2^16 - 1. Of its two zeros a header that is not all
// zero has 0x0000, never 0xFFFF (RFC 1624, section 3).
TEST(EditorMark, EveryChecksumIsCorrectedByTheChangeAlone) {
  for (unsigned checksum = 0; checksum <= 0xFFFF; ++checksum) {
    for (const unsigned delta : {1U, 2U}) {
      const unsigned after =
          checksum_after(static_cast<std::uint16_t>(checksum), static_cast<std::uint16_t>(delta));
      ASSERT_EQ((after + delta) % 0xFFFF, checksum % 0xFFFF) << std::hex << checksum;
      ASSERT_NE(after, 0xFFFFU) << std::hex << checksum;
    }
  }
}

TEST(EditorMark, EveryTosAndIhlKeepsAValidHeaderValidAndChangesNothingElse) {
  for (const std::size_t vlans : {0U, 1U, 2U}) {
    for (const bool tag : {false, true}) {
      for (unsigned ihl = 5; ihl <= 15; ++ihl) {
        for (unsigned tos = 0; tos < 256; ++tos) {
          test::FrameSpec spec{.vlans = std::vector<std::uint16_t>(vlans, kEtherStag),
                               .length = 120,
                               .salt = tos * 3 + ihl};
          if (tag) spec.tag = 0x1234;
          Bytes before = test::make_frame(spec);
          const std::size_t ip = 14 + 4 * (vlans + (tag ? 1 : 0));
          test::put_ipv4(before, ip, static_cast<std::uint8_t>(tos), ihl);
          const Bytes after = marked(before);
          const unsigned ecn = tos & 3;
          if (ecn == 0 || ecn == 3) {
            ASSERT_EQ(after, before) << "neither Not-ECT nor CE is touched";
            continue;
          }
          ASSERT_EQ(after[ip + 1], tos | 3);
          ASSERT_EQ(test::header_sum(after, ip), 0xFFFF);
          Bytes rest = after;
          rest[ip + 1] = before[ip + 1];
          rest[ip + 10] = before[ip + 10];
          rest[ip + 11] = before[ip + 11];
          ASSERT_EQ(rest, before);
        }
      }
    }
  }
}

TEST(EditorMark, AWrongChecksumStaysAsWrongAsItWas) {
  Bytes frame = make_ip_frame({}, 0x02);
  store16(frame, 24, static_cast<std::uint16_t>(load16(frame, 24) ^ 0x0100));
  const std::uint16_t before = test::header_sum(frame, 14);
  EXPECT_NE(before, 0xFFFF);
  EXPECT_EQ(test::header_sum(marked(frame), 14), before);
}

TEST(EditorMark, ABrokenOrAbsentHeaderIsNeverRewritten) {
  Bytes broken = make_ip_frame({}, 0x02);
  broken[14] = 0x44;
  EXPECT_EQ(marked(broken), broken);
  const Bytes arp = test::make_frame({.ethertype = kEtherArp});
  EXPECT_EQ(marked(arp), arp);
}

TEST(EditorMark, TagsStayAndAllThreeChangesApplyToOneFrame) {
  // 88a8 + 8100 + CSIG + IPv4 ECT(0): CE, tags intact.
  const Bytes before = make_ip_frame({.vlans = {kEtherStag, kEtherCtag}, .tag = 0x1234}, 0x02);
  Bytes after = before;
  const IpHeader ip = parse_ip(before, parse(before), kCsig);
  mark_ce(after, ip);
  EXPECT_EQ(Bytes(after.begin(), after.begin() + 26), Bytes(before.begin(), before.begin() + 26));
  EXPECT_EQ(after[27], 0x03);
  update_tag(after, 20, 0xA55A);
  EXPECT_EQ(load16(after, 22), 0xA55A);
  EXPECT_EQ(after[27], 0x03);
  strip_tag(after, 20);
  EXPECT_EQ(load16(after, 20), kEtherIpv4);
  EXPECT_EQ(after[23], 0x03);
  EXPECT_EQ(test::header_sum(after, 22), 0xFFFF);
}

}  // namespace
}  // namespace sluice::model
