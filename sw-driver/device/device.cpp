// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sw-driver/device/registers.hpp"

namespace sluice::driver {

std::string_view name(Table table) {
  switch (table) {
    case Table::kAvailableBandwidth:
      return "available-bandwidth";
    case Table::kRelativeBandwidth:
      return "relative-available-bandwidth";
    case Table::kDelay:
      return "delay";
  }
  return "unknown table";
}

Period Period::of_hz(std::uint64_t hz) {
  constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
  constexpr std::uint64_t kMinHz = 15'260;  // 65535 ns, rounded up
  constexpr std::uint64_t kMaxHz = 10 * kNsPerSecond;
  if (hz < kMinHz || hz > kMaxHz) {
    throw DeviceError(fmt::format("clock of {} Hz is not supported: expected {} Hz to {} Hz", hz,
                                  kMinHz, kMaxHz));
  }
  return {(kNsPerSecond << 32) / hz};
}

Device::Device(Bus& bus) : bus_(bus) {
  if (const std::uint32_t id = bus_.read32(reg::kId); id != reg::kIdValue) {
    throw DeviceError(fmt::format(
        "no Sluice board: the identification register holds {:#010x}, expected {:#010x} ('SLUC')",
        id, reg::kIdValue));
  }
  const std::uint32_t version = bus_.read32(reg::kVersion);
  caps_.version_major = reg::kVersionMajor.get(version);
  caps_.version_minor = reg::kVersionMinor.get(version);
  caps_.version_patch = reg::kVersionPatch.get(version);
  if (caps_.version_major != reg::kMajor) {
    throw DeviceError(fmt::format(
        "the board's register map is version {}.{}.{}: this driver needs major version {}",
        caps_.version_major, caps_.version_minor, caps_.version_patch, reg::kMajor));
  }
  if (caps_.version_minor < reg::kMinor) {
    throw DeviceError(fmt::format(
        "the board's register map is version {}.{}.{}: this driver needs {}.{} or a later minor "
        "version",
        caps_.version_major, caps_.version_minor, caps_.version_patch, reg::kMajor, reg::kMinor));
  }
  const std::uint32_t caps = bus_.read32(reg::kCaps);
  caps_.data_width = reg::kCapsDataW.get(caps);
  caps_.num_ports = reg::kCapsNumPorts.get(caps);
  constexpr unsigned kMaxPorts = sizeof(sluice_t::port) / sizeof(sluice_t::port[0]);
  if (caps_.num_ports == 0 || caps_.num_ports > kMaxPorts) {
    throw DeviceError(
        fmt::format("the board reports {} ports, expected 1 to {}", caps_.num_ports, kMaxPorts));
  }
  const std::uint32_t features = bus_.read32(reg::kFeatures);
  caps_.csig_compact = reg::kFeatureCompact.get(features) != 0;
  caps_.csig_wide = reg::kFeatureWide.get(features) != 0;
  caps_.red = reg::kFeatureRed.get(features) != 0;
  caps_.pfc = reg::kFeaturePfc.get(features) != 0;
  caps_.pfc_watchdog = reg::kFeaturePfcWatchdog.get(features) != 0;
  caps_.qcn = reg::kFeatureQcn.get(features) != 0;
  caps_.k = reg::kFeatureK.get(features);
  caps_.meter_clocks = reg::kFeatureMeter.get(features);
  caps_.buffer_bytes = reg::kBufferBytes.get(bus_.read32(reg::kBuffer));
  const std::uint32_t cells = bus_.read32(reg::kCells);
  caps_.cell_bytes = reg::kCellBytes.get(cells);
  caps_.red_clocks = reg::kRedClocks.get(cells);
  caps_.queues = reg::kInfoQueues.get(bus_.read32(reg::port(0) + reg::kPortInfo));
  if (caps_.queues != kQueues) {
    throw DeviceError(
        fmt::format("the board reports {} queues a port, expected {}", caps_.queues, kQueues));
  }
}

std::uint64_t Device::read64(std::uint32_t address) {
  const std::uint64_t low = bus_.read32(address);
  const std::uint64_t high = bus_.read32(address + 4);
  return high << 32 | low;
}

void Device::set_period(Period period) {
  bus_.write32(reg::kPeriod, static_cast<std::uint32_t>(period.value));
  bus_.write32(reg::kPeriod + 4, static_cast<std::uint32_t>(period.value >> 32));
  if (const Period found = read_period(); found != period) {
    throw DeviceError(fmt::format("the period register holds {:#x} after {:#x} was written",
                                  found.value, period.value));
  }
}

Period Device::read_period() { return {read64(reg::kPeriod)}; }

void Device::start_time() { bus_.write32(reg::kTimeCtrl, reg::kTimeEnable.put(1)); }

void Device::stop_time() { bus_.write32(reg::kTimeCtrl, reg::kTimeEnable.put(0)); }

std::uint64_t Device::read_now() { return read64(reg::kNow); }

void Device::snapshot() { bus_.write32(reg::kStatsCmd, reg::kStatsSnapshot.put(1)); }

std::vector<PortCounters> Device::clear_counters() {
  bus_.write32(reg::kStatsCmd, reg::kStatsSnapshot.put(1) | reg::kStatsClear.put(1));
  std::vector<PortCounters> last;
  last.reserve(caps_.num_ports);
  for (unsigned port = 0; port < caps_.num_ports; ++port) last.push_back(read_counters(port));
  return last;
}

std::uint32_t Device::port_base(unsigned port) const {
  if (port >= caps_.num_ports) {
    throw DeviceError(
        fmt::format("port {} does not exist: the board has {} port(s)", port, caps_.num_ports));
  }
  return reg::port(port);
}

std::uint32_t Device::queue_stats(unsigned port, unsigned queue) const {
  const std::uint32_t base = port_base(port);
  if (queue >= caps_.queues) {
    throw DeviceError(
        fmt::format("queue {} does not exist: a port has {} queues", queue, caps_.queues));
  }
  return base + reg::kPortQueueStats + reg::kQueueStatsStride * queue;
}

PortCounters Device::read_counters(unsigned port) {
  PortCounters counters;
  const std::uint32_t base = port_base(port) + reg::kPortStats;
#define X(name) counters.name = read64(base + offsetof(stats_regs_t, name));
  SLUICE_DRIVER_COUNTERS(X)
#undef X
  static_assert((kPortCounters.size() + 2) * sizeof(std::uint64_t) == sizeof(stats_regs_t),
                "a counter of regs/stats.rdl is missing in SLUICE_DRIVER_COUNTERS");
  return counters;
}

Levels Device::read_levels(unsigned port) {
  Levels levels;
  const std::uint32_t base = port_base(port) + reg::kPortStats;
#define X(name) levels.name = read64(base + offsetof(stats_regs_t, name));
  SLUICE_DRIVER_LEVELS(X)
#undef X
  return levels;
}

QueueCounters Device::read_queue_counters(unsigned port, unsigned queue) {
  QueueCounters counters;
  const std::uint32_t base = queue_stats(port, queue);
#define X(name) counters.name = read64(base + offsetof(queue_stats_regs__stride80_t, name));
  SLUICE_DRIVER_QUEUE_COUNTERS(X)
#undef X
  static_assert(offsetof(queue_stats_regs__stride80_t, depth) ==
                    (kQueueCounters.size() - 1) * sizeof(std::uint64_t),
                "a counter of regs/queue.rdl is missing in SLUICE_DRIVER_QUEUE_COUNTERS");
  return counters;
}

PortCounters Device::read_total() {
  PortCounters total;
  for (unsigned port = 0; port < caps_.num_ports; ++port) total += read_counters(port);
  return total;
}

namespace {

std::uint32_t pack(Interrupts which) {
  return reg::kIrqActivateDone.put(which.activate_done) |
         reg::kIrqActivateRefused.put(which.activate_refused) |
         reg::kIrqBusError.put(which.bus_error) | reg::kIrqFrameDropped.put(which.frame_dropped);
}

}  // namespace

void Device::enable_interrupts(Interrupts which) { bus_.write32(reg::kIrqEnable, pack(which)); }

Interrupts Device::interrupt_status() {
  const std::uint32_t word = bus_.read32(reg::kIrqStatus);
  return {reg::kIrqActivateDone.get(word) != 0, reg::kIrqActivateRefused.get(word) != 0,
          reg::kIrqBusError.get(word) != 0, reg::kIrqFrameDropped.get(word) != 0};
}

void Device::clear_interrupts(Interrupts which) { bus_.write32(reg::kIrqStatus, pack(which)); }

std::uint32_t Device::read_bus_errors() { return bus_.read32(reg::kBusErrors); }

}  // namespace sluice::driver
