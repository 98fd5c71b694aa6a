// SPDX-License-Identifier: Apache-2.0
// Activation: plan, write, activate, read back.
#include <fmt/format.h>

#include <algorithm>

#include "sw-driver/device/device.hpp"
#include "sw-driver/device/registers.hpp"

namespace sluice::driver {
namespace {

enum Result : std::uint32_t { kNone = 0, kDone = 1 };  // csig_result_e; the others: Refusal

constexpr std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

void must_fit(const std::string& what, std::uint64_t value, std::uint64_t most) {
  if (value <= most) return;
  throw DeviceError(fmt::format("{} is {}, expected 0 to {}", what, value, most));
}

std::uint32_t interval_select(std::uint32_t us) {
  const auto* found = std::find(kIntervalsUs.begin(), kIntervalsUs.end(), us);
  if (found == kIntervalsUs.end()) {
    throw DeviceError(
        fmt::format("interval is {} us, expected {}", us, fmt::join(kIntervalsUs, ", ")));
  }
  return static_cast<std::uint32_t>(found - kIntervalsUs.begin());
}

std::uint32_t cfg_word(const BoardConfig& config) {
  return reg::kCfgEnable.put(config.enable) |
         reg::kCfgFormat.put(static_cast<std::uint32_t>(config.format)) |
         reg::kCfgNodeLocator.put(config.node_locator);
}

std::uint32_t csig_word(const PortConfig& port) {
  return reg::kLocator.put(port.locator) | reg::kLocatorValid.put(port.locator_valid) |
         reg::kAction.put(static_cast<std::uint32_t>(port.action));
}

std::uint32_t schedule_word(const QueueConfig& queue) {
  return reg::kQuantum.put(queue.quantum) | reg::kStrict.put(queue.strict);
}

std::uint32_t red_word(const RedConfig& red) {
  return reg::kRedProbability.put(red.probability) | reg::kRedWeight.put(red.weight) |
         reg::kRedEnable.put(red.enable) | reg::kRedEcn.put(red.ecn) |
         reg::kRedAboveDrop.put(red.above_drop) | reg::kRedNotEctDrop.put(red.not_ect_drop) |
         reg::kRedDeparture.put(red.departure);
}

/// Word `w` of a map of PCP or DSCP to queues.
template <std::size_t N>
std::uint32_t map_word(const std::array<std::uint8_t, N>& map, std::size_t w) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < reg::kMapEntries; ++i) {
    word |= reg::map_entry(i).put(map[w * reg::kMapEntries + i]);
  }
  return word;
}

constexpr unsigned kDscpWords = 64 / reg::kMapEntries;

/// A word of a buffer's registers: its offset in the port's block, what it holds, and its name.
struct BufferWord {
  std::uint32_t offset;
  std::uint32_t value;
  std::string name;
};

std::vector<BufferWord> buffer_words(const BufferConfig& buffer, const reg::BufferMap& map) {
  std::vector<BufferWord> words = {
      {map.limit, reg::kBytes.put(buffer.limit), "the limit"},
      {map.default_queue, reg::kDefaultQueue.put(buffer.default_queue), "the default queue"},
      {map.seed, buffer.seed, "the seed"},
      {map.pcp_map, map_word(buffer.pcp_map, 0), "the PCP map"},
  };
  for (unsigned w = 0; w < kDscpWords; ++w) {
    words.push_back({map.dscp_map + 4 * w, map_word(buffer.dscp_map, w),
                     fmt::format("word {} of the DSCP map", w)});
  }
  for (unsigned q = 0; q < kQueues; ++q) {
    const QueueConfig& queue = buffer.queue[q];
    const std::uint32_t base = map.queue + reg::kQueueStride * q;
    const auto put = [&](std::uint32_t offset, std::uint32_t value, const char* name) {
      words.push_back({base + offset, value, fmt::format("queue {}: {}", q, name)});
    };
    put(reg::kQueueLimit, reg::kBytes.put(queue.limit), "the limit");
    put(reg::kQueueSchedule, schedule_word(queue), "the schedule word");
    put(reg::kQueueRedMin, reg::kBytes.put(queue.red.min), "RED's min threshold");
    put(reg::kQueueRedMax, reg::kBytes.put(queue.red.max), "RED's max threshold");
    put(reg::kQueueRed, red_word(queue.red), "RED's word");
  }
  return words;
}

