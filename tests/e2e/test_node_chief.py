# SPDX-License-Identifier: Apache-2.0
"""Runs whose chief is on another machine: what it saves stays there, and is used as if it were here."""
import contextlib
import json
import os
import pathlib
import signal
import time

import numpy
import pytest
from safetensors.numpy import load_file

from lab import LIMIT, kill
from ssh_nodes import SshNodes
from test_nodes import assert_same, curve, finish, losses, spec_file

EVERY_8 = {"checkpoint": {"every": {"steps": 8}, "keep": 0}}


def checkpoints(lab, run):
    """{step: row}"""
    return {row["step"]: row for row in lab.ok("checkpoints", run, "--json").json()}


def on_node(nodes, name, run, folder="checkpoints"):
    """What the node itself has."""
    found = nodes.homes[name].glob(f"hosted/*/{run}/{folder}/ckpt-*")
    return {int(path.name.split("-")[1]): path for path in found}


def saved(events):
    return [event["step"] for event in events if event["event"] == "checkpoint"]


def weights(folder):
    return load_file(pathlib.Path(folder) / "model.safetensors")


def assert_same_weights(one, other):
    ours, theirs = weights(one), weights(other)
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        assert numpy.array_equal(tensor, theirs[name]), name


@pytest.mark.parametrize("places", [["node-1", "node-2"], ["node-1", "local"], ["node-1", "node-1"]])
def test_a_chief_on_a_node_trains_as_here(lab, places):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        here = finish(lab, spec_file(lab, ["local", "local"], EVERY_8))
        done = lab.ok("run", spec_file(lab, places, EVERY_8), "--json").events()
        there = done[-1]["run"]
        assert_same(lab, there, here)
        assert saved(done) == [8, 16, 24, 32]
        rows = checkpoints(lab, there)
        assert set(rows) == {8, 16, 24, 32} == set(on_node(nodes, "node-1", there))
        assert not list((lab.home / "runs" / there).glob("checkpoints/ckpt-*"))
        for step, row in rows.items():
            path = on_node(nodes, "node-1", there)[step]
            assert row["path"] == f"node-1:{path}"
            assert row["bytes"] == sum(file.stat().st_size for file in path.iterdir()) and row["write_ms"] > 0
            assert_same_weights(path, checkpoints(lab, here)[step]["path"])
        assert lab.ok("show", there, "--json").json()["tasks"][0]["node"] == "node-1"
        last = rows[32]["path"]
        assert [one["ok"] for one in lab.ok("checkpoint", "verify", last, "--json").json()] == [True]
        shown, = lab.ok("checkpoint", "show", last, "--json").json()
        assert shown["step"] == 32 and shown["path"] == last and shown["tensors"]
        model = on_node(nodes, "node-1", there)[32] / "model.safetensors"
        model.write_bytes(model.read_bytes()[:-1] + b"?")
        damaged = lab.cli("checkpoint", "verify", last)
        assert damaged.code == 1 and "model.safetensors" in damaged.out, damaged


def test_one_device_on_a_node(lab):
    def one(node):
        path = spec_file(lab, [node], EVERY_8)
        path.write_text(json.dumps(json.loads(path.read_text()) | {"strategy": {"one_device": {}}}))
        return finish(lab, path)

    with SshNodes(lab, 1) as nodes:
        nodes.add()
        here, there = one("local"), one("node-1")
        assert curve(lab, there) == curve(lab, here)
        assert set(checkpoints(lab, there)) == set(checkpoints(lab, here)) == set(range(8, 65, 8))
        assert all(row["path"].startswith("node-1:/") for row in checkpoints(lab, there).values())


