// SPDX-License-Identifier: Apache-2.0
// What ties quantizer_props.sv to the specification: in a table that rises strictly, the bucket of the linear
// search (lowest n with value <= maximum[n], else 31) lies above n exactly where the value lies above
// maximum[n]. No RTL: values and maxima at their full width. c_entry is n.
`default_nettype none
module quantizer_linear_props (
  input wire              clk_i,
  input wire [30:0][63:0] maximum,
  input wire [63:0]       value,
  input wire [ 4:0]       c_entry
);
  logic [63:0] entry;
  logic [ 4:0] linear;
  always_comb begin
    assume (c_entry < 5'd31);
    entry  = '0;
    linear = 5'd31;
    for (int b = 30; b >= 0; b--) begin
      if (c_entry == 5'(b)) entry = entry | maximum[b];
      if (value <= maximum[b]) linear = 5'(b);
    end
    for (int b = 0; b < 31; b++) begin
      if (5'(b) < c_entry) assume (maximum[b] < entry);
      if (5'(b) > c_entry) assume (maximum[b] > entry);
    end
  end
  always_ff @(posedge clk_i) begin
    assert ((linear > c_entry) == (value > entry));
    cover (linear == 5'd31 && c_entry == 5'd30);
    cover (linear == 5'd7 && value == entry);
  end
endmodule
`default_nettype wire
