# SPDX-License-Identifier: Apache-2.0
"""Models as graphs: the examples on their data, and one with all kinds of merging under every strategy."""
import json
import pathlib

import numpy
import pytest
from safetensors.numpy import load_file

from lab import EXAMPLES
from test_callbacks import STRATEGIES, run_file

LAYERS = [
    {"reshape": {"target_shape": [28, 28]}}, {"dense": {"units": 16}}, {"positional_embedding": {"name": "start"}},
    {"multi_head_attention": {"num_heads": 2, "key_dim": 8, "dropout": 0.1}}, {"add": {"inputs": ["multi_head_attention", "start"]}},
    {"activation": {"activation": "tanh", "name": "gate"}}, {"multiply": {"inputs": ["gate", "add"]}}, "layer_normalization",
    {"global_average_pooling1d": {"name": "mean"}}, {"global_max_pooling1d": {"inputs": "layer_normalization", "name": "peak"}},
    {"concatenate": {"inputs": ["mean", "peak"]}}, {"dense": {"units": 10}}]
ATTENTION = {f"multi_head_attention.{part}.{kind}" for part in ("query", "key", "value", "attention_output") for kind in ("weight", "bias")}
NAMES = ATTENTION | {f"{layer}.{kind}" for layer in ("dense", "dense_1", "layer_normalization") for kind in ("weight", "bias")} | {"start.weight"}


def saved(shown, step):
    return load_file(pathlib.Path(shown["dir"]) / f"checkpoints/ckpt-{step}/model.safetensors")


@pytest.mark.parametrize("example, parts", [("resnet", {"block2_shortcut.weight": (32, 16, 1, 1), "block1_norm.running_mean": (16,)}),
                                            ("transformer", {"start.weight": (28, 64), "block1_attention.query.weight": (64, 64)})])
def test_the_examples_learn_from_fashion_mnist(lab, example, parts):
    few = ["train.epochs=2", "train.steps_per_epoch=8", "train.validation_steps=4", "train.data.batch_size=32"]
    events, shown = lab.finished(EXAMPLES / f"{example}.yaml", *(word for setting in few for word in ("--set", setting)))
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 16, events
    losses = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"]
    assert losses[1] < losses[0] - 0.1, "16 steps show that it learns"
    weights = saved(shown, 16)
    for name, shape in parts.items():
        assert weights[name].shape == shape, name


@pytest.mark.parametrize("kind", STRATEGIES)
def test_under_every_strategy(lab, kind):
    """The model is saved, and predicts from its checkpoint what it was evaluated to."""
    file = run_file(lab, kind, model={"layers": LAYERS}, epochs=1, steps_per_epoch=4)
    events, shown = lab.finished(file)
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 4, events
    assert set(saved(shown, 4)) == NAMES
    predicted = lab.ok("predict", events[-1]["run"], "--json").json()
    assert predicted["metrics"]["loss"] == pytest.approx(events[-1]["metrics"]["val_loss"], rel=1e-5)


def test_replicas_restarts_and_an_evaluator_change_nothing(lab):
    """Dropout inside attention, too, is a function of seed, step and sample."""
    train = {"model": {"layers": LAYERS}, "epochs": 1, "optimizer": {"adam": {}}}
    events, two = lab.finished(run_file(lab, "multi_worker_mirrored", **train))
    _, threads = lab.finished(run_file(lab, "mirrored", name="threads.yaml", **train))
    step = events[-1]["step"]
    for name, value in saved(two, step).items():
        assert numpy.allclose(value, saved(threads, step)[name], atol=1e-5), name
    file = run_file(lab, "multi_worker_mirrored", name="broken.yaml", restarts=1, checkpoint={"every": {"steps": 4}}, **train)
    spec = json.loads(file.read_text())
    spec["cluster"]["evaluator"] = ["local"]
    file.write_text(json.dumps(spec))
    broken, again = lab.finished(file, "--set", "inject={step: 10}")
    assert broken[-1]["attempts"] == 2 and broken[-1]["status"] == "succeeded", broken
    for name, value in saved(two, step).items():
        assert numpy.array_equal(value, saved(again, step)[name]), name
    assert broken[-1]["metrics"]["val_loss"] == pytest.approx(events[-1]["metrics"]["val_loss"], rel=1e-6), "by the evaluator"


def test_what_is_refused_names_the_place(lab):
    layers = json.loads(json.dumps(LAYERS))
    layers[4]["add"]["inputs"][1] = "begin"
    path = run_file(lab, model={"layers": layers})
    done = lab.cli("run", path, "--json")
    assert done.code == 3, done
    assert done.json()["error"]["problems"][0] == {
        "severity": "error", "file": str(path), "line": 1, "code": "model.inputs", "path": "train.model.layers[4].add.inputs",
        "message": "layer add takes the output of `begin`, but no layer has that name"}
