// SPDX-License-Identifier: Apache-2.0
// Properties of the output (rtl/port/transmit.sv) under any back-pressure:
//  - the n-th beat at the wire is the n-th that came, with its data, its end and what is counted with it:
//    `pick` chooses any one beat, once, which is followed to the outlet;
//  - tkeep marks exactly the bytes of the frame, in lane order; a beat that waits does not change;
//  - a sender that holds a credit for each beat on its way never finds the FIFO full; every credit comes back;
//  - sent is told exactly where a last beat is taken.
`default_nettype none
module transmit_props
  import sluice_pkg::*;
  import datapath_pkg::*;
#(
  parameter  int unsigned DataW  = 64,
  parameter  int unsigned Depth  = 20,
  parameter  bit          Lemmas = 1'b1,
  localparam int unsigned Bytes  = DataW / 8
) (
  input wire clk_i,
  input wire rst_ni,
  input wire issue,  // the sender spends a credit: one more beat is on its way
  input wire in_valid_i,
  input wire in_last_i,
  input wire [DataW-1:0] in_data_i,
  input wire sent_t in_sent_i,
  input wire in_gone_i,
  input wire m_axis_tready,
  input wire pick
);
  logic [1:0] credit_o;
  logic m_axis_tvalid, m_axis_tlast, sent_o, busy_o;
  logic [DataW-1:0] m_axis_tdata;
  logic [Bytes-1:0] m_axis_tkeep;
  sent_t sent_info_o;
  transmit #(
    .DataW(DataW),
    .Depth(Depth)
  ) u_dut (
    .*
  );

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;

  // Credits: held by the sender, on their way, in the FIFO.
  typedef logic [7:0] num_t;
  num_t held_q, way_q, in_q, out_q, stored;
  assign stored = in_q - out_q;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (held_q == '0) assume (!issue);
    assume (num_t'(in_valid_i) + num_t'(in_gone_i) <= way_q);
  end
  logic pop;
  assign pop = m_axis_tvalid && m_axis_tready;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= num_t'(Depth);
      {way_q, in_q, out_q} <= '0;
    end else begin
      held_q <= held_q + num_t'(credit_o) - num_t'(issue);
      way_q  <= way_q + num_t'(issue) - num_t'(in_valid_i) - num_t'(in_gone_i);
      in_q   <= in_q + num_t'(in_valid_i);
      out_q  <= out_q + num_t'(pop);
    end
  end

  // The picked beat.
  logic there_q, last_q;
  num_t number_q;
  logic [DataW-1:0] data_q;
  sent_t info_q;
  logic [Bytes-1:0] keep;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) there_q <= 1'b0;
    else if (pick && in_valid_i && !there_q) there_q <= 1'b1;
    else if (pop && out_q == number_q) there_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (pick && in_valid_i && !there_q) begin
      number_q <= in_q;
      {data_q, last_q, info_q} <= {in_data_i, in_last_i, in_sent_i};
    end
  end
  // A last beat holds the bytes beyond the last multiple: 1 to Bytes of them.
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      keep[i] = !last_q || i <= (32'(info_q.len) + Bytes - 1) % Bytes;
    end
  end

  num_t ahead, slice, place;
  logic full, up_q;
  assign ahead = number_q - out_q;
  assign slice = num_t'(u_dut.u_reg.u_reg.valid_q) + num_t'(full);
  assign place = num_t'(u_dut.u_fifo.rptr_q) + ahead - slice;
  assign full  = !u_dut.u_reg.u_reg.ready_q && up_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) up_q <= 1'b0;
    else up_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!m_axis_tvalid && !sent_o);
    end else begin
      if (m_axis_tvalid) assert (stored != '0);
      if (m_axis_tvalid && there_q && out_q == number_q) begin
        assert (m_axis_tdata == data_q && m_axis_tlast == last_q && sent_info_o == info_q);
        assert (m_axis_tkeep == keep);
      end
      assert (sent_o == (pop && m_axis_tlast));
      if (past_valid_q && $past(rst_ni && m_axis_tvalid && !m_axis_tready)) begin
        assert (m_axis_tvalid && {m_axis_tdata, m_axis_tkeep, m_axis_tlast, sent_info_o} ==
                $past({m_axis_tdata, m_axis_tkeep, m_axis_tlast, sent_info_o}));
      end
      // Two clocks after it came a beat shows, if none is before it: nothing stays in here.
      if (past_valid_q && $past(rst_ni && up_q && stored != num_t'(pop))) assert (m_axis_tvalid);
      if (in_valid_i && up_q) assert (u_dut.unused_ready);
      assert (held_q <= num_t'(Depth) && way_q <= num_t'(Depth));
      if (way_q == '0 && stored == '0) assert (held_q == num_t'(Depth));
      assert (busy_o == (in_valid_i || stored != '0));
      if (Lemmas) begin
        assert (num_t'(u_dut.u_fifo.count_q) + held_q + way_q == num_t'(Depth));
        assert (num_t'(u_dut.u_fifo.count_q) <= num_t'(Depth));
        assert (stored == slice + num_t'(u_dut.u_fifo.count_q));
        assert (num_t'(u_dut.u_fifo.rptr_q) < num_t'(Depth));
        assert (32'(u_dut.u_fifo.wptr_q) ==
                (32'(u_dut.u_fifo.rptr_q) + 32'(u_dut.u_fifo.count_q)) % Depth);
        if (up_q) assert (u_dut.u_fifo.ready_q == (num_t'(u_dut.u_fifo.count_q) != num_t'(Depth)));
        if (full) assert (u_dut.u_reg.u_reg.valid_q);
        if (!up_q) assert (stored == '0 && way_q == '0 && held_q == num_t'(Depth));
        if (u_dut.u_fifo.count_q != '0 && past_valid_q && $past(
                rst_ni && u_dut.u_fifo.count_q != '0
            )) begin
          assert (m_axis_tvalid);
        end
        if (there_q) begin
          assert (ahead < stored);
          if (ahead == '0 && slice != '0)
            assert (u_dut.u_reg.u_reg.out_q == {info_q, last_q, keep, data_q});
            else if (ahead < slice)
              assert (u_dut.u_reg.u_reg.skid_q == {info_q, last_q, keep, data_q});
              else begin
                for (int unsigned i = 0; i < Depth; i++) begin
                  if (place == num_t'(i) || place == num_t'(i + Depth)) begin
                    assert (u_dut.u_fifo.mem[i] == {info_q, last_q, data_q});
                  end
                end
              end
        end
      end
      cover (there_q && out_q == number_q && m_axis_tvalid && keep == Bytes'(7) &&
             number_q == 8'd2);
      cover (full && u_dut.u_fifo.count_q == 3);
      cover (credit_o == 2'd2);
    end
  end
endmodule
`default_nettype wire
