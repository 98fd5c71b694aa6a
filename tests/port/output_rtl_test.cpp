// SPDX-License-Identifier: Apache-2.0
// Scheduler and output together, as the port joins them: credits, order, gaps and rate. Between the
// two stands an editor that only does what matters here: it holds a beat back, and it may make a
// frame a beat shorter.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "Vrtl_scheduler_w1024.h"
#include "Vrtl_scheduler_w128.h"
#include "Vrtl_scheduler_w256.h"
#include "Vrtl_scheduler_w512.h"
#include "Vrtl_scheduler_w64.h"
#include "Vrtl_transmit_w1024.h"
#include "Vrtl_transmit_w128.h"
#include "Vrtl_transmit_w256.h"
#include "Vrtl_transmit_w512.h"
#include "Vrtl_transmit_w64.h"
#include "tests/port/structs.hpp"
#include "tests/support/bus.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using test::kLookupClocks;
using test::kStartToWire;
constexpr unsigned kDepth = test::kOutputDepth, kWindow = test::kStartWindow;
constexpr unsigned kSlice = 2;  // beats that the register slice holds

template <class SchedulerBlock, class TransmitBlock, unsigned kLanes>
struct Blocks {
  using Scheduler = SchedulerBlock;
  using Transmit = TransmitBlock;
  static constexpr unsigned kBytes = kLanes;
};

struct Frame {
  unsigned length;        ///< in the buffer
  unsigned stripped = 0;  ///< bytes that it loses, 0 or 4
  unsigned out() const { return length - stripped; }
};

template <class Width>
class OutputRtl : public ::testing::Test {
 protected:
  static constexpr unsigned kBytes = Width::kBytes;
  static unsigned beats(unsigned length) { return (length + kBytes - 1) / kBytes; }

  void add(const Frame& frame) { frames_.push_back(frame); }
  bool done() const { return out_frame_ == frames_.size(); }
  unsigned inside() const { return issued_ - gone_ - left_; }

  /// One clock of both blocks. `ready`: the wire takes a beat; `head`: the queue shows its next
  /// frame, if there is one.
  void clock(bool ready, bool head = true) {
    const bool has_head = head && selected_ < frames_.size();
    scheduler_->head_valid_i = has_head;
    scheduler_->head_len_i =
        static_cast<std::uint16_t>(has_head ? frames_[selected_].length : random_() & 0x3FFF);
    drive_transmit(ready);
    transmit_.settle();
    scheduler_->credit_i = transmit_->credit_o;
    scheduler_.settle();
    ASSERT_NO_FATAL_FAILURE(check_wire(ready));
    ASSERT_NO_FATAL_FAILURE(check_scheduler(has_head));
    credits_twice_ += transmit_->credit_o == 2 ? 1 : 0;
    returned_ += transmit_->credit_o;
    ASSERT_LE(returned_, issued_) << "a credit for a beat that never went";
    ASSERT_LE(issued_ - returned_, kDepth) << "more on its way than the output holds";
    ASSERT_LE(inside(), kDepth + kSlice);
    // In the clock of the select itself the queue is busy.
    if (inside() != 0 || (current_ && !selected_before_)) {
      ASSERT_TRUE(scheduler_->busy_o || transmit_->busy_o);
    }
    transmit_.edge();
    scheduler_.edge();
    ++clock_;
  }

  /// Until everything has left, and both blocks are at rest.
  template <class Ready, class Head>
  void drain(Ready ready, Head head) {
    for (unsigned i = 0; !done(); ++i) {
      ASSERT_LT(i, 2'000'000U) << "hangs with " << inside() << " beats inside";
      ASSERT_NO_FATAL_FAILURE(clock(ready(), head()));
    }
    for (int i = 0; i < 3; ++i) ASSERT_NO_FATAL_FAILURE(clock(true));
    EXPECT_EQ(scheduler_->busy_o, 0);
    EXPECT_EQ(transmit_->busy_o, 0);
    EXPECT_EQ(issued_, gone_ + left_);
  }

