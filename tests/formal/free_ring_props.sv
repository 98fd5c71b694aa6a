// SPDX-License-Identifier: Apache-2.0
// Properties of the ring of free cells (rtl/queue/free_ring.sv). One cell, any, is followed:
//  - it is free, taken or kept, and comes out only where it is free: no cell is handed out twice, none is
//    lost (where nothing is taken or kept, every cell is free; where a cell is free, it comes out after
//    exactly as many others as were ahead of it);
//  - an undo makes exactly what was taken since the last keep free again, in the order in which it came;
//  - a cell is offered in every clock in which one is free that did not come in the clock before;
//  - the count is that of the cells that are not free.
`default_nettype none
module free_ring_props #(
  parameter  int unsigned Cells  = 5,
  parameter  bit          Lemmas = 1'b1,
  localparam int unsigned CellW  = $clog2(Cells),
  localparam int unsigned CountW = $clog2(Cells + 1)
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             take_i,
  input wire             keep_i,
  input wire             undo_i,
  input wire             give_i,
  input wire [CellW-1:0] give_cell_i,
  input wire [CellW-1:0] any_cell
);
  logic valid_o;
  logic [CellW-1:0] cell_o;
  logic [CountW-1:0] used_o;
  free_ring #(.Cells(Cells)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  logic [CellW-1:0] c_q;  // the cell that is followed
  always_ff @(posedge clk_i) if (!past_valid_q) c_q <= any_cell;
  logic [CellW-1:0] c;
  assign c = past_valid_q ? c_q : any_cell;

  // The reference: how many cells are taken and kept, what the followed one is, and how many come out ahead
  // of it where it is free (counted from the first one taken, where it is taken: for the undo).
  typedef enum logic [1:0] {
    Free,
    Taken,
    Kept
  } state_e;
  state_e state_q;
  logic [CountW-1:0] taken_q, kept_q, ahead_q, free;
  logic [CountW-1:0] taken;  // with this clock's
  logic given_q;
  assign free  = CountW'(Cells) - taken_q - kept_q;
  assign taken = taken_q + CountW'(take_i);

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (c < CellW'(Cells));
    if (!valid_o) assume (!take_i);
    if (kept_q == '0) assume (!give_i);
    assume (give_cell_i < CellW'(Cells));
    // Nobody gives a cell that is not kept. (Of the others nothing is assumed.)
    if (give_cell_i == c && state_q != Kept) assume (!give_i);
    // The last cells that are kept hold the followed one, if it is kept.
    if (state_q == Kept && kept_q == CountW'(1) && give_cell_i != c) assume (!give_i);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Free;
      taken_q <= '0;
      kept_q  <= '0;
      ahead_q <= CountW'(c);  // in the first lap cells come in their order
      given_q <= 1'b0;
    end else begin
      given_q <= give_i;
      taken_q <= (undo_i || keep_i) ? '0 : taken;
      kept_q  <= kept_q + ((keep_i && !undo_i) ? taken : '0) - CountW'(give_i);
      // ahead_q counts from the first cell that is not final.
      if (give_i && give_cell_i == c) begin
        state_q <= Free;
        ahead_q <= free + taken_q - ((keep_i && !undo_i) ? taken : '0);
      end else if (state_q != Kept) begin
        if (undo_i) state_q <= Free;
        else if (keep_i) begin
          if (ahead_q < taken) state_q <= Kept;
          ahead_q <= ahead_q - taken;
        end else if (take_i && ahead_q == taken_q) state_q <= Taken;
      end
    end
  end

  // Where the followed cell should stand in the ring: `ahead` behind the first that is not final.
  function automatic logic [CellW-1:0] behind(input logic [CellW-1:0] p,
                                              input logic [CountW-1:0] n);
    logic [CellW+1:0] sum;
    sum = (CellW + 2)'(p) + (CellW + 2)'(n);
    return CellW'((sum >= (CellW + 2)'(Cells)) ? sum - (CellW + 2)'(Cells) : sum);
  endfunction
  logic [CellW-1:0] place, first;
  assign first = u_dut.start_q.place;
  assign place = behind(first, ahead_q);

  // Which entries hold the followed cell; in the first lap entry i is i.
  logic [Cells-1:0] holds;
  for (genvar i = 0; i < Cells; i++) begin : gen_holds
    assign holds[i] = (u_dut.start_q.lapped || i < 32'(first)) ? u_dut.u_ring.mem[i] == c_q :
                      CellW'(i) == c_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (used_o == '0);
    end else begin
      // It comes out exactly where it is free and its turn has come.
      if (valid_o) assert ((cell_o == c) == (state_q == Free && ahead_q == taken_q));
      if (state_q == Taken) assert (ahead_q < taken_q);
      // No cell is lost: one is offered wherever one is free (the one that came just now a clock later).
      assert (valid_o == (free != CountW'(given_q) && free != '0));
      assert (used_o == taken_q + kept_q);
      if (taken_q == '0 && kept_q == '0) assert (state_q == Free);
      if (past_valid_q && $past(rst_ni && undo_i)) begin
        assert (used_o == $past(kept_q) - CountW'($past(give_i)));
      end

      if (Lemmas) begin
        assert (c_q < CellW'(Cells));
        assert ({1'b0, taken_q} + {1'b0, kept_q} <= (CountW + 1)'(Cells));
        assert (u_dut.open_q == taken_q && u_dut.used_q == taken_q + kept_q);
        assert (u_dut.give_q == given_q);
        if (given_q) assert (free != '0);
        assert (u_dut.head_q.place < CellW'(Cells) && u_dut.tail_q < CellW'(Cells));
        assert (u_dut.start_q.place < CellW'(Cells));
        assert (behind(first, taken_q) == u_dut.head_q.place);
        assert (behind(first, taken_q + free) == u_dut.tail_q);
        assert (u_dut.head_q.lapped ==
                (u_dut.start_q.lapped || 32'(first) + 32'(taken_q) >= Cells));
        // In the first lap what was kept and not given again stands behind the pointer.
        if (!u_dut.start_q.lapped) assert (CountW'(first) >= kept_q);
        assert (state_q == Free || state_q == Taken || state_q == Kept);
        if (state_q == Free) assert (ahead_q >= taken_q && ahead_q < taken_q + free);
        if (state_q == Taken) assert (ahead_q < taken_q);
        if (state_q == Kept) assert (kept_q != '0);
        // Of the entries that are free or not final, that of the followed cell alone holds it.
        for (int unsigned i = 0; i < Cells; i++) begin
          if (CountW'(behind(CellW'(i), CountW'(Cells) - CountW'(first))) < taken_q + free) begin
            assert (holds[i] == (state_q != Kept && CellW'(i) == place));
          end
        end
        if (valid_o && u_dut.head_q.lapped)
          assert (u_dut.entry == u_dut.u_ring.mem[u_dut.head_q.place]);
      end

      cover (state_q == Free && valid_o && cell_o == c && u_dut.start_q.lapped && take_i);
      cover (undo_i && taken_q == CountW'(3) && u_dut.head_q.place < first && state_q == Taken);
      cover (used_o == CountW'(Cells) && give_i && give_cell_i == c);
    end
  end
endmodule
`default_nettype wire
