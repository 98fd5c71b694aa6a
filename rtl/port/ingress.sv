// SPDX-License-Identifier: Apache-2.0
// Input stage of a port: takes beats, counts bytes, decides at a frame's last beat whether it is
// dropped.
//
// Interface:  s_axis_*: tkeep contiguous from bit 0 and all ones except on tlast; tuser is read at
//             tlast (1: bad frame). tready is room_i, a register elsewhere: beats may still come in
//             the clock in which it falls and are never refused behind this stage. arrive_*: in the
//             very clock in which a last beat is accepted (from the inputs). parse_*: the same
//             beats, at once, for the parser; write_*: one clock later, for the buffer.
// Latency:    1 clock to write_*, 0 to parse_*.
// Throughput: one beat a clock.
//
// Lanes behind a frame's end are cleared: what follows may take the bytes behind a frame for zeros.
// A word is written for each beat that holds a byte and begins below the limit, so a frame that is
// kept takes exactly ceil(length / bytes of a beat) words, and an oversize one never more than the
// longest.
`default_nettype none
module ingress
  import sluice_pkg::*;
#(
  parameter  int unsigned DataW = 512,
  localparam int unsigned Bytes = DataW / 8
) (
  input  wire                    clk_i,
  input  wire                    rst_ni,
  input  wire time_t             now_i,
  input  wire                    room_i,
  input  wire                    s_axis_tvalid,
  output logic                   s_axis_tready,
  input  wire        [DataW-1:0] s_axis_tdata,
  input  wire        [Bytes-1:0] s_axis_tkeep,
  input  wire                    s_axis_tlast,
  input  wire                    s_axis_tuser,
  output logic                   arrive_o,
  output logic       [     15:0] arrive_len_o,
  output drop_e                  arrive_drop_o,
  output logic                   parse_valid_o,
  output logic                   parse_first_o,
  output logic                   parse_last_o,
  output logic       [DataW-1:0] parse_data_o,
  output logic       [ LenW-1:0] parse_len_o,
  output time_t                  parse_first_beat_o,
  output logic       [     31:0] parse_frame_o,
  output logic                   parse_drop_o,
  output logic                   write_valid_o,
  output logic       [DataW-1:0] write_data_o,
  output logic                   write_end_o,
  output logic                   write_drop_o,
  output logic                   busy_o
);
  localparam int unsigned CountW = $clog2(Bytes + 1);
  localparam logic [15:0] LenMax = '1;

  // State of the frame that is coming in.
  logic inside_d, inside_q;
  logic [15:0] len_q;
  time_t first_beat_q;
  logic [31:0] frame_d, frame_q;

  logic              take;
  logic [CountW-1:0] count;
  logic [      16:0] sum;
  logic [      15:0] len;

  assign s_axis_tready = room_i;
  assign take = s_axis_tvalid && room_i;

  always_comb begin
    count = CountW'(Bytes);
    if (s_axis_tlast) count = CountW'($countones(s_axis_tkeep));
    sum = 17'(inside_q ? len_q : 16'd0) + 17'(count);
    len = sum[16] ? LenMax : sum[15:0];
  end

  always_comb begin
    arrive_o      = take && s_axis_tlast;
    arrive_len_o  = len;
    arrive_drop_o = DropNone;
    if (s_axis_tuser) arrive_drop_o = DropBad;
    else if (len < 16'(MinFrame)) arrive_drop_o = DropRunt;
    else if (len > 16'(MaxFrame)) arrive_drop_o = DropOversize;
  end

  always_comb begin
    inside_d = inside_q;
    frame_d  = frame_q;
    if (take) begin
      inside_d = !s_axis_tlast;
      if (s_axis_tlast) frame_d = frame_q + 1'b1;
    end
  end

  always_comb begin
    parse_valid_o      = take;
    parse_first_o      = !inside_q;
    parse_last_o       = s_axis_tlast;
    parse_data_o       = s_axis_tdata;
    parse_len_o        = len[LenW-1:0];
    parse_first_beat_o = inside_q ? first_beat_q : now_i;
    parse_frame_o      = frame_q;
    parse_drop_o       = arrive_drop_o != DropNone;
  end

  // The word is held as it came in and cleared behind the register: nothing but registers hangs on
  // the wide inputs.
  logic [DataW-1:0] data_q;
  logic [Bytes-1:0] keep_q;
  logic last_q;
  logic valid_d, valid_q, end_d, end_q, drop_q;

  always_comb begin
    valid_d = take && count != '0 && (!inside_q || len_q < 16'(MaxFrame));
    end_d   = arrive_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      frame_q  <= '0;
      valid_q  <= 1'b0;
      end_q    <= 1'b0;
    end else begin
      inside_q <= inside_d;
      frame_q  <= frame_d;
      valid_q  <= valid_d;
      end_q    <= end_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      len_q  <= len;
      data_q <= s_axis_tdata;
      keep_q <= s_axis_tkeep;
      last_q <= s_axis_tlast;
      drop_q <= parse_drop_o;
      if (!inside_q) first_beat_q <= now_i;
    end
  end

  always_comb begin
    write_data_o = data_q;
    if (last_q) begin
      for (int unsigned i = 0; i < Bytes; i++) begin
        if (!keep_q[i]) write_data_o[8*i+:8] = '0;
      end
    end
  end

  assign write_valid_o = valid_q;
  assign write_end_o   = end_q;
  assign write_drop_o  = drop_q;
  assign busy_o        = s_axis_tvalid || valid_q || end_q || !room_i;
endmodule
`default_nettype wire
