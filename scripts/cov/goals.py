# SPDX-License-Identifier: Apache-2.0
"""Goals and reasons: tests/coverage/goals.toml and tests/coverage/unreached.toml."""
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from . import CoverageError

KINDS = ("line", "toggle", "cpp")


@dataclass
class Reason:
    """Why points are not reached: those of a kind whose file and description match in full."""
    kind: str
    file: re.Pattern
    what: re.Pattern
    text: str
    unreached: int = 0  # points that it explains
    reached: int = 0    # points that it matches although something reached them

    def matches(self, kind, file, what):
        return self.kind == kind and self.file.fullmatch(file) and self.what.fullmatch(what)


@dataclass
class Item:
    """A point of any kind as the goals see it. `what` is what reasons are matched with."""
    metric: str  # 'rtl line', 'rtl toggle', 'model line', 'driver line', 'harness line'
    kind: str    # line, toggle, cpp
    file: str
    line: int
    what: str
    count: int
    reason: str | None = None  # only where count is 0


@dataclass
class Tally:
    """How much of a metric was reached. Points with a reason do not count in `percent`."""
    total: int = 0
    reached: int = 0
    excused: int = 0

    def add(self, item):
        self.total += 1
        self.reached += item.count > 0
        self.excused += item.reason is not None

    @property
    def percent(self):
        return share(self.reached, self.total - self.excused)

    @property
    def raw(self):
        return share(self.reached, self.total)


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


@dataclass
class Goals:
    percent: dict                               # metric -> at least
    crosses: list = field(default_factory=list)  # that must be there


def load(file):
    """A TOML file; errors name it."""
    try:
        return tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except ValueError as error:
        raise CoverageError(f"{file}: {error}") from error


def read_goals(file):
    """Errors: a goal that is no number from 0 to 100."""
    content = load(file)
    percent, crosses = content.get("percent", {}), content.get("crosses", [])
    if not isinstance(percent, dict) or not isinstance(crosses, list):
        raise CoverageError(f"{file}: found other things, expected a table [percent] and a list 'crosses'")
    for metric, goal in percent.items():
        if not isinstance(goal, (int, float)) or not 0 <= goal <= 100:
            raise CoverageError(f"{file}: {metric}: found {goal!r}, expected a number from 0 to 100")
    return Goals(percent, crosses)


def read_reasons(file):
    """Reasons in the order of the file: the first that matches counts."""
    reasons = []
    entries = load(file).get("unreached", [])
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
        raise CoverageError(f"{file}: found other things, expected tables [[unreached]]")
    for number, entry in enumerate(entries, 1):
        where = f"{file}: entry {number}"
        if not all(isinstance(value, str) for value in entry.values()):
            raise CoverageError(f"{where}: found {entry}, expected texts")
        if set(entry) != {"kind", "file", "what", "reason"}:
            raise CoverageError(f"{where}: found {', '.join(sorted(entry))}, expected file, kind, reason, what")
        if entry["kind"] not in KINDS:
            raise CoverageError(f"{where}: found kind '{entry['kind']}', expected {', '.join(KINDS)}")
        if not entry["reason"].strip():
            raise CoverageError(f"{where}: found no reason")
        try:
            reasons.append(Reason(entry["kind"], re.compile(entry["file"]), re.compile(entry["what"]),
                                  " ".join(entry["reason"].split())))
        except re.error as error:
            raise CoverageError(f"{where}: {error}") from error
    return reasons


def explain(items, reasons):
    """Gives each unreached item its reason, and each reason its counts."""
    for item in items:
        for reason in reasons:
            if reason.matches(item.kind, item.file, item.what):
                if item.count:
                    reason.reached += 1
                else:
                    reason.unreached += 1
                    item.reason = reason.text
                    break


def tally(items):
    """Tallies by metric."""
    tallies = {}
    for item in items:
        tallies.setdefault(item.metric, Tally()).add(item)
    return tallies


def shortfalls(goals, tallies, crosses, reasons):
    """Sentences, one for each thing that is not as it must be."""
    found = []
    for metric, goal in goals.percent.items():
        if metric not in tallies:
            found.append(f"{metric}: nothing was measured, the goal is {goal} %")
        elif tallies[metric].percent < goal:
            t = tallies[metric]
            found.append(f"{metric}: {t.percent:.2f} % ({t.reached} of {t.total - t.excused}), the goal is {goal} %")
    found += [f"cross {name}: not there, but the goals name it" for name in goals.crosses if name not in crosses]
    for cross in crosses.values():
        found += [f"cross {cross.name}: reached {cross.label(place)}, but: {cross.reasons[place]}"
                  for place in cross.contradictions()]
    found += [f"reason that explains nothing any more: {r.kind} '{r.file.pattern}' '{r.what.pattern}': {r.text}"
              for r in reasons if r.unreached == 0]
    return found


def functional(crosses):
    """All bins of all crosses as one tally."""
    total = Tally()
    for cross in crosses.values():
        total.total += cross.size
        total.reached += len(cross.hits)
        total.excused += sum(place not in cross.hits for place in cross.reasons)
    return total
