# SPDX-License-Identifier: Apache-2.0
"""Blows at random instants at everything that a run consists of, under each strategy, in training programs and in a script:
kills of tasks, shims and the agent, SIGTERM to tasks, the agent and an attached command, suspensions, a disk that fills and
empties; and orders: stops of every kind, a pause, a change of the rate. They come from TRAINYARD_SEED, which is printed with
what each hit; TRAINYARD_BLOWS is how many (300).

After each the run continues, or stops as it was asked to, with the rate that it was given last, and every checkpoint that is
listed is there and whole, and every one that is there is listed. At the end no step of any attempt is missing or stored twice."""
import contextlib
import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import sys
import time

import pytest

from lab import exited, kill
from test_crash import SEED, checkpoints
from test_faults import fill

BLOWS = int(os.environ.get("TRAINYARD_BLOWS", "300"))


STOPS = ("save", "now", "step", "epoch")


class Kind:
    """A kind of run: what its run file has beside the data, and what can be asked of it while it trains."""

    def __init__(self, strategy, cluster, train=None, command=None, stops=STOPS, can_change=True, tag="batch_loss"):
        self.strategy, self.cluster, self.train, self.command = strategy, cluster, train, command
        self.stops, self.can_change, self.tag = stops, can_change, tag

    def spec(self, lab, rate):
        spec = json.loads(lab.run_file(epochs=1000000, optimizer={"adam": {"learning_rate": rate}}).read_text())
        spec["cluster"] = self.cluster
        spec["on_failure"] = {"restarts": 1000000, "backoff_seconds": 0, "stall_seconds": 10}
        spec["checkpoint"] = {"every": {"steps": 20}, "keep": 2}
        if self.command:
            del spec["train"], spec["checkpoint"]
            return spec | self.command(lab)
        spec["strategy"] = self.strategy
        if self.train:
            del spec["checkpoint"]["every"]  # programs save when they want to
            del spec["train"]["model"]
            spec["train"] |= self.train
        return spec


SCRIPT = """
import glob, os, time
from trainyard_client import Client

client = Client()
client.catch_stop()
saved = client.resume_from()
step = int(open(saved).read()) if saved else 0

def save():
    name = f"saved-{step}"
    with open(name + ".new", "w") as file:
        file.write(str(step))
    os.replace(name + ".new", name)
    client.report_checkpoint(name, step)

while not client.should_stop():
    client.wait_while_paused()
    step += 1
    client.log("batch_loss", 1 / step, step)
    if step % 200 == 0 or client.should_save():
        save()
    time.sleep(0.002)  # what a step takes
save()
"""


def script(lab):
    """A script with the client for Python beside it, which continues from its newest checkpoint."""
    folder = lab.root / "script"
    folder.mkdir()
    shutil.copy(pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "plugins/clients/python/trainyard/client.py", folder / "trainyard_client.py")
    (folder / "script.py").write_text(SCRIPT)
    return {"command": [sys.executable, "script.py"], "cwd": str(folder)}


