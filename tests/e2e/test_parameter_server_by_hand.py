# SPDX-License-Identifier: Apache-2.0
"""Chief, workers, ps and evaluator that somebody starts in shells, TF_CONFIG in their environment, as guide 004 describes it."""
import json
import os
import signal

import pytest

from lab import Lab
from test_by_hand import Shells, free_ports
from test_parameter_server import ps_file


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


class Roles(Shells):
    """A shell a task: chief, two workers, two ps."""

    def __init__(self, lab, options=None, checkpoint=None, **train):
        run_file = ps_file(lab, workers=2, ps=2, options=options, **train)
        spec = json.loads(run_file.read_text()) | {"checkpoint": checkpoint or {}}
        run_file.write_text(json.dumps(spec))
        super().__init__(lab, free_ports(5), run_file)

    def cluster(self):
        addresses = [f"127.0.0.1:{port}" for port in self.ports]
        return {"chief": addresses[:1], "worker": addresses[1:3], "ps": addresses[3:]}

    def start_all(self):
        """{task: its stream}, the chief last."""
        tasks = [("ps", 1), ("worker", 1), ("worker", 0), ("ps", 0), ("chief", 0)]
        return {f"{role}:{index}": self.start(index, role) for role, index in tasks}


def ended(streams, expected):
    """All with this exit code and status."""
    for task, stream in streams.items():
        code, last = stream.finish()
        assert (code, last["status"]) == expected, (task, stream)


def ended_well(streams):
    ended(streams, (0, "succeeded"))


def test_five_shells_train_together_and_an_evaluator_follows(lab):
    """The evaluator's TF_CONFIG has no cluster, as the guide says it may."""
    shells = Roles(lab, {"partitioner": {"fixed_shards": {"shards": 2}}}, {"keep": 0}, epochs=4,
                   evaluation={"sidecar": {"checkpoints": "every"}})
    runtime = lab.root / "runtime"
    runtime.mkdir()
    lab.env["XDG_RUNTIME_DIR"] = str(runtime)
    evaluator = shells.start(0, "evaluator")
    streams = shells.start_all()
    ended_well(streams)
    sockets = runtime / f"trainyard-{os.getuid()}"
    assert f"ps:1 is reached at unix:{sockets}/t-" in streams["worker:0"].stderr(), streams["worker:0"]
    assert sockets.stat().st_mode & 0o777 == 0o700 and not list(sockets.iterdir())
    assert evaluator.finish()[0] == 0, evaluator
    assert [event["step"] for event in evaluator.events if event["event"] == "evaluation"] == [32, 64, 96, 128]
    chief = streams["chief:0"]
    started = next(event for event in chief.events if event["event"] == "started")
    assert {task["task"]: task["pid"] for task in started["tasks"]} == {task: stream.process.pid for task, stream in streams.items()}
    assert chief.events[-1]["step"] == 128 and chief.events[-1]["metrics"]["accuracy"] > 0.5, chief
    assert shells.checkpoints()[-1] == "ckpt-96" and "ckpt-128" in shells.checkpoints()


def test_the_chief_names_the_missing_tasks_and_another_cluster_is_refused_by_name(lab):
    shells = Roles(lab)
    chief, ps0, ps1, first = (shells.start(index, role) for role, index in (("chief", 0), ("ps", 0), ("ps", 1), ("worker", 0)))
    missing = f"missing worker:1 at 127.0.0.1:{shells.ports[2]}"
    message = chief.until("waiting")["message"]
    while "4/5" not in message:
        message = chief.until("waiting")["message"]
    assert message == f"4/5 joined, {missing}", message
    wrong = shells.cluster()
    wrong["worker"] = wrong["worker"][:1] + [wrong["worker"][1]] + [f"127.0.0.1:{free_ports(1)[0]}"]
    code, last = shells.start(1, "worker", cluster=wrong).finish()
    assert code == 3 and last["failure"]["code"] == "cluster.digest" and "worker:1" in last["failure"]["message"], last
    assert f"worker:2 ({wrong['worker'][2]}) is only here" in last["failure"]["message"], last
    message = chief.until("waiting")["message"]
    assert missing in message and "rejected" in message and "worker:2" in message, message
    ended_well({"worker:1": shells.start(1, "worker"), "chief:0": chief, "ps:0": ps0, "ps:1": ps1, "worker:0": first})


