// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/arrivals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tb/capture/writer.hpp"

namespace sluice::app {
namespace {

std::vector<std::uint8_t> ipv4_frame(std::size_t length) {
  std::vector<std::uint8_t> frame(length, 0x11);
  frame[12] = 0x08;
  frame[13] = 0x00;
  return frame;
}

class ArrivalsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = std::filesystem::temp_directory_path() /
            ("sluice-arrivals-" + std::to_string(getpid()) + ".pcap");
  }
  void TearDown() override { std::filesystem::remove(path_); }

  void capture(const std::vector<std::pair<std::int64_t, std::vector<std::uint8_t>>>& frames) {
    tb::CaptureWriter writer(path_);
    for (const auto& [time, bytes] : frames) writer.write(time, bytes);
    writer.close();
  }
  std::vector<Arrivals::Frame> read(const ArrivalOptions& options) {
    Arrivals arrivals(path_.string(), options);
    std::vector<Arrivals::Frame> frames;
    Arrivals::Frame frame;
    while (arrivals.next(frame)) frames.push_back(frame);
    fault_ = arrivals.fault();
    inserted_ = arrivals.inserted();
    return frames;
  }

  std::filesystem::path path_;
  std::optional<std::string> fault_;
  std::uint64_t inserted_ = 0;
};

TEST_F(ArrivalsTest, CapturePaceCountsFromTheFirstFrame) {
  capture({{5'000'000'007, ipv4_frame(60)}, {5'000'000'107, ipv4_frame(60)}});
  const auto frames = read({.speed_bps = 400'000'000'000});
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].time, model::Ticks{0});
  EXPECT_EQ(frames[1].time, model::from_ns(100));
  EXPECT_EQ(frames[1].packet, 2U);
}

TEST_F(ArrivalsTest, LinePaceLosesNoTimeToRounding) {
  std::vector<std::pair<std::int64_t, std::vector<std::uint8_t>>> frames;
  for (int i = 0; i < 300'001; ++i) frames.emplace_back(0, ipv4_frame(60));
  capture(frames);
  // 84 bytes take 0.74666.. ns at 900 Gb/s, so 300,000 frames take 224,000 ns.
  const auto arrived = read({.pace = {Pace::Kind::kLine, 1.0}, .speed_bps = 900'000'000'000});
  ASSERT_EQ(arrived.size(), 300'001U);
  EXPECT_EQ(arrived.back().time, model::from_ns(224'000));
}

TEST_F(ArrivalsTest, HalfLoadTakesTwiceTheTimeOfTheLine) {
  capture({{0, ipv4_frame(101)}, {0, ipv4_frame(60)}});
  const auto arrived = read({.pace = {Pace::Kind::kLoad, 0.5}, .speed_bps = 1'000'000'000});
  ASSERT_EQ(arrived.size(), 2U);
  EXPECT_EQ(arrived[1].time, model::from_ns(2000));
}

TEST_F(ArrivalsTest, MixedInsertionAsksForTheThreeSignalsInTurn) {
  std::vector<std::uint8_t> arp(60, 0);
  arp[12] = 0x08;
  arp[13] = 0x06;
  capture({{0, ipv4_frame(60)},
           {0, arp},
           {0, ipv4_frame(60)},
           {0, ipv4_frame(60)},
           {0, ipv4_frame(60)}});
  const auto arrived = read({.insert = Insert::kMixed, .speed_bps = 1'000'000'000});
  ASSERT_EQ(arrived.size(), 5U);
  EXPECT_EQ(inserted_, 4U);
  EXPECT_EQ(arrived[1].bytes, arp);
  const auto signal = [&](std::size_t i) { return arrived[i].bytes[14] >> 5; };
  EXPECT_EQ(signal(0), 0);
  EXPECT_EQ(signal(2), 1);
  EXPECT_EQ(signal(3), 2);
  EXPECT_EQ(signal(4), 0);
  EXPECT_EQ(arrived[0].bytes.size(), 64U);
}

TEST_F(ArrivalsTest, LinePaceCountsTheInsertedTag) {
  capture({{0, ipv4_frame(97)}, {0, ipv4_frame(60)}});
  const auto arrived =
      read({.pace = {Pace::Kind::kLine, 1.0}, .insert = Insert::kAbw, .speed_bps = 1'000'000'000});
  ASSERT_EQ(arrived.size(), 2U);
  EXPECT_EQ(arrived[1].time, model::from_ns(1000));
}

TEST_F(ArrivalsTest, CaptureLongerThanTheTimersCanTellIsRefusedWithItsPacket) {
  capture({{0, ipv4_frame(60)},
           {140'400'000'000'000, ipv4_frame(60)},
           {140'400'000'000'001, ipv4_frame(60)}});
  const auto arrived = read({.speed_bps = 1'000'000'000});
  EXPECT_EQ(arrived.size(), 2U);
  ASSERT_TRUE(fault_);
  EXPECT_NE(fault_->find("packet 3 comes 140400 s after the first, expected at most 140400 s"),
            std::string::npos)
      << *fault_;
}

TEST(Insert, EveryWordIsKnownAndOthersAreRefused) {
  EXPECT_EQ(parse_insert("none"), Insert::kNone);
  EXPECT_EQ(parse_insert("abw"), Insert::kAbw);
  EXPECT_EQ(parse_insert("relative"), Insert::kRelative);
  EXPECT_EQ(parse_insert("delay"), Insert::kDelay);
  EXPECT_EQ(parse_insert("mixed"), Insert::kMixed);
  EXPECT_THROW(parse_insert("ABW"), UsageError);
}

}  // namespace
}  // namespace sluice::app
