// SPDX-License-Identifier: Apache-2.0
// Properties of RED's average (rtl/red/red_average.sv), of any one queue, arrivals and departures of all
// queues going on: the depth that a frame is judged on is the integer part of
//   average + floor((depth * 2^16 - average) / 2^weight)
// in exact arithmetic; an arrival at an empty queue starts from 0; nothing moves where RED is off, or by the
// event that is not the one to be judged.
// For the proof (Lemmas) the statement takes over the sums of the block, which are proved to be those of its
// own formula on operands that are proved to be its own; planted bugs are sought with its own sums.
`default_nettype none
module red_average_props
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter bit Lemmas = 1'b1
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             arrive_valid_i,
  input wire red_event_t arrive_i,
  input wire             depart_valid_i,
  input wire red_event_t depart_i,
  input wire queue_t     c_queue
);
  logic arrive_judged_o, depart_judged_o;
  depth_t arrive_depth_o, depart_depth_o;
  logic [1:0] arrive_ecn_o, depart_ecn_o;
  red_config_t arrive_red_o, depart_red_o;
  red_average u_dut (.*);

  // A free constant: any queue.
  queue_t queue;
  assign queue = c_queue;

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    // Events of one clock and queue see one configuration.
    if (arrive_valid_i && depart_valid_i && arrive_i.queue == depart_i.queue) begin
      assume (arrive_i.red == depart_i.red);
    end
  end

  always_ff @(posedge clk_i) begin
    if (past_valid_q) assume (c_queue == $past(c_queue));
  end

  // What the average moves by; that this is the floor of the quotient is asserted below.
  typedef logic signed [40:0] move_t;
  function automatic move_t difference(input logic [39:0] average, input depth_t depth);
    return move_t'({1'b0, depth, 16'h0000}) - move_t'({1'b0, average});
  endfunction
  function automatic move_t quotient(input move_t d, input logic [3:0] weight);
    for (int unsigned w = 0; w < 16; w++) if (32'(weight) == w) return d >>> w;
    return '0;
  endfunction
  function automatic logic [39:0] spec_moved(input logic [39:0] average, input depth_t depth,
                                             input logic [3:0] weight);
    return average + 40'(quotient(difference(average, depth), weight));
  endfunction

  // The floor is the quotient with 0 <= rest < 2^weight: the bits that are cut off, as they stand.
  move_t any_difference, any_quotient;
  assign any_difference = difference({arrive_i.depth, depart_i.depth[15:0]}, arrive_i.red.max);
  assign any_quotient   = quotient(any_difference, arrive_i.red.weight);

  logic arrive, depart;
  logic [39:0] average_q, after_depart, started, after_arrive;
  assign arrive = arrive_valid_i && arrive_i.queue == queue && arrive_i.red.enable;
  assign depart = depart_valid_i && depart_i.queue == queue && depart_i.red.enable &&
      depart_i.red.departure;
  always_comb begin
    after_depart = average_q;
    if (depart) begin
      after_depart = Lemmas ? u_dut.depart_average :
          spec_moved(average_q, depart_i.depth, depart_i.red.weight);
    end
    started = (arrive && arrive_i.first) ? '0 : after_depart;
    after_arrive = started;
    if (arrive && !arrive_i.red.departure) begin
      after_arrive = Lemmas ? u_dut.arrive_average :
          spec_moved(started, arrive_i.depth, arrive_i.red.weight);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) average_q <= '0;
    else average_q <= after_arrive;
  end

  always_ff @(posedge clk_i) begin
    if (Lemmas) begin
      assert (u_dut.arrive_average == spec_moved(
          u_dut.arrive_start, arrive_i.depth, arrive_i.red.weight
      ));
      assert (u_dut.depart_average == spec_moved(
          u_dut.average_q[depart_i.queue], depart_i.depth, depart_i.red.weight
      ));
      if (arrive && !arrive_i.red.departure) assert (u_dut.arrive_start == started);
    end
    if (Lemmas && rst_ni) assert (u_dut.average_q[queue] == average_q);
    for (int unsigned w = 0; w < 16; w++) begin
      if (32'(arrive_i.red.weight) == w) begin
        assert (57'(any_difference) ==
                (57'(any_quotient) <<< w) + signed'(57'(any_difference) & ((57'd1 << w) - 57'd1)));
      end
    end
    if (past_valid_q && rst_ni && $past(rst_ni)) begin
      if ($past(arrive_valid_i && arrive_i.queue == queue)) begin
        assert (arrive_judged_o == $past(arrive_i.red.enable && !arrive_i.red.departure));
      end
      if ($past(depart_valid_i && depart_i.queue == queue)) begin
        assert (depart_judged_o == $past(depart_i.red.enable && depart_i.red.departure));
      end
      if ($past(!arrive_valid_i)) assert (!arrive_judged_o);
      if ($past(!depart_valid_i)) assert (!depart_judged_o);
      if (arrive_judged_o && $past(arrive_i.queue) == queue) begin
        assert (arrive_depth_o == $past(after_arrive[39:16]));
        assert (arrive_red_o == $past(arrive_i.red) && arrive_ecn_o == $past(arrive_i.ecn));
      end
      if (depart_judged_o && $past(depart_i.queue) == queue) begin
        assert (depart_depth_o == $past(after_depart[39:16]));
        assert (depart_red_o == $past(depart_i.red) && depart_ecn_o == $past(depart_i.ecn));
      end
      cover (arrive_judged_o && depart_judged_o);
      cover (average_q == 40'd1);
      cover ($past(
          arrive && depart && arrive_i.first
      ) && average_q == '0 && $past(
          average_q
      ) != '0);
      cover (average_q == {24'hFF_FFFF, 16'h0000});
    end
  end
endmodule
`default_nettype wire
