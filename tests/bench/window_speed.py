#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the window is while a person works in it: the real program on a virtual screen, a real agent, and tasks that only
pretend to train (tests/faults/fake_worker.cpp) but write their spools at the wanted rate. One line of JSON a case.

  live   20 series at 1,000 points/s each: CPU of the window's process over 20 s. Drawn: all 20, by ten tasks; listed: 20
         quantities of one task, of which two are drawn.
  zoom   10 series of 1,000,000 points each, on one chart: frames a second that reach the screen while the mouse drags and the
         wheel turns over it.
  delay  A real training whose steps take most of a second: from the instant that a worker gives a step's loss to the first picture on
         the screen that shows it.
  folder A folder of event files with 10 series of 100,000 points, which the window has not seen before: from the start of
         `import` to the last picture on the screen that changes, which has every point.
  lists  1,500 runs with 1,500 series each (bench_lists): listed, searched, one opened, its quantities searched."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time

from screen import LEFT, WHEEL_DOWN, WHEEL_UP, Mouse, rows, screen
from stored_runs import copy_run

BUILD = pathlib.Path(os.environ.get("TRAINYARD_BUILD", pathlib.Path(__file__).resolve().parents[2] / "build/release"))
BIN, STAGE, BENCH = BUILD / "bin", BUILD / "tests/faults/stage/bin", BUILD / "tests/bench_lists"
TICKS = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def agent(folder, tasks, programs=STAGE):
    """An agent whose tasks pretend, on a home of its own; gives the environment of its clients. With BIN they train."""
    environment = os.environ | {"TRAINYARD_HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "config"),
                                "QT_QPA_PLATFORM": "xcb"}
    server = subprocess.Popen([programs / "trainyard-agent"], env=environment | tasks, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    wait(lambda: (folder / "home/run/agent.sock").exists(), 20, "the agent's socket")
    try:
        yield environment
    finally:
        subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env=environment, stdout=subprocess.DEVNULL, check=False)
        server.wait()


def wait(is_so, limit, what):
    end = time.monotonic() + limit
    while not is_so():
        if time.monotonic() > end:
            raise SystemExit(f"waited {limit} s for {what}")
        time.sleep(0.02)


