// SPDX-License-Identifier: Apache-2.0
// Properties of one queue's order (rtl/queue/queue_list.sv) with the RAM that it shares with other queues:
//  - the frames leave in the order in which they came, each with its own entry, whatever the queue holds, at
//    one frame in and one out a clock;
//  - a frame stands at the head in the clock after it came to an empty queue, and the next one in the clock after
//    a select: no bubble.
// All frames of the queue are in the reference, in order.
`default_nettype none
module queue_list_props #(
  parameter  int unsigned Cells  = 5,
  parameter  int unsigned InfoW  = 3,
  parameter  bit          Lemmas = 1'b1,
  localparam int unsigned CellW  = $clog2(Cells),
  localparam int unsigned FrameW = CellW + InfoW,
  localparam int unsigned CountW = $clog2(Cells + 1)
) (
  input wire              clk_i,
  input wire              rst_ni,
  input wire              commit_i,
  input wire [FrameW-1:0] frame_i,
  input wire              select_i,
  // What other queues do with the RAM.
  input wire              other_spill,
  input wire [ CellW-1:0] other_cell,
  input wire [FrameW-1:0] other_frame,
  input wire              other_fetch,
  input wire [ CellW-1:0] other_from
);
  logic head_valid_o, spill_o, fetch_o;
  logic [FrameW-1:0] head_o, fetched_i;
  logic [CellW-1:0] spill_cell_o;
  queue_list #(
    .CellW (CellW),
    .InfoW (InfoW),
    .Frames(Cells)
  ) u_dut (
    .*
  );
  ram_1r1w #(
    .Width  (FrameW),
    .Depth  (Cells),
    .Granule(FrameW)
  ) u_chains (
    .clk_i,
    .we_i   (spill_o || other_spill),
    .waddr_i(spill_o ? spill_cell_o : other_cell),
    .wben_i (1'b1),
    .wdata_i(spill_o ? frame_i : other_frame),
    .re_i   (fetch_o || other_fetch),
    .raddr_i(fetch_o ? head_o[FrameW-1-:CellW] : other_from),
    .rdata_o(fetched_i)
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // The queue: the oldest frame is number 0.
  logic [CountW-1:0] count_q, left;
  logic [FrameW-1:0] ref_q[Cells];
  logic [FrameW-1:0] ref_left[Cells];
  function automatic logic [CellW-1:0] first(input logic [FrameW-1:0] frame);
    return frame[FrameW-1-:CellW];
  endfunction
  always_comb begin
    left = count_q - CountW'(select_i);
    for (int unsigned i = 0; i < Cells; i++) begin
      ref_left[i] = (select_i && i + 1 < Cells) ? ref_q[(i+1)%Cells] : ref_q[i];
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= left + CountW'(commit_i);
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Cells; i++) begin
      ref_q[i] <= (commit_i && CountW'(i) == left) ? frame_i : ref_left[i];
    end
  end

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (!head_valid_o) assume (!select_i);
    // One frame commits in a clock, and one is selected.
    if (commit_i) assume (!other_spill);
    if (select_i) assume (!other_fetch);
    assume (first(frame_i) < CellW'(Cells));
    assume (other_cell < CellW'(Cells) && other_from < CellW'(Cells));
    // A cell is one frame's alone until that has been selected (free_ring); another queue spills at the cells
    // of its own frames.
    for (int unsigned i = 0; i < Cells; i++) begin
      if (CountW'(i) < count_q) begin
        if (commit_i) assume (first(frame_i) != first(ref_q[i]));
        if (other_spill) assume (other_cell != first(ref_q[i]));
      end
    end
    if (count_q == CountW'(Cells)) assume (!commit_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!head_valid_o);
    end else begin
      assert (head_valid_o == (count_q != '0));
      if (head_valid_o) assert (head_o == ref_q[0]);
      if (!commit_i) assert (!spill_o);
      if (!select_i) assert (!fetch_o);

      if (Lemmas) begin
        assert (count_q <= CountW'(Cells) && u_dut.count_q == count_q);
        assert (u_dut.in_q == (u_dut.out_q ^ count_q[0]));
        for (int unsigned i = 0; i < Cells; i++) begin
          if (CountW'(i) < count_q) begin
            assert (first(ref_q[i]) < CellW'(Cells));
            for (int unsigned j = 0; j < i; j++) assert (first(ref_q[i]) != first(ref_q[j]));
          end
        end
        if (count_q >= CountW'(2)) begin
          if (u_dut.fetch_q)
            assert (fetched_i == ref_q[1]);
            else assert (u_dut.window_q[!u_dut.out_q] == ref_q[1]);
          assert (u_dut.newest_q[u_dut.in_q] == first(ref_q[count_q-2]));
        end
        if (count_q != '0) assert (u_dut.newest_q[!u_dut.in_q] == first(ref_q[count_q-1]));
        if (u_dut.fetch_q) begin
          assert (count_q >= CountW'(2) && u_dut.fetch_slot_q == !u_dut.out_q);
        end
        for (int unsigned i = 2; i < Cells; i++) begin
          if (CountW'(i) < count_q) assert (u_chains.mem[first(ref_q[i-2])] == ref_q[i]);
        end
      end

      cover (fetch_o && spill_o && count_q == CountW'(4) && u_dut.fetch_q);
      cover (select_i && commit_i && count_q == CountW'(2) && u_dut.fetch_q);
      cover (count_q == CountW'(Cells) && select_i);
      cover (count_q == CountW'(3) && select_i && commit_i && u_dut.fetch_q);
    end
  end
endmodule
`default_nettype wire
