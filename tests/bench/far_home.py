#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The window whose home agent is on another machine, 100 ms of round trip away: a network namespace with a real sshd, and a
proxy under ssh that passes every byte on after half of that. The home has 1,500 runs, one of them with a curve of 1,000,000
points. Needs root.

One line of JSON (bench_far_home): the connection, from then on the list until it is painted, and another run's curve from its
choice until it is painted. Run it with the tests' Python, which has NumPy."""
import argparse
import json
import os
import pathlib
import sqlite3
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.setdefault("TRAINYARD_BUILD", str(SOURCE / "build/release")))
os.environ.setdefault("TRAINYARD_SOURCE", str(SOURCE))
os.environ.setdefault("TRAINYARD_BIN", str(BUILD / "bin"))
sys.path.insert(0, str(SOURCE / "tests/e2e"))

import imports  # noqa: E402
from lab import Lab  # noqa: E402
from screen import screen  # noqa: E402
from ssh_nodes import SshNodes  # noqa: E402
from stored_runs import copy_run  # noqa: E402


def store(lab, home, runs, points):
    """The home's runs: a short one many times, and one with many points. Returns (id, last step) of both."""
    environment = lab.env | {"TRAINYARD_HOME": str(home)}

    def told(*args):
        return json.loads(subprocess.run([BUILD / "bin/trainyard-headless", *args], env=environment, capture_output=True, check=True).stdout)

    def read(name, steps):
        logs = lab.root / name
        logs.mkdir()
        (logs / "events.out.tfevents.1700000000.host.1.0").write_bytes(imports.event_bytes(0, steps, 1.7e9))
        return told("import", str(logs), "--json")["runs"][0]["run"]

    imports.TAGS[:] = [b"loss"]
    steps = 20
    short = read("short", steps)
    told("agent", "stop", "--json")
    with sqlite3.connect(home / "trainyard.db") as database:
        for number in range(2, runs):
            copy_run(database, number, "short")
    database.close()
    long = read("long", points)
    told("agent", "stop", "--json")
    return (short, imports.FIRST_STEP + steps - 1), (long, imports.FIRST_STEP + points - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1500)
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--round-trip", type=float, default=100, help="milliseconds")
    args = parser.parse_args()
    with Lab() as lab, SshNodes(lab, 1) as nodes, screen(lab.root) as (display, _):
        short, long = store(lab, nodes.homes["node-1"], args.runs, args.points)
        config = nodes.folder / "config"
        config.write_text(f"ProxyCommand {sys.executable} {pathlib.Path(__file__).resolve().parent}/slow_link.py %h %p {args.round_trip / 2}\n{config.read_text()}")
        for _ in range(args.tries):
            done = subprocess.run(lab.command("ssh://node-1", args.runs, *short, *long, program=BUILD / "tests/bench_far_home"),
                                  env=lab.env | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}, stdout=subprocess.PIPE, check=True)
            print(json.dumps(json.loads(done.stdout) | {"round_trip_ms": args.round_trip, "points": args.points,
                                                        "load": round(os.getloadavg()[0], 1)}), flush=True)


main()
