#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes this folder: performs the steps of tests/e2e/guide.py on the real window with a real agent, takes a picture after
each, and writes its text beside it. Needs what packaging/setup.sh --tests installs, and the programs in build/release/bin:

    ~/.cache/trainyard/test-venv/bin/python docs/guide/make.py
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
os.environ.setdefault("TRAINYARD_SOURCE", str(SOURCE))
os.environ.setdefault("TRAINYARD_BIN", str(SOURCE / "build/release/bin"))
sys.path.insert(0, str(SOURCE / "tests/e2e"))

import guide  # noqa: E402
from desktop import Desktop, Window  # noqa: E402
from lab import Lab  # noqa: E402


def main():
    for old in (*HERE.glob("*.png"), *HERE.glob("*.md")):
        old.unlink()
    for name, text in guide.pages().items():
        (HERE / name).write_text(text)
    with Lab() as lab, Desktop(lab.root / "desktop") as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})
        try:
            hands = guide.Hands(lab, window)
            for chapter in guide.CHAPTERS:
                for step in chapter.steps:
                    hands.go(step)
                    window.picture(HERE / step.picture)
                    print(step.picture, flush=True)
        finally:
            window.end()


main()
