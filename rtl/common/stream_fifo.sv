// SPDX-License-Identifier: Apache-2.0
// Small FIFO for any payload, in registers or distributed RAM (the read is not clocked).
//
// Interface:  s_* in, m_* out; a word is taken in the clock in which valid and ready are both high.
//             s_ready_o and m_valid_o follow from registers alone: no path from ready to ready, and
//             a full FIFO takes no word in the clock in which one leaves. count_o: words held.
// Latency:    1 clock.
// Throughput: one word a clock. Depth: any number from 2.
`default_nettype none
module stream_fifo #(
  parameter  int unsigned Width  = 8,
  parameter  int unsigned Depth  = 4,
  localparam int unsigned PtrW   = $clog2(Depth),
  localparam int unsigned CountW = $clog2(Depth + 1)
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  input  wire               s_valid_i,
  output logic              s_ready_o,
  input  wire  [ Width-1:0] s_data_i,
  output logic              m_valid_o,
  input  wire               m_ready_i,
  output logic [ Width-1:0] m_data_o,
  output logic [CountW-1:0] count_o
);
  if (Width < 1) begin : gen_check_width
    $fatal(1, "stream_fifo: Width %0d, must be at least 1", Width);
  end
  if (Depth < 2) begin : gen_check_depth
    $fatal(1, "stream_fifo: Depth %0d, must be at least 2", Depth);
  end

  localparam logic [PtrW-1:0] PtrLast = PtrW'(Depth - 1);

  logic [Width-1:0] mem[Depth];
  logic [PtrW-1:0] wptr_d, wptr_q, rptr_d, rptr_q;
  logic [CountW-1:0] count_d, count_q;
  logic ready_d, ready_q;
  logic push, pop;

  assign push = s_valid_i && ready_q;
  assign pop  = m_ready_i && m_valid_o;

  always_comb begin
    wptr_d  = wptr_q;
    rptr_d  = rptr_q;
    count_d = count_q;
    if (push) wptr_d = (wptr_q == PtrLast) ? '0 : wptr_q + 1'b1;
    if (pop) rptr_d = (rptr_q == PtrLast) ? '0 : rptr_q + 1'b1;
    if (push && !pop) count_d = count_q + 1'b1;
    if (!push && pop) count_d = count_q - 1'b1;
    ready_d = count_d != CountW'(Depth);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      count_q <= '0;
      ready_q <= 1'b0;
    end else begin
      wptr_q  <= wptr_d;
      rptr_q  <= rptr_d;
      count_q <= count_d;
      ready_q <= ready_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (push) mem[wptr_q] <= s_data_i;
  end

  assign s_ready_o = ready_q;
  assign m_valid_o = count_q != '0;
  assign m_data_o  = mem[rptr_q];
  assign count_o   = count_q;
endmodule
`default_nettype wire
