# SPDX-License-Identifier: Apache-2.0
"""Weights in PyTorch's layout, in PyTorch itself: modules of the layers' names load them strictly and compute what `predict`
says, and what such modules have saved is trained with here. Needs a Python with torch and safetensors (TRAINYARD_TORCH_PYTHON;
tests/bench/peers/setup.sh torch makes it)."""
import json
import os
import subprocess

import numpy
import pytest
from safetensors.numpy import load_file

from lab import LIMIT
from test_layouts import predicts_the_same
from test_onnx import images_of

IMAGES = [{"conv2d": {"filters": 4, "kernel_size": 3, "padding": "same", "activation": "relu"}}, "batch_normalization",
          {"conv2d": {"filters": 6, "kernel_size": [2, 3], "strides": 3, "use_bias": False, "name": "plain"}}, {"activation": {"activation": "tanh"}},
          "flatten", {"layer_normalization": {"center": False}}, {"dense": {"units": 24, "activation": "gelu"}},
          {"batch_normalization": {"name": "unscaled", "scale": False}}, {"dense": {"units": 10, "name": "last"}}]
SEQUENCES = [{"reshape": {"target_shape": [28, 28]}}, {"lstm": {"units": 8, "return_sequences": True}},
             {"multi_head_attention": {"num_heads": 2, "key_dim": 4}}, {"add": {"inputs": ["multi_head_attention", "lstm"]}},
             {"gru": {"units": 6, "return_sequences": True}}, "flatten", {"dense": {"units": 10}}]
CROSS = [{"reshape": {"target_shape": [28, 28], "name": "rows"}}, {"lstm": {"units": 12, "use_bias": False, "return_sequences": True, "name": "plain"}},
         {"reshape": {"target_shape": [49, 16], "inputs": "input", "name": "other"}},
         {"multi_head_attention": {"num_heads": 3, "key_dim": 4, "inputs": ["plain", "other"], "name": "cross"}},
         {"gru": {"units": 5, "use_bias": False}}, {"dense": {"units": 10, "use_bias": False, "name": "last"}}]
WORDS = [{"embedding": {"input_dim": 50, "output_dim": 6}}, {"lstm": {"units": 5}}, {"dense": {"units": 4}}]
MODELS = {"images": IMAGES, "sequences": SEQUENCES, "cross": CROSS, "words": WORDS}

MODULES = """
import sys
import numpy
import torch
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional

EPSILON = 1e-3  # Keras' default, which is the layers' here


class Images(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv2d, self.batch_normalization = nn.Conv2d(1, 4, 3, padding="same"), nn.BatchNorm2d(4, EPSILON)
        self.plain, self.layer_normalization = nn.Conv2d(4, 6, (2, 3), 3, bias=False), nn.LayerNorm(6 * 9 * 9, EPSILON)
        self.dense, self.unscaled, self.last = nn.Linear(6 * 9 * 9, 24), nn.BatchNorm1d(24, EPSILON), nn.Linear(24, 10)

    def forward(self, x):
        x = torch.tanh(self.plain(self.batch_normalization(functional.relu(self.conv2d(x)))))
        return self.last(self.unscaled(functional.gelu(self.dense(self.layer_normalization(x.flatten(1))))))


class Sequences(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.gru = nn.LSTM(28, 8, batch_first=True), nn.GRU(8, 6, batch_first=True)
        self.multi_head_attention, self.dense = nn.MultiheadAttention(8, 2, batch_first=True), nn.Linear(28 * 6, 10)

    def forward(self, x):
        x, _ = self.lstm(x[:, 0])
        x = x + self.multi_head_attention(x, x, x)[0]
        return self.dense(self.gru(x)[0].flatten(1))


class Cross(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = nn.LSTM(28, 12, bias=False, batch_first=True)
        self.cross = nn.MultiheadAttention(12, 3, kdim=16, vdim=16, batch_first=True)
        self.gru, self.last = nn.GRU(12, 5, bias=False, batch_first=True), nn.Linear(5, 10, bias=False)

    def forward(self, x):
        other = x.reshape(-1, 49, 16)
        x, _ = self.cross(self.plain(x[:, 0])[0], other, other)
        return self.last(self.gru(x)[0][:, -1])


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.lstm, self.dense = nn.Embedding(50, 6), nn.LSTM(6, 5, batch_first=True), nn.Linear(5, 4)

    def forward(self, x):
        return self.dense(self.lstm(self.embedding(x))[0][:, -1])


what, kind, file, *places = sys.argv[1:]
torch.manual_seed(7)
model = {"images": Images, "sequences": Sequences, "cross": Cross, "words": Words}[kind]().eval()
if what == "save":
    constants = {"layer_normalization.bias": 0, "unscaled.weight": 1}  # what the layers here do not have
    for name, value in model.named_parameters():
        nn.init.constant_(value, constants[name]) if name in constants else nn.init.normal_(value, std=0.5)
    save_file(model.state_dict(), file)
else:
    model.load_state_dict(load_file(file), strict=True)
    with torch.no_grad():
        numpy.save(places[1], model(torch.from_numpy(numpy.load(places[0]))).numpy())
"""


