// SPDX-License-Identifier: Apache-2.0
// The order of one queue: its two oldest frames in registers, the others in a chain through RAM.
//
// Interface:  commit_i: frame_i is the queue's newest. head_valid_o, head_o: its oldest; select_i
//             takes that one. A frame that does not come to stand among the two oldest is spilled:
//             with spill_o it must be written, in this clock, to a RAM at spill_cell_o. fetch_o (with
//             select_i): that RAM must be read at head_o.first; what it gives, in the next clock,
//             comes as fetched_i. One queue spills and one fetches in a clock, so all queues of a
//             buffer share the RAM.
// Latency:    commit_i to head_valid_o 1 clock; after select_i the next frame stands at the head in
//             the next clock.
// Throughput: one frame in and one out a clock.
//
// Two chains, of the frames with an even and of those with an odd number: a frame is spilled under
// the first cell of the frame two before, so it is fetched when that one is selected, and has
// the clock in which the frame between may be selected to come out of the RAM. A frame's cells are its own
// until it has been selected, so no other frame is spilled at the same place.
`default_nettype none
module queue_list #(
  parameter  int unsigned CellW  = 17,
  parameter  int unsigned InfoW  = 32,
  // Frames that the queue may hold.
  parameter  int unsigned Frames = 2 ** CellW,
  localparam int unsigned FrameW = CellW + InfoW,
  localparam int unsigned CountW = $clog2(Frames + 1)
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  input  wire               commit_i,
  input  wire  [FrameW-1:0] frame_i,       // {first cell, anything}
  output logic              head_valid_o,
  output logic [FrameW-1:0] head_o,
  input  wire               select_i,
  output logic              spill_o,
  output logic [ CellW-1:0] spill_cell_o,
  output logic              fetch_o,
  input  wire  [FrameW-1:0] fetched_i
);
  logic [CountW-1:0] count_d, count_q;
  logic in_q, out_q;  // parity of the next frame to come, and of the head
  logic [FrameW-1:0] window_q[2];  // by parity
  logic [ CellW-1:0] newest_q[2];  // first cell of the newest frame of each parity
  logic fetch_q, fetch_slot_q;
  logic direct;  // it comes to stand among the two oldest

  always_comb begin
    count_d = count_q - CountW'(select_i);
    direct  = count_d < CountW'(2);
    spill_o = commit_i && !direct;
    fetch_o = select_i && count_q > CountW'(2);
    count_d = count_d + CountW'(commit_i);
  end
  assign spill_cell_o = newest_q[in_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      in_q    <= 1'b0;
      out_q   <= 1'b0;
      fetch_q <= 1'b0;
    end else begin
      count_q <= count_d;
      in_q    <= in_q ^ commit_i;
      out_q   <= out_q ^ select_i;
      fetch_q <= fetch_o;
    end
  end
  always_ff @(posedge clk_i) begin
    if (fetch_o) fetch_slot_q <= out_q;
    if (commit_i) newest_q[in_q] <= frame_i[FrameW-1-:CellW];
    if (fetch_q) window_q[fetch_slot_q] <= fetched_i;
    if (commit_i && direct) window_q[in_q] <= frame_i;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (!select_i || head_valid_o)
      else $error("queue_list: select without a frame");
      assert (!commit_i || select_i || count_q != CountW'(Frames))
      else $error("queue_list: too many frames");
    end
  end
`endif

  assign head_valid_o = count_q != '0;
  assign head_o       = window_q[out_q];
endmodule
`default_nettype wire
