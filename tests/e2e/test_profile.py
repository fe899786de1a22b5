# SPDX-License-Identifier: Apache-2.0
"""The profile of a run, and what its tasks use of the machine."""
import collections
import json
import pathlib
import signal
import time

import pytest

from lab import LIMIT, kill
from test_changing import GROUPS, begun

PHASES = {"X", "M", "b", "e"}


def traced(path):
    """{task: {thread: [its ranges]}} of a trace that Chrome and Perfetto can read."""
    trace = json.loads(pathlib.Path(path).read_text())
    names, threads = {}, {}
    for event in trace["traceEvents"]:
        assert event["ph"] in PHASES and isinstance(event["pid"], int) and isinstance(event["tid"], int), event
        assert event["ts"] >= 0 and event["name"], event
        assert (event["ph"] in "be") == ("id2" in event) and "id" not in event, "tasks would share their spans: " + str(event)
        if event["ph"] == "X":
            assert event["dur"] >= 0 and event["cat"], event
        elif event["ph"] == "M" and event["name"] == "process_name":
            names[event["pid"]] = event["args"]["name"]
        elif event["ph"] == "M" and event["name"] == "thread_name":
            threads[event["pid"], event["tid"]] = event["args"]["name"]
    tasks = {name: {} for name in names.values()}
    assert len(tasks) == len(names), "a row for each task"
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            key = threads[event["pid"], event["tid"]], event["tid"]
            tasks[names[event["pid"]]].setdefault(key, []).append(event)
    for rows in tasks.values():
        for (thread, _), events in rows.items():
            check_nested(thread, events)
    return trace, tasks


def check_nested(thread, events):
    """Of one thread a range lies inside the one around it, or after it."""
    open_until = []
    for event in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        end = event["ts"] + event["dur"]
        while open_until and open_until[-1] <= event["ts"] + 0.0005:
            open_until.pop()
        assert not open_until or end <= open_until[-1] + 0.0015, (thread, event, open_until[-1])
        open_until.append(end)


def names_in(rows, category):
    return collections.Counter(event["name"] for events in rows.values() for event in events if event["cat"] == category)


def events_of(rows):
    return [event for some in rows.values() for event in some]


def span(rows):
    events = events_of(rows)
    return min(event["ts"] for event in events), max(event["ts"] + event["dur"] for event in events)


@pytest.mark.parametrize("strategy", GROUPS)
def test_the_same_steps_of_all_tasks_on_one_time_line(lab, strategy):
    stream, run, _ = begun(lab, *GROUPS[strategy])
    copy = lab.root / "trace.json"
    wanted = 5
    said = lab.ok("profile", run, "--steps", wanted, "--out", copy, "--json").json()
    tasks = [task["task"] for task in lab.ok("show", run, "--json").json()["tasks"]]
    assert said["path"] == str(copy) and said["steps"] == wanted and said["tasks"] == len(tasks), said
    folder = folder_of(stream) / "profiles"
    kept = folder / f"trace-{said['from_step']}.json"
    assert kept.read_bytes() == copy.read_bytes()
    assert {file.stem for file in (folder / str(said["from_step"])).iterdir()} == {task.replace(":", "-") for task in tasks}
    trace, rows = traced(copy)
    assert trace["otherData"] == {"run": run, "from_step": str(said["from_step"]), "steps": str(wanted)}
    assert rows.keys() == set(tasks)
    for task, threads in rows.items():
        if task.startswith("worker"):
            steps = names_in(threads, "step")
            assert sum(steps.values()) == wanted, (task, steps)
            if strategy != "parameter_server":
                assert set(steps) == {f"step {said['from_step'] + 1 + i}" for i in range(wanted)}
            computed = names_in(threads, "compute")
            assert computed["forward"] >= wanted and computed["backward"] >= wanted, (task, computed)
            assert sum(names_in(threads, "cpu_op").values()) > 50, task
            assert names_in(threads, "input")["wait for a batch"] >= wanted
            assert names_in(threads, "communication"), task
    # One clock: what any two tasks recorded lies beside one another. Workers of parameter servers do their steps each at its own
    # pace; on a busy machine one may begin its five seconds after another has done them.
    spans = [span(threads) for threads in rows.values()]
    apart = max(begin for begin, _ in spans) - min(end for _, end in spans)  # in µs
    assert apart < (10e6 if strategy == "parameter_server" else 0), spans
    if strategy == "mirrored":
        assert {"replica-0", "replica-1"} <= {thread for thread, _ in rows["worker:0"]}
    if strategy == "parameter_server":
        # It records before any worker does: nothing that they ask of it in these steps is missing.
        served = names_in(rows["ps:0"], "communication")["read variables"], names_in(rows["ps:0"], "compute")["apply gradients"]
        assert min(served) >= wanted, served
        pushed = [event["ts"] for event in events_of(rows["worker:0"]) if event["name"] == "push gradients"]
        assert span(rows["ps:0"])[1] > max(pushed), "it records until it has answered the last of them"
        assert names_in(rows["chief:0"], "communication")["closure on a worker"]
    # Nothing is left on, and the next ones are as good.
    before = said
    for _ in range(3):
        again = lab.ok("profile", run, "--steps", 2, "--json").json()
        assert again["from_step"] >= before["from_step"] + before["steps"]
        before = again
    begun_at = {task: times_logged(stream, task, "profiling ") for task in tasks}
    assert all(len(times) == 4 for times in begun_at.values()), begun_at
    if strategy == "parameter_server":
        for chief, ps, worker in zip(begun_at["chief:0"], begun_at["ps:0"], begun_at["worker:0"]):
            assert max(chief, ps) <= worker, "who follows records before anybody counts steps: " + str(begun_at)
    assert not [file for file in folder.iterdir() if file.name.startswith(".")]
    lab.ok("stop", run, "--after", "step")
    assert stream.finish()[1]["status"] == "stopped"


