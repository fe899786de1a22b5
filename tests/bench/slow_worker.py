#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a slow worker costs the others under parameter servers: the steps a second that worker 0 finishes beside a worker 1 at full
speed, and beside one that runs a quarter of the time (SIGSTOP for 30 ms, SIGCONT for 10 ms, over and over). Both ways asynchronously,
and synchronously to compare with: there every step waits for the slowest. Worker 0 has a core of its own, the chief, the ps and
worker 1 share another, so that no time that worker 1 leaves goes to worker 0's computing."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from ours import BIN, OPTIMIZER

PROGRAM = BIN / "trainyard-headless"


def run_file(model, mode):
    here, there = {"node": "local", "cpus": ["0"]}, {"node": "local", "cpus": ["1"]}
    return {"trainyard": 1, "name": "slow", "train": {"model": {"builtin": model}, "optimizer": OPTIMIZER[model], "epochs": 1000,
                                                      "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": 64}},
            "strategy": {"parameter_server": {"mode": mode}}, "cluster": {"chief": [there], "worker": [here, there], "ps": [there]},
            "checkpoint": {"every": "never", "final": False}, "on_failure": {"restarts": 0}}


def throttle(pid, over):
    with contextlib.suppress(ProcessLookupError):  # it has ended
        while not over.is_set():
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.03)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.01)


def steps_of(run, environment):
    """({task: steps that it has finished}, when)"""
    shown = subprocess.run([PROGRAM, "show", run, "--json"], env=environment, capture_output=True, text=True, check=True)
    return {task["task"]: task.get("step", 0) for task in json.loads(shown.stdout)["tasks"]}, time.monotonic()


def rates(folder, model, mode, is_slowed, seconds):
    """Steps a second of each worker."""
    file = folder / "slow.yaml"
    file.write_text(json.dumps(run_file(model, mode)))
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
    child = subprocess.Popen([PROGRAM, "run", file, "--json"], env=environment, stdout=subprocess.PIPE, text=True)
    over = threading.Event()
    threads = []
    try:
        started = next(event for event in map(json.loads, child.stdout) if event["event"] == "started")
        assert any(json.loads(line)["event"] == "step" for line in child.stdout), "the run ended before its first step"
        threads.append(threading.Thread(target=lambda: [None for _ in child.stdout]))  # nobody else reads them
        if is_slowed:
            pid = next(task["pid"] for task in started["tasks"] if task["task"] == "worker:1")
            threads.append(threading.Thread(target=throttle, args=[pid, over]))
        for thread in threads:
            thread.start()
        time.sleep(2)  # steps begin slowly
        before, begun = steps_of(started["run"], environment)
        time.sleep(seconds)
        after, ended = steps_of(started["run"], environment)
        return [(after[task] - before[task]) / (ended - begun) for task in ("worker:0", "worker:1")]
    finally:
        over.set()
        subprocess.run([PROGRAM, "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
        child.wait()
        for thread in threads:
            thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=OPTIMIZER, default="fashion_cnn")
    parser.add_argument("--seconds", type=float, default=8)
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-slow-"))
    try:
        for mode in ("async", "sync"):
            for is_slowed in (False, True):
                first, second = rates(folder, args.model, mode, is_slowed, args.seconds)
                print(f"{mode}, worker 1 {'slowed 4 times' if is_slowed else 'at full speed '}: worker 0 {first:6.1f} steps/s, worker 1 {second:6.1f}", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