void check_fits(const BufferConfig& buffer, unsigned port) {
  const auto check = [&](const std::string& what, std::uint64_t value, reg::Field field) {
    must_fit(fmt::format("port {}: {}", port, what), value, field.get(~0U));
  };
  check("buffer limit", buffer.limit, reg::kBytes);
  check("default queue", buffer.default_queue, reg::kDefaultQueue);
  for (unsigned i = 0; i < buffer.pcp_map.size(); ++i) {
    check(fmt::format("queue of PCP {}", i), buffer.pcp_map[i], reg::map_entry(0));
  }
  for (unsigned i = 0; i < buffer.dscp_map.size(); ++i) {
    check(fmt::format("queue of DSCP {}", i), buffer.dscp_map[i], reg::map_entry(0));
  }
  for (unsigned q = 0; q < kQueues; ++q) {
    const QueueConfig& queue = buffer.queue[q];
    const std::string name = fmt::format("queue {}: ", q);
    check(name + "limit", queue.limit, reg::kBytes);
    check(name + "quantum", queue.quantum, reg::kQuantum);
    check(name + "min", queue.red.min, reg::kBytes);
    check(name + "max", queue.red.max, reg::kBytes);
    check(name + "weight", queue.red.weight, reg::kRedWeight);
    constexpr std::uint32_t kAlways = 65536;
    must_fit(fmt::format("port {}: {}probability", port, name), queue.red.probability, kAlways);
  }
}

/// Compares what is in force with what was asked and names the first difference.
void compare(const BoardConfig& found, const BoardConfig& asked) {
  const auto check = [](const std::string& what, std::uint64_t is, std::uint64_t expected) {
    if (is == expected) return;
    throw DeviceError(fmt::format("after the activation {} in force is {:#x}, expected {:#x}", what,
                                  is, expected));
  };
  check("the configuration word", cfg_word(found), cfg_word(asked));
  check("the TPID", found.tpid, asked.tpid);
  check("the interval (us)", found.interval_us, asked.interval_us);
  for (std::size_t i = 0; i < asked.ports.size(); ++i) {
    const PortConfig &is = found.ports[i], &expected = asked.ports[i];
    check(fmt::format("port {}: the capacity", i), is.capacity, expected.capacity);
    check(fmt::format("port {}: the overhead", i), is.overhead, expected.overhead);
    check(fmt::format("port {}: the CSIG word", i), csig_word(is), csig_word(expected));
    const auto is_words = buffer_words(is.buffer, reg::kActiveBuffer);
    const auto expected_words = buffer_words(expected.buffer, reg::kActiveBuffer);
    for (std::size_t w = 0; w < is_words.size(); ++w) {
      check(fmt::format("port {}: {}", i, is_words[w].name), is_words[w].value,
            expected_words[w].value);
    }
  }
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) {
      check(fmt::format("table {}: bucket {}", name(static_cast<Table>(t)), b), found.tables[t][b],
            asked.tables[t][b]);
    }
  }
}

}  // namespace

