# SPDX-License-Identifier: Apache-2.0
"""What ssh asks is asked of the person who adds a machine: at a terminal, in the window, or, without either, not at all."""
import json
import os
import pty
import select
import subprocess
import time

import pytest

from desktop import Desktop, Window
from lab import LIMIT
from ssh_nodes import SshNodes
from test_node_accounts import with_torch_in_python

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")

PASSPHRASE = "a phrase that opens it"


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, command, env):
        self.screen, its = pty.openpty()
        self.process = subprocess.Popen(command, env=env, stdin=its, stdout=its, stderr=its, start_new_session=True)
        os.close(its)
        self.text = ""

    def until(self, words):
        end = time.monotonic() + LIMIT
        while words not in self.text:
            assert select.select([self.screen], [], [], max(0, end - time.monotonic()))[0], f"no {words!r} in {self.text!r}"
            self.text += self._read()

    def type(self, line):
        self.text = ""
        os.write(self.screen, line.encode() + b"\n")

    def finish(self):
        """What was printed since the last line typed, and the exit code."""
        while piece := self._read():
            self.text += piece
        return self.text, self.process.wait(LIMIT)

    def _read(self):
        try:
            return os.read(self.screen, 65536).decode()
        except OSError:  # the other end is closed
            return ""


def fingerprint(nodes):
    """As ssh shows it."""
    printed = subprocess.run(["ssh-keygen", "-lf", nodes.folder / "host_key.pub"], capture_output=True, text=True, check=True)
    return printed.stdout.split()[1]


def has_the_field(w, but=None):
    """Waits until the keyboard is in the field of the dialog, which is not the one of an earlier question."""
    w.until("the keyboard in the field", lambda: (at := w.focused()) and at.title == "Answer" and at.reference != but)


def test_without_a_terminal_the_question_is_the_reason(lab):
    with SshNodes(lab, 1, passphrase=PASSPHRASE) as nodes:
        refused = lab.cli("nodes", "add", "node-1")
        assert refused.code == 4, refused
        assert "there is no terminal to answer at" in refused.err and fingerprint(nodes) in refused.err, refused
        refused = lab.cli("nodes", "add", "node-1", "--json")
        assert refused.code == 4 and refused.json()["error"]["code"] == "ssh.asks", refused
        assert [node["node"] for node in lab.ok("nodes", "--json").json()] == ["local"]


def test_at_a_terminal_it_is_answered(lab):
    with SshNodes(lab, 1, passphrase=PASSPHRASE) as nodes:
        terminal = Terminal(lab.command("nodes", "add", "node-1"), lab.env)
        terminal.until("(yes/no/[fingerprint])? ")
        assert fingerprint(nodes) in terminal.text
        terminal.type("yes")
        terminal.until("Enter passphrase for key")
        terminal.type("something else")
        terminal.until("Enter passphrase for key")
        assert "something else" not in terminal.text, "it is shown"
        terminal.type(PASSPHRASE)
        printed, code = terminal.finish()
        assert code == 0 and "node-1" in printed and PASSPHRASE not in printed, printed
        assert [node["state"] for node in lab.ok("nodes", "--json").json()] == ["connected"] * 2

        # After a cut nobody is asked until somebody is there.
        nodes.cut()
        nodes.restore()
        end = time.monotonic() + LIMIT
        while not (there := json.loads(lab.cli("nodes", "check", "--json").out)[0]).get("asks"):
            assert time.monotonic() < end, there
        assert there["state"] == "unreachable" and "Permission denied" in there["reason"], there
        terminal = Terminal(lab.command("nodes", "check", "node-1"), lab.env)
        terminal.until("Enter passphrase for key")
        terminal.type("\x03")
        printed, code = terminal.finish()
        assert code == 4 and "ssh's question was not answered" in printed, printed
        terminal = Terminal(lab.command("nodes", "check", "node-1"), lab.env)
        terminal.until("Enter passphrase for key")
        terminal.type(PASSPHRASE)
        printed, code = terminal.finish()
        assert code == 0, printed
        log = (lab.home / "agent.log").read_text()
        assert PASSPHRASE not in log and "something else" not in log


def test_a_password_and_a_second_factor_are_asked_for(lab):
    """By ssh's `password` and then by `keyboard-interactive`, as one-time codes are."""
    with SshNodes(lab, 1, password=PASSPHRASE) as nodes:
        refused = lab.cli("nodes", "add", "node-1", "--json")
        assert refused.code == 4 and refused.json()["error"]["code"] == "ssh.asks", refused
        assert "password" in refused.json()["error"]["message"], refused
        terminal = Terminal(lab.command("nodes", "add", "node-1"), lab.env)
        terminal.until("'s password: ")
        terminal.type("something else")
        terminal.until("'s password: ")
        terminal.type(PASSPHRASE)
        terminal.until(") Password: ")
        terminal.type("000000")
        terminal.until(") Password: ")
        assert "000000" not in terminal.text, "it is shown"
        terminal.type(PASSPHRASE)
        printed, code = terminal.finish()
        assert code == 0 and "node-1" in printed and PASSPHRASE not in printed, printed
        assert [node["state"] for node in lab.ok("nodes", "--json").json()] == ["connected"] * 2
        log = (lab.home / "agent.log").read_text()
        assert PASSPHRASE not in log and "000000" not in log


