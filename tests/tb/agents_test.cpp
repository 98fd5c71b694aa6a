// SPDX-License-Identifier: Apache-2.0
// Source, sink and register master at the pins.
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "tb/bench/bench.hpp"
#include "tests/support/seed.hpp"
#include "tests/tb/capture_files.hpp"
#include "tests/tb/soft_port.hpp"

namespace sluice::tb {
namespace {

using test::pattern;
using test::SoftPort;

struct Rig {
  explicit Rig(BenchOptions o = {})
      : port(new SoftPort), bench(std::unique_ptr<Dut>(port), with_k(o)) {
    bench.reset();
  }
  static BenchOptions with_k(BenchOptions o) {
    o.scoreboard.k = SoftPort::kK;
    o.scoreboard.after_reset = SoftPort::one_queue();
    return o;
  }
  SoftPort* port;
  Bench bench;
};

/// Beats accepted at the fabric side, with their clocks.
class FabricProbe : public Component {
 public:
  void drive(const Moment&, Pins&) override {}
  void sample(const Moment& at, const Pins& pins) override {
    if (pins.fabric.fire()) {
      beats.push_back(pins.fabric);
      times.push_back(at.now);
      cycles.push_back(at.cycle);
      packets.push_back(pins.fabric_packet);
    }
  }
  std::vector<AxisPins> beats;
  std::vector<Ticks> times;
  std::vector<std::uint64_t> cycles, packets;
};

TEST(AxisSource, SendsFramesBackToBackFromTheirTimesOn) {
  Rig rig;
  FabricProbe probe;
  rig.bench.kernel.add(probe);
  const std::vector<std::uint64_t> at_ns = {50, 50, 100, 101};
  rig.bench.source.set_supply([&, n = 0U](SourceFrame& f) mutable {
    if (n == at_ns.size()) return false;
    f.time = model::from_ns(at_ns[n]) + (n == 2 ? 1 : 0);
    f.packet = 7 + n;
    f.bytes = pattern(20, static_cast<std::uint8_t>(n++));
    return true;
  });
  rig.bench.drain();
  // 20 bytes take three beats of 8; the third frame's time is just after a clock's.
  const std::vector<std::uint64_t> want = {50, 51, 52, 53, 54, 55, 101, 102, 103, 104, 105, 106};
  ASSERT_EQ(probe.times.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    EXPECT_EQ(probe.times[i], model::from_ns(want[i])) << i;
    EXPECT_EQ(probe.beats[i].last, i % 3 == 2) << i;
    EXPECT_EQ(probe.beats[i].keep, i % 3 == 2 ? 0x0FU : 0xFFU) << i;
    EXPECT_EQ(probe.packets[i], 7 + i / 3) << i;
  }
  EXPECT_EQ(probe.beats[0].data[0], pattern(1, 0)[0]);
  EXPECT_EQ(rig.bench.source.frames(), 4U);
  EXPECT_EQ(rig.bench.source.bytes(), 80U);
}

TEST(AxisSource, FlagsBadFramesAtTheirLastBeatAlone) {
  Rig rig;
  FabricProbe probe;
  rig.bench.kernel.add(probe);
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(20);
    f.bad = n == 1;
    return n++ < 3;
  });
  rig.bench.drain();
  for (std::size_t i = 0; i < probe.beats.size(); ++i) EXPECT_EQ(probe.beats[i].user, i == 5) << i;
}

TEST(AxisSource, RandomGapsInsideAndBetweenFramesDoNotChangeTheFrames) {
  BenchOptions o;
  o.source = {.beat_gap_percent = 40, .max_frame_gap = 9, .seed = test::seed(21)};
  Rig rig(o);
  FabricProbe probe;
  rig.bench.kernel.add(probe);
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(30 + n, static_cast<std::uint8_t>(n));
    return n++ < 200;
  });
  rig.bench.drain();  // the scoreboard compares the bytes
  EXPECT_EQ(rig.bench.scoreboard.frames(), 200U);
  std::set<std::uint64_t> inside, between;
  for (std::size_t i = 1; i < probe.beats.size(); ++i) {
    (probe.beats[i - 1].last ? between : inside).insert(probe.cycles[i] - probe.cycles[i - 1]);
  }
  EXPECT_TRUE(inside.contains(1) && inside.contains(2) && inside.contains(3));
  EXPECT_GE(between.size(), 8U);
}

