// SPDX-License-Identifier: Apache-2.0
// Properties of the small FIFO (rtl/common/stream_fifo.sv), against a reference queue as in axis_reg.sv.
`default_nettype none
module stream_fifo_props #(
  parameter int unsigned Depth  = 4,
  parameter bit          Lemmas = 1'b1
) (
  input wire       clk_i,
  input wire       rst_ni,
  input wire       s_valid_i,
  input wire [7:0] s_data_i,
  input wire       m_ready_i
);
  localparam int unsigned CountW = $clog2(Depth + 1);
  logic s_ready_o, m_valid_o;
  logic [7:0] m_data_o;
  logic [CountW-1:0] count_o;

  stream_fifo #(
    .Width(8),
    .Depth(Depth)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  logic [7:0] ref_d[Depth], ref_q[Depth];
  logic [CountW-1:0] n_d, n_q;
  logic push, pop;
  assign push = s_valid_i && s_ready_o;
  assign pop  = m_valid_o && m_ready_i;
  always_comb begin
    ref_d = ref_q;
    n_d   = n_q;
    if (pop) begin
      for (int unsigned i = 0; i + 1 < Depth; i++) ref_d[i] = ref_q[i+1];
      n_d = n_q - 1'b1;
    end
    if (push) begin
      for (int unsigned i = 0; i < Depth; i++) if (n_d == CountW'(i)) ref_d[i] = s_data_i;
      n_d = n_d + 1'b1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) n_q <= '0;
    else n_q <= n_d;
  end
  always_ff @(posedge clk_i) ref_q <= ref_d;

  logic up_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) up_q <= 1'b0;
    else up_q <= 1'b1;
  end

  // Word i of the reference lies here.
  int unsigned at[Depth];
  always_comb begin
    for (int unsigned i = 0; i < Depth; i++) begin
      at[i] = 32'(u_dut.rptr_q) + i;
      if (at[i] >= Depth) at[i] = at[i] - Depth;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!m_valid_o);
      assert (!s_ready_o);
    end else begin
      // No loss, no duplication, order.
      assert (m_valid_o == (n_q != 0));
      if (m_valid_o) assert (m_data_o == ref_q[0]);
      assert (count_o == n_q);
      // Never takes what it cannot hold, takes whatever it can.
      if (s_ready_o) assert (n_q < CountW'(Depth));
      if (up_q) assert (s_ready_o == (n_q < CountW'(Depth)));
      // Stable under back-pressure.
      if (past_valid_q && $past(rst_ni) && $past(m_valid_o && !m_ready_i)) begin
        assert (m_valid_o);
        assert (m_data_o == $past(m_data_o));
      end
      // Ties the reference to the registers; makes the proof inductive.
      if (Lemmas) begin
        assert (32'(u_dut.rptr_q) < Depth);
        assert (32'(u_dut.wptr_q) == (32'(u_dut.rptr_q) + 32'(n_q)) % Depth);
        assert (n_q <= CountW'(Depth));
        for (int unsigned i = 0; i < Depth; i++) begin
          if (CountW'(i) < n_q) assert (u_dut.mem[at[i]] == ref_q[i]);
        end
        if (!up_q) assert (n_q == 0);
      end
    end

    if (rst_ni) begin
      cover (n_q == CountW'(Depth) && ref_q[0] != ref_q[Depth-1]);
      cover (n_q == 0 && u_dut.rptr_q == 1 && past_valid_q && $past(pop) && $past(rst_ni));
      cover (push && pop && u_dut.wptr_q == 0 && n_q == CountW'(Depth - 1));
    end
  end
endmodule
`default_nettype wire
