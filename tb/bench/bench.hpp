// SPDX-License-Identifier: Apache-2.0
// One design with everything around it, wired and in the right order.
#pragma once

#include <memory>

#include "tb/agents/axil_master.hpp"
#include "tb/agents/axis_sink.hpp"
#include "tb/agents/axis_source.hpp"
#include "tb/agents/protocol_watch.hpp"
#include "tb/scoreboard/scoreboard.hpp"
#include "tb/sim/dut.hpp"
#include "tb/sim/kernel.hpp"

namespace sluice::tb {

struct BenchOptions {
  SourceOptions source;
  SinkOptions sink;
  AxilOptions registers;
  ScoreboardOptions scoreboard;
};

/// Members are public on purpose: this is a board with its instruments, not an abstraction over
/// them.
struct Bench {
  /// Leaves the design in reset; call reset() first.
  explicit Bench(std::unique_ptr<Dut> design, const BenchOptions& options = {});
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  void reset(unsigned clocks = 4) { kernel.reset(clocks); }

  /// Runs until the supply is empty and every frame has left or been dropped. A design that hangs
  /// ends in the scoreboard's Mismatch; a sink that never takes a beat, or time that stands still,
  /// in a Timeout after `stuck` clocks without a frame in or out.
  void drain(std::uint64_t stuck = 1'000'000);

  std::unique_ptr<Dut> dut;
  Kernel kernel;
  AxilMaster registers;
  AxisSource source;
  AxisSink sink;
  ProtocolWatch watch;
  Scoreboard scoreboard;
};

}  // namespace sluice::tb
