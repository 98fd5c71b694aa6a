// SPDX-License-Identifier: Apache-2.0
// Parser: walks over at most two VLAN tags to a frame's EtherType and tells what stands there and
//         behind, and what the IP header says of queue and congestion.
//
// Interface:  beat_*: the beats of frames in order, byte 0 in data[7:0], no back-pressure.
//             beat_len_i: bytes of the frame up to and with this beat; first_beat_i, frame_i:
//             passed on; all of them and drop_i (1: forget this frame) are read at the last beat.
//             meta_*: once a frame that is not dropped. Only bytes that the frame has are looked
//             at.
//             csig_*_i: in force, read in the clocks of activate_i (the first one in which they
//             are) into a copy that is used from the next clock on. Facts are found in the clock
//             behind a last beat, so each frame sees what was in force in the clock of its last
//             beat.
// Latency:    2 clocks from a frame's last beat to its meta_valid_o, at every width and length.
// Throughput: one beat a clock, one frame a clock.
// Source:     OCP SAI, doc/CSIG/SAI-CSIG-Spec.md, tag format; RFC 791, RFC 8200, RFC 3168, IP
//             headers; rules for VLAN tags: docs/architecture.md.
`default_nettype none
module parser
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW = 512
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
  input  wire                     activate_i,
  input  wire                     csig_enable_i,
  input  wire         [     15:0] csig_tpid_i,
  input  wire                     beat_valid_i,
  input  wire                     beat_first_i,
  input  wire                     beat_last_i,
  input  wire         [DataW-1:0] beat_data_i,
  input  wire         [ LenW-1:0] beat_len_i,
  input  wire time_t              first_beat_i,
  input  wire         [     31:0] frame_i,
  input  wire                     drop_i,
  output logic                    meta_valid_o,
  output frame_meta_t             meta_o,
  output logic                    busy_o
);
  // The header is gathered beat by beat; a beat holds Slice bytes of it.
  localparam int unsigned Bytes = DataW / 8;
  localparam int unsigned Slices = (HeaderBytes + Bytes - 1) / Bytes;
  localparam int unsigned Slice = (Slices == 1) ? HeaderBytes : Bytes;
  localparam int unsigned IndexW = $clog2(Slices + 1);

  logic [Slices*Slice*8-1:0] header_q;
  logic [IndexW-1:0] index_d, index_q, index;
  logic whole_d, whole_q;
  logic [LenW-1:0] len_q;
  time_t first_beat_q;
  logic [31:0] frame_q;

  assign index = beat_first_i ? '0 : index_q;

  always_comb begin
    index_d = index_q;
    whole_d = beat_valid_i && beat_last_i && !drop_i;
    if (beat_valid_i) index_d = (index == IndexW'(Slices)) ? index : index + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= '0;
      whole_q <= 1'b0;
    end else begin
      index_q <= index_d;
      whole_q <= whole_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (beat_valid_i) begin
      for (int unsigned i = 0; i < Slices; i++) begin
        if (index == IndexW'(i)) header_q[i*Slice*8+:Slice*8] <= beat_data_i[Slice*8-1:0];
      end
    end
    if (whole_d) begin
      len_q        <= beat_len_i;
      first_beat_q <= first_beat_i;
      frame_q      <= frame_i;
    end
  end

  logic enable_q;
  logic [15:0] tpid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= CsigConfigReset.enable;
      tpid_q   <= CsigConfigReset.tpid;
    end else if (activate_i) begin
      enable_q <= csig_enable_i;
      tpid_q   <= csig_tpid_i;
    end
  end

  // 16 bits in network byte order at a byte of the header.
  function automatic logic [15:0] word_at(input logic [Slices*Slice*8-1:0] header,
                                          input int unsigned at);
    return {header[8*at+:8], header[8*(at+1)+:8]};
  endfunction
  function automatic logic is_known(input logic [15:0] ethertype);
    return ethertype inside {EtherIpv4, EtherIpv6, EtherArp, EtherCtag, EtherStag, EtherQinq,
                             EtherMacControl, EtherLldp, EtherCnTag, EtherCnm};
  endfunction

  // Does an IP header hold together? `left`: bytes of the frame from its first one on. Where the
  // frame does not hold all of it the answer is no, whatever stands in the bytes that are missing:
  // the least length that passes is 20 or 40.
  function automatic logic is_sound_v4(input logic [3:0] version, input logic [3:0] ihl,
                                       input logic [15:0] total, input logic [LenW-1:0] left);
    return version == 4'd4 && ihl >= 4'd5 && total >= 16'({ihl, 2'b00}) && total <= 16'(left);
  endfunction
  function automatic logic is_sound_v6(input logic [3:0] version, input logic [15:0] payload,
                                       input logic [LenW-1:0] left);
    return version == 4'd6 && 17'(payload) + 17'd40 <= 17'(left);
  endfunction

  frame_meta_t meta_q;
  logic meta_valid_q;

  // All of it is looked at once a frame.
  function automatic frame_meta_t meta_of(
      input logic [Slices*Slice*8-1:0] header, input logic [LenW-1:0] len, input time_t first_beat,
      input logic [31:0] frame, input logic csig_enable, input logic [15:0] csig_tpid);
    frame_meta_t m;
    logic [15:0] next_type;
    logic [LenW-1:0] at;
    logic ip_here, ip_behind, v6;
    logic [47:0] ip_head;  // its first six bytes, byte 0 lowest
    logic [LenW-1:0] left;
    // A short frame may be followed by bytes of an older one here; that can only move the place of
    // an EtherType that it does not have either way.
    if (!is_vlan(word_at(header, 12))) m.vlans = 2'd0;
    else if (!is_vlan(word_at(header, 16))) m.vlans = 2'd1;
    else m.vlans = 2'd2;
    unique case (m.vlans)
      2'd0: begin
        m.ethertype = word_at(header, 12);
        m.tag       = word_at(header, 14);
        next_type   = word_at(header, 16);
      end
      2'd1: begin
        m.ethertype = word_at(header, 16);
        m.tag       = word_at(header, 18);
        next_type   = word_at(header, 20);
      end
      default: begin
        m.ethertype = word_at(header, 20);
        m.tag       = word_at(header, 22);
        next_type   = word_at(header, 24);
      end
    endcase
    at             = LenW'(12) + LenW'({m.vlans, 2'b00});
    m.type_whole   = len >= at + LenW'(2);
    m.tag_whole    = len >= at + LenW'(6);
    m.type_foreign = m.ethertype >= EtherFirst && !is_known(m.ethertype);
    m.next_vlan    = is_vlan(next_type);
    m.next_ip      = is_ip(next_type);
    m.mac_control  = word_at(header, 12) == EtherMacControl;
    m.pcp          = (len >= LenW'(15)) ? header[8*14+5+:3] : '0;

    ip_here        = is_ip(m.ethertype);
    ip_behind      = csig_enable && m.ethertype == csig_tpid && m.tag_whole && m.next_ip;
    m.ip_words     = m.vlans + 2'(!ip_here);
    unique case (m.ip_words)
      2'd0: ip_head = header[8*14+:48];
      2'd1: ip_head = header[8*18+:48];
      2'd2: ip_head = header[8*22+:48];
      default: ip_head = header[8*26+:48];
    endcase
    left   = len - LenW'(14) - LenW'({m.ip_words, 2'b00});
    v6     = (ip_here ? m.ethertype : next_type) == EtherIpv6;
    m.ip   = IpNone;
    m.dscp = '0;
    m.ecn  = '0;
    if (m.type_whole && (ip_here || ip_behind)) begin
      m.ip = IpBroken;
      if (v6) begin
        if (is_sound_v6(ip_head[7:4], {ip_head[39:32], ip_head[47:40]}, left)) begin
          m.ip            = IpV6;
          {m.dscp, m.ecn} = {ip_head[3:0], ip_head[15:12]};
        end
      end else if (is_sound_v4(
              ip_head[7:4], ip_head[3:0], {ip_head[23:16], ip_head[31:24]}, left
          )) begin
        m.ip            = IpV4;
        {m.dscp, m.ecn} = ip_head[15:8];
      end
    end
    m.len        = len;
    m.first_beat = first_beat;
    m.frame      = frame;
    return m;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) meta_valid_q <= 1'b0;
    else meta_valid_q <= whole_q;
  end
  always_ff @(posedge clk_i) begin
    if (whole_q) meta_q <= meta_of(header_q, len_q, first_beat_q, frame_q, enable_q, tpid_q);
  end

  assign meta_valid_o = meta_valid_q;
  assign meta_o       = meta_q;
  assign busy_o       = whole_q || meta_valid_q;
endmodule
`default_nettype wire
