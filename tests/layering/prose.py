#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The form of the documentation: no line of prose over 120 columns, no table cell as long as a paragraph. Prints
file:line for each breach; exit 1 if there is one.

    prose.py SOURCE_DIR

Code, link targets, pictures and tables may be wider. docs/guide is generated: its text is in tests/e2e/guide.py.
"""
import pathlib
import re
import sys

MAX_COLUMNS = 120
MAX_CELL = 160


def pages(root):
    """The Markdown files of the repository: (path relative to root, lines)."""
    for path in sorted(root.rglob("*.md")):
        relative = path.relative_to(root)
        if relative.parts[0] not in ("build", ".git"):
            yield relative, path.read_text(encoding="utf-8").splitlines()


def prose(lines):
    """(number, line) of each line outside of fenced code."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def can_be_broken(line):
    """True where the line has a space to break it at: outside of code and link targets, after a list's mark."""
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "_"), line.strip())
    text = re.sub(r"^([-*]|\d+\.) +", "", text)
    return " " in text


def check_form(relative, lines):
    for number, line in prose(lines):
        if line.lstrip().startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]:
                shown = re.sub(r"\]\([^)]*\)", "]", cell.strip())
                if len(shown) > MAX_CELL:
                    yield f"{relative}:{number}: a table cell of {len(shown)} characters; make it prose or a list"
        elif len(line) > MAX_COLUMNS and not line.startswith("![") and can_be_broken(line):
            yield f"{relative}:{number}: {len(line)} columns; wrap at {MAX_COLUMNS}"


def main():
    root = pathlib.Path(sys.argv[1])
    breaches, files = [], 0
    for relative, lines in pages(root):
        files += 1
        breaches += check_form(relative, lines)
    print("\n".join(breaches))
    print(f"{files} pages: {len(breaches)} breaches")
    if not files:
        print("nothing to check: is the first argument the source folder?")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
