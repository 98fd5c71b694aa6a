#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage: gather, merge, report, hold against the goals. docs/coverage.md tells the whole story.

  Tests of a build with SLUICE_COVERAGE=ON leave their counts in the folder that SLUICE_COVERAGE_DIR
  names (each process files of its own, so any number may run at once, on one machine or many):

    cmake -S . -B build-coverage -G Ninja -DSLUICE_COVERAGE=ON && ninja -C build-coverage
    SLUICE_COVERAGE_DIR=$PWD/counts build-coverage/bin/system_test

  coverage.py merge DIR... -o OUT     adds folders up into OUT, which has the same formats (so merges can
                                      be merged again), and writes OUT/merged.dat for verilator_coverage
  coverage.py report DIR... -o OUT    OUT/index.html, OUT/summary.txt, OUT/coverage.json;
       [--build build-coverage]       with the lines of C++ that this build folder's programs ran
       [--cpp FILE]                   the same from a file that gcovr wrote before
  coverage.py check OUT               exit status 1 where OUT/coverage.json of `report` is below the goals
  coverage.py run [--jobs N]          all of it: build, tests, merge, report, check (make coverage)

Exit status: 0; 1 below the goals, or a test failed; 2 bad input or a tool failed.
"""
import argparse
import json
import shutil
import sys
from pathlib import Path

import cli
from cov import CoverageError, collect, cpp, crosses, goals, page, rtl, runner

ROOT = Path(__file__).resolve().parent.parent


def merge(args):
    """Adds the folders up into one."""
    sums, places = rtl.sum_counts(args.folders)
    found = crosses.read(args.folders)
    if not sums and not found:
        raise CoverageError(f"{', '.join(map(str, args.folders))}: found no counts, expected "
                            "NAME.*.counts or crosses.*.json")
    part = args.out.with_name(args.out.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    rtl.write_merged(sums, places, part)
    rtl.write_verilator(sums, places, part / "merged.dat")
    if found:
        (part / "crosses.merged.json").write_text(json.dumps(crosses.to_json(found)))
    shutil.rmtree(args.out, ignore_errors=True)
    part.rename(args.out)
    print(f"coverage: {len(sums)} designs, {len(found)} crosses -> {args.out}")


def report(args):
    """Writes page, summary and coverage.json."""
    gcovr = args.cpp or (cpp.run_gcovr(ROOT, args.build) if args.build else None)
    result = collect.collect(ROOT, args.folders, gcovr, args.goals, args.unreached)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "coverage.json").write_text(json.dumps(collect.to_json(result), indent=1) + "\n")
    (args.out / "summary.txt").write_text(collect.summary(result))
    (args.out / "index.html").write_text(page.html(result, ROOT), encoding="utf-8")
    print(collect.summary(result), end="")
    print(f"\n{args.out}/index.html")


def check(args):
    """Answers the exit status."""
    file = args.out / "coverage.json"
    try:
        found = json.loads(file.read_text())["shortfalls"]
        if not isinstance(found, list) or not all(isinstance(sentence, str) for sentence in found):
            raise TypeError
    except (ValueError, KeyError, TypeError) as error:
        raise CoverageError(f"{file}: is not what `coverage.py report` writes") from error
    for sentence in found:
        print(f"coverage: {sentence}", file=sys.stderr)
    return 1 if found else 0


def run(args):
    """Build, tests, report, check."""
    counts, failed = runner.build_and_test(ROOT, args.build, args.jobs)
    args.folders, args.cpp = [counts], None
    report(args)
    if failed:
        print(f"coverage: tests failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if check(args) or failed else 0


def add_report_options(parser):
    parser.add_argument("--goals", type=Path, default=ROOT / "tests/coverage/goals.toml")
    parser.add_argument("--unreached", type=Path, default=ROOT / "tests/coverage/unreached.toml")


def main():
    """The command line."""
    parser = cli.Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("merge")
    one.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    one.add_argument("-o", "--out", type=Path, required=True)
    one = commands.add_parser("report")
    one.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    one.add_argument("-o", "--out", type=Path, required=True)
    one.add_argument("--build", type=Path)
    one.add_argument("--cpp", type=Path)
    add_report_options(one)
    one = commands.add_parser("check")
    one.add_argument("out", type=Path, metavar="OUT")
    one = commands.add_parser("run")
    one.add_argument("--build", type=Path, default=ROOT / "build-coverage")
    one.add_argument("-o", "--out", type=Path, default=ROOT / "build/coverage")
    one.add_argument("--jobs", type=cli.jobs, default=2)
    add_report_options(one)
    args = parser.parse_args()
    try:
        return globals()[args.command](args) or 0
    except (CoverageError, OSError) as error:
        print(f"coverage: {cli.sentence(error)}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
