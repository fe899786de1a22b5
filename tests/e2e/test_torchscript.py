# SPDX-License-Identifier: Apache-2.0
"""Models that are TorchScript modules: trusted by their hash, loaded by workers alone, trained, saved, continued."""
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import time

import numpy
import pytest
from safetensors.numpy import load_file

from lab import BIN
from test_onnx import images_of

VARIABLES = {"hidden", "square", "last", "norm.weight", "norm.bias"}
BUFFERS = {"fixed", "norm.running_mean", "norm.running_var", "norm.num_batches_tracked"}
ONE = {"strategy": {"one_device": {}}, "cluster": {}}
STRATEGIES = {"one_device": ONE, "mirrored": {"strategy": {"mirrored": {"replicas": 2}}, "cluster": {}},
              "multi_worker_mirrored": {"strategy": {"multi_worker_mirrored": {}}, "cluster": {"worker": ["local", "local"]}}}


def module(lab, kind="net"):
    path = lab.root / f"{kind}.pt"
    subprocess.run([BIN.parent / "tests/make_script", path, kind], check=True)
    return path


def run_file(lab, path, kind="one_device", **train):
    file = lab.run_file(**{"model": {"torchscript": str(path)}, "epochs": 1, **train})
    spec = json.loads(file.read_text()) | STRATEGIES[kind]
    file.write_text(json.dumps(spec))
    return file


def trusted(lab, kind="net"):
    path = module(lab, kind)
    lab.ok("plugins", "trust", path, "--yes")
    return path


def saved(folder):
    return load_file(pathlib.Path(folder) / "model.safetensors")


def labels_of(file):
    path = json.loads(file.read_text())["train"]["data"]["validation"]["idx"]["labels"]
    return numpy.frombuffer(gzip.open(path, "rb").read()[8:], numpy.uint8)


def loss_of(weights, file):
    """What the module computes, in numpy: the mean loss over the validation samples."""
    x = images_of(file).reshape(-1, 784) / 255
    x = x @ weights["hidden"].T
    x = (x - weights["norm.running_mean"]) / numpy.sqrt(weights["norm.running_var"] + 1e-5) * weights["norm.weight"] + weights["norm.bias"]
    x = numpy.maximum(x, 0) + weights["fixed"]
    logits = numpy.tanh(x @ weights["square"].T) @ weights["square"].T @ weights["last"].T
    labels = labels_of(file)
    return float(numpy.mean(numpy.log(numpy.exp(logits).sum(1)) - logits[numpy.arange(len(labels)), labels]))


@pytest.mark.parametrize("kind", STRATEGIES)
def test_it_trains_and_is_measured_under(lab, kind):
    file = run_file(lab, trusted(lab), kind, epochs=2)
    events, shown = lab.finished(file)
    losses = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"]
    assert events[-1]["status"] == "succeeded" and losses[1] < losses[0] - 0.02, events
    weights = saved(f"{shown['dir']}/checkpoints/ckpt-{events[-1]['step']}")
    assert set(weights) == VARIABLES | BUFFERS
    assert (weights["fixed"] == 0.5).all(), "it is not trained"
    assert weights["norm.num_batches_tracked"] == events[-1]["step"]
    told = lab.ok("predict", shown["run"], "--json").json()["metrics"]["loss"]
    assert told == pytest.approx(events[-1]["metrics"]["val_loss"], rel=1e-5)
    assert told == pytest.approx(loss_of(weights, file), abs=1e-4)


