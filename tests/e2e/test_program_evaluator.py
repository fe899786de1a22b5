# SPDX-License-Identifier: Apache-2.0
"""An evaluator beside a program: the program's own loop over the run's checkpoints, under parameter servers and other strategies."""
import json

import pytest

from lab import EXAMPLES, Lab, kill
from plugin_builds import built
from test_by_hand import Shells, free_ports
from test_custom_training import small

LOOP = EXAMPLES / "004-parameter-server-loop.yaml"
CLUSTER = "cluster={chief: [local], worker: [local, local], ps: [local], evaluator: [local]}"
EVERY = "train.evaluation={sidecar: {checkpoints: every, monitor: val_accuracy}}"


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


def of(events, kind):
    return [event for event in events if event["event"] == kind]


def test_the_guides_loop_has_a_sidecar_loop_of_its_own(lab):
    """It reads the variables of each checkpoint, and finds the accuracy that the coordinator found at that step."""
    events, shown = lab.finished(LOOP, "--set", CLUSTER, "--set", EVERY)
    assert events[-1]["status"] == "succeeded", events[-1]
    evaluations = of(events, "evaluation")
    assert [event["step"] for event in evaluations] == [5, 10, 15, 20]
    assert [event["epoch"] for event in evaluations] == [0, 1, 2, 3]
    assert [event["metrics"]["val_accuracy"] for event in evaluations] == [event["metrics"]["val_accuracy"] for event in of(events, "epoch")]
    assert "evaluator:0" in {task["task"] for task in shown["tasks"]}
    rows = [row for row in lab.metrics(events[-1]["run"], "--tag", "epoch_loss") if row[1] == "evaluator:0"]
    assert [(row[2], int(row[4])) for row in rows] == [("validation", step) for step in (5, 10, 15, 20)]
    # What the engine does for the built-in evaluator: the best is kept.
    best = [event["step"] for event in evaluations if event["is_best"]][-1]
    folder = lab.home / "runs" / events[-1]["run"]
    assert json.loads((folder / "best/state.json").read_text())["step"] == best


def test_it_ends_with_the_last_checkpoint_of_a_training_that_is_stopped(lab):
    stream = lab.stream("run", LOOP, "--set", CLUSTER, "--set", "train.epochs=100000")
    started = stream.until("started")
    stream.until("evaluation")
    lab.ok("stop", started["run"])
    code, last = stream.finish()
    assert last["status"] == "stopped", stream
    assert of(stream.events, "evaluation")[-1]["step"] == of(stream.events, "checkpoint")[-1]["step"] == last["step"], stream


def test_patience_ends_the_programs_run(lab):
    events, _ = lab.finished(LOOP, "--set", CLUSTER, "--set", "train.epochs=100000", "--set",
                             "train.evaluation={sidecar: {patience: 3, monitor: val_accuracy, min_delta: 0.5}}")
    assert events[-1]["status"] == "stopped" and events[-1]["step"] > 0, events[-1]


def test_one_that_is_started_again_continues_after_what_it_has_evaluated(lab):
    stream = lab.stream("run", LOOP, "--set", CLUSTER, "--set", EVERY, "--set", "train.epochs=40", "--set", "on_failure={restarts: 1}")
    started = stream.until("started")
    stream.until("evaluation")
    kill(next(task["pid"] for task in started["tasks"] if task["task"] == "evaluator:0"))
    assert "evaluator:0" in stream.until("warning", code="task.restarted")["message"]
    code, last = stream.finish()
    assert code == 0 and last["attempts"] == 1, stream
    assert [event["step"] for event in of(stream.events, "evaluation")] == [5 * epoch for epoch in range(1, 41)]


@pytest.mark.parametrize("strategy, workers", [({"mirrored": {"replicas": 2}}, 1), ({"multi_worker_mirrored": {}}, 2)])
def test_beside_strategies_whose_replicas_train_in_step(lab, strategy, workers):
    """The guide's loop tests after each epoch itself; its evaluator comes to the same."""
    file = small(lab, strategy, {"worker": ["local"] * workers, "evaluator": ["local"]})
    events, shown = lab.finished(file, "--set", "train.evaluation={sidecar: {checkpoints: every}}")
    assert events[-1]["status"] == "succeeded" and "evaluator:0" in {task["task"] for task in shown["tasks"]}, events[-1]
    tested = {event["step"]: event["metrics"] for event in of(events, "epoch")}
    evaluations = of(events, "evaluation")
    assert [event["step"] for event in evaluations] == [16, 48], "the steps that it saves"
    for event in evaluations:
        for name in ("val_loss", "val_accuracy"):
            assert event["metrics"][name] == pytest.approx(tested[event["step"]][name], rel=1e-5), (name, event)


def test_a_metric_that_it_does_not_report_is_named(lab):
    """That ends the evaluator, and not the training."""
    events, _ = lab.finished(LOOP, "--set", CLUSTER, "--set", "train.evaluation={sidecar: {monitor: val_auc}}")
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 20, events[-1]
    gone = next(event for event in of(events, "warning") if event["code"] == "task.gone")
    assert "it would refuse again" in gone["message"], gone
    log = lab.ok("logs", events[-1]["run"], "--task", "evaluator:0").out
    assert "is val_auc, which is not evaluated (expected one of val_accuracy, val_loss)" in log, log


def test_what_has_no_evaluation_is_refused(lab):
    inline = lab.cli("run", LOOP, "--set", "train.evaluation={inline: {}}", "--json")
    assert inline.code == 3 and "a program evaluates after its epochs itself" in inline.out, inline
    with built("epoch") as plugins:
        lab.env["TRAINYARD_PLUGIN_PATH"] = str(plugins)
        file = small(lab, {"one_device": {}}, {"worker": ["local"], "evaluator": ["local"]})
        file.write_text(json.dumps(json.loads(file.read_text()) | {"train": json.loads(file.read_text())["train"] | {"program": {"plugin": "epoch"}}}))
        for command in ("preflight", "run"):
            result = lab.cli(command, file, "--json")
            assert result.code == 3 and "has nothing for an evaluator to run" in result.out, result
        del lab.env["TRAINYARD_PLUGIN_PATH"]


class Roles(Shells):
    def cluster(self):
        addresses = [f"127.0.0.1:{port}" for port in self.ports]
        return {"chief": addresses[:1], "worker": addresses[1:3], "ps": addresses[3:]}


def test_in_shells(lab):
    """Each task started manually; the evaluator's TF_CONFIG has no cluster."""
    text = LOOP.read_text().replace("  steps_per_epoch: 5", "  steps_per_epoch: 5\n  evaluation: {sidecar: {checkpoints: every}}")
    shells = Roles(lab, free_ports(4), lab.run_file(text.replace("004-parameter-server-loop\n", "small\n", 1)))
    evaluator = shells.start(0, "evaluator")
    streams = [shells.start(index, role) for role, index in (("ps", 0), ("worker", 1), ("worker", 0), ("chief", 0))]
    for stream in streams:
        assert stream.finish()[0] == 0, stream
    assert evaluator.finish()[0] == 0, evaluator
    assert [event["step"] for event in of(evaluator.events, "evaluation")] == [5, 10, 15, 20], evaluator
