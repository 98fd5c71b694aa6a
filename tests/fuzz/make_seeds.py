#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the hand-made seeds of the fuzz targets; --check: fails where one is not what this gives.

Seeds that a fuzzer found lie beside them under names of what they show, and are left alone.
"""
import argparse
import pathlib
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def frame(length, salt=0):
    """An IPv4 frame with a CSIG tag whose other bytes count up."""
    head = bytes(range(12)) + bytes.fromhex("06001f800800")
    return (head + bytes((i * 7 + salt) & 0xFF for i in range(length)))[:length]


def pcap(order, nano, records, snap=65535, link=1):
    """Classic pcap; records: (seconds, fraction, bytes, length on the wire or None)."""
    magic = 0xA1B23C4D if nano else 0xA1B2C3D4
    data = struct.pack(order + "IHHIIII", magic, 2, 4, 0, 0, snap, link)
    for seconds, fraction, payload, original in records:
        data += struct.pack(order + "IIII", seconds, fraction, len(payload), original or len(payload)) + payload
    return data


def option(order, code, value):
    """An option of a pcapng block."""
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def block(order, kind, body):
    """A pcapng block around its body."""
    body += bytes(-len(body) % 4)
    size = struct.pack(order + "I", 12 + len(body))
    return struct.pack(order + "I", kind) + size + body + size


def section(order):
    """Section header block of unknown length."""
    return block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))


def interface(order, resolution=None, offset=None, link=1, snap=0):
    """Interface description block."""
    body = struct.pack(order + "HHI", link, 0, snap) + option(order, 2, b"eth0")
    if resolution is not None:
        body += option(order, 9, bytes([resolution]))
    if offset is not None:
        body += option(order, 14, struct.pack(order + "q", offset))
    return block(order, 1, body + option(order, 0, b""))


def packet(order, number, time, payload, original=None, comment=None):
    """Enhanced packet block."""
    head = struct.pack(order + "IIIII", number, time >> 32, time & 0xFFFFFFFF, len(payload), original or len(payload))
    body = head + payload + bytes(-len(payload) % 4)
    if comment:
        body += option(order, 1, comment) + option(order, 0, b"")
    return block(order, 6, body)


def capture_seeds():
    """pcap and pcapng in all byte orders and resolutions, with what is special in some."""
    seeds = {}
    for name, order in (("little", "<"), ("big", ">")):
        for nano in (False, True):
            records = [(1, 5, frame(60), None), (1, 999, frame(64, 3), 1500), (0, 0, frame(14), None), (2, 0, b"", 60)]
            seeds[f"pcap-{name}-{'nano' if nano else 'micro'}"] = pcap(order, nano, records)
        seeds[f"pcapng-{name}"] = (
            section(order) + interface(order, 9) + interface(order, 0x8A, 100)
            + packet(order, 0, 5_000_000_000, frame(60)) + packet(order, 1, 5 << 10, frame(61), 1500, b"seen")
            + block(order, 3, struct.pack(order + "I", 60) + frame(60)) + block(order, 5, bytes(12)))
        seeds[f"pcapng-{name}-obsolete-packet"] = (
            section(order) + interface(order)
            + block(order, 2, struct.pack(order + "HHIIII", 0, 0, 0, 77, 20, 20) + frame(20)))
    seeds["pcapng-two-sections"] = (
        section("<") + interface("<") + packet("<", 0, 7, frame(60))
        + section(">") + interface(">", 9) + packet(">", 0, 9, frame(60)))
    seeds["pcap-snap-length"] = pcap("<", False, [(0, 1, frame(60), None)], snap=20)
    seeds["pcap-cut"] = pcap("<", True, [(0, 1, frame(60), None)])[:-7]
    seeds["pcap-other-link"] = pcap("<", True, [(0, 1, frame(60), None)], link=113)
    seeds["pcap-fraction-of-a-second"] = pcap("<", True, [(0, 1, frame(14), None), (7, 1_000_000_000, frame(14), None)])
    return seeds


FULL = """\
    interface ethernet-1/1 {
        description "to \\"spine 1\\" \\\\ \\n"
        admin-state disable
        ethernet {
            port-speed 100G
        }
        congestion-signaling {
            locator 9
            action strip
        }
    }
    interface ethernet-1/2 {
        congestion-signaling {
            action pass
        }
    }
    oam {
        congestion-signaling {
            admin-state enable
            tag-length compact
            node-locator 63
            interval 1000
            tpid 0x88b5
            compact {
                quantization-parameters {
                    available-bandwidth {
                        algorithm bucket
                        bucket 0 {
                            maximum-value 0
                        }
                        bucket 31 {
                            maximum-value 18446744073709551615
                        }
                    }
                    delay {
                        algorithm bucket
                        bucket 31 {
                            maximum-value 4294967295
                        }
                    }
                }
            }
        }
    }
    system {
        lldp {
            admin-state enable
            interface ethernet-1/1 {
                admin-state enable
            }
        }
    }
