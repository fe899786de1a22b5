#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes pictures of every page of the window, on a real agent while a real run goes on, to be looked at:

    ~/.cache/trainyard/test-venv/bin/python tests/e2e/pictures.py FOLDER [--size 1280x800] [--theme light] [--language en] [--scale 1.5]

Each option may be given several times; without them both sizes, both themes and all languages are taken. `--machines` takes the
page of the nodes with two machines over SSH, one of them without a link, and their tests, and needs root. Needs what
packaging/setup.sh --tests installs, and the programs in build/release/bin.
"""
import argparse
import itertools
import os
import pathlib
import sys
import time
import xml.etree.ElementTree

SOURCE = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("TRAINYARD_SOURCE", str(SOURCE))
os.environ.setdefault("TRAINYARD_BIN", str(SOURCE / "build/release/bin"))

from desktop import CHECKED, Desktop, Window  # noqa: E402
from lab import EXAMPLES, Lab, kill  # noqa: E402
from ssh_nodes import SshNodes  # noqa: E402

# In the order of the rail.
PAGES = {"new_run": "ctrl+n", "runs": "ctrl+1", "sweeps": "ctrl+7", "clusters": "ctrl+2", "nodes": "ctrl+3", "checkpoints": "ctrl+4", "plugins": "ctrl+5",
         "settings": "ctrl+6"}
SETTLED = 1.5  # seconds for the agent's answers


def settings(home, theme, language):
    (home / "window.ini").write_text(f"[window]\ntheme={theme}\nlanguage={language}\n")


def translated(text, language):
    """A name of the window in its language."""
    if language == "en":
        return text
    catalogue = xml.etree.ElementTree.parse(SOURCE / f"resources/translations/trainyard_{language}.ts")
    return next(one.findtext("translation") for one in catalogue.iter("message") if one.findtext("source") == text)


def take_machines(lab, folder, size, theme, language, scale):
    """The page of the nodes: as they are, their tests, and what to do about those that failed."""
    settings(lab.home, theme, language)
    with Desktop(lab.root / f"desktop-{size}-{theme}-{language}", tuple(map(int, size.split("x"))), {"QT_SCALE_FACTOR": scale}) as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})

        def keep(name):
            time.sleep(SETTLED)
            window.picture(folder / f"{name}-{size}-{theme}-{language}.png")

        try:
            window.until("its rail", lambda: window.find(lambda control: control.role == "check box"))
            window.key(PAGES["nodes"])
            window.press(translated("Test nodes", language), "push button")
            window.until("the tests", lambda: window.find(translated("Tests of the nodes and their links", language), "table"))
            keep("nodes-tested")
        finally:
            window.end()


def take(lab, folder, size, theme, language, scale):
    settings(lab.home, theme, language)
    width, height = map(int, size.split("x"))
    with Desktop(lab.root / f"desktop-{size}-{theme}-{language}", (width, height), {"QT_SCALE_FACTOR": scale}) as desktop:
        run_file = lab.command(str(EXAMPLES / "parameter-server-training.yaml"), program=lab.bin / "trainyard")
        window = Window(desktop, run_file, {"TRAINYARD_HOME": str(lab.home)})

        def keep(name):
            time.sleep(SETTLED)
            window.picture(folder / f"{name}-{size}-{theme}-{language}.png")

        def press_first(area, role, place=0):
            area = window.until(area, lambda: window.find(lambda control: control.role == area))[0]
            x, y, _, high = desktop.extents([child for child in area.children if child.role == role][place])
            desktop.input("mousemove", x + 40, y + high // 2, "click", 1)

        try:
            window.until("its rail", lambda: window.find(lambda control: control.role == "check box"))
            keep("form")
            for place, (page, keys) in enumerate(PAGES.items()):
                window.key(keys)
                window.until(page, lambda place=place: window.find(lambda control: control.role == "check box")[place].has(CHECKED))
                if page == "clusters":
                    press_first("list", "list item", 6)
                if page == "checkpoints":
                    press_first("table", "cell")
                keep(page)
        finally:
            window.end()


def main():
    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--size", action="append")
    ask.add_argument("--theme", action="append")
    ask.add_argument("--language", action="append")
    ask.add_argument("--scale", default="1", help="100 to 200 %%: 1 to 2")
    ask.add_argument("--run", type=pathlib.Path, default=EXAMPLES / "fashion-mnist.yaml", help="the run file that trains meanwhile")
    ask.add_argument("--machines", action="store_true", help="the page of the nodes with other machines")
    options = ask.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    looks = list(itertools.product(options.size or ["1280x800", "1920x1080"], options.theme or ["light", "dark"],
                                   options.language or ["en", "ja", "zh_CN", "ko"]))
    if options.machines:
        with Lab() as lab, SshNodes(lab, 2) as nodes:
            nodes.add()
            config = nodes.folder / "config"  # node-2 is asked for and does not answer
            config.write_text(f"Host node-2\n ProxyCommand false\n{config.read_text()}")
            for pid in [pid for pid, command in lab.processes().items() if command.startswith("/usr/bin/ssh ") and "node-2" in command]:
                kill(pid)
            for look in looks:
                take_machines(lab, options.folder, *look, options.scale)
                print(*look, flush=True)
        return
    with Lab() as lab:
        for name in ("morning", "noon"):
            assert lab.cli("run", str(EXAMPLES / "fashion-mnist-quick.yaml"), "--set", f"name={name}", "--set", "train.steps_per_epoch=40").code == 0
        lab.stream("run", str(options.run), "--set", "train.epochs=200", "--json")
        for look in looks:
            take(lab, options.folder, *look, options.scale)
            print(*look, flush=True)


if __name__ == "__main__":
    sys.exit(main())