def test_it_publishes_while_the_link_is_cut(lab):
    keys = {"checkpoint": {"every": {"steps": 8}, "keep": 3}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        places = ["node-1", "node-2"]
        whole = lab.ok("run", spec_file(lab, places, keys, epochs=50), "--json").events()
        stream = lab.stream("run", spec_file(lab, places, keys, epochs=50))
        run = stream.until("started")["run"]
        stream.until("epoch", epoch=1)
        nodes.cut()
        known = max(checkpoints(lab, run))
        end = time.monotonic() + LIMIT
        while min(on_node(nodes, "node-1", run), default=0) <= known:  # published, and the older ones are gone
            assert time.monotonic() < end, on_node(nodes, "node-1", run)
        assert max(checkpoints(lab, run)) == known
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert saved(stream.events) == saved(whole) == list(range(8, 801, 8))
        assert curve(lab, run) == curve(lab, whole[-1]["run"])
        assert set(checkpoints(lab, run)) == set(on_node(nodes, "node-1", run)) == {784, 792, 800}


ROLE = {"chief": ["node-1"], "worker": ["local", "node-2"]}


def chief_file(lab, keys, cluster=None, **train):
    """Three processes under multi_worker_mirrored, of which the role `chief` leads."""
    path = spec_file(lab, [], keys, **train)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"cluster": cluster or ROLE}))
    return path


