// SPDX-License-Identifier: Apache-2.0
// The whole design against the golden model under random traffic.
#include <gtest/gtest.h>

#include "tests/support/seed.hpp"
#include "tests/system/board.hpp"
#include "tests/system/random_frames.hpp"

namespace sluice::test {
namespace {

class RandomTraffic : public ::testing::TestWithParam<unsigned> {};

/// Random frames of random lengths, some bad.
tb::FrameSupply random_supply(tb::Random& random, unsigned count, std::size_t shortest,
                              std::size_t longest, unsigned bad_percent) {
  return [&random, count, shortest, longest, bad_percent, n = 0U](tb::SourceFrame& f) mutable {
    if (n == count) return false;
    f.packet = ++n;
    f.bytes = random_frame(random, random.between(shortest, longest));
    f.bad = random.chance(bad_percent);
    return true;
  };
}

TEST_P(RandomTraffic, EqualsTheModelAtLengths1To300WithGapsBackPressureBadFramesAndRunts) {
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
      board.activate(config);
      board.source.set_supply(random_supply(random, 1500, 1, 300, 5));
      board.finish();
      EXPECT_EQ(board.source.frames(), 1500U);
      const auto c = board.scoreboard.snapshot();
      ASSERT_TRUE(c);
      EXPECT_GT(c->drop_bad, 0U);
      EXPECT_GT(c->drop_runt, 0U);
      EXPECT_GT(c->csig_abw_updated + c->csig_rel_updated + c->csig_delay_updated, 0U);
      EXPECT_GT(c->csig_less_severe, 0U);
      EXPECT_GT(c->csig_equal, 0U);
      EXPECT_GT(c->csig_d_set, 0U);
      EXPECT_GT(c->csig_unsupported, 0U);
      EXPECT_GT(c->csig_vlan_after, 0U);
      EXPECT_GT(c->csig_non_ip, 0U);
      EXPECT_GT(c->csig_foreign_tpid, 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomTraffic, ::testing::Values(64U, 512U),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace sluice::test
