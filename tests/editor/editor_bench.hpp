// SPDX-License-Identifier: Apache-2.0
// Sends frames with verdicts through the editor at any width and compares what leaves with the
// model.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
#include "tests/support/frames.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

using model::Outcome;

/// A frame that goes in, with the verdict on it.
struct EditorJob {
  Bytes bytes;
  Outcome outcome = Outcome::kNone;
  unsigned vlans = 0;
  std::uint16_t tag = 0;
  unsigned signal = 0;
  bool mac_control = false;
  unsigned queue = 0;
  bool mark = false;
  model::IpHeader ip = {};  ///< where `mark` is false it must not matter

  Bytes expected() const {
    Bytes out = bytes;
    const std::size_t offset = 12 + 4 * std::size_t{vlans};
    if (mark) model::mark_ce(out, ip);
    if (outcome == Outcome::kStripped) model::strip_tag(out, offset);
    if (outcome == Outcome::kUpdated) model::update_tag(out, offset, tag);
    return out;
  }
};

template <class T>
class EditorBench : public ::testing::Test {
 protected:
  static constexpr std::size_t kBytes = T::kBytes;
  static std::size_t beats(std::size_t length) { return (length + kBytes - 1) / kBytes; }

  /// Sends the jobs through, each beat `gap()` clocks after the one before, and compares all of it.
  template <class Gap>
  void run(const std::vector<EditorJob>& jobs, Gap&& gap) {
    std::size_t job = 0;
    std::size_t done = 0;  // jobs that left
    Bytes out;
    unsigned gone = 0;
    const EditorJob* before = nullptr;  // frame of the beat of the clock before, if any
    const auto step = [&](const EditorJob* in, std::size_t beat) {
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
    for (const EditorJob& next : jobs) {
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
  void check_latency(const EditorJob& job) {
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

  Clocked<typename T::Dut> dut_;

 private:
  void drive(const EditorJob* in, std::size_t beat, bool last) {
    dut_->beat_valid_i = in != nullptr;
    dut_->beat_first_i = in != nullptr && beat == 0;
    dut_->beat_last_i = last;
    std::array<std::uint8_t, kBytes> lanes;
    lanes.fill(0xEE);  // of a clock without a beat: must not matter
    // The verdict counts with the first beat alone.
    std::uint64_t verdict = 0x3'FF5A'5A5A'5A5A & ((1ULL << 50) - 1);
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

  static std::uint64_t pack(const EditorJob& job) {
    const std::size_t length = job.expected().size();
    BitPacker bits;
    bits.put(job.mark, 1)
        .put(job.ip.ip == model::Ip::kV6, 1)
        .put(job.ip.words, 2)
        .put(static_cast<std::uint64_t>(job.ip.ecn), 2)
        .put(static_cast<std::uint64_t>(job.outcome), 4)
        .put(job.vlans, 2)
        .put(job.tag, 16)
        .put(length, 14)
        .put(beats(length) < beats(job.bytes.size()), 1)
        .put(job.signal, 3)
        .put(job.mac_control, 1)
        .put(job.queue, 3);
    return bits.narrow();
  }

  void take_beat(const EditorJob& job, Bytes& out, unsigned& gone, std::size_t& done) {
    const Bytes expected = job.expected();
    std::array<std::uint8_t, kBytes> lanes;
    std::memcpy(lanes.data(), &dut_->out_data_o, kBytes);
    out.insert(out.end(), lanes.begin(), lanes.end());
    BitPacker sent;
    sent.put(static_cast<std::uint64_t>(job.outcome), 4)
        .put(expected.size(), 14)
        .put(job.signal, 3)
        .put(job.mac_control, 1)
        .put(job.queue, 3)
        .put(job.mark, 1);
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

using EditorWidths =
    ::testing::Types<Bus<Vrtl_editor_w64, 8>, Bus<Vrtl_editor_w128, 16>, Bus<Vrtl_editor_w256, 32>,
                     Bus<Vrtl_editor_w512, 64>, Bus<Vrtl_editor_w1024, 128>>;
/// Without a mark, whatever its fields say.
inline EditorJob random_job(std::mt19937_64& random, Outcome outcome, unsigned vlans,
                            std::size_t length) {
  EditorJob job;
  job.bytes.resize(length);
  for (std::uint8_t& byte : job.bytes) byte = static_cast<std::uint8_t>(random());
  job.outcome = outcome;
  job.vlans = vlans;
  job.tag = static_cast<std::uint16_t>(random());
  job.signal = random() & 7;
  job.mac_control = (random() & 1) != 0;
  job.queue = random() & 7;
  job.ip = {.ip = random() % 2 == 0 ? model::Ip::kV4 : model::Ip::kV6,
            .words = static_cast<std::uint8_t>(random() & 3),
            .dscp = 0,
            .ecn = static_cast<model::Ecn>(random() & 3)};
  return job;
}

inline constexpr auto kNoGap = [] { return 0U; };

}  // namespace sluice::test