std::vector<RegisterWrite> Device::plan(const BoardConfig& config) const {
  if (config.ports.size() != caps_.num_ports) {
    throw DeviceError(fmt::format("the configuration is for {} port(s): the board has {}",
                                  config.ports.size(), caps_.num_ports));
  }
  must_fit("node-locator", config.node_locator, reg::kCfgNodeLocator.get(~0U));
  std::vector<RegisterWrite> writes = {
      {reg::kCsigCfg, cfg_word(config)},
      {reg::kCsigTpid, reg::kTpid.put(config.tpid)},
      {reg::kCsigInterval, reg::kIntervalSelect.put(interval_select(config.interval_us))},
  };
  for (unsigned i = 0; i < caps_.num_ports; ++i) {
    const PortConfig& port = config.ports[i];
    must_fit(fmt::format("port {}: capacity", i), port.capacity, reg::kCapacityMax);
    must_fit(fmt::format("port {}: overhead", i), port.overhead, reg::kOverhead.get(~0U));
    must_fit(fmt::format("port {}: locator", i), port.locator, reg::kLocator.get(~0U));
    const std::uint32_t base = reg::port(i);
    writes.push_back({base + reg::kPortCapacity, low(port.capacity)});
    writes.push_back({base + reg::kPortCapacity + 4, high(port.capacity)});
    writes.push_back({base + reg::kPortOverhead, reg::kOverhead.put(port.overhead)});
    writes.push_back({base + reg::kPortCsig, csig_word(port)});
    check_fits(port.buffer, i);
    for (const BufferWord& word : buffer_words(port.buffer, reg::kStagedBuffer)) {
      writes.push_back({base + word.offset, word.value});
    }
  }
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) {
      writes.push_back({reg::shadow_entry(t, b), low(config.tables[t][b])});
      writes.push_back({reg::shadow_entry(t, b) + 4, high(config.tables[t][b])});
    }
  }
  return writes;
}

std::uint32_t Device::wait_idle(const char* when) {
  for (unsigned i = 0; i < kBusyReads; ++i) {
    const std::uint32_t status = bus_.read32(reg::kCsigStatus);
    if (reg::kStatusBusy.get(status) == 0) return status;
  }
  throw DeviceError(fmt::format("{} the activation is still busy after {} reads of csig.status",
                                when, kBusyReads));
}

void Device::apply(const BoardConfig& config) {
  const std::vector<RegisterWrite> writes = plan(config);
  // Staged registers must not be written while an activation that was left behind is under way.
  wait_idle("before the first write");
  for (const RegisterWrite& write : writes) bus_.write32(write.address, write.value);
  constexpr std::uint32_t kAllTables = (1U << kTables) - 1;
  bus_.write32(reg::kCsigActivate, reg::kActivateGo.put(1) | reg::kActivateTables.put(kAllTables));
  const std::uint32_t status = wait_idle("after the activate command");
  if (reg::kStatusResult.get(status) != kDone) refused(status);
  compare(read_state(), config);
}

void Device::refused(std::uint32_t status) {
  const std::uint32_t result = reg::kStatusResult.get(status);
  const unsigned table = reg::kStatusTable.get(status);
  const unsigned bucket = reg::kStatusBucket.get(status);
  const unsigned port = reg::kStatusPort.get(status);
  const unsigned queue = reg::kStatusQueue.get(status);
  const std::string_view table_name = name(static_cast<Table>(table));
  std::string why;
  switch (static_cast<Refusal>(result)) {
    case Refusal::kTableNotRising:
      why = fmt::format("table {}: the maximum of bucket {} is not above that of bucket {}",
                        table_name, bucket, static_cast<int>(bucket) - 1);
      break;
    case Refusal::kBadInterval:
      why = "the interval is not one that the board knows";
      break;
    case Refusal::kBadFormat:
      why = "the tag format is not in this build";
      break;
    case Refusal::kBadAction:
      why = fmt::format("port {}: the action is not one that the board knows", port);
      break;
    case Refusal::kTableMissing:
      why = fmt::format("table {} was never activated since reset", table_name);
      break;
    case Refusal::kBadQuantum:
      why = fmt::format("port {}: the quantum of queue {} is shorter than a frame may be", port,
                        queue);
      break;
    case Refusal::kBadSeed:
      why = fmt::format("port {}: the seed of RED is 0", port);
      break;
    default:
      throw DeviceError(fmt::format(
          "the board ended the activation with result {}, expected 1 (done) or a refusal", result));
  }
  // The refused values must not linger in the staged registers, where the next activation would
  // find them.
  for (const RegisterWrite& write : plan(read_state())) bus_.write32(write.address, write.value);
  throw RefusedError("the board refused the configuration: " + why + "; nothing was changed",
                     static_cast<Refusal>(result), table, bucket, port, queue);
}

