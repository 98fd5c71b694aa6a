// SPDX-License-Identifier: Apache-2.0
#include "tb/sim/kernel.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/tb/soft_port.hpp"

namespace sluice::tb {
namespace {

using test::SoftPort;

/// Writes down when it was called and what it saw.
class Probe : public Component {
 public:
  explicit Probe(const SoftPort& port) : port_(port) {}
  void drive(const Moment& at, Pins& pins) override {
    driven.push_back(at.now);
    settled_at_drive = port_.settled;
    pins.fabric.valid = false;
  }
  void sample(const Moment& at, const Pins& pins) override {
    sampled.push_back(at.now);
    cycles.push_back(at.cycle);
    settled_at_sample = port_.settled;
    now_seen = pins.now;
  }
  void reset() override { ++resets; }
  Ticks next_action(const Moment&) const override { return next; }

  std::vector<Ticks> driven, sampled;
  std::vector<std::uint64_t> cycles;
  std::size_t settled_at_drive = 0, settled_at_sample = 0;
  Ticks now_seen = 0;
  unsigned resets = 0;
  Ticks next = kNever;

 private:
  const SoftPort& port_;
};

struct Rig {
  Rig() : kernel(port), probe(port) {
    kernel.add(probe);
    kernel.reset();
    probe.cycles.clear();
    probe.driven.clear();
    probe.sampled.clear();
  }
  SoftPort port;
  Kernel kernel;
  Probe probe;
};

constexpr Ticks ns(std::uint64_t n) { return model::from_ns(n); }

TEST(Kernel, DrivesThenSettlesThenSamplesThenTakesTheEdge) {
  Rig rig;
  for (int i = 0; i < 3; ++i) {
    rig.kernel.step();
    EXPECT_EQ(rig.probe.settled_at_sample, rig.probe.settled_at_drive + 1);
    EXPECT_EQ(rig.probe.now_seen, ns(static_cast<std::uint64_t>(i)));
  }
  EXPECT_EQ(rig.probe.driven, (std::vector<Ticks>{ns(0), ns(1), ns(2)}));
  EXPECT_EQ(rig.probe.sampled, rig.probe.driven);
  EXPECT_EQ(rig.kernel.moment().now, ns(3));
  EXPECT_EQ(rig.kernel.period(), ns(1));
}

TEST(Kernel, ResetHoldsTheDesignTellsEveryoneAndStartsTimeAgain) {
  Rig rig;
  EXPECT_EQ(rig.probe.resets, 1U);
  rig.kernel.run(10);
  const std::uint64_t cycle = rig.kernel.cycle();
  rig.kernel.reset(3);
  EXPECT_EQ(rig.probe.resets, 2U);
  EXPECT_EQ(rig.kernel.cycle(), cycle + 3);
  EXPECT_EQ(rig.kernel.moment().now, 0U);
  EXPECT_TRUE(rig.port.pins().rst_n);
}

TEST(Kernel, ATimeoutSaysWhatWasWaitedForHowLongAndWhen) {
  Rig rig;
  rig.kernel.run(5);
  try {
    rig.kernel.run_until([] { return false; }, Bound::clocks(100), "a frame on the wire");
    FAIL();
  } catch (const Timeout& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("waited for a frame on the wire for 100 clocks (100 ns)"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("at 105 ns, cycle "), std::string::npos) << text;
  }
}

TEST(Kernel, BoundsInTimeEndEvenWhereTimeStandsStill) {
  Rig rig;
  rig.port.period = ns(4);
  rig.kernel.step();
  const std::uint64_t before = rig.kernel.cycle();
  EXPECT_THROW(rig.kernel.run_until([] { return false; }, Bound::ns(400), "x"), Timeout);
  EXPECT_EQ(rig.kernel.cycle() - before, 100U);
  rig.port.time_runs = false;
  EXPECT_THROW(rig.kernel.run_until([] { return false; }, Bound::ns(400), "x"), Timeout);
}

TEST(Kernel, RunUntilStopsAtTheFirstClockThatIsDone) {
  Rig rig;
  const std::uint64_t before = rig.kernel.cycle();
  rig.kernel.run_until([&] { return rig.kernel.moment().now == ns(7); }, Bound::clocks(100),
                       "7 ns");
  EXPECT_EQ(rig.kernel.cycle() - before, 7U);
  rig.kernel.run_until([] { return true; }, Bound::clocks(1), "nothing");
  EXPECT_EQ(rig.kernel.cycle() - before, 7U);
}

TEST(IdleSkip, LandsOnTheLastEdgeBeforeTheNextAction) {
  for (const Ticks offset : {Ticks{0}, Ticks{1}, ns(1) - 1}) {
    Rig rig;
    rig.probe.next = ns(1000) + offset;
    rig.kernel.step();  // the period is not known before it
    const std::uint64_t cycle = rig.kernel.cycle();
    rig.kernel.step();
    // The last multiple of 1 ns below the action.
    EXPECT_EQ(rig.kernel.moment().now, offset == 0 ? ns(999) : ns(1000));
    EXPECT_EQ(rig.kernel.cycle() - cycle, offset == 0 ? 998U : 999U);
    EXPECT_EQ(rig.kernel.skipped(), offset == 0 ? 997U : 998U);
    rig.kernel.step();  // the clock that reaches it is an ordinary one
    EXPECT_EQ(rig.kernel.moment().now, offset == 0 ? ns(1000) : ns(1001));
  }
}

TEST(IdleSkip, KeepsToThePeriodsGridWithFractions) {
  Rig rig;
  rig.port.period = (Ticks{1} << 32) * 1000 / 644;  // 644 MHz
  rig.probe.next = ns(1'000'000);
  rig.kernel.step();
  rig.kernel.step();
  EXPECT_EQ(rig.kernel.moment().now % rig.port.period, 0U);
  EXPECT_LT(rig.kernel.moment().now, ns(1'000'000));
  EXPECT_GE(rig.kernel.moment().now + rig.port.period, ns(1'000'000));
}

TEST(IdleSkip, StopsBeforeEveryDeadlineSoThatEachIsReachedOnItsOwnEdge) {
  Rig with, without;
  for (Rig* rig : {&with, &without}) {
    rig->port.period = (Ticks{1} << 32) * 31 / 10;
    rig->port.deadline = ns(100);
    rig->port.deadline_step = ns(100) + 12345;
    rig->probe.next = ns(10'000);
    rig->kernel.set_skipping(rig == &with);
    while (rig->kernel.moment().now < ns(9'900)) rig->kernel.step();
  }
  EXPECT_EQ(with.port.deadlines_crossed, without.port.deadlines_crossed);
  EXPECT_GT(with.port.deadlines_crossed.size(), 90U);
  EXPECT_EQ(with.kernel.cycle(), without.kernel.cycle());
  EXPECT_LT(with.port.settled, without.port.settled / 2);
  EXPECT_EQ(without.kernel.skipped(), 0U);
}

TEST(IdleSkip, DoesNotSkipWhereSomethingIsBusyOrNothingIsToCome) {
  const auto skips = [](const std::function<void(Rig&)>& change) {
    Rig rig;
    rig.probe.next = ns(1000);
    rig.kernel.step();
    change(rig);
    rig.kernel.step();
    return rig.kernel.skipped() != 0;
  };
  EXPECT_TRUE(skips([](Rig&) {}));
  EXPECT_FALSE(skips([](Rig& r) { r.kernel.set_skipping(false); }));
  EXPECT_FALSE(skips([](Rig& r) { r.probe.next = kNever; }));
  EXPECT_FALSE(skips([](Rig& r) { r.probe.next = 0; }));
  EXPECT_FALSE(skips([](Rig& r) { r.probe.next = r.kernel.moment().now; }));
  EXPECT_FALSE(skips([](Rig& r) { r.probe.next = r.kernel.moment().now + 2 * r.kernel.period(); }));
  EXPECT_TRUE(
      skips([](Rig& r) { r.probe.next = r.kernel.moment().now + 2 * r.kernel.period() + 1; }));
  EXPECT_FALSE(skips([](Rig& r) {
    r.port.time_runs = false;
    r.kernel.set_skipping(false);
    r.kernel.step();
    r.kernel.set_skipping(true);
  }));
}

TEST(IdleSkip, NoticesADesignWhoseTimeDoesNotFollow) {
  Rig rig;
  rig.port.honours_skip = false;
  rig.probe.next = ns(1000);
  rig.kernel.step();
  EXPECT_THROW(rig.kernel.step(), Error);
}

TEST(Waves, TimeIsNowInPicosecondsAndRisesWhileNowStandsStill) {
  Rig rig;
  rig.port.time_runs = false;
  rig.kernel.open_waves("x.fst");
  rig.kernel.run(5);
  rig.port.time_runs = true;
  rig.kernel.run(5);
  rig.kernel.reset();
  rig.kernel.run(5);
  EXPECT_TRUE(rig.port.waves_open);
  const auto& t = rig.port.wave_times;
  ASSERT_GT(t.size(), 25U);
  for (std::size_t i = 1; i < t.size(); ++i) EXPECT_LT(t[i - 1], t[i]) << i;
  rig.kernel.close_waves();
  EXPECT_FALSE(rig.port.waves_open);
}

TEST(Waves, FromTheStartOfTimeTheyAgreeWithNowExactly) {
  Rig rig;
  rig.port.period = (Ticks{1} << 32) * 1000 / 644;
  rig.port.time_runs = false;
  rig.kernel.open_waves("x.fst", true);
  rig.kernel.run(20);
  EXPECT_TRUE(rig.port.wave_times.empty());
  rig.port.time_runs = true;
  for (int i = 0; i < 50; ++i) {
    rig.kernel.step();
    // The last entry is that of the rising edge, with which the next clock begins.
    ASSERT_FALSE(rig.port.wave_times.empty());
    EXPECT_EQ(rig.port.wave_times.back(),
              static_cast<std::uint64_t>((rig.kernel.moment().now * 1000) >> 32));
  }
}

TEST(Kernel, TheAlarmRingsOnceInTheFirstStepFromThereAndMaySetTheNext) {
  Rig rig;
  const std::uint64_t begin = rig.kernel.steps();
  std::vector<std::uint64_t> rung;
  std::function<void()> ring = [&] {
    rung.push_back(rig.kernel.steps() - begin);
    if (rung.size() == 1) rig.kernel.set_alarm(begin + 7, ring);
  };
  rig.kernel.set_alarm(begin + 3, ring);
  rig.kernel.run(20);
  EXPECT_EQ(rung, (std::vector<std::uint64_t>{3, 7}));
}

/// Throws in the clock of this time.
class Thrower : public Component {
 public:
  explicit Thrower(Ticks when) : when_(when) {}
  void drive(const Moment&, Pins&) override {}
  void sample(const Moment& at, const Pins&) override {
    if (at.now == when_) throw Error("found");
  }

 private:
  Ticks when_;
};

TEST(Kernel, AClockThatSampleBrokeOffIsFinishedOnceAndTheNextFollows) {
  Rig rig;
  Thrower thrower(ns(3));
  rig.kernel.add(thrower);
  EXPECT_THROW(rig.kernel.run(10), Error);
  EXPECT_EQ(rig.kernel.moment().now, ns(3));
  const std::uint64_t cycle = rig.kernel.cycle();
  rig.kernel.finish_clock();
  rig.kernel.finish_clock();
  EXPECT_EQ(rig.kernel.moment().now, ns(4));
  EXPECT_EQ(rig.kernel.cycle(), cycle + 1);
  rig.kernel.remove(thrower);
  rig.kernel.run(2);
  EXPECT_EQ(rig.probe.sampled, (std::vector<Ticks>{ns(0), ns(1), ns(2), ns(3), ns(4), ns(5)}));
}

}  // namespace
}  // namespace sluice::tb
