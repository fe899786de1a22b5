# SPDX-License-Identifier: Apache-2.0
"""The commands with the agent of another machine as their home, reached by a real ssh."""
import contextlib
import json
import os
import pathlib
import sys

import pytest

from desktop import Desktop, Window
from lab import exited, kill
from ssh_nodes import SshNodes

AGENT = "--agent=ssh://node-1"


def clients(lab):
    return [pid for pid, command in lab.processes().items() if command.startswith("/usr/bin/ssh ")]


def test_a_run_belongs_to_the_machine_that_it_was_started_on(lab):
    with SshNodes(lab, 1) as nodes:
        assert lab.cli("agent", "status", "--json", AGENT).json() == {
            "running": False, "socket": None, "machine": "ssh://node-1"}
        run = lab.ok("run", lab.run_file(), "--json", AGENT).events()[-1]["run"]
        assert (nodes.homes["node-1"] / "runs" / run).is_dir() and not (lab.home / "runs").exists()
        assert [row["run"] for row in lab.ok("runs", "--json", AGENT).json()] == [run]
        assert lab.ok("logs", run, AGENT).out and lab.ok("metrics", run, AGENT).out.count("\n") > 10
        refused = lab.cli("checkpoint", "verify", "runs/x", AGENT)
        assert refused.code == 2 and "name a file of that machine by its absolute path" in refused.err, refused
        stopped = lab.ok("agent", "stop", "--json", AGENT).json()
        assert stopped["was_running"] and stopped["ended"], stopped
        assert not lab.ok("agent", "stop", "--json", AGENT).json()["was_running"]


def test_a_watch_continues_after_a_cut(lab):
    with SshNodes(lab, 1) as nodes:
        stream = lab.stream("run", lab.run_file(epochs=40), AGENT)
        stream.until("started")
        stream.until("epoch", epoch=1)
        other = lab.stream("watch", stream.events[0]["run"], AGENT)  # two clients at once
        other.until("started")
        nodes.down.touch()
        for pid in clients(lab):
            with contextlib.suppress(ProcessLookupError):
                kill(pid)
        unreachable = lab.cli("runs", AGENT, "--json")
        assert unreachable.code == 4, unreachable
        assert json.loads(unreachable.out)["error"]["code"] == "node.unreachable"
        assert "cannot reach ssh://node-1 by ssh: no route to host" in unreachable.err
        nodes.restore()
        for watching in (stream, other):
            code, last = watching.finish()
            assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), watching
            seen = [event["seq"] for event in watching.events if "seq" in event]
            assert seen == list(range(1, len(seen) + 1)), "an event was lost or repeated"
            assert "reconnecting" in watching.stderr()
        assert not [pid for pid in clients(lab) if not exited(pid, 5)], "an ssh was left"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs a network namespace")
def test_an_agent_that_a_home_starts_again_has_ended(lab):
    """That home is this machine's: it uses the other one as a node, too, as whoever prepares it does."""
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        slow = pathlib.Path(__file__).parents[1] / "bench/slow_link.py"  # the home may connect again before the command looks
        with (nodes.folder / "config").open("a") as config:
            config.write(f"Host far\n HostName {nodes.network.address(1)}\n HostKeyAlias node-1\n"
                         f" ProxyCommand {sys.executable} {slow} %h %p 150\n")
        agent = "--agent=ssh://far"
        before = lab.ok("agent", "status", "--json", agent).json()["pid"]
        ran = lab.ok("run", lab.run_file(), agent)
        assert ran.out.rstrip().endswith("trainyard --agent ssh://far"), "the window is one of that home"
        stopped = lab.ok("agent", "stop", "--json", agent).json()
        assert stopped["was_running"] and stopped["ended"] and not stopped["killed"], stopped
        assert all("started there again" in remark for remark in stopped["remarks"]), stopped  # if it was the first
        assert exited(before, 10)


def test_what_is_no_host_is_refused(lab):
    for address in ("ssh://-oProxyCommand=x", "ssh://", "ssh://node/path"):
        refused = lab.cli("runs", f"--agent={address}", "--json")
        assert refused.code == 3 and "node.target" in refused.out, refused


def test_the_window_works_on_the_agent_of_another_machine(lab):
    with SshNodes(lab, 1) as nodes, Desktop(lab.root / "desktop") as desktop:
        first = lab.ok("run", lab.run_file(), "--json", AGENT).events()[-1]["run"]
        environment = {key: lab.env[key] for key in ("TRAINYARD_HOME", "PATH", "OMP_NUM_THREADS")}
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), environment)

        def address_of_agent(address):
            window.press("Settings", "check box")
            window.press("Change…", "push button")
            window.fill("Address of the agent", address)

        def connect(address):
            address_of_agent(address)
            window.press("Connect to this agent")

        try:
            window.says("State of the agent", "Connected", str(lab.home))
            address_of_agent("ssh://-oProxyCommand=x")
            window.says("Why this is not possible", "-oProxyCommand=x")
            window.key("Escape")
            # What ssh says is what the window says: it asks no question, since nobody could answer it there.
            for address, reason in (("ssh://nowhere.invalid", "nowhere.invalid"), ("ssh://stranger@node-1", "Permission denied")):
                connect(address)
                window.says("State of the agent", "Reconnecting in", address, reason)
            connect("ssh://node-1")
            window.says("State of the agent", "Connected to ssh://node-1", str(nodes.homes["node-1"]))
            window.press("Runs", "check box")
            window.row("Runs", Run=first, State="succeeded")
            window.says("Curve of loss", "at step")
            window.press("File", "menu item")
            window.press(lambda control: control.name.startswith("Import TensorBoard"), "menu item")
            window.fill("Folder", "/none/there")
            window.press("OK", "push button")
            window.until("why not", lambda: window.find(lambda control: "/none/there: No such file" in control.description))
            window.press("Run again…", "push button")
            window.says("Run file status", "Ready to run")
            window.press("Run", "push button")
            second = window.says("Run", "small-2")
            window.says("State", "succeeded")
            assert (nodes.homes["node-1"] / "runs" / second).is_dir() and not (lab.home / "runs" / second).exists()
            nodes.down.touch()
            for pid in clients(lab):
                with contextlib.suppress(ProcessLookupError):
                    kill(pid)
            window.says("State of the agent", "Reconnecting in", "no route to host")
            window.row("Runs", Run=second)
            nodes.restore()
            window.says("State of the agent", "Connected to ssh://node-1")
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
            assert not [pid for pid in clients(lab) if not exited(pid, 5)], "an ssh was left"
        finally:
            window.end()
