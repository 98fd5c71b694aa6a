// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/seed.hpp"
#include "tests/system/random_frames.hpp"
#include "tests/top/four_ports.hpp"

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

class TopRtl : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Width, TopRtl, ::testing::Values(64U, 512U),
                         ::testing::PrintToStringParamName());

TEST_P(TopRtl, CapabilityRegistersTellTheTruth) {
  FourPorts board(GetParam());
  EXPECT_EQ(board.bus.get(reg::kCaps), GetParam() | kPorts << 16);
  const std::uint32_t features = board.bus.get(reg::kFeatures);
  EXPECT_EQ(features & 0xFF, 5U) << "compact tags and RED, nothing else";
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

TEST_P(TopRtl, EachPortHasItsOwnLocatorAndAction) {
  FourPorts board(GetParam());
  BoardConfig config = default_board();
  const auto own = [](unsigned p) { return 21 + 7 * p; };
  for (unsigned p = 0; p < kPorts; ++p) {
    config.ports[p].locator = static_cast<std::uint16_t>(own(p));
    config.ports[p].locator_valid = true;
  }
  board.activate(config);
  const FrameBytes frame = tagged_frame(100, tag(0, 31, 5));
  const auto send_all = [&] {
    for (unsigned p = 0; p < kPorts; ++p) {
      board.ports[p]->sent.clear();
      board.supply(p, frame);
    }
    board.drain();
  };
  send_all();
  for (unsigned p = 0; p < kPorts; ++p) {
    EXPECT_EQ(locator_of(board.ports[p]->sent.at(0)), own(p)) << "port " << p;
  }
  for (unsigned other = 0; other < kPorts; ++other) {
    config.ports[other].locator_valid = false;
    board.activate(config);
    config.ports[other].locator_valid = true;
    send_all();
    for (unsigned p = 0; p < kPorts; ++p) {
      // 9: the node's locator.
      EXPECT_EQ(locator_of(board.ports[p]->sent.at(0)), p == other ? 9 : own(p)) << "port " << p;
    }
  }
  constexpr std::array kActions = {Action::kPass, Action::kStrip, Action::kUpdate};
  for (unsigned shift = 0; shift < kActions.size(); ++shift) {
    for (unsigned p = 0; p < kPorts; ++p) {
      config.ports[p].action = kActions[(p + shift) % kActions.size()];
    }
    board.activate(config);
    send_all();
    for (unsigned p = 0; p < kPorts; ++p) {
      const FrameBytes& sent = board.ports[p]->sent.at(0);
      EXPECT_EQ(sent == frame, config.ports[p].action == Action::kPass) << "port " << p;
      EXPECT_EQ(sent.size(), frame.size() - (config.ports[p].action == Action::kStrip ? 4 : 0));
    }
  }
  board.compare_counters();
}

TEST_P(TopRtl, EachPortHasItsOwnRegistersAndCounters) {
  FourPorts board(GetParam());
  BoardConfig config = default_board();
  for (unsigned p = 0; p < kPorts; ++p) {
    config.ports[p].capacity += p;
    config.ports[p].overhead = static_cast<std::uint8_t>(20 + p);
  }
  board.activate(config);
  for (unsigned p = 0; p < kPorts; ++p) board.supply(p, tagged_frame(100, tag(0, 1, 1)), p + 1);
  board.drain();
  board.compare_counters();
  for (unsigned p = 0; p < kPorts; ++p) {
    EXPECT_EQ(board.bus.get64(reg::port(p, reg::kCapacity)), config.ports[p].capacity);
    EXPECT_EQ(board.bus.get64(reg::port(p, reg::kActiveCapacity)), config.ports[p].capacity);
    EXPECT_EQ(board.bus.get(reg::port(p, reg::kOverhead)), config.ports[p].overhead);
    EXPECT_EQ(board.counter(p, kTxFrames), p + 1) << "port " << p;
  }
  EXPECT_FALSE(board.bus.read(reg::port(kPorts, reg::kOverhead)).ok()) << "a fifth port";
}

TEST_P(TopRtl, RandomTrafficOnEveryPortEqualsTheModelsUnderChangingConfiguration) {
  tb::Random random(seed(50));
  tb::SourceOptions source{.beat_gap_percent = 10, .max_frame_gap = 6, .seed = random.next()};
  tb::SinkOptions sink{.pattern = tb::BackPressure::kRandom, .percent = 15, .seed = random.next()};
  FourPorts board(GetParam(), source, sink);
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

TEST_P(TopRtl, StartFollowsSelectByOneClockHoweverTheWireStalls) {
  tb::Random random(seed(51));
  FourPorts board(GetParam(), {},
                  {.pattern = tb::BackPressure::kBursts, .percent = 60, .seed = random.next()});
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

TEST_P(TopRtl, OneSnapshotHoldsEveryPortAtTheSameClock) {
  FourPorts board(GetParam());
  board.activate(default_board());
  // The same traffic from the same clock on: whatever clock it is, both have counted alike.
  const unsigned count = 180 * GetParam();  // enough for twelve readings of all counters
  for (unsigned p = 0; p < kPorts; ++p) board.supply(p, tagged_frame(64, tag(0, 1, 1)), count);
  board.run(100);
  for (int i = 0; i < 12; ++i) {
    board.run(static_cast<unsigned>(17 * i % 29));
    board.compare_counters(i % 2 == 1);
    for (unsigned p = 1; p < kPorts; ++p) {
      ASSERT_EQ(board.counter(0, kRxFrames), board.counter(p, kRxFrames)) << "snapshot " << i;
      ASSERT_EQ(board.counter(0, kTxFrames), board.counter(p, kTxFrames)) << "snapshot " << i;
    }
    ASSERT_GT(board.counter(0, kRxFrames), 0U);
    ASSERT_FALSE(board.ports[0]->source.done()) << "the traffic ended too soon";
  }
  board.drain();
}

TEST_P(TopRtl, TheDeadlineIsTheEarliestSlotBoundaryOfAllPorts) {
  constexpr tb::Ticks kSlot = model::from_ns(10'000);  // of 100 us
  for (unsigned first = 0; first < kPorts; ++first) {
    FourPorts board(GetParam());
    board.activate(default_board());
    std::array<tb::Ticks, kPorts> opened{};
    for (unsigned i = 0; i < kPorts; ++i) {
      const unsigned p = (first + i) % kPorts;
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
        ASSERT_EQ(board.dut->pins.deadline_valid_o != 0, earliest != tb::kNever) << "clock " << i;
        if (board.dut->pins.deadline_valid_o) {
          ASSERT_TRUE(board.ports[0]->pins.deadline == earliest) << "clock " << i;
          ++seen;
        } else {
          ++none;
        }
      }
      board.clock();
    }
    EXPECT_GT(seen, 20'000U);
    EXPECT_GT(none, 1'000U) << "all meters rest at last";
  }
}

TEST_P(TopRtl, TimeAndTheDeadlineAreExactInEveryBit) {
  tb::Random random(seed(44));
  for (unsigned i = 0; i < 40; ++i) {
    FourPorts board(GetParam());
    const unsigned p = i % kPorts;
    // A period with all 32 bits of fraction.
    const std::uint64_t period = kPeriodNs << 32 | random.between(0, 0xFFFF'FFFF);
    board.bus.set64(reg::kPeriod, period);
    board.run(4);
    const tb::Ticks start = board.dut->now();
    board.run(5);
    EXPECT_TRUE(board.dut->now() == start + 5 * tb::Ticks{period});
    // And a time of any size: `now` is let skip once.
    board.dut->pins.time_skip = tb::Ticks{random.between(0, 0x7FFF)} << 64 |
                                tb::Ticks{random.between(0, 0xFFFF'FFFF)} << 32 |
                                random.between(0, 0xFFFF'FFFF);
    board.settle();
    const tb::Ticks before = board.dut->now(), skip = board.dut->pins.time_skip;
    board.clock();
    EXPECT_TRUE(board.dut->now() == before + skip);
    board.dut->pins.time_skip = 0;
    board.run(static_cast<unsigned>(random.between(1, 50)));
    board.supply(p, FrameBytes(100, 1));
    board.drain();
    board.settle();
    ASSERT_TRUE(board.dut->pins.deadline_valid_o);
    ASSERT_TRUE(board.dut->pins.deadline == board.ports[p]->sent_at.at(0) + model::from_ns(10'000))
        << "port " << p << ", frame " << i;
  }
}

TEST_P(TopRtl, RegistersTakeAnAccessInItsFirstClockAndAnswerThreeClocksLater) {
  FourPorts board(GetParam());
  const TopPins& pins = board.dut->pins;
  for (unsigned i = 0; i < 10; ++i) {
    board.run(i);
    board.settle();
    EXPECT_TRUE(pins.s_axil_arready && pins.s_axil_awready && pins.s_axil_wready);
    EXPECT_EQ(board.bus.read(reg::kCaps).clocks, 3U);
    EXPECT_EQ(board.bus.write(reg::kIrqEnable, i).clocks, 3U);
    EXPECT_EQ(board.bus.read(reg::port(1, reg::kCapacity)).clocks, 3U);
  }
}

TEST_P(TopRtl, EveryBitThatIsActivatedReadsBackAsInForce) {
  tb::Random random(seed(46));
  FourPorts board(GetParam());
  constexpr std::array<std::uint32_t, 5> kIntervalsUs = {1, 100, 1000, 10000, 100000};
  for (int i = 0; i < 40; ++i) {
    BoardConfig config = default_board();
    const auto interval = static_cast<std::uint32_t>(random.between(0, 4));
    config.csig.enable = false;
    config.csig.node_locator = static_cast<std::uint16_t>(random.between(0, 0x7FFF));
    config.csig.tpid = static_cast<std::uint16_t>(random.between(0x600, 0xFFFF));
    config.csig.interval_us = kIntervalsUs[interval];
    for (model::PortConfig& port : config.ports) {
      port.capacity = random.between(0, (1ULL << 40) - 1);
      port.overhead = static_cast<std::uint8_t>(random.between(0, 63));
      port.locator = static_cast<std::uint16_t>(random.between(0, 0x7FFF));
      port.locator_valid = random.chance(50);
      port.action = static_cast<Action>(random.between(0, 2));
    }
    board.activate(config, 0);
    EXPECT_EQ(board.bus.get(0x420), std::uint32_t{config.csig.node_locator} << 16);
    EXPECT_EQ(board.bus.get(0x424), config.csig.tpid);
    EXPECT_EQ(board.bus.get(0x428), interval);
    for (unsigned p = 0; p < kPorts; ++p) {
      const model::PortConfig& port = config.ports[p];
      SCOPED_TRACE("port " + std::to_string(p));
      EXPECT_EQ(board.bus.get64(reg::port(p, reg::kActiveCapacity)), port.capacity);
      EXPECT_EQ(board.bus.get(reg::port(p, 0x28)), port.overhead);
      EXPECT_EQ(board.bus.get(reg::port(p, 0x2C)),
                port.locator | (port.locator_valid ? 1U << 15 : 0U) |
                    static_cast<std::uint32_t>(port.action) << 16);
    }
  }
}

TEST_P(TopRtl, DelaysAreExactAtAnyTime) {
  tb::Random random(seed(48));
  for (unsigned i = 0; i < 20; ++i) {
    FourPorts board(GetParam());
    board.activate(default_board());
    board.dut->pins.time_skip = tb::Ticks{random.between(0, 0x7FFF)} << 64 |
                                tb::Ticks{random.between(0, 0xFFFF'FFFF)} << 32;
    board.clock();
    board.dut->pins.time_skip = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      std::deque<tb::SourceFrame> frames(5);
      for (tb::SourceFrame& frame : frames) {
        frame.bytes = tagged_frame(random.between(64, 1500), tag(2, 0, 1));
      }
      board.supply(p, frames);
    }
    ASSERT_NO_THROW(board.drain()) << "the scoreboard holds each bucket against the model";
    board.compare_counters();
  }
}

TEST_P(TopRtl, TablesReadBackInEveryBit) {
  tb::Random random(seed(49));
  FourPorts board(GetParam());
  constexpr std::uint32_t kTableActive = 0x1400;
  for (int i = 0; i < 8; ++i) {
    BoardConfig config = default_board();
    for (model::Table& table : config.csig.tables) {
      std::uint64_t last = 0;
      for (std::uint64_t& maximum : table) {
        last += 1 + (random.between(0, 0xFFFF'FFFF) << 26 | random.between(0, 0x3FF'FFFF));
        maximum = last;
      }
    }
    const auto expect_window = [&](std::uint32_t window) {
      for (std::uint32_t t = 0; t < model::kSignals; ++t) {
        for (std::uint32_t b = 0; b < model::kBuckets; ++b) {
          EXPECT_EQ(board.bus.get64(window + 8 * (32 * t + b)), config.csig.tables[t][b])
              << "table " << t << ", bucket " << b;
        }
      }
    };
    board.activate(config);
    expect_window(kTableActive);
    // Activating all of them again brings the other bank to the front.
    const std::array<model::Table, model::kSignals> first = config.csig.tables;
    for (model::Table& table : config.csig.tables) {
      for (std::uint64_t& maximum : table) maximum ^= 1;
      std::sort(table.begin(), table.end());
    }
    board.activate(config);
    expect_window(kTableActive);
    config.csig.tables = first;
    expect_window(reg::kTableShadow);
  }
}

TEST_P(TopRtl, ANewCapacityRestsTheMeterOfItsPortAlone) {
  constexpr tb::Ticks kSlot = model::from_ns(10'000);
  for (unsigned rests = 0; rests < kPorts; ++rests) {
    FourPorts board(GetParam());
    BoardConfig config = default_board();
    board.activate(config);
    // The meter that is to rest opened first, so its boundary would be the earlier one.
    std::array<tb::Ticks, kPorts> opened{};
    for (unsigned i = 0; i < kPorts; ++i) {
      const unsigned p = (rests + i) % kPorts;
      board.supply(p, tagged_frame(64, tag(0, 1, 1)));
      board.drain();
      opened[p] = board.ports[p]->sent_at.at(0);
      board.run(200);
    }
    config.ports[rests].capacity += 1;
    board.activate(config, 0);
    for (int i = 0; i < 10'000; ++i) {
      board.settle();
      tb::Ticks earliest = tb::kNever;
      bool close = false;
      for (unsigned p = 0; p < kPorts; ++p) {
        if (p == rests) continue;
        const tb::Ticks into = (board.now() - opened[p]) % kSlot;
        close = close || into <= model::from_ns(50) || into >= kSlot - model::from_ns(50);
        earliest = std::min(earliest, board.now() - into + kSlot);
      }
      if (!close) {
        ASSERT_TRUE(board.dut->pins.deadline_valid_o) << "port " << rests << " clock " << i;
        ASSERT_TRUE(board.ports[0]->pins.deadline == earliest)
            << "port " << rests << " clock " << i;
      }
      board.clock();
    }
  }
}

TEST_P(TopRtl, IdleIsLowUntilAnActivationHasEnded) {
  FourPorts board(GetParam());
  const BoardConfig config = default_board();
  for (int bank = 0; bank < 2; ++bank) board.activate(config);
  for (auto& port : board.ports) port->scoreboard.stage(config.csig, config.ports);
  board.run(20);
  board.bus.set(reg::kCsigActivate, 1U | 7U << 1);
  unsigned clocks = 0;
  for (bool activated = false; !activated; ++clocks) {
    ASSERT_LT(clocks, 300U);
    board.settle();
    ASSERT_FALSE(board.dut->pins.idle_o) << "clock " << clocks;
    activated = board.dut->pins.obs_activate_o;
    board.clock();
  }
  EXPECT_GT(clocks, 90U) << "three tables of 32 buckets were not looked at";
  board.run(20);
  EXPECT_TRUE(board.dut->pins.idle_o);
}

TEST_P(TopRtl, IdleIsLowWhileAnyPortHoldsAFrame) {
  FourPorts board(GetParam());
  board.activate(default_board());
  board.run(50);
  for (unsigned p = 0; p < kPorts; ++p) {
    board.settle();
    ASSERT_TRUE(board.dut->pins.idle_o);
    board.ports[p]->sink.hold(true);
    board.supply(p, tagged_frame(300, tag(2, 1, 1)));
    board.clock();
    for (int i = 0; i < 300; ++i) {
      board.settle();
      ASSERT_FALSE(board.dut->pins.idle_o) << "port " << p << " clock " << i;
      board.clock();
    }
    board.ports[p]->sink.hold(false);
    while (board.ports[p]->sent.empty()) {
      board.settle();
      ASSERT_FALSE(board.dut->pins.idle_o) << "port " << p;
      board.clock();
    }
    board.run(40);
  }
}

TEST_P(TopRtl, ResetUnderTrafficForgetsAllOfEveryPort) {
  FourPorts board(GetParam());
  BoardConfig config = default_board();
  config.ports[kPorts - 1].action = Action::kStrip;
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
      ASSERT_EQ(board.bus.get64(reg::port(p, reg::kActiveCapacity)), 0U) << "capacity in force";
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
