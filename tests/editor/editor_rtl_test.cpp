// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "Vrtl_editor_w1024.h"
#include "Vrtl_editor_w128.h"
#include "Vrtl_editor_w256.h"
#include "Vrtl_editor_w512.h"
#include "Vrtl_editor_w64.h"
#include "model/csig/outcome.hpp"
#include "model/editor/editor.hpp"
#include "tests/support/bus.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

using model::Outcome;
using Bytes = std::vector<std::uint8_t>;

/// A frame that goes in, with the verdict on it.
struct Job {
  Bytes bytes;
  Outcome outcome = Outcome::kNone;
  unsigned vlans = 0;
  std::uint16_t tag = 0;
  unsigned signal = 0;
  bool mac_control = false;

  Bytes expected() const {
    Bytes out = bytes;
    const std::size_t offset = 12 + 4 * std::size_t{vlans};
    if (outcome == Outcome::kStripped) model::strip_tag(out, offset);
    if (outcome == Outcome::kUpdated) model::update_tag(out, offset, tag);
    return out;
  }
};

template <class T>
class EditorRtl : public ::testing::Test {
 protected:
  static constexpr std::size_t kBytes = T::kBytes;
  static std::size_t beats(std::size_t length) { return (length + kBytes - 1) / kBytes; }

  /// Sends the jobs through, each beat `gap()` clocks after the one before, and compares all of it.
  template <class Gap>
  void run(const std::vector<Job>& jobs, Gap&& gap) {
    std::size_t job = 0;
    std::size_t done = 0;  // jobs that left
    Bytes out;
    unsigned gone = 0;
    const Job* before = nullptr;  // frame of the beat of the clock before, if any
    const auto step = [&](const Job* in, std::size_t beat) {
      const bool last = in != nullptr && beat + 1 == beats(in->bytes.size());
      drive(in, beat, last);
      dut_.settle();
      if (dut_->gone_o) {
        ASSERT_TRUE(last) << "gone_o without a last beat";
        ASSERT_EQ(job, done) << "gone_o while an older frame is inside";
        ++gone;
      }
      if (before != nullptr && before->outcome != Outcome::kStripped) {
        ASSERT_TRUE(dut_->out_valid_o) << "frame " << done << " waits for no reason";
      }
      if (dut_->out_valid_o) {
        ASSERT_LT(done, jobs.size()) << "a beat of no frame";
        take_beat(jobs[done], out, gone, done);
      }
      before = in;
      dut_.edge();
    };
    for (const Job& next : jobs) {
      for (std::size_t beat = 0; beat < beats(next.bytes.size()); ++beat) {
        for (unsigned i = gap(); i > 0; --i) {
          step(nullptr, 0);
          if (this->HasFatalFailure()) return;
        }
        step(&next, beat);
        if (this->HasFatalFailure()) return;
      }
      ++job;
    }
    for (int i = 0; i < 3; ++i) {
      step(nullptr, 0);
      if (this->HasFatalFailure()) return;
    }
    EXPECT_EQ(done, jobs.size());
    EXPECT_TRUE(out.empty());
  }

  /// Without gaps, each beat comes out one clock after it went in.
  void check_latency(const Job& job) {
    const std::size_t in = beats(job.bytes.size());
    const std::size_t out = beats(job.expected().size());
    for (std::size_t clock = 0; clock < in + 2; ++clock) {
      drive(clock < in ? &job : nullptr, clock, clock + 1 == in);
      dut_.settle();
      ASSERT_EQ(dut_->out_valid_o != 0, clock >= 1 && clock <= out) << "clock " << clock;
      ASSERT_EQ(dut_->out_valid_o && dut_->out_last_o, clock == out) << "clock " << clock;
      dut_.edge();
    }
  }

  test::Clocked<typename T::Dut> dut_;

 private:
  void drive(const Job* in, std::size_t beat, bool last) {
    dut_->beat_valid_i = in != nullptr;
    dut_->beat_first_i = in != nullptr && beat == 0;
    dut_->beat_last_i = last;
    std::array<std::uint8_t, kBytes> lanes;
    lanes.fill(0xEE);  // of a clock without a beat: must not matter
    // The verdict counts with the first beat alone.
    std::uint64_t verdict = 0x1F5A'5A5A'5A5A & ((1ULL << 41) - 1);
    if (in != nullptr) {
      lanes.fill(0);
      const std::size_t from = beat * kBytes;
      std::copy_n(in->bytes.begin() + static_cast<std::ptrdiff_t>(from),
                  std::min(kBytes, in->bytes.size() - from), lanes.begin());
      if (beat == 0) verdict = pack(*in);
    }
    std::memcpy(&dut_->beat_data_i, lanes.data(), kBytes);
    dut_->verdict_i = verdict;
  }

  static std::uint64_t pack(const Job& job) {
    const std::size_t length = job.expected().size();
    test::BitPacker bits;
    bits.put(static_cast<std::uint64_t>(job.outcome), 4)
        .put(job.vlans, 2)
        .put(job.tag, 16)
        .put(length, 14)
        .put(beats(length) < beats(job.bytes.size()), 1)
        .put(job.signal, 3)
        .put(job.mac_control, 1);
    return bits.narrow();
  }

