# SPDX-License-Identifier: Apache-2.0
"""The guide on custom training, its loop as a program (plugins/programs/custom_training)."""
import hashlib
import json
import re
import signal

import pytest

from lab import EXAMPLES, kill
from plugin_builds import built

PROGRAM = {"plugin": "custom_training"}


def small(lab, strategy, cluster, name="run.yaml", epochs=3, **more):
    """The guide's loop on made data: 512 samples, 16 for each of two replicas, so 16 steps an epoch."""
    images, labels = lab.idx(512)
    test_images, test_labels = lab.idx(100, seed=2)
    spec = {
        "trainyard": 1, "name": "loop", "strategy": strategy, "cluster": cluster, "on_failure": {"restarts": 0},
        "train": {"program": PROGRAM, "epochs": epochs,
                  "data": {"train": {"idx": {"images": str(images), "labels": str(labels)}},
                           "validation": {"idx": {"images": str(test_images), "labels": str(test_labels)}}, "batch_size": 16}},
    }
    spec.update(more)
    path = lab.root / name
    path.write_text(json.dumps(spec))
    return path


MIRRORED = {"mirrored": {"replicas": 2}}
ONE = {"worker": ["local"]}
WORKERS = {"worker": ["local", "local"]}


def run(lab, *args):
    stream = lab.stream("run", *args)
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded", stream
    return stream, finished


def of(stream, kind):
    return [event for event in stream.events if event["event"] == kind]


def weights(checkpoint):
    return hashlib.sha256(open(f"{checkpoint}/model.safetensors", "rb").read()).hexdigest()


def test_saved_after_epoch_indexes_0_and_2_and_restored_without_a_strategy(lab):
    file = small(lab, MIRRORED, ONE, epochs=4)
    stream, finished = run(lab, file)
    epochs = of(stream, "epoch")
    assert [(event["epoch"], event["step"]) for event in epochs] == [(0, 16), (1, 32), (2, 48), (3, 64)]
    saved = of(stream, "checkpoint")
    assert [event["step"] for event in saved] == [16, 48]
    assert len(lab.metrics(finished["run"], "--tag", "batch_loss")) == 64
    # The program restores the newest one without its strategy and tests that: the accuracy of epoch index 2, to the bit.
    log = lab.ok("logs", finished["run"]).out
    said = re.search(r"Accuracy after restoring the saved model without strategy: (\S+)", log)
    assert said and float(said[1]) == epochs[2]["metrics"]["val_accuracy"] * 100, log
    assert "8 all-reduces in 1 pack" in log
    # So does the built-in trainer, under another strategy, of each.
    spec = json.loads(file.read_text())
    spec["strategy"] = {"one_device": {}}
    spec["train"].update(model={"builtin": "fashion_cnn"}, epochs=1, max_steps=1, optimizer={"sgd": {"learning_rate": 0}})
    del spec["train"]["program"]
    for checkpoint, epoch in zip(saved, (epochs[0], epochs[2])):
        spec["train"]["initial_weights"] = f"{checkpoint['path']}/model.safetensors"
        plain = lab.root / "plain.yaml"
        plain.write_text(json.dumps(spec))
        _, restored = run(lab, plain)
        assert restored["metrics"]["val_accuracy"] == epoch["metrics"]["val_accuracy"]


def test_a_program_that_cannot_do_what_is_asked_is_not_restarted(lab):
    """It tests after each epoch; without data for that, every attempt would fail alike."""
    file = small(lab, MIRRORED, ONE, on_failure={"restarts": 3})
    spec = json.loads(file.read_text())
    del spec["train"]["data"]["validation"]
    file.write_text(json.dumps(spec))
    stream = lab.stream("run", file)
    code, finished = stream.finish()
    assert code != 0 and finished["attempts"] == 1, finished
    assert finished["failure"]["code"] == "program.refused" and "train.data.validation" in finished["failure"]["message"], finished


@pytest.fixture(scope="module")
def stumble():
    with built("stumble") as plugins:
        yield plugins


@pytest.mark.parametrize("step, attempts, code", [(1, 1, "program.refused"), (3, 3, "task.exception")])
def test_an_invalid_argument_is_a_refusal_only_before_the_first_step(lab, stumble, step, attempts, code):
    """std::stoi throws one, too: at step 3 that is no statement about the run file."""
    file = small(lab, {"one_device": {}}, ONE, on_failure={"restarts": 2, "backoff_seconds": 0})
    spec = json.loads(file.read_text())
    spec["train"] |= {"program": {"plugin": "stumble", "options": {"step": step}}, "epochs": 1}
    file.write_text(json.dumps(spec))
    lab.env["TRAINYARD_PLUGIN_PATH"] = str(stumble)
    _, finished = lab.stream("run", file).finish()
    assert finished["attempts"] == attempts and finished["failure"]["code"] == code, finished
    assert "stumble: stoi" in finished["failure"]["message"], finished


