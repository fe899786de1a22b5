# SPDX-License-Identifier: Apache-2.0
"""The illustrated guide (docs/guide) as a whole: its pages, and how its chapters are performed."""
import contextlib

import guide
import guide_nodes
from desktop import Window
from guide_steps import Hands
from ssh_nodes import SshNodes

CHAPTERS = [*guide.CHAPTERS, *guide_nodes.CHAPTERS]  # in the guide's order


def perform(lab, desktop, machines, after=lambda step, window: None):
    """Goes through the chapters that need that many machines, in one window, which it closes."""
    with SshNodes(lab, machines) if machines else contextlib.nullcontext() as nodes:
        passed = {key: lab.env[key] for key in ("TRAINYARD_HOME", "OMP_NUM_THREADS", "PATH") if key in lab.env}
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), passed)
        try:
            hands = Hands(lab, window, nodes)
            for step in [step for chapter in CHAPTERS if chapter.machines == machines for step in chapter.steps]:
                hands.go(step)
                after(step, window)
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
        finally:
            window.end()


def pages():
    """The guide: {file name: markdown}."""
    made, pairs = {}, list(zip(CHAPTERS, [*CHAPTERS[1:], None]))
    for chapter, following in pairs:
        lines = [f"# {chapter.title}", "", chapter.text.strip()]
        for step in chapter.steps:
            lines += ["", f"## {step.heading}", "", step.text, "", f"![{step.heading}]({step.picture})"]
        onward = f"Next: [{following.title}]({following.file}.md)" if following else "Back to the [guide](README.md), or continue with the [user guide](../user-guide.md)."
        made[f"{chapter.file}.md"] = "\n".join([*lines, "", onward, ""])
    listed = [f"{number}. [{chapter.title}]({chapter.file}.md)" for number, chapter in enumerate(CHAPTERS, 1)]
    made["README.md"] = "\n".join([ABOUT.strip(), "", *listed, ""])
    return made


ABOUT = """
# The illustrated guide

From the first start of the window to a restored checkpoint, step by step: draw a cluster, train on it, lose a worker,
compare runs, go back, use more machines. Every picture shows the real window with a real agent and real runs.
`docs/guide/make.py` takes them. The steps, with this text, are in `tests/e2e/guide.py` and `guide_nodes.py`; the tests
`e2e_window` and `e2e_window_nodes` perform them too and compare what the window shows with what the commands print.

You need what `packaging/demo.sh` builds, and about ten minutes.
"""