def test_the_role_chief_on_a_node_trains_as_here(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        here = finish(lab, chief_file(lab, EVERY_8, {"chief": ["local"], "worker": ["local", "local"]}))
        done = lab.ok("run", chief_file(lab, EVERY_8), "--json").events()
        there = done[-1]["run"]
        assert_same(lab, there, here)
        shown = lab.ok("show", there, "--json").json()
        assert {task["task"]: task["node"] for task in shown["tasks"]} == {"chief:0": "node-1", "worker:0": "local", "worker:1": "node-2"}
        steps = [*range(8, max(saved(done)), 8), max(saved(done))]
        assert saved(done) == steps and set(checkpoints(lab, there)) == set(steps) == set(on_node(nodes, "node-1", there))
        assert_same_weights(on_node(nodes, "node-1", there)[steps[-1]], checkpoints(lab, here)[steps[-1]]["path"])
        assert [one["ok"] for one in lab.ok("checkpoint", "verify", checkpoints(lab, there)[8]["path"], "--json").json()] == [True]
        longer = lab.ok("resume", there, "--set", "train.epochs=4", "--json").events()
        assert longer[-1]["status"] == "succeeded", longer
        whole = finish(lab, chief_file(lab, EVERY_8, epochs=4))
        assert losses(lab, there)[2] == losses(lab, whole)[1][steps[-1]:]


def test_the_role_chief_on_a_node_publishes_while_the_link_is_cut(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        whole = lab.ok("run", chief_file(lab, EVERY_8, epochs=50), "--json").events()
        stream = lab.stream("run", chief_file(lab, EVERY_8, epochs=50))
        run = stream.until("started")["run"]
        known = stream.until("checkpoint")["step"]
        nodes.cut()
        end = time.monotonic() + LIMIT
        while max(on_node(nodes, "node-1", run), default=0) < known + 80:
            assert time.monotonic() < end, on_node(nodes, "node-1", run)
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert saved(stream.events) == saved(whole)
        assert_same(lab, run, whole[-1]["run"])


@pytest.mark.parametrize("task", ["chief:0", "worker:1"])
def test_a_killed_task_of_a_cluster_with_the_role_chief(lab, task):
    keys = EVERY_8 | {"on_failure": {"restarts": 3}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        whole = finish(lab, chief_file(lab, keys, epochs=20))
        stream = lab.stream("run", chief_file(lab, keys, epochs=20))
        run = stream.until("checkpoint")["run"]
        kill({one["task"]: one["pid"] for one in lab.ok("show", run, "--json").json()["tasks"]}[task])
        attempt = stream.until("attempt", number=2)
        assert task in attempt["cause"] and attempt["from_step"] > 0, attempt
        assert attempt["from_checkpoint"].startswith("node-1:"), attempt
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), stream
        unbroken, broken = losses(lab, whole)[1], losses(lab, run)
        assert broken[2] == unbroken[attempt["from_step"]:] and broken[1] == unbroken[:len(broken[1])]
        assert set(checkpoints(lab, run)) == set(on_node(nodes, "node-1", run))


def asleep(lab, nodes, is_asleep):
    """Whether the home's machine sleeps: everything that it has running is stopped, the commands that follow runs too."""
    for pid in lab.processes():
        with contextlib.suppress(ProcessLookupError):  # its parent may have ended it meanwhile
            os.kill(pid, signal.SIGSTOP if is_asleep else signal.SIGCONT)


def test_a_home_that_was_asleep_has_missed_nothing(lab):
    keys = {"checkpoint": {"every": {"steps": 8}, "keep": 0}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        places = ["node-1", "node-2"]
        whole = lab.ok("run", spec_file(lab, places, keys, epochs=50), "--json").events()
        stream = lab.stream("run", spec_file(lab, places, keys, epochs=50))
        run = stream.until("started")["run"]
        known = stream.until("checkpoint")["step"]
        asleep(lab, nodes, True)
        try:
            end = time.monotonic() + LIMIT
            while max(on_node(nodes, "node-1", run), default=0) < min(known + 80, 800):  # ten more
                assert time.monotonic() < end, on_node(nodes, "node-1", run)
        finally:
            asleep(lab, nodes, False)
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert {event["code"] for event in stream.events if event["event"] == "warning"} <= {"cluster.clear_text"}, stream
        assert saved(stream.events) == saved(whole) == list(range(8, 801, 8))
        assert curve(lab, run) == curve(lab, whole[-1]["run"]), "to the bit, without a gap or a duplicate"


@pytest.mark.parametrize("places", [["node-1", "node-2"], ["node-1", "local"]])
def test_a_killed_chief_costs_the_steps_since_its_checkpoint(lab, places):
    keys = EVERY_8 | {"on_failure": {"restarts": 3}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        whole = finish(lab, spec_file(lab, places, keys, epochs=12))
        stream = lab.stream("run", spec_file(lab, places, keys, epochs=12))
        run = stream.until("checkpoint")["run"]
        tasks = {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}
        assert "trainyard-worker" in nodes.processes("node-1")[tasks["worker:0"]]
        kill(tasks["worker:0"])
        attempt = stream.until("attempt", number=2)
        assert "worker:0" in attempt["cause"] and attempt["from_step"] > 0, attempt
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), stream
        unbroken, broken = losses(lab, whole)[1], losses(lab, run)
        assert broken[2] == unbroken[attempt["from_step"]:]
        assert broken[1] == unbroken[:len(broken[1])]
        fence, = nodes.homes["node-1"].glob(f"hosted/*/{run}/.trainyard-fence")
        assert json.loads(fence.read_text()) == {"greatest": 2}, "an agent of the node that is started now knows it, too"
        assert json.loads((fence.parent.parent / fence.name).read_text())["greatest"] > 0
        # Each step once in the list: what the second attempt saved again took the place of the first one's.
        assert set(checkpoints(lab, run)) == set(range(8, 193, 8)) == set(on_node(nodes, "node-1", run))


def test_a_home_that_is_killed_after_a_restart_continues(lab):
    """The next agent takes up an attempt that continues from a checkpoint of the node."""
    keys = EVERY_8 | {"on_failure": {"restarts": 3}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "local", "node-2"], keys, epochs=30))
        run = stream.until("checkpoint")["run"]
        for number, task in ((2, "worker:0"), (3, "worker:1")):
            victim = next(one["pid"] for one in lab.ok("show", run, "--json").json()["tasks"] if one["task"] == task)
            if number == 3:  # an agent that sees the death would be killed in the start of the next attempt, and cost one more
                kill(lab.agent_pid())
            kill(victim)
            assert stream.until("attempt", number=number)["from_step"] > 0
            stream.until("checkpoint")
        kill(lab.agent_pid())
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 3), stream
        assert set(checkpoints(lab, run)) == {*range(8, 330, 8), 330} == set(on_node(nodes, "node-1", run))


