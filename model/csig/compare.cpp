// SPDX-License-Identifier: Apache-2.0
#include "model/csig/compare.hpp"

#include "model/common/wire.hpp"

namespace sluice::model {

Comparison compare(std::uint16_t word, std::uint8_t bucket, std::uint16_t locator) {
  CompactTag tag = unpack(word);
  if (tag.signal >= kSignals) return {word, Outcome::kUnsupported};
  if (tag.do_not_update) return {word, Outcome::kDSet};
  if (bucket == tag.bucket) return {word, Outcome::kEqual};
  const bool more_severe =
      is_minimum(static_cast<Signal>(tag.signal)) ? bucket < tag.bucket : bucket > tag.bucket;
  if (!more_severe) return {word, Outcome::kLessSevere};
  tag.bucket = bucket;
  tag.locator = static_cast<std::uint8_t>(locator & 0x3F);
  return {pack(tag), Outcome::kUpdated};
}

}  // namespace sluice::model
