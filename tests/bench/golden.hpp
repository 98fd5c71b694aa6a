// SPDX-License-Identifier: Apache-2.0
// The golden model alone, as `sluice model` runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/port/ideal.hpp"
#include "tests/bench/station.hpp"

namespace sluice::bench {

/// A port whose wire is always busy.
class Golden {
 public:
  explicit Golden(std::size_t length);
  /// Some frames more; answers how many left.
  std::uint64_t frames();

 private:
  std::vector<Bytes> frames_;
  std::uint64_t left_ = 0;
  model::Ticks wire_time_;  ///< of a frame
  model::Ticks now_ = 0;
  model::IdealPort port_;
};

}  // namespace sluice::bench
