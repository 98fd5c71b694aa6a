// SPDX-License-Identifier: Apache-2.0
// Stands for free_ring in the proof of a frame's cells (frame_cells): whichever cell the proof's environment
// names comes out; the environment keeps to what is proved of the ring (free_ring): only one that is free.
`default_nettype none
module free_ring #(
  parameter  int unsigned Cells  = 1024,
  localparam int unsigned CellW  = $clog2(Cells),
  localparam int unsigned CountW = $clog2(Cells + 1)
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  output logic              valid_o,
  output logic [ CellW-1:0] cell_o,
  input  wire               take_i,
  input  wire               keep_i,
  input  wire               undo_i,
  input  wire               give_i,
  input  wire  [ CellW-1:0] give_cell_i,
  output logic [CountW-1:0] used_o
);
  assign valid_o = 1'b1;
  assign cell_o  = frame_cells_props.any_cell;
  assign used_o  = '0;
endmodule
`default_nettype wire
