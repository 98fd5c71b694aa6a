// SPDX-License-Identifier: Apache-2.0
// The command as its users run it, on captures that it makes itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tb/sim/bus_widths.hpp"
#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

class CliRun : public ::testing::Test {
 protected:
  std::string capture(unsigned frames = 500, unsigned seed = 3) {
    const std::string path = folder_ / ("in-" + std::to_string(frames) + ".pcap");
    const Outcome made = sluice(
        {"traffic", path, "--frames", std::to_string(frames), "--seed", std::to_string(seed)});
    EXPECT_EQ(made.status, 0) << made.err;
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(CliRun, EndsWithTheStateScreenTheSummaryAndTheVerdict) {
  const Outcome run = sluice({"run", capture(), "--config", example_config()});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.last_line(), "RTL = golden model: 500 frames, 143 counters, 0 differences");
  EXPECT_EQ(run.out.rfind(
                "    oam {\n        congestion-signaling {\n            admin-state enable\n", 0),
            0U);
  EXPECT_NE(run.out.find("            tpid 0x600\n"), std::string::npos);
  EXPECT_NE(run.out.find("maximum-value 4882812500\n"), std::string::npos);
  EXPECT_NE(run.out.find("frames in                                500"), std::string::npos);
}

TEST_F(CliRun, StateShowsWhatTheHardwareCounted) {
  const std::string in = capture();
  const Outcome run =
      sluice({"run", in, "--config", example_config(), "--insert", "abw", "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const std::uint64_t compared = json["counters"]["csig_abw_frames"];
  EXPECT_GT(compared, 400U);
  EXPECT_EQ(json["inserted"], compared);
  EXPECT_NE(json["state"].get<std::string>().find("available-bandwidth-packet-counter " +
                                                  std::to_string(compared) + "\n"),
            std::string::npos);
}

TEST_F(CliRun, WritesEveryFrameThatLeftInOrderWithItsTime) {
  const std::string in = capture();
  const std::string out = folder_ / "out.pcap";
  const Outcome run =
      sluice({"run", in, "--config", example_config(), "--out", out, "--insert", "none"});
  ASSERT_EQ(run.status, 0) << run.err;
  tb::CaptureReader before(in);
  tb::CaptureReader after(out);
  tb::CapturedFrame a, b;
  std::int64_t last = 0;
  std::uint64_t frames = 0;
  while (before.next(a)) {
    ASSERT_TRUE(after.next(b));
    EXPECT_EQ(a.bytes, b.bytes) << "packet " << a.packet;
    EXPECT_GE(b.time_ns, a.time_ns);
    EXPECT_GE(b.time_ns, last);
    last = b.time_ns;
    ++frames;
  }
  EXPECT_FALSE(after.next(b));
  EXPECT_EQ(frames, 500U);
}

TEST_F(CliRun, SkippingIdleTimeChangesNoFrameNoTimeAndNoCounter) {
  const std::string in = folder_ / "sparse.pcap";
  ASSERT_EQ(sluice({"traffic", in, "--frames", "1000", "--speed", "40G", "--load", "10"}).status,
            0);
  for (const unsigned bits : tb::kBusWidths) {
    const std::string width = std::to_string(bits);
    const std::string with = folder_ / "with.pcap";
    const std::string without = folder_ / "without.pcap";
    const std::vector<std::string> words = {"run",
                                            in,
                                            "--config",
                                            example_config(),
                                            "--json",
                                            "--width",
                                            width,
                                            "--speed",
                                            bits <= 400 ? "50G" : "400G"};
    auto a = words;
    a.insert(a.end(), {"--out", with});
    auto b = words;
    b.insert(b.end(), {"--out", without, "--no-skip"});
    const Outcome skipped = sluice(a);
    const Outcome every = sluice(b);
    ASSERT_EQ(skipped.status, 0) << skipped.err;
    ASSERT_EQ(every.status, 0) << every.err;
    EXPECT_EQ(read_file(with), read_file(without));
    const auto x = nlohmann::json::parse(skipped.out);
    const auto y = nlohmann::json::parse(every.out);
    EXPECT_EQ(x["counters"], y["counters"]);
    EXPECT_GT(x["skipped_cycles"], 0);
    EXPECT_EQ(y["skipped_cycles"], 0);
  }
}

TEST_F(CliRun, SameSeedSameOutputOtherSeedOtherTimes) {
  const std::string in = capture(200);
  std::vector<std::string> files;
  for (const char* seed : {"5", "5", "6"}) {
    files.push_back(folder_ / ("out" + std::to_string(files.size())));
    const Outcome run =
        sluice({"run", in, "--config", example_config(), "--pace", "line", "--back-pressure",
                "random:60", "--seed", seed, "--out", files.back()});
    ASSERT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(read_file(files[0]), read_file(files[1]));
  EXPECT_NE(read_file(files[0]), read_file(files[2]));
}

TEST_F(CliRun, PlantedDifferenceIsFoundNamedAndRepeatedWithWaves) {
  const std::string in = capture();
  const Outcome run =
      sluice({"run", in, "--config", example_config(), "--plant-difference", "321"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.last_line().rfind("RTL != golden model: packet 321 ", 0), 0U) << run.last_line();
  EXPECT_NE(run.err.find("  field         byte 0\n"), std::string::npos) << run.err;
  const std::size_t at = run.err.find("to repeat it with waves around that cycle:\n");
  ASSERT_NE(at, std::string::npos) << run.err;
  std::string line = run.err.substr(run.err.find('\n', at) + 1);
  line.erase(line.find('\n'));
  const std::string waves = folder_ / "difference.fst";
  line.replace(line.find("difference.fst"), std::string("difference.fst").size(), waves);
  const Outcome again = shell(line);
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_EQ(again.last_line(), run.last_line());
  EXPECT_GT(std::filesystem::file_size(waves), 1000U);
}

TEST_F(CliRun, ReproductionStandsBeforeADoubleDash) {
  const std::string in = capture(20);
  const Outcome run = sluice({"run", "--plant-difference", "2", "--", in});
  EXPECT_EQ(run.status, 1);
  EXPECT_NE(run.err.find(" run --waves difference.fst --waves-cycles "), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("--plant-difference 2 -- " + in), std::string::npos) << run.err;
}

TEST_F(CliRun, JsonOfAFailingRunSaysThatItFailedAndWhen) {
  const Outcome run = sluice(
      {"run", capture(), "--config", example_config(), "--plant-difference", "100", "--json"});
  EXPECT_EQ(run.status, 1);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["differences"], 1);
  EXPECT_NE(json["first_difference"].get<std::string>().find("packet 100 "), std::string::npos);
  EXPECT_GT(json["simulated_ns"], 0.0);
  EXPECT_EQ(json["width"], 512);
  EXPECT_EQ(json["compared_frames"], 99);
}

TEST_F(CliRun, PlantedFrameThatNeverComesIsSaid) {
  const Outcome run = sluice({"run", capture(20), "--plant-difference", "21"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find("note: --plant-difference 21: only 20 frames left"), std::string::npos)
      << run.err;
}

TEST_F(CliRun, WaveWindowBehindTheEndIsSaid) {
  const Outcome run = sluice({"run", capture(20), "--waves", folder_ / "none.fst", "--waves-cycles",
                              "100000000:100000001"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("before --waves-cycles 100000000: no waves"), std::string::npos)
      << run.err;
}

TEST_F(CliRun, WaveWindowIsNotSkippedOver) {
  const std::string in = folder_ / "gap.pcap";
  const std::vector<std::uint8_t> frame(60, 0);
  tb::CaptureWriter writer(in);
  writer.write(0, frame);
  writer.write(1'000'000'000, frame);
  writer.close();
  const std::string waves = folder_ / "gap.fst";
  const Outcome run =
      sluice({"run", in, "--waves", waves, "--waves-cycles", "500000000:500000100"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(std::filesystem::exists(waves));
}

TEST_F(CliRun, RecordsWithoutAByteAreAccountedFor) {
  std::string bytes = read_file(capture(1));
  bytes.insert(24, std::string(16, '\0'));
  write_file(folder_ / "empty-record.pcap", bytes);
  const Outcome run = sluice({"run", folder_ / "empty-record.pcap"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("records without a byte                     1   not sent"),
            std::string::npos)
      << run.out;
}

TEST_F(CliRun, TimesOfTheWholeUnsignedRangeComeOutAsTheyWentIn) {
  std::string bytes = read_file(capture(1));
  bytes[24 + 3] = '\xF0';  // seconds of the first record, little-endian: beyond 2038
  const std::string in = folder_ / "late.pcap";
  const std::string out = folder_ / "late.out.pcap";
  write_file(in, bytes);
  const Outcome run = sluice({"run", in, "--out", out});
  ASSERT_EQ(run.status, 0) << run.err;
  tb::CapturedFrame before;
  tb::CapturedFrame after;
  tb::CaptureReader(in).next(before);
  tb::CaptureReader(out).next(after);
  EXPECT_GT(before.time_ns, 4'000'000'000LL * 1'000'000'000);
  EXPECT_GT(after.time_ns, before.time_ns);
  EXPECT_LT(after.time_ns, before.time_ns + 1000);
}

TEST_F(CliRun, SlowLinesAreNoHang) {
  const std::string in = folder_ / "long.pcap";
  const std::vector<std::uint8_t> frame(4000, 0);
  tb::CaptureWriter writer(in);
  writer.write(0, frame);
  writer.write(0, frame);
  writer.close();
  // The second frame waits 1.6 million clocks for the first.
  const Outcome run = sluice({"run", in, "--speed", "20M"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.last_line(), "RTL = golden model: 2 frames, 143 counters, 0 differences");
}

TEST_F(CliRun, AnInterruptEndsTheRunAndKeepsWhatWasWritten) {
  const std::string in = capture(3'000);
  const std::string out = folder_ / "out.pcap";
  const std::string fifo = folder_ / "fifo";
  // The capture stays open behind its last frame, so the run can only end by the signal.
  const Outcome run =
      shell("mkfifo " + fifo + "; (cat " + in + "; exec sleep 30) >" + fifo + " & feeder=$!; " +
            SLUICE_BINARY + " run " + fifo + " --config " + example_config() + " --out " + out +
            " & run=$!; for i in $(seq 200); do [ -s " + out +
            " ] && break; sleep 0.1; done; kill -INT $run; wait $run; status=$?; kill $feeder; "
            "exit $status");
  EXPECT_EQ(run.status, 130) << run.err;
  EXPECT_NE(run.err.find("signal 2"), std::string::npos) << run.err;
  tb::CaptureReader reader(out);
  tb::CapturedFrame frame;
  std::uint64_t frames = 0;
  while (reader.next(frame)) ++frames;
  // How far it came depends on the moment; what it says it did must be in the file.
  EXPECT_GT(frames, 0U);
  EXPECT_EQ(run.last_line(),
            fmt::format("RTL = golden model: {} frames, 143 counters, 0 differences", frames));
}

TEST_F(CliRun, HangUpEndsTheRunButWhereItIsIgnored) {
  const std::string in = capture(100);
  const std::string fifo = folder_ / "fifo";
  for (const bool ignored : {false, true}) {
    // The capture stays open for some seconds behind its last frame.
    const Outcome run =
        shell("rm -f " + fifo + "; mkfifo " + fifo + "; (cat " + in + "; exec sleep 4) >" + fifo +
              " & " + (ignored ? "nohup " : "") + SLUICE_BINARY + " run " + fifo + " --out " +
              (folder_ / "out.pcap") + " & run=$!; sleep 1.5; kill -HUP $run; wait $run; exit $?");
    EXPECT_EQ(run.status, ignored ? 0 : 129) << run.err;
    EXPECT_EQ(run.err.find("signal 1") == std::string::npos, ignored) << run.err;
  }
}

TEST_F(CliRun, WavesOfTheWholeRunAreWritten) {
  const std::string waves = folder_ / "run.fst";
  const Outcome run = sluice({"run", capture(20), "--config", example_config(), "--waves", waves});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_GT(std::filesystem::file_size(waves), 1000U);
}

TEST_F(CliRun, CutCaptureKeepsWhatCameBeforeAndEndsWithItsPacket) {
  const std::string in = capture(50);
  const std::string cut = folder_ / "cut.pcap";
  const std::string out = folder_ / "out.pcap";
  const std::string bytes = read_file(in);
  write_file(cut, bytes.substr(0, bytes.size() - 5));
  const Outcome run = sluice({"run", cut, "--config", example_config(), "--out", out});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.last_line(), "RTL = golden model: 49 frames, 143 counters, 0 differences");
  EXPECT_NE(run.err.find("packet 50"), std::string::npos) << run.err;
  tb::CaptureReader reader(out);
  tb::CapturedFrame frame;
  std::uint64_t frames = 0;
  while (reader.next(frame)) ++frames;
  EXPECT_EQ(frames, 49U);
}

TEST_F(CliRun, MemoryDoesNotGrowWithTheCapture) {
  const std::string small = capture(2'000);
  const std::string large = capture(40'000);
  for (const char* command : {"run", "model"}) {
    const Outcome a = sluice({command, small, "--config", example_config()});
    const Outcome b = sluice({command, large, "--config", example_config()});
    ASSERT_EQ(a.status, 0) << a.err;
    ASSERT_EQ(b.status, 0) << b.err;
    // The large capture is about 28 MB bigger.
    EXPECT_LT(b.peak_kib - a.peak_kib, 4096) << command;
  }
}

TEST_F(CliRun, ModelAloneCountsTheSameFramesAsTheRun) {
  const std::string in = capture();
  const Outcome run = sluice({"run", in, "--config", example_config(), "--json"});
  const Outcome model = sluice({"model", in, "--config", example_config(), "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  ASSERT_EQ(model.status, 0) << model.err;
  const auto a = nlohmann::json::parse(run.out)["counters"];
  const auto b = nlohmann::json::parse(model.out)["counters"];
  // Updates may differ: an ideal port has no clocks. What arrives and leaves may not.
  for (const char* name :
       {"rx_frames", "rx_bytes", "tx_frames", "tx_bytes", "tx_mac_control", "csig_abw_frames",
        "csig_rel_bytes", "csig_delay_frames", "csig_foreign_tpid"}) {
    EXPECT_EQ(a[name], b[name]) << name;
  }
}

TEST_F(CliRun, ModelAloneGivesTheSameFramesWhereNothingQueues) {
  const std::string in = capture(300);
  const std::string run_out = folder_ / "run.pcap";
  const std::string model_out = folder_ / "model.pcap";
  const std::vector<std::string> words = {in,     "--config", example_config(), "--pace",
                                          "0.05", "--insert", "delay",          "--speed",
                                          "100G", "--out"};
  for (const auto& [command, out] : {std::pair{"run", run_out}, std::pair{"model", model_out}}) {
    std::vector<std::string> all = {command};
    all.insert(all.end(), words.begin(), words.end());
    all.push_back(out);
    ASSERT_EQ(sluice(all).status, 0) << command;
  }
  tb::CaptureReader a(run_out);
  tb::CaptureReader b(model_out);
  tb::CapturedFrame x, y;
  while (a.next(x)) {
    ASSERT_TRUE(b.next(y));
    EXPECT_EQ(x.bytes, y.bytes) << "packet " << x.packet;
  }
  EXPECT_FALSE(b.next(y));
}

TEST_F(CliRun, WithoutAConfigurationTagsPassAndNoneIsInserted) {
  const std::string in = capture(100);
  const Outcome run = sluice({"run", in, "--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["inserted"], 0);
  EXPECT_EQ(json["counters"]["csig_abw_frames"], 0);
  EXPECT_NE(json["state"].get<std::string>().find("admin-state disable"), std::string::npos);
}

TEST_F(CliRun, SlowerClocksKeepTheirExactPeriods) {
  const std::string in = capture(100);
  for (const char* clock : {"322.265625MHz", "156.25MHz", "250MHz"}) {
    const Outcome run =
        sluice({"run", in, "--config", example_config(), "--clock", clock, "--speed", "25G"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.last_line(), "RTL = golden model: 100 frames, 143 counters, 0 differences")
        << clock;
  }
}

TEST(Cli, VersionNamesProgramAndRegisterMap) {
  const Outcome version = sluice({"version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_EQ(version.out.rfind("sluice 0.", 0), 0U) << version.out;
  EXPECT_NE(version.out.find("register map 0.2.0\n"), std::string::npos) << version.out;
}

TEST(Cli, HelpIsNoError) {
  EXPECT_EQ(sluice({"--help"}).status, 0);
  EXPECT_EQ(sluice({"run", "--help"}).status, 0);
}

TEST(Cli, CheckAcceptsTheExample) {
  const Outcome check = sluice({"check", example_config()});
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_EQ(check.last_line(), example_config() + ": can be committed");
}

std::string example(const std::string& name) {
  return std::string(SLUICE_SOURCE_DIR) + "/examples/" + name;
}

TEST(Cli, CheckShowsTheQueuesOfEachPort) {
  const Outcome check = sluice({"check", example("roce.cfg")});
  EXPECT_EQ(check.status, 0) << check.err;
  for (const char* line :
       {"ethernet-1/1\n",
        "  buffer of 4194304 bytes in cells of 64, at most 4194304 used; neither VLAN tag nor IP: "
        "queue 0\n",
        "  0      25.0 %    1000000   off\n         from PCP 0; DSCP 0-7\n",
        "  3      75.0 %    4194304   marks ECT 150000 to 1500000 bytes, 100 %, at arrival\n",
        "  6      strict    4194304   off\n"}) {
    EXPECT_NE(check.out.find(line), std::string::npos) << line << check.out;
  }
  EXPECT_TRUE(check.out.ends_with("roce.cfg: can be committed\n"));
  EXPECT_NE(check.err.find("pfc-on-threshold is kept but not in force"), std::string::npos);
}

TEST(Cli, NvShowsWhatTheCommandsPutInForce) {
  const Outcome nv = sluice({"nv", example("roce.nv")});
  EXPECT_EQ(nv.status, 0) << nv.err;
  EXPECT_EQ(nv.out.rfind("    qos {\n        buffer-management {\n", 0), 0U);
  EXPECT_NE(nv.out.find("                        max-threshold 1500000\n"), std::string::npos);
  EXPECT_NE(nv.out.find("  3      strict    4194304   marks ECT 150000 to 1500000 bytes, 100 %, at "
                        "arrival\n"),
            std::string::npos);
  EXPECT_TRUE(nv.out.ends_with("roce.nv: can be committed\n"));
}

TEST_F(CliRun, TakesNvueByItsNameOrItsFirstWord) {
  const std::string in = capture();
  const std::string plain = folder_ / "roce.txt";
  write_file(plain, read_file(example("roce.nv")));
  for (const std::string& config : {example("roce.nv"), plain, example("roce.cfg")}) {
    const Outcome run = sluice({"run", in, "--config", config});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.last_line(), "RTL = golden model: 500 frames, 143 counters, 0 differences");
  }
}

}  // namespace
}  // namespace sluice::test
