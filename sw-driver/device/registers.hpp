// SPDX-License-Identifier: Apache-2.0
// The generated register header as addresses and fields: the one place of the driver that knows it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "regs/generated/sluice.h"

namespace sluice::driver::reg {

/// One field of a register: position and mask as generated.
struct Field {
  std::uint64_t mask;
  unsigned shift;

  constexpr std::uint32_t get(std::uint32_t word) const {
    return static_cast<std::uint32_t>((word & mask) >> shift);
  }
  constexpr std::uint32_t put(std::uint32_t value) const {
    return static_cast<std::uint32_t>((std::uint64_t{value} << shift) & mask);
  }
};

#define SLUICE_FIELD(name) \
  ::sluice::driver::reg::Field { name##_bm, name##_bp }
#define SLUICE_ADDRESS(member) static_cast<std::uint32_t>(offsetof(sluice_t, member))

inline constexpr std::uint32_t kId = SLUICE_ADDRESS(global.id);
inline constexpr std::uint32_t kVersion = SLUICE_ADDRESS(global.version);
inline constexpr std::uint32_t kCaps = SLUICE_ADDRESS(global.caps);
inline constexpr std::uint32_t kFeatures = SLUICE_ADDRESS(global.features);
inline constexpr std::uint32_t kBuffer = SLUICE_ADDRESS(global.buffer);
inline constexpr std::uint32_t kCells = SLUICE_ADDRESS(global.cells);
inline constexpr std::uint32_t kBusErrors = SLUICE_ADDRESS(global.bus_errors);
inline constexpr std::uint32_t kStatsCmd = SLUICE_ADDRESS(global.stats_cmd);
inline constexpr std::uint32_t kPeriod = SLUICE_ADDRESS(global.time.period);
inline constexpr std::uint32_t kNow = SLUICE_ADDRESS(global.time.now);
inline constexpr std::uint32_t kTimeCtrl = SLUICE_ADDRESS(global.time.ctrl);
inline constexpr std::uint32_t kIrqStatus = SLUICE_ADDRESS(global.irq.status);
inline constexpr std::uint32_t kIrqEnable = SLUICE_ADDRESS(global.irq.enable);
inline constexpr std::uint32_t kCsigCfg = SLUICE_ADDRESS(global.csig.cfg);
inline constexpr std::uint32_t kCsigTpid = SLUICE_ADDRESS(global.csig.tpid);
inline constexpr std::uint32_t kCsigInterval = SLUICE_ADDRESS(global.csig.interval);
inline constexpr std::uint32_t kCsigActivate = SLUICE_ADDRESS(global.csig.activate);
inline constexpr std::uint32_t kCsigStatus = SLUICE_ADDRESS(global.csig.status);
inline constexpr std::uint32_t kCsigActiveCfg = SLUICE_ADDRESS(global.csig.active_cfg);
inline constexpr std::uint32_t kCsigActiveTpid = SLUICE_ADDRESS(global.csig.active_tpid);
inline constexpr std::uint32_t kCsigActiveInterval = SLUICE_ADDRESS(global.csig.active_interval);

inline constexpr unsigned kTableBuckets = 32;
inline constexpr std::uint32_t shadow_entry(unsigned table, unsigned bucket) {
  return SLUICE_ADDRESS(global.csig_table_shadow.mem) +
         static_cast<std::uint32_t>(sizeof(std::uint64_t)) * (table * kTableBuckets + bucket);
}
inline constexpr std::uint32_t active_entry(unsigned table, unsigned bucket) {
  return SLUICE_ADDRESS(global.csig_table_active.mem) +
         static_cast<std::uint32_t>(sizeof(std::uint64_t)) * (table * kTableBuckets + bucket);
}

/// Start of a port's registers.
inline constexpr std::uint32_t port(unsigned index) {
  constexpr std::uint32_t kStride = sizeof(sluice_t::port) / 64;
  return SLUICE_ADDRESS(port) + kStride * index;
}
#define SLUICE_PORT_OFFSET(member) \
  static_cast<std::uint32_t>(offsetof(sluice_t, port[0].member) - offsetof(sluice_t, port))
inline constexpr std::uint32_t kPortCapacity = SLUICE_PORT_OFFSET(capacity);
inline constexpr std::uint32_t kPortOverhead = SLUICE_PORT_OFFSET(overhead);
inline constexpr std::uint32_t kPortCsig = SLUICE_PORT_OFFSET(csig);
inline constexpr std::uint32_t kPortActiveCapacity = SLUICE_PORT_OFFSET(active_capacity);
inline constexpr std::uint32_t kPortActiveOverhead = SLUICE_PORT_OFFSET(active_overhead);
inline constexpr std::uint32_t kPortActiveCsig = SLUICE_PORT_OFFSET(active_csig);
inline constexpr std::uint32_t kPortStats = SLUICE_PORT_OFFSET(stats);

inline constexpr std::uint32_t kPortQueueStats = SLUICE_PORT_OFFSET(queue_stats);
inline constexpr std::uint32_t kPortInfo = SLUICE_PORT_OFFSET(info);

/// Registers of a buffer: those staged, and the same in force.
struct BufferMap {
  std::uint32_t limit, default_queue, seed, pcp_map, dscp_map, queue;
};
inline constexpr BufferMap kStagedBuffer = {
    SLUICE_PORT_OFFSET(buffer.limit),     SLUICE_PORT_OFFSET(buffer.default_queue),
    SLUICE_PORT_OFFSET(buffer.red_seed),  SLUICE_PORT_OFFSET(buffer.pcp_map),
    SLUICE_PORT_OFFSET(buffer.dscp_map0), SLUICE_PORT_OFFSET(queues)};
inline constexpr BufferMap kActiveBuffer = {
    SLUICE_PORT_OFFSET(active_buffer.limit),    SLUICE_PORT_OFFSET(active_buffer.default_queue),
    SLUICE_PORT_OFFSET(active_buffer.red_seed), SLUICE_PORT_OFFSET(active_buffer.pcp_map),
    SLUICE_PORT_OFFSET(active_buffer.dscp_map), SLUICE_PORT_OFFSET(active_queues)};
inline constexpr std::uint32_t kQueueStride = sizeof(queue_config_regs__stride20_t);
inline constexpr std::uint32_t kQueueStatsStride = sizeof(queue_stats_regs__stride80_t);
static_assert(sizeof(queue_active_regs__stride20_t) == kQueueStride);
#define SLUICE_QUEUE_OFFSET(member) \
  static_cast<std::uint32_t>(offsetof(queue_config_regs__stride20_t, member))
inline constexpr std::uint32_t kQueueLimit = SLUICE_QUEUE_OFFSET(limit);
inline constexpr std::uint32_t kQueueSchedule = SLUICE_QUEUE_OFFSET(schedule);
inline constexpr std::uint32_t kQueueRedMin = SLUICE_QUEUE_OFFSET(red_min);
inline constexpr std::uint32_t kQueueRedMax = SLUICE_QUEUE_OFFSET(red_max);
inline constexpr std::uint32_t kQueueRed = SLUICE_QUEUE_OFFSET(red);

inline constexpr std::uint32_t kIdValue = SLUICE_GLOBAL__ID__VALUE_reset;
inline constexpr std::uint32_t kMajor = SLUICE_GLOBAL__VERSION__MAJOR_reset;
inline constexpr std::uint32_t kMinor = SLUICE_GLOBAL__VERSION__MINOR_reset;
inline constexpr Field kVersionMajor = SLUICE_FIELD(SLUICE_GLOBAL__VERSION__MAJOR);
inline constexpr Field kVersionMinor = SLUICE_FIELD(SLUICE_GLOBAL__VERSION__MINOR);
inline constexpr Field kVersionPatch = SLUICE_FIELD(SLUICE_GLOBAL__VERSION__PATCH);
inline constexpr Field kCapsDataW = SLUICE_FIELD(SLUICE_GLOBAL__CAPS__DATA_W);
inline constexpr Field kCapsNumPorts = SLUICE_FIELD(SLUICE_GLOBAL__CAPS__NUM_PORTS);
inline constexpr Field kFeatureCompact = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__CSIG_COMPACT);
inline constexpr Field kFeatureWide = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__CSIG_WIDE);
inline constexpr Field kFeatureRed = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__RED);
inline constexpr Field kFeaturePfc = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__PFC);
inline constexpr Field kFeaturePfcWatchdog = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__PFC_WATCHDOG);
inline constexpr Field kFeatureQcn = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__QCN);
inline constexpr Field kFeatureK = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__K);
inline constexpr Field kFeatureMeter = SLUICE_FIELD(SLUICE_GLOBAL__FEATURES__METER_CLOCKS);
inline constexpr Field kStatsSnapshot = SLUICE_FIELD(SLUICE_GLOBAL__STATS_CMD__SNAPSHOT);
inline constexpr Field kStatsClear = SLUICE_FIELD(SLUICE_GLOBAL__STATS_CMD__CLEAR);
inline constexpr Field kTimeEnable = SLUICE_FIELD(TIME_REGS__CTRL__ENABLE);
// Status and enable have the same bits; the generated names of the status fields hold a hash, those
// of enable do not.
inline constexpr Field kIrqActivateDone = SLUICE_FIELD(IRQ_REGS__ENABLE__ACTIVATE_DONE);
inline constexpr Field kIrqActivateRefused = SLUICE_FIELD(IRQ_REGS__ENABLE__ACTIVATE_REFUSED);
inline constexpr Field kIrqBusError = SLUICE_FIELD(IRQ_REGS__ENABLE__BUS_ERROR);
inline constexpr Field kIrqFrameDropped = SLUICE_FIELD(IRQ_REGS__ENABLE__FRAME_DROPPED);
inline constexpr Field kCfgEnable = SLUICE_FIELD(CSIG_REGS__CSIG_CFG_REG__ENABLE);
inline constexpr Field kCfgFormat = SLUICE_FIELD(CSIG_REGS__CSIG_CFG_REG__FORMAT);
inline constexpr Field kCfgNodeLocator = SLUICE_FIELD(CSIG_REGS__CSIG_CFG_REG__NODE_LOCATOR);
inline constexpr Field kTpid = SLUICE_FIELD(CSIG_REGS__CSIG_TPID_REG__TPID);
inline constexpr Field kIntervalSelect = SLUICE_FIELD(CSIG_REGS__CSIG_INTERVAL_REG__SELECT);
inline constexpr Field kActivateGo = SLUICE_FIELD(CSIG_REGS__ACTIVATE__GO);
inline constexpr Field kActivateTables = SLUICE_FIELD(CSIG_REGS__ACTIVATE__TABLES);
inline constexpr Field kStatusBusy = SLUICE_FIELD(CSIG_REGS__STATUS__BUSY);
inline constexpr Field kStatusResult = SLUICE_FIELD(CSIG_REGS__STATUS__RESULT);
inline constexpr Field kStatusTable = SLUICE_FIELD(CSIG_REGS__STATUS__TBL);
inline constexpr Field kStatusBucket = SLUICE_FIELD(CSIG_REGS__STATUS__BUCKET);
inline constexpr Field kStatusPort = SLUICE_FIELD(CSIG_REGS__STATUS__PORT);
inline constexpr Field kStatusQueue = SLUICE_FIELD(CSIG_REGS__STATUS__QUEUE);
inline constexpr Field kBufferBytes = SLUICE_FIELD(SLUICE_GLOBAL__BUFFER__BYTES);
inline constexpr Field kCellBytes = SLUICE_FIELD(SLUICE_GLOBAL__CELLS__CELL_BYTES);
inline constexpr Field kRedClocks = SLUICE_FIELD(SLUICE_GLOBAL__CELLS__RED_CLOCKS);
inline constexpr Field kInfoQueues = SLUICE_FIELD(SLUICE_PORT__INFO__QUEUES);
inline constexpr Field kBytes = SLUICE_FIELD(QUEUE_CONFIG_REGS__LIMIT__BYTES);
static_assert(BUFFER_CONFIG_REGS__LIMIT__BYTES_bm == QUEUE_CONFIG_REGS__LIMIT__BYTES_bm &&
              QUEUE_CONFIG_REGS__RED_MIN__BYTES_bm == QUEUE_CONFIG_REGS__LIMIT__BYTES_bm &&
              QUEUE_CONFIG_REGS__RED_MAX__BYTES_bm == QUEUE_CONFIG_REGS__LIMIT__BYTES_bm);
