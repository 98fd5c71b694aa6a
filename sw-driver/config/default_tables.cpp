// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/default_tables.hpp"

namespace sluice::driver {

Maxima default_maxima(Table table) {
  Maxima maxima{};
  for (std::uint64_t bucket = 0; bucket < kBuckets; ++bucket) {
    const std::uint64_t n = bucket + 1;
    switch (table) {
      case Table::kAvailableBandwidth:
        maxima[bucket] = 195'312'500 * n * n;  // the last: 200e9 bytes/s, 1.6 Tb/s
        break;
      case Table::kRelativeBandwidth:
        maxima[bucket] = n == kBuckets ? 100 : 3 * n;
        break;
      case Table::kDelay:
        maxima[bucket] = n == kBuckets ? UINT32_MAX : 100 * n;
        break;
    }
  }
  return maxima;
}

}  // namespace sluice::driver
