# SPDX-License-Identifier: Apache-2.0
"""Models from layer lists, what trains them, and what is said of them before the run."""
import json
import pathlib

import numpy
import pytest
from safetensors.numpy import load_file

LAYERS = [
    {"conv2d": {"filters": 4, "kernel_size": 3, "padding": "same", "use_bias": False}}, "batch_normalization",
    {"activation": "relu"}, "max_pooling2d", "flatten", {"dropout": {"rate": 0.1}},
    {"dense": {"units": 16, "activation": "gelu", "kernel_regularizer": {"l2": 0.0001}}}, {"dense": {"units": 10}},
]


def file(lab, **train):
    return lab.run_file(model={"layers": LAYERS}, **train)


def test_a_layer_list_trains_and_leaves_what_pytorch_reads(lab):
    run = file(lab, optimizer={"adamw": {"learning_rate": {"cosine": {"initial_learning_rate": 0.005, "decay_steps": 32}}}},
               batch_norm="synchronized", gradient={"clip_norm": 1, "accumulate": 2}, epochs=2, steps_per_execution=3,
               save_summary_steps=2)
    events, shown = lab.finished(run)
    assert events[-1]["step"] == 16  # 512 samples, 2 replicas, 2 batches of 16 each
    steps = [int(row[4]) for row in lab.metrics(shown["run"], "--tag", "batch_loss")]
    assert steps == list(range(2, 17, 2))
    losses = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"]
    assert losses[1] < losses[0]
    saved = [event for event in events if event["event"] == "checkpoint"]
    model = load_file(saved[-1]["path"] + "/model.safetensors")
    assert {name: value.shape for name, value in model.items()} == {
        "conv2d.weight": (4, 1, 3, 3), "batch_normalization.weight": (4,), "batch_normalization.bias": (4,),
        "batch_normalization.running_mean": (4,), "batch_normalization.running_var": (4,),
        "dense.weight": (16, 784), "dense.bias": (16,), "dense_1.weight": (10, 16), "dense_1.bias": (10,)}
    assert numpy.any(model["batch_normalization.running_mean"] != 0)
    optimizer = load_file(saved[-1]["path"] + "/optimizer.safetensors")
    assert {name.rsplit(".", 1)[1] for name in optimizer} == {"exp_avg", "exp_avg_sq", "step"}
    assert optimizer["conv2d.weight.step"] == 16
    assert "measured: this process took" in lab.ok("logs", shown["run"], "--task", "worker:0").out


def test_bfloat16_learns(lab):
    events, _ = lab.finished(file(lab, precision="bfloat16", epochs=3, optimizer={"adam": {"learning_rate": 0.01}}))
    losses = [event["metrics"]["loss"] for event in events if event["event"] == "epoch"]
    assert losses[-1] < 0.8 * losses[0]


def test_float16_learns_with_a_scaled_loss(lab):
    events, shown = lab.finished(file(lab, precision="float16", epochs=3, optimizer={"adam": {"learning_rate": 0.01}}))
    epochs = [event["metrics"] for event in events if event["event"] == "epoch"]
    assert epochs[-1]["loss"] < 0.8 * epochs[0]["loss"]
    assert epochs[0]["loss_scale"] > 1 and epochs[-1]["skipped_steps"] == 0, epochs
    assert "skipped_steps" in lab.ok("logs", shown["run"], "--task", "worker:0").out
    scales = lab.ok("metrics", shown["run"], "--tag", "batch_loss_scale", "--format", "csv").out.splitlines()[1:]
    assert len(scales) == events[-1]["step"] and all(float(row.rsplit(",", 1)[1]) >= 1 for row in scales), scales
    saved = lab.ok("checkpoints", shown["run"], "--json").json()
    optimizer = load_file(saved[-1]["path"] + "/optimizer.safetensors")
    assert optimizer["loss_scale.factor"] >= 1 and optimizer["loss_scale.good_steps"] > 0


