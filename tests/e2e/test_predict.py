# SPDX-License-Identifier: Apache-2.0
"""`predict`: a checkpoint put to use, against numbers that numpy computes from its file."""
import gzip
import os
import pickle
import struct
import zlib

import numpy
import pytest
from safetensors.numpy import load_file

from lab import Lab


@pytest.fixture(scope="module")
def lab():
    with Lab() as one:
        yield one


@pytest.fixture(scope="module")
def trained(lab):
    """The last event of a run that has ended, and its newest checkpoint."""
    events, _ = lab.finished(lab.run_file())
    assert events[-1]["status"] == "succeeded"
    checkpoint = [event["path"] for event in events if event["event"] == "checkpoint"][-1]
    return events[-1], checkpoint


def idx(lab, count, seed):
    image_file, label_file = lab.idx(count, seed)
    images = numpy.frombuffer(gzip.decompress(image_file.read_bytes())[16:], numpy.uint8).reshape(count, 28, 28)
    labels = numpy.frombuffer(gzip.decompress(label_file.read_bytes())[8:], numpy.uint8)
    return f"{{idx: {{images: {image_file}, labels: {label_file}}}}}", images, labels


def probabilities(checkpoint, images):
    weights = load_file(f"{checkpoint}/model.safetensors")
    values = images.reshape(len(images), -1).astype(numpy.float32) / numpy.float32(255)
    names = sorted({name.rsplit(".", 1)[0] for name in weights}, key=lambda name: (len(name), name))
    for name in names:
        values = values @ weights[name + ".weight"].T + weights[name + ".bias"]
        if name != names[-1]:
            values = numpy.maximum(values, 0)
    values = numpy.exp(values - values.max(1, keepdims=True))
    return values / values.sum(1, keepdims=True)


def png(path, image):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    header = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def test_a_run_s_own_validation_data(lab, trained):
    """The newest checkpoint gives what the run itself ended with."""
    finished, checkpoint = trained
    said = lab.ok("predict", finished["run"], "--json").json()
    assert said["checkpoint"] == checkpoint
    assert said["metrics"]["loss"] == pytest.approx(finished["metrics"]["val_loss"], rel=1e-6)
    assert said["metrics"]["accuracy"] == pytest.approx(finished["metrics"]["val_accuracy"])
    assert sum(map(sum, said["confusion"])) == said["samples"]


def test_other_data_and_the_worst_of_them(lab, trained):
    finished, checkpoint = trained
    data, images, labels = idx(lab, 77, 9)
    said = lab.ok("predict", checkpoint, data, "--worst", "5", "--json").json()
    p = probabilities(checkpoint, images)
    confusion = numpy.zeros((10, 10), int)
    for label, predicted in zip(labels, p.argmax(1)):
        confusion[label, predicted] += 1
    assert said["confusion"] == confusion.tolist()
    losses = -numpy.log(p[numpy.arange(len(labels)), labels])
    assert said["metrics"]["loss"] == pytest.approx(losses.mean(), rel=1e-5)
    assert [one["index"] for one in said["worst"]] == numpy.argsort(-losses, kind="stable")[:5].tolist()
    words = lab.ok("predict", finished["run"], data, "--limit", "10").out
    assert words.startswith("10 samples, ") and "Rows are labels" in words


def test_pictures_that_nobody_has_labelled(lab, trained, tmp_path):
    finished, checkpoint = trained
    _, images, _ = idx(lab, 3, 11)
    files = []
    for i, image in enumerate(images):
        files.append(tmp_path / f"picture {i}.png")
        png(files[-1], image)
    said = lab.ok("predict", finished["run"], *files, "--json").json()
    p = probabilities(checkpoint, images)
    assert [one["file"] for one in said["files"]] == [str(file) for file in files]
    assert [one["predicted"] for one in said["files"]] == p.argmax(1).tolist()
    assert [one["probability"] for one in said["files"]] == pytest.approx(p.max(1).tolist(), rel=1e-4)
    assert said["confusion"] == [] and said["metrics"] == {}


def test_what_cannot_be_predicted_is_said(lab, trained, tmp_path):
    finished, checkpoint = trained
    broken = tmp_path / "broken.png"
    pickled = tmp_path / "weights.pt"
    pickled.write_bytes(pickle.dumps({"dense.weight": [1.0]}))
    broken.write_bytes(b"\x89PNG\r\n\x1a\nno picture")
    empty, fifo = tmp_path / "empty", tmp_path / "fifo"
    empty.mkdir()
    os.mkfifo(fifo)
    table = tmp_path / "new.csv"
    table.write_text("a,b\n1,2\n")
    for arguments, code, words in [
        (("nobody-1",), 3, "there is no run nobody-1"),
        ((finished["run"], "no_such_set"), 3, "no_such_set"),
        ((finished["run"], "{csv: missing.csv}"), 3, "missing.csv"),
        ((finished["run"], "{idx: 7}"), 3, "expected a map"),
        ((finished["run"], broken), 1, "broken.png"),
        ((finished["run"], tmp_path / "none.png"), 3, "none.png"),
        ((finished["run"], table), 3, f"{table} is not an image. Name its data as a source of a run file: '{{csv: …}}'"),
        ((finished["run"], empty), 3, "it has no folders; put the images in one folder per class"),
        ((finished["run"], fifo), 3, "is not a regular file: it is a FIFO"),
        ((tmp_path,), 3, "manifest.json"),
        ((pickled,), 3, "save_file"),
        ((tmp_path / "none.pt",), 3, "none.pt"),
    ]:
        result = lab.cli("predict", *arguments, "--json")
        assert (result.code, words in result.err) == (code, True), result