SERVERS = {"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]}
WORKERS = {"worker": ["local", "local"]}
ONE = {"worker": ["local"]}
KINDS = {
    "multi_worker_mirrored": Kind({"multi_worker_mirrored": {}}, WORKERS | {"evaluator": ["local"]}),
    "parameter_server": Kind({"parameter_server": {}}, SERVERS),
    "parameter_server_sync": Kind({"parameter_server": {"mode": "sync"}}, SERVERS),
    "mirrored": Kind({"mirrored": {"replicas": 2}}, ONE),
    "one_device": Kind({"one_device": {}}, ONE),
    "program": Kind({"multi_worker_mirrored": {}}, WORKERS, {"program": {"plugin": "custom_training"}}, can_change=False),
    "parameter_server_program": Kind({"parameter_server": {}}, SERVERS, {
        "program": {"plugin": "parameter_server_loop"}, "data": {}, "steps_per_epoch": 20}, can_change=False),
    "command": Kind(None, ONE, command=script, stops=("save", "now"), can_change=False),
}
RATE = "train.optimizer.adam.learning_rate"


class Siege:
    """A run that is to survive, polled: streams end with their agent."""

    def __init__(self, lab, kind):
        self.lab = lab
        self.rate = 0.001
        self.kind = KINDS[kind]
        spec = self.kind.spec(lab, self.rate)
        path = lab.root / "siege.yaml"
        path.write_text(json.dumps(spec))
        self.run = lab.ok("run", path, "--detach", "--json").events()[0]["run"]
        self.folder = lab.root / "script" if self.kind.command else lab.home / "runs" / self.run / "checkpoints"

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
                if self.kind.can_change:
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
        if self.kind.command:
            return max((one["step"] for one in self.listing()[0]), default=0)
        return max(checkpoints(self.folder)[0], default=0)

    def listing(self):
        """What is listed, and the names of what is there."""
        listed = self.lab.ok("checkpoints", self.run, "--json").json()
        prefix = "saved-" if self.kind.command else "ckpt-"
        there = {path.name for path in self.folder.iterdir() if path.name.startswith(prefix)} if self.folder.exists() else set()
        return listed, {pathlib.Path(one["path"]).name for one in listed}, there

    def check(self, what):
        """The list and the folder of a run that has stopped agree, and each byte is as its manifest says."""
        listed, names, there = self.listing()
        if self.kind.command:  # the script's own files, which it may not have reported yet when it was killed
            assert names <= there, (what, listed, there)
            assert all(int(pathlib.Path(one["path"]).read_text()) == one["step"] for one in listed), (what, listed)
            return len(names)
        assert names == there, (what, listed, there)
        for one in listed:
            folder = pathlib.Path(one["path"])
            for file, entry in json.loads((folder / "manifest.json").read_text())["files"].items():
                assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == entry["sha256"], (what, folder / file)
        assert len(there) <= 3, (what, there)  # keep, and what the attempt began from
        return len(there)

    def await_end(self):
        began = time.monotonic()
        while (shown := self.show())["status"] in ("starting", "running", "stopping"):
            assert time.monotonic() - began < 90, shown
        assert shown["status"] == "stopped", shown
        return shown

    def stop_and_resume(self, after):
        before = self.newest()
        self.lab.ok("stop", self.run, "--after", after)
        shown = self.await_end()
        assert not self.lab.tasks_left()
        self.check(f"stop --after {after}")
        assert self.newest() >= before
        if after in ("save", "epoch"):
            assert self.newest() == shown["step"], (self.newest(), shown)
        if after == "epoch":
            assert shown["step"] % shown["steps_per_epoch"] == 0, shown
        attempt = self.lab.ok("resume", self.run, "--detach", "--json").events()[0]
        return f"stopped after {after} at step {shown['step']}, {attempt.get('event')}"

    def terminate_command(self):
        """SIGTERM to the command that the run is attached to: it is preempted, and has saved."""
        self.lab.ok("stop", self.run, "--after", "now")
        self.await_end()
        stream = self.lab.stream("resume", self.run)
        stream.until("attempt")
        self.await_progress("resume")
        stream.process.send_signal(signal.SIGTERM)
        code, _ = stream.finish()
        shown = self.show()
        assert (code, shown["status"]) == (75, "preempted"), (code, shown)
        self.check("SIGTERM to the command")
        assert self.newest() == shown["step"], (self.newest(), shown)
        self.lab.ok("resume", self.run, "--detach")
        return f"command terminated at step {shown['step']}, resumed"

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
        for row in self.lab.metrics(self.run, "--tag", self.kind.tag):
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
    kind = draw.choice(["task", "task", "task", "shim", "agent", "agent", "suspend", "full disk", "stop", "stop", "task and agent", "terminate agent", "terminate command",
                        *(["pause", "change"] if siege.kind.can_change else []), *([] if siege.kind.command else ["terminate"])])
    victim = draw.choice(sorted(tasks))
    pid = tasks[victim]
    with contextlib.suppress(ProcessLookupError):  # an earlier blow has ended it
        if kind in ("task", "task and agent"):
            os.kill(pid, signal.SIGKILL)
        if kind == "shim" and (shim := shim_of(lab, pid)):
            os.kill(shim, signal.SIGKILL)
        if kind in ("agent", "task and agent"):
            kill(lab.agent_pid())
        if kind == "terminate":
            os.kill(pid, signal.SIGTERM)
        if kind == "terminate agent":  # it is gone at once; its tasks continue
            agent = lab.agent_pid()
            kill(agent, signal.SIGTERM)
            assert exited(agent), agent
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
        return siege.stop_and_resume(draw.choice(siege.kind.stops))
    if kind == "terminate command":
        return siege.terminate_command()
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
    siege.await_end()
    kept = siege.check("the end")
    points, attempts = siege.check_steps()
    print(f"{kind}: {points} steps in {attempts} attempts, {kept} checkpoints, slowest recovery {slowest:.1f} s")
