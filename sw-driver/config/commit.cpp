// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/commit.hpp"

#include <fmt/format.h>

#include "sw-driver/config/default_tables.hpp"
#include "sw-driver/config/queues.hpp"
#include "sw-driver/config/read.hpp"

namespace sluice::driver {
namespace {

constexpr const char* kCsig = "oam/congestion-signaling";
constexpr std::uint64_t kBitsPerByte = 8;

std::string interface_path(unsigned port) { return "interface" + by_name(interface_name(port)); }

/// Words of this board's interfaces, for messages.
std::string interfaces(unsigned num_ports) {
  return num_ports == 1 ? "ethernet-1/1" : fmt::format("ethernet-1/1 to ethernet-1/{}", num_ports);
}

class Translation {
 public:
  Translation(const Candidate& candidate, const BoardFacts& facts)
      : candidate_(candidate), tree_(candidate.tree()), facts_(facts) {}

  Plan run() {
    existing_interfaces();
    format();
    plan_.board.enable = need(tree_, csig("admin-state")) == "enable";
    plan_.board.node_locator = number<std::uint16_t>(need(tree_, csig("node-locator")));
    plan_.board.tpid = number<std::uint16_t>(need(tree_, csig("tpid")));
    interval();
    for (unsigned t = 0; t < kTables; ++t) table(static_cast<Table>(t));
    for (unsigned i = 0; i < facts_.caps.num_ports; ++i) port(i);
    lldp();
    return std::move(plan_);
  }

 private:
  static std::string csig(const std::string& leaf) { return std::string(kCsig) + "/" + leaf; }

  Position where(const std::string& path) const { return candidate_.where("/sluice:" + path); }

  [[noreturn]] void refuse(const std::string& path, const std::string& text) const {
    throw CommitError(where(path), text);
  }

  void find(Finding::Kind kind, const std::string& path, const std::string& text) {
    plan_.findings.push_back({kind, ConfigError(where(path), text).what()});
  }

  void existing_interfaces() const {
    for (const char* top : {"interface", "qos/interfaces/interface", "system/lldp/interface"}) {
      for (unsigned i = facts_.caps.num_ports; i < 64; ++i) {
        const std::string path = fmt::format("{}[name='ethernet-1/{}']", top, i + 1);
        if (!tree_.get(path + "/name")) continue;
        refuse(path, fmt::format("interface 'ethernet-1/{}' is not on this board: expected {}",
                                 i + 1, interfaces(facts_.caps.num_ports)));
      }
    }
  }

  void format() {
    const bool wide = need(tree_, csig("tag-length")) == "wide";
    plan_.board.format = wide ? Format::kWide : Format::kCompact;
    if (wide ? facts_.caps.csig_wide : facts_.caps.csig_compact) return;
    refuse(csig("tag-length"), fmt::format("tag-length {} is not in this build: expected {}",
                                           wide ? "wide" : "compact", wide ? "compact" : "wide"));
  }

  void interval() {
    const std::uint32_t us = number<std::uint32_t>(need(tree_, csig("interval")));
    plan_.board.interval_us = us;
    const std::uint64_t slot_ns = std::uint64_t{us} * 100;  // a tenth of the interval
    const std::uint64_t period = facts_.period.value;
    if (period == 0 || (slot_ns << 32) >= facts_.caps.meter_clocks * period) return;
    refuse(csig("interval"),
           fmt::format("interval {} us is too short for this clock: a slot of {} ns is {} clocks "
                       "of {:.3f} ns, and the bandwidth meter needs {}",
                       us, slot_ns, (slot_ns << 32) / period,
                       static_cast<double>(period) / 4294967296.0, facts_.caps.meter_clocks));
  }

