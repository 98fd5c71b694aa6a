# SPDX-License-Identifier: Apache-2.0
"""The list of proofs: what is proved, how deep, and the bugs that each proof was seen to catch."""

from dataclasses import dataclass, field

PKG = "rtl/pkg/sluice_pkg.sv"


@dataclass
class Mutant:
    """One planted bug: `old` (found exactly once in `file`) becomes `new`."""
    what: str
    file: str
    old: str
    new: str


@dataclass
class Proof:
    name: str               # of tests/formal/<name>_props.sv, unless `props` names the file
    top: str
    files: list             # RTL, packages first
    depth: int              # of induction (mode prove) or of the bound (mode bmc), in clocks
    cover_depth: int        # clocks within which every cover must be reached; 0: no covers
    mode: str = "prove"     # prove: unbounded, by k-induction
    params: dict = field(default_factory=dict)
    props: str = ""
    engine: str = "yices"
    quick: bool = True      # part of `make test`
    kill_depth: int = 12    # clocks within which a planted bug must show
    limit: int = 600        # seconds
    mutants: list = field(default_factory=list)


PROOFS = [
    Proof("axis_reg", "axis_reg_props", ["rtl/common/stream_reg.sv", "rtl/common/axis_reg.sv"], 4, 10, mutants=[
        Mutant("the skid word is overwritten", "rtl/common/stream_reg.sv",
               "if (ready_q) begin", "if (ready_q || s_valid_i) begin"),
        Mutant("payload changes while it waits", "rtl/common/stream_reg.sv",
               "assign advance = m_ready_i || !valid_q;", "assign advance = m_ready_i || !valid_q || !ready_q;"),
        Mutant("valid drops when nothing new comes", "rtl/common/stream_reg.sv",
               "if (advance) begin\n        valid_d", "if (advance || !s_valid_i) begin\n        valid_d"),
        Mutant("tlast and tuser swapped", "rtl/common/axis_reg.sv",
               "({s_axis_tuser, s_axis_tlast,", "({s_axis_tlast, s_axis_tuser,"),
        Mutant("ready again a clock late (throughput)", "rtl/common/stream_reg.sv",
               "      out_d   = skid_q;\n      ready_d = 1'b1;", "      out_d   = skid_q;\n      ready_d = !valid_q;"),
    ]),
    Proof("stream_fifo", "stream_fifo_props", ["rtl/common/stream_fifo.sv"], 3, 20, params={"Depth": 4}, mutants=[
        Mutant("one word too many is taken", "rtl/common/stream_fifo.sv",
               "ready_d = count_d != CountW'(Depth);", "ready_d = count_q != CountW'(Depth);"),
        Mutant("a word is read twice", "rtl/common/stream_fifo.sv",
               "if (pop) rptr_d =", "if (pop && !push) rptr_d ="),
        Mutant("written where nothing was taken", "rtl/common/stream_fifo.sv",
               "if (push) mem[wptr_q]", "if (s_valid_i) mem[wptr_q]"),
        Mutant("count wrong when a word comes as one leaves", "rtl/common/stream_fifo.sv",
               "if (push && !pop) count_d", "if (push) count_d"),
    ]),
    # A depth that is no power of two: the pointers wrap by comparison.
    Proof("stream_fifo_3", "stream_fifo_props", ["rtl/common/stream_fifo.sv"], 3, 20, params={"Depth": 3},
          props="tests/formal/stream_fifo_props.sv", mutants=[
        Mutant("pointer wraps by its width", "rtl/common/stream_fifo.sv",
               "wptr_d = (wptr_q == PtrLast) ? '0 : wptr_q + 1'b1", "wptr_d = wptr_q + 1'b1"),
    ]),
]
