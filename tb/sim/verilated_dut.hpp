// SPDX-License-Identifier: Apache-2.0
// Dut over one verilated class of the top with one port. Included by one source file a width.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>

#include "tb/common/error.hpp"
#include "tb/sim/dut.hpp"

namespace sluice::tb {

/// Verilator holds up to 64 bits in an integer and more in 32-bit words, little end first; both
/// have the byte order that `AxisPins::data` has on a little-endian machine, which Verilator itself
/// asks for.
template <typename Top, unsigned kBusBytes>
class VerilatedDut : public Dut {
 public:
  /// `reset_seed`: 0 starts with zeros; see make_test_dut.
  explicit VerilatedDut(std::uint32_t reset_seed)
      : Dut(kBusBytes), context_(std::make_unique<VerilatedContext>()) {
    static_assert(sizeof(Top::s_axis_tdata) == kBusBytes, "the top has another bus width");
    static_assert(sizeof(Top::s_axis_tkeep) == kBusBytes / 8);
    if (reset_seed != 0) {
      context_->randReset(2);
      context_->randSeed(static_cast<int>(reset_seed));
      context_->fatalOnError(false);  // rise() tells
    }
    context_->traceEverOn(true);
    top_ = std::make_unique<Top>(context_.get(), "top");
    // A reset is seen where it falls.
    for (const bool level : {true, false}) {
      pins_.rst_n = level;
      settle();
    }
  }
  ~VerilatedDut() override {
    close_waves();
    top_->final();
  }

  bool is_rtl() const override { return true; }

  void settle() override {
    top_->rst_ni = pins_.rst_n;
    top_->s_axis_tvalid = pins_.fabric.valid;
    top_->s_axis_tlast = pins_.fabric.last;
    top_->s_axis_tuser = pins_.fabric.user;
    std::memcpy(&top_->s_axis_tkeep, &pins_.fabric.keep, kBusBytes / 8);
    if (pins_.fabric.valid) {
      std::memcpy(&top_->s_axis_tdata, pins_.fabric.data.data(), kBusBytes);
    }
    top_->m_axis_tready = pins_.wire.ready;
    const AxilPins& in = pins_.axil;
    top_->s_axil_awvalid = in.aw_valid;
    top_->s_axil_awaddr = in.aw_addr;
    top_->s_axil_awprot = in.aw_prot;
    top_->s_axil_wvalid = in.w_valid;
    top_->s_axil_wdata = in.w_data;
    top_->s_axil_wstrb = in.w_strb;
    top_->s_axil_bready = in.b_ready;
    top_->s_axil_arvalid = in.ar_valid;
    top_->s_axil_araddr = in.ar_addr;
    top_->s_axil_arprot = in.ar_prot;
    top_->s_axil_rready = in.r_ready;
    top_->pause_i = pins_.pause;
    put_time(top_->time_skip_i, pins_.time_skip);
    top_->clk_i = 0;
    top_->eval();
    fetch();
  }

  void rise() override {
    top_->clk_i = 1;
    top_->eval();
    pins_.now = get_time(top_->now_o);
    // In a build without assertions this is never so.
    if (context_->gotError()) throw Error("an assertion of the design failed; it is named above");
  }

  void show_wire_data() override {
    std::memcpy(&top_->m_axis_tdata, pins_.wire.data.data(), kBusBytes);
  }

  void open_waves(const std::filesystem::path& file) override {
    close_waves();
    // Verilator's writer does not tell that a file cannot be created.
    if (!std::ofstream(file, std::ios::binary)) {
      throw Error(file.string() + ": waves cannot be written");
    }
    waves_ = std::make_unique<VerilatedFstC>();
    top_->trace(waves_.get(), 99);
    waves_->open(file.c_str());
  }
  void dump_waves(std::uint64_t time_ps) override { waves_->dump(time_ps); }
  void close_waves() override {
    if (waves_) waves_->close();
    waves_.reset();
  }

 private:
  template <typename Words>
  static void put_time(Words& words, Ticks t) {
    words[0] = static_cast<std::uint32_t>(t);
    words[1] = static_cast<std::uint32_t>(t >> 32);
    words[2] = static_cast<std::uint32_t>(t >> 64) & 0xFFFFU;
  }
  template <typename Words>
  static Ticks get_time(const Words& words) {
    return Ticks{words[0]} | Ticks{words[1]} << 32 | Ticks{words[2]} << 64;
  }

  void fetch() {
    pins_.fabric.ready = top_->s_axis_tready;
    pins_.wire.valid = top_->m_axis_tvalid;
    if (pins_.wire.valid) {
      pins_.wire.last = top_->m_axis_tlast;
      std::memcpy(&pins_.wire.keep, &top_->m_axis_tkeep, kBusBytes / 8);
      std::memcpy(pins_.wire.data.data(), &top_->m_axis_tdata, kBusBytes);
    }
    AxilPins& out = pins_.axil;
    out.aw_ready = top_->s_axil_awready;
    out.w_ready = top_->s_axil_wready;
    out.b_valid = top_->s_axil_bvalid;
    out.b_resp = top_->s_axil_bresp;
    out.ar_ready = top_->s_axil_arready;
    out.r_valid = top_->s_axil_rvalid;
    out.r_resp = top_->s_axil_rresp;
    out.r_data = top_->s_axil_rdata;
    pins_.irq = top_->irq_o;
    pins_.now = get_time(top_->now_o);
    pins_.idle = top_->idle_o;
    pins_.deadline_valid = top_->deadline_valid_o;
    if (pins_.deadline_valid) pins_.deadline = get_time(top_->deadline_o);
    pins_.obs_activate = top_->obs_activate_o;
    pins_.obs_snapshot = top_->obs_snapshot_o;
    pins_.obs_snapshot_clear = top_->obs_snapshot_clear_o;
    pins_.obs_select_valid = top_->obs_select_valid_o;
    pins_.obs_select_frame = top_->obs_select_frame_o;
    pins_.obs_start_valid = top_->obs_start_valid_o;
    pins_.obs_start_frame = top_->obs_start_frame_o;
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
  std::unique_ptr<VerilatedFstC> waves_;
};

}  // namespace sluice::tb