def torch(*args):
    subprocess.run([os.environ["TRAINYARD_TORCH_PYTHON"], "-c", MODULES, *args], check=True, timeout=LIMIT)


def run_file_of(lab, kind, **train):
    """A run file, and the validation samples as the model gets them."""
    if kind != "words":
        file = lab.run_file(model={"layers": MODELS[kind]}, **train)
        return file, (images_of(file) / 255).astype("f4")
    draw = numpy.random.default_rng(3)
    data = {}
    for split, count in (("train", 256), ("validation", 96)):
        words = draw.integers(0, 50, (count, 7))
        numpy.save(lab.root / f"{split}-words.npy", words)
        numpy.save(lab.root / f"{split}-labels.npy", words.sum(1) % 4)
        data[split] = {"npy": {"features": f"{split}-words.npy", "labels": f"{split}-labels.npy"}}
    return lab.run_file(model={"layers": WORDS}, data=data | {"batch_size": 16}, **train), words


def computes_the_same(lab, kind, file, run, samples):
    """PyTorch with the weights in `file`, and `predict`: each sample's most likely class and its probability."""
    numpy.save(lab.root / "samples.npy", samples)
    torch("compute", kind, file, lab.root / "samples.npy", lab.root / "logits.npy")
    predicts_the_same(lab, run, numpy.load(lab.root / "logits.npy").astype("f8"))


@pytest.mark.parametrize("kind", MODELS)
def test_pytorch_loads_what_is_exported(lab, kind):
    file, samples = run_file_of(lab, kind, epochs=4, optimizer={"adam": {"learning_rate": 0.02}})
    _, shown = lab.finished(file)
    lab.ok("export", shown["run"], lab.root / "weights.safetensors", "--to", "pytorch")
    computes_the_same(lab, kind, lab.root / "weights.safetensors", shown["run"], samples)


@pytest.mark.parametrize("kind", MODELS)
def test_what_pytorch_saves_is_trained_with(lab, kind):
    """By a step of length 0: it changes nothing but the statistics of batches."""
    torch("save", kind, lab.root / "theirs.safetensors")
    file, samples = run_file_of(lab, kind, max_steps=1, optimizer={"sgd": {"learning_rate": 0}})
    lab.ok("checkpoint", "convert", lab.root / "theirs.safetensors", "--from", "pytorch", "--for", file, "--to", lab.root / "ours.safetensors")
    file, samples = run_file_of(lab, kind, max_steps=1, optimizer={"sgd": {"learning_rate": 0}}, initial_weights=str(lab.root / "ours.safetensors"))
    _, shown = lab.finished(file)
    lab.ok("export", shown["run"], lab.root / "back.safetensors", "--to", "pytorch")
    theirs, back = load_file(lab.root / "theirs.safetensors"), load_file(lab.root / "back.safetensors")
    for name, value in theirs.items():
        if "running_" in name or "num_batches" in name or "bias_" in name and "lstm" in name:
            continue  # of an LSTM the sum of both biases counts
        assert numpy.array_equal(back[name], value), name
    computes_the_same(lab, kind, lab.root / "back.safetensors", shown["run"], samples)
    if "batch_normalization.weight" not in theirs:
        computes_the_same(lab, kind, lab.root / "theirs.safetensors", shown["run"], samples)