def test_the_same_loop_under_every_strategy(lab):
    curves = []
    for strategy, cluster, batch in (({"one_device": {}}, ONE, 32), (MIRRORED, ONE, 16),
                                     ({"multi_worker_mirrored": {}}, WORKERS, 16)):
        stream, finished = run(lab, small(lab, strategy, cluster, epochs=1), "--set", f"train.data.batch_size={batch}", "--set",
                               "train.optimizer={sgd: {learning_rate: 0.001, momentum: 0.9}}")
        curves.append([float(row[7]) for row in lab.metrics(finished["run"], "--tag", "batch_loss")])
        assert len(curves[-1]) == 16
    for other in curves[1:]:
        assert max(abs(a - b) for a, b in zip(curves[0], other)) < 1e-4


def test_a_stop_after_the_epoch_saves_it(lab):
    """Whichever epochs the loop saves otherwise."""
    file = small(lab, MIRRORED, ONE, epochs=1000)
    for epoch in (0, 1):
        stream = lab.stream("run", file)
        stream.until("epoch", epoch=epoch)
        lab.ok("stop", stream.events[0]["run"], "--after", "epoch")
        _, finished = stream.finish()
        assert finished["status"] == "stopped" and finished["step"] % 16 == 0, stream
        assert of(stream, "checkpoint")[-1]["step"] == finished["step"], stream


def test_stop_and_resume_give_the_weights_of_an_uninterrupted_run(lab):
    file = small(lab, MIRRORED, ONE, epochs=3)
    stream, _ = run(lab, file)
    whole = of(stream, "checkpoint")[-1]
    assert whole["step"] == 48
    # Long enough that the stop comes inside it.
    stream = lab.stream("run", file, "--set", "train.epochs=1000")
    stream.until("step")
    name = stream.events[0]["run"]
    lab.ok("stop", name, "--after", "save")
    _, finished = stream.finish()
    assert finished["status"] == "stopped", stream
    assert of(stream, "checkpoint")[-1]["step"] == finished["step"]
    epochs = finished["step"] // 16 // 2 * 2 + 3  # so that the last epoch's index is even
    resumed = lab.stream("resume", name, "--set", f"train.epochs={epochs}")
    code, _ = resumed.finish()
    assert code == 0, resumed
    assert of(resumed, "attempt")[0]["from_step"] == finished["step"]
    stream, _ = run(lab, file, "--set", f"train.epochs={epochs}")
    assert weights(of(resumed, "checkpoint")[-1]["path"]) == weights(of(stream, "checkpoint")[-1]["path"])


def test_what_the_engine_sees_to_in_every_program(lab):
    """The interrupt of `inject`, after which the loop resumes to the same weights, and a limit of steps."""
    file = small(lab, MIRRORED, ONE, epochs=3, on_failure={"restarts": 1})
    stream, _ = run(lab, file)
    whole = weights(of(stream, "checkpoint")[-1]["path"])
    for inject, step in (("{epoch: 0}", 16), ("{step: 20}", 16)):
        stream, finished = run(lab, file, "--set", f"inject={inject}")
        assert finished["attempts"] == 2 and of(stream, "attempt")[1]["from_step"] == step, stream
        assert weights(of(stream, "checkpoint")[-1]["path"]) == whole, inject
    stream, finished = run(lab, file, "--set", "train.max_steps=5")
    assert finished["step"] == 5 and [event["step"] for event in of(stream, "checkpoint")] == [5], stream


def test_a_killed_worker_costs_nothing_but_time(lab):
    file = small(lab, {"multi_worker_mirrored": {}}, WORKERS, epochs=5, on_failure={"restarts": 1})
    stream, _ = run(lab, file)
    whole = weights(of(stream, "checkpoint")[-1]["path"])
    stream = lab.stream("run", file)
    tasks = stream.until("started")["tasks"]
    stream.until("checkpoint")
    kill(tasks[1]["pid"], signal.SIGKILL)
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2, stream
    assert weights(of(stream, "checkpoint")[-1]["path"]) == whole


def test_what_cannot_be_run_is_refused(lab):
    example = EXAMPLES / "custom-training-loop.yaml"
    for sets, word in ((("train.program={plugin: nobody}",), "program.not_found"),
                       (("train.program={plugin: custom_training, options: {speed: 1}}",), "program.options"),
                       (("train.model={builtin: mlp}",), "program.two_ways"),
                       (("train.save_model=there",), "program.unused_key"),
                       (("train.precision=float64",), "train.precision"),
                       (("checkpoint.every=never",), "checkpoint.every"),
                       (("checkpoint.best=loss",), "checkpoint.best"),
                       (("checkpoint.backup_and_restore=true",), "checkpoint.backup_and_restore"),
                       (("strategy={parameter_server: {}}", "cluster={chief: [local], worker: [local], ps: [local]}"), "program.strategy")):
        args = [part for value in sets for part in ("--set", value)]
        result = lab.cli("run", example, *args, "--json")
        assert result.code == 3 and word in result.out + result.err, (sets, result)
