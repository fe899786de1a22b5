#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""guide_rows.py finds rows that are missing or open, tests that do not exist, and rows that are open without a word on what is."""
import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import guide_rows

SOURCES = {
    "e2e/test_a.py": "def test_one(lab):\n    def test_two():\n        pass\n",
    "engine/tst_b.cpp": "TEST(Suite, Name) {}\nTEST_F(Other,\n       Long) {}\nvoid PageTest::aSlot() {}\n",
}
GOOD = """## Guide
| row | what | mark | shown by | open |
|---|---|---|---|---|
| 1 | a | yes | e2e/test_a.py::test_one engine/tst_b.cpp::Suite.Name | |
| 2 | b | missing, gpu | engine/tst_b.cpp::Other.Long | nothing of it |
| 3 | c | python | engine/tst_b.cpp::PageTest.aSlot | |
"""


class Rows(unittest.TestCase):
    def breaches(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, source in SOURCES.items():
                (root / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
                (root / "tests" / name).write_text(source)
            return list(guide_rows.breaches(root, text, {"Guide": 3}))

    def test_what_is_right(self):
        self.assertEqual(self.breaches(GOOD), [])

    def ended(self, text):
        """(exit code, what it prints) with this ledger."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            ledger = pathlib.Path(folder) / guide_rows.LEDGER
            ledger.parent.mkdir(parents=True)
            ledger.write_text(text)
            with mock.patch("sys.argv", ["guide_rows.py", folder]), mock.patch.object(guide_rows, "breaches", lambda *_: []):
                return guide_rows.main(), printed.getvalue()

    def test_an_open_row_fails(self):
        code, printed = self.ended(GOOD)
        self.assertEqual(code, 1)
        self.assertIn("open: Guide 2, b: nothing of it (missing, gpu)", printed)
        self.assertIn("3 rows: 1 yes", printed)
        closed = GOOD.replace("missing, gpu", "yes, gpu").replace("nothing of it", "")
        self.assertEqual(self.ended(closed), (0, "\n3 rows: 1 yes, 1 yes, gpu, 1 python\n"))

    def test_each_breach_is_found(self):
        for old, new, words in [
            ("::test_one", "::test_on", "has no test test_on"), ("Suite.Name", "Suite.Nam", "has no test Suite.Nam"),
            ("tst_b.cpp::Other", "tst_c.cpp::Other", "there is no tests/engine/tst_c.cpp"), ("| 3 | c", "| 4 | c", "row 4 instead of 3"),
            ("nothing of it", "", "open"), ("| yes |", "| weaker |", "open"), ("| yes |", "| y |", "is unknown"),
            ("| a | yes", "|  | yes", "missing"), ("| c | python", "| python", "4 cells"), ("## Guide", "## Guise", "rows instead of"),
        ]:
            self.assertTrue(any(words in breach for breach in self.breaches(GOOD.replace(old, new))), (old, new))
        self.assertIn("“Guide” has 2 rows instead of 3", self.breaches(GOOD[:GOOD.index("| 3 | c")])[-1])


if __name__ == "__main__":
    unittest.main()
