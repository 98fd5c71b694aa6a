// SPDX-License-Identifier: Apache-2.0
// Memory of the bucket tables, two banks: what software reads back, what is checked before a table is
// activated, and the source of the writes that go out to every port's quantizer.
//
// Interface:  bus_*: accesses to the staged (csig_table_shadow) and the active window of the register
//             map, one at a time. Table t in force is in bank_i[t], the staged one in the other bank; the
//             active window of a table with activated_i[t] low reads 0.
//             lock_i: every access waits (an activation is under way); hold_i: writes wait.
//             check_i (one clock) starts the check of the staged table check_tbl_i; check_done_o is high
//             for one clock with the answer: check_ok_o, else check_bucket_o is the first bucket whose
//             maximum is not above that of the bucket before it. Only while lock_i is high.
// Latency:    reads 3, writes 2 clocks where nothing makes them wait; a check NumBuckets + 2.
// Source:     docs/architecture.md, "Configuration"; regs/global.rdl.
`default_nettype none
module csig_tables
  import sluice_pkg::*;
(
  input  wire                            clk_i,
  input  wire                            rst_ni,
  input  wire ext_req_t                  shadow_req_i,
  output ext_rsp_t                       shadow_rsp_o,
  input  wire ext_req_t                  active_req_i,
  output ext_rsp_t                       active_rsp_o,
  input  wire           [NumSignals-1:0] bank_i,
  input  wire           [NumSignals-1:0] activated_i,
  input  wire                            lock_i,
  input  wire                            hold_i,
  input  wire                            check_i,
  input  wire           [           1:0] check_tbl_i,
  output logic                           check_done_o,
  output logic                           check_ok_o,
  output logic          [           4:0] check_bucket_o,
  output table_write_t                   table_wr_o
);
  // Bus access.
  logic pending_d, pending_q, active_d, active_q, reading_d, reading_q;
  ext_req_t req_q;
  logic start_read, start_write, wr_ack;
  logic [1:0] req_tbl;
  logic [3:0] bank4, activated4;
  table_write_t wr_q;

  // Check.
  logic checking_d, checking_q;
  logic [5:0] count_d, count_q;
  logic [1:0] tbl_d, tbl_q;
  logic [63:0] previous_q;

  logic re;
  logic [7:0] raddr;
  logic [63:0] rdata;
  logic [3:0] byte_en;

  // pending_q stands for it.
  logic unused_req;
  assign unused_req  = req_q.req;

  // Table 3 does not exist: the register map has 96 entries.
  assign bank4       = {1'b0, bank_i};
  assign activated4  = {1'b0, activated_i};
  assign req_tbl     = req_q.addr[9:8];

  assign start_write = pending_q && req_q.write && !lock_i && !hold_i;
  assign start_read  = pending_q && !req_q.write && !lock_i;

  always_comb begin
    pending_d = pending_q && !start_write && !start_read;
    active_d  = active_q;
    if (shadow_req_i.req || active_req_i.req) begin
      pending_d = 1'b1;
      active_d  = active_req_i.req;
    end
    reading_d = start_read;
  end
  assign wr_ack = wr_q.en;

  always_comb begin
    checking_d = checking_q;
    count_d = count_q + 6'd1;
    tbl_d = tbl_q;
    // In clock n the entry n is read, and entry n - 1 compared with entry n - 2.
    check_ok_o = (count_q == 6'(NumBuckets)) && rdata > previous_q;
    check_done_o = checking_q &&
        ((count_q >= 6'd2 && rdata <= previous_q) || count_q == 6'(NumBuckets));
    check_bucket_o = 5'(count_q - 6'd1);
    if (check_done_o) checking_d = 1'b0;
    if (check_i) begin
      checking_d = 1'b1;
      count_d    = '0;
      tbl_d      = check_tbl_i;
    end
  end

  always_comb begin
    re    = start_read;
    raddr = {bank4[req_tbl] ^ !active_q, req_tbl, req_q.addr[7:3]};
    if (checking_q) begin
      re    = 1'b1;
      raddr = {!bank4[tbl_q], tbl_q, count_q[4:0]};
    end
    for (int unsigned i = 0; i < 4; i++) byte_en[i] = wr_q.biten[8*i];
  end

  ram_1r1w #(
    .Width  (64),
    .Depth  (256),
    .Granule(8)
  ) u_maxima (
    .clk_i,
    .we_i(wr_q.en),
    .waddr_i({wr_q.bank, wr_q.tbl, wr_q.bucket}),
    .wben_i(wr_q.high ? {byte_en, 4'b0} : {4'b0, byte_en}),
    .wdata_i({wr_q.data, wr_q.data}),
    .re_i(re),
    .raddr_i(raddr),
    .rdata_o(rdata)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q  <= 1'b0;
      active_q   <= 1'b0;
      reading_q  <= 1'b0;
      req_q      <= '0;
      wr_q       <= '0;
      checking_q <= 1'b0;
      count_q    <= '0;
      tbl_q      <= '0;
    end else begin
      pending_q <= pending_d;
      active_q  <= active_d;
      reading_q <= reading_d;
      if (shadow_req_i.req || active_req_i.req) begin
        req_q <= active_req_i.req ? active_req_i : shadow_req_i;
      end
      wr_q.en <= start_write;
      if (start_write) begin
        wr_q.bank   <= !bank4[req_tbl];
        wr_q.tbl    <= req_tbl;
        wr_q.bucket <= req_q.addr[7:3];
        wr_q.high   <= req_q.addr[2];
        wr_q.data   <= req_q.wdata;
        wr_q.biten  <= req_q.biten;
      end
      checking_q <= checking_d;
      count_q    <= count_d;
      tbl_q      <= tbl_d;
    end
  end
  always_ff @(posedge clk_i) previous_q <= rdata;

  logic [31:0] half;
  assign half = req_q.addr[2] ? rdata[63:32] : rdata[31:0];

  always_comb begin
    shadow_rsp_o = '{rd_ack: reading_q && !active_q, wr_ack: wr_ack && !active_q, rdata: half};
    active_rsp_o = '{
        rd_ack: reading_q && active_q,
        wr_ack: 1'b0,
        rdata: activated4[req_tbl] ? half : '0
    };
  end

  assign table_wr_o = wr_q;
endmodule
`default_nettype wire
