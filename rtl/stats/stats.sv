// SPDX-License-Identifier: Apache-2.0
// A port's counters, 64 bits each, and the snapshot of them that software reads.
//
// Interface:  events_i: what happens in this clock. snapshot_i copies the live counters: events of
//             earlier clocks are in, those of this one are not. With clear_i the live counters restart
//             and hold just this clock's events. depth_i, watermark_i: the
//             port's at the snapshot, kept by admission. rd_req_i reads the 32-bit word rd_word_i of
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
  input  wire depth_t              depth_i,
  input  wire depth_t              watermark_i,
  input  wire                      rd_req_i,
  input  wire               [ 5:0] rd_word_i,
  output logic                     rd_ack_o,
  output logic              [31:0] rd_data_o
);
  localparam int unsigned LenCountW = 16;
  localparam int unsigned IndexW = $clog2(NumStats);
  if (NumStats > 32) begin : gen_check
    $fatal(1, "stats: %0d counters do not fit rd_word_i, at most 32 do", NumStats);
  end

  // Events and command are held for a clock: the way from the bus to the adders is long.
  port_events_t events_q;
  logic snapshot_q, clear_q, clear;

  localparam int unsigned NumCounters = StatWatermark;  // the depths behind are not counted here
  logic [NumCounters-1:0] hit;  // counters that count in this clock
  logic [63:0] shown[NumStats];
  logic rd_ack_q;
  logic [31:0] rd_data_q;

  assign clear = snapshot_q && clear_q;

  always_comb begin
    logic compared, updated, dropped;
    compared = events_q.sent_outcome inside {OutcomeUpdated, OutcomeEqual, OutcomeLessSevere};
    updated  = events_q.sent_outcome == OutcomeUpdated;
    dropped  = events_q.arrive_drop != DropNone;

    hit      = '0;
    if (events_q.arrive) begin
      hit[StatRxFrames]     = 1'b1;
      hit[StatRxBytes]      = 1'b1;
      hit[StatDropBad]      = events_q.arrive_drop == DropBad;
      hit[StatDropRunt]     = events_q.arrive_drop == DropRunt;
      hit[StatDropOversize] = events_q.arrive_drop == DropOversize;
      hit[StatDropBytes]    = dropped;
      hit[StatIpBroken]     = events_q.arrive_broken;
    end
    if (events_q.sent) begin
      hit[StatTxFrames]     = 1'b1;
      hit[StatTxBytes]      = 1'b1;
      hit[StatTxMacControl] = events_q.sent_mac_control;
      if (compared) begin
        unique case (events_q.sent_signal)
          3'd0: begin
            hit[StatCsigAbwFrames]  = 1'b1;
            hit[StatCsigAbwBytes]   = 1'b1;
            hit[StatCsigAbwUpdated] = updated;
          end
          3'd1: begin
            hit[StatCsigRelFrames]  = 1'b1;
            hit[StatCsigRelBytes]   = 1'b1;
            hit[StatCsigRelUpdated] = updated;
          end
          default: begin
            hit[StatCsigDelayFrames]  = 1'b1;
            hit[StatCsigDelayBytes]   = 1'b1;
            hit[StatCsigDelayUpdated] = updated;
          end
        endcase
      end
      unique case (events_q.sent_outcome)
        OutcomeEqual:       hit[StatCsigEqual] = 1'b1;
        OutcomeLessSevere:  hit[StatCsigLessSevere] = 1'b1;
        OutcomeUnsupported: hit[StatCsigUnsupported] = 1'b1;
        OutcomeDSet:        hit[StatCsigDSet] = 1'b1;
        OutcomePassed:      hit[StatCsigPassed] = 1'b1;
        OutcomeStripped:    hit[StatCsigStripped] = 1'b1;
        OutcomeTruncated:   hit[StatCsigTruncated] = 1'b1;
        OutcomeVlanAfter:   hit[StatCsigVlanAfter] = 1'b1;
        OutcomeNonIp:       hit[StatCsigNonIp] = 1'b1;
        OutcomeForeignTpid: hit[StatCsigForeignTpid] = 1'b1;
        default:            ;
      endcase
    end
  end

  // Each counter stands alone and moves only when it counts: most rest in most clocks, in hardware
  // and in simulation.
  for (genvar i = 0; i < NumCounters; i++) begin : gen_counter
    localparam bit OfArrival = i == StatRxBytes || i == StatDropBytes;
    localparam bit OfDeparture = i == StatTxBytes || i == StatCsigAbwBytes ||
        i == StatCsigRelBytes || i == StatCsigDelayBytes;
    logic [63:0] live_q, shown_q;
    logic [LenCountW-1:0] amount;

    if (OfArrival) begin : gen_arrival
      assign amount = events_q.arrive_len;
    end else if (OfDeparture) begin : gen_departure
      assign amount = LenCountW'(events_q.sent_len);
    end else begin : gen_event
      assign amount = LenCountW'(1);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) live_q <= '0;
      else if (clear) live_q <= hit[i] ? 64'(amount) : '0;
      else if (hit[i]) live_q <= live_q + 64'(amount);
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) shown_q <= '0;
      else if (snapshot_q) shown_q <= live_q;
    end
    assign shown[i] = shown_q;
  end
  assign shown[StatWatermark] = 64'(watermark_i);
  assign shown[StatDepth]     = 64'(depth_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      events_q   <= '0;
      snapshot_q <= 1'b0;
      clear_q    <= 1'b0;
      rd_ack_q   <= 1'b0;
    end else begin
      events_q   <= events_i;
      snapshot_q <= snapshot_i;
      clear_q    <= clear_i;
      rd_ack_q   <= rd_req_i;
    end
  end

  // A word behind the last counter reads 0.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_data_q <= '0;
    end else if (rd_req_i) begin
      rd_data_q <= '0;
      if (32'(rd_word_i[5:1]) < NumStats) begin
        rd_data_q <= rd_word_i[0] ? shown[IndexW'(rd_word_i[5:1])][63:32]
                                  : shown[IndexW'(rd_word_i[5:1])][31:0];
      end
    end
  end

  logic unused_events;  // those of the queues are counted elsewhere
  assign unused_events = ^events_q;

  assign rd_ack_o = rd_ack_q;
  assign rd_data_o = rd_data_q;
endmodule
`default_nettype wire
