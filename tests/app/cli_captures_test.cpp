// SPDX-License-Identifier: Apache-2.0
// Every capture of ../shared/captures through the port: equal to the model, but for those listed
// here, which are refused in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/captures";

std::vector<std::string> captures() {
  std::vector<std::string> files;
  if (std::filesystem::is_directory(kFolder)) {
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".pcap" || extension == ".pcapng") files.push_back(entry.path().filename());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A file and what its refusal says.
using Refusals = std::map<std::string, std::string>;

/// Link types and broken records: see the folder's own README.
Refusals broken() {
  return {{"fmt_huge_caplen.pcap", "packet 2: the record has an impossible length"},
          {"fmt_invalid_nano.pcap", "link type 113 (Linux cooked v1), expected 1 (Ethernet)"},
          {"fmt_sll_linktype.pcap", "link type 113 (Linux cooked v1), expected 1 (Ethernet)"},
          {"fmt_truncated_rec_hdr.pcap", "packet 2: the file ends inside this record"}};
}

/// Captures that were put together from several span years; at their own pace they do not fit the
/// design's time.
Refusals broken_or_too_long() {
  Refusals all = broken();
  const std::string limit = "s after the first, expected at most 140400 s; --pace line ignores";
  all["ipv4_options_ihl15.pcap"] = "packet 2 comes 318580297 " + limit;
  all["ipv6_ext_options.pcapng"] = "packet 2 comes 1170175892 " + limit;
  all["vlan_qinq_pppoe.pcap"] = "packet 4 comes 372500371 " + limit;
  return all;
}

struct Way {
  std::string name;
  std::vector<std::string> words;
  Refusals refused;
};

class SharedCaptures : public ::testing::TestWithParam<Way> {};

TEST_P(SharedCaptures, RunEqualButForTheListedOnesThatAreRefusedInOneSentence) {
  const auto files = captures();
  if (files.empty()) GTEST_SKIP() << "no captures at " << kFolder << ": this test needs them";
  for (const auto& [file, fragment] : GetParam().refused) {
    EXPECT_TRUE(std::find(files.begin(), files.end(), file) != files.end())
        << file << " is not there";
  }
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    std::vector<std::string> words = {"run", kFolder / file, "--config", example_config()};
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    const Outcome run = sluice(words);
    EXPECT_EQ(run.out.find("!="), std::string::npos) << run.last_line();
    std::string sentence;
    for (std::size_t at = 0; at < run.err.size();) {
      const std::size_t end = std::min(run.err.find('\n', at), run.err.size());
      const std::string line = run.err.substr(at, end - at);
      at = end + 1;
      if (line.rfind("sluice: ", 0) == 0) {
        EXPECT_TRUE(sentence.empty()) << "more than one sentence: " << run.err;
        sentence = line;
      } else {
        EXPECT_TRUE(line.rfind("note: ", 0) == 0 || line.rfind("warning: ", 0) == 0) << line;
      }
    }
    const auto refused = GetParam().refused.find(file);
    if (refused == GetParam().refused.end()) {
      EXPECT_EQ(run.status, 0);
      EXPECT_NE(run.last_line().find(", 0 differences"), std::string::npos) << run.last_line();
      EXPECT_TRUE(sentence.empty()) << sentence;
    } else {
      EXPECT_EQ(run.status, 2);
      EXPECT_NE(sentence.find(file + ": " + refused->second), std::string::npos) << run.err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ways, SharedCaptures,
    ::testing::Values(
        Way{"capture_pace_512", {"--pace", "capture"}, broken_or_too_long()},
        Way{"line_512_mixed_random", {"--pace", "line", "--back-pressure", "random:70"}, broken()},
        Way{"line_64_delay",
            {"--pace", "line", "--width", "64", "--speed", "40G", "--insert", "delay"},
            broken()},
        Way{"line_64_bursts_none",
            {"--pace", "1.5", "--width", "64", "--speed", "25G", "--insert", "none",
             "--back-pressure", "bursts:30"},
            broken()}),
    [](const ::testing::TestParamInfo<Way>& info) { return info.param.name; });

}  // namespace
}  // namespace sluice::test
