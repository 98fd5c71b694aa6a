# SPDX-License-Identifier: Apache-2.0
"""Everything that was measured, held against goals and reasons: what page, summary and JSON show."""
import re
from dataclasses import dataclass
from pathlib import Path

from . import CoverageError, cpp, crosses, goals, rtl

METRICS = ("rtl line", "rtl toggle", "functional", "model line", "driver line", "harness line")
CPP_METRIC = {"model": "model line", "sw-driver": "driver line", "tb": "harness line"}


@dataclass
class Result:
    items: list       # goals.Item of RTL and C++
    points: list      # rtl.Point, for the source view
    cpp_lines: list   # cpp.Line
    crosses: dict
    tallies: dict     # metric -> goals.Tally
    blocks: dict      # block -> metric -> goals.Tally
    reasons: list
    goals: goals.Goals
    shortfalls: list


class Sources:
    """Lines of source files, stripped."""

    def __init__(self, root):
        self._root, self._files = Path(root), {}

    def line(self, file, number):
        if file not in self._files:
            path = self._root / file
            if not path.is_file():
                raise CoverageError(f"{file}: counts are there, but not the file: another version was built")
            self._files[file] = path.read_text(encoding="utf-8").splitlines()
        lines = self._files[file]
        if number > len(lines):
            raise CoverageError(f"{file}:{number}: beyond its end: another version was built")
        return lines[number - 1].strip()


def block_of(file):
    """rtl/csig/meter.sv -> csig; sw-driver/config/tree.cpp -> config; regs/generated/... -> regs."""
    parts = file.split("/")
    return "regs" if parts[0] == "regs" else parts[1]


def items_of(points, lines, sources):
    """Goals' view of all points. A line's description holds its source, so reasons survive edits above it."""
    for point in points:
        if point.kind == "toggle":
            yield goals.Item("rtl toggle", "toggle", point.file, point.line, point.what, point.count)
        else:
            what = f"{point.what}: {sources.line(point.file, point.line)}"
            yield goals.Item("rtl line", "line", point.file, point.line, what, point.count)
    for line in lines:
        yield goals.Item(CPP_METRIC[line.file.split("/")[0]], "cpp", line.file, line.line,
                         sources.line(line.file, line.line), line.count)


def blocks_of(items, found):
    """Tallies by block and metric."""
    blocks = {}
    for item in items:
        metrics = blocks.setdefault(block_of(item.file), {})
        metrics.setdefault(item.metric, goals.Tally()).add(item)
    for cross in found.values():
        metrics = blocks.setdefault(cross.name.split(".")[0], {})
        part = goals.functional({cross.name: cross})
        total = metrics.setdefault("functional", goals.Tally())
        total.total, total.reached, total.excused = (
            total.total + part.total, total.reached + part.reached, total.excused + part.excused)
    return dict(sorted(blocks.items()))


def collect(root, folders, gcovr, goals_file, reasons_file):
    """Reads all of it. Without C++ (`gcovr` None), its goals and reasons are left out."""
    wanted = goals.read_goals(goals_file)
    reasons = goals.read_reasons(reasons_file)
    if gcovr is None:
        reasons = [r for r in reasons if r.kind != "cpp"]
        wanted.percent = {m: g for m, g in wanted.percent.items() if m not in CPP_METRIC.values()}
    sums, places = rtl.sum_counts(folders)
    points = rtl.points(sums, places, root)
    found = crosses.read(folders)
    lines = cpp.read(gcovr) if gcovr else []
    items = list(items_of(points, lines, Sources(root)))
    if not items and not found:
        raise CoverageError(f"{', '.join(map(str, folders))}: found no counts, expected NAME.*.counts")
    goals.explain(items, reasons)
    tallies = goals.tally(items)
    if found:
        tallies["functional"] = goals.functional(found)
    return Result(items, points, lines, found, tallies, blocks_of(items, found), reasons, wanted,
                  goals.shortfalls(wanted, tallies, found, reasons))


BIT = re.compile(r"(.*)\[(\d+)\]$")


def ranges(numbers):
    """{0, 1, 2, 5} -> '5,2:0', highest first as SystemVerilog writes them."""
    result, numbers = [], sorted(numbers, reverse=True)
    while numbers:
        high = low = numbers.pop(0)
        while numbers and numbers[0] == low - 1:
            low = numbers.pop(0)
        result.append(str(high) if high == low else f"{high}:{low}")
    return ",".join(result)


def unreached(items):
    """Unreached points as (file, line, kind, text, reason, points): a signal's bits together."""
    groups = {}
    for item in (i for i in items if not i.count):
        name, bit, edge = item.what, None, ""
        if item.kind == "toggle":
            name, _, edge = item.what.rpartition(":")
            if match := BIT.match(name):
                name, bit = match[1], int(match[2])
        group = groups.setdefault((item.file, item.line, item.kind, name, item.reason), {})
        group.setdefault(bit, set()).add(edge)
    for (file, line, kind, name, reason), bits in sorted(groups.items(), key=lambda g: g[0][:4]):
        by_edges = {}
        for bit, edges in bits.items():
            by_edges.setdefault(tuple(sorted(edges)), set()).add(bit)
        for edges, places in by_edges.items():
            text = name + ("" if None in places else f"[{ranges(places)}]")
            if kind == "toggle":
                text += " " + ", ".join(edges)
            yield file, line, kind, text, reason, len(places) * len(edges)


def to_json(result):
    """What programs read; `check` needs `shortfalls`."""
    def numbers(tally):
        return {"percent": round(tally.percent, 3), "raw_percent": round(tally.raw, 3), "reached": tally.reached,
                "total": tally.total, "excused": tally.excused}
    return {
        "shortfalls": result.shortfalls,
        "goals": result.goals.percent,
        "totals": {m: numbers(t) for m, t in result.tallies.items()},
        "blocks": {b: {m: numbers(t) for m, t in metrics.items()} for b, metrics in result.blocks.items()},
        "crosses": {c.name: {**numbers(goals.functional({c.name: c})),
                             "unreached": [c.label(p) for p in c.unreached() if p not in c.reasons]}
                    for c in result.crosses.values()},
        "unreached": [{"file": file, "line": line, "kind": kind, "what": what, "reason": reason, "points": points}
                      for file, line, kind, what, reason, points in unreached(result.items)],
        "reasons": [{"kind": r.kind, "file": r.file.pattern, "what": r.what.pattern, "reason": r.text,
                     "unreached": r.unreached, "reached": r.reached} for r in result.reasons],
    }


def summary(result):
    """A table for a terminal."""
    lines = [f"{'':14}{'reached':>9}{'of':>9}{'%':>9}{'goal':>7}{'with reason':>13}{'% of all':>10}"]
    for metric in METRICS:
        if (t := result.tallies.get(metric)) is None:
            continue
        goal = result.goals.percent.get(metric)
        lines.append(f"{metric:14}{t.reached:9}{t.total - t.excused:9}{t.percent:9.2f}"
                     f"{'' if goal is None else goal:>7}{t.excused:13}{t.raw:10.2f}")
    lines += [f"not reached: {text}" for text in result.shortfalls]
    return "\n".join(lines) + "\n"
