# SPDX-License-Identifier: Apache-2.0
"""The window adds a machine and draws a cluster over it, by mouse and by keyboard."""
import os
import subprocess

import pytest

import guide_book
from desktop import Desktop, Window
from ssh_nodes import SshNodes
from test_command import command_file

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


def test_what_a_machine_lacks_is_sent_by_the_button_of_the_finding(lab):
    data = lab.root / "data"
    folder = data / "project"
    folder.mkdir(parents=True)
    big = folder / "big.bin"
    big.write_bytes(os.urandom(32 << 20))
    path = command_file(lab, 'print("bytes", len(open("big.bin", "rb").read()))', cluster={"worker": ["node-1"]}, cwd=str(folder))
    (lab.root / "main.py").rename(folder / "main.py")
    with SshNodes(lab, 1, lacks=data) as nodes, Desktop(lab.root / "desktop") as desktop:
        nodes.add()
        shaper = ["dev", "n1", "root"]  # 4 Mbit/s: a minute for all of it, so that it is cancelled in the middle
        subprocess.run([*nodes.network.at(0), "tc", "qdisc", "add", *shaper, "tbf", "rate", "4mbit", "burst", "64kb",
                        "latency", "400ms"], check=True)
        w = Window(desktop, lab.command(path, program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})
        try:
            w.says("Run file status", "Errors to fix: 1")
            w.see(lambda control: control.name.startswith("node node-1 lacks") and "files to send: 2, bytes: 33" in control.name, "cell")
            w.press("Send what the nodes lack", "push button")
            w.says("Files for the nodes", f"Sending {folder} to node-1", " of 33.6 MB")
            w.press("Cancel the sending, or close this notice", "push button")
            w.says("Files for the nodes", "was cancelled")
            assert not list(nodes.homes["node-1"].rglob("big.bin")), "a part of it has its name"
            subprocess.run([*nodes.network.at(0), "tc", "qdisc", "del", *shaper], check=True)

            w.tab_to("Send what the nodes lack")
            w.key("Return")
            w.says("Files for the nodes", "Sent to the nodes: ", " MB")
            w.says("Run file status", "Ready to run")
            w.until("the finding to disappear", lambda: not w.find(lambda control: "lacks" in control.name))
            w.press("Run", "push button")
            w.says("State", "succeeded")
            again = lab.ok("run", path, "--send", "--json")
            assert "0 bytes sent to nodes" in again.err, again
            log = lab.home / "runs" / again.events()[-1]["run"] / "logs" / "worker-0.a1.log"
            assert log.read_text() == f"bytes {big.stat().st_size}\n"
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()


def test_the_guides_chapter_on_two_machines(lab):
    with Desktop(lab.root / "desktop") as desktop:
        guide_book.perform(lab, desktop, machines=2)
