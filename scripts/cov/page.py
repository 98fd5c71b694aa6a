# SPDX-License-Identifier: Apache-2.0
"""One HTML page without anything from elsewhere: summary, blocks, unreached points, sources with counts."""
from collections import defaultdict
from html import escape

from . import collect, goals

STYLE = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#636b74;--line:#d7dce1;--head:#f3f5f7;
--ok:#1a7f45;--okbg:#dff3e6;--bad:#b3261e;--badbg:#fbe3e1;--why:#8a6100;--whybg:#fbf0d3}
@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e4e7ea;--soft:#98a1aa;--line:#343a41;--head:#1d2125;
--ok:#63c98b;--okbg:#173524;--bad:#ff8a80;--badbg:#43201d;--why:#e3b85c;--whybg:#3a2f14}}
body{background:var(--bg);color:var(--fg);font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}th{background:var(--head);text-align:left;font-weight:600}
td,th{border-bottom:1px solid var(--line);padding:.3rem .55rem;vertical-align:top}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre,.mono{font:12.5px/1.45 ui-monospace,monospace}code{overflow-wrap:anywhere}
.ok{color:var(--ok)}.bad{color:var(--bad)}.why{color:var(--why)}.soft{color:var(--soft)}
.box{border:1px solid var(--bad);background:var(--badbg);padding:.6rem 1rem;border-radius:6px}
.box.fine{border-color:var(--ok);background:var(--okbg)}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.35rem .8rem}
summary{cursor:pointer;font-weight:600}pre{overflow-x:auto;margin:.5rem 0}
pre span{display:block;padding:0 .4rem;white-space:pre}.hit{background:var(--okbg)}.miss{background:var(--badbg)}
.exc{background:var(--whybg)}svg{vertical-align:middle}
"""

HEADINGS = {"rtl line": "RTL lines", "rtl toggle": "RTL toggles", "functional": "Functional",
            "model line": "Model lines", "driver line": "Driver lines", "harness line": "Harness lines"}


def bar(tally, goal):
    """A bar with the goal as a tick."""
    width = 110
    good = goal is None or tally.percent >= goal
    tick = "" if goal is None else (f'<line x1="{goal * width / 100:.1f}" x2="{goal * width / 100:.1f}" y1="0" y2="12" '
                                    'stroke="var(--fg)" stroke-width="1.5"/>')
    return (f'<svg width="{width}" height="12" role="img" aria-label="{tally.percent:.1f} percent">'
            f'<rect width="{width}" height="12" rx="3" fill="var(--line)"/>'
            f'<rect width="{tally.percent * width / 100:.1f}" height="12" rx="3" '
            f'fill="var(--{"ok" if good else "bad"})"/>{tick}</svg>')


def totals(result):
    """The table on top."""
    rows = []
    for metric in collect.METRICS:
        if (t := result.tallies.get(metric)) is None:
            continue
        goal = result.goals.percent.get(metric)
        state = "" if goal is None else ("ok" if t.percent >= goal else "bad")
        rows.append(f'<tr><td>{HEADINGS[metric]}</td><td>{bar(t, goal)}</td><td class="n {state}">{t.percent:.2f} %</td>'
                    f'<td class="n">{"" if goal is None else f"{goal} %"}</td><td class="n">{t.reached:,}</td>'
                    f'<td class="n">{t.total - t.excused:,}</td><td class="n">{t.excused:,}</td>'
                    f'<td class="n soft">{t.raw:.2f} %</td></tr>')
    return ('<table><tr><th>What<th><th class=n>Reached<th class=n>Goal<th class=n>Points reached<th class=n>of'
            '<th class=n>Left out with a reason<th class=n>Of all points</tr>' + "".join(rows) + "</table>")


def blocks(result):
    """A row a block."""
    metrics = [m for m in collect.METRICS if m in result.tallies]
    rows = []
    for block, tallies in result.blocks.items():
        cells = []
        for metric in metrics:
            t = tallies.get(metric)
            if t is None:
                cells.append('<td class="n soft">–</td>')
                continue
            goal = result.goals.percent.get(metric, 0)
            mark = "bad" if t.percent < goal else ""
            cells.append(f'<td class="n {mark}" title="{t.reached} of {t.total - t.excused}, {t.excused} left out">'
                         f'{t.percent:.1f}</td>')
        rows.append(f"<tr><td>{escape(block)}</td>{''.join(cells)}</tr>")
    head = "".join(f"<th class=n>{HEADINGS[m]}" for m in metrics)
    return f"<table><tr><th>Block{head}</tr>{''.join(rows)}</table>"


def why(reason):
    return f'<span class="why">{escape(reason)}</span>' if reason else '<b class="bad">NO REASON</b>'


def unreached(result):
    """Unreached points by file."""
    files = defaultdict(list)
    for file, line, kind, text, reason, points in collect.unreached(result.items):
        files[file].append((line, kind, text, reason, points))
    parts = []
    for file, rows in sorted(files.items()):
        open_points = sum(row[4] for row in rows if row[3] is None)
        body = "".join(
            f'<tr><td class="mono">{escape(file)}:{line}</td><td>{kind}</td><td><code>{escape(text)}</code></td>'
            f'<td class="n">{points}</td><td>{why(reason)}</td></tr>' for line, kind, text, reason, points in rows)
        mark = f' <span class="bad">{open_points} without a reason</span>' if open_points else ""
        parts.append(f"<details><summary>{escape(file)} <span class=soft>{sum(r[4] for r in rows)} points</span>{mark}"
                     f"</summary><table><tr><th>Where<th>Kind<th>What<th class=n>Points<th>Reason</tr>{body}</table></details>")
    return "".join(parts) or "<p>None.</p>"


def cross(one):
    """One cross: a bar an axis bin, then what is missing."""
    tally = goals.functional({one.name: one})
    rows = []
    for at, axis in enumerate(one.axes):
        hit, could = defaultdict(int), defaultdict(int)
        for place in range(one.size):
            name = one.bins(place)[at]
            hit[name] += place in one.hits
            could[name] += place in one.hits or place not in one.reasons
        cells = " ".join(f'<span class="{"" if hit[n] == could[n] else "bad"}">{escape(n)}&nbsp;<span class=soft>'
                         f"{hit[n]}/{could[n]}</span></span>" for n in axis["bins"])
        rows.append(f"<tr><td>{escape(axis['name'])}</td><td>{cells}</td></tr>")
    missing = [p for p in one.unreached() if p not in one.reasons]
    shown = "".join(f"<li><code>{escape(one.label(p))}</code>" for p in missing[:200])
    rest = f"<li>and {len(missing) - 200} more" if len(missing) > 200 else ""
    reasons = defaultdict(int)
    for place in one.unreached():
        if place in one.reasons:
            reasons[one.reasons[place]] += 1
    left = "".join(f'<li class="why">{count} bins: {escape(text)}' for text, count in reasons.items())
    return (f"<details><summary>{escape(one.name)} <span class=soft>{tally.reached:,} of {tally.total - tally.excused:,} bins"
            f"</span></summary><table><tr><th>Axis<th>Bins, reached/reachable</tr>{''.join(rows)}</table>"
            f"<ul>{left}{shown}{rest}</ul></details>")


def line_marks(result, file):
    """Source line -> (class, count): unreached beats excused beats reached."""
    rank = {"hit": 0, "exc": 1, "miss": 2}
    marks = {}

    def mark(line, kind, count):
        old = marks.get(line, ("hit", 0))
        marks[line] = (kind if rank[kind] >= rank[old[0]] else old[0], max(old[1], count))
    for item in (i for i in result.items if i.file == file and i.kind != "toggle"):
        kind = "hit" if item.count else "exc" if item.reason else "miss"
        mark(item.line, kind, item.count)
    for point in (p for p in result.points if p.file == file and p.kind == "line" and p.count):
        for line in point.lines:
            mark(line, "hit", point.count)
    return marks


def source(result, root, file):
    """A file with its counts."""
    marks = line_marks(result, file)
    rows = []
    for number, text in enumerate((root / file).read_text(encoding="utf-8").splitlines(), 1):
        kind, count = marks.get(number, ("", None))
        shown = "" if count is None else f"{count}"
        rows.append(f'<span class="{kind}">{shown:>11} {number:5}  {escape(text)}</span>')
    return f"<details><summary>{escape(file)}</summary><pre>{''.join(rows)}</pre></details>"


def html(result, root):
    """The page."""
    if result.shortfalls:
        verdict = "<div class=box><b>Below the goals</b><ul>" + "".join(
            f"<li>{escape(s)}" for s in result.shortfalls) + "</ul></div>"
    else:
        verdict = '<div class="box fine"><b>All goals are reached.</b></div>'
    files = sorted({p.file for p in result.points} | {line.file for line in result.cpp_lines})
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Sluice: coverage</title><style>{STYLE}</style>
<h1>Sluice: coverage</h1>
{verdict}
<h2>Totals</h2>
{totals(result)}
<p class=soft>RTL points are merged over all instances, widths and tests of a module. A line point is a block of
statements or a branch, also one that is not written; a toggle is one edge of one bit.</p>
<h2>Blocks</h2>
{blocks(result)}
<h2>Functional cover points</h2>
{"".join(cross(c) for c in result.crosses.values()) or "<p>None were counted.</p>"}
<h2>Unreached points</h2>
{unreached(result)}
<h2>Sources</h2>
{"".join(source(result, root, f) for f in files)}
</html>
"""
