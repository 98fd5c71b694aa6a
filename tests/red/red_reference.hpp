// SPDX-License-Identifier: Apache-2.0
// RED's rules once more, as plainly as they can be written: shared/facts gives them, no block is
// looked at. Everything in 64 bits, floor by division.
#pragma once

#include <array>
#include <cstdint>

namespace sluice::test {

/// sluice_pkg::red_config_t
struct RedRule {
  bool enable = false, ecn = false, above_drop = false, not_ect_drop = false, departure = false;
  unsigned weight = 0;
  std::uint32_t probability = 0;  ///< 1/65536
  std::uint32_t min = 0, max = 0;
};

enum Ecn : unsigned { kNotEct = 0, kEct1 = 1, kEct0 = 2, kCe = 3 };

struct RedVerdict {
  bool drop = false, mark = false;
  friend bool operator==(const RedVerdict&, const RedVerdict&) = default;
};

/// One port's RED.
class RedReference {
 public:
  void reseed(std::uint32_t seed) { state_ = seed; }

  /// `depth`: of the queue, the frame included. `first`: it was empty before.
  RedVerdict arrive(unsigned queue, std::uint32_t depth, bool first, unsigned ecn,
                    const RedRule& rule) {
    if (!rule.enable) return {};
    if (first) average_[queue] = 0;
    if (rule.departure) return {};
    return judge(queue, depth, ecn, rule, rule.above_drop, rule.not_ect_drop);
  }
  RedVerdict depart(unsigned queue, std::uint32_t depth, unsigned ecn, const RedRule& rule) {
    if (!rule.enable || !rule.departure) return {};
    return judge(queue, depth, ecn, rule, false, false);
  }

  /// In 1/65536 bytes.
  std::int64_t average(unsigned queue) const { return average_[queue]; }
  unsigned draws() const { return draws_; }

 private:
  static std::int64_t floor_divide(std::int64_t value, std::int64_t by) {
    const std::int64_t quotient = value / by;
    return quotient * by > value ? quotient - 1 : quotient;
  }

  std::uint32_t draw() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    ++draws_;
    return state_ >> 16;
  }

  RedVerdict judge(unsigned queue, std::uint32_t depth, unsigned ecn, const RedRule& rule,
                   bool above_drop, bool not_ect_drop) {
    const std::int64_t target = std::int64_t{depth} * 65'536;
    average_[queue] += floor_divide(target - average_[queue], std::int64_t{1} << rule.weight);
    const std::uint64_t x = static_cast<std::uint64_t>(average_[queue]) / 65'536;
    if (x < rule.min) return {};
    const bool above = x > rule.max;
    if (!above) {
      const std::uint64_t r = draw();
      const std::uint64_t chance = rule.probability;
      const bool hit =
          rule.min == rule.max ? r < chance : r * (rule.max - rule.min) < chance * (x - rule.min);
      if (!hit) return {};
    } else if (above_drop) {
      return {.drop = true};
    }
    const bool ect = ecn == kEct0 || ecn == kEct1;
    if (rule.ecn && ect) return {.mark = true};
    if (rule.ecn && ecn == kCe) return {};
    return {.drop = not_ect_drop};
  }

  std::array<std::int64_t, 8> average_{};
  std::uint32_t state_ = 1;
  unsigned draws_ = 0;
};

}  // namespace sluice::test
