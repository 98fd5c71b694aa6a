#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a SystemVerilog package with what the SystemRDL sources say of every 32-bit word of a block.

regs_table.py PREFIX TOP FILE...   the words of address map TOP, as package PREFIX_table_pkg

For each word address: may it be read, may it be written, which bits are plain storage (what software
wrote reads back: sw=rw, and nothing else changes them) and their reset value, which bits read as 0 because no
readable field is there, and whether writes to it are buffered until the high half comes.
The reference of regs_props.sv: made from the sources, not from the generated RTL.
"""

import sys

from systemrdl import RDLCompiler
from systemrdl.node import AddressableNode, MemNode, RegNode


def plain(field):
    """Nothing but software's plain writes changes it."""
    special = ("onwrite", "onread", "singlepulse", "counter", "intr", "hwset", "hwclr", "we", "wel")
    return (field.is_sw_readable and field.is_sw_writable and not field.is_hw_writable
            and not any(field.get_property(name) for name in special))


def words(node):
    """Yields (address, readable, writable, plain bits, reset, readable bits, buffered, external)."""
    for child in node.descendants(unroll=True):
        external = child.external or any(parent.external for parent in parents(child))
        if isinstance(child, MemNode):
            for at in range(child.absolute_address, child.absolute_address + child.size, 4):
                yield at, child.is_sw_readable, child.is_sw_writable, 0, 0, 0, False, True
        elif isinstance(child, RegNode):
            bits = reset = seen = 0
            for field in child.fields():
                mask = ((1 << field.width) - 1) << field.low
                seen |= mask if field.is_sw_readable else 0
                if plain(field):
                    bits |= mask
                    reset |= (field.get_property("reset") or 0) << field.low
            buffered = bool(child.get_property("buffer_writes", default=False))
            for n in range(child.size // 4):
                cut = lambda value: value >> 32 * n & 0xFFFFFFFF
                yield (child.absolute_address + 4 * n, child.has_sw_readable, child.has_sw_writable,
                       0 if external else cut(bits), cut(reset), cut(seen), buffered, external)


def parents(node):
    """The groups around a register, without the block itself."""
    while node.parent is not None and node.parent.parent is not None:
        node = node.parent
        if isinstance(node, AddressableNode) and node.parent.parent is not None:
            yield node


def main():
    prefix, top, *files = sys.argv[1:]
    compiler = RDLCompiler()
    for path in files:
        compiler.compile_file(path)
    block = compiler.elaborate(top_def_name=top).top
    print(f"// Made by tests/formal/regs_table.py from {block.inst_name} in SystemRDL.\n`default_nettype none")
    print(f"package {prefix}_table_pkg;")
    print("  typedef struct packed {\n    logic readable, writable, buffered, outside;")
    print("    logic [31:0] plain, reset, seen;\n  } word_t;")
    print("  function automatic word_t word_of(input logic [20:0] address);\n    word_t w;\n    w = '0;")
    print("    case (address)")
    for at, read, write, bits, reset, seen, buffered, external in words(block):
        fields = [int(read), int(write), int(buffered), int(external)]
        head = ", ".join(f"1'b{bit}" for bit in fields)
        print(f"      21'h{at:x}: w = {{{head}, 32'h{bits:x}, 32'h{reset & bits:x}, 32'h{seen:x}}};")
    print("      default: ;\n    endcase\n    return w;\n  endfunction\nendpackage\n`default_nettype wire")


main()
