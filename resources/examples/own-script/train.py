# SPDX-License-Identifier: Apache-2.0
"""Fits a parabola by gradient descent, in plain Python. The lines with `client` are for Trainyard; started by hand they do
nothing."""
import glob
import json
import os
import random
import time

from client import Client  # plugins/clients/python/trainyard/client.py, copied beside this file

STEPS = 6000


def batch(step):
    """64 points near the parabola, the same ones whenever this step is repeated."""
    numbers = random.Random(step)
    points = [numbers.uniform(-1, 1) for _ in range(64)]
    return [(x, 3 * x * x - 2 * x + 1 + numbers.gauss(0, 0.1)) for x in points]


def save(step, weights):
    """Writes a file of this step, and keeps the newest three up to it; those beyond it are of an earlier run."""
    name = f"step-{step:06}.json"
    with open(name + ".new", "w") as file:
        json.dump({"step": step, "weights": weights}, file)
    os.replace(name + ".new", name)  # no file or a whole one: the process may be killed at any time
    for old in sorted(other for other in glob.glob("step-*.json") if other <= name)[:-3]:
        os.remove(old)
    return name


def load(name):
    if name is None:
        return 0, [0.0, 0.0, 0.0]
    with open(name) as file:
        saved = json.load(file)
    print(f"continues from step {saved['step']}", flush=True)
    return saved["step"], saved["weights"]


def main():
    with Client() as client:
        client.catch_stop()
        step, (a, b, c) = load(client.resume_from())
        while step < STEPS:
            client.wait_while_paused()
            scale = client.learning_rate(0.2) / 64
            step += 1
            errors = [(a * x * x + b * x + c - y, x) for x, y in batch(step)]
            client.log("loss", sum(error * error for error, _ in errors) / len(errors), step)
            a -= scale * sum(error * x * x for error, x in errors)
            b -= scale * sum(error * x for error, x in errors)
            c -= scale * sum(error for error, _ in errors)
            time.sleep(0.01)  # what a larger model would take
            if step % 100 == 0 or client.should_save() or client.should_stop():
                client.report_checkpoint(save(step, [a, b, c]), step)
            if client.should_stop():
                break


main()
