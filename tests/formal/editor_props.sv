// SPDX-License-Identifier: Apache-2.0
// Property of the editor (rtl/editor/editor.sv): what leaves is, byte for byte, what the rules make of what
// came. c_byte names any one byte of the frames that leave (constant, but free); it is followed in every
// frame. Update: the two bytes of the tag word are the verdict's, every other byte is what came. Strip: the
// four bytes from the EtherType on are gone, what followed moves up, zeros behind the end. Anything else: as it
// came. A mark comes before all that, at the places of the frame as it came: both ECN bits set, an IPv4 checksum
// as RFC 1624, equation 3, says. And the beats that leave are ceil(length / bytes of a beat), the last one marked; a beat
// less than came is told (gone_o).
// All frames of 14 to 9,600 bytes, in any order, with any gaps, all bits of the bus free.
//
// What the neighbours promise: the verdict's length is the frame's, or the stripped one's (lookup); the tag is
// wholly there where it is updated or stripped; a mark is for ECT(0) or ECT(1) in a header that is wholly there,
// behind the EtherType or behind one tag; lanes behind the frame's end are 0 (ingress).
`default_nettype none
module editor_props
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW  = 64,
  parameter bit          Lemmas = 1'b1
) (
  input wire                       clk_i,
  input wire                       rst_ni,
  input wire                       beat_valid_i,
  input wire           [DataW-1:0] beat_data_i,
  input wire verdict_t             next_verdict,  // of a frame whose first beat comes
  input wire           [     13:0] next_length,   // its bytes
  input wire           [     13:0] c_byte
);
  localparam int unsigned Bytes = DataW / 8;
  typedef logic [13:0] count_t;

  // The frame that comes in: beats so far, the verdict as it came.
  logic inside_q;
  count_t came_q, length_q, length, beats, index;
  verdict_t verdict_q, verdict;
  logic beat_first_i, beat_last_i;
  verdict_t verdict_i;
  assign index        = inside_q ? came_q : '0;
  assign length       = inside_q ? length_q : next_length;
  assign verdict      = inside_q ? verdict_q : next_verdict;
  assign beats        = count_t'((32'(length) + Bytes - 1) / Bytes);
  assign beat_first_i = !inside_q;
  assign beat_last_i  = index == beats - 1'b1;
  assign verdict_i    = next_verdict;

  logic out_valid_o, out_last_o, gone_o;
  logic [DataW-1:0] out_data_o;
  sent_t out_sent_o;
  editor #(.DataW(DataW)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_ff @(posedge clk_i) if (past_valid_q) assume (c_byte == $past(c_byte));

  // The rules for what leaves.
  function automatic logic is_strip(input verdict_t v);
    return v.outcome == OutcomeStripped;
  endfunction
  function automatic logic is_update(input verdict_t v);
    return v.outcome == OutcomeUpdated;
  endfunction
  function automatic count_t place(input verdict_t v);  // of the tag
    return count_t'(12 + 4 * 32'(v.vlans));
  endfunction
  function automatic count_t header(input verdict_t v);  // of IP
    return count_t'(14 + 4 * 32'(v.ip_words));
  endfunction
  count_t next_sent;
  always_comb begin
    next_sent = next_length;
    if (is_strip(next_verdict)) begin
      next_sent = next_length - 14'd4;
      if (next_length >= 14'd60 && next_sent < 14'd60) next_sent = 14'd60;
    end
  end
  function automatic count_t beats_of(input count_t bytes);
    return count_t'((32'(bytes) + Bytes - 1) / Bytes);
  endfunction

  function automatic int unsigned last_lane(input count_t bytes);
    return (32'(bytes) - 1) % Bytes;
  endfunction

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (next_length >= 14'd14 && next_length <= 14'd9600);
    assume (next_verdict.vlans <= 2'd2);
    if (is_strip(next_verdict) || is_update(next_verdict)) begin
      assume (next_length >= place(next_verdict) + 14'd6);
    end
    if (next_verdict.mark) begin
      assume (next_verdict.ecn == 2'd1 || next_verdict.ecn == 2'd2);
      assume (next_verdict.ip_words == next_verdict.vlans ||
              next_verdict.ip_words == next_verdict.vlans + 2'd1);
      assume (next_length >= header(next_verdict) + (next_verdict.mark_v6 ? 14'd40 : 14'd20));
    end
    assume (next_verdict.len == next_sent);
    assume (next_verdict.shorter == (beats_of(next_sent) != beats_of(next_length)));
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (beat_last_i && i > last_lane(length)) assume (beat_data_i[8*i+:8] == '0);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (beat_valid_i) inside_q <= !beat_last_i;
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_i) begin
      came_q    <= index + 1'b1;
      length_q  <= length;
      verdict_q <= verdict;
    end
  end

  // Where byte c_byte of what leaves comes from, in the frame that comes in, and what it is. `shown`: it has
  // come, now or before.
  typedef enum logic [2:0] {
    AsItCame,
    EcnOfV4,
    EcnOfV6,
    SumHigh,
    SumLow
  } edit_e;
  typedef struct packed {
    logic       fixed;   // comes from nowhere: new tag, padding, lanes behind the end
    logic [7:0] value;   // then
    count_t     source;
    edit_e      edit;    // what the mark makes of it
    logic [1:0] ecn;
  } origin_t;
  // ~(~HC + ~m + m'), m and m' but for the bits that they have in common.
  function automatic logic [15:0] new_sum(input logic [15:0] sum, input logic [1:0] ecn);
    logic [17:0] total;
    total = {2'b00, ~sum} + {2'b00, ~{14'd0, ecn}} + 18'd3;
    total = {2'b00, total[15:0]} + {16'd0, total[17:16]};
    total = {2'b00, total[15:0]} + {16'd0, total[17:16]};
    return ~total[15:0];
  endfunction
  // `own`: the byte as it came; `other`: the one beside it in its 16-bit word.
  function automatic logic [7:0] edited(input origin_t o, input logic [7:0] own,
                                        input logic [7:0] other);
    logic [15:0] sum;
    sum = new_sum((o.edit == SumHigh) ? {own, other} : {other, own}, o.ecn);
    case (o.edit)
      EcnOfV4: return own | 8'h03;
      EcnOfV6: return own | 8'h30;
      SumHigh: return sum[15:8];
      SumLow:  return sum[7:0];
      default: return own;
    endcase
  endfunction
  function automatic origin_t origin_of(input count_t at, input verdict_t v, input count_t bytes);
    origin_t o;
    o = '{fixed: 1'b0, value: '0, source: at, edit: AsItCame, ecn: v.ecn};
    if (is_strip(v) && at >= place(v)) o.source = at + 14'd4;
    if (is_update(v) && at == place(v) + 14'd2)
      o = '{fixed: 1'b1, value: v.tag[15:8], source: at, edit: AsItCame, ecn: v.ecn};
    if (is_update(v) && at == place(v) + 14'd3)
      o = '{fixed: 1'b1, value: v.tag[7:0], source: at, edit: AsItCame, ecn: v.ecn};
    if (o.source >= bytes) o.fixed = 1'b1;
    if (v.mark && o.source == header(v) + 14'd1) o.edit = v.mark_v6 ? EcnOfV6 : EcnOfV4;
    if (v.mark && !v.mark_v6 && o.source == header(v) + 14'd10) o.edit = SumHigh;
    if (v.mark && !v.mark_v6 && o.source == header(v) + 14'd11) o.edit = SumLow;
    return o;
  endfunction
  origin_t origin, kept;
  logic [7:0] now_own, now_other, now_value, value_q;
  logic source_now;
  assign origin = origin_of(c_byte, verdict, length);
  assign kept   = origin_of(c_byte, verdict_q, length_q);
  always_comb begin
    source_now = beat_valid_i && 32'(origin.source) / Bytes == 32'(index);
    now_own    = '0;
    now_other  = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (32'(origin.source) % Bytes == i) begin
        now_own   = now_own | beat_data_i[8*i+:8];
        now_other = now_other | beat_data_i[8*(i^1)+:8];
      end
    end
    now_value = edited(origin, now_own, now_other);
  end
  logic there_q;  // the byte of the frame that leaves (or that came last) is known
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) there_q <= 1'b0;
    else if (beat_valid_i) there_q <= origin.fixed || source_now || (inside_q && there_q);
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_i && origin.fixed) value_q <= origin.value;
    else if (source_now) value_q <= now_value;
  end

  // The frame that leaves: the last one of which a beat came, before this clock.
  logic   open_q;  // beats of it are still to leave
  count_t left_q;  // that have left
  count_t sent_q;  // its length then
  count_t out_beats;
  assign out_beats = beats_of(sent_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (beat_valid_i && beat_first_i) open_q <= 1'b1;
    else if (out_valid_o && left_q + 1'b1 == out_beats) open_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_i && beat_first_i) begin
      left_q <= '0;
      sent_q <= next_sent;
    end else if (out_valid_o) left_q <= left_q + 1'b1;
  end

  logic here, known;
  logic [7:0] got, want;
  always_comb begin
    here = 32'(c_byte) / Bytes == 32'(left_q);
    got  = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (32'(c_byte) % Bytes == i) got = got | out_data_o[8*i+:8];
    end
    known = there_q || (inside_q && source_now);
    want  = there_q ? value_q : now_value;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!out_valid_o);
    end else begin
      if (out_valid_o) begin
        assert (open_q && left_q < out_beats);
        assert (out_last_o == (left_q + 1'b1 == out_beats));
        assert (out_sent_o.len == sent_q && out_sent_o.outcome == verdict_q.outcome);
        assert (out_sent_o.signal == verdict_q.signal);
        assert (out_sent_o.mac_control == verdict_q.mac_control);
        if (here) assert (known && got == want);
      end
      // Nothing stays: a frame's last beat leaves in the clock after it came, if not with it.
      if (open_q && !inside_q) assert (out_valid_o);
      // No frame begins before the last one has left.
      if (beat_valid_i && beat_first_i && open_q) assert (out_valid_o && out_last_o);
      assert (gone_o == (beat_valid_i && beat_last_i && inside_q && out_beats != beats));

      if (Lemmas) begin
        // A beat waits where it is a frame's last or the frame is stripped; else it has left.
        if (u_dut.held_valid_q) assert (open_q && came_q == left_q + 1'b1);
        if (open_q && !u_dut.held_valid_q) begin
          assert (inside_q && !is_strip(verdict_q) && came_q == left_q);
        end
        if (inside_q) begin
          assert (open_q && came_q != '0 && came_q < beats);
          assert (length_q >= 14'd14 && length_q <= 14'd9600);
        end
        if (open_q) begin
          assert (u_dut.verdict_q == verdict_q);
          if (u_dut.held_valid_q) assert (u_dut.held_last_q == !inside_q);
          assert (verdict_q.vlans <= 2'd2);
          assert (length_q >= 14'd14 && length_q <= 14'd9600);
          assert (verdict_q.len == sent_q && sent_q <= length_q);
          assert (verdict_q.shorter == (out_beats != beats_of(length_q)));
          assert (left_q < out_beats);
          assert (came_q <= beats_of(length_q));
          assert (inside_q == (came_q < beats_of(length_q)));
          if (is_strip(verdict_q) || is_update(verdict_q)) begin
            assert (length_q >= place(verdict_q) + 14'd6);
          end
          if (verdict_q.mark) begin
            assert (verdict_q.ecn == 2'd1 || verdict_q.ecn == 2'd2);
            assert (verdict_q.ip_words == verdict_q.vlans ||
                    verdict_q.ip_words == verdict_q.vlans + 2'd1);
            assert (length_q >= header(verdict_q) + (verdict_q.mark_v6 ? 14'd40 : 14'd20));
          end
          assert (there_q == (kept.fixed || 32'(kept.source) / Bytes < 32'(came_q)));
          if (kept.fixed) assert (value_q == kept.value);
          for (int unsigned i = 0; i < Bytes; i++) begin
            if (u_dut.held_valid_q && !kept.fixed && 32'(kept.source) / Bytes == 32'(left_q) &&
                32'(kept.source) % Bytes == i) begin
              assert (edited(kept, u_dut.held_q[8*i+:8], u_dut.held_q[8*(i^1)+:8]) == value_q);
            end
            if (u_dut.held_valid_q && !inside_q && i > last_lane(length_q)) begin
              assert (u_dut.held_q[8*i+:8] == '0);
            end
          end
          assert (!is_strip(
              verdict_q
          ) || sent_q == length_q - 14'd4 ||
              (sent_q == 14'd60 && length_q >= 14'd60 && length_q < 14'd64));
          assert (is_strip(verdict_q) || sent_q == length_q);
          // The index is exact as long as it matters.
          assert (count_t'(u_dut.index_q) ==
                  (left_q < count_t'(u_dut.EditBeats) ? left_q : count_t'(u_dut.EditBeats)));
        end
      end

      cover (out_valid_o && here && kept.edit == SumHigh && got == 8'h00 && is_strip(
          verdict_q
      ) && verdict_q.vlans == 2'd2);
      cover (out_valid_o && here && kept.edit == SumLow && got == 8'hFE && is_update(verdict_q));
      cover (out_valid_o && here && kept.edit == EcnOfV6 && got == 8'h3A && is_strip(verdict_q));
      cover (out_valid_o && out_last_o && here && is_strip(
          verdict_q
      ) && verdict_q.vlans == 2'd2 && gone_o);
      cover (out_valid_o && here && is_update(verdict_q) && c_byte == 14'd23 && got == 8'hA5);
      cover (out_valid_o && here && is_update(verdict_q) && c_byte == 14'd24 && got == 8'h5A);
      cover (out_valid_o && out_last_o && sent_q == 14'd60 && length_q == 14'd61);
      cover (out_valid_o && out_last_o && is_strip(verdict_q) && sent_q == 14'd55 && beat_valid_i);
    end
  end
endmodule
`default_nettype wire