@pytest.mark.parametrize("whose", ["home", "node-1"])
def test_a_killed_agent_loses_no_checkpoint(lab, whose):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        places = ["node-1", "local"]
        whole = finish(lab, spec_file(lab, places, EVERY_8, epochs=12))
        stream = lab.stream("run", spec_file(lab, places, EVERY_8, epochs=12))
        run = stream.until("started")["run"]
        stream.until("epoch", epoch=1)
        agent = lab.agent_pid if whose == "home" else lambda: nodes.agent_pid(whose)
        killed = agent()
        kill(killed)
        code, last = stream.finish()
        assert agent() != killed
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert curve(lab, run) == curve(lab, whole)
        steps = sorted(saved(stream.events))
        assert steps == sorted(set(steps)) and {8, 192} <= set(steps), "each is reported once"
        assert set(checkpoints(lab, run)) == set(steps) == set(on_node(nodes, "node-1", run))
        # Of those that were written while no agent was there to publish them, a task keeps some.
        assert whose == "node-1" or steps == list(range(8, 193, 8))


def test_it_is_stopped_paused_changed_and_resumed(lab):
    places = ["node-1", "node-2"]
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        whole = finish(lab, spec_file(lab, places, EVERY_8, epochs=30))
        stream = lab.stream("run", spec_file(lab, places, EVERY_8, epochs=30))
        run = stream.until("started")["run"]
        stream.until("epoch", epoch=1)
        assert lab.ok("pause", run, "--json").json()["from_step"] > 0
        lab.ok("resume", run, "--detach")
        lab.ok("stop", run, "--after", "save")
        code, last = stream.finish()
        assert last["status"] == "stopped", stream
        step = max(checkpoints(lab, run))
        assert last["step"] == step, last
        again = lab.ok("resume", run, "--json").events()
        assert again[-1]["status"] == "succeeded"
        assert next(event for event in again if event["event"] == "attempt")["from_step"] == step
        unbroken, broken = losses(lab, whole)[1], losses(lab, run)
        assert broken[1] + broken[2] == unbroken
        # From an earlier one, by its step; and once more with the learning rate changed on the way.
        earlier = lab.stream("resume", run, "--from", "16", "--set", "train.epochs=200")
        assert earlier.until("attempt", number=3)["from_step"] == 16
        earlier.until("epoch")
        lab.ok("change", run, "--set", "train.optimizer.adam.learning_rate=0.0001")
        lab.ok("stop", run, "--after", "step")
        assert earlier.finish()[1]["status"] == "stopped"


def test_a_drill_of_the_chief(lab):
    keys = EVERY_8 | {"on_failure": {"restarts": 3}}
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "local"], keys, epochs=100))
        run = stream.until("checkpoint")["run"]
        drilled = lab.ok("drill", run, "--kill", "chief", "--json").json()
        assert drilled["attempt"] == 2 and drilled["from_step"] >= 8, drilled
        lab.ok("stop", run, "--after", "now")
        stream.finish()


def test_marks_deletions_and_the_backup_are_there(lab):
    keys = {"checkpoint": {"every": {"steps": 8}, "keep": 2, "best": "val_loss",
                           "backup_and_restore": {"every": {"steps": 16}, "delete_checkpoint": False}}}
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        here = finish(lab, spec_file(lab, ["local", "local"], keys, epochs=4))
        run = finish(lab, spec_file(lab, ["node-1", "local"], keys, epochs=4))
        rows = lab.ok("checkpoints", run, "--json").json()
        marks = lambda run: [(row["step"], row["best"], row["backup"]) for row in lab.ok("checkpoints", run, "--json").json()]
        assert marks(run) == marks(here)
        one = next(row for row in rows if not row["backup"])
        lab.ok("checkpoint", "pin", one["path"])
        assert "pinned" in lab.cli("checkpoint", "delete", one["path"]).err
        assert checkpoints(lab, run)
        lab.ok("checkpoint", "unpin", one["path"])
        lab.ok("checkpoint", "delete", one["path"])
        assert not pathlib.Path(one["path"].removeprefix("node-1:")).exists()
        assert one["path"] not in [row["path"] for row in lab.ok("checkpoints", run, "--json").json()]


