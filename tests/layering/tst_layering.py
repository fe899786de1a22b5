#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""layering.py finds one breach of each kind, and none in a tree that keeps the rules."""
import pathlib
import tempfile
import unittest

import layering

SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


class Layering(unittest.TestCase):
    def breaches(self, path, text):
        """What is said of one file in an otherwise empty tree."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True)
            file.write_text(text)
            found = []
            for relative, lines in layering.sources(pathlib.Path(folder)):
                found += layering.check_includes(relative, lines)
                found += layering.check_door(relative, lines)
                found += layering.check_text(relative, lines, ["some_strategy"])
                found += layering.check_opens(relative, lines)
                found += layering.check_throws(relative, lines)
                found += layering.check_test_folders(relative, lines)
            return found

    def test_what_is_allowed(self):
        self.assertEqual(self.breaches("core/control/a.cpp", SPDX + '#include "core/store/run_store.h"\n#include "core/base/error.h"\n'), [])
        self.assertEqual(self.breaches("core/control/a.cpp", SPDX + '#include "core/node/node.h"\n#include "core/node/log_file.h"\n'), [])
        self.assertEqual(self.breaches("ui/pages/runs/a.cpp", SPDX + '#include <QLabel>\n#include "ui/bridge/values.h"\n'), [])
        self.assertEqual(self.breaches("core/node/a.cpp", SPDX + 'std::ifstream in("/proc/stat");\nUniqueFd fd(::open(path, O_CREAT));\n'), [])
        self.assertEqual(self.breaches("core/control/a.cpp", SPDX + "std::error_code error, gone;\nif (fs::exists(a / name(b, c), gone)) return;\n"
                                       "for (fs::directory_iterator entry(folder, error), end; entry != fs::directory_iterator();)\n"
                                       "    if (fs::is_directory(entry->symlink_status(error))) continue;\n"), [])
        self.assertEqual(self.breaches("tests/support/temp_home.h", SPDX + "::mkdtemp(name.data());\n"), [])
        self.assertEqual(self.breaches("app/headless/a.cpp", SPDX + "::mkdtemp(name.data());\n"), [])
        self.assertEqual(self.breaches("tests/unit/x/a.cpp", SPDX + '#include <torch/torch.h>\n#include "ui/shell/window.h"\n'), [])

    def test_each_breach_is_found_with_its_line(self):
        for path, line, word in [
            ("core/base/a.cpp", '#include "core/spec/run/run_spec.h"', "core/base includes"),
            ("core/client/a.h", '#include "core/store/run_store.h"', "core/client includes"),
            ("core/store/a.h", '#include "trainyard/v1/events.pb.h"', "core/store includes"),
            ("ui/widgets/a.cpp", '#include "ui/pages/runs/page.h"', "ui/widgets includes"),
            ("core/agent/a.cpp", "#include <torch/torch.h>", "libtorch"),
            ("app/headless/a.cpp", "#include <QString>", "Qt"),
            ("core/control/a.cpp", "#include <sqlite3.h>", "SQLite"),
            ("core/control/run/a.cpp", '#include "core/node/process.h"', "behind core/node/node.h"),
            ("core/control/run/a.cpp", '#include "core/node/local_node.h"', "behind core/node/node.h"),
            ("core/spec/a.cpp", 'if (id == "some_strategy") {}', "some_strategy"),
            ("core/data/a.cpp", "UniqueFd fd(::open(path.c_str(), O_RDONLY));", "openRegular"),
            ("core/node/a.cpp", "UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT, 0600));", "openOwn"),
            ("core/data/a.cpp", "std::ifstream in(path);", "openRegular"),
            ("core/control/a.cpp", "const bool isThere = fs::exists(path);", "throws"),
            ("core/agent/a.cpp", "std::filesystem::remove_all(folder / name(a, b));", "throws"),
            ("core/node/a.cpp", "fs::directory_iterator entry(folder), end;", "throws"),
            ("core/node/a.cpp", "for (const auto& entry : entries) if (entry.is_directory()) return;", "throws"),
            ("tests/unit/node/tst_a.cpp", "folder_ = ::mkdtemp(name.data());", "use TempHome"),
            ("tests/bench/a.h", "folder_ = ::mkdtemp(name.data());", "use TempHome"),
            ("tests/unit/spec/tst_a.cpp", 'const fs::path folder = fs::temp_directory_path() / "ty-a";', "use TempHome"),
            ("docs/a.py", "# see .." + "/shared/DESIGN.md", "outside the repository"),
        ]:
            with self.subTest(line):
                found = self.breaches(path, SPDX + line + "\n")
                self.assertEqual(len(found), 1, found)
                self.assertIn(f"{path}:2: ", found[0])
                self.assertIn(word, found[0])

    def test_long_files_and_missing_licences(self):
        self.assertIn("over 600 lines", self.breaches("core/base/a.cpp", SPDX + "\n" * 600)[0])
        self.assertIn("over 400 lines", self.breaches("core/control/run/a.cpp", SPDX + "\n" * 400)[0])
        self.assertIn("SPDX", self.breaches("core/base/a.cpp", "int a;\n")[0])

    def test_a_part_is_counted_with_its_header(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            run = root / "core/control/run"
            run.mkdir(parents=True)
            for name, most in (("run_controller", 399), ("task_set", 400)):
                with self.subTest(name):
                    (run / f"{name}.h").write_text("\n" * 100)
                    (run / f"{name}.cpp").write_text("\n" * (most - 100))
                    self.assertEqual(list(layering.check_parts(root)), [])
                    (run / f"{name}.cpp").write_text("\n" * (most - 99))
                    found = list(layering.check_parts(root))
                    self.assertEqual(found, [f"core/control/run/{name}.cpp: {most + 1} lines with its header, expected at most {most}"])
                    (run / f"{name}.cpp").write_text("\n")
            (run / "bare.cpp").write_text("\n" * 400)  # without a header
            self.assertEqual(list(layering.check_parts(root)), [])

    def test_a_header_name_means_one_thing(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path in ("core/a/spool.h", "core/b/reader.h", "core/b/c/spool.cpp"):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(SPDX)
            self.assertEqual(list(layering.check_header_names(root, {})), [])
            (root / "core/b/c/spool.h").write_text(SPDX)
            self.assertEqual(list(layering.check_header_names(root, {})),
                             ["core/b/c/spool.h: named as core/a/spool.h; a file name means one thing"])
            self.assertEqual(list(layering.check_header_names(root, {"spool.h": "a reason"})), [])
            self.assertEqual(list(layering.check_header_names(root, {"spool.h": "", "reader.h": ""})),
                             ["core: there are no longer two headers reader.h; take it out of SAME_NAME"])

    def test_a_test_that_is_not_built_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tests/engine").mkdir(parents=True)
            (root / "tests/engine/CMakeLists.txt").write_text("set(files tst_gpus)\n")
            for name in ("tst_gpus", "tst_gpu"):
                (root / f"tests/engine/{name}.cpp").write_text(SPDX)
            found = list(layering.check_tests_are_built(root))
            self.assertEqual(found, ["tests/engine/tst_gpu.cpp: no CMakeLists.txt of tests/ names it, so that it is never built"])


if __name__ == "__main__":
    unittest.main()
