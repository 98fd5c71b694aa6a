// SPDX-License-Identifier: Apache-2.0
// Golden model of compare-and-replace on a compact tag.
// Source: "CSIG signal types" (aggregation), "CSIG lifecycle" (transit).
#pragma once

#include <cstdint>

#include "model/csig/config.hpp"
#include "model/csig/outcome.hpp"

namespace sluice::model {

/// Minimum signals keep the smallest bucket of the path, maximum signals the largest.
constexpr bool is_minimum(Signal signal) { return signal != Signal::kDelay; }

struct Comparison {
  std::uint16_t word = 0;            ///< the tag's word as it must leave
  Outcome outcome = Outcome::kNone;  ///< kUpdated, kEqual, kLessSevere, kUnsupported or kDSet
};

/// `word` as received; `bucket` (0..31) of the local value of the tag's signal, not looked at where
/// the type is unsupported or d is set; `locator`: what an update writes, low 6 bits.
Comparison compare(std::uint16_t word, std::uint8_t bucket, std::uint16_t locator);

}  // namespace sluice::model
