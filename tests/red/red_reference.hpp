// SPDX-License-Identifier: Apache-2.0
// RED's rules once more, as plainly as they can be written: shared/facts gives them, no block is
// looked at. Everything in 64 bits, floor by division.
#pragma once

#include <cstdint>

#include "model/red/red.hpp"

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

/// One port's RED: the golden model by what comes in at the block's pins.
class RedReference {
 public:
  void reseed(std::uint32_t seed) { model_.restart(seed); }

  /// `depth`: of the queue, the frame included. `first`: it was empty before.
  RedVerdict arrive(unsigned queue, std::uint32_t depth, bool first, unsigned ecn,
                    const RedRule& rule) {
    return of(model_.arrive(queue, config(rule), first ? 0 : 1, depth, model::Ecn(ecn)));
  }
  RedVerdict depart(unsigned queue, std::uint32_t depth, unsigned ecn, const RedRule& rule) {
    return of(model_.select(queue, config(rule), depth, model::Ecn(ecn)));
  }

  /// In 1/65536 bytes.
  std::int64_t average(unsigned queue) const {
    return static_cast<std::int64_t>(model_.average(queue));
  }
  unsigned draws() const { return draws_; }

 private:
  static model::RedConfig config(const RedRule& r) {
    return {.enable = r.enable,
            .ecn = r.ecn,
            .above_drop = r.above_drop,
            .not_ect_drop = r.not_ect_drop,
            .departure = r.departure,
            .weight = static_cast<std::uint8_t>(r.weight),
            .probability = r.probability,
            .min = r.min,
            .max = r.max};
  }
  RedVerdict of(const model::RedDecision& decision) {
    draws_ += decision.range == model::RedRange::kBetween;
    return {decision.verdict == model::RedVerdict::kDrop,
            decision.verdict == model::RedVerdict::kMark};
  }

  model::Red model_;
  unsigned draws_ = 0;
};

}  // namespace sluice::test
