// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "tb/capture/reader.hpp"
#include "tests/tb/capture_files.hpp"

namespace sluice::tb {
namespace {

using test::Builder;
using test::Bytes;
using test::pattern;
using test::pcap_header;
using test::pcap_record;
using test::TempFile;

struct Outcome {
  std::vector<CapturedFrame> frames;
  CaptureNotes notes;
  std::optional<std::string> error;  ///< what a CaptureError said
};

Outcome read_all(const std::filesystem::path& path) {
  Outcome out;
  try {
    CaptureReader reader(path);
    CapturedFrame frame;
    try {
      while (reader.next(frame)) out.frames.push_back(frame);
    } catch (const CaptureError& e) {
      out.error = e.what();
    }
    out.notes = reader.notes();
  } catch (const CaptureError& e) {
    out.error = e.what();
  }
  return out;
}

Outcome read_bytes(const Bytes& bytes) {
  TempFile file;
  file.put(bytes);
  return read_all(file.path());
}

class PcapVariant : public ::testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(PcapVariant, DeliversBytesNumbersAndNanoseconds) {
  const auto [big, nano] = GetParam();
  Builder b = pcap_header(big, nano);
  pcap_record(b, 1'700'000'000, 123'456, pattern(60, 1));
  pcap_record(b, 1'700'000'001, 7, pattern(9000, 2));
  const Outcome got = read_bytes(b.bytes());
  ASSERT_FALSE(got.error) << *got.error;
  ASSERT_EQ(got.frames.size(), 2U);
  EXPECT_EQ(got.frames[0].packet, 1U);
  EXPECT_EQ(got.frames[1].packet, 2U);
  EXPECT_EQ(got.frames[0].bytes, pattern(60, 1));
  EXPECT_EQ(got.frames[1].bytes, pattern(9000, 2));
  const std::int64_t unit = nano ? 1 : 1000;
  EXPECT_EQ(got.frames[0].time_ns, 1'700'000'000'000'000'000 + 123'456 * unit);
  EXPECT_EQ(got.frames[1].time_ns, 1'700'000'001'000'000'000 + 7 * unit);
  EXPECT_EQ(got.notes.frames, 2U);
  EXPECT_EQ(got.notes.bytes, 9060U);
  EXPECT_EQ(got.notes.cut + got.notes.backwards + got.notes.empty, 0U);
}

INSTANTIATE_TEST_SUITE_P(BothOrdersBothResolutions, PcapVariant,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool()),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param) ? "Big" : "Little") +
                                  (std::get<1>(info.param) ? "Nano" : "Micro");
                         });

TEST(CaptureReader, ReadsPcapngWithItsOwnTimeUnit) {
  Builder b(false);
  b.u32(0x0A0D0D0A).u32(28).u32(0x1A2B3C4D).u16(1).u16(0).u32(0xFFFFFFFF).u32(0xFFFFFFFF).u32(28);
  // Interface: Ethernet, no length limit, if_tsresol = 9 (nanoseconds).
  b.u32(1).u32(32).u16(1).u16(0).u32(0).u16(9).u16(1).u32(9).u16(0).u16(0).u32(32);
  b.u32(6)
      .u32(32 + 60)
      .u32(0)
      .u32(0x00000001)
      .u32(0x00000005)
      .u32(60)
      .u32(60)
      .raw(pattern(60))
      .u32(92);
  const Outcome got = read_bytes(b.bytes());
  ASSERT_FALSE(got.error) << *got.error;
  ASSERT_EQ(got.frames.size(), 1U);
  EXPECT_EQ(got.frames[0].bytes, pattern(60));
  EXPECT_EQ(got.frames[0].time_ns, (std::int64_t{1} << 32) + 5);
}

