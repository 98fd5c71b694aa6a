// SPDX-License-Identifier: Apache-2.0
// Property of the parser (rtl/parser/parser.sv): what it tells of a frame is what a decoder says that reads
// an array of the frame's bytes one by one. For all bytes, all lengths from 14 to 9,600 (shorter and longer
// ones are dropped before), at any gaps between beats, frame after frame, reset at any time, under a
// configuration that may change in any clock.
//
// Facts that mean nothing without others are compared only where they mean something: the EtherType where it
// is wholly there, what follows it where tag and EtherType are, the IP header's place where it holds together.
`default_nettype none
module parser_props
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW  = 64,
  parameter bit          Lemmas = 1'b1
) (
  input wire                    clk_i,
  input wire                    rst_ni,
  input wire                    activate_i,
  input wire                    csig_enable_i,
  input wire        [     15:0] csig_tpid_i,
  input wire                    beat_valid_i,
  input wire                    beat_last_i,
  input wire        [DataW-1:0] beat_data_i,
  input wire        [      7:0] last_bytes,     // bytes of a last beat
  input wire time_t             first_beat_i,
  input wire        [     31:0] frame_i,
  input wire                    drop_i
);
  localparam int unsigned Bytes = DataW / 8;
  localparam int unsigned Span = 32;  // addresses, two VLAN tags, CSIG tag, EtherType, IP

  // The frame so far.
  logic inside_q;
  logic [16:0] before_q, length;
  logic beat_first_i;
  logic [LenW-1:0] beat_len_i;
  assign beat_first_i = !inside_q;
  assign length       = (inside_q ? before_q : '0) + (beat_last_i ? 17'(last_bytes) : 17'(Bytes));
  assign beat_len_i   = length[LenW-1:0];

  logic meta_valid_o, busy_o;
  frame_meta_t meta_o;
  parser #(.DataW(DataW)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (last_bytes <= 8'(Bytes));
    if (length < 17'd14 || length > 17'd9600) assume (!(beat_valid_i && beat_last_i) || drop_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (beat_valid_i) inside_q <= !beat_last_i;
  end
  // Saturates where nothing depends on it any more.
  always_ff @(posedge clk_i) if (beat_valid_i) before_q <= length[16] ? 17'h10000 : length;

  // The bytes of the header, one by one.
  logic [7:0] bytes_d[Span], bytes_q[Span];
  always_comb begin
    bytes_d = bytes_q;
    for (int unsigned p = 0; p < Span; p++) begin
      if (beat_valid_i && 17'(p / Bytes * Bytes) == (inside_q ? before_q : '0)) begin
        bytes_d[p] = beat_data_i[8*(p%Bytes)+:8];
      end
    end
  end
  always_ff @(posedge clk_i) bytes_q <= bytes_d;

  // What was in force in the clock before.
  logic on_q;
  logic [15:0] tpid_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on_q   <= 1'b0;
      tpid_q <= 16'h0600;
    end else if (activate_i) begin
      on_q   <= csig_enable_i;
      tpid_q <= csig_tpid_i;
    end
  end

  // The decoder.
  typedef struct packed {
    logic        typed;
    logic [1:0]  tags;
    logic [15:0] ethertype;
    logic        known;
    logic        whole;      // room for a tag and an EtherType behind it
    logic [15:0] tag;
    logic [15:0] behind;
    logic        control;
    logic [2:0]  pcp;
    ip_e         ip;
    logic [4:0]  ip_at;      // its header's first byte
    logic [7:0]  traffic;    // DSCP and ECN
  } facts_t;
  logic [16:0] length_q;
  facts_t facts, facts_q;
  int unsigned place, header;
  logic [16:0] remaining, ip_bytes, total;
  logic [15:0] protocol;

  function automatic logic is_tpid(input logic [7:0] high, input logic [7:0] low);
    return (high == 8'h81 && low == 8'h00) || (high == 8'h88 && low == 8'hA8) ||
        (high == 8'h91 && low == 8'h00);
  endfunction

  function automatic logic is_ip_type(input logic [15:0] ethertype);
    return ethertype == 16'h0800 || ethertype == 16'h86DD;
  endfunction

  always_comb begin
    facts = '0;
    place = 12;
    for (int unsigned n = 0; n < 2; n++) begin
      if (place == 12 + 4 * n && length_q >= 17'(place + 2) && is_tpid(
              bytes_q[place], bytes_q[place+1]
          )) begin
        place      = place + 4;
        facts.tags = facts.tags + 1'b1;
      end
    end
    facts.typed     = length_q >= 17'(place + 2);
    facts.ethertype = {bytes_q[place], bytes_q[place+1]};
    facts.known     = facts.ethertype < 16'h0600;
    for (int unsigned i = 0; i < 10; i++) begin
      case (i)
        0: if (facts.ethertype == 16'h0800) facts.known = 1'b1;
        1: if (facts.ethertype == 16'h86DD) facts.known = 1'b1;
        2: if (facts.ethertype == 16'h0806) facts.known = 1'b1;
        3: if (facts.ethertype == 16'h8100) facts.known = 1'b1;
        4: if (facts.ethertype == 16'h88A8) facts.known = 1'b1;
        5: if (facts.ethertype == 16'h9100) facts.known = 1'b1;
        6: if (facts.ethertype == 16'h8808) facts.known = 1'b1;
        7: if (facts.ethertype == 16'h88CC) facts.known = 1'b1;
        8: if (facts.ethertype == 16'h22E7) facts.known = 1'b1;
        default: if (facts.ethertype == 16'h22E9) facts.known = 1'b1;
      endcase
    end
    facts.whole   = length_q >= 17'(place + 6);
    facts.tag     = {bytes_q[place+2], bytes_q[place+3]};
    facts.behind  = {bytes_q[place+4], bytes_q[place+5]};
    facts.control = bytes_q[12] == 8'h88 && bytes_q[13] == 8'h08;
    if (length_q >= 17'd15) facts.pcp = bytes_q[14][7:5];

    // The IP header.
    header   = 0;
    protocol = facts.ethertype;
    if (facts.typed) begin
      if (is_ip_type(facts.ethertype)) header = place + 2;
      else if (on_q && facts.ethertype == tpid_q && facts.whole && is_ip_type(facts.behind)) begin
        header   = place + 6;
        protocol = facts.behind;
      end
    end
    facts.ip  = IpNone;
    remaining = length_q - 17'(header);
    ip_bytes  = '0;
    total     = '0;
    if (header != 0 && protocol == 16'h0800) begin
      facts.ip = IpV4;
      if (remaining < 17'd20) facts.ip = IpBroken;
      else begin
        ip_bytes = 17'(32'(bytes_q[header][3:0]) * 4);
        total    = {1'b0, bytes_q[header+2], bytes_q[header+3]};
        if (bytes_q[header][7:4] != 4'd4) facts.ip = IpBroken;
        if (bytes_q[header][3:0] < 4'd5 || ip_bytes > remaining) facts.ip = IpBroken;
        if (total < ip_bytes || total > remaining) facts.ip = IpBroken;
      end
    end
    if (header != 0 && protocol == 16'h86DD) begin
      facts.ip = IpV6;
      if (remaining < 17'd40) facts.ip = IpBroken;
      else begin
        total = {1'b0, bytes_q[header+4], bytes_q[header+5]} + 17'd40;
        if (bytes_q[header][7:4] != 4'd6 || total > remaining) facts.ip = IpBroken;
      end
    end
    facts.ip_at = 5'(header);
    if (facts.ip == IpV4) facts.traffic = bytes_q[header+1];
    if (facts.ip == IpV6) facts.traffic = {bytes_q[header][3:0], bytes_q[header+1][7:4]};
  end

  // One clock after the last beat, and two.
  logic end_q, out_q;
  logic [16:0] out_length_q;
  time_t time_q, out_time_q;
  logic [31:0] number_q, out_number_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {end_q, out_q} <= '0;
    else {end_q, out_q} <= {beat_valid_i && beat_last_i && !drop_i, end_q};
  end
  always_ff @(posedge clk_i) begin
    length_q     <= length;
    time_q       <= first_beat_i;
    number_q     <= frame_i;
    facts_q      <= facts;
    out_length_q <= length_q;
    out_time_q   <= time_q;
    out_number_q <= number_q;
  end

  logic next_vlan, next_ip;
  assign next_vlan = is_tpid(facts_q.behind[15:8], facts_q.behind[7:0]);
  assign next_ip   = facts_q.behind == 16'h0800 || facts_q.behind == 16'h86DD;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // One answer a kept frame, two clocks after its last beat.
      assert (meta_valid_o == out_q);
      assert (busy_o == (end_q || out_q));
      if (out_q) begin
        assert (meta_o.type_whole == facts_q.typed);
        assert (meta_o.tag_whole == facts_q.whole);
        assert (meta_o.mac_control == facts_q.control);
        assert (17'(meta_o.len) == out_length_q);
        assert (meta_o.first_beat == out_time_q && meta_o.frame == out_number_q);
        assert ((meta_o.vlans != '0) == (facts_q.tags != '0));
        if (facts_q.tags != '0) assert (meta_o.pcp == facts_q.pcp);
        assert (meta_o.ip == facts_q.ip);
        assert ({meta_o.dscp, meta_o.ecn} == facts_q.traffic);
        if (facts_q.ip == IpV4 || facts_q.ip == IpV6) begin
          assert (32'(facts_q.ip_at) == 14 + 4 * 32'(meta_o.ip_words));
        end
        if (facts_q.typed) begin
          assert (meta_o.vlans == facts_q.tags);
          assert (meta_o.ethertype == facts_q.ethertype);
          assert (meta_o.type_foreign == !facts_q.known);
        end
        if (facts_q.whole) begin
          assert (meta_o.tag == facts_q.tag);
          assert (meta_o.next_vlan == next_vlan && meta_o.next_ip == next_ip);
        end
      end
    end
  end

  if (Lemmas) begin : gen_lemmas
    // The header as the parser gathered it: the bytes that have come.
    for (genvar p = 0; p < Span; p++) begin : gen_byte
      always_ff @(posedge clk_i) begin
        if (rst_ni && ((inside_q && before_q > 17'(p)) || (end_q && length_q > 17'(p)))) begin
          assert (u_dut.header_q[8*p+:8] == bytes_q[p]);
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        assert (u_dut.whole_q == end_q);
        assert (u_dut.enable_q == on_q && u_dut.tpid_q == tpid_q);
        if (end_q) begin
          assert (17'(u_dut.len_q) == length_q && length_q >= 17'd14);
          assert (u_dut.first_beat_q == time_q && u_dut.frame_q == number_q);
        end
        if (out_q) assert (out_length_q >= 17'd14);
        if (inside_q) begin
          assert (before_q % 17'(Bytes) == '0 && before_q != '0 && before_q <= 17'h10000);
          for (int unsigned i = 1; i <= (Span + Bytes - 1) / Bytes; i++) begin
            if (before_q == 17'(i * Bytes)) assert (32'(u_dut.index_q) == i);
          end
          if (before_q >= 17'((Span + Bytes - 1) / Bytes * Bytes)) begin
            assert (32'(u_dut.index_q) == (Span + Bytes - 1) / Bytes);
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      cover (out_q && facts_q.tags == 2'd2 && next_ip && facts_q.whole && out_length_q > 17'd60);
      cover (out_q && facts_q.tags == 2'd1 && facts_q.ethertype == 16'h0600 && next_vlan);
      cover (out_q && facts_q.tags == 2'd2 && !facts_q.typed);
      cover (out_q && facts_q.typed && !facts_q.whole && !facts_q.known);
      cover (out_q && out_length_q == 17'd14 && facts_q.control);
      cover (out_q && facts_q.ip == IpV4 && facts_q.ip_at == 5'd26 && facts_q.traffic == 8'hB9);
      cover (out_q && facts_q.ip == IpV6 && facts_q.ip_at == 5'd14 && out_length_q == 17'd54);
      cover (out_q && facts_q.ip == IpBroken && facts_q.ip_at == 5'd18 && facts_q.tags == '0);
      cover (out_q && beat_valid_i && inside_q && !drop_i && out_length_q[0]);
    end
  end
endmodule
`default_nettype wire
