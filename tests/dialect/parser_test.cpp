// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/dialect/srlinux/parser.hpp"

#include <gtest/gtest.h>

#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/support.hpp"

namespace sluice::driver::srlinux {
namespace {

using test::error_of;
using test::read;

std::string refusal(std::string_view text) {
  return error_of([&] { read(text); });
}

std::string normal(std::string_view text) { return print(read(text).tree()); }

constexpr std::string_view kCsigOptions =
    "expected one of 'admin-state', 'compact', 'interval', 'node-locator', 'tag-length', 'tpid', "
    "'wide' or '}'";

TEST(Accepted, CommentsBlankLinesTabsAndBracesOnOneLine) {
  EXPECT_EQ(normal("# a file\n\n\toam { # braces\n congestion-signaling { tpid 1536 } #end\n}\n#"),
            "    oam {\n        congestion-signaling {\n            tpid 1536\n        }\n    }\n");
}

TEST(Accepted, AHashInsideAWordIsNoComment) {
  EXPECT_EQ(normal("interface ethernet-1/1 {\n description rack#7 # but this is\n}"),
            "    interface ethernet-1/1 {\n        description rack#7\n    }\n");
}

TEST(Accepted, LinesThatEndInCarriageReturns) {
  const std::string expected = normal("oam {\n congestion-signaling {\n  interval 1000\n }\n}\n");
  EXPECT_EQ(normal("oam {\r\n congestion-signaling {\r\n  interval 1000\r\n }\r\n}\r\n"), expected);
  EXPECT_EQ(normal("oam {\r congestion-signaling {\r  interval 1000\r }\r}\r"), expected);
  EXPECT_EQ(normal("\xEF\xBB\xBFoam {\n congestion-signaling {\n  interval 1000\n }\n}\n"),
            expected);
}

TEST(Accepted, QuotedTextWithEscapes) {
  EXPECT_EQ(normal(R"(interface "ethernet-1/1" { description "a \"b\" \\ {c} # d\n\te" })"),
            "    interface ethernet-1/1 {\n"
            "        description \"a \\\"b\\\" \\\\ {c} # d\\n\\te\"\n    }\n");
}

TEST(Accepted, BlocksThatComeTwiceAreOneBlock) {
  EXPECT_EQ(normal("oam { congestion-signaling { interval 100 } }\n"
                   "interface ethernet-1/2 { admin-state enable }\n"
                   "interface ethernet-1/1 { admin-state enable }\n"
                   "oam { congestion-signaling { tpid 2000\n interval 100 } }\n"
                   "interface ethernet-1/2 { congestion-signaling { locator 3 } }\n"),
            "    interface ethernet-1/1 {\n        admin-state enable\n    }\n"
            "    interface ethernet-1/2 {\n        admin-state enable\n"
            "        congestion-signaling {\n            locator 3\n        }\n    }\n"
            "    oam {\n        congestion-signaling {\n            interval 100\n"
            "            tpid 2000\n        }\n    }\n");
}

TEST(Accepted, AnEmptyEntryIsKeptAndAnEmptyContainerIsNothing) {
  EXPECT_EQ(normal("interface ethernet-1/1 {\n}\n"), "    interface ethernet-1/1 {\n    }\n");
  EXPECT_EQ(normal("oam {\n congestion-signaling {\n }\n}\n"), "");
  EXPECT_EQ(normal(""), "");
  EXPECT_EQ(normal("  # nothing\n"), "");
}

TEST(Accepted, TheTpidInDecimalAndInHexIsOneValue) {
  const std::string expected =
      "    oam {\n        congestion-signaling {\n            tpid 39321\n        }\n    }\n";
  for (const char* tpid : {"39321", "0x9999", "0X9999", "0x009999"}) {
    EXPECT_EQ(normal(std::string("oam { congestion-signaling { tpid ") + tpid + " } }"), expected);
  }
}

TEST(Refused, AnUnknownWordNamesTheNearestAndWhatIsPossible) {
  EXPECT_EQ(
      refusal("oamm {\n}\n"),
      "t.cfg:1:1: unknown word 'oamm' at the top level (did you mean 'oam'?): expected one of "
      "'interface', 'oam', 'qos', 'system'");
  EXPECT_EQ(refusal("oam {\n    congestion-signaling {\n        admin-stat enable\n"),
            "t.cfg:3:9: unknown word 'admin-stat' in oam congestion-signaling (did you mean "
            "'admin-state'?): " +
                std::string(kCsigOptions));
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n    enable admin-state\n}\n"),
            "t.cfg:2:5: unknown word 'enable' in interface: expected one of 'admin-state', "
            "'congestion-signaling', 'description', 'ethernet' or '}'");
  EXPECT_EQ(
      refusal("enable admin-state"),
      "t.cfg:1:1: unknown word 'enable' at the top level: expected one of 'interface', 'oam', "
      "'qos', 'system'");
}

