// SPDX-License-Identifier: Apache-2.0
// The RED block and the golden model side by side, a clock at a time.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>

#include "Vrtl_red.h"
#include "tests/red/red_reference.hpp"
#include "tests/support/constants.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

struct RedEvent {
  unsigned queue = 0;
  std::uint32_t depth = 0;
  bool first = false;
  unsigned ecn = kEct0;
  RedRule rule = {};
};

class RedBench {
 public:
  struct Clock {
    std::optional<std::uint32_t> seed = {};
    std::optional<RedEvent> depart = {};
    std::optional<RedEvent> arrive = {};
  };
  struct Answer {
    RedVerdict arrive, depart;
  };

  RedBench() : expected_(kRedLatency) {}

  /// The events of one clock; the answer is that of the clock kRedLatency before, compared already.
  Answer clock(const Clock& in) {
    dut_->reseed_i = in.seed.has_value();
    dut_->seed_i = in.seed.value_or(0xDEAD'BEEF);
    // Fields of an event that does not happen are noise.
    const RedEvent noise{
        5, 0x80'0000, true, kEct1, {true, true, true, true, false, 3, 65'536, 0, 1}};
    dut_->depart_valid_i = in.depart.has_value();
    store(dut_->depart_i, in.depart.value_or(noise));
    dut_->arrive_valid_i = in.arrive.has_value();
    store(dut_->arrive_i, in.arrive.value_or(noise));
    dut_.settle();
    if (in.seed || in.depart || in.arrive) {
      EXPECT_EQ(dut_->busy_o, 1);
    }
    const Answer seen{{dut_->arrive_drop_o != 0, dut_->arrive_mark_o != 0},
                      {false, dut_->depart_mark_o != 0}};
    Answer expected;
    if (in.seed) reference_.reseed(*in.seed);
    if (in.depart) {
      expected.depart =
          reference_.depart(in.depart->queue, in.depart->depth, in.depart->ecn, in.depart->rule);
    }
    if (in.arrive) {
      expected.arrive = reference_.arrive(in.arrive->queue, in.arrive->depth, in.arrive->first,
                                          in.arrive->ecn, in.arrive->rule);
    }
    expected_.push_back(expected);
    const Answer due = expected_.front();
    expected_.pop_front();
    if (due.arrive.drop || due.arrive.mark || due.depart.mark) {
      EXPECT_EQ(dut_->busy_o, 1);
    }
    EXPECT_EQ(seen.arrive.drop, due.arrive.drop) << "clock " << clocks_;
    EXPECT_EQ(seen.arrive.mark, due.arrive.mark) << "clock " << clocks_;
    EXPECT_EQ(seen.depart.mark, due.depart.mark) << "clock " << clocks_;
    dut_.edge();
    ++clocks_;
    return seen;
  }
  void idle(unsigned clocks) {
    for (unsigned i = 0; i < clocks; ++i) clock({});
  }
  /// One event, alone, and its verdict.
  RedVerdict arrive(const RedEvent& event) {
    clock({.arrive = event});
    idle(kRedLatency - 1);
    return clock({}).arrive;
  }
  RedVerdict depart(const RedEvent& event) {
    clock({.depart = event});
    idle(kRedLatency - 1);
    return clock({}).depart;
  }
  /// In the middle of whatever goes on: what was in motion is forgotten with the rest.
  void reset() {
    dut_->reseed_i = dut_->arrive_valid_i = dut_->depart_valid_i = 0;
    dut_->rst_ni = 0;
    dut_.settle();
    dut_.edge();
    dut_->rst_ni = 1;
    reference_ = RedReference();
    expected_.assign(kRedLatency, {});
  }
  bool busy() {
    dut_.settle();
    return dut_->busy_o != 0;
  }
  const RedReference& reference() const { return reference_; }

 private:
  template <class Wide>
  static void store(Wide& port, const RedEvent& e) {
    BitPacker()
        .put(e.queue, 3)
        .put(e.depth, 24)
        .put(e.first, 1)
        .put(e.ecn, 2)
        .put(e.rule.enable, 1)
        .put(e.rule.ecn, 1)
        .put(e.rule.above_drop, 1)
        .put(e.rule.not_ect_drop, 1)
        .put(e.rule.departure, 1)
        .put(e.rule.weight, 4)
        .put(e.rule.probability, 17)
        .put(e.rule.min, 24)
        .put(e.rule.max, 24)
        .store(port, 4);
  }

  Clocked<Vrtl_red> dut_;
  RedReference reference_;
  std::deque<Answer> expected_;
  unsigned clocks_ = 0;
};

}  // namespace sluice::test
