// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/options.hpp"

namespace sluice::app {
int traffic(const std::string&, std::uint64_t, std::uint64_t, std::uint64_t, double) { return kOk; }
}  // namespace sluice::app
