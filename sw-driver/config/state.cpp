// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/state.hpp"

#include <fmt/format.h>

#include "sw-driver/config/value.hpp"

namespace sluice::driver {
namespace {

constexpr std::uint64_t kGigabitInBytes = 125'000'000;

const char* word(Action action) {
  switch (action) {
    case Action::kUpdate:
      return "update";
    case Action::kPass:
      return "pass";
    case Action::kStrip:
      return "strip";
  }
  return "update";
}

const lysc_node* speed_leaf(const Schema& schema) {
  const lysc_node* interface = schema.child(nullptr, "interface");
  return schema.child(schema.child(interface, "ethernet"), "port-speed");
}

void show_port(Tree& state, unsigned index, const PortConfig& port) {
  const std::string base = fmt::format("interface[name='ethernet-1/{}']", index + 1);
  const std::string locator = base + "/congestion-signaling/locator";
  const std::string port_speed = base + "/ethernet/port-speed";
  state.set(base + "/congestion-signaling/action", word(port.action));
  state.unset(locator);
  if (port.locator_valid) state.set(locator, fmt::format("{}", port.locator));
  // A speed that the schema has no word for (a simulation can be run at any) is not shown.
  state.unset(port_speed);
  const std::string speed = fmt::format("{}G", port.capacity / kGigabitInBytes);
  if (port.capacity % kGigabitInBytes == 0 &&
      accepts(state.schema(), speed_leaf(state.schema()), speed)) {
    state.set(port_speed, speed);
  }
}

}  // namespace

Tree make_state(const Tree& running, const BoardConfig& in_force, const PortCounters& total) {
  Tree state = running.clone();
  const std::string csig = "oam/congestion-signaling/";
  state.set(csig + "admin-state", in_force.enable ? "enable" : "disable");
  state.set(csig + "tag-length", in_force.format == Format::kWide ? "wide" : "compact");
  state.set(csig + "node-locator", fmt::format("{}", in_force.node_locator));
  state.set(csig + "interval", fmt::format("{}", in_force.interval_us));
  state.set(csig + "tpid", fmt::format("{}", in_force.tpid));
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) {
      state.set(fmt::format("{}compact/quantization-parameters/{}/bucket[index='{}']/maximum-value",
                            csig, name(static_cast<Table>(t)), b),
                fmt::format("{}", in_force.tables[t][b]));
    }
  }
  for (unsigned i = 0; i < in_force.ports.size(); ++i) show_port(state, i, in_force.ports[i]);

  const struct {
    const char* leaf;
    std::uint64_t value;
  } counters[] = {
      {"available-bandwidth-packet-counter", total.csig_abw_frames},
      {"available-bandwidth-byte-counter", total.csig_abw_bytes},
      {"relative-available-bandwidth-packet-counter", total.csig_rel_frames},
      {"relative-available-bandwidth-byte-counter", total.csig_rel_bytes},
      {"delay-packet-counter", total.csig_delay_frames},
      {"delay-byte-counter", total.csig_delay_bytes},
  };
  for (const auto& counter : counters) {
    state.set(csig + "statistics/" + counter.leaf, fmt::format("{}", counter.value));
  }
  state.add_defaults();
  return state;
}

}  // namespace sluice::driver
