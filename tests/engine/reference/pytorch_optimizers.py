# SPDX-License-Identifier: Apache-2.0
"""Makes pytorch_optimizers.json: where PyTorch's optimizers take twelve numbers in thirty steps.

The gradients are a function of the numbers and the step (gradient below, and in tst_optimizer.cpp). Weight decay is
decoupled under every optimizer, as in Keras: w *= 1 - lr * decay before the step. Run with an interpreter that has
torch 2.11:
    python pytorch_optimizers.py > pytorch_optimizers.json
"""
import json
import math

import torch

STEPS = 30


def gradient(w, step):
    index = torch.arange(w.numel(), dtype=w.dtype).reshape(w.shape)
    return 0.5 * w + torch.sin(0.7 * index + 0.3 * step) * (1 + 0.1 * step)


def exponential(step):
    return 0.1 * 0.5 ** (step / 10)


def cosine(step):
    if step < 5:
        return 0.01 + (0.1 - 0.01) * step / 5
    return 0.1 * (0.9 * 0.5 * (1 + math.cos(math.pi * min(1, (step - 5) / 20))) + 0.1)


def piecewise(step):
    return [0.1, 0.05, 0.01][sum(step > boundary for boundary in (9, 19))]


# What the run file says, the PyTorch optimizer, and the decay.
CASES = [
    ({"sgd": {"learning_rate": 0.05}}, lambda p: torch.optim.SGD(p, lr=0.05), 0),
    ({"sgd": {"learning_rate": 0.05, "momentum": 0.9}}, lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9), 0),
    ({"sgd": {"learning_rate": 0.05, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}},
     lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True), 0.01),
    ({"adam": {"learning_rate": 0.05}}, lambda p: torch.optim.Adam(p, lr=0.05, eps=1e-7), 0),
    ({"adam": {"learning_rate": 0.05, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-4, "amsgrad": True}},
     lambda p: torch.optim.Adam(p, lr=0.05, betas=(0.8, 0.95), eps=1e-4, amsgrad=True), 0),
    ({"adamw": {"learning_rate": 0.05}}, lambda p: torch.optim.AdamW(p, lr=0.05, eps=1e-7, weight_decay=0.004), 0),
    ({"rmsprop": {"learning_rate": 0.05}}, lambda p: torch.optim.RMSprop(p, lr=0.05, alpha=0.9, eps=1e-7), 0),
    ({"rmsprop": {"learning_rate": 0.05, "rho": 0.95, "momentum": 0.9, "centered": True, "epsilon": 1e-5}},
     lambda p: torch.optim.RMSprop(p, lr=0.05, alpha=0.95, momentum=0.9, centered=True, eps=1e-5), 0),
    ({"adagrad": {"learning_rate": 0.05, "weight_decay": 0.1}},
     lambda p: torch.optim.Adagrad(p, lr=0.05, initial_accumulator_value=0.1, eps=1e-7), 0.1),
    ({"sgd": {"learning_rate": {"exponential_decay": {"initial_learning_rate": 0.1, "decay_steps": 10, "decay_rate": 0.5}}}},
     lambda p: torch.optim.SGD(p, lr=1), 0, exponential),
    ({"adam": {"learning_rate": {"cosine": {"initial_learning_rate": 0.01, "decay_steps": 20, "alpha": 0.1,
                                            "warmup_target": 0.1, "warmup_steps": 5}}}},
     lambda p: torch.optim.Adam(p, lr=1, eps=1e-7), 0, cosine),
    ({"sgd": {"learning_rate": {"steps": {"boundaries": [9, 19], "values": [0.1, 0.05, 0.01]}}, "momentum": 0.5}},
     lambda p: torch.optim.SGD(p, lr=1, momentum=0.5), 0, piecewise),
]


def main():
    cases = []
    for spec, make, decay, *schedule in CASES:
        w = torch.linspace(-1, 1, 12, dtype=torch.float64).reshape(3, 4).requires_grad_()
        optimizer = make([w])
        for step in range(STEPS):
            group = optimizer.param_groups[0]
            if schedule:
                group["lr"] = schedule[0](step)
            w.grad = gradient(w.detach(), step)
            with torch.no_grad():
                w.mul_(1 - group["lr"] * decay)
            optimizer.step()
        cases.append({"optimizer": spec, "numbers": w.detach().flatten().tolist()})
    print(json.dumps({"torch": torch.__version__, "steps": STEPS, "cases": cases}, indent=1))


if __name__ == "__main__":
    main()
