// SPDX-License-Identifier: Apache-2.0
// Properties of the register block at its bus (rtl/axil/sluice_regs.sv: front end, demultiplexer, generated
// blocks of the board and of two ports), against tables that regs_table.py makes from the SystemRDL sources:
//  - each access gets one response, in order; it is SLVERR exactly where the sources have no readable (for a read)
//    or no writable (for a write) field at that address, and such an access reaches nothing;
//  - every field that is plain storage reads back what was written to it, byte by byte as strobed, since reset
//    (its reset value before), whatever else is accessed; 64-bit registers take over with their high half;
//    bits without a readable field read 0; what the design sees is the same value;
//  - responses wait unchanged.
// The master may do anything. Memories and statistics outside answer after any time, each access once.
// c_address names any one word of the map: constant, but free.
`default_nettype none
module regs_props
  import sluice_pkg::*;
#(
  parameter bit Lemmas = 1'b1
) (
  input wire                        clk_i,
  input wire                        rst_ni,
  input wire                        s_axil_awvalid,
  input wire                 [20:0] s_axil_awaddr,
  input wire                        s_axil_wvalid,
  input wire                 [31:0] s_axil_wdata,
  input wire                 [ 3:0] s_axil_wstrb,
  input wire                        s_axil_bready,
  input wire                        s_axil_arvalid,
  input wire                 [20:0] s_axil_araddr,
  input wire                        s_axil_rready,
  input wire time_t                 now_i,
  input wire csig_config_t          csig_i,
  input wire port_config_t          port0,
  input wire port_config_t          port1,
  input wire buffer_config_t        buffer0,
  input wire buffer_config_t        buffer1,
  input wire csig_status_t          status_i,
  input wire ext_rsp_t              shadow_rsp_i,
  input wire ext_rsp_t              active_rsp_i,
  input wire ext_rsp_t              stats0,
  input wire ext_rsp_t              stats1,
  input wire ext_rsp_t              queues0,
  input wire ext_rsp_t              queues1,
  input wire                        activate_event_i,
  input wire                        refused_event_i,
  input wire                        dropped_event_i,
  input wire                 [20:0] c_address
);
  localparam int unsigned NumPorts = 2;
  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;
  logic irq_o, time_enable_o, go_o, snapshot_o, clear_o, idle_o;
  logic [47:0] time_period_o;
  logic [NumSignals-1:0] tables_o;
  csig_config_t staged_csig_o;
  port_config_t [NumPorts-1:0] staged_port_o, port_i;
  ext_req_t shadow_req_o, active_req_o;
  buffer_config_t [NumPorts-1:0] staged_buffer_o, buffer_i;
  ext_req_t [NumPorts-1:0] stats_req_o, queue_stats_req_o;
  ext_rsp_t [NumPorts-1:0] stats_rsp_i, queue_stats_rsp_i;
  assign port_i            = {port1, port0};
  assign buffer_i          = {buffer1, buffer0};
  assign stats_rsp_i       = {stats1, stats0};
  assign queue_stats_rsp_i = {queues1, queues0};
  sluice_regs #(.NumPorts(NumPorts)) u_dut (.*);

  logic past_valid_q = 1'b0;
  always_ff @(posedge clk_i) past_valid_q <= 1'b1;
  always_comb if (!past_valid_q) assume (!rst_ni);

  // The map.
  typedef struct packed {
    logic readable, writable, buffered, outside;
    logic [31:0] plain, reset, seen;
  } word_t;
  function automatic word_t word_of(input logic [20:0] address);
    if (!address[20]) return word_t'(global_table_pkg::word_of({address[20:2], 2'b00}));
    if (32'(address[19:14]) >= NumPorts) return '0;
    return word_t'(port_table_pkg::word_of({7'b0, address[13:2], 2'b00}));
  endfunction
  function automatic logic refused(input logic write, input logic [20:0] address);
    word_t w;
    w = word_of(address);
    return !(write ? w.writable : w.readable);
  endfunction

  // Neighbours outside: one answer an access.
  logic [5:0] asked, answered, open_q, write_q;
  ext_req_t [5:0] request;
  ext_rsp_t [5:0] response;
  assign request  = {queue_stats_req_o, stats_req_o, active_req_o, shadow_req_o};
  assign response = {queues1, queues0, stats1, stats0, active_rsp_i, shadow_rsp_i};
  always_comb begin
    for (int unsigned i = 0; i < 6; i++) begin
      asked[i]    = request[i].req;
      answered[i] = response[i].rd_ack || response[i].wr_ack;
      assume (!response[i].rd_ack || (open_q[i] && !write_q[i]));
      assume (!response[i].wr_ack || (open_q[i] && write_q[i]));
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) open_q <= '0;
    else open_q <= (open_q & ~answered) | asked;
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 6; i++) if (asked[i]) write_q[i] <= request[i].write;
  end

  logic access, write;
  logic [20:0] address;
  logic [31:0] rdata_q;  // what the last read brought
  // Addresses accepted and not answered, oldest first: at most two of a kind.
  logic [1:0] aw_n_q, aw_n, ar_n_q, ar_n, w_n_q, w_n;
  logic [20:0] aw_q[2], aw[2], ar_q[2], ar[2];
  logic [35:0] w_q[2], w[2];  // strobes and data
  always_comb begin
    {aw_n, ar_n, w_n} = {aw_n_q, ar_n_q, w_n_q};
    aw = aw_q;
    ar = ar_q;
    w = w_q;
    if (s_axil_bvalid && s_axil_bready) begin
      aw[0] = aw_q[1];
      w[0]  = w_q[1];
      aw_n  = aw_n_q - 1'b1;
      w_n   = w_n_q - 1'b1;
    end
    if (s_axil_rvalid && s_axil_rready) begin
      ar[0] = ar_q[1];
      ar_n  = ar_n_q - 1'b1;
    end
    if (s_axil_awvalid && s_axil_awready) begin
      if (aw_n == '0) aw[0] = s_axil_awaddr;
      else aw[1] = s_axil_awaddr;
      aw_n = aw_n + 1'b1;
    end
    if (s_axil_arvalid && s_axil_arready) begin
      if (ar_n == '0) ar[0] = s_axil_araddr;
      else ar[1] = s_axil_araddr;
      ar_n = ar_n + 1'b1;
    end
    if (s_axil_wvalid && s_axil_wready) begin
      if (w_n == '0) w[0] = {s_axil_wstrb, s_axil_wdata};
      else w[1] = {s_axil_wstrb, s_axil_wdata};
      w_n = w_n + 1'b1;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {aw_n_q, ar_n_q, w_n_q} <= '0;
    else {aw_n_q, ar_n_q, w_n_q} <= {aw_n, ar_n, w_n};
  end
  always_ff @(posedge clk_i) begin
    aw_q <= aw;
    ar_q <= ar;
    w_q  <= w;
    if (access && !write) rdata_q <= u_dut.rdata;
  end

  // The word that is followed: its plain bits, and what a buffered write has brought so far.
  word_t word;
  logic [31:0] value_q, stage_q, stage_en_q;
  logic take_q, same, half;
  assign word = word_of(c_address);
  assign write = u_dut.write;
  assign address = u_dut.addr;
  assign access = u_dut.ack && (u_dut.u_slave.state_q == 2'd1 || u_dut.u_slave.state_q == 2'd2);
  assign same = address[20:2] == c_address[20:2];
  assign half = address[20:2] == (c_address[20:2] | 19'd1);  // the high half of the same register
  always_comb assume (c_address[1:0] == 2'b00);
  always_ff @(posedge clk_i) if (past_valid_q) assume (c_address == $past(c_address));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q    <= word.reset;
      take_q     <= 1'b0;
      stage_en_q <= '0;
    end else begin
      take_q <= access && write && word.buffered && half;
      if (take_q) begin
        value_q    <= (value_q & ~stage_en_q) | (stage_q & stage_en_q);
        stage_en_q <= '0;
      end
      if (access && write && same) begin
        if (word.buffered) stage_en_q <= (take_q ? '0 : stage_en_q) | u_dut.biten;
        else value_q <= (value_q & ~u_dut.biten) | (u_dut.wdata & u_dut.biten);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (access && write && same) stage_q <= (stage_q & ~u_dut.biten) | (u_dut.wdata & u_dut.biten);
  end

  // The buffer of the register that is followed.
  logic [31:0] half_enable, half_data;
  logic buffer_trigger, buffer_pending;
  logic [63:0] buffer_enable, buffer_data;
  always_comb begin
    if (!c_address[20]) begin
      buffer_enable  = u_dut.u_global.wbuf_storage.time_.period.biten;
      buffer_data    = u_dut.u_global.wbuf_storage.time_.period.data;
      buffer_trigger = u_dut.u_global.wbuf_storage.time_.period.trigger_q;
      buffer_pending = u_dut.u_global.wbuf_storage.time_.period.pending;
    end else if (!c_address[14]) begin
      buffer_enable  = u_dut.gen_port[0].u_port.wbuf_storage.capacity.biten;
      buffer_data    = u_dut.gen_port[0].u_port.wbuf_storage.capacity.data;
      buffer_trigger = u_dut.gen_port[0].u_port.wbuf_storage.capacity.trigger_q;
      buffer_pending = u_dut.gen_port[0].u_port.wbuf_storage.capacity.pending;
    end else begin
      buffer_enable  = u_dut.gen_port[1].u_port.wbuf_storage.capacity.biten;
      buffer_data    = u_dut.gen_port[1].u_port.wbuf_storage.capacity.data;
      buffer_trigger = u_dut.gen_port[1].u_port.wbuf_storage.capacity.trigger_q;
      buffer_pending = u_dut.gen_port[1].u_port.wbuf_storage.capacity.pending;
    end
    half_enable = c_address[2] ? buffer_enable[63:32] : buffer_enable[31:0];
    half_data   = c_address[2] ? buffer_data[63:32] : buffer_data[31:0];
  end

  // A word of a port's staged buffer, by its offset in the port's block.
  function automatic logic [31:0] buffer_word(input buffer_config_t b, input logic [13:0] at);
    logic [31:0] w;
    queue_config_t q;
    w = '0;
    q = b.queue[at[7:5]];
    if (at == 14'h100) w = 32'(b.limit);
    if (at == 14'h104) w = 32'(b.default_queue);
    if (at == 14'h108) w = b.seed;
    for (int unsigned i = 0; i < 8; i++) begin
      if (at == 14'h10C) w[4*i+:3] = b.pcp_map[i];
      for (int unsigned j = 0; j < 8; j++) begin
        if (at == 14'h110 + 14'(4 * j)) w[4*i+:3] = b.dscp_map[8*j+i];
      end
    end
    if (at[13:8] == 6'h2) begin
      case (at[4:0])
        5'h00: w = 32'(q.limit);
        5'h04: w = {q.strict, 11'b0, q.quantum};
        5'h08: w = 32'(q.red.min);
        5'h0C: w = 32'(q.red.max);
        5'h10:
        w = {
          3'b0,
          q.red.departure,
          q.red.not_ect_drop,
          q.red.above_drop,
          q.red.ecn,
          q.red.enable,
          q.red.weight,
          3'b0,
          q.red.probability
        };
        default: ;
      endcase
    end
    return w;
  endfunction
  function automatic logic in_buffer(input logic [13:0] at);
    return (at >= 14'h100 && at < 14'h130) || (at[13:8] == 6'h2 && at[4:0] <= 5'h10);
  endfunction

  // What the design sees of the word.
  logic [31:0] output_of;
  logic shown;
  always_comb begin
    shown     = 1'b1;
    output_of = '0;
    case (c_address)
      21'h10: output_of = u_dut.u_global.field_storage.scratch.value.value;
      21'h100: output_of = time_period_o[31:0];
      21'h104: output_of = 32'(time_period_o[47:32]);
      21'h110: output_of = 32'(time_enable_o);
      21'h204:
      output_of = {
        28'b0,
        u_dut.u_global.field_storage.irq.enable.frame_dropped.value,
        u_dut.u_global.field_storage.irq.enable.bus_error.value,
        u_dut.u_global.field_storage.irq.enable.activate_refused.value,
        u_dut.u_global.field_storage.irq.enable.activate_done.value
      };
      21'h400:
      output_of = {
        1'b0, staged_csig_o.node_locator, 14'b0, staged_csig_o.wide, staged_csig_o.enable
      };
      21'h404: output_of = 32'(staged_csig_o.tpid);
      21'h408: output_of = 32'(staged_csig_o.interval_sel);
      21'h40C: output_of = {28'b0, tables_o, 1'b0};
      21'h100008: output_of = staged_port_o[0].capacity[31:0];
      21'h10000C: output_of = 32'(staged_port_o[0].capacity[39:32]);
      21'h100010: output_of = 32'(staged_port_o[0].overhead);
      21'h100014:
      output_of = {
        14'b0, staged_port_o[0].action, staged_port_o[0].locator_valid, staged_port_o[0].locator
      };
      21'h104008: output_of = staged_port_o[1].capacity[31:0];
      21'h10400C: output_of = 32'(staged_port_o[1].capacity[39:32]);
      21'h104010: output_of = 32'(staged_port_o[1].overhead);
      21'h104014:
      output_of = {
        14'b0, staged_port_o[1].action, staged_port_o[1].locator_valid, staged_port_o[1].locator
      };
      default: begin
        shown = c_address[20] && 32'(c_address[19:14]) < NumPorts && in_buffer(c_address[13:0]);
        if (shown) output_of = buffer_word(staged_buffer_o[c_address[14]], c_address[13:0]);
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // One response an access, with the right answer.
      if (s_axil_bvalid) begin
        assert (aw_n_q != '0 && w_n_q != '0);
        assert (s_axil_bresp == (refused(1'b1, aw_q[0]) ? 2'b10 : 2'b00));
      end
      if (s_axil_rvalid) begin
        assert (ar_n_q != '0);
        assert (s_axil_rresp == (refused(1'b0, ar_q[0]) ? 2'b10 : 2'b00));
        assert (s_axil_rdata == (refused(1'b0, ar_q[0]) ? '0 : rdata_q));
      end
      if (past_valid_q && $past(rst_ni)) begin
        if ($past(s_axil_bvalid && !s_axil_bready)) begin
          assert (s_axil_bvalid && s_axil_bresp == $past(s_axil_bresp));
        end
        if ($past(s_axil_rvalid && !s_axil_rready)) begin
          assert (s_axil_rvalid &&
                  {s_axil_rresp, s_axil_rdata} == $past({s_axil_rresp, s_axil_rdata}));
        end
      end
      // It is made with what came; inside at once, outside as soon as that answers: nothing hangs.
      if (access && write) begin
        assert (address[20:2] == aw_q[0][20:2] && u_dut.wdata == w_q[0][31:0]);
        for (int unsigned i = 0; i < 4; i++) assert (u_dut.biten[8*i+:8] == {8{w_q[0][32+i]}});
      end
      if (access && !write) assert (address[20:2] == ar_q[0][20:2]);
      if (u_dut.req && asked == '0) assert (u_dut.ack);
      if (answered != '0) assert (u_dut.ack);
      // Reads show what was written.
      if (access && !write && same && word.readable && !word.outside) begin
        assert ((u_dut.rdata & word.plain) == (value_q & word.plain));
        assert ((u_dut.rdata & ~word.seen) == '0);
      end
      // Every word with plain bits is looked at, and the design sees it.
      assert (shown == (word.plain != '0));
      if (shown) assert (output_of == (value_q & word.plain));
      // What lies outside is asked exactly for its addresses, and an error reaches nothing.
      assert ($onehot0(asked));
      if (asked != '0) assert (word_of(address).outside && !refused(write, address));
      if (u_dut.req && word_of(address).outside && !refused(write, address)) assert (asked != '0);

      if (Lemmas) begin
        // One access at a time: what waits is outside.
        assert ($onehot0(open_q));
        assert ((open_q != '0) == (u_dut.u_slave.state_q == 2'd2));
        assert (u_dut.u_global.external_pending == (open_q[1:0] != '0));
        assert (u_dut.gen_port[0].u_port.external_pending == (open_q[2] || open_q[4]));
        assert (u_dut.gen_port[1].u_port.external_pending == (open_q[3] || open_q[5]));
        if (open_q != '0) begin
          assert (word_of(address).outside && !refused(write, address));
          assert (open_q == 6'd1 << (address[20] ? 2 + 2 * address[10] + address[14] :
                                     32'(address[10])));
          for (int unsigned i = 0; i < 6; i++) if (open_q[i]) assert (write_q[i] == write);
        end
        // The front end and the lists of addresses.
        assert (aw_n_q == 2'(u_dut.u_slave.aw_valid_q) + 2'(s_axil_bvalid));
        assert (w_n_q == 2'(u_dut.u_slave.w_valid_q) + 2'(s_axil_bvalid));
        assert (ar_n_q == 2'(u_dut.u_slave.ar_valid_q) + 2'(s_axil_rvalid));
        if (u_dut.u_slave.aw_valid_q) assert (u_dut.u_slave.aw_addr_q == aw_q[s_axil_bvalid][20:2]);
        if (u_dut.u_slave.w_valid_q) begin
          assert ({u_dut.u_slave.w_strb_q, u_dut.u_slave.w_data_q} == w_q[s_axil_bvalid]);
        end
        if (u_dut.u_slave.ar_valid_q) assert (u_dut.u_slave.ar_addr_q == ar_q[s_axil_rvalid][20:2]);
        if (u_dut.u_slave.aw_ready_q) assert (!u_dut.u_slave.aw_valid_q);
        if (u_dut.u_slave.w_ready_q) assert (!u_dut.u_slave.w_valid_q);
        if (u_dut.u_slave.ar_ready_q) assert (!u_dut.u_slave.ar_valid_q);
        if (u_dut.u_slave.state_q == 2'd1 || u_dut.u_slave.state_q == 2'd2) begin
          assert (write ? u_dut.u_slave.aw_valid_q && u_dut.u_slave.w_valid_q :
                  u_dut.u_slave.ar_valid_q);
        end
        // Buffered writes.
        if (word.buffered) begin
          assert (half_enable == stage_en_q);
          assert ((half_data & stage_en_q) == (stage_q & stage_en_q));
          assert (buffer_trigger == take_q);
          if (!buffer_pending) assert (stage_en_q == '0 && !take_q);
        end
      end

      cover (s_axil_bvalid && s_axil_bresp == 2'b10 && aw_q[0] == 21'h108);
      cover (s_axil_rvalid && s_axil_rresp == 2'b10 && ar_q[0] == 21'h108000);
      cover (s_axil_rvalid && s_axil_rdata == 32'h0102_0304 && ar_q[0] == 21'h10);
      cover (s_axil_rvalid && s_axil_rdata == 32'h5A && ar_q[0] == 21'h10400C);
      cover (s_axil_bvalid && s_axil_bresp == 2'b00 && aw_q[0] == 21'h12FC && aw_n_q == 2'd2);
      cover (s_axil_rvalid && s_axil_rresp == 2'b00 && ar_q[0] == 21'h1048DC);
    end
  end
endmodule
`default_nettype wire
