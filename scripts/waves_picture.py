#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/waves.png: what GTKWave shows of the difference that docs/debugging.md follows.

scripts/waves_picture.py [--build FOLDER] [--out FILE]
Needs gtkwave and Xvfb; the screen of Xvfb is read from its own memory file, so nothing else.
"""
import argparse
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 1300, 1500
LIMIT = 60  # seconds


def difference(sluice, folder):
    """The commands of docs/debugging.md; leaves sluice-difference.fst and .gtkw in the folder."""
    subprocess.run([sluice, "traffic", "t.pcap", "--frames", "100000", "--seed", "3"], cwd=folder, check=True,
                   timeout=LIMIT)
    done = subprocess.run([sluice, "run", "t.pcap", "--config", ROOT / "examples/srl1.cfg", "--plant-difference",
                           "90000"], cwd=folder, check=False, timeout=LIMIT, capture_output=True)
    if done.returncode != 1:
        sys.exit(f"waves_picture: exit status {done.returncode} of the run, expected 1")
    save = folder / "sluice-difference.gtkw"
    save.write_text(save.read_text().replace("[size] 1400 900", f"[size] {WIDTH} {HEIGHT}"))


def pixels(xwd):
    """Width, height and RGB rows of a screen dump (X window dump, version 7, 32 bits a pixel)."""
    header = struct.unpack(">25I", xwd[:100])
    size, width, height, bits, stride, colours = header[0], header[4], header[5], header[11], header[12], header[19]
    if header[1] != 7 or bits != 32:
        sys.exit(f"waves_picture: screen dump of version {header[1]} with {bits} bits, expected 7 with 32")
    at = size + 12 * colours
    rows = []
    for y in range(height):
        row = xwd[at + y * stride:at + y * stride + 4 * width]
        rgb = bytearray(3 * width)
        for plane in range(3):  # little end first: blue, green, red
            rgb[plane::3] = row[2 - plane::4]
        rows.append(bytes(rgb))
    return width, height, rows


def png(width, height, rows):
    """A PNG with as few colours as a palette holds, where it does."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    # Text is smoothed: 5 bits a colour keep it readable.
    coarse = bytes((v & 0xF8) | v >> 5 for v in range(256))
    lines = b"".join(b"\0" + row.translate(coarse) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def screen(folder):
    """The screen once GTKWave has drawn: it does not change for two seconds."""
    command = ["xvfb-run", "-a", "-s", f"-screen 0 {WIDTH}x{HEIGHT}x24 -fbdir {folder}", "gtkwave", "-f",
               "sluice-difference.fst", "-a", "sluice-difference.gtkw"]
    viewer = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True)
    try:
        dump, last, same = folder / "Xvfb_screen0", b"", 0
        for _ in range(2 * LIMIT):
            time.sleep(0.5)
            now = dump.read_bytes() if dump.exists() else b""
            # An empty screen has one colour.
            same = same + 1 if now == last and len(set(now[4096:])) > 16 else 0
            last = now
            if same == 4:
                return now
        sys.exit("waves_picture: GTKWave drew nothing within a minute")
    finally:
        # xvfb-run leaves what it started behind.
        os.killpg(viewer.pid, signal.SIGTERM)
        viewer.wait(timeout=LIMIT)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/waves.png")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sluice-picture-") as name:
        folder = pathlib.Path(name)
        difference((options.build / "bin/sluice").resolve(), folder)
        picture = png(*pixels(screen(folder)))
    options.out.write_bytes(picture)
    print(f"{options.out}: {len(picture)} bytes")


if __name__ == "__main__":
    main()
