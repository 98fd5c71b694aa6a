// SPDX-License-Identifier: Apache-2.0
// Output of a port: a FIFO that holds what the editor's pipeline brings, a register slice, and what
// is counted when a frame has left.
//
// Interface:  in_*: beats, never refused: the sender holds a credit for each (Depth at the start,
//             credit_o gives them back). in_gone_i: a beat that had a credit does not come. sent_*:
//             in the clock in which a last beat is taken at m_axis_*.
// Latency:    2 clocks from in_* to m_axis_*.
// Throughput: one beat a clock.
//
// m_axis_tvalid stays high from a frame's first beat to its last: with a Depth of at least twice
// the clocks that a credit takes to come back, the FIFO cannot run empty between beats that are
// sent as fast as credits allow.
`default_nettype none
module transmit
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter  int unsigned DataW = 512,
  parameter  int unsigned Depth = 32,
  localparam int unsigned Bytes = DataW / 8
) (
  input  wire                    clk_i,
  input  wire                    rst_ni,
  input  wire                    in_valid_i,
  input  wire                    in_last_i,
  input  wire        [DataW-1:0] in_data_i,
  input  wire sent_t             in_sent_i,
  input  wire                    in_gone_i,
  output logic       [      1:0] credit_o,
  output logic                   m_axis_tvalid,
  input  wire                    m_axis_tready,
  output logic       [DataW-1:0] m_axis_tdata,
  output logic       [Bytes-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic                   sent_o,
  output sent_t                  sent_info_o,
  output logic                   busy_o
);
  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned CountW = $clog2(Depth + 1);

  logic fifo_valid, fifo_ready, fifo_last;
  logic [DataW-1:0] fifo_data;
  logic [Bytes-1:0] fifo_keep;
  sent_t fifo_sent;
  logic unused_ready;  // credits keep a place free
  logic [CountW-1:0] unused_count;

  stream_fifo #(
    .Width(DataW + 1 + $bits(sent_t)),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni,
    .s_valid_i(in_valid_i),
    .s_ready_o(unused_ready),
    .s_data_i ({in_sent_i, in_last_i, in_data_i}),
    .m_valid_o(fifo_valid),
    .m_ready_i(fifo_ready),
    .m_data_o ({fifo_sent, fifo_last, fifo_data}),
    .count_o  (unused_count)
  );

  assign credit_o = 2'(fifo_valid && fifo_ready) + 2'(in_gone_i);

  // 0 - length in the low bits: lanes that stay empty in the last beat.
  logic [ByteW-1:0] empty;
  always_comb begin
    empty     = -fifo_sent.len[ByteW-1:0];
    fifo_keep = '1;
    if (fifo_last) fifo_keep = {Bytes{1'b1}} >> empty;
  end

  axis_reg #(
    .DataW(DataW),
    .UserW($bits(sent_t))
  ) u_reg (
    .clk_i,
    .rst_ni,
    .s_axis_tvalid(fifo_valid),
    .s_axis_tready(fifo_ready),
    .s_axis_tdata (fifo_data),
    .s_axis_tkeep (fifo_keep),
    .s_axis_tlast (fifo_last),
    .s_axis_tuser (fifo_sent),
    .m_axis_tvalid,
    .m_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser (sent_info_o)
  );

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else if (in_valid_i) begin
      assert (unused_ready)
      else $error("transmit: a beat came without a credit");
    end
  end
`endif

  assign sent_o = m_axis_tvalid && m_axis_tready && m_axis_tlast;
  assign busy_o = in_valid_i || fifo_valid || m_axis_tvalid;
endmodule
`default_nettype wire
