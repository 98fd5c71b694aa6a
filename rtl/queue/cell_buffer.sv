// SPDX-License-Identifier: Apache-2.0
// Shared buffer of a port: whole frames in cells, in eight queues, with commit and rollback.
//
// Interface:  write_*: words of frames, one frame after the other. write_last_i ends one, with or
//             without a word in that clock, and with what is known of the frame then: write_drop_i:
//             it vanishes, its cells are free at once (a frame without a word must vanish); else it
//             joins queue write_queue_i, with its length in bytes, its number and write_meta_i. The
//             writer sees to it that there is a cell (used_cells_o).
//             head_*: the oldest frame of each queue. select_i takes that of select_queue_i; meta_o is
//             its write_meta_i in the next clock, until the next select_i. read_i: the next word of
//             the frames in the order of their select_i, each at the earliest a clock after it, with
//             read_first_i a frame's first; read_data_o in the next clock. The reader asks for
//             exactly the words of the frames. At most ReadDepth frames are selected and not begun.
//             busy_o: a frame is being written, fetched or read; frames that only wait are no work.
// Latency:    write_last_i to head_valid_o 1 clock; select_i to the queue's next head 1 clock.
// Throughput: one word in, one out, one frame in, one out a clock, of one queue or of several.
//
// Cells hold CellBytes, or a word where that is more. Inside a frame each cell's link leads to the
// cell two behind it (the RAM's latency passes while the one between is used); first and second
// cell stand in the frame's entry, which goes through queue_list. A cell is free when its last word
// is read. BufferBytes are accounted by the writer; Reserve cells more are for frames that are not
// accounted: the one that is being written and those that are selected and not yet read.
`default_nettype none
module cell_buffer
  import sluice_pkg::*;
#(
  parameter  int unsigned DataW       = 512,
  parameter  int unsigned BufferBytes = 4194304,
  parameter  int unsigned MinCell     = 64,
  parameter  int unsigned MetaW       = 64,
  parameter  int unsigned NumberW     = 32,
  parameter  int unsigned Queues      = NumQueues,
  parameter  int unsigned ReadDepth   = 16,
  localparam int unsigned Bytes       = DataW / 8,
  localparam int unsigned CellBytes   = (Bytes > MinCell) ? Bytes : MinCell,
  parameter  int unsigned Reserve     = 2 * ((MaxFrame + CellBytes - 1) / CellBytes) + 64,
  localparam int unsigned Cells       = BufferBytes / CellBytes + Reserve,
  localparam int unsigned CellsW      = $clog2(Cells + 1),
  localparam int unsigned QW          = (Queues > 1) ? $clog2(Queues) : 1
) (
  input  wire                             clk_i,
  input  wire                             rst_ni,
  input  wire                             write_valid_i,
  input  wire  [  DataW-1:0]              write_data_i,
  input  wire                             write_last_i,
  input  wire                             write_drop_i,
  input  wire  [     QW-1:0]              write_queue_i,
  input  wire  [   LenW-1:0]              write_len_i,
  input  wire  [NumberW-1:0]              write_frame_i,
  input  wire  [  MetaW-1:0]              write_meta_i,
  output logic [ Queues-1:0]              head_valid_o,
  output logic [ Queues-1:0][   LenW-1:0] head_len_o,
  output logic [ Queues-1:0][NumberW-1:0] head_frame_o,
  input  wire                             select_i,
  input  wire  [     QW-1:0]              select_queue_i,
  output logic [  MetaW-1:0]              meta_o,
  input  wire                             read_i,
  input  wire                             read_first_i,
  output logic [  DataW-1:0]              read_data_o,
  output logic [ CellsW-1:0]              used_cells_o,
  output logic                            busy_o
);
  localparam int unsigned CellWords = CellBytes / Bytes;
  localparam int unsigned WordW = (CellWords > 1) ? $clog2(CellWords) : 1;
  localparam int unsigned CellW = $clog2(Cells);
  localparam int unsigned AddrW = $clog2(Cells * CellWords);
  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned WordsW = LenW - ByteW;

  if (2 ** $clog2(CellWords) != CellWords || BufferBytes % CellBytes != 0) begin : gen_check
    $fatal(1, "cell_buffer: BufferBytes %0d, must be whole cells of %0d", BufferBytes, CellBytes);
  end

  typedef logic [CellW-1:0] cell_t;
  typedef logic [AddrW-1:0] addr_t;
  typedef struct packed {
    cell_t              first;
    cell_t              second;
    logic [LenW-1:0]    len;
    logic [NumberW-1:0] number;
  } entry_t;

  function automatic addr_t address(input cell_t index, input logic [WordW-1:0] word);
    return addr_t'(32'(index) * CellWords + 32'(word));
  endfunction

  // Write side. `begun`: cells of the frame so far: none, one, more.
  typedef enum logic [1:0] {
    BegunNone,
    BegunOne,
    BegunMore
  } begun_e;
  begun_e begun_d, begun_q;
  logic [WordW-1:0] word_d, word_q;
  cell_t cell_q, before_q, first_q, second_q;  // this cell, the one before; the frame's first two
  cell_t free_cell, write_cell, freed_cell;
  logic take, commit, undo, give, unused_valid;
  entry_t entry;

  assign take       = write_valid_i && word_q == '0;
  assign write_cell = take ? free_cell : cell_q;
  assign commit     = write_last_i && !write_drop_i;
  assign undo       = write_last_i && write_drop_i;

  always_comb begin
    begun_d = begun_q;
    word_d  = word_q;
    if (write_valid_i) word_d = (word_q == WordW'(CellWords - 1)) ? '0 : word_q + 1'b1;
    if (take) begun_d = (begun_q == BegunNone) ? BegunOne : BegunMore;
    if (write_last_i) begin
      word_d  = '0;
      begun_d = BegunNone;
    end
    entry.first  = (begun_q == BegunNone) ? free_cell : first_q;
    entry.second = (begun_q == BegunMore) ? second_q : free_cell;
    entry.len    = write_len_i;
    entry.number = write_frame_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= BegunNone;
      word_q  <= '0;
    end else begin
      begun_q <= begun_d;
      word_q  <= word_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      cell_q   <= free_cell;
      before_q <= cell_q;
      first_q  <= entry.first;
      second_q <= entry.second;
    end
  end

  free_ring #(
    .Cells(Cells)
  ) u_free (
    .clk_i,
    .rst_ni,
    .valid_o    (unused_valid),  // the writer counts; free_ring checks
    .cell_o     (free_cell),
    .take_i     (take),
    .keep_i     (commit),
    .undo_i     (undo),
    .give_i     (give),
    .give_cell_i(freed_cell),
    .used_o     (used_cells_o)
  );

  // The queues, and the RAM in which their chains are.
  entry_t fetched;
  cell_t selected_first, selected_second;
  logic [LenW-1:0] selected_len;
  entry_t head[Queues];
  logic [Queues-1:0] spill, fetch;
  cell_t spill_cell[Queues];
  logic  fetch_q;

  for (genvar q = 0; q < Queues; q++) begin : gen_queue
    queue_list #(
      .CellW (CellW),
      .InfoW ($bits(entry_t) - CellW),
      .Frames(Cells)
    ) u_list (
      .clk_i,
      .rst_ni,
      .commit_i    (commit && write_queue_i == QW'(q)),
      .frame_i     (entry),
      .head_valid_o(head_valid_o[q]),
      .head_o      (head[q]),
      .select_i    (select_i && select_queue_i == QW'(q)),
      .spill_o     (spill[q]),
      .spill_cell_o(spill_cell[q]),
      .fetch_o     (fetch[q]),
      .fetched_i   (fetched)
    );
    assign head_len_o[q]   = head[q].len;
    assign head_frame_o[q] = head[q].number;
  end
  assign selected_first  = head[select_queue_i].first;
  assign selected_second = head[select_queue_i].second;
  assign selected_len    = head[select_queue_i].len;

  ram_1r1w #(
    .Width  ($bits(entry_t)),
    .Depth  (Cells),
    .Granule($bits(entry_t))
  ) u_chains (
    .clk_i,
    .we_i   (spill != '0),
    .waddr_i(spill_cell[write_queue_i]),
    .wben_i (1'b1),
    .wdata_i(entry),
    .re_i   (fetch != '0),
    .raddr_i(selected_first),
    .rdata_o(fetched)
  );

  ram_1r1w #(
    .Width  (MetaW),
    .Depth  (Cells),
    .Granule(MetaW)
  ) u_metas (
    .clk_i,
    .we_i   (commit),
    .waddr_i(entry.first),
    .wben_i (1'b1),
    .wdata_i(write_meta_i),
    .re_i   (select_i),
    .raddr_i(selected_first),
    .rdata_o(meta_o)
  );

  // Read side.
  logic [WordW-1:0] read_word;
  logic link_re, reader_busy;
  cell_t link;

  cell_reader #(
    .CellW    (CellW),
    .CellWords(CellWords),
    .WordsW   (WordsW),
    .Depth    (ReadDepth)
  ) u_reader (
    .clk_i,
    .rst_ni,
    .select_i,
    .first_i  (selected_first),
    .second_i (selected_second),
    .words_i  (WordsW'((selected_len - 1'b1) >> ByteW)),
    .read_i,
    .read_first_i,
    .cell_o   (freed_cell),
    .word_o   (read_word),
    .link_re_o(link_re),
    .link_i   (link),
    .free_o   (give),
    .busy_o   (reader_busy)
  );

  ram_1r1w #(
    .Width  (CellW),
    .Depth  (Cells),
    .Granule(CellW)
  ) u_links (
    .clk_i,
    .we_i   (take && begun_q == BegunMore),
    .waddr_i(before_q),
    .wben_i (1'b1),
    .wdata_i(free_cell),
    .re_i   (link_re),
    .raddr_i(freed_cell),
    .rdata_o(link)
  );

  ram_1r1w #(
    .Width  (DataW),
    .Depth  (Cells * CellWords),
    .Granule(DataW)
  ) u_words (
    .clk_i,
    .we_i   (write_valid_i),
    .waddr_i(address(write_cell, word_q)),
    .wben_i (1'b1),
    .wdata_i(write_data_i),
    .re_i   (read_i),
    .raddr_i(address(freed_cell, read_word)),
    .rdata_o(read_data_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fetch_q <= 1'b0;
    else fetch_q <= fetch != '0;
  end
  assign busy_o = begun_q != BegunNone || fetch_q || reader_busy;

`ifndef SYNTHESIS
  logic [WordsW-1:0] words_q;  // words of the frame so far
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q <= '0;
    end else begin
      if (write_last_i) words_q <= '0;
      else if (write_valid_i) words_q <= words_q + 1'b1;
      assert (!commit || words_q + WordsW'(write_valid_i) ==
              WordsW'((32'(write_len_i) + Bytes - 1) / Bytes))
      else $error("cell_buffer: a frame's words are not those of its length");
      assert (!commit || write_valid_i || begun_q != BegunNone)
      else $error("cell_buffer: a frame without words is kept");
    end
  end
`endif
endmodule
`default_nettype wire