  void reset() {
    for (const unsigned level : {0U, 1U}) {
      scheduler_->rst_ni = transmit_->rst_ni = level;
      scheduler_->head_valid_i = transmit_->in_valid_i = transmit_->in_gone_i = 0;
      transmit_.settle();
      scheduler_->credit_i = 0;
      scheduler_.settle();
      transmit_.edge();
      scheduler_.edge();
    }
    frames_.clear();
    way_.fill({});
    held_.reset();
    current_.reset();
    selected_ = out_frame_ = out_beat_ = issued_ = gone_ = left_ = returned_ = 0;
    waits_ = offered_ = false;
    selected_before_ = false;
    gap_ = 0;
  }

  std::uint64_t clock_ = 0;
  std::uint64_t first_left_at_ = 0, last_left_at_ = 0, first_start_at_ = 0;
  std::uint64_t idle_clocks_ = 0;  ///< of a ready wire between the first and the last beat
  unsigned issued_ = 0, gone_ = 0, left_ = 0, returned_ = 0, credits_twice_ = 0;
  test::Clocked<typename Width::Scheduler> scheduler_;
  test::Clocked<typename Width::Transmit> transmit_;

 private:
  struct Beat {
    bool valid = false;
    std::uint32_t frame = 0, index = 0;
    bool last = false;
  };

  std::uint32_t sent_of(std::uint32_t frame) const {
    return static_cast<std::uint32_t>(test::BitPacker()
                                          .put(frame % 12, 4)
                                          .put(frames_[frame].out(), 14)
                                          .put(frame % 7, 3)
                                          .put(frame % 2, 1)
                                          .put(frame % 8, 3)
                                          .put(frame % 5 == 0, 1)
                                          .narrow());
  }
  static std::array<std::uint8_t, kBytes> data_of(std::uint32_t frame, std::uint32_t index) {
    std::array<std::uint8_t, kBytes> lanes;
    for (unsigned i = 0; i < kBytes; ++i) {
      lanes[i] = static_cast<std::uint8_t>(i % 4 == 0   ? frame
                                           : i % 4 == 1 ? frame >> 8
                                           : i % 4 == 2 ? index
                                                        : index >> 8 ^ i);
    }
    return lanes;
  }

  /// The editor's part: what comes in left the scheduler kLookupClocks before.
  void drive_transmit(bool ready) {
    const Beat in = way_.back();
    const auto shorter = [&](std::uint32_t f) {
      return beats(frames_[f].out()) < beats(frames_[f].length);
    };
    const bool gone = in.valid && in.last && in.index != 0 && shorter(in.frame);
    std::optional<Beat> out;
    if (held_ && (held_->last || frames_[held_->frame].stripped == 0 || in.valid)) {
      out = held_;
      out->last = out->last || gone;
      held_.reset();
    }
    if (in.valid && !gone) held_ = in;
    gone_ += gone ? 1 : 0;
    transmit_->in_gone_i = gone;
    transmit_->in_valid_i = out.has_value();
    transmit_->in_last_i = out ? out->last : random_() % 2 == 0;
    transmit_->in_sent_i = out ? sent_of(out->frame) : random_() & 0x3FF'FFFF;
    const auto lanes = out ? data_of(out->frame, out->index) : data_of(0xDEAD, 0xBEEF);
    std::memcpy(&transmit_->in_data_i, lanes.data(), kBytes);
    transmit_->m_axis_tready = ready;
    std::copy_backward(way_.begin(), way_.end() - 1, way_.end());
    way_.front() = {};
  }

