// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave front end: turns the five channels into one register access at a time.
//
// Interface:  s_axil_*: every ready is a register; AW may come before, with or after W. Addresses are
//             those of 32-bit words: the low two bits are ignored. req_o is high for one clock; write_o,
//             addr_o, wdata_o and biten_o (the strobes, bit by bit) hold from then until ack_i, which may
//             come in the same clock. err_i with ack_i: the answer is SLVERR. Reads and writes that wait
//             at once take turns. idle_o: no access is under way, and none begins in this clock.
// Latency:    3 clocks from the last of AW and W, or from AR, to the response where ack_i comes at once.
// Source:     AMBA AXI and ACE protocol specification, part B (AXI4-Lite).
`default_nettype none
module axil_slave #(
  parameter int unsigned AddrW = 21
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              s_axil_awvalid,
  output logic             s_axil_awready,
  input  wire  [AddrW-1:0] s_axil_awaddr,
  input  wire              s_axil_wvalid,
  output logic             s_axil_wready,
  input  wire  [     31:0] s_axil_wdata,
  input  wire  [      3:0] s_axil_wstrb,
  output logic             s_axil_bvalid,
  input  wire              s_axil_bready,
  output logic [      1:0] s_axil_bresp,
  input  wire              s_axil_arvalid,
  output logic             s_axil_arready,
  input  wire  [AddrW-1:0] s_axil_araddr,
  output logic             s_axil_rvalid,
  input  wire              s_axil_rready,
  output logic [     31:0] s_axil_rdata,
  output logic [      1:0] s_axil_rresp,
  output logic             req_o,
  output logic             write_o,
  output logic [AddrW-1:0] addr_o,
  output logic [     31:0] wdata_o,
  output logic [     31:0] biten_o,
  input  wire              ack_i,
  input  wire              err_i,
  input  wire  [     31:0] rdata_i,
  output logic             idle_o
);
  localparam logic [1:0] RespOkay = 2'b00;
  localparam logic [1:0] RespSlverr = 2'b10;
  if (AddrW < 3 || AddrW > 64) begin : gen_check
    $fatal(1, "axil_slave: AddrW is %0d, must be 3 to 64", AddrW);
  end

  typedef enum logic [1:0] {
    StIdle,
    StRequest,
    StWait,
    StRespond
  } state_e;

  state_e state_d, state_q;
  logic aw_valid_d, aw_valid_q, w_valid_d, w_valid_q, ar_valid_d, ar_valid_q;
  // Low in reset, else the inverse of the valid flag of the same channel.
  logic aw_ready_q, w_ready_q, ar_ready_q;
  logic [AddrW-1:2] aw_addr_d, aw_addr_q, ar_addr_d, ar_addr_q;
  logic [31:0] w_data_d, w_data_q, r_data_d, r_data_q;
  logic [3:0] w_strb_d, w_strb_q;
  logic write_d, write_q;
  logic [1:0] resp_d, resp_q;
  logic unused_low;
  assign unused_low = ^{s_axil_awaddr[1:0], s_axil_araddr[1:0]};

  logic under_way, taken, write_waits;

  assign under_way   = state_q == StRequest || state_q == StWait;
  assign taken       = (write_q ? s_axil_bready : s_axil_rready) && state_q == StRespond;
  assign write_waits = aw_valid_q && w_valid_q;

  always_comb begin
    state_d    = state_q;
    write_d    = write_q;
    resp_d     = resp_q;
    r_data_d   = r_data_q;
    aw_valid_d = aw_valid_q;
    w_valid_d  = w_valid_q;
    ar_valid_d = ar_valid_q;
    aw_addr_d  = aw_addr_q;
    ar_addr_d  = ar_addr_q;
    w_data_d   = w_data_q;
    w_strb_d   = w_strb_q;

    if (s_axil_awvalid && aw_ready_q) begin
      aw_valid_d = 1'b1;
      aw_addr_d  = s_axil_awaddr[AddrW-1:2];
    end
    if (s_axil_wvalid && w_ready_q) begin
      w_valid_d = 1'b1;
      w_data_d  = s_axil_wdata;
      w_strb_d  = s_axil_wstrb;
    end
    if (s_axil_arvalid && ar_ready_q) begin
      ar_valid_d = 1'b1;
      ar_addr_d  = s_axil_araddr[AddrW-1:2];
    end

    if (state_q == StIdle && (write_waits || ar_valid_q)) begin
      state_d = StRequest;
      write_d = write_waits && (!ar_valid_q || !write_q);
    end
    if (under_way) begin
      state_d = StWait;
      if (ack_i) begin
        state_d  = StRespond;
        resp_d   = err_i ? RespSlverr : RespOkay;
        r_data_d = (write_q || err_i) ? '0 : rdata_i;
        if (write_q) begin
          aw_valid_d = 1'b0;
          w_valid_d  = 1'b0;
        end else begin
          ar_valid_d = 1'b0;
        end
      end
    end
    if (taken) state_d = StIdle;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= StIdle;
      aw_valid_q <= 1'b0;
      w_valid_q  <= 1'b0;
      ar_valid_q <= 1'b0;
      aw_ready_q <= 1'b0;
      w_ready_q  <= 1'b0;
      ar_ready_q <= 1'b0;
      aw_addr_q  <= '0;
      ar_addr_q  <= '0;
      w_data_q   <= '0;
      w_strb_q   <= '0;
      write_q    <= 1'b0;
      resp_q     <= RespOkay;
      r_data_q   <= '0;
    end else begin
      state_q    <= state_d;
      aw_valid_q <= aw_valid_d;
      w_valid_q  <= w_valid_d;
      ar_valid_q <= ar_valid_d;
      aw_ready_q <= !aw_valid_d;
      w_ready_q  <= !w_valid_d;
      ar_ready_q <= !ar_valid_d;
      aw_addr_q  <= aw_addr_d;
      ar_addr_q  <= ar_addr_d;
      w_data_q   <= w_data_d;
      w_strb_q   <= w_strb_d;
      write_q    <= write_d;
      resp_q     <= resp_d;
      r_data_q   <= r_data_d;
    end
  end

  assign s_axil_awready = aw_ready_q;
  assign s_axil_wready = w_ready_q;
  assign s_axil_arready = ar_ready_q;
  assign s_axil_bvalid = state_q == StRespond && write_q;
  assign s_axil_rvalid = state_q == StRespond && !write_q;
  assign s_axil_bresp = resp_q;
  assign s_axil_rresp = resp_q;
  assign s_axil_rdata = r_data_q;

  assign req_o = state_q == StRequest;
  assign write_o = write_q;
  assign addr_o = {write_q ? aw_addr_q : ar_addr_q, 2'b00};
  assign wdata_o = w_data_q;
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) biten_o[8*i+:8] = {8{w_strb_q[i]}};
  end
  assign idle_o = state_q == StIdle && !aw_valid_q && !w_valid_q && !ar_valid_q &&
      !s_axil_awvalid && !s_axil_wvalid && !s_axil_arvalid;
endmodule
`default_nettype wire
