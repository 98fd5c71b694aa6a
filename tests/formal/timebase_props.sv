// SPDX-License-Identifier: Apache-2.0
// Properties of the timebase (rtl/time/timebase.sv): from 0 after reset, `now` grows by exactly the period
// in each clock that is enabled (or by a skip, which is whole periods), all 32 bits of the fraction included,
// and stands still otherwise. So after n clocks of one period it is n times that: nothing is rounded.
`default_nettype none
module timebase_props
  import sluice_pkg::*;
(
  input wire               clk_i,
  input wire               rst_ni,
  input wire               enable_i,
  input wire        [47:0] period_i,
  input wire time_t        skip_i
);
  time_t now_o, grown;
  timebase u_dut (.*);
  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // Whole nanoseconds and the fraction apart, with the carry between them.
  logic [32:0] fraction;
  assign fraction = {1'b0, now_o[31:0]} + {1'b0, period_i[31:0]};
  assign grown    = {now_o[79:32] + 48'(period_i[47:32]) + 48'(fraction[32]), fraction[31:0]};
  always_ff @(posedge clk_i) begin
    if (!rst_ni)
      assert (now_o == '0);
      else if (past_valid_q && $past(rst_ni)) begin
        if (!$past(enable_i))
          assert (now_o == $past(now_o));
          else if ($past(skip_i) == '0)
            assert (now_o == $past(grown));
            else assert (now_o - $past(now_o) == $past(skip_i));
      end
    cover (rst_ni && now_o[33:0] == 34'h1_0000_0009 && $past(now_o[31:0]) > 32'd9);
  end
endmodule
`default_nettype wire
