# SPDX-License-Identifier: Apache-2.0
"""A build folder of fake tests, and what Jenkins asks of a JUnit file."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPT = ROOT / "scripts" / "regress.py"

# junit-10.xsd of Jenkins' xUnit plugin: attributes (required ones with !) and elements.
ALLOWED = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name!", "tests!", "failures!", "errors!", "group", "time", "skipped", "timestamp", "hostname", "id",
                   "package", "file", "log", "url"}, {"testsuite", "properties", "testcase", "system-out", "system-err"}),
    "testcase": ({"name!", "time", "classname", "group"},
                 {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
    "skipped": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}
TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")


def faults(element):
    """What Jenkins would not take, below and with this element."""
    attributes, children = ALLOWED[element.tag]
    names = {a.rstrip("!") for a in attributes}
    found = [f"{element.tag}: attribute {a}" for a in element.attrib if a not in names]
    found += [f"{element.tag}: no {a}" for a in attributes if a.endswith("!") and a[:-1] not in element.attrib]
    if element.tag in ("testsuite", "testsuites") and not TIME.fullmatch(element.get("time", "")):
        found.append(f"{element.tag}: time {element.get('time')}")
    for child in element:
        found += [f"{element.tag}: element {child.tag}"] if child.tag not in children else faults(child)
    return found


def gone(pid):
    """Whether a process has ended (a zombie has)."""
    try:
        return "\nState:\tZ" in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return True


def gone_soon(pid):
    """The same of a process that was killed a moment ago."""
    until = time.monotonic() + 10
    while not gone(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return gone(pid)


class FakeBuild(unittest.TestCase):
    """Each test gets a build folder, sources and an output folder."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-regress-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"
        self.environment = dict(os.environ)
        self.environment.pop("SLUICE_SEED", None)

    def fake(self, *kinds, sluice=False):
        """Makes tests Fake.<Kind> that behave so; one of them is a parameterised one."""
        build, sources = self.folder / "build", self.folder / "sources"
        build.mkdir()
        sources.mkdir()
        tests, texts = [], []
        for kind in kinds:
            name = f"Width/Fake.{kind.capitalize()}/64" if kind == "planted" else f"Fake.{kind.capitalize()}"
            tests.append(f'add_test([=[{name}]=] "{HERE}/fake_test.py" "{kind}")\n'
                         f'set_tests_properties([=[{name}]=] PROPERTIES SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]")\n')
            texts.append(f"TEST_P(Fake,\n       {kind.capitalize()}) {{\n  Random random(test::seed(7));\n}}\n")
        tests.append(f'add_test(Fake.TakesNoSeed "{HERE}/fake_test.py" "planted")\n')
        texts.append("TEST(Fake, TakesNoSeed) {\n  Random random(seed);\n  options.seed(1);\n}\n")
        (build / "CTestTestfile.cmake").write_text("".join(tests), encoding="utf-8")
        (sources / "fake_test.cpp").write_text("".join(texts), encoding="utf-8")
        if sluice:
            (build / "bin").mkdir()
            shutil.copy(HERE / "fake_sluice.py", build / "bin" / "sluice")

    def words(self, *more):
        """The command line."""
        return [sys.executable, str(SCRIPT), "--build", str(self.folder / "build"), "--sources",
                str(self.folder / "sources"), "--out", str(self.out), *more]

    def regress(self, *more, **environment):
        """Runs it; answers status, standard output and standard error."""
        done = subprocess.run(self.words(*more), text=True, capture_output=True, timeout=120, check=False,
                              env={**self.environment, **environment})
        return done.returncode, done.stdout, done.stderr

    def xml(self):
        """The JUnit file, which Jenkins must take."""
        root = ET.parse(self.out / "junit.xml").getroot()
        self.assertEqual(root.tag, "testsuites")
        self.assertEqual(faults(root), [])
        for suite in root:
            self.assertEqual(int(suite.get("tests")), len(suite.findall("testcase")))
            for attribute, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(int(suite.get(attribute)), len(suite.findall(f"testcase/{element}")), attribute)
        return root

    def rerun_lines(self, text):
        """The lines that a person would paste."""
        return re.findall(r"^  repeat: (.*)$", text, re.M)

    def check_planted(self, seed, output):
        """Exactly the planted seed failed, and its line fails again when pasted in the repository's root."""
        lines = self.rerun_lines(output)
        self.assertEqual(len(lines), 1, output)
        self.assertTrue(lines[0].startswith(f"SLUICE_SEED={seed} ctest "), lines)
        paste = lambda line: subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False,
                                            env={**self.environment, "FAKE_PLANTED_SEED": str(seed)})
        again = paste(lines[0])
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("expected 2", again.stdout)
        self.assertEqual(paste(lines[0].replace(f"SLUICE_SEED={seed}", f"SLUICE_SEED={seed + 1}")).returncode, 0)
        failed = [c for c in self.xml().iter("testcase") if c.find("failure") is not None]
        self.assertEqual([c.get("name") for c in failed], [f"Width/Fake.Planted/64 seed {seed}"])
        self.assertIn(lines[0], failed[0].find("failure").text)
        self.assertIn("found <1> & \ufffd \ufffd, expected 2 ]]>", failed[0].find("system-out").text)
        logs = list((self.out / "logs").iterdir())
        self.assertEqual(len(logs), 1)
        self.assertIn(b"expected 2", logs[0].read_bytes())
