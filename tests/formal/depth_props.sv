// SPDX-License-Identifier: Apache-2.0
// Properties of the depths (rtl/queue/depth.sv), for any one queue (c_queue, constant, but free) and any
// events of all; only frames that are there leave:
//  - the queue's depth, the port's and the cells equal plain sums over the events: never negative, never
//    beyond their width; with SumBits: the port's depth is the queue's and that of all others;
//  - a frame is refused exactly where it would break a limit, by the first of queue, port, buffer, after what
//    left in the same clock, and nothing else is counted;
//  - watermarks are the highest depths since the last clear, which restarts them; snapshots show the clock
//    before their events.
`default_nettype none
module depth_props
  import sluice_pkg::*;
#(
  parameter int unsigned BufferCells = 1000,
  parameter int unsigned CellBytes   = 64,
  parameter int unsigned SumBits     = 0,
  parameter bit          Lemmas      = 1'b1
) (
  input wire                         clk_i,
  input wire                         rst_ni,
  input wire depth_t [NumQueues-1:0] limit_i,
  input wire depth_t                 port_limit_i,
  input wire                         snapshot_i,
  input wire                         clear_i,
  input wire                         select_valid_i,
  input wire queue_t                 select_queue_i,
  input wire         [     LenW-1:0] select_len_i,
  input wire                         leave_valid_i,
  input wire queue_t                 leave_queue_i,
  input wire         [     LenW-1:0] leave_len_i,
  input wire                         arrive_keep_i,
  input wire queue_t                 arrive_queue_i,
  input wire         [     LenW-1:0] arrive_len_i,
  input wire queue_t                 c_queue
);
  depth_t select_depth_o, earlier_o, shown_port_depth_o, shown_port_watermark_o;
  drop_e refused_o;
  depth_t [NumQueues-1:0] shown_depth_o, shown_watermark_o;
  depth #(
    .BufferCells(BufferCells),
    .CellBytes  (CellBytes)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_ff @(posedge clk_i) if (past_valid_q) assume (c_queue == $past(c_queue));

  // A bit for a carry, and one for the sign.
  typedef logic [25:0] sum_t;
  function automatic sum_t cells_of(input logic [LenW-1:0] len);
    return (sum_t'(len) + sum_t'(CellBytes - 1)) >> $clog2(CellBytes);
  endfunction

  // This queue, the port, the cells of all; in `depth_sum` also all other queues.
  sum_t
      mine_q,
      total_q,
      cells_q,
      others_q,
      own_mine_q,
      own_total_q,
      own_cells_q,
      mine,
      total,
      cells,
      others;
  sum_t mine_after, total_after, cells_after, others_after;
  logic arrive_mine, accept;
  assign arrive_mine = arrive_queue_i == c_queue;
  assign accept      = arrive_keep_i && refused_o == DropNone;
  always_comb begin
    mine   = mine_q;
    others = others_q;
    total  = total_q;
    cells  = cells_q;
    if (select_valid_i) begin
      if (select_queue_i == c_queue) mine = mine - sum_t'(select_len_i);
      else others = others - sum_t'(select_len_i);
      total = total - sum_t'(select_len_i);
      cells = cells - cells_of(select_len_i);
    end
    if (leave_valid_i) begin
      if (leave_queue_i == c_queue) mine = mine - sum_t'(leave_len_i);
      else others = others - sum_t'(leave_len_i);
      total = total - sum_t'(leave_len_i);
      cells = cells - cells_of(leave_len_i);
    end
    mine_after   = accept && arrive_mine ? mine + sum_t'(arrive_len_i) : mine;
    others_after = accept && !arrive_mine ? others + sum_t'(arrive_len_i) : others;
    total_after  = accept ? total + sum_t'(arrive_len_i) : total;
    cells_after  = accept ? cells + cells_of(arrive_len_i) : cells;
  end
  // Only what is there leaves: no sum may have passed zero.
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (!mine[25] && !total[25] && !cells[25]);
    if (select_valid_i) assume (select_len_i >= 14'd14 && select_len_i <= 14'd9600);
    if (leave_valid_i) assume (leave_len_i >= 14'd14 && leave_len_i <= 14'd9600);
    assume (arrive_len_i >= 14'd14 && arrive_len_i <= 14'd9600);
    if (SumBits != 0) begin
      assume (!others[25] && port_limit_i < depth_t'(1 << SumBits));
      assume (select_len_i < 14'd64 && leave_len_i < 14'd64 && arrive_len_i < 14'd64);
    end
  end

  sum_t mark_q, port_mark_q, own_mark_q, own_port_mark_q, mark_after, port_mark_after;
  sum_t restarted, port_restarted;
  always_comb begin
    restarted      = (snapshot_i && clear_i) ? mine_q : mark_q;
    port_restarted = (snapshot_i && clear_i) ? total_q : port_mark_q;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_mine_q      <= '0;
      own_total_q     <= '0;
      own_cells_q     <= '0;
      own_mark_q      <= '0;
      own_port_mark_q <= '0;
      others_q        <= '0;
    end else begin
      own_mine_q      <= mine_after;
      own_total_q     <= total_after;
      own_cells_q     <= cells_after;
      own_mark_q      <= mark_after;
      own_port_mark_q <= port_mark_after;
      others_q        <= others_after;
    end
  end
  assign mark_after      = mine_after > restarted ? mine_after : restarted;
  assign port_mark_after = total_after > port_restarted ? total_after : port_restarted;
  // For the proof (Lemmas) the sums begin each clock at what the block's registers hold, which are proved to
  // end it at what the sums become; planted bugs are sought with sums of its own.
  assign mine_q          = Lemmas ? sum_t'(u_dut.depth_q[c_queue]) : own_mine_q;
  assign total_q         = Lemmas ? sum_t'(u_dut.port_q) : own_total_q;
  assign cells_q         = Lemmas ? sum_t'(u_dut.cells_q) : own_cells_q;
  assign mark_q          = Lemmas ? sum_t'(u_dut.watermark_q[c_queue]) : own_mark_q;
  assign port_mark_q     = Lemmas ? sum_t'(u_dut.port_watermark_q) : own_port_mark_q;

  logic breaks_queue, breaks_port, breaks_buffer;
  assign breaks_queue  = mine + sum_t'(arrive_len_i) > sum_t'(limit_i[c_queue]);
  assign breaks_port   = total + sum_t'(arrive_len_i) > sum_t'(port_limit_i);
  assign breaks_buffer = cells + cells_of(arrive_len_i) > sum_t'(BufferCells);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Nothing is negative, nothing wraps.
      assert (mine_q <= 26'hFF_FFFF && total_q <= 26'hFF_FFFF);
      if (SumBits != 0) assert (total_q == mine_q + others_q && total_q < sum_t'(1 << SumBits));
      assert (cells_q <= sum_t'(BufferCells));
      if (select_queue_i == c_queue) assert (sum_t'(select_depth_o) == mine_q);
      if (arrive_mine) begin
        assert (sum_t'(earlier_o) == mine);
        assert (refused_o == (breaks_queue ? DropQueueLimit : breaks_port ? DropPortLimit :
                              breaks_buffer ? DropBuffer : DropNone));
      end
      if (refused_o == DropNone) assert (!breaks_port && !breaks_buffer);
      if (past_valid_q && $past(rst_ni && snapshot_i)) begin
        assert (sum_t'(shown_depth_o[c_queue]) == $past(mine_q));
        assert (sum_t'(shown_port_depth_o) == $past(total_q));
        assert (sum_t'(shown_watermark_o[c_queue]) == $past(mark_q));
        assert (sum_t'(shown_port_watermark_o) == $past(port_mark_q));
      end
      if (Lemmas && past_valid_q) begin
        if ($past(rst_ni)) begin
          assert (mine_q == $past(mine_after) && total_q == $past(total_after));
          assert (cells_q == $past(cells_after));
          assert (mark_q == $past(mark_after) && port_mark_q == $past(port_mark_after));
        end else begin
          assert (mine_q == '0 && total_q == '0 && cells_q == '0);
          assert (mark_q == '0 && port_mark_q == '0 && others_q == '0);
        end
        assert (mine_q <= mark_q && total_q <= port_mark_q);
      end
      cover (arrive_keep_i && arrive_mine && refused_o == DropQueueLimit && mine_q != '0);
      cover (arrive_keep_i && refused_o == DropPortLimit && total_q != mine_q && mine_q != '0);
      cover (accept && total == sum_t'(port_limit_i) - sum_t'(arrive_len_i) && total_q != '0);
      cover (accept && select_valid_i && leave_valid_i && arrive_mine &&
             select_queue_i == c_queue && leave_queue_i == c_queue);
      cover (snapshot_i && clear_i && mark_q > mine_q && accept && arrive_mine);
    end
  end
endmodule
`default_nettype wire
