# SPDX-License-Identifier: Apache-2.0
"""Runs whose tasks are on other machines, reached by a real ssh."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

from lab import LIMIT, kill
from ssh_nodes import ACCOUNT, SshNodes


def spec_file(lab, workers, keys=None, **train):
    path = lab.run_file(precision="float64", **train)
    spec = json.loads(path.read_text()) | (keys or {})
    spec["cluster"] = {"worker": workers}
    spec["strategy"] = {"multi_worker_mirrored": {"communication": "ring"}}  # also where memory could be shared
    path.write_text(json.dumps(spec))
    return path


def curve(lab, run):
    """Every point of loss and accuracy, without the time."""
    rows = [(task, split, tag, int(step), value) for _, task, split, tag, step, _, _, value in lab.metrics(run)
            if "loss" in tag or "accuracy" in tag]
    assert rows
    return sorted(rows)


def assert_same(lab, one, other):
    """Without a gap or a duplicate, and to the bit."""
    ours, theirs = curve(lab, one), curve(lab, other)
    assert [row[:-1] for row in ours] == [row[:-1] for row in theirs]
    assert ours == theirs, [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]


def finish(lab, path):
    return lab.ok("run", path, "--json").events()[-1]["run"]


def refusal(lab, *workers):
    refused = lab.cli("run", spec_file(lab, list(workers)), "--json")
    assert refused.code == 3, refused
    return refused.out + refused.err


@pytest.mark.parametrize("everywhere", [True, False])
def test_a_port_that_is_in_use_at_a_node_is_refused(lab, everywhere):
    """Also where who uses it listens at another address than that of loopback."""
    listen = "import socket, sys; s = socket.create_server((sys.argv[1], 0)); print(s.getsockname()[1], flush=True); input()"
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        at, own = (nodes.network.at(1), nodes.network.address(1)) if nodes.network else ([], "127.0.0.2")
        with subprocess.Popen([*at, sys.executable, "-c", listen, "" if everywhere else own], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            port = int(other.stdout.readline())
            refused = lab.cli("run", spec_file(lab, ["local", f"node-1:{port}"]), "--json")
            assert refused.code == 3, refused
            problem, = (one for one in refused.json()["error"]["problems"] if one["severity"] == "error")
            assert (problem["code"], problem["path"]) == ("port.in_use", "cluster.worker[1]"), problem
            assert "node node-1" in problem["message"] and str(port) in problem["message"], problem
            assert problem["fix"] == "use free ports", problem
            other.communicate(b"\n")
        lab.ok("preflight", spec_file(lab, ["local", f"node-1:{port}"]), "--json")


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_on_other_machines_train_as_here(lab, workers):
    places = ["local", "node-1", "node-2"][:workers]
    with SshNodes(lab, workers - 1) as nodes:
        nodes.add()
        here = finish(lab, spec_file(lab, ["local"] * workers))
        there = finish(lab, spec_file(lab, places))
        assert_same(lab, there, here)
        shown = lab.ok("show", there, "--json").json()
        assert [task["node"] for task in shown["tasks"]] == places
        # What a task printed there is here, to the last byte.
        log = next((nodes.homes["node-1"] / "hosted").glob(f"*/{there}/logs/worker-1.a1.log")).read_bytes()
        assert log and (lab.home / "runs" / there / "logs/worker-1.a1.log").read_bytes() == log


def test_how_many_steps_are_summed_at_once_is_not_seen_in_three_workers(lab):
    """Steps of a few milliseconds: how many there are in the 40 ms of a sum of metrics differs from run to run."""
    small = {"layers": [{"flatten": {}}, {"dense": {"units": 8, "activation": "relu"}}, {"dense": {"units": 10}}]}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        places = [["local"] * 3, ["local", "node-1", "node-2"]]
        one, *others = (finish(lab, spec_file(lab, workers, epochs=20, model=small)) for workers in places * 2)
        for other in others:
            assert_same(lab, other, one)


def test_a_home_whose_path_has_blanks_uses_other_machines(lab):
    lab.home = lab.root / "100% データ home"
    lab.env["TRAINYARD_HOME"] = str(lab.home)
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        shared = [path for path in (lab.home / "run").iterdir() if path.is_socket() and len(path.name) == 12]
        assert len(shared) == 1, "its ssh shares its connection"
        finish(lab, spec_file(lab, ["local", "node-1"]))
        assert {test["verdict"] for test in lab.ok("nodes", "check", "--links", "--json").json()["tests"]} == {"ok"}


def test_what_cannot_be_placed_is_refused(lab):
    with SshNodes(lab, 1) as nodes:
        assert "there is no node node-1" in refusal(lab, "local", "node-1")
        nodes.add()
        nodes.cut()
        assert "node node-1 cannot be reached: " in refusal(lab, "local", "node-1")


@pytest.mark.parametrize("workers", [2, 3])
def test_a_cut_link_leaves_neither_gap_nor_duplicate(lab, workers):
    places = ["local", "node-1", "node-2"][:workers]
    with SshNodes(lab, workers - 1) as nodes:
        nodes.add()
        whole = finish(lab, spec_file(lab, places, epochs=50))
        stream = lab.stream("run", spec_file(lab, places, epochs=50))
        run = stream.until("started")["run"]
        stream.until("epoch", epoch=1)
        nodes.cut()
        known = lab.ok("show", run, "--json").json()["epoch"]
        while stream.until("epoch")["epoch"] <= known:  # it trains on
            pass
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert_same(lab, run, whole)
        log = next((nodes.homes["node-1"] / "hosted").glob(f"*/{run}/logs/worker-1.a1.log")).read_bytes()
        assert log and (lab.home / "runs" / run / "logs/worker-1.a1.log").read_bytes() == log


def losses(lab, run):
    """{attempt: [(step, loss)]}"""
    found = {}
    for row in lab.metrics(run, "--tag", "batch_loss"):
        found.setdefault(int(row[0]), []).append((int(row[4]), row[7]))
    return found


def recover_from_a_killed_worker(lab, nodes):
    """It is on node-1. The attempt that follows costs the steps since the checkpoint."""
    keys = {"on_failure": {"restarts": 3}, "checkpoint": {"every": {"steps": 8}, "keep": 0}}
    whole = finish(lab, spec_file(lab, ["local", "node-1"], keys, epochs=12))
    stream = lab.stream("run", spec_file(lab, ["local", "node-1"], keys, epochs=12))
    run = stream.until("checkpoint")["run"]
    tasks = {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}
    assert "trainyard-worker" in nodes.processes("node-1")[tasks["worker:1"]]
    kill(tasks["worker:1"])
    attempt = stream.until("attempt", number=2)
    assert "worker:1" in attempt["cause"] and "SIGKILL" in attempt["cause"], attempt
    assert attempt["from_step"] > 0, attempt
    code, last = stream.finish()
    assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), stream
    unbroken, broken = losses(lab, whole)[1], losses(lab, run)
    assert broken[2] == unbroken[attempt["from_step"]:]
    assert broken[1] == unbroken[:len(broken[1])]


def test_a_killed_worker_on_a_node_costs_the_steps_since_the_checkpoint(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        recover_from_a_killed_worker(lab, nodes)


@pytest.mark.parametrize("whose", ["home", "node-1"])
def test_a_killed_agent_loses_nothing(lab, whose):
    """The tasks continue under their shims, on both machines; the next agent of each finds them."""
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        whole = finish(lab, spec_file(lab, ["local", "node-1"], epochs=12))
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], epochs=12))
        begun = stream.until("started")
        stream.until("epoch", epoch=1)
        agent = lab.agent_pid if whose == "home" else lambda: nodes.agent_pid(whose)
        killed = agent()
        kill(killed)
        code, last = stream.finish()
        assert agent() != killed
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert curve(lab, begun["run"]) == curve(lab, whole)
        shown = lab.ok("show", begun["run"], "--json").json()
        assert [(task["exit_code"], task["exit_signal"]) for task in shown["tasks"]] == [(0, 0)] * 2


@pytest.mark.skipif(os.geteuid() != 0, reason="an account of the node's own needs root here")
def test_a_bare_machine_is_prepared_by_an_ordinary_account_and_trains_as_here(lab):
    """To the bit."""
    with SshNodes(lab, 1, bare=True, user="yard") as nodes:
        nodes.add()
        # It cannot read what root has here, so that nothing finds this machine's libtorch.
        refused = lab.cli("run", spec_file(lab, ["local", "node-1"]), "--json")
        assert refused.code == 3, refused
        problem, = (one for one in refused.json()["error"]["problems"] if one["severity"] == "error")
        assert (problem["code"], problem["path"]) == ("node.not_prepared", "cluster.worker[1]"), refused
        assert problem["message"].endswith("run `trainyard --headless nodes prepare node-1`"), refused
        tests = {test["test"]: test for test in lab.cli("nodes", "check", "--links", "--json").json()["tests"] if test["node"] == "node-1"}
        assert tests["libtorch"]["verdict"] == "failed" and "nodes prepare node-1" in tests["libtorch"]["fix"], tests
        lab.ok("nodes", "prepare", "node-1", limit=5 * LIMIT)
        agents = [pid for pid, command in nodes.processes("node-1").items() if "trainyard-agent.elf" in command]
        assert agents, nodes.processes("node-1")
        for pid in agents:
            assert os.readlink(f"/proc/{pid}/exe").startswith(str(nodes.homes["node-1"])), pid
            assert pathlib.Path(f"/proc/{pid}").stat().st_uid == ACCOUNT, pid
        assert list(nodes.homes["node-1"].rglob("libtorch_cpu.so")), "it was sent"
        here = finish(lab, spec_file(lab, ["local", "local"]))
        assert_same(lab, finish(lab, spec_file(lab, ["local", "node-1"])), here)
