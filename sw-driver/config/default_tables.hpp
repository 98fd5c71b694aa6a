// SPDX-License-Identifier: Apache-2.0
// The compact tables of `algorithm default-bucket` (specification, "Displaying congestion signaling
// state").
#pragma once

#include "sw-driver/device/board_config.hpp"

namespace sluice::driver {

Maxima default_maxima(Table table);

}  // namespace sluice::driver
