#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of `import`, how fast the scalars of a program reach the store, and what `import --follow` costs while many files
grow; prints a JSON line for each.

  import  Of a folder of event files into a new store.
  store   Of a command run whose program writes its event file at once: from its first byte to the end of the run, by when
          all of them are stored.
  follow  Of files that get a step each second.

The event files have 10 tags, one scalar a record, as PyTorch's SummaryWriter writes them; every checksum is right, and the reader
checks each. CPU time is the agent's own, of all its threads. Run it with the tests' Python, which has NumPy."""
import argparse
import json
import os
import pathlib
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import numpy

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[2] / "build/release/bin"))
TAGS = [b"train/metric%d" % i for i in range(10)]
FIRST_STEP = 1 << 14  # to (1 << 21) - 1 a step has three bytes
TICK = os.sysconf("SC_CLK_TCK")


def crc_table():
    table = numpy.arange(256, dtype=numpy.uint32)
    for _ in range(8):
        table = numpy.where(table & 1, (table >> 1) ^ numpy.uint32(0x82F63B78), table >> 1)
    return table


TABLE = crc_table()


def masked_crc(rows):
    """TFRecord's checksum of each row."""
    crc = numpy.full(len(rows), 0xFFFFFFFF, dtype=numpy.uint32)
    for column in rows.T:
        crc = TABLE[(crc ^ column) & 0xFF] ^ (crc >> 8)
    crc ^= numpy.uint32(0xFFFFFFFF)
    return ((crc >> 15) | (crc << 17)) + numpy.uint32(0xA282EAD8)


def records(tag, steps, wall, values):
    """One framed tensorflow.Event a row."""
    value = b"\x0a" + bytes([len(tag)]) + tag + b"\x15" + bytes(4)
    summary = b"\x0a" + bytes([len(value)]) + value
    event = b"\x09" + bytes(8) + b"\x10" + bytes(3) + b"\x2a" + bytes([len(summary)]) + summary
    rows = numpy.tile(numpy.frombuffer(event, dtype=numpy.uint8), (len(steps), 1))
    rows[:, 1:9] = wall.astype("<f8").view(numpy.uint8).reshape(-1, 8)
    for byte in range(3):
        rows[:, 10 + byte] = (steps >> 7 * byte & 0x7F) | (0x80 if byte < 2 else 0)
    rows[:, -4:] = values.astype("<f4").view(numpy.uint8).reshape(-1, 4)
    head = numpy.frombuffer(struct.pack("<Q", len(event)), dtype=numpy.uint8)
    head = numpy.concatenate([head, masked_crc(head[None, :]).astype("<u4").view(numpy.uint8)])
    tail = masked_crc(rows).astype("<u4").view(numpy.uint8).reshape(-1, 4)
    return numpy.concatenate([numpy.tile(head, (len(rows), 1)), rows, tail], axis=1)


def event_bytes(first, count, begin):
    """All tags at `count` steps, in the order in which a training logs them."""
    steps = FIRST_STEP + first + numpy.arange(count)
    all_tags = [records(tag, steps, begin + 0.1 * (first + numpy.arange(count)), numpy.sin(steps / (7 + i))) for i, tag in enumerate(TAGS)]
    return numpy.stack(all_tags, axis=1).tobytes()


class Agent:
    def __init__(self, folder):
        self.environment = os.environ | {"TRAINYARD_HOME": str(folder / "home")}
        self.command("runs")
        self.pid = json.loads(self.command("agent", "status", "--json"))["pid"]

    def command(self, *args):
        return subprocess.run([BIN / "trainyard-headless", *map(str, args)], env=self.environment, check=True, capture_output=True).stdout

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK


def measure_import(args, folder):
    logs = folder / "speed"
    logs.mkdir()
    scalars = args.files * args.steps * len(TAGS)
    for i in range(args.files):
        run = logs / f"run{i}"
        run.mkdir()
        (run / "events.out.tfevents.1700000000.host.1.0").write_bytes(event_bytes(0, args.steps, 1.7e9))
    bytes_all = sum(file.stat().st_size for file in logs.rglob("events*"))
    walls, cpus = [], []
    for i in range(args.rounds):
        place = folder / f"speed{i}"  # another folder is another import
        logs.rename(place)
        logs = place
        agent = Agent(folder / f"agent{i}")
        before, began = agent.cpu(), time.perf_counter()
        read = json.loads(agent.command("import", place, "--json"))["runs"]
        walls.append(time.perf_counter() - began)
        cpus.append(agent.cpu() - before)
        assert sum(run["points"] for run in read) == scalars, read
        agent.command("agent", "stop")
    wall = statistics.median(walls)
    print(json.dumps({"what": "import", "scalars": scalars, "megabytes": round(bytes_all / 1e6, 1), "seconds": round(wall, 2),
                      "agent_cpu_seconds": round(statistics.median(cpus), 2), "scalars_per_second": round(scalars / wall),
                      "load1": os.getloadavg()[0]}), flush=True)
    shutil.rmtree(logs)


