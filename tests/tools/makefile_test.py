#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the Makefile hands to shells, and what `make clean` removes: variables are words, whatever is in them."""
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NASTY = "/tmp/x y;echo hi & 'a' \"b\" `c` > d | e # \\"
# Variable -> targets whose recipes hold it.
USED = {
    "BUILD": ("sluice", "build", "run", "test", "bench", "formal", "mutate", "lint", "regs-html", "clean"),
    "VERILATOR": ("sluice", "mutate"), "N": ("mutate",), "SEED": ("mutate",), "BLOCK": ("mutate",), "FUZZ": ("fuzz",),
    "SECONDS": ("fuzz",), "SEEDS": ("regress",), "FIRST": ("regress",), "EXECUTOR": ("regress",), "TESTS": ("regress",),
}
CONTROL = {";", "&", "&&", "|", "||", ">", ">>", "<", "`c`"}


def make(target, *words, folder=ROOT, dry=True):
    """Answers make's status, output and errors. A make that runs this test has no say in it."""
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")}
    done = subprocess.run(["make", *(["-n"] if dry else []), target, *words], cwd=folder, capture_output=True, text=True,
                          timeout=60, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr


class Makefile(unittest.TestCase):
    def test_every_variable_is_one_word_of_its_command_whatever_is_in_it(self):
        for variable, targets in USED.items():
            for target in targets:
                with self.subTest(variable=variable, target=target):
                    status, out, err = make(target, f"{variable}={NASTY}")
                    self.assertEqual((status, err), (0, ""))
                    words = shlex.split(out)
                    if variable == "BLOCK":  # a list
                        self.assertTrue({f"--block={w}" for w in NASTY.split()} <= set(words), out)
                    else:
                        self.assertTrue(any(NASTY in word for word in words), out)
                    _, plain, _ = make(target, f"{variable}=plain")
                    count = lambda text: sum(word in CONTROL for word in shlex.split(text))
                    self.assertEqual(count(out), count(plain), out)

    def test_what_no_command_can_take_is_refused_in_one_sentence(self):
        for word, text in (("JOBS=1; echo hi", "JOBS: found '1; echo hi', expected 1 to 99999"), ("JOBS=0", "JOBS"),
                           ("JOBS=-1", "JOBS"), ("BUILD=", "BUILD: found nothing"), ("BUILD=-x", "expected a folder"),
                           ("TESTS=a\nb", "TESTS: found a line break")):
            with self.subTest(word=word):
                status, out, err = make("regress", word)
                self.assertEqual((status, out, err.count("\n")), (2, "", 1), err)
                self.assertIn(text, err)


class Clean(unittest.TestCase):
    """In a copy of what `make clean` needs."""

    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="sluice-clean-"))
        self.addCleanup(shutil.rmtree, self.top)
        self.tree = self.top / "tree"
        (self.tree / "scripts").mkdir(parents=True)
        for name in ("Makefile", "scripts/build_folder.sh"):
            shutil.copy(ROOT / name, self.tree / name)

    def clean(self, folder):
        """With BUILD=folder."""
        return make("clean", f"BUILD={folder}", folder=self.tree, dry=False)

    def build_folder(self, folder):
        """What `make configure` does first."""
        return subprocess.run([self.tree / "scripts/build_folder.sh", "make", folder], capture_output=True, text=True,
                              timeout=60, check=False)

    def test_folders_of_fixed_names_and_one_that_was_made_are_removed_and_nothing_else(self):
        for name in ("build/x", "build-fuzz", "keep", "x", "y"):
            (self.tree / name).mkdir(parents=True)
        for made in ("x y", str(self.top / "far off/b")):
            self.assertEqual(self.build_folder(made).returncode, 0)
            self.assertEqual(self.clean(made), (0, "", ""))
        self.assertEqual(sorted(p.name for p in self.tree.iterdir()), ["Makefile", "keep", "scripts", "x", "y"])
        self.assertEqual([p.name for p in self.top.iterdir() if p.name != "tree"], ["far off"])

    def test_a_folder_that_make_did_not_make_stays(self):
        mine = self.top / "mine"
        mine.mkdir()
        (mine / "thesis.txt").write_text("x", encoding="utf-8")
        for folder in (mine, "../mine", self.top, ".", "..", self.tree, "/", "scripts", self.top / "mine/thesis.txt"):
            with self.subTest(folder=folder):
                status, out, err = self.clean(folder)
                self.assertEqual((status, out), (2, ""))
                self.assertIn(f"BUILD=", err.splitlines()[0])
                self.assertTrue((mine / "thesis.txt").exists() and (self.tree / "Makefile").exists())

    def test_a_folder_with_other_things_in_it_becomes_no_build_folder(self):
        mine = self.top / "mine"
        mine.mkdir()
        (mine / "thesis.txt").write_text("x", encoding="utf-8")
        done = self.build_folder(mine)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertIn("neither empty nor a build folder", done.stderr)
        self.assertEqual([p.name for p in mine.iterdir()], ["thesis.txt"])


if __name__ == "__main__":
    unittest.main()