inline constexpr Field kDefaultQueue = SLUICE_FIELD(BUFFER_CONFIG_REGS__DEFAULT_QUEUE__INDEX);
/// Entry i of a word of the maps.
inline constexpr Field map_entry(unsigned i) {
  constexpr unsigned kStep = BUFFER_CONFIG_REGS__PCP_MAP__PCP1_bp;
  return {std::uint64_t{BUFFER_CONFIG_REGS__PCP_MAP__PCP0_bm} << (kStep * i), kStep * i};
}
static_assert(map_entry(7).mask == BUFFER_CONFIG_REGS__PCP_MAP__PCP7_bm &&
              map_entry(7).mask == BUFFER_CONFIG_REGS__DSCP_MAP_REG__DSCP7_bm);
inline constexpr unsigned kMapEntries = 8;  ///< of a word
inline constexpr Field kQuantum = SLUICE_FIELD(QUEUE_CONFIG_REGS__SCHEDULE__QUANTUM);
inline constexpr Field kStrict = SLUICE_FIELD(QUEUE_CONFIG_REGS__SCHEDULE__STRICT);
inline constexpr Field kRedProbability = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__PROBABILITY);
inline constexpr Field kRedWeight = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__WEIGHT);
inline constexpr Field kRedEnable = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__ENABLE);
inline constexpr Field kRedEcn = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__ECN);
inline constexpr Field kRedAboveDrop = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__ABOVE_DROP);
inline constexpr Field kRedNotEctDrop = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__NOT_ECT_DROP);
inline constexpr Field kRedDeparture = SLUICE_FIELD(QUEUE_CONFIG_REGS__RED__DEPARTURE);
inline constexpr Field kOverhead = SLUICE_FIELD(SLUICE_PORT__OVERHEAD__BYTES);
inline constexpr Field kLocator = SLUICE_FIELD(SLUICE_PORT__CSIG__LOCATOR);
inline constexpr Field kLocatorValid = SLUICE_FIELD(SLUICE_PORT__CSIG__LOCATOR_VALID);
inline constexpr Field kAction = SLUICE_FIELD(SLUICE_PORT__CSIG__ACTION);

inline constexpr std::uint64_t kCapacityMax = SLUICE_PORT__CAPACITY__VALUE_bm;
inline constexpr std::uint64_t kPeriodMax = TIME_REGS__PERIOD__VALUE_bm;

}  // namespace sluice::driver::reg
