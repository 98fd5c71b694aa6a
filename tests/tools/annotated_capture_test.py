#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""annotated_capture_test.py SLUICE CONFIG: what Wireshark sees in the files of `sluice --out FILE.pcapng`.

Bytes and times are held against the pcap of the same run, tags before and after against the comments."""

import re
import subprocess
import sys
import unittest

import tshark

SLUICE, CONFIG = "", ""
WIRE, FABRIC = "ethernet-1/1", "fabric-1/1"
FRAMES = 400
SIGNALS = {"available-bandwidth": "0", "relative-available-bandwidth": "1", "delay": "2"}
TAG = re.compile(r"; (\S+) bucket (\d+) locator (\d+) -> (?:bucket (\d+) locator (\d+)|none);")
TIMES = re.compile(r"; first (\d+), arrive (\d+), select (\d+), start (\d+), sent (\d+) ns$")
COMPARED = re.compile(r"; local (\d+) (B/s|%|ns) in bucket (\d+);")


def sluice(*words):
    done = subprocess.run([SLUICE, *map(str, words)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


class AnnotatedCapture(unittest.TestCase):
    def setUp(self):
        self.tshark = tshark.Tshark()
        self.addCleanup(self.tshark.close)
        self.capture = self.tshark.folder / "in.pcap"
        sluice("traffic", self.capture, "--frames", FRAMES, "--seed", 6)

    def out(self, command, name, *words):
        path = self.tshark.folder / name
        sluice(command, self.capture, "--config", CONFIG, "--out", path, *words)
        return path

    def rows(self, path, *names):
        rows = self.tshark.fields(path, ["frame.interface_name", *names])
        return {side: [row[1:] for row in rows if row[0] == side] for side in (WIRE, FABRIC)}

    def test_interfaces_directions_and_speed(self):
        path = self.out("run", "out.pcapng", "--annotate")
        rows = self.tshark.fields(path, ["frame.interface_id", "frame.interface_name", "frame.interface_description",
                                         "frame.packet_flags_direction"])
        self.assertEqual({tuple(row) for row in rows}, {
            ("0", WIRE, "wire side: frames as they leave", "0x00000002"),
            ("1", FABRIC, "fabric side: frames as they come in, dropped ones too", "0x00000001")})
        info = subprocess.run(["capinfos", path], capture_output=True, text=True, timeout=60, check=True).stdout
        self.assertIn("Speed = 400000000000\n", info)
        self.assertIn("Capture application: sluice ", info)
        self.assertIn("Capture hardware:    Sluice egress port\n", info)
        self.assertIn("FCS length = 0\n", info)
        self.assertIn("Strict time order:   True\n", info)

    def test_bytes_and_nanoseconds_are_those_of_the_pcap(self):
        dump = ("-x",)
        plain = self.out("run", "out.pcap")
        times = self.tshark.fields(plain, ["frame.time_epoch"], script=False)
        annotated = self.out("run", "out.pcapng", "--annotate")
        rows = self.rows(annotated, "frame.time_epoch")
        self.assertEqual(rows[WIRE], times)
        self.assertEqual(len({time[0][-9:] for time in times}), len(times), "times differ in their nanoseconds")
        only_wire = self.tshark.run(annotated, "-Y", f'frame.interface_name == "{WIRE}"', *dump, script=False)
        only_fabric = self.tshark.run(annotated, "-Y", f'frame.interface_name == "{FABRIC}"', *dump, script=False)
        hexes = lambda text: [line for line in text.splitlines() if re.match(r"[0-9a-f]{4}  ", line)]
        self.assertEqual(hexes(only_wire), hexes(self.tshark.run(plain, *dump, script=False)))
        untagged = self.out("run", "none.pcapng", "--annotate", "--insert", "none")
        came = self.tshark.run(untagged, "-Y", f'frame.interface_name == "{FABRIC}"', *dump, script=False)
        self.assertEqual(hexes(came), hexes(self.tshark.run(self.capture, *dump, script=False)))
        self.assertNotEqual(hexes(came), hexes(only_fabric), "tags are inserted before a frame comes in")

    def check_comments(self, path):
        """Comments against the tags that the dissector finds, before and after. Answers the verdicts met."""
        names = ["frame.packet_id", "frame.comment", "csig.type", "csig.value", "csig.locator", "csig.d"]
        rows = self.rows(path, *names)
        self.assertEqual([row[0] for row in rows[WIRE]], [str(n + 1) for n in range(FRAMES)])
        verdicts = set()
        for before, after in zip(rows[FABRIC], rows[WIRE]):
            packet, comment = after[0], after[1]
            self.assertTrue(comment.startswith(f"packet {packet}: "), comment)
            self.assertTrue(before[1].startswith(f"packet {packet}: accepted; first "), before[1])
            verdict = comment.split(": ", 1)[1].split(";")[0]
            verdicts.add(verdict)
            times = [int(t) for t in TIMES.search(comment).groups()]
            self.assertEqual(times, sorted(times))
            tag = TAG.search(comment)
            if not tag:
                self.assertIn(verdict, ("no CSIG tag", "untouched: foreign TPID 0x88b5"), comment)
                continue
            signal, bucket, locator, bucket_after, locator_after = tag.groups()
            self.assertEqual(before[2:], [SIGNALS[signal], bucket, locator, "0"])
            left = ["", "", "", ""] if bucket_after is None else [SIGNALS[signal], bucket_after, locator_after, "0"]
            self.assertEqual(after[2:], left)
            if compared := COMPARED.search(comment):
                value, unit, local = compared.groups()
                self.assertEqual(verdict == "updated", int(local) > int(bucket) if unit == "ns" else int(local) < int(bucket))
                if unit == "ns":
                    self.assertLessEqual(abs(times[3] - times[0] - int(value)), 1)
        return verdicts

    def test_comments_agree_with_the_tags_before_and_after(self):
        met = self.check_comments(self.out("run", "run.pcapng", "--annotate", "--pace", "line"))
        self.assertTrue({"updated", "equal", "no CSIG tag"} <= met, met)
        met = self.check_comments(self.out("model", "model.pcapng", "--annotate", "--pace", "line"))
        self.assertTrue({"updated", "equal", "no CSIG tag"} <= met, met)

    def test_stripped_tags_are_told_and_gone(self):
        config = self.tshark.folder / "strip.cfg"
        with open(CONFIG, encoding="utf-8") as example:
            config.write_text(example.read().replace("action update", "action strip"), encoding="utf-8")
        path = self.tshark.folder / "strip.pcapng"
        sluice("run", self.capture, "--config", config, "--out", path, "--annotate")
        self.assertIn("stripped: action strip", self.check_comments(path))
        rows = self.tshark.fields(path, ["frame.comment"], "-Y", f'csig && frame.interface_name == "{WIRE}"')
        self.assertEqual(rows, [])

    def test_a_file_without_comments_is_plain(self):
        path = self.out("model", "out.pcapng")
        rows = self.tshark.fields(path, ["frame.interface_name", "frame.packet_id", "frame.comment"], script=False)
        self.assertEqual(rows, [[WIRE, str(n + 1), ""] for n in range(FRAMES)])


if __name__ == "__main__":
    tshark.require()
    SLUICE, CONFIG = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