def test_a_restart_an_evaluator_and_a_saved_model_change_nothing(lab):
    path = trusted(lab)
    train = {"epochs": 2, "optimizer": {"adam": {}}}
    often = "checkpoint={every: {steps: 4}}"  # statistics are averaged before each
    events, whole = lab.finished(run_file(lab, path, "multi_worker_mirrored", **train), "--set", often)
    step, place = events[-1]["step"], lab.root / "saved"
    file = run_file(lab, path, "multi_worker_mirrored", save_model=str(place), **train)
    spec = json.loads(file.read_text()) | {"cluster": {"worker": ["local", "local"], "evaluator": ["local"]}, "on_failure": {"restarts": 1}, "inject": {"step": 10}}
    file.write_text(json.dumps(spec))
    broken, again = lab.finished(file, "--set", often)
    assert broken[-1]["attempts"] == 2 and broken[-1]["status"] == "succeeded", broken
    one, two = (saved(f"{shown['dir']}/checkpoints/ckpt-{step}") for shown in (whole, again))
    for name, value in one.items():
        assert numpy.array_equal(value, two[name]), name
    assert broken[-1]["metrics"]["val_loss"] == pytest.approx(events[-1]["metrics"]["val_loss"], rel=1e-6), "by the evaluator"
    # What is saved: the values, and which module they are for.
    assert json.loads((place / "model.json").read_text())["model"] == {"torchscript": str(path)}
    assert set(saved(place)) == VARIABLES | BUFFERS
    more, _ = lab.finished(run_file(lab, path, model={"saved": str(place)}, epochs=1))
    first = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"][0]
    assert more[-1]["metrics"]["loss"] < first - 0.1, "it continues from the saved values"


def refused(lab, file, code, *words, within=10):
    begun = time.monotonic()
    done = lab.cli("run", file, "--json")
    assert done.code == 3 and time.monotonic() - begun < within, done
    problems = done.json()["error"]["problems"]
    assert [one["code"] for one in problems if one["severity"] == "error"] == [code], problems
    for word in words:
        assert str(word) in done.out, done
    assert lab.ok("runs", "--json").json() == []


def test_nothing_is_loaded_without_trust(lab):
    path = module(lab)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    refused(lab, run_file(lab, path), "torchscript.not_trusted", before, "plugins trust")
    asked = lab.cli("plugins", "trust", path)
    assert asked.code == 3 and "--yes" in asked.err, asked
    said = lab.ok("plugins", "trust", path, "--yes", "--json").json()
    assert said == {"id": str(path), "kind": "torchscript", "file": str(path), "sha256": before}
    assert said | {"trusted": True} in lab.ok("plugins", "--json").json()
    module(lab, "five").rename(path)
    after = hashlib.sha256(path.read_bytes()).hexdigest()
    refused(lab, run_file(lab, path), "torchscript.changed", before, after)
    assert said | {"trusted": False} in lab.ok("plugins", "--json").json()
    by_hand = subprocess.run([BIN / "trainyard-worker", run_file(lab, path)], env=lab.env, cwd=lab.root, capture_output=True, text=True)
    assert by_hand.returncode == 3 and after in by_hand.stderr, by_hand
    lab.ok("plugins", "distrust", path)
    refused(lab, run_file(lab, path), "torchscript.not_trusted", after)


def test_files_that_are_no_module_are_refused(lab):
    whole = module(lab)
    bad = {}
    for name, text in (("text.pt", b"weights"), ("cut.pt", whole.read_bytes()[:-3000]), ("empty.pt", b"")):
        (lab.root / name).write_bytes(text)
        bad[name] = "torchscript.file"
    os.mkfifo(lab.root / "fifo.pt")
    (lab.root / "huge.pt").touch()
    os.truncate(lab.root / "huge.pt", 1 << 40)
    for name, code in (bad | {"fifo.pt": "file.not_regular", "huge.pt": "resource_exhausted", "none.pt": "not_found"}).items():
        refused(lab, run_file(lab, lab.root / name), code, name, within=2)
        begun = time.monotonic()
        done = lab.cli("plugins", "trust", lab.root / name, "--yes")
        assert done.code in (1, 3) and name in done.err and time.monotonic() - begun < 2, done


def test_modules_that_do_not_fit_are_refused_before_the_run(lab):
    refused(lab, run_file(lab, trusted(lab, "five")), "model.classes", "10 classes", within=5)
    refused(lab, run_file(lab, trusted(lab, "narrow")), "torchscript.forward", "narrow.pt", within=5)
    refused(lab, run_file(lab, trusted(lab, "frozen")), "torchscript.frozen", "frozen.pt", within=5)
    file = run_file(lab, trusted(lab))
    spec = json.loads(file.read_text()) | {"strategy": {"parameter_server": {}}, "cluster": {"chief": ["local"], "worker": ["local"], "ps": ["local"]}}
    file.write_text(json.dumps(spec))
    refused(lab, file, "coordinated.unused_key", "train.model")
