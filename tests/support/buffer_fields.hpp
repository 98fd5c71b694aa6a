// SPDX-License-Identifier: Apache-2.0
// buffer_config_t of rtl/pkg/sluice_pkg.sv for tests: its fields, how they lie in a flattened port
// of a verilated block, and where the register map has them (regs/port.rdl, regs/queue.rdl).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

namespace sluice::test {

struct QueueFields {
  bool strict = true;
  std::uint32_t quantum = 0;
  std::uint32_t limit = 0xFF'FFFF;
  bool enable = false, ecn = false, above_drop = false, not_ect_drop = false, departure = false;
  std::uint32_t weight = 0, probability = 0, min = 0, max = 0;
  friend bool operator==(const QueueFields&, const QueueFields&) = default;

  std::uint32_t schedule_word() const { return quantum | std::uint32_t{strict} << 31; }
  std::uint32_t red_word() const {
    return probability | weight << 20 | std::uint32_t{enable} << 24 | std::uint32_t{ecn} << 25 |
           std::uint32_t{above_drop} << 26 | std::uint32_t{not_ect_drop} << 27 |
           std::uint32_t{departure} << 28;
  }
};

/// Of one port; defaults are the reset values.
struct BufferFields {
  std::uint32_t seed = 1;
  std::uint32_t limit = 0xFF'FFFF;
  std::uint32_t default_queue = 0;
  std::array<std::uint32_t, 8> pcp_map{0, 1, 2, 3, 4, 5, 6, 7};
  std::array<std::uint32_t, 64> dscp_map = [] {
    std::array<std::uint32_t, 64> map{};
    for (std::uint32_t i = 0; i < map.size(); ++i) map[i] = i >> 3;
    return map;
  }();
  std::array<QueueFields, 8> queue{};
  friend bool operator==(const BufferFields&, const BufferFields&) = default;

  /// Anything that an activation accepts.
  static BufferFields any(std::mt19937_64& random) {
    const auto bits = [&](unsigned n) {
      return static_cast<std::uint32_t>(random() & ((std::uint64_t{1} << n) - 1));
    };
    BufferFields b;
    b.seed = bits(32) | 1;
    b.limit = bits(24);
    b.default_queue = bits(3);
    for (auto& q : b.pcp_map) q = bits(3);
    for (auto& q : b.dscp_map) q = bits(3);
    for (QueueFields& q : b.queue) {
      q = {bits(1) != 0, bits(20) | 0x4000, bits(24), bits(1) != 0, bits(1) != 0, bits(1) != 0,
           bits(1) != 0, bits(1) != 0,      bits(4),  bits(16),     bits(24),     bits(24)};
      if (bits(2) == 0) q.probability = 65536;
    }
    return b;
  }

  /// Words of the staged registers by their offset in the port's block; those in force lie 0x300
  /// above.
  std::map<std::uint32_t, std::uint32_t> words() const {
    std::map<std::uint32_t, std::uint32_t> all;
    all[0x100] = limit;
    all[0x104] = default_queue;
    all[0x108] = seed;
    for (std::uint32_t i = 0; i < 8; ++i) all[0x10C] |= pcp_map[i] << (4 * i);
    for (std::uint32_t i = 0; i < 64; ++i) {
      all[0x110 + 4 * (i / 8)] |= dscp_map[i] << (4 * (i % 8));
    }
    for (std::uint32_t q = 0; q < 8; ++q) {
      const std::uint32_t base = 0x200 + 0x20 * q;
      all[base] = queue[q].limit;
      all[base + 0x4] = queue[q].schedule_word();
      all[base + 0x8] = queue[q].min;
      all[base + 0xC] = queue[q].max;
      all[base + 0x10] = queue[q].red_word();
    }
    return all;
  }
};

inline constexpr unsigned kBufferBits = 32 + 24 + 3 + 8 * 3 + 64 * 3 + 8 * (1 + 20 + 24 + 74);

/// Calls `field(value, width)` for each field, most significant first.
template <class Buffer, class Field>
void each_buffer_field(Buffer& b, Field field) {
  field(b.seed, 32U);
  field(b.limit, 24U);
  field(b.default_queue, 3U);
  for (std::size_t i = 8; i-- > 0;) field(b.pcp_map[i], 3U);
  for (std::size_t i = 64; i-- > 0;) field(b.dscp_map[i], 3U);
  for (std::size_t i = 8; i-- > 0;) {
    auto& q = b.queue[i];
    field(q.strict, 1U);
    field(q.quantum, 20U);
    field(q.limit, 24U);
    field(q.enable, 1U);
    field(q.ecn, 1U);
    field(q.above_drop, 1U);
    field(q.not_ect_drop, 1U);
    field(q.departure, 1U);
    field(q.weight, 4U);
    field(q.probability, 17U);
    field(q.min, 24U);
    field(q.max, 24U);
  }
}

/// Into a flattened port; port p of the board is slice p.
template <std::size_t Ports, class Wide>
void store_buffers(const std::array<BufferFields, Ports>& buffers, Wide& port) {
  unsigned left = Ports * kBufferBits;
  for (unsigned i = 0; i < (left + 31) / 32; ++i) port[i] = 0;
  for (std::size_t p = Ports; p-- > 0;) {
    each_buffer_field(buffers[p], [&](std::uint32_t value, unsigned width) {
      for (unsigned bit = width; bit-- > 0;) {
        --left;
        port[left / 32] |= (value >> bit & 1U) << (left % 32);
      }
    });
  }
}

/// Out of a flattened port.
template <std::size_t Ports, class Wide>
std::array<BufferFields, Ports> load_buffers(const Wide& port) {
  std::array<BufferFields, Ports> buffers;
  unsigned left = Ports * kBufferBits;
  for (std::size_t p = Ports; p-- > 0;) {
    each_buffer_field(buffers[p], [&](auto& field, unsigned width) {
      std::uint32_t value = 0;
      for (unsigned i = 0; i < width; ++i) {
        --left;
        value = value << 1 | (port[left / 32] >> (left % 32) & 1U);
      }
      field = static_cast<std::remove_reference_t<decltype(field)>>(value);
    });
  }
  return buffers;
}

}  // namespace sluice::test
