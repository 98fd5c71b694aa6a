// SPDX-License-Identifier: Apache-2.0
// RAM with one write port and one read port, the one place where a vendor's or a foundry's RAM goes
// in.
//
// Interface:  write: we_i, waddr_i, wdata_i, one enable wben_i for each Granule bits (8: bytes;
//             Width: whole words). Read: re_i, raddr_i; rdata_o changes only after a clock with
//             re_i.
// Latency:    read data is there one clock after re_i. A word that is read and written in one clock
//             reads as it was before the write.
// Throughput: one write and one read a clock.
// Contents are unknown after power-up and are not touched by reset: users read only what they
// wrote.
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
  if (Width < 1 || Depth < 1 || Granule < 1) begin : gen_check_range
    $fatal(
        1,
        "ram_1r1w: Width %0d, Depth %0d, Granule %0d: each must be at least 1",
        Width,
        Depth,
        Granule
    );
  end else if (Width % Granule != 0) begin : gen_check_granule
    $fatal(1, "ram_1r1w: Width %0d is no multiple of Granule %0d", Width, Granule);
  end

  logic [Width-1:0] mem[Depth];

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      for (int unsigned i = 0; i < BenW; i++) begin
        if (wben_i[i]) mem[waddr_i][i*Granule+:Granule] <= wdata_i[i*Granule+:Granule];
      end
    end
    if (re_i) rdata_o <= mem[raddr_i];
  end
endmodule
`default_nettype wire
