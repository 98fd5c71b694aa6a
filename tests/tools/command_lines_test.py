#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong words and places that cannot be used: one sentence and status 2 of every script, before it does anything."""
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FORMAL, MUTATE, FUZZ, COVERAGE = (
    ROOT / name for name in ("tests/formal/formal.py", "tests/mutation/mutate.py", "scripts/fuzz.py", "scripts/coverage.py"))


class CommandLines(unittest.TestCase):
    def refused(self, text, script, *words):
        """Within seconds, by one line that holds the text."""
        with self.subTest(script=script.name, words=words):
            begin = time.monotonic()
            done = subprocess.run([sys.executable, script, *map(str, words)], capture_output=True, text=True, timeout=60,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertTrue(done.stderr.startswith(script.stem + ": "), done.stderr)
            self.assertIn(text, done.stderr)
            self.assertNotIn("[Errno", done.stderr)
            self.assertLess(time.monotonic() - begin, 30)

    def test_numbers_that_are_none_or_out_of_range(self):
        for jobs, text in (("0", "--jobs: found 0, expected 1 to 4096"), ("-1", "--jobs: found -1"),
                           ("x", "--jobs: found 'x', expected a whole number"), ("1e3", "'1e3'"), ("", "--jobs: found ''"),
                           ("99999999999", "expected 1 to 4096")):
            self.refused(text, FORMAL, f"--jobs={jobs}", "run")
            self.refused(text, MUTATE, f"--jobs={jobs}")
            self.refused(text, FUZZ, f"--jobs={jobs}")
            self.refused(text, COVERAGE, "run", f"--jobs={jobs}")
        self.refused("--number: found 0, expected 1 to", MUTATE, "--number", "0")
        self.refused("--seed: found -1, expected 0 to", MUTATE, "--seed=-1")
        self.refused("--seconds: found -1, expected 0 to", FUZZ, "--seconds=-1")
        self.refused("--seed: found 0, expected 1 to", FUZZ, "--seed", "0")

    def test_words_that_are_unknown_or_missing(self):
        for script in (FORMAL, MUTATE, FUZZ, COVERAGE):
            self.refused("--help lists what is possible", script, "--nonsense")
        self.refused("found 'nope', expected one of", FORMAL, "run", "nope")

    def test_places_that_cannot_be_used(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "file"
            file.write_text("x", encoding="utf-8")
            for place, text in (("/proc/x", "/proc/x: No such file or directory"), (file, f"{file}: File exists"),
                                (file / "x", f"{file / 'x'}: Not a directory")):
                self.refused(text, FORMAL, "--build", place, "run", "quantizer")
                self.refused(text, FUZZ, "--build", place)
                self.refused(text, COVERAGE, "run", "--build", place)
            for option, text in (("/proc/x", "/proc/x: No such"), (folder, f"{folder}: Is a directory"),
                                 (file / "x", f"{file}: File exists")):
                self.refused(text, MUTATE, "--report", option)
                self.refused(text, FORMAL, "run", "quantizer", "--markdown", option)
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir()], ["file"])

    def test_a_report_of_another_shape(self):
        with tempfile.TemporaryDirectory() as folder:
            self.refused("coverage.json: No such file", COVERAGE, "check", folder)
            for text in ("[]", "{}", '{"shortfalls": 3}', '{"shortfalls": [3]}', "x", "3", "\udcff"):
                (pathlib.Path(folder) / "coverage.json").write_text(text, encoding="utf-8", errors="surrogateescape")
                self.refused("coverage.json: is not what `coverage.py report` writes", COVERAGE, "check", folder)


if __name__ == "__main__":
    unittest.main()
