// SPDX-License-Identifier: Apache-2.0
// Each kind of bad input: exit status 2, one sentence that says where, what was found, what is
// possible.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tb/sim/bus_widths.hpp"
#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

class CliErrors : public ::testing::Test {
 protected:
  void SetUp() override {
    in_ = folder_ / "in.pcap";
    ASSERT_EQ(sluice({"traffic", in_, "--frames", "5"}).status, 0);
  }
  std::string config(const std::string& text) {
    const std::string path = folder_ / "bad.cfg";
    write_file(path, text);
    return path;
  }
  static void refused(const std::vector<std::string>& words,
                      const std::vector<std::string>& fragments) {
    const Outcome outcome = sluice(words);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    for (const std::string& fragment : fragments) {
      EXPECT_NE(outcome.err.find(fragment), std::string::npos)
          << "expected '" << fragment << "' in:\n"
          << outcome.err;
    }
    EXPECT_EQ(outcome.out.find("RTL"), std::string::npos) << outcome.out;
  }

  TemporaryFolder folder_;
  std::string in_;
};

TEST_F(CliErrors, UnknownWordsOfTheCommandLine) {
  refused({}, {"subcommand"});
  refused({"rum"}, {"rum"});
  refused({"run", in_, "--sped", "400G"}, {"--sped"});
  refused({"run"}, {"capture"});
  refused({"run", in_, "--width", "96"}, {"96"});
  refused({"run", in_, "--seed", "one"}, {"one"});
}

TEST_F(CliErrors, ValuesOfOptionsThatAreNone) {
  refused({"run", in_, "--speed", "fast"}, {"--speed: found 'fast', expected"});
  refused({"run", in_, "--clock", "1.5"}, {"--clock: found '1.5', expected"});
  refused({"run", in_, "--pace", "walk"}, {"--pace: found 'walk', expected"});
  refused({"run", in_, "--insert", "all"}, {"--insert: found 'all', expected"});
  refused({"run", in_, "--back-pressure", "heavy"}, {"--back-pressure: found 'heavy', expected"});
  refused({"run", in_, "--back-pressure", "random:100"}, {"found 100 percent, expected 0 to 99"});
  refused({"run", in_, "--waves-cycles", "1:2"}, {"--waves-cycles: found without --waves"});
  refused({"run", in_, "--waves", folder_ / "w", "--waves-cycles", "5:2"}, {"found '5:2'"});
  refused({"traffic", folder_ / "x", "--load", "0"}, {"load of 0 percent, expected 1 to 100"});
  refused({"traffic", folder_ / "x", "--frames", "-1"}, {"--frames: found '-1', expected a whole"});
  refused({"traffic", folder_ / "x", "--frames", "0"}, {"--frames: found 0, expected 1 to 10^9"});
  refused({"traffic", folder_ / "x", "--seed", "-1"}, {"--seed: found '-1', expected a whole"});
  refused({"run", in_, "--seed", "18446744073709551616"}, {"--seed: found '18446744073709551616'"});
  refused({"run", in_, "--plant-difference", "-1"}, {"--plant-difference: found '-1'"});
  refused({"run", in_, "--plant-difference", "0"}, {"--plant-difference: found 0, expected"});
}

TEST_F(CliErrors, EmptyWordsAreNoValues) {
  for (const char* option :
       {"--plant-difference", "--speed", "--insert", "--out", "--config", "--waves",
        "--waves-cycles", "--difference-waves", "--seed", "--snapshot-every"}) {
    refused({"run", in_, option, ""}, {std::string(option) + ": found an empty word"});
  }
  refused({"run", ""}, {"capture: found an empty word"});
  refused({"model", in_, "--out", ""}, {"--out: found an empty word"});
  refused({"check", ""}, {"config: found an empty word"});
  refused({"traffic", ""}, {"out: found an empty word"});
}

TEST_F(CliErrors, SpeedAboveWhatTheBusCarries) {
  refused({"run", in_, "--speed", "600G"},
          {"port speed is 600G, but 512 bits at 1 GHz carry at most 512G"});
  refused({"run", in_, "--speed", "100G", "--width", "64"}, {"64 bits at 1 GHz carry at most 64G"});
}

