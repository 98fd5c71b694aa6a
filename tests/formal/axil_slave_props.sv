// SPDX-License-Identifier: Apache-2.0
// Properties of the AXI4-Lite front end (rtl/axil/axil_slave.sv) against a reference that notes what was
// accepted: each access is made once, with the address and data that came; each gets one response, that of
// its own ack; responses wait unchanged; reads and writes take turns; nothing hangs. The master and the
// registers behind may do anything, ack_i at any time included.
`default_nettype none
module axil_slave_props #(
  parameter int unsigned AddrW  = 6,
  parameter bit          Lemmas = 1'b1
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             s_axil_awvalid,
  input wire [AddrW-1:0] s_axil_awaddr,
  input wire             s_axil_wvalid,
  input wire [     31:0] s_axil_wdata,
  input wire [      3:0] s_axil_wstrb,
  input wire             s_axil_bready,
  input wire             s_axil_arvalid,
  input wire [AddrW-1:0] s_axil_araddr,
  input wire             s_axil_rready,
  input wire             ack_i,
  input wire             err_i,
  input wire [     31:0] rdata_i
);
  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata, wdata_o, biten_o;
  logic req_o, write_o, idle_o;
  logic [AddrW-1:0] addr_o;
  axil_slave #(.AddrW(AddrW)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // Accepted and not yet acknowledged; acknowledged and not yet answered.
  logic aw_q, w_q, ar_q, b_q, r_q, busy_q, last_write_q, up_q;
  logic [AddrW-1:0] awaddr_q, araddr_q;
  logic [31:0] wdata_q, rdata_q;
  logic [3:0] wstrb_q;
  logic [1:0] resp_q;
  logic under_way, done;
  assign under_way = req_o || busy_q;
  assign done      = under_way && ack_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_q, w_q, ar_q, b_q, r_q, busy_q, up_q} <= '0;
      last_write_q <= 1'b0;
    end else begin
      up_q <= 1'b1;
      aw_q <= (aw_q && !(done && write_o)) || (s_axil_awvalid && s_axil_awready);
      w_q <= (w_q && !(done && write_o)) || (s_axil_wvalid && s_axil_wready);
      ar_q <= (ar_q && !(done && !write_o)) || (s_axil_arvalid && s_axil_arready);
      b_q <= (b_q && !s_axil_bready) || (done && write_o);
      r_q <= (r_q && !s_axil_rready) || (done && !write_o);
      busy_q <= under_way && !ack_i;
      if (req_o) last_write_q <= write_o;
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_axil_awvalid && s_axil_awready) awaddr_q <= s_axil_awaddr;
    if (s_axil_wvalid && s_axil_wready) {wdata_q, wstrb_q} <= {s_axil_wdata, s_axil_wstrb};
    if (s_axil_arvalid && s_axil_arready) araddr_q <= s_axil_araddr;
    if (done) begin
      resp_q  <= err_i ? 2'b10 : 2'b00;
      rdata_q <= err_i ? '0 : rdata_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      assert (!s_axil_awready && !s_axil_wready && !s_axil_arready);
      assert (!s_axil_bvalid && !s_axil_rvalid && !req_o);
    end else begin
      // Never takes what it cannot hold.
      if (s_axil_awready) assert (!aw_q);
      if (s_axil_wready) assert (!w_q);
      if (s_axil_arready) assert (!ar_q);
      // An access is one that was asked for, made once, held until its ack.
      if (req_o) assert (!busy_q);
      if (under_way) begin
        assert (write_o ? aw_q && w_q : ar_q);
        assert (addr_o == {write_o ? awaddr_q[AddrW-1:2] : araddr_q[AddrW-1:2], 2'b00});
        if (write_o) begin
          assert (wdata_o == wdata_q);
          for (int unsigned i = 0; i < 32; i++) assert (biten_o[i] == wstrb_q[i/8]);
        end
        assert (!b_q && !r_q);
      end
      if (busy_q) assert (write_o == last_write_q);
      // One response for each access, its own.
      assert (s_axil_bvalid == b_q);
      assert (s_axil_rvalid == r_q);
      if (b_q) assert (s_axil_bresp == resp_q);
      if (r_q) assert (s_axil_rresp == resp_q && s_axil_rdata == rdata_q);
      assert (!(b_q && r_q));
      // Responses wait unchanged.
      if (past_valid_q && $past(rst_ni)) begin
        if ($past(s_axil_bvalid && !s_axil_bready)) begin
          assert (s_axil_bvalid && s_axil_bresp == $past(s_axil_bresp));
        end
        if ($past(s_axil_rvalid && !s_axil_rready)) begin
          assert (s_axil_rvalid && s_axil_rresp == $past(s_axil_rresp));
          assert (s_axil_rdata == $past(s_axil_rdata));
        end
      end
      // Nothing hangs: what waits is begun in the next clock, and reads and writes take turns.
      if (past_valid_q && $past(rst_ni)) begin
        if ($past(((aw_q && w_q) || ar_q) && !under_way && !b_q && !r_q)) begin
          assert (req_o);
          if ($past(aw_q && w_q && ar_q)) assert (write_o == !$past(last_write_q));
        end
        if ($past(up_q && !aw_q && !s_axil_awvalid)) assert (s_axil_awready);
        if ($past(up_q && !w_q && !s_axil_wvalid)) assert (s_axil_wready);
        if ($past(up_q && !ar_q && !s_axil_arvalid)) assert (s_axil_arready);
      end
      assert (idle_o == (!aw_q && !w_q && !ar_q && !under_way && !b_q && !r_q &&
                         !s_axil_awvalid && !s_axil_wvalid && !s_axil_arvalid));
      if (Lemmas) begin
        // Ties the reference to the registers; makes the proof inductive.
        assert (u_dut.aw_valid_q == aw_q && u_dut.w_valid_q == w_q && u_dut.ar_valid_q == ar_q);
        assert (busy_q == (u_dut.state_q == 2'd2));
        assert ((b_q || r_q) == (u_dut.state_q == 2'd3));
        if (u_dut.state_q == 2'd0 || u_dut.state_q == 2'd3) assert (u_dut.write_q == last_write_q);
        if (aw_q) assert (u_dut.aw_addr_q == awaddr_q[AddrW-1:2]);
        if (ar_q) assert (u_dut.ar_addr_q == araddr_q[AddrW-1:2]);
        if (w_q) assert (u_dut.w_data_q == wdata_q && u_dut.w_strb_q == wstrb_q);
        if (!up_q) assert (!aw_q && !w_q && !ar_q && !under_way && !b_q && !r_q && !last_write_q);
      end

      cover (s_axil_bvalid && s_axil_bready && s_axil_bresp == 2'b10);
      cover (s_axil_rvalid && s_axil_rready && s_axil_rdata == 32'hDEAD_BEEF);
      cover (req_o && !write_o && last_write_q && aw_q && w_q);
      cover (busy_q && past_valid_q && $past(busy_q) && write_o && wstrb_q == 4'b0110);
      cover (b_q && aw_q && w_q && ar_q);
    end
  end
endmodule
`default_nettype wire
