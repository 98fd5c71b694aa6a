// SPDX-License-Identifier: Apache-2.0
// Compare-and-replace of a compact tag word (the two bytes after the TPID).
//
// Interface:  tag_i as received, bucket_i and locator_i local; tag_o as it must leave.
//             The local bucket and locator replace those of the tag only where the local bucket is
//             strictly more severe: smaller for signals 0 and 1, larger for signal 2. A signal type
//             above 2 (looked at first) or a set d bit leaves the tag alone.
// Latency:    combinational.
// Source:     "CSIG signal types", table 2, of the specification; layout t[3] r[1] s[5] lm[6] d[1].
`default_nettype none
module compare
  import sluice_pkg::*;
(
  input  wire      [15:0] tag_i,
  input  wire      [ 4:0] bucket_i,
  input  wire      [ 5:0] locator_i,
  output logic     [15:0] tag_o,
  output outcome_e        outcome_o
);
  typedef struct packed {
    logic [2:0] signal;
    logic       reserved;
    logic [4:0] bucket;
    logic [5:0] locator;
    logic       no_update;
  } compact_t;

  localparam logic [2:0] SignalDelay = 3'd2;

  compact_t tag, replaced;
  logic more_severe;

  assign tag = tag_i;
  assign more_severe = (tag.signal == SignalDelay) ? bucket_i > tag.bucket : bucket_i < tag.bucket;

  always_comb begin
    replaced = tag;
    if (tag.signal > SignalDelay) outcome_o = OutcomeUnsupported;
    else if (tag.no_update) outcome_o = OutcomeDSet;
    else if (bucket_i == tag.bucket) outcome_o = OutcomeEqual;
    else if (!more_severe) outcome_o = OutcomeLessSevere;
    else begin
      outcome_o = OutcomeUpdated;
      replaced.bucket = bucket_i;
      replaced.locator = locator_i;
    end
    tag_o = replaced;
  end
endmodule
`default_nettype wire
