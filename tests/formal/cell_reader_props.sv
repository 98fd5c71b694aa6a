// SPDX-License-Identifier: Apache-2.0
// Properties of the read side (rtl/queue/cell_reader.sv) with the links' RAM: a frame's cells are its first, its
// second, and behind each the one to which the link of the cell before that leads. Against a walk that
// looks into the links without a clock:
//  - each word asked for is found where it is: cell and place in it, for frames of any length, with any gaps, frame
//    after frame, in the order of select;
//  - each cell comes free with its last word that the frame has, once;
//  - busy exactly while words of selected frames are left.
`default_nettype none
module cell_reader_props #(
  parameter  int unsigned CellWords = 2,
  parameter  int unsigned WordsW    = 4,
  parameter  bit          Lemmas    = 1'b1,
  localparam int unsigned Cells     = 4,
  localparam int unsigned CellW     = 2,
  localparam int unsigned Depth     = 4,
  localparam int unsigned WordW     = (CellWords > 1) ? $clog2(CellWords) : 1
) (
  input wire              clk_i,
  input wire              rst_ni,
  input wire              select_i,
  input wire [ CellW-1:0] first_i,
  input wire [ CellW-1:0] second_i,
  input wire [WordsW-1:0] words_i,
  input wire              read_i,
  // The write side: other cells' links.
  input wire              link_we,
  input wire [ CellW-1:0] link_cell,
  input wire [ CellW-1:0] link_to
);
  logic read_first_i, link_re_o, free_o, busy_o;
  logic [CellW-1:0] cell_o, link_i;
  logic [WordW-1:0] word_o;
  cell_reader #(
    .CellW    (CellW),
    .CellWords(CellWords),
    .WordsW   (WordsW),
    .Depth    (Depth)
  ) u_dut (
    .*
  );
  ram_1r1w #(
    .Width  (CellW),
    .Depth  (Cells),
    .Granule(CellW)
  ) u_links (
    .clk_i,
    .we_i   (link_we),
    .waddr_i(link_cell),
    .wben_i (1'b1),
    .wdata_i(link_to),
    .re_i   (link_re_o),
    .raddr_i(cell_o),
    .rdata_o(link_i)
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // Frames that wait, oldest first; then the walk: this cell, the next one, words behind the next word.
  typedef struct packed {
    logic [CellW-1:0]  first;
    logic [CellW-1:0]  second;
    logic [WordsW-1:0] words;
  } frame_t;
  frame_t wait_q[Depth];
  logic [2:0] waits_q, waits_left;
  logic up_q, walking_q, begin_, last, cell_end;
  logic [CellW-1:0] at, at_q, next, next_q;
  logic [WordsW-1:0] left, left_q;
  logic [WordsW-1:0] word, word_q;  // words of the frame before the next one
  assign begin_       = read_i && !walking_q;
  assign read_first_i = !walking_q;
  assign waits_left   = waits_q - 3'(begin_);
  assign at           = walking_q ? at_q : wait_q[0].first;
  assign next         = walking_q ? next_q : wait_q[0].second;
  assign left         = walking_q ? left_q : wait_q[0].words;
  assign word         = walking_q ? word_q : '0;
  assign last         = left == '0;
  assign cell_end     = word % CellWords == CellWords - 1;

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (waits_q == 3'(Depth)) assume (!select_i);
    if (!up_q) assume (!select_i);  // right after reset there is no frame
    if (!walking_q && waits_q == '0) assume (!read_i);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q   <= '0;
      walking_q <= 1'b0;
      up_q      <= 1'b0;
    end else begin
      up_q    <= 1'b1;
      waits_q <= waits_left + 3'(select_i);
      if (read_i) walking_q <= !last;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Depth; i++) begin
      if (select_i && 3'(i) == waits_left) wait_q[i] <= '{first_i, second_i, words_i};
      else if (begin_ && i + 1 < Depth) wait_q[i] <= wait_q[(i+1)%Depth];
    end
    if (read_i) begin
      left_q <= left - 1'b1;
      word_q <= word + 1'b1;
      at_q   <= cell_end ? next : at;
      next_q <= cell_end ? u_links.mem[at] : next;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!busy_o);
    end else begin
      if (read_i) assert (cell_o == at && 32'(word_o) == 32'(word) % CellWords);
      assert (free_o == (read_i && (cell_end || last)));
      assert (busy_o == (walking_q || waits_q != '0));
      if (up_q) assert (u_dut.room == (waits_q != 3'(Depth)));

      if (Lemmas) begin
        assert (u_dut.open_q == walking_q && u_dut.u_walks.count_q == waits_q);
        assert (waits_q <= 3'(Depth));
        if (!up_q) assert (waits_q == '0 && !walking_q);
        assert (u_dut.u_walks.wptr_q == u_dut.u_walks.rptr_q + waits_q[1:0]);
        for (int unsigned i = 0; i < Depth; i++) begin
          if (3'(i) < waits_q)
            assert (u_dut.u_walks.mem[2'(u_dut.u_walks.rptr_q+2'(i))] == wait_q[i]);
        end
        if (walking_q) begin
          assert (word_q != '0);
          assert (u_dut.cell_q == at_q && u_dut.left_q == left_q);
          assert (32'(u_dut.word_q) == 32'(word_q) % CellWords);
          assert (u_dut.in_first_q == (32'(word_q) < CellWords));
          if (u_dut.in_first_q)
            assert (u_dut.second_q == next_q);
            else assert (link_i == next_q);
          assert ({1'b0, left_q} + {1'b0, word_q} <= (WordsW + 1)'(2 ** WordsW - 1));
        end
      end

      cover (read_i && last && word == WordsW'(6) && waits_q == 3'd2);
      cover (begin_ && last && select_i && waits_q == 3'd1);
    end
  end
endmodule
`default_nettype wire
