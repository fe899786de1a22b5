#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trainyard with the peers' model, data, batch and steps; ends by printing their JSON line.

Each run has a home of its own, so the time to the first step holds the start of an agent. TRAINYARD_BIN names the folder of
the programs (default: build/release/bin of this checkout). A step's time is `finished`'s ms_per_step: the median over the steps
after the first ten, end of step to end of next step, input included, as the peers count it."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))
OPTIMIZER = {"mnist_cnn": {"sgd": {"learning_rate": 0.001}}, "fashion_cnn": {"adam": {"learning_rate": 0.001}},
             "mlp": {"adam": {"learning_rate": 0.001}}}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", choices=OPTIMIZER, default="mnist_cnn")
    parser.add_argument("--batch", type=int, default=64, help="per replica")
    parser.add_argument("--steps", type=int, default=350)
    parser.add_argument("--strategy", choices=("one_device", "mirrored", "multi_worker_mirrored", "parameter_server"), default="multi_worker_mirrored")
    parser.add_argument("--replicas", type=int, default=2, help="processes or threads; one_device has one")
    parser.add_argument("--ps", type=int, default=1, help="parameter_server: processes that hold the variables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], help="passed on to `run`")
    args = parser.parse_args()
    if args.strategy == "one_device":
        args.replicas = 1
    # Under parameter servers a step is one batch of one worker.
    args.global_batch = args.batch * (1 if args.strategy == "parameter_server" else args.replicas)
    return args


def cluster(args):
    if args.strategy == "parameter_server":
        return {"chief": ["local"], "worker": ["local"] * args.replicas, "ps": ["local"] * args.ps}
    return {"worker": ["local"] * (args.replicas if args.strategy == "multi_worker_mirrored" else 1)}


def run_file(args):
    return {"trainyard": 1, "name": f"bench-{args.model}", "seed": args.seed,
            "train": {"model": {"builtin": args.model}, "optimizer": OPTIMIZER[args.model],
                      "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": args.batch},
                      "epochs": 1 + args.steps * args.global_batch // 60000, "max_steps": args.steps},
            "strategy": {args.strategy: {"replicas": args.replicas} if args.strategy == "mirrored" else {}},
            "cluster": cluster(args), "checkpoint": {"every": "never", "final": False},
            "on_failure": {"restarts": 0}}


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_mb(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


class Watched:
    """The tasks' memory and CPU time, read whenever an event comes by: they are not our children."""

    def __init__(self):
        self.pids, self.cpu, self.peak, self.cpu_at = [], {}, {}, []

    def measure(self, event):
        if event["event"] == "started":
            self.pids = [task["pid"] for task in event["tasks"]]
        for pid in self.pids:
            try:
                self.cpu[pid], self.peak[pid] = cpu_seconds(pid), peak_mb(pid)
            except FileNotFoundError:
                pass  # it has ended; what was read last stands
        if event["event"] == "step" and self.pids:
            self.cpu_at.append((event["step"], self.cpu.get(self.pids[0], 0.0)))

    def cpu_ms_per_step(self):
        late = [point for point in self.cpu_at if point[0] > 10]
        if len(late) < 2 or late[-1][0] == late[0][0]:
            return None
        return round((late[-1][1] - late[0][1]) / (late[-1][0] - late[0][0]) * 1e3, 3)


def first_step_time(program, run, environment):
    """When the chief had finished step 1, seconds since 1970, out of its metrics."""
    rows = subprocess.run([program, "metrics", run, "--tag", "batch_loss"], env=environment, capture_output=True, text=True, check=True)
    return float(rows.stdout.splitlines()[1].split(",")[6])


def measure(args, folder):
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
    file = folder / "bench.yaml"
    file.write_text(json.dumps(run_file(args)))
    program = BIN / "trainyard-headless"
    watched = Watched()
    settings = [text for one in args.set for text in ("--set", one)]
    launched = time.time()
    child = subprocess.Popen([program, "run", file, "--json", *settings], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        for line in child.stdout:
            event = json.loads(line)
            watched.measure(event)
        if child.wait() != 0:
            raise SystemExit(f"the run failed: {line}")
        first = first_step_time(program, event["run"], environment)
    finally:
        subprocess.run([program, "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
    ms = event["ms_per_step"]
    return {"peer": "ours", "model": args.model, "strategy": args.strategy, "workers": args.replicas, "global_batch": args.global_batch,
            "steps": event["step"], "ms_per_step": round(ms, 3), "images_per_s": round(args.global_batch / ms * 1e3, 1),
            "cpu_ms_per_step": watched.cpu_ms_per_step(), "loss": event["metrics"].get("loss"), "acc": event["metrics"].get("accuracy"),
            "start_to_first_step_s": round(first - launched, 3), "peak_rss_mb": max(watched.peak.values(), default=None),
            "peak_rss_mb_total": round(sum(watched.peak.values()), 1), "detached_cpu_s": round(sum(watched.cpu.values()), 2),
            "load1": round(os.getloadavg()[0], 2), "args": " ".join(sys.argv[1:])}


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-"))
    try:
        print(json.dumps(measure(arguments(), folder)))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
