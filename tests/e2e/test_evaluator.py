# SPDX-License-Identifier: Apache-2.0
"""A sidecar evaluator beside a run of the agent's."""
import json
import os
import signal

import pytest

from lab import EXAMPLES, Lab, kill, parent


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


def run_file(lab, sidecar=None, checkpoint=None, **train):
    path = lab.run_file(**train)
    spec = json.loads(path.read_text())
    spec["cluster"]["evaluator"] = ["local"]
    spec["checkpoint"] = checkpoint or {"keep": 0}
    if sidecar is not None:
        spec["train"]["evaluation"] = {"sidecar": sidecar}
    path.write_text(json.dumps(spec))
    return path


def evaluated(events):
    return [event["step"] for event in events if event["event"] == "evaluation"]


def test_it_follows_the_run_and_its_curve_is_in_metrics(lab):
    """The same values as the workers' own evaluation of the same steps, and no evaluation by the workers."""
    events, shown = lab.finished(run_file(lab, {"checkpoints": "every"}, epochs=4))
    assert evaluated(events) == [16, 32, 48, 64]
    assert {task["task"] for task in shown["tasks"]} == {"worker:0", "worker:1", "evaluator:0"}
    run = events[-1]["run"]
    rows = [row for row in lab.metrics(run, "--tag", "epoch_loss") if row[2] == "validation"]
    assert [(row[1], int(row[4])) for row in rows] == [("evaluator:0", step) for step in (16, 32, 48, 64)]
    inline, _ = lab.finished(lab.run_file(name="inline.yaml", epochs=4))
    by_workers = [event["metrics"]["val_loss"] for event in inline if event["event"] == "epoch"]
    assert [float(row[7]) for row in rows] == pytest.approx(by_workers, rel=1e-6)
    assert not [event for event in events if event["event"] == "epoch" and "val_loss" in event["metrics"]]
    assert events[-1]["metrics"]["val_loss"] == pytest.approx(by_workers[-1], rel=1e-6)


def test_every_checkpoint_is_kept_until_it_is_evaluated(lab):
    """The evaluator stands still while several are saved."""
    stream, run, evaluator = held_evaluator(lab)
    os.kill(evaluator, signal.SIGCONT)
    lab.ok("stop", run, "--after", "save")
    stream.finish()
    saved = [event["step"] for event in stream.events if event["event"] == "checkpoint"]
    assert evaluated(stream.events) == saved
    assert [row["step"] for row in lab.ok("checkpoints", run, "--json").json()] == saved[-2:], "and no longer"


def held_evaluator(lab):
    """A run that keeps two checkpoints and has saved six, and the pid of its evaluator, which was stopped before the last five."""
    stream = lab.stream("run", run_file(lab, {"checkpoints": "every"}, {"keep": 2}, epochs=100000))
    started = stream.until("started")
    pid = next(task["pid"] for task in started["tasks"] if task["task"] == "evaluator:0")
    os.kill(pid, signal.SIGSTOP)
    for _ in range(6):
        stream.until("checkpoint")
    return stream, started["run"], pid


def test_what_a_dead_evaluator_has_not_read_is_kept_no_longer(lab):
    stream, run, evaluator = held_evaluator(lab)
    folder = lab.home / "runs" / run / "checkpoints"
    assert len(list(folder.glob("ckpt-*"))) >= 5
    os.kill(evaluator, signal.SIGKILL)
    stream.until("warning", code="task.gone")
    for _ in range(3):  # the first of them may have been on its way
        stream.until("checkpoint")
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert len(list(folder.glob("ckpt-*"))) == 2


def test_the_newest_is_enough_and_the_last_is_never_left_out(lab):
    events, _ = lab.finished(run_file(lab, {}, {"keep": 1}, epochs=12))
    steps = evaluated(events)
    assert steps[-1] == 12 * 16 and steps == sorted(set(steps))


def test_the_best_is_kept_and_patience_ends_the_run(lab):
    """At such a rate the loss soon gets worse for good."""
    path = run_file(lab, {"checkpoints": "every", "patience": 3}, {"keep": 2}, epochs=100000,
                    optimizer={"sgd": {"learning_rate": 2.0}})
    events, shown = lab.finished(path)
    assert events[-1]["status"] == "stopped"
    best = [event for event in events if event["event"] == "evaluation" and event["is_best"]]
    state = json.loads((lab.home / "runs" / events[-1]["run"] / "best/state.json").read_text())
    assert state["step"] == best[-1]["step"]


