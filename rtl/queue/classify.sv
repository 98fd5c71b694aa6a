// SPDX-License-Identifier: Apache-2.0
// Which queue a frame belongs to: PCP of the outer VLAN tag, else DSCP, else the default queue.
//
// Interface:  arrive_*: two clocks after the frame's last beat. config_i is copied in a clock of load_i;
//             the copy decides from the next clock on. queue_o and the rest go with valid_o.
// Latency:    1 clock.
// Throughput: one frame a clock.
`default_nettype none
module classify
  import sluice_pkg::*;
  import datapath_pkg::*;
(
  input  wire                        clk_i,
  input  wire                        rst_ni,
  input  wire buffer_config_t        config_i,
  input  wire                        load_i,
  input  wire                        arrive_valid_i,
  input  wire arrival_t              arrive_i,
  output logic                       valid_o,
  output drop_e                      drop_o,
  output queue_t                     queue_o,
  output logic                [15:0] len_o,
  output logic                [ 1:0] ecn_o,
  output logic                       ip_broken_o
);
  queue_t default_q;
  queue_t [7:0] pcp_map_q;
  queue_t [63:0] dscp_map_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      default_q  <= BufferConfigReset.default_queue;
      pcp_map_q  <= BufferConfigReset.pcp_map;
      dscp_map_q <= BufferConfigReset.dscp_map;
    end else if (load_i) begin
      default_q  <= config_i.default_queue;
      pcp_map_q  <= config_i.pcp_map;
      dscp_map_q <= config_i.dscp_map;
    end
  end

  logic kept;
  queue_t queue_d, queue_q;
  logic valid_q, ip_broken_q;
  drop_e drop_q;
  logic [15:0] len_q;
  logic [1:0] ecn_q;

  assign kept = arrive_i.drop == DropNone;

  always_comb begin
    if (arrive_i.vlan) queue_d = pcp_map_q[arrive_i.pcp];
    else if (arrive_i.ip inside {IpV4, IpV6}) queue_d = dscp_map_q[arrive_i.dscp];
    else queue_d = default_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= arrive_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (arrive_valid_i) begin
      drop_q      <= arrive_i.drop;
      queue_q     <= queue_d;
      len_q       <= arrive_i.len;
      ecn_q       <= kept ? codepoint(arrive_i.ip, arrive_i.ecn) : EcnNotEct;
      ip_broken_q <= kept && arrive_i.ip == IpBroken;
    end
  end

  assign valid_o     = valid_q;
  assign drop_o      = drop_q;
  assign queue_o     = queue_q;
  assign len_o       = len_q;
  assign ecn_o       = ecn_q;
  assign ip_broken_o = ip_broken_q;
endmodule
`default_nettype wire
