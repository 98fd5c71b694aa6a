// SPDX-License-Identifier: Apache-2.0
#include "tests/top/four_ports.hpp"

#include <stdexcept>
#include <utility>

namespace sluice::test {
namespace {

constexpr std::uint32_t kBufferBytes = 16'384;  // tests/top/CMakeLists.txt
constexpr unsigned kK = 9;  // rtl/pkg/sluice_pkg.sv; a test compares it with the register

tb::ScoreboardOptions scoreboard_options(unsigned bus_bytes) {
  tb::ScoreboardOptions options;
  options.bus_bytes = bus_bytes;
  options.k = kK;
  options.buffer_bytes = kBufferBytes;
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

PortSide::PortSide(unsigned port, unsigned bus_bytes, const tb::SourceOptions& source_options,
                   const tb::SinkOptions& sink_options)
    : source(bus_bytes, source_options),
      sink(bus_bytes, sink_options),
      watch(bus_bytes),
      scoreboard(scoreboard_options(bus_bytes), port) {
  sink.on_frame([this](const tb::SinkFrame& frame) {
    sent.emplace_back(frame.bytes.begin(), frame.bytes.end());
    sent_at.push_back(frame.last_beat);
  });
}

FourPorts::FourPorts(unsigned width, const tb::SourceOptions& source, const tb::SinkOptions& sink)
    : dut(make_ports_dut(width)),
      bus(
          dut->pins, [this] { settle(); }, [this] { edge(); }) {
  for (unsigned p = 0; p < kPorts; ++p) {
    tb::SourceOptions source_options = source;
    tb::SinkOptions sink_options = sink;
    source_options.seed += p;
    sink_options.seed += p;
    ports[p] = std::make_unique<PortSide>(p, width / 8, source_options, sink_options);
  }
  reset();
}

void FourPorts::reset() {
  tables_ = {};
  dut->pins.rst_ni = 0;
  for (auto& port : ports) {
    port->source.reset();
    port->sink.reset();
    port->scoreboard.reset();
    port->sent.clear();
    port->sent_at.clear();
  }
  for (int i = 0; i < 3; ++i) clock();
  dut->pins.rst_ni = 1;
  bus.set64(reg::kPeriod, kPeriodNs << 32);
  bus.set(reg::kTimeCtrl, 1);
}

void FourPorts::settle() {
  at_.now = dut->now();
  const bool in_reset = dut->pins.rst_ni == 0;
  std::array<tb::Pins*, kPorts> all{};
  for (unsigned p = 0; p < kPorts; ++p) {
    tb::Pins& pins = ports[p]->pins;
    all[p] = &pins;
    pins.rst_n = !in_reset;
    if (in_reset) {
      pins.fabric = pins.wire = {};
      continue;
    }
    ports[p]->source.drive(at_, pins);
    ports[p]->sink.drive(at_, pins);
  }
  dut->settle(all);
}

void FourPorts::edge() {
  for (auto& port : ports) {
    port->watch.sample(at_, port->pins);
    if (!port->pins.rst_n) continue;
    port->source.sample(at_, port->pins);
    port->sink.sample(at_, port->pins);
    port->scoreboard.sample(at_, port->pins);
  }
  dut->edge();
  ++at_.cycle;
}

std::uint32_t FourPorts::go(unsigned tables) {
  bus.set(reg::kCsigActivate, 1U | tables << 1);
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t status = bus.get(reg::kCsigStatus);
    if ((status & 1) == 0) return status;
  }
  throw std::runtime_error("the activation never ends");
}

void FourPorts::activate(const BoardConfig& board, unsigned tables) {
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

void FourPorts::compare_counters(bool clear) {
  bus.set(reg::kStatsCmd, clear ? 3 : 1);
  for (unsigned p = 0; p < kPorts; ++p) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < model::kCounters; ++i) values.push_back(counter(p, i));
    ports[p]->scoreboard.check_counters(values, at_);
    values.clear();
    for (std::uint32_t i = 0; i < 3; ++i) values.push_back(counter(p, model::kCounters + i));
    for (std::uint32_t q = 0; q < model::kQueues; ++q) {
      for (std::uint32_t i = 0; i < model::kQueueCounters; ++i) {
        values.push_back(bus.get64(reg::port(p, reg::kQueueStats + 0x80 * q + 8 * i)));
      }
    }
    ports[p]->scoreboard.check_queue_counters(values, at_);
  }
}

void FourPorts::supply(unsigned port, std::deque<tb::SourceFrame> frames) {
  ports[port]->source.set_supply([left = std::move(frames)](tb::SourceFrame& frame) mutable {
    if (left.empty()) return false;
    frame = std::move(left.front());
    left.pop_front();
    return true;
  });
}

void FourPorts::supply(unsigned port, const FrameBytes& frame, unsigned count) {
  tb::SourceFrame f;
  f.bytes = frame;
  supply(port, std::deque<tb::SourceFrame>(count, f));
}

void FourPorts::drain() {
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
