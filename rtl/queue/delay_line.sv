// SPDX-License-Identifier: Apache-2.0
// Gives each word back a constant number of clocks later. Words rest in a small memory meanwhile;
// only their validity is shifted.
//
// Interface:  valid_i with data_i; valid_o with data_o, Clocks later. busy_o: a word is inside.
// Latency:    Clocks, 1 to 16.
// Throughput: one word a clock.
`default_nettype none
module delay_line #(
  parameter int unsigned Width  = 8,
  parameter int unsigned Clocks = 7
) (
  input  wire              clk_i,
  input  wire              rst_ni,
  input  wire              valid_i,
  input  wire  [Width-1:0] data_i,
  output logic             valid_o,
  output logic [Width-1:0] data_o,
  output logic             busy_o
);
  if (Clocks < 1 || Clocks > 16) begin : gen_check
    $fatal(1, "delay_line: Clocks is %0d, must be 1 to 16", Clocks);
  end
  localparam int unsigned AddrW = (Clocks > 1) ? $clog2(Clocks) : 1;
  typedef logic [AddrW-1:0] addr_t;

  logic [Width-1:0] mem_q[Clocks];
  addr_t write_q, read_q;
  logic [Clocks-1:0] valid_q;

  function automatic addr_t after(input addr_t at);
    return at == addr_t'(Clocks - 1) ? '0 : at + 1'b1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      write_q <= '0;
      read_q  <= '0;
    end else begin
      valid_q <= Clocks'({valid_q, valid_i});
      if (valid_i) write_q <= after(write_q);
      if (valid_o) read_q <= after(read_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i) mem_q[write_q] <= data_i;
  end

  assign valid_o = valid_q[Clocks-1];
  assign data_o  = mem_q[read_q];
  assign busy_o  = valid_q != '0;
endmodule
`default_nettype wire
