# SPDX-License-Identifier: Apache-2.0
"""Machines that do not come back: `nodes remove --force` ends what waits for them. And one that comes back all the same."""
import json
import os

import pytest

from lab import LIMIT, exited, kill
from ssh_nodes import SshNodes
from test_nodes import spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")

KEYS = {"on_failure": {"restarts": 3, "backoff_seconds": 0}, "checkpoint": {"every": {"steps": 160}, "keep": 2}}
PLACES = pytest.mark.parametrize("workers", [["local", "node-1"], ["node-1", "local"]], ids=["chief here", "chief there"])
WAY_OUT = "if the machine will not come back, `trainyard --headless nodes remove node-1 --force` abandons it"


def begun(lab, nodes, workers, keys=KEYS):
    nodes.add()
    stream = lab.stream("run", spec_file(lab, workers, keys, epochs=100000))
    return stream, stream.until("checkpoint")["run"]


def abandon(lab, *runs):
    removed = lab.ok("nodes", "remove", "node-1", "--force", "--json", limit=2 * LIMIT).json()
    assert removed == {"removed": "node-1", "abandoned": list(runs)}, removed
    assert [node["node"] for node in lab.ok("nodes", "--json").json()] == ["local"]


def warnings(stream, code):
    return [event["message"] for event in stream.events if event["event"] == "warning" and event["code"] == code]


def pids(lab, run):
    return {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}


def abandoned_in_file(lab):
    return json.loads((lab.home / "nodes.json").read_text()).get("abandoned", {})


@PLACES
def test_a_run_that_was_stopped_ends_once_its_dead_machine_is_abandoned(lab, workers):
    with SshNodes(lab, 1) as nodes:
        stream, run = begun(lab, nodes, workers)
        far = f"worker:{workers.index('node-1')}"
        refused = lab.cli("nodes", "remove", "node-1", "--force", "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == "node.reachable", refused
        assert run in refused.json()["error"]["message"], refused
        nodes.destroy()
        assert lab.ok("stop", run, "--after", "now", "--json").json()["waits_for"] == ["node-1"]
        assert stream.until("warning", code="stop.waits")["message"].endswith(WAY_OUT), stream
        assert lab.ok("show", run, "--json").json()["status"] == "stopping"
        refused = lab.cli("nodes", "remove", "node-1", "--json")
        error = refused.json()["error"]
        assert refused.code == 3 and error["code"] == "node.in_use" and error["message"].endswith(WAY_OUT), refused
        abandon(lab, run)
        code, last = stream.finish()
        assert (code, last["status"]) == (0, "stopped"), stream
        assert warnings(stream, "node.abandoned") == [f"node node-1 was abandoned: its tasks count as lost ({far})"], stream
        abandon(lab, run)  # again
        assert not lab.tasks_left()
        assert lab.cli("nodes", "remove", "node-1").code == 3


@PLACES
def test_a_run_on_an_abandoned_machine_fails_by_name(lab, workers):
    with SshNodes(lab, 1) as nodes:
        stream, run = begun(lab, nodes, workers)
        nodes.destroy()
        abandon(lab, run)
        code, last = stream.finish()
        assert (code, last["status"]) == (1, "failed"), stream
        assert "there is no node node-1" in last["failure"]["message"], last
        assert len(warnings(stream, "node.abandoned")) == 1, stream
        assert not lab.tasks_left()
        on = lab.cli("resume", run, "--json")
        assert on.code != 0 and "there is no node node-1" in on.out + on.err, on


@pytest.mark.parametrize("is_stopped", [False, True], ids=["running", "stopping"])
@PLACES
def test_a_run_of_a_former_agent_is_taken_up_without_an_abandoned_machine(lab, workers, is_stopped):
    with SshNodes(lab, 1) as nodes:
        stream, run = begun(lab, nodes, workers)
        nodes.destroy()
        if is_stopped:
            lab.ok("stop", run, "--after", "now")
        kill(lab.agent_pid())
        refused = lab.cli("stop", run, "--after", "now", "--json")
        error = refused.json()["error"]
        assert error["code"] == "node.unreachable" and "`nodes remove NODE --force` abandons it" in error["message"], refused
        assert lab.cli("nodes", "remove", "node-1", "--json").json()["error"]["code"] == "node.in_use"
        abandon(lab, run)
        code, last = stream.finish()
        assert (code, last["status"]) == ((0, "stopped") if is_stopped else (1, "failed")), stream
        assert warnings(stream, "node.abandoned"), stream
        assert not lab.tasks_left()


@pytest.mark.parametrize("name", ["node-1", "other"])
def test_what_is_left_on_a_machine_that_comes_back_is_ended_when_it_is_added(lab, name):
    """Nobody could tell its tasks, which trained on alone."""
    with SshNodes(lab, 1) as nodes:
        stream, run = begun(lab, nodes, ["node-1", "node-1"])
        tasks = pids(lab, run)
        nodes.cut()
        abandon(lab, run)
        code, last = stream.finish()
        assert (code, last["status"]) == (1, "failed"), stream
        known = lab.ok("checkpoints", run, "--json").json()
        points = lab.metrics(run)
        assert not any(exited(pid, 0) for pid in tasks.values()), "nobody can reach them"
        assert abandoned_in_file(lab) == {"node-1": [{"run": run, "attempt": 1}]}
        nodes.restore()
        lab.ok("nodes", "add", "node-1", "--name", name, "--json")
        assert all(exited(pid, 0) for pid in tasks.values()), "they are killed before the machine can be used"
        assert not any("trainyard-worker" in command for command in nodes.processes("node-1").values())
        assert abandoned_in_file(lab) == {}
        assert lab.ok("checkpoints", run, "--json").json() == known and lab.metrics(run) == points
        keys = KEYS | {"name": "next"}
        assert lab.ok("run", spec_file(lab, [name, "local"], keys, epochs=2), "--json").events()[-1]["status"] == "succeeded"
