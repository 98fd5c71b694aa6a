// SPDX-License-Identifier: Apache-2.0
// Property of the quantizer's lookup (rtl/csig/quantizer.sv): equal to a linear search, for all values and
// all strictly rising tables, one lookup a clock, any table and bank a lookup. (Where writes land: see
// quantizer_write_props.sv; that a table is not written while it is looked up is csig_ctrl's promise.)
//
// Shrunk: only the bits of Mask of values and maxima are free, the others 0; they span both halves.
// c_tbl and c_bank name any one table, c_entry any one of its maxima: constant, but free.
`default_nettype none
module quantizer_props
  import sluice_pkg::*;
#(
  parameter logic [63:0] Mask = 64'hC000_0001_8000_000F
) (
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
  localparam int unsigned Latency = QuantizerLatency;
  localparam int unsigned Used = NumBuckets - 1;  // maximum 31 decides nothing

  logic valid_o;
  logic [4:0] bucket_o;
  quantizer u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (c_entry < 5'(Used));
    assume (!wr_i.en);
    assume ((value_i & ~Mask) == '0);
  end
  always_ff @(posedge clk_i) begin
    if (past_valid_q) assume ({c_tbl, c_bank, c_entry} == $past({c_tbl, c_bank, c_entry}));
  end

  // The table as it lies in the levels of the tree. Of "rises strictly" only the relation of each
  // maximum to entry c_entry is needed.
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
  always_comb begin
    for (int unsigned b = 0; b < Used; b++) begin
      assume ((held[b] & ~Mask) == '0);
      if (5'(b) < c_entry) assume (held[b] < held[c_entry]);
      if (5'(b) > c_entry) assume (held[b] > held[c_entry]);
    end
  end

  // What must come out, and whether it concerns the table in question.
  logic [Latency-1:0] valid_q, match_q;
  logic [63:0] value_q[Latency];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      match_q <= '0;
    end else begin
      valid_q <= {valid_q[Latency-2:0], valid_i};
      match_q <= {match_q[Latency-2:0], valid_i && tbl_i == c_tbl && bank_i == c_bank};
    end
  end
  always_ff @(posedge clk_i) begin
    value_q[0] <= value_i;
    for (int unsigned i = 1; i < Latency; i++) value_q[i] <= value_q[i-1];
  end

  logic [63:0] value_out, entry;
  assign value_out = value_q[Latency-1];
  assign entry = held[c_entry];
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (valid_o == valid_q[Latency-1]);
      // The bucket lies above exactly the maxima that are below the value, so it is the lowest n with
      // value <= maximum[n].
      if (match_q[Latency-1]) assert ((bucket_o > c_entry) == (value_out > entry));

      cover (match_q[Latency-1] && bucket_o == 5'd31);
      cover (match_q[Latency-1] && bucket_o == 5'd0 && value_out[63:32] != '0);
      cover (match_q == '1 && bucket_o == 5'd13);
      cover (match_q[Latency-1] && value_out == entry && value_out != '0 && bucket_o == 5'd22);
    end
  end
endmodule
`default_nettype wire
