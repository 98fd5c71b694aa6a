// SPDX-License-Identifier: Apache-2.0
// Admission with RED against the golden model under random traffic: every event of every clock
// compared.
#include <random>

#include "Vrtl_admission.h"
#include "Vrtl_admission_small.h"
#include "tests/queue/admission_bench.hpp"
#include "tests/support/seed.hpp"

namespace sluice {
namespace {

using namespace test;

constexpr std::uint32_t kDepthMax = 0xFF'FFFF;

/// Random rules and frames; depths stay near thresholds and limits, because those are chosen near
/// depths.
class Traffic {
 public:
  explicit Traffic(std::uint64_t seed) : random_(seed) {}

  std::uint64_t any(std::uint64_t below) { return random_() % below; }
  bool chance(unsigned of) { return random_() % of == 0; }

  RedRule red(std::uint32_t scale) {
    RedRule r;
    r.enable = !chance(4);
    r.ecn = !chance(4);
    r.departure = chance(3);
    r.above_drop = chance(3);
    r.not_ect_drop = chance(3);
    r.weight = chance(2) ? 0 : any(16);
    r.probability = chance(4) ? 65'536 : chance(4) ? 0 : any(65'537);
    r.min = any(scale);
    r.max = chance(4) ? r.min : std::min<std::uint32_t>(kDepthMax, r.min + any(scale));
    return r;
  }
  BufferRule rule(std::uint32_t scale) {
    BufferRule r;
    r.seed = chance(2) ? 1 + any(2) : static_cast<std::uint32_t>(random_()) | 1;
    r.limit = chance(2) ? kDepthMax : any(4 * scale);
    r.default_queue = any(8);
    for (auto& q : r.pcp_map) q = any(8);
    for (auto& q : r.dscp_map) q = any(8);
    if (chance(2)) r.dscp_map.fill(any(8));
    for (auto& q : r.queue) {
      q.strict = chance(2);
      q.quantum = any(1 << 20);
      q.limit = chance(2) ? kDepthMax : any(2 * scale);
      q.red = red(scale);
    }
    return r;
  }
  Arrival arrival(unsigned longest) {
    Arrival a;
    a.drop = chance(10) ? 1 + any(3) : unsigned{kKept};
    a.len = a.drop != kKept ? any(65'536) : 14 + any(chance(4) ? longest - 13 : 100);
    if (a.drop == kKept && chance(8)) a.len = 9'600;
    a.vlan = chance(3);
    a.pcp = any(8);
    a.ip = any(4);
    a.dscp = any(64);
    a.ecn = any(4);
    return a;
  }

 private:
  std::mt19937_64 random_;
};

template <class Dut>
void run(AdmissionBench<Dut>& bench, Traffic& traffic, int rounds, bool activate) {
  std::array<unsigned, 8> reasons{};
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t scale = 500U << traffic.any(12);
    bench.idle(2);  // activations are three clocks apart at least
    bench.clock({.activate = traffic.rule(scale)});
    bench.idle(2);
    const unsigned in = 1 + traffic.any(4), out = 1 + traffic.any(4);
    const std::uint8_t paused = traffic.chance(2) ? 0 : static_cast<std::uint8_t>(traffic.any(256));
    unsigned since = 3;
    for (int i = 0; i < 400; ++i) {
      typename AdmissionBench<Dut>::Clock clock;
      if (activate && since >= 3 && traffic.chance(6)) {
        clock.activate = traffic.rule(scale);
        since = 0;
      }
      ++since;
      clock.snapshot = traffic.chance(16);
      clock.clear = traffic.chance(2);
      const unsigned first = traffic.any(8);
      if (traffic.chance(out)) {
        for (unsigned k = 0; k < 8; ++k) {
          const unsigned q = (first + k) % 8;
          if (bench.eligible(q) && (paused >> q & 1) == 0) {
            clock.select = q;
            break;
          }
        }
      }
      if (traffic.chance(in)) clock.arrive = traffic.arrival(std::min(scale, 9'600U));
      const Judged judged = bench.clock(clock);
      if (clock.arrive) ++reasons[judged.drop];
      if (::testing::Test::HasFailure()) return;
    }
  }
  for (int i = 0; i < 100'000; ++i) {
    typename AdmissionBench<Dut>::Clock clock;
    for (unsigned q = 0; q < 8 && !clock.select; ++q) {
      if (bench.eligible(q)) clock.select = q;
    }
    bench.clock(clock);
    if (!clock.select && bench.reference().port() == 0) break;
  }
  EXPECT_EQ(bench.reference().port(), 0U);
  EXPECT_EQ(bench.reference().cells(), 0U);
  bench.clock({.snapshot = true, .clear = true});
  bench.drain();
  // None of the reasons is left to chance.
  for (unsigned reason = 0; reason < reasons.size(); ++reason) {
    if (reason != kBufferFull) {
      EXPECT_GT(reasons[reason], 20U) << reason;
    }
  }
}

TEST(AdmissionRandom, AgreesWithTheModelInEveryClock) {
  Traffic traffic(seed(601));
  AdmissionBench<Vrtl_admission> bench(65'536, 64);
  run(bench, traffic, 500, false);
}

TEST(AdmissionRandom, EveryEventGetsExactlyTheConfigurationOfItsClockUnderActivations) {
  Traffic traffic(seed(602));
  AdmissionBench<Vrtl_admission> bench(65'536, 64);
  run(bench, traffic, 500, true);
}

TEST(AdmissionRandom, AgreesWithTheModelWhereTheBufferIsSoonFull) {
  Traffic traffic(seed(603));
  AdmissionBench<Vrtl_admission_small> bench(300, 128);
  run(bench, traffic, 400, true);
}

TEST(AdmissionRandom, OneQueueTakesAnArrivalAndASelectInEveryClock) {
  Traffic traffic(seed(604));
  AdmissionBench<Vrtl_admission> bench(65'536, 64);
  BufferRule rule;
  rule.default_queue = 5;
  rule.dscp_map.fill(5);
  rule.queue[5].red = {true, true, true, true, false, 2, 40'000, 1'000, 3'000};
  bench.clock({.activate = rule});
  unsigned selects = 0;
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    Arrival a;
    a.len = 64 + traffic.any(3);
    a.ecn = traffic.any(4);
    const bool select = bench.eligible(5);
    selects += select;
    bench.clock({.select = select ? std::optional(5U) : std::nullopt, .arrive = a});
  }
  EXPECT_GT(selects, 10'000U);
}

}  // namespace
}  // namespace sluice
