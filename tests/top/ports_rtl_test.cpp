// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/seed.hpp"
#include "tests/system/random_frames.hpp"
#include "tests/top/two_ports.hpp"

namespace sluice::test {
namespace {

using model::Action;

constexpr std::size_t kRxFrames = 0, kTxFrames = 2;

constexpr std::uint16_t tag(unsigned signal, unsigned bucket, unsigned locator) {
  return static_cast<std::uint16_t>(signal << 13 | bucket << 7 | locator << 1);
}
unsigned locator_of(const FrameBytes& frame) { return frame[15] >> 1 & 0x3F; }

std::deque<tb::SourceFrame> random_frames(tb::Random& random, unsigned count) {
  std::deque<tb::SourceFrame> frames;
  for (unsigned i = 0; i < count; ++i) {
    tb::SourceFrame frame;
    const std::size_t length = random.chance(70)   ? random.between(10, 90)
                               : random.chance(90) ? random.between(14, 1600)
                                                   : random.between(9590, 9610);
    frame.bytes = random_frame(random, length);
    frame.bad = random.chance(5);
    frames.push_back(std::move(frame));
  }
  return frames;
}

TEST(TopRtl, CapabilityRegistersTellTheTruth) {
  TwoPorts board;
  EXPECT_EQ(board.bus.get(reg::kCaps), 64U | 2U << 16);
  const std::uint32_t features = board.bus.get(reg::kFeatures);
  EXPECT_EQ(features & 0xFF, 1U) << "compact tags and nothing else";
  // K: an idle port selects a frame exactly that many clocks after it arrived.
  for (unsigned p = 0; p < kPorts; ++p) {
    board.supply(p, tagged_frame(100, tag(0, 1, 1)));
    std::uint64_t arrive = 0, select = 0;
    for (int i = 0; i < 60 && select == 0; ++i) {
      board.clock();
      const tb::Pins& pins = board.ports[p]->pins;
      if (pins.fabric.fire() && pins.fabric.last) arrive = board.cycle();
      if (pins.obs_select_valid) select = board.cycle();
    }
    EXPECT_EQ(select - arrive, features >> 8 & 0xFF) << "port " << p;
    board.drain();
  }
}

TEST(TopRtl, EachPortHasItsOwnLocatorAndAction) {
  TwoPorts board;
  BoardConfig config = default_board();
  config.ports[0].locator = 21;
  config.ports[0].locator_valid = true;
  config.ports[1].locator = 42;
  config.ports[1].locator_valid = true;
  board.activate(config);
  const FrameBytes frame = tagged_frame(100, tag(0, 31, 5));
  const auto send_both = [&] {
    for (unsigned p = 0; p < kPorts; ++p) {
      board.ports[p]->sent.clear();
      board.supply(p, frame);
    }
    board.drain();
  };
  send_both();
  EXPECT_EQ(locator_of(board.ports[0]->sent.at(0)), 21U);
  EXPECT_EQ(locator_of(board.ports[1]->sent.at(0)), 42U);

  config.ports[0].locator_valid = false;
  board.activate(config);
  send_both();
  EXPECT_EQ(locator_of(board.ports[0]->sent.at(0)), 9U) << "the node locator";
  EXPECT_EQ(locator_of(board.ports[1]->sent.at(0)), 42U);

  config.ports[0].action = Action::kPass;
  config.ports[1].action = Action::kStrip;
  board.activate(config);
  send_both();
  EXPECT_EQ(board.ports[0]->sent.at(0), frame);
  EXPECT_EQ(board.ports[1]->sent.at(0).size(), frame.size() - 4);

  config.ports[0].action = Action::kStrip;
  config.ports[1].action = Action::kPass;
  board.activate(config);
  send_both();
  EXPECT_EQ(board.ports[0]->sent.at(0).size(), frame.size() - 4);
  EXPECT_EQ(board.ports[1]->sent.at(0), frame);
  board.compare_counters();
}

TEST(TopRtl, RandomTrafficOnBothPortsEqualsTheModelsUnderChangingConfiguration) {
  tb::Random random(seed(50));
  tb::SourceOptions source{.beat_gap_percent = 10, .max_frame_gap = 6, .seed = random.next()};
  tb::SinkOptions sink{.pattern = tb::BackPressure::kRandom, .percent = 15, .seed = random.next()};
  TwoPorts board(source, sink);
  BoardConfig config = default_board();
  for (int round = 0; round < 12; ++round) {
    for (unsigned p = 0; p < kPorts; ++p) board.supply(p, random_frames(random, 150));
    for (model::PortConfig& port : config.ports) {
      if (random.chance(60)) port.capacity = random.between(1, 4'000'000'000);
      port.overhead = static_cast<std::uint8_t>(random.below(64));
      port.locator = static_cast<std::uint16_t>(random.below(64));
      port.locator_valid = random.chance(70);
      port.action = random.chance(70)   ? Action::kUpdate
                    : random.chance(50) ? Action::kPass
                                        : Action::kStrip;
    }
    config.csig.node_locator = static_cast<std::uint16_t>(random.below(64));
    config.csig.interval_us = random.chance(50) ? 100 : 1;
    // Steps of bytes a second, percent and nanoseconds that spread what is measured here.
    constexpr std::array<std::uint64_t, model::kSignals> kSteps = {100'000'000, 5, 200};
    for (unsigned t = 0; t < model::kSignals; ++t) {
      std::uint64_t maximum = 0;
      for (std::uint64_t& entry : config.csig.tables[t]) {
        entry = maximum += random.between(1, kSteps[t]);
      }
    }
    // Single tables, so that the banks of the three differ.
    board.activate(config, round == 0 ? 7U : static_cast<unsigned>(random.below(8)));
    for (int i = 0; i < 3; ++i) {
      board.run(static_cast<unsigned>(random.below(2000)));
      board.compare_counters(random.chance(50));
    }
    board.drain();
    board.compare_counters();
  }
  for (const auto& port : board.ports) EXPECT_GT(port->scoreboard.frames(), 800U);
}

TEST(TopRtl, StartFollowsSelectByOneClockHoweverTheWireStalls) {
  tb::Random random(seed(51));
  TwoPorts board({}, {.pattern = tb::BackPressure::kBursts, .percent = 60, .seed = random.next()});
  board.activate(default_board());
  for (unsigned p = 0; p < kPorts; ++p) board.supply(p, random_frames(random, 200));
  std::array<bool, kPorts> selected{};
  std::array<std::uint32_t, kPorts> frame{};
  unsigned starts = 0;
  for (int i = 0; i < 40'000; ++i) {
    board.settle();
    for (unsigned p = 0; p < kPorts; ++p) {
      const tb::Pins& pins = board.ports[p]->pins;
      ASSERT_EQ(pins.obs_start_valid, selected[p]) << "port " << p << " clock " << i;
      if (pins.obs_start_valid) {
        ASSERT_EQ(pins.obs_start_frame, frame[p]);
        ++starts;
      }
      selected[p] = pins.obs_select_valid;
      frame[p] = pins.obs_select_frame;
    }
    board.clock();
  }
  EXPECT_GT(starts, 300U);
}

TEST(TopRtl, OneSnapshotHoldsBothPortsAtTheSameClock) {
  TwoPorts board;
  board.activate(default_board());
  // The same traffic from the same clock on: whatever clock it is, both have counted alike.
  for (unsigned p = 0; p < kPorts; ++p) board.supply(p, tagged_frame(64, tag(0, 1, 1)), 2000);
  board.run(100);
  for (int i = 0; i < 12; ++i) {
    board.run(static_cast<unsigned>(17 * i % 29));
    board.compare_counters(i % 2 == 1);
    ASSERT_EQ(board.counter(0, kRxFrames), board.counter(1, kRxFrames)) << "snapshot " << i;
    ASSERT_EQ(board.counter(0, kTxFrames), board.counter(1, kTxFrames)) << "snapshot " << i;
    ASSERT_GT(board.counter(0, kRxFrames), 0U);
    ASSERT_FALSE(board.ports[0]->source.done()) << "the traffic ended too soon";
  }
  board.drain();
}

TEST(TopRtl, TheDeadlineIsTheEarliestSlotBoundaryOfAllPorts) {
  constexpr tb::Ticks kSlot = model::from_ns(10'000);  // of 100 us
  for (unsigned first = 0; first < kPorts; ++first) {
    TwoPorts board;
    board.activate(default_board());
    std::array<tb::Ticks, kPorts> opened{};
    for (const unsigned p : {first, 1 - first}) {
      board.supply(p, tagged_frame(64, tag(0, 1, 1)));
      board.drain();
      opened[p] = board.ports[p]->sent_at.at(0);
      board.run(777);
    }
    unsigned seen = 0, none = 0;
    for (int i = 0; i < 32'000; ++i) {
      board.settle();
      const tb::Ticks now = board.now();
      tb::Ticks earliest = tb::kNever;
      bool close = false;  // the clocks around a boundary are told by the model test of the meter
      for (const tb::Ticks start : opened) {
        const tb::Ticks slots = (now - start) / kSlot;
        const tb::Ticks into = (now - start) % kSlot;
        const tb::Ticks margin = model::from_ns(2 * kPeriodNs);
        close = close || into < margin || kSlot - into < margin;
        // Slot 0 holds the frame; the end of slot 10 closes the tenth empty one.
        if (slots < 11) earliest = std::min(earliest, start + (slots + 1) * kSlot);
      }
      if (!close) {
        ASSERT_EQ(board.dut->deadline_valid_o != 0, earliest != tb::kNever) << "clock " << i;
        if (board.dut->deadline_valid_o) {
          ASSERT_TRUE(board.ports[0]->pins.deadline == earliest) << "clock " << i;
          ++seen;
        } else {
          ++none;
        }
      }
      board.clock();
    }
    EXPECT_GT(seen, 20'000U);
    EXPECT_GT(none, 1'000U) << "both meters rest at last";
  }
}

TEST(TopRtl, ANewCapacityRestsTheMeterOfItsPortAlone) {
  constexpr tb::Ticks kSlot = model::from_ns(10'000);
  for (unsigned rests = 0; rests < kPorts; ++rests) {
    TwoPorts board;
    BoardConfig config = default_board();
    board.activate(config);
    // The meter that is to rest opened first, so its boundary would be the earlier one.
    std::array<tb::Ticks, kPorts> opened{};
    for (const unsigned p : {rests, 1 - rests}) {
      board.supply(p, tagged_frame(64, tag(0, 1, 1)));
      board.drain();
      opened[p] = board.ports[p]->sent_at.at(0);
      board.run(200);
    }
    config.ports[rests].capacity += 1;
    board.activate(config, 0);
    const tb::Ticks start = opened[1 - rests];
    for (int i = 0; i < 10'000; ++i) {
      board.settle();
      const tb::Ticks into = (board.now() - start) % kSlot;
      if (into > model::from_ns(50) && into < kSlot - model::from_ns(50)) {
        ASSERT_TRUE(board.dut->deadline_valid_o) << "port " << rests << " clock " << i;
        ASSERT_TRUE(board.ports[0]->pins.deadline == board.now() - into + kSlot)
            << "port " << rests << " clock " << i;
      }
      board.clock();
    }
  }
}

TEST(TopRtl, IdleIsLowUntilAnActivationHasEnded) {
  TwoPorts board;
  const BoardConfig config = default_board();
  for (int bank = 0; bank < 2; ++bank) board.activate(config);
  for (auto& port : board.ports) port->scoreboard.stage(config.csig, config.ports);
  board.run(20);
  board.bus.set(reg::kCsigActivate, 1U | 7U << 1);
  unsigned clocks = 0;
  for (bool activated = false; !activated; ++clocks) {
    ASSERT_LT(clocks, 300U);
    board.settle();
    ASSERT_FALSE(board.dut->idle_o) << "clock " << clocks;
    activated = board.dut->obs_activate_o;
    board.clock();
  }
  EXPECT_GT(clocks, 90U) << "three tables of 32 buckets were not looked at";
  board.run(20);
  EXPECT_TRUE(board.dut->idle_o);
}

TEST(TopRtl, IdleIsLowWhileAnyPortHoldsAFrame) {
  TwoPorts board;
  board.activate(default_board());
  board.run(50);
  for (unsigned p = 0; p < kPorts; ++p) {
    board.settle();
    ASSERT_TRUE(board.dut->idle_o);
    board.ports[p]->sink.hold(true);
    board.supply(p, tagged_frame(300, tag(2, 1, 1)));
    board.clock();
    for (int i = 0; i < 300; ++i) {
      board.settle();
      ASSERT_FALSE(board.dut->idle_o) << "port " << p << " clock " << i;
      board.clock();
    }
    board.ports[p]->sink.hold(false);
    while (board.ports[p]->sent.empty()) {
      board.settle();
      ASSERT_FALSE(board.dut->idle_o) << "port " << p;
      board.clock();
    }
    board.run(40);
  }
}

TEST(TopRtl, ResetUnderTrafficForgetsAllOfBothPorts) {
  TwoPorts board;
  BoardConfig config = default_board();
  config.ports[1].action = Action::kStrip;
  board.activate(config);
  for (unsigned at = 100; at < 130; at += 3) {
    for (unsigned p = 0; p < kPorts; ++p) board.supply(p, tagged_frame(200, tag(0, 31, 1)), 50);
    board.run(at);
    for (unsigned p = 0; p < kPorts; ++p)
      board.ports[p]->source.set_supply([](auto&) { return false; });
    board.reset();
    board.compare_counters();
    for (unsigned p = 0; p < kPorts; ++p) {
      for (std::size_t i = 0; i < model::kCounters; ++i) ASSERT_EQ(board.counter(p, i), 0U);
      ASSERT_EQ(board.bus.get64(reg::port(p, 0x20)), 0U) << "capacity in force";
      // CSIG is off again: nothing is stripped or updated.
      const FrameBytes frame = tagged_frame(80, tag(0, 31, 1));
      board.supply(p, frame);
      board.drain();
      ASSERT_EQ(board.ports[p]->sent.at(0), frame);
    }
    board.activate(config);
  }
}

}  // namespace
}  // namespace sluice::test
