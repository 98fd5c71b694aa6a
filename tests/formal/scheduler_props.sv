// SPDX-License-Identifier: Apache-2.0
// Properties of the scheduler (rtl/port/scheduler.sv) with credits as the output gives them back:
//  - beats on their way never exceed Credits, so the output never overflows;
//  - a frame selected is started in the next clock, in the order of selection, and takes exactly
//    ceil(length / bytes of a beat) beats, one frame after the other;
//  - no bubble: a beat goes in every clock in which a frame is at hand and a credit is there, and the next
//    frame is selected in the clock of the last beat, unless Window beats are on their way already;
//  - a frame is selected only while, with what goes and comes back in that clock, fewer than Window are.
`default_nettype none
module scheduler_props
  import sluice_pkg::*;
#(
  parameter int unsigned DataW   = 64,
  parameter int unsigned Credits = 20,
  parameter int unsigned Window  = 10,
  parameter bit          Lemmas  = 1'b1
) (
  input wire            clk_i,
  input wire            rst_ni,
  input wire            head_valid_i,
  input wire [LenW-1:0] head_len_i,
  input wire [     1:0] credit_i
);
  localparam int unsigned Bytes = DataW / 8;
  logic select_o, start_o, beat_o, beat_last_o, busy_o;
  scheduler #(
    .DataW  (DataW),
    .Credits(Credits),
    .Window (Window)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // Beats on their way; the frame that goes, its beats that have gone.
  logic [7:0] way_q, way;
  logic open_q, begun_q;
  logic [LenW-1:0] len_q;
  logic [13:0] gone_q, beats;
  assign way   = way_q + 8'(beat_o) - 8'(credit_i);
  assign beats = 14'((32'(len_q) + Bytes - 1) / Bytes);
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (credit_i <= 2'd2 && 8'(credit_i) <= way_q);
    assume (!head_valid_i || (head_len_i >= 14'd14 && head_len_i <= 14'd9600));
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      way_q  <= '0;
      open_q <= 1'b0;
    end else begin
      way_q <= way;
      if (select_o) open_q <= 1'b1;
      else if (beat_o && gone_q + 1'b1 == beats) open_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (select_o) begin
      len_q   <= head_len_i;
      gone_q  <= '0;
      begun_q <= 1'b0;
    end else if (beat_o) begin
      gone_q  <= gone_q + 1'b1;
      begun_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!beat_o);
    end else begin
      assert (way_q <= 8'(Credits) && way <= 8'(Credits));
      assert (!select_o || head_valid_i);
      if (beat_o) assert (open_q && way_q < 8'(Credits));
      assert (start_o == (beat_o && !begun_q));
      assert (beat_last_o == (beat_o && gone_q + 1'b1 == beats));
      if (past_valid_q && $past(rst_ni && select_o)) assert (start_o);
      // No bubble.
      if (open_q && way_q < 8'(Credits)) assert (beat_o);
      if (head_valid_i && (!open_q || beat_last_o)) assert (select_o == (way < 8'(Window)));
      if (open_q && !beat_last_o) assert (!select_o);
      assert (busy_o == (open_q || way_q != '0));
      if (Lemmas) begin
        assert (8'(u_dut.credits_q) + way_q == 8'(Credits));
        assert (u_dut.valid_q == open_q);
        if (open_q) begin
          assert (u_dut.first_q == !begun_q);
          assert (len_q >= 14'd14 && len_q <= 14'd9600);
          assert (14'(u_dut.left_q) + gone_q + 14'd1 == beats && gone_q < beats);
          assert (begun_q == (gone_q != '0));
          if (!begun_q) assert (way_q < 8'(Window));
        end
      end
      cover (way_q == 8'(Credits) && open_q);
      cover (past_valid_q && $past(rst_ni && select_o && beat_last_o) && start_o && beats == 14'd2);
      cover (beat_last_o && beats == 14'd8 && head_valid_i && !select_o);
    end
  end
endmodule
`default_nettype wire
