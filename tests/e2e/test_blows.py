# SPDX-License-Identifier: Apache-2.0
"""Blows at random instants at everything that a run consists of, under each strategy: kills of tasks, shims and the agent,
suspensions, a disk that fills and empties; and orders: stops of every kind, a pause, a change of the rate. They come from
TRAINYARD_SEED, which is printed with what each hit; TRAINYARD_BLOWS is how many (300).

After each the run continues, or stops as it was asked to, with the rate that it was given last, and every checkpoint that is
listed is there and whole, and every one that is there is listed. At the end no step of any attempt is missing or stored twice."""
import contextlib
import hashlib
import json
import os
import pathlib
import random
import signal
import time

import pytest

from lab import kill
from test_crash import SEED, checkpoints
from test_faults import fill

BLOWS = int(os.environ.get("TRAINYARD_BLOWS", "300"))


# What a run of each kind consists of.
SERVERS = {"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]}
KINDS = {
    "multi_worker_mirrored": ({"multi_worker_mirrored": {}}, {"worker": ["local", "local"], "evaluator": ["local"]}),
    "parameter_server": ({"parameter_server": {}}, SERVERS),
    "parameter_server_sync": ({"parameter_server": {"mode": "sync"}}, SERVERS),
    "mirrored": ({"mirrored": {"replicas": 2}}, {"worker": ["local"]}),
    "one_device": ({"one_device": {}}, {"worker": ["local"]}),
}
RATE = "train.optimizer.adam.learning_rate"


class Siege:
    """A run that is to survive, polled: streams end with their agent."""

    def __init__(self, lab, kind):
        self.lab = lab
        self.rate = 0.001
        spec = json.loads(lab.run_file(epochs=1000000, optimizer={"adam": {"learning_rate": self.rate}}).read_text())
        spec["strategy"], spec["cluster"] = KINDS[kind]
        spec["on_failure"] = {"restarts": 1000000, "backoff_seconds": 0, "stall_seconds": 10}
        spec["checkpoint"] = {"every": {"steps": 20}, "keep": 2}
        path = lab.root / "siege.yaml"
        path.write_text(json.dumps(spec))
        self.run = lab.ok("run", path, "--detach", "--json").events()[0]["run"]
        self.folder = lab.home / "runs" / self.run / "checkpoints"

    def show(self):
        return self.lab.ok("show", self.run, "--json").json()

    def tasks(self):
        return {task["task"]: task["pid"] for task in self.show()["tasks"]}

    def await_progress(self, what):
        """Until steps are made while all tasks run; returns how long that took."""
        began, before = time.monotonic(), None
        while time.monotonic() - began < 90:
            shown = self.show()
            if shown["status"] not in ("queued", "starting", "running"):
                pytest.fail(f"{what}: {shown['status']}: {shown.get('failure')}\n{self.last_events()}")
            if shown["status"] == "running" and all(task["state"] == "running" for task in shown["tasks"]):
                assert shown["spec"]["train"]["optimizer"]["adam"]["learning_rate"] == self.rate, (what, shown["spec"])
                now = (shown["attempts"], shown["step"])
                if before and now[0] == before[0] and now[1] > before[1]:
                    return time.monotonic() - began
                before = before if before and now[0] == before[0] else now
        raise AssertionError(f"no step within 90 s after {what}: {self.show()}")

    def last_events(self):
        """The last events of a run that has ended, for the message of a failed check."""
        events = self.lab.cli("watch", self.run, "--json").out.splitlines()
        return "\n".join(line for line in events if '"epoch' not in line and '"checkpoint' not in line)[-4000:]

    def newest(self):
        return max(checkpoints(self.folder)[0], default=0)

    def listing(self):
        """What is listed, and the names of what is there."""
        listed = self.lab.ok("checkpoints", self.run, "--json").json()
        there = {path.name for path in self.folder.iterdir() if path.name.startswith("ckpt-")} if self.folder.exists() else set()
        return listed, {pathlib.Path(one["path"]).name for one in listed}, there

    def check(self, what):
        """The list and the folder of a run that has stopped agree, and each byte is as its manifest says."""
        listed, names, there = self.listing()
        assert names == there, (what, listed, there)
        for one in listed:
            folder = pathlib.Path(one["path"])
            for file, entry in json.loads((folder / "manifest.json").read_text())["files"].items():
                assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == entry["sha256"], (what, folder / file)
        assert len(there) <= 3, (what, there)  # keep, and what the attempt began from
        return len(there)

    def stop_and_resume(self, after):
        before = self.newest()
        self.lab.ok("stop", self.run, "--after", after)
        began = time.monotonic()
        while (shown := self.show())["status"] in ("starting", "running", "stopping"):
            assert time.monotonic() - began < 90, shown
        assert shown["status"] == "stopped", shown
        assert not self.lab.tasks_left()
        self.check(f"stop --after {after}")
        assert self.newest() >= before
        if after in ("save", "epoch"):
            assert self.newest() == shown["step"], (self.newest(), shown)
        if after == "epoch":
            assert shown["step"] % shown["steps_per_epoch"] == 0, shown
        attempt = self.lab.ok("resume", self.run, "--detach", "--json").events()[0]
        return f"stopped after {after} at step {shown['step']}, {attempt.get('event')}"

    def pause_and_resume(self, blow):
        """`blow` hits the paused run, which stays paused, and whose list and folder agree without a save that could put them
        right."""
        paused = self.lab.ok("pause", self.run, "--json").json()["from_step"]
        hit = blow()
        began = time.monotonic()
        while True:
            shown = self.show()
            listed, names, there = self.listing()
            is_running = shown["status"] == "running" and all(task["state"] == "running" for task in shown["tasks"])
            if is_running and shown["paused"] and names == there:
                break
            assert shown["status"] in ("starting", "running") and time.monotonic() - began < 90, (shown, listed, there)
        assert shown["step"] <= paused, (paused, shown)
        self.lab.ok("resume", self.run, "--detach")
        return f"paused after step {paused}{hit}, resumed"

    def change_rate(self, rate):
        self.rate = rate
        self.lab.ok("change", self.run, "--set", f"{RATE}={rate}")
        return f"rate {rate}"

    def check_steps(self):
        """Every step of every attempt once, in order, from the one after its checkpoint on; of the last one up to where the run is."""
        attempts = {}
        for row in self.lab.metrics(self.run, "--tag", "batch_loss"):
            attempts.setdefault(int(row[0]), []).append(int(row[4]))
        events = map(json.loads, self.lab.cli("watch", self.run, "--json").out.splitlines())
        begins = {event["number"]: event["from_step"] for event in events if event["event"] == "attempt"}
        for number, steps in attempts.items():
            assert steps == list(range(begins[number] + 1, begins[number] + 1 + len(steps))), (number, begins[number], steps[:3], steps[-3:], len(steps))
        last = max(attempts)
        assert attempts[last][-1] == self.show()["step"], (last, attempts[last][-3:], self.show())
        return sum(map(len, attempts.values())), len(attempts)


def shim_of(lab, pid):
    """The parent of a task's process, as its record has it."""
    for record in lab.home.glob("runs/*/tasks/*"):
        with contextlib.suppress(OSError, ValueError, KeyError):
            tree = json.loads(record.read_text())
            if tree["program"]["pid"] == pid:
                return tree["shim"]["pid"]
    return None


def meanwhile(lab, kind, victim, pid):
    """A kill while an order is being carried out; says what it was."""
    if kind == "agent":
        kill(lab.agent_pid())
        return ", agent killed"
    if kind == "task":
        with contextlib.suppress(ProcessLookupError):
            kill(pid)
        return f", {victim} killed"
    return ""


def strike(siege, draw):
    """One blow; says what it was."""
    lab, tasks = siege.lab, siege.tasks()
    kind = draw.choice(["task", "task", "task", "shim", "agent", "agent", "suspend", "full disk", "stop", "stop", "task and agent", "pause", "change"])
    victim = draw.choice(sorted(tasks))
    pid = tasks[victim]
    with contextlib.suppress(ProcessLookupError):  # an earlier blow has ended it
        if kind in ("task", "task and agent"):
            os.kill(pid, signal.SIGKILL)
        if kind == "shim" and (shim := shim_of(lab, pid)):
            os.kill(shim, signal.SIGKILL)
        if kind in ("agent", "task and agent"):
            kill(lab.agent_pid())
        if kind == "suspend":
            os.kill(pid, signal.SIGSTOP)
            siege.lab.ok("show", siege.run)
            if draw.random() < 0.5:
                os.kill(pid, signal.SIGCONT)
    if kind == "full disk":
        filler = fill(lab.home)
        deadline = time.monotonic() + draw.uniform(0.2, 2)
        if draw.random() < 0.5:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            victim += " killed"
        while time.monotonic() < deadline:
            lab.cli("show", siege.run)
        filler.unlink()
    if kind == "stop":
        return siege.stop_and_resume(draw.choice(["save", "now", "step", "epoch"]))
    if kind == "pause":
        return siege.pause_and_resume(lambda: meanwhile(lab, draw.choice(["task", "agent", "nothing"]), victim, pid))
    if kind == "change":
        return siege.change_rate(draw.choice([0.002, 0.001, 0.0005])) + meanwhile(lab, draw.choice(["agent", "nothing"]), victim, pid)
    return f"{kind} ({victim})"


@pytest.mark.parametrize("kind", list(KINDS))
def test_blows_at_everything_lose_nothing_and_list_nothing_that_is_not_there(home_of_size, kind):
    print(f"\nTRAINYARD_SEED={SEED}")
    draw = random.Random(f"{SEED} {kind}")
    siege = Siege(home_of_size(200), kind)
    siege.await_progress("the start")
    slowest = 0.0
    for number in range(1, BLOWS // len(KINDS) + 1):
        until = time.monotonic() + draw.uniform(0, 1)
        while time.monotonic() < until:
            siege.show()
        what = strike(siege, draw)
        took = siege.await_progress(what)
        slowest = max(slowest, took)
        print(f"blow {number}: {what}; {took:.1f} s; newest checkpoint {siege.newest()}", flush=True)
    siege.stop_and_resume("now")
    siege.await_progress("the last resume")
    siege.stop_and_resume("save")
    siege.lab.ok("stop", siege.run, "--after", "now")
    began = time.monotonic()
    while siege.show()["status"] != "stopped":
        assert time.monotonic() - began < 60
    kept = siege.check("the end")
    points, attempts = siege.check_steps()
    print(f"{kind}: {points} steps in {attempts} attempts, {kept} checkpoints, slowest recovery {slowest:.1f} s")
