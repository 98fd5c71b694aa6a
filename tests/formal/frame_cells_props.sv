// SPDX-License-Identifier: Apache-2.0
// Properties of what the cell buffer (rtl/queue/cell_buffer.sv) keeps of a frame in its RAMs. One cell, any, and
// any one word in it are followed from the clock in which the cell is taken until it is given back:
//  - a frame takes a cell with its first word and with each that finds the last cell full, and no other;
//  - the cell's link leads to the cell that its frame took second after it, and stays;
//  - the word stays as it was written, and if the cell is its frame's first, so does the metadata;
//  - a frame that is kept joins its queue with its first and second cell, its length and its number.
// Of free cells only this is used (proved: free_ring): one that is not free is not handed out.
`default_nettype none
module frame_cells_props
  import sluice_pkg::*;
#(
  parameter  int unsigned DataW   = 16,
  parameter  int unsigned MetaW   = 3,
  parameter  int unsigned NumberW = 2,
  parameter  bit          Lemmas  = 1'b1,
  localparam int unsigned Cells   = 5,
  localparam int unsigned Words   = 2      // of a cell
) (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               write_valid_i,
  input wire [  DataW-1:0] write_data_i,
  input wire               write_last_i,
  input wire               write_drop_i,
  input wire               write_queue_i,
  input wire [   LenW-1:0] write_len_i,
  input wire [NumberW-1:0] write_frame_i,
  input wire [  MetaW-1:0] write_meta_i,
  input wire               select_i,
  input wire               select_queue_i,
  input wire               read_i,
  input wire               read_first_i,
  input wire [        2:0] any_cell,        // what the ring offers
  input wire [        2:0] pick_cell,
  input wire               pick_word
);
  logic [1:0] head_valid_o;
  logic [1:0][LenW-1:0] head_len_o;
  logic [1:0][NumberW-1:0] head_frame_o;
  logic [MetaW-1:0] meta_o;
  logic [DataW-1:0] read_data_o;
  logic [2:0] used_cells_o;
  logic busy_o;
  cell_buffer #(
    .DataW      (DataW),
    .BufferBytes(8),
    .MinCell    (4),
    .MetaW      (MetaW),
    .NumberW    (NumberW),
    .Queues     (2),
    .ReadDepth  (3),
    .Reserve    (3)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  logic [2:0] c, c_q;
  logic w, w_q;
  assign c = past_valid_q ? c_q : pick_cell;
  assign w = past_valid_q ? w_q : pick_word;
  always_ff @(posedge clk_i) if (!past_valid_q) {c_q, w_q} <= {pick_cell, pick_word};

  // The frame that is being written: words modulo a cell, cells (2: two or more), the first two.
  logic word_q, take, commit, drop;
  logic [1:0] cells_q, cells;
  logic [2:0] first_q, second_q, first, second, last_q, last;
  assign take   = write_valid_i && word_q == '0;
  assign commit = write_last_i && !write_drop_i;
  assign drop   = write_last_i && write_drop_i;
  assign cells  = (take && cells_q != 2'd2) ? cells_q + 1'b1 : cells_q;
  assign first  = (take && cells_q == 2'd0) ? any_cell : first_q;
  assign second = (take && cells_q == 2'd1) ? any_cell : second_q;
  assign last   = take ? any_cell : last_q;

  // The followed cell.
  typedef enum logic [1:0] {
    Free,
    Open,
    Kept
  } state_e;
  state_e state_q;
  logic taking, here;
  logic [1:0] after_q;  // cells that its frame took after it
  logic is_first_q, word_there_q, linked_q;
  logic [2:0] link_q;
  logic [DataW-1:0] data_q;
  logic [MetaW-1:0] meta_q;
  assign taking = take && any_cell == c;
  assign here   = write_valid_i && word_q == w && (taking || (!take && last_q == c));

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (c < 3'(Cells) && any_cell < 3'(Cells));
    if (state_q != Free && any_cell == c) assume (!take);
    if (commit) assume (cells != '0);
    if (commit) assume (write_len_i != '0);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {word_q, cells_q, word_there_q, linked_q, is_first_q, after_q} <= '0;
      state_q <= Free;
    end else begin
      word_q  <= write_last_i ? 1'b0 : word_q + write_valid_i;
      cells_q <= write_last_i ? '0 : cells;
      if (taking) begin
        state_q      <= Open;
        after_q      <= '0;
        linked_q     <= 1'b0;
        word_there_q <= 1'b0;
        is_first_q   <= cells_q == '0;
      end
      if (state_q == Open && take && after_q != 2'd2) begin
        after_q <= after_q + 1'b1;
        if (after_q == 2'd1) linked_q <= 1'b1;
      end
      if (here) word_there_q <= 1'b1;
      if (state_q == Open || taking) begin
        if (commit) state_q <= Kept;
        if (drop) state_q <= Free;
      end
      if (state_q == Kept && u_dut.give && u_dut.freed_cell == c) state_q <= Free;
    end
  end
  always_ff @(posedge clk_i) begin
    first_q  <= first;
    second_q <= second;
    last_q   <= last;
    if (state_q == Open && take && after_q == 2'd1) link_q <= any_cell;
    if (here) data_q <= write_data_i;
    if (commit && first == c) meta_q <= write_meta_i;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (u_dut.take == take);
      if (commit) begin
        assert (u_dut.entry.first == first);
        if (cells == 2'd2) assert (u_dut.entry.second == second);
        assert (u_dut.entry.len == write_len_i && u_dut.entry.number == write_frame_i);
      end
      if (state_q != Free) begin
        if (linked_q) assert (u_dut.u_links.mem[c_q] == link_q);
        if (word_there_q) assert (u_dut.u_words.mem[{c_q, w_q}] == data_q);
        if (state_q == Kept && is_first_q) assert (u_dut.u_metas.mem[c_q] == meta_q);
      end

      if (Lemmas) begin
        assert (past_valid_q && c_q < 3'(Cells));
        assert (state_q == Free || state_q == Open || state_q == Kept);
        assert (cells_q <= 2'd2 && after_q <= 2'd2);
        assert (u_dut.word_q == word_q && 2'(u_dut.begun_q) == cells_q);
        if (cells_q == '0) assert (word_q == '0);
        if (cells_q != '0) begin
          assert (u_dut.first_q == first_q && u_dut.cell_q == last_q);
          if (cells_q == 2'd1) assert (first_q == last_q);
          if (cells_q == 2'd2) assert (u_dut.second_q == second_q);
          assert ((last_q == c_q) == (state_q == Open && after_q == '0));
          if (cells_q == 2'd2) begin
            assert ((u_dut.before_q == c_q) == (state_q == Open && after_q == 2'd1));
          end
          assert ((first_q == c_q) == (state_q == Open && is_first_q));
        end
        if (state_q == Open) begin
          assert (cells_q != '0);
          if (after_q != '0) assert (cells_q == 2'd2);
          if (cells_q == 2'd1) assert (is_first_q);
          assert (linked_q == (after_q == 2'd2));
          // Its words come one after the other, while it is the frame's last cell.
          assert (word_there_q == (after_q != '0 || word_q == 1'b0 || w_q == 1'b0));
        end
      end

      cover (state_q == Kept && linked_q && word_there_q && !is_first_q && u_dut.give &&
             u_dut.freed_cell == c_q);
      cover (state_q == Kept && is_first_q && drop && cells == 2'd2);
    end
  end
endmodule
`default_nettype wire
