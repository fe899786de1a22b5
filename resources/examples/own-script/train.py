# SPDX-License-Identifier: Apache-2.0
"""Fits a parabola by gradient descent, in plain Python. The lines with `client` are for Trainyard; started by hand they do
nothing."""
import json
import os
import random
import time

from client import Client  # plugins/clients/python/trainyard/client.py, copied beside this file

SAVED = "saved.json"
STEPS = 6000


def batch(step):
    """64 points near the parabola, the same ones whenever this step is repeated."""
    numbers = random.Random(step)
    points = [numbers.uniform(-1, 1) for _ in range(64)]
    return [(x, 3 * x * x - 2 * x + 1 + numbers.gauss(0, 0.1)) for x in points]


def save(step, weights):
    with open(SAVED + ".new", "w") as file:
        json.dump({"step": step, "weights": weights}, file)
    os.replace(SAVED + ".new", SAVED)  # the old one or the new one: the process may be killed at any time


def load():
    if not os.path.exists(SAVED):
        return 0, [0.0, 0.0, 0.0]
    with open(SAVED) as file:
        saved = json.load(file)
    print(f"continues from step {saved['step']}", flush=True)
    return saved["step"], saved["weights"]


def main():
    step, (a, b, c) = load()
    with Client() as client:
        client.catch_stop()
        while step < STEPS:
            step += 1
            errors = [(a * x * x + b * x + c - y, x) for x, y in batch(step)]
            client.log("loss", sum(error * error for error, _ in errors) / len(errors), step)
            scale = 0.2 / len(errors)
            a -= scale * sum(error * x * x for error, x in errors)
            b -= scale * sum(error * x for error, x in errors)
            c -= scale * sum(error for error, _ in errors)
            time.sleep(0.01)  # what a larger model would take
            if step % 100 == 0 or client.should_stop():
                save(step, [a, b, c])
            if client.should_stop():
                break


main()
