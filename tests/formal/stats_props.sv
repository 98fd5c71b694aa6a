// SPDX-License-Identifier: Apache-2.0
// Properties of the statistics (rtl/stats/stats.sv): no event is lost or counted twice, across a snapshot with
// or without clear, at any rate of events. c_index names any one counter (constant, but free); its reference
// counts the events themselves, by what regs/stats.rdl says of it. A snapshot holds the events of the clocks before
// it; cleared, the counter goes on with those of the snapshot's own clock; a read shows the snapshot.
`default_nettype none
module stats_props
  import sluice_pkg::*;
  import stats_index_pkg::*;
#(
  parameter bit Lemmas = 1'b1
) (
  input wire                     clk_i,
  input wire                     rst_ni,
  input wire port_events_t       events_i,
  input wire                     snapshot_i,
  input wire                     clear_i,
  input wire                     rd_req_i,
  input wire               [5:0] rd_word_i,
  input wire               [4:0] c_index
);
  logic rd_ack_o;
  logic [31:0] rd_data_o;
  stats u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  logic was_compared;
  assign was_compared = events_i.sent_outcome == OutcomeUpdated ||
      events_i.sent_outcome == OutcomeEqual || events_i.sent_outcome == OutcomeLessSevere;

  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (c_index < 5'(NumStats));
    // Only tags of signals 0, 1, 2 are compared.
    if (was_compared) assume (events_i.sent_signal <= 3'd2);
  end
  always_ff @(posedge clk_i) if (past_valid_q) assume (c_index == $past(c_index));

  // What this clock adds.
  function automatic logic [15:0] of_signal(input port_events_t e, input logic compared,
                                            input logic [2:0] signal, input logic [15:0] amount);
    return e.sent && compared && e.sent_signal == signal ? amount : '0;
  endfunction
  logic [15:0] add, length;
  logic updated;
  assign length  = 16'(events_i.sent_len);
  assign updated = events_i.sent_outcome == OutcomeUpdated;
  always_comb begin
    add = '0;
    case (32'(c_index))
      StatRxFrames: add = 16'(events_i.arrive);
      StatRxBytes: if (events_i.arrive) add = events_i.arrive_len;
      StatTxFrames: add = 16'(events_i.sent);
      StatTxBytes: if (events_i.sent) add = length;
      StatDropBad: add = 16'(events_i.arrive && events_i.arrive_drop == DropBad);
      StatDropRunt: add = 16'(events_i.arrive && events_i.arrive_drop == DropRunt);
      StatDropOversize: add = 16'(events_i.arrive && events_i.arrive_drop == DropOversize);
      StatDropBytes:
      if (events_i.arrive && events_i.arrive_drop != DropNone) add = events_i.arrive_len;
      StatTxMacControl: add = 16'(events_i.sent && events_i.sent_mac_control);
      StatCsigAbwFrames: add = of_signal(events_i, was_compared, 3'd0, 16'd1);
      StatCsigAbwBytes: add = of_signal(events_i, was_compared, 3'd0, length);
      StatCsigRelFrames: add = of_signal(events_i, was_compared, 3'd1, 16'd1);
      StatCsigRelBytes: add = of_signal(events_i, was_compared, 3'd1, length);
      StatCsigDelayFrames: add = of_signal(events_i, was_compared, 3'd2, 16'd1);
      StatCsigDelayBytes: add = of_signal(events_i, was_compared, 3'd2, length);
      StatCsigAbwUpdated: add = of_signal(events_i, updated, 3'd0, 16'd1);
      StatCsigRelUpdated: add = of_signal(events_i, updated, 3'd1, 16'd1);
      StatCsigDelayUpdated: add = of_signal(events_i, updated, 3'd2, 16'd1);
      StatCsigEqual: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeEqual);
      StatCsigLessSevere: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeLessSevere);
      StatCsigUnsupported: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeUnsupported);
      StatCsigDSet: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeDSet);
      StatCsigPassed: add = 16'(events_i.sent && events_i.sent_outcome == OutcomePassed);
      StatCsigStripped: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeStripped);
      StatCsigTruncated: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeTruncated);
      StatCsigVlanAfter: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeVlanAfter);
      StatCsigNonIp: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeNonIp);
      StatCsigForeignTpid: add = 16'(events_i.sent && events_i.sent_outcome == OutcomeForeignTpid);
      default: ;
    endcase
  end

  // The counter and its snapshot, without any pipeline; `_late` is a clock behind.
  logic [63:0] count_q, shown_q, count_late_q, shown_late_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {count_q, shown_q, count_late_q, shown_late_q} <= '0;
    else begin
      count_q <= (snapshot_i && clear_i ? '0 : count_q) + 64'(add);
      if (snapshot_i) shown_q <= count_q;
      {count_late_q, shown_late_q} <= {count_q, shown_q};
    end
  end

  logic [NumStats-1:0][63:0] all_live, all_shown;
  for (genvar i = 0; i < NumStats; i++) begin : gen_all
    assign all_live[i]  = u_dut.gen_counter[i].live_q;
    assign all_shown[i] = u_dut.gen_counter[i].shown_q;
  end
  logic [63:0] live, shown;
  always_comb begin
    live  = '0;
    shown = '0;
    for (int unsigned i = 0; i < NumStats; i++) begin
      if (c_index == 5'(i)) live = live | all_live[i];
      if (c_index == 5'(i)) shown = shown | all_shown[i];
    end
  end

  logic asked_q, high_q;
  logic [63:0] answer_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) asked_q <= 1'b0;
    else asked_q <= rd_req_i && rd_word_i[5:1] == c_index;
  end
  always_ff @(posedge clk_i) begin
    high_q   <= rd_word_i[0];
    answer_q <= shown_late_q;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (past_valid_q && $past(rst_ni)) assert (rd_ack_o == $past(rd_req_i));
      if (asked_q) assert (rd_ack_o && rd_data_o == (high_q ? answer_q[63:32] : answer_q[31:0]));
      assert (live == count_late_q && shown == shown_late_q);
      if (Lemmas && past_valid_q) begin
        assert (u_dut.events_q == ($past(rst_ni) ? $past(events_i) : '0));
        assert (u_dut.snapshot_q == ($past(rst_ni) && $past(snapshot_i)));
        assert (u_dut.clear_q == ($past(rst_ni) && $past(clear_i)));
        if ($past(rst_ni)) begin
          assert (count_q == ($past(snapshot_i && clear_i) ? '0 : count_late_q) + 64'($past(add)));
          assert (shown_q == ($past(snapshot_i) ? count_late_q : shown_late_q));
        end else assert ({count_q, shown_q, count_late_q, shown_late_q} == '0);
      end
      cover (asked_q && answer_q == 64'd3 && c_index == 5'(StatCsigRelUpdated) && !high_q);
      cover (shown_q == 64'd5 && count_q == 64'd1 && c_index == 5'(StatDropBad));
    end
  end
endmodule
`default_nettype wire
