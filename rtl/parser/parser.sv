// SPDX-License-Identifier: Apache-2.0
// Parser: walks over at most two VLAN tags to a frame's EtherType and tells what stands there and
//         behind.
//
// Interface:  beat_*: the beats of frames in order, byte 0 in data[7:0], no back-pressure.
//             beat_len_i: bytes of the frame up to and with this beat; first_beat_i, frame_i:
//             passed on; all of them and drop_i (1: forget this frame) are read at the last beat.
//             meta_*: once a frame that is not dropped. Only bytes that the frame has are looked
//             at.
// Latency:    2 clocks from a frame's last beat to its meta_valid_o, at every width and length.
// Throughput: one beat a clock, one frame a clock.
// Source:     OCP SAI, doc/CSIG/SAI-CSIG-Spec.md, tag format; rules for VLAN tags:
//             docs/architecture.md.
`default_nettype none
module parser
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW = 512
) (
  input  wire                     clk_i,
  input  wire                     rst_ni,
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

  // 16 bits in network byte order at a byte of the header.
  function automatic logic [15:0] word_at(input logic [Slices*Slice*8-1:0] header,
                                          input int unsigned at);
    return {header[8*at+:8], header[8*(at+1)+:8]};
  endfunction
  function automatic logic is_known(input logic [15:0] ethertype);
    return ethertype inside {EtherIpv4, EtherIpv6, EtherArp, EtherCtag, EtherStag, EtherQinq,
                             EtherMacControl, EtherLldp, EtherCnTag, EtherCnm};
  endfunction

  frame_meta_t meta_q;
  logic meta_valid_q;

  // All of it is looked at once a frame.
  function automatic frame_meta_t meta_of(input logic [Slices*Slice*8-1:0] header,
                                          input logic [LenW-1:0] len, input time_t first_beat,
                                          input logic [31:0] frame);
    frame_meta_t m;
    logic [15:0] next_type;
    logic [LenW-1:0] at;
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
    m.len          = len;
    m.first_beat   = first_beat;
    m.frame        = frame;
    return m;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) meta_valid_q <= 1'b0;
    else meta_valid_q <= whole_q;
  end
  always_ff @(posedge clk_i) begin
    if (whole_q) meta_q <= meta_of(header_q, len_q, first_beat_q, frame_q);
  end

  assign meta_valid_o = meta_valid_q;
  assign meta_o       = meta_q;
  assign busy_o       = whole_q || meta_valid_q;
endmodule
`default_nettype wire
