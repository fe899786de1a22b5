# SPDX-License-Identifier: Apache-2.0
"""Data sets of a stranger under every strategy. The plugin is that of tests/e2e/consumer, which test_package.py builds as a stranger
would: `made_points` has as many samples as its options say, dealt out to the input pipelines."""
import json
import pathlib

import numpy
import pytest
from safetensors.numpy import load_file

from plugin_builds import built
from test_callbacks import STRATEGIES


@pytest.fixture(scope="module")
def plugins():
    with built("made_points") as folder:
        yield folder


@pytest.fixture
def yard(lab, plugins):
    lab.env["TRAINYARD_PLUGIN_PATH"] = str(plugins)
    return lab


def run_file(lab, kind="one_device", name="run.yaml", options=None, inject=None, restarts=0, data=None, **train):
    strategy, cluster, _ = STRATEGIES[kind]
    spec = {
        "trainyard": 1, "name": "points",
        "train": {"model": {"layers": [{"dense": {"units": 8, "activation": "relu"}}, {"dense": {"units": 2}}]},
                  "data": {"train": {"plugin": "made_points", "options": options or {}},
                           "validation": {"plugin": "made_points", "options": {"samples": 60}}, "batch_size": 10, **(data or {})},
                  "optimizer": {"adam": {"learning_rate": 0.05}}, "epochs": 3, **train},
        "strategy": strategy, "cluster": cluster, "inject": inject or {}, "on_failure": {"restarts": restarts, "backoff_seconds": 0},
        "checkpoint": {"every": {"steps": 4}, "keep": 100}}
    path = lab.root / name
    path.write_text(json.dumps(spec))
    return path


def weights(shown, step):
    return load_file(pathlib.Path(shown["dir"]) / f"checkpoints/ckpt-{step}/model.safetensors")


@pytest.mark.parametrize("kind", STRATEGIES)
def test_fit_reads_what_a_function_of_the_input_context_makes(yard, kind):
    notes = yard.root / "notes"
    notes.mkdir()
    events, shown = yard.finished(run_file(yard, kind, options={"folder": str(notes)}))
    assert events[-1]["status"] == "succeeded", events[-1]
    assert events[-1]["metrics"]["val_accuracy"] > 0.8, events[-1]
    workers, replicas = len(STRATEGIES[kind][1]["worker"]), 1 if kind == "one_device" else 2
    said = {file.name: file.read_text() for file in notes.iterdir()}
    assert said == {f"pipeline-{i}-of-{workers}": f"{replicas} replicas, 10 samples each" for i in range(workers)}
    # 200 samples in batches of 10, on each replica; under parameter servers a step is a batch of one worker, or of all.
    steps = 20 if kind in ("one_device", "parameter_server") else 10
    assert events[-1]["step"] == 3 * steps
    said = yard.ok("predict", shown["run"], json.dumps({"plugin": "made_points", "options": {"samples": 40}}), "--json").json()
    assert said["samples"] == 40 and said["metrics"]["accuracy"] > 0.7


@pytest.mark.parametrize("shard", ["file", "data", "off"])
def test_a_restart_continues_with_the_next_sample(yard, shard):
    """An interrupted run ends with the weights of one that was not, to the bit, however the pipelines are dealt out."""
    kind, data = "multi_worker_mirrored", {"shard": shard}
    _, whole = yard.finished(run_file(yard, kind, data=data))
    events, broken = yard.finished(run_file(yard, kind, name="broken.yaml", data=data, inject={"step": 14}, restarts=1))
    assert events[-1]["status"] == "succeeded", events[-1]
    assert [event["number"] for event in events if event["event"] == "attempt"] == [1, 2]
    last = events[-1]["step"]
    for name, value in weights(whole, last).items():
        assert numpy.array_equal(value, weights(broken, last)[name]), name


def test_what_is_wrong_with_a_data_set_is_said(yard):
    def refused(code, words, options=None, plugin="made_points", **train):
        spec = json.loads(run_file(yard, options=options, **train).read_text())
        spec["train"]["data"]["train"]["plugin"] = plugin
        result = yard.cli("run", yard.run_file(json.dumps(spec)), "--json")
        assert result.code != 0, result
        assert code in result.out + result.err and words in result.out + result.err, result
        return result

    nobody = refused("dataset.not_found", "there is no data set `nobody`", plugin="nobody")
    assert nobody.code == 3 and nobody.err.count("train.data.train: ") == 1, nobody
    assert refused("dataset.options", "train.data.train.options.sampels", options={"sampels": 1}).code == 3
    refused("dataset.failed", "the data set made_points could not be made for input pipeline 0: the points are out of reach",
            options={"fail": "create"})
    refused("dataset.failed", "the data set made_points failed at sample 2 of input pipeline 0", options={"fail": "sample"})
    refused("dataset.shape", "the data set made_points has features of shape [1], its manifest says [4]", options={"fail": "shape"})
    listed = yard.ok("plugins", "--json").json()
    assert "made_points" in json.dumps(listed)
