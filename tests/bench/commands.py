#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it costs to run a program under Trainyard instead of bare; prints a JSON line for each.

  steps   A script that multiplies matrices for a few milliseconds a step and prints a JSON line after each, which become its
          curves. Its own clock gives the time of a step: bare, its output into a file, and as a command run, in turn.
  launch  From the start of `run` to the first line of a shell script, with an agent that is there; and of the script alone.

The script of `steps` runs on one core; agent and shim have the others. Run it with the tests' Python, which has NumPy."""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))

SCRIPT = """
import json, os, sys, time
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy
a = numpy.random.default_rng(1).random((int(sys.argv[2]), int(sys.argv[2])), dtype=numpy.float32)
times = []
for step in range(int(sys.argv[3])):
    begun = time.perf_counter()
    b = a @ a
    print(json.dumps({"step": step, "loss": float(b[0, 0]), "accuracy": float(b[1, 1])}), flush=True)
    times.append(time.perf_counter() - begun)
with open(sys.argv[1], "w") as file:
    json.dump(times, file)
"""


def run_file(folder, **keys):
    file = folder / "run.json"
    file.write_text(json.dumps({"trainyard": 1, "name": "own", "on_failure": {"restarts": 0}} | keys))
    return file


def steps(folder, environment, args):
    (folder / "main.py").write_text(SCRIPT)
    command = [sys.executable, "-u", "main.py", str(folder / "times.json"), str(args.size), str(args.steps)]
    file = run_file(folder, command=command, metrics=[{"format": "json"}])

    def alone():
        with open(folder / "output", "w") as output:
            subprocess.run(command, cwd=folder, stdout=output, check=True)

    def under():
        subprocess.run([BIN / "trainyard-headless", "run", file], env=environment, stdout=subprocess.DEVNULL, check=True)

    medians, means = {alone: [], under: []}, {alone: [], under: []}
    for i in range(args.rounds):
        for way in ((alone, under) if i % 2 == 0 else (under, alone)):
            way()
            times = json.loads((folder / "times.json").read_text())[10:]
            medians[way].append(1e3 * statistics.median(times))
            means[way].append(1e3 * statistics.mean(times))
    figures = {"what": "steps", "rounds": args.rounds, "steps": args.steps}
    for name, all_rounds in (("median", medians), ("mean", means)):
        by_itself, as_run = statistics.median(all_rounds[alone]), statistics.median(all_rounds[under])
        pairs = [100 * (b / a - 1) for a, b in zip(all_rounds[alone], all_rounds[under])]
        figures |= {f"{name}_ms_alone": round(by_itself, 3), f"{name}_ms_run": round(as_run, 3),
                    f"{name}_overhead_percent": round(statistics.median(pairs), 2),
                    f"{name}_overheads": [round(min(pairs), 2), round(max(pairs), 2)]}
    return figures


def launch(folder, environment, args):
    mark = folder / "first"
    command = ["sh", "-c", f"date +%s.%N > {mark}"]
    file = run_file(folder, command=command)
    took = {"alone": [], "run": []}
    for _ in range(max(args.rounds, 10)):
        for name, line in (("alone", command), ("run", [BIN / "trainyard-headless", "run", file])):
            begun = time.time()
            subprocess.run(line, env=environment, stdout=subprocess.DEVNULL, check=True)
            took[name].append(float(mark.read_text()) - begun)
    return {"what": "launch"} | {f"{name}_ms": [round(1e3 * value, 1) for value in (statistics.median(all_of), min(all_of), max(all_of))]
                                 for name, all_of in took.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--size", type=int, default=512, help="of the matrices, which are square")
    parser.add_argument("--only", choices=("steps", "launch"))
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-"))
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
    try:
        subprocess.run([BIN / "trainyard-headless", "runs"], env=environment, stdout=subprocess.DEVNULL, check=True)
        for case in (steps, launch):
            if args.only in (None, case.__name__):
                print(json.dumps(case(folder, environment, args) | {"load1": round(os.getloadavg()[0], 2)}), flush=True)
        subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
