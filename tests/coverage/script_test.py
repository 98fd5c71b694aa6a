#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/coverage.py on small counts made by hand: each kind of shortfall fails, nothing else does."""
import array
import contextlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import coverage  # noqa: E402  (of this project)

RTL = "rtl/csig/compare.sv"
CPP = "model/csig/compare.cpp"
GOALS = """crosses = ["csig.small"]
[percent]
"rtl line" = 98
"rtl toggle" = 90
"functional" = 100
"model line" = 95
"""


def point(place, page, line, comment, instance="TOP.compare"):
    """A line of a .points file."""
    return "\t".join([str(place), "filename", RTL, "lineno", str(line), "column", "3", "hier", instance,
                      "page", f"v_{page}/compare", "comment", comment, "linescov" if page != "toggle" else "",
                      str(line) if page != "toggle" else ""])


POINTS = [point(0, "line", 20, "block"), point(1, "branch", 21, "else"),
          point(2, "toggle", 22, "tag_i[0]:0->1"), point(3, "toggle", 22, "tag_i[0]:1->0"),
          point(3, "toggle", 23, "tag_o[0]:1->0"),  # two signals that are one share a counter
          point(4, "toggle", 22, "tag_i[0]:0->1", "TOP.other")]  # an instance in which nothing happens


def cross(hits, unreachable=(5,)):
    """csig.small: 2 x 3 bins, the last unreachable."""
    return {"csig.small": {"axes": [{"name": "way", "bins": ["in", "out"]}, {"name": "n", "bins": ["0", "1", "2"]}],
                           "unreachable": [{"reason": "two never leave", "bins": list(unreachable)}],
                           "hits": {str(place): 7 for place in hits}}}


