// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <stdexcept>

#include "Vrtl_frame_fifo_w1024.h"
#include "Vrtl_frame_fifo_w128.h"
#include "Vrtl_frame_fifo_w256.h"
#include "Vrtl_frame_fifo_w512.h"
#include "Vrtl_frame_fifo_w64.h"
#include "tests/support/bus.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

constexpr unsigned kBufferBytes = 16384;
constexpr unsigned kDataSlack = 2;
constexpr unsigned kMetaSlack = 3;
constexpr unsigned kMetaWords = 6;  // 181 bits
constexpr unsigned kHeadClocks = 3;
// Descriptors that the FIFO behind the RAM and the way there may hold beyond the RAM.
constexpr unsigned kHeads = 5;

/// A frame that stands in the buffer or waits for its descriptor.
struct Frame {
  std::uint32_t number = 0;
  std::vector<std::uint32_t> words;  ///< seeds of the words' contents
};

/// What happens in one clock.
struct Clock {
  bool word = false;
  bool end = false;
  bool drop = false;
  bool select = false;
  bool read = false;
};

template <class T>
class FrameFifoRtl : public ::testing::Test {
 protected:
  static constexpr unsigned kBytes = T::kBytes;
  static constexpr unsigned kWords = kBufferBytes / kBytes;
  static constexpr unsigned kMetas = kBufferBytes / std::max(64U, kBytes);
  using Word = std::array<std::uint8_t, kBytes>;
  using Meta = std::array<std::uint32_t, kMetaWords>;

  void SetUp() override {
    dut_->write_valid_i = dut_->write_end_i = dut_->meta_valid_i = 0;
    dut_->select_i = dut_->read_i = 0;
    dut_.edge();  // room_o is up one clock after reset
    clock({});
  }

  static Word contents(std::uint32_t seed) {
    Word word;
    std::uint32_t x = seed * 2654435761U + 12345;
    for (std::uint8_t& byte : word) {
      x = x * 1664525U + 1013904223U;
      byte = static_cast<std::uint8_t>(x >> 24);
    }
    return word;
  }
  static Meta descriptor(std::uint32_t number) {
    Meta meta;
    for (unsigned i = 0; i < kMetaWords; ++i) meta[i] = number * 2246822519U + i * 3266489917U;
    meta[kMetaWords - 1] &= 0x1F'FFFF;
    meta[0] = number;
    return meta;
  }

  /// A writer may put a word in where room_o was high in the clock before, as one does that takes
  /// a beat where room_o is high and writes it a clock later.
  bool may_write() const { return room_before_; }
  bool head() {
    dut_.settle();
    return dut_->head_valid_o;
  }
  bool can_read() const { return !to_read_.empty(); }

  /// Words that take place, the unfinished frame's included.
  std::size_t used() const { return kept_words_ + to_read_.size() + open_.words.size(); }

  void clock(Clock c) {
    dut_->write_valid_i = c.word;
    dut_->write_end_i = c.end;
    dut_->write_drop_i = c.end && c.drop;
    if (c.word) {
      const std::uint32_t seed = next_word_++;
      open_.words.push_back(seed);
      const Word word = contents(seed);
      std::memcpy(&dut_->write_data_i, word.data(), kBytes);
    }
    // Descriptors come a clock after the end of their frame.
    dut_->meta_valid_i = described_.has_value();
    if (described_) {
      const Meta meta = descriptor(described_->number);
      for (unsigned i = 0; i < kMetaWords; ++i) dut_->meta_i[i] = meta[i];
    }
    dut_->select_i = c.select;
    dut_->read_i = c.read;
    dut_.settle();
    check_outputs();
    if (this->HasFatalFailure()) return;
    room_before_ = dut_->room_o;

    const std::optional<Frame> arrives = std::exchange(described_, std::nullopt);
    if (c.read) {
      reading_ = to_read_.front();
      to_read_.pop_front();
    }
    if (c.select) {
      const Frame frame = heads_.front().frame;
      heads_.pop_front();
      to_read_.insert(to_read_.end(), frame.words.begin(), frame.words.end());
      kept_words_ -= frame.words.size();
    }
    if (arrives) heads_.push_back({*arrives, clock_ + kHeadClocks});
    if (c.end) {
      if (!c.drop) {
        open_.number = next_frame_++;
        kept_words_ += open_.words.size();
        described_ = open_;
      }
      open_ = Frame{};
    }
    dut_.edge();
    ++clock_;
    if (c.read) {
      const Word expected = contents(reading_);
      ASSERT_EQ(std::memcmp(&dut_->read_data_o, expected.data(), kBytes), 0)
          << "word " << reading_ << " at clock " << clock_;
    }
    // Counted after this clock, seen in the next one.
    words_counted_ = used();
    frames_counted_ = heads_.size();
    dut_->write_valid_i = dut_->write_end_i = dut_->meta_valid_i = 0;
    dut_->select_i = dut_->read_i = 0;
  }

