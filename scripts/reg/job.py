# SPDX-License-Identifier: Apache-2.0
"""One test with one seed: what it runs, how it is run, what came of it."""
import dataclasses
import os
import pathlib
import re
import resource
import signal
import subprocess
import time

PASSED, FAILED, TIMEOUT, ERROR, SKIPPED = "passed", "failed", "timeout", "error", "skipped"
BAD = (FAILED, TIMEOUT, ERROR)
LARGEST_FILE = 2 << 30  # bytes that a run may write into one file, its output among them
TAIL_BYTES = 20_000
# Statuses of a child that was asked to end: by the signal, or as a shell tells it.
ENDED_FROM_OUTSIDE = tuple(status for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) for status in (-n, 128 + n))


@dataclasses.dataclass
class Job:
    """Runs `commands` one after another; the first that fails ends it."""

    suite: str
    name: str
    seed: int
    commands: list
    rerun: str  # one line for a shell in the repository's root
    environment: dict = dataclasses.field(default_factory=dict)
    folder: str = "."
    must_say: str = ""  # the output of a passed run holds this
    skip: str = ""  # regular expression: the output of a skipped run
    scratch: list = dataclasses.field(default_factory=list)  # files that only a failure keeps
    files: dict = dataclasses.field(default_factory=dict)  # path and text of each that is written before it runs

    def log_name(self):
        """A file name of its own."""
        plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{self.suite}.{self.name}")
        return f"{plain[:150]}.seed-{self.seed}.log"


@dataclasses.dataclass
class Result:
    """What came of the job with this index."""

    index: int
    status: str
    seconds: float
    message: str = ""
    log: str = ""  # kept where the status is bad


def tail(path, size=TAIL_BYTES):
    """The end of a file as text."""
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - size))
        return file.read().decode("utf-8", errors="replace")


def write_files(job):
    """What the job reads."""
    for path, text in job.files.items():
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_text(text, encoding="utf-8")


def stop_group(process):
    """Ends a process and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def tool(words, stop, **options):
    """Runs a command like subprocess.run(); a signal ends all that the command started."""
    # Held while it starts: a process that nobody knows yet could not be ended.
    with stop.held(), subprocess.Popen(words, text=True, errors="replace", start_new_session=True, **options) as process:
        try:
            with stop.released():
                out, err = process.communicate()
        except BaseException:
            stop_group(process)
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def wait(process, until, stop):
    """Exit status; None: stopped or out of time."""
    while True:
        try:
            return process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            if stop.is_set() or time.monotonic() > until:
                stop_group(process)
                return None


def run(job, index, logs, limit, stop):
    """Runs a job for at most `limit` seconds, or until `stop` is set."""
    log = pathlib.Path(logs) / job.log_name()
    begin = time.monotonic()
    status, message = PASSED, ""
    write_files(job)
    with open(log, "wb") as out:
        out.write(f"# {job.rerun}\n".encode())
        out.flush()
        for command in job.commands:
            try:
                process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                           cwd=job.folder, env={**os.environ, **job.environment},
                                           start_new_session=True)
            except OSError as error:
                status, message = ERROR, f"cannot be started: {error}"
                break
            try:
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
            except ProcessLookupError:
                pass  # it has ended
            code = wait(process, begin + limit, stop)
            # What ends the run may end its children first, and tell us a moment later.
            if code in ENDED_FROM_OUTSIDE and stop.wait(1.0):
                code = None
            if code is None and stop.is_set():
                status, message = SKIPPED, "interrupted"
            elif code is None:
                status, message = TIMEOUT, f"killed after {limit:g} s"
            elif code < 0:
                status, message = FAILED, f"ended by signal {-code}"
            elif code:
                status, message = FAILED, f"exit status {code}"
            if status != PASSED:
                break
    if status == PASSED:
        status, message = judge(job, log)
    if status in BAD:
        return Result(index, status, time.monotonic() - begin, message, str(log))
    log.unlink()
    for path in job.scratch:
        pathlib.Path(path).unlink(missing_ok=True)
    return Result(index, status, time.monotonic() - begin, message)


def judge(job, log):
    """A run that ended well may have skipped itself, or never have taken the seed."""
    text = tail(log, 1 << 20)
    if job.skip and re.search(job.skip, text):
        return SKIPPED, "skipped itself"
    if job.must_say and job.must_say not in text:
        return FAILED, f"did not say '{job.must_say}': it has not taken the seed"
    return PASSED, ""
