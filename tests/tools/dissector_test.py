#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/wireshark/csig.lua in tshark: every field of both formats, positions, cut tags, preferences."""

import struct
import unittest

import tshark

MAC = bytes(range(2, 14))
IPV4 = bytes.fromhex("4500001c000100004011000000000000") [:12] + bytes([10, 0, 0, 1, 10, 0, 0, 2])
UDP = struct.pack(">HHHH", 1000, 2000, 8, 0)
IPV6 = bytes.fromhex("6000000000081140") + bytes(15) + b"\x01" + bytes(15) + b"\x02"
TAG_FIELDS = ["csig.format", "csig.type", "csig.reserved", "csig.value", "csig.locator", "csig.d", "csig.ethertype"]
TPID = b"\x06\x00"


def compact(t, r, s, lm, d):
    return TPID + struct.pack(">H", t << 13 | r << 12 | s << 7 | lm << 1 | d)


def wide(t, s, r, lm, d, tpid=b"\x88\xb5"):
    return tpid + struct.pack(">HI", lm << 1 | d, t << 28 | s << 8 | r)


def ipv4_behind(tag, vlans=b""):
    return MAC + vlans + tag + b"\x08\x00" + IPV4 + UDP


def expected(fmt, t, r, s, lm, d, ethertype="0x0800"):
    return [str(fmt), str(t), f"0x{r:02x}", str(s), str(lm), str(d), ethertype]


