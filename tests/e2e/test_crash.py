# SPDX-License-Identifier: Apache-2.0
"""SIGKILL at random instants, a third of them inside the write of a checkpoint. The instants come from TRAINYARD_SEED, which is
printed with what each kill hit; TRAINYARD_KILLS is how many (100; 1,000 on demand).

After each: the run goes on, from no checkpoint older than the newest that stood at the kill."""
import json
import os
import random
import select
import time

from lab import exited

KILLS = int(os.environ.get("TRAINYARD_KILLS", "100"))
SEED = int(os.environ.get("TRAINYARD_SEED", str(int(time.time()))))
LIMIT = 30  # seconds that a recovery may take


def checkpoints(folder):
    names = os.listdir(folder) if folder.exists() else []
    return [int(name[5:]) for name in names if name.startswith("ckpt-")], [name for name in names if name.startswith(".tmp-")]


def follow(stream, seconds, state):
    """Reads events for so long; keeps the newest attempt, its pids and whether it has stepped."""
    deadline = time.monotonic() + seconds
    while True:
        while b"\n" in stream._rest:
            take(stream.next(), state)
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([stream.process.stdout], [], [], left)[0]:
            return
        take(stream.next(), state)


def take(event, state):
    assert event is not None and event["event"] != "finished", event
    if event["event"] == "started":
        state["pids"] = {task["task"]: task["pid"] for task in event["tasks"]}
        state["stepped"] = False
    elif event["event"] == "attempt":
        state["attempt"], state["from"] = event["number"], event["from_step"]
    elif event["event"] == "step":
        state["stepped"] = True


def test_no_kill_costs_more_than_the_steps_since_the_newest_checkpoint(lab):
    print(f"\nTRAINYARD_SEED={SEED}")
    draw = random.Random(SEED)
    path = lab.run_file(epochs=1000000)
    spec = json.loads(path.read_text())
    spec["on_failure"] = {"restarts": 1000000, "backoff_seconds": 0}
    spec["checkpoint"] = {"every": {"steps": 4}, "keep": 3}
    spec["train"]["data"]["validation"] = None
    path.write_text(json.dumps(spec))
    stream = lab.stream("run", path)
    run = stream.until("attempt")["run"]
    folder = lab.home / "runs" / run / "checkpoints"
    state = {"pids": {task["task"]: task["pid"] for task in stream.events[-2]["tasks"]}, "attempt": 1, "stepped": False}
    hits = {"write": 0, "other": 0}
    slowest = 0.0
    for number in range(1, KILLS + 1):
        victim = draw.choice(["worker:0", "worker:1"])
        wants_write = number % 3 == 0
        delay = draw.uniform(0, 0.8)
        began = time.monotonic()
        if wants_write:
            # The chief writes: once training goes on, its staged folder is there every few milliseconds.
            while not state["stepped"] and time.monotonic() - began < LIMIT:
                follow(stream, 0.2, state)
            deadline = time.monotonic() + 5
            while not checkpoints(folder)[1] and time.monotonic() < deadline:
                pass
        else:
            follow(stream, delay, state)
        attempt, pid = state["attempt"], state["pids"][victim]
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            # It is of an attempt that an earlier kill has ended already; the next events say so.
            follow(stream, 0.5, state)
            continue
        committed, staged = checkpoints(folder)
        killed = time.monotonic()
        hits["write" if staged else "other"] += 1
        newest = max(committed, default=0)
        while state["attempt"] == attempt and time.monotonic() - killed < LIMIT:
            follow(stream, 0.05, state)
        slowest = max(slowest, time.monotonic() - killed)
        phase = f"inside a write ({', '.join(staged)})" if staged else "outside writes"
        print(f"kill {number}: {victim} of attempt {attempt}, {phase}; newest {newest} -> attempt {state['attempt']} from {state['from']}")
        assert state["attempt"] == attempt + 1, f"no attempt after {attempt} within {LIMIT} s"
        assert state["from"] >= newest, f"attempt {state['attempt']} went back to {state['from']}, {newest} was committed"
        assert exited(pid, 5)
    print(f"{hits}, slowest next attempt {slowest:.2f} s")
    assert hits["write"] >= KILLS // 4, hits
    stream.until("step")
    lab.ok("stop", run, "--after", "now")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped", finished
    assert not lab.tasks_left()
