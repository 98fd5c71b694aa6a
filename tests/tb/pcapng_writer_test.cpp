// SPDX-License-Identifier: Apache-2.0
// Files of PcapngWriter byte by byte, as the format asks for them, and as libpcap reads them.
#include "tb/capture/pcapng_writer.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tests/tb/capture_files.hpp"

namespace sluice::tb {
namespace {

using test::Builder;
using test::Bytes;
using test::pattern;
using test::TempFile;

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const CaptureError& e) {
    return e.what();
  }
  return "no error";
}

Bytes text(const std::string& s) { return {s.begin(), s.end()}; }

/// A block around its body, which is whole words.
void block(Builder& file, std::uint32_t type, const Bytes& body) {
  const auto length = static_cast<std::uint32_t>(body.size() + 12);
  file.u32(type).u32(length).raw(body).u32(length);
}

Builder words() { return Builder(false); }

TEST(PcapngWriter, WritesTheFileThatTheFormatAsksFor) {
  TempFile file(".pcapng");
  PcapngWriter writer(file.path(), {.hardware = "board", .application = "s 1", .comment = "why"});
  EXPECT_EQ(writer.add_interface(
                {.name = "ethernet-1/1", .description = "wire", .speed_bps = 400'000'000'000}),
            0U);
  EXPECT_EQ(writer.add_interface({}), 1U);
  writer.write(1'700'000'000'123'456'789, pattern(5, 3),
               {.interface = 1,
                .direction = Direction::kOutbound,
                .id = 0x1122334455667788,
                .comment = "updated",
                .original_length = 64});
  writer.write(0, {});
  writer.close();
  EXPECT_EQ(writer.frames(), 2U);

  Builder want(false);
  Builder section = words();
  section.u32(0x1A2B3C4D).u16(1).u16(0).u32(0xFFFFFFFF).u32(0xFFFFFFFF);
  section.u16(1).u16(3).raw(text("why")).raw({0});
  section.u16(2).u16(5).raw(text("board")).raw({0, 0, 0});
  section.u16(4).u16(3).raw(text("s 1")).raw({0}).u32(0);
  block(want, 0x0A0D0D0A, section.bytes());
  Builder wire = words();
  wire.u16(1).u16(0).u32(262'144);
  wire.u16(2).u16(12).raw(text("ethernet-1/1"));
  wire.u16(3).u16(4).raw(text("wire"));
  wire.u16(8).u16(8).u32(400'000'000'000 & 0xFFFFFFFF).u32(400'000'000'000 >> 32);
  wire.u16(9).u16(1).raw({9, 0, 0, 0}).u16(13).u16(1).raw({0, 0, 0, 0}).u32(0);
  block(want, 1, wire.bytes());
  Builder bare = words();
  bare.u16(1).u16(0).u32(262'144);
  bare.u16(9).u16(1).raw({9, 0, 0, 0}).u16(13).u16(1).raw({0, 0, 0, 0}).u32(0);
  block(want, 1, bare.bytes());
  Builder packet = words();
  const std::uint64_t time = 1'700'000'000'123'456'789;
  packet.u32(1).u32(static_cast<std::uint32_t>(time >> 32)).u32(time & 0xFFFFFFFF).u32(5).u32(64);
  packet.raw(pattern(5, 3)).raw({0, 0, 0});
  packet.u16(1).u16(7).raw(text("updated")).raw({0});
  packet.u16(2).u16(4).u32(2);
  packet.u16(5).u16(8).u32(0x55667788).u32(0x11223344).u32(0);
  block(want, 6, packet.bytes());
  block(want, 6, words().u32(0).u32(0).u32(0).u32(0).u32(0).bytes());
  EXPECT_EQ(file.get(), want.bytes());
}

TEST(PcapngWriter, EveryPaddingOfDataAndCommentIsReadByLibpcap) {
  TempFile file(".pcapng");
  PcapngWriter writer(file.path());
  writer.add_interface({.name = "a", .description = "b"});
  for (std::size_t length = 1; length <= 70; ++length) {
    const std::string comment(length % 9, 'c');
    writer.write(static_cast<std::int64_t>(length), pattern(length, 5),
                 {.direction = Direction::kInbound, .comment = comment});
  }
  writer.close();
  CaptureReader reader(file.path());
  CapturedFrame frame;
  for (std::size_t length = 1; length <= 70; ++length) {
    ASSERT_TRUE(reader.next(frame));
    EXPECT_EQ(frame.bytes, pattern(length, 5));
    EXPECT_EQ(frame.time_ns, static_cast<std::int64_t>(length));
    EXPECT_EQ(frame.original_length, length);
  }
  EXPECT_FALSE(reader.next(frame));
}

TEST(PcapngWriter, InterfacesMayComeBetweenPacketsAndAllAreRead) {
  TempFile file(".pcapng");
  PcapngWriter writer(file.path());
  for (unsigned i = 0; i < 9; ++i) {
    ASSERT_EQ(writer.add_interface({.name = "ethernet-1/" + std::to_string(i + 1)}), i);
    writer.write(i, pattern(60, static_cast<std::uint8_t>(i)), {.interface = i});
  }
  writer.close();
  CaptureReader reader(file.path());
  CapturedFrame frame;
  for (unsigned i = 0; i < 9; ++i) {
    ASSERT_TRUE(reader.next(frame));
    EXPECT_EQ(frame.bytes, pattern(60, static_cast<std::uint8_t>(i)));
  }
  EXPECT_FALSE(reader.next(frame));
}

TEST(PcapngWriter, NanosecondsOfTheFirstAndTheLastTimeSurvive) {
  TempFile file(".pcapng");
  const std::int64_t last = std::int64_t{4'294'967'295} * 1'000'000'000 + 999'999'999;
  PcapngWriter writer(file.path());
  writer.add_interface({});
  writer.write(0, pattern(60));
  writer.write(last, pattern(60));
  EXPECT_EQ(error_of([&] { writer.write(last + 1, pattern(60)); }),
            file.path().string() + ": packet 3: time 4294967296000000000 ns, expected 0 to 2^32 s");
  EXPECT_NE(error_of([&] { writer.write(-1, pattern(60)); }).find("packet 3: time -1 ns"),
            std::string::npos);
  writer.close();
  CaptureReader reader(file.path());
  CapturedFrame frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(frame.time_ns, 0);
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(frame.time_ns, last);
  EXPECT_FALSE(reader.next(frame));
}

TEST(PcapngWriter, TextsOf65535BytesAreWrittenLongerOnesRefusedWithNothingInTheFile) {
  TempFile file(".pcapng");
  const std::string most(65'535, 'x');
  const std::string more(65'536, 'x');
  PcapngWriter writer(file.path(), {.hardware = most});
  writer.add_interface({.name = most});
  writer.write(1, pattern(60), {.comment = most});
  writer.flush();
  const auto size = std::filesystem::file_size(file.path());
  const auto ends = [&](const std::function<void()>& f, const std::string& what) {
    EXPECT_EQ(error_of(f),
              file.path().string() + ": " + what + ": 65536 bytes, expected at most 65535");
  };
  ends([&] { writer.write(2, pattern(60), {.comment = more}); }, "comment of packet 2");
  ends([&] { writer.add_interface({.name = more}); }, "name of interface 1");
  ends([&] { writer.add_interface({.description = more}); }, "description of interface 1");
  writer.flush();
  EXPECT_EQ(std::filesystem::file_size(file.path()), size);
  writer.write(3, pattern(61));
  writer.close();
  CaptureReader reader(file.path());
  CapturedFrame frame;
  ASSERT_TRUE(reader.next(frame));
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(frame.bytes, pattern(61));
  EXPECT_FALSE(reader.next(frame));
  TempFile other("-other.pcapng");
  EXPECT_NE(error_of([&] {
              PcapngWriter(other.path(), {.hardware = {}, .application = {}, .comment = more});
            }).find("comment of the section: 65536 bytes"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(other.path()));
}

TEST(PcapngWriter, RefusesInterfacesThatThereAreNotAndPacketsThatNoReaderTakes) {
  TempFile file(".pcapng");
  PcapngWriter writer(file.path());
  EXPECT_NE(error_of([&] {
              writer.write(0, pattern(60));
            }).find("packet 1: interface 0, expected one of the 0 that were added"),
            std::string::npos);
  writer.add_interface({});
  EXPECT_NE(error_of([&] {
              writer.write(0, pattern(60), {.interface = 1});
            }).find("packet 1: interface 1, expected one of the 1 that were added"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              writer.write(0, pattern(262'145));
            }).find("packet 1: 262145 bytes, expected at most 262144"),
            std::string::npos);
  writer.write(0, pattern(262'144));
  writer.close();
  EXPECT_NE(error_of([&] { writer.write(0, pattern(60)); }).find("is closed"), std::string::npos);
  CaptureReader reader(file.path());
  CapturedFrame frame;
  ASSERT_TRUE(reader.next(frame));
  EXPECT_EQ(frame.bytes, pattern(262'144));
}

TEST(PcapngWriter, SaysBeforeTheRunThatAPathCannotBeWritten) {
  EXPECT_EQ(error_of([] { PcapngWriter("/nonexistent/out.pcapng"); }),
            "/nonexistent/out.pcapng: cannot be written: No such file or directory");
  EXPECT_EQ(error_of([] { PcapngWriter("/"); }), "/: cannot be written: Is a directory");
}

TEST(PcapngWriter, NoticesAFullDiskAtFlushAtCloseAndWhileWriting) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is not there";
  const std::string want = "/dev/full: cannot be written after packet 1: No space left on device";
  PcapngWriter at_flush("/dev/full");
  at_flush.add_interface({});
  at_flush.write(0, pattern(60));
  EXPECT_EQ(error_of([&] { at_flush.flush(); }), want);
  PcapngWriter at_close("/dev/full");
  at_close.add_interface({});
  at_close.write(0, pattern(60));
  EXPECT_EQ(error_of([&] { at_close.close(); }), want);
  PcapngWriter writing("/dev/full");
  writing.add_interface({});
  EXPECT_NE(error_of([&] {
              for (int i = 0; i < 1000; ++i) writing.write(i, pattern(1500));
            }).find("No space left on device"),
            std::string::npos);
}

TEST(CaptureWriter, NameDecidesBetweenPcapAndPcapng) {
  for (const char* suffix : {".pcapng", ".PcapNG", ".pcap", ".cap", ".pcapng.tmp"}) {
    TempFile file(suffix);
    CaptureWriter writer(file.path());
    writer.write(1'234'567'891'234'567'891, pattern(77, 1));
    writer.close();
    EXPECT_EQ(writer.frames(), 1U);
    const bool pcapng = suffix == std::string(".pcapng") || suffix == std::string(".PcapNG");
    EXPECT_EQ(file.get().at(0) == 0x0A, pcapng) << suffix;
    CaptureReader reader(file.path());
    CapturedFrame frame;
    ASSERT_TRUE(reader.next(frame));
    EXPECT_EQ(frame.bytes, pattern(77, 1)) << suffix;
    EXPECT_EQ(frame.time_ns, 1'234'567'891'234'567'891) << suffix;
  }
}

}  // namespace
}  // namespace sluice::tb
