# SPDX-License-Identifier: Apache-2.0
"""Guide 004's programs from resources/examples, each role a process: its own loop, its Model.fit, and what is refused beforehand."""
import json

import pytest
from safetensors.numpy import load_file

from lab import EXAMPLES, kill
from test_parameter_server import pids, ps_file

LOOP = EXAMPLES / "004-parameter-server-loop.yaml"


def test_the_guides_loop_reaches_accuracy_one(lab):
    """On its 16 examples, evaluated directly and by two scheduled steps; the embedding in two shards of (4, 16384)."""
    events, shown = lab.finished(LOOP)
    finished = events[-1]
    assert finished["status"] == "succeeded" and finished["step"] == 20 and finished["attempts"] == 1, finished
    assert finished["metrics"]["val_accuracy"] == 1.0 and finished["metrics"]["val_scheduled_accuracy"] == 1.0, finished
    assert {task["task"] for task in shown["tasks"]} == {"chief:0", "worker:0", "worker:1", "worker:2", "ps:0", "ps:1"}
    epochs = [event for event in events if event["event"] == "epoch"]
    assert [event["epoch"] for event in epochs] == [0, 1, 2, 3]
    # Five steps are told of at once, after their join, and took their part of the epoch all the same.
    longest = 1000 * max(event["seconds"] for event in epochs) / 5
    assert 0.02 * longest < finished["ms_per_step"] <= longest, (finished, epochs)
    live = [event["ms_per_step"] for event in events if event["event"] == "step" and "ms_per_step" in event]
    assert live and min(live) > 0.02 * longest, live
    assert len(lab.metrics(finished["run"], "--tag", "batch_loss")) == 20, "one point a step"
    log = lab.ok("logs", finished["run"], "--task", "chief:0").out
    assert "embedding rows 0…3 on ps:0" in log and "embedding rows 4…7 on ps:1" in log, log
    saved = [event["path"] for event in events if event["event"] == "checkpoint"][-1]
    model = load_file(f"{saved}/model.safetensors")
    assert {name: value.shape for name, value in model.items()} == {"embedding": (8, 16384), "dense.weight": (1, 16384), "dense.bias": (1,)}
    assert "embedding.square_avg" in load_file(f"{saved}/optimizer.safetensors")


def test_its_accuracy_is_of_samples_not_of_batches(lab):
    """200 samples in six batches of 32 and one of 8."""
    events, _ = lab.finished(LOOP, "--set", "cluster={chief: [local], worker: [local], ps: [local]}", "--set", "train.steps_per_epoch=7",
                             "--set", "train.epochs=1")
    batches = [float(row[-1]) for row in lab.metrics(events[-1]["run"], "--tag", "batch_accuracy")]
    epoch, = [float(row[-1]) for row in lab.metrics(events[-1]["run"], "--tag", "epoch_accuracy") if row[2] == "train"]
    assert len(batches) == 7, batches
    assert epoch == pytest.approx((32 * sum(batches[:-1]) + 8 * batches[-1]) / 200)
    assert epoch != pytest.approx(sum(batches) / 7), "the test would not see the difference"


def test_its_samples_are_shuffled_in_each_pass(lab):
    """At a rate of 0 a step's loss is that of its batch alone: two passes over the same samples in another order."""
    events, _ = lab.finished(LOOP, "--set", "cluster={chief: [local], worker: [local], ps: [local]}", "--set", "train.steps_per_epoch=7",
                             "--set", "train.epochs=2", "--set", "train.optimizer={sgd: {learning_rate: 0}}")
    losses = [float(row[-1]) for row in lab.metrics(events[-1]["run"], "--tag", "batch_loss")]
    assert len(losses) == 14, losses

    def mean(batches):
        return (32 * sum(batches[:-1]) + 8 * batches[-1]) / 200

    assert mean(losses[:7]) == pytest.approx(mean(losses[7:]), rel=1e-5)
    assert losses[:7] != pytest.approx(losses[7:], rel=1e-3), losses


def test_the_loop_follows_a_schedule_of_the_rate(lab):
    schedule = "{exponential_decay: {initial_learning_rate: 0.1, decay_steps: 10, decay_rate: 0.9}}"
    _, finished = lab.stream("run", LOOP, "--set", f"train.optimizer={{rmsprop: {{learning_rate: {schedule}}}}}").finish()
    assert finished["status"] == "succeeded" and finished["step"] == 20, finished


@pytest.mark.parametrize("key, value", [("train.precision", "float64"), ("train.data.batch_size", "16"), ("train.max_steps", "3"),
                                        ("checkpoint.every", "never"), ("checkpoint.best", "loss"), ("strategy.parameter_server.mode", "sync")])
