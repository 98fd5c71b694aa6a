// SPDX-License-Identifier: Apache-2.0
#include "tests/system/random_board.hpp"

#include <array>

#include "tests/system/random_frames.hpp"

namespace sluice::test {

Configuration random_configuration(tb::Random& random, unsigned width) {
  constexpr std::array<std::uint32_t, 3> kMostlyShort = {1, 1, 100};
  Configuration c = default_configuration();
  c.csig.enable = random.chance(90);
  c.csig.tpid = random.chance(80) ? 0x0600 : 0x6666;
  c.csig.node_locator = static_cast<std::uint16_t>(random.below(1U << 15));
  c.csig.interval_us = kMostlyShort[random.below(kMostlyShort.size())];
  // Steps of the size that makes the values of this bench fall in all buckets.
  const std::array<std::uint64_t, model::kSignals> steps = {4'000'000'000, 6,
                                                            width >= 512 ? 2U : 8U};
  for (std::size_t t = 0; t < model::kSignals; ++t) {
    const std::uint64_t step = random.between(1, steps[t]);
    for (std::uint64_t b = 0, value = random.below(10); b < model::kBuckets; ++b) {
      c.csig.tables[t][b] = value;
      value += 1 + random.below(step);
    }
  }
  c.port.capacity = random.chance(10) ? 0 : random.between(1, std::uint64_t{1} << 39);
  c.port.overhead = static_cast<std::uint8_t>(random.below(64));
  c.port.locator = static_cast<std::uint16_t>(random.below(1U << 15));
  c.port.locator_valid = random.chance(50);
  c.port.action = static_cast<model::Action>(random.below(3));
  return c;
}

tb::FrameSupply endless(tb::Random& random, const bool& stop, bool drops) {
  return [&random, &stop, drops, n = std::uint64_t{0}](tb::SourceFrame& f) mutable {
    if (stop) return false;
    f.packet = ++n;
    std::size_t length = random.between(14, 400);
    if (drops && random.chance(3)) length = random.between(1, 13);
    if (drops && random.below(200) == 0) length = random.between(9'601, 9'700);
    f.bytes = random_frame(random, length, random.chance(70) ? 0x0600 : 0x6666);
    if (random.below(60) == 0) make_mac_control(f.bytes);
    f.bad = drops && random.chance(3);
    return true;
  };
}

}  // namespace sluice::test