  void write_frame(unsigned words, bool drop = false) {
    for (unsigned i = 0; i < words; ++i) {
      clock({.word = true, .end = i + 1 == words, .drop = drop});
      if (this->HasFatalFailure()) return;
    }
  }

  /// Takes everything out, as fast as it goes.
  void drain() {
    unsigned still = 0;
    while (still < 10) {
      const bool select = head();
      const bool read = can_read();
      clock({.select = select, .read = read});
      if (this->HasFatalFailure()) return;
      still = select || read ? 0 : still + 1;
    }
    ASSERT_EQ(used(), 0U);
    ASSERT_TRUE(heads_.empty());
    EXPECT_TRUE(dut_->room_o);
    EXPECT_FALSE(dut_->busy_o);
  }

  void check_outputs() {
    const bool due = !heads_.empty() && clock_ >= heads_.front().due;
    if (due) {
      ASSERT_TRUE(dut_->head_valid_o) << "frame " << heads_.front().frame.number << " is late";
    }
    if (dut_->head_valid_o) {
      ASSERT_FALSE(heads_.empty()) << "a frame that is not there";
      const Meta meta = descriptor(heads_.front().frame.number);
      for (unsigned i = 0; i < kMetaWords; ++i) {
        ASSERT_EQ(dut_->head_meta_o[i], meta[i]) << "frame " << heads_.front().frame.number;
      }
    }
    if (!heads_.empty()) {
      ASSERT_TRUE(dut_->busy_o);
    }
    const bool words_fit = words_counted_ <= kWords - kDataSlack;
    if (dut_->room_o) {
      ASSERT_TRUE(words_fit) << "room_o with " << words_counted_ << " words";
      ASSERT_LE(frames_counted_, kMetas - kMetaSlack + kHeads);
    } else {
      ASSERT_TRUE(!words_fit || frames_counted_ > kMetas - kMetaSlack)
          << "no room_o with " << words_counted_ << " words and " << frames_counted_ << " frames";
    }
  }

  struct Head {
    Frame frame;
    std::uint64_t due;  ///< clock in which it shows, at the latest
  };
  test::Clocked<typename T::Dut> dut_;
  std::uint64_t clock_ = 0;
  Frame open_;                      ///< being written
  std::optional<Frame> described_;  ///< its descriptor comes in this clock
  std::deque<Head> heads_;          ///< not selected
  std::deque<std::uint32_t> to_read_;
  std::size_t kept_words_ = 0;  ///< of frames that are not selected
  std::size_t words_counted_ = 0, frames_counted_ = 0;
  std::uint32_t next_word_ = 1, next_frame_ = 0, reading_ = 0;
  bool room_before_ = false;
};
using Widths =
    ::testing::Types<test::Bus<Vrtl_frame_fifo_w64, 8>, test::Bus<Vrtl_frame_fifo_w128, 16>,
                     test::Bus<Vrtl_frame_fifo_w256, 32>, test::Bus<Vrtl_frame_fifo_w512, 64>,
                     test::Bus<Vrtl_frame_fifo_w1024, 128>>;
TYPED_TEST_SUITE(FrameFifoRtl, Widths, test::BusNames);

TYPED_TEST(FrameFifoRtl, ShowsAFrameThreeClocksAfterItsDescriptor) {
  this->clock({.word = true, .end = true});
  // The descriptor is in the first of these clocks.
  for (unsigned i = 0; i < kHeadClocks; ++i) {
    ASSERT_FALSE(this->head()) << "clock " << i;
    this->clock({});
  }
  EXPECT_TRUE(this->head());
}

