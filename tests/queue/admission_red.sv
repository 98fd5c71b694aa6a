// SPDX-License-Identifier: Apache-2.0
// Admission and RED as a port connects them, for tests.
`default_nettype none
module admission_red
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned BufferCells = 65536,
  parameter int unsigned CellBytes   = 64
) (
  input wire clk_i,
  input wire rst_ni,
  input wire buffer_config_t config_i,
  input wire activate_i,
  input wire snapshot_i,
  input wire clear_i,
  input wire arrive_valid_i,
  input wire arrival_t arrive_i,
  input wire select_valid_i,
  input wire [20:0] select_i,  // queue, length, IP header, codepoint
  output logic judged_valid_o,
  output judged_t judged_o,
  output logic depart_mark_o,
  output depth_t [NumQueues-1:0] shown_depth_o,
  output depth_t [NumQueues-1:0] shown_watermark_o,
  output depth_t shown_port_depth_o,
  output depth_t shown_port_watermark_o,
  output logic busy_o
);
  logic reseed, arrive_valid, depart_valid, drop, mark, admission_busy, red_busy;
  logic [31:0] seed;
  red_event_t arrive, depart;

  // As in port: what is known of a frame beyond its length comes a clock after its select.
  logic [1:0] ecn_q;
  always_ff @(posedge clk_i) ecn_q <= codepoint(ip_e'(select_i[3:2]), select_i[1:0]);

  admission #(
    .BufferCells(BufferCells),
    .CellBytes  (CellBytes)
  ) u_admission (
    .clk_i,
    .rst_ni,
    .config_i,
    .activate_i,
    .snapshot_i,
    .clear_i,
    .arrive_valid_i,
    .arrive_i,
    .select_valid_i,
    .select_queue_i(select_i[20:18]),
    .select_len_i(select_i[17:4]),
    .select_ecn_i(ecn_q),
    .red_reseed_o(reseed),
    .red_seed_o(seed),
    .red_arrive_valid_o(arrive_valid),
    .red_arrive_o(arrive),
    .red_depart_valid_o(depart_valid),
    .red_depart_o(depart),
    .red_drop_i(drop),
    .red_mark_i(mark),
    .judged_valid_o,
    .judged_o,
    .shown_depth_o,
    .shown_watermark_o,
    .shown_port_depth_o,
    .shown_port_watermark_o,
    .busy_o(admission_busy)
  );

  red u_red (
    .clk_i,
    .rst_ni,
    .reseed_i(reseed),
    .seed_i(seed),
    .arrive_valid_i(arrive_valid),
    .arrive_i(arrive),
    .depart_valid_i(depart_valid),
    .depart_i(depart),
    .arrive_drop_o(drop),
    .arrive_mark_o(mark),
    .depart_mark_o,
    .busy_o(red_busy)
  );

  assign busy_o = admission_busy || red_busy;
endmodule
`default_nettype wire
