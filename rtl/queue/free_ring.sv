// SPDX-License-Identifier: Apache-2.0
// The cells of a buffer that are free, as a ring of their indices in RAM.
//
// Interface:  valid_o: cell_o may be taken; take_i takes it. keep_i (the frame is kept) makes what
//             was taken final, that of the same clock included; undo_i (the frame is dropped) gives
//             all of it back that is not final, that of the same clock included: the very same cells
//             come out again, in the same order. give_i: a cell that was kept is free again.
//             used_o: cells that are not free.
// Latency:    none after take_i, keep_i or undo_i: cell_o is right in the next clock. A cell that is
//             given can be taken from two clocks later on.
// Throughput: one cell out and one in a clock.
//
// In the first lap the entry at place p is p, so nothing has to be written after reset. What is
// not final still stands in the RAM in front of the read pointer: an undo is a pointer that goes
// back. The read address is the pointer's next value, so the RAM's latency costs nothing.
`default_nettype none
module free_ring #(
  parameter  int unsigned Cells  = 1024,
  localparam int unsigned CellW  = $clog2(Cells),
  localparam int unsigned CountW = $clog2(Cells + 1)
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  output logic              valid_o,
  output logic [ CellW-1:0] cell_o,
  input  wire               take_i,
  input  wire               keep_i,
  input  wire               undo_i,
  input  wire               give_i,
  input  wire  [ CellW-1:0] give_cell_i,
  output logic [CountW-1:0] used_o
);
  if (Cells < 2) begin : gen_check
    $fatal(1, "free_ring: Cells %0d, must be at least 2", Cells);
  end

  localparam logic [CellW-1:0] Last = CellW'(Cells - 1);

  // A place in the ring, and whether it is beyond the first lap.
  typedef struct packed {
    logic             lapped;
    logic [CellW-1:0] place;
  } ptr_t;
  function automatic ptr_t after(input ptr_t p);
    return '{lapped: p.lapped || p.place == Last, place: (p.place == Last) ? '0 : p.place + 1'b1};
  endfunction

  ptr_t head_d, head_q;  // next to be taken
  ptr_t start_d, start_q;  // behind the last one that is final
  logic [CellW-1:0] tail_d, tail_q;  // where the next one that is given goes
  logic [CountW-1:0] used_d, used_q;
  logic [CountW-1:0] open_d, open_q;  // of those, not final
  logic give_q;
  logic [CellW-1:0] entry;

  always_comb begin
    head_d  = head_q;
    start_d = start_q;
    open_d  = open_q;
    if (take_i) begin
      head_d = after(head_q);
      open_d = open_q + 1'b1;
    end
    used_d = used_q + CountW'(take_i) - CountW'(give_i);
    if (undo_i) begin
      head_d = start_q;
      used_d = used_d - open_d;
      open_d = '0;
    end else if (keep_i) begin
      start_d = head_d;
      open_d  = '0;
    end
    tail_d = tail_q;
    if (give_i) tail_d = (tail_q == Last) ? '0 : tail_q + 1'b1;
  end

  ram_1r1w #(
    .Width  (CellW),
    .Depth  (Cells),
    .Granule(CellW)
  ) u_ring (
    .clk_i,
    .we_i   (give_i),
    .waddr_i(tail_q),
    .wben_i (1'b1),
    .wdata_i(give_cell_i),
    .re_i   (1'b1),
    .raddr_i(head_d.place),
    .rdata_o(entry)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      start_q <= '0;
      tail_q  <= '0;
      used_q  <= '0;
      open_q  <= '0;
      give_q  <= 1'b0;
    end else begin
      head_q  <= head_d;
      start_q <= start_d;
      tail_q  <= tail_d;
      used_q  <= used_d;
      open_q  <= open_d;
      give_q  <= give_i;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (!take_i || valid_o)
      else $error("free_ring: no cell is free");
      assert (!give_i || used_q != open_q)
      else $error("free_ring: more cells given than were kept");
    end
  end
`endif

  // The RAM does not yet show what was given in the clock before.
  assign valid_o = used_q + CountW'(give_q) < CountW'(Cells);
  assign cell_o  = head_q.lapped ? entry : head_q.place;
  assign used_o  = used_q;
endmodule
`default_nettype wire
