// SPDX-License-Identifier: Apache-2.0
// Takes the frame at hand and sends its beats on their way, one a clock, as long as the output has
// room.
//
// Interface:  head_*, select_o: the frame that the policy serves next. credit_i: places (0 to 2) at
//             the output that became free in this clock. start_o: the first beat of the selected frame
//             goes; beat_o: a beat goes, beat_last_o: its last.
//             A frame is selected only while fewer than Window beats are on their way: what has
//             started no longer counts as waiting, so little of it may wait behind a slow wire.
// Latency:    select_o to start_o SelectToStart clocks: a frame is selected only when its first
//             beat can go in the next clock.
// Throughput: one beat a clock, one frame a clock.
`default_nettype none
module scheduler
  import sluice_pkg::*;
#(
  parameter int unsigned DataW   = 512,
  parameter int unsigned Credits = 32,
  parameter int unsigned Window  = Credits
) (
  input  wire             clk_i,
  input  wire             rst_ni,
  input  wire             head_valid_i,
  input  wire  [LenW-1:0] head_len_i,
  output logic            select_o,
  input  wire  [     1:0] credit_i,
  output logic            start_o,
  output logic            beat_o,
  output logic            beat_last_o,
  output logic            busy_o
);
  localparam int unsigned ByteW = $clog2(DataW / 8);
  localparam int unsigned CreditW = $clog2(Credits + 1);
  localparam int unsigned LeftW = LenW - ByteW;

  logic [CreditW-1:0] credits_d, credits_q;
  logic valid_d, valid_q, first_d, first_q;
  logic [LeftW-1:0] left_d, left_q;  // beats behind the next one
  logic go, done;

  assign go   = valid_q && credits_q != '0;
  assign done = go && left_q == '0;

  always_comb begin
    credits_d = credits_q + CreditW'(credit_i) - CreditW'(go);
    select_o  = head_valid_i && (!valid_q || done) && credits_d > CreditW'(Credits - Window);
    valid_d   = valid_q;
    first_d   = first_q;
    left_d    = left_q;
    if (go) begin
      first_d = 1'b0;
      left_d  = left_q - 1'b1;
      if (done) valid_d = 1'b0;
    end
    if (select_o) begin
      valid_d = 1'b1;
      first_d = 1'b1;
      left_d  = LeftW'((head_len_i - 1'b1) >> ByteW);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits_q <= CreditW'(Credits);
      valid_q   <= 1'b0;
    end else begin
      credits_q <= credits_d;
      valid_q   <= valid_d;
    end
  end
  always_ff @(posedge clk_i) begin
    first_q <= first_d;
    left_q  <= left_d;
  end

  assign start_o     = go && first_q;
  assign beat_o      = go;
  assign beat_last_o = done;
  assign busy_o      = valid_q || credits_q != CreditW'(Credits);
endmodule
`default_nettype wire
