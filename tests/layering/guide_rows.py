#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/layering/guide_rows.md has a row for each thing that the guides teach, every test it names exists, and no row is
open. Prints what is wrong, the rows that are open and the counts of the marks; exit 1 if there is any of the former two.

    guide_rows.py SOURCE_DIR
"""
import collections
import pathlib
import re
import sys

ROWS = {"Fault tolerance": 22, "Multi-worker training with Keras": 40, "Custom training": 22, "Parameter server training": 51}
SHOWN, OPEN, NEEDS = {"yes"}, {"weaker", "missing"}, {"gpu", "python", "ondemand"}
LEDGER = "tests/layering/guide_rows.md"


def rows(text):
    """(line, guide, cells) of every row of a table."""
    guide = None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            guide = line[3:]
        elif re.match(r"\| *\d+ *\|", line):
            yield number, guide, [cell.strip() for cell in line.split("|")[1:-1]]


def has_test(source, name):
    """Whether a file has this test: a Python function, GoogleTest's Suite.Name, or a slot Class.name of Qt Test."""
    suite, _, rest = name.rpartition(".")
    if not suite:
        return re.search(rf"^ *def {re.escape(rest)}\(", source, re.MULTILINE) is not None
    return re.search(rf"TEST(_F|_P)?\({suite},\s*{rest}\)|^void {suite}::{rest}\(\)", source, re.MULTILINE) is not None


def breaches(root, text, wanted):
    """What is wrong with the ledger, as file:line: words."""
    counted = collections.Counter()
    for number, guide, cells in rows(text):
        place = f"{LEDGER}:{number}"
        if len(cells) != 5:
            yield f"{place}: {len(cells)} cells instead of 5"
            continue
        counted[guide] += 1
        row, what, mark, shown, open_part = cells
        marks = set(mark.split(", "))
        if int(row) != counted[guide]:
            yield f"{place}: row {row} instead of {counted[guide]}"
        if not what or not shown:
            yield f"{place}: what is taught or shown is missing"
        if not marks or marks - SHOWN - OPEN - NEEDS:
            yield f"{place}: the mark “{mark}” is unknown"
        if bool(marks & OPEN) != bool(open_part):
            yield f"{place}: a row is open and says what is missing, or neither"
        for test in shown.split():
            file, _, name = test.partition("::")
            path = root / file if file.startswith("plugins/") else root / "tests" / file
            if not path.is_file():
                yield f"{place}: there is no {path.relative_to(root)}"
            elif not has_test(path.read_text(encoding="utf-8"), name):
                yield f"{place}: {path.relative_to(root)} has no test {name}"
    for guide in sorted({*wanted, *filter(None, counted)}):
        if counted[guide] != wanted.get(guide, 0):
            yield f"{LEDGER}: “{guide}” has {counted[guide]} rows instead of {wanted.get(guide, 0)}"


def open_rows(text):
    for number, guide, cells in rows(text):
        if len(cells) == 5 and cells[4]:
            yield f"{LEDGER}:{number}: open: {guide} {cells[0]}, {cells[1]}: {cells[4]} ({cells[2]})"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / LEDGER).read_text(encoding="utf-8")
    found = [*breaches(root, text, ROWS), *open_rows(text)]
    print("\n".join(found))
    marks = collections.Counter(cells[2] for _, _, cells in rows(text))
    print(f"{sum(marks.values())} rows: " + ", ".join(f"{count} {mark}" for mark, count in marks.most_common()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
