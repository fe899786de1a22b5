#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times of runs over several machines: each a network namespace with a real sshd and nothing of ours installed. Needs root.

Printed as a JSON line each: adding a machine for the first and for the second time, sending it libtorch, a run's first step
there, the next step after its worker was killed, the tests of all links, and all of it from two bare machines on. What
listens at a port beside what `show` names is an error, and exit 1 says which median is beyond its limit ("asked")."""
import argparse
import json
import os
import pathlib
import platform
import statistics
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("TRAINYARD_SOURCE", str(SOURCE))
os.environ.setdefault("TRAINYARD_BIN", str(SOURCE / "build/release/bin"))
sys.path.insert(0, str(SOURCE / "tests/e2e"))

from lab import Lab, kill  # noqa: E402
from ssh_nodes import SshNodes  # noqa: E402


beyond = []  # what took longer than its limit


def report(what, seconds, asked=None):
    """`asked`: what the median may take."""
    seconds, median = [round(one, 3) for one in seconds], round(statistics.median(seconds), 3)
    print(json.dumps({"what": what, "seconds": median, "all": seconds, "load": round(os.getloadavg()[0], 1)} |
                     ({"asked": asked} if asked else {})), flush=True)
    if asked and median > asked:
        beyond.append(f"{what}: {median} s, at most {asked} s")


def timed(call, *args):
    began = time.monotonic()
    call(*args)
    return time.monotonic() - began


def run_file(lab, places):
    path = lab.root / "bench.json"
    path.write_text(json.dumps({
        "trainyard": 1, "name": "nodes", "cluster": {"worker": places}, "strategy": {"multi_worker_mirrored": {}},
        "train": {"model": {"builtin": "fashion_cnn"}, "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": 64},
                  "epochs": 1000},
        "checkpoint": {"every": {"steps": 20}}, "on_failure": {"restarts": 1000}}))
    return path


def step_times(lab, run, attempt):
    return [float(row[6]) for row in lab.metrics(run, "--tag", "batch_loss") if int(row[0]) == attempt]


def train(lab, nodes, tries):
    """A run of two machines: its first step, then the first one after each kill of the worker on the node."""
    first, recovered = [], []
    for _ in range(tries):
        began = time.time()
        stream = lab.stream("run", run_file(lab, ["local", "node-1"]))
        run = stream.until("started")["run"]
        stream.until("step")
        first.append(step_times(lab, run, 1)[0] - began)
        shown = lab.ok("show", run, "--json").json()
        for index, machine in enumerate(["local", "node-1"]):
            named = {task["pid"] for task in shown["tasks"] if task["node"] == machine}
            unknown = {place for pid, place in nodes.listening(index) if pid not in named}
            assert not unknown, (machine, unknown, shown["tasks"])
        stream.until("checkpoint")
        killed = time.time()
        kill(next(task["pid"] for task in shown["tasks"] if task["task"] == "worker:1"))
        stream.until("attempt", number=2)
        stream.until("step")
        recovered.append(step_times(lab, run, 2)[0] - killed)
        lab.ok("stop", run, "--after", "now")
        stream.finish()
    report("run: command to first step, two machines", first, asked=60)
    report("run: SIGKILL of a node's worker to the next step", recovered)


def from_nothing(tries):
    """Two machines with nothing of ours, from the first `nodes add` to the first step of a run over both."""
    seconds = []
    for _ in range(tries):
        with Lab() as lab, SshNodes(lab, 2, bare=True) as nodes:
            began = time.time()
            for name in nodes.names:
                lab.ok("nodes", "add", name)
                lab.ok("nodes", "prepare", name)
            stream = lab.stream("run", run_file(lab, nodes.names))
            run = stream.until("started")["run"]
            stream.until("step")
            seconds.append(step_times(lab, run, 1)[0] - began)
            lab.ok("stop", run, "--after", "now")
            stream.finish()
    report("two machines, nothing there: nodes add to first step", seconds, asked=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=5)
    tries = parser.parse_args().tries
    processor = next((line.partition(":")[2].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                     platform.machine())
    print(json.dumps({"processor": processor, "cores": os.cpu_count()}), flush=True)
    with Lab() as lab, SshNodes(lab, 3, bare=True) as nodes:
        report("nodes add: nothing there", [timed(lab.ok, "nodes", "add", name) for name in nodes.names], asked=30)
        again = []
        for name in nodes.names:
            lab.ok("nodes", "remove", name)
            again.append(timed(lab.ok, "nodes", "add", name))
        report("nodes add: again", again, asked=5)
        report("nodes prepare: libtorch", [timed(lab.ok, "nodes", "prepare", name) for name in nodes.names])
        report("nodes check --links, 4 machines", [timed(lab.ok, "nodes", "check", "--links") for _ in range(tries)],
               asked=10)
        train(lab, nodes, tries)
    from_nothing(tries)
    if beyond:
        sys.exit("\n".join(beyond))


main()
