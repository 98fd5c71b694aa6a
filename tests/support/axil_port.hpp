// SPDX-License-Identifier: Apache-2.0
// The AXI4-Lite side of a verilated block, with full say over the timing of each channel. Every
// clock is held against the protocol checker.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>

#include "tb/agents/axil_checker.hpp"
#include "tb/sim/pins.hpp"

namespace sluice::test {

/// One access; delays are clocks before a channel's valid or ready is raised.
struct AxilAccess {
  bool write = false;
  std::uint32_t address = 0;
  std::uint32_t data = 0;
  unsigned strobes = 0xF;
  unsigned aw_delay = 0, w_delay = 0, ar_delay = 0;
  /// Counted from the clock in which the response is there; 0: ready from the beginning.
  unsigned response_delay = 0;
};
struct AxilAnswer {
  unsigned response = 0;  ///< 0 OKAY, 2 SLVERR
  std::uint32_t data = 0;
  unsigned clocks = 0;  ///< until the response was taken
  bool ok() const { return response == 0; }
};

/// `Dut` has the ports s_axil_*. `settle` lets inputs work through, `edge` is the rising edge; what
/// else happens in a clock is theirs to do.
template <class Dut>
class AxilPort {
 public:
  AxilPort(Dut& dut, std::function<void()> settle, std::function<void()> edge)
      : dut_(dut), settle_(std::move(settle)), edge_(std::move(edge)) {
    dut_.s_axil_awvalid = dut_.s_axil_wvalid = dut_.s_axil_arvalid = 0;
    dut_.s_axil_bready = dut_.s_axil_rready = 0;
  }

  /// Error: std::runtime_error where there is no response within 2,000 clocks, or where a rule of
  /// the protocol is broken.
  AxilAnswer access(const AxilAccess& a) {
    bool aw = !a.write, w = !a.write, ar = a.write;  // handed over, or not wanted
    unsigned waited = 0;
    for (unsigned clock = 0; clock < 2'000; ++clock) {
      dut_.s_axil_awvalid = !aw && clock >= a.aw_delay;
      dut_.s_axil_awaddr = a.address;
      dut_.s_axil_wvalid = !w && clock >= a.w_delay;
      dut_.s_axil_wdata = a.data;
      dut_.s_axil_wstrb = static_cast<std::uint8_t>(a.strobes);
      dut_.s_axil_arvalid = !ar && clock >= a.ar_delay;
      dut_.s_axil_araddr = a.address;
      const bool ready = waited >= a.response_delay;
      dut_.s_axil_bready = a.write && ready;
      dut_.s_axil_rready = !a.write && ready;
      settle_();
      check();
      aw = aw || (dut_.s_axil_awvalid && dut_.s_axil_awready);
      w = w || (dut_.s_axil_wvalid && dut_.s_axil_wready);
      ar = ar || (dut_.s_axil_arvalid && dut_.s_axil_arready);
      const bool there = a.write ? dut_.s_axil_bvalid : dut_.s_axil_rvalid;
      AxilAnswer answer;
      if (there) {
        answer.response = a.write ? dut_.s_axil_bresp : dut_.s_axil_rresp;
        answer.data = a.write ? 0 : dut_.s_axil_rdata;
        answer.clocks = clock;
        ++waited;
      }
      edge_();
      if (there && ready) {
        rest();
        return answer;
      }
    }
    throw std::runtime_error("no response to an access of register " + std::to_string(a.address));
  }

  /// One clock without an access.
  void idle() {
    rest();
    settle_();
    check();
    edge_();
  }

  AxilAnswer read(std::uint32_t address) { return access({.address = address}); }
  AxilAnswer write(std::uint32_t address, std::uint32_t data) {
    return access({.write = true, .address = address, .data = data});
  }

  /// Reads a register that must answer OKAY. Error: std::runtime_error.
  std::uint32_t get(std::uint32_t address) {
    const AxilAnswer answer = read(address);
    if (!answer.ok()) throw std::runtime_error("SLVERR at read of " + std::to_string(address));
    return answer.data;
  }
  void set(std::uint32_t address, std::uint32_t data) {
    if (!write(address, data).ok()) {
      throw std::runtime_error("SLVERR at write of " + std::to_string(address));
    }
  }
  std::uint64_t get64(std::uint32_t address) {
    const std::uint64_t low = get(address);
    return low | std::uint64_t{get(address + 4)} << 32;
  }
  void set64(std::uint32_t address, std::uint64_t data) {
    set(address, static_cast<std::uint32_t>(data));
    set(address + 4, static_cast<std::uint32_t>(data >> 32));
  }

  /// The settled pins of this clock against the rules. Called by access() and idle().
  void check() {
    tb::AxilPins p;
    p.aw_valid = dut_.s_axil_awvalid;
    p.aw_ready = dut_.s_axil_awready;
    p.w_valid = dut_.s_axil_wvalid;
    p.w_ready = dut_.s_axil_wready;
    p.b_valid = dut_.s_axil_bvalid;
    p.b_ready = dut_.s_axil_bready;
    p.ar_valid = dut_.s_axil_arvalid;
    p.ar_ready = dut_.s_axil_arready;
    p.r_valid = dut_.s_axil_rvalid;
    p.r_ready = dut_.s_axil_rready;
    p.w_strb = dut_.s_axil_wstrb;
    p.b_resp = dut_.s_axil_bresp;
    p.r_resp = dut_.s_axil_rresp;
    p.aw_addr = dut_.s_axil_awaddr;
    p.ar_addr = dut_.s_axil_araddr;
    p.w_data = dut_.s_axil_wdata;
    p.r_data = dut_.s_axil_rdata;
    if (const auto broken = checker_.check(p, dut_.rst_ni)) {
      throw std::runtime_error("AXI4-Lite: " + broken->text);
    }
  }

 private:
  void rest() {
    dut_.s_axil_awvalid = dut_.s_axil_wvalid = dut_.s_axil_arvalid = 0;
    dut_.s_axil_bready = dut_.s_axil_rready = 0;
  }

  Dut& dut_;
  std::function<void()> settle_, edge_;
  tb::AxilChecker checker_;
};

}  // namespace sluice::test
