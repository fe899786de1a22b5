# SPDX-License-Identifier: Apache-2.0
"""A link to a machine that loses every packet, so that nobody is notified: what is said of the run before that is noticed, and after
the link is back. The machines of the run reach one another, and train on."""
import os
import time

import pytest

from lab import LIMIT
from ssh_nodes import SshNodes
from test_node_unreachable import changed
from test_nodes import spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")

KEYS = {"on_failure": {"restarts": 3, "backoff_seconds": 0}, "checkpoint": {"every": {"steps": 160}, "keep": 2}}
NAMED = 15  # seconds from the cut to the state of the link: nine on a quick machine
STALLED = 10  # a wait or a silence that is going on would be reported within so many seconds


def run_on_two(lab, nodes):
    nodes.add()
    stream = lab.stream("run", spec_file(lab, ["node-1", "node-2"], KEYS, epochs=100000))
    return stream, stream.until("checkpoint")["run"]


def states(lab):
    return {node["node"]: node["state"] for node in lab.ok("nodes", "--json").json() if node["node"] != "local"}


def until_noticed(lab):
    end = time.monotonic() + LIMIT
    while "connected" in states(lab).values():
        assert time.monotonic() < end, "the agent does not notice it"


def restore(lab, nodes):
    nodes.unsilence()
    for node in nodes.names:
        lab.ok("nodes", "check", node, limit=2 * LIMIT)
    assert set(states(lab).values()) == {"connected"}


def test_a_link_that_loses_everything_is_named_soon_and_is_no_stall(lab):
    with SshNodes(lab, 2) as nodes:
        stream, run = run_on_two(lab, nodes)
        began = time.monotonic()
        nodes.silence()
        until_noticed(lab)
        named = time.monotonic() - began
        print(f"from the cut to the state: {named:.1f} s")
        assert named < NAMED
        restore(lab, nodes)
        end = time.monotonic() + STALLED
        while time.monotonic() < end:
            stream.until("checkpoint")
        lab.ok("stop", run, "--after", "step")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "stopped", 1), stream
        assert "task.stalled" not in [event.get("code") for event in stream.events], stream


def test_a_pause_that_has_not_arrived_is_not_said_to_be_one(lab):
    with SshNodes(lab, 2) as nodes:
        stream, run = run_on_two(lab, nodes)
        nodes.silence()
        said = lab.ok("pause", run, "--json").json()
        assert (said["from_step"], said["unconfirmed_by"]) == (0, ["node-1", "node-2"]), said
        shown = lab.ok("show", run, "--json").json()
        assert (shown["paused"], shown["pause_pending"]) == (True, True), shown
        assert shown["pause_waits_for"] == ["node-1", "node-2"], shown
        text = lab.ok("show", run).out
        assert text.startswith(f"{run}  running (pause requested, not yet confirmed by node-1, node-2)\n"), text
        assert f"{run}  pausing" in lab.ok("runs").out
        until_noticed(lab)
        again = lab.ok("pause", run).out
        assert "it waits for node-1, which cannot be reached (nor can node-2), and trains on until then" in again, again
        restore(lab, nodes)
        assert "paused after step" in changed(stream)
        shown = lab.ok("show", run, "--json").json()
        assert (shown["paused"], shown["pause_pending"]) == (True, False) and "pause_waits_for" not in shown, shown
        assert lab.ok("show", run).out.startswith(f"{run}  running (paused)\n")
        lab.ok("resume", run, "--detach")
        assert "continued after step" in changed(stream)
        lab.ok("stop", run, "--after", "now")
        stream.finish()
