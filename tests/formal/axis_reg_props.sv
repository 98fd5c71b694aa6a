// SPDX-License-Identifier: Apache-2.0
// Properties of the AXI4-Stream register slice (rtl/common/axis_reg.sv over stream_reg.sv).
//
// A reference queue takes each beat that the slice accepts; what the slice offers must be the queue's
// head. That is no loss, no duplication and order in one. Reset comes at the start and whenever it likes.
`default_nettype none
module axis_reg_props #(
  parameter bit Lemmas = 1'b1
) (
  input wire       clk_i,
  input wire       rst_ni,
  input wire       s_axis_tvalid,
  input wire [7:0] s_axis_tdata,
  input wire       s_axis_tkeep,
  input wire       s_axis_tlast,
  input wire       s_axis_tuser,
  input wire       m_axis_tready
);
  logic s_axis_tready, m_axis_tvalid, m_axis_tlast;
  logic [7:0] m_axis_tdata;
  logic m_axis_tkeep, m_axis_tuser;

  axis_reg #(
    .DataW(8),
    .UserW(1)
  ) u_dut (
    .*
  );

  typedef struct packed {
    logic [7:0] data;
    logic       keep;
    logic       last;
    logic       user;
  } beat_t;
  beat_t in_beat, out_beat;
  assign in_beat  = {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser};
  assign out_beat = {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser};

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // The reference: shifts down as beats leave.
  beat_t ref_d[2], ref_q[2];
  logic [1:0] n_d, n_q;
  logic push, pop;
  assign push = s_axis_tvalid && s_axis_tready;
  assign pop  = m_axis_tvalid && m_axis_tready;
  always_comb begin
    ref_d = ref_q;
    n_d   = n_q;
    if (pop) begin
      ref_d[0] = ref_q[1];
      n_d      = n_q - 1'b1;
    end
    if (push) begin
      ref_d[n_d[0]] = in_beat;
      n_d           = n_d + 1'b1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) n_q <= '0;
    else n_q <= n_d;
  end
  always_ff @(posedge clk_i) ref_q <= ref_d;

  // Clocks since reset, saturating; payloads as they were a clock before.
  logic [1:0] up_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) up_q <= '0;
    else if (up_q != 2'd3) up_q <= up_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      // Nothing is offered or taken in reset.
      assert (!m_axis_tvalid);
      assert (!s_axis_tready);
    end else begin
      // No loss, no duplication, order.
      assert (m_axis_tvalid == (n_q != 0));
      if (m_axis_tvalid) assert (out_beat == ref_q[0]);
      // Never takes what it cannot hold; and from the second clock on takes whatever it can (line rate).
      if (s_axis_tready) assert (n_q < 2);
      if (up_q >= 1) assert (s_axis_tready == (n_q < 2));
      // Stable under back-pressure.
      if (past_valid_q && $past(rst_ni) && $past(m_axis_tvalid && !m_axis_tready)) begin
        assert (m_axis_tvalid);
        assert (out_beat == $past(out_beat));
      end
      // Ties the reference to the registers; makes the proof inductive.
      if (Lemmas) begin
        assert (n_q <= 2);
        if (n_q == 2) begin
          assert (u_dut.u_reg.skid_q[10:8] == {ref_q[1].user, ref_q[1].last, ref_q[1].keep});
          assert (u_dut.u_reg.skid_q[7:0] == ref_q[1].data);
        end
        if (up_q == 0) assert (n_q == 0);
      end
    end

    if (rst_ni) begin
      cover (n_q == 2 && m_axis_tready && out_beat != ref_q[1]);
      cover (past_valid_q && $past(rst_ni && pop && push) && pop && push);
      cover (past_valid_q && $past(!rst_ni) && $past(past_valid_q) && $past(n_q, 2) == 2);
    end
  end
endmodule
`default_nettype wire