TEST_F(CliErrors, SpeedAboveTheWorstCaseIsWarnedOf) {
  const Outcome run = sluice({"run", in_, "--speed", "400G"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find("warning: 512 bits at 1 GHz carry 356 Gb/s in the worst case"),
            std::string::npos)
      << run.err;
  EXPECT_EQ(sluice({"run", in_, "--speed", "350G"}).err.find("worst case"), std::string::npos);
}

TEST_F(CliErrors, CheckKnowsWhatTheBusCarriesAsRunDoes) {
  refused({"check", example_config(), "--width", "64"}, {"carry at most 64G"});
  refused({"check", example_config(), "--speed", "1.6T"}, {"carry at most 512G"});
}

TEST_F(CliErrors, EveryWidthCarriesItsBitsAClockAndNotOneGigabitMore) {
  for (const unsigned bits : tb::kBusWidths) {
    const std::string width = std::to_string(bits);
    for (const char* command : {"check", "run"}) {
      const std::string file = command == std::string("run") ? in_ : example_config();
      const Outcome most = sluice({command, file, "--width", width, "--speed", width + "G"});
      EXPECT_EQ(most.status, 0) << most.err;
      refused({command, file, "--width", width, "--speed", std::to_string(bits + 1) + "G"},
              {width + " bits at 1 GHz carry at most "});
    }
  }
  for (const char* command : {"check", "run"}) {
    refused({command, in_, "--width", "96"},
            {"--width: found '96', expected 64, 128, 256, 512 or 1024"});
  }
}

TEST_F(CliErrors, PaceThatTakesLongerThanTimersCanTell) {
  const std::string in = folder_ / "hundred.pcap";
  ASSERT_EQ(sluice({"traffic", in, "--frames", "100"}).status, 0);
  const Outcome run = sluice({"run", in, "--speed", "1M", "--pace", "0.000001"});
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("hundred.pcap: packet "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("a higher --pace or --speed shortens it"), std::string::npos) << run.err;
  EXPECT_NE(run.last_line().find(", 0 differences"), std::string::npos) << run.out;
}

TEST_F(CliErrors, CapturesThatAreNone) {
  refused({"run", folder_ / "missing.pcap"}, {"missing.pcap", "No such file"});
  write_file(folder_ / "empty", "");
  refused({"run", folder_ / "empty"}, {"empty"});
  write_file(folder_ / "text", "this is no capture, but long enough to be looked at\n");
  refused({"run", folder_ / "text"}, {"text"});
  refused({"run", folder_ / "."}, {});
  write_file(folder_ / "header", read_file(in_).substr(0, 24));
  refused({"run", folder_ / "header"}, {"header", "no packet"});
}

TEST_F(CliErrors, OutputThatCannotBeWrittenIsSaidBeforeTheRun) {
  refused({"run", in_, "--out", folder_ / "no/such/folder.pcap"}, {"--out", "cannot be written"});
  refused({"run", in_, "--waves", folder_ / "no/such/folder.fst"},
          {"--waves", "cannot be written"});
  refused({"traffic", folder_ / "no/such/folder.pcap"}, {"folder.pcap"});
  refused({"model", in_, "--out", folder_ / "no/such/folder.pcap"}, {"cannot be written"});
  // A folder in which root may do everything, and nothing can be made.
  if (std::filesystem::exists("/proc/self")) {
    for (const char* option : {"--out", "--waves", "--difference-waves"}) {
      refused({"run", in_, option, "/proc/x.fst"},
              {std::string(option) + " /proc/x.fst: cannot be written: "});
    }
  }
}

TEST_F(CliErrors, WavesThatTheSystemRefusesAreOneSentenceAndNoHalfFile) {
  const std::string in = folder_ / "more.pcap";
  ASSERT_EQ(sluice({"traffic", in, "--frames", "300", "--seed", "3"}).status, 0);
  const std::string waves = folder_ / "w.fst";
  const auto run = [&](const std::string& limit, const std::string& more) {
    return shell("ulimit -c 0; ulimit " + limit + "; exec " + SLUICE_BINARY + " run " + in +
                 " --waves " + waves + " " + more);
  };
  ASSERT_EQ(run("-f 100000", "").status, 0);
  const auto size = std::filesystem::file_size(waves);
  // Its first block, one in between, the last; in units of 512 bytes.
  for (const std::uintmax_t limit : {std::uintmax_t{4}, size / 1024, (size - 1) / 512}) {
    for (const char* more : {"", "--waves-cycles 0:1000000"}) {
      const Outcome outcome = run("-f " + std::to_string(limit), more);
      EXPECT_EQ(outcome.status, 2) << limit << more << "\n" << outcome.err;
      EXPECT_NE(outcome.err.find("sluice: --waves"), std::string::npos) << outcome.err;
      EXPECT_NE(outcome.err.find(": cannot be written: "), std::string::npos) << outcome.err;
      EXPECT_FALSE(std::filesystem::exists(waves));
    }
  }
  unsigned refusals = 0;
  for (unsigned kib = 30'000; kib < 400'000; kib += 10'000) {
    const Outcome outcome = run("-v " + std::to_string(kib), "");
    if (outcome.status == 0) break;
    EXPECT_TRUE(outcome.status == 2 || outcome.status == 127) << kib << "\n" << outcome.err;
    if (outcome.err.find("sluice: --waves " + waves + ": cannot be written: ") ==
        std::string::npos) {
      continue;
    }
    ++refusals;
    EXPECT_FALSE(std::filesystem::exists(waves));
  }
  EXPECT_GT(refusals, 0U);
}

TEST_F(CliErrors, OutputThatIsNoPlaceForWavesOrCaptures) {
  if (std::filesystem::exists("/dev/full")) {
    refused({"run", in_, "--waves", "/dev/full"}, {"--waves", "no regular file"});
  }
  const Outcome piped = shell(std::string(SLUICE_BINARY) + " run " + in_ + " --out /dev/stdout >" +
                              (folder_ / "both"));
  EXPECT_EQ(piped.status, 2);
  EXPECT_NE(piped.err.find("is standard output"), std::string::npos) << piped.err;
}

TEST_F(CliErrors, RefusedRunTouchesNoLink) {
  const std::string link = folder_ / "link";
  std::filesystem::create_symlink(folder_ / "target", link);
  refused({"run", folder_ / "missing.pcap", "--out", link}, {"missing.pcap"});
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "target"));
}

