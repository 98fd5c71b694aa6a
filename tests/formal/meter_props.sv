// SPDX-License-Identifier: Apache-2.0
// Properties of the bandwidth meter's arithmetic (rtl/csig/meter.sv): whenever a computation ends, the
// value is max(0, capacity - sum * 10^6 / interval), and the percentage is
// floor(100 * value / capacity), for every sum of the window, capacity and interval. Percent chooses
// which of the two is looked at.
//
// The RTL divides by restoring subtraction, two bits a clock. The reference adds up the weights
// (capacity times 2^n) of the quotient's bits as they appear: that sum must end at most 100 * value and
// less than a capacity below it.
// CapacityBits and SumBits shrink the numbers; the width of the RTL stays.
`default_nettype none
module meter_props
  import sluice_pkg::*;
#(
  parameter int unsigned CapacityBits = 10,
  parameter int unsigned SumBits      = 12,
  parameter bit          Percent      = 1'b0,
  parameter bit          Lemmas       = 1'b1
) (
  input wire                          clk_i,
  input wire                          rst_ni,
  input wire time_t                   now_i,
  input wire port_config_t            port_i,
  input wire               [     2:0] interval_sel_i,
  input wire                          rest_i,
  input wire                          sent_i,
  input wire               [LenW-1:0] sent_len_i,
  input wire                          sent_mac_control_i
);
  logic [CapacityW-1:0] abw_o;
  logic [6:0] percent_o;
  logic deadline_valid_o, idle_o;  // idle_o: no computation under way
  time_t deadline_o;
  meter u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb begin
    if (!past_valid_q) assume (!rst_ni);
    assume (port_i.capacity >> CapacityBits == '0);
    assume (u_dut.sum_q >> SumBits == '0);
    assume (interval_sel_i < 3'(NumIntervals));
  end
  // A configuration changes only together with rest_i.
  always_ff @(posedge clk_i) begin
    if (past_valid_q && $past(rst_ni) && !rest_i) begin
      assume (port_i.capacity == $past(port_i.capacity) && interval_sel_i == $past(interval_sel_i));
    end
  end

  // rate = sum * 10^6 / interval, unsaturated, in factors of 100 and 10 as the steps go by. That the factors
  // make 10^6 / interval is asserted below, on its own.
  localparam int unsigned WideW = CapacityW + 4 + 20;
  typedef logic [WideW-1:0] wide_t;
  function automatic wide_t factor(input logic [2:0] sel, input int unsigned n);
    unique case (sel)
      3'd0: return wide_t'(100);
      3'd1: return n < 2 ? wide_t'(100) : wide_t'(1);
      3'd2: return n == 0 ? wide_t'(100) : n == 1 ? wide_t'(10) : wide_t'(1);
      3'd3: return n == 0 ? wide_t'(100) : wide_t'(1);
      default: return n == 0 ? wide_t'(10) : wide_t'(1);
    endcase
  endfunction
  function automatic wide_t microseconds(input logic [2:0] sel);
    unique case (sel)
      3'd0: return wide_t'(1);
      3'd1: return wide_t'(100);
      3'd2: return wide_t'(1_000);
      3'd3: return wide_t'(10_000);
      default: return wide_t'(100_000);
    endcase
  endfunction
  localparam wide_t SumEnd = wide_t'(1) << 44;
  wide_t rate_q;
  logic [43:0] sum_q;  // the sum that the computation began with
  always_ff @(posedge clk_i) begin
    if (u_dut.step_q == 4'd1) begin
      rate_q <= wide_t'(u_dut.sum_q);
      sum_q  <= u_dut.sum_q;
    end else if (u_dut.step_q >= 4'd2 && u_dut.step_q <= 4'd4) begin
      rate_q <= rate_q * factor(interval_sel_i, 32'(u_dut.step_q) - 2);
    end
  end
  logic [CapacityW-1:0] expected_abw;
  assign expected_abw = rate_q >= wide_t'(port_i.capacity) ? '0 :
      port_i.capacity - rate_q[CapacityW-1:0];

  typedef logic [CapacityW+7:0] product_t;
  product_t hundredfold, weights_q, denominator;
  logic [7:0] digits_q;
  logic [1:0] digit;
  assign hundredfold = product_t'(u_dut.next_abw_q) * product_t'(100);
  assign digit       = u_dut.quotient_d[1:0];
  assign denominator = product_t'(u_dut.den_q);
  always_ff @(posedge clk_i) begin
    if (u_dut.step_q == 4'd6) begin
      weights_q <= '0;
      digits_q  <= '0;
    end else if (u_dut.step_q > 4'd6) begin
      weights_q <= weights_q + (digit[1] ? denominator : '0) + (digit[0] ? denominator >> 1 : '0);
      digits_q  <= {digits_q[5:0], digit};
    end
  end

  // Slots last as long as the arithmetic: the clock and the interval see to it (MeterClocks).
  time_t overdue;
  assign overdue = now_i - deadline_o;
  always_comb if (!idle_o) assume (!deadline_valid_o || overdue[TimeW-1]);

  logic finished_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) finished_q <= 1'b0;
    else finished_q <= u_dut.step_q == 4'(MeterClocks - 1) && !rest_i;
  end

  logic finished;
  assign finished = rst_ni && finished_q && !rest_i;
  always_ff @(posedge clk_i) begin
    if (finished) assert (idle_o);
    if (!Percent) begin
      assert (factor(interval_sel_i, 0) * factor(interval_sel_i, 1) * factor(interval_sel_i, 2) *
              microseconds(interval_sel_i) == wide_t'(1_000_000));
    end
    if (finished && !Percent) assert (u_dut.next_abw_q == expected_abw && sum_q == u_dut.sum_q);
    if (finished && Percent && port_i.capacity == '0) assert (u_dut.next_percent_q == '0);
    if (finished && Percent && port_i.capacity != '0) begin
      assert (8'(u_dut.next_percent_q) == digits_q);
      assert (weights_q <= hundredfold);
      assert (hundredfold - weights_q < product_t'(port_i.capacity));
    end

    // What holds between the steps (their numbers are the RTL's); makes the proof inductive.
    if (rst_ni && Lemmas && !rest_i) begin
      assert (u_dut.step_q < 4'(MeterClocks));
      if (!Percent) begin
        if (u_dut.step_q >= 4'd2 && u_dut.step_q <= 4'd5) begin
          if (rate_q >= wide_t'(1) << CapacityW) begin
            assert (u_dut.rate_q == {1'b1, {CapacityW{1'b0}}});
          end else assert (wide_t'(u_dut.rate_q) == rate_q);
          assert (sum_q == u_dut.sum_q);
          // No product wraps: 2^44 * 10^6 is below 2^64.
          if (u_dut.step_q == 4'd2) assert (rate_q < SumEnd);
          if (u_dut.step_q == 4'd3) assert (rate_q < SumEnd * wide_t'(100));
          if (u_dut.step_q == 4'd4) assert (rate_q < SumEnd * wide_t'(10_000));
        end
        if (u_dut.step_q >= 4'd6) assert (u_dut.next_abw_q == expected_abw && sum_q == u_dut.sum_q);
      end else begin
        if (u_dut.step_q >= 4'd6) assert (u_dut.next_abw_q <= port_i.capacity);
        for (int unsigned i = 0; i < 4; i++) begin
          if (u_dut.step_q == 4'(7 + i) && port_i.capacity != '0) begin
            assert (denominator == product_t'(port_i.capacity) << (7 - 2 * i));
            assert (8'(u_dut.quotient_q) == digits_q);
            assert (weights_q <= hundredfold);
            assert (hundredfold - weights_q == product_t'(u_dut.num_q));
            // 100 * value is below 128 * capacity, so the first of the eight bits is 0.
            assert (digits_q >> (i == 0 ? 0 : 2 * i - 1) == '0);
            assert (u_dut.num_q >> (i == 0 ? 7 : 8 - 2 * i) < {7'b0, port_i.capacity});
          end
        end
      end
    end

    cover (finished && u_dut.next_percent_q == 7'd57);
    cover (finished && u_dut.next_percent_q == '0 && u_dut.next_abw_q != '0);
  end
endmodule
`default_nettype wire
