// SPDX-License-Identifier: Apache-2.0
#include "model/red/red.hpp"

namespace sluice::model {
namespace {

constexpr unsigned kFraction = 16;

/// avg += (q - avg) >> weight, rounded down. The right shift of a negative number is arithmetic
/// since C++20.
std::uint64_t averaged(std::uint64_t average, std::uint32_t depth, unsigned weight) {
  const auto old = static_cast<std::int64_t>(average);
  const std::int64_t target = std::int64_t{depth} << kFraction;
  return static_cast<std::uint64_t>(old + ((target - old) >> weight));
}

}  // namespace

RedDecision Red::judge(unsigned queue, const RedConfig& config, std::uint32_t depth) {
  average_[queue] = averaged(average_[queue], depth, config.weight);
  RedDecision result;
  result.depth = static_cast<std::uint32_t>(average_[queue] >> kFraction);
  if (result.depth < config.min) {
    result.range = RedRange::kBelow;
  } else if (result.depth > config.max) {
    result.range = RedRange::kAbove;
    result.hit = true;
  } else {
    result.range = RedRange::kBetween;
    result.draw = random_.draw();
    const std::uint64_t width = config.max - config.min;
    // At min = max both sides would be 0; there the probability is that at max.
    result.hit = width == 0 ? result.draw < config.probability
                            : result.draw * width <
                                  std::uint64_t{config.probability} * (result.depth - config.min);
  }
  return result;
}

RedDecision Red::arrive(unsigned queue, const RedConfig& config, std::uint32_t before,
                        std::uint32_t depth, Ecn ecn) {
  if (!config.enable) return {};
  if (before == 0) average_[queue] = 0;
  if (config.departure) return {};
  RedDecision result = judge(queue, config, depth);
  if (!result.hit) return result;
  if (result.range == RedRange::kAbove && config.above_drop) {
    result.verdict = RedVerdict::kDrop;
  } else if (config.ecn && ecn != Ecn::kNotEct) {
    if (is_ect(ecn)) result.verdict = RedVerdict::kMark;
  } else if (config.not_ect_drop) {
    result.verdict = RedVerdict::kDrop;
  }
  return result;
}

RedDecision Red::select(unsigned queue, const RedConfig& config, std::uint32_t depth, Ecn ecn) {
  if (!config.enable || !config.departure) return {};
  RedDecision result = judge(queue, config, depth);
  if (result.hit && config.ecn && is_ect(ecn)) result.verdict = RedVerdict::kMark;
  return result;
}

}  // namespace sluice::model
