// SPDX-License-Identifier: Apache-2.0
// Sends a register access to the board's or a port's register block, or answers it with an error where
// no block has the address.
//
// Interface:  one access at a time (axil_slave). Errors of its own: an address between the blocks, a port
//             that this build does not have, a write to a port's statistics or to what is in force of its
//             buffer, and an address between those registers and counters: these their block leaves to whoever is outside it. The other
//             errors come from the blocks, in their ack clock.
// Latency:    combinational.
// Source:     regs/sluice.rdl.
`default_nettype none
module reg_demux
  import sluice_global_pkg::SLUICE_GLOBAL_MIN_ADDR_WIDTH;
  import sluice_port_pkg::SLUICE_PORT_MIN_ADDR_WIDTH;
#(
  parameter int unsigned NumPorts = 1
) (
  input  wire                       req_i,
  input  wire                       write_i,
  input  wire  [        20:0]       addr_i,
  output logic                      ack_o,
  output logic                      err_o,
  output logic [        31:0]       rdata_o,
  output logic                      global_req_o,
  input  wire                       global_ack_i,
  input  wire                       global_err_i,
  input  wire  [        31:0]       global_rdata_i,
  output logic [NumPorts-1:0]       port_req_o,
  input  wire  [NumPorts-1:0]       port_ack_i,
  input  wire  [NumPorts-1:0]       port_err_i,
  input  wire  [NumPorts-1:0][31:0] port_rdata_i
);
  localparam int unsigned PortAddrW = 14;  // ports are 0x4000 apart, from 0x100000

  localparam int unsigned QueueStepW = 7;  // statistics of the queues are 0x80 apart

  localparam int unsigned ConfigStepW = 5;  // queues are 0x20 apart

  logic in_global, in_port, to_stats, queue_gap, to_active, config_gap;
  logic [ 5:0] number;
  logic [31:0] offset;

  assign number = addr_i[PortAddrW+:6];
  assign in_global = !addr_i[20] && addr_i[19:SLUICE_GLOBAL_MIN_ADDR_WIDTH] == '0;
  assign offset = 32'(addr_i[SLUICE_PORT_MIN_ADDR_WIDTH-1:0]);
  assign to_stats = offset >= stats_index_pkg::StatsBase;
  assign queue_gap = offset >= stats_index_pkg::QueueStatsBase &&
      32'(addr_i[QueueStepW-1:3]) >= stats_index_pkg::NumQueueStats;
  assign to_active = offset >= stats_index_pkg::ActiveBufferBase &&
      offset < stats_index_pkg::StatsBase;
  always_comb begin
    config_gap = 1'b0;
    if ({offset[31:8], 8'd0} == stats_index_pkg::QueuesBase ||
        {offset[31:8], 8'd0} == stats_index_pkg::ActiveQueuesBase) begin
      config_gap = 32'(offset[ConfigStepW-1:2]) >= stats_index_pkg::QueueRegs;
    end
  end
  assign in_port   = addr_i[20] && 32'(number) < NumPorts &&
      addr_i[PortAddrW-1:SLUICE_PORT_MIN_ADDR_WIDTH] == '0 &&
      !((to_stats || to_active) && write_i) && !queue_gap && !config_gap;

  assign global_req_o = req_i && in_global;

  always_comb begin
    port_req_o = '0;
    ack_o      = global_ack_i || (req_i && !in_global && !in_port);
    err_o      = global_err_i || (!in_global && !in_port);
    rdata_o    = global_rdata_i;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      port_req_o[p] = req_i && in_port && number == 6'(p);
      if (in_port && number == 6'(p)) begin
        ack_o   = port_ack_i[p];
        err_o   = port_err_i[p];
        rdata_o = port_rdata_i[p];
      end
    end
  end
endmodule
`default_nettype wire
