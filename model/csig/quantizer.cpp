// SPDX-License-Identifier: Apache-2.0
#include "model/csig/quantizer.hpp"

#include <algorithm>

namespace sluice::model {

std::uint8_t quantize(const Table& table, std::uint64_t value) {
  const auto found = std::lower_bound(table.begin(), table.end(), value);
  return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(found - table.begin(), kBuckets - 1));
}

}  // namespace sluice::model
