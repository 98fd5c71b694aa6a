// SPDX-License-Identifier: Apache-2.0
// The line for every outcome of docs/captures.md, word by word.
#include "sw-driver/app/annotation.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "sw-driver/app/out_capture.hpp"
#include "sw-driver/app/units.hpp"
#include "tests/support/frames.hpp"
#include "tests/tb/capture_files.hpp"

namespace sluice::app {
namespace {

using model::Outcome;
using test::FrameSpec;
using test::make_frame;

constexpr const char* kTimes = "; first 10, arrive 12, select 17, start 18, sent 28 ns";
constexpr const char* kEmptyTag = "delay bucket 3 locator 4";

tb::FrameTimes times() {
  // A fraction just below the next nanosecond: times are rounded down.
  const model::Ticks almost = model::from_ns(1) - 1;
  return {model::from_ns(10), model::from_ns(12), model::from_ns(17), model::from_ns(18),
          model::from_ns(28) + almost};
}

/// What the port model itself makes of a frame.
class Annotation : public ::testing::Test {
 protected:
  /// Comment on a frame with this word in its tag, which starts 523 ns after its first beat.
  std::string of(const FrameSpec& spec, bool enabled = true) {
    csig_.enable = enabled;
    for (auto& table : csig_.tables) {
      for (unsigned i = 0; i < model::kBuckets; ++i) table[i] = 100 * (i + 1);
    }
    model::Port port;
    port.activate(0, csig_, port_, {});
    port.arrive(model::from_ns(2), model::from_ns(1), make_frame(spec), false);
    port.select(model::from_ns(524), 0);
    port.start(model::from_ns(524), 0);
    const model::Departure departure = port.sent(model::from_ns(530));
    return line(departure, enabled);
  }
  static std::string line(const model::Departure& departure, bool enabled = true,
                          const tb::FrameDifference* difference = nullptr) {
    return egress_comment({.packet = 7,
                           .departure = departure,
                           .times = times(),
                           .bytes = departure.bytes,
                           .difference = difference},
                          enabled);
  }
  static std::uint16_t word(unsigned signal, unsigned bucket, unsigned locator, bool d = false) {
    return model::pack({.signal = static_cast<std::uint8_t>(signal),
                        .bucket = static_cast<std::uint8_t>(bucket),
                        .locator = static_cast<std::uint8_t>(locator),
                        .do_not_update = d});
  }
  model::CsigConfig csig_;
  model::PortConfig port_{.capacity = 2'000, .locator = 9, .locator_valid = true};
};

TEST_F(Annotation, ComparedTagsShowBeforeAfterAndTheLocalValue) {
  EXPECT_EQ(of({.tag = word(2, 3, 4)}),
            std::string("packet 7: updated; delay bucket 3 locator 4 -> bucket 5 locator 9; local "
                        "523 ns in bucket 5") +
                kTimes);
  EXPECT_EQ(of({.tag = word(2, 5, 4)}),
            std::string("packet 7: equal; delay bucket 5 locator 4 -> bucket 5 locator 4; local "
                        "523 ns in bucket 5") +
                kTimes);
  EXPECT_EQ(of({.tag = word(2, 31, 63)}),
            std::string("packet 7: less severe; delay bucket 31 locator 63 -> bucket 31 locator "
                        "63; local 523 ns in bucket 5") +
                kTimes);
  EXPECT_EQ(of({.tag = word(0, 31, 0)}),
            std::string("packet 7: updated; available-bandwidth bucket 31 locator 0 -> bucket 19 "
                        "locator 9; local 2000 B/s in bucket 19") +
                kTimes);
  EXPECT_EQ(of({.tag = word(1, 31, 0)}),
            std::string("packet 7: updated; relative-available-bandwidth bucket 31 locator 0 -> "
                        "bucket 0 locator 9; local 100 % in bucket 0") +
                kTimes);
}

TEST_F(Annotation, UntouchedTagsSayWhy) {
  EXPECT_EQ(of({.tag = word(5, 3, 4)}),
            std::string("packet 7: untouched: signal type 5 is not supported; type 5 bucket 3 "
                        "locator 4 -> bucket 3 locator 4") +
                kTimes);
  EXPECT_EQ(of({.tag = word(2, 3, 4, true)}), std::string("packet 7: untouched: d bit is set; ") +
                                                  kEmptyTag + " -> bucket 3 locator 4" + kTimes);
  EXPECT_EQ(of({.tag = word(2, 3, 4), .length = 17}),
            std::string("packet 7: untouched: tag is truncated") + kTimes);
  EXPECT_EQ(of({.tag = word(2, 3, 4), .vlans_after = {0x8100}}),
            std::string("packet 7: untouched: a VLAN tag follows the tag") + kTimes);
  EXPECT_EQ(of({.tag = word(2, 3, 4), .ethertype = 0x0806}),
            std::string("packet 7: untouched: no IP packet follows the tag") + kTimes);
  EXPECT_EQ(of({.vlans = {0x88A8, 0x8100}, .ethertype = 0x88B5}),
            std::string("packet 7: untouched: foreign TPID 0x88b5") + kTimes);
  EXPECT_EQ(of({.tag = word(2, 3, 4)}, false),
            std::string("packet 7: untouched: congestion signaling is disabled") + kTimes);
  EXPECT_EQ(of({}), std::string("packet 7: no CSIG tag") + kTimes);
  EXPECT_EQ(of({.ethertype = model::kEtherMacControl}),
            std::string("packet 7: no CSIG tag; MAC Control, no load") + kTimes);
}

TEST_F(Annotation, ActionsOfThePortAreNamed) {
  port_.action = model::Action::kPass;
  EXPECT_EQ(of({.tag = word(2, 3, 4)}), std::string("packet 7: untouched: action pass; ") +
                                            kEmptyTag + " -> bucket 3 locator 4" + kTimes);
  port_.action = model::Action::kStrip;
  EXPECT_EQ(of({.tag = word(2, 3, 4)}),
            std::string("packet 7: stripped: action strip; ") + kEmptyTag + " -> none" + kTimes);
}

TEST_F(Annotation, DifferenceStandsInFrontOfTheVerdict) {
  model::Departure departure;
  departure.bytes.resize(60);
  const tb::FrameDifference difference{"byte 37", "0x01", "0x03"};
  EXPECT_EQ(line(departure, true, &difference),
            std::string("packet 7: DIFFERENCE: byte 37: RTL 0x03, golden model 0x01; no CSIG tag") +
                kTimes);
}

TEST_F(Annotation, IncomingFramesAreAcceptedOrDroppedWithTheReason) {
  const auto in = [](model::Drop drop, std::size_t length, std::uint64_t packet = 8) {
    const std::vector<std::uint8_t> bytes(length);
    return ingress_comment({.packet = packet,
                            .drop = drop,
                            .first = model::from_ns(10),
                            .arrive = model::from_ns(12),
                            .bytes = bytes});
  };
  const std::string end = "; first 10, arrive 12 ns";
  EXPECT_EQ(in(model::Drop::kNone, 60), "packet 8: accepted" + end);
  EXPECT_EQ(in(model::Drop::kRunt, 13), "packet 8: dropped: runt, 13 bytes of at least 14" + end);
  EXPECT_EQ(in(model::Drop::kOversize, 9601),
            "packet 8: dropped: oversize, 9601 bytes of at most 9600" + end);
  EXPECT_EQ(in(model::Drop::kBad, 60), "packet 8: dropped: marked bad by the sender" + end);
  EXPECT_EQ(in(model::Drop::kQueueLimit, 60), "packet 8: dropped: limit of the queue" + end);
  EXPECT_EQ(in(model::Drop::kPortLimit, 60), "packet 8: dropped: limit of the port" + end);
  EXPECT_EQ(in(model::Drop::kBuffer, 60), "packet 8: dropped: buffer full" + end);
  EXPECT_EQ(in(model::Drop::kRed, 60), "packet 8: dropped: RED" + end);
  EXPECT_EQ(in(model::Drop::kNone, 60, 0), "packet unknown: accepted" + end);
}

/// Interface of each packet of a pcapng file, in order.
std::vector<std::uint32_t> interfaces_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    }
    return value;
  };
  std::vector<std::uint32_t> found;
  for (std::size_t at = 0; at < bytes.size(); at += word(at + 4)) {
    if (word(at) == 6) found.push_back(word(at + 8));
  }
  return found;
}

