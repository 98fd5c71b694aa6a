# SPDX-License-Identifier: Apache-2.0
"""tshark as an ordinary user calls it, captures built byte by byte, and a skip that says why."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

SKIPPED = 77  # what ctest takes for "skipped"
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "wireshark" / "csig.lua"
NOBODY = 65534
TIMEOUT_S = 60


def require():
    """Ends the test where there is no tshark."""
    if shutil.which("tshark") is None:
        print("skipped: tshark is not installed (scripts/setup.sh test installs it)")
        sys.exit(SKIPPED)


def pcap(path, frames):
    """A nanosecond pcap of these frames, 1 ns apart."""
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHIIII", 0xA1B23C4D, 2, 4, 0, 0, 262144, 1))
        for i, frame in enumerate(frames):
            out.write(struct.pack("<IIII", 0, i, len(frame), len(frame)) + frame)


class Tshark:
    """A folder for captures, and tshark without root's rights: Wireshark warns where it has them."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="sluice-tshark-")
        self.folder = pathlib.Path(self._folder.name)
        self._script = self.folder / "csig.lua"
        shutil.copy(SCRIPT, self._script)  # the source folder may be closed to others

    def close(self):
        self._folder.cleanup()

    def run(self, capture, *words, script=True):
        """Standard output. AssertionError where tshark fails or says anything on standard error."""
        command = ["tshark", "-n", "-r", str(capture), *words]
        if script:
            command[1:1] = ["-X", f"lua_script:{self._script}"]
        rights = {}
        if os.geteuid() == 0:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
            rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        environment = {**os.environ, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        environment.pop("XDG_CONFIG_HOME", None)
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False, env=environment,
                              cwd=self.folder, **rights)
        assert done.returncode == 0 and done.stderr == "", f"tshark {words}: {done.returncode} {done.stderr}"
        return done.stdout

    def fields(self, capture, names, *words, script=True):
        """One list a packet; a field that occurs several times in it is joined by '|'."""
        options = [word for name in names for word in ("-e", name)]
        text = self.run(capture, "-T", "fields", "-E", "separator=\x1f", "-E", "aggregator=|", *options, *words,
                        script=script)
        return [line.split("\x1f") for line in text.splitlines()]
