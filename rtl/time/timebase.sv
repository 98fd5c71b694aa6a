// SPDX-License-Identifier: Apache-2.0
// Timebase: the one notion of time of the whole design.
//
// Interface:  now_o, 48.32 nanoseconds, starts at 0 after reset. While enable_i is 1 it grows each clock
//             by period_i (16.32 nanoseconds), or by skip_i in a clock in which that is not 0.
// Latency:    a change of enable_i or period_i shows in now_o one clock later.
// Source:     docs/architecture.md, "Clocks and events"; regs/time.rdl.
`default_nettype none
module timebase
  import sluice_pkg::*;
(
  input  wire               clk_i,
  input  wire               rst_ni,
  input  wire               enable_i,
  input  wire        [47:0] period_i,
  input  wire time_t        skip_i,
  output time_t             now_o
);
  time_t now_d, now_q;

  always_comb begin
    now_d = now_q;
    if (enable_i) now_d = now_q + (skip_i != '0 ? skip_i : time_t'(period_i));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) now_q <= '0;
    else now_q <= now_d;
  end

  assign now_o = now_q;
endmodule
`default_nettype wire
