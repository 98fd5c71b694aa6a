#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over the hand-written C++ of a build folder, in parallel, each file once per content.

scripts/tidy.py BUILD [PART...] (parts: model tb sw-driver tests; default all). A file that was clean is not looked at again while it, every project header
that it includes (from ninja's dependency log), its compile command, .clang-tidy and clang-tidy itself are
the same; the record is BUILD/tidy-cache. Exit status: 0 clean, 1 findings, 2 cannot run.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ("model", "tb", "sw-driver", "tests")


def die(text):
    print(f"tidy: {text}", file=sys.stderr)
    sys.exit(2)


def dependencies(build):
    """Object file -> files that it was built from."""
    text = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    found, current = {}, None
    for line in text.splitlines():
        if not line.startswith(" "):
            current = found.setdefault(line.split(":", 1)[0], [])
        elif line.strip():
            current.append(line.strip())
    return found


def digest_file(path, memo):
    if path not in memo:
        try:
            memo[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            memo[path] = "absent"
    return memo[path]


def main():
    if len(sys.argv) < 2:
        die("expected: scripts/tidy.py BUILD [PART...]")
    build = pathlib.Path(sys.argv[1]).resolve()
    parts = sys.argv[2:] or PARTS
    for part in parts:
        if part not in PARTS:
            die(f"found part '{part}', expected one of {', '.join(PARTS)}")
    jobs = os.cpu_count()
    tidy = shutil.which("clang-tidy-14")
    if not tidy:
        die("clang-tidy-14 not found; run scripts/setup.sh")
    database = build / "compile_commands.json"
    if not database.exists():
        die(f"{database} not found; run make build")
    version = subprocess.run([tidy, "--version"], check=True, capture_output=True, text=True).stdout
    base = version + (ROOT / ".clang-tidy").read_text() + (ROOT / "tests/.clang-tidy").read_text()
    deps = dependencies(build)
    cache = build / "tidy-cache"
    cache.mkdir(exist_ok=True)

    memo, work, seen = {}, [], set()
    for entry in json.loads(database.read_text()):
        source = pathlib.Path(entry["file"])
        if source in seen or not any(source.is_relative_to(ROOT / part) for part in parts):
            continue
        seen.add(source)
        key = hashlib.sha256((base + entry["command"]).encode())
        for name in [str(source), *sorted(deps.get(entry.get("output", ""), []))]:
            path = (build / name).resolve()
            if path.is_relative_to(ROOT) or path.is_relative_to(build):
                key.update(f"{path} {digest_file(path, memo)}\n".encode())
        stamp = cache / key.hexdigest()
        if not stamp.exists():
            work.append((source, stamp))
    missing = [p for p in subprocess.run([ROOT / "scripts/sources.sh", "cc"], check=True, capture_output=True,
                                         text=True).stdout.split()
               if p.split("/")[0] in parts and ROOT / p not in seen]
    if not seen:
        die(f"{database} holds none of our sources")

    def check(item):
        source, stamp = item
        run = subprocess.run([tidy, "-quiet", "-p", build, "--extra-arg=-Wno-unknown-warning-option", source],
                             capture_output=True, text=True)
        if run.returncode == 0 and "warning:" not in run.stdout:
            stamp.touch()
            return source, ""
        return source, run.stdout + ("" if run.stdout.strip() else run.stderr)

    # Large files first, so that no core waits for one at the end.
    work.sort(key=lambda item: -item[0].stat().st_size)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for source, text in pool.map(check, work):
            if text:
                bad += 1
                print(f"{source.relative_to(ROOT)}:\n{text}", flush=True)
    print(f"tidy: {len(seen)} files, {len(work)} checked now, {bad} with findings")
    for name in missing:
        print(f"{name}: found in no target of the build, expected in one: it cannot be checked")
    sys.exit(1 if bad or missing else 0)


main()
