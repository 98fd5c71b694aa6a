// SPDX-License-Identifier: Apache-2.0
// AXI4-Stream register slice: every output is a register, no path from ready to ready.
//
// Interface:  s_axis_* in, m_axis_* out (ARM IHI 0051). tuser travels with each beat.
// Latency:    1 clock.
// Throughput: one beat a clock.
`default_nettype none
module axis_reg #(
  parameter  int unsigned DataW = 512,
  parameter  int unsigned UserW = 1,
  localparam int unsigned KeepW = DataW / 8
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              s_axis_tvalid,
  output logic             s_axis_tready,
  input  wire  [DataW-1:0] s_axis_tdata,
  input  wire  [KeepW-1:0] s_axis_tkeep,
  input  wire              s_axis_tlast,
  input  wire  [UserW-1:0] s_axis_tuser,
  output logic             m_axis_tvalid,
  input  wire              m_axis_tready,
  output logic [DataW-1:0] m_axis_tdata,
  output logic [KeepW-1:0] m_axis_tkeep,
  output logic             m_axis_tlast,
  output logic [UserW-1:0] m_axis_tuser
);
  if (DataW < 8 || DataW % 8 != 0) begin : gen_check
    $fatal(1, "axis_reg: DataW %0d, must be a multiple of 8", DataW);
  end

  stream_reg #(
    .Width(DataW + KeepW + 1 + UserW)
  ) u_reg (
    .clk_i,
    .rst_ni,
    .s_valid_i(s_axis_tvalid),
    .s_ready_o(s_axis_tready),
    .s_data_i ({s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
    .m_valid_o(m_axis_tvalid),
    .m_ready_i(m_axis_tready),
    .m_data_o ({m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata})
  );
endmodule
`default_nettype wire
