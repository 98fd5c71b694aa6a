// SPDX-License-Identifier: Apache-2.0
// csig_ctrl for two ports, clock by clock, with a reference of what is staged, checked and in force
// that is written from docs/architecture.md and regs/csig.rdl.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>

#include "Vrtl_csig_ctrl.h"
#include "tests/support/buffer_fields.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

inline constexpr unsigned kCtrlPorts = 2;
inline constexpr unsigned kCtrlTables = 3;
inline constexpr unsigned kCtrlBuckets = 32;
/// StartToLookup + QuantizerLatency of rtl/pkg/sluice_pkg.sv: a lookup that started before a swap
/// reads the old bank that long.
inline constexpr unsigned kLookupClocks = 10;
/// More than any activation may take.
inline constexpr unsigned kActivationBound = 300;

using CtrlTable = std::array<std::uint64_t, kCtrlBuckets>;

struct CtrlCsig {
  bool enable = false;
  bool wide = false;
  std::uint16_t tpid = 0x0600;
  std::uint16_t node_locator = 0;
  unsigned interval = 1;
  friend bool operator==(const CtrlCsig&, const CtrlCsig&) = default;
};
struct CtrlPort {
  std::uint64_t capacity = 0;
  unsigned overhead = 24;
  unsigned locator = 0;
  bool locator_valid = false;
  unsigned action = 0;
  friend bool operator==(const CtrlPort&, const CtrlPort&) = default;
};
/// Everything that is in force, bank bits included.
struct CtrlForce {
  CtrlCsig csig;
  std::array<CtrlPort, kCtrlPorts> ports;
  std::array<BufferFields, kCtrlPorts> buffers;
  unsigned banks = 0;
  friend bool operator==(const CtrlForce&, const CtrlForce&) = default;
};
/// csig.status; codes as in regs/csig.rdl.
enum class CtrlResult : std::uint8_t {
  kNone,
  kDone,
  kNotRising,
  kBadInterval,
  kBadFormat,
  kBadAction,
  kTableMissing,
  kBadQuantum,
  kBadSeed
};
struct CtrlStatus {
  bool busy = false;
  CtrlResult result = CtrlResult::kNone;
  unsigned table = 0, bucket = 0, port = 0, queue = 0;
  friend bool operator==(const CtrlStatus&, const CtrlStatus&) = default;
};
void PrintTo(const CtrlStatus& status, std::ostream* out);

/// A table of which every maximum is above the one before it.
CtrlTable rising_table(std::uint64_t first, std::uint64_t step);

class CtrlBench : public ::testing::Test {
 protected:
  struct Access {
    bool active = false;  ///< window of the tables in force, else of the staged ones
    bool write = false;
    unsigned address = 0;  ///< bytes within the window
    std::uint32_t data = 0;
    std::uint32_t enables = ~0U;  ///< bit by bit
  };
  /// Where an activation ended.
  struct Outcome {
    bool activated = false;
    bool refused = false;
    unsigned rest = 0;    ///< ports whose meter was told to rest, in that clock
    unsigned clocks = 0;  ///< from go
  };

  // Staged inputs; they are driven from the next clock on.
  CtrlCsig csig;
  std::array<CtrlPort, kCtrlPorts> ports;
  std::array<BufferFields, kCtrlPorts> buffers;
  unsigned mask = 0;

  /// One clock; `go` and an access as it is told. What the outputs show meanwhile stays readable.
  void clock(bool go = false, const Access* access = nullptr);
  /// Inputs of the next clock, settled, before its edge.
  void settle(bool go = false, const Access* access = nullptr);
  void edge() { dut_.edge(); }

  CtrlForce force();
  CtrlStatus status();
  bool answered() { return read_answer() || write_answer(); }
  bool read_answer();
  bool write_answer();
  std::uint32_t answer_data();

  /// Runs until the answer is there; answers the clocks that it took.
  unsigned access(const Access& access, std::uint32_t* data = nullptr);
  std::uint64_t read_entry(bool active, unsigned table, unsigned bucket);
  void write_entry(unsigned table, unsigned bucket, std::uint64_t maximum);
  void write_table(unsigned table, const CtrlTable& maxima);
  CtrlTable read_table(bool active, unsigned table);

  /// Writes go and runs until activate_o or refused_o, then on until idle. Checks that nothing in
  /// force changes but in the clock of activate_o, and that each flag is up for one clock.
  Outcome activate();
  /// activate(), which must succeed.
  Outcome activate_well();
  /// activate(), which must be refused with this status and change nothing.
  void expect_refusal(const CtrlStatus& expected);

  void reset();

  Clocked<Vrtl_csig_ctrl> dut_;
};

}  // namespace sluice::test
