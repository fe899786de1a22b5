#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launch of the window to its first painted frame, with stored runs behind it, on a virtual screen (Xvfb).

Xvfb keeps its screen in a file that is mapped here and looked at until something else than the empty screen is in it. Prints one
JSON line: milliseconds of each launch, the first (cold) apart, and whether libtorch was mapped."""
import argparse
import contextlib
import json
import mmap
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))
SCREEN = (1280, 800)


@contextlib.contextmanager
def screen(folder):
    """(display name, the bytes of its screen)"""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-fbdir", folder,
                               "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as answer:
            display = ":" + answer.readline().strip()
        with open(folder / "Xvfb_screen0", "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as pixels:
            yield display, pixels
    finally:
        server.terminate()
        server.wait()


def store_runs(count, environment, folder):
    """`count` runs of one step each."""
    file = folder / "one-step.json"
    file.write_text(json.dumps({
        "trainyard": 1, "name": "one-step", "cluster": {"worker": ["local"]}, "checkpoint": {"every": "never", "final": False},
        "on_failure": {"restarts": 0},
        "train": {"model": {"builtin": "mlp"}, "max_steps": 1, "data": {"train": {"builtin": "fashion_mnist_test"}}}}))
    for _ in range(count):
        subprocess.run([BIN / "trainyard-headless", "run", file, "--json"], env=environment, stdout=subprocess.DEVNULL, check=True)


def launch(environment, pixels, limit=30):
    """Milliseconds until the screen differs from what it was, and whether libtorch is mapped then."""
    empty = pixels[:]
    begun = time.perf_counter()
    window = subprocess.Popen([BIN / "trainyard"], env=environment, stderr=subprocess.DEVNULL)
    try:
        while pixels[:] == empty:
            if time.perf_counter() - begun > limit or window.poll() is not None:
                raise SystemExit(f"no frame after {limit} s; exit {window.poll()}")
        took = (time.perf_counter() - begun) * 1e3
        maps = pathlib.Path(f"/proc/{window.pid}/maps").read_text()
        return took, "libtorch" in maps
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
        with screen(folder) as (display, pixels):
            results = [launch(environment | {"DISPLAY": display}, pixels) for _ in range(args.launches)]
    finally:
        subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder)
    times = [took for took, _ in results]
    print(json.dumps({"runs": args.runs, "first_ms": round(times[0], 1), "median_ms": round(statistics.median(times[1:]), 1),
                      "range_ms": [round(min(times[1:]), 1), round(max(times[1:]), 1)],
                      "maps_libtorch": any(mapped for _, mapped in results), "load1": round(os.getloadavg()[0], 2)}))


if __name__ == "__main__":
    main()