TEST(CaptureReader, CountsFramesThatTheCaptureCut) {
  Builder b = pcap_header(false, true);
  pcap_record(b, 0, 0, pattern(60));
  pcap_record(b, 0, 1, pattern(60), 1500);
  const Outcome got = read_bytes(b.bytes());
  ASSERT_EQ(got.frames.size(), 2U);
  EXPECT_EQ(got.notes.cut, 1U);
  EXPECT_EQ(got.frames[1].bytes.size(), 60U);
  EXPECT_EQ(got.frames[1].original_length, 1500U);
}

TEST(CaptureReader, HoldsTimeWhereItRunsBackwardsAndCountsIt) {
  Builder b = pcap_header(false, true);
  pcap_record(b, 0, 100, pattern(60));
  pcap_record(b, 0, 40, pattern(60));
  pcap_record(b, 0, 90, pattern(60));
  pcap_record(b, 0, 101, pattern(60));
  const Outcome got = read_bytes(b.bytes());
  ASSERT_EQ(got.frames.size(), 4U);
  EXPECT_EQ(got.notes.backwards, 2U);
  EXPECT_EQ(got.frames[1].time_ns, 100);
  EXPECT_EQ(got.frames[2].time_ns, 100);
  EXPECT_EQ(got.frames[3].time_ns, 101);
}

TEST(CaptureReader, SkipsAndCountsRecordsWithoutAByteButKeepsTheirNumber) {
  Builder b = pcap_header(false, true);
  pcap_record(b, 0, 1, {});
  pcap_record(b, 0, 2, pattern(14));
  const Outcome got = read_bytes(b.bytes());
  ASSERT_EQ(got.frames.size(), 1U);
  EXPECT_EQ(got.notes.empty, 1U);
  EXPECT_EQ(got.frames[0].packet, 2U);
}

TEST(CaptureReader, DeliversFramesBeforeACutAndNamesThePacket) {
  Builder whole = pcap_header(false, false);
  pcap_record(whole, 0, 0, pattern(60));
  const std::size_t first = whole.bytes().size();
  pcap_record(whole, 0, 1, pattern(60));
  for (std::size_t size = first + 1; size < whole.bytes().size(); ++size) {
    const Outcome got =
        read_bytes(Bytes(whole.bytes().begin(), whole.bytes().begin() + static_cast<long>(size)));
    ASSERT_EQ(got.frames.size(), 1U) << size;
    ASSERT_TRUE(got.error) << size;
    EXPECT_NE(got.error->find("packet 2: the file ends inside this record"), std::string::npos)
        << *got.error;
  }
}

TEST(CaptureReader, RefusesARecordOfImpossibleLength) {
  Builder b = pcap_header(false, true);
  pcap_record(b, 0, 0, pattern(60));
  b.u32(0).u32(1).u32(0x7FFFFFFF).u32(0x7FFFFFFF).raw(pattern(60));
  const Outcome got = read_bytes(b.bytes());
  EXPECT_EQ(got.frames.size(), 1U);
  ASSERT_TRUE(got.error);
  EXPECT_NE(got.error->find("packet 2: the record has an impossible length"), std::string::npos)
      << *got.error;
}