TEST(Refused, TheBeginningOfAWordSuggestsIt) {
  EXPECT_EQ(
      refusal("oam { cong"),
      "t.cfg:1:7: unknown word 'cong' in oam (did you mean 'congestion-signaling'?): expected "
      "one of 'congestion-signaling' or '}'");
}

TEST(Refused, TheKeyLeafOfAnEntryIsNotSetInside) {
  EXPECT_TRUE(refusal("interface ethernet-1/1 {\n name ethernet-1/1\n}")
                  .starts_with("t.cfg:2:2: unknown word 'name' in interface: expected "));
}

TEST(Refused, StateCannotBeConfigured) {
  EXPECT_EQ(
      refusal("oam {\n  congestion-signaling {\n    statistics {\n"),
      "t.cfg:3:5: 'statistics' is state, which cannot be configured: " + std::string(kCsigOptions));
}

TEST(Refused, AMissingClosingBraceNamesTheOpeningOne) {
  EXPECT_EQ(refusal("oam {\n    congestion-signaling {\n        interval 100\n    }\n"),
            "t.cfg:5:1: found the end of the file: expected '}' for the block 'oam' opened at line "
            "1, column 1");
  EXPECT_EQ(
      refusal("oam {\n  congestion-signaling {\n    interval 100\n\ninterface ethernet-1/1 {\n"),
      "t.cfg:5:1: unknown word 'interface' in oam congestion-signaling (is a '}' missing? the "
      "block 'congestion-signaling' opened at line 2, column 3 is still open): " +
          std::string(kCsigOptions));
}

TEST(Refused, ABraceTooManyOrTooFew) {
  EXPECT_EQ(
      refusal("oam {\n}\n}\n"),
      "t.cfg:3:1: found '}': expected one of 'interface', 'oam', 'qos', 'system', as no block is "
      "open");
  EXPECT_EQ(refusal("oam {\n{\n"),
            "t.cfg:2:1: found '{': expected one of 'congestion-signaling' or '}'");
  EXPECT_EQ(refusal("oam\n    congestion-signaling {\n"),
            "t.cfg:2:5: found 'congestion-signaling': expected '{' after 'oam'");
  EXPECT_EQ(refusal("interface ethernet-1/1\n"),
            "t.cfg:2:1: found the end of the file: expected '{' after 'interface ethernet-1/1'");
}

TEST(Refused, AMissingKeyOrValue) {
  EXPECT_EQ(
      refusal("interface {\n"),
      "t.cfg:1:11: found '{': expected the name of 'interface': ethernet-1/N with N from 1 to "
      "64");
  EXPECT_EQ(refusal("oam {\n congestion-signaling {\n  interval\n  tpid 1536\n"),
            "t.cfg:3:3: found the end of the line: expected a value for 'interval': 1, 100, 1000, "
            "10000 or 100000");
  EXPECT_EQ(
      refusal("oam { congestion-signaling { interval } }"),
      "t.cfg:1:39: found '}': expected a value for 'interval': 1, 100, 1000, 10000 or 100000");
}

TEST(Refused, MoreThanOneValue) {
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n  description my port\n}"),
            "t.cfg:2:18: found 'port' behind the value of 'description': expected the end of the "
            "line (a value with spaces is written in quotes)");
  EXPECT_THROW(read("oam { congestion-signaling { interval 100 { } } }"), SyntaxError);
}

TEST(Refused, ALeafThatIsSetTwiceNamesBothPlaces) {
  EXPECT_EQ(refusal("oam { congestion-signaling {\n interval 100\n } }\n"
                    "oam { congestion-signaling {\n  interval 1000\n } }\n"),
            "t.cfg:5:12: 'interval' is set twice: '1000' here, '100' at line 2, column 11");
}

