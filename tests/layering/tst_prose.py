#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prose.py finds one breach of each kind, and none in a page that keeps the rules."""
import pathlib
import tempfile
import unittest

import prose


class Links(unittest.TestCase):
    def breaches(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "docs/other.md").write_text("# One\n\n```\n# no heading\n```\n\n## Where a step's `time` goes\n")
            return list(prose.check_links(root, pathlib.Path("docs/page.md"), text.splitlines()))

    def test_what_leads_somewhere(self):
        text = "[a](other.md) [b](../docs/other.md#one) [c](other.md#where-a-steps-time-goes) [d](https://a.org/b#c) [e](..)"
        self.assertEqual(self.breaches(text), [])

    def test_what_leads_nowhere(self):
        for link in ("gone.md", "other.md#two", "other.md#no-heading", "../other.md"):
            found = self.breaches(f"# Title\n[a]({link})\n")
            self.assertEqual(len(found), 1, (link, found))
            self.assertTrue(found[0].startswith("docs/page.md:2: "), found)


class Form(unittest.TestCase):
    def breaches(self, text):
        return list(prose.check_form("page.md", text.splitlines()))

    def test_what_is_allowed(self):
        code = "`" + "key: value, " * 12 + "`"
        for text in ("word " * 24, "```\n" + "wide " * 40 + "\n```", "- " + code, "![" + "alt text " * 20 + "](a.png)",
                     "| " + "x" * 90 + " | " + "y" * 90 + " |", "| " + "e2e/test_a.py::test_one " * 9 + "|", "https://example.org/" + "a" * 130):
            self.assertEqual(self.breaches(text), [])

    def test_each_breach_is_found_with_its_line(self):
        for line, word in [("word " * 25, "columns"), ("- " + "word " * 25, "columns"), ("`a b` " * 30, "columns"),
                           ("| a | " + "word " * 40 + "|", "table cell")]:
            found = self.breaches("# Title\n\n" + line + "\n")
            self.assertEqual(len(found), 1, found)
            self.assertTrue(found[0].startswith("page.md:3: "), found)
            self.assertIn(word, found[0])


class Names(unittest.TestCase):
    def breaches(self, file, line):
        return list(prose.check_names(pathlib.Path(file), ["", line]))

    def test_what_is_allowed(self):
        for line in ("int continuesOnDisk() { return recommended; }  // it goesOn", 'log("heed, strangers: goesOn");', "task.set_holds_up(1);",
                     "void goOnTheLoop();", "/* the last look", "void lookUp();", "QTimer look_;", "tellsAgain_ = 1;"):
            self.assertEqual(self.breaches("a.cpp", line), [], line)
        self.assertEqual(self.breaches("a.py", 'goes_on = "a test\'s own variable"'), [])

    def test_each_breach_is_found_with_its_line(self):
        for file, line in (("a.h", "bool goesOn() const;"), ("a.cpp", "TEST(Run, TheRunGoesOn) {"), ("a.cpp", "isHeldUp_ = true;"),
                           ("a.cpp", "constexpr int kGivenUp = 1;"), ("a.py", "def test_a_run_goes_on():"), ("a.py", "class Stranger:"),
                           ("a.h", "void look();"), ("a.cpp", "void EndNotice::tell(int text) {"), ("a.py", "    def look(self):")):
            found = self.breaches(file, line)
            self.assertEqual(len(found), 1, (line, found))
            self.assertTrue(found[0].startswith(f"{file}:2: the name "), found)


class Shown(unittest.TestCase):
    def test_texts_of_window_and_form_are_read_with_their_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            resources = pathlib.Path(folder) / "resources"
            for name, text in (("translations/trainyard_ja.ts", "<TS>\n<source>It&apos;s\nhere</source>\n<translation>x</translation>"),
                               ("schema/run.schema.json", '{"title": "Keep", "x": {\n"description": "The \\"newest\\"."}}')):
                (resources / name).parent.mkdir(parents=True)
                (resources / name).write_text(text)
            found = {path.name: lines for path, lines in prose.shown(pathlib.Path(folder))}
        self.assertEqual(found["trainyard_ja.ts"], ["", "It's here", "", ""])
        self.assertEqual(found["run.schema.json"], ["Keep", 'The \\"newest\\".'])


class Code(unittest.TestCase):
    def read(self, reader, name, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True)
            path.write_text(text)
            return [breach for file, lines in reader(pathlib.Path(folder)) for breach in prose.check_words(file, lines)]

    def test_comments_of_code_and_protocols(self):
        text = '// SPDX-License-Identifier: Apache-2.0\n/// It is\n/// gone.\nint a;  ///< a count, told\nint b;  // of c\nf("http://a", "is gone");\n'
        for name in ("core/a.h", "ui/b.cpp", "plugins/p/c.cpp", "core/proto/d.proto"):
            self.assertEqual(self.read(prose.explained, name, text), [f"{name}:2: “is gone”; better: is unavailable, exited, was lost"])
        self.assertEqual(self.read(prose.explained, "tests/a.h", text), [])
        self.assertEqual(self.read(prose.explained, "core/a.py", text), [])

    def test_texts_of_the_programs(self):
        text = '// It is gone.\nline("{} an epoch, {} in total");\nfail("%1 a second" , "the agent "\n     "is away");\n'
        found = self.read(prose.printed, "app/headless/a.cpp", text)
        self.assertEqual([breach.split(";")[0] for breach in found],
                         ["app/headless/a.cpp:2: “{} an epoch”", "app/headless/a.cpp:3: “%1 a second”", "app/headless/a.cpp:4: “is away”"])
        self.assertEqual(self.read(prose.printed, "core/a.cpp", text), [])


class Wording(unittest.TestCase):
    def breaches(self, text):
        return list(prose.check_words("page.md", text.splitlines()))

    def test_what_is_allowed(self):
        for text in ("It continues. It was mentioned once. The Statement stands.", "Names of keys: `mend`, `is away`.",
                     "Press **Cancel**, or **Steps an epoch**.", "| `runs.header.hang` | Is away | QLabel |",
                     "```\nthe agent is away\n```", "[why](the-run-goes-on.md)", "It depends on the step. Tasks are on a disk."):
            self.assertEqual(self.breaches(text), [])

    def test_each_phrase_is_found_with_its_line(self):
        for text in ("The run goes on.", "It was mended.", "The agent is\naway.", "A loop of one's own.", "It starts Anew.",
                     "Two steps an epoch.", "It makes 60 an epoch.", "- It stands beside it.", "| a | the run is gone |", "Heed it."):
            found = self.breaches("# Title\n\n" + text + "\n")
            self.assertEqual(len(found), 1, (text, found))
            self.assertTrue(found[0].startswith("page.md:3: "), found)

    def test_each_phrase_has_a_better_one(self):
        for phrase, better in prose.INSTEAD.items():
            self.assertTrue(better)
            self.assertFalse(prose.AVOIDED.search(better), better)


if __name__ == "__main__":
    unittest.main()
