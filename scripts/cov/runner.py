# SPDX-License-Identifier: Apache-2.0
"""Builds with coverage and runs the tests that count."""
import os
import shutil
import subprocess

from . import CoverageError


def quiet(command, log, **kwargs):
    """Runs a command; its output is shown only where it fails."""
    with open(log, "w", encoding="utf-8") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, **kwargs)
    if done.returncode:
        tail = log.read_text(encoding="utf-8", errors="replace")[-3000:]
        raise CoverageError(f"failed: {' '.join(map(str, command))}\n{tail}")


def forget(build):
    """Removes what gcov gathered so far, and its notes on sources that are no longer there."""
    subprocess.run(["ninja", "-C", build, "-t", "cleandead"], stdout=subprocess.DEVNULL, check=False)
    for old in build.rglob("*.gcda"):
        old.unlink()
    for notes in build.rglob("*.gcno"):
        if not notes.with_suffix(".o").exists():
            notes.unlink()


def build_and_test(root, build, jobs):
    """Answers the folder with the counts and the names of tests that failed."""
    build.mkdir(parents=True, exist_ok=True)
    quiet(["cmake", "-S", root, "-B", build, "-G", "Ninja", "-DSLUICE_COVERAGE=ON"], build / "configure.log")
    print("coverage: building", flush=True)
    quiet(["cmake", "--build", build, "--parallel", str(jobs)], build / "build.log")
    counts = build / "counts"
    shutil.rmtree(counts, ignore_errors=True)
    forget(build)
    print("coverage: running the tests", flush=True)
    failed_list = build / "Testing/Temporary/LastTestsFailed.log"
    failed_list.unlink(missing_ok=True)
    # Proofs, lint, sanitizers and generators look at sources, not at what runs here.
    done = subprocess.run(
        ["ctest", "--test-dir", build, "--parallel", str(jobs), "--output-on-failure", "--no-tests=error",
         "--label-exclude", "^(formal|formal-quick|lint|sanitize|regs|fuzz|tools|docs|bench|mutation|no-coverage)$"],
        stdout=open(build / "test.log", "w", encoding="utf-8"), stderr=subprocess.STDOUT, check=False,
        env={**os.environ, "SLUICE_COVERAGE_DIR": str(counts)})
    if done.returncode == 0:
        return counts, []
    if not failed_list.exists():
        raise CoverageError(f"ctest failed, see {build}/test.log")
    return counts, [line.partition(":")[2] for line in failed_list.read_text().splitlines()]
