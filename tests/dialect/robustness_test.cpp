// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: a configuration, or one sentence.
#include <gtest/gtest.h>

#include <random>

#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/seed_screens.hpp"
#include "tests/dialect/support.hpp"
#include "tests/support/seed.hpp"

namespace sluice::driver::srlinux {
namespace {

using test::error_of;
using test::read;

constexpr std::size_t kMega = 1'000'000;
constexpr std::size_t kLongestSentence = 500;

std::string refusal(const std::string& text) {
  std::string sentence = error_of([&] { read(text); });
  EXPECT_LT(sentence.size(), kLongestSentence);
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  return sentence;
}

TEST(Robust, ALineOfAMegabyteIsRefusedInAShortSentence) {
  EXPECT_TRUE(refusal(std::string(kMega, 'a'))
                  .starts_with("t.cfg:1:1: unknown word '" + std::string(40, 'a') +
                               "...' at the top level"));
  refusal("interface " + std::string(kMega, '1') + " {}");
  refusal("interface ethernet-1/1 { description " + std::string(kMega, 'd') + " }");
  refusal("interface ethernet-1/1 { description \"" + std::string(kMega, ' ') + "\" }");
  refusal("oam { congestion-signaling { interval " + std::string(kMega, '9') + " } }");
  refusal("oam { congestion-signaling { tpid 0x" + std::string(kMega, 'f') + " } }");
  refusal(std::string(kMega, ' ') + "}");
}

TEST(Robust, AMegabyteOfComment) { EXPECT_NO_THROW(read("#" + std::string(kMega, '{'))); }

TEST(Robust, BracesNestedDeeplyAreRefusedAtTheFirst) {
  EXPECT_EQ(refusal(std::string(kMega, '{')),
            "t.cfg:1:1: found '{': expected one of 'interface', 'oam', 'qos', 'system'");
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "oam { ";
  EXPECT_TRUE(
      refusal(nested).starts_with("t.cfg:1:7: unknown word 'oam' in oam (is a '}' missing? "));
}

TEST(Robust, ManyBlocksOfOneNameAreOne) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "oam { congestion-signaling { interval 100\n } }\n";
  EXPECT_EQ(
      print(read(text).tree()),
      "    oam {\n        congestion-signaling {\n            interval 100\n        }\n    }\n");
}

TEST(Robust, NulBytesAndControlCharactersAreNamedByPlace) {
  EXPECT_EQ(refusal(std::string("oam {\n \0 }", 9)),
            "t.cfg:2:2: found a NUL byte: expected a configuration text");
  EXPECT_EQ(refusal("oam {\n\x1B[0m"),
            "t.cfg:2:1: found control character 0x1b: expected a configuration text");
  EXPECT_EQ(refusal("interface ethernet-1/1 { description \"a\x7F\" }"),
            "t.cfg:1:40: found control character 0x7f: expected a configuration text");
  EXPECT_EQ(refusal(std::string(kMega, '\0')),
            "t.cfg:1:1: found a NUL byte: expected a configuration text");
}

TEST(Robust, AValueWithLineEndsIsToldInOneLine) {
  EXPECT_EQ(
      refusal("interface \"a\\n\\tb\" { }"),
      "t.cfg:1:11: name 'a\\n\\tb' is not allowed: expected ethernet-1/N with N from 1 to 64");
  EXPECT_EQ(refusal("\"a\\nb\" { }"),
            "t.cfg:1:1: unknown word 'a\\nb' at the top level: expected one of 'interface', 'oam', "
            "'qos', 'system'");
}

TEST(Robust, BytesThatAreNotUtf8AreNamedByPlace) {
  EXPECT_EQ(refusal("\xFF\xFEo\x01"), "t.cfg:1:1: found byte 0xff: expected text in UTF-8");
  EXPECT_EQ(refusal("# caf\xE9\n"), "t.cfg:1:6: found byte 0xe9: expected text in UTF-8");
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x98"}) {
    EXPECT_TRUE(refusal(std::string("# ") + bad).starts_with("t.cfg:1:3: found byte 0x"));
  }
  for (const char* good : {"\xC2\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_NO_THROW(read(std::string("# ") + good));
  }
}

TEST(Robust, ALongWordIsShortenedBetweenCharacters) {
  std::string word = "x";
  for (int i = 0; i < 30; ++i) word += "\xE2\x82\xAC";
  const std::string sentence = refusal(word);
  EXPECT_NE(sentence.find("\xE2\x82\xAC...'"), std::string::npos) << sentence;
}

TEST(Robust, RandomDamageIsReadOrRefusedInOneSentence) {
  std::mt19937_64 random(test::seed(4711));
  const std::string whole = test::kInterfaceScreen + test::kConfigScreen;
  const std::string pieces[] = {"{",  "}",  "\"",         "\\",         "#",          "\n",
                                "\r", " ",  "oam",        "bucket 1 {", "interface ", "admin-state",
                                "0x", "-1", "4294967296", "*"};
  unsigned refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (std::uint64_t n = 1 + random() % 4; n > 0; --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 30);
          break;
        case 2:
          text.insert(at, pieces[random() % std::size(pieces)]);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 60));
      }
      if (text.empty()) text = " ";
    }
    try {
      Candidate candidate = read(text);
      const std::string printed = print(candidate.tree());
      ASSERT_EQ(print(read(printed).tree()), printed) << text;
      check(candidate, test::board());
    } catch (const ConfigError& error) {
      ++refused;
      ASSERT_LT(std::string(error.what()).size(), kLongestSentence) << text;
    }
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_LT(refused, 3000U);
}

}  // namespace
}  // namespace sluice::driver::srlinux
