// SPDX-License-Identifier: Apache-2.0
// Read side of the cell buffer: walks the cells of the frames that were selected, in order.
//
// Interface:  select_i: a frame of words_i + 1 words, its first cell and its second (anything where
//             it has one). At most Depth of them may wait. read_i: the next word, at the earliest in the
//             clock after its frame's select_i; read_first_i: it is a frame's first. cell_o,
//             word_o: where it is. link_re_o, link_cell_o: read the links' RAM there; link_i is what it gives, one
//             clock later and until the next read. free_o: cell_o is read to its end. busy_o: a
//             frame is not read to its end.
// Latency:    none: cell_o and word_o follow read_i within the clock.
// Throughput: one word, one cell, one frame a clock.
//
// The link of a cell leads to the cell two behind it. It is read with the cell's last word; while it comes
// out of the RAM, the cell between is read.
`default_nettype none
module cell_reader #(
  parameter int unsigned CellW = 17,
  parameter int unsigned CellWords = 1,  // a power of two
  parameter int unsigned WordsW = 14,
  parameter int unsigned Depth = 16,
  localparam int unsigned WordW = (CellWords > 1) ? $clog2(CellWords) : 1
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  input  wire               select_i,
  input  wire  [ CellW-1:0] first_i,
  input  wire  [ CellW-1:0] second_i,
  input  wire  [WordsW-1:0] words_i,
  input  wire               read_i,
  input  wire               read_first_i,
  output logic [ CellW-1:0] cell_o,
  output logic [ WordW-1:0] word_o,
  output logic              link_re_o,
  input  wire  [ CellW-1:0] link_i,
  output logic              free_o,
  output logic              busy_o
);
  localparam int unsigned CountW = $clog2(Depth + 1);
  typedef struct packed {
    logic [CellW-1:0]  first;
    logic [CellW-1:0]  second;
    logic [WordsW-1:0] words;
  } walk_t;

  logic waits, room;
  walk_t waiting;
  logic [CountW-1:0] unused_count;
  stream_fifo #(
    .Width($bits(walk_t)),
    .Depth(Depth)
  ) u_walks (
    .clk_i,
    .rst_ni,
    .s_valid_i(select_i),
    .s_ready_o(room),
    .s_data_i ({first_i, second_i, words_i}),
    .m_valid_o(waits),
    .m_ready_i(read_i && read_first_i),
    .m_data_o (waiting),
    .count_o  (unused_count)
  );

  logic open_q;  // words of the frame are left
  logic in_first, in_first_q;  // in the frame's first cell
  logic [CellW-1:0] cell_q, second, second_q;
  logic [WordW-1:0] word_q;
  logic [WordsW-1:0] left, left_q;  // words behind this one
  logic cell_end, last;

  always_comb begin
    cell_o   = cell_q;
    second   = second_q;
    left     = left_q;
    word_o   = word_q;
    in_first = in_first_q;
    if (read_first_i) begin
      cell_o   = waiting.first;
      second   = waiting.second;
      left     = waiting.words;
      word_o   = '0;
      in_first = 1'b1;
    end
    cell_end = word_o == WordW'(CellWords - 1);
    last     = left == '0;
  end
  assign free_o    = read_i && (cell_end || last);
  assign link_re_o = read_i && cell_end;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (read_i) open_q <= !last;
  end
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      left_q     <= left - 1'b1;
      second_q   <= second;
      in_first_q <= in_first && !cell_end;
      word_q     <= cell_end ? '0 : word_o + 1'b1;
      if (!cell_end) cell_q <= cell_o;
      else cell_q <= in_first ? second : link_i;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (!select_i || room)
      else $error("cell_reader: more than %0d frames are selected and not begun", Depth);
      assert (!read_i || read_first_i != open_q)
      else $error("cell_reader: the words read are not those of the frames selected");
      assert (!read_i || !read_first_i || waits)
      else $error("cell_reader: no frame is selected");
    end
  end
`endif

  assign busy_o = open_q || waits;
endmodule
`default_nettype wire