def test_where_ssh_shares_no_connection_each_delivery_asks(lab):
    """As below a folder with a `$`, which ssh would expand: there the path of ControlMaster is left out."""
    nodes, torch = with_torch_in_python(lab, passphrase=PASSPHRASE)
    with nodes:
        wrapper = nodes.folder / "bin" / "ssh"
        wrapper.write_text(wrapper.read_text().replace("/usr/bin/ssh ", "/usr/bin/ssh -o ControlPath=none "))

        def answered(questions, *command):
            terminal = Terminal(lab.command("nodes", *command), lab.env)
            for words, answer in questions:
                terminal.until(words)
                terminal.type(answer)
            printed, code = terminal.finish()
            assert code == 0 and "node-1" in printed, printed

        secret = ("Enter passphrase for key", PASSPHRASE)
        answered([("(yes/no/[fingerprint])? ", "yes"), secret, secret], "add", "node-1")
        refused = lab.cli("nodes", "prepare", "node-1", "--json")
        assert refused.code == 4 and refused.json()["error"]["code"] == "ssh.asks", refused
        answered([secret, secret], "prepare", "node-1")
        used, = (nodes.homes["node-1"] / "libtorch").iterdir()
        assert used.readlink() == torch / "lib"
        assert PASSPHRASE not in (lab.home / "agent.log").read_text()


def test_in_the_window_a_dialog_asks(lab):
    with SshNodes(lab, 1, passphrase=PASSPHRASE) as nodes, Desktop(lab.root / "desktop") as desktop:
        w = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})
        try:
            w.says("State of the agent", "Connected")
            w.key("ctrl+3")
            w.press("Add node", "push button")
            w.see(lambda control: control.role == "text" and control.title.startswith("Host, as ssh knows it"))
            w.type("node-1")
            w.key("Return")
            w.says("Question from ssh", fingerprint(nodes), "(yes/no/[fingerprint])?")
            w.press("Yes", "push button")
            w.says("Question from ssh", "Enter passphrase for key")
            first = w.see("Answer").reference
            has_the_field(w)
            w.type("something else")
            w.key("Return")
            has_the_field(w, first)
            w.type(PASSPHRASE)
            w.key("Return")
            w.says("Setup of a node", "node-1 is added")
            assert [node["state"] for node in lab.ok("nodes", "--json").json()] == ["connected"] * 2
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()


def test_in_the_window_a_password_and_a_second_factor_are_asked_for(lab):
    with SshNodes(lab, 1, password=PASSPHRASE) as nodes, Desktop(lab.root / "desktop") as desktop:
        w = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})
        try:
            w.says("State of the agent", "Connected")
            w.key("ctrl+3")
            w.press("Add node", "push button")
            w.see(lambda control: control.role == "text" and control.title.startswith("Host, as ssh knows it"))
            w.type("node-1")
            w.key("Return")
            last = None
            for prompt, answer in (("'s password:", "something else"), ("'s password:", PASSPHRASE),
                                   (") Password:", "000000"), (") Password:", PASSPHRASE)):
                has_the_field(w, last)
                w.says("Question from ssh", prompt)
                last = w.see("Answer").reference
                w.type(answer)
                w.key("Return")
            w.says("Setup of a node", "node-1 is added")
            assert [node["state"] for node in lab.ok("nodes", "--json").json()] == ["connected"] * 2
            log = (lab.home / "agent.log").read_text()
            assert PASSPHRASE not in log and "000000" not in log
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()


def test_the_window_asks_for_an_agent_elsewhere(lab):
    with SshNodes(lab, 1, passphrase=PASSPHRASE) as nodes, Desktop(lab.root / "desktop") as desktop:
        command = lab.command("--agent", "ssh://node-1", program=lab.bin / "trainyard")
        w = Window(desktop, command, {"TRAINYARD_HOME": str(lab.home), "PATH": lab.env["PATH"]})
        try:
            w.says("Question from ssh", fingerprint(nodes))
            w.press("Yes", "push button")
            w.says("Question from ssh", "Enter passphrase for key")
            has_the_field(w)
            w.type(PASSPHRASE)
            w.key("Return")
            w.says("State of the agent", "Connected", str(nodes.homes["node-1"]))
            w.key("ctrl+q")
            assert w.close() == 0, w.log.read_text()
        finally:
            w.end()
