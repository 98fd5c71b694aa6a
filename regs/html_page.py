#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the register map as one HTML page without scripts, fonts or network (light and dark)."""
import html
import sys

from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, MemNode, RegfileNode, RegNode

STYLE = """
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h3 { margin: 1.6rem 0 .2rem; } p { margin: .3rem 0; }
table { border-collapse: collapse; width: 100%; } code { font-size: .95em; }
th, td { border-bottom: 1px solid #8886; text-align: left; padding: .15rem .6rem .15rem 0; vertical-align: top; }
nav a { margin-right: 1rem; } .place { opacity: .75; }
"""


def text(value):
    """RDL descriptions are indented in the source; `x` is code."""
    parts = html.escape(" ".join((value or "").split())).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))


def access(field):
    return str(field.get_property("sw").name)


def print_register(reg, path):
    kind = f"{reg.get_property('regwidth')} bits"
    print(f"<h3 id='{path}'><code>{path}</code></h3>")
    print(f"<p class=place>offset <code>0x{reg.absolute_address:X}</code>, {kind}. "
          f"{text(reg.get_property('name', default=''))}</p>")
    if reg.get_property("desc"):
        print(f"<p>{text(reg.get_property('desc'))}</p>")
    print("<table><tr><th>bits<th>field<th>access<th>reset<th>meaning</tr>")
    for field in reversed(list(reg.fields())):
        reset = field.get_property("reset")
        meaning = text(field.get_property("desc"))
        encode = field.get_property("encode")
        if encode is not None:
            meaning += "<br>" + "<br>".join(
                f"{m.value} <code>{m.name}</code>: {text(m.rdl_desc)}" for m in encode)
        bits = f"{field.high}:{field.low}" if field.width > 1 else str(field.low)
        print(f"<tr><td>{bits}<td><code>{field.inst_name}</code><td>{access(field)}"
              f"<td>{'' if reset is None else hex(reset)}<td>{meaning}</tr>")
    print("</table>")


def walk(node, path):
    for child in node.children(unroll=False):
        name = f"{path}.{child.inst_name}" if path else child.inst_name
        if child.is_array:
            child.current_idx = [0] * len(child.array_dimensions)
            count = "".join(f"[{n}]" for n in child.array_dimensions)
            name += count
            print(f"<h2 id='{name}'><code>{name}</code></h2><p>First at "
                  f"<code>0x{child.absolute_address:X}</code>, then every "
                  f"<code>0x{child.array_stride:X}</code> bytes.</p>")
        elif isinstance(child, AddrmapNode):
            print(f"<h2 id='{name}'><code>{name}</code></h2>")
        if isinstance(child, RegNode):
            print_register(child, name)
        elif isinstance(child, MemNode):
            print(f"<h3 id='{name}'><code>{name}</code></h3><p class=place>offset "
                  f"<code>0x{child.absolute_address:X}</code>, {child.get_property('mementries')} entries of "
                  f"{child.get_property('memwidth')} bits, {child.get_property('sw').name}. "
                  f"{text(child.get_property('name', default=''))}</p><p>{text(child.get_property('desc'))}</p>")
        elif not isinstance(child, FieldNode):
            if isinstance(child, RegfileNode) and child.get_property("desc"):
                print(f"<p>{text(child.get_property('desc'))}</p>")
            walk(child, name)


compiler = RDLCompiler()
for rdl in sys.argv[1:]:
    compiler.compile_file(rdl)
top = compiler.elaborate().top
print("<!doctype html><html lang=en><meta charset=utf-8>"
      "<meta name=viewport content='width=device-width'>")
print(f"<title>{html.escape(top.get_property('name'))}</title><style>{STYLE}</style>")
print(f"<h1>{html.escape(top.get_property('name'))}</h1><p>{text(top.get_property('desc'))}</p>")
print("<nav>" + "".join(f"<a href='#{c.inst_name}'>{c.inst_name}</a>" for c in top.children(unroll=False))
      + "</nav>")
walk(top, "")
print("</html>")
