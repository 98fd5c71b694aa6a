// SPDX-License-Identifier: Apache-2.0
// Activation: takes the staged configuration of board and ports and the staged tables of the mask, checks
// them, and puts all of it in force in one clock, or nothing.
//
// Interface:  go_i (one clock) starts it, unless busy: the staged values are copied in that clock. csig_o,
//             port_o, buffer_o and bank_o are in force; activate_o is high in the first clock in which new ones
//             are, and rest_o[p] in the same clock where port p's meter must rest. refused_o: one clock
//             after a check that failed. idle_o is low while anything here counts clocks.
// Latency:    3 clocks from go_i, and 34 more for each table, until activate_o.
// Checks, in this order; the first that fails ends it: interval.select above 4; format wide; an action 3
//             (lowest port); a queue that is not strict with a quantum under MaxFrame (lowest port, lowest
//             queue); a seed of 0 (lowest port); enable with a table neither in the mask nor activated since reset (lowest
//             table); each table of the mask in order: strictly rising.
// Source:     docs/architecture.md, "Configuration"; regs/csig.rdl.
`default_nettype none
module csig_ctrl
  import sluice_pkg::*;
#(
  parameter int unsigned NumPorts = 1
) (
  input  wire                                  clk_i,
  input  wire                                  rst_ni,
  input  wire                                  go_i,
  input  wire                 [NumSignals-1:0] tables_i,
  input  wire csig_config_t                    csig_i,
  input  wire port_config_t   [  NumPorts-1:0] port_i,
  input  wire buffer_config_t [  NumPorts-1:0] buffer_i,
  input  wire ext_req_t                        shadow_req_i,
  output ext_rsp_t                             shadow_rsp_o,
  input  wire ext_req_t                        active_req_i,
  output ext_rsp_t                             active_rsp_o,
  output csig_config_t                         csig_o,
  output port_config_t        [  NumPorts-1:0] port_o,
  output buffer_config_t      [  NumPorts-1:0] buffer_o,
  output logic                [NumSignals-1:0] bank_o,
  output table_write_t                         table_wr_o,
  output logic                                 activate_o,
  output logic                [  NumPorts-1:0] rest_o,
  output logic                                 refused_o,
  output csig_status_t                         status_o,
  output logic                                 idle_o
);
  typedef enum logic [1:0] {
    StIdle,
    StFields,
    StTable,
    StSwap
  } state_e;

  // A lookup that started in the clock before a swap begins and ends its reads within this time.
  localparam int unsigned HoldClocks = StartToLookup + QuantizerLatency;
  localparam int unsigned HoldW = $clog2(HoldClocks + 1);

  state_e state_d, state_q;
  csig_config_t next_csig_d, next_csig_q, csig_d, csig_q;
  port_config_t [NumPorts-1:0] next_port_d, next_port_q, port_d, port_q;
  logic [NumSignals-1:0] mask_d, mask_q, todo_d, todo_q, bank_d, bank_q, activated_d, activated_q;
  logic [NumSignals-1:0] missing;
  buffer_config_t [NumPorts-1:0] next_buffer_d, next_buffer_q, buffer_d, buffer_q;
  logic [NumPorts-1:0] rest_d, rest_q, bad_action, bad_seed;
  logic [NumPorts-1:0][NumQueues-1:0] bad_quantum;
  logic activate_d, activate_q, refused_d, refused_q;
  csig_status_t status_d, status_q;
  logic [HoldW-1:0] hold_d, hold_q;
  logic check, check_next_d, check_next_q, check_done, check_ok;
  logic [1:0] check_tbl;
  logic [4:0] check_bucket;

  function automatic logic [1:0] lowest(input logic [NumSignals-1:0] set);
    return set[0] ? 2'd0 : set[1] ? 2'd1 : set[2] ? 2'd2 : 2'd3;
  endfunction

  always_comb begin
    for (int unsigned p = 0; p < NumPorts; p++) begin
      bad_action[p] = next_port_q[p].action > ActionStrip;
      bad_seed[p]   = next_buffer_q[p].seed == '0;
      for (int unsigned q = 0; q < NumQueues; q++) begin
        bad_quantum[p][q] = !next_buffer_q[p].queue[q].strict &&
            next_buffer_q[p].queue[q].quantum < QuantumW'(MaxFrame);
      end
    end
  end
  assign missing   = next_csig_q.enable ? ~(mask_q | activated_q) : '0;
  assign check_tbl = lowest(todo_q);

  // The answer of an activation; `done` and `refused` carry no place beyond what they name.
  function automatic csig_status_t answer(input sluice_global_pkg::csig_result_e_e result);
    return '{busy: 1'b0, result: result, default: '0};
  endfunction

  always_comb begin
    state_d       = state_q;
    next_csig_d   = next_csig_q;
    next_port_d   = next_port_q;
    next_buffer_d = next_buffer_q;
    mask_d        = mask_q;
    todo_d        = todo_q;
    csig_d        = csig_q;
    port_d        = port_q;
    buffer_d      = buffer_q;
    bank_d        = bank_q;
    activated_d   = activated_q;
    status_d      = status_q;
    activate_d    = 1'b0;
    rest_d        = '0;
    refused_d     = 1'b0;
    hold_d        = (hold_q != '0) ? hold_q - 1'b1 : '0;
    check         = 1'b0;

    unique case (state_q)
      StIdle: begin
        if (go_i) begin
          state_d       = StFields;
          status_d.busy = 1'b1;
          next_csig_d   = csig_i;
          next_port_d   = port_i;
          next_buffer_d = buffer_i;
          mask_d        = tables_i;
          todo_d        = tables_i;
        end
      end
      StFields: begin
        state_d   = StIdle;
        refused_d = 1'b1;
        if (next_csig_q.interval_sel >= 3'(NumIntervals)) begin
          status_d = answer(sluice_global_pkg::csig_result_e__bad_interval);
        end else if (next_csig_q.wide) begin
          status_d = answer(sluice_global_pkg::csig_result_e__bad_format);
        end else if (|bad_action) begin
          status_d = answer(sluice_global_pkg::csig_result_e__bad_action);
          for (int p = int'(NumPorts) - 1; p >= 0; p--) if (bad_action[p]) status_d.port = 6'(p);
        end else if (bad_quantum != '0) begin
          status_d = answer(sluice_global_pkg::csig_result_e__bad_quantum);
          for (int p = int'(NumPorts) - 1; p >= 0; p--) begin
            for (int q = int'(NumQueues) - 1; q >= 0; q--) begin
              if (bad_quantum[p][q]) {status_d.port, status_d.queue} = {6'(p), queue_t'(q)};
            end
          end
        end else if (|bad_seed) begin
          status_d = answer(sluice_global_pkg::csig_result_e__bad_seed);
          for (int p = int'(NumPorts) - 1; p >= 0; p--) if (bad_seed[p]) status_d.port = 6'(p);
        end else if (|missing) begin
          status_d     = answer(sluice_global_pkg::csig_result_e__table_missing);
          status_d.tbl = lowest(missing);
        end else begin
          refused_d = 1'b0;
          check     = |todo_q;
          state_d   = |todo_q ? StTable : StSwap;
        end
      end
      StTable: begin
        if (check_done && check_ok) begin
          todo_d[check_tbl] = 1'b0;
          if (todo_d == '0) state_d = StSwap;
        end else if (check_done) begin
          state_d         = StIdle;
          refused_d       = 1'b1;
          status_d        = answer(sluice_global_pkg::csig_result_e__table_not_rising);
          status_d.tbl    = check_tbl;
          status_d.bucket = check_bucket;
        end
        // Starts the check of the next table one clock after the last one ended.
        check = check_next_q;
      end
      StSwap: begin
        state_d     = StIdle;
        status_d    = answer(sluice_global_pkg::csig_result_e__done);
        csig_d      = next_csig_q;
        port_d      = next_port_q;
        buffer_d    = next_buffer_q;
        bank_d      = bank_q ^ mask_q;
        activated_d = activated_q | mask_q;
        activate_d  = 1'b1;
        hold_d      = HoldW'(HoldClocks);
        for (int unsigned p = 0; p < NumPorts; p++) begin
          rest_d[p] = next_csig_q.interval_sel != csig_q.interval_sel ||
              next_port_q[p].capacity != port_q[p].capacity;
        end
      end
      default: state_d = StIdle;
    endcase
  end

  assign check_next_d = state_q == StTable && check_done && check_ok && todo_d != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q       <= StIdle;
      next_csig_q   <= CsigConfigReset;
      next_port_q   <= {NumPorts{PortConfigReset}};
      next_buffer_q <= {NumPorts{BufferConfigReset}};
      mask_q        <= '0;
      todo_q        <= '0;
      csig_q        <= CsigConfigReset;
      port_q        <= {NumPorts{PortConfigReset}};
      buffer_q      <= {NumPorts{BufferConfigReset}};
      bank_q        <= '0;
      activated_q   <= '0;
      status_q      <= '0;
      activate_q    <= 1'b0;
      rest_q        <= '0;
      refused_q     <= 1'b0;
      hold_q        <= '0;
      check_next_q  <= 1'b0;
    end else begin
      state_q       <= state_d;
      next_csig_q   <= next_csig_d;
      next_port_q   <= next_port_d;
      next_buffer_q <= next_buffer_d;
      mask_q        <= mask_d;
      todo_q        <= todo_d;
      csig_q        <= csig_d;
      port_q        <= port_d;
      buffer_q      <= buffer_d;
      bank_q        <= bank_d;
      activated_q   <= activated_d;
      status_q      <= status_d;
      activate_q    <= activate_d;
      rest_q        <= rest_d;
      refused_q     <= refused_d;
      hold_q        <= hold_d;
      check_next_q  <= check_next_d;
    end
  end

  csig_tables u_tables (
    .clk_i,
    .rst_ni,
    .shadow_req_i,
    .shadow_rsp_o,
    .active_req_i,
    .active_rsp_o,
    .bank_i(bank_q),
    .activated_i(activated_q),
    .lock_i(state_q != StIdle || go_i),
    .hold_i(hold_q != '0),
    .check_i(check),
    .check_tbl_i(check_tbl),
    .check_done_o(check_done),
    .check_ok_o(check_ok),
    .check_bucket_o(check_bucket),
    .table_wr_o
  );

  assign csig_o     = csig_q;
  assign port_o     = port_q;
  assign buffer_o   = buffer_q;
  assign bank_o     = bank_q;
  assign activate_o = activate_q;
  assign rest_o     = rest_q;
  assign refused_o  = refused_q;
  assign idle_o     = state_q == StIdle && !go_i && hold_q == '0;
  always_comb begin
    status_o = status_q;
    status_o.busy = status_q.busy || go_i;
  end
endmodule
`default_nettype wire
