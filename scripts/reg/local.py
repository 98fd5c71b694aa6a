# SPDX-License-Identifier: Apache-2.0
"""Runs jobs on this machine."""
import concurrent.futures

from .job import SKIPPED, Result, run


def execute(jobs, arguments, stop, report):
    """Runs all, `arguments.jobs` at a time; each result goes to `report` as it comes."""
    logs = arguments.out / "logs"

    def one(index):
        if stop.is_set():
            return Result(index, SKIPPED, 0, "not run: interrupted")
        return run(jobs[index], index, logs, arguments.limit, stop)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(one, i) for i in range(len(jobs))]):
            report(done.result())
