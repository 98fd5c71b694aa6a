// SPDX-License-Identifier: Apache-2.0
// Several captures into one egress port, and loads of a known shape, as a user calls them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

class CliLoads : public ::testing::Test {
 protected:
  std::string make(const std::string& name, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"traffic", folder_ / name};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = sluice(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    said_ = outcome.out;
    return folder_ / name;
  }
  static std::vector<tb::CapturedFrame> frames(const std::string& path) {
    std::vector<tb::CapturedFrame> all;
    tb::CaptureReader reader(path);
    tb::CapturedFrame frame;
    while (reader.next(frame)) all.push_back(frame);
    return all;
  }
  static void refused(const std::vector<std::string>& words, const std::string& sentence) {
    const Outcome outcome = sluice(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  }

  TemporaryFolder folder_;
  std::string said_;
};

TEST_F(CliLoads, TwoIngressPortsMeetInOneEgressPortInRtlAndModelAlike) {
  const std::string a = make("a.pcap", {"--shape", "smooth", "--frames", "300", "--speed", "100G",
                                        "--load", "90", "--sizes", "1024"});
  const std::string b = make("b.pcap", {"--shape", "poisson", "--frames", "200", "--speed", "100G",
                                        "--sizes", "imix", "--seed", "4"});
  const std::vector<std::string> load = {"--in",    a,      "--in",     b + "@100G",
                                         "--speed", "100G", "--insert", "none"};
  std::vector<std::string> run = {"run", "--out", folder_ / "run.pcap"};
  run.insert(run.end(), load.begin(), load.end());
  const Outcome rtl = sluice(run);
  EXPECT_EQ(rtl.status, 0) << rtl.err;
  EXPECT_EQ(rtl.last_line().find("RTL = golden model: 500 frames"), 0U) << rtl.out;
  std::vector<std::string> model = {"model", "--out", folder_ / "model.pcap"};
  model.insert(model.end(), load.begin(), load.end());
  EXPECT_EQ(sluice(model).status, 0);
  const auto from_rtl = frames(folder_ / "run.pcap"), alone = frames(folder_ / "model.pcap");
  ASSERT_EQ(from_rtl.size(), 500U);
  ASSERT_EQ(alone.size(), 500U);
  for (unsigned i = 0; i < 500; ++i) EXPECT_EQ(from_rtl[i].bytes, alone[i].bytes) << i;
}

TEST_F(CliLoads, MoreThanTheLineMakesAQueue) {
  const std::string a = make("a.pcap", {"--shape", "smooth", "--frames", "1000", "--sizes", "976"});
  const auto nanoseconds = [&](const char* pace) {
    const Outcome outcome =
        sluice({"model", a, "--speed", "100G", "--pace", pace, "--insert", "none", "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out).at("simulated_ns").get<double>();
  };
  // 1000 bytes of 0.08 ns, all but the gap behind the last one, which the line cannot shorten.
  EXPECT_NEAR(nanoseconds("1.5"), 80'000, 2);
  EXPECT_NEAR(nanoseconds("0.5"), 160'000 - 80, 2);
}

TEST_F(CliLoads, ShapesTakeTheirOptionsAndPrintTheSeed) {
  const std::string path = make(
      "x.pcapng",
      {"--shape",  "incast", "--frames", "64",   "--sources", "4",       "--burst", "2",
       "--period", "5us",    "--speed",  "100G", "--sizes",   "200-300", "--ecn",   "ect1:50,ce:50",
       "--dscp",   "10,20",  "--pcp",    "3",    "--flows",   "2",       "--seed",  "77"});
  EXPECT_NE(said_.find("64 frames, "), std::string::npos) << said_;
  EXPECT_NE(said_.find("seed 77, 100G at 60 % load, incast of 4 senders with 2 flows"),
            std::string::npos)
      << said_;
  const auto all = frames(path);
  ASSERT_EQ(all.size(), 64U);
  EXPECT_EQ(all[8].time_ns - all[0].time_ns, 5'000);
  for (const tb::CapturedFrame& frame : all) {
    EXPECT_GE(frame.bytes.size(), 200U);
    EXPECT_LE(frame.bytes.size(), 300U);
    EXPECT_EQ(frame.bytes[14] >> 5, 3);
    EXPECT_TRUE(frame.bytes[19] >> 2 == 10 || frame.bytes[19] >> 2 == 20);
    EXPECT_EQ(frame.bytes[19] & 1, 1);  // ECT(1) or CE
  }
}

TEST_F(CliLoads, WhatCannotBeIsRefusedWithOneSentence) {
  const std::string a = make("a.pcap", {"--frames", "5"});
  refused({"run", a, "--in", a}, "found a capture and --in, expected one of them");
  refused({"model"}, "found neither a capture nor --in");
  refused({"run", "--in", a + "@fast"},
          "--in: found '" + a + "@fast', expected a file, or FILE@SPEED");
  refused({"run", "--in", a, "--in", folder_ / "none.pcap"}, "none.pcap");
  refused({"run", "--in", a, "--out", a}, a);
  const std::string x = folder_ / "x.pcap";
  refused({"traffic", x, "--shape", "round"}, "--shape: found 'round', expected incast");
  refused({"traffic", x, "--flows", "2"}, "--flows: found without --shape");
  const auto shaped = [&](const std::string& option, const std::string& value,
                          const std::string& sentence) {
    refused({"traffic", x, "--shape", "on-off", option, value}, sentence);
  };
  shaped("--sizes", "59", "--sizes: found 59, expected 60 to 9600");
  shaped("--sizes", "200-100", "--sizes: found 100, expected 200 to 9600");
  shaped("--ecn", "ect2", "--ecn: found 'ect2', expected mix");
  shaped("--ecn", "ect0:50,ce:49", "--ecn: found 99 percent in all, expected 100");
  shaped("--dscp", "1,64", "--dscp: found 64, expected 0 to 63");
  shaped("--pcp", "8", "--pcp: found 8, expected 0 to 7");
  shaped("--load", "101", "load in percent of 101, expected 1 to 100");
  shaped("--period", "2s", "period in ps of 2000000000000, expected 0 to 1000000000000");
  EXPECT_FALSE(shell("test -e " + x).status == 0);
}

}  // namespace
}  // namespace sluice::test
