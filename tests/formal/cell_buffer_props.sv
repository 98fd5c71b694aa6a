// SPDX-License-Identifier: Apache-2.0
// Properties of the whole cell buffer (rtl/queue/cell_buffer.sv), made small: 5 cells of 2 words, 2 queues. The
// reference is a list of frames for each queue and one of those that are selected:
//  - heads, with their lengths and numbers, are those of the lists, in every clock; a frame leaves its queue in order;
//  - any one word of any frame (`pick`) comes out as it went in, in its turn, and the frame's metadata in the
//    clock after its select;
//  - the count of cells is exact: a frame's cells are free when it has been read or dropped, none before;
//  - a cell can be had wherever one is free that did not come free in the clock before.
`default_nettype none
module cell_buffer_props
  import sluice_pkg::*;
#(
  parameter  int unsigned DataW   = 16,
  parameter  int unsigned MetaW   = 3,
  parameter  int unsigned NumberW = 2,
  localparam int unsigned Cells   = 5,
  localparam int unsigned Words   = 2,   // of a cell
  localparam int unsigned Depth   = 3    // frames that are selected and not begun
) (
  input wire               clk_i,
  input wire               rst_ni,
  input wire               write_valid_i,
  input wire [  DataW-1:0] write_data_i,
  input wire               write_last_i,
  input wire               write_drop_i,
  input wire               write_queue_i,
  input wire               write_odd,       // the last word is half full
  input wire [NumberW-1:0] write_frame_i,
  input wire [  MetaW-1:0] write_meta_i,
  input wire               select_i,
  input wire               select_queue_i,
  input wire               read_i,
  input wire               pick
);
  typedef logic [3:0] num_t;
  typedef struct packed {
    num_t               words;
    logic               odd;
    logic [NumberW-1:0] number;
    logic               picked;
  } frame_t;

  logic [1:0] head_valid_o;
  logic [1:0][LenW-1:0] head_len_o;
  logic [1:0][NumberW-1:0] head_frame_o;
  logic [LenW-1:0] write_len_i;
  logic [MetaW-1:0] meta_o;
  logic [DataW-1:0] read_data_o;
  logic [2:0] used_cells_o;
  logic read_first_i, busy_o;
  cell_buffer #(
    .DataW      (DataW),
    .BufferBytes(8),
    .MinCell    (4),
    .MetaW      (MetaW),
    .NumberW    (NumberW),
    .Queues     (2),
    .ReadDepth  (Depth),
    .Reserve    (3)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // The lists: oldest first.
  frame_t queue_q[2][Cells];
  frame_t walk_q[Cells];
  num_t count_q[2];
  num_t walks_q, waiting_q, read_q, open_q, open_cells_q, used_q;
  logic gave_q;
  frame_t newest, chosen;
  logic take, gives, read_end, commit, drop;
  logic picking, open_picked_q, picked_q, reading_q, chosen_q;
  num_t walks_left;
  assign take = write_valid_i && open_q % Words == 0;
  assign read_end = read_i && read_q + 1'b1 == walk_q[0].words;
  assign gives = read_i && (read_end || read_q % Words == Words - 1);
  assign commit = write_last_i && !write_drop_i;
  assign drop = write_last_i && write_drop_i;
  assign chosen = queue_q[select_queue_i][0];
  assign newest = '{
          words: open_q + num_t'(write_valid_i),
          odd: write_odd,
          number: write_frame_i,
          picked: open_picked_q || picking
      };
  assign write_len_i = LenW'(newest.words) * LenW'(DataW / 8) - LenW'(write_odd);
  assign read_first_i = read_q == '0;
  assign walks_left = walks_q - num_t'(read_end);

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (take && used_q + num_t'(gave_q) >= num_t'(Cells)) assume (!write_valid_i);
    if (newest.words == '0) assume (!commit);
    if (count_q[select_queue_i] == '0 || waiting_q == num_t'(Depth)) assume (!select_i);
    if (walks_q == '0) assume (!read_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q[0] <= '0;
      count_q[1] <= '0;
      {walks_q, waiting_q, read_q, open_q, open_cells_q, used_q} <= '0;
      gave_q <= 1'b0;
    end else begin
      for (int unsigned q = 0; q < 2; q++) begin
        count_q[q] <= count_q[q] + num_t'(commit && 32'(write_queue_i) == q) -
                      num_t'(select_i && 32'(select_queue_i) == q);
      end
      walks_q      <= walks_left + num_t'(select_i);
      waiting_q    <= waiting_q + num_t'(select_i) - num_t'(read_i && read_first_i);
      read_q       <= read_end ? '0 : read_q + num_t'(read_i);
      open_q       <= write_last_i ? '0 : newest.words;
      open_cells_q <= write_last_i ? '0 : open_cells_q + num_t'(take);
      used_q       <= used_q - num_t'(gives) + (drop ? -open_cells_q : num_t'(take));
      gave_q       <= gives;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned q = 0; q < 2; q++) begin
      for (int unsigned i = 0; i < Cells; i++) begin
        if (commit && 32'(write_queue_i) == q &&
            num_t'(i) == count_q[q] - num_t'(select_i && 32'(select_queue_i) == q)) begin
          queue_q[q][i] <= newest;
        end else if (select_i && 32'(select_queue_i) == q && i + 1 < Cells) begin
          queue_q[q][i] <= queue_q[q][(i+1)%Cells];
        end
      end
    end
    for (int unsigned i = 0; i < Cells; i++) begin
      if (select_i && num_t'(i) == walks_left) walk_q[i] <= chosen;
      else if (read_end && i + 1 < Cells) walk_q[i] <= walk_q[(i+1)%Cells];
    end
  end

  // The picked word and its frame's metadata.
  num_t word_q;
  logic [DataW-1:0] data_q;
  logic [MetaW-1:0] meta_q;
  assign picking = pick && write_valid_i && !open_picked_q && !picked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {open_picked_q, picked_q, reading_q, chosen_q} <= '0;
    else begin
      open_picked_q <= (open_picked_q || picking) && !write_last_i;
      if (commit && newest.picked) picked_q <= 1'b1;
      reading_q <= read_i && walk_q[0].picked && read_q == word_q;
      chosen_q  <= select_i && chosen.picked;
    end
  end
  always_ff @(posedge clk_i) begin
    if (picking) begin
      word_q <= open_q;
      data_q <= write_data_i;
    end
    if (commit && newest.picked) meta_q <= write_meta_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (head_valid_o == '0 && used_cells_o == '0 && !busy_o);
    end else begin
      for (int unsigned q = 0; q < 2; q++) begin
        assert (head_valid_o[q] == (count_q[q] != '0));
        if (head_valid_o[q]) begin
          assert (head_len_o[q] == LenW'(queue_q[q][0].words) * LenW'(DataW / 8) -
                  LenW'(queue_q[q][0].odd));
          assert (head_frame_o[q] == queue_q[q][0].number);
        end
      end
      if (reading_q) assert (read_data_o == data_q);
      if (chosen_q) assert (meta_o == meta_q);
      assert (num_t'(used_cells_o) == used_q && used_q <= num_t'(Cells));
      if (used_q + num_t'(gave_q) < num_t'(Cells)) assert (u_dut.u_free.valid_o);
      if (open_q == '0 && walks_q == '0 && !$past(select_i)) assert (!busy_o);
      if (open_q != '0 || walks_q != '0) assert (busy_o);

      cover (reading_q && word_q == num_t'(4) && u_dut.u_free.head_q.lapped);
      cover (chosen_q && count_q[0] == num_t'(3));
      cover (used_q == num_t'(5) && drop && open_cells_q == num_t'(4));
    end
  end
endmodule
`default_nettype wire
