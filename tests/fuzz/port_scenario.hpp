// SPDX-License-Identifier: Apache-2.0
// Bytes as a run of the whole design: a header of 8 bytes, then steps of 8 bytes each. Any bytes
// are a scenario; a mutation within one step leaves the others as they are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "model/port/counters.hpp"
#include "tb/agents/axis_sink.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {

/// What holds during the whole run.
struct Surroundings {
  unsigned width = 64;  ///< bits of the bus: 64 or 512
  bool skip_idle = true;
  unsigned register_delay = 0;  ///< clocks, at most, before each channel of an access
  tb::BackPressure pattern = tb::BackPressure::kNone;
  unsigned percent = 0;       ///< of clocks without ready
  unsigned line_divisor = 0;  ///< the line takes 1/n of what the bus carries; 0: no line
  unsigned beat_gap_percent = 0, max_frame_gap = 0;
  bool random_dead_lanes = true;
  std::uint64_t period = 0;  ///< 16.32 ns
  std::uint64_t seed = 0;
};

struct SendFrame {
  Bytes bytes;
  bool bad = false;
  std::uint64_t gap_ns = 0;  ///< from when it is its turn
  std::string text;
};
struct RunClocks {
  unsigned clocks = 0;
};
struct StageCsig {
  bool enable = false, wide = false;
  std::uint16_t tpid = 0, node_locator = 0;
  unsigned interval_select = 0;  ///< above 4: refused
};
struct StagePort {
  std::uint64_t capacity = 0;
  std::uint8_t overhead = 0;
  std::uint16_t locator = 0;
  bool locator_valid = false;
  unsigned action = 0;  ///< 3: refused
};
/// All 32 maxima, rising.
struct WriteTable {
  unsigned table = 0;
  std::uint64_t first = 0, step = 1;
};
/// One maximum, which may not rise.
struct WriteEntry {
  unsigned table = 0, bucket = 0;
  std::uint64_t value = 0;
};
struct Activate {
  unsigned tables = 0;  ///< mask
};
struct CompareCounters {
  bool clear = false;
};
/// The wire takes nothing, until told otherwise.
struct HoldWire {
  bool on = false;
};
/// Of any address: it must answer, with data or an error.
struct ReadRegister {
  std::uint32_t address = 0;
};
struct ResetDesign {
  unsigned clocks = 1;
};

using Step = std::variant<SendFrame, RunClocks, StageCsig, StagePort, WriteTable, WriteEntry,
                          Activate, CompareCounters, HoldWire, ReadRegister, ResetDesign>;

struct Scenario {
  Surroundings surroundings;
  std::vector<Step> steps;
};

/// Steps beyond a bound of clocks that a run may take are left out.
Scenario decode(std::span<const std::uint8_t> input);

/// One line for the surroundings, one a step.
std::string describe(const Scenario& scenario);

/// Runs it against the golden model; answers the counters at its end. Errors: tb::Error (Mismatch,
/// ProtocolError, Timeout), Fault.
model::Counters play(const Scenario& scenario);

}  // namespace sluice::fuzz