  void take_beat(const Job& job, Bytes& out, unsigned& gone, std::size_t& done) {
    const Bytes expected = job.expected();
    std::array<std::uint8_t, kBytes> lanes;
    std::memcpy(lanes.data(), &dut_->out_data_o, kBytes);
    out.insert(out.end(), lanes.begin(), lanes.end());
    test::BitPacker sent;
    sent.put(static_cast<std::uint64_t>(job.outcome), 4)
        .put(expected.size(), 14)
        .put(job.signal, 3)
        .put(job.mac_control, 1);
    ASSERT_EQ(dut_->out_sent_o, sent.narrow()) << "frame " << done;
    const bool last = out.size() >= expected.size();
    ASSERT_EQ(dut_->out_last_o != 0, last) << "frame " << done << " after " << out.size();
    if (!last) return;
    ASSERT_EQ(gone, beats(job.bytes.size()) - beats(expected.size())) << "frame " << done;
    for (std::size_t i = expected.size(); i < out.size(); ++i) {
      ASSERT_EQ(out[i], 0U) << "frame " << done << ": lane behind its end";
    }
    out.resize(expected.size());
    ASSERT_EQ(out, expected) << "frame " << done << " of " << job.bytes.size() << " bytes, "
                             << job.vlans << " VLAN tags, outcome "
                             << static_cast<int>(job.outcome);
    out.clear();
    gone = 0;
    ++done;
  }
};
using Widths = ::testing::Types<test::Bus<Vrtl_editor_w64, 8>, test::Bus<Vrtl_editor_w128, 16>,
                                test::Bus<Vrtl_editor_w256, 32>, test::Bus<Vrtl_editor_w512, 64>,
                                test::Bus<Vrtl_editor_w1024, 128>>;
TYPED_TEST_SUITE(EditorRtl, Widths, test::BusNames);

Job random_job(std::mt19937_64& random, Outcome outcome, unsigned vlans, std::size_t length) {
  Job job;
  job.bytes.resize(length);
  for (std::uint8_t& byte : job.bytes) byte = static_cast<std::uint8_t>(random());
  job.outcome = outcome;
  job.vlans = vlans;
  job.tag = static_cast<std::uint16_t>(random());
  job.signal = random() & 7;
  job.mac_control = (random() & 1) != 0;
  return job;
}

/// Every length from the shortest that holds a tag and an EtherType, at every place of the tag.
std::vector<Job> every_length_and_place(std::mt19937_64& random, Outcome outcome) {
  std::vector<Job> jobs;
  for (unsigned vlans = 0; vlans < 3; ++vlans) {
    for (std::size_t length = 18 + 4 * vlans; length <= 330; ++length) {
      jobs.push_back(random_job(random, outcome, vlans, length));
    }
  }
  return jobs;
}

constexpr auto kNoGap = [] { return 0U; };

TYPED_TEST(EditorRtl, UpdatesLikeTheModelAtEveryLengthAndPlaceBackToBack) {
  std::mt19937_64 random(test::seed(10));
  this->run(every_length_and_place(random, Outcome::kUpdated), kNoGap);
}

TYPED_TEST(EditorRtl, StripsLikeTheModelAtEveryLengthAndPlaceBackToBack) {
  std::mt19937_64 random(test::seed(11));
  this->run(every_length_and_place(random, Outcome::kStripped), kNoGap);
}

TYPED_TEST(EditorRtl, UpdatesLikeTheModelWithGapsBetweenBeats) {
  std::mt19937_64 random(test::seed(12));
  this->run(every_length_and_place(random, Outcome::kUpdated),
            [&] { return static_cast<unsigned>(random() % 4); });
}

TYPED_TEST(EditorRtl, StripsLikeTheModelWithGapsBetweenBeats) {
  std::mt19937_64 random(test::seed(13));
  this->run(every_length_and_place(random, Outcome::kStripped),
            [&] { return static_cast<unsigned>(random() % 4); });
}

TYPED_TEST(EditorRtl, NothingButUpdateAndStripTouchesAByte) {
  std::mt19937_64 random(test::seed(14));
  std::vector<Job> jobs;
  for (unsigned o = 0; o <= static_cast<unsigned>(Outcome::kForeignTpid); ++o) {
    const auto outcome = static_cast<Outcome>(o);
    if (outcome == Outcome::kUpdated || outcome == Outcome::kStripped) continue;
    for (std::size_t length = 14; length <= 140; ++length) {
      jobs.push_back(random_job(random, outcome, length % 3, length));
    }
  }
  this->run(jobs, kNoGap);
}

TYPED_TEST(EditorRtl, EqualsTheModelForMixedFramesUpToTheLongest) {
  std::mt19937_64 random(test::seed(15));
  std::vector<Job> jobs;
  for (int i = 0; i < 3000; ++i) {
    const unsigned vlans = random() % 3;
    const std::size_t shortest = 18 + 4 * vlans;
    const std::size_t limit = i % 100 == 0 ? 9600 : i % 2 == 0 ? 80 : 300;
    const std::size_t length = shortest + random() % (limit - shortest + 1);
    const Outcome outcome = std::array{Outcome::kUpdated, Outcome::kStripped, Outcome::kEqual,
                                       Outcome::kNone}[random() % 4];
    jobs.push_back(random_job(random, outcome, vlans, length));
  }
  this->run(jobs, [&] { return random() % 8 == 0 ? static_cast<unsigned>(random() % 3) : 0U; });
}

TYPED_TEST(EditorRtl, ABeatComesOutOneClockLaterAtEveryLength) {
  std::mt19937_64 random(test::seed(16));
  for (const Outcome outcome : {Outcome::kNone, Outcome::kUpdated, Outcome::kStripped}) {
    for (std::size_t length = 26; length <= 200; ++length) {
      SCOPED_TRACE("outcome " + std::to_string(static_cast<int>(outcome)) + " length " +
                   std::to_string(length));
      this->check_latency(random_job(random, outcome, 2, length));
      if (this->HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace sluice
