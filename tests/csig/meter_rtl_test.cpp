// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>

#include "Vrtl_meter.h"
#include "model/csig/meter.hpp"
#include "tests/csig/meter_reference.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/seed.hpp"
#include "tests/time/clocked.hpp"

namespace sluice {
namespace {

using model::from_ns;
using model::Ticks;
using test::kIntervals;
using test::kMeterClocks;

/// Runs the block and the model side by side, a clock at a time; where a test asks for it, the
/// recomputation from all frames, too.
class MeterRtl : public ::testing::Test {
 protected:
  struct Frame {
    std::uint64_t length;
    bool mac_control;
  };

  Ticks slot() const { return from_ns(std::uint64_t{kIntervals[interval_]} * 100); }

  /// In force from the next clock on; at most once a clock.
  void configure(std::uint64_t capacity, unsigned interval, std::uint32_t overhead) {
    rest_ = capacity != capacity_ || interval != interval_;
    capacity_ = capacity;
    interval_ = interval;
    overhead_ = overhead;
    reconfigured_ = true;
  }

  /// One clock at the present time; then time goes on by `step`.
  void clock(Ticks step, std::optional<Frame> frame = std::nullopt) {
    dut_->port_i = test::BitPacker()
                       .put(capacity_, 40)
                       .put(overhead_, 6)
                       .put(0, 15)
                       .put(0, 1)
                       .put(0, 2)
                       .narrow();
    dut_->interval_sel_i = static_cast<std::uint8_t>(interval_);
    dut_->rest_i = rest_;
    dut_->sent_i = frame.has_value();
    dut_->sent_len_i = static_cast<std::uint16_t>(frame ? frame->length : 9'999);
    dut_->sent_mac_control_i = frame && frame->mac_control;
    for (int i = 0; i < 3; ++i) dut_->now_i[i] = static_cast<std::uint32_t>(now_ >> (32 * i));
    dut_.settle();
    dut_.edge();
    if (reconfigured_) model_.configure(capacity_, kIntervals[interval_]);
    model_.advance(now_);
    if (frame && !frame->mac_control) model_.sent(now_, frame->length + overhead_);
    if (reference_) {
      ASSERT_NO_FATAL_FAILURE(check_reference(frame));
    }
    rest_ = reconfigured_ = false;
    now_ += step;
    // What the next clock shows is what a `start` of this clock takes.
    ASSERT_EQ(dut_->abw_o, model_.available()) << where();
    ASSERT_EQ(dut_->percent_o, model_.percent()) << where();
    ASSERT_EQ(dut_->deadline_valid_o != 0, model_.deadline().has_value()) << where();
    if (model_.deadline()) {
      ASSERT_EQ(deadline(), *model_.deadline()) << where();
    }
  }

  void check_reference(const std::optional<Frame>& frame) {
    if (reconfigured_) reference_->configure(capacity_, kIntervals[interval_]);
    if (frame && !frame->mac_control) reference_->sent(now_, frame->length + overhead_);
    ASSERT_EQ(dut_->abw_o, reference_->available(now_)) << where();
    ASSERT_EQ(dut_->percent_o, reference_->percent(now_)) << where();
    const std::optional<Ticks> boundary = reference_->deadline(now_);
    ASSERT_EQ(dut_->deadline_valid_o != 0, boundary.has_value()) << where();
    if (boundary) {
      ASSERT_EQ(deadline(), *boundary) << where();
    }
  }

  Ticks deadline() { return static_cast<Ticks>(test::BitReader(dut_->deadline_o, 80).take(80)); }

  /// Whole periods to the last clock edge before the deadline (docs/architecture.md, "Idle time");
  /// at least one.
  Ticks skip(Ticks period) {
    if (dut_->idle_o == 0 || dut_->deadline_valid_o == 0 || deadline() <= now_ + period)
      return period;
    return (deadline() - 1 - now_) / period * period;
  }

  std::string where() const {
    return "at " + std::to_string(static_cast<double>(now_) / 4294967296.0) + " ns, capacity " +
           std::to_string(capacity_) + ", interval " + std::to_string(kIntervals[interval_]) +
           " us, overhead " + std::to_string(overhead_);
  }

  test::Clocked<Vrtl_meter> dut_;
  model::Meter model_;
  std::optional<test::MeterReference> reference_;
  std::uint64_t capacity_ = 0;
  unsigned interval_ = 1;
  std::uint32_t overhead_ = 24;
  bool rest_ = false;
  bool reconfigured_ = true;
  Ticks now_ = 0;
};

// Slot n of the first ten holds 2^n frames of 5,000 bytes, so every sum tells which slots are in
// it: slots n-11 to n-2. 5,000 bytes in 100 us are 50,000,000 bytes a second.
TEST_F(MeterRtl, TheWindowSlidesByTheTable) {
  struct Row {
    unsigned frames;
    std::uint64_t available;
    unsigned percent;
  };
  constexpr std::array<Row, 20> kTable = {{
      {1, 100'000'000'000, 100},  // slot 0
      {2, 100'000'000'000, 100},  //
      {4, 99'950'000'000, 99},    // slot 0 is seen by slot 2
      {8, 99'850'000'000, 99},    // slots 0 and 1
      {16, 99'650'000'000, 99},   //
      {32, 99'250'000'000, 99},   //
      {64, 98'450'000'000, 98},   //
      {128, 96'850'000'000, 96},  //
      {256, 93'650'000'000, 93},  //
      {512, 87'250'000'000, 87},  //
      {0, 74'450'000'000, 74},    //
      {0, 48'850'000'000, 48},    // slot 11 sees slots 0 to 9: all 1,023 frames
      {0, 48'900'000'000, 48},    // slot 0 is gone
      {0, 49'000'000'000, 49},    // slot 1 is gone
      {0, 49'200'000'000, 49},    //
      {0, 49'600'000'000, 49},    //
      {0, 50'400'000'000, 50},    //
      {0, 52'000'000'000, 52},    //
      {0, 55'200'000'000, 55},    //
      {0, 61'600'000'000, 61},    // slot 19 sees slots 8 and 9, and is the tenth empty one
  }};
  constexpr unsigned kClocks = 2'000;  // of 5 ns, a slot of 10 us
  configure(100'000'000'000, 1, 0);
  clock(from_ns(5));
  EXPECT_EQ(dut_->abw_o, 100'000'000'000U);
  EXPECT_EQ(dut_->percent_o, 100);
  EXPECT_EQ(dut_->deadline_valid_o, 0);
  const Ticks slot_0 = now_;
  for (std::size_t slot = 0; slot < kTable.size(); ++slot) {
    const Row& row = kTable[slot];
    for (unsigned i = 0; i < kClocks; ++i) {
      ASSERT_NO_FATAL_FAILURE(
          clock(from_ns(5), i < row.frames ? std::optional<Frame>({5'000, false}) : std::nullopt));
      ASSERT_EQ(dut_->abw_o, row.available) << "slot " << slot << " clock " << i;
      ASSERT_EQ(dut_->percent_o, row.percent) << "slot " << slot << " clock " << i;
      ASSERT_EQ(dut_->deadline_valid_o, 1) << "slot " << slot << " clock " << i;
      ASSERT_EQ(deadline(), slot_0 + from_ns(10'000 * (slot + 1)));
    }
  }
  clock(from_ns(5));  // the boundary that closes slot 19: rest at once
  EXPECT_EQ(dut_->abw_o, 100'000'000'000U);
  EXPECT_EQ(dut_->percent_o, 100);
  EXPECT_EQ(dut_->deadline_valid_o, 0);
}

TEST_F(MeterRtl, AClockThatDoesNotDivideTheSlotLeavesTheWindowAsItIs) {
  configure(50'000'000'000, 1, 0);
  const Ticks period = from_ns(6) + (Ticks{4} << 32) / 10;
  clock(period);
  for (int i = 0; i < 16'000; ++i) {  // 102 us
    const bool send = i % 64 == 0;
    ASSERT_NO_FATAL_FAILURE(
        clock(period, send ? std::optional<Frame>({5'000, false}) : std::nullopt));
  }
  for (int i = 0; i < 20'000; ++i) ASSERT_NO_FATAL_FAILURE(clock(period));
  EXPECT_EQ(dut_->deadline_valid_o, 0);
  EXPECT_EQ(dut_->abw_o, 50'000'000'000U);
}

TEST_F(MeterRtl, AFrameInTheVeryClockOfABoundaryCountsInTheSlotThatBegins) {
  for (unsigned offset = 0; offset < 3; ++offset) {
    configure(1'000'000'000 + offset, 0, 0);
    const Ticks period = from_ns(5);  // boundaries fall on clocks
    for (unsigned i = 0; i < 600; ++i) {
      const bool send = i % 20 == offset || i == 1;
      ASSERT_NO_FATAL_FAILURE(
          clock(period, send ? std::optional<Frame>({100 + i, false}) : std::nullopt));
    }
    for (int i = 0; i < 300; ++i) ASSERT_NO_FATAL_FAILURE(clock(period));
  }
}

TEST_F(MeterRtl, TheClockThatEndsTheTenthEmptySlotMayOpenTheNextSlotZero) {
  configure(1'000'000'000, 0, 24);
  const Ticks period = from_ns(5);
  clock(period);
  for (int round = 0; round < 20; ++round) {
    ASSERT_NO_FATAL_FAILURE(clock(period, Frame{1'000, false}));
    // 220 clocks of 5 ns are the eleven slots until the rest; one clock early, on time, and late.
    const int gap = 218 + round % 3;
    for (int i = 0; i < gap; ++i) ASSERT_NO_FATAL_FAILURE(clock(period));
  }
}

TEST_F(MeterRtl, MacControlNeitherLoadsNorOpensNorKeepsAwake) {
  configure(1'000'000'000, 0, 24);
  const Ticks period = from_ns(5);
  for (int i = 0; i < 100; ++i) ASSERT_NO_FATAL_FAILURE(clock(period, Frame{60, true}));
  EXPECT_EQ(dut_->deadline_valid_o, 0);
  ASSERT_NO_FATAL_FAILURE(clock(period, Frame{60, false}));
  for (int i = 0; i < 300; ++i) ASSERT_NO_FATAL_FAILURE(clock(period, Frame{60, true}));
  EXPECT_EQ(dut_->deadline_valid_o, 0);
}

TEST_F(MeterRtl, AFrameInTheClockOfAReconfigurationOpensSlotZeroOfTheNewWindow) {
  configure(1'000'000'000, 0, 24);
  const Ticks period = from_ns(5);
  for (int i = 0; i < 500; ++i) {
    if (i % 70 == 69) configure(1'000'000'000 + i, 0, static_cast<std::uint32_t>(i % 64));
    ASSERT_NO_FATAL_FAILURE(clock(
        period, i % 3 == 0 || i % 70 == 69 ? std::optional<Frame>({200, false}) : std::nullopt));
  }
}

TEST_F(MeterRtl, LoadAboveCapacityIsZeroAndNothingWraps) {
  configure(1, 0, 63);
  for (int i = 0; i < 400; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(1), Frame{9'600, false}));
  configure((1ULL << 40) - 1, 0, 63);
  for (int i = 0; i < 2'000; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(1), Frame{9'600, false}));
}

TEST_F(MeterRtl, IdleIsLowForTheClocksOfTheArithmeticAfterABoundaryAndNoLonger) {
  configure(1'000'000'000, 0, 0);
  ASSERT_NO_FATAL_FAILURE(clock(from_ns(4)));
  ASSERT_NO_FATAL_FAILURE(clock(from_ns(4), Frame{100, false}));
  unsigned low = 0, runs = 0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_NO_FATAL_FAILURE(clock(from_ns(4)));
    if (dut_->idle_o == 0) {
      ++low;
    } else if (low != 0) {
      EXPECT_EQ(low, kMeterClocks - 1) << where();
      ++runs;
      low = 0;
    }
  }
  EXPECT_EQ(runs, 10U) << "boundaries but the one that ends in rest";
}

// Loads and capacities close to each other, with every number of low bits apart.
TEST_F(MeterRtl, AroundFullLoadTheBandwidthThatIsLeftIsExact) {
  std::mt19937_64 random(test::seed(45));
  for (int i = 0; i < 1'600; ++i) {
    const std::uint64_t length = 60 + random() % 9'541;
    const std::uint64_t rate = length * 1'000'000;  // of one frame in 1 us
    const std::uint64_t apart = random() & ((2ULL << (i % 40)) - 1);
    const std::uint64_t capacity = random() % 4 != 0 ? rate + apart : rate - std::min(rate, apart);
    if (capacity >> 40 != 0 || capacity == capacity_) continue;
    configure(capacity, 0, 0);
    ASSERT_NO_FATAL_FAILURE(clock(from_ns(8)));
    ASSERT_NO_FATAL_FAILURE(clock(from_ns(8), Frame{length, false}));
    // Over the boundaries of slots 0 and 1: from slot 2 on the frame is seen.
    for (int n = 0; n < 40; ++n) ASSERT_NO_FATAL_FAILURE(clock(from_ns(8)));
    ASSERT_EQ(dut_->abw_o, capacity > rate ? capacity - rate : 0) << where();
  }
}

// A load just below 2^40 bytes a second in a 100 ms window sums up to more than 2^36 bytes.
TEST_F(MeterRtl, LargeSumsAreExact) {
  configure((1ULL << 40) - 1, 4, 63);
  const Ticks period = from_ns(1);
  constexpr int kFrames = 9'000'000;  // all in slot 0, of 10 ms
  for (int i = 0; i < kFrames; ++i) ASSERT_NO_FATAL_FAILURE(clock(period, Frame{9'600, false}));
  for (int i = 0; i < 400; ++i) ASSERT_NO_FATAL_FAILURE(clock(skip(period)));
  EXPECT_EQ(dut_->deadline_valid_o, 0);
}

TEST_F(MeterRtl, CapacityZeroIsZeroPercent) {
  configure(0, 0, 24);
  for (int i = 0; i < 300; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(5), Frame{100, false}));
}

TEST_F(MeterRtl, EveryPercentIsRoundedDown) {
  // One frame a window; the capacity walks so that the quotient takes every value and its edges.
  for (unsigned percent = 0; percent <= 100; ++percent) {
    for (const int off : {-1, 0, 1}) {
      const std::uint64_t rate = 1'000 * 1'000'000ULL;  // of one frame of 1,000 bytes in 1 us
      // (capacity - rate) / capacity = percent / 100
      const std::uint64_t capacity =
          percent == 100 ? (1ULL << 40) - 2 + static_cast<std::uint64_t>(off)
                         : rate * 100 / (100 - percent) + static_cast<std::uint64_t>(off);
      configure(capacity, 0, 0);
      clock(from_ns(8));
      ASSERT_NO_FATAL_FAILURE(clock(from_ns(8), Frame{1'000, false}));
      for (int i = 0; i < 30; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(8)));
    }
  }
}

TEST_F(MeterRtl, ResetForgetsEverything) {
  configure(1'000'000'000, 0, 24);
  for (int i = 0; i < 100; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(5), Frame{100, false}));
  dut_->rst_ni = 0;
  dut_.settle();
  dut_.edge();
  dut_->rst_ni = 1;
  model_ = {};
  now_ = 0;
  rest_ = reconfigured_ = true;
  for (int i = 0; i < 100; ++i) ASSERT_NO_FATAL_FAILURE(clock(from_ns(5), Frame{100, false}));
}

TEST_F(MeterRtl, AgreesWithTheModelUnderRandomTrafficConfigurationAndSkipping) {
  std::mt19937_64 random(test::seed(79));
  for (int round = 0; round < 120; ++round) {
    const auto interval = static_cast<unsigned>(random() % kIntervals.size());
    const auto choose = [&] {
      const std::uint64_t capacity =
          random() % 10 == 0 ? 0 : (random() & ((1ULL << 40) - 1)) >> (random() % 40);
      configure(capacity,
                random() % 4 == 0 ? static_cast<unsigned>(random() % kIntervals.size()) : interval,
                static_cast<std::uint32_t>(random() % 64));
    };
    choose();
    // Any period that leaves a slot of the shortest interval used here its clocks; often exactly
    // that.
    Ticks shortest = from_ns(100);
    const Ticks longest = shortest / kMeterClocks;
    const Ticks period = random() % 3 == 0 ? longest : 1 + static_cast<Ticks>(random()) % longest;
    const unsigned density = 1U << (random() % 12);
    const unsigned skipping = random() % 3 == 0 ? 0 : 1 + random() % 8;
    for (int i = 0; i < 3'000; ++i) {
      if (i > 0 && random() % 1'000 == 0) choose();
      const bool busy = (i / 500) % 3 != 2;
      std::optional<Frame> frame;
      if (busy && random() % density == 0) frame = Frame{14 + random() % 9'587, random() % 5 == 0};
      Ticks step = period;
      // A clock with an event is not idle.
      const bool quiet = !frame && !reconfigured_;
      if (quiet && skipping != 0 && random() % skipping == 0) step = skip(period);
      ASSERT_NO_FATAL_FAILURE(clock(step, frame)) << "round " << round << " clock " << i;
    }
  }
}

// Every value against a recomputation from the list of all frames ever sent, which knows no ring.
TEST_F(MeterRtl, AgreesWithARecomputationFromAllSentFramesUnderRandomTraffic) {
  std::mt19937_64 random(test::seed(80));
  reference_.emplace();
  unsigned rests = 0;
  unsigned loaded = 0;
  for (int round = 0; round < 300; ++round) {
    const auto configure_anew = [&] {
      configure(random() % 8 == 0 ? 0 : (random() & ((1ULL << 40) - 1)) >> (random() % 20),
                static_cast<unsigned>(random() % kIntervals.size()),
                static_cast<std::uint32_t>(random() % 64));
    };
    configure_anew();
    const Ticks longest = from_ns(100) / kMeterClocks;
    const Ticks period =
        random() % 3 == 0 ? longest : longest - static_cast<Ticks>(random()) % (longest / 2);
    const unsigned density = 2 + static_cast<unsigned>(random() % 30);
    for (int i = 0; i < 600; ++i) {
      if (i > 0 && random() % 300 == 0) configure_anew();
      std::optional<Frame> frame;
      if (i < 350 && random() % density == 0) {
        frame = Frame{14 + random() % 9'587, random() % 5 == 0};
      }
      const bool quiet = !frame && !reconfigured_;
      ASSERT_NO_FATAL_FAILURE(clock(quiet ? skip(period) : period, frame))
          << "round " << round << " clock " << i;
      loaded += dut_->abw_o != capacity_ ? 1 : 0;
    }
    rests += dut_->deadline_valid_o == 0 ? 1 : 0;
  }
  EXPECT_GT(rests, 20U);
  EXPECT_GT(loaded, 2'000U);
}

}  // namespace
}  // namespace sluice
