// SPDX-License-Identifier: Apache-2.0
// Properties of the activation (rtl/csig/csig_ctrl.sv with csig_tables.sv), board and two ports:
//  - what is in force changes only in a clock of activate_o, and then all at once: board, ports, buffers
//    and table banks are what was staged at the accepted go, exactly the banks of the mask have flipped;
//  - an activation ends, in force or refused with the first reason in the documented order, and a refused one
//    changes nothing;
//  - a table comes in force only where it rises strictly: c_tbl and c_bucket name any one pair of neighbours;
//  - a table in force, or in force within the last HoldClocks clocks, is never written: what the
//    quantizer's proof assumes;
//  - a port's meter rests exactly where its capacity or the interval changed.
// Software may stage, ask and access at any time, one table access at a time, as the bus does.
`default_nettype none
module csig_ctrl_props
  import sluice_pkg::*;
#(
  parameter bit Lemmas = 1'b1
) (
  input wire                                  clk_i,
  input wire                                  rst_ni,
  input wire                                  go_i,
  input wire                 [NumSignals-1:0] tables_i,
  input wire csig_config_t                    csig_i,
  input wire port_config_t                    port0,
  input wire port_config_t                    port1,
  input wire buffer_config_t                  buffer0,
  input wire buffer_config_t                  buffer1,
  input wire ext_req_t                        shadow_req_i,
  input wire ext_req_t                        active_req_i,
  input wire                 [           1:0] c_tbl,
  input wire                 [           4:0] c_bucket
);
  localparam int unsigned NumPorts = 2;
  localparam int unsigned Hold = 10;  // a lookup may read so long after `start`
  port_config_t [NumPorts-1:0] port_i, port_o;
  buffer_config_t [NumPorts-1:0] buffer_i, buffer_o;
  ext_rsp_t shadow_rsp_o, active_rsp_o;
  csig_config_t csig_o;
  logic [NumSignals-1:0] bank_o;
  table_write_t table_wr_o;
  logic activate_o, refused_o, idle_o;
  logic [NumPorts-1:0] rest_o;
  csig_status_t status_o;
  assign port_i   = {port1, port0};
  assign buffer_i = {buffer1, buffer0};
  csig_ctrl #(.NumPorts(NumPorts)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  // One access at a time, of the 96 entries.
  logic open_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= 1'b0;
    else begin
      open_q <= (open_q || shadow_req_i.req || active_req_i.req) &&
          !(shadow_rsp_o.rd_ack || shadow_rsp_o.wr_ack || active_rsp_o.rd_ack);
    end
  end
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (!(shadow_req_i.req && active_req_i.req));
    if (open_q) assume (!shadow_req_i.req && !active_req_i.req);
    assume (shadow_req_i.addr[9:8] != 2'd3 && active_req_i.addr[9:8] != 2'd3);
    assume (!active_req_i.write);
    assume (c_tbl < 2'd3 && c_bucket != '0 && 32'(c_bucket) < NumBuckets);
  end
  always_ff @(posedge clk_i)
    if (past_valid_q)
      assume ({c_tbl, c_bucket} == $past({c_tbl, c_bucket}));

  // What was staged at the go that was accepted, and what is in force.
  csig_config_t want_csig_q, now_csig_q;
  port_config_t [NumPorts-1:0] want_port_q, now_port_q;
  buffer_config_t [NumPorts-1:0] want_buffer_q, now_buffer_q;
  logic [NumSignals-1:0] want_mask_q, now_bank_q, loaded_q;
  logic busy_q, go;
  logic [6:0] age_q;  // clocks since
  assign go = go_i && !busy_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q       <= 1'b0;
      now_csig_q   <= CsigConfigReset;
      now_port_q   <= {NumPorts{PortConfigReset}};
      now_buffer_q <= {NumPorts{BufferConfigReset}};
      now_bank_q   <= '0;
      loaded_q     <= '0;
      want_mask_q  <= '0;
      age_q        <= '0;
    end else begin
      if (go) begin
        busy_q        <= 1'b1;
        want_csig_q   <= csig_i;
        want_port_q   <= port_i;
        want_buffer_q <= buffer_i;
        want_mask_q   <= tables_i;
        age_q         <= '0;
      end else age_q <= age_q + 7'(busy_q);
      // The end shows a clock later.
      if (busy_q && u_dut.state_d == 2'd0) begin
        busy_q <= 1'b0;
        if (u_dut.activate_d) begin
          now_csig_q <= want_csig_q;
          now_port_q <= want_port_q;
          now_buffer_q <= want_buffer_q;
          now_bank_q <= now_bank_q ^ want_mask_q;
          loaded_q <= loaded_q | want_mask_q;
        end
      end
    end
  end

  // Reasons to refuse that need no table, in their order.
  logic [3:0] reason;
  logic [5:0] reason_port;
  logic [2:0] reason_queue;
  logic [NumSignals-1:0] unloaded;
  assign unloaded = want_csig_q.enable ? ~(want_mask_q | loaded_q) : '0;
  logic [NumPorts-1:0][NumQueues-1:0] too_small;  // queues with a quantum too small
  always_comb begin
    for (int unsigned p = 0; p < NumPorts; p++) begin
      for (int unsigned q = 0; q < NumQueues; q++) begin
        too_small[p][q] = !want_buffer_q[p].queue[q].strict &&
            want_buffer_q[p].queue[q].quantum < 20'd9600;
      end
    end
    {reason, reason_port, reason_queue} = '0;
    // From the last to the first, so that the first one stays.
    if (unloaded != '0) reason = 4'd6;
    for (int unsigned n = 0; n < NumPorts; n++) begin
      if (want_buffer_q[NumPorts-1-n].seed == '0) begin
        {reason, reason_port, reason_queue} = {4'd8, 6'(NumPorts - 1 - n), 3'd0};
      end
    end
    for (int unsigned n = 0; n < NumPorts * NumQueues; n++) begin
      int unsigned p, q;
      p = (NumPorts * NumQueues - 1 - n) / NumQueues;
      q = (NumPorts * NumQueues - 1 - n) % NumQueues;
      if (too_small[p][q]) begin
        {reason, reason_port, reason_queue} = {4'd7, 6'(p), 3'(q)};
      end
    end
    for (int unsigned n = 0; n < NumPorts; n++) begin
      if (want_port_q[NumPorts-1-n].action == 2'd3) begin
        {reason, reason_port, reason_queue} = {4'd5, 6'(NumPorts - 1 - n), 3'd0};
      end
    end
    if (want_csig_q.wide) {reason, reason_port, reason_queue} = {4'd4, 9'd0};
    if (want_csig_q.interval_sel > 3'd4) {reason, reason_port, reason_queue} = {4'd3, 9'd0};
  end

  // The pair of neighbours, staged.
  logic [3:0] bank4;
  logic [7:0] lower_at, upper_at;
  logic [63:0] lower, upper;
  assign bank4    = {1'b0, bank_o};
  assign lower_at = {!bank4[c_tbl], c_tbl, c_bucket - 5'd1};
  assign upper_at = {!bank4[c_tbl], c_tbl, c_bucket};
  assign lower    = u_dut.u_tables.u_maxima.mem[lower_at];
  assign upper    = u_dut.u_tables.u_maxima.mem[upper_at];

  // Banks of the table in force in the last clocks.
  logic [Hold:0] seen0, seen1;
  logic [Hold:1] seen0_q, seen1_q;
  assign seen0 = {seen0_q, !bank4[c_tbl]};
  assign seen1 = {seen1_q, bank4[c_tbl]};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {seen0_q, seen1_q} <= '0;
    else {seen0_q, seen1_q} <= {seen0[Hold-1:0], seen1[Hold-1:0]};
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (csig_o == now_csig_q && port_o == now_port_q && bank_o == now_bank_q);
      assert (buffer_o == now_buffer_q);
      assert (status_o.busy == (busy_q || go_i));
      if (past_valid_q && $past(rst_ni)) begin
        if (!activate_o) begin
          assert ({csig_o, port_o, bank_o} == $past({csig_o, port_o, bank_o}));
          assert (buffer_o == $past(buffer_o));
          assert (rest_o == '0);
        end else begin
          assert ($past(busy_q) && !busy_q && !refused_o && $past(reason) == '0);
          assert (csig_o == want_csig_q && port_o == want_port_q && buffer_o == want_buffer_q);
          assert (bank_o == ($past(bank_o) ^ want_mask_q));
          for (int unsigned p = 0; p < NumPorts; p++) begin
            assert (rest_o[p] == (csig_o.interval_sel != $past(csig_o.interval_sel) ||
                                  port_o[p].capacity != $past(port_o[p].capacity)));
          end
          // The table that came in force rises here.
          if (want_mask_q[c_tbl]) assert ($past(lower) < $past(upper));
        end
        if (refused_o) begin
          assert ($past(busy_q) && !busy_q);
          assert ($past(reason) != '0 ? status_o.result == $past(reason) : status_o.result == 4'd2);
          if ($past(reason) == '0) assert (want_mask_q[status_o.tbl]);
          assert ({status_o.port, status_o.queue} == $past({reason_port, reason_queue}));
        end
        // It ends, in one of the two ways.
        if ($past(busy_q) && !busy_q) assert (activate_o || refused_o);
        if (activate_o || refused_o) assert ($past(busy_q));
      end
      if (busy_q) assert (age_q <= 7'(2 + 34 * 3));
      // The tables in use.
      if (table_wr_o.en && table_wr_o.tbl == c_tbl) begin
        assert (table_wr_o.bank ? seen1 == '0 : seen0 == '0);
      end
      if (table_wr_o.en) assert (!busy_q);

      if (Lemmas) begin
        assert (busy_q == (u_dut.state_q != 2'd0) && u_dut.status_q.busy == busy_q);
        assert (u_dut.activated_q == loaded_q);
        if (busy_q) begin
          assert (u_dut.next_csig_q == want_csig_q && u_dut.next_port_q == want_port_q);
          assert (u_dut.next_buffer_q == want_buffer_q);
          // What is found wrong with them, field by field.
          for (int unsigned p = 0; p < NumPorts; p++) begin
            assert (u_dut.bad_seed[p] == (want_buffer_q[p].seed == '0));
            for (int unsigned q = 0; q < NumQueues; q++) begin
              assert (u_dut.bad_quantum[p][q] == too_small[p][q]);
            end
          end
          assert (u_dut.mask_q == want_mask_q);
          assert ((u_dut.todo_q & ~want_mask_q) == '0);
          assert ((u_dut.state_q == 2'd1) == (age_q == '0));
          if (u_dut.state_q != 2'd1) assert (reason == '0);
          if (u_dut.state_q == 2'd1) assert (u_dut.todo_q == want_mask_q);
          if (u_dut.state_q == 2'd3) assert (u_dut.todo_q == '0);
        end
        assert (u_dut.hold_q <= 4'd10);
        // What the hold still knows of an older bank.
        for (int unsigned n = 1; n <= Hold; n++) begin
          if (seen0[n] && bank4[c_tbl]) assert (u_dut.hold_q >= 4'(Hold + 1 - n));
          if (seen1[n] && !bank4[c_tbl]) assert (u_dut.hold_q >= 4'(Hold + 1 - n));
        end
        // The check: a table is being read in order, the others of the mask are done.
        assert (!u_dut.u_tables.checking_q || u_dut.state_q == 2'd2);
        if (u_dut.state_q == 2'd2) begin
          assert (u_dut.todo_q != '0);
          assert (u_dut.u_tables.checking_q != u_dut.check_next_q);
        end else assert (!u_dut.check_next_q);
        if (u_dut.u_tables.checking_q) begin
          assert (u_dut.u_tables.tbl_q == u_dut.check_tbl && u_dut.u_tables.count_q <= 6'd32);
          assert (u_dut.todo_q[u_dut.u_tables.tbl_q]);
          if (u_dut.u_tables.tbl_q == c_tbl) begin
            if (u_dut.u_tables.count_q == 6'(c_bucket)) assert (u_dut.u_tables.rdata == lower);
            if (u_dut.u_tables.count_q == 6'(c_bucket) + 6'd1) begin
              assert (u_dut.u_tables.rdata == upper && u_dut.u_tables.previous_q == lower);
            end
            if (u_dut.u_tables.count_q > 6'(c_bucket) + 6'd1) assert (lower < upper);
          end
        end
        if (busy_q && u_dut.state_q[1] && want_mask_q[c_tbl] && !u_dut.todo_q[c_tbl])
          assert (lower < upper);
        // How long it takes.
        if (u_dut.state_q == 2'd2) begin
          assert (32'(age_q) + 34 * $countones(u_dut.todo_q) <=
                  1 + 34 * 3 + (u_dut.u_tables.checking_q ? 32'(u_dut.u_tables.count_q) : 0) +
                  32'(!u_dut.check_next_q));
        end
        if (u_dut.state_q == 2'd3) assert (age_q <= 7'(2 + 34 * 3));
        // A write that is on its way goes to the bank that is not in force, and not while it holds.
        if (u_dut.u_tables.wr_q.en)
          assert (u_dut.u_tables.wr_q.bank == !bank4[u_dut.u_tables.wr_q.tbl]);
        if (u_dut.u_tables.wr_q.en) assert (!busy_q || age_q == '0);
      end

      cover (activate_o && rest_o == 2'b10);
      cover (refused_o && status_o.result == 4'd6 && status_o.tbl == 2'd2);
      cover (refused_o && status_o.result == 4'd5 && status_o.port == 6'd1);
      cover (refused_o && status_o.result == 4'd7 && status_o.port[0] && status_o.queue == 3'd7);
      cover (refused_o && status_o.result == 4'd8 && status_o.port == 6'd1);
      cover (refused_o && status_o.result == 4'd2 && status_o.bucket == 5'd2);
      cover (table_wr_o.en && table_wr_o.high && loaded_q == '0);
    end
  end
endmodule
`default_nettype wire
