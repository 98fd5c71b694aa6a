// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "tb/capture/reader.hpp"
#include "tb/capture/writer.hpp"
#include "tests/tb/capture_files.hpp"

namespace sluice::tb {
namespace {

using test::Builder;
using test::pattern;
using test::pcap_record;
using test::TempFile;

class WriterResolution : public ::testing::TestWithParam<Resolution> {};

TEST_P(WriterResolution, WritesTheFileThatTheFormatAsksFor) {
  const bool nano = GetParam() == Resolution::kNanoseconds;
  TempFile file;
  CaptureWriter writer(file.path(), GetParam());
  writer.write(1'700'000'000'123'456'789, pattern(60, 3));
  writer.write(1'700'000'001'000'000'999, pattern(9600, 4));
  writer.close();
  EXPECT_EQ(writer.frames(), 2U);

  Builder want(std::endian::native == std::endian::big);
  want.u32(nano ? 0xA1B23C4D : 0xA1B2C3D4).u16(2).u16(4).u32(0).u32(0).u32(262'144).u32(1);
  pcap_record(want, 1'700'000'000, nano ? 123'456'789 : 123'456, pattern(60, 3));
  pcap_record(want, 1'700'000'001, nano ? 999 : 0, pattern(9600, 4));
  EXPECT_EQ(file.get(), want.bytes());
}

TEST_P(WriterResolution, ReaderGetsBackWhatWasWritten) {
  TempFile file;
  CaptureWriter writer(file.path(), GetParam());
  for (int i = 1; i <= 100; ++i) writer.write(i * 1000, pattern(static_cast<std::size_t>(i), 9));
  writer.close();
  CaptureReader reader(file.path());
  CapturedFrame frame;
  for (int i = 1; i <= 100; ++i) {
    ASSERT_TRUE(reader.next(frame));
    EXPECT_EQ(frame.time_ns, i * 1000);
    EXPECT_EQ(frame.bytes, pattern(static_cast<std::size_t>(i), 9));
  }
  EXPECT_FALSE(reader.next(frame));
}

INSTANTIATE_TEST_SUITE_P(Both, WriterResolution,
                         ::testing::Values(Resolution::kMicroseconds, Resolution::kNanoseconds),
                         [](const auto& info) {
                           return info.param == Resolution::kNanoseconds ? "Nano" : "Micro";
                         });

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const CaptureError& e) {
    return e.what();
  }
  return "no error";
}

TEST(CaptureWriter, SaysBeforeTheRunThatAPathCannotBeWritten) {
  EXPECT_EQ(error_of([] { CaptureWriter("/nonexistent/out.pcap"); }),
            "/nonexistent/out.pcap: cannot be written: No such file or directory");
  EXPECT_EQ(error_of([] { CaptureWriter("/"); }), "/: cannot be written: Is a directory");
}

TEST(CaptureWriter, NoticesAFullDiskAtFlushAndAtClose) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is not there";
  const std::string want = "/dev/full: cannot be written after packet 1: No space left on device";
  CaptureWriter at_flush("/dev/full");
  at_flush.write(0, pattern(60));
  EXPECT_EQ(error_of([&] { at_flush.flush(); }), want);
  CaptureWriter at_close("/dev/full");
  at_close.write(0, pattern(60));
  EXPECT_EQ(error_of([&] { at_close.close(); }), want);
}

TEST(CaptureWriter, NoticesAFullDiskWhileWriting) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is not there";
  CaptureWriter writer("/dev/full");
  EXPECT_NE(error_of([&] {
              for (int i = 0; i < 1000; ++i) writer.write(i, pattern(1500));
            }).find("No space left on device"),
            std::string::npos);
}

TEST(CaptureWriter, RefusesTimesThatThePcapFormatCannotHold) {
  TempFile file;
  CaptureWriter writer(file.path());
  EXPECT_NE(error_of([&] { writer.write(-1, pattern(60)); }).find("packet 1: time -1 ns"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              writer.write(std::int64_t{4'294'967'296} * 1'000'000'000, pattern(60));
            }).find("expected 0 to 2^32 s"),
            std::string::npos);
  writer.write(std::int64_t{4'294'967'295} * 1'000'000'000 + 999'999'999, pattern(60));
  writer.close();
  EXPECT_EQ(writer.frames(), 1U);
}

}  // namespace
}  // namespace sluice::tb