class Coverage(unittest.TestCase):
    """Each test has a folder with counts of two processes that reach everything together."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="sluice-coverage-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.counts = self.folder / "counts"
        self.counts.mkdir()
        (self.counts / "compare-1.points").write_text("\n".join(POINTS) + "\n")
        self.write_counts("a", [1, 0, 5, 5, 0])
        self.write_counts("b", [2, 9, 0, 0, 0])
        self.write_cross("a", [0, 1, 2])
        self.write_cross("b", [2, 3, 4])
        self.write_cpp([3] * 20)
        (self.folder / "goals.toml").write_text(GOALS)
        self.write_reasons("")

    def write_counts(self, process, counts):
        (self.counts / f"compare-1.host.{process}.counts").write_bytes(array.array("Q", counts).tobytes())

    def write_cross(self, process, hits, **kwargs):
        (self.counts / f"crosses.host.{process}.json").write_text(json.dumps(cross(hits, **kwargs)))

    def write_cpp(self, counts):
        lines = [{"line_number": n, "count": c} for n, c in enumerate(counts, 1)]
        (self.folder / "gcovr.json").write_text(json.dumps({"files": [{"file": CPP, "lines": lines}]}))

    def write_reasons(self, text):
        (self.folder / "unreached.toml").write_text(text)

    def write_reason(self, kind, file, what):
        self.write_reasons(f"[[unreached]]\nkind = '{kind}'\nfile = '{file}'\nwhat = '{what}'\nreason = 'by design'\n")

    def call(self, *words):
        """Exit status, standard output, standard error."""
        out, err = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", ["coverage.py", *map(str, words)]), \
             contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = coverage.main()
        return status, out.getvalue(), err.getvalue()

    def judge(self, *folders):
        """Report, then check: its exit status and what it says."""
        out = self.folder / "out"
        status, _, err = self.call("report", *(folders or [self.counts]), "-o", out, "--cpp", self.folder / "gcovr.json",
                                   "--goals", self.folder / "goals.toml", "--unreached", self.folder / "unreached.toml")
        if status:
            return status, err
        status, _, err = self.call("check", out)
        return status, err

    def report(self):
        return json.loads((self.folder / "out/coverage.json").read_text())

    def page(self):
        return (self.folder / "out/index.html").read_text()

    def test_everything_reached_by_two_processes_together_is_fine(self):
        self.assertEqual(self.judge(), (0, ""))
        totals = self.report()["totals"]
        self.assertEqual((totals["rtl line"]["reached"], totals["rtl toggle"]["reached"]), (2, 3))
        self.assertEqual((totals["functional"]["total"], totals["functional"]["excused"]), (6, 1))
        self.assertIn("All goals are reached", self.page())

    def test_a_missed_branch_fails_and_is_named_with_its_place(self):
        self.write_counts("b", [2, 0, 0, 0, 0])
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("rtl line: 50.00 % (1 of 2), the goal is 98 %", err)
        self.assertEqual([(u["file"], u["line"], u["reason"]) for u in self.report()["unreached"]], [(RTL, 21, None)])
        self.assertIn(f"{RTL}:21", self.page())
        self.assertIn("NO REASON", self.page())

    def test_a_missed_toggle_fails(self):
        self.write_counts("a", [1, 0, 0, 5, 0])
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("rtl toggle: 66.67 % (2 of 3)", err)
        self.assertEqual(self.report()["unreached"][0]["what"], "tag_i[0] 0->1")

    def test_a_missed_bin_fails_and_is_named(self):
        self.write_cross("a", [0, 2])
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("functional: 80.00 % (4 of 5)", err)
        self.assertEqual(self.report()["crosses"]["csig.small"]["unreached"], ["way in, n 1"])

    def test_missed_lines_of_the_model_fail(self):
        self.write_cpp([3] * 18 + [0] * 2)
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("model line: 90.00 % (18 of 20)", err)

    def test_a_reason_takes_a_point_out_and_is_shown(self):
        self.write_counts("b", [2, 0, 0, 0, 0])
        self.write_reason("line", "rtl/csig/.*", "else: .*")
        self.assertEqual(self.judge(), (0, ""))
        totals = self.report()["totals"]["rtl line"]
        self.assertEqual((totals["excused"], totals["percent"], totals["raw_percent"]), (1, 100, 50))
        self.assertIn("by design", self.page())

    def test_a_reason_must_match_in_full(self):
        self.write_counts("b", [2, 0, 0, 0, 0])
        for file, what in (("rtl/csig", "else: .*"), ("rtl/csig/.*", "else"), ("csig/.*", "else: .*")):
            self.write_reason("line", file, what)
            self.assertEqual(self.judge()[0], 1)

    def test_a_reason_that_explains_nothing_any_more_fails(self):
        self.write_reason("line", "rtl/csig/.*", "else: .*")
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("explains nothing any more: line 'rtl/csig/.*' 'else: .*'", err)

    def test_reaching_what_is_declared_unreachable_fails(self):
        self.write_cross("b", [2, 3, 4, 5])
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("cross csig.small: reached way out, n 2, but: two never leave", err)

    def test_a_cross_that_is_no_longer_there_fails(self):
        for file in self.counts.glob("crosses.*"):
            file.unlink()
        status, err = self.judge()
        self.assertEqual(status, 1)
        self.assertIn("cross csig.small: not there", err)
        self.assertIn("functional: nothing was measured", err)

    def test_merged_folders_say_the_same_and_can_be_merged_again(self):
        other = self.folder / "other"
        shutil.copytree(self.counts, other)
        (self.counts / "compare-1.host.b.counts").unlink()
        (other / "compare-1.host.a.counts").unlink()
        first, second = self.folder / "first", self.folder / "second"
        self.assertEqual(self.call("merge", self.counts, "-o", first)[0], 0)
        self.assertEqual(self.call("merge", first, other, "-o", second)[0], 0)
        self.assertEqual(self.judge(second), (0, ""))
        merged = array.array("Q", (second / "compare-1.merged.counts").read_bytes())
        crosses = json.loads((second / "crosses.merged.json").read_text())
        self.assertEqual(crosses["csig.small"]["hits"], {"0": 14, "1": 14, "2": 28, "3": 14, "4": 14})
        self.assertEqual(list(merged), [3, 9, 5, 5, 0])

    def test_verilator_coverage_reads_the_merged_file(self):
        if not shutil.which("verilator_coverage"):
            self.skipTest("verilator_coverage is not installed")
        merged, again = self.folder / "merged", self.folder / "again.dat"
        self.call("merge", self.counts, "-o", merged)
        subprocess.run(["verilator_coverage", "--write", again, merged / "merged.dat"], check=True, capture_output=True)

        def points(file):
            """Its own order of properties is another."""
            return sorted((sorted(line.split("'")[1].split("\x01")), line.split("'")[2])
                          for line in file.read_text().splitlines()[1:])
        self.assertEqual(points(again), points(merged / "merged.dat"))
        self.assertEqual(len(points(again)), 5)

    def refuse(self, text):
        status, err = self.judge()
        self.assertEqual(status, 2)
        self.assertIn(text, err)
        self.assertFalse((self.folder / "out").exists())

    def test_bad_counts_are_refused(self):
        (self.counts / "compare-1.host.c.counts").write_bytes(b"1234567")
        self.refuse("compare-1.host.c.counts: found 7 bytes, expected a multiple of 8")
        self.write_counts("c", [1, 2])
        self.refuse("found 2 counters, expected 5")

    def test_counts_without_points_are_refused(self):
        (self.counts / "compare-1.points").unlink()
        self.refuse("expected a file compare-1.points beside them")

    def test_points_beyond_the_counters_or_without_a_place_are_refused(self):
        (self.counts / "compare-1.points").write_text(point(5, "line", 20, "block"))
        self.refuse("beyond the 5 that were counted")
        (self.counts / "compare-1.points").write_text("0\tfilename\tx\n")
        self.refuse("compare-1.points:1: found")

    def test_points_of_another_version_of_the_source_are_refused(self):
        (self.counts / "compare-1.points").write_text(point(0, "line", 99999, "block"))
        self.refuse(f"{RTL}:99999: beyond its end")

    def test_crosses_of_another_build_are_refused(self):
        self.write_cross("b", [2, 3, 4], unreachable=[4])
        self.refuse("found other bins or reasons")

    def test_goals_and_reasons_are_checked(self):
        (self.folder / "goals.toml").write_text('[percent]\n"rtl line" = 120\n')
        self.refuse("rtl line: found 120, expected a number from 0 to 100")
        (self.folder / "goals.toml").write_text(GOALS)
        self.write_reason("lines", "x", "y")
        self.refuse("found kind 'lines'")
        self.write_reason("line", "(", "y")
        self.refuse("entry 1")
        self.write_reasons("[[unreached]]\nkind = 'line'\n")
        self.refuse("expected file, kind, reason, what")

    def test_files_of_another_shape_are_refused_in_one_sentence(self):
        goals, cross, points = self.folder / "goals.toml", self.counts / "crosses.b.json", self.counts / "compare-1.points"
        gcovr = self.folder / "gcovr.json"
        for file, text in ((cross, "[]"), (cross, '{"x": 3}'), (cross, '{"x": {"axes": [3], "unreachable": [], "hits": {}}}'),
                           (goals, "percent = 3\n"), (goals, "crosses = 'x'\n"), (gcovr, "[]"), (gcovr, '{"files": [3]}'),
                           (points, "0\tfilename\tx\tlineno\ty\tcolumn\t1\tpage\tv_line\tcomment\tc\n")):
            with self.subTest(file=file.name, text=text):
                before = file.read_bytes() if file.exists() else None
                file.write_text(text)
                status, err = self.judge()
                self.assertEqual((status, err.count("\n")), (2, 1), err)
                self.assertIn(f"{file.name}:", err)
                file.unlink() if before is None else file.write_bytes(before)

    def test_a_folder_without_counts_is_refused(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertEqual(self.call("merge", empty, "-o", self.folder / "m")[0], 2)
        self.assertEqual(self.call("report", empty, "-o", self.folder / "m")[0], 2)
        self.assertFalse((self.folder / "m").exists())

    def test_check_without_a_report_is_refused(self):
        self.assertEqual(self.call("check", self.folder / "nowhere")[0], 2)


if __name__ == "__main__":
    unittest.main()
