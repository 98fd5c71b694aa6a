// SPDX-License-Identifier: Apache-2.0
// Properties of RED's generator (rtl/red/red_draw.sv): the n-th draw is the upper half of the n-th step of
// xorshift32 (13, 17, 5) since the seed, written bit by bit; the first draw of a clock comes before the
// second, a restart before both; nothing else steps it; from a seed other than 0 it never becomes 0.
`default_nettype none
module red_draw_props #(
  parameter bit Lemmas = 1'b1
) (
  input wire        clk_i,
  input wire        rst_ni,
  input wire        reseed_i,
  input wire [31:0] seed_i,
  input wire        first_i,
  input wire        second_i
);
  logic [15:0] first_o, second_o;
  red_draw u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (!reseed_i || seed_i != '0);
  end

  // One step: each bit as a sum of bits.
  function automatic logic [31:0] spec_step(input logic [31:0] x);
    logic [31:0] a, b, c;
    for (int i = 0; i < 32; i++) a[i] = (i >= 13) ? x[i] ^ x[i-13] : x[i];
    for (int i = 0; i < 32; i++) b[i] = (i + 17 < 32) ? a[i] ^ a[i+17] : a[i];
    for (int i = 0; i < 32; i++) c[i] = (i >= 5) ? b[i] ^ b[i-5] : b[i];
    return c;
  endfunction

  logic [31:0] state_q, start, middle, state;
  assign start  = reseed_i ? seed_i : state_q;
  assign middle = first_i ? spec_step(start) : start;
  assign state  = second_i ? spec_step(middle) : middle;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= 32'd1;
    else state_q <= state;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (first_i) assert (first_o == middle[31:16]);
      if (second_i) assert (second_o == state[31:16]);
      assert (state_q != '0);
      if (Lemmas) assert (u_dut.state_q == state_q);
      cover (first_i && second_i && reseed_i);
      // By hand: the first two steps from 1.
      cover (state_q == 32'h0004_2021);
      cover (state_q == 32'h0408_0601);
    end
  end
endmodule
`default_nettype wire