def test_a_key_that_the_loop_does_not_use_is_refused_by_its_name(lab, key, value):
    result = lab.cli("run", LOOP, "--set", f"{key}={value}", "--json")
    found = json.loads(result.out.splitlines()[-1] if result.out else "{}")
    assert result.code == 3 and key in result.out + result.err, (found, result)


def test_the_loop_resumes_from_its_checkpoint(lab):
    """A ps is lost: its variables and all others come back from the newest checkpoint, by the loop's own restore()."""
    stream = lab.stream("run", LOOP, "--set", "train.epochs=60")
    started = stream.until("started")
    stream.until("checkpoint")
    kill(pids(started)["ps:1"])
    attempt = stream.until("attempt", number=2)
    assert "ps:1" in attempt["cause"] and attempt["from_step"] > 0 and attempt["from_step"] % 5 == 0, attempt
    code, finished = stream.finish()
    assert code == 0 and finished["step"] == 300 and finished["metrics"]["val_accuracy"] == 1.0, stream


def test_the_loop_outlives_a_worker(lab):
    stream = lab.stream("run", LOOP, "--set", "train.epochs=60")
    started = stream.until("started")
    stream.until("step")
    kill(pids(started)["worker:2"])
    assert "worker:2" in stream.until("warning", code="task.restarted")["message"]
    code, finished = stream.finish()
    assert code == 0 and finished["step"] == 300 and finished["attempts"] == 1, stream


def test_the_guides_fit_with_its_cluster(lab):
    """Dense(10), 5 × 20 steps, ten in a closure; the sidecar evaluator follows."""
    events, shown = lab.finished(EXAMPLES / "004-parameter-server-fit.yaml")
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 100, events[-1]
    assert events[-1]["ms_per_step"] > 0.05, "a closure's ten steps come back at once, and took their time all the same"
    losses = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"]
    assert len(losses) == 5 and losses[-1] < losses[0] / 2, losses
    assert "evaluator:0" in {task["task"] for task in shown["tasks"]}
    assert [event["step"] for event in events if event["event"] == "evaluation"][-1] == 100


def refused(lab, path, code, words):
    for command in ("preflight", "run"):
        result = lab.cli(command, path, "--json")
        assert result.code == 3 and code in result.out + result.err and words in result.out + result.err, result
    assert lab.ok("runs", "--json").json() == []


@pytest.mark.parametrize("train, mode, words", [
    ({"gradient": {"accumulate": 2}}, "async", "a larger `train.data.batch_size` has the same effect"),
    ({"batch_norm": "synchronized"}, "sync", "workers do not wait for each other within a step"),
    ({"steps_per_execution": 10}, "sync", "an execution is one step"),
    ({"precision": "float16"}, "sync", "bfloat16 wants none"),
])
def test_what_has_no_meaning_is_refused_beforehand(lab, train, mode, words):
    refused(lab, ps_file(lab, options={"mode": mode}, **train), "coordinated.unused_key", words)


def test_a_program_for_another_strategy_is_refused(lab):
    other = json.loads(ps_file(lab).read_text())
    other["train"]["program"] = {"plugin": "custom_training"}
    del other["train"]["model"]
    path = lab.root / "other.yaml"
    path.write_text(json.dumps(other))
    refused(lab, path, "program.strategy", "custom_training")
    other["train"]["program"] = {"plugin": "parameter_server_loop"}
    path.write_text(json.dumps(other))
    refused(lab, path, "program.unused_key", "make their data themselves")
    other["strategy"], other["cluster"] = {"multi_worker_mirrored": {}}, {"worker": ["local", "local"]}
    path.write_text(json.dumps(other))
    refused(lab, path, "program.strategy", "parameter_server_loop")


def hints(lab, path):
    """{code: finding}"""
    return {problem["code"]: problem for problem in lab.ok("preflight", path, "--json").json()["problems"]}


def test_hints_that_the_guide_gives_as_manual_steps(lab):
    """A hot spot and the variable worth partitioning, steps worth packing; each fix, applied as --set, ends its hint."""
    def fixed(path, found):
        problems = lab.ok("preflight", path, "--json", "--set", found["set"]).json()["problems"]
        return found["code"] not in {problem["code"] for problem in problems}

    wide = ps_file(lab, ps=2, model={"layers": ["flatten", {"dense": {"units": 512}}, {"dense": {"units": 10}}]})
    hot = hints(lab, wide)["ps.hot_spot"]
    assert "ps:0 transfers 3.2 of the 3.3 MB per step" in hot["message"] and "dense.weight (512, 784)" in hot["message"], hot
    assert fixed(wide, hot)
    narrow = ps_file(lab, ps=2, model={"layers": ["flatten", {"dense": {"units": 10}}]})
    assert fixed(narrow, hints(lab, narrow)["ps.small_steps"])
    assert not hints(lab, ps_file(lab, ps=1)), "a laboratory's mlp on one ps is as it should be"
