#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_docs.py finds what it is there for: each kind of fault is planted in a copy of the pages."""

import pathlib
import shutil
import tempfile
import unittest

import check_docs

TESTS = {"Suite.Name", "Suite.Other", "formal.tools"}
PAGE = """# a block

`rtl/part/block.sv`, see [above](../README.md#first-part) and [a register](../map.html#global.id).

## Theory of operation
## Interface and latency
## Programmer's guide
## Registers
## Test plan
| point | test |
|---|---|
| one | `Suite.Name`, `Suite.Other` |
| two | `formal.tools` |

`Not.ATest` stands outside of the table.

## Formal
"""


class CheckDocs(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sluice-docs-"))
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "docs" / "blocks").mkdir(parents=True)
        (self.root / "rtl" / "part").mkdir(parents=True)
        (self.root / "rtl" / "part" / "block.sv").touch()
        (self.root / "docs" / "README.md").write_text("# Index\n\n## First `part`\n", encoding="utf-8")
        (self.root / "docs" / "map.html").write_text("<h3 id='global.id'>", encoding="utf-8")

    def faults(self, text):
        page = self.root / "docs" / "blocks" / "block.md"
        page.write_text(text, encoding="utf-8")
        return check_docs.link_faults(page) + check_docs.block_faults(page, TESTS) + check_docs.module_faults(self.root)

    def fault(self, old, new):
        self.assertIn(old, PAGE)
        found = self.faults(PAGE.replace(old, new))
        self.assertEqual(len(found), 1, found)
        return found[0]

    def test_a_right_page_has_no_fault(self):
        self.assertEqual(self.faults(PAGE), [])

    def test_each_planted_fault_is_found_and_named(self):
        self.assertIn("there is no test 'Suite.Othr'", self.fault("Suite.Other", "Suite.Othr"))
        self.assertIn("line 13: names no test", self.fault("`formal.tools`", "none"))
        self.assertIn("no section 'Formal'", self.fault("## Formal", "## Formality"))
        self.assertIn("no such file", self.fault("../README.md", "../README2.md"))
        self.assertIn("'second-part' is not in that page", self.fault("#first-part", "#second-part"))
        self.assertIn("'global.no' is not in that page", self.fault("#global.id", "#global.no"))
        self.assertIn("names rtl/part/block.sv", self.fault("`rtl/part/block.sv`", "rtl"))
        self.assertIn("test plan names no test", self.fault("| test |", "| tests |"))

    def test_instances_parameters_and_types_are_no_part_of_a_name(self):
        for name, plain in [("Width/FrameSizes.X/512", "FrameSizes.X"), ("ParserRtl.X<ParserRtl/W64.>", "ParserRtl.X"),
                            ("formal.axis_reg", "formal.axis_reg"), ("A.B", "A.B")]:
            self.assertEqual(check_docs.plain_name(name), plain)


if __name__ == "__main__":
    unittest.main()
