# SPDX-License-Identifier: Apache-2.0
"""PyTorch side: models, batches, the train step and the evaluation."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from common import fashion


class MnistCnn(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Flatten(),
                         nn.Linear(26 * 26 * 32, 128), nn.ReLU(), nn.Linear(128, 10))


class FashionCnn(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Flatten(), nn.Linear(5 * 5 * 64, 64), nn.ReLU(), nn.Linear(64, 10))


class Mlp(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Flatten(), nn.Linear(784, 512), nn.ReLU(), nn.Dropout(0.2), nn.Linear(512, 10))


def build(name, keras_init=False):
    m = {"mnist_cnn": MnistCnn, "fashion_cnn": FashionCnn, "mlp": Mlp}[name]()
    if keras_init:
        for l in m:
            if isinstance(l, (nn.Linear, nn.Conv2d)):
                nn.init.xavier_uniform_(l.weight)
                nn.init.zeros_(l.bias)
    return m


def optimizer(name, m, lr=None):
    if name == "mnist_cnn":
        return torch.optim.SGD(m.parameters(), lr=lr or 0.001)
    return torch.optim.Adam(m.parameters(), lr=lr or 0.001)


def tensors(split="train"):
    x, y = fashion(split)
    return torch.from_numpy(x).unsqueeze(1), torch.from_numpy(y)


class Memory:
    """Batches by indexing one tensor; rank r of n takes every n-th index of one shared permutation."""

    def __init__(self, x, y, batch, rank=0, world=1, seed=1):
        self.x, self.y, self.batch, self.rank, self.world, self.seed = x, y, batch, rank, world, seed
        self.epoch = 0

    def __iter__(self):
        g = torch.Generator().manual_seed(self.seed + self.epoch)
        self.epoch += 1
        order = torch.randperm(len(self.x), generator=g)[self.rank::self.world]
        for i in range(0, len(order), self.batch):
            idx = order[i:i + self.batch]
            yield self.x[idx], self.y[idx]


class Usual:
    """torch.utils.data.DataLoader over a torchvision dataset, as tutorials write it."""

    def __init__(self, batch, rank=0, world=1, seed=1, num_workers=0):
        import numpy as np
        from PIL import Image
        from torch.utils.data import DataLoader, Dataset
        from torch.utils.data.distributed import DistributedSampler
        from torchvision import transforms
        from common import idx

        class Idx(Dataset):          # what torchvision.datasets.FashionMNIST does for an item
            def __init__(self):
                self.x = torch.from_numpy(idx("train-images-idx3-ubyte.gz").copy())
                self.y = torch.from_numpy(idx("train-labels-idx1-ubyte.gz").copy())
                self.t = transforms.ToTensor()

            def __len__(self):
                return len(self.x)

            def __getitem__(self, i):
                return self.t(Image.fromarray(self.x[i].numpy(), mode="L")), int(self.y[i])

        d = Idx()
        self.sampler = DistributedSampler(d, world, rank, shuffle=True, seed=seed) if world > 1 else None
        self.loader = DataLoader(d, batch_size=batch, shuffle=self.sampler is None,
                                 sampler=self.sampler, num_workers=num_workers,
                                 persistent_workers=num_workers > 0)
        self.epoch = 0

    def __iter__(self):
        if self.sampler:
            self.sampler.set_epoch(self.epoch)
        self.epoch += 1
        return iter(self.loader)


def batches(args, rank=0, world=1):
    if args.loader == "memory":
        x, y = tensors()
        return Memory(x, y, args.batch, rank, world, args.seed)
    return Usual(args.batch, rank, world, args.seed, args.num_workers)


def train(args, m, opt, source, clock):
    """steps + warm-up steps, or --epochs whole epochs. Returns the mean loss and accuracy of the
    last 69 steps (or of the last epoch)."""
    m.train()
    n = 0
    want = args.warmup + args.steps + 1
    epoch = 0
    while True:
        losses, hits, seen = [], [], 0
        for x, y in source:
            opt.zero_grad(set_to_none=True)
            out = m(x)
            loss = F.cross_entropy(out, y)
            loss.backward()
            opt.step()
            with torch.no_grad():
                losses.append(loss.detach())
                hits.append((out.argmax(1) == y).sum())
            seen += len(y)
            clock.tick()
            n += 1
            if not args.epochs and n >= want:
                break
        clock.pause()
        epoch += 1
        if (args.epochs and epoch >= args.epochs) or (not args.epochs and n >= want):
            break
    k = len(losses) if args.epochs else min(69, len(losses))
    bs = seen / len(losses)
    return (float(torch.stack(losses[-k:]).mean()), float(torch.stack(hits[-k:]).sum() / (bs * k)))


@torch.no_grad()
def evaluate(m, split):
    x, y = tensors(split)
    m.eval()
    hit = sum(int((m(x[i:i + 1000]).argmax(1) == y[i:i + 1000]).sum()) for i in range(0, len(x), 1000))
    loss = sum(float(F.cross_entropy(m(x[i:i + 1000]), y[i:i + 1000], reduction="sum")) for i in range(0, len(x), 1000))
    return hit / len(x), loss / len(x)


def add_flags(p):
    p.add_argument("--loader", choices=("memory", "dataloader"), default="memory")
    p.add_argument("--num-workers", type=int, default=0, help="of the DataLoader")
    p.add_argument("--epochs", type=int, default=0, help="whole epochs instead of --steps")
    p.add_argument("--eval", action="store_true", help="train and test accuracy at the end")
    p.add_argument("--keras-init", action="store_true")
    p.add_argument("--lr", type=float, default=None)
    return p