  void table(Table which) {
    Maxima maxima = default_maxima(which);
    const std::string base = csig("compact/quantization-parameters/" + std::string(name(which)));
    const bool configured = need(tree_, base + "/algorithm") == "bucket";
    std::array<bool, kBuckets> set{};
    std::optional<unsigned> first;
    for (unsigned b = 0; b < kBuckets; ++b) {
      const auto value = tree_.get(fmt::format("{}/bucket[index='{}']/maximum-value", base, b));
      if (!value) continue;
      set[b] = true;
      if (!first) first = b;
      if (configured) maxima[b] = number<std::uint64_t>(*value);
    }
    if (first && !configured) {
      find(Finding::Kind::kNote, fmt::format("{}/bucket[index='{}']", base, *first),
           fmt::format("the buckets of {} are kept but not in force: algorithm is default-bucket",
                       name(which)));
    }
    for (unsigned b = 1; b < kBuckets; ++b) {
      if (maxima[b] > maxima[b - 1]) continue;
      const unsigned blamed = set[b] ? b : b - 1;
      refuse(fmt::format("{}/bucket[index='{}']/maximum-value", base, blamed),
             fmt::format("{}: maximum-value {} of bucket {} is not above {} of bucket {}{}: the "
                         "maxima of all 32 buckets must rise",
                         name(which), maxima[b], b, maxima[b - 1], b - 1,
                         !set[b]       ? fmt::format(" (bucket {} has its default)", b)
                         : !set[b - 1] ? fmt::format(" (bucket {} has its default)", b - 1)
                                       : ""));
    }
    plan_.board.tables[static_cast<unsigned>(which)] = maxima;
  }

  void port(unsigned index) {
    const std::string base = interface_path(index);
    PortConfig port;
    std::uint64_t speed = facts_.default_speed;
    if (const auto word = tree_.get(base + "/ethernet/port-speed")) speed = speed_of(*word);
    if (facts_.forced_speed) speed = *facts_.forced_speed;
    port.capacity = speed / kBitsPerByte;
    if (const auto locator = tree_.get(base + "/congestion-signaling/locator")) {
      port.locator = number<std::uint16_t>(*locator);
      port.locator_valid = true;
    }
    if (const auto action = tree_.get(base + "/congestion-signaling/action")) {
      port.action = *action == "strip"  ? Action::kStrip
                    : *action == "pass" ? Action::kPass
                                        : Action::kUpdate;
    }
    if (tree_.get(base + "/admin-state") == "disable") {
      find(Finding::Kind::kWarning, base + "/admin-state",
           fmt::format("interface ethernet-1/{} is disabled, but this build cannot shut a port: it "
                       "forwards all the same",
                       index + 1));
    }
    constexpr std::uint64_t kFrames = 10, kMicro = 1'000'000;
    const std::uint64_t load = kFrames * (kMaxFrame + port.overhead);
    // capacity is below 2^40 and the interval at most 10^5, so the product stays below 2^57.
    const std::uint64_t room = port.capacity * plan_.board.interval_us / kMicro;
    if (load > room) {
      find(Finding::Kind::kWarning, csig("interval"),
           fmt::format(
               "interval {} us holds {} bytes at the {} Gb/s of ethernet-1/{}: ten frames "
               "of maximum size ({} bytes) do not fit, so that available bandwidth is coarse",
               plan_.board.interval_us, room, static_cast<double>(speed) / 1e9, index + 1, load));
    }
    port.buffer = translate_buffer(candidate_, facts_.caps, index, plan_.findings);
    plan_.board.ports.push_back(port);
  }

  void lldp() {
    if (need(tree_, "system/lldp/admin-state") == "disable") return;
    find(
        Finding::Kind::kWarning, "system/lldp/admin-state",
        "LLDP is enabled, but this build does not speak it yet: the action of each interface alone "
        "decides what happens to tags");
  }

  const Candidate& candidate_;
  const Tree& tree_;
  const BoardFacts& facts_;
  Plan plan_;
};

}  // namespace

std::uint64_t speed_of(const std::string& port_speed) {
  if (!port_speed.ends_with('G')) throw Error("'" + port_speed + "' is not a port speed");
  constexpr std::uint64_t kGiga = 1'000'000'000;
  return number<std::uint32_t>(port_speed.substr(0, port_speed.size() - 1)) * kGiga;
}

Plan check(Candidate& candidate, const BoardFacts& facts) {
  candidate.validate();
  return Translation(candidate, facts).run();
}

}  // namespace sluice::driver
