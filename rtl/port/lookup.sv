// SPDX-License-Identifier: Apache-2.0
// Decides at `start` what happens to a frame's tag, and looks the local bucket up where it is
// compared.
//
// Interface:  start_i, stored_i: the first beat of a frame goes. now_i, csig_i, port_i and bank_i are
//             sampled in that clock; abw_i and percent_i in the next, where they are the values of
//             that clock. verdict_o: of the frame that started LookupClocks before, depart_mark_i (RED's
//             verdict at `select`) in that clock.
// Latency:    LookupClocks (datapath_pkg).
// Throughput: one frame a clock.
// Source:     docs/architecture.md, "Classification of a frame at start".
`default_nettype none
module lookup
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW = 512
) (
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire time_t                        now_i,
  input  wire csig_config_t                 csig_i,
  input  wire               [          2:0] bank_i,
  input  wire port_config_t                 port_i,
  input  wire table_write_t                 table_wr_i,
  input  wire               [CapacityW-1:0] abw_i,
  input  wire               [          6:0] percent_i,
  input  wire                               start_i,
  input  wire stored_meta_t                 stored_i,
  input  wire                               depart_mark_i,
  output verdict_t                          verdict_o
);
  localparam int unsigned ByteW = $clog2(DataW / 8);
  localparam int unsigned TagBytes = 4;
  localparam int unsigned FracW = 32;  // of a time_t's nanosecond
  localparam int unsigned DelayW = TimeW - FracW;

  // The first clock: everything but the comparison of buckets is settled.
  typedef struct packed {
    logic            compare;
    outcome_e        outcome;      // where it is not compared
    logic [15:0]     tag;
    logic [5:0]      locator;
    logic [1:0]      vlans;
    logic [LenW-1:0] len;
    logic            shorter;
    logic            mac_control;
    queue_t          queue;
    logic            mark;         // decided at `arrive`
    logic            ip_v6;
    logic [1:0]      ip_words;
    logic [1:0]      ecn;
  } stage_t;

  frame_meta_t meta;
  assign meta = stored_i.meta;


  stage_t stage_d;
  logic [LenW-1:0] strip_len;
  logic strip;

  always_comb begin
    stage_d         = '0;
    stage_d.outcome = OutcomeNone;
    if (csig_i.enable && meta.type_whole) begin
      if (meta.ethertype == csig_i.tpid) begin
        if (!meta.tag_whole) stage_d.outcome = OutcomeTruncated;
        else if (meta.next_vlan) stage_d.outcome = OutcomeVlanAfter;
        else if (!meta.next_ip) stage_d.outcome = OutcomeNonIp;
        else if (port_i.action == ActionStrip) stage_d.outcome = OutcomeStripped;
        else if (port_i.action == ActionPass) stage_d.outcome = OutcomePassed;
        else stage_d.compare = 1'b1;
      end else if (meta.type_foreign) begin
        stage_d.outcome = OutcomeForeignTpid;
      end
    end

    if (meta.len >= LenW'(PadFrame) && meta.len < LenW'(PadFrame + TagBytes)) begin
      strip_len = LenW'(PadFrame);
    end else begin
      strip_len = meta.len - LenW'(TagBytes);
    end
    strip               = stage_d.outcome == OutcomeStripped;
    stage_d.len         = strip ? strip_len : meta.len;
    stage_d.shorter     = strip && (strip_len - 1'b1) >> ByteW != (meta.len - 1'b1) >> ByteW;
    stage_d.tag         = meta.tag;
    stage_d.vlans       = meta.vlans;
    stage_d.mac_control = meta.mac_control;
    stage_d.queue       = stored_i.queue;
    stage_d.mark        = stored_i.mark;
    stage_d.ip_v6       = meta.ip == IpV6;
    stage_d.ip_words    = meta.ip_words;
    stage_d.ecn         = meta.ecn;
    stage_d.locator     = port_i.locator_valid ? port_i.locator[5:0] : csig_i.node_locator[5:0];
  end

  time_t delay;
  logic [DelayW-1:0] delay_q;
  logic [2:0] bank_q;
  logic start_q;
  stage_t stage_q[QuantizerLatency+1];  // [0] with the lookup's begin, the last with its answer

  assign delay = now_i - meta.first_beat;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) start_q <= 1'b0;
    else start_q <= start_i;
  end
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      delay_q <= delay[TimeW-1:FracW];
      bank_q  <= bank_i;
    end
    if (start_i) stage_q[0] <= stage_d;
    for (int unsigned i = 0; i < QuantizerLatency; i++) stage_q[i+1] <= stage_q[i];
  end

  // The second clock: the lookup begins.
  logic [1:0] tbl;
  logic bank, valid;
  logic [63:0] value;

  always_comb begin
    valid = start_q && stage_q[0].compare && stage_q[0].tag[15:13] < 3'(NumSignals);
    tbl   = stage_q[0].tag[14:13];
    unique case (tbl)
      2'd0: begin
        bank  = bank_q[0];
        value = 64'(abw_i);
      end
      2'd1: begin
        bank  = bank_q[1];
        value = 64'(percent_i);
      end
      default: begin
        bank  = bank_q[2];
        value = 64'(delay_q);
      end
    endcase
  end

  logic unused_valid;  // the lookup's latency is fixed
  logic [4:0] bucket;
  quantizer u_quantizer (
    .clk_i,
    .rst_ni,
    .wr_i    (table_wr_i),
    .valid_i (valid),
    .tbl_i   (tbl),
    .bank_i  (bank),
    .value_i (value),
    .valid_o (unused_valid),
    .bucket_o(bucket)
  );

  stage_t answer;
  logic [15:0] new_tag;
  outcome_e compared;

  assign answer = stage_q[QuantizerLatency];

  compare u_compare (
    .tag_i    (answer.tag),
    .bucket_i (bucket),
    .locator_i(answer.locator),
    .tag_o    (new_tag),
    .outcome_o(compared)
  );

  always_comb begin
    verdict_o = '{
        mark: answer.mark || depart_mark_i,
        mark_v6: answer.ip_v6,
        ip_words: answer.ip_words,
        ecn: answer.ecn,
        outcome: answer.compare ? compared : answer.outcome,
        vlans: answer.vlans,
        tag: new_tag,
        len: answer.len,
        shorter: answer.shorter,
        signal: answer.tag[15:13],
        mac_control: answer.mac_control,
        queue: answer.queue
    };
  end
endmodule
`default_nettype wire
