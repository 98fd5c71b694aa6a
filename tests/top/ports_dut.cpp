// SPDX-License-Identifier: Apache-2.0
#include "tests/top/ports_dut.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

#include "Vtop_w512_p4.h"
#include "Vtop_w64_p4.h"
#include "tests/time/clocked.hpp"

namespace sluice::test {
namespace {

template <class Words>
tb::Ticks time_of(const Words& words) {
  return tb::Ticks{words[0]} | tb::Ticks{words[1]} << 32 | tb::Ticks{words[2]} << 64;
}

/// Bytes of a verilated vector, little end first, whatever type holds it.
template <class Vector>
std::uint8_t* bytes_of(Vector& vector) {
  return reinterpret_cast<std::uint8_t*>(&vector);
}

template <class Top, unsigned kBusBytes>
class VerilatedPorts : public PortsDut {
 public:
  VerilatedPorts() {
    static_assert(sizeof(Top::s_axis_tdata) == kPorts * kBusBytes, "another width or ports");
    top_->s_axil_awprot = top_->s_axil_arprot = 0;
  }

  void settle(const std::array<tb::Pins*, kPorts>& ports) override {
    top_->rst_ni = pins.rst_ni;
    drive_registers();
    drive_ports(ports);
    top_.settle();
    fetch_registers();
    for (unsigned p = 0; p < kPorts; ++p) fetch_port(p, *ports[p]);
  }

  void edge() override { top_.edge(); }
  tb::Ticks now() override { return time_of(top_->now_o); }

 private:
  static constexpr unsigned kKeepBytes = kBusBytes / 8;
  static bool bit(unsigned vector, unsigned p) { return (vector >> p & 1) != 0; }

  void drive_registers() {
    top_->s_axil_awvalid = pins.s_axil_awvalid;
    top_->s_axil_awaddr = pins.s_axil_awaddr;
    top_->s_axil_wvalid = pins.s_axil_wvalid;
    top_->s_axil_wdata = pins.s_axil_wdata;
    top_->s_axil_wstrb = pins.s_axil_wstrb;
    top_->s_axil_bready = pins.s_axil_bready;
    top_->s_axil_arvalid = pins.s_axil_arvalid;
    top_->s_axil_araddr = pins.s_axil_araddr;
    top_->s_axil_rready = pins.s_axil_rready;
    for (int i = 0; i < 3; ++i) {
      top_->time_skip_i[i] = static_cast<std::uint32_t>(pins.time_skip >> 32 * i);
    }
  }

  void drive_ports(const std::array<tb::Pins*, kPorts>& ports) {
    unsigned valid = 0, last = 0, user = 0, ready = 0;
    std::uint32_t pause = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      const tb::AxisPins& in = ports[p]->fabric;
      valid |= static_cast<unsigned>(in.valid) << p;
      last |= static_cast<unsigned>(in.last) << p;
      user |= static_cast<unsigned>(in.user) << p;
      ready |= static_cast<unsigned>(ports[p]->wire.ready) << p;
      pause |= std::uint32_t{ports[p]->pause} << 8 * p;
      std::memcpy(bytes_of(top_->s_axis_tdata) + p * kBusBytes, in.data.data(), kBusBytes);
      std::memcpy(bytes_of(top_->s_axis_tkeep) + p * kKeepBytes, &in.keep, kKeepBytes);
    }
    top_->s_axis_tvalid = static_cast<std::uint8_t>(valid);
    top_->s_axis_tlast = static_cast<std::uint8_t>(last);
    top_->s_axis_tuser = static_cast<std::uint8_t>(user);
    top_->m_axis_tready = static_cast<std::uint8_t>(ready);
    top_->pause_i = pause;
  }

  void fetch_registers() {
    pins.s_axil_awready = top_->s_axil_awready;
    pins.s_axil_wready = top_->s_axil_wready;
    pins.s_axil_bvalid = top_->s_axil_bvalid;
    pins.s_axil_bresp = top_->s_axil_bresp;
    pins.s_axil_arready = top_->s_axil_arready;
    pins.s_axil_rvalid = top_->s_axil_rvalid;
    pins.s_axil_rresp = top_->s_axil_rresp;
    pins.s_axil_rdata = top_->s_axil_rdata;
    pins.now = now();
    pins.deadline = time_of(top_->deadline_o);
    pins.deadline_valid_o = top_->deadline_valid_o;
    pins.idle_o = top_->idle_o;
    pins.irq_o = top_->irq_o;
    pins.obs_activate_o = top_->obs_activate_o;
    pins.obs_snapshot_o = top_->obs_snapshot_o;
    pins.obs_snapshot_clear_o = top_->obs_snapshot_clear_o;
  }

  void fetch_port(unsigned p, tb::Pins& port) {
    port.now = pins.now;
    port.fabric.ready = bit(top_->s_axis_tready, p);
    port.wire.valid = bit(top_->m_axis_tvalid, p);
    port.wire.last = bit(top_->m_axis_tlast, p);
    port.wire.keep = 0;
    std::memcpy(&port.wire.keep, bytes_of(top_->m_axis_tkeep) + p * kKeepBytes, kKeepBytes);
    std::memcpy(port.wire.data.data(), bytes_of(top_->m_axis_tdata) + p * kBusBytes, kBusBytes);
    port.obs_activate = pins.obs_activate_o;
    port.obs_snapshot = pins.obs_snapshot_o;
    port.obs_snapshot_clear = pins.obs_snapshot_clear_o;
    port.obs_select_valid = bit(top_->obs_select_valid_o, p);
    port.obs_start_valid = bit(top_->obs_start_valid_o, p);
    port.obs_select_frame = top_->obs_select_frame_o[p];
    port.obs_start_frame = top_->obs_start_frame_o[p];
    port.deadline_valid = pins.deadline_valid_o;
    port.deadline = pins.deadline;
    port.idle = pins.idle_o;
    port.irq = pins.irq_o;
  }

  Clocked<Top> top_;
};

}  // namespace

std::unique_ptr<PortsDut> make_ports_dut(unsigned width) {
  switch (width) {
    case 64:
      return std::make_unique<VerilatedPorts<Vtop_w64_p4, 8>>();
    case 512:
      return std::make_unique<VerilatedPorts<Vtop_w512_p4, 64>>();
    default:
      throw std::invalid_argument("four ports of " + std::to_string(width) +
                                  " bits, expected 64 or 512");
  }
}

}  // namespace sluice::test
