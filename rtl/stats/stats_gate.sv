// SPDX-License-Identifier: Apache-2.0
// Between the registers and the counters: takes a snapshot to them when the events of its clock are
// there, and holds reads back until it is taken.
//
// Interface:  snapshot_i, clear_i: the command; snapshot_o, clear_o: JudgeClocks later, with the events
//             of its clock. req_i (one part's bit, one clock) with word_i asks for a word; read_o with
//             word_o, one clock, passes it on when no snapshot is on its way. One request at a time.
// Latency:    1 clock from req_i to read_o without a snapshot; at most JudgeClocks + 3 with one.
`default_nettype none
module stats_gate
  import sluice_pkg::*;
#(
  parameter int unsigned Parts = 2,
  parameter int unsigned WordW = 8
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              snapshot_i,
  input  wire              clear_i,
  output logic             snapshot_o,
  output logic             clear_o,
  input  wire  [Parts-1:0] req_i,
  input  wire  [WordW-1:0] word_i,
  output logic [Parts-1:0] read_o,
  output logic [WordW-1:0] word_o
);
  // Two clocks more: until a snapshot can be read (stats).
  localparam int unsigned HeldClocks = JudgeClocks + 2;

  logic [HeldClocks-1:0] snapshot_q;
  logic [JudgeClocks-1:0] clear_q;
  logic [Parts-1:0] wanted_q;
  logic [WordW-1:0] word_q;
  logic held;

  assign held   = snapshot_i || snapshot_q != '0;
  assign read_o = held ? '0 : wanted_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      snapshot_q <= '0;
      clear_q    <= '0;
      wanted_q   <= '0;
    end else begin
      snapshot_q <= {snapshot_q[HeldClocks-2:0], snapshot_i};
      clear_q    <= {clear_q[JudgeClocks-2:0], clear_i};
      wanted_q   <= (wanted_q & ~read_o) | req_i;
    end
  end
  always_ff @(posedge clk_i) if (req_i != '0) word_q <= word_i;

  assign snapshot_o = snapshot_q[JudgeClocks-1];
  assign clear_o    = clear_q[JudgeClocks-1];
  assign word_o     = word_q;
endmodule
`default_nettype wire
