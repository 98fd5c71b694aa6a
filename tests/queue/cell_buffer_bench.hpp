// SPDX-License-Identifier: Apache-2.0
// Drives rtl/queue/cell_buffer.sv clock by clock beside a reference of eight queues of frames, and
// compares every output in every clock.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "Vrtl_cell_buffer_full.h"
#include "Vrtl_cell_buffer_w1024.h"
#include "Vrtl_cell_buffer_w128.h"
#include "Vrtl_cell_buffer_w256.h"
#include "Vrtl_cell_buffer_w512.h"
#include "Vrtl_cell_buffer_w64.h"
#include "tests/support/bus.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

constexpr unsigned kQueues = 8;
constexpr unsigned kReadDepth = 16;

/// One of the verilated buffers: lanes of its bus, and its cells.
template <class Block, std::size_t kLanes, unsigned kAllCells>
struct Buffer : Bus<Block, kLanes> {
  static constexpr unsigned kCells = kAllCells;
};
using SmallBuffers =
    ::testing::Types<Buffer<Vrtl_cell_buffer_w64, 8, 43>, Buffer<Vrtl_cell_buffer_w128, 16, 43>,
                     Buffer<Vrtl_cell_buffer_w256, 32, 43>, Buffer<Vrtl_cell_buffer_w512, 64, 43>,
                     Buffer<Vrtl_cell_buffer_w1024, 128, 43>>;
// 4 MiB, two longest frames and 64 cells.
using FullBuffer = Buffer<Vrtl_cell_buffer_full, 64, 65536 + 2 * 150 + 64>;

/// What happens in one clock.
struct Clock {
  bool word = false;
  bool last = false;
  bool drop = false;
  unsigned queue = 0;
  int select = -1;  ///< a queue
  bool read = false;
};

template <class T>
class CellBuffer : public ::testing::Test {
 protected:
  static constexpr unsigned kBytes = T::kBytes;
  static constexpr unsigned kCellBytes = kBytes > 64 ? kBytes : 64;
  static constexpr unsigned kCellWords = kCellBytes / kBytes;
  static constexpr unsigned kCells = T::kCells;

  struct Frame {
    std::uint32_t number = 0;
    std::uint32_t first_word = 0;  ///< number of its first word
    unsigned words = 0;
    unsigned len = 0;
  };

  void SetUp() override { idle_inputs(); }

  /// The contents of the n-th word written.
  static void contents(std::uint64_t number, std::uint64_t* lanes) {
    std::uint64_t x = number * 0x9E3779B97F4A7C15U + 1;
    for (unsigned i = 0; i < kBytes / 8; ++i) {
      x ^= x >> 29;
      x *= 0xBF58476D1CE4E5B9U;
      lanes[i] = x;
    }
  }
  static std::uint64_t meta(std::uint32_t number) {
    return (number * 0x9E3779B97F4A7C15U + 77) & 0xFF'FFFF'FFFFU;
  }

  /// A word may be written: there is a cell for it (one that came free in the clock before is not
  /// yet there).
  bool may_write() const { return open_.words % kCellWords != 0 || used_ + gave_ < kCells; }
  bool may_select(unsigned queue) const { return !queues_[queue].empty() && waiting_ < kReadDepth; }
  bool may_read() const { return !to_read_.empty(); }
  unsigned used() const { return used_; }

  void clock(const Clock& c) {
    drive(c);
    dut_.settle();
    check_outputs();
    if (this->HasFatalFailure()) return;
    expect(c);
    dut_.edge();
    ++clock_;
    check_data(c);
  }

  /// Writes a frame of so many words, one a clock.
  void write_frame(unsigned words, unsigned queue, bool drop = false) {
    for (unsigned i = 0; i < words && !this->HasFatalFailure(); ++i) {
      clock({.word = true, .last = i + 1 == words, .drop = drop, .queue = queue});
    }
  }
  /// Takes everything out, highest queue first, a word a clock.
  void drain() {
    bool busy = true;
    while (busy) {
      Clock c;
      for (unsigned q = 0; q < kQueues; ++q) {
        if (may_select(q)) c.select = static_cast<int>(q);
      }
      c.read = may_read();
      busy = c.read || c.select >= 0;
      clock(c);
      ASSERT_FALSE(this->HasFatalFailure());
    }
    ASSERT_EQ(used_, 0U);
    dut_.settle();
    ASSERT_EQ(dut_->used_cells_o, 0U) << "a cell is lost";
    ASSERT_FALSE(dut_->busy_o);
  }

  /// Every cell is there, once: as many frames of one cell as there are cells, each with its own
  /// words.
  void every_cell_is_there_once() {
    ASSERT_EQ(used_, 0U);
    clock({});
    for (unsigned i = 0; i < kCells; ++i) {
      ASSERT_TRUE(may_write());
      write_frame(1 + i % kCellWords, i % kQueues);
      ASSERT_FALSE(this->HasFatalFailure()) << "cell " << i;
    }
    ASSERT_EQ(used_, kCells);
    drain();
  }

  void reset() {
    dut_->rst_ni = 0;
    dut_.settle();
    for (auto& queue : queues_) queue.clear();
    to_read_.clear();
    read_word_ = waiting_ = used_ = gave_ = open_cells_ = 0;
    open_ = Frame{};
    fetching_ = meta_known_ = false;
    check_outputs();
    dut_.edge();
    dut_->rst_ni = 1;
  }

