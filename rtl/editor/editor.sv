// SPDX-License-Identifier: Apache-2.0
// Editor: rewrites or removes the CSIG tag of the frames that pass, and marks them as having met
//         congestion. A pipeline that never stalls.
//
// Interface:  beat_*: beats as the buffer gives them (zeros behind a frame's end); verdict_i comes
//             with the first. Beats of a frame may have gaps between them. out_*: beats as they
//             must leave; sent_o belongs to all beats of a frame. gone_o: the beat of this clock's
//             input ends up in none of its own (the frame got shorter).
// Latency:    1 clock from a beat to its place at the output; where the tag is removed, the clock in
//             which the next beat of the frame comes (its first bytes are needed), which is the same
//             without gaps.
// Throughput: one beat a clock.
//
// Byte p of the output: p < place of the tag: in[p]; else, where the tag is removed, in[p + 4],
// which is 0 behind the end; else in[p], but for the two bytes of the tag word. A mark sets both ECN
// bits of the IP header, wherever that comes to lie, and keeps an IPv4 checksum right.
// Source:     RFC 3168 (ECN field), RFC 1624, equation 3 (checksum).
`default_nettype none
module editor
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW = 512
) (
  input  wire                       clk_i,
  input  wire                       rst_ni,
  input  wire                       beat_valid_i,
  input  wire                       beat_first_i,
  input  wire                       beat_last_i,
  input  wire           [DataW-1:0] beat_data_i,
  input  wire verdict_t             verdict_i,
  output logic                      out_valid_o,
  output logic                      out_last_o,
  output logic          [DataW-1:0] out_data_o,
  output sent_t                     out_sent_o,
  output logic                      gone_o
);
  // Of the 32-bit lanes of the frame the tag takes one of 3, 4, 5. The IP header begins in the upper
  // half of one of 3, ..., 6; its checksum is the lower half of the third lane from there. The lanes
  // of later beats are alike.
  localparam int unsigned LaneW = 32;
  localparam int unsigned Lanes = DataW / LaneW;
  localparam int unsigned TagLane = 3;
  localparam int unsigned TagLanes = TagLane + 3;
  localparam int unsigned IpLanes = TagLane + 4;
  localparam int unsigned SumLane = 3;  // from the header's on
  localparam int unsigned FirstSumLane = TagLane + SumLane - 1;  // as it leaves
  localparam int unsigned SumLanes = IpLanes + SumLane;
  localparam int unsigned EditBeats = (SumLanes + Lanes - 1) / Lanes;
  localparam int unsigned IndexW = $clog2(EditBeats + 1);

  logic held_valid_d, held_valid_q, held_last_q;
  logic [DataW-1:0] held_q;
  verdict_t verdict_q;
  logic [IndexW-1:0] index_d, index_q;  // beat of the frame that is held; EditBeats: any later one
  logic strip, update;

  assign strip  = verdict_q.outcome == OutcomeStripped;
  assign update = verdict_q.outcome == OutcomeUpdated;

  // The last beat has no more than the four bytes that its predecessor takes over.
  assign gone_o = beat_valid_i && beat_last_i && !beat_first_i && verdict_q.shorter;

  always_comb begin
    out_valid_o  = held_valid_q && (held_last_q || !strip || beat_valid_i);
    out_last_o   = held_last_q || gone_o;
    held_valid_d = held_valid_q;
    index_d      = index_q;
    if (out_valid_o) begin
      held_valid_d = 1'b0;
      index_d = (index_q == IndexW'(EditBeats)) ? index_q : index_q + 1'b1;
    end
    if (beat_valid_i) begin
      held_valid_d = !gone_o;
      if (beat_first_i) index_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_valid_q <= 1'b0;
    else held_valid_q <= held_valid_d;
  end
  always_ff @(posedge clk_i) begin
    index_q <= index_d;
    if (beat_valid_i) begin
      held_q      <= beat_data_i;
      held_last_q <= beat_last_i;
      if (beat_first_i) verdict_q <= verdict_i;
    end
  end

  // The checksum, byte 0 lowest: ~(~sum + delta), with the carry added again at the low end. The
  // header's word grew by 1 from ECT(0), by 2 from ECT(1).
  function automatic logic [15:0] marked_sum(input logic [15:0] sum, input logic [1:0] ecn);
    logic [16:0] total;
    logic [15:0] folded;
    total  = {1'b0, ~sum[7:0], ~sum[15:8]} + 17'(2'd3 - ecn);
    folded = ~(total[15:0] + 16'(total[16]));
    return {folded[7:0], folded[15:8]};
  endfunction

  logic [LaneW-1:0] behind;
  logic [2:0] tag_lane;
  logic [3:0] ip_lane;  // as it leaves

  always_comb begin
    behind     = held_last_q ? '0 : beat_data_i[LaneW-1:0];
    tag_lane   = 3'(TagLane) + 3'(verdict_q.vlans);
    ip_lane    = 4'(TagLane) + 4'(verdict_q.ip_words) - 4'(strip);
    out_data_o = held_q;
    if (strip) begin
      out_data_o = {behind, held_q[DataW-1:LaneW]};
      for (int unsigned i = 0; i < TagLanes; i++) begin
        if (index_q == IndexW'(i / Lanes) && 3'(i) < tag_lane) begin
          out_data_o[LaneW*(i%Lanes)+:LaneW] = held_q[LaneW*(i%Lanes)+:LaneW];
        end
      end
    end
    if (verdict_q.mark) begin
      for (int unsigned i = TagLane; i < IpLanes; i++) begin
        // Where a tag is removed whose TPID is IPv4's own, the ECN bits go with it.
        if (index_q == IndexW'(i / Lanes) && 4'(i) == ip_lane && ip_lane >= 4'(tag_lane)) begin
          if (verdict_q.mark_v6) out_data_o[LaneW*(i%Lanes)+28+:2] = '1;
          else out_data_o[LaneW*(i%Lanes)+24+:2] = '1;
        end
      end
      for (int unsigned i = FirstSumLane; i < SumLanes; i++) begin
        if (index_q == IndexW'(i / Lanes) && 4'(i) == ip_lane + 4'(SumLane) && !verdict_q.mark_v6)
        begin
          out_data_o[LaneW*(i%Lanes)+:16] =
              marked_sum(out_data_o[LaneW*(i%Lanes)+:16], verdict_q.ecn);
        end
      end
    end
    if (update) begin
      for (int unsigned i = TagLane; i < TagLanes; i++) begin
        if (index_q == IndexW'(i / Lanes) && 3'(i) == tag_lane) begin
          out_data_o[LaneW*(i%Lanes)+16+:16] = {verdict_q.tag[7:0], verdict_q.tag[15:8]};
        end
      end
    end
  end

  assign out_sent_o = '{
          outcome: verdict_q.outcome,
          len: verdict_q.len,
          signal: verdict_q.signal,
          mac_control: verdict_q.mac_control,
          queue: verdict_q.queue,
          marked: verdict_q.mark
      };
endmodule
`default_nettype wire
