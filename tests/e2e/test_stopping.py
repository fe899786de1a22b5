# SPDX-License-Identifier: Apache-2.0
"""Every way to stop a run: what is kept, how the run is called afterwards, and the exit code."""
import json
import pathlib
import signal
import subprocess

import pytest

from lab import exited
from test_parameter_server import ps_file

LONG = {"epochs": 100000}


def started(lab, *args, **train):
    """A run that would go on for hours, after its first finished step."""
    stream = lab.stream("run", lab.run_file(**(LONG | train)), *args)
    stream.until("step")
    return stream, stream.events[0]["run"]


def checkpoints_are_whole(lab, run):
    """The steps of the run's checkpoints; no half-written folder may be left beside them."""
    folder = lab.home / "runs" / run / "checkpoints"
    names = sorted(path.name for path in folder.glob("*") if path.is_dir()) if folder.exists() else []
    assert all(name.startswith("ckpt-") for name in names), names
    for name in names:
        for file, entry in json.loads((folder / name / "manifest.json").read_text())["files"].items():
            assert (folder / name / file).stat().st_size == entry["size"], (name, file)
    return sorted(int(name.removeprefix("ckpt-")) for name in names)


def test_ctrl_c_once_saves_and_stops(lab):
    stream, run = started(lab)
    stream.process.send_signal(signal.SIGINT)
    code, finished = stream.finish()
    assert code == 130 and finished["status"] == "stopped", stream
    assert finished["step"] in checkpoints_are_whole(lab, run)
    assert not lab.tasks_left()


def test_ctrl_c_twice_kills(lab):
    stream, run = started(lab)
    stream.process.send_signal(signal.SIGINT)
    stream.until("status", status="stopping")
    stream.process.send_signal(signal.SIGINT)
    code, finished = stream.finish()
    assert code == 130 and finished["status"] == "stopped", stream
    checkpoints_are_whole(lab, run)
    assert not lab.tasks_left()


def test_sigterm_is_a_preemption(lab):
    stream, run = started(lab)
    stream.process.send_signal(signal.SIGTERM)
    code, finished = stream.finish()
    assert code == 75 and finished["status"] == "preempted", stream
    assert finished["step"] in checkpoints_are_whole(lab, run)


@pytest.mark.parametrize("after", ["step", "epoch", "save", "now"])
def test_stop_by_another_client(lab, after):
    stream, run = started(lab)
    lab.ok("stop", run, "--after", after)
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped", stream
    saved = checkpoints_are_whole(lab, run)
    if after == "save":
        assert finished["step"] in saved
    if after == "epoch":
        assert finished["step"] % 16 == 0 and finished["step"] in saved
    if after == "step":
        assert all(step % 16 == 0 for step in saved), "only what the epochs saved"
    assert lab.ok("show", run, "--json").json()["status"] == "stopped"
    assert not lab.tasks_left()
    # Every step that was counted has its row, whatever ended it.
    rows = [int(row[4]) for row in lab.metrics(run, "--tag", "batch_loss")]
    assert rows == list(range(1, len(rows) + 1)) and len(rows) >= finished["step"]


@pytest.mark.parametrize("kind", ["workers", "mirrored", "sync", "async"])
def test_a_stop_after_the_epoch_saves_it_whatever_is_due(lab, kind):
    """And `resume` starts there; where no checkpoint is asked for, none is saved."""
    if kind in ("sync", "async"):
        file = ps_file(lab, ps=2, epochs=100000, options={"mode": kind})
    else:
        file = lab.run_file(**LONG)
    more = ["--set", "strategy={mirrored: {replicas: 2}}", "--set", "cluster={worker: [local]}"] if kind == "mirrored" else []

    def stopped(*settings):
        stream = lab.stream("run", file, *more, *settings)
        stream.until("step")
        run = stream.events[0]["run"]
        lab.ok("stop", run, "--after", "epoch")
        code, finished = stream.finish()
        assert code == 0 and finished["status"] == "stopped", stream
        return run, finished["step"]

    run, step = stopped("--set", "checkpoint.every={steps: 1000003}")
    assert checkpoints_are_whole(lab, run) == [step] != [0]
    resumed = lab.stream("resume", run)
    assert resumed.until("attempt")["from_step"] == step
    lab.ok("stop", run, "--after", "now")
    resumed.finish()
    run, _ = stopped("--set", "checkpoint={every: never, final: false}")
    assert checkpoints_are_whole(lab, run) == []


def test_stop_is_safe_to_repeat(lab):
    stream, run = started(lab)
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    again = lab.cli("stop", run)
    assert again.code in (0, 3) and lab.ok("show", run, "--json").json()["status"] == "stopped", again


def test_ctrl_c_while_watching_leaves_the_run_alone(lab):
    _, run = started(lab)
    watcher = lab.stream("watch", run)
    watcher.until("step")
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.finish()[0] == 130
    assert lab.ok("show", run, "--json").json()["status"] == "running"


def test_agent_stop_ends_runs_tasks_and_shims(lab):
    stream, run = started(lab)
    agent = lab.agent_pid()
    lab.ok("agent", "stop")
    assert exited(agent)
    code, finished = stream.finish()
    assert finished["event"] == "finished" and finished["status"] == "stopped", stream
    assert not lab.processes()
    # Everything is there for the next agent.
    shown = lab.ok("show", run, "--json").json()
    assert shown["status"] == "stopped" and pathlib.Path(shown["dir"]).is_dir()
    lab.ok("agent", "stop")


def test_a_closed_pipe_leaves_the_run_going(lab):
    stream, run = started(lab)
    stream.process.stdout.close()
    stream.process.wait(60)
    assert lab.ok("show", run, "--json").json()["status"] == "running"


def test_a_more_urgent_stop_overtakes(lab):
    """`epoch` may be hours away; `step` after it must not wait for that."""
    stream, run = started(lab, "--set", "train.steps_per_epoch=10000000", "--set", "checkpoint.every=never")
    lab.ok("stop", run, "--after", "epoch")
    lab.ok("stop", run, "--after", "step")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped" and finished["step"] < 10000000, stream


def test_a_preemption_stays_one_when_others_ask_too(lab):
    stream, run = started(lab, "--set", "train.steps_per_epoch=10000000", "--set", "checkpoint.every=never")
    stream.process.send_signal(signal.SIGTERM)
    stream.until("status", status="stopping")
    lab.cli("stop", run, "--after", "save")
    code, finished = stream.finish()
    assert code == 75 and finished["status"] == "preempted", stream


def test_closed_standard_output_harms_nothing(lab):
    done = subprocess.run(["bash", "-c", 'exec "$@" >&-', "bash", *lab.command("run", lab.run_file())], env=lab.env,
                          cwd=lab.root, capture_output=True, timeout=120)
    assert done.returncode == 0, done
    assert lab.ok("runs", "--json").json()[0]["status"] == "succeeded"
