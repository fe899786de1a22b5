# SPDX-License-Identifier: Apache-2.0
"""Sweeps: runs of one file with different values, through a queue, over deaths of the agent, early ends and stops."""
import json
import os
import signal
import sys
import textwrap

import pytest

from lab import kill

# A run waits until the test lets it go: opening a pipe blocks until somebody writes to it.
WAITS = "import sys; open('pipe-' + sys.argv[1]).read()"


def sweep_file(lab, script, parameters, **keys):
    """A sweep of a script whose first argument is the value of `x`."""
    (lab.root / "main.py").write_text(textwrap.dedent(script))
    run = {"name": "own", "command": [sys.executable, "-u", "main.py", "{{x}}"], "on_failure": {"restarts": 0}}
    run |= keys.pop("run", {})
    path = lab.root / "sweep.yaml"
    path.write_text(json.dumps({"name": "own", "run": run, "parameters": parameters, "metric": "loss"} | keys))
    return path


def waiting_runs(lab, count, **keys):
    for number in range(1, count + 1):
        os.mkfifo(lab.root / f"pipe-{number}")
    return sweep_file(lab, WAITS, {"x": {"values": list(range(1, count + 1))}}, **keys)


def let_go(lab, number):
    (lab.root / f"pipe-{number}").write_text("go")


def members(lab):
    return sorted(run["parameters"]["x"] for run in lab.ok("runs", "--json").json())


def test_a_grid_of_trainings_finds_the_best_rate(lab):
    run = json.loads(lab.run_file().read_text())
    run["cluster"] = {"worker": ["local"]}
    rate = "train.optimizer.sgd.learning_rate"
    file = lab.root / "sweep.yaml"
    file.write_text(json.dumps({"run": run, "metric": "val_loss", "parallel": 2,
                                "parameters": {rate: {"values": [1e-6, 0.05]}, "train.epochs": {"values": [1, 2]}}}))
    planned = lab.ok("sweep", file, "--dry-run", "--json").json()
    assert [one["parameters"] for one in planned["runs"]] == [{rate: r, "train.epochs": e} for r in (1e-6, 0.05) for e in (1, 2)]
    assert lab.ok("runs", "--json").json() == [], "a dry run starts nothing"

    done = lab.ok("sweep", file, "--json").events()[-1]
    assert done["event"] == "finished" and done["state"] == "finished" and done["mode"] == "min"
    assert [one["status"] for one in done["runs"]] == ["succeeded"] * 4
    best = done["best"]
    assert best["value"] == min(one["value"] for one in done["runs"]) and best["parameters"][rate] == 0.05
    stored = [float(row[7]) for row in lab.metrics(best["run"], "--tag", "epoch_loss") if row[2] == "validation"]
    assert best["value"] == pytest.approx(min(stored), rel=1e-6)
    runs = lab.ok("runs", "--json").json()
    assert all(one["tags"] == [done["sweep"]] and one["sweep"] == done["sweep"] for one in runs)
    assert {one["number"]: one["run"] for one in runs} == {one["number"]: one["run"] for one in done["runs"]}
    # At no time more than two: each end makes room for the next.
    starts = sorted(one["created"] for one in runs)
    ends = sorted(one["ended"] for one in runs)
    assert starts[2] >= ends[0] and starts[3] >= ends[1]
    shown = lab.ok("sweeps", "show", done["sweep"], "--json").json()
    assert shown == {key: value for key, value in done.items() if key != "event"}
    assert lab.ok("sweeps", "--json").json() == [shown]
    assert best["run"] in lab.ok("sweeps", "show", done["sweep"]).out.splitlines()[-1]


