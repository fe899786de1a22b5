# SPDX-License-Identifier: Apache-2.0
"""The real window on a real agent, from its first start to a restored checkpoint: the steps of the illustrated guide."""
import json
import os
import pathlib
import struct
import sys

import guide_book
from desktop import Desktop, Window
from lab import kill

PAGES = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "docs/guide"


def test_the_guide_has_these_steps():
    """docs/guide is what docs/guide/make.py writes: these steps' text, and a picture of each."""
    written = {page.name: page.read_text() for page in PAGES.glob("*.md")}
    assert written == guide_book.pages()
    pictures = {picture.name: picture.read_bytes() for picture in PAGES.glob("*.png")}
    assert sorted(pictures) == sorted(step.picture for chapter in guide_book.CHAPTERS for step in chapter.steps)
    for name, data in pictures.items():
        assert struct.unpack(">II", data[16:24]) == (1280, 800) and len(data) < 150_000, (name, len(data))


def test_from_first_start_to_a_restored_checkpoint(lab):
    with Desktop(lab.root / "desktop") as desktop:
        guide_book.perform(lab, desktop, machines=0)


SCRIPT = """
import os, sys
from trainyard.client import Client
with Client() as client:
    for step in range(1, 41):
        client.log("loss", 1 / step, step)
print("arguments", sys.argv[1:], "in", os.getcwd(), flush=True)
"""


def test_a_program_is_run_from_the_form(lab):
    """A Python script, typed as in a shell, with a variable and a working folder: its curve, its log, its end."""
    work = lab.root / "work"
    work.mkdir()
    (work / "my script.py").write_text(SCRIPT)
    client = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "plugins/clients/python"
    with Desktop(lab.root / "desktop") as desktop:
        w = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})
        try:
            w.says("State of the agent", "Connected")
            w.key("ctrl+n")
            w.press("Run a program: start from an empty command", "push button")
            w.fill("Name", "mine")
            w.fill("Command", "python3 'my script.py' --name 'a b'")
            w.says("Arguments", "python3", "my script.py", "a b")
            w.press("Add variable", "push button")
            w.fill("Variable 1: name", "PYTHONPATH")
            w.fill("Variable 1: value", str(client))
            w.fill("Working folder", str(work))
            w.says("Run file", 'command: [python3, "my script.py", "--name", "a b"]', f"PYTHONPATH: {client}")
            w.says("Run file status", "Ready to run")
            w.press("Run", "push button")
            run = w.says("Run", "mine")
            w.says("State", "succeeded")
            w.says("Curve of loss", "at step 40")
            w.says("Where the metrics come from", "TensorBoard event files (worker:0)")
            shown = lab.ok("show", run, "--json").json()
            assert (shown["status"], shown["step"], shown["strategy"]) == ("succeeded", 40, "command"), shown
            assert f"arguments ['--name', 'a b'] in {work}" in lab.ok("logs", run).out
            # Another start has the same form, from the run's own file.
            w.key("ctrl+n")
            w.says("Command", "python3 'my script.py' --name 'a b'")
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()


def test_another_home_is_opened_from_the_settings(lab):
    _, finished = lab.finished(lab.run_file())
    with Desktop(lab.root / "desktop") as desktop:
        usual = desktop.folder / "data/trainyard"  # of a start that is told of no home
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {})
        try:
            window.says("State of the agent", "Connected", str(usual))
            window.press("Settings", "check box")
            window.press("Change…", "push button")
            window.fill("Data folder", str(lab.home))
            window.press("Connect to this agent")
            window.says("State of the agent", "Connected", str(lab.home))
            window.press("Runs", "check box")
            window.row("Runs", Run=finished["run"])
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
        finally:
            window.end()
            stopped = lab.cli("agent", "stop", env={"TRAINYARD_HOME": str(usual)})
        assert stopped.code == 0, stopped


def test_an_agent_that_dies_is_started_again(lab):
    run = lab.ok("run", lab.run_file(epochs=100000), "--detach", "--json").events()[0]["run"]
    watch = lab.stream("watch", run)
    watch.until("step")  # until its tasks have met, the death of its agent costs an attempt
    watch.process.kill()
    watch.process.wait()

    def agents():
        return [pid for pid, command in lab.processes().items() if "trainyard-agent" in command]

    with Desktop(lab.root / "desktop") as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})
        try:
            window.says("State of the agent", "Connected")
            window.says("Run", run)
            dead, = agents()
            kill(dead)
            window.until("another agent", agents)
            window.says("State of the agent", "Connected")
            told = lab.ok("show", run, "--json").json()
            assert told["status"] == "running" and told["attempts"] == 1, told
            # One that is stopped stays so.
            lab.ok("agent", "stop")
            window.says("State of the agent", "not responding")
            assert not agents()
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
        finally:
            window.end()


SWEPT = """
import signal, sys
x = int(sys.argv[1])
if x == 3:
    signal.pause()
print('{"step": 1, "loss": %g}' % ((x - 2) ** 2 + 0.5))
"""


def test_a_sweep_is_followed_held_and_stopped_by_keyboard(lab):
    (lab.root / "main.py").write_text(SWEPT)
    file = lab.root / "sweep.yaml"
    file.write_text(json.dumps({
        "name": "rates", "metric": "loss", "parameters": {"x": {"values": [1, 2, 3, 4]}},
        "run": {"name": "rates", "command": [sys.executable, "main.py", "{{x}}"], "metrics": [{"format": "json"}]}}))
    sweep = lab.ok("sweep", file, "--detach").out.strip()
    with Desktop(lab.root / "desktop") as desktop:
        w = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})
        try:
            w.says("State of the agent", "Connected")
            w.key("ctrl+7")
            w.says("Sweep", sweep)
            w.says("State", "running: 2 of 4 runs ended, 1 running, 1 waiting, 0 held; lower loss is better")
            w.says("Best run", "Run 2, the best: x 2, loss 0.5000")
            w.row("Runs of the sweep", Run="2, the best run", State="succeeded", loss="0.5000")
            w.key("F8")
            w.says("State", "0 waiting, 1 held")
            w.key("shift+F8")
            w.says("State", "1 waiting, 0 held")
            w.key("shift+F5")
            w.says("State", "stopped: 3 of 4 runs ended, 0 running, 0 waiting")
            w.row("Runs of the sweep", x="3", State="stopped")
            w.row("Runs of the sweep", x="4", State="cancelled")
            assert lab.ok("sweeps", "show", sweep, "--json").json()["state"] == "stopped"
            w.key("ctrl+b")
            w.says("Run", "rates-2")
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()
