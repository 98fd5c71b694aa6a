// SPDX-License-Identifier: Apache-2.0
// Properties of compare-and-replace (rtl/csig/compare.sv): combinational, so one step is every case.
// The tag word is t[3] r[1] s[5] lm[6] d[1]; signals 0 and 1 carry a minimum, signal 2 a maximum.
`default_nettype none
module compare_props
  import sluice_pkg::*;
(
  input wire        clk_i,
  input wire [15:0] tag_i,
  input wire [ 4:0] bucket_i,
  input wire [ 5:0] locator_i
);
  logic [15:0] tag_o;
  outcome_e outcome_o;
  compare u_dut (.*);

  logic [2:0] t;
  logic [4:0] s_in, s_out;
  logic [5:0] lm_in, lm_out;
  logic d;
  assign t      = tag_i[15:13];
  assign s_in   = tag_i[11:7];
  assign s_out  = tag_o[11:7];
  assign lm_in  = tag_i[6:1];
  assign lm_out = tag_o[6:1];
  assign d      = tag_i[0];

  // Written from the rules, not from the RTL: how bad a bucket is, as a number that grows with severity.
  function automatic logic [5:0] severity(input logic [2:0] signal, input logic [4:0] bucket);
    return signal == 3'd2 ? 6'(bucket) : 6'd31 - 6'(bucket);
  endfunction

  logic [15:0] spec_tag;
  outcome_e spec_outcome;
  always_comb begin
    spec_tag = tag_i;
    if (t > 3'd2) spec_outcome = OutcomeUnsupported;
    else if (d) spec_outcome = OutcomeDSet;
    else if (severity(t, bucket_i) > severity(t, s_in)) begin
      spec_outcome = OutcomeUpdated;
      spec_tag     = {t, tag_i[12], bucket_i, locator_i, 1'b0};
    end else if (bucket_i == s_in) spec_outcome = OutcomeEqual;
    else spec_outcome = OutcomeLessSevere;
  end

  always_ff @(posedge clk_i) begin
    // Never less severe.
    if (t <= 3'd2) assert (severity(t, s_out) >= severity(t, s_in));
    // Equal changes nothing: the locator of the earlier hop stays.
    if (bucket_i == s_in) assert (tag_o == tag_i);
    // Nothing but s and lm ever changes, and the two change together.
    assert (tag_o[15:12] == tag_i[15:12]);
    assert (tag_o[0] == d);
    if (s_out == s_in) assert (lm_out == lm_in);
    if (s_out != s_in) assert (s_out == bucket_i && lm_out == locator_i);
    // The do-not-update bit, or a type that the switch does not know: untouched.
    if (d || t > 3'd2) assert (tag_o == tag_i);
    // For all inputs, tag and outcome are the rule's.
    assert (tag_o == spec_tag);
    assert (outcome_o == spec_outcome);

    cover (outcome_o == OutcomeUpdated && t == 3'd0 && tag_i[12]);
    cover (outcome_o == OutcomeUpdated && t == 3'd1 && bucket_i == 5'd0);
    cover (outcome_o == OutcomeUpdated && t == 3'd2 && bucket_i == 5'd31);
    cover (outcome_o == OutcomeEqual && lm_in != locator_i);
    cover (outcome_o == OutcomeLessSevere && t == 3'd2);
    cover (outcome_o == OutcomeUnsupported && d);
    cover (outcome_o == OutcomeDSet && severity(t, bucket_i) > severity(t, s_in));
  end
endmodule
`default_nettype wire
