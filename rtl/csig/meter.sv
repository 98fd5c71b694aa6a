// SPDX-License-Identifier: Apache-2.0
// Available-bandwidth meter of one port: a window of ten slots that slides slot by slot.
//
// Interface:  port_i and interval_sel_i are the configuration in force; rest_i is high in the very cycle
//             in which a changed interval or capacity came in force. sent_i: a frame of sent_len_i bytes
//             left in this cycle; MAC Control frames are no load. abw_o (bytes a second) and percent_o
//             (of the capacity, rounded down) in cycle X+1 are the values for a `start` in cycle X: they
//             have seen the activation and the slot boundary of X. deadline_o: the next boundary, where
//             valid; a meter at rest has none. idle_o is low while a new value is computed, which is
//             counted in clocks: time must not be skipped then.
// Latency:    a slot's value is ready MeterClocks after the boundary that closes it and is taken at the
//             next boundary, so a slot must last that long: the clock and the interval see to it.
// Throughput: a frame a clock.
// Source:     docs/architecture.md, "Meter". Slot n uses slots n-11 .. n-2; the boundary that closes the
//             tenth empty slot in a row ends in rest, where the capacity is what is available.
`default_nettype none
module meter
  import sluice_pkg::*;
(
  input  wire                               clk_i,
  input  wire                               rst_ni,
  input  wire time_t                        now_i,
  input  wire port_config_t                 port_i,
  input  wire               [          2:0] interval_sel_i,
  input  wire                               rest_i,
  input  wire                               sent_i,
  input  wire               [     LenW-1:0] sent_len_i,
  input  wire                               sent_mac_control_i,
  output logic              [CapacityW-1:0] abw_o,
  output logic              [          6:0] percent_o,
  output logic                              deadline_valid_o,
  output time_t                             deadline_o,
  output logic                              idle_o
);
  localparam int unsigned NumSlots = 10;
  // A slot's bytes saturate at 40 bits. That changes no result: every interval multiplies by 10 or
  // more, and ten times that many bytes are beyond any capacity.
  localparam int unsigned SlotW = CapacityW;
  localparam int unsigned SumW = SlotW + $clog2(NumSlots);
  localparam int unsigned RateW = CapacityW + 1;  // rates saturate at 2^CapacityW
  localparam int unsigned NumW = CapacityW + 7;  // 100 * capacity

  typedef enum logic [3:0] {
    StepIdle = 4'd0,
    StepLoad = 4'd1,
    StepScale0 = 4'd2,
    StepScale1 = 4'd3,
    StepScale2 = 4'd4,
    StepSubtract = 4'd5,
    StepPercent = 4'd6,
    StepDivide0 = 4'd7,
    StepDivide1 = 4'd8,
    StepDivide2 = 4'd9,
    StepDivide3 = 4'd10
  } step_e;
  if (MeterClocks != 32'(StepDivide3) + 1) begin : gen_check
    $fatal(1, "meter: MeterClocks is %0d, the steps take %0d", MeterClocks, 32'(StepDivide3) + 1);
  end

  function automatic time_t slot_length(input logic [2:0] sel);
    unique case (sel)
      3'd0: return {48'd100, 32'd0};
      3'd1: return {48'd10_000, 32'd0};
      3'd2: return {48'd100_000, 32'd0};
      3'd3: return {48'd1_000_000, 32'd0};
      default: return {48'd10_000_000, 32'd0};
    endcase
  endfunction

  // 1e6 / interval in us = 10^6, 10^4, 10^3, 10^2, 10: as up to three factors of 100, 10 or 1.
  function automatic logic [RateW-1:0] scale(input logic [RateW-1:0] rate, input logic [2:0] sel,
                                             input step_e step);
    logic [NumW:0] wide, result;
    wide   = (NumW + 1)'(rate);
    result = wide;
    unique case (sel)
      3'd0: result = times100(wide);
      3'd1: if (step != StepScale2) result = times100(wide);
      3'd2: begin
        if (step == StepScale0) result = times100(wide);
        else if (step == StepScale1) result = (wide << 3) + (wide << 1);
      end
      3'd3: if (step == StepScale0) result = times100(wide);
      default: if (step == StepScale0) result = (wide << 3) + (wide << 1);
    endcase
    if (|result[NumW:CapacityW]) return {1'b1, {CapacityW{1'b0}}};
    return result[RateW-1:0];
  endfunction

  function automatic logic [NumW:0] times100(input logic [NumW:0] x);
    return (x << 6) + (x << 5) + (x << 2);
  endfunction

  // Window.
  logic active_d, active_q, active_closed;
  time_t deadline_d, deadline_q, deadline_closed;
  logic [SlotW-1:0] slot_d, slot_q, slot_closed;
  logic [NumSlots-1:0][SlotW-1:0] ring_q;  // element 0 is the youngest closed slot
  logic empty_ring, shift_ring;
  logic [SumW-1:0] sum_d, sum_q, sum_closed;
  logic boundary;
  logic [SlotW:0] slot_load;

  // Arithmetic.
  step_e step_d, step_q;
  logic [RateW-1:0] rate_d, rate_q;
  logic [NumW-1:0] num_d, num_q, den_d, den_q, rem_half;
  logic [6:0] quotient_d, quotient_q;
  logic [1:0] digit;
  logic [CapacityW-1:0] next_abw_d, next_abw_q, abw_d, abw_q;
  logic [6:0] next_percent_d, next_percent_q, percent_d, percent_q, full_percent;

  logic unused_port;
  assign unused_port = ^{port_i.locator, port_i.locator_valid, port_i.action};

  time_t elapsed;
  assign elapsed = now_i - deadline_q;
  assign boundary = active_q && !elapsed[TimeW-1];
  assign sum_closed = sum_q + SumW'(slot_q) - SumW'(ring_q[NumSlots-1]);
  assign full_percent = (port_i.capacity != '0) ? 7'd100 : 7'd0;
  assign slot_load = (SlotW + 1)'(boundary || rest_i ? '0 : slot_q) + (SlotW + 1)'(sent_len_i) +
      (SlotW + 1)'(port_i.overhead);

  // Two bits of the quotient a clock, restoring. den_q is the capacity times the weight of the upper one.
  always_comb begin
    digit[1] = num_q >= den_q;
    rem_half = digit[1] ? num_q - den_q : num_q;
    digit[0] = rem_half >= (den_q >> 1);
  end

  always_comb begin
    step_d = StepIdle;
    if (step_q != StepIdle && step_q != StepDivide3) step_d = step_e'(step_q + 4'd1);
    rate_d         = rate_q;
    num_d          = num_q;
    den_d          = den_q;
    quotient_d     = quotient_q;
    next_abw_d     = next_abw_q;
    next_percent_d = next_percent_q;
    unique case (step_q)
      StepLoad: rate_d = |sum_q[SumW-1:CapacityW] ? {1'b1, {CapacityW{1'b0}}} : RateW'(sum_q);
      StepScale0, StepScale1, StepScale2: rate_d = scale(rate_q, interval_sel_i, step_q);
      StepSubtract: begin
        next_abw_d = '0;
        if (rate_q < RateW'(port_i.capacity)) next_abw_d = port_i.capacity - rate_q[CapacityW-1:0];
      end
      StepPercent: begin
        num_d      = NumW'(times100((NumW + 1)'(next_abw_q)));
        den_d      = NumW'(port_i.capacity) << 7;
        quotient_d = '0;
      end
      StepDivide0, StepDivide1, StepDivide2, StepDivide3: begin
        num_d      = digit[0] ? rem_half - (den_q >> 1) : rem_half;
        den_d      = den_q >> 2;
        quotient_d = {quotient_q[4:0], digit};
        if (step_q == StepDivide3) next_percent_d = (port_i.capacity != '0) ? quotient_d : '0;
      end
      default: ;
    endcase

    active_closed   = active_q;
    deadline_closed = deadline_q;
    slot_closed     = slot_q;
    empty_ring      = 1'b0;
    shift_ring      = 1'b0;
    sum_d           = sum_q;
    abw_d           = abw_q;
    percent_d       = percent_q;
    if (rest_i || (boundary && sum_closed == '0)) begin
      active_closed  = 1'b0;
      slot_closed    = '0;
      empty_ring     = 1'b1;
      sum_d          = '0;
      step_d         = StepIdle;
      next_abw_d     = port_i.capacity;
      next_percent_d = full_percent;
      abw_d          = port_i.capacity;
      percent_d      = full_percent;
    end else if (boundary) begin
      deadline_closed = deadline_q + slot_length(interval_sel_i);
      slot_closed     = '0;
      shift_ring      = 1'b1;
      sum_d           = sum_closed;
      step_d          = StepLoad;
      abw_d           = next_abw_q;
      percent_d       = next_percent_q;
    end
  end

  // What leaves in this clock comes after the boundary. It hangs on the wire's ready, all above on
  // registers alone.
  always_comb begin
    active_d   = active_closed;
    deadline_d = deadline_closed;
    slot_d     = slot_closed;
    if (sent_i && !sent_mac_control_i) begin
      slot_d = slot_load[SlotW] ? '1 : slot_load[SlotW-1:0];
      if (!active_closed) begin
        active_d   = 1'b1;
        deadline_d = now_i + slot_length(interval_sel_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q       <= 1'b0;
      slot_q         <= '0;
      ring_q         <= '0;
      sum_q          <= '0;
      step_q         <= StepIdle;
      next_abw_q     <= PortConfigReset.capacity;
      next_percent_q <= '0;
      abw_q          <= PortConfigReset.capacity;
      percent_q      <= '0;
    end else begin
      active_q <= active_d;
      slot_q   <= slot_d;
      if (empty_ring) ring_q <= '0;
      else if (shift_ring) ring_q <= {ring_q[NumSlots-2:0], slot_q};
      sum_q          <= sum_d;
      step_q         <= step_d;
      next_abw_q     <= next_abw_d;
      next_percent_q <= next_percent_d;
      abw_q          <= abw_d;
      percent_q      <= percent_d;
    end
  end
  always_ff @(posedge clk_i) begin
    deadline_q <= deadline_d;
    rate_q     <= rate_d;
    num_q      <= num_d;
    den_q      <= den_d;
    quotient_q <= quotient_d;
  end

  assign abw_o            = abw_q;
  assign percent_o        = percent_q;
  assign deadline_valid_o = active_q;
  assign deadline_o       = deadline_q;
  assign idle_o           = step_q == StepIdle;
endmodule
`default_nettype wire