def test_gradients_that_no_scale_brings_into_float16_end_the_run(lab):
    (lab.root / "far.csv").write_text("x,label\n" + "".join(f"{i / 64},{1e7 + i}\n" for i in range(64)))
    path = lab.root / "far.json"
    path.write_text(json.dumps({
        "trainyard": 1, "name": "far",
        "train": {"model": {"layers": [{"dense": {"units": 4}}, {"dense": {"units": 1}}]}, "precision": "float16", "epochs": 9,
                  "data": {"train": {"csv": {"files": ["far.csv"], "label_dtype": "float32"}}, "batch_size": 8},
                  "loss": "mse", "metrics": [], "optimizer": "sgd"},
        "strategy": {"one_device": {}}, "cluster": {"worker": ["local"]}}))
    code, finished = lab.stream("run", path).finish()
    assert code == 1 and finished["failure"]["code"] == "loss.not_finite", finished
    assert "gradients of step 16 are NaN or infinite in float16" in finished["failure"]["message"], finished
    _, ignored = lab.stream("run", path, "--set", "on_failure.not_finite=ignore").finish()
    assert ignored["status"] == "succeeded" and ignored["metrics"]["skipped_steps"] == 1 and ignored["metrics"]["loss_scale"] == 1, ignored


def test_a_batch_beyond_the_machines_memory_is_warned_of(lab):
    told = lab.ok("preflight", file(lab), "--set", "train.data.batch_size=16777216", "--set", "train.gradient.accumulate=1000", "--json").json()
    problem, = [problem for problem in told["problems"] if problem["code"] == "memory.estimate"]
    assert problem["severity"] == "warning" and "GiB" in problem["message"], problem
    assert problem["set"].startswith("train.data.batch_size="), problem


def test_preflight_says_what_a_run_will_need(lab):
    run = file(lab)
    told = lab.ok("preflight", run, "--json").json()
    estimate = told["estimate"]
    assert [(shard["task"], shard["policy"], shard["samples"], shard["total"]) for shard in told["shards"]] == [
        ("worker:0", "data", 256, 512), ("worker:1", "data", 256, 512)]
    parameters = 36 + 16 + (784 * 16 + 16) + (16 * 10 + 10)
    assert (estimate["parameters"], estimate["weight_bytes"]) == (parameters, 4 * parameters)
    assert (estimate["replicas"], estimate["global_batch"], estimate["steps_per_epoch"], estimate["total_steps"]) == (2, 32, 16, 32)
    assert (estimate["train_samples"], estimate["validation_samples"]) == (512, 128)
    assert [layer["name"] for layer in estimate["layers"]][:3] == ["conv2d", "batch_normalization", "activation"]
    assert estimate["layers"][3]["output_shape"] == [4, 14, 14]
    assert estimate["checkpoint_bytes"] > 3 * 4 * (parameters - 8)
    events, shown = lab.finished(run)
    saved = [event for event in events if event["event"] == "checkpoint"][-1]["path"]
    # What was estimated, and what came of it.
    figures = shown["figures"]
    assert figures["parameters"] == {"estimated": parameters, "measured": parameters}
    assert figures["memory_per_replica"]["estimated"] == estimate["memory_per_replica"]
    assert estimate["memory_per_replica"] < figures["memory_per_replica"]["measured"] < 2e9
    sent = figures["bytes_per_step"]  # through shared memory as much as by a ring
    assert sent["measured"] == pytest.approx(sent["estimated"], rel=0.05), sent
    assert figures["checkpoint_bytes"]["measured"] == sum(path.stat().st_size for path in pathlib.Path(saved).iterdir())
    assert "memory per replica" in lab.ok("show", shown["run"]).out
    bytes_on_disk = sum(len(value.tobytes()) for name in ("model", "optimizer")
                        for value in load_file(f"{saved}/{name}.safetensors").values())
    assert bytes_on_disk == pytest.approx(estimate["checkpoint_bytes"], rel=0.01)
    words = lab.ok("preflight", run).out
    assert "conv2d" in words and "memory per replica" in words and words.endswith("can run\n")
    assert "shards by data: auto took data because file failed" in words and "worker:1" in words


@pytest.mark.parametrize("train, code, words", [
    ({"model": {"layers": [{"dense": {"units": 10}}]}}, "model.shape", "layer dense needs a flat input"),
    ({"loss": "mean_squared_error", "metrics": []}, "loss.labels", "mean_squared_error needs labels"),
    ({"model": {"layers": [{"dens": {}}]}}, "spec.wrong_type", "did you mean dense?"),
])
def test_what_does_not_fit_is_refused_before_the_run(lab, train, code, words):
    run = lab.run_file(**train)
    for command in ("run", "preflight"):
        refused = lab.cli(command, run, "--json")
        assert refused.code == 3, refused
        assert words in refused.err and code in refused.out, refused
    assert lab.ok("runs", "--json").json() == []
