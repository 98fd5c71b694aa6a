// SPDX-License-Identifier: Apache-2.0
// Properties of the frame buffer (rtl/queue/frame_fifo.sv), unbounded, at its full depth:
//  - the n-th word that is read is the n-th word of the frames that were kept: no loss, no duplication,
//    order, and nothing of a dropped frame;
//  - the n-th descriptor that is selected is the n-th that came;
//  - a writer that obeys room_o never overruns; room_o says exactly what it promises.
// Words and descriptors are counted by the reference; `pick` chooses any one of each, once, and the proof
// follows it to the outlet.
`default_nettype none
module frame_fifo_props
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter int unsigned DataW       = 1024,
  parameter int unsigned BufferBytes = 16384,
  parameter int unsigned DataSlack   = 2,
  parameter int unsigned MetaSlack   = 3,
  parameter bit          Lemmas      = 1'b1
) (
  input wire       clk_i,
  input wire       rst_ni,
  input wire       write_valid_i,
  input wire [7:0] write_bits,
  input wire       write_end_i,
  input wire       write_drop_i,
  input wire       meta_valid_i,
  input wire [7:0] meta_bits,
  input wire       select_i,
  input wire       read_i,
  input wire       pick_word,
  input wire       pick_meta
);
  localparam int unsigned Words = BufferBytes / (DataW / 8);
  localparam int unsigned Metas = Words;
  localparam int unsigned PtrW = $clog2(Words) + 1;

  // Shrunk: 8 bits of a word and of a descriptor are free, at both ends; nothing in the FIFO looks at them.
  logic [DataW-1:0] write_data_i;
  frame_meta_t meta_i;
  assign write_data_i = {write_bits[7:4], {DataW - 8{1'b0}}, write_bits[3:0]};
  assign meta_i       = {meta_bits[7:4], {$bits(frame_meta_t) - 8{1'b0}}, meta_bits[3:0]};

  logic room_o, head_valid_o, busy_o;
  frame_meta_t head_meta_o;
  logic [DataW-1:0] read_data_o;
  frame_fifo #(
    .DataW(DataW),
    .BufferBytes(BufferBytes),
    .DataSlack(DataSlack),
    .MetaSlack(MetaSlack)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // Clocks since reset, saturating.
  logic [1:0] up_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) up_q <= '0;
    else if (up_q != 2'd3) up_q <= up_q + 1'b1;
  end

  // What the neighbours promise. Credits: a writer may go on for the slack after it last saw room.
  logic [7:0] word_credit, word_credit_q, meta_credit, meta_credit_q;
  assign word_credit = room_o ? 8'(DataSlack) : word_credit_q;
  assign meta_credit = room_o ? 8'(MetaSlack) : meta_credit_q;
  // Numbers of words kept, written since, read; of descriptors in and out. Modulo twice the depth.
  typedef logic [PtrW-1:0] num_t;
  num_t kept_q, open_q, read_q, meta_in_q, meta_out_q;
  always_comb begin
    if (word_credit == '0) assume (!write_valid_i);
    if (meta_credit == '0) assume (!meta_valid_i);
    if (kept_q == read_q) assume (!read_i);
    if (!head_valid_o) assume (!select_i);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {kept_q, open_q, read_q, meta_in_q, meta_out_q} <= '0;
      {word_credit_q, meta_credit_q} <= '0;
    end else begin
      word_credit_q <= word_credit - 8'(write_valid_i);
      meta_credit_q <= meta_credit - 8'(meta_valid_i);
      if (!write_end_i) open_q <= open_q + num_t'(write_valid_i);
      else begin
        open_q <= '0;
        if (!write_drop_i) kept_q <= kept_q + open_q + num_t'(write_valid_i);
      end
      read_q     <= read_q + num_t'(read_i);
      meta_in_q  <= meta_in_q + num_t'(meta_valid_i);
      meta_out_q <= meta_out_q + num_t'(select_i);
    end
  end

  // The picked word: number, contents, and whether its frame has been kept.
  logic word_open_q, word_kept_q, word_out_q, meta_there_q;
  num_t word_q, meta_q;
  logic [DataW-1:0] data_q;
  frame_meta_t desc_q;
  logic picking_word, picking_meta, reading;
  assign picking_word = pick_word && write_valid_i && !word_open_q && !word_kept_q;
  assign picking_meta = pick_meta && meta_valid_i && !meta_there_q;
  assign reading      = word_kept_q && read_i && read_q == word_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {word_open_q, word_kept_q, word_out_q, meta_there_q} <= '0;
    end else begin
      word_out_q <= reading;
      if (reading) word_kept_q <= 1'b0;
      if (word_open_q || picking_word) begin
        word_open_q <= !write_end_i;
        if (write_end_i && !write_drop_i) word_kept_q <= 1'b1;
      end
      if (picking_meta) meta_there_q <= 1'b1;
      if (meta_there_q && select_i && meta_out_q == meta_q) meta_there_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (picking_word) begin
      word_q <= kept_q + open_q;
      data_q <= write_data_i;
    end
    if (picking_meta) begin
      meta_q <= meta_in_q;
      desc_q <= meta_i;
    end
  end

  // Where the picked descriptor is: in the RAM, on its way, or in the short FIFO.
  num_t meta_ahead, heads, in_ram;
  logic [1:0] head_slot;
  assign meta_ahead = meta_q - meta_out_q;
  assign heads      = num_t'(u_dut.u_heads.count_q);
  assign in_ram     = u_dut.meta_wptr_q - u_dut.meta_rptr_q;
  assign head_slot  = u_dut.u_heads.rptr_q + meta_ahead[1:0];

  num_t words_used;
  logic fits, dropped;
  assign fits = words_used <= num_t'(Words - DataSlack) && in_ram <= num_t'(Metas - MetaSlack);
  assign dropped = word_open_q && write_end_i && write_drop_i;
  assign words_used = kept_q + open_q - read_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!room_o && !head_valid_o);
    end else begin
      // The words.
      if (word_out_q) assert (read_data_o == data_q);
      // The descriptors.
      if (meta_there_q && meta_out_q == meta_q && head_valid_o) assert (head_meta_o == desc_q);
      if (head_valid_o) assert (meta_in_q != meta_out_q);
      // Offered, it stays.
      if (past_valid_q && $past(rst_ni && head_valid_o && !select_i)) begin
        assert (head_valid_o && head_meta_o == $past(head_meta_o));
      end
      // Never stuck: a descriptor that came three clocks ago is offered, unless it has been selected.
      if (up_q >= 2'd3 && $past(meta_in_q, 2) != meta_out_q) assert (head_valid_o);
      assert (busy_o == (meta_in_q != meta_out_q));
      // Room.
      assert (words_used <= num_t'(Words) && in_ram <= num_t'(Metas));
      if (up_q >= 2'd1) assert (room_o == fits);

      if (Lemmas) begin
        // Ties the reference to the registers; makes the proof inductive.
        assert (words_used + num_t'(word_credit) <= num_t'(Words));
        assert (in_ram + num_t'(meta_credit) <= num_t'(Metas));
        assert (word_credit_q <= 8'(DataSlack) && meta_credit_q <= 8'(MetaSlack));
        assert (u_dut.wptr_q == kept_q + open_q && u_dut.start_q == kept_q);
        assert (u_dut.rptr_q == read_q);
        assert ({1'b0, num_t'(kept_q - read_q)} + {1'b0, open_q} <= (PtrW + 1)'(Words));
        assert (!(word_open_q && word_kept_q));
        if (word_open_q) assert (word_q - kept_q < open_q);
        if (word_kept_q) assert (word_q - read_q < kept_q - read_q);
        if (word_open_q || word_kept_q) assert (u_dut.u_words.mem[word_q[PtrW-2:0]] == data_q);
        assert (u_dut.meta_wptr_q == meta_in_q);
        assert (heads <= num_t'(4) && heads + num_t'(u_dut.fetched_q) <= num_t'(4));
        assert (u_dut.u_heads.wptr_q == u_dut.u_heads.rptr_q + heads[1:0]);
        assert (meta_in_q - meta_out_q == in_ram + num_t'(u_dut.fetched_q) + heads);
        if (up_q != 2'd0) assert (u_dut.u_heads.ready_q == (heads != num_t'(4)));
        if (up_q == 2'd0) begin
          assert (heads == '0 && !u_dut.fetched_q && in_ram == '0 && words_used == '0);
          assert (!room_o);
        end
        if (meta_there_q) begin
          assert (meta_ahead < meta_in_q - meta_out_q);
          if (meta_ahead < heads)
            assert (u_dut.u_heads.mem[head_slot] == desc_q);
            else if (meta_ahead == heads && u_dut.fetched_q)
              assert (u_dut.fetched == desc_q);
              else assert (u_dut.u_metas.mem[meta_q[PtrW-2:0]] == desc_q);
        end
      end

      cover (word_out_q && read_data_o == data_q && kept_q == num_t'(6));
      cover (past_valid_q && $past(rst_ni && dropped && open_q == num_t'(2)));
      cover (meta_there_q && select_i && meta_out_q == meta_q && meta_q == num_t'(3));
      cover (heads == num_t'(4) && in_ram == num_t'(1));
    end
  end
endmodule
`default_nettype wire
