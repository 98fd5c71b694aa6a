// SPDX-License-Identifier: Apache-2.0
// `--report` of run and model as a user calls it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

class CliReport : public ::testing::Test {
 protected:
  void SetUp() override {
    in_ = folder_ / "in.pcap";
    ASSERT_EQ(sluice({"traffic", in_, "--shape", "incast", "--sources", "2", "--burst", "4",
                      "--frames", "80", "--sizes", "976", "--speed", "100G", "--load", "50"})
                  .status,
              0);
  }
  static void shows(const std::string& page, const std::string& text) {
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }

  TemporaryFolder folder_;
  std::string in_;
};

// A burst is 4 pairs of frames, 80 ns apart, as long as a frame takes. The first frame starts at
// once and each other one when the line is free, before the pair of that moment arrives: 1 frame
// waits behind the first pair, and one more behind each pair.
TEST_F(CliReport, TheModelsDepthIsTheOneByHand) {
  const std::string page_file = folder_ / "model.html";
  const Outcome outcome =
      sluice({"model", in_, "--speed", "100G", "--insert", "none", "--report", page_file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string page = read_file(page_file);
  shows(page, "<title>Sluice: in.pcap</title>");
  shows(page, "golden model alone");
  shows(page, "Highest depth 3,904 bytes");
  // The last of the 8 starts 7 frames after the first; its pair came 3 frames after the first.
  shows(page, "Longest delay 320 ns of 80 frames.");
  shows(page, "<th scope=\"row\">queue 0</th><td>80</td><td>80</td><td>0</td>");
}

TEST_F(CliReport, ARunsPageHasTheVerdictAndItsDrops) {
  const std::string page_file = folder_ / "run.html";
  const Outcome outcome = sluice({"run", "--in", in_, "--in", in_ + "@50G", "--speed", "100G",
                                  "--config", example_config(), "--report", page_file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string page = read_file(page_file);
  shows(page, "Sluice: in.pcap, in.pcap at 50G");
  shows(page, "RTL = golden model: 160 frames");
  shows(page, "<td>160</td><td>160</td><td>0</td>");
  shows(page, "tags were compared");
  EXPECT_EQ(page.find("No tag was compared"), std::string::npos);
}

TEST_F(CliReport, APlaceThatCannotBeWrittenIsSaidBeforeTheRun) {
  for (const char* command : {"run", "model"}) {
    const Outcome outcome = sluice({command, in_, "--report", folder_ / "no/such/folder.html"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--report " + (folder_ / "no/such/folder.html")), std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(sluice({command, in_, "--report", in_}).status, 2);
    EXPECT_EQ(sluice({command, in_, "--out", folder_ / "x", "--report", folder_ / "x"}).status, 2);
  }
  EXPECT_EQ(sluice({"model", in_, "--report", "/dev/full"}).status, 2);
}

}  // namespace
}  // namespace sluice::test
