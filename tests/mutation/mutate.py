#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation: changes the RTL in N places, one at a time, and shows that a test fails on each (docs/mutation.md).

Exit status: 0 as it must be, 1 too few killed or a survivor without a reason, 2 cannot run.
"""

import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import netlist
from blocks import BLOCKS
from survivors import SURVIVORS

ROOT = netlist.ROOT
sys.path.insert(0, str(ROOT / "scripts"))
import cli  # noqa: E402  (after the path)

GOAL = 95  # percent of the mutants that are not proved equal
# Assertions of the RTL are no part of the netlists, so a test that shows them to fire cannot pass.
TESTS = "-*FailsAnAssertion*"
# Netlists are not written for readers.
VERILATOR_OPTIONS = ("-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT")
MOST = 2 ** netlist.SELECT_BITS - 1


def die(text):
    print(f"mutate: {text}", file=sys.stderr)
    sys.exit(2)


@dataclasses.dataclass
class Case:
    """One mutant and what became of it."""

    number: int
    block: object
    variant: object
    mutant: netlist.Mutant
    work: pathlib.Path
    killed_by: str = ""  # test, and how where it is no failed expectation
    equal: bool = False
    reason: str = ""  # of a survivor

    def change(self):
        m = self.mutant
        by = f" by [{m.ctrl_bit}]" if m.ctrl_bit >= 0 else ""
        return f"{m.mode} {m.port}[{m.bit}]{by} {m.wire}".strip()

    def place(self):
        return " ".join(self.mutant.lines()[-1:])

    def verdict(self):
        if self.killed_by:
            return "killed"
        return "equal" if self.equal else "explained" if self.reason else "SURVIVED"


def shares(total, places):
    """How many mutants each block gets: at least two, the rest by the places that its source has for them."""
    least = 2 if total >= 2 * len(places) else 1 if total >= len(places) else 0
    rest = total - least * len(places)
    exact = {name: rest * n / sum(places.values()) for name, n in places.items()}
    result = {name: least + int(x) for name, x in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (int(exact[name]) - exact[name], name))
    for name in by_remainder[: total - sum(result.values())]:
        result[name] += 1
    return result


def split(count, parts):
    return [count // parts + (i < count % parts) for i in range(parts)]


def variants_of(blocks, work):
    """(block, variant, folder) of every variant."""
    return [(b, v, work / f"{b.name}-{i}") for b in blocks for i, v in enumerate(b.variants)]


def choose(blocks, args, work, pool):
    """The cases, numbered from 1."""
    def listed(entry, count):
        block, variant, folder = entry
        return netlist.mutants_of(folder, block.name, variant.params, count, args.seed)

    entries = variants_of(blocks, work)
    sizes = list(pool.map(lambda e: listed(e, 0)[1], entries))
    places = {b.name: max(n for e, n in zip(entries, sizes) if e[0] is b) for b in blocks}
    share = shares(args.number, places)
    counts = [n for b in blocks for n in split(share[b.name], len(b.variants))]
    cases = []
    for (block, variant, folder), (mutants, _) in zip(entries, pool.map(listed, entries, counts)):
        cases += [Case(len(cases) + i, block, variant, m, folder) for i, m in enumerate(mutants, 1)]
    return cases


def update(path, text):
    """Writes a file where its content changes, so that nothing is built again for nothing."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def plant(blocks, cases, work, pool):
    """Writes the design with all mutants in it. Returns its file list."""
    folder = work / "rtl"
    folder.mkdir(parents=True, exist_ok=True)

    def planted(block):
        variants, texts = [], []
        for _, variant, where in variants_of([block], work):
            numbered = [(c.number, c.mutant) for c in cases if c.variant is variant]
            for params in (variant.params, *variant.also) if numbered else ():
                inner = f"{block.name}__mutants{len(variants)}"
                file = where / f"{inner}.v"
                same = netlist.common(where, block.name, variant.params, params, numbered)
                if not same:
                    continue
                ports = netlist.write_netlist(where, block.name, params, same, inner, file)
                variants.append((params, inner, ports))
                texts.append(file.read_text())
        if not variants:
            return None
        path = folder / f"{block.name}.sv"
        update(path, netlist.dispatcher(block.name, variants) + "\n".join(texts))
        return block.file, path

    replaced = dict(filter(None, pool.map(planted, blocks)))
    for file in netlist.design_files():
        text = (ROOT / file).read_text()
        # A netlist's ports are vectors, which only packed structures connect to.
        if file.startswith("regs/generated/") and "struct {" in text:
            replaced[file] = folder / pathlib.Path(file).name
            update(replaced[file], text.replace("struct {", "struct packed {"))
    lines = [str(replaced.get(line, line)) for line in (ROOT / "rtl/sluice.f").read_text().splitlines()]
    digest = hashlib.sha256(b"".join(p.read_bytes() for p in replaced.values())).hexdigest()
    files = work / "design.f"
    # The digest makes the list change where a mutant does: the build looks at the list.
    update(files, "\n".join([*VERILATOR_OPTIONS, *lines, f"// {digest}"]) + "\n")
    return files


