// SPDX-License-Identifier: Apache-2.0
// Counters of a port's queues, 64 bits each, and the snapshot of them that software reads.
//
// Interface:  events_i: what happens in this clock. snapshot_i copies the live counters: events of
//             earlier clocks are in, those of this one are not. With clear_i the live counters
//             restart and hold just this clock's events. watermark_i, depth_i: the snapshot's, kept by
//             admission, which knows the depths. rd_req_i reads the 32-bit word rd_word_i of the
//             snapshot: queue, counter, half (low first); the answer comes with rd_ack_o.
// Latency:    a snapshot can be read from two clocks after snapshot_i; a read takes 1 clock.
// Throughput: one arrival and one departure a clock.
// Source:     regs/stats.rdl (names and places), docs/architecture.md, "Clocks and events".
`default_nettype none
module queue_stats
  import sluice_pkg::*;
  import stats_index_pkg::*;
(
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire port_events_t                 events_i,
  input  wire                               snapshot_i,
  input  wire                               clear_i,
  input  wire depth_t       [NumQueues-1:0] watermark_i,
  input  wire depth_t       [NumQueues-1:0] depth_i,
  input  wire                               rd_req_i,
  input  wire               [          7:0] rd_word_i,
  output logic                              rd_ack_o,
  output logic              [         31:0] rd_data_o
);
  // The depths behind are not counted here.
  localparam int unsigned NumCounters = QueueStatWatermark;
  localparam int unsigned LenCountW = 16;

  // Events and command are held for a clock, as in stats.
  port_events_t events_q;
  logic snapshot_q, clear_q, clear;

  logic [NumCounters-1:0] hit;  // counters of the event's queue that count in this clock
  logic [63:0] shown[NumCounters];
  logic rd_ack_q;
  logic [31:0] rd_data_q;

  assign clear = snapshot_q && clear_q;

  always_comb begin
    logic dropped;
    dropped = 1'b0;
    hit     = '0;
    if (events_q.arrive) begin
      unique case (events_q.arrive_drop)
        DropNone: begin
          hit[QueueStatRxFrames] = 1'b1;
          hit[QueueStatRxBytes]  = 1'b1;
        end
        DropQueueLimit: begin
          hit[QueueStatDropQueueLimit] = 1'b1;
          dropped = 1'b1;
        end
        DropPortLimit: begin
          hit[QueueStatDropPortLimit] = 1'b1;
          dropped = 1'b1;
        end
        DropBuffer: begin
          hit[QueueStatDropBuffer] = 1'b1;
          dropped = 1'b1;
        end
        DropRed: begin
          hit[QueueStatDropRed] = 1'b1;
          dropped = 1'b1;
        end
        default: ;  // reached no queue
      endcase
      hit[QueueStatDropBytes] = dropped;
      hit[QueueStatCeArrived] = events_q.arrive_ce && (dropped || hit[QueueStatRxFrames]);
    end
    if (events_q.sent) begin
      hit[QueueStatTxFrames]     = 1'b1;
      hit[QueueStatTxBytes]      = 1'b1;
      hit[QueueStatMarkedFrames] = events_q.sent_marked;
      hit[QueueStatMarkedBytes]  = events_q.sent_marked;
    end
  end

  logic [QueueW-1:0] rd_queue;
  assign rd_queue = rd_word_i[7:5];

  // One counter of all queues: at most one of them counts in a clock.
  for (genvar i = 0; i < NumCounters; i++) begin : gen_counter
    localparam bit OfDeparture = i == QueueStatTxFrames || i == QueueStatTxBytes ||
        i == QueueStatMarkedFrames || i == QueueStatMarkedBytes;
    localparam bit Bytes = i == QueueStatRxBytes || i == QueueStatTxBytes ||
        i == QueueStatDropBytes || i == QueueStatMarkedBytes;
    logic [NumQueues-1:0][63:0] live_q, shown_q;
    logic [LenCountW-1:0] amount;
    queue_t queue;

    assign queue = OfDeparture ? events_q.sent_queue : events_q.arrive_queue;
    if (!Bytes) begin : gen_event
      assign amount = LenCountW'(1);
    end else if (OfDeparture) begin : gen_departure
      assign amount = LenCountW'(events_q.sent_len);
    end else begin : gen_arrival
      assign amount = events_q.arrive_len;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        live_q <= '0;
      end else if (clear) begin
        live_q <= '0;
        if (hit[i]) live_q[queue] <= 64'(amount);
      end else if (hit[i]) begin
        live_q[queue] <= live_q[queue] + 64'(amount);
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) shown_q <= '0;
      else if (snapshot_q) shown_q <= live_q;
    end
    assign shown[i] = shown_q[rd_queue];
  end

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

  logic [63:0] value;
  always_comb begin
    value = '0;  // a word behind the last counter
    if (32'(rd_word_i[4:1]) < NumCounters) value = shown[rd_word_i[4:1]];
    else if (32'(rd_word_i[4:1]) == QueueStatWatermark) value = 64'(watermark_i[rd_queue]);
    else if (32'(rd_word_i[4:1]) == QueueStatDepth) value = 64'(depth_i[rd_queue]);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rd_data_q <= '0;
    else if (rd_req_i) rd_data_q <= rd_word_i[0] ? value[63:32] : value[31:0];
  end

  logic unused_events;  // those of tags are counted elsewhere
  assign unused_events = ^events_q;

  assign rd_ack_o = rd_ack_q;
  assign rd_data_o = rd_data_q;
endmodule
`default_nettype wire
