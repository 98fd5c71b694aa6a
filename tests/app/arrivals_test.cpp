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

/// Captures of several ports.
class MergedArrivals : public ::testing::Test {
 protected:
  using Stamped = std::vector<std::pair<std::int64_t, std::size_t>>;  ///< time, length

  void TearDown() override {
    for (const IngressFile& port : ports_) std::filesystem::remove(port.path);
  }
  void port(std::optional<std::uint64_t> speed, const Stamped& frames) {
    const auto path =
        std::filesystem::temp_directory_path() /
        ("sluice-port-" + std::to_string(getpid()) + "-" + std::to_string(ports_.size()) + ".pcap");
    tb::CaptureWriter writer(path);
    for (const auto& [time, length] : frames) writer.write(time, ipv4_frame(length));
    writer.close();
    ports_.push_back({path.string(), speed});
  }
  std::vector<Arrivals::Frame> read(const ArrivalOptions& options) {
    Arrivals arrivals(ports_, options);
    epoch_ns_ = arrivals.epoch_ns();
    std::vector<Arrivals::Frame> frames;
    Arrivals::Frame frame;
    while (arrivals.next(frame)) frames.push_back(frame);
    fault_ = arrivals.fault();
    return frames;
  }
  static std::vector<unsigned> ports_of(const std::vector<Arrivals::Frame>& frames) {
    std::vector<unsigned> ports;
    for (const Arrivals::Frame& frame : frames) ports.push_back(frame.ingress);
    return ports;
  }

  std::vector<IngressFile> ports_;
  std::optional<std::string> fault_;
  std::int64_t epoch_ns_ = 0;
};

TEST_F(MergedArrivals, TheLastByteDecidesNotTheFirst) {
  port(1'000'000'000, {{1'000, 1'500}});                 // 12,000 ns: there at 12,010
  port(10'000'000'000, {{990, 1'000}, {5'000, 1'000}});  // 800 ns: there at 800 and 4,810
  const auto frames = read({.speed_bps = 400'000'000'000});
  EXPECT_EQ(ports_of(frames), (std::vector<unsigned>{1, 1, 0}));
  EXPECT_EQ(frames[0].time, model::from_ns(800));
  EXPECT_EQ(frames[1].time, model::from_ns(4'810));
  EXPECT_EQ(frames[2].time, model::from_ns(12'010));
  EXPECT_EQ(epoch_ns_, 990);
  EXPECT_EQ(frames[0].packet, 1U);
  EXPECT_EQ(frames[2].packet, 3U);
}

TEST_F(MergedArrivals, FramesOfOnePortDoNotOverlapOnItsLine) {
  port(1'000'000'000, {{0, 976}, {1'000, 976}, {20'000, 976}});  // 7,808 ns, 8,000 with the gap
  const auto frames = read({.speed_bps = 400'000'000'000});
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0].time, model::from_ns(7'808));
  EXPECT_EQ(frames[1].time, model::from_ns(15'808));
  EXPECT_EQ(frames[2].time, model::from_ns(27'808));
}

TEST_F(MergedArrivals, ATieGoesToThePortThatIsNamedFirst) {
  for (int i = 0; i < 3; ++i) port(std::nullopt, {{0, 100}, {0, 100}});
  const auto frames = read({.pace = {Pace::Kind::kLine, 1.0}, .speed_bps = 900'000'000'000});
  EXPECT_EQ(ports_of(frames), (std::vector<unsigned>{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(frames[0].time, frames[2].time);
}

// 100 bytes at 700 Gb/s are 1.142857.. ns, at 700 Gb/s and one bit more a little less: the whole
// ticks are the same for both, the fraction of a tick decides.
TEST_F(MergedArrivals, FractionsOfATickAreCompared) {
  port(700'000'000'000, {{0, 100}});
  port(700'000'000'080, {{0, 100}});
  const auto frames = read({.pace = {Pace::Kind::kLine, 1.0}, .speed_bps = 1});
  EXPECT_EQ(ports_of(frames), (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(frames[0].time, frames[1].time);
}

TEST_F(MergedArrivals, AFasterPaceShortensEachPortsLine) {
  port(1'000'000'000, {{0, 976}, {0, 976}});
  const auto frames = read({.pace = {Pace::Kind::kLoad, 2.0}, .speed_bps = 1});
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].time, model::from_ns(3'904));
  EXPECT_EQ(frames[1].time, model::from_ns(7'904));
}

TEST_F(MergedArrivals, AFaultInOneCaptureEndsThemAll) {
  port(std::nullopt, {{0, 100}, {100, 100}});
  port(std::nullopt, {{10, 100}, {20, 100}, {30, 100}});
  std::filesystem::resize_file(ports_[1].path, std::filesystem::file_size(ports_[1].path) - 1);
  const auto frames = read({.speed_bps = 400'000'000'000});
  EXPECT_EQ(ports_of(frames), (std::vector<unsigned>{0, 1, 1}));
  ASSERT_TRUE(fault_);
  EXPECT_NE(fault_->find(ports_[1].path + ": packet 3"), std::string::npos) << *fault_;
}

// A third of a second, on a line a thousand million times as fast as the other: neither is earlier,
// though the fractions are counted in different units.
TEST(LineTimes, EqualMomentsOfDifferentLinesAreEqual) {
  LineTime slow(3), fast(3'000'000'003);
  slow.advance(1);
  fast.advance(1'000'000'001);
  EXPECT_EQ(slow.ticks(), fast.ticks());
  EXPECT_FALSE(slow < fast);
  EXPECT_FALSE(fast < slow);
  fast.advance(1);
  EXPECT_TRUE(slow < fast);
  EXPECT_FALSE(fast < slow);
}

TEST(IngressText, ASpeedStandsBehindTheLastAt) {
  EXPECT_EQ(parse_ingress("a.pcap").path, "a.pcap");
  EXPECT_FALSE(parse_ingress("a.pcap").speed_bps);
  EXPECT_EQ(parse_ingress("x@y/a.pcap@100G").path, "x@y/a.pcap");
  EXPECT_EQ(parse_ingress("x@y/a.pcap@100G").speed_bps, 100'000'000'000U);
  EXPECT_THROW(parse_ingress("a.pcap@fast"), UsageError);
  EXPECT_THROW(parse_ingress("a.pcap@"), UsageError);
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
