// SPDX-License-Identifier: Apache-2.0
// NVUE commands, from the document's own text to the candidate and every refusal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "sw-driver/dialect/nvue/reader.hpp"
#include "sw-driver/dialect/srlinux/printer.hpp"
#include "tests/dialect/support.hpp"
#include "tests/support/seed.hpp"

namespace sluice::driver {
namespace {

using test::error_of;

const char* const kDocument = R"(# Leaf switch terminal
# Configure ECN marking thresholds for priority 3 (RoCEv2)
nv set qos congestion-control profile roce \
min-threshold 150000 \
max-threshold 1500000 \
probability 100
nv config apply
)";

Candidate read(std::string_view text, unsigned ports = 1) {
  return nvue::read_text(test::schema(), text, "t.nv", ports);
}

std::string refusal(std::string_view text) {
  return error_of([&] { read(text); });
}

RedConfig red(std::string_view text) {
  Candidate candidate = read(text);
  return check(candidate, test::board()).board.ports[0].buffer.queue[nvue::kRoceQueue].red;
}

const RedConfig kDocumentRed = {
    .enable = true, .ecn = true, .probability = 65536, .min = 150'000, .max = 1'500'000};

TEST(Nvue, TheDocumentsCommandsMarkInTheRoceQueueOfEveryPort) {
  Candidate candidate = read(kDocument, 3);
  const Plan plan = check(candidate, test::board(3));
  BufferConfig expected;
  expected.queue[3].red = kDocumentRed;
  for (const PortConfig& port : plan.board.ports) EXPECT_EQ(port.buffer, expected);
  EXPECT_TRUE(plan.findings.empty());
}

TEST(Nvue, TheDocumentsOwnTextIsAcceptedAsItStands) {
  std::ifstream file(std::filesystem::path(SLUICE_SOURCE_DIR) /
                     "../shared/spec/001_4bd90d52f23db281.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) GTEST_SKIP() << "the specification's text is not beside this checkout";
  const std::size_t begin = text.find("# Leaf switch terminal");
  ASSERT_NE(begin, std::string::npos);
  const std::string end = "nv config apply\n";
  EXPECT_EQ(red(text.substr(begin, text.find(end, begin) + end.size() - begin)), kDocumentRed);
}

TEST(Nvue, IsTheSameCandidateAsTheBraceLanguages) {
  EXPECT_EQ(srlinux::print(read(kDocument).tree()),
            R"(    qos {
        buffer-management {
            queue-management-profile roce {
                wred {
                    wred-slope all drop-probability all enable-ecn true {
                        min-threshold 150000
                        max-threshold 1500000
                        slope-enabled true
                        max-drop-probability-percent 100
                    }
                }
            }
        }
        interfaces {
            interface ethernet-1/1 {
                output {
                    queues {
                        queue unicast-3 {
                            queue-management-profile roce
                        }
                    }
                }
            }
        }
    }
)");
}

TEST(Nvue, CommandsMayBeSpreadPromptedAndCommented) {
  const char* const kTexts[] = {
      "nv set qos congestion-control profile roce min-threshold 150000 max-threshold 1500000 "
      "probability 100\nnv config apply",
      "nv set qos congestion-control profile roce min-threshold 150000\n"
      "nv set qos congestion-control profile roce max-threshold 1500000\n\n"
      "nv set qos congestion-control profile roce probability 100 # all\nnv config apply -y\n",
      "cumulus@leaf01:mgmt:~$ nv set qos congestion-control profile roce \\\n"
      "> min-threshold 150000 \\\r\n> max-threshold 1500000 probability 100\r\n"
      "cumulus@leaf01:mgmt:~$ nv config apply --assume-yes\r\n",
      "\xEF\xBB\xBF$ nv set qos congestion-control profile roce\\\n\tmin-threshold 150000 \\  \n"
      "max-threshold 1500000\nleaf01# nv config apply",
      "# nv set qos congestion-control profile other\n#\n"
      "nv set qos \\\ncongestion-control \\\nprofile roce max-threshold 1500000 min-threshold "
      "150000\nnv config apply\n# end",
  };
  for (const char* text : kTexts) EXPECT_EQ(red(text), kDocumentRed) << text;
}

TEST(Nvue, TheLastSettingCounts) {
  RedConfig expected = kDocumentRed;
  expected.probability = 32768;
  EXPECT_EQ(red(std::string(kDocument) +
                "nv set qos congestion-control profile roce probability 50\nnv config apply\n"),
            expected);
}

TEST(Nvue, WhatIsNotApplied) {
  EXPECT_EQ(
      refusal(std::string(kDocument) +
              "nv set qos congestion-control profile roce probability 50\n"),
      "t.nv:8:1: found a 'nv set' that is never applied: expected 'nv config apply' after it");
  EXPECT_EQ(refusal("# nothing\n"), "t.nv: found no 'nv config apply': expected one");
  EXPECT_EQ(srlinux::print(read("nv config apply").tree()), "");
}

TEST(Nvue, UnknownWordsAreNamedWithWhatIsPossible) {
  const auto refused = [](const std::string& command) {
    return refusal(command + "\nnv config apply");
  };
  EXPECT_EQ(refused("interface ethernet-1/1 {"),
            "t.nv:1:1: found 'interface' as a command: expected 'nv'");
  EXPECT_EQ(refused("nv show qos"),
            "t.nv:1:4: found 'show' as what to do: expected one of 'set', 'config'");
  EXPECT_EQ(refused("nv"),
            "t.nv:1:3: found the end of the command as what to do: expected one of 'set', "
            "'config'");
  EXPECT_EQ(refused("nv set qos congestion-contol"),
            "t.nv:1:12: found 'congestion-contol' (did you mean 'congestion-control'?) as what to "
            "set: expected 'congestion-control'");
  EXPECT_EQ(refused("nv set qos congestion-control profile lossy min-threshold 1"),
            "t.nv:1:39: found 'lossy' as the profile: expected 'roce'");
  EXPECT_EQ(refused("nv set qos congestion-control profile roce"),
            "t.nv:1:43: found the end of the command as a setting of the profile: expected one of "
            "'min-threshold', 'max-threshold', 'probability'");
  EXPECT_EQ(refused("nv set qos congestion-control profile roce \\\n  min-treshold 5"),
            "t.nv:2:3: found 'min-treshold' (did you mean 'min-threshold'?) as a setting of the "
            "profile: expected one of 'min-threshold', 'max-threshold', 'probability'");
  EXPECT_EQ(refused("nv set qos congestion-control profile roce min-threshold"),
            "t.nv:1:57: found the end of the command: expected a value for 'min-threshold': a "
            "number from 0 to 16777215");
  EXPECT_EQ(refused("nv config save"),
            "t.nv:1:11: found 'save' as what to do with the configuration: expected 'apply'");
  EXPECT_EQ(refused("nv config apply now"),
            "t.nv:1:17: found 'now' as an option of 'nv config apply': expected one of '-y', "
            "'--assume-yes'");
  EXPECT_EQ(refused("nv config apply -y -y"),
            "t.nv:1:20: found '-y': expected the end of the command");
  EXPECT_EQ(refusal("nv config apply \\\n"),
            "t.nv:2:1: found the end of the file behind '\\': expected the rest of the command");
}

TEST(Nvue, ValuesOutOfRangeAreRefusedByTheNamesOfTheCommand) {
  const auto refused = [](const std::string& setting) {
    return refusal("nv set qos congestion-control profile roce \\\n" + setting +
                   "\nnv config apply");
  };
  EXPECT_EQ(refused("probability 101"),
            "t.nv:2:13: probability '101' is out of range: expected a number from 0 to 100");
  EXPECT_EQ(refused("min-threshold 16777216"),
            "t.nv:2:15: min-threshold '16777216' is out of range: expected a number from 0 to "
            "16777215");
  EXPECT_EQ(refused("max-threshold 1MB"),
            "t.nv:2:15: max-threshold '1MB' is not a number: expected a number from 1 to 16777215");
}

TEST(Nvue, TheRulesOfTheSchemaHoldWithThePlaceOfTheCommand) {
  const auto commit = [](const std::string& text) {
    return error_of([&] {
      Candidate candidate = read(text);
      check(candidate, test::board());
    });
  };
  EXPECT_EQ(
      commit("nv set qos congestion-control profile roce min-threshold 123 max-threshold "
             "122\nnv config apply"),
      "t.nv:1:58: min-threshold 123: min-threshold must be below max-threshold, which is 122");
  EXPECT_EQ(commit("nv set qos congestion-control profile roce min-threshold 123\nnv config apply"),
            "t.nv:1:39: a slope has two ends: expected min-threshold and max-threshold, or both in "
            "percent");
  EXPECT_EQ(commit("nv set qos congestion-control profile roce min-threshold 1 max-threshold "
                   "3000000\nnv config apply"),
            "t.nv:1:39: unicast-3 of ethernet-1/1: expected ECN min < ECN max < PFC threshold < "
            "buffer maximum, found 1 < 3000000 < 3000000 (its default) < 4194304 bytes: PFC would "
            "pause before ECN marks");
}

TEST(Nvue, IsToldFromTheBraceLanguageByItsFirstWord) {
  EXPECT_TRUE(nvue::is_nvue(kDocument));
  EXPECT_TRUE(nvue::is_nvue("\n\n leaf01# nv config apply"));
  EXPECT_FALSE(nvue::is_nvue(""));
  EXPECT_FALSE(nvue::is_nvue("# nv set\noam {\n}\n"));
  EXPECT_FALSE(nvue::is_nvue("interface ethernet-1/1 {\n description nv\n}\n"));
  EXPECT_FALSE(nvue::is_nvue("\\"));
}

TEST(Nvue, BytesThatAreNoTextAreRefused) {
  EXPECT_EQ(refusal(std::string_view("nv \0", 4)),
            "t.nv:1:4: found a NUL byte: expected a configuration text");
  EXPECT_EQ(refusal("nv\nset \xFF"), "t.nv:2:5: found byte 0xff: expected text in UTF-8");
}

TEST(Nvue, RandomDamageIsReadOrRefusedInOneSentence) {
  std::mt19937_64 random(test::seed(4712));
  for (int i = 0; i < 5000; ++i) {
    std::string text = kDocument;
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, 1 + random() % 9);
          break;
        case 2:
          text.insert(at, 1, "\\\n#$> \t"[random() % 7]);
          break;
        default:
          text += text.substr(at, random() % 40);
      }
      if (text.empty()) text = "\n";
    }
    try {
      Candidate candidate = read(text);
      check(candidate, test::board());
    } catch (const ConfigError& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace sluice::driver
