// SPDX-License-Identifier: Apache-2.0
// The scoreboard passes what is right and names what is wrong: every fault is planted in a port and
// caught.
#include "tb/scoreboard/scoreboard.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tb/bench/bench.hpp"
#include "tests/tb/capture_files.hpp"
#include "tests/tb/soft_port.hpp"

namespace sluice::tb {
namespace {

using test::Fault;
using test::SoftPort;

constexpr std::uint32_t kFaulty = 5;  // this frame number; packets are numbered from 101

BenchOptions options() {
  BenchOptions o;
  o.scoreboard.k = SoftPort::kK;
  o.scoreboard.after_reset = SoftPort::one_queue();
  o.scoreboard.latency = 6;
  return o;
}

struct Rig {
  explicit Rig(Fault fault, const BenchOptions& o = options())
      : port(new SoftPort(fault, kFaulty)), bench(std::unique_ptr<Dut>(port), o) {
    bench.reset();
  }
  void supply(unsigned frames, unsigned bad = ~0U) {
    bench.source.set_supply([frames, bad, n = 0U](SourceFrame& f) mutable {
      if (n == frames) return false;
      f.packet = 101 + n;
      f.bad = n == bad;
      f.bytes = test::pattern(60 + n, static_cast<std::uint8_t>(n));
      ++n;
      return true;
    });
  }
  SoftPort* port;
  Bench bench;
};

/// The difference that a fault ends in.
Difference difference_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Mismatch& e) {
    return e.difference();
  }
  ADD_FAILURE() << "nothing was noticed";
  return {};
}

Difference difference_of(Fault fault, bool drops_it = false) {
  Rig run(fault);
  run.supply(12, drops_it ? kFaulty : ~0U);
  return difference_of([&] { run.bench.drain(); });
}

TEST(Scoreboard, PassesAPortThatIsRight) {
  Rig run(Fault::kNone);
  run.supply(12, 3);
  run.bench.drain();
  run.bench.scoreboard.finish(run.bench.kernel.moment());
  EXPECT_EQ(run.bench.scoreboard.frames(), 11U);
  EXPECT_EQ(run.bench.sink.frames(), 11U);
  EXPECT_EQ(run.bench.scoreboard.model().counters().drop_bad, 1U);
  // One clock from the last beat to `start`, one to the first beat: this port has bubbles of its
  // own making.
  EXPECT_LE(run.bench.scoreboard.worst_latency(), 4U);
}

TEST(Scoreboard, NamesAByteWithFramePacketTimeAndBothValues) {
  const Difference d = difference_of(Fault::kFlipByte);
  EXPECT_EQ(d.field, "byte 20");
  EXPECT_EQ(d.event, "sent");
  EXPECT_EQ(d.frame, kFaulty);
  EXPECT_EQ(d.packet, 101U + kFaulty);
  const unsigned right = (20 * 7 + kFaulty) & 0xFF;
  EXPECT_EQ(std::stoul(d.expected, nullptr, 16), right);
  EXPECT_EQ(std::stoul(d.found, nullptr, 16), right ^ 0x40);
  EXPECT_GT(d.cycle, 0U);
  EXPECT_GT(d.time_ns, 0U);
  const std::string text = Mismatch(d).what();
  EXPECT_EQ(text.find("packet 106 (frame 5): byte 20: RTL "), 0U) << text;
  EXPECT_NE(text.find(" ns, cycle "), std::string::npos) << text;
}

TEST(Scoreboard, NoticesAFrameThatIsCutOrGrown) {
  for (const Fault fault : {Fault::kLoseByte, Fault::kExtraByte}) {
    const Difference d = difference_of(fault);
    EXPECT_EQ(d.field, "length");
    EXPECT_EQ(d.frame, kFaulty);
    EXPECT_EQ(d.expected, "65");
    EXPECT_EQ(d.found, fault == Fault::kLoseByte ? "64" : "66");
  }
}

TEST(Scoreboard, NoticesALostFrameAtTheSelectOfTheNext) {
  const Difference d = difference_of(Fault::kLoseFrame);
  EXPECT_EQ(d.event, "select");
  EXPECT_EQ(d.frame, kFaulty);
  EXPECT_EQ(d.found, "6");
}

TEST(Scoreboard, ChecksTheHonestyOfSelect) {
  Difference d = difference_of(Fault::kSelectEarly);
  EXPECT_EQ(d.event, "select");
  EXPECT_EQ(d.field, "cycle of select");
  EXPECT_EQ(d.frame, kFaulty);
  d = difference_of(Fault::kSelectOther);
  EXPECT_EQ(d.event, "select");
  EXPECT_EQ(d.field, "frame number");
  EXPECT_EQ(d.frame, kFaulty);
  d = difference_of(Fault::kNoSelect);
  EXPECT_EQ(d.event, "start");
  EXPECT_EQ(d.field, "start");
}

TEST(Scoreboard, ChecksTheHonestyOfStart) {
  Difference d = difference_of(Fault::kStartOther);
  EXPECT_EQ(d.event, "start");
  EXPECT_EQ(d.field, "frame number");
  EXPECT_EQ(d.frame, kFaulty);
  d = difference_of(Fault::kNoStart);
  EXPECT_EQ(d.event, "sent");
  EXPECT_EQ(d.field, "first beat on the wire");
  EXPECT_EQ(d.frame, kFaulty);
}

