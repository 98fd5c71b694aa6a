#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_docs.py [--build FOLDER]: what the pages in docs/ refer to is there.

Links: the file, and the heading or register behind '#'. Pages in docs/blocks: their sections; every test named in the
last column of a test plan is one that ctest (of --build) or the list of proofs has; every RTL module has its page.
Prints one line for each fault. Exit status: 0 none, 1 some, 2 cannot run."""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECTIONS = ["Theory of operation", "Interface and latency", "Programmer's guide", "Registers", "Test plan", "Formal"]
LINK = re.compile(r"\]\(([^()\s]+)\)")
NOT_BLOCKS = {"pkg", "lint"}  # folders of rtl/ without modules


def pages(root):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def anchors(path):
    """Places that '#' can lead to."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return set(re.findall(r"id=['\"]([^'\"]+)", text))
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_faults(page):
    faults = []
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in LINK.findall(text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists():
            faults.append(f"link to '{target}', but there is no such file")
        elif anchor and anchor not in anchors(path):
            faults.append(f"link to '{target}', but '{anchor}' is not in that page")
    return faults


def planned_tests(text):
    """(line number, test) of each name in the last column of a table that is headed 'test'."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[-1] == "test":
            inside = True
        elif inside and not set(cells[-1]) <= set("-: "):
            names = re.findall(r"`([^`]+)`", cells[-1])
            for name in names or [""]:
                yield number, name


def plain_name(name):
    """A ctest name without instance, parameter and type: 'Width/FrameSizes.X/512' -> 'FrameSizes.X'."""
    name = name.split("<")[0].strip()
    suite, dot, test = name.partition(".")
    return suite.rsplit("/", 1)[-1] + dot + test.split("/")[0]


def known_tests(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, timeout=120, check=True)
    names = re.findall(r"^ *Test +#\d+: (.*)$", listed.stdout, flags=re.M)
    proofs = subprocess.run([ROOT / "tests" / "formal" / "formal.py", "list"], capture_output=True, text=True, timeout=60,
                            check=True).stdout.split()
    return {plain_name(name) for name in names} | {f"formal.{proof}" for proof in proofs}


def block_faults(page, tests):
    text = page.read_text(encoding="utf-8")
    faults = [f"no section '{s}'" for s in SECTIONS if not re.search(rf"^## {re.escape(s)}$", text, flags=re.M)]
    plan = list(planned_tests(text))
    if not plan:
        faults.append("its test plan names no test")
    if tests is not None:
        faults += [f"line {n}: there is no test '{name}'" if name else f"line {n}: names no test"
                   for n, name in plan if name not in tests]
    return faults


def module_faults(root):
    text = "".join(page.read_text(encoding="utf-8") for page in sorted((root / "docs" / "blocks").glob("*.md")))
    modules = [m.relative_to(root).as_posix() for m in sorted((root / "rtl").glob("*/*.sv")) if m.parent.name not in NOT_BLOCKS]
    return [f"no page in docs/blocks names {module}" for module in modules if f"`{module}`" not in text]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", help="build folder with all tests; without it, names of tests are not checked")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the tree to check (default: this one)")
    options = parser.parse_args()
    tests = known_tests(options.build) if options.build else None
    found = 0
    for page in pages(options.root):
        faults = link_faults(page)
        if page.parent.name == "blocks":
            faults += block_faults(page, tests)
        for fault in faults:
            print(f"{page.relative_to(options.root)}: {fault}")
        found += len(faults)
    for fault in module_faults(options.root):
        print(fault)
        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
