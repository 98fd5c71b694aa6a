// SPDX-License-Identifier: Apache-2.0
// The top with four ports: a source, a sink and a scoreboard on each, and one AXI4-Lite port for
// all. Errors of scoreboard and protocol checkers come out as exceptions.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "model/csig/config.hpp"
#include "model/csig/defaults.hpp"
#include "tb/agents/axis_sink.hpp"
#include "tb/agents/axis_source.hpp"
#include "tb/agents/protocol_watch.hpp"
#include "tb/scoreboard/scoreboard.hpp"
#include "tests/support/axil_port.hpp"
#include "tests/top/ports_dut.hpp"

namespace sluice::test {

inline constexpr std::uint64_t kPeriodNs = 4;

namespace reg {
inline constexpr std::uint32_t kCaps = 0x8, kFeatures = 0xC, kStatsCmd = 0x20;
inline constexpr std::uint32_t kPeriod = 0x100, kTimeCtrl = 0x110;
inline constexpr std::uint32_t kIrqStatus = 0x200, kIrqEnable = 0x204;
inline constexpr std::uint32_t kCsigCfg = 0x400, kCsigTpid = 0x404, kCsigInterval = 0x408;
inline constexpr std::uint32_t kCsigActivate = 0x40C, kCsigStatus = 0x410;
inline constexpr std::uint32_t kTableShadow = 0x1000;
inline constexpr std::uint32_t kCapacity = 0x8, kOverhead = 0x10, kPortCsig = 0x14, kStats = 0x800;
inline constexpr std::uint32_t kQueueStats = 0xC00;
inline constexpr std::uint32_t kActiveCapacity = 0x20;
constexpr std::uint32_t port(unsigned p, std::uint32_t offset) {
  return 0x100000 + 0x4000 * p + offset;
}
}  // namespace reg

struct BoardConfig {
  model::CsigConfig csig;
  std::vector<model::PortConfig> ports;
};
/// CSIG on with the default tables, an interval of 100 us, ports of 2 GB/s.
BoardConfig default_board();

using FrameBytes = std::vector<std::uint8_t>;

/// Agents of one port.
struct PortSide {
  PortSide(unsigned port, unsigned bus_bytes, const tb::SourceOptions& source_options,
           const tb::SinkOptions& sink_options);

  tb::Pins pins;
  tb::AxisSource source;
  tb::AxisSink sink;
  tb::ProtocolWatch watch;
  tb::Scoreboard scoreboard;
  std::vector<FrameBytes> sent;    ///< what left since it was last emptied
  std::vector<tb::Ticks> sent_at;  ///< and when
};

class FourPorts {
 public:
  /// Reset, period written, time running.
  explicit FourPorts(unsigned width, const tb::SourceOptions& source = {},
                     const tb::SinkOptions& sink = {});

  void settle();
  void edge();
  void clock() { bus.idle(); }
  void run(unsigned clocks) {
    for (unsigned i = 0; i < clocks; ++i) clock();
  }
  void reset();

  /// Writes all of it and activates it; expects the hardware to agree. Of the tables, those of the
  /// mask; the others stay as they are in force, whatever `board` says.
  void activate(const BoardConfig& board, unsigned tables = 7);
  /// Writes go and waits until it is not busy; answers csig.status.
  std::uint32_t go(unsigned tables);
  /// One snapshot for all ports; each port's counters are compared with its model.
  void compare_counters(bool clear = false);
  std::uint64_t counter(unsigned port, std::size_t index) {
    return bus.get64(reg::port(port, reg::kStats) + 8 * static_cast<std::uint32_t>(index));
  }

  void supply(unsigned port, std::deque<tb::SourceFrame> frames);
  void supply(unsigned port, const FrameBytes& frame, unsigned count = 1);
  /// Until all ports are empty. Error: std::runtime_error after 100,000 clocks.
  void drain();

  std::uint64_t cycle() const { return at_.cycle; }
  tb::Ticks now() const { return at_.now; }

  std::unique_ptr<PortsDut> dut;
  AxilPort<TopPins> bus;
  std::array<std::unique_ptr<PortSide>, kPorts> ports;

 private:
  tb::Moment at_;
  std::array<model::Table, model::kSignals> tables_{};  ///< in force
};

}  // namespace sluice::test