  void idle_inputs() { drive({}); }

  Clocked<typename T::Dut> dut_;
  std::array<std::deque<Frame>, kQueues> queues_;

 private:
  void drive(const Clock& c) {
    dut_->write_valid_i = c.word;
    dut_->write_last_i = c.last;
    dut_->write_drop_i = c.drop;
    dut_->write_queue_i = c.queue;
    if (c.word) {
      contents(next_word_, lanes_.data());
      std::memcpy(&dut_->write_data_i, lanes_.data(), kBytes);
    }
    if (c.last) {
      // Any length that takes these words.
      const unsigned words = open_.words + (c.word ? 1 : 0);
      open_.len = words == 0 ? 0 : words * kBytes - next_frame_ % kBytes;
      dut_->write_len_i = open_.len;
      dut_->write_frame_i = next_frame_;
      dut_->write_meta_i = meta(next_frame_);
    }
    dut_->select_i = c.select >= 0;
    dut_->select_queue_i = c.select >= 0 ? c.select : 0;
    dut_->read_i = c.read;
    dut_->read_first_i = c.read && read_word_ == 0;
  }

  template <class Pin>
  static std::uint32_t field(const Pin& pin, unsigned index, unsigned width) {
    const unsigned bit = index * width;
    std::uint64_t two = pin[bit / 32];
    if (bit % 32 + width > 32) two |= static_cast<std::uint64_t>(pin[bit / 32 + 1]) << 32;
    return static_cast<std::uint32_t>(two >> (bit % 32) & ((std::uint64_t{1} << width) - 1));
  }

  void check_outputs() {
    unsigned heads = 0;
    for (unsigned q = 0; q < kQueues; ++q) heads |= queues_[q].empty() ? 0U : 1U << q;
    ASSERT_EQ(dut_->head_valid_o, heads) << "clock " << clock_;
    for (unsigned q = 0; q < kQueues; ++q) {
      if (queues_[q].empty()) continue;
      ASSERT_EQ(field(dut_->head_frame_o, q, 32), queues_[q].front().number)
          << "queue " << q << ", clock " << clock_;
      ASSERT_EQ(field(dut_->head_len_o, q, 14), queues_[q].front().len)
          << "queue " << q << ", clock " << clock_;
    }
    ASSERT_EQ(dut_->used_cells_o, used_) << "clock " << clock_;
    ASSERT_EQ(dut_->busy_o != 0, open_.words != 0 || !to_read_.empty() || fetching_)
        << "clock " << clock_;
    if (meta_known_) {
      ASSERT_EQ(dut_->meta_o, meta(selected_)) << "clock " << clock_;
    }
  }

  void expect(const Clock& c) {
    const unsigned gave = c.read ? expect_read() : 0;
    fetching_ = false;
    if (c.select >= 0) {
      auto& queue = queues_[static_cast<unsigned>(c.select)];
      fetching_ = queue.size() > 2;
      selected_ = queue.front().number;
      meta_known_ = true;
      to_read_.push_back(queue.front());
      queue.pop_front();
      ++waiting_;
    }
    if (c.word) {
      if (open_.words == 0) open_.first_word = next_word_;
      if (open_.words % kCellWords == 0) {
        ++used_;
        ++open_cells_;
      }
      ++open_.words;
      ++next_word_;
    }
    if (c.last) {
      open_.number = next_frame_++;
      if (c.drop) {
        used_ -= open_cells_;
      } else {
        queues_[c.queue].push_back(open_);
      }
      open_ = Frame{};
      open_cells_ = 0;
    }
    used_ -= gave;
    gave_ = gave;
  }

  /// Returns how many cells come free.
  unsigned expect_read() {
    const Frame& frame = to_read_.front();
    reading_ = frame.first_word + read_word_;
    if (read_word_ == 0) --waiting_;
    ++read_word_;
    const bool end = read_word_ == frame.words;
    const bool cell_end = end || read_word_ % kCellWords == 0;
    if (end) {
      to_read_.pop_front();
      read_word_ = 0;
    }
    return cell_end ? 1 : 0;
  }

  void check_data(const Clock& c) {
    if (!c.read) return;
    contents(reading_, lanes_.data());
    ASSERT_EQ(std::memcmp(&dut_->read_data_o, lanes_.data(), kBytes), 0)
        << "word " << reading_ << ", clock " << clock_;
  }

  std::deque<Frame> to_read_;  ///< selected, not read to the end
  Frame open_;                 ///< being written
  unsigned open_cells_ = 0;
  unsigned read_word_ = 0;  ///< of the first of to_read_
  unsigned waiting_ = 0;    ///< of to_read_, not begun
  unsigned used_ = 0;
  unsigned gave_ = 0;  ///< cells that came free in the clock before
  bool fetching_ = false, meta_known_ = false;
  std::uint32_t selected_ = 0, next_word_ = 0, next_frame_ = 0, reading_ = 0;
  std::uint64_t clock_ = 0;
  std::array<std::uint64_t, kBytes / 8> lanes_{};
};

}  // namespace sluice::test
