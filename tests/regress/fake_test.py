#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands for a test program: does what its argument says, which no real test would."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

seed = os.environ.get("SLUICE_SEED", "none")
kind = sys.argv[1]
if kind != "silent":
    print(f"seed {seed} (repeat: as told)", flush=True)
if kind == "planted" and seed == os.environ.get("FAKE_PLANTED_SEED"):
    print("\x1b[31mfound <1> & \x00 \x08, expected 2\x1b[0m ]]>", flush=True)
    sys.exit(1)
if kind == "signal":
    os.kill(os.getpid(), signal.SIGSEGV)
if kind == "skip":
    print("[  SKIPPED ] for want of something")
if kind == "count":
    folder = pathlib.Path(os.environ["SLUICE_COVERAGE_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    axes = [{"name": "seed", "bins": ["odd", "even"]}]
    cross = {"fake.seeds": {"axes": axes, "unreachable": [], "hits": {"0" if int(seed) % 2 else "1": 1}}}
    (folder / f"crosses.fake.{os.getpid()}.{time.time_ns()}.json").write_text(json.dumps(cross), encoding="utf-8")
if kind == "hang":
    # A child of its own must not outlive it.
    with subprocess.Popen(["sleep", "300"]) as child:
        with open(os.environ["FAKE_PIDS"], "a", encoding="utf-8") as file:
            file.write(f"{child.pid}\n")
        time.sleep(300)
