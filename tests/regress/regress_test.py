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

from support import ROOT, SCRIPT, FakeBuild, gone_soon

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
            self.assertTrue(gone_soon(pid))

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
            self.assertTrue(gone_soon(pid))

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
            (["--seeds", "100000000000"], "--seeds: found 100000000000, expected up to 500000 runs"),
            (["--seeds", "1e3"], "--seeds: found '1e3', expected a whole number"),
            (["--make", "--seeds", "100000000000"], "expected up to 500000 runs"),
            (["--first-seed", "18446744073709551615", "--seeds", "2"], "expected up to 18446744073709551615"),
            (["--first-seed", "-1"], "--first-seed: found -1, expected 0 to 18446744073709551615"),
            (["--run-seed", "-1"], "--run-seed: found -1, expected 0 to 18446744073709551615"),
            (["--run-seed", "18446744073709551616"], "--run-seed: found 18446744073709551616, expected 0 to"),
            (["--jobs", "-1"], "--jobs: found -1, expected 1 to 4096"),
            (["--limit", "0"], "--limit: found 0, expected more than 0"),
            (["--limit", "nan"], "--limit: found 'nan', expected seconds"),
            (["--wait", "nan"], "--wait: found 'nan', expected seconds"),
            (["--limit", "inf"], "--limit: found 'inf', expected seconds"),
            (["--nonsense"], "unrecognized arguments: --nonsense"),
            (["--chunk", "/tmp", "x"], "/tmp/plan-x.json: No such file or directory"),
            (["--sources", str(self.folder / "sources/fake_test.cpp/x")], "no test that takes a seed"),
            (["--out", "/proc/x"], "/proc/x: No such file or directory"),
            (["--out", str(self.folder / "sources/fake_test.cpp")], "fake_test.cpp/junit.xml: Not a directory"),
            (["--build", "/proc/x", "--make"], "/proc/x: No such file or directory"),
            (["--tests", "("], "is no regular expression"),
            (["--tests", "Nothing"], "no test that takes a seed matches 'Nothing'"),
            (["--build", str(self.folder / "nowhere")], "nowhere: ctest lists no tests there: there is no such folder"),
            (["--build", str(self.folder / "sources")], "it has no CTestTestfile.cmake"),
        ):
            with self.subTest(words=words):
                status, out, err = self.regress(*words)
                self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
                self.assertIn(text, err)
                self.assertFalse((self.out / "logs").exists())

    def test_more_runs_than_can_be_held_are_refused_by_their_product(self):
        self.fake("pass", "planted", sluice=True)
        status, out, err = self.regress("--seeds", "200000")
        self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
        self.assertIn("found 200000 with 3 tests, which are 600000 runs, expected up to 500000", err)

    def test_half_a_million_runs_are_listed_in_little_memory(self):
        self.fake("pass", "planted")
        limits = ["prlimit", f"--as={300 << 20}", "--cpu=100"]
        done = subprocess.run([*limits, *self.words("--list", "--seeds", "250000", "--first-seed", "18446744073709301616")],
                              text=True, capture_output=True, timeout=120, check=False, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 500_000)
        self.assertEqual(lines[-1], "fake_test.py Width/Fake.Planted/64 seed 18446744073709551615")

    def test_a_reader_that_leaves_is_no_traceback(self):
        self.fake("pass")
        done = subprocess.run(["bash", "-c", 'set -o pipefail; "$@" | head -n 1', "bash",
                               *self.words("--list", "--seeds", "100000")], text=True, capture_output=True, timeout=60,
                              check=False, env=self.environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "fake_test.py Fake.Pass seed 1\n", ""))

    def test_signals_in_preparation_end_it_at_once(self):
        """Where it lists, where it builds, where it repeats a seed."""
        self.fake("pass", sluice=True)
        tools, pids = self.folder / "tools", self.folder / "pids"
        tools.mkdir()
        (tools / "cmake").write_text('#!/bin/sh\necho $$ >>"$FAKE_PIDS"\nsleep 300 &\necho $! >>"$FAKE_PIDS"\nwait\n',
                                     encoding="utf-8")
        (tools / "cmake").chmod(0o755)
        (tools / "ctest").write_text((tools / "cmake").read_text(encoding="utf-8"), encoding="utf-8")
        (tools / "ctest").chmod(0o755)
        (self.folder / "build/bin/sluice").write_text((tools / "cmake").read_text(encoding="utf-8"), encoding="utf-8")
        environment = {**self.environment, "FAKE_PIDS": str(pids), "PATH": f"{tools}:{self.environment['PATH']}"}
        for words in (["--list"], ["--make"], ["--run-seed", "5"]):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                with self.subTest(words=words, signal=number):
                    pids.unlink(missing_ok=True)
                    with subprocess.Popen(self.words(*words), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                          env=environment) as process:
                        until = time.monotonic() + 30
                        while time.monotonic() < until and not (pids.exists() and len(pids.read_text().split()) == 2):
                            time.sleep(0.02)
                        begin = time.monotonic()
                        process.send_signal(number)
                        _, err = process.communicate(timeout=30)
                    self.assertLess(time.monotonic() - begin, 5)
                    self.assertEqual((process.returncode, err), (130, "regress: interrupted\n"))
                    for pid in pids.read_text(encoding="utf-8").split():
                        self.assertTrue(gone_soon(pid))

    def test_sighup_writes_the_file_and_an_ignored_one_does_nothing(self):
        self.fake("hang")
        for ignored in (False, True):
            with self.subTest(ignored=ignored):
                pids = self.folder / f"pids-{ignored}"
                words = (["nohup"] if ignored else []) + self.words("--seeds", "1", "--limit", "3")
                with subprocess.Popen(words, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE,
                                      env={**self.environment, "FAKE_PIDS": str(pids)}) as process:
                    until = time.monotonic() + 30
                    while time.monotonic() < until and not (pids.exists() and pids.read_text(encoding="utf-8")):
                        time.sleep(0.02)
                    process.send_signal(signal.SIGHUP)
                    process.communicate(timeout=30)
                self.assertEqual(process.returncode, 1 if ignored else 130)
                (case,) = self.xml().iter("testcase")
                self.assertEqual([e.tag for e in case if e.tag != "system-out"], ["error" if ignored else "skipped"])

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
