// SPDX-License-Identifier: Apache-2.0
// How much each queue and the port hold, and whether one more frame fits.
//
// Interface:  in one clock, in this order: snapshot_i, select_*, leave_* (a frame that RED dropped),
//             arrive_*. limit_i, port_limit_i: those of this clock. earlier_o: depth of the queue of
//             arrive_* without it; refused_o: the first limit that it would break, else DropNone (a frame
//             that arrive_keep_i denies breaks none and counts nowhere). select_depth_o: depth of the
//             queue of select_*, the frame included. A snapshot copies depths and watermarks to
//             shown_*; with clear_i the watermarks restart at the depths of that moment.
// Latency:    none; shown_* from the next clock on.
// Throughput: one of each event a clock.
//
// A buffer is accounted in cells: a frame takes ceil(length / CellBytes) of BufferCells.
`default_nettype none
module depth
  import sluice_pkg::*;
#(
  parameter int unsigned BufferCells = 65536,
  parameter int unsigned CellBytes   = 64
) (
  input  wire                         clk_i,
  input  wire                         rst_ni,
  input  wire depth_t [NumQueues-1:0] limit_i,
  input  wire depth_t                 port_limit_i,
  input  wire                         snapshot_i,
  input  wire                         clear_i,
  input  wire                         select_valid_i,
  input  wire queue_t                 select_queue_i,
  input  wire         [     LenW-1:0] select_len_i,
  output depth_t                      select_depth_o,
  input  wire                         leave_valid_i,
  input  wire queue_t                 leave_queue_i,
  input  wire         [     LenW-1:0] leave_len_i,
  input  wire                         arrive_keep_i,
  input  wire queue_t                 arrive_queue_i,
  input  wire         [     LenW-1:0] arrive_len_i,
  output depth_t                      earlier_o,
  output drop_e                       refused_o,
  output depth_t      [NumQueues-1:0] shown_depth_o,
  output depth_t      [NumQueues-1:0] shown_watermark_o,
  output depth_t                      shown_port_depth_o,
  output depth_t                      shown_port_watermark_o
);
  localparam int unsigned CellW = $clog2(BufferCells + 1);
  localparam int unsigned SumW = DepthW + 1;
  localparam int unsigned CellSumW = CellW + 1;
  localparam int unsigned FrameCells = (MaxFrame + CellBytes - 1) / CellBytes;
  localparam int unsigned FrameCellW = $clog2(FrameCells + 1);
  if (CellBytes != 1 << $clog2(CellBytes)) begin : gen_check_cell
    $fatal(1, "depth: CellBytes %0d, must be a power of two", CellBytes);
  end
  if (BufferCells < FrameCells) begin : gen_check_buffer
    $fatal(1, "depth: BufferCells %0d, the longest frame takes %0d", BufferCells, FrameCells);
  end

  function automatic logic [FrameCellW-1:0] cells_of(input logic [LenW-1:0] len);
    return FrameCellW'(((LenW + 1)'(len) + (LenW + 1)'(CellBytes - 1)) >> $clog2(CellBytes));
  endfunction

  depth_t [NumQueues-1:0] depth_q, watermark_q, shown_depth_q, shown_watermark_q;
  depth_t port_q, port_watermark_q, shown_port_q, shown_port_watermark_q;
  logic [CellW-1:0] cells_q;

  depth_t earlier, after, port_earlier, port_after;
  logic [CellW-1:0] cells_earlier, cells_after;
  logic [FrameCellW-1:0] cells;
  logic [SumW-1:0] sum, port_sum;
  logic [CellSumW-1:0] cells_sum;
  logic accept, count;

  assign select_depth_o = depth_q[select_queue_i];
  always_comb begin
    earlier       = depth_q[arrive_queue_i];
    port_earlier  = port_q;
    cells_earlier = cells_q;
    if (select_valid_i) begin
      if (select_queue_i == arrive_queue_i) earlier -= depth_t'(select_len_i);
      port_earlier -= depth_t'(select_len_i);
      cells_earlier -= CellW'(cells_of(select_len_i));
    end
    if (leave_valid_i) begin
      if (leave_queue_i == arrive_queue_i) earlier -= depth_t'(leave_len_i);
      port_earlier -= depth_t'(leave_len_i);
      cells_earlier -= CellW'(cells_of(leave_len_i));
    end
    cells = cells_of(arrive_len_i);
  end

  always_comb begin
    sum       = SumW'(earlier) + SumW'(arrive_len_i);
    port_sum  = SumW'(port_earlier) + SumW'(arrive_len_i);
    cells_sum = CellSumW'(cells_earlier) + CellSumW'(cells);
    refused_o = DropNone;
    if (sum > SumW'(limit_i[arrive_queue_i])) refused_o = DropQueueLimit;
    else if (port_sum > SumW'(port_limit_i)) refused_o = DropPortLimit;
    else if (cells_sum > CellSumW'(BufferCells)) refused_o = DropBuffer;
    accept      = arrive_keep_i && refused_o == DropNone;
    after       = sum[DepthW-1:0];
    port_after  = accept ? port_sum[DepthW-1:0] : port_earlier;
    cells_after = accept ? cells_sum[CellW-1:0] : cells_earlier;
  end

  assign count = select_valid_i || leave_valid_i || accept;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q <= '0;
      port_q  <= '0;
      cells_q <= '0;
    end else if (count) begin
      for (int unsigned q = 0; q < NumQueues; q++) begin
        depth_q[q] <= depth_q[q] -
            (select_valid_i && select_queue_i == queue_t'(q) ? depth_t'(select_len_i) : '0) -
            (leave_valid_i && leave_queue_i == queue_t'(q) ? depth_t'(leave_len_i) : '0);
      end
      if (accept) depth_q[arrive_queue_i] <= after;
      port_q  <= port_after;
      cells_q <= cells_after;
    end
  end

  // What the watermarks would be without the arrival of this clock.
  logic clear;
  depth_t watermark, port_watermark;
  assign clear          = snapshot_i && clear_i;
  assign watermark      = clear ? depth_q[arrive_queue_i] : watermark_q[arrive_queue_i];
  assign port_watermark = clear ? port_q : port_watermark_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watermark_q      <= '0;
      port_watermark_q <= '0;
    end else begin
      if (clear) begin
        watermark_q      <= depth_q;
        port_watermark_q <= port_q;
      end
      if (accept && after > watermark) watermark_q[arrive_queue_i] <= after;
      if (accept && port_after > port_watermark) port_watermark_q <= port_after;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shown_depth_q          <= '0;
      shown_watermark_q      <= '0;
      shown_port_q           <= '0;
      shown_port_watermark_q <= '0;
    end else if (snapshot_i) begin
      shown_depth_q          <= depth_q;
      shown_watermark_q      <= watermark_q;
      shown_port_q           <= port_q;
      shown_port_watermark_q <= port_watermark_q;
    end
  end

  assign earlier_o              = earlier;
  assign shown_depth_o          = shown_depth_q;
  assign shown_watermark_o      = shown_watermark_q;
  assign shown_port_depth_o     = shown_port_q;
  assign shown_port_watermark_o = shown_port_watermark_q;
endmodule
`default_nettype wire
