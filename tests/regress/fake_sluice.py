#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands for `sluice`: makes a capture of one byte, runs it, fails for a planted seed."""
import os
import pathlib
import sys

command, capture = sys.argv[1], pathlib.Path(sys.argv[2])
if command == "traffic":
    capture.write_bytes(b"x")
    sys.exit(0)
assert capture.read_bytes() == b"x"
assert "congestion-signaling" in pathlib.Path(sys.argv[sys.argv.index("--config") + 1]).read_text(encoding="utf-8")
if sys.argv[sys.argv.index("--seed") + 1] == os.environ.get("FAKE_PLANTED_RUN"):
    print("RTL != golden model")
    sys.exit(1)
print("RTL = golden model: 1 frames")
