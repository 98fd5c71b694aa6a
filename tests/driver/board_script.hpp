// SPDX-License-Identifier: Apache-2.0
// What a board answers, spelled out in addresses and words of regs/*.rdl, not taken from the
// driver.
#pragma once

#include <cstdint>

#include "sw-driver/bus/mock_bus.hpp"
#include "sw-driver/device/board_config.hpp"
#include "tests/support/buffer_fields.hpp"

namespace sluice::driver::script {

inline constexpr std::uint32_t kPort0 = 0x100000;
inline constexpr std::uint32_t kPortStride = 0x4000;

/// The reads of a probe: DataW 512, compact CSIG, RED, K 3, meter 15 clocks, a buffer of 4 MiB in
/// cells of 128 bytes, R 6, 8 queues.
inline void probe(MockBus& bus, std::uint32_t ports = 1) {
  bus.expect_read(0x0, 0x534C5543);
  bus.expect_read(0x4, 0x00000200);
  bus.expect_read(0x8, ports << 16 | 512);
  bus.expect_read(0xC, 0x000F0305);
  bus.expect_read(0x18, 0x00400000);
  bus.expect_read(0x1C, 0x00060080);
  bus.expect_read(kPort0, 0x800);
}

/// Fields of a buffer that differ from port to port and from their reset values.
inline test::BufferFields example_buffer(unsigned port) {
  std::mt19937_64 random(1000 + port);
  return test::BufferFields::any(random);
}

/// The same as the driver has it.
inline BufferConfig to_driver(const test::BufferFields& f) {
  BufferConfig b;
  b.seed = f.seed;
  b.limit = f.limit;
  b.default_queue = static_cast<std::uint8_t>(f.default_queue);
  for (unsigned i = 0; i < 8; ++i) b.pcp_map[i] = static_cast<std::uint8_t>(f.pcp_map[i]);
  for (unsigned i = 0; i < 64; ++i) b.dscp_map[i] = static_cast<std::uint8_t>(f.dscp_map[i]);
  for (unsigned q = 0; q < kQueues; ++q) {
    const test::QueueFields& x = f.queue[q];
    QueueConfig& queue = b.queue[q];
    queue.strict = x.strict;
    queue.quantum = x.quantum;
    queue.limit = x.limit;
    queue.red = {.enable = x.enable,
                 .ecn = x.ecn,
                 .above_drop = x.above_drop,
                 .not_ect_drop = x.not_ect_drop,
                 .departure = x.departure,
                 .weight = static_cast<std::uint8_t>(x.weight),
                 .probability = x.probability,
                 .min = x.min,
                 .max = x.max};
  }
  return b;
}

/// Words of a buffer in the order of the plan: that of their addresses.
inline void expect_buffer_writes(MockBus& bus, std::uint32_t base, const test::BufferFields& f) {
  for (const auto& [offset, word] : f.words()) bus.expect_write(base + offset, word);
}
inline void expect_buffer_reads(MockBus& bus, std::uint32_t base, const test::BufferFields& f) {
  for (const auto& [offset, word] : f.words()) bus.expect_read(base + offset + 0x300, word);
}

/// Every field different from its reset value, maxima beyond 32 bits in each table.
inline BoardConfig example(unsigned ports = 1) {
  BoardConfig config;
  config.enable = true;
  config.node_locator = 0x2A;
  config.tpid = 0x9999;
  config.interval_us = 1000;
  for (unsigned t = 0; t < kTables; ++t) {
    for (unsigned b = 0; b < kBuckets; ++b) {
      config.tables[t][b] = (std::uint64_t{t + 1} << 32) + 1000 * t + b;
    }
  }
  for (unsigned i = 0; i < ports; ++i) {
    config.ports.push_back(
        {std::uint64_t{50'000'000'000} + i, static_cast<std::uint8_t>((20 + i) % 64),
         static_cast<std::uint16_t>(5 + i), i % 2 == 0, i % 2 == 0 ? Action::kStrip : Action::kPass,
         to_driver(example_buffer(i))});
  }
  return config;
}

/// The registers of `example` as words.
inline std::uint32_t example_csig_word(unsigned port) {
  return port % 2 == 0 ? (2U << 16 | 1U << 15 | (5 + port)) : (1U << 16 | (5 + port));
}

/// Every staged register of `example`, in the order of the plan.
inline void expect_staged(MockBus& bus, unsigned ports = 1) {
  bus.expect_write(0x400, 0x002A0001);
  bus.expect_write(0x404, 0x9999);
  bus.expect_write(0x408, 2);
  for (unsigned i = 0; i < ports; ++i) {
    const std::uint32_t base = kPort0 + i * kPortStride;
    bus.expect_write(base + 0x8, 0xA43B7400 + i);  // 50e9 = 0xB_A43B7400
    bus.expect_write(base + 0xC, 0xB);
    bus.expect_write(base + 0x10, (20 + i) % 64);
    bus.expect_write(base + 0x14, example_csig_word(i));
    expect_buffer_writes(bus, base, example_buffer(i));
  }
  for (unsigned t = 0; t < 3; ++t) {
    for (unsigned b = 0; b < 32; ++b) {
      bus.expect_write(0x1000 + 8 * (32 * t + b), 1000 * t + b);
      bus.expect_write(0x1004 + 8 * (32 * t + b), t + 1);
    }
  }
}

/// Reads of everything in force, answered with `example`.
inline void expect_active(MockBus& bus, unsigned ports = 1) {
  bus.expect_read(0x420, 0x002A0001);
  bus.expect_read(0x424, 0x9999);
  bus.expect_read(0x428, 2);
  for (unsigned i = 0; i < ports; ++i) {
    const std::uint32_t base = kPort0 + i * kPortStride;
    bus.expect_read(base + 0x20, 0xA43B7400 + i);
    bus.expect_read(base + 0x24, 0xB);
    bus.expect_read(base + 0x28, (20 + i) % 64);
    bus.expect_read(base + 0x2C, example_csig_word(i));
    expect_buffer_reads(bus, base, example_buffer(i));
  }
  for (unsigned t = 0; t < 3; ++t) {
    for (unsigned b = 0; b < 32; ++b) {
      bus.expect_read(0x1400 + 8 * (32 * t + b), 1000 * t + b);
      bus.expect_read(0x1404 + 8 * (32 * t + b), t + 1);
    }
  }
}

/// Reads of everything in force, answered as after a reset, of one port.
inline void expect_active_after_reset(MockBus& bus) {
  bus.expect_read(0x420, 0);
  bus.expect_read(0x424, 0x0600);
  bus.expect_read(0x428, 1);
  bus.expect_read(kPort0 + 0x20, 0);
  bus.expect_read(kPort0 + 0x24, 0);
  bus.expect_read(kPort0 + 0x28, 24);
  bus.expect_read(kPort0 + 0x2C, 0);
  expect_buffer_reads(bus, kPort0, {});
  for (unsigned i = 0; i < 2 * 96; ++i) bus.expect_read(0x1400 + 4 * i, 0);
}

/// The staged registers are given back what is in force after a reset.
inline void expect_staged_after_reset(MockBus& bus) {
  bus.expect_write(0x400, 0);
  bus.expect_write(0x404, 0x0600);
  bus.expect_write(0x408, 1);
  bus.expect_write(kPort0 + 0x8, 0);
  bus.expect_write(kPort0 + 0xC, 0);
  bus.expect_write(kPort0 + 0x10, 24);
  bus.expect_write(kPort0 + 0x14, 0);
  expect_buffer_writes(bus, kPort0, {});
  for (unsigned i = 0; i < 2 * 96; ++i) bus.expect_write(0x1000 + 4 * i, 0);
}

inline constexpr std::uint32_t kStatus = 0x410;
inline constexpr std::uint32_t kActivate = 0x40C;
inline constexpr std::uint32_t kGoAllTables = 0xF;
inline constexpr std::uint32_t kDone = 1U << 1;
inline constexpr std::uint32_t kBusy = 1;

}  // namespace sluice::driver::script
