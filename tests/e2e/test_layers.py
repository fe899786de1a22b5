# SPDX-License-Identifier: Apache-2.0
"""Layers and models of a stranger under every strategy. The plugins are those of tests/e2e/consumer, which test_package.py builds as
a stranger would: `subclassed` is the network of the guide on custom training, and `gated_residual` a layer with variables of its own."""
import json
import pathlib
import shutil

import numpy
import pytest
from safetensors.numpy import load_file

from plugin_builds import built
from test_callbacks import STRATEGIES

NAMES = ("subclassed", "gated_residual", "epoch")


@pytest.fixture(scope="module")
def plugins():
    with built(*NAMES) as folder:
        yield folder


@pytest.fixture
def yard(lab, plugins):
    lab.env["TRAINYARD_PLUGIN_PATH"] = str(plugins)
    return lab


def run_file(lab, kind="one_device", name="run.yaml", checkpoint=None, restarts=0, inject=None, **train):
    strategy, cluster, _ = STRATEGIES[kind]
    spec = json.loads(lab.run_file(**train).read_text())
    spec |= {"strategy": strategy, "cluster": cluster, "on_failure": {"restarts": restarts}, "checkpoint": checkpoint or {}}
    return lab.run_file(json.dumps(spec), name=name)


def saved(shown, step):
    return load_file(pathlib.Path(shown["dir"]) / f"checkpoints/ckpt-{step}/model.safetensors")


def residual_layers(**options):
    return [{"flatten": {}}, {"dense": {"units": 32, "activation": "relu"}},
            {"plugin": {"id": "gated_residual", "options": options, "activation": "relu"}},
            {"plugin": {"id": "gated_residual", "name": "second"}}, {"dense": {"units": 10}}]


BUILT_IN = {"conv2d": "conv1", "conv2d_1": "conv2", "dense": "d1", "dense_1": "d2"}


def trained_both_ways(yard, kind, **train):
    """The guide's network as a plugin and as the built-in model: the weights of both by the plugin's names, and their ends."""
    train |= {"epochs": 1, "steps_per_epoch": 4}
    events, own = yard.finished(run_file(yard, kind, model={"plugin": "subclassed"}, **train))
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 4, events
    weights = saved(own, 4)
    assert set(weights) == {f"subclassed.{name}.{part}" for name in BUILT_IN.values() for part in ("weight", "bias")}
    other, given = yard.finished(run_file(yard, kind, name="built-in.yaml", model={"builtin": "fashion_cnn"}, **train))
    expected = {f"subclassed.{BUILT_IN[name.rpartition('.')[0]]}.{name.rpartition('.')[2]}": value
                for name, value in saved(given, 4).items()}
    return weights, expected, events[-1], other[-1]


@pytest.mark.parametrize("kind", STRATEGIES)
def test_a_subclassed_model_trains_as_the_built_in_one(yard, kind):
    """The same network, once as a list of layers and once as a plugin: the same weights to the bit, by other names. In
    float64, where both compute with libtorch's operators alone (ADR 145)."""
    weights, expected, own, given = trained_both_ways(yard, kind, precision="float64")
    if kind == "parameter_server":  # asynchronous: no two runs are the same
        return
    for name, value in expected.items():
        assert numpy.array_equal(weights[name], value), name
    assert own["metrics"] == given["metrics"]


GUIDE_LAYERS = [{"conv2d": {"filters": 32, "kernel_size": 3, "activation": "relu"}}, {"max_pooling2d": {}},
                {"conv2d": {"filters": 64, "kernel_size": 3, "activation": "relu"}}, {"max_pooling2d": {}},
                {"flatten": {}}, {"dense": {"units": 64, "activation": "relu"}}, {"dense": {"units": 10}}]


@pytest.mark.parametrize("kind", ["one_device", "mirrored", "multi_worker_mirrored"])
def test_a_subclassed_model_in_a_custom_loop(yard, kind):
    """The loop of tests/e2e/consumer/epoch: with the plugin's network the same losses as with its layers one by one, until the
    rounding of float32 (ADR 145) has grown."""
    def losses(layers, name):
        strategy, cluster, _ = STRATEGIES[kind]
        spec = json.loads(yard.run_file().read_text())
        data = {key: value for key, value in spec["train"]["data"].items() if key in ("train", "batch_size")}
        spec |= {"strategy": strategy, "cluster": cluster, "on_failure": {"restarts": 0},
                 "train": {"program": {"plugin": "epoch", "options": {"layers": layers}}, "data": data, "epochs": 1}}
        events, _ = yard.finished(yard.run_file(json.dumps(spec), name=name))
        assert events[-1]["status"] == "succeeded", events
        return [float(row[7]) for row in yard.metrics(events[-1]["run"], "--tag", "batch_loss")]

    own = losses([{"plugin": {"id": "subclassed"}}], "own.yaml")
    assert len(own) > 10 and own[-1] < own[0], own
    assert own[:8] == pytest.approx(losses(GUIDE_LAYERS, "layers.yaml")[:8], abs=1e-4)
    residual = losses(residual_layers(), "residual.yaml")
    assert residual[-1] < residual[0], residual


def test_the_built_in_one_is_as_near_as_float32_lets_it(yard):
    """Its first convolution adds up gradients in another order than libtorch's (ADR 145)."""
    weights, expected, own, given = trained_both_ways(yard, "one_device")
    for name, value in expected.items():
        numpy.testing.assert_allclose(weights[name], value, rtol=0, atol=5e-6, err_msg=name)
    assert own["metrics"] == pytest.approx(given["metrics"], abs=1e-5)


