// SPDX-License-Identifier: Apache-2.0
// Properties of RED's decision (rtl/red/red_decide.sv), at arrival and at departure, for all inputs at full
// width, three clocks after the frame came, a frame a clock:
//  - hit iff depth > max, or r * (max - min) < P * (depth - min) between the thresholds (r < P where they
//    are equal); never below min;
//  - a draw is taken exactly where min <= depth <= max;
//  - what a hit does, by codepoint and configuration; never both a drop and a mark; no drop at departure.
// No solver shows in useful time that two multipliers of this width agree. So the products of the statement are
// those of the block's operand registers, full width, and these are proved to hold the statement's operands.
`default_nettype none
module red_decide_props
  import sluice_pkg::*;
#(
  parameter bit AtDeparture = 1'b0,
  parameter bit Lemmas      = 1'b1
) (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire                     judged_i,
  input wire depth_t             depth_i,
  input wire              [ 1:0] ecn_i,
  input wire red_config_t        red_i,
  input wire              [15:0] draw_i
);
  logic draw_o, drop_o, mark_o, busy_o;
  red_decide #(.AtDeparture(AtDeparture)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // The inputs of three clocks ago, [2] being the oldest.
  logic [2:0] judged_q;
  depth_t depth_q[3];
  logic [1:0] ecn_q[3];
  red_config_t red_q[3];
  logic [15:0] draw_q[3];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) judged_q <= '0;
    else judged_q <= {judged_q[1:0], judged_i};
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 3; i++) begin
      depth_q[i] <= i == 0 ? depth_i : depth_q[i-1];
      ecn_q[i]   <= i == 0 ? ecn_i : ecn_q[i-1];
      red_q[i]   <= i == 0 ? red_i : red_q[i-1];
      draw_q[i]  <= i == 0 ? draw_i : draw_q[i-1];
    end
  end

  // Written from the rules.
  logic below, inside_range, hit, ect, drop, mark;
  logic [39:0] left;
  logic [40:0] right;
  assign below        = depth_q[2] < red_q[2].min;
  assign inside_range = !below && depth_q[2] <= red_q[2].max;
  assign ect          = ecn_q[2] == 2'b01 || ecn_q[2] == 2'b10;

  // Operands of the frame of a clock ago; products of the frame of three clocks ago.
  depth_t span, over;
  assign span = red_q[0].max - red_q[0].min;
  assign over = depth_q[0] - red_q[0].min;
  logic [39:0] product_left, left_q;
  logic [40:0] product_right, right_q;
  always_ff @(posedge clk_i) begin
    product_left  <= 40'(u_dut.draw_q) * 40'(u_dut.span_q);
    product_right <= 41'(u_dut.probability_q) * 41'(u_dut.over_q);
    left_q        <= product_left;
    right_q       <= product_right;
  end
  assign left  = left_q;
  assign right = right_q;
  always_comb begin
    if (!judged_q[2] || below) hit = 1'b0;
    else if (!inside_range) hit = 1'b1;
    else if (red_q[2].min == red_q[2].max) hit = 17'(draw_q[2]) < red_q[2].probability;
    else hit = 41'(left) < right;
  end
  always_comb begin
    {drop, mark} = 2'b00;
    if (hit) begin
      if (!inside_range && red_q[2].above_drop) drop = 1'b1;
      else if (!red_q[2].ecn || ecn_q[2] == 2'b00) drop = red_q[2].not_ect_drop;
      else mark = ect;
    end
  end

  always_ff @(posedge clk_i) begin
    assert (draw_o == (judged_i && red_i.min <= depth_i && depth_i <= red_i.max));
    if (rst_ni) begin
      assert (drop_o == (drop && !AtDeparture));
      assert (mark_o == (AtDeparture ? hit && ect && red_q[2].ecn : mark));
      assert (!(drop_o && mark_o));
      if (drop_o || mark_o) assert (busy_o);
      if (judged_q[0] && depth_q[0] >= red_q[0].min && depth_q[0] <= red_q[0].max) begin
        assert (busy_o);
        assert (u_dut.draw_q == draw_q[0] && u_dut.probability_q == red_q[0].probability);
        assert (u_dut.span_q == span && u_dut.over_q == over);
      end
      if (Lemmas) begin
        if (u_dut.chance2_q)
          assert (u_dut.left_q == product_left && u_dut.right_q == product_right);
      end
      cover (AtDeparture || (drop_o && inside_range));
      cover (AtDeparture || (drop_o && !inside_range && ect));
      cover (mark_o && inside_range && red_q[2].min != red_q[2].max);
      cover (mark_o && inside_range && red_q[2].min == red_q[2].max);
      cover (judged_q[2] && inside_range && !hit && judged_q[1:0] == 2'b11);
      cover (mark_o && !inside_range && red_q[2].above_drop == AtDeparture);
    end
  end
endmodule
`default_nettype wire
