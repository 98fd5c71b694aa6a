// SPDX-License-Identifier: Apache-2.0
// Every source, packages first; paths from the repository root. The .vlt lines are lint waivers for
// Verilator; another tool takes the .sv lines alone.
rtl/lint/regs.vlt
rtl/lint/pkg.vlt
rtl/lint/datapath.vlt
rtl/pkg/sluice_pkg.sv
rtl/pkg/datapath_pkg.sv
regs/generated/sluice_global_pkg.sv
regs/generated/sluice_port_pkg.sv
regs/generated/stats_index_pkg.sv
rtl/common/ram_1r1w.sv
rtl/common/stream_reg.sv
rtl/common/axis_reg.sv
rtl/common/stream_fifo.sv
rtl/csig/compare.sv
rtl/csig/quantizer.sv
rtl/csig/meter.sv
rtl/parser/parser.sv
rtl/queue/frame_fifo.sv
rtl/editor/editor.sv
rtl/port/ingress.sv
rtl/port/scheduler.sv
rtl/port/lookup.sv
rtl/port/transmit.sv
rtl/port/port_view.sv
rtl/port/port.sv
rtl/csig/csig_tables.sv
rtl/csig/csig_ctrl.sv
rtl/time/timebase.sv
rtl/stats/stats.sv
regs/generated/sluice_global.sv
regs/generated/sluice_port.sv
rtl/axil/axil_slave.sv
rtl/axil/reg_demux.sv
rtl/axil/sluice_regs.sv
rtl/top/sluice_top.sv
