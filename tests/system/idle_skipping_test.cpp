// SPDX-License-Identifier: Apache-2.0
// Skipping idle time changes nothing but the number of clocks that are computed.
#include <gtest/gtest.h>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

struct Sent {
  tb::Ticks first, last;
  std::vector<std::uint8_t> bytes;
  friend bool operator==(const Sent&, const Sent&) = default;
};

struct Result {
  std::vector<Sent> frames;
  std::vector<std::uint64_t> counters;
  std::uint64_t cycles = 0, skipped = 0;
  tb::Ticks now = 0;
};

struct Case {
  unsigned width;
  std::uint64_t period;  ///< 16.32 ns
  std::uint32_t interval_us;
  tb::SinkOptions sink;
  bool strip = false;
};

Result run(const Case& c, std::uint64_t seed, bool skipping) {
  tb::Random random(seed);
  tb::BenchOptions options;
  options.sink = c.sink;
  Board board(c.width, options, c.period);
  Configuration config = default_configuration();
  config.csig.interval_us = c.interval_us;
  if (c.strip) config.port.action = model::Action::kStrip;
  board.activate(config);
  board.kernel.set_skipping(skipping);
  Result result;
  board.sink.on_frame([&](const tb::SinkFrame& f) {
    result.frames.push_back({f.first_beat, f.last_beat, {f.bytes.begin(), f.bytes.end()}});
  });
  // Bursts, with silences of all sizes between: inside a slot, some slots, beyond the window.
  tb::Ticks time = board.kernel.moment().now;
  unsigned n = 0;
  board.source.set_supply([&](tb::SourceFrame& f) {
    if (n == 300) return false;
    ++n;
    const std::uint64_t us = c.interval_us;
    switch (random.below(12)) {
      case 0:
        time += model::from_ns(random.below(30 * us)) + random.below(1U << 31);
        break;
      case 1:
        time += model::from_ns(random.below(300 * us));
        break;
      case 2:
        time += model::from_ns(random.below(3000 * us));
        break;
      default:
        break;
    }
    f.time = time;
    f.bytes = random_frame(random, random.between(14, 400));
    return true;
  });
  board.drain();
  const tb::Ticks end = board.kernel.moment().now + model::from_ns(5000 * c.interval_us);
  tb::SourceFrame last;
  board.source.set_supply([&, sent = false](tb::SourceFrame& f) mutable {
    if (sent) return false;
    sent = true;
    f.time = end;
    f.bytes = tagged_frame(100, 31U << 7);
    return true;
  });
  board.drain();
  result.cycles = board.kernel.cycle();
  result.skipped = board.kernel.skipped();
  result.now = board.kernel.moment().now;
  result.counters = board.compare_counters();
  board.scoreboard.finish(board.kernel.moment());
  return result;
}

TEST(IdleSkipping, GivesTheSameFramesTimesAndCountersAsNoSkipping) {
  const std::uint64_t base = seed(109);
  const std::uint64_t p644 =
      6'664'000'000'000 / 1000;  // about 1.55 ns: no whole number of anything
  const std::vector<Case> cases = {
      {64, kPeriod1Ns, 1, {}},
      {512, kPeriod1Ns, 1, {}},
      {512, p644, 1, {}},
      {512, 4 * kPeriod1Ns, 100, {}},
      {64, p644, 1, {.pattern = tb::BackPressure::kRandom, .percent = 50}},
      {512, kPeriod1Ns, 1, {.pattern = tb::BackPressure::kStall, .percent = 50}},
      {512, p644, 1, {.pattern = tb::BackPressure::kBursts, .percent = 50}},
      {512, kPeriod1Ns, 1, {.speed_bps = 25'000'000'000}},
      {512, p644, 1, {.speed_bps = 99'999'999'999}, true},
      {128, kPeriod1Ns, 1, {.speed_bps = 25'000'000'000}},
      {256, p644, 1, {.pattern = tb::BackPressure::kRandom, .percent = 50}, true},
      {1024, p644, 1, {.speed_bps = 25'000'000'000}, true},
      {1024, kPeriod1Ns, 1, {.pattern = tb::BackPressure::kBursts, .percent = 50}},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(i);
    const Result with = run(cases[i], base + i, true);
    const Result without = run(cases[i], base + i, false);
    EXPECT_EQ(with.frames.size(), without.frames.size());
    EXPECT_TRUE(with.frames == without.frames);
    EXPECT_EQ(with.counters, without.counters);
    EXPECT_EQ(with.cycles, without.cycles);
    EXPECT_EQ(with.now, without.now);
    EXPECT_EQ(without.skipped, 0U);
    EXPECT_GT(with.skipped, with.cycles / 10);
  }
}

TEST(IdleSkipping, CrossesHoursInAFewClocks) {
  Board board(512);
  board.activate(default_configuration());
  unsigned n = 0;
  board.source.set_supply([&](tb::SourceFrame& f) {
    if (n == 3) return false;
    f.time = model::from_ns(std::uint64_t{n++} * 3'600'000'000'000);
    f.bytes = tagged_frame(100, 31U << 7);
    return true;
  });
  const std::uint64_t before = board.kernel.cycle() - board.kernel.skipped();
  board.finish();
  EXPECT_LT(board.kernel.cycle() - board.kernel.skipped() - before, 3000U);
  EXPECT_GT(model::to_ns(board.kernel.moment().now), 7'200'000'000'000U);
}

}  // namespace
}  // namespace sluice::test
