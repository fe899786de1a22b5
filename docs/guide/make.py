#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes this folder: performs the guide's steps (tests/e2e/guide.py, guide_nodes.py) on the real window with a real agent,
takes a picture after each, and writes its text beside it. Needs what packaging/setup.sh --tests installs, and the programs
in build/release/bin; for the chapter on other machines, root, which makes network namespaces:

    ~/.cache/trainyard/test-venv/bin/python docs/guide/make.py [CHAPTER…]

With names of chapters, such as 7-two-machines, it performs only them and those that share their window.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
os.environ.setdefault("TRAINYARD_SOURCE", str(SOURCE))
os.environ.setdefault("TRAINYARD_BIN", str(SOURCE / "build/release/bin"))
sys.path.insert(0, str(SOURCE / "tests/e2e"))

import guide_book  # noqa: E402
from desktop import Desktop  # noqa: E402
from lab import Lab  # noqa: E402


def make(machines):
    def keep(step, window):
        window.picture(HERE / step.picture)
        print(step.picture, flush=True)

    with Lab() as lab, Desktop(lab.root / "desktop") as desktop:
        guide_book.perform(lab, desktop, machines, keep)


def main(names):
    chapters = {chapter.file: chapter for chapter in guide_book.CHAPTERS}
    if unknown := set(names) - set(chapters):
        sys.exit(f"no such chapter: {', '.join(sorted(unknown))}; there are {', '.join(chapters)}")
    for old in HERE.glob("*.md"):
        old.unlink()
    for name, text in guide_book.pages().items():
        (HERE / name).write_text(text)
    for machines in sorted({chapters[name].machines for name in names or chapters}):
        make(machines)
    wanted = {step.picture for chapter in guide_book.CHAPTERS for step in chapter.steps}
    for picture in HERE.glob("*.png"):
        if picture.name not in wanted:
            picture.unlink()


main(sys.argv[1:])
