# SPDX-License-Identifier: Apache-2.0
"""Fashion-MNIST from Debian's package, in place of the frameworks' downloads."""
import gzip
import os

import numpy

FOLDER = os.environ.get("FASHION_MNIST_DIR", "/usr/share/datasets/fashion-mnist")


def load(count):
    """The first images, (count, 28, 28) float32 in [0, 1], and their classes, (count,) int64."""
    with gzip.open(f"{FOLDER}/train-images-idx3-ubyte.gz") as file:
        images = numpy.frombuffer(file.read(16 + count * 784), numpy.uint8, offset=16).reshape(count, 28, 28)
    with gzip.open(f"{FOLDER}/train-labels-idx1-ubyte.gz") as file:
        classes = numpy.frombuffer(file.read(8 + count), numpy.uint8, offset=8)
    return numpy.float32(images) / 255, numpy.int64(classes)
