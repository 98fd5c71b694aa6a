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
  parameter  int unsigned BufferBytes = 4194304,
  localparam int unsigned Bytes       = DataW / 8
) (
  input  wire                                 clk_i,
  input  wire                                 rst_ni,
  input  wire time_t                          now_i,
  input  wire                                 s_axis_tvalid,
  output logic                                s_axis_tready,
  input  wire                 [    DataW-1:0] s_axis_tdata,
  input  wire                 [    Bytes-1:0] s_axis_tkeep,
  input  wire                                 s_axis_tlast,
  input  wire                                 s_axis_tuser,
  output logic                                m_axis_tvalid,
  input  wire                                 m_axis_tready,
  output logic                [    DataW-1:0] m_axis_tdata,
  output logic                [    Bytes-1:0] m_axis_tkeep,
  output logic                                m_axis_tlast,
  input  wire csig_config_t                   csig_i,
  input  wire                 [          2:0] bank_i,
  input  wire port_config_t                   port_i,
  input  wire                                 activate_i,
  input  wire buffer_config_t                 buffer_i,
  input  wire                 [NumQueues-1:0] pause_i,
  input  wire                                 snapshot_i,
  input  wire                                 clear_i,
  input  wire                                 rest_i,
  input  wire table_write_t                   table_wr_i,
  output port_events_t                        events_o,
  output depths_t                             shown_o,
  output logic                                idle_o,
  output logic                                deadline_valid_o,
  output time_t                               deadline_o,
  output logic                                obs_select_valid_o,
  output logic                [         31:0] obs_select_frame_o,
  output logic                                obs_start_valid_o,
  output logic                [         31:0] obs_start_frame_o
);
  if (!(DataW inside {64, 128, 256, 512, 1024})) begin : gen_check
    $fatal(1, "port: DataW %0d, must be 64, 128, 256, 512 or 1024", DataW);
  end

  localparam int unsigned CellBytes = cell_bytes(DataW);
  localparam int unsigned BufferCells = BufferBytes / CellBytes;
  // Cells for the frame that is being written and for those that are selected and not yet read.
  localparam int unsigned BufferReserve = 2 * ((MaxFrame + CellBytes - 1) / CellBytes) + 64;

  logic ready_q;
  logic arrive_event;
  logic [15:0] arrive_len;
  drop_e arrive_drop;
  logic parse_valid, parse_first, parse_last, parse_drop;
  logic [DataW-1:0] parse_data;
  logic [LenW-1:0] parse_len;
  time_t parse_first_beat;
  logic [31:0] parse_frame;
  logic word_valid, word_end, unused_word_drop;
  logic [DataW-1:0] word_data;
  logic ingress_busy;

  // Overload is dropped, never held back.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ready_q <= 1'b0;
    else ready_q <= 1'b1;
  end

  ingress #(
    .DataW(DataW)
  ) u_ingress (
    .clk_i,
    .rst_ni,
    .now_i,
    .room_i            (ready_q),
    .s_axis_tvalid,
    .s_axis_tready,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .arrive_o          (arrive_event),
    .arrive_len_o      (arrive_len),
    .arrive_drop_o     (arrive_drop),
    .parse_valid_o     (parse_valid),
    .parse_first_o     (parse_first),
    .parse_last_o      (parse_last),
    .parse_data_o      (parse_data),
    .parse_len_o       (parse_len),
    .parse_first_beat_o(parse_first_beat),
    .parse_frame_o     (parse_frame),
    .parse_drop_o      (parse_drop),
    .write_valid_o     (word_valid),
    .write_data_o      (word_data),
    .write_end_o       (word_end),
    .write_drop_o      (unused_word_drop),
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

  // What ingress says of a frame meets what the parser found.
  localparam int unsigned ParserClocks = 2;
  typedef struct packed {
    drop_e       drop;
    logic [15:0] len;
  } judge_t;
  logic [ParserClocks-1:0] arrived_q;
  judge_t [ParserClocks-1:0] judge_q;
  arrival_t arrival;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) arrived_q <= '0;
    else arrived_q <= {arrived_q[0], arrive_event};
  end
  always_ff @(posedge clk_i) begin
    if (arrive_event) judge_q[0] <= '{drop: arrive_drop, len: arrive_len};
    if (arrived_q[0]) judge_q[1] <= judge_q[0];
  end
  assign arrival = '{
          drop: judge_q[1].drop,
          len: judge_q[1].len,
          vlan: meta.vlans != '0,
          pcp: meta.pcp,
          ip: meta.ip,
          dscp: meta.dscp,
          ecn: meta.ecn
      };

  logic select;
  queue_t select_queue;
  logic [NumQueues-1:0] head_valid;
  logic [NumQueues-1:0][LenW-1:0] head_len;
  logic [NumQueues-1:0][31:0] head_frame;
  stored_meta_t start_stored;
  logic reseed, red_arrive_valid, red_depart_valid, red_drop, red_mark, depart_mark;
  logic [31:0] seed;
  red_event_t red_arrive, red_depart;
  logic judged_valid, admission_busy, red_busy;
  judged_t judged;

  admission #(
    .BufferCells(BufferCells),
    .CellBytes  (CellBytes)
  ) u_admission (
    .clk_i,
    .rst_ni,
    .config_i              (buffer_i),
    .activate_i,
    .snapshot_i,
    .clear_i,
    .arrive_valid_i        (arrived_q[ParserClocks-1]),
    .arrive_i              (arrival),
    .select_valid_i        (select),
    .select_queue_i        (select_queue),
    .select_len_i          (head_len[select_queue]),
    .select_ecn_i          (codepoint(start_stored.meta.ip, start_stored.meta.ecn)),
    .red_reseed_o          (reseed),
    .red_seed_o            (seed),
    .red_arrive_valid_o    (red_arrive_valid),
    .red_arrive_o          (red_arrive),
    .red_depart_valid_o    (red_depart_valid),
    .red_depart_o          (red_depart),
    .red_drop_i            (red_drop),
    .red_mark_i            (red_mark),
    .judged_valid_o        (judged_valid),
    .judged_o              (judged),
    .shown_depth_o         (shown_o.depth),
    .shown_watermark_o     (shown_o.watermark),
    .shown_port_depth_o    (shown_o.port_depth),
    .shown_port_watermark_o(shown_o.port_watermark),
    .busy_o                (admission_busy)
  );

  red u_red (
    .clk_i,
    .rst_ni,
    .reseed_i      (reseed),
    .seed_i        (seed),
    .arrive_valid_i(red_arrive_valid),
    .arrive_i      (red_arrive),
    .depart_valid_i(red_depart_valid),
    .depart_i      (red_depart),
    .arrive_drop_o (red_drop),
    .arrive_mark_o (red_mark),
    .depart_mark_o (depart_mark),
    .busy_o        (red_busy)
  );

  // The frame waits here until it is judged, so that its last word is written with the verdict.
  localparam int unsigned WordClocks = JudgeClocks - 1;
  localparam int unsigned MetaClocks = JudgeClocks - ParserClocks;
  logic write_valid, words_busy, write_known, unused_meta_busy;
  logic [DataW-1:0] write_data;
  frame_meta_t write_meta;
  logic [WordClocks-1:0] end_q;

  delay_line #(
    .Width (DataW),
    .Clocks(WordClocks)
  ) u_words (
    .clk_i,
    .rst_ni,
    .valid_i(word_valid),
    .data_i (word_data),
    .valid_o(write_valid),
    .data_o (write_data),
    .busy_o (words_busy)
  );
  delay_line #(
    .Width ($bits(frame_meta_t)),
    .Clocks(MetaClocks)
  ) u_metas (
    .clk_i,
    .rst_ni,
    .valid_i(meta_valid),
    .data_i (meta),
    .valid_o(write_known),
    .data_o (write_meta),
    .busy_o (unused_meta_busy)
  );
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) end_q <= '0;
    else end_q <= {end_q[WordClocks-2:0], word_end};
  end

  logic [$clog2(BufferCells + BufferReserve + 1)-1:0] unused_cells;  // admission accounts for them
  logic write_last, buffer_busy, read, read_first;
  logic [DataW-1:0] read_data;
  stored_meta_t write_stored;
  assign write_last   = end_q[WordClocks-1];
  assign write_stored = '{queue: judged.queue, mark: judged.mark, meta: write_meta};

  cell_buffer #(
    .DataW      (DataW),
    .BufferBytes(BufferBytes),
    .MetaW      ($bits(stored_meta_t)),
    .Reserve    (BufferReserve)
  ) u_buffer (
    .clk_i,
    .rst_ni,
    .write_valid_i (write_valid),
    .write_data_i  (write_data),
    .write_last_i  (write_last),
    .write_drop_i  (judged.drop != DropNone),
    .write_queue_i (judged.queue),
    .write_len_i   (write_meta.len),
    .write_frame_i (write_meta.frame),
    .write_meta_i  (write_stored),
    .head_valid_o  (head_valid),
    .head_len_o    (head_len),
    .head_frame_o  (head_frame),
    .select_i      (select),
    .select_queue_i(select_queue),
    .meta_o        (start_stored),
    .read_i        (read),
    .read_first_i  (read_first),
    .read_data_o   (read_data),
    .used_cells_o  (unused_cells),
    .busy_o        (buffer_busy)
  );

  logic [NumQueues-1:0] strict;
  logic [NumQueues-1:0][QuantumW-1:0] quantum;
  logic serve;

  always_comb begin
    for (int unsigned q = 0; q < NumQueues; q++) begin
      strict[q]  = buffer_i.queue[q].strict;
      quantum[q] = buffer_i.queue[q].quantum;
    end
  end

  dwrr u_dwrr (
    .clk_i,
    .rst_ni,
    .strict_i    (strict),
    .quantum_i   (quantum),
    .pause_i,
    .head_valid_i(head_valid),
    .head_len_i  (head_len),
    .valid_o     (serve),
    .queue_o     (select_queue),
    .select_i    (select)
  );

  logic [1:0] credit;
  logic start, beat, beat_last, scheduler_busy;

  scheduler #(
    .DataW  (DataW),
    .Credits(OutputDepth),
    .Window (StartWindow)
  ) u_scheduler (
    .clk_i,
    .rst_ni,
    .head_valid_i(serve),
    .head_len_i  (head_len[select_queue]),
    .select_o    (select),
    .credit_i    (credit),
    .start_o     (start),
    .beat_o      (beat),
    .beat_last_o (beat_last),
    .busy_o      (scheduler_busy)
  );

  logic sent_event;
  sent_t sent_info;
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
    .sent_i            (sent_event),
    .sent_len_i        (sent_info.len),
    .sent_mac_control_i(sent_info.mac_control),
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
    .abw_i        (abw),
    .percent_i    (percent),
    .start_i      (start),
    .stored_i     (start_stored),
    .depart_mark_i(depart_mark),
    .verdict_o    (verdict)
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
  assign read       = way_beat_q[LookupClocks-2];
  assign read_first = way_first_q[LookupClocks-2];

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

  logic transmit_busy;

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
    .sent_o     (sent_event),
    .sent_info_o(sent_info),
    .busy_o     (transmit_busy)
  );

  // Counters hear of everything JudgeClocks after it happened, as a frame that arrives is judged then.
  logic sent_delayed, unused_sent_busy;
  sent_t sent_then;

  delay_line #(
    .Width ($bits(sent_t)),
    .Clocks(JudgeClocks)
  ) u_sent (
    .clk_i,
    .rst_ni,
    .valid_i(sent_event),
    .data_i (sent_info),
    .valid_o(sent_delayed),
    .data_o (sent_then),
    .busy_o (unused_sent_busy)
  );
  assign events_o = '{
          arrive: judged_valid,
          arrive_len: judged.len,
          arrive_drop: judged.drop,
          sent: sent_delayed,
          sent_len: sent_then.len,
          sent_outcome: sent_then.outcome,
          sent_signal: sent_then.signal,
          sent_mac_control: sent_then.mac_control,
          arrive_queue: judged.queue,
          arrive_broken: judged.ip_broken,
          arrive_ce: judged.ce,
          sent_queue: sent_then.queue,
          sent_marked: sent_then.marked
      };

  assign idle_o = meter_idle && !(ingress_busy || parser_busy || admission_busy || red_busy ||
                                  words_busy || buffer_busy || scheduler_busy || transmit_busy);

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (judged_valid == write_last)
      else $error("port: a frame's last word and its verdict come apart");
      assert (!judged_valid ||
              write_known != (judged.drop inside {DropBad, DropRunt, DropOversize}))
      else $error("port: a frame's last word and what the parser found come apart");
    end
  end

  port_view u_view (
    .clk_i,
    .rst_ni,
    .port_i,
    .verdict_i     (verdict),
    .sent_info_i   (sent_info),
    .sent_i        (sent_event),
    .judged_valid_i(judged_valid),
    .judged_i      (judged),
    .start_i       (start),
    .start_frame_i (start_stored.meta.frame)
  );
`endif

  assign obs_select_valid_o = select;
  assign obs_select_frame_o = head_frame[select_queue];
  assign obs_start_valid_o  = start;
  assign obs_start_frame_o  = start_stored.meta.frame;
endmodule
`default_nettype wire