"""


def config_seeds():
    """Configurations that are accepted, refused, and spelled unusually; a path for `info` behind NUL."""
    return {
        "example": (ROOT / "examples/srl1.cfg").read_bytes(),
        "full": FULL.encode(),
        "full-interface": FULL.encode() + b"\0interface *",
        "full-csig": FULL.encode() + b"\0oam congestion-signaling compact",
        "one-line": b"oam{congestion-signaling{interval 100}}# end\0oam",
        "carriage-returns": b"\xef\xbb\xbfinterface ethernet-1/64 {\r\n}\rsystem {\r}",
        "falling-table": b"oam { congestion-signaling { compact { quantization-parameters { delay { algorithm bucket\n"
                         b"bucket 3 { maximum-value 0 } } } } } }",
        "set-twice": b"oam { congestion-signaling { interval 1\n interval 100\n } }",
        "wide": b"oam { congestion-signaling { tag-length wide\n } }",
        "line-end-in-a-word": b"interface \"a\\nb\" { }",
        "line-end-in-a-path": b"oam { }\0\"\\n\"",
        "unknown-word": b"oam { congestoin-signaling { } }",
    }


# Scenarios of the port: eight bytes a step, as tests/fuzz/port_scenario.cpp reads them.
UPDATE, PASS, STRIP = 0, 1, 2
NONE, RANDOM, BURSTS, STALL = 0, 1, 2, 3


def surroundings(wide, pattern=NONE, percent=0, skip=True, delay=0, beat_gap=0, frame_gap=0, line=0, period=0, seed=1):
    """Header: bus of 512 bits or 64, back-pressure, gaps, line, clock."""
    first = wide | pattern << 1 | (not skip) << 3 | delay << 5
    return struct.pack("<BBBBBBH", first, percent, beat_gap, frame_gap, line, period, seed)


def send(length, vlans=0, ethertype=0, tag=None, vlan_after=False, bad=False, silence=0, salt=0):
    """A frame; shorter than 514 bytes by one formula, longer ones by another."""
    kind, number = (0, length - 14) if 14 <= length < 514 else (0x80, length - 1)
    flags = vlans | ethertype << 2 | (tag is not None) << 4 | vlan_after << 6 | bad << 7
    return struct.pack("<BHBHBB", kind, number, flags, tag or 0, silence, salt)


def run_clocks(clocks):
    """Let it run."""
    return struct.pack("<BH5x", 3, clocks - 1)


def csig(enable=True, interval=0, tpid=0, locator=9):
    """Stage the board's part; interval and tpid choose from the target's lists."""
    return struct.pack("<BBBHHx", 4, 1 if enable else 0, interval | tpid << 6, locator, 0)


def port(action=UPDATE, capacity=0xFFFF, shift=8, overhead=24, locator=5, valid=True):
    """Stage the port's part."""
    return struct.pack("<BHBBHB", 5, capacity, shift, overhead, locator | valid << 15, action)


