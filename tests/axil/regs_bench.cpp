// SPDX-License-Identifier: Apache-2.0
#include "tests/axil/regs_bench.hpp"

#include "tests/support/buffer_fields.hpp"

namespace sluice::test {

std::map<std::uint32_t, RegisterInfo> register_map() {
  std::map<std::uint32_t, RegisterInfo> map;
  const RegisterInfo read_only{.readable = true};
  const auto holds = [](std::uint32_t bits, std::uint32_t reset = 0, unsigned half = 0) {
    return RegisterInfo{true, true, bits, reset, half};
  };
  for (const std::uint32_t a : {0x0, 0x4, 0x8, 0xC, 0x18, 0x1C}) map[a] = read_only;
  map[0x10] = holds(0xFFFF'FFFF);  // scratch
  map[0x14] = {true, true};        // bus_errors
  map[0x20] = {false, true};       // stats_cmd
  map[0x100] = holds(0xFFFF'FFFF, 0, 1);
  map[0x104] = holds(0xFFFF, 1, 2);  // period, 1 ns
  map[0x108] = map[0x10C] = read_only;
  map[0x110] = holds(1);
  map[0x200] = {true, true};
  map[0x204] = holds(0xF);
  map[0x400] = holds(0x7FFF'0003);
  map[0x404] = holds(0xFFFF, 0x0600);
  map[0x408] = holds(7, 1);
  map[0x40C] = holds(0xE);
  for (const std::uint32_t a : {0x410, 0x420, 0x424, 0x428}) map[a] = read_only;
  for (std::uint32_t a = 0; a < 96 * 8; a += 4) {
    map[0x1000 + a] = {true, true};
    map[0x1400 + a] = read_only;
  }
  for (std::uint32_t p = 0; p < kRegsPorts; ++p) {
    const std::uint32_t base = kPortBase + kPortStep * p;
    map[base] = read_only;
    map[base + 0x8] = holds(0xFFFF'FFFF, 0, 1);
    map[base + 0xC] = holds(0xFF, 0, 2);
    map[base + 0x10] = holds(0x3F, 24);
    map[base + 0x14] = holds(0x3FFFF);
    for (const std::uint32_t a : {0x20, 0x24, 0x28, 0x2C}) map[base + a] = read_only;
    for (const auto& [offset, reset] : BufferFields{}.words()) {
      std::uint32_t bits = 0xFF'FFFF;  // bytes
      if (offset == 0x104) bits = 7;
      if (offset == 0x108) bits = 0xFFFF'FFFF;
      if (offset >= 0x10C && offset < 0x200) bits = 0x7777'7777;
      if (offset >= 0x200 && offset % 0x20 == 0x4) bits = 0x800F'FFFF;
      if (offset >= 0x200 && offset % 0x20 == 0x10) bits = 0x1FF1'FFFF;
      map[base + offset] = holds(bits, reset);
      map[base + offset + 0x300] = read_only;
    }
    for (std::uint32_t a = 0; a < 31 * 8; a += 4) map[base + 0x800 + a] = read_only;
    for (std::uint32_t q = 0; q < 8; ++q) {
      for (std::uint32_t a = 0; a < 14 * 8; a += 4) map[base + 0xC00 + 0x80 * q + a] = read_only;
    }
  }
  return map;
}

void RegsBench::External::request(unsigned delay, bool is_write, unsigned address,
                                  std::uint32_t new_data, std::uint32_t new_enables) {
  EXPECT_FALSE(pending) << "a second access while one is under way";
  EXPECT_EQ(address % 4, 0U);
  ++requests;
  pending = true;
  write = is_write;
  wait = delay;
  word = address / 4;
  data = new_data;
  enables = new_enables;
}

void RegsBench::External::clock() {
  response = 0;
  if (!pending || --wait > 0) return;
  pending = false;
  if (write) words[word] = (words[word] & ~enables) | (data & enables);
  response = std::uint64_t{write ? 1U : 2U} << 32 | (write ? 0 : words[word]);
}

RegsBench::RegsBench()
    : bus_(
          *dut_.operator->(), [this] { settle(); }, [this] { edge(); }) {
  dut_->activate_event_i = dut_->refused_event_i = dut_->dropped_event_i = 0;
  settle();
}

void RegsBench::settle() {
  if (each_clock_) each_clock_();
  dut_->shadow_rsp_i = shadow_.response;
  dut_->active_rsp_i = active_.response;
  BitPacker both;
  for (unsigned p = kRegsPorts; p-- > 0;) both.put(stats_[p].response, 34);
  both.store(dut_->stats_rsp_i, 3);
  BitPacker queues;
  for (unsigned p = kRegsPorts; p-- > 0;) queues.put(queue_stats_[p].response, 34);
  queues.store(dut_->queue_stats_rsp_i, 3);
  dut_.settle();
  if (each_settle_) each_settle_();
}

void RegsBench::edge() {
  // Requests of this clock are answered external_delay_ clocks later.
  const auto take = [this](auto& bits, External& part) {
    const bool requested = bits.take(1) != 0;
    const bool write = bits.take(1) != 0;
    const auto address = static_cast<unsigned>(bits.take(10));
    const auto data = static_cast<std::uint32_t>(bits.take(32));
    const auto enables = static_cast<std::uint32_t>(bits.take(32));
    if (requested) part.request(external_delay_, write, address, data, enables);
    part.clock();
  };
  BitReader shadow(dut_->shadow_req_o, 76);
  take(shadow, shadow_);
  BitReader active(dut_->active_req_o, 76);
  take(active, active_);
  BitReader stats(dut_->stats_req_o, 152);
  for (unsigned p = kRegsPorts; p-- > 0;) take(stats, stats_[p]);
  BitReader queue_stats(dut_->queue_stats_req_o, 152);
  for (unsigned p = kRegsPorts; p-- > 0;) take(queue_stats, queue_stats_[p]);
  dut_.edge();
}

}  // namespace sluice::test
