// SPDX-License-Identifier: Apache-2.0
// The pins of the top in plain C++, so that agents, checkers and scoreboard need no verilated code.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "model/common/time.hpp"
#include "tb/sim/bus_widths.hpp"

namespace sluice::tb {

using model::Ticks;

/// tkeep, a bit a lane.
__extension__ using Keep = unsigned __int128;
static_assert(kMaxBusBytes <= 8 * sizeof(Keep));

/// Lanes 0 to `lanes` - 1. `lanes`: 1 to kMaxBusBytes.
constexpr Keep keep_first(std::size_t lanes) { return ~Keep{0} >> (8 * sizeof(Keep) - lanes); }

/// How many lanes hold a byte.
constexpr std::size_t lanes_of(Keep keep) {
  return static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(keep))) +
         static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(keep >> 64)));
}

/// One AXI-Stream interface in one clock. Byte 0 of a frame is data[0] of its first beat.
struct AxisPins {
  bool valid = false;
  bool ready = false;
  bool last = false;
  bool user = false;  ///< frame is bad; looked at with `last`; ingress only
  bool unknown =
      false;  ///< a pin is neither 0 nor 1: only four-state simulators set it, Verilator never does
  Keep keep = 0;
  alignas(64) std::array<std::uint8_t, kMaxBusBytes> data{};

  bool fire() const { return valid && ready; }
};

/// AXI4-Lite, 32-bit data, 21-bit address, in one clock.
struct AxilPins {
  bool aw_valid = false, aw_ready = false;
  bool w_valid = false, w_ready = false;
  bool b_valid = false, b_ready = false;
  bool ar_valid = false, ar_ready = false;
  bool r_valid = false, r_ready = false;
  std::uint8_t aw_prot = 0, ar_prot = 0;
  std::uint8_t w_strb = 0;
  std::uint8_t b_resp = 0, r_resp = 0;
  std::uint32_t aw_addr = 0, ar_addr = 0;
  std::uint32_t w_data = 0, r_data = 0;
};

/// Everything that the top shows, for one port.
struct Pins {
  // Driven by the harness (but for the ready of `fabric` and the valid side of `wire`).
  bool rst_n = false;
  AxisPins fabric;
  AxisPins wire;
  AxilPins axil;
  std::uint8_t pause = 0;  ///< bit q: queue q starts no new frame
  Ticks time_skip = 0;  ///< 0, or a whole number of periods by which `now` advances in this clock

  /// Simulation only: packet number in the capture (from 1) of the frame that `fabric` carries; 0:
  /// unknown.
  std::uint64_t fabric_packet = 0;

  // Driven by the hardware.
  Ticks now = 0;
  Ticks deadline = 0;
  bool deadline_valid = false;
  bool idle = false;
  bool irq = false;
  bool obs_activate = false;
  bool obs_snapshot = false;
  bool obs_snapshot_clear = false;
  bool obs_select_valid = false;
  bool obs_start_valid = false;
  std::uint32_t obs_select_frame = 0;
  std::uint32_t obs_start_frame = 0;
};

}  // namespace sluice::tb
