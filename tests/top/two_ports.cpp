// SPDX-License-Identifier: Apache-2.0
#include "tests/top/two_ports.hpp"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace sluice::test {
namespace {

constexpr unsigned kK = 5;  // rtl/pkg/sluice_pkg.sv; a test compares it with the register

tb::ScoreboardOptions scoreboard_options() {
  tb::ScoreboardOptions options;
  options.bus_bytes = kBusBytes;
  options.k = kK;
  return options;
}

std::uint32_t interval_select(std::uint32_t us) {
  constexpr std::array<std::uint32_t, 5> kIntervals = {1, 100, 1000, 10000, 100000};
  for (std::uint32_t i = 0; i < kIntervals.size(); ++i) {
    if (kIntervals[i] == us) return i;
  }
  throw std::invalid_argument("interval of " + std::to_string(us) + " us");
}

}  // namespace

BoardConfig default_board() {
  BoardConfig board;
  board.csig.enable = true;
  board.csig.node_locator = 9;
  board.csig.tables = model::kDefaultTables;
  board.ports.resize(kPorts);
  for (model::PortConfig& port : board.ports) port.capacity = 2'000'000'000;
  return board;
}

PortSide::PortSide(unsigned port, const tb::SourceOptions& source_options,
                   const tb::SinkOptions& sink_options)
    : source(kBusBytes, source_options),
      sink(kBusBytes, sink_options),
      watch(kBusBytes),
      scoreboard(scoreboard_options(), port) {
  sink.on_frame([this](const tb::SinkFrame& frame) {
    sent.emplace_back(frame.bytes.begin(), frame.bytes.end());
    sent_at.push_back(frame.last_beat);
  });
}

TwoPorts::TwoPorts(const tb::SourceOptions& source, const tb::SinkOptions& sink)
    : bus(
          *dut.operator->(), [this] { settle(); }, [this] { edge(); }) {
  for (unsigned p = 0; p < kPorts; ++p) {
    tb::SourceOptions source_options = source;
    tb::SinkOptions sink_options = sink;
    source_options.seed += p;
    sink_options.seed += p;
    ports[p] = std::make_unique<PortSide>(p, source_options, sink_options);
  }
  for (int i = 0; i < 3; ++i) dut->time_skip_i[i] = 0;
  reset();
}

void TwoPorts::reset() {
  tables_ = {};
  dut->rst_ni = 0;
  for (auto& port : ports) {
    port->source.reset();
    port->sink.reset();
    port->scoreboard.reset();
    port->sent.clear();
    port->sent_at.clear();
  }
  for (int i = 0; i < 3; ++i) clock();
  dut->rst_ni = 1;
  bus.set64(reg::kPeriod, kPeriodNs << 32);
  bus.set(reg::kTimeCtrl, 1);
}

void TwoPorts::settle() {
  const auto now = [](const auto& words) {
    return tb::Ticks{words[0]} | tb::Ticks{words[1]} << 32 | tb::Ticks{words[2]} << 64;
  };
  at_.now = now(dut->now_o);
  const bool in_reset = dut->rst_ni == 0;
  dut->s_axis_tvalid = dut->s_axis_tlast = dut->s_axis_tuser = dut->m_axis_tready = 0;
  dut->s_axis_tkeep = 0;
  for (unsigned p = 0; p < kPorts; ++p) {
    tb::Pins& pins = ports[p]->pins;
    pins.rst_n = !in_reset;
    if (in_reset) {
      pins.fabric = pins.wire = {};
      continue;
    }
    ports[p]->source.drive(at_, pins);
    ports[p]->sink.drive(at_, pins);
    dut->s_axis_tvalid |= static_cast<std::uint8_t>(pins.fabric.valid << p);
    dut->s_axis_tlast |= static_cast<std::uint8_t>(pins.fabric.last << p);
    dut->s_axis_tuser |= static_cast<std::uint8_t>(pins.fabric.user << p);
    dut->s_axis_tkeep |= static_cast<std::uint16_t>(pins.fabric.keep << kBusBytes * p);
    dut->m_axis_tready |= static_cast<std::uint8_t>(pins.wire.ready << p);
    std::memcpy(&dut->s_axis_tdata[2 * p], pins.fabric.data.data(), kBusBytes);
  }
  dut.settle();
  for (unsigned p = 0; p < kPorts; ++p) {
    tb::Pins& pins = ports[p]->pins;
    pins.now = at_.now;
    pins.fabric.ready = (dut->s_axis_tready >> p & 1) != 0;
    pins.wire.valid = (dut->m_axis_tvalid >> p & 1) != 0;
    pins.wire.last = (dut->m_axis_tlast >> p & 1) != 0;
    pins.wire.keep = dut->m_axis_tkeep >> kBusBytes * p & 0xFF;
    std::memcpy(pins.wire.data.data(), &dut->m_axis_tdata[2 * p], kBusBytes);
    pins.obs_activate = dut->obs_activate_o;
    pins.obs_snapshot = dut->obs_snapshot_o;
    pins.obs_snapshot_clear = dut->obs_snapshot_clear_o;
    pins.obs_select_valid = (dut->obs_select_valid_o >> p & 1) != 0;
    pins.obs_start_valid = (dut->obs_start_valid_o >> p & 1) != 0;
    pins.obs_select_frame = static_cast<std::uint32_t>(dut->obs_select_frame_o >> 32 * p);
    pins.obs_start_frame = static_cast<std::uint32_t>(dut->obs_start_frame_o >> 32 * p);
    pins.deadline_valid = dut->deadline_valid_o;
    pins.deadline = now(dut->deadline_o);
    pins.idle = dut->idle_o;
    pins.irq = dut->irq_o;
  }
}

