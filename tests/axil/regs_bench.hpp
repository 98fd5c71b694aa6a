// SPDX-License-Identifier: Apache-2.0
// sluice_regs for two ports: the register map behind its AXI4-Lite slave, with memories in the
// place of tables and statistics that answer after any number of clocks. What the map holds is
// written from regs/*.rdl.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "Vrtl_regs.h"
#include "tests/support/axil_port.hpp"
#include "tests/time/clocked.hpp"

namespace sluice::test {

inline constexpr std::uint32_t kPortBase = 0x100000, kPortStep = 0x4000;
inline constexpr unsigned kRegsPorts = 2;
inline constexpr unsigned kOkay = 0, kSlverr = 2;

/// Access rights and, of registers that hold what is written, the bits that do.
struct RegisterInfo {
  bool readable = false;
  bool writable = false;
  std::uint32_t holds = 0;     ///< bits that read as they were written
  std::uint32_t reset = 0;     ///< of those
  unsigned buffered_half = 0;  ///< 1, 2: low, high half of a 64-bit register with buffered writes
};

/// Every address that has a register, for a build with two ports.
std::map<std::uint32_t, RegisterInfo> register_map();

class RegsBench : public ::testing::Test {
 protected:
  RegsBench();

  /// Inputs of the blocks behind the registers, and whatever else a test does each clock.
  void settle();
  void edge();

  /// A part of the map that lies outside the generated blocks.
  struct External {
    std::array<std::uint32_t, 256> words{};
    unsigned requests = 0;
    bool pending = false, write = false;
    unsigned wait = 0, word = 0;
    std::uint32_t data = 0, enables = 0;
    std::uint64_t response = 0;  ///< as ext_rsp_t
    void request(unsigned delay, bool is_write, unsigned address, std::uint32_t data,
                 std::uint32_t enables);
    void clock();
  };
  External shadow_, active_;
  std::array<External, kRegsPorts> stats_, queue_stats_;
  unsigned external_delay_ = 1;        ///< clocks until an external part answers, at least 1
  std::function<void()> each_clock_;   ///< before the inputs settle; may set inputs
  std::function<void()> each_settle_;  ///< after they have settled

  Clocked<Vrtl_regs> dut_;
  AxilPort<Vrtl_regs> bus_;
};

}  // namespace sluice::test
