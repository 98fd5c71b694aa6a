// SPDX-License-Identifier: Apache-2.0
// The register map behind its AXI4-Lite slave: front end, demultiplexer, the generated register block of
// the board and one of each port, and what the design sees of them.
//
// Interface:  s_axil_*: see axil_slave. The rest in plain types: staged configuration out, configuration
//             in force and status in; table and statistics accesses go out as ext_req_t and come back
//             as ext_rsp_t. go_o, snapshot_o, clear_o: one clock each. *_event_i: interrupt causes;
//             a dropped frame's and a bus error's show in irq_o two clocks later, the others' one.
// Latency:    a written value is in its output one clock after the access; period and capacity two.
// Source:     regs/*.rdl.
`default_nettype none
module sluice_regs
  import sluice_pkg::*;
#(
  parameter int unsigned NumPorts    = 1,
  parameter int unsigned DataW       = 512,
  parameter int unsigned BufferBytes = 4194304
) (
  input  wire                                  clk_i,
  input  wire                                  rst_ni,
  input  wire                                  s_axil_awvalid,
  output logic                                 s_axil_awready,
  input  wire                 [          20:0] s_axil_awaddr,
  input  wire                                  s_axil_wvalid,
  output logic                                 s_axil_wready,
  input  wire                 [          31:0] s_axil_wdata,
  input  wire                 [           3:0] s_axil_wstrb,
  output logic                                 s_axil_bvalid,
  input  wire                                  s_axil_bready,
  output logic                [           1:0] s_axil_bresp,
  input  wire                                  s_axil_arvalid,
  output logic                                 s_axil_arready,
  input  wire                 [          20:0] s_axil_araddr,
  output logic                                 s_axil_rvalid,
  input  wire                                  s_axil_rready,
  output logic                [          31:0] s_axil_rdata,
  output logic                [           1:0] s_axil_rresp,
  output logic                                 irq_o,
  input  wire time_t                           now_i,
  output logic                                 time_enable_o,
  output logic                [          47:0] time_period_o,
  output logic                                 go_o,
  output logic                [NumSignals-1:0] tables_o,
  output csig_config_t                         staged_csig_o,
  output port_config_t        [  NumPorts-1:0] staged_port_o,
  output buffer_config_t      [  NumPorts-1:0] staged_buffer_o,
  input  wire csig_config_t                    csig_i,
  input  wire port_config_t   [  NumPorts-1:0] port_i,
  input  wire buffer_config_t [  NumPorts-1:0] buffer_i,
  input  wire csig_status_t                    status_i,
  output ext_req_t                             shadow_req_o,
  input  wire ext_rsp_t                        shadow_rsp_i,
  output ext_req_t                             active_req_o,
  input  wire ext_rsp_t                        active_rsp_i,
  output logic                                 snapshot_o,
  output logic                                 clear_o,
  output ext_req_t            [  NumPorts-1:0] stats_req_o,
  input  wire ext_rsp_t       [  NumPorts-1:0] stats_rsp_i,
  output ext_req_t            [  NumPorts-1:0] queue_stats_req_o,
  input  wire ext_rsp_t       [  NumPorts-1:0] queue_stats_rsp_i,
  input  wire                                  activate_event_i,
  input  wire                                  refused_event_i,
  input  wire                                  dropped_event_i,
  output logic                                 idle_o
);
  localparam int unsigned CellBytes = cell_bytes(DataW);
  // Bits of buffer_regs' requests.
  localparam int unsigned PartBuffer = 0;
  localparam int unsigned PartQueues = 1;
  localparam int unsigned PartActiveBuffer = 2;
  localparam int unsigned PartActiveQueues = 3;

  logic req, write, ack, err;
  logic [20:0] addr;
  logic [31:0] wdata, biten, rdata;
  logic global_req, global_rd_ack, global_wr_ack, global_rd_err, global_wr_err;
  logic [31:0] global_rdata;
  logic [NumPorts-1:0] port_req, port_ack, port_err;
  logic [NumPorts-1:0][31:0] port_rdata;
  sluice_global_pkg::sluice_global__in_t global_in;
  sluice_global_pkg::sluice_global__out_t global_out;

  // Registers: the answer of an access would else depend on itself, and the register block on what
  // arrives from the fabric in this very clock.
  logic bus_error_q, dropped_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bus_error_q <= 1'b0;
      dropped_q   <= 1'b0;
    end else begin
      bus_error_q <= ack && err;
      dropped_q   <= dropped_event_i;
    end
  end

  logic unused_now;
  assign unused_now = ^now_i[15:0];

  axil_slave #(
    .AddrW(21)
  ) u_slave (
    .clk_i,
    .rst_ni,
    .s_axil_awvalid,
    .s_axil_awready,
    .s_axil_awaddr,
    .s_axil_wvalid,
    .s_axil_wready,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_bvalid,
    .s_axil_bready,
    .s_axil_bresp,
    .s_axil_arvalid,
    .s_axil_arready,
    .s_axil_araddr,
    .s_axil_rvalid,
    .s_axil_rready,
    .s_axil_rdata,
    .s_axil_rresp,
    .req_o  (req),
    .write_o(write),
    .addr_o (addr),
    .wdata_o(wdata),
    .biten_o(biten),
    .ack_i  (ack),
    .err_i  (err),
    .rdata_i(rdata),
    .idle_o
  );

  reg_demux #(
    .NumPorts(NumPorts)
  ) u_demux (
    .req_i(req),
    .write_i(write),
    .addr_i(addr),
    .ack_o(ack),
    .err_o(err),
    .rdata_o(rdata),
    .global_req_o(global_req),
    .global_ack_i(global_rd_ack || global_wr_ack),
    .global_err_i(write ? global_wr_err : global_rd_err),
    .global_rdata_i(global_rdata),
    .port_req_o(port_req),
    .port_ack_i(port_ack),
    .port_err_i(port_err),
    .port_rdata_i(port_rdata)
  );

  sluice_global u_global (
    .clk(clk_i),
    .arst_n(rst_ni),
    .s_cpuif_req(global_req),
    .s_cpuif_req_is_wr(write),
    .s_cpuif_addr(addr[sluice_global_pkg::SLUICE_GLOBAL_MIN_ADDR_WIDTH-1:0]),
    .s_cpuif_wr_data(wdata),
    .s_cpuif_wr_biten(biten),
    // Only one access is ever under way, so a stall has nothing to hold up.
    // verilator lint_off PINCONNECTEMPTY
    .s_cpuif_req_stall_wr(),
    .s_cpuif_req_stall_rd(),
    // verilator lint_on PINCONNECTEMPTY
    .s_cpuif_rd_ack(global_rd_ack),
    .s_cpuif_rd_err(global_rd_err),
    .s_cpuif_rd_data(global_rdata),
    .s_cpuif_wr_ack(global_wr_ack),
    .s_cpuif_wr_err(global_wr_err),
    .hwif_in(global_in),
    .hwif_out(global_out)
  );

  always_comb begin
    global_in.caps.data_w.next                  = 12'(DataW);
    global_in.caps.num_ports.next               = 7'(NumPorts);
    global_in.features.csig_compact.next        = 1'b1;
    global_in.features.csig_wide.next           = 1'b0;
    global_in.features.red.next                 = 1'b1;
    global_in.features.pfc.next                 = 1'b0;
    global_in.features.pfc_watchdog.next        = 1'b0;
    global_in.features.qcn.next                 = 1'b0;
    global_in.features.k.next                   = 8'(K);
    global_in.features.meter_clocks.next        = 8'(MeterClocks);
    global_in.buffer.bytes.next                 = BufferBytes;
    global_in.cells.cell_bytes.next             = 12'(CellBytes);
    global_in.cells.red_clocks.next             = 8'(RedClocks);
    global_in.bus_errors.count.incr             = bus_error_q;
    global_in.time_.now.value.next              = now_i[TimeW-1:16];
    global_in.irq.status.activate_done.next     = activate_event_i;
    global_in.irq.status.activate_refused.next  = refused_event_i;
    global_in.irq.status.bus_error.next         = bus_error_q;
    global_in.irq.status.frame_dropped.next     = dropped_q;
    global_in.csig.status.busy.next             = status_i.busy;
    global_in.csig.status.result.next           = status_i.result;
    global_in.csig.status.tbl.next              = status_i.tbl;
    global_in.csig.status.bucket.next           = status_i.bucket;
    global_in.csig.status.port.next             = status_i.port;
    global_in.csig.status.queue.next            = status_i.queue;
    global_in.csig.active_cfg.enable.next       = csig_i.enable;
    global_in.csig.active_cfg.format.next       = csig_i.wide;
    global_in.csig.active_cfg.node_locator.next = csig_i.node_locator;
    global_in.csig.active_tpid.tpid.next        = csig_i.tpid;
    global_in.csig.active_interval.select.next  = csig_i.interval_sel;
    global_in.csig_table_shadow.rd_ack          = shadow_rsp_i.rd_ack;
    global_in.csig_table_shadow.wr_ack          = shadow_rsp_i.wr_ack;
    global_in.csig_table_shadow.rd_data         = shadow_rsp_i.rdata;
    global_in.csig_table_active.rd_ack          = active_rsp_i.rd_ack;
    global_in.csig_table_active.wr_ack          = active_rsp_i.wr_ack;
    global_in.csig_table_active.rd_data         = active_rsp_i.rdata;
  end

  assign irq_o = global_out.irq.status.intr;
  assign time_enable_o = global_out.time_.ctrl.enable.value;
  assign time_period_o = global_out.time_.period.value.value;
  assign go_o = global_out.csig.activate.go.value;
  assign tables_o = global_out.csig.activate.tables.value;
  assign snapshot_o = global_out.stats_cmd.snapshot.value;
  assign clear_o = global_out.stats_cmd.snapshot.value && global_out.stats_cmd.clear.value;
  assign staged_csig_o = '{
          enable: global_out.csig.cfg.enable.value,
          wide: global_out.csig.cfg.format.value,
          tpid: global_out.csig.tpid.tpid.value,
          node_locator: global_out.csig.cfg.node_locator.value,
          interval_sel: global_out.csig.interval.select.value
      };
  assign shadow_req_o = '{
          req: global_out.csig_table_shadow.req,
          write: global_out.csig_table_shadow.req_is_wr,
          addr: global_out.csig_table_shadow.addr,
          wdata: global_out.csig_table_shadow.wr_data,
          biten: global_out.csig_table_shadow.wr_biten
      };
  assign active_req_o = '{
          req: global_out.csig_table_active.req,
          write: global_out.csig_table_active.req_is_wr,
          addr: global_out.csig_table_active.addr,
          wdata: global_out.csig_table_active.wr_data,
          biten: global_out.csig_table_active.wr_biten
      };

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    sluice_port_pkg::sluice_port__in_t  port_in;
    sluice_port_pkg::sluice_port__out_t port_out;
    logic rd_ack, wr_ack, rd_err, wr_err;

    sluice_port u_port (
      .clk(clk_i),
      .arst_n(rst_ni),
      .s_cpuif_req(port_req[p]),
      .s_cpuif_req_is_wr(write),
      .s_cpuif_addr(addr[sluice_port_pkg::SLUICE_PORT_MIN_ADDR_WIDTH-1:0]),
      .s_cpuif_wr_data(wdata),
      .s_cpuif_wr_biten(biten),
      // As above: nothing to hold up.
      // verilator lint_off PINCONNECTEMPTY
      .s_cpuif_req_stall_wr(),
      .s_cpuif_req_stall_rd(),
      // verilator lint_on PINCONNECTEMPTY
      .s_cpuif_rd_ack(rd_ack),
      .s_cpuif_rd_err(rd_err),
      .s_cpuif_rd_data(port_rdata[p]),
      .s_cpuif_wr_ack(wr_ack),
      .s_cpuif_wr_err(wr_err),
      .hwif_in(port_in),
      .hwif_out(port_out)
    );

    always_comb begin
      port_in.info.index.next                = 6'(p);
      port_in.info.queues.next               = 4'(NumQueues);
      port_in.active_capacity.value.next     = port_i[p].capacity;
      port_in.active_overhead.bytes.next     = port_i[p].overhead;
      port_in.active_csig.locator.next       = port_i[p].locator;
      port_in.active_csig.locator_valid.next = port_i[p].locator_valid;
      port_in.active_csig.action.next        = port_i[p].action;
      port_in.buffer.rd_ack                  = buffer_ack[PartBuffer] && !buffer_write;
      port_in.buffer.wr_ack                  = buffer_ack[PartBuffer] && buffer_write;
      port_in.buffer.rd_data                 = buffer_rdata;
      port_in.queues.rd_ack                  = buffer_ack[PartQueues] && !buffer_write;
      port_in.queues.wr_ack                  = buffer_ack[PartQueues] && buffer_write;
      port_in.queues.rd_data                 = buffer_rdata;
      port_in.active_buffer.rd_ack           = buffer_ack[PartActiveBuffer];
      port_in.active_buffer.wr_ack           = 1'b0;
      port_in.active_buffer.rd_data          = buffer_rdata;
      port_in.active_queues.rd_ack           = buffer_ack[PartActiveQueues];
      port_in.active_queues.wr_ack           = 1'b0;
      port_in.active_queues.rd_data          = buffer_rdata;
      port_in.queue_stats.rd_ack             = queue_stats_rsp_i[p].rd_ack;
      port_in.queue_stats.wr_ack             = queue_stats_rsp_i[p].wr_ack;
      port_in.queue_stats.rd_data            = queue_stats_rsp_i[p].rdata;
      port_in.stats.rd_ack                   = stats_rsp_i[p].rd_ack;
      port_in.stats.wr_ack                   = stats_rsp_i[p].wr_ack;
      port_in.stats.rd_data                  = stats_rsp_i[p].rdata;
    end

    assign port_ack[p] = rd_ack || wr_ack;
    assign port_err[p] = write ? wr_err : rd_err;
    assign staged_port_o[p] = '{
            capacity: port_out.capacity.value.value,
            overhead: port_out.overhead.bytes.value,
            locator: port_out.csig.locator.value,
            locator_valid: port_out.csig.locator_valid.value,
            action: port_out.csig.action.value
        };
    assign stats_req_o[p] = '{
            req: port_out.stats.req,
            write: port_out.stats.req_is_wr,
            addr: 10'(port_out.stats.addr),
            wdata: port_out.stats.wr_data,
            biten: port_out.stats.wr_biten
        };
    logic [3:0] buffer_req, buffer_ack;
    logic buffer_write;
    logic [31:0] buffer_rdata;
    assign buffer_req = {
      port_out.active_queues.req,
      port_out.active_buffer.req,
      port_out.queues.req,
      port_out.buffer.req
    };

    // The parts share one bus, so address and data are the same for all.
    buffer_regs u_buffer_regs (
      .clk_i,
      .rst_ni,
      .req_i      (buffer_req),
      .write_i    (port_out.queues.req_is_wr),
      .addr_i     (port_out.queues.addr[7:2]),
      .wdata_i    (port_out.queues.wr_data),
      .biten_i    (port_out.queues.wr_biten),
      .ack_o      (buffer_ack),
      .ack_write_o(buffer_write),
      .rdata_o    (buffer_rdata),
      .staged_o   (staged_buffer_o[p]),
      .active_i   (buffer_i[p])
    );

    assign queue_stats_req_o[p] = '{
            req: port_out.queue_stats.req,
            write: port_out.queue_stats.req_is_wr,
            addr: 10'(port_out.queue_stats.addr),
            wdata: port_out.queue_stats.wr_data,
            biten: port_out.queue_stats.wr_biten
        };
  end
endmodule
`default_nettype wire
