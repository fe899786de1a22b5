#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""documented.py finds a key, a default, a command and an option that the pages lack, and nothing else."""
import unittest

import documented

SCHEMA = {
    "$defs": {"rate": {"default": 0.5}, "layer": {}, "source": {}},
    "properties": {"train": {"properties": {
        "epochs": {"type": "integer", "default": 10},
        "optimizer": {"oneOf": [{"properties": {"sgd": {"properties": {
            "learning_rate": {"$ref": "#/$defs/rate"}, "kind": {"enum": ["plain", "nesterov"], "default": "plain"},
            "momentum": {"type": "number"}}}}}]}}}},
}
PAGE = "train epochs optimizer nesterov\n- `sgd`: `learning_rate: 0.5`, `kind: plain`,\n  `momentum`.\n"


class Keys(unittest.TestCase):
    def missing(self, page):
        return list(documented.missing_keys(SCHEMA, page))

    def test_a_page_that_has_them(self):
        self.assertEqual(self.missing(PAGE), [])

    def test_a_page_that_lacks_one(self):
        for old, new, what in [("epochs ", "", "epochs is"), (" nesterov", "", "nesterov is"), ("0.5", "0.1", "learning_rate: 0.5"),
                               ("epochs", "epochs_done", "epochs is")]:
            found = self.missing(PAGE.replace(old, new))
            self.assertEqual(len(found), 1, found)
            self.assertIn(what, found[0])


class Commands(unittest.TestCase):
    def test_what_the_page_lacks(self):
        source = "".join(f'line.add("command-{n}", "x", f)->add_option("--option-{n}", o);\n' for n in range(30))
        page = " ".join(f"command-{n} --option-{n}" for n in range(30))
        self.assertEqual(list(documented.missing_commands(source, page)), [])
        self.assertEqual(list(documented.missing_commands(source, page.replace("--option-7", "--option-7b"))),
                         ["docs/commands.md: --option-7 is not named"])
        self.assertEqual(list(documented.missing_commands(source, page.replace(" command-7 ", " "))),
                         ["docs/commands.md: command-7 is not named"])

    def test_a_source_that_is_written_otherwise_is_noticed(self):
        self.assertIn("is it read right?", list(documented.missing_commands("", ""))[0])


if __name__ == "__main__":
    unittest.main()
