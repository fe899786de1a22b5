# SPDX-License-Identifier: Apache-2.0
"""Makes pytorch_first_losses.json: what PyTorch computes for the first 50 steps of fashion_cnn.

Plain torch.nn modules and torch.optim.SGD on one process, the global batch in file order, initial weights by formula
(initial_weights below, which the test uses too). Run with an interpreter that has torch 2.11:
    python pytorch_first_losses.py > pytorch_first_losses.json
"""
import gzip
import json
import os

import numpy as np

SHAPES = {
    "conv2d.weight": (32, 1, 3, 3), "conv2d.bias": (32,),
    "conv2d_1.weight": (64, 32, 3, 3), "conv2d_1.bias": (64,),
    "dense.weight": (64, 1600), "dense.bias": (64,),
    "dense_1.weight": (10, 64), "dense_1.bias": (10,),
}
GLOBAL_BATCH = 128
STEPS = 50
LEARNING_RATE = 0.01


def initial_weights():
    """Deterministic float64 weights of Glorot's size, from nothing but sines."""
    weights = {}
    for k, (name, shape) in enumerate(SHAPES.items()):
        size = int(np.prod(shape))
        fan = size // shape[0] + (shape[0] * (shape[2] * shape[3] if len(shape) == 4 else 1))
        values = np.sin(np.arange(1, size + 1) * (12.9898 + k)) * 43758.5453
        values = (values - np.floor(values)) * 2 - 1
        weights[name] = (values * np.sqrt(6 / fan)).reshape(shape) if len(shape) > 1 else np.zeros(shape)
    return weights


def main():
    import torch
    import torch.nn as nn
    import torch.nn.functional as F

    folder = os.environ.get("FASHION_MNIST_DIR", "/usr/share/datasets/fashion-mnist")
    read = lambda name, skip: np.frombuffer(gzip.open(os.path.join(folder, name)).read(), np.uint8, offset=skip)
    images = read("train-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
    labels = torch.from_numpy(read("train-labels-idx1-ubyte.gz", 8).astype(np.int64))
    result = {"torch": torch.__version__, "global_batch": GLOBAL_BATCH, "learning_rate": LEARNING_RATE}
    for dtype in (torch.float32, torch.float64):
        model = nn.Sequential(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(),
                              nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1600, 64), nn.ReLU(), nn.Linear(64, 10)).to(dtype)
        with torch.no_grad():
            for parameter, value in zip(model.parameters(), initial_weights().values()):
                parameter.copy_(torch.from_numpy(value))
        optimizer = torch.optim.SGD(model.parameters(), lr=LEARNING_RATE)
        # Divided in float32, as the features of a run are.
        x = torch.from_numpy(images.astype(np.float32) / np.float32(255)).to(dtype)
        losses = []
        for step in range(STEPS):
            part = slice(step * GLOBAL_BATCH, (step + 1) * GLOBAL_BATCH)
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[part]), labels[part])
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        result[str(dtype).removeprefix("torch.")] = losses
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
