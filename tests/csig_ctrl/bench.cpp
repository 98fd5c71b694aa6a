// SPDX-License-Identifier: Apache-2.0
#include "tests/csig_ctrl/bench.hpp"

#include <ostream>

namespace sluice::test {

void PrintTo(const CtrlStatus& s, std::ostream* out) {
  *out << "busy " << s.busy << " result " << static_cast<int>(s.result) << " table " << s.table
       << " bucket " << s.bucket << " port " << s.port << " queue " << s.queue;
}

CtrlTable rising_table(std::uint64_t first, std::uint64_t step) {
  CtrlTable table{};
  for (unsigned b = 0; b < kCtrlBuckets; ++b) table[b] = first + step * b;
  return table;
}

void CtrlBench::settle(bool go, const Access* access) {
  dut_->go_i = go;
  dut_->tables_i = static_cast<std::uint8_t>(mask);
  BitPacker board;
  board.put(csig.enable, 1)
      .put(csig.wide, 1)
      .put(csig.tpid, 16)
      .put(csig.node_locator, 15)
      .put(csig.interval, 3);
  dut_->csig_i = board.narrow();
  BitPacker port_bits;
  for (unsigned p = kCtrlPorts; p-- > 0;) {
    port_bits.put(ports[p].capacity, 40)
        .put(ports[p].overhead, 6)
        .put(ports[p].locator, 15)
        .put(ports[p].locator_valid, 1)
        .put(ports[p].action, 2);
  }
  port_bits.store(dut_->port_i, 4);
  store_buffers(buffers, dut_->buffer_i);
  const auto request = [](const Access* a) {
    BitPacker bits;
    if (a == nullptr) return bits;
    bits.put(1, 1).put(a->write, 1).put(a->address, 10).put(a->data, 32).put(a->enables, 32);
    return bits;
  };
  request(access != nullptr && !access->active ? access : nullptr).store(dut_->shadow_req_i, 3);
  request(access != nullptr && access->active ? access : nullptr).store(dut_->active_req_i, 3);
  dut_.settle();
}

void CtrlBench::clock(bool go, const Access* access) {
  settle(go, access);
  edge();
}

CtrlForce CtrlBench::force() {
  CtrlForce f;
  const std::uint64_t board = dut_->csig_o;
  f.csig.enable = (board >> 35 & 1) != 0;
  f.csig.wide = (board >> 34 & 1) != 0;
  f.csig.tpid = static_cast<std::uint16_t>(board >> 18);
  f.csig.node_locator = board >> 3 & 0x7FFF;
  f.csig.interval = board & 7;
  BitReader bits(dut_->port_o, 128);
  for (unsigned p = kCtrlPorts; p-- > 0;) {
    f.ports[p].capacity = static_cast<std::uint64_t>(bits.take(40));
    f.ports[p].overhead = static_cast<unsigned>(bits.take(6));
    f.ports[p].locator = static_cast<unsigned>(bits.take(15));
    f.ports[p].locator_valid = bits.take(1) != 0;
    f.ports[p].action = static_cast<unsigned>(bits.take(2));
  }
  f.buffers = load_buffers<kCtrlPorts>(dut_->buffer_o);
  f.banks = dut_->bank_o;
  return f;
}

CtrlStatus CtrlBench::status() {
  const unsigned word = dut_->status_o;
  return {(word >> 20 & 1) != 0, static_cast<CtrlResult>(word >> 16 & 15),
          word >> 14 & 3,        word >> 9 & 31,
          word >> 3 & 63,        word & 7};
}

bool CtrlBench::read_answer() { return ((dut_->shadow_rsp_o | dut_->active_rsp_o) >> 33 & 1) != 0; }
bool CtrlBench::write_answer() {
  return ((dut_->shadow_rsp_o | dut_->active_rsp_o) >> 32 & 1) != 0;
}
std::uint32_t CtrlBench::answer_data() {
  const std::uint64_t shadow = dut_->shadow_rsp_o;
  return static_cast<std::uint32_t>((shadow >> 33 & 1) != 0 ? shadow : dut_->active_rsp_o);
}

unsigned CtrlBench::access(const Access& access, std::uint32_t* data) {
  settle(false, &access);
  for (unsigned clocks = 0; clocks < kActivationBound; ++clocks) {
    if (answered()) {
      EXPECT_EQ(write_answer(), access.write);
      const std::uint64_t other = access.active ? dut_->shadow_rsp_o : dut_->active_rsp_o;
      EXPECT_EQ(other >> 32, 0U) << "the other window answers";
      if (data != nullptr) *data = answer_data();
      edge();
      settle();
      EXPECT_FALSE(answered()) << "two answers";
      return clocks;
    }
    edge();
    settle();
  }
  ADD_FAILURE() << "no answer to an access of the tables";
  return kActivationBound;
}

std::uint64_t CtrlBench::read_entry(bool active, unsigned table, unsigned bucket) {
  std::uint64_t value = 0;
  for (unsigned half = 0; half < 2; ++half) {
    std::uint32_t data = 0;
    access({.active = active, .address = 8 * (32 * table + bucket) + 4 * half}, &data);
    value |= std::uint64_t{data} << 32 * half;
  }
  return value;
}

void CtrlBench::write_entry(unsigned table, unsigned bucket, std::uint64_t maximum) {
  for (unsigned half = 0; half < 2; ++half) {
    access({.write = true,
            .address = 8 * (32 * table + bucket) + 4 * half,
            .data = static_cast<std::uint32_t>(maximum >> 32 * half)});
  }
}

void CtrlBench::write_table(unsigned table, const CtrlTable& maxima) {
  for (unsigned b = 0; b < kCtrlBuckets; ++b) write_entry(table, b, maxima[b]);
}

CtrlTable CtrlBench::read_table(bool active, unsigned table) {
  CtrlTable maxima{};
  for (unsigned b = 0; b < kCtrlBuckets; ++b) maxima[b] = read_entry(active, table, b);
  return maxima;
}

CtrlBench::Outcome CtrlBench::activate() {
  settle();
  const CtrlForce before = force();
  const CtrlForce wanted{csig, ports, buffers, before.banks ^ mask};
  Outcome outcome;
  const CtrlStatus last = status();
  settle(true);
  EXPECT_FALSE(dut_->idle_o) << "idle in the clock of go";
  EXPECT_TRUE(status().busy) << "not busy in the clock of go";
  for (unsigned i = 0; i < kActivationBound; ++i) {
    const bool ended = outcome.activated || outcome.refused;
    if (dut_->activate_o) {
      EXPECT_FALSE(ended) << "a second flag";
      outcome.activated = true;
      outcome.rest = dut_->rest_o;
    } else {
      EXPECT_EQ(dut_->rest_o, 0) << "a meter rests without an activation";
    }
    if (dut_->refused_o) {
      EXPECT_FALSE(ended || dut_->activate_o) << "a second flag";
      outcome.refused = true;
    }
    if (!ended && (outcome.activated || outcome.refused)) outcome.clocks = i;
    EXPECT_EQ(force() == before, !outcome.activated || wanted == before) << "clock " << i;
    if (outcome.activated) {
      EXPECT_EQ(force(), wanted) << "clock " << i << ": not all of it came at once";
    }
    EXPECT_EQ(status().busy, !(outcome.activated || outcome.refused)) << "clock " << i;
    if (status().busy) {
      EXPECT_EQ(status(),
                (CtrlStatus{true, last.result, last.table, last.bucket, last.port, last.queue}))
          << "the last result stays until the next one";
    }
    if (ended && dut_->idle_o) break;
    edge();
    settle();
  }
  EXPECT_TRUE(outcome.activated || outcome.refused) << "the activation never ends";
  EXPECT_TRUE(dut_->idle_o) << "never idle again";
  return outcome;
}

CtrlBench::Outcome CtrlBench::activate_well() {
  const Outcome outcome = activate();
  EXPECT_TRUE(outcome.activated);
  EXPECT_EQ(status(), (CtrlStatus{false, CtrlResult::kDone, 0, 0, 0, 0}));
  return outcome;
}

void CtrlBench::expect_refusal(const CtrlStatus& expected) {
  const CtrlForce before = (settle(), force());
  const Outcome outcome = activate();
  EXPECT_TRUE(outcome.refused);
  EXPECT_FALSE(outcome.activated);
  EXPECT_EQ(status(), expected);
  EXPECT_EQ(force(), before);
}

void CtrlBench::reset() {
  dut_->rst_ni = 0;
  settle();
  edge();
  dut_->rst_ni = 1;
  settle();
}

}  // namespace sluice::test
