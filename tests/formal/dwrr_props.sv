// SPDX-License-Identifier: Apache-2.0
// Properties of the policy (rtl/queue/dwrr.sv), against the rule as the documentation gives it, written once
// more in wide integers:
//  - served is a queue with a frame that is not paused, wherever there is one (work conserving);
//  - a strict queue before any other, the highest first; serving it changes no credit and no turn;
//  - else the queue whose turn it is while its credit lasts; else the next one, which gets its quantum; the
//    credit equation is exact in both cases, and all other credits stay;
//  - a credit stays between -(longest frame - 1) and the largest quantum: nothing wraps.
`default_nettype none
module dwrr_props
  import sluice_pkg::*;
#(
  parameter bit Lemmas = 1'b1
) (
  input wire                               clk_i,
  input wire                               rst_ni,
  input wire [NumQueues-1:0]               strict_i,
  input wire [NumQueues-1:0][QuantumW-1:0] quantum_i,
  input wire [NumQueues-1:0]               pause_i,
  input wire [NumQueues-1:0]               head_valid_i,
  input wire [NumQueues-1:0][    LenW-1:0] head_len_i,
  input wire                               select_i,
  input wire [   QueueW-1:0]               any_queue
);
  logic valid_o;
  logic [QueueW-1:0] queue_o;
  dwrr u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    if (!valid_o) assume (!select_i);
    for (int unsigned q = 0; q < NumQueues; q++) begin
      assume (strict_i[q] || quantum_i[q] >= QuantumW'(MaxFrame));
      assume (head_len_i[q] >= LenW'(MinFrame) && head_len_i[q] <= LenW'(MaxFrame));
    end
  end

  // The rule.
  int credit_q[NumQueues];
  int credit  [NumQueues];
  logic [QueueW-1:0] turn_q, turn, pick;
  logic found;
  logic [NumQueues-1:0] can;
  assign can = head_valid_i & ~pause_i;
  always_comb begin
    found  = 1'b0;
    pick   = '0;
    turn   = turn_q;
    credit = credit_q;
    for (int unsigned i = 1; i <= NumQueues; i++) begin
      if (!found && can[NumQueues-i] && strict_i[NumQueues-i]) begin
        found = 1'b1;
        pick  = QueueW'(NumQueues - i);
      end
    end
    if (!found && can != '0) begin
      if (can[turn_q] && !strict_i[turn_q] && credit_q[turn_q] > 0) begin
        pick = turn_q;
      end else begin
        if (credit[turn_q] > 0) credit[turn_q] = 0;
        for (int unsigned i = 1; i <= NumQueues; i++) begin
          if (!found && can[(turn_q+i)%8] && !strict_i[(turn_q+i)%8]) begin
            found = 1'b1;
            pick  = QueueW'((turn_q + i) % 8);
          end
        end
        credit[pick] = credit[pick] + int'({1'b0, quantum_i[pick]});
        turn = pick;
      end
      credit[pick] = credit[pick] - int'({1'b0, head_len_i[pick]});
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= QueueW'(7);
      for (int unsigned q = 0; q < NumQueues; q++) credit_q[q] <= 0;
    end else if (select_i) begin
      turn_q <= turn;
      for (int unsigned q = 0; q < NumQueues; q++) credit_q[q] <= credit[q];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (valid_o == (can != '0));
      if (valid_o) begin
        assert (can[queue_o]);
        assert (queue_o == pick);
        // A strict queue with a frame waits for higher ones alone; another one for no strict one.
        if (can[any_queue] && strict_i[any_queue])
          assert (strict_i[queue_o] && queue_o >= any_queue);
      end
      assert (credit_q[any_queue] > -int'(MaxFrame) && credit_q[any_queue] < 2 ** QuantumW);
      if (Lemmas) begin
        assert (u_dut.turn_q == turn_q);
        for (int unsigned q = 0; q < NumQueues; q++) begin
          assert (int'(u_dut.credit_q[q]) == credit_q[q]);
          assert (credit_q[q] > -int'(MaxFrame) && credit_q[q] < 2 ** QuantumW);
          assert (q == 32'(turn_q) || credit_q[q] <= 0);
        end
      end
      cover (select_i && !strict_i[queue_o] && turn_q == 3'd3 && queue_o == 3'd1 &&
             credit_q[3] < 0);
      cover (select_i && credit_q[1] > 0 && turn_q == 3'd1 && queue_o != 3'd1);
      cover (select_i && strict_i[queue_o] && turn_q == 3'd2);
    end
  end
endmodule
`default_nettype wire
