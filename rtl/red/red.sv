// SPDX-License-Identifier: Apache-2.0
// RED: marks or drops by the average depth of a frame's queue, at its arrival or at its departure.
//
// Interface:  events of one clock in this order: reseed_i (the generator restarts from seed_i),
//             depart_*, arrive_* (a frame that passed the limits); each with the configuration of its
//             clock, both the same where they are of one queue. The verdict on an event comes RedLatency
//             clocks later: arrive_drop_o (the frame leaves), arrive_mark_o, depart_mark_o; 0 without an
//             event. busy_o: something is in motion.
// Latency:    RedLatency = 4 clocks.
// Throughput: one arrival and one departure a clock, of any queues.
// Source:     S. Floyd, V. Jacobson, "Random Early Detection Gateways for Congestion Avoidance", 1993;
//             RFC 3168; docs/blocks/red.md.
//
// Clock 1: the average moves. 2: range, draw, differences. 3: products. 4: comparison. There is one
// generator: in clock 2 the departure draws first.
`default_nettype none
module red
  import sluice_pkg::*;
  import datapath_pkg::*;
(
  input  wire                    clk_i,
  input  wire                    rst_ni,
  input  wire                    reseed_i,
  input  wire             [31:0] seed_i,
  input  wire                    arrive_valid_i,
  input  wire red_event_t        arrive_i,
  input  wire                    depart_valid_i,
  input  wire red_event_t        depart_i,
  output logic                   arrive_drop_o,
  output logic                   arrive_mark_o,
  output logic                   depart_mark_o,
  output logic                   busy_o
);
  logic arrive_judged, depart_judged;
  depth_t arrive_depth, depart_depth;
  logic [1:0] arrive_ecn, depart_ecn;
  red_config_t arrive_red, depart_red;

  red_average u_average (
    .clk_i,
    .rst_ni,
    .arrive_valid_i,
    .arrive_i,
    .depart_valid_i,
    .depart_i,
    .arrive_judged_o(arrive_judged),
    .arrive_depth_o (arrive_depth),
    .arrive_ecn_o   (arrive_ecn),
    .arrive_red_o   (arrive_red),
    .depart_judged_o(depart_judged),
    .depart_depth_o (depart_depth),
    .depart_ecn_o   (depart_ecn),
    .depart_red_o   (depart_red)
  );

  logic reseed_q;
  logic [31:0] seed_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reseed_q <= 1'b0;
    else reseed_q <= reseed_i;
  end
  always_ff @(posedge clk_i) if (reseed_i) seed_q <= seed_i;

  logic arrive_draws, depart_draws;
  logic [15:0] arrive_draw, depart_draw;

  red_draw u_draw (
    .clk_i,
    .rst_ni,
    .reseed_i(reseed_q),
    .seed_i  (seed_q),
    .first_i (depart_draws),
    .first_o (depart_draw),
    .second_i(arrive_draws),
    .second_o(arrive_draw)
  );

  logic arrive_busy, depart_busy, depart_drop;

  red_decide #(
    .AtDeparture(1'b0)
  ) u_arrive (
    .clk_i,
    .rst_ni,
    .judged_i(arrive_judged),
    .depth_i (arrive_depth),
    .ecn_i   (arrive_ecn),
    .red_i   (arrive_red),
    .draw_o  (arrive_draws),
    .draw_i  (arrive_draw),
    .drop_o  (arrive_drop_o),
    .mark_o  (arrive_mark_o),
    .busy_o  (arrive_busy)
  );

  red_decide #(
    .AtDeparture(1'b1)
  ) u_depart (
    .clk_i,
    .rst_ni,
    .judged_i(depart_judged),
    .depth_i (depart_depth),
    .ecn_i   (depart_ecn),
    .red_i   (depart_red),
    .draw_o  (depart_draws),
    .draw_i  (depart_draw),
    .drop_o  (depart_drop),
    .mark_o  (depart_mark_o),
    .busy_o  (depart_busy)
  );

  assign busy_o = reseed_i || reseed_q || arrive_valid_i || depart_valid_i || arrive_busy ||
      depart_busy || depart_drop;
endmodule
`default_nettype wire
