// SPDX-License-Identifier: Apache-2.0
// RED's decision on one frame: by chance r * (max - min) < P * (depth - min) between the thresholds, for
// sure above them; and what a hit means to this frame.
//
// Interface:  judged_i with the average depth, codepoint and configuration. draw_o, at once: min <= depth
//             <= max, so this frame draws; draw_i is its random number, in the same clock. AtDeparture:
//             nothing is dropped any more.
// Latency:    3 clocks to drop_o and mark_o, which are 0 for what is not judged.
// Throughput: one decision a clock.
// Source:     docs/blocks/red.md. Full width: no product wraps.
`default_nettype none
module red_decide
  import sluice_pkg::*;
#(
  parameter bit AtDeparture = 1'b0
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  input  wire                     judged_i,
  input  wire depth_t             depth_i,
  input  wire              [ 1:0] ecn_i,
  input  wire red_config_t        red_i,
  output logic                    draw_o,
  input  wire              [15:0] draw_i,
  output logic                    drop_o,
  output logic                    mark_o,
  output logic                    busy_o
);
  localparam int unsigned DrawW = 16;

  // Range, differences, what a hit would mean.
  logic above, drop, mark, ect;
  logic chance_q, sure_q, drop_q, mark_q;
  logic [DrawW-1:0] draw_q;
  logic [ProbabilityW-1:0] probability_q;
  depth_t span_q, over_q;

  always_comb begin
    draw_o = judged_i && depth_i >= red_i.min && depth_i <= red_i.max;
    above  = judged_i && depth_i >= red_i.min && depth_i > red_i.max;
    ect    = ecn_i inside {EcnEct0, EcnEct1};
    drop   = 1'b0;
    mark   = 1'b0;
    if (above && red_i.above_drop && !AtDeparture) drop = 1'b1;
    else if (red_i.ecn && ect) mark = 1'b1;
    else if (!(red_i.ecn && ecn_i == EcnCe)) drop = red_i.not_ect_drop && !AtDeparture;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      chance_q <= 1'b0;
      sure_q   <= 1'b0;
    end else begin
      chance_q <= draw_o;
      sure_q   <= above;
    end
  end
  always_ff @(posedge clk_i) begin
    if (draw_o || above) begin
      drop_q        <= drop;
      mark_q        <= mark;
      draw_q        <= draw_i;
      probability_q <= red_i.probability;
      span_q        <= red_i.max - red_i.min;
      over_q        <= depth_i - red_i.min;
    end
  end

  // Products. Where the thresholds are equal, the draw alone decides.
  logic chance, sure;
  assign chance = chance_q && span_q != '0;
  assign sure   = sure_q || (chance_q && span_q == '0 && ProbabilityW'(draw_q) < probability_q);

  logic chance2_q, sure2_q, drop2_q, mark2_q;
  logic [DrawW+DepthW-1:0] left_q;
  logic [ProbabilityW+DepthW-1:0] right_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      chance2_q <= 1'b0;
      sure2_q   <= 1'b0;
    end else begin
      chance2_q <= chance;
      sure2_q   <= sure;
    end
  end
  always_ff @(posedge clk_i) begin
    if (chance_q || sure_q) begin
      drop2_q <= drop_q;
      mark2_q <= mark_q;
    end
    if (chance) begin
      left_q  <= (DrawW + DepthW)'(draw_q) * (DrawW + DepthW)'(span_q);
      right_q <= (ProbabilityW + DepthW)'(probability_q) * (ProbabilityW + DepthW)'(over_q);
    end
  end

  // Comparison.
  logic hit, drop3_q, mark3_q;

  assign hit = sure2_q || (chance2_q && (ProbabilityW + DepthW)'(left_q) < right_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      drop3_q <= 1'b0;
      mark3_q <= 1'b0;
    end else begin
      drop3_q <= hit && drop2_q;
      mark3_q <= hit && mark2_q;
    end
  end

  assign drop_o = drop3_q;
  assign mark_o = mark3_q;
  assign busy_o = judged_i || chance_q || sure_q || chance2_q || sure2_q || drop3_q || mark3_q;
endmodule
`default_nettype wire
