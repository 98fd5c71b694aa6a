// SPDX-License-Identifier: Apache-2.0
// What `info from state` shows: the running configuration with its defaults, overlaid with what the
// board has in force.
#pragma once

#include "sw-driver/config/tree.hpp"
#include "sw-driver/device/board_config.hpp"
#include "sw-driver/device/counters.hpp"

namespace sluice::driver {

/// `running`: the committed configuration; `in_force`: Device::read_state(); `total`:
/// Device::read_total(). Errors: Error where the board reports what the schema cannot hold.
Tree make_state(const Tree& running, const BoardConfig& in_force, const PortCounters& total);

}  // namespace sluice::driver
