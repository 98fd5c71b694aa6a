// SPDX-License-Identifier: Apache-2.0
// Property of the quantizer's lookup (rtl/csig/quantizer.sv): the bucket is that of a linear search, the
// lowest n with value <= maximum[n] and else 31, in the table as it was when the lookup began. For all
// values and all strictly rising tables, one lookup a clock, tables and banks mixed, tables rewritten between
// lookups. (Where writes land: quantizer_write_props.sv. That a table is not written while a lookup reads
// it: csig_ctrl_props.sv.)
//
// Narrowed: only the bits of Mask of values and maxima are free, the others 0; they span both halves. This
// loses nothing: a search depends on values only by comparisons (that each is one of all 64 bits is
// proved in quantizer_write_props.sv), and 6 bits can show a value in every place among 31 maxima.
// c_tbl and c_bank name any one table, c_entry any one of its maxima: constant, but free. What is proved
// of the bucket is that it lies above c_entry where the value does; as c_entry is any, the bucket is the
// number of maxima below the value, which is the linear search (quantizer_linear_props.sv). Of "rises
// strictly" only the relation of each maximum to entry c_entry is assumed.
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
  input wire               [ 4:0] c_entry,
  input wire               [63:0] other     // see tracked/ram_1r1w.sv
);
  localparam int unsigned Latency = 6;  // what the specification of the port promises
  localparam int unsigned Levels = 5;
  localparam int unsigned Used = 31;  // maximum 31 decides nothing

  logic valid_o;
  logic [4:0] bucket_o;
  quantizer u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  // The table as it lies in the levels of the tree.
  logic [63:0] held[Used];
  for (genvar k = 0; k < Levels; k++) begin : gen_level
    for (genvar p = 0; p < 2 ** k; p++) begin : gen_node
      localparam int unsigned Bucket = (p << (5 - k)) + (1 << (4 - k)) - 1;
      assign held[Bucket] = u_dut.gen_level[k].u_maxima.word[p];
    end
  end
  logic [63:0] entry;
  always_comb begin
    entry = '0;
    for (int unsigned b = 0; b < Used; b++) if (c_entry == 5'(b)) entry = entry | held[b];
  end

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (c_entry < 5'(Used));
    assume ((value_i & ~Mask) == '0 && (wr_i.data & ~Mask[31:0]) == '0);
    assume ((other & ~Mask) == '0);
    for (int unsigned b = 0; b < Used; b++) assume ((held[b] & ~Mask) == '0);
  end
  always_ff @(posedge clk_i) begin
    if (past_valid_q) assume ({c_tbl, c_bank, c_entry} == $past({c_tbl, c_bank, c_entry}));
  end

  logic rises;
  always_comb begin
    rises = 1'b1;
    for (int unsigned b = 0; b < Used; b++) begin
      if (5'(b) < c_entry && held[b] >= entry) rises = 1'b0;
      if (5'(b) > c_entry && held[b] <= entry) rises = 1'b0;
    end
  end

  // Lookups of the table in question, [k]: k clocks after they began.
  logic [Latency:0] valid, match, expected;
  logic [Latency:1] valid_q, match_q, expected_q;
  logic [63:0] value_q[Latency:1];
  logic [63:0] value  [Latency+1];
  assign valid    = {valid_q, valid_i};
  assign match    = {match_q, valid_i && tbl_i == c_tbl && bank_i == c_bank};
  assign expected = {expected_q, value_i > entry};
  always_comb begin
    value[0] = value_i;
    for (int unsigned i = 1; i <= Latency; i++) value[i] = value_q[i];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      match_q <= '0;
    end else begin
      valid_q <= valid[Latency-1:0];
      match_q <= match[Latency-1:0];
    end
  end
  always_ff @(posedge clk_i) begin
    expected_q <= expected[Latency-1:0];
    for (int unsigned i = 1; i <= Latency; i++) value_q[i] <= value[i-1];
  end

  // What the users promise: a table that is looked up rises, and is not written meanwhile.
  logic written;
  assign written = wr_i.en && wr_i.tbl == c_tbl && wr_i.bank == c_bank;
  always_comb begin
    if (match[0]) assume (rises);
    if (match[Levels-1:0] != '0) assume (!written);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (valid_o == valid[Latency]);
      if (match[Latency]) assert ((bucket_o > c_entry) == expected[Latency]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      cover (match[Latency] && bucket_o == 5'd31);
      cover (match[Latency] && bucket_o == 5'd0 && value[Latency][63:32] != '0);
      cover (match[Latency:1] == '1 && bucket_o == 5'd13);
      cover (match[Latency] && value[Latency] == entry && entry[32] && bucket_o == 5'd22);
      // Rewritten between two lookups, and the same value falls into another bucket.
      cover (match[Latency] && match[0] && past_valid_q && $past(
          written
      ) && value[0] == value[Latency] && bucket_o > c_entry && value_i <= entry);
    end
  end
endmodule
`default_nettype wire
