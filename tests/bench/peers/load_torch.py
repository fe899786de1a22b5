#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""torch.load of what ckpt_torch.py saves (100.7 M parameters and Adam's state, 1.21 GB), from a warm cache; nothing is verified."""
import argparse
import json
import os
import statistics
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dir", required=True)
    parser.add_argument("--reps", type=int, default=4)
    args = parser.parse_args()

    import torch

    torch.set_num_threads(2)
    model = torch.nn.Sequential(*[torch.nn.Linear(2048, 2048) for _ in range(24)])
    adam = torch.optim.Adam(model.parameters(), foreach=True)
    model(torch.randn(16, 2048)).square().mean().backward()
    adam.step()
    os.makedirs(args.dir, exist_ok=True)
    path = os.path.join(args.dir, "load.pt")
    torch.save({"model": model.state_dict(), "opt": adam.state_dict()}, path)
    loads, restores = [], []
    for _ in range(args.reps + 1):
        start = time.perf_counter()
        state = torch.load(path, weights_only=True)
        loads.append(time.perf_counter() - start)
        model.load_state_dict(state["model"])
        adam.load_state_dict(state["opt"])
        restores.append(time.perf_counter() - start)
        del state
    os.remove(path)
    print(json.dumps({"what": "torch.load", "load_s": round(statistics.median(loads[1:]), 3),
                      "load_into_model_s": round(statistics.median(restores[1:]), 3)}), flush=True)


main()
