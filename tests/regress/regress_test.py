#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/regress.py on a build of fake tests: what it runs, finds, says, kills and leaves behind."""
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from support import ROOT, SCRIPT, FakeBuild, gone

sys.path.insert(0, str(ROOT / "scripts"))
from reg import job, junit, random_runs, random_tests  # noqa: E402  (after the path)


class Regress(FakeBuild):
    def test_everything_passes_and_leaves_no_log(self):
        self.fake("pass", "planted", sluice=True)
        status, out, err = self.regress("--seeds", "3", "--jobs", "2")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("9 runs (3 tests, 3 seeds): 9 passed, 0 failed, 0 timed out, 0 without a result, 0 skipped", out)
        self.assertEqual(len(list(self.xml().iter("testcase"))), 9)
        self.assertEqual(list((self.out / "logs").iterdir()) + list((self.out / "runs").iterdir()), [])

    def test_a_planted_seed_is_found_with_a_line_that_repeats_it(self):
        self.fake("pass", "planted")
        status, out, err = self.regress("--seeds", "4", "--first-seed", "20", FAKE_PLANTED_SEED="22")
        self.assertEqual(status, 1)
        self.assertIn("regress: failed: fake_test.py Width/Fake.Planted/64 seed 22: exit status 1", err)
        self.check_planted(22, out)

    def test_a_planted_run_of_sluice_is_found_and_keeps_its_capture(self):
        self.fake("pass", sluice=True)
        status, out, _ = self.regress("--seeds", "3", "--tests", "sluice_run", FAKE_PLANTED_RUN="2")
        self.assertEqual(status, 1)
        self.assertIn("FAILED sluice_run random seed 2: exit status 1", out)
        (line,) = self.rerun_lines(out)
        kept = sorted(p.name for p in (self.out / "runs").iterdir())
        self.assertEqual(kept, ["seed-2.cfg", "seed-2.pcap"])
        for planted, expected in (("2", 1), ("3", 0)):
            again = subprocess.run(["sh", "-c", f"{line} --out {self.out}"], cwd=ROOT, capture_output=True, text=True,
                                   check=False, env={**self.environment, "FAKE_PLANTED_RUN": planted})
            self.assertEqual(again.returncode, expected, again.stderr)
            self.assertIn("/bin/sluice run ", again.stdout)

    def test_a_hung_test_is_killed_with_its_children(self):
        self.fake("hang")
        pids = self.folder / "pids"
        begin = time.monotonic()
        status, out, _ = self.regress("--seeds", "1", "--limit", "5", FAKE_PIDS=str(pids))
        self.assertLess(time.monotonic() - begin, 60)
        self.assertEqual(status, 1)
        self.assertIn("TIMEOUT fake_test.py Fake.Hang seed 1: killed after 5 s", out)
        self.assertEqual(len(self.xml().findall("testsuite/testcase/error")), 1)
        for pid in pids.read_text(encoding="utf-8").split():
            self.assertTrue(gone(pid))

    def test_ctrl_c_stops_all_and_writes_the_file(self):
        self.fake("hang", "pass")
        pids = self.folder / "pids"
        with subprocess.Popen(self.words("--seeds", "5", "--jobs", "2"), text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**self.environment, "FAKE_PIDS": str(pids)}) as process:
            until = time.monotonic() + 30
            while time.monotonic() < until and not (pids.exists() and len(pids.read_text(encoding="utf-8").split()) == 2):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("regress: interrupted", err)
        self.assertIn("10 runs", out)
        self.assertNotIn("Traceback", err)
        cases = list(self.xml().iter("testcase"))
        self.assertEqual(len(cases), 10)
        self.assertGreaterEqual(sum(c.find("skipped") is not None for c in cases), 5)
        started = pids.read_text(encoding="utf-8").split()
        self.assertGreaterEqual(len(started), 2)
        for pid in started:
            self.assertTrue(gone(pid))

    def test_skips_signals_and_tests_that_ignore_the_seed_are_told_apart(self):
        self.fake("skip", "signal", "silent")
        status, out, _ = self.regress("--seeds", "1")
        self.assertEqual(status, 1)
        self.assertIn("FAILED fake_test.py Fake.Signal seed 1: ended by signal 11", out)
        self.assertIn("FAILED fake_test.py Fake.Silent seed 1: did not say 'seed 1 (': it has not taken the seed", out)
        self.assertIn("0 passed, 2 failed, 0 timed out, 0 without a result, 1 skipped", out)
        self.xml()

    def test_seed_outside_a_test_is_refused_with_its_place(self):
        self.fake("pass")
        source = self.folder / "sources" / "other_test.cpp"
        source.write_text("TEST(A, B) {\n}\n\nint helper() {\n  return test::seed(4);\n}\n", encoding="utf-8")
        status, out, err = self.regress()
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err, f"regress: {source}:5: seed() outside a test: expected it in the test that takes the seed\n")

    def test_bad_input_is_one_sentence_and_status_2(self):
        self.fake("pass")
        for words, text in (
            (["--seeds", "0"], "--seeds: found 0, expected 1 or more"),
            (["--jobs", "-1"], "--jobs: found -1, expected 1 or more"),
            (["--limit", "0"], "expected more"),
            (["--tests", "("], "is no regular expression"),
            (["--tests", "Nothing"], "no test that takes a seed matches 'Nothing'"),
            (["--build", str(self.folder / "nowhere")], "ctest lists no tests there"),
        ):
            status, out, err = self.regress(*words)
            self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
            self.assertIn(text, err)

    def test_slurm_is_refused_in_one_sentence_where_it_is_not_there(self):
        self.fake("pass")
        self.regress("--seeds", "1")
        before = (self.out / "junit.xml").read_bytes()
        tools = self.folder / "tools"
        tools.mkdir()
        status, out, err = self.regress("--executor", "slurm", PATH=str(tools))
        self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("sbatch not found", err)
        self.assertEqual((self.out / "junit.xml").read_bytes(), before)

    def test_coverage_of_all_runs_is_added_up_and_that_of_older_ones_forgotten(self):
        self.fake("count")
        old = self.folder / "build" / "old.gcda"
        for _ in range(2):
            old.write_bytes(b"")
            status, out, err = self.regress("--coverage", "--seeds", "5", "--jobs", "2")
            self.assertEqual(status, 0, err)
            self.assertFalse(old.exists())
            merged = json.loads((self.out / "coverage/merged/crosses.merged.json").read_text(encoding="utf-8"))
            self.assertEqual(merged["fake.seeds"]["hits"], {"0": 3, "1": 2})
            self.assertTrue((self.out / "coverage/index.html").exists(), out)

    def test_list_runs_nothing(self):
        self.fake("pass", "planted", sluice=True)
        status, out, _ = self.regress("--list", "--seeds", "2")
        self.assertEqual(status, 0)
        self.assertEqual(len(out.splitlines()), 6)
        self.assertFalse(self.out.exists())


