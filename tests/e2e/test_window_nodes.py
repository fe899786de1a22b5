# SPDX-License-Identifier: Apache-2.0
"""The window adds a machine and draws a cluster over it, by mouse and by keyboard."""
import os

import pytest

import guide_book
from desktop import Desktop, Window
from ssh_nodes import SshNodes

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")


def test_a_machine_is_added_and_drawn_in_a_cluster(lab):
    with SshNodes(lab, 1) as nodes, Desktop(lab.root / "desktop") as desktop:
        w = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})
        try:
            w.says("State of the agent", "Connected")
            w.key("ctrl+3")
            w.press("Add node", "push button")
            w.see(lambda control: control.role == "text" and control.title.startswith("Host, as ssh knows it"))
            w.type("node-1")
            w.key("Return")
            w.says("Setup of a node", "node-1 is added")
            assert [node["state"] for node in lab.ok("nodes", "--json").json()] == ["connected"] * 2

            # One worker here, by mouse; one there, by mouse; a third there, by keyboard.
            w.key("ctrl+2")
            w.drag("Add: Worker", "Machine local, tasks: 0")
            w.see("Machine local, tasks: 1")
            w.drag("Add: Worker", "Machine node-1, tasks: 0")
            w.says("Machine node-1, tasks: 1", f"CPUs: 1 of {os.cpu_count()}")
            w.tab_to("Machine node-1, tasks: 1")
            w.key("Return")
            w.key("Down", "Down", "Return")  # the second role is a worker
            w.see("Machine node-1, tasks: 2")
            w.press("Use in new run", "push button")
            w.press("YAML", "page tab")
            w.says("Run file", "- local", "- node-1")
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()


def test_the_guides_chapter_on_two_machines(lab):
    with Desktop(lab.root / "desktop") as desktop:
        guide_book.perform(lab, desktop, machines=2)
