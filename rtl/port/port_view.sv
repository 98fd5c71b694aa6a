// SPDX-License-Identifier: Apache-2.0
// For those who look at waves, in simulation alone: enumerations as text, and the number of the
// frame that is at the wire. Nothing depends on it; synthesis never sees it.
//
// Interface:  inputs as their names in port; the signals inside are for waves (tb/waves/save_file.cpp
//             lists them).
// Latency:    none; wire_frame is that of the beat at m_axis_*.
`default_nettype none
// Nothing that a test could reach or miss.
// verilator coverage_off
module port_view
  import sluice_pkg::*;
  import datapath_pkg::*;
(
  input wire                      clk_i,
  input wire                      rst_ni,
  input wire port_config_t        port_i,
  input wire verdict_t            verdict_i,
  input wire sent_t               sent_info_i,
  input wire                      sent_i,
  input wire                      judged_valid_i,
  input wire judged_t             judged_i,
  input wire                      start_i,
  input wire               [31:0] start_frame_i
);
  typedef logic [8*12-1:0] text_t;

  function automatic text_t outcome_text(input outcome_e outcome);
    unique case (outcome)
      OutcomeNone:        return "none";
      OutcomeUpdated:     return "updated";
      OutcomeEqual:       return "equal";
      OutcomeLessSevere:  return "less severe";
      OutcomeUnsupported: return "unsupported";
      OutcomeDSet:        return "d set";
      OutcomePassed:      return "passed";
      OutcomeStripped:    return "stripped";
      OutcomeTruncated:   return "truncated";
      OutcomeVlanAfter:   return "VLAN after";
      OutcomeNonIp:       return "not IP";
      OutcomeForeignTpid: return "foreign TPID";
      default:            return "?";
    endcase
  endfunction

  function automatic text_t signal_of(input logic [2:0] signal);
    unique case (signal)
      3'd0:    return "ABW";
      3'd1:    return "ABW/C";
      3'd2:    return "delay";
      default: return "unsupported";
    endcase
  endfunction

  text_t judged_text, action_text, verdict_text, signal_text, sent_text;

  always_comb begin
    unique case (judged_i.drop)
      DropNone:       judged_text = judged_i.mark ? "mark" : "kept";
      DropBad:        judged_text = "drop: bad";
      DropRunt:       judged_text = "drop: runt";
      DropOversize:   judged_text = "drop: long";
      DropQueueLimit: judged_text = "drop: queue";
      DropPortLimit:  judged_text = "drop: port";
      DropBuffer:     judged_text = "drop: buffer";
      DropRed:        judged_text = "drop: RED";
      default:        judged_text = "?";
    endcase
    if (!judged_valid_i) judged_text = "";
    unique case (port_i.action)
      ActionUpdate: action_text = "update";
      ActionPass:   action_text = "pass";
      ActionStrip:  action_text = "strip";
      default:      action_text = "?";
    endcase
  end
  assign verdict_text = outcome_text(verdict_i.outcome);
  assign signal_text  = signal_of(verdict_i.signal);
  assign sent_text    = outcome_text(sent_info_i.outcome);

  // A member of this name is called otherwise in waves.
  queue_t judged_queue;
  assign judged_queue = judged_i.queue;

  // Every frame that starts has a beat at the wire before Slots more have started.
  localparam int unsigned Slots = 2 * OutputDepth;
  localparam int unsigned SlotW = $clog2(Slots);
  logic [31:0] frames_q[Slots];
  logic [SlotW-1:0] in_q, out_q;
  logic [31:0] wire_frame;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q  <= '0;
      out_q <= '0;
    end else begin
      if (start_i) in_q <= in_q == SlotW'(Slots - 1) ? '0 : in_q + 1'b1;
      if (sent_i) out_q <= out_q == SlotW'(Slots - 1) ? '0 : out_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (start_i) frames_q[in_q] <= start_frame_i;
  end
  assign wire_frame = frames_q[out_q];
endmodule
// verilator coverage_on
`default_nettype wire