def table(number, first, step, shift):
    """Write 32 rising maxima."""
    return struct.pack("<BBHHxB", 6, number, first, step, shift)


def act(code, *values):
    """activate 0, activate some 4, counters 5, hold 7, read 9, reset 11, entry 12."""
    return bytes([7 | code << 4, *values]) + bytes(7 - len(values))


TABLES = table(0, 0, 0xFFFF, 20) + table(1, 0, 3 << 8, 0) + table(2, 6 << 8, 3 << 8, 0)
ACTIVATE = act(0)


def port_seeds():
    """Each of the actions, lengths and disturbances that the tests of the system know, at both widths."""
    seeds = {}
    for name, wide in (("64", False), ("512", True)):
        configured = TABLES + csig() + port() + ACTIVATE
        mixed = b"".join(
            send(60 + 37 * i, vlans=i % 4, ethertype=i % 3, tag=(i % 3) << 13 | 31 << 7, salt=i) for i in range(12))
        kinds = (send(64, ethertype=3, salt=0) + send(64, ethertype=3, tag=0x1F80, salt=0x10)
                 + send(70, ethertype=3, salt=0x90) + send(300, tag=2 << 13) + send(80, tag=0x1F81) + send(80, tag=0x6000) + send(90, tag=0x1F80, vlan_after=True)
                 + send(5) + send(9700) + send(100, bad=True) + send(16, tag=0x1F80) + send(9600, tag=0x1F80))
        seeds[f"off-{name}"] = surroundings(wide) + mixed + act(5)
        for action, code in (("update", UPDATE), ("pass", PASS), ("strip", STRIP)):
            seeds[f"{action}-{name}"] = surroundings(wide) + TABLES + csig() + port(code) + ACTIVATE + mixed + kinds
        for pattern, code in (("random", RANDOM), ("bursts", BURSTS), ("stall", STALL)):
            seeds[f"back-pressure-{pattern}-{name}"] = (
                surroundings(wide, code, 40, delay=3, beat_gap=30, frame_gap=20) + configured + mixed + act(5, 1) + kinds)
        seeds[f"slow-line-{name}"] = surroundings(wide, line=4, period=2) + configured + mixed + mixed
        seeds[f"under-traffic-{name}"] = (
            surroundings(wide, frame_gap=3) + mixed + configured + mixed + csig(locator=77, interval=7) + port(STRIP)
            + act(4, 0) + mixed + table(2, 1 << 8, 1 << 8, 0) + act(4, 4) + run_clocks(300) + act(5))
        seeds[f"refused-{name}"] = (
            surroundings(wide) + csig() + ACTIVATE + configured + send(100, tag=0x1F80) + csig(interval=15) + ACTIVATE
            + csig() + port(15) + ACTIVATE + port() + table(1, 5, 5, 0) + act(12, 1, 7) + act(4, 2) + send(100, tag=0x1F80))
        seeds[f"silences-{name}"] = surroundings(wide) + configured + b"".join(
            send(100, tag=0x1F80, silence=s) + send(1000, tag=0x3F80) for s in (130, 150, 160, 170, 200, 240))
        seeds[f"hold-and-reset-{name}"] = (
            surroundings(wide, skip=False) + configured + act(7, 1) + mixed + run_clocks(200) + act(11, 1) + mixed
            + configured + mixed + act(7, 0) + act(9, 0) + act(9, 0, 0, 0x1F) + run_clocks(100) + act(11, 0))
    return seeds


def main():
    """Writes or checks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where a seed differs")
    check = parser.parse_args().check
    differ = []
    for target, seeds in (("capture", capture_seeds()), ("config", config_seeds()), ("port", port_seeds())):
        for name, data in seeds.items():
            path = HERE / "seeds" / target / name
            if check:
                if not path.is_file() or path.read_bytes() != data:
                    differ.append(str(path.relative_to(ROOT)))
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    if differ:
        sys.exit("make_seeds: not what this script gives: " + ", ".join(differ) + "; run tests/fuzz/make_seeds.py")


if __name__ == "__main__":
    main()
