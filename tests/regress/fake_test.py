#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands for a test program: does what its argument says, which no real test would."""
import os
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
if kind == "hang":
    # A child of its own must not outlive it.
    with subprocess.Popen(["sleep", "300"]) as child:
        with open(os.environ["FAKE_PIDS"], "a", encoding="utf-8") as file:
            file.write(f"{child.pid}\n")
        time.sleep(300)