TYPED_TEST(FrameFifoRtl, FillsToTheLastWordAndGivesAllOfItBack) {
  // From several starting points, so that the end of the memory lies elsewhere each time.
  for (unsigned round = 0; round < 5; ++round) {
    unsigned words = 0;
    while (this->may_write()) {
      this->clock({.word = true, .end = words % 100 == 99});
      ASSERT_FALSE(this->HasFatalFailure());
      ++words;
    }
    this->clock({.end = true});
    EXPECT_EQ(this->used(), this->kWords) << "round " << round;
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure());
    this->write_frame(37 + round);
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

TYPED_TEST(FrameFifoRtl, IsFullAndHoldsNoFrameThenIsEmptyWhereThatOneIsDropped) {
  for (int round = 0; round < 3; ++round) {
    while (this->may_write()) {
      this->clock({.word = true});
      ASSERT_FALSE(this->HasFatalFailure());
    }
    ASSERT_EQ(this->used(), this->kWords);
    for (int i = 0; i < 10; ++i) {
      this->clock({});
      ASSERT_FALSE(this->head());
      ASSERT_FALSE(this->dut_->room_o);
    }
    this->clock({.end = true, .drop = true});
    this->clock({});
    EXPECT_TRUE(this->dut_->room_o);
    // What comes next is at the place of what was dropped.
    this->write_frame(5);
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

TYPED_TEST(FrameFifoRtl, AWordGoesInWhileOneComesOutOfAFullBuffer) {
  const unsigned half = this->kWords / 2;
  this->write_frame(half);
  this->write_frame(half);
  for (int i = 0; i < 6; ++i) this->clock({});
  for (int frame = 0; frame < 2; ++frame) {
    ASSERT_TRUE(this->head());
    this->clock({.select = true});
  }
  ASSERT_EQ(this->used(), this->kWords);
  for (unsigned i = 0; i < 3 * this->kWords; ++i) {
    const bool select = !this->can_read();
    if (select) {
      ASSERT_TRUE(this->head());
      this->clock({.select = true});
    }
    this->clock({.word = true, .end = i % half == half - 1, .read = true});
    ASSERT_FALSE(this->HasFatalFailure()) << "word " << i;
  }
}

TYPED_TEST(FrameFifoRtl, RefusesMoreFramesThanItHasDescriptors) {
  unsigned frames = 0;
  while (this->may_write() && frames < 10 * this->kMetas) {
    this->clock({.word = true, .end = true});
    ASSERT_FALSE(this->HasFatalFailure());
    ++frames;
  }
  EXPECT_GE(frames, this->kMetas - kMetaSlack);
  EXPECT_LE(frames, this->kMetas + kHeads);
  this->drain();
}

TYPED_TEST(FrameFifoRtl, ASelectWithoutAFrameFailsAnAssertionThatEndsTheTestAlone) {
  ASSERT_FALSE(this->head());
  this->dut_->select_i = 1;
  this->dut_.settle();
  EXPECT_THROW(this->dut_.edge(), std::runtime_error);
}

TYPED_TEST(FrameFifoRtl, ResetForgetsWhatWasInside) {
  this->write_frame(20);
  for (int i = 0; i < 6; ++i) this->clock({});
  this->clock({.word = true});
  ASSERT_TRUE(this->head());
  this->dut_->rst_ni = 0;
  this->dut_.settle();
  EXPECT_FALSE(this->dut_->head_valid_o);
  EXPECT_FALSE(this->dut_->room_o);
  EXPECT_FALSE(this->dut_->busy_o);
  this->dut_.edge();
  this->dut_->rst_ni = 1;
  for (int i = 0; i < 10; ++i) {
    this->dut_.settle();
    EXPECT_FALSE(this->dut_->head_valid_o);
    this->dut_.edge();
  }
  EXPECT_TRUE(this->dut_->room_o);
}

TYPED_TEST(FrameFifoRtl, EqualsAQueueOfFramesUnderRandomCommitAndDrop) {
  std::mt19937_64 random(test::seed(20));
  unsigned left = 0;  // words until the frame's end
  unsigned full = 0, empty = 0;
  bool open = false;
  for (int i = 0; i < 150'000; ++i) {
    // Long and short frames, a slow reader and a slow writer, in turns.
    const unsigned mood = i / 6000 % 4;
    const unsigned longest = (mood & 1) != 0 ? 9600 / this->kBytes : 3;
    Clock c;
    if (this->may_write() && random() % ((mood & 2) != 0 ? 8 : 1) == 0) {
      if (!open) {
        left = 1 + random() % longest;
        open = true;
      }
      c.word = true;
      c.end = --left == 0;
    } else if (open && random() % 500 == 0) {
      c.end = true;  // without a word
    }
    c.drop = random() % 4 == 0;
    if (c.end) open = false;
    const unsigned slow = (mood & 2) != 0 ? 1 : 6;
    c.select = this->head() && random() % slow == 0 && this->to_read_.size() < 2 * longest;
    c.read = this->can_read() && random() % (mood == 1 ? 3 : slow) == 0;
    this->clock(c);
    ASSERT_FALSE(this->HasFatalFailure()) << "clock " << i;
    full += this->dut_->room_o ? 0 : 1;
    empty += this->used() == 0 ? 1 : 0;
  }
  EXPECT_GT(full, 100U);
  EXPECT_GT(empty, 100U);
}

}  // namespace
}  // namespace sluice
