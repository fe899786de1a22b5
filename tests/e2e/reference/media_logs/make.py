#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the logs beside this file and read.json, what TensorBoard itself reads from them:

    python make.py FOLDER tf             (TensorFlow 2.21, TensorBoard 2.21: tf.summary and the plugins' summaries)
    python make.py FOLDER tensorboardx   (tensorboardX 2.6.5, whose SummaryWriter is also torch.utils.tensorboard's)
    python make.py FOLDER read           (TensorBoard 2.21: its EventAccumulator)
"""
import base64
import json
import pathlib
import sys

import numpy

STEPS = (0, 10)
random = numpy.random.default_rng(0)


def pictures(step, count):
    """As floats from 0 to 1: [count, height, width, channels]."""
    return (numpy.arange(count * 8 * 6 * 3).reshape(count, 8, 6, 3) * (step + 1) % 256 / 255).astype("f")


def scores():
    labels = random.random(200) < 0.4
    return labels, numpy.clip(0.5 * labels + random.random(200) * 0.6, 0, 1).astype("f")


def tf(folder):
    import tensorflow
    from tensorboard.plugins.hparams import api as hparams
    from tensorboard.plugins.pr_curve import summary as pr_curve

    with tensorflow.summary.create_file_writer(folder + "/tf").as_default():
        hparams.hparams({"learning_rate": 0.01, "optimizer": "adam", "nesterov": True, "units": 64})
        for step in STEPS:
            tensorflow.summary.scalar("loss", 1 / (1 + step), step)
            tensorflow.summary.image("pictures", pictures(step, 2), step)
            tensorflow.summary.histogram("kernel", random.normal(step / 10, 1, 500), step)
            tensorflow.summary.histogram("constant", numpy.full(5, 2.5), step)
            tensorflow.summary.text("note", f"**step** {step}", step)
            tensorflow.summary.text("table", [["a", "b"], ["c", str(step)]], step)
            labels, predictions = scores()
            tensorflow.summary.experimental.write_raw_pb(
                pr_curve.pb("curve", labels, predictions, num_thresholds=21).SerializeToString(), step)


def tensorboardx(folder):
    from tensorboardX import SummaryWriter

    writer = SummaryWriter(folder + "/tensorboardx")
    for step in STEPS:
        writer.add_scalar("loss", 1 / (1 + step), step)
        writer.add_image("picture", pictures(step, 1)[0], step, dataformats="HWC")
        writer.add_images("pictures", pictures(step, 2), step, dataformats="NHWC")
        writer.add_histogram("kernel", random.normal(step / 10, 1, 500), step)
        writer.add_histogram("ten", random.random(100), step, bins=10)
        writer.add_text("note", f"**step** {step}", step)
        labels, predictions = scores()
        writer.add_pr_curve("curve", labels, predictions, step, num_thresholds=21)
    writer.add_hparams({"learning_rate": 0.01, "optimizer": "adam", "nesterov": True, "units": 64}, {"accuracy": 0.5}, name="trial")
    writer.close()


def read(folder):
    from tensorboard.backend.event_processing.plugin_event_accumulator import EventAccumulator
    from tensorboard.plugins.hparams import plugin_data_pb2
    from tensorboard.util.tensor_util import make_ndarray

    def plain(value):
        if isinstance(value, bytes):
            return base64.b64encode(value).decode()
        return value.tolist() if isinstance(value, numpy.ndarray) else value

    told = {}
    for path in sorted(pathlib.Path(folder).rglob("*tfevents*")):
        name = path.parent.relative_to(folder).as_posix()
        log = EventAccumulator(str(path), size_guidance={"tensors": 0})
        log.Reload()
        for tag in log.Tags()["tensors"]:
            metadata = log.SummaryMetadata(tag).plugin_data
            if metadata.plugin_name == "hparams":
                info = plugin_data_pb2.HParamsPluginData.FromString(metadata.content).session_start_info.hparams
                values = {key: getattr(value, value.WhichOneof("kind")) for key, value in sorted(info.items())}
                if values:
                    told.setdefault(name, {}).setdefault("hparams", {})[tag] = values
                continue
            for event in log.Tensors(tag):
                array = make_ndarray(event.tensor_proto)
                value = [plain(one) for one in array.reshape(-1)] if array.dtype == object else array.tolist()
                told.setdefault(name, {}).setdefault(metadata.plugin_name, {}).setdefault(tag, {})[str(event.step)] = value
    (pathlib.Path(folder) / "read.json").write_text(json.dumps(told, sort_keys=True, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    {"tf": tf, "tensorboardx": tensorboardx, "read": read}[sys.argv[2]](sys.argv[1])
