// SPDX-License-Identifier: Apache-2.0
// The top with four ports as plain pins, so that one bench drives every width.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "tb/sim/pins.hpp"

namespace sluice::test {

inline constexpr unsigned kPorts = 4;

/// Named as the RTL's, so that AxilPort drives them.
struct TopPins {
  std::uint8_t s_axil_awvalid = 0, s_axil_awready = 0;
  std::uint8_t s_axil_wvalid = 0, s_axil_wready = 0, s_axil_wstrb = 0;
  std::uint8_t s_axil_bvalid = 0, s_axil_bready = 0, s_axil_bresp = 0;
  std::uint8_t s_axil_arvalid = 0, s_axil_arready = 0;
  std::uint8_t s_axil_rvalid = 0, s_axil_rready = 0, s_axil_rresp = 0;
  std::uint32_t s_axil_awaddr = 0, s_axil_wdata = 0, s_axil_araddr = 0, s_axil_rdata = 0;
  std::uint8_t rst_ni = 0;
  tb::Ticks time_skip = 0;
  tb::Ticks now = 0, deadline = 0;
  bool deadline_valid_o = false, idle_o = false, irq_o = false;
  bool obs_activate_o = false, obs_snapshot_o = false, obs_snapshot_clear_o = false;
};

class PortsDut {
 public:
  virtual ~PortsDut() = default;
  PortsDut(const PortsDut&) = delete;
  PortsDut& operator=(const PortsDut&) = delete;

  /// Clock low: hands the driven pins of the ports to the design, lets it settle, brings every
  /// output into `pins` and into each port's.
  virtual void settle(const std::array<tb::Pins*, kPorts>& ports) = 0;
  virtual void edge() = 0;
  /// now_o, as it stands.
  virtual tb::Ticks now() = 0;

  TopPins pins;

 protected:
  PortsDut() = default;
};

/// `width`: 64 or 512 bits a port.
std::unique_ptr<PortsDut> make_ports_dut(unsigned width);

}  // namespace sluice::test