TEST(AxisSource, PutsGarbageIntoLanesWithoutAByte) {
  Rig rig;
  FabricProbe probe;
  rig.bench.kernel.add(probe);
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(17);
    return n++ < 50;
  });
  rig.bench.drain();
  std::set<std::uint8_t> seen;
  for (const AxisPins& beat : probe.beats) {
    if (beat.last) seen.insert(beat.data[7]);
  }
  EXPECT_GT(seen.size(), 20U);
}

TEST(AxisSource, ResetCutsTheFrameUnderWayAndKeepsTheRest) {
  Rig rig;
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(100);
    f.packet = n + 1;
    return n++ < 3;
  });
  rig.bench.kernel.run(5);
  rig.bench.reset();
  EXPECT_EQ(rig.bench.source.cut_by_reset(), 1U);
  rig.bench.drain();
  EXPECT_EQ(rig.bench.source.frames(), 2U);
  EXPECT_EQ(rig.bench.scoreboard.frames(), 2U);
}

TEST(AxisSource, RefusesAFrameWithoutAByte) {
  Rig rig;
  rig.bench.source.set_supply([](SourceFrame& f) {
    f.packet = 3;
    return true;
  });
  EXPECT_THROW(rig.bench.kernel.step(), ParameterError);
}

TEST(AxisSource, RefusesTimesThatTheDesignCannotCompare) {
  Rig rig;
  rig.bench.source.set_supply([](SourceFrame& f) {
    f.bytes = pattern(60);
    f.time = Ticks{1} << 79;
    return true;
  });
  EXPECT_THROW(rig.bench.kernel.step(), ParameterError);
}

TEST(AxisSink, IsReadyAsOftenAsAskedAndTheSameForTheSameClock) {
  for (const BackPressure pattern :
       {BackPressure::kRandom, BackPressure::kBursts, BackPressure::kStall}) {
    for (const unsigned percent : {0U, 30U, 90U}) {
      const SinkOptions o{.pattern = pattern, .percent = percent, .seed = 5};
      AxisSink sink(8, o), again(8, o);
      Pins pins;
      unsigned ready = 0;
      constexpr unsigned kClocks = 102'400;
      std::vector<bool> first;
      for (std::uint64_t c = 0; c < kClocks; ++c) {
        sink.drive({0, c}, pins);
        first.push_back(pins.wire.ready);
        ready += pins.wire.ready ? 1 : 0;
      }
      EXPECT_NEAR(ready, kClocks * (100 - percent) / 100.0, kClocks * 0.02) << percent;
      for (std::uint64_t c = 0; c < kClocks; c += 997) {  // clocks left out do not matter
        again.drive({0, c}, pins);
        EXPECT_EQ(pins.wire.ready, first[c]);
      }
    }
  }
  EXPECT_THROW(AxisSink(8, {.percent = 100}), ParameterError);
  EXPECT_THROW(AxisSink(kMaxBusBytes + 1), ParameterError);
  EXPECT_THROW(AxisSource(kMaxBusBytes + 1), ParameterError);
  EXPECT_EQ(parse_back_pressure("bursts"), BackPressure::kBursts);
  EXPECT_EQ(parse_back_pressure("burst"), std::nullopt);
}

/// Offers one-beat frames of 8 bytes for ever; answers `now` of each that is taken.
std::vector<Ticks> pace(const SinkOptions& options, Ticks period, std::size_t frames) {
  AxisSink sink(8, options);
  std::vector<Ticks> taken;
  Pins pins;
  pins.wire.valid = pins.wire.last = true;
  pins.wire.keep = 0xFF;
  Moment at;
  while (taken.size() < frames) {
    sink.drive(at, pins);
    sink.sample(at, pins);
    if (pins.wire.ready) taken.push_back(at.now);
    at.now += period;
    ++at.cycle;
  }
  return taken;
}