def test_a_server_waits_for_the_chief_and_reports_it(lab):
    shells = Roles(lab)
    worker = shells.start(0, "worker")
    assert f"missing chief:0 at 127.0.0.1:{shells.ports[0]}" in worker.until("waiting")["message"]
    worker.process.send_signal(signal.SIGINT)
    assert worker.finish()[0] == 130, worker


def test_a_worker_dies_and_comes_back(lab):
    shells = Roles(lab, epochs=40)
    streams = shells.start_all()
    chief = streams["chief:0"]
    chief.until("step")
    streams["worker:1"].process.kill()
    assert "worker:1 is lost" in chief.until("warning", code="worker.lost")["message"]
    streams["worker:1"] = shells.start(1, "worker")
    assert "worker:1 is back" in chief.until("warning", code="worker.back")["message"]
    ended_well(streams)
    assert chief.events[-1]["attempts"] == 1 and chief.events[-1]["step"] == 1280, chief


def test_a_worker_may_leave(lab):
    shells = Roles(lab, epochs=20)
    streams = shells.start_all()
    streams["chief:0"].until("step")
    leaver = streams.pop("worker:0")
    leaver.process.send_signal(signal.SIGTERM)
    assert leaver.finish()[0] == 75, leaver
    ended_well(streams)


def test_a_chief_that_all_workers_have_left_can_still_be_stopped(lab):
    shells = Roles(lab, epochs=100000)
    streams = shells.start_all()
    chief = streams["chief:0"]
    chief.until("step")
    for task in ("worker:0", "worker:1"):
        streams.pop(task).process.kill()
        chief.until("warning", code="worker.lost")
    chief.process.send_signal(signal.SIGTERM)
    code, last = chief.finish()
    assert code == 75 and last["status"] == "preempted" and f"ckpt-{last['step']}" in shells.checkpoints(), chief
    streams.pop("chief:0")
    ended(streams, (75, "preempted"))


def test_a_programs_chief_that_all_workers_have_left_can_still_be_stopped(lab):
    """It waits in join() for what no worker is there to run."""
    shells = Roles(lab)
    program = json.loads(shells.run_file.read_text())
    program["train"] = {"program": {"plugin": "parameter_server_loop"}, "optimizer": {"rmsprop": {"learning_rate": 0.1}},
                        "epochs": 1000000, "steps_per_epoch": 5, "data": {}}
    shells.run_file.write_text(json.dumps(program))
    streams = shells.start_all()
    chief = streams["chief:0"]
    chief.until("step")
    for task in ("worker:0", "worker:1"):
        streams.pop(task).process.kill()
        chief.until("warning", code="worker.lost")
    chief.process.send_signal(signal.SIGTERM)
    code, last = chief.finish()
    assert code == 75 and last["status"] == "preempted", chief
    streams.pop("chief:0")
    ended(streams, (75, "preempted"))


def test_a_lost_ps_ends_all_and_the_same_commands_continue(lab):
    shells = Roles(lab, checkpoint={"every": {"steps": 20}}, epochs=100000)
    streams = shells.start_all()
    chief = streams["chief:0"]
    newest = chief.until("checkpoint")["step"]
    streams.pop("ps:1").process.kill()
    code, last = chief.finish()
    assert code == 1 and last["status"] == "failed" and "ps:1" in last["failure"]["message"], chief
    for task, stream in streams.items():
        code, last = stream.finish()
        assert code == 1, (task, stream)
        assert task == "chief:0" or "lost the chief" in last["failure"]["message"], (task, stream)
    streams = shells.start_all()
    chief = streams["chief:0"]
    attempt = chief.until("attempt")
    assert attempt["number"] == 2 and attempt["from_step"] >= newest and attempt["from_step"] % 20 == 0, attempt
    chief.until("step")
    chief.process.send_signal(signal.SIGINT)
    code, last = chief.finish()
    assert code == 130 and last["status"] == "stopped", chief
    streams.pop("chief:0")
    ended_well(streams)
