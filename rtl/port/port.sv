// SPDX-License-Identifier: Apache-2.0
// One egress port: ingress, parser, buffer, scheduler, lookup, editor, output.
//
// Interface:  s_axis_*, m_axis_*: AXI4-Stream, byte 0 in tdata[7:0]; see ingress for tkeep and
//             tuser. csig_i, bank_i, port_i: in force; activate_i: the first clock in which new ones
//             are; rest_i: one in which a changed interval or capacity is. events_o: what the counters count, in the clock in which
//             it happens. idle_o: nothing moves here and the input is ready, so that time may be
//             skipped; a frame may have come in half. deadline_*: next slot boundary of the meter.
//             obs_*: for observation.
// Latency:    K clocks from the last beat's acceptance to `select`, SelectToStart to `start`,
//             StartToWire to the first beat at m_axis_*, where nothing is in the way.
// Throughput: one beat a clock, at every length. A frame that loses its tag and with it a beat
//             takes the clocks that it took before.
// Source:     docs/architecture.md.
`default_nettype none
module port
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter  int unsigned DataW       = 512,
  parameter  int unsigned BufferBytes = 65536,
  localparam int unsigned Bytes       = DataW / 8
) (
  input  wire                           clk_i,
  input  wire                           rst_ni,
  input  wire time_t                    now_i,
  input  wire                           s_axis_tvalid,
  output logic                          s_axis_tready,
  input  wire               [DataW-1:0] s_axis_tdata,
  input  wire               [Bytes-1:0] s_axis_tkeep,
  input  wire                           s_axis_tlast,
  input  wire                           s_axis_tuser,
  output logic                          m_axis_tvalid,
  input  wire                           m_axis_tready,
  output logic              [DataW-1:0] m_axis_tdata,
  output logic              [Bytes-1:0] m_axis_tkeep,
  output logic                          m_axis_tlast,
  input  wire csig_config_t             csig_i,
  input  wire               [      2:0] bank_i,
  input  wire port_config_t             port_i,
  input  wire                           activate_i,
  input  wire                           rest_i,
  input  wire table_write_t             table_wr_i,
  output port_events_t                  events_o,
  output logic                          idle_o,
  output logic                          deadline_valid_o,
  output time_t                         deadline_o,
  output logic                          obs_select_valid_o,
  output logic              [     31:0] obs_select_frame_o,
  output logic                          obs_start_valid_o,
  output logic              [     31:0] obs_start_frame_o
);
  if (!(DataW inside {64, 128, 256, 512, 1024})) begin : gen_check
    $fatal(1, "port: DataW %0d, must be 64, 128, 256, 512 or 1024", DataW);
  end

  logic room;
  logic parse_valid, parse_first, parse_last, parse_drop;
  logic [DataW-1:0] parse_data;
  logic [LenW-1:0] parse_len;
  time_t parse_first_beat;
  logic [31:0] parse_frame;
  logic write_valid, write_end, write_drop;
  logic [DataW-1:0] write_data;
  logic ingress_busy;

  ingress #(
    .DataW(DataW)
  ) u_ingress (
    .clk_i,
    .rst_ni,
    .now_i,
    .room_i            (room),
    .s_axis_tvalid,
    .s_axis_tready,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .arrive_o          (events_o.arrive),
    .arrive_len_o      (events_o.arrive_len),
    .arrive_drop_o     (events_o.arrive_drop),
    .parse_valid_o     (parse_valid),
    .parse_first_o     (parse_first),
    .parse_last_o      (parse_last),
    .parse_data_o      (parse_data),
    .parse_len_o       (parse_len),
    .parse_first_beat_o(parse_first_beat),
    .parse_frame_o     (parse_frame),
    .parse_drop_o      (parse_drop),
    .write_valid_o     (write_valid),
    .write_data_o      (write_data),
    .write_end_o       (write_end),
    .write_drop_o      (write_drop),
    .busy_o            (ingress_busy)
  );

  logic meta_valid, parser_busy;
  frame_meta_t meta;

  parser #(
    .DataW(DataW)
  ) u_parser (
    .clk_i,
    .rst_ni,
    .activate_i,
    .csig_enable_i(csig_i.enable),
    .csig_tpid_i  (csig_i.tpid),
    .beat_valid_i (parse_valid),
    .beat_first_i (parse_first),
    .beat_last_i  (parse_last),
    .beat_data_i  (parse_data),
    .beat_len_i   (parse_len),
    .first_beat_i (parse_first_beat),
    .frame_i      (parse_frame),
    .drop_i       (parse_drop),
    .meta_valid_o (meta_valid),
    .meta_o       (meta),
    .busy_o       (parser_busy)
  );

  logic head_valid, select, read, buffer_busy;
  frame_meta_t head_meta;
  logic [DataW-1:0] read_data;

  frame_fifo #(
    .DataW      (DataW),
    .BufferBytes(BufferBytes)
  ) u_buffer (
    .clk_i,
    .rst_ni,
    .room_o       (room),
    .write_valid_i(write_valid),
    .write_data_i (write_data),
    .write_end_i  (write_end),
    .write_drop_i (write_drop),
    .meta_valid_i (meta_valid),
    .meta_i       (meta),
    .head_valid_o (head_valid),
    .head_meta_o  (head_meta),
    .select_i     (select),
    .read_i       (read),
    .read_data_o  (read_data),
    .busy_o       (buffer_busy)
  );

  logic [1:0] credit;
  logic start, beat, beat_last, scheduler_busy;
  frame_meta_t start_meta;

  scheduler #(
    .DataW  (DataW),
    .Credits(OutputDepth),
    .Window (StartWindow)
  ) u_scheduler (
    .clk_i,
    .rst_ni,
    .head_valid_i(head_valid),
    .head_meta_i (head_meta),
    .select_o    (select),
    .credit_i    (credit),
    .start_o     (start),
    .start_meta_o(start_meta),
    .beat_o      (beat),
    .beat_last_o (beat_last),
    .busy_o      (scheduler_busy)
  );

  logic [CapacityW-1:0] abw;
  logic [6:0] percent;
  logic meter_idle;

  meter u_meter (
    .clk_i,
    .rst_ni,
    .now_i,
    .port_i,
    .interval_sel_i    (csig_i.interval_sel),
    .rest_i,
    .sent_i            (events_o.sent),
    .sent_len_i        (events_o.sent_len),
    .sent_mac_control_i(events_o.sent_mac_control),
    .abw_o             (abw),
    .percent_o         (percent),
    .deadline_valid_o,
    .deadline_o,
    .idle_o            (meter_idle)
  );

  verdict_t verdict;

  lookup #(
    .DataW(DataW)
  ) u_lookup (
    .clk_i,
    .rst_ni,
    .now_i,
    .csig_i,
    .bank_i,
    .port_i,
    .table_wr_i,
    .abw_i    (abw),
    .percent_i(percent),
    .start_i  (start),
    .meta_i   (start_meta),
    .verdict_o(verdict)
  );

  // A beat is read from the buffer so late that the frame's verdict is there with it: beats on
  // their way are three bits each instead of a whole word.
  logic [LookupClocks-1:0] way_beat_q, way_first_q, way_last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) way_beat_q <= '0;
    else way_beat_q <= {way_beat_q[LookupClocks-2:0], beat};
  end
  always_ff @(posedge clk_i) begin
    way_first_q <= {way_first_q[LookupClocks-2:0], start};
    way_last_q  <= {way_last_q[LookupClocks-2:0], beat_last};
  end
  assign read = way_beat_q[LookupClocks-2];

  logic out_valid, out_last, gone;
  logic [DataW-1:0] out_data;
  sent_t out_sent;

  editor #(
    .DataW(DataW)
  ) u_editor (
    .clk_i,
    .rst_ni,
    .beat_valid_i(way_beat_q[LookupClocks-1]),
    .beat_first_i(way_first_q[LookupClocks-1]),
    .beat_last_i (way_last_q[LookupClocks-1]),
    .beat_data_i (read_data),
    .verdict_i   (verdict),
    .out_valid_o (out_valid),
    .out_last_o  (out_last),
    .out_data_o  (out_data),
    .out_sent_o  (out_sent),
    .gone_o      (gone)
  );

  sent_t sent_info;
  logic  transmit_busy;

  transmit #(
    .DataW(DataW),
    .Depth(OutputDepth)
  ) u_transmit (
    .clk_i,
    .rst_ni,
    .in_valid_i (out_valid),
    .in_last_i  (out_last),
    .in_data_i  (out_data),
    .in_sent_i  (out_sent),
    .in_gone_i  (gone),
    .credit_o   (credit),
    .m_axis_tvalid,
    .m_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .sent_o     (events_o.sent),
    .sent_info_o(sent_info),
    .busy_o     (transmit_busy)
  );

  assign events_o.sent_len = sent_info.len;
  assign events_o.sent_outcome = sent_info.outcome;
  assign events_o.sent_signal = sent_info.signal;
  assign events_o.sent_mac_control = sent_info.mac_control;

  assign idle_o = meter_idle && !(ingress_busy || parser_busy || buffer_busy || scheduler_busy ||
                                  transmit_busy);

`ifndef SYNTHESIS
  port_view u_view (
    .clk_i,
    .rst_ni,
    .port_i,
    .verdict_i    (verdict),
    .sent_info_i  (sent_info),
    .events_i     (events_o),
    .start_i      (start),
    .start_frame_i(start_meta.frame)
  );
`endif

  assign obs_select_valid_o = select;
  assign obs_select_frame_o = head_meta.frame;
  assign obs_start_valid_o  = start;
  assign obs_start_frame_o  = start_meta.frame;
endmodule
`default_nettype wire
