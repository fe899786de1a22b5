# SPDX-License-Identifier: Apache-2.0
"""PyTorch's steps of one model on one GPU; ends with one JSON line.

The data set lies on the GPU and batches are drawn from it there, which is more than a training script usually does. A step is
forward, backward, optimizer, and the sums of loss and hits, as Trainyard has them. Times are those of blocks of steps,
between two synchronisations.
  eager          the optimizer as torch.optim makes it
  eager_fused    with fused=True
  compile        the model under torch.compile(mode="reduce-overhead"), the optimizer with fused=True
"""
import argparse
import gzip
import json
import os
import statistics
import struct
import time

import numpy
import torch
import torch.nn as nn
import torch.nn.functional as F


def idx(name):
    folder = os.path.join(os.environ.get("TRAINYARD_DATASETS", "/usr/share/datasets"), "fashion-mnist")
    with gzip.open(os.path.join(folder, name), "rb") as file:
        raw = file.read()
    shape = struct.unpack(">" + "I" * raw[3], raw[4:4 + 4 * raw[3]])
    return numpy.frombuffer(raw, numpy.uint8, offset=4 + 4 * raw[3]).reshape(shape)


class Block(nn.Module):
    """A Transformer's block with normalization first; the layers of transformer() in bench_gpu.py."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.first, self.second = nn.LayerNorm(width, eps=1e-6), nn.LayerNorm(width, eps=1e-6)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        def split(t):
            return t.view(t.size(0), t.size(1), self.heads, -1).transpose(1, 2)
        y = self.first(x)
        y = F.scaled_dot_product_attention(split(self.query(y)), split(self.key(y)), split(self.value(y)))
        x = x + self.output(y.transpose(1, 2).flatten(2))
        return x + self.narrow(F.gelu(self.wide(self.second(x))))


class Transformer(nn.Module):
    def __init__(self, width, heads, blocks):
        super().__init__()
        self.embed, self.positions = nn.Linear(1, width), nn.Parameter(torch.rand(784, width) * 0.1 - 0.05)
        self.blocks, self.end = nn.Sequential(*(Block(width, heads) for _ in range(blocks))), nn.Linear(width, 10)

    def forward(self, x):
        return self.end(self.blocks(self.embed(x.flatten(1).unsqueeze(2)) + self.positions).mean(1))


def model(name):
    if name.startswith("transformer"):
        return Transformer(*(int(number) for number in name.split("-")[1:]))
    if name == "mnist_cnn":
        return nn.Sequential(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Flatten(), nn.Linear(26 * 26 * 32, 128), nn.ReLU(), nn.Linear(128, 10))
    return nn.Sequential(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(5 * 5 * 64, 64), nn.ReLU(), nn.Linear(64, 10))


def optimizer(name, parameters, fused):
    if name == "mnist_cnn" or name.startswith("transformer"):
        return torch.optim.SGD(parameters, lr=0.001, fused=fused)
    return torch.optim.Adam(parameters, lr=0.001, eps=1e-7, fused=fused)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="fashion_cnn", help="fashion_cnn, mnist_cnn or transformer-WIDTH-HEADS-BLOCKS")
    parser.add_argument("--precision", choices=("float32", "bfloat16"), default="float32")
    parser.add_argument("--mode", choices=("eager", "eager_fused", "compile"), default="eager")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--steps", type=int, default=100, help="of a block")
    parser.add_argument("--warm-up", type=int, default=50)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    args = parser.parse_args()
    torch.manual_seed(1)

    def synchronize():
        if args.device == "cuda":
            torch.cuda.synchronize()

    x = torch.from_numpy(idx("t10k-images-idx3-ubyte.gz").astype(numpy.float32) / 255).unsqueeze(1).to(args.device)
    y = torch.from_numpy(idx("t10k-labels-idx1-ubyte.gz").astype(numpy.int64)).to(args.device)
    net = model(args.model).to(args.device)
    fused = args.mode != "eager"
    opt = optimizer(args.model, net.parameters(), True if fused else None)
    run = torch.compile(net, mode="reduce-overhead") if args.mode == "compile" else net
    losses, hits = torch.zeros((), device=args.device), torch.zeros((), dtype=torch.int64, device=args.device)
    order, at = torch.randperm(len(x), device=args.device), 0

    def step():
        nonlocal order, at
        if at + args.batch > len(x):
            order, at = torch.randperm(len(x), device=args.device), 0
        index = order[at:at + args.batch]
        at += args.batch
        features, labels = x[index], y[index]
        opt.zero_grad(set_to_none=True)
        with torch.autocast(args.device, torch.bfloat16, enabled=args.precision == "bfloat16"):
            out = run(features)
        loss = F.cross_entropy(out.float(), labels)
        loss.backward()
        opt.step()
        with torch.no_grad():
            losses.add_(loss.detach())
            hits.add_((out.argmax(1) == labels).sum())

    for _ in range(args.warm_up):
        step()
    synchronize()
    times = []
    for _ in range(args.blocks):
        begin = time.perf_counter()
        for _ in range(args.steps):
            step()
            if not times and args.steps == 1:  # what is timed from the launch of this program
                synchronize()
                print("first step", flush=True)
        synchronize()
        times.append((time.perf_counter() - begin) / args.steps * 1e3)
    ms = statistics.median(times)
    print(json.dumps({"what": "torch_" + args.mode, "model": args.model, "batch": args.batch, "ms_per_step": round(ms, 4),
                      "least": round(min(times), 4), "most": round(max(times), 4), "torch": torch.__version__,
                      "device": torch.cuda.get_device_name() if args.device == "cuda" else "cpu"}))


if __name__ == "__main__":
    main()
