#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several runs at once on the same cores, as a sweep starts them: 1, 2, … runs of one model under one_device, each with as many
threads as there are cores, interleaved; prints the median ms per step of each number of runs, and the steps per second of all of
them together, which should not fall.

  at_once.py [--model mlp] [--steps 800] [--runs 3] [--rounds 3]

TRAINYARD_BIN as for ours.py."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

OURS = pathlib.Path(__file__).resolve().parent / "ours.py"


def at_once(runs, args):
    """(ms per step of each of so many runs, seconds for all of them)"""
    begun = time.monotonic()
    command = [sys.executable, str(OURS), "--model", args.model, "--steps", str(args.steps), "--strategy", "one_device"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(runs)]
    lines = [process.communicate()[0].splitlines() for process in running]
    if any(process.returncode for process in running):
        sys.exit("at_once.py: a run failed")
    return [json.loads(printed[-1])["ms_per_step"] for printed in lines], time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="mlp")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=3, help="at most so many at once")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    steps, seconds = ({runs: [] for runs in range(1, args.runs + 1)} for _ in range(2))
    for _ in range(args.rounds):
        for runs in steps:
            measured, took = at_once(runs, args)
            steps[runs] += measured
            seconds[runs].append(took)
    for runs, measured in steps.items():
        print(f"{runs} at once: {statistics.median(measured):.2f} ms per step ({min(measured):.2f}-{max(measured):.2f}), "
              f"{statistics.median(seconds[runs]):.1f} s ({min(seconds[runs]):.1f}-{max(seconds[runs]):.1f}) in all")


if __name__ == "__main__":
    main()
