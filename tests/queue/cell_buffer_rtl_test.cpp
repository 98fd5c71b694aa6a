// SPDX-License-Identifier: Apache-2.0
// Directed tests of the cell buffer: rates, limits, edges. Every clock of each is compared with the
// reference of cell_buffer_bench.hpp.
#include <stdexcept>

#include "tests/queue/cell_buffer_bench.hpp"

namespace sluice::test {
namespace {

template <class T>
class CellBufferRtl : public CellBuffer<T> {
 protected:
  /// Frames of `words` words come and go without a bubble, with `backlog` frames waiting in each of
  /// the first `queues` queues: a word is written and a word is read in every clock.
  void line_rate(unsigned words, unsigned queues, unsigned backlog) {
    this->reset();
    for (unsigned i = 0; i < backlog * queues; ++i) this->write_frame(words, i % queues);
    // The first frames, so that the reader has one to begin with.
    unsigned in = backlog * queues, out = 0;
    for (unsigned i = 0; i < words; ++i) {
      this->clock({.word = true, .last = i + 1 == words, .queue = in % queues});
    }
    ++in;
    this->clock({.select = static_cast<int>(out++ % queues)});
    for (unsigned frame = 0; frame < 200; ++frame) {
      for (unsigned i = 0; i < words; ++i) {
        const bool last = i + 1 == words;
        Clock c{.word = true, .last = last, .queue = in % queues, .read = true};
        ASSERT_TRUE(this->may_write());
        ASSERT_TRUE(this->may_read()) << "a bubble";
        // The frame read next is selected in the clock in which this one's last word is read. Where
        // nothing waits, frames of one word are selected in the clock after they came.
        if (last && this->may_select(out % queues)) c.select = static_cast<int>(out++ % queues);
        in += last ? 1 : 0;
        this->clock(c);
        ASSERT_FALSE(this->HasFatalFailure()) << "frame " << frame;
      }
    }
    this->drain();
  }
};
TYPED_TEST_SUITE(CellBufferRtl, SmallBuffers, BusNames);

TYPED_TEST(CellBufferRtl, ShowsAFrameAtItsQueuesHeadInTheClockAfterItsLastWord) {
  for (unsigned queue = 0; queue < kQueues; ++queue) {
    this->clock({.word = true});
    this->dut_.settle();
    ASSERT_EQ(this->dut_->head_valid_o, (1U << queue) - 1);
    this->clock({.word = true, .last = true, .queue = queue});
    this->dut_.settle();
    ASSERT_EQ(this->dut_->head_valid_o, (2U << queue) - 1);
  }
  this->drain();
}

TYPED_TEST(CellBufferRtl, AFrameAClockInAndOutOfOneQueue) {
  for (const unsigned backlog : {1U, 2U, 3U, 4U, 7U, 30U}) {
    this->line_rate(1, 1, backlog);
    ASSERT_FALSE(this->HasFatalFailure()) << "backlog " << backlog;
  }
}

TYPED_TEST(CellBufferRtl, AFrameAClockInAndOutOfAllQueuesInTurn) {
  for (const unsigned queues : {2U, 3U, 8U}) {
    for (const unsigned backlog : {1U, 2U, 4U}) {
      this->line_rate(1, queues, backlog);
      ASSERT_FALSE(this->HasFatalFailure()) << queues << " queues, backlog " << backlog;
    }
  }
}

TYPED_TEST(CellBufferRtl, LongFramesComeAndGoWithoutABubble) {
  // Of every length up to what fits twice, cells that are full and that are not.
  const unsigned most = 12 * this->kCellWords;
  for (unsigned words = 2; words <= most; words += 1 + words / 8) {
    this->line_rate(words, 1, 1);
    ASSERT_FALSE(this->HasFatalFailure()) << words << " words";
    this->line_rate(words, 2, 1);
    ASSERT_FALSE(this->HasFatalFailure()) << words << " words, two queues";
  }
}

TYPED_TEST(CellBufferRtl, FillsToTheLastCellAndGivesAllOfThemBack) {
  for (unsigned round = 0; round < 6; ++round) {
    this->every_cell_is_there_once();
    ASSERT_FALSE(this->HasFatalFailure()) << "round " << round;
    this->write_frame(1 + 5 * round, round);
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure());
  }
}

TYPED_TEST(CellBufferRtl, ADroppedFrameGivesItsCellsBackWhereverTheRingEnds) {
  // Kept, dropped and kept again from every place of the ring, in the first lap and later, with
  // frames of every number of cells; last: one that fills the buffer and is dropped.
  for (unsigned place = 0; place < 3 * this->kCells; ++place) {
    for (const unsigned cells : {1U, 2U, 3U, 7U}) {
      this->write_frame(cells * this->kCellWords, 1, true);
      this->write_frame((cells - 1) * this->kCellWords + 1, 2, true);
    }
    this->write_frame(2 * this->kCellWords + 1, 3);
    while (this->used() < this->kCells) {
      for (unsigned i = 0; i < this->kCellWords; ++i) this->clock({.word = true});
      ASSERT_FALSE(this->HasFatalFailure()) << "place " << place;
    }
    this->clock({.last = true, .drop = true});
    ASSERT_EQ(this->used(), 3U);
    this->write_frame(1, 3);
    this->write_frame(3 * this->kCellWords, 3);
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure()) << "place " << place;
  }
  this->every_cell_is_there_once();
}

