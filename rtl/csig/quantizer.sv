// SPDX-License-Identifier: Apache-2.0
// Quantizer: bucket of a value, the lowest n with value <= maximum[n]; above the last: 31.
// A pipelined binary search. Level k of the tree holds only its own 2^k maxima of each table and bank,
// 31 in all: entry 31 decides nothing.
//
// Interface:  wr_i writes a byte-masked half of one maximum. valid_i starts a lookup of value_i in table
//             tbl_i of bank bank_i. A table must rise strictly, and must not be written while a lookup
//             can read it (csig_ctrl sees to both).
// Latency:    QuantizerLatency clocks from valid_i to valid_o.
// Throughput: one lookup a clock; never stalls.
// Source:     "CSIG signal types" in the specification; docs/choices.md for the search.
`default_nettype none
module quantizer
  import sluice_pkg::*;
(
  input  wire                      clk_i,
  input  wire                      rst_ni,
  input  wire table_write_t        wr_i,
  input  wire                      valid_i,
  input  wire               [ 1:0] tbl_i,
  input  wire                      bank_i,
  input  wire               [63:0] value_i,
  output logic                     valid_o,
  output logic              [ 4:0] bucket_o
);
  localparam int unsigned Levels = $clog2(NumBuckets);
  if (QuantizerLatency != Levels + 1) begin : gen_check
    $fatal(
        1, "quantizer: QuantizerLatency is %0d, the search takes %0d", QuantizerLatency, Levels + 1
    );
  end

  // Stage k: level k is read. Element 0 is the input itself; the bits of `prefix` found so far are its
  // low k bits.
  logic [Levels:0]       valid;
  logic [Levels:0][ 1:0] tbl;
  logic [Levels:0]       bank;
  logic [Levels:0][63:0] value;
  logic [Levels:0][ 4:0] prefix;

  assign valid[0]  = valid_i;
  assign tbl[0]    = tbl_i;
  assign bank[0]   = bank_i;
  assign value[0]  = value_i;
  assign prefix[0] = '0;

  logic [3:0] byte_en;
  always_comb begin
    for (int unsigned i = 0; i < 4; i++) byte_en[i] = wr_i.biten[8*i];
  end

  for (genvar k = 0; k < Levels; k++) begin : gen_level
    localparam int unsigned Low = Levels - 1 - k;  // trailing ones of this level's bucket numbers
    localparam int unsigned AddrW = 3 + k;

    logic we;
    logic [AddrW-1:0] waddr, raddr;
    logic [63:0] maximum;
    logic valid_q, bank_q;
    logic [ 1:0] tbl_q;
    logic [63:0] value_q;
    logic [ 3:0] prefix_q;

    assign we = wr_i.en && !wr_i.bucket[Low] &&
        (wr_i.bucket & 5'((1 << Low) - 1)) == 5'((1 << Low) - 1);
    if (k == 0) begin : gen_root
      assign waddr = {wr_i.bank, wr_i.tbl};
      assign raddr = {bank[k], tbl[k]};
    end else begin : gen_node
      assign waddr = {wr_i.bank, wr_i.tbl, wr_i.bucket[4-:k]};
      assign raddr = {bank[k], tbl[k], prefix[k][k-1:0]};
    end

    ram_1r1w #(
      .Width  (64),
      .Depth  (2 ** AddrW),
      .Granule(8)
    ) u_maxima (
      .clk_i,
      .we_i(we),
      .waddr_i(waddr),
      .wben_i(wr_i.high ? {byte_en, 4'b0} : {4'b0, byte_en}),
      .wdata_i({wr_i.data, wr_i.data}),
      .re_i(valid[k]),
      .raddr_i(raddr),
      .rdata_o(maximum)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) valid_q <= 1'b0;
      else valid_q <= valid[k];
    end
    always_ff @(posedge clk_i) begin
      bank_q   <= bank[k];
      tbl_q    <= tbl[k];
      value_q  <= value[k];
      prefix_q <= prefix[k][3:0];
    end

    assign valid[k+1]  = valid_q;
    assign bank[k+1]   = bank_q;
    assign tbl[k+1]    = tbl_q;
    assign value[k+1]  = value_q;
    assign prefix[k+1] = {prefix_q, value_q > maximum};
  end

  // The last stage has its answer; what else reached it goes nowhere. Nor do whole half-word masks.
  logic unused_last;
  assign unused_last = ^{tbl[Levels], bank[Levels], value[Levels], wr_i.biten};

  logic valid_q;
  logic [4:0] bucket_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid[Levels];
  end
  always_ff @(posedge clk_i) bucket_q <= prefix[Levels];

  assign valid_o  = valid_q;
  assign bucket_o = bucket_q;
endmodule
`default_nettype wire