TEST(AxisSink, PacesASaturatedLineExactlyForEverySpeed) {
  const Ticks period = Ticks{1} << 32;
  for (const std::uint64_t speed :
       std::vector<std::uint64_t>{25'000'000'000, 99'999'999'999, 7'000'000'000, 123'456'789}) {
    const std::size_t n = 3000;
    const auto taken = pace({.speed_bps = speed, .overhead = 24}, period, n);
    for (std::size_t i = 0; i < n; ++i) {
      // Frame i may begin at i * 32 bytes * 8 / speed, and begins in the first clock that is not
      // before it.
      const Ticks earliest = (Ticks{i} * 256 * 1'000'000'000 << 32) / speed;
      ASSERT_GE(taken[i], earliest) << i;
      ASSERT_LT(taken[i], earliest + period) << i;
    }
  }
}

TEST(AxisSink, ALineThatStoodIdleSavesNothingUp) {
  AxisSink sink(8, {.speed_bps = 8'000'000'000, .overhead = 24});  // 32 ns a frame
  Pins pins;
  pins.wire.last = true;
  pins.wire.keep = 0xFF;
  std::vector<std::uint64_t> taken;
  for (std::uint64_t c = 0; c < 400; ++c) {
    const Moment at{model::from_ns(c), c};
    pins.wire.valid = c < 40 || c >= 200;
    sink.drive(at, pins);
    sink.sample(at, pins);
    if (pins.wire.fire()) taken.push_back(c);
  }
  EXPECT_EQ(taken, (std::vector<std::uint64_t>{0, 32, 200, 232, 264, 296, 328, 360, 392}));
}

TEST(AxisSink, HandsOutFramesWithTheTimesOfFirstAndLastBeat) {
  Rig rig;
  std::vector<std::pair<Ticks, Ticks>> times;
  std::vector<std::vector<std::uint8_t>> frames;
  rig.bench.sink.on_frame([&](const SinkFrame& f) {
    times.emplace_back(f.first_beat, f.last_beat);
    frames.emplace_back(f.bytes.begin(), f.bytes.end());
  });
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(20 + n, 3);
    return n++ < 2;
  });
  rig.bench.drain();
  EXPECT_EQ(frames, (std::vector<std::vector<std::uint8_t>>{pattern(20, 3), pattern(21, 3)}));
  for (const auto& [first, last] : times) EXPECT_EQ(last - first, model::from_ns(2));
}

TEST(AxilMaster, WritesAndReadsWithEveryDelay) {
  for (const unsigned delay : {0U, 1U, 5U}) {
    for (const unsigned latency : {1U, 7U}) {
      BenchOptions o;
      o.registers = {.max_delay = delay, .seed = 3};
      Rig rig(o);
      rig.port->register_latency = latency;
      for (std::uint32_t i = 0; i < 50; ++i) rig.bench.registers.write(4 * i, i * 0x01010101);
      for (std::uint32_t i = 0; i < 50; ++i)
        EXPECT_EQ(rig.bench.registers.read(4 * i), i * 0x01010101);
    }
  }
}

TEST(AxilMaster, TurnsSlverrIntoAnErrorWithTheAddress) {
  Rig rig;
  for (const bool write : {false, true}) {
    try {
      write ? rig.bench.registers.write(0x2000, 1)
            : static_cast<void>(rig.bench.registers.read(0x2000));
      FAIL();
    } catch (const BusError& e) {
      EXPECT_EQ(e.fault(), BusError::Fault::kSlaveError);
      EXPECT_NE(std::string(e.what()).find("register 0x2000: SLVERR, expected OKAY"),
                std::string::npos)
          << e.what();
    }
  }
  rig.bench.registers.write(0x10, 5);  // and the bus goes on
  EXPECT_EQ(rig.bench.registers.read(0x10), 5U);
}

TEST(AxilMaster, EndsInATimeoutWhereNobodyAnswers) {
  BenchOptions o;
  o.registers.bound = 500;
  Rig rig(o);
  rig.port->register_silence = true;
  try {
    rig.bench.registers.read(0x24);
    FAIL();
  } catch (const Timeout& e) {
    EXPECT_NE(std::string(e.what()).find("the response to a read of register 0x24 for 500 clocks"),
              std::string::npos)
        << e.what();
  }
}

TEST(AxilMaster, RefusesAddressesThatTheBusCannotCarry) {
  Rig rig;
  EXPECT_THROW(rig.bench.registers.read(2), ParameterError);
  EXPECT_THROW(rig.bench.registers.write(1U << 21, 0), ParameterError);
}

TEST(Bench, DrainEndsInATimeoutWhereTheSinkTakesNothing) {
  Rig rig;
  rig.bench.sink.hold(true);
  rig.bench.source.set_supply([n = 0U](SourceFrame& f) mutable {
    f.bytes = pattern(60);
    return n++ < 3;
  });
  EXPECT_THROW(rig.bench.drain(1000), Timeout);
}

}  // namespace
}  // namespace sluice::tb
