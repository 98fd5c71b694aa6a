# SPDX-License-Identifier: Apache-2.0
"""Runs jobs by Slurm: one array, a task a chunk of jobs. What the tasks share is a folder that every node sees."""
import dataclasses
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

from . import RegressError
from .job import ERROR, SKIPPED, Job, Result, run

CHUNKS_A_SLOT = 4  # so that the last task is short
MOST_CHUNKS = 1000  # Slurm's default MaxArraySize is 1001
POLL = 1.0  # seconds
GRACE = 20.0  # seconds that a network file system may take to show the last result


def need():
    """Refuses where Slurm is not there."""
    if shutil.which("sbatch") is None:
        raise RegressError("--executor slurm: sbatch not found on this machine, expected Slurm's commands; "
                           "--executor local runs here")


def command(words, **options):
    """Answers status, output and the first line of what went wrong."""
    try:
        done = subprocess.run(words, text=True, capture_output=True, timeout=60, check=False, **options)
    except subprocess.TimeoutExpired:
        return 1, "", "no answer within 60 s"
    return done.returncode, done.stdout.strip(), (done.stderr.strip().splitlines() or [""])[0]


def submit(folder, chunks, arguments, root):
    """Answers the id of the array."""
    words = [sys.executable, str(root / "scripts" / "regress.py"), "--chunk", str(folder)]
    script = f"#!/bin/sh\nexec {shlex.join(words)} \"$SLURM_ARRAY_TASK_ID\"\n"
    status, out, error = command(
        ["sbatch", "--parsable", f"--array=0-{chunks - 1}%{arguments.jobs}", "--job-name=sluice-regress",
         "--ntasks=1", f"--chdir={root}", f"--output={folder}/task-%a.out"], input=script)
    if status != 0:
        raise RegressError(f"sbatch refused the array of {chunks} tasks: {error or 'no reason given'}")
    return out.split(";")[0]


def write_plans(folder, jobs, chunks, arguments, stop):
    """A file for each task. Answers whether all were written."""
    for chunk in range(chunks):
        plan = {"jobs": [(i, dataclasses.asdict(jobs[i])) for i in range(chunk, len(jobs), chunks)],
                "logs": str(arguments.out / "logs"), "limit": arguments.limit}
        (folder / f"plan-{chunk}.json").write_text(json.dumps(plan), encoding="utf-8")
        if stop.is_set():
            return False
    return True


def run_chunk(folder, number, stop):
    """What a task does: its jobs, one after another; each result is a line that is written at once."""
    folder = pathlib.Path(folder)
    name = folder / f"plan-{number}.json"
    try:
        plan = json.loads(name.read_text(encoding="utf-8"))
        jobs = [(int(index), Job(**words)) for index, words in plan["jobs"]]
        logs, limit = plan["logs"], float(plan["limit"])
    except (ValueError, TypeError, KeyError) as error:
        raise RegressError(f"{name}: is no plan of a task of regress.py") from error
    with open(folder / f"results-{number}.jsonl", "a", encoding="utf-8") as out:
        for index, job in jobs:
            if stop.is_set():
                return
            result = run(job, index, logs, limit, stop)
            out.write(json.dumps(dataclasses.asdict(result)) + "\n")
            out.flush()


class Collector:
    """Reads result lines as they come, whole lines alone."""

    def __init__(self, folder, report):
        self.folder, self.report = folder, report
        self.places = {}
        self.seen = set()

    def poll(self):
        """Reports what is new."""
        for path in self.folder.glob("results-*.jsonl"):
            with open(path, "rb") as file:
                file.seek(self.places.get(path, 0))
                text = file.read()
            whole = text[: text.rfind(b"\n") + 1]
            self.places[path] = self.places.get(path, 0) + len(whole)
            for line in whole.splitlines():
                result = Result(**json.loads(line))
                if result.index not in self.seen:
                    self.seen.add(result.index)
                    self.report(result)


def wait(array, collector, total, arguments, stop):
    """Until every result is there, the array has ended, or the time is over. Answers why results may be missing."""
    until = time.monotonic() + arguments.wait
    ended = None
    while len(collector.seen) < total:
        if stop.wait(POLL):
            command(["scancel", array])
            return SKIPPED, "not run: interrupted"
        collector.poll()
        if time.monotonic() > until:
            command(["scancel", array])
            return ERROR, f"no result after {arguments.wait:g} s: array {array} was cancelled"
        status, out, error = command(["squeue", "-h", "-j", array, "-o", "%T"])
        gone = (status == 0 and not out) or "Invalid job id" in error
        ended = (ended or time.monotonic()) if gone else None
        if ended is not None and time.monotonic() > ended + GRACE:
            return ERROR, f"no result: its task of array {array} ended without one"
    return None, ""


def execute(jobs, arguments, stop, report):
    """Submits, waits, collects."""
    need()
    folder = arguments.out / "slurm"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chunks = min(len(jobs), arguments.jobs * CHUNKS_A_SLOT, MOST_CHUNKS)
    collector = Collector(folder, report)
    if write_plans(folder, jobs, chunks, arguments, stop):
        array = submit(folder, chunks, arguments, arguments.root)
        print(f"regress: Slurm array {array}: {chunks} tasks, {arguments.jobs} at a time", file=sys.stderr)
        status, why = wait(array, collector, len(jobs), arguments, stop)
        collector.poll()
    else:
        status, why = SKIPPED, "not run: interrupted"
    for index in range(len(jobs)):
        if index not in collector.seen:
            log = str(folder / f"task-{index % chunks}.out") if status == ERROR else ""
            report(Result(index, status, 0, why, log))
