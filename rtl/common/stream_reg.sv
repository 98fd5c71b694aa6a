// SPDX-License-Identifier: Apache-2.0
// Register slice for any payload: every output is a register, so that no path runs from ready to
// ready or from valid to valid.
//
// Interface:  s_*: in, m_*: out; a word is taken in the clock in which valid and ready are both
//             high. A word that is offered at m_* stays unchanged until it is taken.
// Latency:    1 clock.
// Throughput: one word a clock. Holds two words, so a stall at m_* reaches s_* one clock later.
`default_nettype none
module stream_reg #(
  parameter int unsigned Width = 8
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              s_valid_i,
  output logic             s_ready_o,
  input  wire  [Width-1:0] s_data_i,
  output logic             m_valid_o,
  input  wire              m_ready_i,
  output logic [Width-1:0] m_data_o
);
  if (Width < 1) begin : gen_check
    $fatal(1, "stream_reg: Width %0d, must be at least 1", Width);
  end

  logic ready_d, ready_q, valid_d, valid_q;
  logic [Width-1:0] out_q, skid_q;
  logic advance;

  // The skid word is in use exactly while ready_q is low with valid_q high. ready_q alone is low in
  // reset, so that no word can be taken in a clock of reset.
  assign advance = m_ready_i || !valid_q;

  always_comb begin
    ready_d = ready_q;
    valid_d = valid_q;
    if (ready_q) begin
      if (advance) begin
        valid_d = s_valid_i;
      end else if (s_valid_i) begin
        ready_d = 1'b0;
      end
    end else if (advance) begin
      ready_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      ready_q <= ready_d;
      valid_q <= valid_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!ready_q) begin
      if (advance) out_q <= skid_q;
    end else if (s_valid_i) begin
      if (advance) out_q <= s_data_i;
      else skid_q <= s_data_i;
    end
  end

  assign s_ready_o = ready_q;
  assign m_valid_o = valid_q;
  assign m_data_o  = out_q;
endmodule
`default_nettype wire
