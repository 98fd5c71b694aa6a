// SPDX-License-Identifier: Apache-2.0
// Random numbers for RED: an xorshift32 (13, 17, 5), stepped before each draw; a draw is its top 16 bits.
//
// Interface:  in one clock, in this order: reseed_i (restart from seed_i), first_i (a draw, first_o),
//             second_i (a draw, second_o).
// Latency:    none; combinational from the requests to the draws.
// Throughput: two draws a clock.
// Source:     G. Marsaglia, "Xorshift RNGs", 2003.
`default_nettype none
module red_draw
  import sluice_pkg::*;
(
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         reseed_i,
  input  wire  [31:0] seed_i,
  input  wire         first_i,
  output logic [15:0] first_o,
  input  wire         second_i,
  output logic [15:0] second_o
);
  function automatic logic [31:0] step(input logic [31:0] state);
    logic [31:0] s;
    s = state ^ (state << 13);
    s = s ^ (s >> 17);
    return s ^ (s << 5);
  endfunction

  logic [31:0] state_q, start, after_first, after_second;

  assign start        = reseed_i ? seed_i : state_q;
  assign after_first  = step(start);
  assign after_second = step(first_i ? after_first : start);
  assign first_o      = after_first[31:16];
  assign second_o     = after_second[31:16];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= BufferConfigReset.seed;
    else if (second_i) state_q <= after_second;
    else if (first_i) state_q <= after_first;
    else if (reseed_i) state_q <= seed_i;
  end
endmodule
`default_nettype wire
