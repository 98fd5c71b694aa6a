// SPDX-License-Identifier: Apache-2.0
// Tables of `algorithm default-bucket`, format compact, as the state screen shows them
// ("Displaying congestion signaling state").
#pragma once

#include <array>

#include "model/csig/config.hpp"

namespace sluice::model {

/// By Signal. Largest value of each bucket.
inline constexpr std::array<Table, kSignals> kDefaultTables = {{
    // Available bandwidth, bytes/s.
    {{
        195312500U,    781250000U,    1757812500U,   3125000000U,   4882812500U,   7031250000U,
        9570312500U,   12500000000U,  15820312500U,  19531250000U,  23632812500U,  28125000000U,
        33007812500U,  38281250000U,  43945312500U,  50000000000U,  56445312500U,  63281250000U,
        70507812500U,  78125000000U,  86132812500U,  94531250000U,  103320312500U, 112500000000U,
        122070312500U, 132031250000U, 142382812500U, 153125000000U, 164257812500U, 175781250000U,
        187695312500U, 200000000000U,
    }},
    // Relative available bandwidth, percent.
    {{
        3U,  6U,  9U,  12U, 15U, 18U, 21U, 24U, 27U, 30U, 33U, 36U, 39U, 42U, 45U, 48U,
        51U, 54U, 57U, 60U, 63U, 66U, 69U, 72U, 75U, 78U, 81U, 84U, 87U, 90U, 93U, 100U,
    }},
    // Delay, ns.
    {{
        100U,  200U,  300U,  400U,  500U,  600U,  700U,  800U,  900U,  1000U,       1100U,
        1200U, 1300U, 1400U, 1500U, 1600U, 1700U, 1800U, 1900U, 2000U, 2100U,       2200U,
        2300U, 2400U, 2500U, 2600U, 2700U, 2800U, 2900U, 3000U, 3100U, 4294967295U,
    }},
}};

}  // namespace sluice::model
