#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the fuzz targets with clang and runs each for some seconds (docs/fuzzing.md).

What is found lies in BUILD/artifacts/TARGET, with the command that repeats it. Inputs that reach new
code are kept in BUILD/corpus/TARGET for the next run. Exit status: 0 nothing found, 1 a fault, 2 cannot run.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import cli

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRACE = 120  # seconds beyond its time after which a fuzzer is taken to hang

# libFuzzer's options by target: longest input (bytes), longest run of one input (seconds).
TARGETS = {
    "capture": ["-max_len=4096", "-timeout=10"],
    "port": ["-max_len=1024", "-timeout=60"],
    "config": ["-max_len=8192", "-timeout=20", "-dict=tests/fuzz/config.dict"],
}


def fail(text):
    """One sentence, exit status 2."""
    print("fuzz: " + text, file=sys.stderr)
    sys.exit(2)


def shown(path):
    """A path as it is typed in the repository's root."""
    path = pathlib.Path(path)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def build(folder, targets, jobs):
    """Configures and builds; what the tools say is shown only where they fail."""
    folder.mkdir(parents=True, exist_ok=True)
    for tool in ("clang-14", "clang++-14", "cmake"):
        if shutil.which(tool) is None:
            fail(f"{tool} not found: run scripts/setup.sh test")
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-DSLUICE_FUZZ=ON",
                 "-DCMAKE_C_COMPILER=clang-14", "-DCMAKE_CXX_COMPILER=clang++-14"]
    compile_all = ["cmake", "--build", str(folder), "--parallel", str(jobs), "--target", *(f"fuzz_{t}" for t in targets)]
    for command in (configure, compile_all):
        done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            print(done.stdout[-8000:], file=sys.stderr)
            fail("the build failed: " + shlex.join(command))


