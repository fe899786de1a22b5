# SPDX-License-Identifier: Apache-2.0
"""Weights in the layouts of PyTorch and Keras: computed with as those frameworks do, in numpy, they give what `predict` says."""

import numpy
import pytest
from safetensors.numpy import load_file

from test_onnx import images_of

IMAGES = [{"conv2d": {"filters": 4, "kernel_size": 3, "strides": 3, "activation": "relu"}}, "batch_normalization", "flatten", "layer_normalization",
          {"dense": {"units": 10}}]
SEQUENCES = [{"reshape": {"target_shape": [28, 28]}}, {"lstm": {"units": 5, "return_sequences": True}},
             {"multi_head_attention": {"num_heads": 1, "key_dim": 5}}, {"gru": {"units": 6}}, {"dense": {"units": 10}}]
EPSILON = 1e-3


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def softmax(x):
    p = numpy.exp(x - x.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True)


def predicts_the_same(lab, run, logits):
    """`predict` gives the probabilities of another framework's logits, (samples, classes), for the samples that it names."""
    assert logits.std(0).max() > 1e-2, "it depends on the sample"
    p = softmax(logits)
    told = lab.ok("predict", run, "--json", "--worst", "1000").json()["worst"]
    assert len(told) > 20, told
    for sample in told:
        assert p[sample["index"], sample["predicted"]] == pytest.approx(sample["probability"], abs=1e-5)
        assert p[sample["index"]].max() == pytest.approx(sample["probability"], abs=1e-5)


def keras_images(w, x):
    """With the channels last, as Keras computes it."""
    x = x.transpose(0, 2, 3, 1)
    kernel = w["conv2d/kernel"]
    windows = numpy.lib.stride_tricks.sliding_window_view(x, (3, 3), (1, 2))[:, ::3, ::3]
    x = numpy.maximum(numpy.einsum("nhwcij,ijco->nhwo", windows, kernel) + w["conv2d/bias"], 0)
    norm = {part: w[f"batch_normalization/{part}"] for part in ("gamma", "beta", "moving_mean", "moving_variance")}
    x = (x - norm["moving_mean"]) / numpy.sqrt(norm["moving_variance"] + EPSILON) * norm["gamma"] + norm["beta"]
    x = x.reshape(len(x), -1)
    x = (x - x.mean(1, keepdims=True)) / numpy.sqrt(x.var(1, keepdims=True) + EPSILON)
    x = x * w["layer_normalization/gamma"] + w["layer_normalization/beta"]
    return x @ w["dense/kernel"] + w["dense/bias"]


def keras_sequences(w, x):
    x = x[:, 0]
    h = c = numpy.zeros((len(x), 5))
    steps = []
    for t in range(28):
        i, f, g, o = numpy.split(x[:, t] @ w["lstm/lstm_cell/kernel"] + h @ w["lstm/lstm_cell/recurrent_kernel"] + w["lstm/lstm_cell/bias"], 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * numpy.tanh(g)
        h = sigmoid(o) * numpy.tanh(c)
        steps.append(h)
    x = numpy.stack(steps, 1)

    def projected(part):
        return numpy.einsum("ntf,fhw->nthw", x, w[f"multi_head_attention/{part}/kernel"]) + w[f"multi_head_attention/{part}/bias"]

    scores = softmax(numpy.einsum("nqhw,nkhw->nhqk", projected("query"), projected("key")) / numpy.sqrt(5))
    x = numpy.einsum("nhqk,nkhw->nqhw", scores, projected("value"))
    x = numpy.einsum("nqhw,hwf->nqf", x, w["multi_head_attention/attention_output/kernel"]) + w["multi_head_attention/attention_output/bias"]
    h = numpy.zeros((len(x), 6))
    for t in range(28):  # reset_after, Keras' default
        zx, rx, nx = numpy.split(x[:, t] @ w["gru/gru_cell/kernel"] + w["gru/gru_cell/bias"][0], 3, 1)
        zh, rh, nh = numpy.split(h @ w["gru/gru_cell/recurrent_kernel"] + w["gru/gru_cell/bias"][1], 3, 1)
        z = sigmoid(zx + zh)
        h = z * h + (1 - z) * numpy.tanh(nx + sigmoid(rx + rh) * nh)
    return h @ w["dense/kernel"] + w["dense/bias"]


def pytorch_images(w, x):
    windows = numpy.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))[:, :, ::3, ::3]
    x = numpy.einsum("nchwij,ocij->nohw", windows, w["conv2d.weight"]) + w["conv2d.bias"][:, None, None]
    assert w["batch_normalization.num_batches_tracked"].dtype == numpy.int64
    norm = {part: w[f"batch_normalization.{part}"][:, None, None] for part in ("weight", "bias", "running_mean", "running_var")}
    x = (numpy.maximum(x, 0) - norm["running_mean"]) / numpy.sqrt(norm["running_var"] + EPSILON) * norm["weight"] + norm["bias"]
    x = x.reshape(len(x), -1)
    x = (x - x.mean(1, keepdims=True)) / numpy.sqrt(x.var(1, keepdims=True) + EPSILON)
    return (x * w["layer_normalization.weight"] + w["layer_normalization.bias"]) @ w["dense.weight"].T + w["dense.bias"]


