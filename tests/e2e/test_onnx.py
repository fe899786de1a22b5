# SPDX-License-Identifier: Apache-2.0
"""`export --to onnx`: onnxruntime computes what `predict` computes."""
import gzip
import json

import numpy
import onnxruntime
import pytest
from safetensors.numpy import load_file, save_file

from lab import EXAMPLES

ACTIVATIONS = ["relu6", "leaky_relu", "elu", "selu", "gelu", "silu", "hard_sigmoid", "softplus", "softsign", "exponential", "tanh", "log_softmax", "softmax", "sigmoid"]
IMAGES = [
    {"rescaling": {"scale": 2.0, "offset": -1}}, {"normalization": {"mean": 0.1, "variance": 0.8}},
    {"conv2d": {"filters": 4, "kernel_size": 3, "padding": "same", "strides": 2, "activation": "relu"}}, "batch_normalization",
    {"max_pooling2d": {"pool_size": 3, "padding": "same", "strides": 2}}, {"average_pooling2d": {"pool_size": 2, "padding": "same", "strides": 1}},
    "layer_normalization", {"conv2d": {"filters": 3, "kernel_size": [2, 3], "use_bias": False, "activation": "softmax"}}, "flatten",
    {"dense": {"units": 24}}, *(layer for word in ACTIVATIONS for layer in ({"activation": word}, "layer_normalization")), {"dropout": {"rate": 0.3}}, {"reshape": {"target_shape": [6, 4]}},
    {"dense": {"units": 5}}, {"lstm": {"units": 5, "return_sequences": True}}, {"batch_normalization": {"scale": False}},
    {"layer_normalization": {"center": False}}, {"gru": {"units": 6, "return_sequences": True}}, {"gru": {"units": 7, "use_bias": False}},
    {"dense": {"units": 10}},
]


# What the examples do not have: attention of other sequences, without a view of later steps; all that merges.
GRAPH = [
    {"reshape": {"target_shape": [28, 28], "name": "rows"}}, {"dense": {"units": 12}}, {"positional_embedding": {"name": "start"}},
    {"multi_head_attention": {"num_heads": 2, "key_dim": 8, "value_dim": 3, "use_causal_mask": True, "name": "own"}},
    {"reshape": {"target_shape": [49, 16], "inputs": "input", "name": "other"}}, {"dense": {"units": 6, "name": "keys"}},
    {"multi_head_attention": {"num_heads": 3, "key_dim": 4, "use_bias": False, "inputs": ["own", "other", "keys"], "name": "cross"}},
    {"multi_head_attention": {"num_heads": 1, "key_dim": 4, "use_causal_mask": True, "inputs": ["own", "other"], "name": "causal"}},
    {"add": {"inputs": ["own", "cross", "causal", "start"]}}, {"activation": {"activation": "tanh", "name": "gate"}},
    {"multiply": {"inputs": ["gate", "add", "cross"]}}, "layer_normalization", {"global_average_pooling1d": {"name": "mean"}},
    {"global_max_pooling1d": {"inputs": "layer_normalization", "name": "peak"}}, {"concatenate": {"inputs": ["mean", "peak", "mean"]}},
    {"dense": {"units": 10}}]


def outputs(path, images):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    assert session.get_modelmeta().custom_metadata_map["trainyard.step"] == "8"
    return session.run(["output"], {"input": images})[0]


def images_of(run_file):
    """The validation images as the model gets them."""
    spec = json.loads(open(run_file, encoding="utf-8").read())
    images = spec["train"]["data"]["validation"]["idx"]["images"]
    return numpy.frombuffer(gzip.open(images, "rb").read()[16:], numpy.uint8).reshape(-1, 1, 28, 28)


def agrees(lab, shown, path, images):
    """What `export` says of the run's model, which computes in onnxruntime what `predict` says."""
    said = lab.ok("export", shown["run"], path, "--to", "onnx", "--json").json()
    assert said["step"] == 8 and said["path"] == str(path), said
    logits = outputs(path, (images / 255).astype(numpy.float32))
    assert logits.std(0).min() > 1e-3, "it depends on the image"
    p = numpy.exp(logits - logits.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    told = lab.ok("predict", shown["run"], "--json", "--worst", "100").json()
    assert told["worst"]
    for sample in told["worst"]:
        assert p[sample["index"], sample["predicted"]] == pytest.approx(sample["probability"], abs=1e-5)
    return said


@pytest.mark.parametrize("example", ["resnet", "transformer"])
def test_the_examples_that_are_graphs_agree(lab, example):
    """On data of our own, so that the images are known here."""
    file = lab.run_file()
    data = json.dumps(json.loads(file.read_text())["train"]["data"])
    _, shown = lab.finished(EXAMPLES / f"{example}.yaml", "--set", f"train.data={data}", "--set", "train.max_steps=8", "--set", "cluster.worker=[local]")
    agrees(lab, shown, lab.root / "example.onnx", images_of(file))


def test_a_graph_with_all_that_merges_agrees(lab):
    file = lab.run_file(model={"layers": GRAPH}, max_steps=8)
    _, shown = lab.finished(file)
    agrees(lab, shown, lab.root / "graph.onnx", images_of(file))


def test_a_model_computes_in_onnxruntime_what_it_computes_here(lab):
    file = lab.run_file(model={"layers": IMAGES}, max_steps=8)
    _, shown = lab.finished(file)
    path = lab.root / "a model.onnx"
    said = agrees(lab, shown, path, images_of(file))
    # The checkpoint by its folder, and a file that is there.
    assert lab.ok("export", said["checkpoint"], lab.root / "same.onnx", "--to", "onnx").code == 0
    assert (lab.root / "same.onnx").read_bytes() == path.read_bytes()
    there = lab.cli("export", shown["run"], path, "--to", "onnx")
    assert there.code == 3 and "a model.onnx" in there.err, there


def test_what_cannot_be_exported_is_said(lab):
    file = lab.run_file(max_steps=8)
    _, shown = lab.finished(file)
    folder = lab.ok("export", shown["run"], lab.root / "x.onnx", "--to", "onnx", "--json").json()["checkpoint"]
    for source, code, words in (("no-such-run-1", 3, "no-such-run-1"), (lab.root / "nowhere", 3, "nowhere"), (lab.root, 3, str(lab.root))):
        result = lab.cli("export", source, lab.root / "y.onnx", "--to", "onnx", "--json")
        assert result.code == code and words in result.json()["error"]["message"], result
    assert lab.cli("export", shown["run"], shown["run"], lab.root / "y.onnx", "--to", "onnx").code == 2
    weights = load_file(folder + "/model.safetensors")
    save_file({name: value + 1 for name, value in weights.items()}, folder + "/model.safetensors")
    damaged = lab.cli("export", shown["run"], lab.root / "y.onnx", "--to", "onnx")
    assert damaged.code == 1 and "model.safetensors" in damaged.err, damaged
    assert not (lab.root / "y.onnx").exists()
