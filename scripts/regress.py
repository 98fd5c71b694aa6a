#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random tests with many seeds, on this machine or by Slurm (docs/regressions.md).

Each test that takes SLUICE_SEED, and `sluice run` with everything random, runs once a seed. Ends with a summary,
one line to repeat each failure, and OUT/junit.xml; logs of failures are kept in OUT/logs.
Exit status: 0 all passed; 1 a failure; 2 cannot run; 130 interrupted.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import cli
from reg import RegressError, junit, local, random_runs, random_tests, slurm
from reg.job import BAD, ERROR, FAILED, PASSED, SKIPPED, TIMEOUT, tool, write_files
from reg.jobs import Jobs
from reg.stop import Interrupted, Stop

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_RUNS = 500_000  # a result of each is held in memory, and is an element of the XML file


def parse(words):
    """The command line."""
    parser = cli.Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=cli.whole(1), default=10, help="how many (default 10)")
    parser.add_argument("--first-seed", type=cli.seed, default=1, help="seeds count up from this one (default 1)")
    parser.add_argument("--jobs", type=cli.jobs, default=cli.cores(), help="runs at a time (default: cores)")
    parser.add_argument("--tests", default="", metavar="REGEX", help="only names that match; those of `sluice run` "
                        "are called sluice_run")
    parser.add_argument("--limit", type=cli.seconds, default=600, help="seconds after which a run is killed (default 600)")
    parser.add_argument("--executor", choices=("local", "slurm"), default="local")
    parser.add_argument("--wait", type=cli.seconds, default=86400, help="seconds for all of a Slurm array (default a day)")
    parser.add_argument("--coverage", action="store_true", help="in build-coverage; merged page in OUT/coverage")
    parser.add_argument("--build", type=pathlib.Path, help="build folder (default build, or build-coverage)")
    parser.add_argument("--make", action="store_true", help="build it first")
    parser.add_argument("--sources", type=pathlib.Path, default=ROOT / "tests", help="where the tests' sources are")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/regress", help="results (default build/regress)")
    parser.add_argument("--list", action="store_true", help="print what would run, and end")
    parser.add_argument("--run-seed", type=cli.seed, metavar="SEED", help="the `sluice run` of one seed, in the terminal")
    parser.add_argument("--chunk", nargs=2, metavar=("FOLDER", "NUMBER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args(words)
    arguments.build = (arguments.build or ROOT / ("build-coverage" if arguments.coverage else "build")).resolve()
    arguments.out, arguments.root = arguments.out.resolve(), ROOT
    last = arguments.first_seed + arguments.seeds - 1
    if arguments.seeds > MOST_RUNS:
        raise RegressError(f"--seeds: found {arguments.seeds}, expected up to {MOST_RUNS} runs, tests times seeds")
    if last > cli.MOST_SEED:
        raise RegressError(f"--first-seed, --seeds: found seeds up to {last}, expected up to {cli.MOST_SEED}")
    try:
        re.compile(arguments.tests)
    except re.error as error:
        raise RegressError(f"--tests: '{arguments.tests}' is no regular expression: {error}") from error
    return arguments


def make(arguments, stop):
    """Configures and builds everything."""
    arguments.build.mkdir(parents=True, exist_ok=True)
    for words in (["cmake", "-S", str(ROOT), "-B", str(arguments.build), "-G", "Ninja",
                   *(["-DSLUICE_COVERAGE=ON"] if arguments.coverage else [])],
                  ["cmake", "--build", str(arguments.build), "--parallel", str(arguments.jobs)]):
        done = tool(words, stop, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            print(done.stdout[-8000:], file=sys.stderr)
            raise RegressError("the build failed: " + shlex.join(words))


def prepare(arguments, stop):
    """Every job, seed by seed; each is made when it is asked for."""
    build = arguments.build
    tests = random_tests.find(build, arguments.sources, arguments.tests, stop)
    runs = bool(re.search(arguments.tests, random_runs.SUITE)) and (build / "bin" / "sluice").exists()
    if not tests and not runs:
        raise RegressError(f"{build}: no test that takes a seed matches '{arguments.tests}'")
    makers = [lambda seed, test=test: random_tests.job(test, seed, build, ROOT) for test in tests]
    if runs:
        makers.append(lambda seed: random_runs.job(seed, build, ROOT, arguments.out / "runs"))
    jobs = Jobs(makers, arguments.first_seed, arguments.seeds,
                {"SLUICE_COVERAGE_DIR": str(arguments.out / "counts")} if arguments.coverage else {})
    if len(jobs) > MOST_RUNS:
        raise RegressError(f"--seeds: found {arguments.seeds} with {len(makers)} tests, which are {len(jobs)} runs, "
                           f"expected up to {MOST_RUNS}: --tests takes fewer tests, --first-seed other seeds")
    return jobs


class Reporter:
    """Takes results as they come; says what a person wants to know meanwhile."""

    EVERY = 10.0  # seconds

    def __init__(self, jobs):
        self.jobs, self.results = jobs, []
        self.begin = self.last = time.monotonic()

    def __call__(self, result):
        self.results.append(result)
        now = time.monotonic()
        if result.status in BAD:
            job = self.jobs[result.index]
            print(f"regress: {result.status}: {job.suite} {job.name} seed {job.seed}: {result.message}", file=sys.stderr)
        if now - self.last > self.EVERY:
            self.last = now
            bad = sum(r.status in BAD for r in self.results)
            print(f"regress: {len(self.results)} of {len(self.jobs)} done, {bad} bad, {now - self.begin:.0f} s",
                  file=sys.stderr)

    def seconds(self):
        """Since the first run began."""
        return time.monotonic() - self.begin

    def summary(self):
        """Counts, then each failure with its line."""
        number = lambda status: sum(r.status == status for r in self.results)
        tests, seeds = self.jobs.tests, self.jobs.seeds
        for result in (r for r in self.results if r.status in BAD):
            job = self.jobs[result.index]
            print(f"{result.status.upper()} {job.suite} {job.name} seed {job.seed}: {result.message}")
            print(f"  repeat: {job.rerun}")
            print(f"  log:    {result.log}")
        print(f"{len(self.jobs)} runs ({tests} tests, {seeds} seeds): {number(PASSED)} passed, {number(FAILED)} failed, "
              f"{number(TIMEOUT)} timed out, {number(ERROR)} without a result, {number(SKIPPED)} skipped, "
              f"in {self.seconds():.0f} s")


def merge_coverage(arguments, stop):
    """A page of what all runs reached together."""
    page = arguments.out / "coverage"
    for words in (["merge", str(arguments.out / "counts"), "-o", str(page / "merged")],
                  ["report", str(page / "merged"), "-o", str(page), "--build", str(arguments.build)]):
        if tool([str(ROOT / "scripts/coverage.py"), *words], stop).returncode == 2:
            raise RegressError("the coverage could not be merged")


def clear(out, build, coverage):
    """Results of the run before, and counts of C++ lines, which gcov would add to."""
    for name in ("logs", "runs", "slurm", "counts", "coverage"):
        shutil.rmtree(out / name, ignore_errors=True)
    (out / "junit.xml").unlink(missing_ok=True)
    (out / "logs").mkdir(parents=True)
    if coverage:
        for old in build.rglob("*.gcda"):
            old.unlink()


def run_seed(arguments, stop):
    """The random run of one seed with its output on the terminal."""
    job = random_runs.job(arguments.run_seed, arguments.build, ROOT, arguments.out / "runs")
    write_files(job)
    for words in job.commands:
        print(shlex.join(words), flush=True)
        try:
            status = tool(words, stop, cwd=ROOT).returncode
        except OSError as error:
            raise RegressError(f"{words[0]}: cannot be started: {error.strerror}") from error
        if status != 0:
            return status if status > 0 else 128 - status
    return 0


def regress(arguments, stop):
    """All of it."""
    if arguments.executor == "slurm":
        slurm.need()
    if arguments.make:
        make(arguments, stop)
    jobs = prepare(arguments, stop)
    if not arguments.list:
        clear(arguments.out, arguments.build, arguments.coverage)
    else:
        for job in jobs:
            print(f"{job.suite} {job.name} seed {job.seed}")
        return 0
    report = Reporter(jobs)
    with stop.held():
        try:
            {"local": local, "slurm": slurm}[arguments.executor].execute(jobs, arguments, stop, report)
        finally:
            report.results.sort(key=lambda r: r.index)
            junit.write(arguments.out / "junit.xml", jobs, report.results, report.seconds())
    report.summary()
    print(f"JUnit XML: {arguments.out / 'junit.xml'}")
    if arguments.coverage and not stop.is_set():
        merge_coverage(arguments, stop)
    if stop.is_set():
        print("regress: interrupted", file=sys.stderr)
        return 130
    return 1 if any(r.status in BAD for r in report.results) else 0


def main(words=None):
    """The command line; one sentence where something is wrong."""
    stop = Stop()
    try:
        stop.catch()
        arguments = parse(words)
        if arguments.chunk:
            with stop.held():
                slurm.run_chunk(arguments.chunk[0], arguments.chunk[1], stop)
            return 0
        if arguments.run_seed is not None:
            return run_seed(arguments, stop)
        return regress(arguments, stop)
    except Interrupted:
        print("regress: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    cli.finish("regress", main, RegressError)