  void check_wire(bool ready) {
    const bool valid = transmit_->m_axis_tvalid != 0;
    ASSERT_TRUE(valid || !waits_) << "a gap inside frame " << out_frame_ << ", beat " << out_beat_;
    ASSERT_TRUE(valid || !offered_) << "a beat was taken back";
    ASSERT_EQ(transmit_->sent_o != 0, valid && ready && transmit_->m_axis_tlast);
    offered_ = valid && !ready;
    if (!valid) {
      if (ready && left_ != 0 && !done()) ++gap_;
      return;
    }
    ASSERT_LT(out_frame_, frames_.size());
    const unsigned length = frames_[out_frame_].out();
    const bool last = out_beat_ + 1 == beats(length);
    const auto frame = static_cast<std::uint32_t>(out_frame_);
    const auto expected = data_of(frame, out_beat_);
    ASSERT_EQ(std::memcmp(&transmit_->m_axis_tdata, expected.data(), kBytes), 0)
        << "frame " << out_frame_ << " beat " << out_beat_;
    ASSERT_EQ(transmit_->m_axis_tlast != 0, last) << "frame " << out_frame_;
    const unsigned lanes = last ? length - (beats(length) - 1) * kBytes : kBytes;
    ASSERT_TRUE(test::get_keep(transmit_->m_axis_tkeep) == tb::keep_first(lanes)) << length;
    if (!ready) return;
    if (left_ == 0) first_left_at_ = clock_;
    last_left_at_ = clock_;
    idle_clocks_ += gap_;
    gap_ = 0;
    ++left_;
    waits_ = !last;
    ++out_beat_;
    if (!last) return;
    ASSERT_EQ(transmit_->sent_info_o, sent_of(frame));
    out_beat_ = 0;
    ++out_frame_;
  }

  void check_scheduler(bool has_head) {
    const bool beat = scheduler_->beat_o != 0;
    const bool start = scheduler_->start_o != 0;
    ASSERT_EQ(start, selected_before_) << "start is one clock after select, always";
    ASSERT_TRUE(beat || !start);
    if (start) {
      if (issued_ == 0) first_start_at_ = clock_;
    }
    if (beat) {
      ASSERT_TRUE(current_) << "a beat of no frame";
      const bool last = current_->index + 1 == beats(frames_[current_->frame].length);
      ASSERT_EQ(scheduler_->beat_last_o != 0, last);
      ASSERT_EQ(start, current_->index == 0);
      way_.front() = {true, current_->frame, current_->index, last};
      ++issued_;
      ++current_->index;
      if (last) current_.reset();
    } else {
      ASSERT_FALSE(scheduler_->beat_last_o);
    }
    selected_before_ = scheduler_->select_o != 0;
    if (!selected_before_) return;
    ASSERT_TRUE(has_head);
    ASSERT_FALSE(current_) << "select while a frame is under way";
    current_ = Beat{true, static_cast<std::uint32_t>(selected_), 0, false};
    ++selected_;
  }

  std::vector<Frame> frames_;
  std::size_t selected_ = 0;   ///< frames that were selected
  std::size_t out_frame_ = 0;  ///< frames that left
  unsigned out_beat_ = 0;
  std::optional<Beat> current_;  ///< next beat of the frame that was selected last
  bool selected_before_ = false, waits_ = false, offered_ = false;
  std::uint64_t gap_ = 0;
  std::array<Beat, kLookupClocks> way_{};
  std::optional<Beat> held_;
  std::mt19937_64 random_{23};
};
using Widths = ::testing::Types<Blocks<Vrtl_scheduler_w64, Vrtl_transmit_w64, 8>,
                                Blocks<Vrtl_scheduler_w128, Vrtl_transmit_w128, 16>,
                                Blocks<Vrtl_scheduler_w256, Vrtl_transmit_w256, 32>,
                                Blocks<Vrtl_scheduler_w512, Vrtl_transmit_w512, 64>,
                                Blocks<Vrtl_scheduler_w1024, Vrtl_transmit_w1024, 128>>;
TYPED_TEST_SUITE(OutputRtl, Widths, test::BusNames);

constexpr auto kAlways = [] { return true; };

TYPED_TEST(OutputRtl, TakesOneBeatAClockAtEveryLengthAndTheFirstComesAfterStartToWire) {
  for (unsigned length = 1; length <= 3 * TestFixture::kBytes + 1; ++length) {
    SCOPED_TRACE(length);
    this->reset();
    this->idle_clocks_ = 0;
    for (int i = 0; i < 100; ++i) this->add({length});
    ASSERT_NO_FATAL_FAILURE(this->drain(kAlways, kAlways));
    EXPECT_EQ(this->first_left_at_ - this->first_start_at_, kStartToWire);
    EXPECT_EQ(this->last_left_at_ - this->first_left_at_ + 1, 100 * this->beats(length));
    EXPECT_EQ(this->idle_clocks_, 0U);
  }
}