BufferConfig Device::read_buffer(std::uint32_t base) {
  const reg::BufferMap& map = reg::kActiveBuffer;
  BufferConfig buffer;
  buffer.limit = reg::kBytes.get(bus_.read32(base + map.limit));
  buffer.default_queue =
      static_cast<std::uint8_t>(reg::kDefaultQueue.get(bus_.read32(base + map.default_queue)));
  buffer.seed = bus_.read32(base + map.seed);
  const auto entries = [&](std::uint32_t address, std::uint8_t* first) {
    const std::uint32_t word = bus_.read32(address);
    for (unsigned i = 0; i < reg::kMapEntries; ++i) {
      first[i] = static_cast<std::uint8_t>(reg::map_entry(i).get(word));
    }
  };
  entries(base + map.pcp_map, buffer.pcp_map.data());
  for (unsigned w = 0; w < kDscpWords; ++w) {
    entries(base + map.dscp_map + 4 * w, buffer.dscp_map.data() + w * reg::kMapEntries);
  }
  for (unsigned q = 0; q < kQueues; ++q) {
    const std::uint32_t at = base + map.queue + reg::kQueueStride * q;
    QueueConfig& queue = buffer.queue[q];
    queue.limit = reg::kBytes.get(bus_.read32(at + reg::kQueueLimit));
    const std::uint32_t schedule = bus_.read32(at + reg::kQueueSchedule);
    queue.quantum = reg::kQuantum.get(schedule);
    queue.strict = reg::kStrict.get(schedule) != 0;
    queue.red.min = reg::kBytes.get(bus_.read32(at + reg::kQueueRedMin));
    queue.red.max = reg::kBytes.get(bus_.read32(at + reg::kQueueRedMax));
    const std::uint32_t red = bus_.read32(at + reg::kQueueRed);
    queue.red.probability = reg::kRedProbability.get(red);
    queue.red.weight = static_cast<std::uint8_t>(reg::kRedWeight.get(red));
    queue.red.enable = reg::kRedEnable.get(red) != 0;
    queue.red.ecn = reg::kRedEcn.get(red) != 0;
    queue.red.above_drop = reg::kRedAboveDrop.get(red) != 0;
    queue.red.not_ect_drop = reg::kRedNotEctDrop.get(red) != 0;
    queue.red.departure = reg::kRedDeparture.get(red) != 0;
  }
  return buffer;
}

BoardConfig Device::read_state() {
  BoardConfig state;
  const std::uint32_t cfg = bus_.read32(reg::kCsigActiveCfg);
  state.enable = reg::kCfgEnable.get(cfg) != 0;
  state.format = static_cast<Format>(reg::kCfgFormat.get(cfg));
  state.node_locator = static_cast<std::uint16_t>(reg::kCfgNodeLocator.get(cfg));
  state.tpid = static_cast<std::uint16_t>(reg::kTpid.get(bus_.read32(reg::kCsigActiveTpid)));
  const std::uint32_t select = reg::kIntervalSelect.get(bus_.read32(reg::kCsigActiveInterval));
  if (select >= kIntervalsUs.size()) {
    throw DeviceError(fmt::format("interval select {} is in force, expected 0 to {}", select,
                                  kIntervalsUs.size() - 1));
  }
  state.interval_us = kIntervalsUs[select];
  for (unsigned i = 0; i < caps_.num_ports; ++i) {
    const std::uint32_t base = reg::port(i);
    PortConfig port;
    port.capacity = read64(base + reg::kPortActiveCapacity);
    port.overhead =
        static_cast<std::uint8_t>(reg::kOverhead.get(bus_.read32(base + reg::kPortActiveOverhead)));
    const std::uint32_t word = bus_.read32(base + reg::kPortActiveCsig);
    port.locator = static_cast<std::uint16_t>(reg::kLocator.get(word));
    port.locator_valid = reg::kLocatorValid.get(word) != 0;
    port.action = static_cast<Action>(reg::kAction.get(word));
    port.buffer = read_buffer(base);
    state.ports.push_back(port);
  }
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) state.tables[t][b] = read64(reg::active_entry(t, b));
  }
  return state;
}

}  // namespace sluice::driver