TEST(Refused, QuotesThatDoNotFit) {
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description \"open\n}"),
            "t.cfg:2:14: found a quote that the line does not close: expected '\"'");
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description \"open"),
            "t.cfg:2:14: found a quote that the line does not close: expected '\"'");
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description a\"b\n}"),
            "t.cfg:2:15: found a quote inside a word: expected the whole value in quotes");
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description \"a\"b\n}"),
            "t.cfg:2:17: found text right behind a quote: expected a space");
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description \"a\\qb\"\n}"),
            "t.cfg:2:16: found an unknown escape: expected \\\", \\\\, \\n or \\t");
  EXPECT_THROW(read("interface ethernet-1/1 {\n description \"a\\"), SyntaxError);
}

TEST(Refused, ColumnsCountCharacters) {
  EXPECT_EQ(refusal("interface ethernet-1/1 {\n description \"\xC3\xA4\xE2\x82\xAC\" x\n}"),
            "t.cfg:2:19: found 'x' behind the value of 'description': expected the end of the line "
            "(a value with spaces is written in quotes)");
}

TEST(Refused, AFileThatCannotBeReadIsNamed) {
  EXPECT_EQ(error_of([] { read_file(test::schema(), "/nonexistent/x.cfg"); }),
            "cannot read the configuration '/nonexistent/x.cfg': No such file or directory");
  EXPECT_EQ(error_of([] { read_file(test::schema(), "/"); }),
            "cannot read the configuration '/': Is a directory");
  EXPECT_EQ(error_of([] { read_file(test::schema(), "/dev/zero"); }),
            "cannot read the configuration '/dev/zero': it is larger than 16777216 bytes");
}

struct Value {
  const char* leaf;  ///< "{}" stands for the value
  const char* value;
  const char* found;  ///< null: accepted
};

constexpr const char* kNode = "oam { congestion-signaling { node-locator {} } }";
constexpr const char* kPort = "interface ethernet-1/1 { congestion-signaling { locator {} } }";
constexpr const char* kTpid = "oam { congestion-signaling { tpid {} } }";
constexpr const char* kInterval = "oam { congestion-signaling { interval {} } }";
constexpr const char* kBucket =
    "oam { congestion-signaling { compact { quantization-parameters { delay { bucket {} { } } } } "
    "} "
    "}";
constexpr const char* kDelay =
    "oam { congestion-signaling { compact { quantization-parameters { delay { bucket 0 { "
    "maximum-value {} } } } } } }";
constexpr const char* kRelative =
    "oam { congestion-signaling { compact { quantization-parameters { relative-available-bandwidth "
    "{ bucket 0 { maximum-value {} } } } } } }";
constexpr const char* kAbw =
    "oam { congestion-signaling { compact { quantization-parameters { available-bandwidth { bucket "
    "0 { maximum-value {} } } } } } }";
constexpr const char* kStep =
    "oam { congestion-signaling { wide { quantization-parameters { delay { step {} } } } } }";
constexpr const char* kAction = "interface ethernet-1/1 { congestion-signaling { action {} } }";
constexpr const char* kName = "interface {} { }";
constexpr const char* kSpeed = "interface ethernet-1/1 { ethernet { port-speed {} } }";
constexpr const char* kDescription = "interface ethernet-1/1 { description {} }";

class Values : public testing::TestWithParam<Value> {};