TEST_F(CliErrors, InputIsNeverOverwritten) {
  const std::string before = read_file(in_);
  refused({"run", in_, "--out", in_}, {"is an input"});
  refused({"model", in_, "--out", folder_ / "./in.pcap"}, {"is an input"});
  refused({"run", in_, "--out", folder_ / "x", "--waves", folder_ / "x"}, {"expected two files"});
  EXPECT_EQ(read_file(in_), before);
  const std::string text = "system {\n}\n";
  const std::string mine = config(text);
  refused({"run", in_, "--config", mine, "--out", mine}, {"is an input"});
  refused({"run", in_, "--config", mine, "--waves", mine}, {"is an input"});
  EXPECT_EQ(read_file(mine), text);
}

TEST_F(CliErrors, RefusedRunLeavesAnOldOutputAlone) {
  const std::string out = folder_ / "out.pcap";
  write_file(out, "precious");
  refused({"run", in_, "--out", out, "--config", config("oam {")}, {"bad.cfg:1"});
  refused({"run", folder_ / "missing.pcap", "--out", out}, {"missing.pcap"});
  EXPECT_EQ(read_file(out), "precious");
}

TEST_F(CliErrors, FullDiskIsNoticed) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(sluice({"run", in_, "--out", "/dev/full"}).status, 2);
  for (const std::string& words :
       {"run " + in_, std::string("version"), std::string("--help"), std::string("run --help")}) {
    EXPECT_EQ(shell(std::string(SLUICE_BINARY) + " " + words + " >/dev/full").status, 2) << words;
  }
}

TEST_F(CliErrors, ClosedOrFullStandardErrorIsNoFailure) {
  const std::string run =
      std::string(SLUICE_BINARY) + " run " + in_ + " --config " + example_config();
  EXPECT_EQ(shell(run + " 2>&-").status, 0);
  EXPECT_EQ(shell(run + "x 2>&-").status, 2);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(shell(run + " 2>/dev/full").status, 0);
  }
}

TEST_F(CliErrors, ConfigurationsSayLineColumnAndWhatIsPossible) {
  refused({"check", folder_ / "missing.cfg"}, {"missing.cfg"});
  refused({"check", config("    oam {\n        congestion-signalling {\n        }\n    }\n")},
          {"bad.cfg:2:9", "congestion-signalling", "congestion-signaling"});
  refused({"check", config("    oam {\n        congestion-signaling {\n            interval 7\n    "
                           "    }\n    }\n")},
          {"bad.cfg:3:22", "7", "1", "100000"});
  refused({"run", in_, "--config", config("    oam {\n")},
          {"bad.cfg:2:1", "'oam' opened at line 1"});
}

TEST_F(CliErrors, QueuesWhoseOrderIsBrokenAreRefusedWithTheFourNumbers) {
  const std::string path = folder_ / "bad.nv";
  write_file(path,
             "nv set qos congestion-control profile roce min-threshold 1 max-threshold 3000000\n"
             "nv config apply\n");
  const std::vector<std::string> sentence = {"bad.nv:1:39: unicast-3 of ethernet-1/1",
                                             "found 1 < 3000000 < 3000000 (its default) < 4194304 "
                                             "bytes: PFC would pause before ECN marks"};
  refused({"nv", path}, sentence);
  refused({"check", path}, sentence);
  refused({"run", in_, "--config", path}, sentence);
  refused({"model", in_, "--config", path}, sentence);
}

TEST_F(CliErrors, NvReadsNothingButNvue) {
  refused({"nv", config("oam {\n}\n")}, {"bad.cfg:1:1: found 'oam' as a command: expected 'nv'"});
  refused({"nv", folder_ / "missing.nv"}, {"missing.nv"});
  const std::string path = folder_ / "braces.nv";
  write_file(path, "oam {\n}\n");
  refused({"check", path}, {"braces.nv:1:1: found 'oam' as a command"});
}

TEST_F(CliErrors, WideTagsAreNotInThisBuild) {
  refused({"check", config("oam {\n congestion-signaling {\n  tag-length wide\n }\n}\n")},
          {"not in this build"});
}

TEST_F(CliErrors, IntervalThatTheClockCannotMeasureIsRefused) {
  const std::string path =
      config("oam {\n congestion-signaling {\n  admin-state enable\n  interval 1\n }\n}\n");
  EXPECT_EQ(sluice({"check", path}).status, 0);
  refused({"check", path, "--clock", "100MHz"}, {"interval"});
}

}  // namespace
}  // namespace sluice::test
