// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/app/convert.hpp"

#include <cstddef>

namespace sluice::app {
namespace {

constexpr bool same_names() {
  if (driver::kPortCounters.size() < model::kCounterNames.size()) return false;
  for (std::size_t i = 0; i < model::kCounterNames.size(); ++i) {
    if (driver::kPortCounters[i].name != model::kCounterNames[i]) return false;
  }
  return true;
}
static_assert(same_names(), "the driver must have the model's counters first, in the same order");

}  // namespace

model::CsigConfig to_model(const driver::BoardConfig& board) {
  model::CsigConfig config;
  config.enable = board.enable;
  config.tpid = board.tpid;
  config.node_locator = board.node_locator;
  config.interval_us = board.interval_us;
  for (std::size_t t = 0; t < config.tables.size(); ++t) config.tables[t] = board.tables[t];
  return config;
}

std::vector<model::PortConfig> to_model_ports(const driver::BoardConfig& board) {
  std::vector<model::PortConfig> ports;
  for (const driver::PortConfig& port : board.ports) {
    ports.push_back({port.capacity, port.overhead, port.locator, port.locator_valid,
                     static_cast<model::Action>(port.action)});
  }
  return ports;
}

std::vector<model::BufferConfig> to_model_buffers(const driver::BoardConfig& board) {
  std::vector<model::BufferConfig> buffers;
  for (const driver::PortConfig& port : board.ports) {
    const driver::BufferConfig& from = port.buffer;
    model::BufferConfig to;
    to.seed = from.seed;
    to.limit = from.limit;
    to.default_queue = from.default_queue;
    to.pcp_map = from.pcp_map;
    to.dscp_map = from.dscp_map;
    for (std::size_t q = 0; q < to.queue.size(); ++q) {
      const driver::QueueConfig& queue = from.queue[q];
      const driver::RedConfig& red = queue.red;
      to.queue[q] = {.strict = queue.strict,
                     .quantum = queue.quantum,
                     .limit = queue.limit,
                     .red = {.enable = red.enable,
                             .ecn = red.ecn,
                             .above_drop = red.above_drop,
                             .not_ect_drop = red.not_ect_drop,
                             .departure = red.departure,
                             .weight = red.weight,
                             .probability = red.probability,
                             .min = red.min,
                             .max = red.max}};
    }
    buffers.push_back(to);
  }
  return buffers;
}

std::array<std::uint64_t, model::kCounters> counter_values(const driver::PortCounters& counters) {
  std::array<std::uint64_t, model::kCounters> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = counters.*driver::kPortCounters[i].member;
  }
  return values;
}

driver::PortCounters to_driver(const model::Counters& counters) {
  driver::PortCounters result;
  for (std::size_t i = 0; i < model::kCounters; ++i) {
    result.*driver::kPortCounters[i].member = counters.*model::kCounterMembers[i];
  }
  return result;
}

}  // namespace sluice::app