def test_an_evaluator_that_dies_does_not_end_the_training(lab):
    stream = lab.stream("run", run_file(lab, {"checkpoints": "every"}, epochs=60))
    started = stream.until("started")
    stream.until("evaluation")
    kill(next(task["pid"] for task in started["tasks"] if task["task"] == "evaluator:0"))
    warning = stream.until("warning", code="task.gone")
    assert "evaluator:0" in warning["message"]
    code, last = stream.finish()
    assert code == 0 and last["status"] == "succeeded" and last["step"] == 60 * 16


def test_an_evaluator_that_is_started_again_repeats_and_leaves_out_nothing(lab):
    path = run_file(lab, {"checkpoints": "every"}, epochs=60)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"on_failure": {"restarts": 1}}))
    stream = lab.stream("run", path)
    started = stream.until("started")
    stream.until("evaluation")
    kill(next(task["pid"] for task in started["tasks"] if task["task"] == "evaluator:0"))
    assert "evaluator:0" in stream.until("warning", code="task.restarted")["message"]
    code, _ = stream.finish()
    assert code == 0
    assert evaluated(stream.events) == [16 * epoch for epoch in range(1, 61)]


def test_a_restarted_evaluator_whose_end_nobody_saw_is_restarted_again(lab):
    """Its shim dies before it: the exit is unknown, and is not taken for that of a task that is done."""
    path = run_file(lab, {}, {"keep": 2}, epochs=100000)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"on_failure": {"restarts": 2}}))
    stream = lab.stream("run", path)
    started = stream.until("started")
    first = next(task["pid"] for task in started["tasks"] if task["task"] == "evaluator:0")
    kill(first)
    stream.until("warning", code="task.restarted")
    stream.until("evaluation")
    second = next(task["pid"] for task in lab.ok("show", started["run"], "--json").json()["tasks"] if task["task"] == "evaluator:0")
    assert second != first
    kill(parent(second))
    kill(second)
    assert "restart 2 of 2" in stream.until("warning", code="task.restarted")["message"]
    lab.ok("stop", started["run"], "--after", "now")
    stream.finish()
    assert not lab.tasks_left()


def test_after_a_resume_from_an_earlier_step_it_evaluates_new_checkpoints(lab):
    """The steps that were undone are evaluated again when they are reached again, and the best among them counts no more."""
    events, shown = lab.finished(run_file(lab, {"checkpoints": "every"}, epochs=4))
    run = events[-1]["run"]
    assert evaluated(events) == [16, 32, 48, 64]
    stream = lab.stream("resume", run, "--from", "ckpt-16")
    code, last = stream.finish()
    assert code == 0 and last["step"] == 64
    again = [event for event in stream.events if event["event"] == "evaluation"]
    assert [event["step"] for event in again] == [32, 48, 64]
    assert again[0]["is_best"], "the best of the steps that were undone is undone with them"
    assert last["metrics"]["val_loss"] == again[-1]["metrics"]["val_loss"]
    best = [event for event in again if event["is_best"]][-1]
    owner = json.loads((lab.home / "runs" / run / "best/owner.json").read_text())
    assert owner["attempt"] == 2 and owner["run"] == run
    assert json.loads((lab.home / "runs" / run / "best/state.json").read_text())["step"] == best["step"]


def test_guide_001s_cluster_on_what_debian_packages(lab):
    done = lab.ok("run", EXAMPLES / "001-multi-worker-keras.yaml", "--json", "--set", "train.data.train.builtin=fashion_mnist",
                  "--set", "train.data.validation.builtin=fashion_mnist_test", "--set", "train.validation_steps=10",
                  "--set", f"train.save_model={lab.root}/keras-model",
                  "--set", "cluster={worker: [local, local], evaluator: [local]}")
    events = done.events()
    epochs = [event["metrics"] for event in events if event["event"] == "epoch"]
    assert [event["step"] for event in events if event["event"] == "epoch"] == [70, 140, 210]
    assert epochs[0]["loss"] > epochs[1]["loss"] > epochs[2]["loss"]
    assert evaluated(events)[-1] == 210
    assert (lab.root / "keras-model/model.json").exists()
