// SPDX-License-Identifier: Apache-2.0
// The moving average of each queue's depth: avg += (depth - avg) >> weight, 16 fraction bits, floor.
//
// Interface:  arrive_*, depart_*: events of one clock, the departure first. Where both are of one queue,
//             both carry the same configuration. A frame is judged (judged_o: at its arrival or at its
//             departure, as configured) on depth_o, the integer part of the average that it moved. An
//             arrival at an empty queue zeroes the average first, also where departures are judged.
//             Without `enable` nothing moves.
// Latency:    1 clock.
// Throughput: one arrival and one departure a clock, of any queues.
`default_nettype none
module red_average
  import sluice_pkg::*;
  import datapath_pkg::*;
(
  input  wire                   clk_i,
  input  wire                   rst_ni,
  input  wire                   arrive_valid_i,
  input  wire red_event_t       arrive_i,
  input  wire                   depart_valid_i,
  input  wire red_event_t       depart_i,
  output logic                  arrive_judged_o,
  output depth_t                arrive_depth_o,
  output logic            [1:0] arrive_ecn_o,
  output red_config_t           arrive_red_o,
  output logic                  depart_judged_o,
  output depth_t                depart_depth_o,
  output logic            [1:0] depart_ecn_o,
  output red_config_t           depart_red_o
);
  localparam int unsigned FractionW = 16;
  localparam int unsigned AverageW = DepthW + FractionW;
  typedef logic [AverageW-1:0] average_t;

  // Between average and depth, so never beyond its width.
  function automatic average_t moved(input average_t average, input depth_t depth,
                                     input logic [3:0] weight);
    logic signed [AverageW:0] difference;
    difference = signed'({1'b0, depth, FractionW'(0)}) - signed'({1'b0, average});
    return average + average_t'(difference >>> weight);
  endfunction

  average_t [NumQueues-1:0] average_q;
  average_t arrive_start, arrive_average, depart_average;
  logic arrive_judged, arrive_zero, depart_judged;

  assign arrive_judged = arrive_valid_i && arrive_i.red.enable && !arrive_i.red.departure;
  assign arrive_zero = arrive_valid_i && arrive_i.red.enable && arrive_i.first;
  assign depart_judged = depart_valid_i && depart_i.red.enable && depart_i.red.departure;

  // An average that a departure moves in the same clock is at most zeroed by an arrival.
  assign arrive_start = arrive_i.first ? '0 : average_q[arrive_i.queue];
  assign arrive_average = moved(arrive_start, arrive_i.depth, arrive_i.red.weight);
  assign depart_average = moved(average_q[depart_i.queue], depart_i.depth, depart_i.red.weight);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      average_q <= '0;
    end else begin
      if (depart_judged) average_q[depart_i.queue] <= depart_average;
      if (arrive_judged) average_q[arrive_i.queue] <= arrive_average;
      else if (arrive_zero) average_q[arrive_i.queue] <= '0;
    end
  end

  logic arrive_judged_q, depart_judged_q;
  depth_t arrive_depth_q, depart_depth_q;
  logic [1:0] arrive_ecn_q, depart_ecn_q;
  red_config_t arrive_red_q, depart_red_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrive_judged_q <= 1'b0;
      depart_judged_q <= 1'b0;
    end else begin
      arrive_judged_q <= arrive_judged;
      depart_judged_q <= depart_judged;
    end
  end
  always_ff @(posedge clk_i) begin
    if (arrive_judged) begin
      arrive_depth_q <= arrive_average[AverageW-1:FractionW];
      arrive_ecn_q   <= arrive_i.ecn;
      arrive_red_q   <= arrive_i.red;
    end
    if (depart_judged) begin
      depart_depth_q <= depart_average[AverageW-1:FractionW];
      depart_ecn_q   <= depart_i.ecn;
      depart_red_q   <= depart_i.red;
    end
  end

  assign arrive_judged_o = arrive_judged_q;
  assign arrive_depth_o  = arrive_depth_q;
  assign arrive_ecn_o    = arrive_ecn_q;
  assign arrive_red_o    = arrive_red_q;
  assign depart_judged_o = depart_judged_q;
  assign depart_depth_o  = depart_depth_q;
  assign depart_ecn_o    = depart_ecn_q;
  assign depart_red_o    = depart_red_q;
endmodule
`default_nettype wire
