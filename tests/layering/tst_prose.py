#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prose.py finds one breach of each kind, and none in a page that keeps the rules."""
import unittest

import prose


class Form(unittest.TestCase):
    def breaches(self, text):
        return list(prose.check_form("page.md", text.splitlines()))

    def test_what_is_allowed(self):
        code = "`" + "key: value, " * 12 + "`"
        for text in ("word " * 24, "```\n" + "wide " * 40 + "\n```", "- " + code, "![" + "alt text " * 20 + "](a.png)",
                     "| " + "x" * 90 + " | " + "y" * 90 + " |", "https://example.org/" + "a" * 130):
            self.assertEqual(self.breaches(text), [])

    def test_each_breach_is_found_with_its_line(self):
        for line, word in [("word " * 25, "columns"), ("- " + "word " * 25, "columns"), ("`a b` " * 30, "columns"),
                           ("| a | " + "word " * 40 + "|", "table cell")]:
            found = self.breaches("# Title\n\n" + line + "\n")
            self.assertEqual(len(found), 1, found)
            self.assertTrue(found[0].startswith("page.md:3: "), found)
            self.assertIn(word, found[0])


if __name__ == "__main__":
    unittest.main()