TYPED_TEST(CellBufferRtl, ACellIsWrittenAgainTwoClocksAfterItWasReadOutOfAFullBuffer) {
  for (unsigned i = 0; i < this->kCells; ++i) this->write_frame(1, i % 3);
  ASSERT_EQ(this->used(), this->kCells);
  for (unsigned i = 0; i < 4 * this->kCells; ++i) {
    this->clock({.select = static_cast<int>(i % this->kCells % 3)});
    this->clock({.read = true});
    ASSERT_FALSE(this->may_write());
    this->clock({});
    ASSERT_TRUE(this->may_write());
    this->clock({.word = true, .last = true, .queue = i % this->kCells % 3});
    ASSERT_FALSE(this->HasFatalFailure()) << "frame " << i;
  }
  this->drain();
}

TYPED_TEST(CellBufferRtl, AFrameMayEndWithoutAWordAndAnEmptyOneVanishes) {
  for (unsigned words = 0; words <= 2 * this->kCellWords + 1; ++words) {
    for (const bool drop : {true, false}) {
      if (words == 0 && !drop) continue;
      for (unsigned i = 0; i < words; ++i) this->clock({.word = true});
      this->clock({.last = true, .drop = drop, .queue = words % kQueues});
      this->write_frame(1, words % kQueues);
      ASSERT_FALSE(this->HasFatalFailure()) << words << " words";
    }
    this->drain();
    ASSERT_FALSE(this->HasFatalFailure()) << words << " words";
  }
}

TYPED_TEST(CellBufferRtl, SixteenFramesMayBeSelectedBeforeTheReaderBegins) {
  for (unsigned i = 0; i < kReadDepth; ++i) this->write_frame(1 + i % 3, i % kQueues);
  for (unsigned i = 0; i < kReadDepth; ++i) this->clock({.select = static_cast<int>(i % kQueues)});
  this->drain();
}

TYPED_TEST(CellBufferRtl, AWordWithoutACellFailsAnAssertionThatEndsTheTestAlone) {
  for (unsigned i = 0; i < this->kCells; ++i) this->write_frame(1, 0);
  this->idle_inputs();
  this->dut_->write_valid_i = 1;
  this->dut_.settle();
  EXPECT_THROW(this->dut_.edge(), std::runtime_error);
}

TYPED_TEST(CellBufferRtl, ASelectWithoutAFrameFailsAnAssertion) {
  this->idle_inputs();
  this->dut_->select_i = 1;
  this->dut_.settle();
  EXPECT_THROW(this->dut_.edge(), std::runtime_error);
}

TYPED_TEST(CellBufferRtl, ALengthThatIsNotThatOfItsWordsFailsAnAssertion) {
  this->clock({.word = true});
  this->idle_inputs();
  this->dut_->write_valid_i = this->dut_->write_last_i = 1;
  this->dut_->write_drop_i = 0;
  this->dut_->write_len_i = 2 * this->kBytes + 1;
  this->dut_.settle();
  EXPECT_THROW(this->dut_.edge(), std::runtime_error);
}

TYPED_TEST(CellBufferRtl, ResetForgetsWhatWasInside) {
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned i = 0; i < 20; ++i) this->write_frame(1 + i % 2, i % 4);
    this->clock({.select = 1});
    this->clock({.select = 1});
    this->clock({.word = true, .read = true});
    this->reset();
    ASSERT_FALSE(this->HasFatalFailure());
    for (unsigned i = 0; i < 4; ++i) this->clock({});
    this->every_cell_is_there_once();
    ASSERT_FALSE(this->HasFatalFailure()) << "round " << round;
  }
}

class FullCellBufferRtl : public CellBuffer<FullBuffer> {};

TEST_F(FullCellBufferRtl, OfFourMebibytesFillsToTheLastCellInOneQueueOrInAllAndEmpties) {
  this->every_cell_is_there_once();
  ASSERT_FALSE(this->HasFatalFailure());
  for (unsigned i = 0; i < this->kCells; ++i) this->write_frame(1, 5);
  ASSERT_EQ(this->used(), this->kCells);
  this->drain();
  ASSERT_FALSE(this->HasFatalFailure());
  while (this->used() + 150 <= this->kCells) this->write_frame(150, 2);
  this->drain();
}

}  // namespace
}  // namespace sluice::test
