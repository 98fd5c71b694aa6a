// SPDX-License-Identifier: Apache-2.0
// Rules between values, both sides of each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver {
namespace {

using test::error_of;
using test::read;

std::string csig(const std::string& lines) {
  return "oam {\n  congestion-signaling {\n" + lines + "\n  }\n}\n";
}

std::string refusal(const std::string& text) {
  Candidate candidate = read(text);
  return error_of<CommitError>([&] { candidate.validate(); });
}

void accept(const std::string& text) {
  Candidate candidate = read(text);
  EXPECT_NO_THROW(candidate.validate()) << text;
}

constexpr const char* kTooLarge =
    "a locator above 63 does not fit the 6 bits of a compact tag: expected 0 to 63 while "
    "tag-length "
    "is compact";

TEST(Locators, OfACompactTagEndAt63) {
  accept(csig("node-locator 63"));
  EXPECT_EQ(refusal(csig("    node-locator 64")),
            std::string("t.cfg:3:18: node-locator 64: ") + kTooLarge);
  accept("interface ethernet-1/1 { congestion-signaling { locator 63 } }");
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n  congestion-signaling {\n    locator 64\n  }\n}\n"),
            std::string("t.cfg:3:13: locator 64: ") + kTooLarge);
}

TEST(Locators, OfAWideTagEndAt32767) {
  accept(csig("tag-length wide\n node-locator 32767"));
  accept(csig("tag-length wide") +
         "interface ethernet-1/1 { congestion-signaling { locator 32767 } }");
  EXPECT_EQ(refusal(csig("tag-length compact") +
                    "interface ethernet-1/7 { congestion-signaling { locator 32767 } }"),
            std::string("t.cfg:6:57: locator 32767: ") + kTooLarge);
}

class ReservedTpid : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(EtherTypes, ReservedTpid,
                         testing::Values(0x0800U, 0x86DDU, 0x0806U, 0x8100U, 0x88A8U, 0x9100U,
                                         0x8808U, 0x88CCU, 0x22E7U, 0x22E9U),
                         [](const auto& info) { return fmt::format("{:04X}", info.param); });

TEST_P(ReservedTpid, IsRefusedInDecimalAndHexWhileItsNeighboursAreNot) {
  const unsigned tpid = GetParam();
  const std::string text = fmt::format("t.cfg:3:6: tpid {} ({:#x}): ", tpid, tpid);
  EXPECT_TRUE(refusal(csig(fmt::format("tpid {}", tpid))).starts_with(text));
  EXPECT_TRUE(refusal(csig(fmt::format("tpid {:#x}", tpid))).starts_with(text));
  accept(csig(fmt::format("tpid {}", tpid + 1 == 0x22E9 ? tpid + 2 : tpid + 1)));
  accept(csig(fmt::format("tpid {}", tpid - 1)));
}

TEST(Defaults, AreThoseOfTheFactsAndAreNotPrinted) {
  Candidate candidate =
      read("interface ethernet-1/1 {\n}\nsystem { lldp { interface ethernet-1/1 { } } }");
  const std::string before = srlinux::print(candidate.tree());
  candidate.validate();
  EXPECT_EQ(srlinux::print(candidate.tree()), before);
  const std::pair<const char*, const char*> defaults[] = {
      {"oam/congestion-signaling/admin-state", "disable"},
      {"oam/congestion-signaling/tag-length", "compact"},
      {"oam/congestion-signaling/node-locator", "0"},
      {"oam/congestion-signaling/interval", "100"},
      {"oam/congestion-signaling/tpid", "1536"},
      {"interface[name='ethernet-1/1']/admin-state", "enable"},
      {"interface[name='ethernet-1/1']/congestion-signaling/action", "update"},
      {"system/lldp/admin-state", "disable"},
      {"system/lldp/interface[name='ethernet-1/1']/admin-state", "enable"},
  };
  for (const auto& [path, value] : defaults) EXPECT_EQ(candidate.tree().get(path), value) << path;
  EXPECT_EQ(candidate.tree().get("interface[name='ethernet-1/1']/congestion-signaling/locator"),
            std::nullopt);
}

TEST(Defaults, AValueThatEqualsItsDefaultIsStillPrinted) {
  Candidate candidate = read(csig("    interval 100"));
  candidate.validate();
  EXPECT_EQ(
      srlinux::print(candidate.tree()),
      "    oam {\n        congestion-signaling {\n            interval 100\n        }\n    }\n");
}

TEST(Validation, CanBeRepeatedAndAnEmptyConfigurationIsValid) {
  accept("");
  Candidate candidate = read(csig("interval 1"));
  candidate.validate();
  EXPECT_NO_THROW(candidate.validate());
}

}  // namespace
}  // namespace sluice::driver
