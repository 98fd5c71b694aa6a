// SPDX-License-Identifier: Apache-2.0
// The driver's and the golden model's views of one configuration. They are written apart, so that
// neither depends on the other; here they meet.
#pragma once

#include <array>
#include <vector>

#include "model/csig/config.hpp"
#include "model/port/counters.hpp"
#include "model/queue/config.hpp"
#include "sw-driver/device/board_config.hpp"
#include "sw-driver/device/counters.hpp"

namespace sluice::app {

model::CsigConfig to_model(const driver::BoardConfig& board);
std::vector<model::PortConfig> to_model_ports(const driver::BoardConfig& board);
std::vector<model::BufferConfig> to_model_buffers(const driver::BoardConfig& board);

/// In the order of model::kCounterNames.
std::array<std::uint64_t, model::kCounters> counter_values(const driver::PortCounters& counters);
driver::PortCounters to_driver(const model::Counters& counters);

}  // namespace sluice::app
