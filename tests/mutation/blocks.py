# SPDX-License-Identifier: Apache-2.0
"""What is mutated, and which tests must notice.

A variant is a block with all of its parameters, as some test builds it; the block may be anywhere in that
build. Its tests run in this order until one fails: those of the block itself, then those one level up, where
the same mutants are planted in the block with the parameters `also`, which those tests use (a mutant whose
place is not the same there is left out).
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    params: dict
    tests: tuple
    also: tuple = ()


@dataclasses.dataclass(frozen=True)
class Block:
    name: str
    file: str
    variants: tuple


def block(name, folder, *variants):
    return Block(name, f"rtl/{folder}/{name}.sv", tuple(Variant(*v) for v in variants))


# The whole design: four ports of 64 or 512 bits (top), one port of every width (system).
TOP = ("top_rtl_test",)
SYSTEM = ("system_test",)
UP = (*TOP, *SYSTEM)
WIDTHS = (64, 512)


def buffer(width, size):
    return {"DataW": width, "BufferBytes": size, "DataSlack": 2, "MetaSlack": 3}


def cells(width, cell_words):
    """The read side in a buffer of 43 cells."""
    return {"CellW": 6, "CellWords": cell_words, "WordsW": 14 - (width // 8 - 1).bit_length(), "Depth": 16}


def cell_buffer(width):
    return {"DataW": width, "BufferBytes": 2048, "MinCell": 64, "MetaW": 40, "NumberW": 32, "Queues": 8, "ReadDepth": 16,
            "Reserve": 11}


# Not part of a port yet.
CELLS = ("cell_buffer_rtl_test",)
BLOCKS = (
    block("axis_reg", "common", ({"DataW": 16, "UserW": 3}, ("common_rtl_test",))),
    block("stream_reg", "common", ({"Width": 22}, ("common_rtl_test",))),
    block("stream_fifo", "common", *[({"Width": 16, "Depth": d}, ("common_rtl_test",)) for d in (3, 8)]),
    block("ram_1r1w", "common", ({"Width": 32, "Depth": 12, "Granule": 8}, ("common_rtl_test",))),
    block("timebase", "time", ({}, ("time_rtl_test", *UP))),
    block("parser", "parser", *[({"DataW": w}, ("parser_rtl_test", *UP)) for w in WIDTHS]),
    block("free_ring", "queue", ({"Cells": 43}, CELLS)),
    block("queue_list", "queue", ({"CellW": 6, "InfoW": 52, "Frames": 43}, CELLS)),
    block("cell_reader", "queue", (cells(64, 8), CELLS), (cells(512, 1), CELLS)),
    block("cell_buffer", "queue", *[(cell_buffer(w), CELLS) for w in WIDTHS]),
    block("dwrr", "queue", ({}, ("dwrr_rtl_test",))),
    block("ingress", "port", *[({"DataW": w}, ("port_rtl_test", *UP)) for w in WIDTHS]),
    block("scheduler", "port",
          *[({"DataW": w, "Credits": 20, "Window": 10}, ("port_rtl_test", *UP)) for w in WIDTHS]),
    block("lookup", "port", *[({"DataW": w}, ("port_rtl_test", *UP)) for w in WIDTHS]),
    block("transmit", "port", *[({"DataW": w, "Depth": 20}, ("port_rtl_test", *UP)) for w in WIDTHS]),
    block("port", "port",
          ({"DataW": 64, "BufferBytes": 16384}, UP, ({"DataW": 64, "BufferBytes": 65536},))),
    block("editor", "editor", *[({"DataW": w}, ("editor_rtl_test", *UP)) for w in (64, 128, 512)]),
    block("meter", "csig", ({}, ("csig_rtl_test", *UP))),
    block("quantizer", "csig", ({}, ("csig_rtl_test", *UP))),
    block("compare", "csig", ({}, ("csig_rtl_test", *UP))),
    block("csig_ctrl", "csig", ({"NumPorts": 2}, ("csig_ctrl_rtl_test", *TOP), ({"NumPorts": 4},))),
    block("csig_tables", "csig", ({}, ("csig_ctrl_rtl_test", *UP))),
    block("classify", "queue", ({}, ("admission_rtl_test",))),
    block("depth", "queue", ({"BufferCells": 300, "CellBytes": 128}, ("admission_rtl_test",))),
    block("admission", "queue", ({"BufferCells": 300, "CellBytes": 128}, ("admission_rtl_test",))),
    block("red_average", "red", ({}, ("red_rtl_test", "admission_rtl_test"))),
    block("red_draw", "red", ({}, ("red_rtl_test", "admission_rtl_test"))),
    block("red_decide", "red",
          *[({"AtDeparture": d}, ("red_rtl_test", "admission_rtl_test")) for d in (0, 1)]),
    block("red", "red", ({}, ("red_rtl_test", "admission_rtl_test"))),
    block("stats", "stats", ({}, ("stats_rtl_test", *UP))),
    block("axil_slave", "axil", ({"AddrW": 21}, ("axil_rtl_test", *UP))),
    block("reg_demux", "axil", ({"NumPorts": 2}, ("axil_rtl_test", *TOP), ({"NumPorts": 4},))),
    block("sluice_regs", "axil",
          ({"NumPorts": 2, "DataW": 64}, ("axil_rtl_test", *TOP), ({"NumPorts": 4, "DataW": 64},))),
    block("sluice_top", "top", ({"NumPorts": 4, "DataW": 64, "BufferBytes": 16384}, TOP)),
)
