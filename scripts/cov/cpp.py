# SPDX-License-Identifier: Apache-2.0
"""Lines of C++: gcovr over a build folder with SLUICE_COVERAGE=ON."""
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import CoverageError, written_by

PARTS = ("model", "sw-driver", "tb")


@dataclass
class Line:
    """A line that has code; merged over all programs that it is compiled into."""
    file: str
    line: int
    count: int


def run_gcovr(root, build):
    """What the programs of `build` ran so far, as gcovr's JSON."""
    tool = Path(root) / ".venv/bin/gcovr"
    out = Path(build) / "gcovr.json"
    command = [str(tool), "--root", str(root), "--json", str(out), "-j", str(os.cpu_count() or 1)]
    for part in PARTS:
        command += ["--filter", f"{part}/"]
    done = subprocess.run(command + [str(build)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CoverageError(f"gcovr failed: {done.stderr.strip()[-500:]}")
    return out


def read(file):
    """Lines of a file that gcovr wrote."""
    try:
        content = json.loads(Path(file).read_text(encoding="utf-8"))
    except ValueError as error:
        raise CoverageError(f"{file}: {error}") from error
    lines = {}
    with written_by("gcovr", file):
        for source in content["files"]:
            for line in source["lines"]:
                if line.get("gcovr/noncode") or line.get("gcovr/excluded"):
                    continue
                key = (source["file"], int(line["line_number"]))
                lines[key] = lines.get(key, 0) + int(line["count"])
                if source["file"].split("/")[0] not in PARTS:
                    raise ValueError(source["file"])
    return [Line(file, number, count) for (file, number), count in sorted(lines.items())]
