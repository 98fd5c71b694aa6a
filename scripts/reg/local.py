# SPDX-License-Identifier: Apache-2.0
"""Runs jobs on this machine."""
import concurrent.futures
import itertools

from .job import SKIPPED, Result, run


def execute(jobs, arguments, stop, report):
    """Runs all, `arguments.jobs` at a time; each result goes to `report` as it comes."""
    logs = arguments.out / "logs"

    def one(index):
        if stop.is_set():
            return Result(index, SKIPPED, 0, "not run: interrupted")
        return run(jobs[index], index, logs, arguments.limit, stop)

    left = iter(range(len(jobs)))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = set()
        try:
            while True:
                # Not all at once: there may be very many.
                waiting |= {pool.submit(one, i) for i in itertools.islice(left, 2 * arguments.jobs - len(waiting))}
                if not waiting:
                    return
                done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    report(future.result())
        except BaseException:
            stop.set()
            raise
