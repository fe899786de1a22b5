# SPDX-License-Identifier: Apache-2.0
"""Weights in Keras' layout, in Keras 3 itself: models of the layers' names have exactly the variables that are exported and
compute what `predict` says, and what such models have drawn is trained with here. Needs a Python with Keras
(TRAINYARD_TF_PYTHON; tests/bench/peers/setup.sh tf makes it)."""
import os
import subprocess

import numpy
import pytest
from safetensors.numpy import load_file, save_file

from lab import LIMIT
from test_layouts import predicts_the_same
from test_layouts_torch import MODELS, run_file_of

KERAS = """
import sys
import keras
import numpy
from keras import layers


def images():
    given = keras.Input((28, 28, 1))
    x = layers.BatchNormalization()(layers.Conv2D(4, 3, padding="same", activation="relu")(given))
    x = layers.Activation("tanh")(layers.Conv2D(6, (2, 3), 3, use_bias=False, name="plain")(x))
    x = layers.LayerNormalization(center=False)(layers.Flatten()(x))
    x = layers.BatchNormalization(scale=False, name="unscaled")(layers.Dense(24, "gelu")(x))
    return given, layers.Dense(10, name="last")(x)


def sequences():
    given = keras.Input((28, 28))
    x = layers.LSTM(8, return_sequences=True)(given)
    x = layers.Add()([layers.MultiHeadAttention(2, 4)(x, x), x])
    return given, layers.Dense(10)(layers.Flatten()(layers.GRU(6, return_sequences=True)(x)))


def cross():
    given = keras.Input((28, 28))
    other = layers.Reshape((49, 16))(given)
    x = layers.LSTM(12, use_bias=False, return_sequences=True, name="plain")(given)
    x = layers.MultiHeadAttention(3, 4, name="cross")(x, other)
    return given, layers.Dense(10, use_bias=False, name="last")(layers.GRU(5, use_bias=False)(x))


def words():
    given = keras.Input((7,), dtype="int32")
    return given, layers.Dense(4)(layers.LSTM(5)(layers.Embedding(50, 6)(given)))


what, kind, file, *places = sys.argv[1:]
keras.utils.set_random_seed(7)
model = keras.Model(*globals()[kind]())
if what == "save":
    draw = numpy.random.default_rng(7)
    numpy.savez(file, **{weight.path: abs(draw.normal(0, 0.5, weight.shape)) if weight.path.endswith("variance") else
                         draw.normal(0, 0.5, weight.shape) for weight in model.weights})
else:
    weights = numpy.load(file)
    assert sorted(weight.path for weight in model.weights) == sorted(weights.files), [weight.path for weight in model.weights]
    for weight in model.weights:
        weight.assign(weights[weight.path])
    samples = numpy.load(places[0])
    samples = {"images": lambda: samples.transpose(0, 2, 3, 1), "words": lambda: samples}.get(kind, lambda: samples[:, 0])()
    numpy.save(places[1], model.predict(samples, verbose=0))
"""


def keras(*args):
    done = subprocess.run([os.environ["TRAINYARD_TF_PYTHON"], "-c", KERAS, *args], capture_output=True, timeout=LIMIT, text=True)
    assert done.returncode == 0, done.stderr


def computes_the_same(lab, kind, weights, run, samples):
    """Keras with these weights, and `predict`: each sample's most likely class and its probability."""
    numpy.savez(lab.root / "weights.npz", **weights)
    numpy.save(lab.root / "samples.npy", samples)
    keras("compute", kind, lab.root / "weights.npz", lab.root / "samples.npy", lab.root / "logits.npy")
    predicts_the_same(lab, run, numpy.load(lab.root / "logits.npy").astype("f8"))


@pytest.mark.parametrize("kind", MODELS)
def test_keras_computes_with_what_is_exported(lab, kind):
    file, samples = run_file_of(lab, kind, epochs=4, optimizer={"adam": {"learning_rate": 0.02}})
    _, shown = lab.finished(file)
    lab.ok("export", shown["run"], lab.root / "weights.safetensors", "--to", "keras")
    computes_the_same(lab, kind, load_file(lab.root / "weights.safetensors"), shown["run"], samples)


@pytest.mark.parametrize("kind", MODELS)
def test_what_keras_has_is_trained_with(lab, kind):
    """By a step of length 0: it changes nothing but the statistics of batches."""
    keras("save", kind, lab.root / "theirs.npz")
    theirs = {path: value.astype("f4") for path, value in numpy.load(lab.root / "theirs.npz").items()}
    save_file(theirs, lab.root / "theirs.safetensors")
    still = {"max_steps": 1, "optimizer": {"sgd": {"learning_rate": 0}}}
    file, samples = run_file_of(lab, kind, **still)
    lab.ok("checkpoint", "convert", lab.root / "theirs.safetensors", "--from", "keras", "--for", file, "--to", lab.root / "ours.safetensors")
    file, samples = run_file_of(lab, kind, initial_weights=str(lab.root / "ours.safetensors"), **still)
    _, shown = lab.finished(file)
    lab.ok("export", shown["run"], lab.root / "back.safetensors", "--to", "keras")
    back = load_file(lab.root / "back.safetensors")
    assert back.keys() == theirs.keys()
    for path, value in theirs.items():
        if "/moving_" not in path:
            assert numpy.array_equal(back[path], value), path
    statistics = {path: value for path, value in back.items() if "/moving_" in path}
    computes_the_same(lab, kind, theirs | statistics, shown["run"], samples)