TYPED_TEST(OutputRtl, BehindAWireThatStandsStillWaitAsManyBeatsOfALongFrameAsItHolds) {
  this->add({9'600});
  for (int i = 0; i < 200; ++i) ASSERT_NO_FATAL_FAILURE(this->clock(false));
  EXPECT_EQ(this->inside(), kDepth + kSlice);
  ASSERT_NO_FATAL_FAILURE(this->drain(kAlways, kAlways));
  EXPECT_EQ(this->idle_clocks_, 0U);
}

TYPED_TEST(OutputRtl, BehindAWireThatStandsStillNoFrameStartsBeyondTheWindow) {
  for (int i = 0; i < 100; ++i) this->add({TestFixture::kBytes});
  for (int i = 0; i < 200; ++i) ASSERT_NO_FATAL_FAILURE(this->clock(false));
  EXPECT_EQ(this->inside(), kWindow + kSlice);
  ASSERT_NO_FATAL_FAILURE(this->drain(kAlways, kAlways));
  EXPECT_EQ(this->idle_clocks_, 0U);
}

// After each stop the credits must still be all there: one lost a round would show within twenty.
TYPED_TEST(OutputRtl, StopAndGoAtEveryPhaseNeverLeavesABeatOrACreditBehind) {
  for (unsigned stop = 1; stop <= 40; ++stop) {
    for (unsigned go = 1; go <= 40; go += 3) {
      for (unsigned i = 0; i < 6; ++i) {
        this->add({1 + (stop * 7 + go * 3 + i * 41) % (4 * TestFixture::kBytes)});
      }
      ASSERT_NO_FATAL_FAILURE(
          this->drain([&] { return this->clock_ % (stop + go) >= stop; }, kAlways));
    }
  }
  this->add({9'600});
  for (int i = 0; i < 200; ++i) ASSERT_NO_FATAL_FAILURE(this->clock(false));
  EXPECT_EQ(this->inside(), kDepth + kSlice);
}

TYPED_TEST(OutputRtl, RandomFramesThatGetShorterUnderBackPressureKeepTheirBytesAndHaveNoGap) {
  std::mt19937_64 random(test::seed(302));
  for (int round = 0; round < 60; ++round) {
    const unsigned ready = round % 4 == 0 ? 100 : 5 + static_cast<unsigned>(random() % 96);
    const unsigned head = round % 3 == 0 ? 100 : 5 + static_cast<unsigned>(random() % 96);
    for (int i = 0; i < 200; ++i) {
      Frame f{18 + static_cast<unsigned>(random() % (i % 50 == 0 ? 9'583 : 300))};
      if (random() % 2 == 0) f.stripped = 4;
      this->add(f);
    }
    ASSERT_NO_FATAL_FAILURE(
        this->drain([&] { return random() % 100 < ready; }, [&] { return random() % 100 < head; }));
  }
  EXPECT_GT(this->credits_twice_, 10U);
  EXPECT_GT(this->gone_, 100U);
}

TYPED_TEST(OutputRtl, ResetGivesAllCreditsBackAndForgetsEveryBeat) {
  for (unsigned clocks = 1; clocks < 40; ++clocks) {
    this->add({9'600});
    for (unsigned i = 0; i < clocks; ++i) ASSERT_NO_FATAL_FAILURE(this->clock(i % 3 != 0));
    this->reset();
    EXPECT_EQ(this->transmit_->m_axis_tvalid, 0);
    EXPECT_EQ(this->transmit_->busy_o, 0);
    EXPECT_EQ(this->scheduler_->busy_o, 0);
    this->add({9'600});
    for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(this->clock(false));
    EXPECT_EQ(this->inside(), kDepth + kSlice);
    this->reset();
  }
}

}  // namespace
}  // namespace sluice
