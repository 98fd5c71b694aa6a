#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From a difference to its waves, as a user has it: the command, its files, read back by pylibfst.

failure_waves_test.py SLUICE SOURCE_FOLDER [TEST...]
"""
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import pylibfst

SLUICE = ""
SOURCE = pathlib.Path()
LIMIT = 120  # seconds, for whatever is waited for

TOP = "top.sluice_top."
PORT = TOP + "gen_port[0].u_port."


class Waves:
    """Signals of an FST file by name, with their values at a time in ps."""

    def __init__(self, path):
        self.file = pylibfst.lib.fstReaderOpen(str(path).encode())
        if self.file == pylibfst.ffi.NULL:
            raise ValueError(f"{path}: not an FST")
        _, signals = pylibfst.get_scopes_signals2(self.file)
        self.handles = {n.replace(" [", "["): s.handle for n, s in signals.by_name.items()}
        self.start = pylibfst.lib.fstReaderGetStartTime(self.file)
        self.end = pylibfst.lib.fstReaderGetEndTime(self.file)

    def value(self, name, time_ps):
        """The bits, as an integer."""
        full = next(n for n in self.handles if re.sub(r"\[\d+:\d+\]$", "", n) == name)
        buffer = pylibfst.ffi.new("char[]", 4096)
        text = pylibfst.lib.fstReaderGetValueFromHandleAtTime(
            self.file, time_ps, self.handles[full], buffer)
        return int(pylibfst.ffi.string(text).decode(), 2)

    def text(self, name, time_ps):
        bits = self.value(name, time_ps)
        return bits.to_bytes((bits.bit_length() + 7) // 8, "big").decode()

    def close(self):
        pylibfst.lib.fstReaderClose(self.file)


def shown(save_file):
    """Names of the signals in a save file, as GTKWave takes them: whole, or bit by bit."""
    names = []
    for line in save_file.read_text().splitlines():
        if line.startswith("+{"):
            names.append(line.split("} ")[1])
        elif line.startswith("#{"):
            for word in line.split("} ")[1].split():
                place, name = re.fullmatch(r"\((\d+)\)(.*)", word).groups()
                vector, left = re.fullmatch(r"(.*)\[(\d+):0\]", name).groups()
                names.append(f"{vector}[{int(left) - int(place)}]")
    return names


def alive(pid):
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def children(pid):
    try:
        return [int(p) for p in
                pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def eventually(condition):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


class FailureWaves(unittest.TestCase):
    captures = {}

    @classmethod
    def setUpClass(cls):
        cls.store = tempfile.TemporaryDirectory(prefix="sluice-waves-")

    @classmethod
    def tearDownClass(cls):
        cls.store.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sluice-waves-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def capture(self, frames):
        path = pathlib.Path(self.store.name) / f"{frames}.pcap"
        if not path.exists():
            self.sluice("traffic", path, "--frames", frames, "--seed", 3)
        return path

    def command(self, *words):
        return [SLUICE, *map(str, words)]

    def sluice(self, *words, status=0, **options):
        done = subprocess.run(self.command(*words), cwd=self.folder, capture_output=True,
                              text=True, timeout=LIMIT, check=False, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def run_words(self, capture, *more):
        return ("run", capture, "--config", SOURCE / "tests/app/one_queue.cfg", *more)

    def marker(self, err):
        """The time in ps at which the waves show it, from the report."""
        found = re.search(r"waves from ([\d.]+) ns on, it is at ([\d.]+) ns", err)
        self.assertTrue(found, err)
        return round(float(found[1]) * 1000), round(float(found[2]) * 1000)

    def check_planted(self, err, packet, waves):
        """The planted byte is on the wire at the reported time, and the frame is the packet."""
        start, at = self.marker(err)
        found = int(re.search(r"RTL +0x(\w+)", err)[1], 16)
        expected = int(re.search(r"golden model +0x(\w+)", err)[1], 16)
        self.assertEqual(found, expected ^ 1)
        reported = int(re.search(r"time +(\d+) ns", err)[1])
        self.assertEqual(at // 1000, reported)
        self.assertLessEqual(start, at)
        # A copy may be older than time: the first clock of time is the first in the waves then.
        self.assertEqual(waves.start // 1000, max(start // 1000, 1))
        self.assertGreater(waves.end, at)
        self.assertEqual(waves.value(PORT + "u_view.wire_frame", at), packet - 1)
        self.assertEqual(waves.value(PORT + "m_axis_tvalid", at), 1)
        self.assertEqual(waves.value(PORT + "m_axis_tready", at), 1)
        self.assertEqual(waves.value(PORT + "m_axis_tlast", at), 1)
        # The first beat of the frame: back to where the frame before was on the wire.
        period = 1000
        first = at
        while (waves.value(PORT + "u_view.wire_frame", first - period) == packet - 1
               and waves.value(PORT + "m_axis_tvalid", first - period)):
            first -= period
        self.assertEqual(waves.value(TOP + "m_axis_tdata", first) & 0xFF, found)

    def check_save_file(self, save_file, waves):
        lines = [line.split("} ")[1] for line in save_file.read_text().splitlines()
                 if line.startswith(("+{", "#{"))]
        self.assertGreater(len(lines), 70)
        for line in lines:
            for name in line.split():
                self.assertIn(re.sub(r"^\(\d+\)", "", name), waves.handles)
        listed = (SOURCE / "tb/waves/save_file.cpp").read_text()
        self.assertEqual(len(lines), len(re.findall(r"^ +Signal\{", listed, re.M)))
        # Byte 0 comes first, and its highest bit first in it.
        bits = [n for n in shown(save_file)
                if n.startswith(TOP + "m_axis_tdata[") and ":" not in n]
        self.assertEqual([re.search(r"\[(\d+)\]$", n)[1] for n in bits[:9]],
                         ["7", "6", "5", "4", "3", "2", "1", "0", "15"])

    def test_difference_at_packet_90000_of_100000_is_in_the_waves(self):
        done = self.sluice(*self.run_words(self.capture(100_000), "--plant-difference", 90_000),
                           status=1)
        self.assertIn("packet        90000 (frame 89999 of the port)", done.stderr)
        fst = self.folder / "sluice-difference.fst"
        waves = Waves(fst)
        self.check_planted(done.stderr, 90_000, waves)
        self.check_save_file(self.folder / "sluice-difference.gtkw", waves)
        _, at = self.marker(done.stderr)
        self.assertEqual(waves.text(PORT + "u_view.action_text", at), "update")
        self.assertIn(waves.text(PORT + "u_view.sent_text", at), ("updated", "equal", "none"))
        waves.close()
        self.assertLess(fst.stat().st_size, 20_000_000)
        self.assertLess(float(re.search(r"made in ([\d.]+) s", done.stderr)[1]), 60)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["sluice-difference.fst", "sluice-difference.gtkw"])

    @unittest.skipUnless(shutil.which("gtkwave") and shutil.which("xvfb-run"),
                         "needs gtkwave and xvfb-run")
    def test_gtkwave_finds_every_signal_of_the_save_file(self):
        self.sluice(*self.run_words(self.capture(500), "--plant-difference", 400), status=1)
        script = self.folder / "list.tcl"
        script.write_text("foreach s [gtkwave::getDisplayedSignals] {puts \"SHOWN $s\"}\n"
                          "puts \"MARKER [gtkwave::getMarker]\"\ngtkwave::/File/Quit\n")
        done = subprocess.run(
            ["xvfb-run", "-a", "gtkwave", "-f", "sluice-difference.fst", "-a",
             "sluice-difference.gtkw", "-S", script],
            cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        found = re.findall(r"^SHOWN (\S+)$", done.stdout, re.M)
        self.assertEqual(found, shown(self.folder / "sluice-difference.gtkw"), done.stderr)

    def test_every_width_idle_skipping_and_back_pressure(self):
        for width, speed in ((64, "25G"), (128, "50G"), (256, "100G"), (512, "400G"), (1024, "400G")):
            for more in ((), ("--back-pressure", "random:60", "--seed", 5), ("--no-skip",)):
                with self.subTest(width=width, more=more):
                    done = self.sluice(
                        *self.run_words(self.capture(2000), "--plant-difference", 1500, "--width",
                                        width, "--speed", speed, "--pace", "0.3",
                                        "--snapshot-every", 7000, *more), status=1)
                    self.assertNotIn("WARNING", done.stderr)
                    waves = Waves(self.folder / "sluice-difference.fst")
                    self.check_planted(done.stderr, 1500, waves)
                    self.check_save_file(self.folder / "sluice-difference.gtkw", waves)
                    waves.close()

    def test_input_from_a_pipe_works_too(self):
        with open(self.capture(2000), "rb") as file:
            piped = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            done = self.sluice(*self.run_words("/dev/stdin", "--plant-difference", 1900,
                                               "--snapshot-every", 5000, "--out", "out.pcap"),
                               status=1, stdin=piped.stdout)
            piped.stdout.close()
            piped.wait(timeout=LIMIT)
        waves = Waves(self.folder / "sluice-difference.fst")
        self.check_planted(done.stderr, 1900, waves)
        waves.close()

    def test_the_capture_that_is_written_is_the_same_with_and_without_copies(self):
        for every in (0, 3000):
            self.sluice(*self.run_words(self.capture(2000), "--plant-difference", 1900,
                                        "--snapshot-every", every, "--out", f"{every}.pcap"),
                        status=1)
        self.assertEqual((self.folder / "0.pcap").read_bytes(),
                         (self.folder / "3000.pcap").read_bytes())

    def test_waves_go_where_they_are_asked_for_and_never_over_another_file(self):
        capture = self.capture(500)
        words = self.run_words(capture, "--plant-difference", 400)
        (self.folder / "sub").mkdir()
        self.sluice(*words, "--out", "sub/out.pcap", status=1)
        self.assertTrue((self.folder / "sub/sluice-difference.gtkw").exists())
        self.sluice(*words, "--difference-waves", "mine.fst", status=1)
        self.assertTrue((self.folder / "mine.gtkw").exists())
        for clash in ((capture,), ("x.fst", "--out", "x.fst"), ("x.fst", "--out", "x.gtkw")):
            self.sluice(*words, "--difference-waves", *clash, status=2)
        self.sluice(*words, "--difference-waves", "nowhere/x.fst", status=2)

    def test_break_at_a_packet_shows_its_events_and_makes_waves_up_to_it(self):
        done = self.sluice(*self.run_words(self.capture(2000), "--break-at", "packet", 1234))
        self.assertIn("packet 1234 (frame 1233): has left\n", done.stdout)
        times = {event: int(ns) for event, ns in
                 re.findall(r"^  (arrive|select|start|sent) +(\d+) ns", done.stdout, re.M)}
        self.assertEqual(list(times), ["arrive", "select", "start", "sent"])
        self.assertEqual(done.stdout.splitlines()[-1],
                         "RTL = golden model: 1234 frames, 0 counters, 0 differences")
        waves = Waves(self.folder / "sluice-break.fst")
        _, at = self.marker(done.stderr)
        self.assertEqual(at, times["sent"] * 1000 + 500)
        self.assertEqual(waves.value(PORT + "u_view.wire_frame", at), 1233)
        for event, flag, number in (("select", "obs_select_valid_o", "obs_select_frame_o"),
                                    ("start", "obs_start_valid_o", "obs_start_frame_o")):
            clock = times[event] * 1000 + 500
            self.assertEqual(waves.value(PORT + flag, clock), 1)
            self.assertEqual(waves.value(PORT + number, clock), 1233)
        self.check_save_file(self.folder / "sluice-break.gtkw", waves)
        waves.close()

    def test_break_at_a_time_stops_in_the_first_clock_from_there(self):
        for more in ((), ("--no-skip",), ("--pace", "0.001")):
            done = self.sluice(*self.run_words(self.capture(2000), "--break-at", "time", "20.5us",
                                               *more))
            self.assertIn("stopped at 20500 ns, cycle 20500\n", done.stdout)
            waves = Waves(self.folder / "sluice-break.fst")
            self.assertEqual(waves.value(TOP + "now", 20_500_500) >> 32, 20500)
            waves.close()

    def test_a_break_whose_waves_cannot_be_made_shows_its_state_and_ends_with_status_2(self):
        (self.folder / "sluice-break.fst").mkdir()
        done = self.sluice(*self.run_words(self.capture(500), "--break-at", "packet", 50), status=2)
        self.assertIn("packet 50 (frame 49): has left\n", done.stdout)
        self.assertIn("no waves of it: ", done.stderr)

    def test_a_default_place_that_takes_no_waves_is_warned_of_at_the_start(self):
        for name in ("sluice-difference.fst", "sluice-difference.gtkw"):
            (self.folder / name).mkdir()
            done = self.sluice(*self.run_words(self.capture(500)))
            self.assertIn(f" {name}: cannot be written: it is a directory\n", done.stderr)
            done = self.sluice(*self.run_words(self.capture(500), "--plant-difference", 400),
                               status=1)
            self.assertLess(done.stderr.index("cannot be written"),
                            done.stderr.index("difference at"))
            (self.folder / name).rmdir()
        for out in ("", "--out=/dev/null"):
            done = subprocess.run(self.command(*self.run_words(self.capture(500), *out.split())),
                                  cwd="/proc", capture_output=True, text=True, timeout=LIMIT,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("sluice-difference.fst: cannot be written: ", done.stderr)

    def test_names_that_begin_with_a_dash_are_printed_as_files(self):
        done = self.sluice(*self.run_words(self.capture(500), "--plant-difference", 400,
                                           "--difference-waves=-x.fst"), status=1)
        self.assertIn("\n  ./-x.fst\n", done.stderr)
        self.assertIn("\n  gtkwave ./-x.gtkw\n", done.stderr)

    def test_break_that_is_never_reached_is_said(self):
        done = self.sluice(*self.run_words(self.capture(500), "--break-at", "packet", 501))
        self.assertIn("note: --break-at was not reached", done.stderr)
        self.assertIn("500 frames, 143 counters, 0 differences", done.stdout)

    def test_wrong_words_for_break_are_refused(self):
        for words in (("packet", "0"), ("packet", "x"), ("time", "5"), ("clock", "5"),
                      ("time", "40h")):
            done = self.sluice(*self.run_words(self.capture(500), "--break-at", *words), status=2)
            self.assertIn("--break-at", done.stderr)

    def test_without_copies_the_command_for_waves_is_printed(self):
        done = self.sluice(*self.run_words(self.capture(500), "--plant-difference", 400,
                                           "--snapshot-every", 0), status=1)
        self.assertNotIn("waves from", done.stderr)
        self.assertIn("--waves difference.fst --waves-cycles", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_two_runs_at_once_do_not_disturb_each_other(self):
        capture = self.capture(2000)
        runs = [subprocess.Popen(
            self.command(*self.run_words(capture, "--plant-difference", packet,
                                         "--difference-waves", f"{packet}.fst")),
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for packet in (1700, 1800)]
        for packet, run in zip((1700, 1800), runs):
            _, err = run.communicate(timeout=LIMIT)
            self.assertEqual(run.returncode, 1, err)
            waves = Waves(self.folder / f"{packet}.fst")
            self.check_planted(err, packet, waves)
            waves.close()

    def test_a_full_disk_is_said_and_leaves_nothing(self):
        line = " ".join(self.command(*self.run_words(self.capture(2000), "--plant-difference",
                                                     1900)))
        done = subprocess.run(["bash", "-c", f"ulimit -f 200; exec {line}"], cwd=self.folder,
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("no waves of it: ", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def limited(self, limit, *words):
        """`sluice run` under a limit of the shell's `ulimit`."""
        line = shlex.join(self.command(*self.run_words(self.capture(2000), *words)))
        return subprocess.run(["bash", "-c", f"ulimit -c 0; ulimit {limit}; exec {line}"],
                              cwd=self.folder, capture_output=True, text=True, timeout=LIMIT,
                              check=False)

    def test_a_run_without_memory_for_copies_goes_on_and_says_so(self):
        # As much as a run takes that makes none.
        kib = next(k for k in range(10_000, 400_000, 2_000)
                   if self.limited(f"-v {k}", "--snapshot-every", 0).returncode == 0)
        said = r"sleeping copies cannot be made: journal of \d+ bytes: Cannot allocate memory\n"
        done = self.limited(f"-v {kib}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "(^|\n)note: " + said + "$")
        done = self.limited(f"-v {kib}", "--plant-difference", 1000)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("packet        1000 ", done.stderr)
        self.assertRegex(done.stderr, "\nno waves of it: " + said)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_where_later_copies_cannot_be_made_the_waves_still_reach_the_difference(self):
        made = 0
        for descriptors in range(4, 14):
            done = self.limited(f"-n {descriptors}", "--plant-difference", 1000,
                                "--snapshot-every", 5000)
            if done.returncode == 2:
                continue  # not even the capture can be opened
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertNotIn("WARNING", done.stderr)
            waves = self.folder / "sluice-difference.fst"
            if "no waves of it: " in done.stderr:
                self.assertFalse(waves.exists())
                continue
            read = Waves(waves)
            self.check_planted(done.stderr, 1000, read)
            read.close()
            waves.unlink()
            made += "note: a sleeping copy cannot be made: Too many open files; an older" in done.stderr
        self.assertGreater(made, 0)

    def long_run(self, *more):
        """A run that takes some seconds, and its copies once there are two."""
        run = subprocess.Popen(
            self.command(*self.run_words(self.capture(100_000), "--snapshot-every", 20_000, *more)),
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True)
        self.assertTrue(eventually(lambda: len(children(run.pid)) == 2))
        return run, children(run.pid)

    def test_copies_sleep_and_stay_small(self):
        run, copies = self.long_run()
        try:
            for pid in copies:
                try:
                    status = pathlib.Path(f"/proc/{pid}/status").read_text()
                    stat = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue  # it was renewed meanwhile
                self.assertLess(int(re.search(r"RssAnon:\s+(\d+)", status)[1]), 64_000)
                self.assertLessEqual(int(stat[11]) + int(stat[12]), 5)  # hundredths of a second
        finally:
            run.kill()
            run.communicate(timeout=LIMIT)

    def test_a_killed_run_leaves_no_process(self):
        run, copies = self.long_run()
        run.kill()
        run.communicate(timeout=LIMIT)
        self.assertTrue(eventually(lambda: not any(alive(pid) for pid in copies)))

    def test_an_interrupt_of_the_whole_group_ends_the_run_as_ever(self):
        run, _ = self.long_run()
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=LIMIT)
        self.assertEqual(run.returncode, 128 + signal.SIGINT, err)
        self.assertIn("0 differences", out)
        self.assertRaises(ProcessLookupError, os.killpg, run.pid, 0)

    def test_a_capture_that_ends_in_a_fault_ends_as_ever(self):
        whole = self.capture(2000).read_bytes()
        cut = self.folder / "cut.pcap"
        cut.write_bytes(whole[:-7])
        self.sluice(*self.run_words(cut, "--snapshot-every", 3000), status=2)
        done = self.sluice(*self.run_words(cut, "--snapshot-every", 3000, "--plant-difference",
                                           1999), status=1)
        waves = Waves(self.folder / "sluice-difference.fst")
        self.check_planted(done.stderr, 1999, waves)
        waves.close()


if __name__ == "__main__":
    SLUICE, SOURCE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