def pytorch_sequences(w, x):
    """The formulas of torch.nn.LSTM, MultiheadAttention and GRU."""
    x = x[:, 0]
    h = c = numpy.zeros((len(x), 5))
    steps = []
    for t in range(28):
        gates = x[:, t] @ w["lstm.weight_ih_l0"].T + w["lstm.bias_ih_l0"] + h @ w["lstm.weight_hh_l0"].T + w["lstm.bias_hh_l0"]
        i, f, g, o = numpy.split(gates, 4, 1)
        c = sigmoid(f) * c + sigmoid(i) * numpy.tanh(g)
        h = sigmoid(o) * numpy.tanh(c)
        steps.append(h)
    x = numpy.stack(steps, 1)
    q, k, v = numpy.split(x @ w["multi_head_attention.in_proj_weight"].T + w["multi_head_attention.in_proj_bias"], 3, 2)
    x = softmax(numpy.einsum("nqw,nkw->nqk", q, k) / numpy.sqrt(5)) @ v
    x = x @ w["multi_head_attention.out_proj.weight"].T + w["multi_head_attention.out_proj.bias"]
    h = numpy.zeros((len(x), 6))
    for t in range(28):
        rx, zx, nx = numpy.split(x[:, t] @ w["gru.weight_ih_l0"].T + w["gru.bias_ih_l0"], 3, 1)
        rh, zh, nh = numpy.split(h @ w["gru.weight_hh_l0"].T + w["gru.bias_hh_l0"], 3, 1)
        z = sigmoid(zx + zh)
        h = (1 - z) * numpy.tanh(nx + sigmoid(rx + rh) * nh) + z * h
    return h @ w["dense.weight"].T + w["dense.bias"]


@pytest.mark.parametrize("layers, computed", [
    (IMAGES, {"keras": keras_images, "pytorch": pytorch_images}), (SEQUENCES, {"keras": keras_sequences, "pytorch": pytorch_sequences})],
    ids=["images", "sequences"])
def test_other_frameworks_compute_the_same(lab, layers, computed):
    file = lab.run_file(model={"layers": layers}, max_steps=8, precision="float64")
    _, shown = lab.finished(file)
    told = lab.ok("predict", shown["run"], "--json", "--worst", "100").json()["worst"]
    images = images_of(file) / 255
    for layout, logits_of in computed.items():
        path, back = lab.root / f"{layout}.safetensors", lab.root / f"{layout}-back.safetensors"
        said = lab.ok("export", shown["run"], path, "--to", layout, "--json").json()
        logits = logits_of(load_file(path), images)
        assert logits.std(0).min() > 1e-4, "it depends on the image"
        p = softmax(logits)
        for sample in told:
            assert p[sample["index"], sample["predicted"]] == pytest.approx(sample["probability"], abs=1e-6), layout
        # The way back, with the checkpoint's model and with the run file's.
        lab.ok("checkpoint", "convert", path, "--from", layout, "--for", said["checkpoint"], "--to", back)
        with open(f"{said['checkpoint']}/model.safetensors", "rb") as own:
            assert back.read_bytes() == own.read()
        lab.ok("checkpoint", "convert", path, "--from", layout, "--for", file, "--to", lab.root / f"{layout}-again.safetensors")
        assert (lab.root / f"{layout}-again.safetensors").read_bytes() == back.read_bytes()


def test_what_cannot_be_converted_is_said(lab):
    _, shown = lab.finished(lab.run_file(model={"layers": IMAGES}, max_steps=1))
    folder = lab.ok("export", shown["run"], lab.root / "keras", "--to", "keras", "--json").json()["checkpoint"]
    refused = lab.cli("checkpoint", "convert", lab.root / "keras", "--from", "pytorch", "--for", folder, "--to", lab.root / "x", "--json")
    error = refused.json()["error"]
    assert refused.code in (2, 3) and error["code"] == "weights.mismatch" and "conv2d.weight is missing" in error["message"], refused
    taken = lab.cli("export", folder, lab.root / "keras", "--to", "pytorch", "--json")
    assert taken.code == 3 and taken.json()["error"]["code"] == "export.exists", taken
    assert not (lab.root / "x").exists()