class Fuzzer:
    """One process of libFuzzer on one target."""

    def __init__(self, target, number, arguments, corpus):
        self.target, self.number = target, number
        self.name = target if number == 0 else f"{target}.{number}"
        self.seconds = arguments.seconds
        self.folder = arguments.build
        self.binary = self.folder / "bin" / f"fuzz_{target}"
        self.artifacts = self.folder / "artifacts" / target
        self.log = self.folder / "logs" / f"{self.name}.log"
        self.corpus = corpus / target
        self.seed = arguments.seed + number
        self.status, self.process = None, None

    def command(self):
        """libFuzzer's command line; relative to the root, where it runs."""
        amount = f"-max_total_time={self.seconds}" if self.seconds else "-runs=0"
        return [shown(self.binary), amount, *TARGETS[self.target], "-rss_limit_mb=2048", "-print_final_stats=1", "-print_funcs=0",
                f"-seed={self.seed}", f"-artifact_prefix={shown(self.artifacts)}/", shown(self.corpus),
                f"tests/fuzz/seeds/{self.target}"]

    def run(self, stop):
        """Runs to its end, or until it hangs or `stop` is set."""
        for folder in (self.artifacts, self.corpus, self.log.parent):
            folder.mkdir(parents=True, exist_ok=True)
        if stop.is_set():
            return
        environment = {"UBSAN_OPTIONS": "print_stacktrace=1", **os.environ}
        symbolizer = shutil.which("llvm-symbolizer-14")
        if symbolizer:
            environment.setdefault("ASAN_SYMBOLIZER_PATH", symbolizer)
        limit = time.monotonic() + self.seconds + GRACE
        with open(self.log, "w", encoding="utf-8", errors="replace") as log:
            self.process = subprocess.Popen(self.command(), cwd=ROOT, stdout=log, stderr=log, env=environment)
            while self.status is None:
                try:
                    self.status = self.process.wait(timeout=0.2)
                except subprocess.TimeoutExpired:
                    if stop.is_set() or time.monotonic() > limit:
                        self.process.kill()
                        self.process.wait()
                        if not stop.is_set():
                            log.write(f"\nFAULT: killed after {self.seconds + GRACE} s without an end\n")
                            self.status = -9
                        return

    def text(self):
        """What the fuzzer said."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def found(self):
        """Inputs that showed a fault."""
        return re.findall(r"Test unit written to (\S+)", self.text())

    def summary(self):
        """Executions and how coverage (edges, features) grew from the seeds and the kept corpus."""
        text = self.text()
        number = lambda name: (re.findall(rf"stat::{name}:\s+(\d+)", text) or ["0"])[-1]
        growth = re.findall(r"cov: (\d+) ft: (\d+)", text)
        first = re.findall(r"INITED cov: (\d+) ft: (\d+)", text)[:1] or growth[:1]
        cover = "no coverage reported"
        if growth:
            cover = f"edges {first[0][0]} -> {growth[-1][0]}, features {first[0][1]} -> {growth[-1][1]}"
        return (f"{self.name:<10} {number('number_of_executed_units'):>9} runs, "
                f"{number('average_exec_per_sec'):>6}/s, {cover}")

    def report(self):
        """What went wrong, and how to see it again."""
        text = self.text()
        start = re.search(r"^(FAULT: |==\d+==\s*ERROR: |.*runtime error: )", text, re.M)
        lines = text[start.start():].splitlines() if start else text.splitlines()[-30:]
        end = next((i for i, line in enumerate(lines) if i and re.match(r"\s+#\d+ |==\d+==|MS: ", line)), len(lines))
        if start and not start.group(1).startswith("FAULT"):
            end = max(end, 25)
        found = self.found()
        print(f"\nfuzz: {self.target}: a fault\n" + "\n".join(lines[:min(end, 400)]))
        print(f"log:    {shown(self.log)}")
        if found:
            print(f"repeat: {shown(self.binary)} {found[-1]}")
            print(f"shrink: {shown(self.binary)} -minimize_crash=1 -max_total_time=60 {found[-1]}")
            print(f"keep:   cp {found[-1]} tests/fuzz/seeds/{self.target}/WHAT-IT-SHOWS")
        else:
            print(f"repeat: {shlex.join(self.command())}")


def parse(words):
    """The command line."""
    parser = cli.Parser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=cli.whole(0, 10**7), default=60, help="for each target; 0: only replay what is kept")
    parser.add_argument("--jobs", type=cli.jobs, default=cli.cores(), help="fuzzers at a time")
    parser.add_argument("--only", default="", metavar="NAME", help="one target: " + ", ".join(TARGETS))
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-fuzz", help="build folder")
    parser.add_argument("--seed", type=cli.whole(1, 2**31), default=int(time.time()) % 2**31, help="of libFuzzer (default: the time)")
    parser.add_argument("--scratch", action="store_true", help="start from the seeds alone and keep no corpus")
    arguments = parser.parse_args(words)
    arguments.build = arguments.build.resolve()
    if arguments.only and arguments.only not in TARGETS:
        fail(f"found target '{arguments.only}', expected one of {', '.join(TARGETS)}")
    return arguments


def main(words=None):
    """Builds, runs, reports."""
    arguments = parse(words)
    targets = [arguments.only] if arguments.only else list(TARGETS)
    build(arguments.build, targets, arguments.jobs)
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: stop.set())
    with tempfile.TemporaryDirectory(prefix="sluice-fuzz-") as scratch:
        corpus = pathlib.Path(scratch) if arguments.scratch else arguments.build / "corpus"
        fuzzers = [Fuzzer(t, n, arguments, corpus) for n in range(max(1, arguments.jobs // len(targets))) for t in targets]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            list(pool.map(lambda f: f.run(stop), fuzzers))
    if stop.is_set():
        print("fuzz: interrupted", file=sys.stderr)
        return 130
    print(f"seed {arguments.seed}")
    for fuzzer in fuzzers:
        print(fuzzer.summary())
    bad = [f for f in fuzzers if f.status != 0]
    # Two fuzzers on one target find the same: each input is told once.
    for fuzzer in {(f.target, *f.found()): f for f in reversed(bad)}.values():
        fuzzer.report()
    return 1 if bad else 0


if __name__ == "__main__":
    cli.finish("fuzz", main)