def test_a_killed_agent_loses_no_run_and_starts_none_twice(lab):
    # An agent that is killed while it launches a task may never know how that task ended: then it is started again.
    file = sweep_file(lab, "pass", {"x": {"values": list(range(1, 11))}}, parallel=2, run={"on_failure": {"restarts": 3}})
    stream = lab.stream("sweep", file)
    killed = set()
    for _ in range(4):  # each soon after another run has started, wherever the agent is then
        while (event := stream.next())["event"] != "run" or event["state"] != "started" or event["number"] in killed:
            pass
        killed.add(event["number"])
        lab.ok("sweeps")  # the event may be older than the last kill: then this starts the next agent
        kill(lab.agent_pid())
    code, done = stream.finish()
    assert done["event"] == "finished" and done["state"] == "finished", stream
    assert code == 1, "no run has reported a value of the metric"
    shown = [lab.ok("show", one["run"], "--json").json() for one in done["runs"]]
    assert [one["status"] for one in shown] == ["succeeded"] * 10, [one.get("failure") for one in shown]
    assert members(lab) == list(range(1, 11))


def test_what_runs_while_the_agent_is_dead_is_continued(lab):
    sweep = lab.ok("sweep", waiting_runs(lab, 3, parallel=2), "--detach").out.strip()
    watching = lab.stream("sweeps", "watch", sweep)
    for number in (1, 2):
        watching.until("run", number=number, status="running")
    kill(lab.agent_pid())
    let_go(lab, 2)
    watching.until("run", number=2, status="succeeded")
    watching.until("run", number=3, status="running")
    for number in (1, 3):
        let_go(lab, number)
    _, done = watching.finish()
    assert [one["status"] for one in done["runs"]] == ["succeeded"] * 3
    assert members(lab) == [1, 2, 3]


def test_a_stop_cancels_what_waits_and_stops_what_runs(lab):
    sweep = lab.ok("sweep", waiting_runs(lab, 4, parallel=2), "--detach").out.strip()
    watching = lab.stream("sweeps", "watch", sweep)
    for number in (1, 2):
        watching.until("run", number=number, status="running")
    lab.ok("sweeps", "stop", sweep)
    _, done = watching.finish()
    assert done["state"] == "stopped"
    assert [one.get("status", one["state"]) for one in done["runs"]] == ["stopped", "stopped", "cancelled", "cancelled"]
    assert members(lab) == [1, 2]
    assert lab.ok("queue", "--json").json() == []
    assert lab.ok("sweeps", "stop", sweep, "--json").json() == {"sweep": sweep, "state": "stopped"}, "again is the same"
    # Its runs are runs like any others, and shown as they are now.
    lab.ok("resume", done["runs"][0]["run"], "--detach")
    let_go(lab, 1)
    lab.ok("watch", done["runs"][0]["run"])
    shown = lab.ok("sweeps", "show", sweep, "--json").json()
    assert shown["state"] == "stopped" and [one.get("status") for one in shown["runs"][:2]] == ["succeeded", "stopped"]


def test_ctrl_c_stops_the_sweep(lab):
    stream = lab.stream("sweep", waiting_runs(lab, 3))
    stream.until("run", number=1, status="running")
    stream.process.send_signal(signal.SIGINT)
    code, done = stream.finish()
    assert code == 130 and done["state"] == "stopped"
    assert [one.get("status", one["state"]) for one in done["runs"]] == ["stopped", "cancelled", "cancelled"]
    assert "its runs save a checkpoint first" in stream.stderr()


def test_the_worst_runs_end_early(lab):
    script = """
        import signal, sys
        loss = 9 if sys.argv[1] == "4" else 1
        print('{"step": 1, "loss": %d}' % loss)
        if loss == 9:
            signal.pause()
    """
    file = sweep_file(lab, script, {"x": {"values": [1, 2, 3, 4]}}, parallel=4, early_stop={"median": {"runs": 3}},
                      run={"metrics": [{"format": "json"}]})
    done = lab.ok("sweep", file, "--json").events()[-1]
    assert [one["value"] for one in done["runs"]] == [1, 1, 1, 9]
    assert [one["stopped_early"] for one in done["runs"]] == [False, False, False, True]
    assert done["runs"][3]["status"] == "stopped"
    assert done["runs"][3]["reason"] == "loss 9 at step 1 is worse than 1, the median of 3 other runs"
    assert done["best"]["number"] == 1 and done["state"] == "finished"


