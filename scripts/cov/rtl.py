# SPDX-License-Identifier: Apache-2.0
"""Counts of verilated designs: NAME.points and NAME.*.counts (formats: docs/coverage.md)."""
import array
import operator
import os
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from . import CoverageError, written_by

# Verilator's pages, by what they count for here. A branch is a line that is not written.
KINDS = {"v_toggle": "toggle", "v_line": "line", "v_branch": "line", "v_user": "line"}
# Verilator's short names of properties in a .dat file.
SHORT = {"filename": "f", "lineno": "l", "column": "n", "comment": "o", "linescov": "S", "page": "page"}


@dataclass
class Point:
    """One thing that can happen, over every instance and every size of its module."""
    kind: str      # line or toggle
    file: str      # from the project's folder
    line: int
    column: int
    what: str      # toggle: 'signal[bit]:0->1'; line: 'block', 'else', ...
    count: int = 0
    lines: set = field(default_factory=set)  # source lines that a 'line' stands for


def name_of(file):
    """NAME of NAME.points and NAME.HOST.PID.TIME.counts."""
    return Path(file).name.split(".")[0]


def read_counts(file):
    """The counters of one file, as 64-bit numbers."""
    counts = array.array("Q")
    data = Path(file).read_bytes()
    if len(data) % 8:
        raise CoverageError(f"{file}: found {len(data)} bytes, expected a multiple of 8")
    counts.frombytes(data)
    if sys.byteorder != "little":
        counts.byteswap()
    return counts


def sum_counts(folders):
    """Counters by name, added over all files of all folders; and each name's file of points."""
    sums, places = {}, {}
    for folder in folders:
        for entry in sorted(os.scandir(folder), key=lambda e: e.name):
            name = name_of(entry.name)
            if entry.name.endswith(".points"):
                places.setdefault(name, read_points(entry.path))
            elif entry.name.endswith(".counts"):
                counts = read_counts(entry.path)
                if name in sums and len(sums[name]) != len(counts):
                    raise CoverageError(f"{entry.path}: found {len(counts)} counters, expected "
                                        f"{len(sums[name])} as in the files before it")
                sums[name] = (array.array("Q", map(operator.add, sums[name], counts))
                              if name in sums else counts)
    for name in sums:
        if name not in places:
            raise CoverageError(f"{name}: found counts, expected a file {name}.points beside them")
        if any(place >= len(sums[name]) for place, _ in places[name]):
            raise CoverageError(f"{name}.points: found a counter beyond the {len(sums[name])} that were counted")
    return sums, places


def read_points(file):
    """(place of the counter, properties) of each point; several points may share a counter."""
    points = []
    with written_by("a test", file):
        content = Path(file).read_text(encoding="utf-8")
    for number, text in enumerate(content.splitlines(), 1):
        place, *words = text.split("\t")
        properties = dict(zip(words[::2], words[1::2]))
        if not {"filename", "lineno", "column", "page", "comment"} <= set(properties) or not all(
                n.isascii() and n.isdigit() for n in (place, properties["lineno"], properties["column"])):
            raise CoverageError(f"{file}:{number}: found {text[:60]!r}, expected a counter's number and its properties")
        points.append((int(place), properties))
    return points


def relative(name, root):
    """A file's path from the project's folder."""
    return os.path.relpath(name, root) if os.path.isabs(name) else os.path.normpath(name)


def source_lines(text):
    """'12,15-17' as a set of numbers."""
    lines = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        lines.update(range(int(first), int(last or first) + 1))
    return lines


def points(sums, places, root, wanted=("rtl/", "regs/generated/")):
    """Points of the files wanted, merged over instances, sizes and builds."""
    merged = {}
    for name, counts in sums.items():
        for place, p in places[name]:
            file = relative(p["filename"], root)
            kind = KINDS.get(p["page"].split("/")[0])
            if kind is None or not file.startswith(wanted):
                continue
            key = (file, int(p["lineno"]), int(p["column"]), kind, p["comment"])
            point = merged.get(key)
            if point is None:
                point = merged[key] = Point(kind, file, key[1], key[2], p["comment"])
            point.count += counts[place]
            point.lines |= source_lines(p.get("linescov", ""))
    return [merged[key] for key in sorted(merged)]


def write_merged(sums, places, folder):
    """The same formats in `folder`: one file of counts a name."""
    for name, counts in sums.items():
        with open(folder / f"{name}.points", "w", encoding="utf-8") as out:
            for place, properties in places[name]:
                words = [str(place)] + [word for pair in properties.items() for word in pair]
                out.write("\t".join(words) + "\n")
        if sys.byteorder != "little":
            counts = array.array("Q", counts)
            counts.byteswap()
        (folder / f"{name}.merged.counts").write_bytes(counts.tobytes())


def write_verilator(sums, places, file):
    """All of it as one file that verilator_coverage reads."""
    totals = defaultdict(int)
    for name, counts in sums.items():
        for place, properties in places[name]:
            fields = {SHORT[k]: v for k, v in properties.items() if k in SHORT}
            fields["t"] = properties["page"].split("/")[0].removeprefix("v_")
            totals["".join(f"\x01{k}\x02{v}" for k, v in sorted(fields.items()))] += counts[place]
    with open(file, "w", encoding="utf-8") as out:
        out.write("# SystemC::Coverage-3\n")
        for key in sorted(totals):
            out.write(f"C '{key}' {totals[key]}\n")