TEST(OutCapture, WireSidesOfAllPortsComeBeforeTheirFabricSides) {
  const test::TempFile file(".pcapng");
  OutOptions options;
  options.path = file.path().string();
  options.annotate = true;
  options.ports = {{"ethernet-1/1", 1}, {"ethernet-1/2", 2}, {"ethernet-1/3", 3}};
  OutCapture out(options);
  model::Departure departure;
  departure.bytes.resize(60);
  for (unsigned port = 0; port < 3; ++port) {
    out.arrived({.packet = 1, .bytes = departure.bytes, .port = port});
    out.left(
        {.packet = 1, .departure = departure, .times = {}, .bytes = departure.bytes, .port = port});
  }
  out.close();
  EXPECT_EQ(interfaces_of(file.path()), (std::vector<std::uint32_t>{3, 0, 4, 1, 5, 2}));
}

TEST(OutCapture, AnnotateNeedsAFormatWithComments) {
  EXPECT_NO_THROW(check_annotate(false, ""));
  EXPECT_NO_THROW(check_annotate(false, "x.pcap"));
  EXPECT_NO_THROW(check_annotate(true, "x.pcapng"));
  EXPECT_THROW(check_annotate(true, ""), UsageError);
  EXPECT_THROW(check_annotate(true, "x.pcap"), UsageError);
  OutOptions options;
  options.path = "x.pcap";
  options.annotate = true;
  EXPECT_THROW(OutCapture{options}, UsageError);
}

}  // namespace
}  // namespace sluice::app