class Parts(unittest.TestCase):
    def test_every_seed_gives_a_run_that_the_port_can_do(self):
        clocks = dict(random_runs.CLOCKS)
        widths = set()
        for seed in range(500):
            chosen = random_runs.choose(seed)
            self.assertEqual(chosen, random_runs.choose(seed))
            run = dict(zip(chosen["run"][::2], chosen["run"][1::2]))
            self.assertLessEqual(int(run["--speed"][:-1]) * 1e9, int(run["--width"]) * clocks[run["--clock"]])
            widths.add(run["--width"])
        self.assertEqual(widths, {str(w) for w in random_runs.WIDTHS})

    def test_the_tests_of_this_project_are_found(self):
        names = random_tests.seeded(ROOT / "tests")
        self.assertIn("RandomTraffic.EqualsTheModelWithEveryActionDropGapsAndBackPressureAndMeetsEveryOutcome", names)
        self.assertGreaterEqual(len(names), 50)

    def test_names_of_every_kind_of_test_are_understood(self):
        for name, expected in (("A.B", "A.B"), ("W/A.B/64", "A.B"), ("A/0.B", "A.B"), ("W/A/1.B/x.y", "A.B")):
            self.assertIn(expected, random_tests.sources_names(name))
        self.assertEqual(random_tests.sources_names("lint"), {"lint."})

    def test_what_xml_cannot_hold_is_replaced(self):
        self.assertEqual(junit.clean("a\x1b[1;31mb\x00\ud800\ufffe\n\t\U0001F600"), "ab\ufffd\ufffd\ufffd\n\t\U0001F600")

    def run_job(self, script, stop_after=None):
        """Runs a shell script as a job, which is stopped after some seconds."""
        stop = threading.Event()
        if stop_after is not None:
            timer = threading.Timer(stop_after, stop.set)
            timer.start()
            self.addCleanup(timer.cancel)
        with tempfile.TemporaryDirectory() as folder:
            return job.run(job.Job("s", "n", 1, [["/bin/sh", "-c", script]], ""), 0, folder, 20, stop)

    def test_a_run_that_is_ended_before_we_are_told_to_end_is_no_failure(self):
        for script in ("kill -TERM $$", "exit 143"):
            self.assertEqual(self.run_job(script, stop_after=0.4).status, job.SKIPPED, script)

    def test_a_run_that_ends_itself_by_a_signal_is_a_failure(self):
        for script in ("kill -TERM $$", "exit 143", "kill -SEGV $$"):
            self.assertEqual(self.run_job(script).status, job.FAILED, script)

    def test_help_names_the_exit_statuses(self):
        done = subprocess.run([sys.executable, str(SCRIPT), "--help"], capture_output=True, text=True, check=True)
        self.assertIn("Exit status: 0 all passed; 1 a failure; 2 cannot run; 130 interrupted", done.stdout)


if __name__ == "__main__":
    unittest.main()