TEST(Scoreboard, NoticesADroppedFrameThatIsSelected) {
  const Difference d = difference_of(Fault::kSelectDropped, true);
  EXPECT_EQ(d.event, "select");
  EXPECT_EQ(d.found.find("5"), d.found.size() - 1) << d.found;
}

TEST(Scoreboard, NoticesAPortThatHangs) {
  const Difference d = difference_of(Fault::kHang);
  EXPECT_EQ(d.field, "work conservation");
  EXPECT_EQ(d.frame, kFaulty);
}

TEST(Scoreboard, NoticesATreadyThatStaysLow) {
  const Difference d = difference_of(Fault::kBlock);
  EXPECT_EQ(d.field, "tready of the fabric side");
}

TEST(Scoreboard, CountsBubblesOnlyWhereAFrameWasDue) {
  // With a backlog, this port has two clocks without a beat between frames; the faulty one has
  // three more.
  std::uint64_t bubbles[2];
  for (const Fault fault : {Fault::kNone, Fault::kBubble}) {
    Rig run(fault);
    run.supply(10);
    run.bench.sink.hold(true);
    run.bench.kernel.run(200);
    run.bench.sink.hold(false);
    run.bench.drain();
    bubbles[fault == Fault::kBubble ? 1 : 0] = run.bench.scoreboard.bubbles();
  }
  EXPECT_EQ(bubbles[1], bubbles[0] + 3);
  Rig idle(Fault::kNone);
  idle.supply(1);
  idle.bench.drain();
  idle.bench.kernel.run(100);
  EXPECT_EQ(idle.bench.scoreboard.bubbles(), 0U);
}

TEST(Scoreboard, ComparesEveryCounterAtASnapshot) {
  Rig run(Fault::kNone);
  run.supply(12, 3);
  run.bench.drain();
  EXPECT_THROW(run.bench.scoreboard.check_counters(std::vector<std::uint64_t>(28),
                                                   run.bench.kernel.moment()),
               Error);
  run.port->raise_snapshot = true;
  run.bench.kernel.step();
  ASSERT_TRUE(run.bench.scoreboard.snapshot());
  std::vector<std::uint64_t> values;
  for (const auto member : model::kCounterMembers)
    values.push_back((*run.bench.scoreboard.snapshot()).*member);
  EXPECT_EQ(values[0], 12U);
  EXPECT_EQ(values[2], 11U);
  run.bench.scoreboard.check_counters(values, run.bench.kernel.moment());
  EXPECT_EQ(run.bench.scoreboard.counters_compared(), model::kCounters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto wrong = values;
    ++wrong[i];
    const Difference d = difference_of(
        [&] { run.bench.scoreboard.check_counters(wrong, run.bench.kernel.moment()); });
    EXPECT_EQ(d.field, "counter " + std::string(model::kCounterNames[i]));
    EXPECT_EQ(d.event, "snapshot");
    EXPECT_EQ(d.expected, std::to_string(values[i]));
    EXPECT_EQ(d.found, std::to_string(values[i] + 1));
  }
}

TEST(Scoreboard, ASnapshotThatClearsRestartsTheModelsCounters) {
  Rig run(Fault::kNone);
  run.supply(4);
  run.bench.drain();
  run.port->raise_snapshot = run.port->raise_clear = true;
  run.bench.kernel.step();
  EXPECT_EQ(run.bench.scoreboard.snapshot()->rx_frames, 4U);
  EXPECT_EQ(run.bench.scoreboard.model().counters().rx_frames, 0U);
}

TEST(Scoreboard, NoticesAnActivationThatNobodyStaged) {
  Rig run(Fault::kNone);
  run.port->raise_activate = true;
  EXPECT_EQ(difference_of([&] { run.bench.kernel.step(); }).event, "activate");
  Rig staged(Fault::kNone);
  staged.bench.scoreboard.stage({}, {model::PortConfig{}});
  staged.port->raise_activate = true;
  staged.bench.kernel.step();
  EXPECT_EQ(staged.bench.scoreboard.activations(), 1U);
  staged.port->raise_activate = true;  // what was staged is used up
  EXPECT_EQ(difference_of([&] { staged.bench.kernel.step(); }).event, "activate");
}

TEST(Scoreboard, FinishRefusesFramesThatAreStillInside) {
  Rig run(Fault::kNone);
  run.supply(3);
  run.bench.sink.hold(true);
  run.bench.kernel.run(60);
  EXPECT_EQ(difference_of([&] { run.bench.scoreboard.finish(run.bench.kernel.moment()); }).field,
            "end of the run");
  Rig half(Fault::kNone);
  half.supply(1);
  half.bench.kernel.run(3);
  EXPECT_EQ(difference_of([&] { half.bench.scoreboard.finish(half.bench.kernel.moment()); }).event,
            "arrive");
}

TEST(ProtocolWatch, StopsTheRunAtAViolationOnTheWire) {
  for (const auto& [fault, word] :
       {std::pair(Fault::kGapInFrame, "m_axis: tvalid is 0 inside a frame"),
        std::pair(Fault::kValidDrops, "m_axis: tvalid fell before tready")}) {
    BenchOptions o = options();
    o.sink = {.pattern = BackPressure::kRandom, .percent = 50};
    Rig run(fault, o);
    run.supply(12);
    try {
      run.bench.drain();
      ADD_FAILURE() << "nothing was noticed: " << word;
    } catch (const ProtocolError& e) {
      EXPECT_EQ(std::string(e.what()).find(word), 0U) << e.what();
      EXPECT_NE(std::string(e.what()).find(" ns, cycle "), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace sluice::tb