def test_what_is_asked_for_is_fetched(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        run = finish(lab, spec_file(lab, ["node-1", "local"], EVERY_8, epochs=4))
        there = on_node(nodes, "node-1", run)[32]
        exported = lab.ok("checkpoint", "export", f"node-1:{there}", "--to", lab.root / "mine")
        assert "MB of node-1:" in exported.err, exported
        assert_same_weights(lab.root / "mine", there)
        assert there.exists()
        again = lab.ok("checkpoint", "export", f"node-1:{there}", "--to", lab.root / "again")
        assert "MB" not in again.err, "it is sent once"
        assert lab.ok("predict", run, "--limit", "3", "--json").code == 0
        same = lab.ok("checkpoint", "diff", f"node-1:{there}", lab.root / "mine", "--json").json()
        assert {one["change"] for one in same["tensors"]} == {"same"}
        branched = lab.ok("branch", run, "--from", "32", "--set", "cluster.worker=[local, local]", "--json").events()
        assert branched[-1]["status"] == "succeeded"
        assert losses(lab, branched[-1]["run"])[1] == losses(lab, run)[1][32:]
        # The same run, continued here, and then there again.
        moved = lab.ok("resume", run, "--from", "32", "--set", "cluster.worker=[local, local]", "--json").events()
        assert moved[-1]["status"] == "succeeded"
        assert losses(lab, run)[2] == losses(lab, run)[1][32:]
        back = lab.ok("resume", run, "--from", checkpoints(lab, run)[64]["path"], "--set", "cluster.worker=[node-1, local]",
                      "--set", "train.epochs=5", "--json").events()
        assert back[-1]["status"] == "succeeded", back
        nodes.cut()
        for command in (["checkpoint", "verify", f"node-1:{there}"], ["resume", run, "--set", "train.epochs=9"]):
            assert "node node-1 cannot be reached: " in lab.cli(*command).err


def test_the_evaluator_is_beside_the_chief(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()

        def evaluated(node):
            path = spec_file(lab, [node, "local"], {"checkpoint": {"keep": 0}}, epochs=4,
                             evaluation={"sidecar": {"checkpoints": "every"}})
            spec = json.loads(path.read_text())
            spec["cluster"]["evaluator"] = [node]
            path.write_text(json.dumps(spec))
            events = lab.ok("run", path, "--json").events()
            assert events[-1]["status"] == "succeeded"
            run = events[-1]["run"]
            return [(row[1], int(row[4]), row[7]) for row in lab.metrics(run, "--tag", "epoch_loss") if row[2] == "validation"]

        assert evaluated("node-1") == evaluated("local")


def test_folders_that_the_run_file_names_are_the_chiefs(lab):
    """A folder for checkpoints, where a killed chief continues, and one for the model."""
    folder, model = lab.root / "kept", lab.root / "out" / "model"
    keys = {"checkpoint": {"every": {"steps": 8}, "keep": 0, "dir": str(folder)}, "on_failure": {"restarts": 2}}
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "local"], keys, epochs=12, save_model=str(model)))
        run = stream.until("checkpoint")["run"]
        kill(next(task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"] if task["task"] == "worker:0"))
        assert stream.until("attempt", number=2)["from_checkpoint"].startswith(f"node-1:{folder}/ckpt-")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), stream
        assert {row["path"] for row in checkpoints(lab, run).values()} == {f"node-1:{path}" for path in folder.glob("ckpt-*")}
        assert_same_weights(model, folder / "ckpt-192")
        # Another run's folder is refused by the machine that has it.
        taken = lab.cli("run", spec_file(lab, ["node-1", "local"], keys), "--json")
        assert taken.code != 0 and str(folder) in taken.events()[-1]["failure"]["message"], taken


def test_mirrored_on_a_node(lab):
    def one(node):
        path = spec_file(lab, [node], EVERY_8)
        path.write_text(json.dumps(json.loads(path.read_text()) | {"strategy": {"mirrored": {"replicas": 2}}}))
        return finish(lab, path)

    with SshNodes(lab, 1) as nodes:
        nodes.add()
        here, there = one("local"), one("node-1")
        assert curve(lab, there) == curve(lab, here)
        assert set(checkpoints(lab, there)) == set(checkpoints(lab, here)) == {8, 16, 24, 32}
