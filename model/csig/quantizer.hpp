// SPDX-License-Identifier: Apache-2.0
// Golden model of the quantizer: bucket of a local value.
// Source: "CSIG signal types"; rule for the last bucket: docs/architecture.md.
#pragma once

#include <cstdint>

#include "model/csig/config.hpp"

namespace sluice::model {

/// Lowest n with value <= table[n]; 31 where the value is above all maxima.
/// Precondition: the maxima rise strictly (an activation is refused otherwise).
std::uint8_t quantize(const Table& table, std::uint64_t value);

}  // namespace sluice::model
