#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The preset release compiles many files of a library as one: their unnamed namespaces become a single one.

Two constants of one name there do not compile, but two functions may silently become overloads of each other. So a name
is defined in the unnamed namespace of one file of a folder's library only.

Usage: unity_names.py SOURCE_DIR
"""
import collections
import pathlib
import re
import sys

FOLDERS = ("core", "ui", "app", "plugins", "tests/unit", "tests/faults", "tests/engine", "tests/fuzz", "tests/gui")
ONE_FILE = ("bench_", "fake_", "tst_gpu.")  # of tests: each a program or a library of its own
DEFINITION = re.compile(
    r"^(?:(?:struct|class|enum class) (?P<type>\w+)"
    r"|(?!return\b|using\b|namespace\b|TY_|template\b|static_assert\b|extern\b|\s)[\w:<>,&*\[\]\s]*?[\s&*](?P<name>\w+)\s*(?P<kind>[({=\[]|;$))"
)


def unnamed_names(text: str) -> set[str]:
    """Names defined at the top level of unnamed namespaces; clang-format leaves these definitions unindented."""
    names, inside = set(), False
    for line in text.splitlines():
        if line == "namespace {":
            inside = True
        elif inside and re.match(r"^}  // namespace$", line):
            inside = False
        elif inside and (found := DEFINITION.match(line)):
            names.add(found["type"] or found["name"])
    return names


def shared_names(source: pathlib.Path) -> list[str]:
    problems = []
    for folder in FOLDERS:
        for lists in sorted((source / folder).rglob("CMakeLists.txt")):
            # A library is the files beside its CMakeLists.txt and below, but for folders with a list of their own.
            owned = [f for f in lists.parent.rglob("*.cpp")
                     if not f.name.startswith(ONE_FILE)
                     and next(p for p in f.parents if (p / "CMakeLists.txt").exists()) == lists.parent]
            users = collections.defaultdict(list)
            for file in sorted(owned):
                for name in unnamed_names(file.read_text(encoding="utf-8")):
                    users[name].append(file.relative_to(source).as_posix())
            problems += [f"{name}: in the unnamed namespaces of {', '.join(files)}"
                         for name, files in sorted(users.items()) if len(files) > 1]
    return problems


def main() -> int:
    problems = shared_names(pathlib.Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    if problems:
        print(f"{len(problems)} names; rename one of each, or move what is the same to a header")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