class Dissector(unittest.TestCase):
    def setUp(self):
        self.tshark = tshark.Tshark()
        self.addCleanup(self.tshark.close)

    def fields(self, frames, names, *words):
        path = self.tshark.folder / "in.pcap"
        tshark.pcap(path, frames)
        rows = self.tshark.fields(path, names, *words)
        self.assertEqual(len(rows), len(frames))
        return rows

    def test_compact_fields_hold_each_bit_of_the_word(self):
        tags = [(t, 0, 0, 0, 0) for t in range(8)] + [(0, 1, 0, 0, 0), (0, 0, 0, 0, 1), (7, 1, 31, 63, 1)]
        tags += [(0, 0, 1 << i, 0, 0) for i in range(5)] + [(0, 0, 0, 1 << i, 0) for i in range(6)]
        rows = self.fields([ipv4_behind(compact(*tag)) for tag in tags], TAG_FIELDS + ["udp.dstport"])
        self.assertEqual(rows, [expected(0, *tag) + ["2000"] for tag in tags])

    def test_vector_of_the_specification_2b85(self):
        rows = self.fields([ipv4_behind(TPID + b"\x2b\x85")], TAG_FIELDS)
        self.assertEqual(rows, [expected(0, 1, 0, 23, 2, 1)])

    def test_wide_fields_hold_each_bit_of_both_words(self):
        tags = [(t, 0, 0, 0, 0) for t in range(16)] + [(15, 0xFFFFF, 0xFF, 0x7FFF, 1), (2, 0xABCDE, 0x5A, 0x1234, 0)]
        tags += [(0, 1 << i, 0, 0, 0) for i in range(20)] + [(0, 0, 1 << i, 0, 0) for i in range(8)]
        tags += [(0, 0, 0, 1 << i, 0) for i in range(15)] + [(0, 0, 0, 0, 1)]
        rows = self.fields([ipv4_behind(wide(*tag)) for tag in tags], TAG_FIELDS + ["udp.dstport"], "-o",
                           "csig.wide_tpid:0x88b5")
        self.assertEqual(rows, [expected(1, t, r, s, lm, d) + ["2000"] for t, s, r, lm, d in tags])

    def test_tag_stands_behind_one_or_two_vlan_tags(self):
        stacks = [b"\x81\x00\x20\x07", b"\x88\xa8\x00\x05\x81\x00\x00\x06", b"\x91\x00\x00\x05\x81\x00\x00\x06"]
        tag = (2, 0, 5, 9, 0)
        rows = self.fields([ipv4_behind(compact(*tag), stack) for stack in stacks],
                           TAG_FIELDS + ["vlan.id", "ieee8021ad.id", "ip.dst"])
        self.assertEqual([row[:7] for row in rows], 3 * [expected(0, *tag)])
        self.assertEqual([row[-1] for row in rows], 3 * ["10.0.0.2"])
        self.assertEqual(rows[0][7:9], ["7", ""])
        self.assertIn("6", (rows[1][7] + "|" + rows[1][8]).split("|"))

    def test_ipv6_and_padding_behind_the_tag(self):
        tag = compact(0, 0, 31, 0, 0)
        short = (MAC + tag + b"\x08\x00" + IPV4 + UDP)
        frames = [MAC + tag + b"\x86\xdd" + IPV6 + UDP, short.ljust(60, b"\xee"), short]
        rows = self.fields(frames, ["csig.ethertype", "ipv6.dst", "udp.dstport", "csig.trailer"])
        self.assertEqual(rows[0], ["0x86dd", "::2", "2000", ""])
        self.assertEqual(rows[1], ["0x0800", "", "2000", "ee" * (60 - len(short))])
        self.assertEqual(rows[2], ["0x0800", "", "2000", ""])

    def test_cut_tags_are_malformed_and_break_nothing(self):
        names = ["csig.type", "csig.truncated", "_ws.expert.message"]
        frame = MAC + compact(2, 0, 5, 9, 0) + b"\x08\x00"
        cut = [frame[:n] for n in range(14, len(frame))]
        rows = self.fields([*cut, frame], names)
        self.assertEqual([bool(row[1]) for row in rows], [True] * len(cut) + [False])
        self.assertEqual([row[0] for row in rows], [""] * len(cut) + ["2"])
        self.assertEqual([row[2] for row in rows], ["The frame ends inside of the tag"] * len(cut) + [""])
        frame = MAC + wide(2, 5, 0, 9, 0) + b"\x08\x00"
        cut = [frame[:n] for n in range(14, len(frame))]
        rows = self.fields([*cut, frame], names, "-o", "csig.wide_tpid:0x88b5")
        self.assertEqual([bool(row[1]) for row in rows], [True] * len(cut) + [False])
        self.assertEqual([row[2] for row in rows], ["The frame ends inside of the tag"] * len(cut) + [""])

    def test_what_switches_leave_alone_is_noted(self):
        names = ["csig.reserved.set", "csig.type.unassigned", "csig.vlan_after", "csig.not_ip"]
        behind = lambda tag, ethertype: MAC + tag + ethertype + bytes(50)
        frames = [
            ipv4_behind(compact(2, 1, 5, 9, 0)),
            ipv4_behind(compact(3, 0, 5, 9, 0)),
            behind(compact(2, 0, 5, 9, 0), b"\x81\x00"),
            behind(compact(2, 0, 5, 9, 0), b"\x08\x06"),
            behind(compact(2, 0, 5, 9, 0), b"\x00\x20"),
            ipv4_behind(compact(2, 0, 5, 9, 0)),
        ]
        rows = self.fields(frames, names)
        noted = [[bool(field) for field in row] for row in rows]
        no, yes = False, True
        self.assertEqual(noted, [[yes, no, no, no], [no, yes, no, no], [no, no, yes, no], [no, no, no, yes],
                                 [no, no, no, yes], [no, no, no, no]])

    def test_tpids_of_both_formats_are_preferences(self):
        tag = (2, 0, 5, 9, 0)
        moved = compact(*tag)[2:]
        frames = [ipv4_behind(compact(*tag)), ipv4_behind(b"\x88\xb5" + moved), ipv4_behind(b"\x88\xb6" + moved)]
        names = ["csig.format", "csig.value"]
        self.assertEqual(self.fields(frames, names), [["0", "5"], ["", ""], ["", ""]])
        self.assertEqual(self.fields(frames, names, "-o", "csig.compact_tpid:0x88b5-0x88b6"),
                         [["", ""], ["0", "5"], ["0", "5"]])
        self.assertEqual(self.fields(frames, names, "-o", "csig.compact_tpid:"), 3 * [["", ""]])
        both = [ipv4_behind(compact(*tag)), ipv4_behind(wide(1, 77, 0, 8, 0))]
        self.assertEqual(self.fields(both, names, "-o", "csig.wide_tpid:0x88b5"), [["0", "5"], ["1", "77"]])
        only_wide = [ipv4_behind(wide(1, 77, 0, 8, 0, TPID))]
        self.assertEqual(self.fields(only_wide, names, "-o", "csig.compact_tpid:", "-o", "csig.wide_tpid:1536"),
                         [["1", "77"]])

    def test_display_filters_find_tags_by_field(self):
        path = self.tshark.folder / "in.pcap"
        tshark.pcap(path, [ipv4_behind(compact(2, 0, s, 9, 0)) for s in range(32)] + [MAC + b"\x08\x00" + IPV4 + UDP])
        rows = self.tshark.fields(path, ["csig.value"], "-Y", "csig.type == 2 && csig.value > 28 && csig.locator == 9")
        self.assertEqual(rows, [["29"], ["30"], ["31"]])
        self.assertEqual(len(self.tshark.fields(path, ["csig.value"], "-Y", "csig")), 32)


if __name__ == "__main__":
    tshark.require()
    unittest.main()