def start(environment, folder, workers, *more):
    file = folder / "run.json"
    file.write_text(json.dumps({
        "trainyard": 1, "name": "pretend", "cluster": {"worker": ["local"] * workers}, "on_failure": {"restarts": 0},
        "checkpoint": {"every": "never", "final": False},
        "train": {"model": {"builtin": "mlp"}, "data": {"train": {"builtin": "fashion_mnist_test"}}}}))
    subprocess.run([BIN / "trainyard-headless", "run", file, *more], env=environment, stdout=subprocess.DEVNULL, check=True)


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mb(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


@contextlib.contextmanager
def window(environment, display):
    program = subprocess.Popen([BIN / "trainyard"], env=environment | {"DISPLAY": display}, stderr=subprocess.DEVNULL)
    try:
        yield program
        if program.poll() is not None:
            raise SystemExit(f"the window ended with {program.returncode}")
    finally:
        program.kill()
        program.wait()


def newest_steps(folder):
    with sqlite3.connect(f"file:{folder}/home/trainyard.db?mode=ro", uri=True) as store:
        counts = [row[0] for row in store.execute("SELECT sum(count) FROM curves GROUP BY series")]
    store.close()
    return counts


def live(folder, seconds):
    figures = {"case": "live", "series": 20, "seconds": seconds}
    for name, workers, tags in (("drawn", 10, "batch_loss,batch_accuracy"),
                                ("listed", 1, ",".join(["batch_loss", "batch_accuracy"] + [f"batch_tag_{i}" for i in range(18)]))):
        place = folder / name
        place.mkdir()
        tasks = {"FAKE_TAGS": tags, "FAKE_STEP_MS": "1", "FAKE_BURST": "20", "FAKE_STEPS": "1000000", "FAKE_EPOCH": "10000"}
        with agent(place, tasks) as environment, screen(place) as (display, pixels):
            start(environment, place, workers, "--detach")
            with window(environment, display) as program:
                time.sleep(10)  # the window has found the run, and its curves are longer than the screen is wide
                before, cpu, begun, picture = newest_steps(place), cpu_seconds(program.pid), time.monotonic(), pixels[:]
                time.sleep(seconds)
                took = time.monotonic() - begun
                after, cpu = newest_steps(place), cpu_seconds(program.pid) - cpu
                if pixels[:] == picture:
                    raise SystemExit("nothing moved on the screen")
                figures[name] = {"cpu_percent": round(100 * cpu / took, 1), "resident_mb": round(resident_mb(program.pid), 1),
                                 "points_per_s_a_series": round((sum(after) - sum(before)) / len(after) / took),
                                 "series": len(after)}
    return figures


def frames(pixels, region, seconds, act):
    """What a monitor of 60 Hz would show: how many of its pictures a second differ from the one before, in a part of the screen,
    while act(i) is done with each; and the longest time without a new one."""
    begun = last_change = time.monotonic()
    last, seen, longest = rows(pixels, *region), 0, 0.0
    for i in range(int(seconds * 60)):
        act(i)
        time.sleep(max(0, begun + (i + 1) / 60 - time.monotonic()))
        picture, now = rows(pixels, *region), time.monotonic()
        if picture != last:
            seen, longest, last, last_change = seen + 1, max(longest, now - last_change), picture, now
    took = time.monotonic() - begun
    return {"frames_per_s": round(seen / took, 1), "longest_gap_ms": round(max(longest, time.monotonic() - last_change) * 1e3)}


def zoom(folder, points):
    tasks = {"FAKE_TAGS": "batch_loss", "FAKE_STEP_MS": "0", "FAKE_BURST": "10000", "FAKE_STEPS": str(points), "FAKE_EPOCH": str(points)}
    with agent(folder, tasks) as environment, screen(folder) as (display, pixels):
        start(environment, folder, 10)
        counts = newest_steps(folder)
        assert counts == [points] * 10, counts
        with window(environment, display) as program:
            time.sleep(4)
            mouse, x, y, region = Mouse(display), 700, 300, (200, 400)  # on the left chart
            mouse.move(x, y)
            before = rows(pixels, *region)
            figures = {"case": "zoom", "series": 10, "points": points,
                       "wheel": frames(pixels, region, 4, lambda i: mouse.click(WHEEL_UP if i % 40 < 20 else WHEEL_DOWN))}
            for _ in range(6):
                mouse.click(WHEEL_UP)
            time.sleep(1)
            mouse.button(LEFT, True)
            figures["drag"] = frames(pixels, region, 4, lambda i: mouse.move(x + (i % 60 if i % 120 < 60 else 60 - i % 60) * 4 - 120, y))
            mouse.button(LEFT, False)
            if rows(pixels, *region) == before:
                raise SystemExit("the chart did not move")
            figures["resident_mb"] = round(resident_mb(program.pid), 1)
    return figures


def changes(pixels, region, until):
    """The times (seconds since 1970) at which a part of the screen became another one, looked at 500 times a second."""
    seen, last = [], rows(pixels, *region)
    while not until():
        end = time.monotonic() + 3
        while time.monotonic() < end:
            time.sleep(0.002)
            if (picture := rows(pixels, *region)) != last:
                seen.append(time.time())
                last = picture
    return seen


def delay(folder, steps):
    with agent(folder, {}, BIN) as environment, screen(folder) as (display, pixels):
        file = folder / "run.json"
        file.write_text(json.dumps({
            "trainyard": 1, "name": "slow", "strategy": {"one_device": {}}, "checkpoint": {"every": "never", "final": False},
            "train": {"model": {"builtin": "mnist_cnn"}, "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": 4096},
                      "epochs": 1, "steps_per_epoch": steps}}))
        ask = [BIN / "trainyard-headless"]
        subprocess.run([*ask, "run", file, "--detach"], env=environment, stdout=subprocess.DEVNULL, check=True)
        with window(environment, display):
            time.sleep(4)
            begun = time.time()

            def is_over():
                shown = subprocess.run([*ask, "show", "slow-1", "--json"], env=environment, stdout=subprocess.PIPE, check=True).stdout
                return json.loads(shown)["status"] != "running"

            seen = changes(pixels, (200, 400), is_over)  # of the charts
        table = subprocess.run([*ask, "metrics", "slow-1", "--tag", "batch_loss"], env=environment, stdout=subprocess.PIPE, check=True).stdout
    given = sorted(float(line.split(",")[6]) for line in table.decode().splitlines()[1:])
    given = [at for at in given if at > begun]
    delays = sorted(next((1e3 * (at - point) for at in seen if at >= point), float("inf")) for point in given[:-1])
    return {"case": "delay", "steps": len(delays), "step_s": round((given[-1] - given[0]) / (len(given) - 1), 2),
            "median_ms": round(delays[len(delays) // 2]), "longest_ms": round(delays[-1])}


def imported(folder, steps):
    """The window waits on an empty list, so that it shows the first run there is."""
    from imports import TAGS, event_bytes
    logs = folder / "logs"
    logs.mkdir()
    (logs / "events.out.tfevents.1700000000.host.1.0").write_bytes(event_bytes(0, steps, 1.7e9))
    with agent(folder, {}, BIN) as environment, screen(folder) as (display, pixels), window(environment, display):
        time.sleep(4)
        begun = time.time()
        reading = subprocess.Popen([BIN / "trainyard-headless", "import", logs, "--json"], env=environment, stdout=subprocess.PIPE)
        seen = changes(pixels, (200, 400), lambda: reading.poll() is not None)
        stored = json.loads(reading.communicate()[0])["runs"][0]
        assert stored["points"] == steps * len(TAGS), stored
        seen += changes(pixels, (200, 400), lambda last=time.time() + 2: time.time() > last)
    return {"case": "folder", "points": stored["points"], "first_picture_s": round(seen[0] - begun, 3), "last_picture_s": round(seen[-1] - begun, 3)}


def copy_rows(folder, runs):
    """One real run becomes many: its row and those of its series and curves."""
    with sqlite3.connect(folder / "home/trainyard.db") as store:
        store.execute("PRAGMA synchronous = OFF")
        run = store.execute("SELECT id FROM runs").fetchone()[0]
        size = store.execute("SELECT max(id) FROM series").fetchone()[0]
        for i in range(2, runs + 1):
            copy = copy_run(store, i, "pretend")
            store.execute("INSERT INTO series SELECT id + ?, ?, task, split, tag, is_double FROM series WHERE run = ?",
                          (size * (i - 1), copy, run))
            for table in ("curves", "chunks", "tails", "pyramid"):
                columns = [column[1] for column in store.execute(f"PRAGMA table_info({table})")][1:]
                store.execute(f"INSERT INTO {table} SELECT series + ?, {','.join(columns)} FROM {table} WHERE series <= ?",
                              (size * (i - 1), size))
    store.close()


def lists(folder, runs, tags):
    names = ["batch_loss", "batch_accuracy"] + [f"batch_tag_{i}" for i in range(tags - 2)]
    with agent(folder, {"FAKE_TAGS": ",".join(names), "FAKE_STEPS": "20"}) as environment:
        start(environment, folder, 1)
    copy_rows(folder, runs)
    with agent(folder, {}) as environment, screen(folder) as (display, _):
        subprocess.run([BIN / "trainyard-headless", "runs"], env=environment, stdout=subprocess.DEVNULL, check=True)  # the store's pages are read
        shown = subprocess.run([BENCH, str(runs), str(tags)], env=environment | {"DISPLAY": display}, stdout=subprocess.PIPE, check=True)
    return {"case": "lists"} | json.loads(shown.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", choices=["live", "zoom", "delay", "folder", "lists", "all"], default="all")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--runs", type=int, default=1500)
    parser.add_argument("--tags", type=int, default=1500)
    args = parser.parse_args()
    cases = {"live": lambda place: live(place, args.seconds), "zoom": lambda place: zoom(place, args.points), "delay": lambda place: delay(place, args.steps),
             "folder": lambda place: imported(place, args.points // 10),
             "lists": lambda place: lists(place, args.runs, args.tags)}
    for name, case in cases.items():
        if args.case not in (name, "all"):
            continue
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-speed-"))
        try:
            print(json.dumps(case(folder) | {"load1": round(os.getloadavg()[0], 2)}), flush=True)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