def folder_of(stream):
    return pathlib.Path(next(event["dir"] for event in stream.events if event["event"] == "started"))


def until_logged(stream, task, text):
    log = folder_of(stream) / "logs" / f"{task.replace(':', '-')}.a1.log"
    give_up = time.monotonic() + LIMIT
    while text not in log.read_text():
        assert time.monotonic() < give_up, log.read_text()[-2000:]


def times_logged(stream, task, text):
    """When this task logged lines with this text, as its log says it."""
    log = (folder_of(stream) / "logs" / f"{task.replace(':', '-')}.a1.log").read_text()
    return [line.split()[0] for line in log.splitlines() if text in line]


def refused(lab, *args, code, name):
    result = lab.cli("profile", *args, "--json")
    assert result.code == code and result.json()["error"]["code"] == name, result
    return result.json()["error"]["message"]


def test_refusals(lab):
    refused(lab, "nobody-1", code=3, name="run.not_found")
    stream, run, _ = begun(lab)
    for steps in 0, 1001:
        refused(lab, run, "--steps", steps, code=2, name="usage")
    refused(lab, run, "--out", lab.root / "no" / "folder.json", code=2, name="usage.out")
    first = lab.stream("profile", run, "--steps", 1000)
    until_logged(stream, "worker:0", "profiling 1000 steps")
    # Two at a time would each have the other's ranges.
    refused(lab, run, "--steps", 1, code=3, name="profile.busy")
    assert first.next()["steps"] == 1000
    lab.ok("pause", run)
    assert "paused" in refused(lab, run, code=3, name="run.paused")
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert "stopped" in refused(lab, run, code=3, name="run.not_running")


def test_ctrl_c_ends_the_agents_work_too(lab):
    stream, run, _ = begun(lab)
    asked = lab.stream("profile", run, "--steps", 1000)
    until_logged(stream, "worker:0", "profiling 1000 steps")
    lab.ok("pause", run)  # a profile of a paused run would wait for ten minutes
    asked.process.send_signal(signal.SIGINT)
    assert asked.process.wait(LIMIT) == -signal.SIGINT
    give_up = time.monotonic() + LIMIT
    while (error := lab.cli("profile", run, "--json").json()["error"])["code"] == "profile.busy":
        assert time.monotonic() < give_up, error
    assert error["code"] == "run.paused", error
    lab.ok("stop", run, "--after", "now")
    stream.finish()


@pytest.mark.parametrize("strategy", ["multi_worker_mirrored", "parameter_server"])
def test_a_worker_that_dies_meanwhile(lab, strategy):
    stream, run, _ = begun(lab, *GROUPS[strategy], restarts=3)
    pids = {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}
    victim = "worker:0" if strategy == "parameter_server" else "worker:1"
    asked = lab.stream("profile", run, "--steps", 1000)
    until_logged(stream, victim, "profiling 1000 steps")
    kill(pids[victim])
    error = asked.next()["error"]
    assert error["code"] in ("profile.task_ended", "profile.run_ended"), error
    if strategy == "parameter_server":
        stream.until("warning", code="worker.back")
    else:
        stream.until("attempt", number=2)
    stream.until("step")
    assert lab.ok("profile", run, "--steps", 2, "--json").json()["steps"] == 2, "the next one is as good"
    lab.ok("stop", run, "--after", "now")
    stream.finish()


CLUSTERS = {
    "multi_worker_mirrored": (None, {"worker": ["local", "local"], "evaluator": ["local"]}),
    "parameter_server": ({"parameter_server": {}}, {"chief": ["local"], "worker": ["local"], "ps": ["local"]}),
}


@pytest.mark.parametrize("strategy", CLUSTERS)
def test_every_task_says_what_it_uses(lab, strategy):
    stream, run, _ = begun(lab, *CLUSTERS[strategy])
    tasks = {task["task"] for task in lab.ok("show", run, "--json").json()["tasks"]}
    seen = set()
    while seen != tasks:  # a second apart
        stream.until("step")
        rows = lab.metrics(run, "--tag", "system/cpu_percent")
        seen = {row[1] for row in rows}
    assert all(float(row[-1]) >= 0 and row[2] == "train" for row in rows)
    for attempt, task, split, tag, step, epoch, time, value in lab.metrics(run, "--tag", "system/rss_bytes"):
        assert 10e6 < float(value) < 10e9 and float(value) == int(float(value)), (task, value)
    assert max(int(row[4]) for row in rows) > 0, "they stand at the step that was finished then"
    # Whoever trains also says where a step's time went; a ps and an evaluator make no steps.
    for part in ("input", "compute", "wait"):
        rows = lab.metrics(run, "--tag", f"system/{part}_ms")
        assert {row[1] for row in rows} <= {task for task in tasks if task.split(":")[0] in ("chief", "worker")}
        assert rows and all(float(row[-1]) >= 0 for row in rows)
    # What is learned has its own rows still, one a step.
    losses = [int(row[4]) for row in lab.metrics(run, "--tag", "batch_loss")]
    assert losses == list(range(1, len(losses) + 1))
    event = stream.until("step")
    assert set(event["metrics"]) <= {"loss", "accuracy"}, event
    lab.ok("stop", run, "--after", "now")
    stream.finish()