WRITE = """
import os, shutil, sys, time
with open(sys.argv[2], "w") as mark:
    mark.write(str(time.time()))
shutil.copy(sys.argv[1], os.path.join(os.environ["TRAINYARD_LOGDIR"], "events.out.tfevents.1700000000.host.1.0"))
"""


def measure_store(args, folder):
    ready, mark, file = folder / "ready", folder / "mark", folder / "run.json"
    ready.write_bytes(event_bytes(0, args.steps, 1.7e9))
    file.write_text(json.dumps({"trainyard": 1, "name": "own", "command": [sys.executable, "-c", WRITE, str(ready), str(mark)],
                                "cluster": {"worker": ["local"]}}))
    scalars = args.steps * len(TAGS)
    agent = Agent(folder / "store")
    walls, cpus = [], []
    for _ in range(args.rounds):
        before = agent.cpu()
        run = json.loads(agent.command("run", file, "--json").splitlines()[0])["run"]
        walls.append(time.time() - float(mark.read_text()))
        cpus.append(agent.cpu() - before)
        agent.command("export", run, folder / f"{run}.csv", "--to", "csv")
        with open(folder / f"{run}.csv", "rb") as table:
            assert sum(1 for _ in table) == scalars + 1
        os.remove(folder / f"{run}.csv")
    agent.command("agent", "stop")
    wall = statistics.median(walls)
    print(json.dumps({"what": "store", "scalars": scalars, "seconds": round(wall, 2), "agent_cpu_seconds": round(statistics.median(cpus), 2),
                      "scalars_per_second": round(scalars / wall), "slowest": round(scalars / max(walls)), "load1": os.getloadavg()[0]}), flush=True)


def measure_follow(args, folder):
    """Each file gets a step, which is ten scalars, every `--every` seconds."""
    logs = folder / "growing"
    files = [logs / f"run{i}" / "events.out.tfevents.1700000000.host.1.0" for i in range(args.growing)]
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_bytes(event_bytes(0, 10, 1.7e9))
    agent = Agent(folder / "follower")
    with subprocess.Popen([BIN / "trainyard-headless", "import", logs, "--follow", "--json"], env=agent.environment, stdout=subprocess.PIPE) as follower:
        assert json.loads(follower.stdout.readline())["following"]
        def read_on():
            for _ in follower.stdout:
                pass
        import threading
        threading.Thread(target=read_on, daemon=True).start()
        before, began, step = agent.cpu(), time.perf_counter(), 10
        while time.perf_counter() < began + args.seconds:
            bytes_new = event_bytes(step, 1, 1.7e9)
            for file in files:
                with open(file, "ab") as log:
                    log.write(bytes_new)
            step += 1
            time.sleep(max(0, began + (step - 10) * args.every - time.perf_counter()))
        spent, cpu = time.perf_counter() - began, agent.cpu() - before
        follower.send_signal(signal.SIGINT)
        assert follower.wait() == 130
    left = sum(run["points"] for run in json.loads(agent.command("import", logs, "--json"))["runs"])
    written = (step - 10) * len(TAGS) * args.growing
    print(json.dumps({"what": "follow", "files": args.growing, "scalars_per_second": round(written / spent), "seconds": round(spent, 1),
                      "agent_cores": round(cpu / spent, 4), "read_later": left, "load1": os.getloadavg()[0]}), flush=True)
    agent.command("agent", "stop")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--steps", type=int, default=100_000, help="per file")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--growing", type=int, default=1000)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between two steps of a file")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", choices=("import", "store", "follow"))
    args = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-"))
    try:
        for name, measure in (("import", measure_import), ("store", measure_store), ("follow", measure_follow)):
            if args.only in (None, name):
                measure(args, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