def build(folder, files, binaries, args):
    steps = [["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", f"-DSLUICE_FILE_LIST={files}",
              *(f"-D{d}" for d in args.define)],
             ["cmake", "--build", folder, "--parallel", str(args.jobs), "--target", *sorted(binaries)]]
    for step in steps:
        log = folder / "build.log"
        with log.open("w") as out:
            if subprocess.run(step, stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                print("\n".join(log.read_text().splitlines()[-25:]), file=sys.stderr)
                die(f"the design with mutants does not build: {log}")


def run_test(binary, number, limit, work):
    """Runs one test program with a mutant (0: none). Returns (what failed or nothing, CPU seconds)."""
    place = work / f"{number}-{binary.name}"
    place.mkdir(parents=True, exist_ok=True)
    # CPU seconds, not the clock on the wall: the machine may have other work. Memory and files are bounded too.
    limits = ["prlimit", f"--cpu={limit}", f"--as={8 << 30}", f"--fsize={2 << 30}", "--core=0"]
    environment = {**os.environ, "SLUICE_MUTANT": str(number), "TMPDIR": str(place)}
    with (place / "log").open("w+") as log:
        before = time.monotonic()
        with subprocess.Popen([*limits, binary, "--gtest_fail_fast", f"--gtest_filter={TESTS}"], cwd=place, env=environment,
                              stdout=log, stderr=subprocess.STDOUT) as run:
            try:
                _, status, usage = wait(run, 20 * limit)
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()
                status, usage = -signal.SIGXCPU, time.monotonic() - before
        log.seek(0)
        # A mutant that loops may say the same line for ever.
        text = log.read(4 << 20)
    shutil.rmtree(place)
    if status == 0:
        return "", usage
    started = re.findall(r"^\[ RUN      \] (\S+)", text, re.MULTILINE)
    failed = re.search(r"^\[  FAILED  \] (\S+?),? ", text, re.MULTILINE)
    if failed:
        return failed.group(1), usage
    how = {-signal.SIGXCPU: "no end", -signal.SIGKILL: "no end"}.get(status, f"crash, status {status}")
    return f"{started[-1] if started else binary.name} ({how})", usage


def wait(run, limit):
    """Waits for a process. Returns (pid, exit status, CPU seconds)."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        pid, status, usage = os.wait4(run.pid, os.WNOHANG)
        if pid:
            run.returncode = os.waitstatus_to_exitcode(status)
            return pid, run.returncode, usage.ru_utime + usage.ru_stime
        time.sleep(0.02)
    raise subprocess.TimeoutExpired(run.args, limit)


def baseline(folder, binaries, pool, runs):
    """CPU limit of each test program: several times what it takes without a mutant, where it must pass."""
    limits = {}
    for name, (failed, seconds) in zip(binaries, pool.map(
            lambda n: run_test(folder / "bin" / n, 0, 1200, runs), binaries)):
        if failed:
            die(f"{name} fails without a mutant (SLUICE_MUTANT=0): {failed}")
        print(f"without a mutant: {name} passes in {seconds:.1f} s", flush=True)
        limits[name] = int(5 * seconds + 10)
    return limits


def explained(case):
    for entry in SURVIVORS:
        if (entry.block == case.block.name and any(entry.code in line for line in case.mutant.text())
                and re.fullmatch(entry.change, case.change())):
            return entry.reason
    return ""


def judge(case, name, folder, limit, runs):
    """Runs one test program on a mutant. The first time that one does not notice it, tries to prove it equal."""
    failed, _ = run_test(folder / "bin" / name, case.number, limit, runs)
    if failed:
        case.killed_by = f"{name}: {failed}"
    elif name == case.variant.tests[0]:
        case.equal = netlist.proves_equal(case.work / f"equal-{case.number}", case.block.name, case.variant.params,
                                          case.mutant)
    if not (case.killed_by or case.equal) and name == case.variant.tests[-1]:
        case.reason = explained(case)
    return case


def tell(case, name):
    if case.killed_by:
        print(f"killed {case.number:4} {case.block.name}: {case.change()}, {case.place()}: {case.killed_by}", flush=True)
    elif case.equal or name == case.variant.tests[-1]:
        print(f"{case.verdict()} {describe(case)}", flush=True)


def run_all(cases, folder, files, args, pool):
    """Level by level: each level's programs are built only where mutants are left for them."""
    runs = folder / "mutants/runs"
    shutil.rmtree(runs, ignore_errors=True)
    limits = {}
    for level in range(max(len(c.variant.tests) for c in cases)):
        left = [c for c in cases if not (c.killed_by or c.equal) and level < len(c.variant.tests)]
        binaries = list(dict.fromkeys(c.variant.tests[level] for c in left))
        if not binaries:
            continue
        build(folder, files, binaries, args)
        limits |= baseline(folder, [b for b in binaries if b not in limits], pool, runs)
        waiting = [pool.submit(judge, c, c.variant.tests[level], folder, limits[c.variant.tests[level]], runs)
                   for c in left]
        for future in concurrent.futures.as_completed(waiting):
            case = future.result()
            tell(case, case.variant.tests[level])


def score(cases):
    """Percent killed of those that are not proved equal."""
    real = [c for c in cases if not c.equal]
    return 100.0 * sum(bool(c.killed_by) for c in real) / len(real) if real else 100.0


def table(blocks, cases):
    rows = [("block", "mutants", "killed", "one level up", "equal", "explained", "survived", "score")]
    for name in [*(b.name for b in blocks), "all"]:
        mine = [c for c in cases if name in (c.block.name, "all")]
        if not mine:
            continue
        count = {word: sum(c.verdict() == word for c in mine) for word in ("killed", "equal", "explained", "SURVIVED")}
        up = sum(bool(c.killed_by) and not c.killed_by.startswith(c.variant.tests[0] + ":") for c in mine)
        rows.append((name, len(mine), count["killed"], up, count["equal"], count["explained"], count["SURVIVED"],
                     f"{score(mine):.0f} %"))
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(str(x).ljust(w) if i == 0 else str(x).rjust(w)
                               for i, (x, w) in enumerate(zip(row, widths))) for row in rows)


