#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tidy.py reads a unit again when something that it includes has changed, and never calls one clean that has findings."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("tidy.py")
CLEAN = "inline const int* none() { return nullptr; }\n"
FINDING = "inline const int* none() { return 0; }\n"


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)

    def clone(self, name):
        """A project of one target, `t`, with one file that includes another."""
        source = self.home / name
        (source / "core").mkdir(parents=True)
        (source / ".clang-tidy").write_text("Checks: '-*,modernize-use-nullptr'\nWarningsAsErrors: '*'\n")
        (source / "core/none.h").write_text(CLEAN)
        (source / "core/a.cpp").write_text('#include "core/none.h"\nint main() { return none() != nullptr; }\n')
        build = source / "build"
        build.mkdir()
        command = f"c++ -I{source} -o CMakeFiles/t.dir/a.o -c {source}/core/a.cpp"
        (build / "compile_commands.json").write_text(json.dumps([{"directory": str(build), "file": f"{source}/core/a.cpp", "command": command}]))
        return source

    def read(self, source):
        """(exit status, what was printed)"""
        done = subprocess.run([sys.executable, SCRIPT, "clang-tidy-19", source, source / "build", "t"], capture_output=True, text=True,
                              check=False, env={"PATH": "/usr/bin:/bin", "TRAINYARD_TIDY_CACHE": str(self.home / "marks")})
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_a_clean_unit_is_read_once_in_all_clones(self):
        self.assertEqual(self.read(self.clone("a")), (0, "t: clang-tidy read 1 units, 0 with findings; 0 are as they were when it had none\n"))
        self.assertEqual(self.read(self.clone("b")), (0, "t: clang-tidy read 0 units, 0 with findings; 1 are as they were when it had none\n"))

    def test_a_changed_header_is_read(self):
        source = self.clone("a")
        self.assertEqual(self.read(source)[0], 0)
        (source / "core/none.h").write_text(FINDING)
        for _ in range(2):
            status, said = self.read(source)
            self.assertEqual(status, 1)
            self.assertIn("core/none.h:1:35: error: use nullptr", said)
        (source / "core/none.h").write_text(CLEAN)
        self.assertIn("read 0 units", self.read(source)[1])

    def test_other_checks_are_made(self):
        source = self.clone("a")
        self.assertEqual(self.read(source)[0], 0)
        (source / ".clang-tidy").write_text("Checks: '-*,readability-identifier-length'\nWarningsAsErrors: '*'\n")
        self.assertIn("read 1 units", self.read(source)[1])


if __name__ == "__main__":
    unittest.main()
