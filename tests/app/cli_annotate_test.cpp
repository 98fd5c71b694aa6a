// SPDX-License-Identifier: Apache-2.0
// `--out FILE.pcapng` and `--annotate` as a user calls them. What the files hold as Wireshark sees
// them: tests/tools/annotated_capture_test.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tests/app/command.hpp"

namespace sluice::test {
namespace {

using Frame = std::vector<std::uint8_t>;

class CliAnnotate : public ::testing::Test {
 protected:
  std::string capture(const char* frames = "300") {
    const std::string path = folder_ / "in.pcapng";
    const Outcome made = sluice({"traffic", path, "--frames", frames, "--seed", "4"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(read_file(path).substr(0, 4), "\n\r\r\n");
    return path;
  }
  /// Runs with the example's configuration; answers the file of --out.
  std::string out(const std::string& command, const std::string& in, const std::string& name,
                  std::vector<std::string> words) {
    const std::string path = folder_ / name;
    words.insert(words.begin(), {command, in, "--config", example_config(), "--out", path});
    const Outcome outcome = sluice(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return path;
  }
  static std::vector<tb::CapturedFrame> frames(const std::string& path) {
    tb::CaptureReader reader(path);
    std::vector<tb::CapturedFrame> all;
    tb::CapturedFrame frame;
    while (reader.next(frame)) all.push_back(frame);
    EXPECT_EQ(reader.notes().backwards, 0U) << path;
    return all;
  }
  static std::size_t count(const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
    return found;
  }
  TemporaryFolder folder_;
};

TEST_F(CliAnnotate, PcapngHoldsTheSameFramesAndTimesAsPcap) {
  const std::string in = capture();
  for (const char* command : {"run", "model"}) {
    const auto pcap = frames(out(command, in, "out.pcap", {}));
    const auto pcapng = frames(out(command, in, "out.pcapng", {}));
    ASSERT_EQ(pcap.size(), 300U);
    ASSERT_EQ(pcapng.size(), 300U);
    for (std::size_t i = 0; i < pcap.size(); ++i) {
      EXPECT_EQ(pcap[i].bytes, pcapng[i].bytes);
      EXPECT_EQ(pcap[i].time_ns, pcapng[i].time_ns);
    }
  }
}

TEST_F(CliAnnotate, AnnotatedFileHoldsWhatCameInAndWhatLeft) {
  const std::string in = capture();
  const auto came = frames(in);
  const auto left = frames(out("run", in, "out.pcap", {"--insert", "none"}));
  const std::string path = out("run", in, "out.pcapng", {"--insert", "none", "--annotate"});
  std::multimap<Frame, int> want;
  for (const auto& frame : came) want.emplace(frame.bytes, 0);
  for (const auto& frame : left) want.emplace(frame.bytes, 0);
  const auto both = frames(path);
  EXPECT_EQ(both.size(), came.size() + left.size());
  for (const auto& frame : both) {
    const auto it = want.find(frame.bytes);
    ASSERT_NE(it, want.end()) << "packet " << frame.packet;
    want.erase(it);
  }
  const std::string bytes = read_file(path);
  EXPECT_EQ(count(bytes, ": accepted; first "), 300U);
  EXPECT_EQ(count(bytes, ", select "), 300U);
  EXPECT_EQ(count(bytes, "wire side: "), 1U);
  EXPECT_EQ(count(bytes, "fabric side: "), 1U);
}

TEST_F(CliAnnotate, DroppedFramesAreInTheFileWithTheReason) {
  const std::string in = folder_ / "drops.pcap";
  tb::CaptureWriter writer(in);
  writer.write(0, Frame(13, 1));
  writer.write(1000, Frame(14, 2));
  writer.write(2000, Frame(9601, 3));
  writer.write(3000, Frame(9600, 4));
  writer.close();
  for (const char* command : {"run", "model"}) {
    const std::string path = out(command, in, "out.pcapng", {"--annotate"});
    EXPECT_EQ(frames(path).size(), 6U);
    const std::string bytes = read_file(path);
    EXPECT_NE(bytes.find("packet 1: dropped: runt, 13 bytes of at least 14; first "), bytes.npos);
    EXPECT_NE(bytes.find("packet 3: dropped: oversize, 9601 bytes of at most 9600; first "),
              bytes.npos);
    EXPECT_EQ(count(bytes, "dropped"), 3U) << "two frames, and the interface's description";
    EXPECT_EQ(count(bytes, "accepted"), 2U);
  }
}

TEST_F(CliAnnotate, SkippingIdleTimeChangesNoByteOfTheFile) {
  const std::string in = capture();
  const std::string a =
      out("run", in, "a.pcapng", {"--annotate", "--width", "64", "--speed", "50G"});
  const std::string b =
      out("run", in, "b.pcapng", {"--annotate", "--width", "64", "--speed", "50G", "--no-skip"});
  EXPECT_EQ(read_file(a), read_file(b));
}

/// The comments of packets that left, with numbers in times, in delays and in their buckets gone.
std::vector<std::string> timeless(const std::string& bytes) {
  std::vector<std::string> lines;
  for (auto at = bytes.find("packet "); at != bytes.npos; at = bytes.find("packet ", at + 1)) {
    std::string line = bytes.substr(at, bytes.find(" ns", bytes.find("arrive ", at)) - at);
    if (line.find(", select ") == line.npos || line.find("; delay ") != line.npos) continue;
    lines.push_back(line.substr(0, line.find("; first ")));
  }
  return lines;
}

TEST_F(CliAnnotate, ModelAloneSaysTheSameOfEachPacketWhereNothingQueues) {
  const std::string in = capture();
  const std::vector<std::string> words = {"--annotate", "--pace", "0.001", "--speed", "10G"};
  const auto run = timeless(read_file(out("run", in, "run.pcapng", words)));
  const auto model = timeless(read_file(out("model", in, "model.pcapng", words)));
  EXPECT_GT(run.size(), 150U);
  EXPECT_EQ(run, model);
}

TEST_F(CliAnnotate, DifferingFrameIsInTheFileAndNamesTheDifference) {
  const std::string path = folder_ / "out.pcapng";
  const Outcome run = sluice({"run", capture(), "--config", example_config(), "--out", path,
                              "--annotate", "--plant-difference", "123"});
  EXPECT_EQ(run.status, 1);
  const std::string bytes = read_file(path);
  EXPECT_NE(bytes.find("packet 123: DIFFERENCE: byte 0: RTL 0x"), bytes.npos);
  EXPECT_EQ(count(bytes, ", select "), 123U);
}

TEST_F(CliAnnotate, WithoutAFileThatHasCommentsItIsRefused) {
  const std::string in = capture("5");
  const std::string pcap = folder_ / "out.pcap";
  for (const char* command : {"run", "model"}) {
    const Outcome none = sluice({command, in, "--annotate"});
    EXPECT_EQ(none.status, 2);
    EXPECT_EQ(none.err,
              "sluice: --annotate: found without --out, expected the .pcapng file for the "
              "comments\n");
    const Outcome other = sluice({command, in, "--annotate", "--out", pcap});
    EXPECT_EQ(other.status, 2);
    EXPECT_EQ(other.err, "sluice: --annotate: found --out " + pcap +
                             ", expected a name that ends in .pcapng: other captures have no room "
                             "for comments\n");
  }
  EXPECT_TRUE(read_file(pcap).empty());
}

TEST_F(CliAnnotate, FullDiskIsSaidInOneSentence) {
  const std::string in = capture();
  const std::string full = folder_ / "full.pcapng";
  ASSERT_EQ(shell("ln -s /dev/full " + full).status, 0);
  for (const char* command : {"run", "model"}) {
    const Outcome run = sluice({command, in, "--out", full, "--annotate"});
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.err.find("full.pcapng: cannot be written after packet "), run.err.npos)
        << run.err;
    EXPECT_NE(run.err.find(": No space left on device\n"), run.err.npos) << run.err;
  }
}

}  // namespace
}  // namespace sluice::test
