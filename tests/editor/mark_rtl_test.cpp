// SPDX-License-Identifier: Apache-2.0
// The editor at every width, against the model: the ECN mark, alone and with what happens to a tag.
#include <array>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "model/parser/parser.hpp"
#include "tests/editor/editor_bench.hpp"
#include "tests/support/ip.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/shared_captures.hpp"

namespace sluice {
namespace {

using model::Ecn;
using model::Ip;
using model::Outcome;
using test::Bytes;
using test::FrameSpec;
using test::kNoGap;
using Job = test::EditorJob;
using Vlans = std::vector<std::uint16_t>;

constexpr model::CsigState kCsig{.enabled = true, .tpid = model::kTpidDefault};

template <class Width>
class EditorMarkRtl : public test::EditorBench<Width> {};
TYPED_TEST_SUITE(EditorMarkRtl, test::EditorWidths, test::BusNames);

/// Marks the frame by the header that the model's parser finds, where that is ECT.
Job marked(Bytes bytes, Outcome outcome = Outcome::kNone, std::uint16_t tag = 0) {
  const model::Headers headers = model::parse(bytes);
  Job job;
  job.ip = model::parse_ip(bytes, headers, kCsig);
  job.mark = job.ip.valid() && model::is_ect(job.ip.ecn);
  job.vlans = static_cast<unsigned>((headers.offset - 12) / 4);
  job.outcome = outcome;
  job.tag = tag;
  job.bytes = std::move(bytes);
  return job;
}

/// Any bytes, the header behind the EtherType or behind a tag: the editor reads nothing of it but
/// its checksum. (A header that begins where the tag has its word: the TPID is IP's own.)
Job random_marked(std::mt19937_64& random, Outcome outcome, unsigned vlans, std::size_t length) {
  Job job = test::random_job(random, outcome, vlans, length);
  job.ip.words = static_cast<std::uint8_t>(vlans + random() % 2);
  job.ip.ecn = random() % 2 == 0 ? Ecn::kEct0 : Ecn::kEct1;
  job.mark = length >= job.ip.offset() + 20;
  // The words at which the sum wraps come up too seldom by themselves.
  if (job.mark && random() % 2 == 0) {
    model::store16(job.bytes, job.ip.offset() + 10, static_cast<std::uint16_t>(random() % 5 - 2));
  }
  return job;
}

constexpr std::array kOutcomes = {Outcome::kNone, Outcome::kEqual, Outcome::kUpdated,
                                  Outcome::kStripped};

std::vector<Job> every_length_and_place(std::mt19937_64& random) {
  std::vector<Job> jobs;
  for (const Outcome outcome : kOutcomes) {
    for (unsigned vlans = 0; vlans < 3; ++vlans) {
      for (std::size_t length = 38 + 4 * vlans; length <= 200; ++length) {
        for (int i = 0; i < 4; ++i) {
          jobs.push_back(random_marked(random, outcome, vlans, length));
        }
      }
    }
  }
  return jobs;
}

TYPED_TEST(EditorMarkRtl, MarksLikeTheModelAtEveryLengthAndPlaceBackToBack) {
  std::mt19937_64 random(test::seed(20));
  this->run(every_length_and_place(random), kNoGap);
}

TYPED_TEST(EditorMarkRtl, MarksLikeTheModelWithGapsBetweenBeats) {
  std::mt19937_64 random(test::seed(21));
  this->run(every_length_and_place(random), [&] { return static_cast<unsigned>(random() % 4); });
}

TYPED_TEST(EditorMarkRtl, EqualsTheModelForMixedFramesUpToTheLongest) {
  std::mt19937_64 random(test::seed(22));
  std::vector<Job> jobs;
  for (int i = 0; i < 3'000; ++i) {
    const unsigned vlans = random() % 3;
    const std::size_t shortest = 18 + 4 * vlans;
    const std::size_t limit = i % 100 == 0 ? 9'600 : i % 2 == 0 ? 80 : 300;
    const std::size_t length = shortest + random() % (limit - shortest + 1);
    Job job = random_marked(random, kOutcomes[random() % kOutcomes.size()], vlans, length);
    if (random() % 2 == 0) job.mark = false;
    jobs.push_back(std::move(job));
  }
  this->run(jobs, [&] { return random() % 8 == 0 ? static_cast<unsigned>(random() % 3) : 0U; });
}

TYPED_TEST(EditorMarkRtl, EveryChecksumFromBothCodepoints) {
  constexpr unsigned kStep = 16;  // frames of a run
  for (const Ecn ecn : {Ecn::kEct0, Ecn::kEct1}) {
    for (unsigned first = 0; first <= 0xFFFF; first += kStep) {
      // At the wide ends every one, between them one of many.
      if (first >= 0x400 && first < 0xFC00 && first % (67 * kStep) != 0) continue;
      std::vector<Job> jobs;
      for (unsigned sum = first; sum < first + kStep; ++sum) {
        Job job;
        job.bytes = test::make_frame({.length = 60, .salt = sum});
        job.ip = {.ip = Ip::kV4, .ecn = ecn};
        job.mark = true;
        model::store16(job.bytes, 24, static_cast<std::uint16_t>(sum));
        jobs.push_back(std::move(job));
      }
      this->run(jobs, kNoGap);
      if (this->HasFatalFailure()) return;
    }
  }
}

TYPED_TEST(EditorMarkRtl, WholeHeadersBehindEveryMixOfTagsStayRight) {
  std::vector<Job> jobs;
  for (const std::uint16_t type : {model::kEtherIpv4, model::kEtherIpv6}) {
    for (const std::uint16_t outer : {0, 0x8100, 0x88A8, 0x9100}) {
      for (const std::uint16_t inner : {0, 0x8100, 0x88A8, 0x9100}) {
        FrameSpec spec{.ethertype = type, .length = 110};
        if (outer != 0) spec.vlans.push_back(outer);
        if (inner != 0) spec.vlans.push_back(inner);
        for (const Outcome outcome : kOutcomes) {
          spec.tag.reset();
          if (outcome != Outcome::kNone) spec.tag = 0x2B85;
          for (unsigned tos = 0; tos < 256; tos += 5) {
            spec.salt = tos;
            Job job =
                marked(test::make_ip_frame(spec, static_cast<std::uint8_t>(tos)), outcome, 0xA55A);
            ASSERT_EQ(job.mark, (tos & 3) == 1 || (tos & 3) == 2);
            // Not the model alone: a receiver's sum over what leaves.
            if (type == model::kEtherIpv4) {
              const Bytes out = job.expected();
              const std::size_t moved = outcome == Outcome::kStripped ? 4 : 0;
              ASSERT_EQ(test::header_sum(out, job.ip.offset() - moved), 0xFFFF);
            }
            jobs.push_back(std::move(job));
          }
        }
      }
    }
  }
  this->run(jobs, kNoGap);
}

TYPED_TEST(EditorMarkRtl, ABeatComesOutOneClockLaterAtEveryLengthWithAMark) {
  std::mt19937_64 random(test::seed(23));
  for (const Outcome outcome : {Outcome::kNone, Outcome::kUpdated, Outcome::kStripped}) {
    for (std::size_t length = 46; length <= 200; ++length) {
      Job job = random_marked(random, outcome, 2, length);
      SCOPED_TRACE("outcome " + std::to_string(static_cast<int>(outcome)) + " length " +
                   std::to_string(length));
      this->check_latency(job);
      if (this->HasFatalFailure()) return;
    }
  }
}

Bytes from_hex(const std::string& hex) {
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

/// A frame of 60 bytes or more: these VLAN tags and tag, then this header.
Bytes with_header(FrameSpec spec, const std::string& header) {
  const Bytes bytes = from_hex(header);
  const std::size_t at = 14 + 4 * (spec.vlans.size() + (spec.tag ? 1 : 0));
  spec.length = at + 46;
  Bytes frame = test::make_frame(spec);
  std::copy(bytes.begin(), bytes.end(), frame.begin() + static_cast<std::ptrdiff_t>(at));
  return frame;
}

/// Of published vectors: the header as it comes, and as it must leave where it is marked.
struct Vector {
  std::uint16_t type;
  std::string in;
  std::string out;
};
const std::vector<Vector> kVectors = {
    {model::kEtherIpv4, "4502002e00004000401126bb0a0000010a000002",
     "4503002e00004000401126ba0a0000010a000002"},
    // RFC 1141 would give 0xFFFF.
    {model::kEtherIpv4, "4502002e26ba4000401100010a0000010a000002",
     "4503002e26ba4000401100000a0000010a000002"},
    {model::kEtherIpv4, "4501002e26ba4000401100020a0000010a000002",
     "4503002e26ba4000401100000a0000010a000002"},
    {model::kEtherIpv6, "602abcde00061140", "603abcde00061140"},
    {model::kEtherIpv6, "601fffff00003b40", "603fffff00003b40"},
    // Left as they are: CE, Not-ECT; IHL below 5; total length beyond the frame; version 6 in IPv4.
    {model::kEtherIpv4, "4503002e00004000401126ba0a0000010a000002", ""},
    {model::kEtherIpv4, "4500002e00004000401126bd0a0000010a000002", ""},
    {model::kEtherIpv4, "4402002e00004000401127bb0a0000010a000002", ""},
    {model::kEtherIpv4, "4502002f00004000401126ba0a0000010a000002", ""},
    {model::kEtherIpv4, "6502002e00004000401106bb0a0000010a000002", ""},
    {model::kEtherIpv6, "602abcde00071140", ""},
    // Marked by the IP header alone: a fragment, options, an extension header.
    {model::kEtherIpv4, "4502002e000020b9401146020a0000010a000002",
     "4503002e000020b9401146010a0000010a000002"},
    {model::kEtherIpv4, "4601002e00004000401124b70a0000010a00000201010100",
     "4603002e00004000401124b50a0000010a00000201010100"},
    {model::kEtherIpv6, "6020000000060040", "6030000000060040"},
};

TYPED_TEST(EditorMarkRtl, VectorsByHandBehindEveryMixOfTags) {
  std::vector<Job> jobs;
  for (const Vector& v : kVectors) {
    for (const Vlans& vlans : {Vlans{}, Vlans{0x8100}, Vlans{0x88A8, 0x8100}}) {
      for (const bool tag : {false, true}) {
        FrameSpec spec{.vlans = vlans, .ethertype = v.type};
        if (tag) spec.tag = 0x2B85;
        const Job job = marked(with_header(spec, v.in), tag ? Outcome::kEqual : Outcome::kNone);
        ASSERT_EQ(job.mark, !v.out.empty()) << v.in;
        ASSERT_EQ(job.expected(), with_header(spec, v.out.empty() ? v.in : v.out)) << v.in;
        jobs.push_back(job);
      }
    }
  }
  this->run(jobs, kNoGap);
}

TYPED_TEST(EditorMarkRtl, FramesOfRealCaptures) {
  const std::filesystem::path folder = SLUICE_CAPTURES;
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << folder << " is not there";
  std::vector<Job> jobs;
  unsigned marks = 0;
  for (Bytes frame : test::captured_frames(folder, {"ecn_", "ipv4_", "ipv6_", "vlan_"})) {
    if (frame.size() < 14 || frame.size() > 9'600) continue;
    jobs.push_back(marked(std::move(frame)));
    marks += jobs.back().mark ? 1 : 0;
  }
  EXPECT_GT(marks, 100U);
  this->run(jobs, kNoGap);
}

}  // namespace
}  // namespace sluice
