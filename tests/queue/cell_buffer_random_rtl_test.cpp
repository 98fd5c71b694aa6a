// SPDX-License-Identifier: Apache-2.0
// The cell buffer against eight queues of frames, under random traffic.
#include <chrono>
#include <random>

#include "tests/queue/cell_buffer_bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice::test {
namespace {

/// How writer and reader behave for a while.
struct Mood {
  unsigned longest_cells;         ///< frames
  unsigned write_gap;             ///< a word in one of so many clocks
  unsigned select_gap, read_gap;  ///< 0: not at all
  unsigned drop_one_in;
  unsigned queues;
};
constexpr Mood kMoods[] = {
    {1, 1, 1, 1, 4, 8},   // short frames, as fast as it goes
    {4, 1, 0, 1, 3, 8},   // nothing is selected: it fills
    {1, 3, 1, 1, 4, 1},   // it empties; one queue
    {9, 1, 2, 1, 2, 3},   // long frames
    {1, 1, 1, 1, 8, 1},   // one queue, as fast as it goes
    {2, 1, 1, 0, 4, 2},   // the reader stands
    {6, 1, 6, 3, 2, 8},   // a slow reader: full most of the time
    {30, 1, 3, 1, 2, 4},  // some that fill the buffer alone
    {2, 2, 2, 2, 3, 5},
};

template <class T>
class CellBufferRandomRtl : public CellBuffer<T> {
 protected:
  Clock choose(const Mood& mood) {
    Clock c;
    if (this->may_write() && (left_ != 0 || !open_) && one_in(mood.write_gap)) {
      if (!open_) {
        left_ = 1 + random_() % (1 + random_() % (mood.longest_cells * this->kCellWords));
        open_ = true;
      }
      c.word = true;
      // The end may come with the last word or behind it.
      c.last = --left_ == 0 && random_() % 8 != 0;
    } else if (open_ && (left_ == 0 || !this->may_write())) {
      // A frame that does not fit is dropped, as a limit would have it.
      c.last = one_in(2);
      c.drop = left_ != 0;
    } else if (!open_ && one_in(50)) {
      c.last = c.drop = true;  // a frame without a word
    }
    c.drop = c.drop || (c.last && one_in(mood.drop_one_in));
    c.queue = random_() % mood.queues;
    if (c.last) {
      open_ = false;
      dropped_ += c.drop ? 1 : 0;
      ++frames_;
    }
    if (mood.select_gap != 0 && one_in(mood.select_gap)) {
      const unsigned from = random_() % kQueues;
      for (unsigned i = 0; i < kQueues && c.select < 0; ++i) {
        if (this->may_select((from + i) % kQueues))
          c.select = static_cast<int>((from + i) % kQueues);
      }
    }
    c.read = mood.read_gap != 0 && this->may_read() && one_in(mood.read_gap);
    return c;
  }
  bool one_in(unsigned n) { return n == 1 || random_() % n == 0; }

  std::mt19937_64 random_;
  unsigned left_ = 0;  ///< words until the frame's end
  bool open_ = false;
  unsigned frames_ = 0, dropped_ = 0;
};
TYPED_TEST_SUITE(CellBufferRandomRtl, SmallBuffers, BusNames);

TYPED_TEST(CellBufferRandomRtl, EqualsEightQueuesOfFramesUnderRandomTraffic) {
  this->random_.seed(seed(21));
  unsigned full = 0, empty = 0;
  for (unsigned i = 0; i < 300'000; ++i) {
    const Mood& mood = kMoods[i / 500 % std::size(kMoods)];
    this->clock(this->choose(mood));
    ASSERT_FALSE(this->HasFatalFailure()) << "clock " << i;
    full += this->used() == this->kCells ? 1 : 0;
    empty += this->used() == 0 ? 1 : 0;
  }
  if (this->open_) this->clock({.last = true, .drop = true});
  EXPECT_GT(full, 10'000U);
  EXPECT_GT(empty, 50U);
  EXPECT_GT(this->dropped_, 5'000U);
  this->drain();
}

template <class T>
using CellBufferMillionRtl = CellBufferRandomRtl<T>;
using TwoWidths =
    ::testing::Types<Buffer<Vrtl_cell_buffer_w64, 8, 43>, Buffer<Vrtl_cell_buffer_w512, 64, 43>>;
TYPED_TEST_SUITE(CellBufferMillionRtl, TwoWidths, BusNames);

TYPED_TEST(CellBufferMillionRtl, AMillionFramesWithRandomDropsEndWithEveryCellFree) {
  this->random_.seed(seed(22));
  const auto begin = std::chrono::steady_clock::now();
  unsigned clocks = 0;
  for (; this->frames_ < 1'000'000; ++clocks) {
    // Short frames nearly always: a million of them.
    const unsigned turn = clocks / 500 % 16;
    this->clock(this->choose(kMoods[turn < 9 ? turn : 0]));
    ASSERT_FALSE(this->HasFatalFailure()) << "frame " << this->frames_;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%u clocks, %.2f million a second with the reference\n", clocks,
              clocks / seconds.count() / 1e6);
  if (this->open_) this->clock({.last = true, .drop = true});
  EXPECT_GT(this->dropped_, 200'000U);
  this->drain();
  ASSERT_FALSE(this->HasFatalFailure());
  this->every_cell_is_there_once();
}

}  // namespace
}  // namespace sluice::test
