// SPDX-License-Identifier: Apache-2.0
// Store and forward buffer of a port: one FIFO of whole frames, with commit and rollback.
//
// Interface:  write_*: words of frames; never refused, so the writer must stop soon after room_o
//             falls. write_end_i closes a frame, with or without a word in that clock; with
//             write_drop_i the frame vanishes and its words are free at once. meta_*: one for each
//             frame that was kept, in order, later than its write_end_i. head_*: the oldest frame
//             that is not selected; select_i takes it. read_i: the next word, of the frames in the
//             order of select_i; data in the next clock. The reader asks for no more words than the
//             selected frames have. room_o: DataSlack words and MetaSlack frames still fit (counted
//             after the clock before).
// Latency:    meta_valid_i to head_valid_o 3 clocks.
// Throughput: one word in, one word out, one frame in, one frame out a clock.
// Holds BufferBytes of words, and at most one frame for each 64 bytes of them (or each word, if
// wider).
`default_nettype none
module frame_fifo
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW       = 512,
  parameter int unsigned BufferBytes = 65536,
  parameter int unsigned DataSlack   = 2,
  parameter int unsigned MetaSlack   = 3
) (
  input  wire                          clk_i,
  input  wire                          rst_ni,
  output logic                         room_o,
  input  wire                          write_valid_i,
  input  wire              [DataW-1:0] write_data_i,
  input  wire                          write_end_i,
  input  wire                          write_drop_i,
  input  wire                          meta_valid_i,
  input  wire frame_meta_t             meta_i,
  output logic                         head_valid_o,
  output frame_meta_t                  head_meta_o,
  input  wire                          select_i,
  input  wire                          read_i,
  output logic             [DataW-1:0] read_data_o,
  output logic                         busy_o
);
  localparam int unsigned Bytes = DataW / 8;
  localparam int unsigned Words = BufferBytes / Bytes;
  localparam int unsigned Metas = BufferBytes / ((Bytes > 64) ? Bytes : 64);
  localparam int unsigned WordW = $clog2(Words);
  localparam int unsigned MetaAddrW = $clog2(Metas);
  localparam int unsigned MaxWords = (MaxFrame + Bytes - 1) / Bytes;

  if (2 ** $clog2(BufferBytes) != BufferBytes) begin : gen_check_power
    $fatal(1, "frame_fifo: BufferBytes %0d, must be a power of two", BufferBytes);
  end
  if (Words < MaxWords + DataSlack) begin : gen_check_longest
    $fatal(
        1,
        "frame_fifo: BufferBytes %0d, must hold a frame of %0d bytes and %0d words of %0d",
        BufferBytes,
        MaxFrame,
        DataSlack,
        Bytes
    );
  end

  // Words. Pointers carry one bit more than the address, so that full and empty differ.
  typedef logic [WordW:0] word_ptr_t;
  word_ptr_t wptr_d, wptr_q;  // next word to be written
  word_ptr_t start_d, start_q;  // first word of the frame that is being written
  word_ptr_t rptr_d, rptr_q;  // next word to be read
  word_ptr_t words_used;

  always_comb begin
    wptr_d  = wptr_q;
    start_d = start_q;
    if (write_valid_i) wptr_d = wptr_q + 1'b1;
    if (write_end_i) begin
      if (write_drop_i) wptr_d = start_q;
      else start_d = wptr_d;
    end
    rptr_d = rptr_q;
    if (read_i) rptr_d = rptr_q + 1'b1;
    words_used = wptr_d - rptr_d;
  end

  ram_1r1w #(
    .Width  (DataW),
    .Depth  (Words),
    .Granule(DataW)
  ) u_words (
    .clk_i,
    .we_i   (write_valid_i),
    .waddr_i(wptr_q[WordW-1:0]),
    .wben_i (1'b1),
    .wdata_i(write_data_i),
    .re_i   (read_i),
    .raddr_i(rptr_q[WordW-1:0]),
    .rdata_o(read_data_o)
  );

  // The descriptors' RAM, then a short FIFO that hides the RAM's latency. A descriptor is fetched only
  // with room for those that are on their way, so each has a place in the FIFO.
  localparam int unsigned HeadDepth = 4;
  localparam int unsigned HeadCountW = $clog2(HeadDepth + 1);
  typedef logic [MetaAddrW:0] meta_ptr_t;
  meta_ptr_t meta_wptr_d, meta_wptr_q, meta_rptr_d, meta_rptr_q, metas_used;
  logic fetch, fetched_q;
  frame_meta_t fetched;
  logic [HeadCountW-1:0] head_count;

  assign fetch = meta_wptr_q != meta_rptr_q &&
                 head_count + HeadCountW'(fetched_q) < HeadCountW'(HeadDepth);

  always_comb begin
    meta_wptr_d = meta_wptr_q;
    meta_rptr_d = meta_rptr_q;
    if (meta_valid_i) meta_wptr_d = meta_wptr_q + 1'b1;
    if (fetch) meta_rptr_d = meta_rptr_q + 1'b1;
    metas_used = meta_wptr_d - meta_rptr_d;
  end

  ram_1r1w #(
    .Width  ($bits(frame_meta_t)),
    .Depth  (Metas),
    .Granule($bits(frame_meta_t))
  ) u_metas (
    .clk_i,
    .we_i   (meta_valid_i),
    .waddr_i(meta_wptr_q[MetaAddrW-1:0]),
    .wben_i (1'b1),
    .wdata_i(meta_i),
    .re_i   (fetch),
    .raddr_i(meta_rptr_q[MetaAddrW-1:0]),
    .rdata_o(fetched)
  );

  logic unused_head_ready;  // fetch keeps a place free
  stream_fifo #(
    .Width($bits(frame_meta_t)),
    .Depth(HeadDepth)
  ) u_heads (
    .clk_i,
    .rst_ni,
    .s_valid_i(fetched_q),
    .s_ready_o(unused_head_ready),
    .s_data_i (fetched),
    .m_valid_o(head_valid_o),
    .m_ready_i(select_i),
    .m_data_o (head_meta_o),
    .count_o  (head_count)
  );

  logic room_d, room_q;
  always_comb begin
    room_d = words_used <= (WordW+1)'(Words - DataSlack) &&
             metas_used <= (MetaAddrW+1)'(Metas - MetaSlack);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q      <= '0;
      start_q     <= '0;
      rptr_q      <= '0;
      meta_wptr_q <= '0;
      meta_rptr_q <= '0;
      fetched_q   <= 1'b0;
      room_q      <= 1'b0;
    end else begin
      wptr_q      <= wptr_d;
      start_q     <= start_d;
      rptr_q      <= rptr_d;
      meta_wptr_q <= meta_wptr_d;
      meta_rptr_q <= meta_rptr_d;
      fetched_q   <= fetch;
      room_q      <= room_d;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (words_used <= (WordW + 1)'(Words))
      else $error("frame_fifo: words overrun or underrun");
      assert (metas_used <= (MetaAddrW + 1)'(Metas))
      else $error("frame_fifo: too many frames");
      assert (!read_i || rptr_q != start_q)
      else $error("frame_fifo: read beyond what is kept");
      assert (!select_i || head_valid_o)
      else $error("frame_fifo: select without a frame");
      assert (!fetched_q || unused_head_ready)
      else $error("frame_fifo: no place for a descriptor");
    end
  end
`endif

  assign room_o = room_q;
  assign busy_o = meta_wptr_q != meta_rptr_q || fetched_q || head_valid_o;
endmodule
`default_nettype wire