def test_shapes_and_parameters_are_known_before_the_start(yard):
    """From the manifest: nobody opens the library for it."""
    def estimate(file):
        return yard.ok("preflight", file, "--json").json()["estimate"]

    own = estimate(run_file(yard, model={"plugin": "subclassed", "options": {"units": 64}}))
    given = estimate(run_file(yard, name="built-in.yaml", model={"builtin": "fashion_cnn"}))
    assert own["parameters"] == given["parameters"] == 121_930
    assert own["layers"] == [{"name": "subclassed", "kind": "plugin", "output_shape": [10], "parameters": 121_930}]
    assert own["checkpoint_bytes"] == given["checkpoint_bytes"] and own["optimizer_bytes"] == given["optimizer_bytes"]
    layers = estimate(run_file(yard, model={"layers": residual_layers(bottleneck=8)}))["layers"]
    assert [(layer["name"], layer["parameters"]) for layer in layers[2:4]] == [
        ("gated_residual", 32 + 1 + (32 * 4 + 4) + (4 * 32 + 32)), ("second", 32 + 1 + (32 * 8 + 8) + (8 * 32 + 32))]


@pytest.mark.parametrize("kind", STRATEGIES)
def test_a_layer_with_variables_of_its_own(yard, kind):
    events, shown = yard.finished(run_file(yard, kind, model={"layers": residual_layers(gate_initializer="zeros")},
                                           epochs=2, optimizer={"adam": {}}))
    assert events[-1]["status"] == "succeeded", events
    weights = saved(shown, events[-1]["step"])
    gate = weights["gated_residual.gate"]
    assert gate.shape == (32,) and 0 < numpy.abs(gate).max() < 0.5, "trained from zeros"
    assert abs(weights["second.gate"] - 1).max() > 0, "trained from ones"
    assert weights["second.narrow.weight"].shape == (8, 32) and weights["second.passes"].shape == (1,)


def test_replicas_and_restarts_change_nothing(yard):
    """Dropout inside the plugin's layer, too, is a function of seed, step and sample."""
    train = {"model": {"layers": residual_layers(rate=0.5)}, "epochs": 1, "optimizer": {"adam": {}}}
    events, two = yard.finished(run_file(yard, "multi_worker_mirrored", **train))
    _, threads = yard.finished(run_file(yard, "mirrored", name="threads.yaml", **train))
    step = events[-1]["step"]
    for name, value in saved(two, step).items():
        if not name.endswith(".passes"):
            assert numpy.allclose(value, saved(threads, step)[name], atol=1e-5), name
    file = run_file(yard, "multi_worker_mirrored", name="broken.yaml", restarts=1, checkpoint={"every": {"steps": 4}}, **train)
    broken, again = yard.finished(file, "--set", "inject={step: 10}")
    assert broken[-1]["attempts"] == 2 and broken[-1]["status"] == "succeeded", broken
    for name, value in saved(two, step).items():
        assert numpy.array_equal(value, saved(again, step)[name]), name


def test_saved_loaded_and_predicted_like_any_model(yard):
    folder = yard.root / "model"
    events, _ = yard.finished(run_file(yard, model={"plugin": "subclassed", "options": {"units": 16}}, epochs=1, save_model=str(folder)))
    assert json.loads((folder / "model.json").read_text())["model"] == {
        "layers": [{"plugin": {"id": "subclassed", "options": {"units": 16}}}]}
    predicted = yard.ok("predict", events[-1]["run"], "--json").json()
    assert predicted["metrics"]["accuracy"] == pytest.approx(events[-1]["metrics"]["val_accuracy"])
    rate = {"optimizer": {"sgd": {"learning_rate": 0}}, "epochs": 1, "max_steps": 1}
    loaded, _ = yard.finished(run_file(yard, name="loaded.yaml", model={"saved": str(folder)}, **rate))
    assert loaded[-1]["metrics"]["val_loss"] == pytest.approx(events[-1]["metrics"]["val_loss"])


def test_what_is_refused_names_the_place(yard):
    def refused(code, words, model):
        done = yard.cli("run", run_file(yard, model=model), "--json")
        assert done.code == 3, done
        assert code in done.out and "train.model" in done.out and words in done.out, done

    refused("layer.not_found", "there is no layer `nobody` (plugins here: gated_residual, subclassed;", {"plugin": "nobody"})
    refused("layer.not_found", "there is no layer `mirrored`", {"layers": [{"plugin": {"id": "mirrored"}}]})
    refused("layer.options", "options of the plugin subclassed: unit: unknown key", {"plugin": "subclassed", "options": {"unit": 1}})
    refused("model.shape", "layer gated_residual needs (features) and gets (1, 28, 28)", {"plugin": "gated_residual"})
    refused("layer.manifest", "in the manifest of the plugin gated_residual, the initializer of gate is",
            {"layers": residual_layers(gate_initializer="none")})
    refused("layer.manifest", "in the manifest of the plugin gated_residual, layers, narrow: ", {"layers": residual_layers(bottleneck=100)})


@pytest.mark.parametrize("fail, words", [("create", "this layer cannot be created"), ("forward", "this layer cannot be used"),
                                         ("shape", "it returns (512) where its manifest says (16, 32)")])
def test_a_failure_names_the_layer(yard, fail, words):
    done = yard.cli("run", run_file(yard, "multi_worker_mirrored", model={"layers": residual_layers(fail=fail)}), "--json")
    assert done.code == 1, done
    assert f"layer gated_residual: {words}" in done.out, done


def test_a_library_that_others_can_change_is_not_opened(yard, plugins):
    other = yard.root / "plugins/subclassed"
    shutil.copytree(plugins / "subclassed", other)
    other.chmod(0o777)
    yard.env["TRAINYARD_PLUGIN_PATH"] = str(other)
    done = yard.cli("run", run_file(yard, model={"plugin": "subclassed"}), "--json")
    assert done.code in (3, 4) and "plugin.writable" in done.out, done
