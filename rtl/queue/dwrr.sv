// SPDX-License-Identifier: Apache-2.0
// Which queue is served next: strict priority first, the highest first, then deficit weighted round
// robin among the others.
//
// Interface:  head_valid_i, head_len_i: the queues' oldest frames, bytes. pause_i: a queue that is
//             not served. strict_i, quantum_i: configuration in force; a quantum of a queue that is
//             not strict is at least MaxFrame. valid_o, queue_o: what the policy serves now, from
//             the inputs of this clock; select_i: it is served (only with valid_o).
// Latency:    none: valid_o and queue_o follow the inputs within the clock.
// Throughput: one decision a clock.
//
// `turn` is the queue that was served last by round robin. It goes on while its credit lasts; else
// what is left of a positive credit is forfeited, and the next one with a frame gets its quantum. A
// queue's credit pays for its frames and may fall below 0, by less than a frame; as a quantum is
// no smaller than a frame, a queue always has credit after it got one: no second lap is needed.
`default_nettype none
module dwrr
  import sluice_pkg::*;
(
  input  wire                                clk_i,
  input  wire                                rst_ni,
  input  wire  [NumQueues-1:0]               strict_i,
  input  wire  [NumQueues-1:0][QuantumW-1:0] quantum_i,
  input  wire  [NumQueues-1:0]               pause_i,
  input  wire  [NumQueues-1:0]               head_valid_i,
  input  wire  [NumQueues-1:0][    LenW-1:0] head_len_i,
  output logic                               valid_o,
  output logic [   QueueW-1:0]               queue_o,
  input  wire                                select_i
);
  // From -(MaxFrame - 1) to the largest quantum.
  typedef logic signed [QuantumW:0] credit_t;

  credit_t credit_d[NumQueues], credit_q[NumQueues];
  logic [QueueW-1:0] turn_d, turn_q;
  logic [NumQueues-1:0] eligible, by_strict, by_turn;
  logic stay, any_strict;  // `turn` goes on; a strict queue has a frame
  logic [QueueW-1:0] strict_pick, turn_pick;

  assign eligible   = head_valid_i & ~pause_i;
  assign by_strict  = eligible & strict_i;
  assign by_turn    = eligible & ~strict_i;
  assign any_strict = by_strict != '0;
  assign stay       = by_turn[turn_q] && credit_q[turn_q] > 0;

  always_comb begin
    strict_pick = '0;
    for (int unsigned q = 0; q < NumQueues; q++) begin
      if (by_strict[q]) strict_pick = QueueW'(q);
    end
  end
  always_comb begin
    turn_pick = turn_q;
    for (int unsigned i = NumQueues; i > 0; i--) begin
      if (by_turn[QueueW'(turn_q+QueueW'(i))]) turn_pick = turn_q + QueueW'(i);
    end
    if (stay) turn_pick = turn_q;
  end

  assign valid_o = eligible != '0;
  assign queue_o = any_strict ? strict_pick : turn_pick;

  always_comb begin
    credit_d = credit_q;
    turn_d   = turn_q;
    if (select_i && !any_strict) begin
      turn_d = turn_pick;
      if (!stay) begin
        if (credit_q[turn_q] > 0) credit_d[turn_q] = '0;
        credit_d[turn_pick] = credit_d[turn_pick] + credit_t'({1'b0, quantum_i[turn_pick]});
      end
      credit_d[turn_pick] = credit_d[turn_pick] - credit_t'({1'b0, head_len_i[turn_pick]});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= QueueW'(NumQueues - 1);
      for (int unsigned q = 0; q < NumQueues; q++) credit_q[q] <= '0;
    end else begin
      turn_q <= turn_d;
      for (int unsigned q = 0; q < NumQueues; q++) credit_q[q] <= credit_d[q];
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      // Nothing to check.
    end else begin
      assert (!select_i || valid_o)
      else $error("dwrr: select without a frame");
      assert (!select_i || any_strict || quantum_i[turn_pick] >= QuantumW'(MaxFrame))
      else $error("dwrr: quantum of queue %0d below %0d bytes", turn_pick, MaxFrame);
    end
  end
`endif
endmodule
`default_nettype wire
