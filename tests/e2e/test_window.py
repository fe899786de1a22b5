# SPDX-License-Identifier: Apache-2.0
"""The real window on a real agent, from its first start to a restored checkpoint: the steps of the illustrated guide."""
import os
import pathlib
import struct

import guide
from desktop import Desktop, Window

PAGES = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "docs/guide"


def test_the_guide_tells_these_steps():
    """docs/guide is what docs/guide/make.py writes: these steps' text, and a picture of each."""
    written = {page.name: page.read_text() for page in PAGES.glob("*.md")}
    assert written == guide.pages()
    pictures = {picture.name: picture.read_bytes() for picture in PAGES.glob("*.png")}
    assert sorted(pictures) == sorted(step.picture for chapter in guide.CHAPTERS for step in chapter.steps)
    for name, data in pictures.items():
        assert struct.unpack(">II", data[16:24]) == (1280, 800) and len(data) < 150_000, (name, len(data))


def test_from_first_start_to_a_restored_checkpoint(lab):
    with Desktop(lab.root / "desktop") as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})
        try:
            hands = guide.Hands(lab, window)
            for chapter in guide.CHAPTERS:
                for step in chapter.steps:
                    hands.go(step)
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
        finally:
            window.end()
