#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a slow worker costs the others under parameter servers: steps a second of one worker alone, of two, and of two of which one
runs a quarter of the time (SIGSTOP for 30 ms, SIGCONT for 10 ms, over and over). It costs nothing when the last is the first and a
quarter more."""
import argparse
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


def rate(folder, model, workers, slowed, seconds):
    file = folder / "slow.yaml"
    file.write_text(json.dumps({
        "trainyard": 1, "name": "slow", "train": {"model": {"builtin": model}, "optimizer": OPTIMIZER[model],
                                                  "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": 64}, "epochs": 1000},
        "strategy": {"parameter_server": {}}, "cluster": {"chief": ["local"], "worker": ["local"] * workers, "ps": ["local"]},
        "checkpoint": {"every": "never", "final": False}, "on_failure": {"restarts": 0}}))
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
    program = BIN / "trainyard-headless"
    child = subprocess.Popen([program, "run", file, "--json"], env=environment, stdout=subprocess.PIPE, text=True)
    over = threading.Event()

    def throttle(pid):
        while not over.is_set():
            os.kill(pid, signal.SIGSTOP)
            time.sleep(0.03)
            os.kill(pid, signal.SIGCONT)
            time.sleep(0.01)

    begun = None
    try:
        for line in child.stdout:
            event = json.loads(line)
            if event["event"] == "started" and slowed:
                pid = next(task["pid"] for task in event["tasks"] if task["task"] == f"worker:{workers - 1}")
                threading.Thread(target=throttle, args=[pid]).start()
            if event["event"] == "step":
                now = time.monotonic()
                begun = begun or (now + 1, None)
                if begun[1] is None and now >= begun[0]:
                    begun = (now, event["step"])
                if begun[1] is not None and now - begun[0] >= seconds:
                    return (event["step"] - begun[1]) / (now - begun[0])
    finally:
        over.set()
        subprocess.run([program, "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
        child.wait()
    raise SystemExit(f"the run ended: {line}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=OPTIMIZER, default="fashion_cnn")
    parser.add_argument("--seconds", type=float, default=8)
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-slow-"))
    try:
        for name, workers, slowed in (("one worker", 1, False), ("two workers", 2, False), ("two, one of them slowed 4 times", 2, True)):
            print(f"{name}: {rate(folder, args.model, workers, slowed, args.seconds):.1f} steps/s", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
