// SPDX-License-Identifier: Apache-2.0
// Scenarios change by whole steps and by bytes within one.
#include <algorithm>

#include "tb/common/random.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

constexpr std::size_t kStep = 8;

std::ptrdiff_t byte_of(std::size_t step) { return static_cast<std::ptrdiff_t>(step * kStep); }

/// A step that is likely to matter: one that a run begins with, an act, or anything.
Bytes fresh_step(tb::Random& random) {
  Bytes step(kStep);
  for (std::uint8_t& b : step) b = static_cast<std::uint8_t>(random.next());
  if (random.chance(30)) step[0] = static_cast<std::uint8_t>(7 | random.below(16) << 4);
  return step;
}

}  // namespace

void mutate_port(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain) {
  tb::Random random(seed);
  input.resize((input.size() + kStep - 1) / kStep * kStep);
  if (input.size() < 2 * kStep || random.chance(10)) {
    const Bytes step = fresh_step(random);
    input.resize(std::max(input.size(), kStep));
    input.insert(input.end(), step.begin(), step.end());
    return;
  }
  const std::size_t steps = input.size() / kStep;
  const std::size_t one = random.below(steps), other = 1 + random.below(steps - 1);
  const std::size_t many = random.between(1, std::min<std::size_t>(8, steps - other));
  const auto at = [&](std::size_t step) { return input.begin() + byte_of(step); };
  switch (random.below(8)) {
    case 0: {  // a few steps again, somewhere
      const Bytes copy(at(other), at(other + many));
      const auto place = 1 + random.below(steps);
      input.insert(at(place), copy.begin(), copy.end());
      break;
    }
    case 1:
      if (steps > 2) input.erase(at(other), at(other + many));
      break;
    case 2: {
      const Bytes step = fresh_step(random);
      input.insert(at(other), step.begin(), step.end());
      break;
    }
    case 3:
      if (one != 0) std::swap_ranges(at(one), at(one + 1), at(other));
      break;
    case 4:  // libFuzzer's own mutation of one step, whose length stays
    case 5: {
      Bytes step(at(one), at(one + 1));
      plain(step, kStep);
      step.resize(kStep);
      std::copy(step.begin(), step.end(), at(one));
      break;
    }
    default:
      input[one * kStep + random.below(kStep)] = static_cast<std::uint8_t>(random.next());
  }
  input.resize(std::min(input.size(), longest / kStep * kStep));
}

}  // namespace sluice::fuzz
