# SPDX-License-Identifier: Apache-2.0
"""Kills at random instants on three machines: agents, tasks, shims and ssh clients of runs whose chief is on a node. They come
from TRAINYARD_SEED, which is printed with what each hit; TRAINYARD_BLOWS is how many (200).

Each run ends as succeeded within a bounded time. No point of a curve is missing or stored twice, every checkpoint that is listed
is on the chief's machine and whole, and no process of the run is left on any machine."""
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import time

from lab import exited
from ssh_nodes import SshNodes
from test_crash import SEED
from test_node_chief import checkpoints, on_node
from test_nodes import losses, spec_file

BLOWS = int(os.environ.get("TRAINYARD_BLOWS", "200"))
BLOWS_PER_RUN = 5
LONGEST = 240  # seconds that a run may take after its last blow
KEYS = {"checkpoint": {"every": {"steps": 8}, "keep": 5}, "on_failure": {"restarts": 1000, "backoff_seconds": 0}}
PLACES = [["node-1", "local", "node-2"], ["local", "node-1", "node-2"], ["node-1", "node-2"]]

KINDS = {"trainyard-agent": "agent", "trainyard-worker": "task", "trainyard-shim": "shim", "ssh": "ssh"}


def processes(nodes):
    """[(kind, machine, pid)] of what a run consists of, and of what holds it together."""
    found = []
    for place in ("home", *nodes.names):
        there = nodes.lab.processes() if place == "home" else nodes.processes(place)
        for pid, command in there.items():
            program = pathlib.Path(command.split(" ", 1)[0]).name
            if program in KINDS and (program == "ssh" or "--stdio" not in command):  # that one is ssh's
                found.append((KINDS[program], place, pid))
    return sorted(found)


def strike(nodes, draw):
    """One blow at something that is there; says what it was."""
    while True:
        found = processes(nodes)
        if not found:  # the home's agent is started by whoever asks it next
            nodes.lab.ok("nodes")
            continue
        kind = draw.choice(["agent", "agent", "task", "task", "shim", "ssh"])
        victims = [one for one in found if one[0] == kind]
        if not victims:  # an agent or a task that an earlier blow has ended is started again
            continue
        _, place, pid = draw.choice(victims)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            return f"{kind} at {place}"


def tasks_left(nodes):
    """What a run has left anywhere."""
    return [one for one in processes(nodes) if one[0] in ("task", "shim")]


def awaited(lab, run, blows):
    """What `show` says of it once it has ended."""
    try:
        lab.cli("watch", run, "--json", limit=LONGEST)
    except subprocess.TimeoutExpired as hang:
        raise AssertionError(("it hangs", blows, lab.ok("show", run, "--json").json())) from hang
    return lab.ok("show", run, "--json").json()


def check(nodes, run, shown, blows):
    """Nothing is lost, nothing is left; how many checkpoints there are."""
    lab = nodes.lab
    assert shown["status"] == "succeeded", (blows, shown.get("failure"))
    kept = {}
    for _, points in sorted(losses(lab, run).items()):
        steps = [step for step, _ in points]
        assert steps == list(range(steps[0], steps[0] + len(steps))), (blows, steps)
        kept = {step: loss for step, loss in kept.items() if step < steps[0]} | dict(points)
    assert sorted(kept) == list(range(min(kept), shown["step"] + min(kept))), (blows, len(kept), shown["step"])
    rows = checkpoints(lab, run)
    chief = shown["tasks"][0]["node"]
    if chief != "local":
        assert set(rows) == set(on_node(nodes, chief, run)), blows
    for row in rows.values():
        lab.ok("checkpoint", "verify", row["path"])
    for kind, place, pid in tasks_left(nodes):
        assert exited(pid, 30), (blows, kind, place, pid)
    assert not tasks_left(nodes), blows
    return len(rows)


def test_blows_on_three_machines(lab):
    print(f"\nTRAINYARD_SEED={SEED}")
    draw = random.Random(f"{SEED} nodes")
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        for number in range(0, BLOWS, BLOWS_PER_RUN):
            places = PLACES[number // BLOWS_PER_RUN % len(PLACES)]
            run = lab.ok("run", spec_file(lab, places, KEYS, epochs=40), "--detach", "--json").json()["run"]
            blows = []
            for _ in range(BLOWS_PER_RUN):
                time.sleep(draw.uniform(0.2, 2.5))  # the instant is the seed's
                blows.append(strike(nodes, draw))
            began = time.monotonic()
            shown = awaited(lab, run, blows)
            kept = check(nodes, run, shown, blows)
            print(f"{number + BLOWS_PER_RUN}: {places}: {'; '.join(blows)}: {shown['attempts']} attempts, {kept} checkpoints, "
                  f"ended {time.monotonic() - began:.1f} s after the last", flush=True)
