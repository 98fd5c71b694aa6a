// SPDX-License-Identifier: Apache-2.0
// Stands for ram_1r1w in the proof of the quantizer's lookup: of all words it keeps those of one table of
// one bank, named by the upper three bits of their address (those of quantizer_props); any other word
// reads as anything (other). Whatever is proved with it holds for the RAM itself, which is one of its cases.
`default_nettype none
module ram_1r1w #(
  parameter int unsigned Width = 64,
  parameter int unsigned Depth = 512,
  parameter int unsigned Granule = 8,
  localparam int unsigned AddrW = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int unsigned BenW = Width / Granule
) (
  input  wire              clk_i,
  input  wire              we_i,
  input  wire  [AddrW-1:0] waddr_i,
  input  wire  [ BenW-1:0] wben_i,
  input  wire  [Width-1:0] wdata_i,
  input  wire              re_i,
  input  wire  [AddrW-1:0] raddr_i,
  output logic [Width-1:0] rdata_o
);
  localparam int unsigned Words = Depth / 8;
  logic [2:0] block;
  logic [Width-1:0] other;
  assign block = {quantizer_props.c_bank, quantizer_props.c_tbl};
  assign other = quantizer_props.other;
  logic [Width-1:0] word [Words];
  logic [Width-1:0] read;

  always_comb begin
    read = other;
    for (int unsigned w = 0; w < Words; w++) begin
      if (raddr_i == AddrW'(32'(block) * Words + w)) read = word[w];
    end
  end
  for (genvar w = 0; w < Words; w++) begin : gen_word
    logic [Width-1:0] word_q;
    assign word[w] = word_q;
    always_ff @(posedge clk_i) begin
      if (we_i && waddr_i == AddrW'(32'(block) * Words + w)) begin
        for (int unsigned i = 0; i < BenW; i++) begin
          if (wben_i[i]) word_q[i*Granule+:Granule] <= wdata_i[i*Granule+:Granule];
        end
      end
    end
  end
  always_ff @(posedge clk_i) if (re_i) rdata_o <= read;
endmodule
`default_nettype wire