TEST(CaptureReader, RefusesAFractionOfASecondThatIsASecondOrMore) {
  for (const bool nano : {false, true}) {
    const std::uint32_t second = nano ? 1'000'000'000 : 1'000'000;
    for (const std::uint32_t fraction : {second, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
      Builder b = pcap_header(false, nano);
      pcap_record(b, 0xFFFFFFFF, second - 1, pattern(60));
      pcap_record(b, 0xFFFFFFFF, fraction, pattern(60));
      const Outcome got = read_bytes(b.bytes());
      EXPECT_EQ(got.frames.size(), 1U);
      ASSERT_TRUE(got.error) << fraction;
      EXPECT_NE(got.error->find("packet 2: time 4294967295 s and "), std::string::npos)
          << *got.error;
      EXPECT_TRUE(got.error->ends_with(" ns, expected 0 to 999999999 ns")) << *got.error;
    }
  }
}

TEST(CaptureReader, RefusesWhatIsNoCaptureOfEthernet) {
  const auto expect = [](const Outcome& got, const std::string& words) {
    EXPECT_TRUE(got.frames.empty());
    ASSERT_TRUE(got.error) << words;
    EXPECT_NE(got.error->find(words), std::string::npos) << *got.error;
    EXPECT_EQ(got.error->find('\n'), std::string::npos) << *got.error;
  };
  expect(read_bytes({}), "is empty");
  expect(read_bytes(pattern(3)), "not a capture");
  expect(read_bytes(pattern(500)), "not a capture");
  expect(read_bytes(pcap_header(false, true).bytes()), "holds no packet");
  expect(read_bytes(pcap_header(false, true, 113).bytes()), "link type 113");
  expect(read_all("/nonexistent/x.pcap"), "/nonexistent/x.pcap: cannot be opened: No such file");
  expect(read_all("/"), "is a directory");
}

TEST(SharedCaptures, EveryFileIsReadOrRefusedInOneSentence) {
  const std::filesystem::path folder = SLUICE_CAPTURES;
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  struct Expected {
    std::uint64_t frames, bytes, cut, backwards;
    std::string error;
  };
  // Those that are special; all others must be read without a note.
  const std::map<std::string, Expected> special = {
      {"fmt_be_ns_ipv6.pcap", {3, 262, 0, 0, ""}},
      {"fmt_caplen_gt_snaplen.pcap", {1, 1024, 1, 0, ""}},
      {"fmt_huge_caplen.pcap", {1, 188, 0, 0, "packet 2: the record has an impossible length"}},
      {"fmt_invalid_nano.pcap", {0, 0, 0, 0, "link type 113"}},
      {"fmt_multi_if_us_ns.pcapng", {6, 798, 0, 0, ""}},
      {"fmt_sll_linktype.pcap", {0, 0, 0, 0, "link type 113"}},
      {"fmt_snap1_caplen8.pcap", {1, 1, 1, 0, ""}},
      {"fmt_truncated_rec_hdr.pcap", {1, 200, 1, 0, "packet 2: the file ends inside this record"}},
      {"fmt_tsresol_pow2_snap0.pcapng", {1, 314, 0, 0, ""}},
      {"jumbo_9230.pcap", {1, 9230, 0, 0, ""}},
      {"roce_hiroce_ect0.pcap", {123, 74758, 0, 1, ""}},
      {"runt_8021x_6bytes.pcap", {77, 15872, 0, 0, ""}},
      {"derived_modified_magic.pcap", {2, 128, 0, 0, ""}},
      {"vlan_qinq_pppoe.pcap", {5, 536, 0, 0, ""}},
  };
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with(".pcap") && !name.ends_with(".pcapng")) continue;
    SCOPED_TRACE(name);
    ++files;
    const Outcome got = read_all(entry.path());
    if (got.error) {
      EXPECT_EQ(got.error->find(entry.path().string() + ": "), 0U) << *got.error;
      EXPECT_EQ(got.error->find('\n'), std::string::npos) << *got.error;
    }
    if (const auto it = special.find(name); it != special.end()) {
      const Expected& want = it->second;
      EXPECT_EQ(got.notes.frames, want.frames);
      EXPECT_EQ(got.notes.bytes, want.bytes);
      EXPECT_EQ(got.notes.cut, want.cut);
      EXPECT_EQ(got.notes.backwards, want.backwards);
      EXPECT_EQ(got.error.has_value(), !want.error.empty());
      if (got.error) {
        EXPECT_NE(got.error->find(want.error), std::string::npos) << *got.error;
      }
    } else {
      EXPECT_FALSE(got.error) << *got.error;
      EXPECT_GT(got.notes.frames, 0U);
      EXPECT_EQ(got.notes.cut + got.notes.backwards + got.notes.empty, 0U);
    }
    EXPECT_EQ(got.frames.size(), got.notes.frames);
  }
  EXPECT_GE(files, special.size());
}

}  // namespace
}  // namespace sluice::tb