def test_the_queue_is_held_moved_and_cancelled(lab):
    sweep = lab.ok("sweep", waiting_runs(lab, 4), "--detach").out.strip()
    watching = lab.stream("sweeps", "watch", sweep)
    watching.until("run", number=1, status="running")

    def queue(*args):
        return [(one["number"], one["state"]) for one in lab.ok("queue", *args, "--json").json()]

    assert queue() == [(2, "waiting"), (3, "waiting"), (4, "waiting")]
    assert queue("move", f"{sweep}/4", 1) == [(4, "waiting"), (2, "waiting"), (3, "waiting")]
    assert queue("hold", f"{sweep}/4") == [(4, "held"), (2, "waiting"), (3, "waiting")]
    assert queue("cancel", f"{sweep}/3") == [(4, "held"), (2, "waiting")]
    again = lab.cli("queue", "cancel", f"{sweep}/3", "--json")
    assert again.code == 3 and again.json()["error"]["code"] == "sweep.not_waiting"
    let_go(lab, 1)
    watching.until("run", number=2, status="running")
    let_go(lab, 2)
    watching.until("run", number=2, status="succeeded")
    assert queue("release", sweep) in ([(4, "waiting")], [])
    let_go(lab, 4)
    _, done = watching.finish()
    assert [one.get("status", one["state"]) for one in done["runs"]] == ["succeeded", "succeeded", "cancelled", "succeeded"]


def test_a_metric_that_no_run_has_is_said(lab):
    file = sweep_file(lab, "print('loss:', 0.5)", {"x": {"values": [1]}}, metric="nosuch",
                      run={"metrics": [{"regex": "loss: (?P<loss>[0-9.]+)"}]})
    for args in (("sweep", file), ("sweep", file, "--json")):
        swept = lab.cli(*args)
        assert swept.code == 1, swept
        assert "trainyard: no run has a value of nosuch; they have loss" in swept.err, swept


def test_a_sweep_whose_runs_are_all_refused_is_refused(lab):
    """What only the agent finds: here, that the data is not there."""
    run = json.loads(lab.run_file().read_text())
    run["cluster"] = {"worker": ["local"]}
    file = lab.root / "sweep.yaml"
    file.write_text(json.dumps({"run": run, "metric": "val_loss", "parameters": {"train.epochs": {"values": [1, 2]}}}))
    next(lab.root.glob("images-512-1.gz")).unlink()
    swept = lab.cli("sweep", file)
    assert swept.code == 3, swept
    assert swept.out.count("images-512-1.gz") == 2, "each refusal once"
    assert "no run was started: the agent refused 2 of 2, each for the reason in its line above" in swept.err, swept
    assert "no run has a value" not in swept.err, swept
    assert lab.ok("runs", "--json").json() == []
    events = lab.cli("sweep", file, "--json")
    assert events.code == 3 and "no run was started" in events.err, events
    assert [one["state"] for one in events.events()[-1]["runs"]] == ["refused"] * 2
    sweep, _ = lab.ok("sweeps", "--json").json()
    assert lab.cli("sweeps", "watch", sweep["sweep"]).code == 3
    assert "images-512-1.gz" in lab.ok("sweeps", "show", sweep["sweep"]).out


def test_a_mistake_is_named_by_its_key_and_starts_nothing(lab):
    file = sweep_file(lab, "pass", {"x": {"values": [1, 2]}, "on_failure.restart": {"values": [1]}})
    refused = lab.cli("sweep", file, "--json")
    problem = refused.json()["error"]["problems"][0]
    assert refused.code == 3 and problem["path"] == "on_failure.restart", refused
    assert "did you mean `restarts`?" in problem["message"] + problem.get("fix", "")
    file = sweep_file(lab, "pass", {"x": {"uniform": [0, 1]}})
    refused = lab.cli("sweep", file, "--json")
    problem = refused.json()["error"]["problems"][0]
    assert (problem["code"], problem["path"]) == ("sweep.not_a_grid", "parameters.x") and problem["fix"]
    assert not lab.processes(), "nothing was started"
    for name in ("no-such", ""):
        assert lab.cli("sweeps", "show", name, "--json").json()["error"]["code"] == "sweep.not_found"