INSTANTIATE_TEST_SUITE_P(
    BothSides, Values,
    testing::Values(
        Value{kNode, "0", nullptr}, Value{kNode, "32767", nullptr},
        Value{kNode, "32768",
              "node-locator '32768' is out of range: expected a number from 0 to 32767"},
        Value{kNode, "-1", "node-locator '-1' is out of range: expected a number from 0 to 32767"},
        Value{kNode, "nine",
              "node-locator 'nine' is not a number: expected a number from 0 to 32767"},
        Value{kNode, "9x", "node-locator '9x' is not a number: expected a number from 0 to 32767"},
        Value{kNode, "0x9",
              "node-locator '0x9' is not a number: expected a number from 0 to 32767"},
        Value{kNode, "09",
              "node-locator '09' has a leading zero: expected a number from 0 to 32767"},
        Value{kNode, "+9", "node-locator '+9' is not a number: expected a number from 0 to 32767"},
        Value{kNode, "\"\"", "node-locator '' is not a number: expected a number from 0 to 32767"},
        Value{kPort, "0", nullptr}, Value{kPort, "32767", nullptr},
        Value{kPort, "32768", "locator '32768' is out of range: expected a number from 0 to 32767"},
        Value{kTpid, "1536", nullptr}, Value{kTpid, "65535", nullptr},
        Value{kTpid, "0xffff", nullptr},
        Value{kTpid, "1535",
              "tpid '1535' is out of range: expected a number from 1536 to 65535, decimal or 0x"},
        Value{
            kTpid, "0x10000",
            "tpid '0x10000' is out of range: expected a number from 1536 to 65535, decimal or 0x"},
        Value{kTpid, "0x",
              "tpid '0x' is not a number: expected a number from 1536 to 65535, decimal or 0x"},
        Value{kTpid, "0xg",
              "tpid '0xg' is not a number: expected a number from 1536 to 65535, decimal or 0x"},
        Value{kTpid, "600h",
              "tpid '600h' is not a number: expected a number from 1536 to 65535, decimal or 0x"},
        Value{kInterval, "1", nullptr}, Value{kInterval, "100", nullptr},
        Value{kInterval, "1000", nullptr}, Value{kInterval, "10000", nullptr},
        Value{kInterval, "100000", nullptr},
        Value{kInterval, "0",
              "interval '0' is out of range: expected 1, 100, 1000, 10000 or 100000"},
        Value{kInterval, "2",
              "interval '2' is out of range: expected 1, 100, 1000, 10000 or 100000"},
        Value{kInterval, "99",
              "interval '99' is out of range: expected 1, 100, 1000, 10000 or 100000"},
        Value{kInterval, "100001",
              "interval '100001' is out of range: expected 1, 100, 1000, 10000 or 100000"},
        Value{kBucket, "0", nullptr}, Value{kBucket, "31", nullptr},
        Value{kBucket, "32", "index '32' is out of range: expected a number from 0 to 31"},
        Value{kDelay, "4294967295", nullptr},
        Value{kDelay, "4294967296",
              "maximum-value '4294967296' is out of range: expected a number from 0 to 4294967295"},
        Value{kRelative, "100", nullptr},
        Value{kRelative, "101",
              "maximum-value '101' is out of range: expected a number from 0 to 100"},
        Value{kAbw, "18446744073709551615", nullptr},
        Value{kAbw, "18446744073709551616",
              "maximum-value '18446744073709551616' is out of range: expected a number from 0 to "
              "18446744073709551615"},
        Value{kStep, "0", nullptr}, Value{kStep, "1", nullptr}, Value{kStep, "1048576", nullptr},
        Value{kStep, "3",
              "step '3' is out of range: expected 0 (no scaling) or a power of two up to 1048576"},
        Value{kStep, "2097152",
              "step '2097152' is out of range: expected 0 (no scaling) or a power of two up to "
              "1048576"},
        Value{kAction, "strip", nullptr}, Value{kAction, "pass", nullptr},
        Value{kAction, "updat",
              "action 'updat' is not known (did you mean 'update'?): expected one of 'pass', "
              "'strip', 'update'"},
        Value{kAction, "UPDATE",
              "action 'UPDATE' is not known: expected one of 'pass', 'strip', 'update'"},
        Value{kName, "ethernet-1/1", nullptr}, Value{kName, "ethernet-1/64", nullptr},
        Value{kName, "ethernet-1/0",
              "name 'ethernet-1/0' is not allowed: expected ethernet-1/N with N from 1 to 64"},
        Value{kName, "ethernet-1/65",
              "name 'ethernet-1/65' is not allowed: expected ethernet-1/N with N from 1 to 64"},
        Value{kName, "mgmt0",
              "name 'mgmt0' is not allowed: expected ethernet-1/N with N from 1 to 64"},
        Value{kSpeed, "10G", nullptr}, Value{kSpeed, "1600G", nullptr},
        Value{
            kSpeed, "401G",
            "port-speed '401G' is not known (did you mean '400G'?): expected one of '10G', '25G', "
            "'40G', '50G', '100G', '200G', '400G', '800G', '1600G'"},
        Value{kDescription, "x", nullptr},
        Value{kDescription, "\"\"",
              "description '' is not allowed: expected a text of 1 to 255 characters"}));

TEST_P(Values, AreAcceptedUpToTheEdgeAndRefusedBeyondIt) {
  const Value& v = GetParam();
  std::string text = v.leaf;
  const std::size_t at = text.find("{}");
  text.replace(at, 2, v.value);
  if (v.found == nullptr) {
    EXPECT_NO_THROW(read(text));
    return;
  }
  EXPECT_EQ(error_of<ValueError>([&] { read(text); }),
            "t.cfg:1:" + std::to_string(at + 1) + ": " + v.found);
}

}  // namespace
}  // namespace sluice::driver::srlinux
