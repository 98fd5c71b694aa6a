// SPDX-License-Identifier: Apache-2.0
// The whole design against the golden model under random traffic.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

class RandomTraffic : public ::testing::TestWithParam<unsigned> {};

/// Random frames of 1 to 300 bytes and, as many, of 1 to `longest`; a few of them oversize, bad, or
/// MAC Control.
tb::FrameSupply random_supply(tb::Random& random, unsigned count, unsigned longest) {
  return [&random, count, longest, n = 0U](tb::SourceFrame& f) mutable {
    if (n == count) return false;
    f.packet = ++n;
    const bool oversize = random.below(150) == 0;
    f.bytes = random_frame(random, oversize ? random.between(9'601, 9'800)
                                            : random.between(1, random.chance(50) ? 300 : longest));
    if (random.below(60) == 0) make_mac_control(f.bytes);
    f.bad = random.chance(5);
    return true;
  };
}

TEST_P(RandomTraffic, EqualsTheModelWithEveryActionDropGapsAndBackPressureAndMeetsEveryOutcome) {
  tb::Random random(seed(101));
  for (const tb::BackPressure pattern : {tb::BackPressure::kNone, tb::BackPressure::kRandom,
                                         tb::BackPressure::kBursts, tb::BackPressure::kStall}) {
    for (const unsigned gaps : {0U, 30U}) {
      tb::BenchOptions options;
      options.source = {.beat_gap_percent = gaps, .max_frame_gap = gaps, .seed = random.next()};
      options.sink.pattern = pattern;
      options.sink.percent = 40;
      options.sink.seed = random.next();
      Board board(GetParam(), options);
      Configuration config = default_configuration();
      config.csig.interval_us = 1;
      config.port.capacity = std::uint64_t{GetParam()} / 8 * 1'000'000'000;  // what the bus carries
      // Buckets where the values of this bench lie: delays begin at 6 ns, where nothing queues, and
      // these frames fill a part of a wide bus alone.
      const bool wide = GetParam() >= 512;
      for (std::uint64_t b = 0; b < model::kBuckets; ++b) {
        config.csig.tables[2][b] = 6 + (wide ? b : 3 * b);
        if (wide) config.csig.tables[1][b] = 69 + b;
      }
      std::uint64_t frames = 0;
      for (const model::Action action :
           {model::Action::kUpdate, model::Action::kPass, model::Action::kStrip}) {
        config.port.action = action;
        board.activate(config, frames == 0);
        const unsigned count = action == model::Action::kUpdate ? (wide ? 3'000 : 1'500) : 300;
        board.source.set_supply(random_supply(random, count, std::max(300U, GetParam())));
        board.finish();
        frames += count;
      }
      EXPECT_EQ(board.source.frames(), frames);
      expect_everything_counted(board);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomTraffic, ::testing::ValuesIn(tb::kBusWidths),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
