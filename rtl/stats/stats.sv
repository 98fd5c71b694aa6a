// SPDX-License-Identifier: Apache-2.0
// A port's counters, 64 bits each, and the snapshot of them that software reads.
//
// Interface:  events_i: what happens in this clock. snapshot_i copies the live counters: events of
//             earlier clocks are in, those of this one are not. With clear_i the live counters restart
//             and hold just this clock's events. rd_req_i reads the 32-bit word rd_word_i of
//             the snapshot (low half first); the answer comes with rd_ack_o.
// Latency:    a snapshot can be read from two clocks after snapshot_i; a read takes 1 clock.
// Throughput: one arrival and one departure a clock.
// Source:     regs/stats.rdl (names and places), docs/architecture.md, "Clocks and events".
`default_nettype none
module stats
  import sluice_pkg::*;
  import stats_index_pkg::*;
(
  input  wire                      clk_i,
  input  wire                      rst_ni,
  input  wire port_events_t        events_i,
  input  wire                      snapshot_i,
  input  wire                      clear_i,
  input  wire                      rd_req_i,
  input  wire               [ 5:0] rd_word_i,
  output logic                     rd_ack_o,
  output logic              [31:0] rd_data_o
);
  localparam int unsigned IncW = 16;
  localparam int unsigned IndexW = $clog2(NumStats);
  if (NumStats > 32) begin : gen_check
    $fatal(1, "stats: %0d counters do not fit rd_word_i, at most 32 do", NumStats);
  end

  // Events and command are held for a clock: the way from the bus to the adders is long.
  port_events_t events_q;
  logic snapshot_q, clear_q;

  logic [NumStats-1:0][IncW-1:0] inc;
  logic [NumStats-1:0][63:0] live_d, live_q, shown_d, shown_q;
  logic rd_ack_q;
  logic [31:0] rd_data_d, rd_data_q;

  always_comb begin
    logic sent, compared, dropped;
    logic [IncW-1:0] bytes;
    sent     = events_q.sent;
    bytes    = IncW'(events_q.sent_len);
    compared = events_q.sent_outcome inside {OutcomeUpdated, OutcomeEqual, OutcomeLessSevere};
    dropped  = events_q.arrive_drop != DropNone;

    inc      = '0;
    if (events_q.arrive) begin
      inc[StatRxFrames]     = IncW'(1);
      inc[StatRxBytes]      = events_q.arrive_len;
      inc[StatDropBad]      = IncW'(events_q.arrive_drop == DropBad);
      inc[StatDropRunt]     = IncW'(events_q.arrive_drop == DropRunt);
      inc[StatDropOversize] = IncW'(events_q.arrive_drop == DropOversize);
      inc[StatDropBytes]    = dropped ? events_q.arrive_len : '0;
    end
    if (sent) begin
      inc[StatTxFrames]     = IncW'(1);
      inc[StatTxBytes]      = bytes;
      inc[StatTxMacControl] = IncW'(events_q.sent_mac_control);
    end
    if (sent && compared) begin
      unique case (events_q.sent_signal)
        3'd0: begin
          inc[StatCsigAbwFrames]  = IncW'(1);
          inc[StatCsigAbwBytes]   = bytes;
          inc[StatCsigAbwUpdated] = IncW'(events_q.sent_outcome == OutcomeUpdated);
        end
        3'd1: begin
          inc[StatCsigRelFrames]  = IncW'(1);
          inc[StatCsigRelBytes]   = bytes;
          inc[StatCsigRelUpdated] = IncW'(events_q.sent_outcome == OutcomeUpdated);
        end
        default: begin
          inc[StatCsigDelayFrames]  = IncW'(1);
          inc[StatCsigDelayBytes]   = bytes;
          inc[StatCsigDelayUpdated] = IncW'(events_q.sent_outcome == OutcomeUpdated);
        end
      endcase
    end
    if (sent) begin
      unique case (events_q.sent_outcome)
        OutcomeEqual:       inc[StatCsigEqual] = IncW'(1);
        OutcomeLessSevere:  inc[StatCsigLessSevere] = IncW'(1);
        OutcomeUnsupported: inc[StatCsigUnsupported] = IncW'(1);
        OutcomeDSet:        inc[StatCsigDSet] = IncW'(1);
        OutcomePassed:      inc[StatCsigPassed] = IncW'(1);
        OutcomeStripped:    inc[StatCsigStripped] = IncW'(1);
        OutcomeTruncated:   inc[StatCsigTruncated] = IncW'(1);
        OutcomeVlanAfter:   inc[StatCsigVlanAfter] = IncW'(1);
        OutcomeNonIp:       inc[StatCsigNonIp] = IncW'(1);
        OutcomeForeignTpid: inc[StatCsigForeignTpid] = IncW'(1);
        default:            ;
      endcase
    end

    for (int unsigned i = 0; i < NumStats; i++) begin
      live_d[i] = (snapshot_q && clear_q ? '0 : live_q[i]) + 64'(inc[i]);
    end
    shown_d = snapshot_q ? live_q : shown_q;
  end

  always_comb begin
    logic [63:0] word;
    word = '0;
    for (int unsigned i = 0; i < NumStats; i++) begin
      if (rd_word_i[5:1] == 5'(i)) word = shown_q[IndexW'(i)];
    end
    rd_data_d = rd_word_i[0] ? word[63:32] : word[31:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      events_q   <= '0;
      snapshot_q <= 1'b0;
      clear_q    <= 1'b0;
      live_q     <= '0;
      shown_q    <= '0;
      rd_ack_q   <= 1'b0;
      rd_data_q  <= '0;
    end else begin
      events_q   <= events_i;
      snapshot_q <= snapshot_i;
      clear_q    <= clear_i;
      live_q     <= live_d;
      shown_q    <= shown_d;
      rd_ack_q   <= rd_req_i;
      rd_data_q  <= rd_data_d;
    end
  end

  assign rd_ack_o  = rd_ack_q;
  assign rd_data_o = rd_data_q;
endmodule
`default_nettype wire
