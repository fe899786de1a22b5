# SPDX-License-Identifier: Apache-2.0
"""A home that cannot reach its nodes for a whole minute, as a laptop that sleeps: for the minute itself these take long."""
import os
import subprocess
import time

import pytest

from lab import LIMIT, kill
from ssh_nodes import SshNodes
from test_node_chief import asleep
from test_nodes import curve, finish, losses, spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")

CUT = 60  # seconds
KEYS = {"checkpoint": {"every": {"steps": 160}, "keep": 0}, "on_failure": {"restarts": 3, "backoff_seconds": 0}}


def saved(nodes, run):
    """The steps of the checkpoints published on the chief's machine, seen there."""
    folder, = (nodes.homes["node-1"] / "hosted").glob(f"*/{run}/checkpoints")
    return {int(path.name.split("-")[1]) for path in folder.glob("ckpt-*")}


def every_step_once(lab, run):
    steps = [step for step, _ in losses(lab, run)[1]]
    assert steps == list(range(1, len(steps) + 1)), f"a gap or a duplicate among {len(steps)} points"
    return len(steps)


def silence(nodes, is_silent):
    """Whether what the home sends to the nodes is lost, as behind a pulled cable: nothing is closed. They reach each other."""
    for half in ["10.77.0.0/25", "10.77.0.128/25"]:
        subprocess.run([*nodes.network.at(0), "ip", "route", "add" if is_silent else "del", "blackhole", half], check=True)


def sleep(nodes, is_asleep):
    """Whether the home's machine sleeps: everything that it has running is stopped."""
    asleep(nodes.lab, nodes, is_asleep)


def refuse(nodes, is_refused):
    """Whether the home's connections are closed and none can be opened."""
    (nodes.cut if is_refused else nodes.restore)()


@pytest.mark.parametrize("cut", [refuse, silence, sleep])
def test_a_minute_without_the_home_leaves_neither_gap_nor_duplicate(lab, cut):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "node-2"], KEYS, epochs=100000, save_summary_steps=1))
        run = stream.until("checkpoint")["run"]
        known = lab.ok("show", run, "--json").json()
        cut(nodes, True)
        began, before, seen = time.monotonic(), saved(nodes, run), []
        while time.monotonic() < began + CUT:
            there = saved(nodes, run)
            if not seen or len(there) > seen[-1][1]:
                seen.append((time.monotonic() - began, len(there)))
            assert seen[-1][0] > time.monotonic() - began - CUT / 4, f"nothing was published for a quarter of the minute: {seen}"
            assert cut == sleep or lab.ok("show", run, "--json").json()["status"] == "running"
        during = saved(nodes, run) - before
        if cut != sleep:  # nobody there answers
            shown = lab.ok("show", run, "--json").json()
            assert (shown["status"], shown["attempts"]) == ("running", 1), shown
            states = {node["node"]: node for node in lab.ok("nodes", "--json").json()}
            assert states["node-1"]["state"] == states["node-2"]["state"] == "unreachable" and states["node-1"]["reason"], states
        cut(nodes, False)
        stream.until("checkpoint", step=max(during))
        lab.ok("stop", run, "--after", "epoch")
        _, last = stream.finish()
        assert (last["status"], last["attempts"]) == ("stopped", 1), stream
        announced = [event["step"] for event in stream.events if event["event"] == "checkpoint"]
        assert during <= set(announced) and len(announced) == len(set(announced)), sorted(during - set(announced))
        steps = every_step_once(lab, run)
        print(f"{CUT} s without the home ({cut.__name__}): {len(during)} checkpoints published meanwhile, "
              f"{max(during) - known['step']} steps made; {steps} points of the loss, each step once")
        whole = finish(lab, spec_file(lab, ["node-1", "node-2"], KEYS, epochs=steps // 16, save_summary_steps=1))
        assert curve(lab, run) == curve(lab, whole), "to the bit"


def test_a_restart_waits_for_the_link_and_that_is_shown(lab):
    """The home cannot know of the death of a worker that it does not reach, nor end the others."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "node-2"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        tasks = {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}
        nodes.cut()
        kill(tasks["worker:1"])
        end = time.monotonic() + LIMIT
        while any("trainyard-worker" in command for name in nodes.names for command in nodes.processes(name).values()):
            assert time.monotonic() < end, "worker:0 has not noticed that it is alone"
        shown = lab.ok("show", run, "--json").json()
        assert (shown["status"], shown["attempts"]) == ("running", 1), shown
        states = {node["node"]: node for node in lab.ok("nodes", "--json").json()}
        assert states["node-2"]["state"] == "unreachable" and "no route to host" in states["node-2"]["reason"], states
        nodes.restore()
        attempt = stream.until("attempt", number=2)
        assert "worker:1" in attempt["cause"] and "SIGKILL" in attempt["cause"] and attempt["from_step"] > 0, attempt
        stream.until("step")
        lab.ok("stop", run, "--after", "now")
        stream.finish()
        assert lab.ok("show", run, "--json").json()["attempts"] == 2
