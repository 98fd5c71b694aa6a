// SPDX-License-Identifier: Apache-2.0
// What a configuration makes of the queues of each port, for people.
#pragma once

#include <string>

#include "sw-driver/device/board_config.hpp"
#include "sw-driver/device/device.hpp"

namespace sluice::app {

/// Several lines, each ended by a newline; ports that are alike stand together.
std::string queue_summary(const driver::BoardConfig& board, const driver::Caps& caps);

}  // namespace sluice::app
