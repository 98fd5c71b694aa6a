# SPDX-License-Identifier: Apache-2.0
"""Functional cover points: crosses.HOST.PID.TIME.json, as tb/coverage/cross.cpp writes them."""
import json
import math
import os
from dataclasses import dataclass, field

from . import CoverageError, written_by


@dataclass
class Cross:
    """A cross with what was hit in all processes. Places: the last axis runs fastest."""
    name: str
    axes: list
    reasons: dict = field(default_factory=dict)  # place -> why no correct design gets there
    hits: dict = field(default_factory=dict)     # place -> count

    @property
    def size(self):
        return math.prod(len(axis["bins"]) for axis in self.axes)

    def bins(self, place):
        """Names of the bins of a place, in the order of the axes."""
        names = []
        for axis in reversed(self.axes):
            place, at = divmod(place, len(axis["bins"]))
            names.append(axis["bins"][at])
        return names[::-1]

    def label(self, place):
        return ", ".join(f"{axis['name']} {bin}" for axis, bin in zip(self.axes, self.bins(place)))

    def contradictions(self):
        """Places that were reached although a reason says that they cannot be."""
        return sorted(set(self.reasons) & set(self.hits))

    def unreached(self):
        return [place for place in range(self.size) if place not in self.hits]


def from_json(name, value, file):
    """One cross of a file."""
    cross = Cross(name, value["axes"])
    for reason in value["unreachable"]:
        for place in reason["bins"]:
            cross.reasons[place] = reason["reason"]
    cross.hits = {int(place): count for place, count in value["hits"].items()}
    size = cross.size
    if any(not 0 <= place < size for place in list(cross.hits) + list(cross.reasons)):
        raise CoverageError(f"{file}: cross {name}: found a bin beyond its {size}")
    return cross


def to_json(crosses):
    """The format of the files, with the reasons gathered again."""
    result = {}
    for cross in crosses.values():
        by_reason = {}
        for place, reason in cross.reasons.items():
            by_reason.setdefault(reason, []).append(place)
        result[cross.name] = {
            "axes": cross.axes,
            "unreachable": [{"reason": r, "bins": b} for r, b in by_reason.items()],
            "hits": {str(place): count for place, count in sorted(cross.hits.items())},
        }
    return result


def read(folders):
    """Crosses by name, hits added over all files of all folders."""
    crosses = {}
    for folder in folders:
        for entry in sorted(os.scandir(folder), key=lambda e: e.name):
            if not (entry.name.startswith("crosses.") and entry.name.endswith(".json")):
                continue
            try:
                with open(entry.path, encoding="utf-8") as file:
                    content = json.load(file)
            except ValueError as error:
                raise CoverageError(f"{entry.path}: not JSON: {error}") from error
            with written_by("a test", entry.path):
                for name, value in content.items():
                    add(crosses, from_json(name, value, entry.path), entry.path)
    return crosses


def add(crosses, cross, file):
    """Adds a file's cross to those read before it."""
    known = crosses.setdefault(cross.name, cross)
    if known is cross:
        return
    if known.axes != cross.axes or known.reasons != cross.reasons:
        raise CoverageError(f"{file}: cross {cross.name}: found other bins or reasons than in the "
                            "files before it, expected files of one build")
    for place, count in cross.hits.items():
        known.hits[place] = known.hits.get(place, 0) + count