void TwoPorts::edge() {
  for (auto& port : ports) {
    port->watch.sample(at_, port->pins);
    if (!port->pins.rst_n) continue;
    port->source.sample(at_, port->pins);
    port->sink.sample(at_, port->pins);
    port->scoreboard.sample(at_, port->pins);
  }
  dut.edge();
  ++at_.cycle;
}

std::uint32_t TwoPorts::go(unsigned tables) {
  bus.set(reg::kCsigActivate, 1U | tables << 1);
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t status = bus.get(reg::kCsigStatus);
    if ((status & 1) == 0) return status;
  }
  throw std::runtime_error("the activation never ends");
}

void TwoPorts::activate(const BoardConfig& board, unsigned tables) {
  const model::CsigConfig& c = board.csig;
  bus.set(reg::kCsigCfg, (c.enable ? 1U : 0U) | std::uint32_t{c.node_locator} << 16);
  bus.set(reg::kCsigTpid, c.tpid);
  bus.set(reg::kCsigInterval, interval_select(c.interval_us));
  for (unsigned p = 0; p < kPorts; ++p) {
    const model::PortConfig& port = board.ports[p];
    bus.set64(reg::port(p, reg::kCapacity), port.capacity);
    bus.set(reg::port(p, reg::kOverhead), port.overhead);
    bus.set(reg::port(p, reg::kPortCsig), port.locator | (port.locator_valid ? 1U << 15 : 0U) |
                                              static_cast<std::uint32_t>(port.action) << 16);
  }
  for (std::uint32_t t = 0; t < model::kSignals; ++t) {
    if ((tables >> t & 1) == 0) continue;
    tables_[t] = c.tables[t];
    for (std::uint32_t b = 0; b < model::kBuckets; ++b) {
      bus.set64(reg::kTableShadow + 8 * (32 * t + b), c.tables[t][b]);
    }
  }
  model::CsigConfig expected = c;
  expected.tables = tables_;
  for (auto& port : ports) port->scoreboard.stage(expected, board.ports);
  const std::uint32_t status = go(tables);
  if (status != 1U << 1) {
    throw std::runtime_error("activation ended with status " + std::to_string(status));
  }
}

void TwoPorts::compare_counters(bool clear) {
  bus.set(reg::kStatsCmd, clear ? 3 : 1);
  for (unsigned p = 0; p < kPorts; ++p) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < model::kCounters; ++i) values.push_back(counter(p, i));
    ports[p]->scoreboard.check_counters(values, at_);
  }
}

void TwoPorts::supply(unsigned port, std::deque<tb::SourceFrame> frames) {
  ports[port]->source.set_supply([left = std::move(frames)](tb::SourceFrame& frame) mutable {
    if (left.empty()) return false;
    frame = std::move(left.front());
    left.pop_front();
    return true;
  });
}

void TwoPorts::supply(unsigned port, const FrameBytes& frame, unsigned count) {
  tb::SourceFrame f;
  f.bytes = frame;
  supply(port, std::deque<tb::SourceFrame>(count, f));
}

void TwoPorts::drain() {
  for (int i = 0; i < 100'000; ++i) {
    bool busy = false;
    for (auto& port : ports) busy = busy || !port->source.done() || !port->scoreboard.empty();
    if (!busy) {
      for (auto& port : ports) port->scoreboard.finish(at_);
      return;
    }
    clock();
  }
  throw std::runtime_error("frames stay inside");
}

}  // namespace sluice::test
