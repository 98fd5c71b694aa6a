rtl/pkg/sluice_pkg.sv
rtl/common/ram_1r1w.sv
rtl/common/stream_reg.sv
rtl/common/axis_reg.sv
rtl/common/stream_fifo.sv
