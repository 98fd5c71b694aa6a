// SPDX-License-Identifier: Apache-2.0
// Sluice: NumPorts egress ports behind one AXI4-Lite slave and one interrupt line.
//
// Interface:  s_axil_*: registers (regs/sluice.rdl); SLVERR where an address has no register, a write hits
//             a read-only one, a read a write-only one, or a port that is not there.
//             s_axis_*: whole frames from the fabric, stored and forwarded. tkeep is contiguous from bit
//             0 and all ones but on tlast; tuser at tlast: the frame is bad. m_axis_*: to the wire. Byte
//             0 of a frame is in tdata[7:0]. Port p has bit p, and slice p of the vectors.
//             time_skip_i: 0, or by how much time advances in this clock instead of by the period; tied
//             to 0 in synthesis. pause_i: bit p * 8 + q: queue q of port p starts no
//             new frame. Where idle_o is high, time may be skipped to before deadline_o.
//             obs_*: for observation, left open in synthesis (docs/architecture.md, "Clocks and events").
// Latency:    see port.
// Throughput: one beat a clock and port.
// Source:     docs/architecture.md.
`default_nettype none
module sluice_top
  import sluice_pkg::*;
#(
  parameter int unsigned NumPorts    = 1,
  parameter int unsigned DataW       = 512,
  parameter int unsigned BufferBytes = 4194304
) (
  input wire clk_i,
  input wire rst_ni,

  input  wire         s_axil_awvalid,
  output logic        s_axil_awready,
  input  wire  [20:0] s_axil_awaddr,
  input  wire  [ 2:0] s_axil_awprot,
  input  wire         s_axil_wvalid,
  output logic        s_axil_wready,
  input  wire  [31:0] s_axil_wdata,
  input  wire  [ 3:0] s_axil_wstrb,
  output logic        s_axil_bvalid,
  input  wire         s_axil_bready,
  output logic [ 1:0] s_axil_bresp,
  input  wire         s_axil_arvalid,
  output logic        s_axil_arready,
  input  wire  [20:0] s_axil_araddr,
  input  wire  [ 2:0] s_axil_arprot,
  output logic        s_axil_rvalid,
  input  wire         s_axil_rready,
  output logic [31:0] s_axil_rdata,
  output logic [ 1:0] s_axil_rresp,
  output logic        irq_o,

  input  wire  [        NumPorts-1:0] s_axis_tvalid,
  output logic [        NumPorts-1:0] s_axis_tready,
  input  wire  [  NumPorts*DataW-1:0] s_axis_tdata,
  input  wire  [NumPorts*DataW/8-1:0] s_axis_tkeep,
  input  wire  [        NumPorts-1:0] s_axis_tlast,
  input  wire  [        NumPorts-1:0] s_axis_tuser,

  output logic [        NumPorts-1:0] m_axis_tvalid,
  input  wire  [        NumPorts-1:0] m_axis_tready,
  output logic [  NumPorts*DataW-1:0] m_axis_tdata,
  output logic [NumPorts*DataW/8-1:0] m_axis_tkeep,
  output logic [        NumPorts-1:0] m_axis_tlast,

  input wire [NumPorts*NumQueues-1:0] pause_i,

  input  wire  [TimeW-1:0] time_skip_i,
  output logic [TimeW-1:0] now_o,
  output logic             idle_o,
  output logic             deadline_valid_o,
  output logic [TimeW-1:0] deadline_o,

  output logic                   obs_activate_o,
  output logic                   obs_snapshot_o,
  output logic                   obs_snapshot_clear_o,
  output logic [   NumPorts-1:0] obs_select_valid_o,
  output logic [NumPorts*32-1:0] obs_select_frame_o,
  output logic [   NumPorts-1:0] obs_start_valid_o,
  output logic [NumPorts*32-1:0] obs_start_frame_o
);
  localparam int unsigned KeepW = DataW / 8;
  if (NumPorts < 1 || NumPorts > 64) begin : gen_check
    $fatal(1, "sluice_top: NumPorts is %0d, must be 1 to 64", NumPorts);
  end

  time_t now;
  logic time_enable;
  logic [47:0] time_period;
  logic go;
  logic [NumSignals-1:0] tables, bank;
  csig_config_t staged_csig, csig;
  port_config_t [NumPorts-1:0] staged_port, port_config;
  buffer_config_t [NumPorts-1:0] staged_buffer, buffer_config;
  csig_status_t status;
  ext_req_t shadow_req, active_req;
  ext_rsp_t shadow_rsp, active_rsp;
  ext_req_t [NumPorts-1:0] stats_req, queue_stats_req;
  ext_rsp_t [NumPorts-1:0] stats_rsp, queue_stats_rsp;
  table_write_t table_wr;
  logic activate, refused, snapshot, clear;
  logic [NumPorts-1:0] rest, dropped, port_idle, port_deadline_valid;
  time_t [NumPorts-1:0] port_deadline;
  logic regs_idle, ctrl_idle;

  // Protection bits make no difference here.
  logic unused_prot;
  assign unused_prot = ^{s_axil_awprot, s_axil_arprot};

  timebase u_timebase (
    .clk_i,
    .rst_ni,
    .enable_i(time_enable),
    .period_i(time_period),
    .skip_i(time_skip_i),
    .now_o(now)
  );

  sluice_regs #(
    .NumPorts(NumPorts),
    .DataW(DataW),
    .BufferBytes(BufferBytes)
  ) u_regs (
    .clk_i,
    .rst_ni,
    .s_axil_awvalid,
    .s_axil_awready,
    .s_axil_awaddr,
    .s_axil_wvalid,
    .s_axil_wready,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_bvalid,
    .s_axil_bready,
    .s_axil_bresp,
    .s_axil_arvalid,
    .s_axil_arready,
    .s_axil_araddr,
    .s_axil_rvalid,
    .s_axil_rready,
    .s_axil_rdata,
    .s_axil_rresp,
    .irq_o,
    .now_i(now),
    .time_enable_o(time_enable),
    .time_period_o(time_period),
    .go_o(go),
    .tables_o(tables),
    .staged_csig_o(staged_csig),
    .staged_port_o(staged_port),
    .staged_buffer_o(staged_buffer),
    .csig_i(csig),
    .port_i(port_config),
    .buffer_i(buffer_config),
    .status_i(status),
    .shadow_req_o(shadow_req),
    .shadow_rsp_i(shadow_rsp),
    .active_req_o(active_req),
    .active_rsp_i(active_rsp),
    .snapshot_o(snapshot),
    .clear_o(clear),
    .stats_req_o(stats_req),
    .stats_rsp_i(stats_rsp),
    .queue_stats_req_o(queue_stats_req),
    .queue_stats_rsp_i(queue_stats_rsp),
    .activate_event_i(activate),
    .refused_event_i(refused),
    .dropped_event_i(|dropped),
    .idle_o(regs_idle)
  );

  csig_ctrl #(
    .NumPorts(NumPorts)
  ) u_csig_ctrl (
    .clk_i,
    .rst_ni,
    .go_i(go),
    .tables_i(tables),
    .csig_i(staged_csig),
    .port_i(staged_port),
    .buffer_i(staged_buffer),
    .shadow_req_i(shadow_req),
    .shadow_rsp_o(shadow_rsp),
    .active_req_i(active_req),
    .active_rsp_o(active_rsp),
    .csig_o(csig),
    .port_o(port_config),
    .buffer_o(buffer_config),
    .bank_o(bank),
    .table_wr_o(table_wr),
    .activate_o(activate),
    .rest_o(rest),
    .refused_o(refused),
    .status_o(status),
    .idle_o(ctrl_idle)
  );

  logic stats_snapshot, stats_clear;
  logic [NumPorts-1:0] stats_wanted, stats_read, queue_stats_wanted, queue_stats_read;
  logic [7:0] stats_wanted_word, stats_word;

  always_comb begin
    stats_wanted_word = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      stats_wanted[p]       = stats_req[p].req;
      queue_stats_wanted[p] = queue_stats_req[p].req;
      if (stats_req[p].req) stats_wanted_word = stats_req[p].addr[9:2];
      if (queue_stats_req[p].req) stats_wanted_word = queue_stats_req[p].addr[9:2];
    end
  end
  stats_gate #(
    .Parts(2 * NumPorts)
  ) u_stats_gate (
    .clk_i,
    .rst_ni,
    .snapshot_i(snapshot),
    .clear_i(clear),
    .snapshot_o(stats_snapshot),
    .clear_o(stats_clear),
    .req_i({queue_stats_wanted, stats_wanted}),
    .word_i(stats_wanted_word),
    .read_o({queue_stats_read, stats_read}),
    .word_o(stats_word)
  );

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    port_events_t events;
    depths_t shown;

    port #(
      .DataW(DataW),
      .BufferBytes(BufferBytes)
    ) u_port (
      .clk_i,
      .rst_ni,
      .now_i(now),
      .s_axis_tvalid(s_axis_tvalid[p]),
      .s_axis_tready(s_axis_tready[p]),
      .s_axis_tdata(s_axis_tdata[p*DataW+:DataW]),
      .s_axis_tkeep(s_axis_tkeep[p*KeepW+:KeepW]),
      .s_axis_tlast(s_axis_tlast[p]),
      .s_axis_tuser(s_axis_tuser[p]),
      .m_axis_tvalid(m_axis_tvalid[p]),
      .m_axis_tready(m_axis_tready[p]),
      .m_axis_tdata(m_axis_tdata[p*DataW+:DataW]),
      .m_axis_tkeep(m_axis_tkeep[p*KeepW+:KeepW]),
      .m_axis_tlast(m_axis_tlast[p]),
      .csig_i(csig),
      .bank_i(bank),
      .port_i(port_config[p]),
      .activate_i(activate),
      .buffer_i(buffer_config[p]),
      .pause_i(pause_i[p*NumQueues+:NumQueues]),
      .snapshot_i(snapshot),
      .clear_i(clear),
      .rest_i(rest[p]),
      .table_wr_i(table_wr),
      .events_o(events),
      .shown_o(shown),
      .idle_o(port_idle[p]),
      .deadline_valid_o(port_deadline_valid[p]),
      .deadline_o(port_deadline[p]),
      .obs_select_valid_o(obs_select_valid_o[p]),
      .obs_select_frame_o(obs_select_frame_o[p*32+:32]),
      .obs_start_valid_o(obs_start_valid_o[p]),
      .obs_start_frame_o(obs_start_frame_o[p*32+:32])
    );

    stats u_stats (
      .clk_i,
      .rst_ni,
      .events_i(events),
      .snapshot_i(stats_snapshot),
      .clear_i(stats_clear),
      .depth_i(shown.port_depth),
      .watermark_i(shown.port_watermark),
      .rd_req_i(stats_read[p]),
      .rd_word_i(stats_word[5:0]),
      .rd_ack_o(stats_rsp[p].rd_ack),
      .rd_data_o(stats_rsp[p].rdata)
    );
    queue_stats u_queue_stats (
      .clk_i,
      .rst_ni,
      .events_i(events),
      .snapshot_i(stats_snapshot),
      .clear_i(stats_clear),
      .depth_i(shown.depth),
      .watermark_i(shown.watermark),
      .rd_req_i(queue_stats_read[p]),
      .rd_word_i(stats_word),
      .rd_ack_o(queue_stats_rsp[p].rd_ack),
      .rd_data_o(queue_stats_rsp[p].rdata)
    );
    // reg_demux answers writes to statistics.
    assign stats_rsp[p].wr_ack = 1'b0;
    assign queue_stats_rsp[p].wr_ack = 1'b0;

    assign dropped[p] = events.arrive && events.arrive_drop != DropNone;

    logic unused_req;
    assign unused_req = ^{stats_req[p], queue_stats_req[p]};
  end

  // Deadlines lie close to now, so the earliest is found by signed differences.
  always_comb begin
    time_t ahead;
    deadline_valid_o = 1'b0;
    deadline_o       = '0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      ahead = port_deadline[p] - deadline_o;
      if (port_deadline_valid[p] && (!deadline_valid_o || ahead[TimeW-1])) begin
        deadline_valid_o = 1'b1;
        deadline_o       = port_deadline[p];
      end
    end
  end

  assign now_o                = now;
  assign idle_o               = regs_idle && ctrl_idle && &port_idle && s_axis_tvalid == '0;
  assign obs_activate_o       = activate;
  assign obs_snapshot_o       = snapshot;
  assign obs_snapshot_clear_o = clear;
endmodule
`default_nettype wire
