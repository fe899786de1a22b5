#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SIGKILL of one of two workers -> the next finished step, so many times; ends by printing a JSON line.

As peers/recover_torch.py measures it: fashion_cnn, batch 64 a worker, a checkpoint every 20 steps, killed at step 110 or later. The
time of the next step is when the chief had finished it (its metrics' wall_time), not when somebody heard of it."""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))
PATIENCE = 60  # seconds after which a try counts as hung


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--model", default="fashion_cnn")
    parser.add_argument("--kill-at", type=int, default=110, help="steps before the first kill; between two, the steps from one checkpoint to the next and ten")
    parser.add_argument("--save-every", type=int, default=20)
    parser.add_argument("--victim", choices=("worker:0", "worker:1", "both"), default="worker:1", help="both: by turns")
    return parser.parse_args()


class Run:
    def __init__(self, args, folder):
        self.environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
        file = folder / "bench.json"
        file.write_text(json.dumps({
            "trainyard": 1, "name": "recovery", "train": {"model": {"builtin": args.model}, "data": {
                "train": {"builtin": "fashion_mnist"}, "batch_size": 64}, "epochs": 100000},
            "cluster": {"worker": ["local", "local"]}, "checkpoint": {"every": {"steps": args.save_every}},
            "on_failure": {"restarts": 1000000}}))
        self.child = subprocess.Popen([BIN / "trainyard-headless", "run", file, "--json"], env=self.environment,
                                      stdout=subprocess.PIPE, text=True)
        self.pids, self.step, self.attempt, self.run = {}, 0, 0, ""

    def next(self):
        event = json.loads(self.child.stdout.readline() or '{"event": "finished"}')
        if event["event"] == "finished":
            raise SystemExit(f"the run ended: {event}")
        self.run = event["run"]
        if event["event"] == "started":
            self.pids = {task["task"]: task["pid"] for task in event["tasks"]}
        elif event["event"] == "attempt":
            self.attempt, self.step = event["number"], event["from_step"]
        elif event["event"] == "step":
            self.step = event["step"]
        return event

    def command(self, *args):
        return subprocess.run([BIN / "trainyard-headless", *args], env=self.environment, capture_output=True, text=True, check=False).stdout

    def first_step(self, attempt):
        """Wall time of the first step that this attempt finished, and its number."""
        for row in self.command("metrics", self.run, "--tag", "batch_loss").splitlines()[1:]:
            cells = row.split(",")
            if int(cells[0]) == attempt:
                return float(cells[6]), int(cells[4])
        return None, None


def main():
    args = arguments()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-recovery-"))
    tries = []
    try:
        run = Run(args, folder)
        goal = args.kill_at
        for number in range(args.tries):
            while run.step < goal:
                run.next()
            before, attempt = run.step, run.attempt
            victim = args.victim if args.victim != "both" else f"worker:{number % 2}"
            killed = time.time()
            os.kill(run.pids[victim], 9)
            while not (run.attempt > attempt and run.next()["event"] == "step"):
                if run.attempt == attempt:
                    run.next()
                if time.time() - killed > PATIENCE:
                    raise SystemExit(f"try {number + 1} hangs; {len(tries)} before it did not: {tries}")
            finished, step = run.first_step(run.attempt)
            tries.append({"victim": victim, "seconds": round(finished - killed, 3), "steps_done_again": before - step + 1})
            goal = run.step + args.save_every + 10
        seconds = sorted(entry["seconds"] for entry in tries)
        print(json.dumps({"peer": "ours", "model": args.model, "tries": len(tries), "hung": 0, "median_s": statistics.median(seconds),
                          "least_s": seconds[0], "most_s": seconds[-1], "load1": round(os.getloadavg()[0], 2), "all": tries}))
    finally:
        run.command("agent", "stop")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