def describe(case):
    lines = [f"mutant {case.number}: {case.block.name} {case.variant.params}: {case.change()}"]
    lines += [f"    {place}: {code}" for place, code in zip(case.mutant.lines(), case.mutant.text())]
    if case.reason:
        lines.append(f"    reason: {case.reason}")
    return "\n".join(lines)


def report(path, args, cases):
    text = {"seed": args.seed, "number": args.number, "score": round(score(cases), 2), "mutants": [
        {"number": c.number, "block": c.block.name, "parameters": c.variant.params, "change": c.change(),
         "sources": list(c.mutant.sources), "verdict": c.verdict(), "killed_by": c.killed_by, "reason": c.reason}
        for c in cases]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(text, indent=1) + "\n")


def arguments():
    parser = cli.Parser(description="Mutation of the RTL: do the tests notice?")
    parser.add_argument("-n", "--number", type=cli.whole(1, MOST), default=100, help="mutants in total (default 100)")
    parser.add_argument("--seed", type=cli.whole(0, 2**31 - 1), default=1, help="which ones (default 1)")
    parser.add_argument("--block", action="append", help="only this block (again for more)")
    parser.add_argument("--only", type=cli.whole(1), help="run only the mutant of this number, say what it is")
    parser.add_argument("--own-tests", action="store_true", help="run only a block's own tests")
    parser.add_argument("--build", default=str(ROOT / "build-mutate"), help="build folder of the mutants")
    parser.add_argument("--report", default=str(ROOT / "build/mutation.json"))
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="for CMake")
    parser.add_argument("--jobs", type=cli.jobs, default=cli.cores())
    args = parser.parse_args()
    known = [b.name for b in BLOCKS]
    for name in args.block or []:
        if name not in known:
            die(f"--block: found '{name}', expected one of: {', '.join(known)}")
    if not netlist.YOSYS.exists():
        die(f"{netlist.YOSYS} not found; run scripts/setup.sh")
    folder = pathlib.Path(args.build).resolve()
    if not folder.is_relative_to(ROOT):
        die(f"--build: found {folder}, expected a folder below {ROOT} (Yosys sees no other)")
    cli.check_output(args.report)
    return args, folder


def own_tests(block):
    return dataclasses.replace(block, variants=tuple(
        dataclasses.replace(v, tests=v.tests[:1]) for v in block.variants))


def main():
    args, folder = arguments()
    blocks = [b for b in BLOCKS if not args.block or b.name in args.block]
    if args.own_tests:
        blocks = [own_tests(b) for b in blocks]
    work = folder / "mutants"
    work.mkdir(parents=True, exist_ok=True)
    # One call first: the tool compiles itself into a cache once, which parallel calls would all do.
    netlist.yosys(work, "first", ["ls"])
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        cases = choose(blocks, args, work, pool)
        print(f"mutate: seed {args.seed}: {len(cases)} mutants in {len({c.block.name for c in cases})} blocks",
              flush=True)
        files = plant(blocks, cases, work, pool)
        if args.only is not None:
            cases = [c for c in cases if c.number == args.only]
            if not cases:
                die(f"--only: found {args.only}, expected the number of a mutant")
            print(describe(cases[0]), flush=True)
        run_all(cases, folder, files, args, pool)
    if args.only is None:
        report(pathlib.Path(args.report), args, cases)
    print(table(blocks, cases))
    bad = sum(c.verdict() == "SURVIVED" for c in cases)
    result = score(cases)
    print(f"mutate: seed {args.seed}: {result:.1f} % killed (at least {GOAL} %), {bad} survivors without a reason")
    return 1 if bad or result < GOAL else 0


if __name__ == "__main__":
    cli.finish("mutate", main, netlist.NetlistError)
