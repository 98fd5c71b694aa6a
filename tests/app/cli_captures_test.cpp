// SPDX-License-Identifier: Apache-2.0
// Every capture of ../shared/captures through the port: equal to the model, or refused in one
// sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
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

struct Way {
  std::string name;
  std::vector<std::string> words;
};

class SharedCaptures : public ::testing::TestWithParam<Way> {};

TEST_P(SharedCaptures, RunEqualOrAreRefusedInOneSentence) {
  const auto files = captures();
  if (files.empty()) GTEST_SKIP() << "no captures at " << kFolder << ": this test needs them";
  std::size_t equal = 0;
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
    if (run.status == 0) {
      EXPECT_NE(run.last_line().find(", 0 differences"), std::string::npos) << run.last_line();
      EXPECT_TRUE(sentence.empty()) << sentence;
      ++equal;
    } else {
      EXPECT_EQ(run.status, 2);
      EXPECT_NE(sentence.find(file), std::string::npos) << run.err;
    }
  }
  // Link types and broken records: see the folder's own README.
  EXPECT_GE(equal, files.size() * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedCaptures,
                         ::testing::Values(Way{"capture_pace_512", {"--pace", "capture"}},
                                           Way{"line_512_mixed_random",
                                               {"--pace", "line", "--back-pressure", "random:70"}},
                                           Way{"line_64_delay",
                                               {"--pace", "line", "--width", "64", "--speed", "40G",
                                                "--insert", "delay"}},
                                           Way{"line_64_bursts_none",
                                               {"--pace", "1.5", "--width", "64", "--speed", "25G",
                                                "--insert", "none", "--back-pressure",
                                                "bursts:30"}}),
                         [](const ::testing::TestParamInfo<Way>& info) { return info.param.name; });

}  // namespace
}  // namespace sluice::test
