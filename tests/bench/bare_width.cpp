// SPDX-License-Identifier: Apache-2.0
// The bare model of one width. Compiled once a width, with SLUICE_TOP (the verilated class) and
// SLUICE_WIDTH (bits).
#include <fmt/format.h>
#include <verilated.h>

#include <cstring>
#include <stdexcept>

#include "tests/bench/bare.hpp"
#include "tests/bench/bare_factories.hpp"

#define SLUICE_QUOTED_AS_IS(name) #name
#define SLUICE_QUOTED(name) SLUICE_QUOTED_AS_IS(name)
#include SLUICE_QUOTED(SLUICE_TOP.h)

namespace sluice::bench {
namespace {

constexpr unsigned kBusBytes = SLUICE_WIDTH / 8;

class BareWidth : public Bare {
 public:
  BareWidth() : top_(&context_, "bare") {}
  ~BareWidth() override { top_.final(); }

  std::uint64_t play(const Recording& recording) override {
    for (const tb::Pins& pins : recording) {
      settle(pins);
      rise();
    }
    return recording.size();
  }

  void check(const Recording& recording) override {
    for (const tb::Pins& pins : recording) {
      settle(pins);
      compare(pins);
      rise();
      ++clock_;
    }
  }

 private:
  void settle(const tb::Pins& pins) {
    const tb::AxilPins& in = pins.axil;
    top_.rst_ni = pins.rst_n;
    top_.s_axis_tvalid = pins.fabric.valid;
    top_.s_axis_tlast = pins.fabric.last;
    top_.s_axis_tuser = pins.fabric.user;
    std::memcpy(&top_.s_axis_tkeep, &pins.fabric.keep, sizeof(top_.s_axis_tkeep));
    if (pins.fabric.valid) std::memcpy(&top_.s_axis_tdata, pins.fabric.data.data(), kBusBytes);
    top_.m_axis_tready = pins.wire.ready;
    top_.s_axil_awvalid = in.aw_valid;
    top_.s_axil_awaddr = in.aw_addr;
    top_.s_axil_awprot = in.aw_prot;
    top_.s_axil_wvalid = in.w_valid;
    top_.s_axil_wdata = in.w_data;
    top_.s_axil_wstrb = in.w_strb;
    top_.s_axil_bready = in.b_ready;
    top_.s_axil_arvalid = in.ar_valid;
    top_.s_axil_araddr = in.ar_addr;
    top_.s_axil_arprot = in.ar_prot;
    top_.s_axil_rready = in.r_ready;
    std::memcpy(&top_.time_skip_i, &pins.time_skip, 10);
    top_.clk_i = 0;
    top_.eval();
  }

  void rise() {
    top_.clk_i = 1;
    top_.eval();
  }

  void compare(const tb::Pins& pins) const {
    bool same = top_.s_axis_tready == pins.fabric.ready && top_.m_axis_tvalid == pins.wire.valid &&
                top_.s_axil_rvalid == pins.axil.r_valid &&
                top_.s_axil_bvalid == pins.axil.b_valid && top_.idle_o == pins.idle;
    if (same && pins.axil.r_valid) same = top_.s_axil_rdata == pins.axil.r_data;
    if (same && pins.wire.valid) {
      same = top_.m_axis_tlast == pins.wire.last &&
             std::memcmp(&top_.m_axis_tkeep, &pins.wire.keep, sizeof(top_.m_axis_tkeep)) == 0 &&
             std::memcmp(&top_.m_axis_tdata, pins.wire.data.data(), kBusBytes) == 0;
    }
    if (!same) {
      throw std::runtime_error(fmt::format(
          "bare model of {} bits: outputs in clock {} are not those of the recorded run",
          SLUICE_WIDTH, clock_));
    }
  }

  VerilatedContext context_;
  SLUICE_TOP top_;
  std::uint64_t clock_ = 0;
};

}  // namespace

template <>
std::unique_ptr<Bare> make_bare_width<SLUICE_WIDTH>() {
  return std::make_unique<BareWidth>();
}

}  // namespace sluice::bench
