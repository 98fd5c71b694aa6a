// SPDX-License-Identifier: Apache-2.0
// Property of the quantizer's write port (rtl/csig/quantizer.sv): each byte-masked write lands in exactly
// the maximum that it names, in that table and bank, and nothing else ever changes a maximum. And each level
// compares at full width.
//
// c_tbl, c_bank and c_entry name any one maximum: constant, but free. A shadow of it is kept by the rule.
`default_nettype none
module quantizer_write_props
  import sluice_pkg::*;
(
  input wire                      clk_i,
  input wire                      rst_ni,
  input wire table_write_t        wr_i,
  input wire                      valid_i,
  input wire               [ 1:0] tbl_i,
  input wire                      bank_i,
  input wire               [63:0] value_i,
  input wire               [ 1:0] c_tbl,
  input wire                      c_bank,
  input wire               [ 4:0] c_entry
);
  localparam int unsigned Used = NumBuckets - 1;  // maximum 31 decides nothing
  logic valid_o;
  logic [4:0] bucket_o;
  quantizer u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);
  always_comb assume (c_entry < 5'(Used));
  always_ff @(posedge clk_i) begin
    if (past_valid_q) assume ({c_tbl, c_bank, c_entry} == $past({c_tbl, c_bank, c_entry}));
  end

  // The table as it lies in the levels of the tree.
  logic [63:0] held[Used];
  for (genvar k = 0; k < 5; k++) begin : gen_level
    for (genvar p = 0; p < 2 ** k; p++) begin : gen_node
      localparam int unsigned Bucket = (p << (5 - k)) + (1 << (4 - k)) - 1;
      if (k == 0) begin : gen_root
        assign held[Bucket] = u_dut.gen_level[k].u_maxima.mem[{c_bank, c_tbl}];
      end else begin : gen_rest
        assign held[Bucket] = u_dut.gen_level[k].u_maxima.mem[{c_bank, c_tbl, k'(p)}];
      end
    end
  end

  logic [63:0] entry, shadow_q;
  logic hit;
  assign entry = held[c_entry];
  assign hit   = wr_i.en && wr_i.tbl == c_tbl && wr_i.bank == c_bank && wr_i.bucket == c_entry;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) begin
      if (hit && wr_i.high == (i >= 4) && wr_i.biten[8*(i%4)]) begin
        shadow_q[8*i+:8] <= wr_i.data[8*(i%4)+:8];
      end
    end
  end
  always_comb if (!past_valid_q) assume (shadow_q == entry);
  // Each level's decision is a comparison of all 64 bits of its value and its maximum.
  for (genvar k = 0; k < 5; k++) begin : gen_compare
    always_ff @(posedge clk_i) begin
      assert (u_dut.prefix[k+1][0] == (u_dut.gen_level[k].value_q > u_dut.gen_level[k].maximum));
    end
  end
  always_ff @(posedge clk_i) begin
    assert (shadow_q == entry);
    if (past_valid_q) begin
      cover (entry == 64'h0123_4567_89AB_CDEF && $past(entry) == 64'h0123_4567_0000_0000);
      cover (c_entry == 5'd30 && entry == 64'hFF && $past(entry) == '0);
    end
  end
endmodule
`default_nettype wire
