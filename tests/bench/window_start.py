#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launch of the window to its first painted frame, with stored runs behind it, on a virtual screen (Xvfb).

Xvfb keeps its screen in a file that is mapped here and looked at until something else than the empty screen is in it. Prints one
JSON line: milliseconds to the first frame and to the filled list, the first (cold) launch apart, memory, and whether libtorch was mapped."""
import argparse
import json
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time

from screen import screen
from stored_runs import copy_run

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))


def store_runs(count, environment, folder):
    """One real run of one step, and copies of its row: what the list shows comes from rows."""
    file = folder / "one-step.json"
    file.write_text(json.dumps({
        "trainyard": 1, "name": "one-step", "cluster": {"worker": ["local"]}, "checkpoint": {"every": "never", "final": False},
        "on_failure": {"restarts": 0},
        "train": {"model": {"builtin": "mlp"}, "max_steps": 1, "data": {"train": {"builtin": "fashion_mnist_test"}}}}))
    for command in (["run", file, "--json"], ["agent", "stop"]):
        subprocess.run([BIN / "trainyard-headless", *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    with sqlite3.connect(folder / "home/trainyard.db") as store:
        for i in range(2, count + 1):
            copy_run(store, i, "one-step")
    store.close()


def launch(environment, folder, limit=30, calm=0.4):
    """Milliseconds until the screen differs from what it was, and until it last changed before it was calm: then the list is
    filled. MB resident then, and whether libtorch is mapped."""
    with screen(folder) as (display, pixels):  # a fresh one: nothing is left of the window before
        empty = pixels[:]
        begun = time.perf_counter()
        window = subprocess.Popen([BIN / "trainyard"], env=environment | {"DISPLAY": display}, stderr=subprocess.DEVNULL)
        try:
            while pixels[:] == empty:
                if time.perf_counter() - begun > limit or window.poll() is not None:
                    raise SystemExit(f"no frame after {limit} s; exit {window.poll()}")
            first = changed = time.perf_counter()
            last = pixels[:]
            while time.perf_counter() - changed < calm and time.perf_counter() - begun < limit:
                if (now := pixels[:]) != last:
                    last, changed = now, time.perf_counter()
            maps = pathlib.Path(f"/proc/{window.pid}/maps").read_text()
            status = pathlib.Path(f"/proc/{window.pid}/status").read_text()
            resident = int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024
            return (first - begun) * 1e3, (changed - begun) * 1e3, resident, "libtorch" in maps
        finally:
            window.kill()
            window.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--launches", type=int, default=11)
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-window-"))
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config"),
                                "QT_QPA_PLATFORM": "xcb"}
    try:
        store_runs(args.runs, environment, folder)
        subprocess.run([BIN / "trainyard-headless", "runs"], env=environment, stdout=subprocess.DEVNULL, check=True)
        results = [launch(environment, folder) for _ in range(args.launches)]
    finally:
        subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder)
    def spread(values):
        return {"median": round(statistics.median(values), 1), "range": [round(min(values), 1), round(max(values), 1)]}
    first, filled, resident, mapped = zip(*results)
    print(json.dumps({"runs": args.runs, "cold_ms": round(first[0], 1), "first_frame_ms": spread(first[1:]),
                      "filled_ms": spread(filled[1:]), "resident_mb": spread(resident), "maps_libtorch": any(mapped),
                      "load1": round(os.getloadavg()[0], 2)}))


if __name__ == "__main__":
    main()
