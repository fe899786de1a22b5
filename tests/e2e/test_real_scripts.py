# SPDX-License-Identifier: Apache-2.0
"""Scripts of TensorFlow, PyTorch and Lightning, as their own documentation writes them: started as they are, killed, and recovered. They run in the
Pythons TRAINYARD_TF_PYTHON and TRAINYARD_TORCH_PYTHON; tests/bench/peers/setup.sh makes both."""
import json
import os
import pathlib
import re
import shutil

import pytest

from lab import kill
from test_command import output

SCRIPTS = pathlib.Path(__file__).parent / "scripts"


def started(lab, python, script, **keys):
    """The stream of a run of two tasks of the script, and its tasks' processes."""
    folder = lab.root / "own"
    folder.mkdir()
    for name in (script, "fashion.py"):
        shutil.copy(SCRIPTS / name, folder)
    spec = {"name": "own", "command": [os.environ[python], script], "cluster": {"worker": ["local", "local"]}, "on_failure": {"restarts": 3}}
    file = folder / "run.yaml"
    file.write_text(json.dumps(spec | keys))
    stream = lab.stream("run", file)
    return stream, {task["task"]: task["pid"] for task in stream.until("started")["tasks"]}


def recovered(lab, stream, pids, victim, seen, count=1):
    """Kills the victim once so many lines of the output have the text, and waits for the end. Returns the run."""
    run = stream.events[0]["run"]
    output(lab, run, seen, count)
    kill(pids[victim])
    attempt = stream.until("attempt", number=2)
    assert victim in attempt["cause"] and "signal 9" in attempt["cause"], attempt
    code, last = stream.finish()
    assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), (last, lab.ok("logs", run).out)
    return run


def log(lab, run, task, attempt):
    return (lab.home / "runs" / run / "logs" / f"{task}.a{attempt}.log").read_text()


def steps_of(lab, run, tag, task):
    """The steps of a series, each with the attempts that recorded it."""
    found = {}
    for row in lab.metrics(run, "--tag", tag):
        attempt, name, step = int(row[0]), row[1], int(row[4])
        if name == task:
            found.setdefault(step, []).append(attempt)
    return found


def test_keras_over_several_workers(lab):
    # TensorFlow 2.16 and later need the variable for Keras 2, which is the one that has this strategy.
    stream, pids = started(lab, "TRAINYARD_TF_PYTHON", "keras_workers.py", env={"TF_USE_LEGACY_KERAS": "1", "PYTHONUNBUFFERED": "1"})
    run = recovered(lab, stream, pids, "worker:1", "Epoch 4/6")
    again = log(lab, run, "worker-0", 2)
    assert "Epoch 1/6" not in again and "Epoch 6/6" in again, "BackupAndRestore continues it"
    assert re.search(r"worker 1 trained [1-4] epochs, then loss [0-9.]+", log(lab, run, "worker-1", 2)), again
    steps = steps_of(lab, run, "epoch_loss", "worker:0")
    assert sorted(steps) == list(range(6)) and steps[5] == [2], steps


def test_pytorch_for_torchrun(lab):
    stream, pids = started(lab, "TRAINYARD_TORCH_PYTHON", "ddp_snapshots.py",
                           metrics=[{"regex": r"Epoch (?P<step>[0-9]+) \| Steps: [0-9]+ \| Loss: (?P<loss>[0-9.]+)"}])
    run = recovered(lab, stream, pids, "worker:0", "] Epoch 3 |", 2)
    for task in ("worker-0", "worker-1"):
        again = log(lab, run, task, 2)
        assert re.search(r"Resuming training from snapshot at Epoch [34]\n", again), again
        assert "Epoch 2 |" not in again and "Epoch 7 |" in again, again
    assert sorted(steps_of(lab, run, "loss", "worker:0")) == list(range(8))


def test_lightning(lab):
    stream, pids = started(lab, "TRAINYARD_TORCH_PYTHON", "lightning_digits.py")
    run = recovered(lab, stream, pids, "worker:1", "epoch 2 ended", 2)
    again = log(lab, run, "worker-0", 2)
    assert "epoch 1 ended" not in again and "trained to epoch 8 and step 1600" in again, again
    steps = steps_of(lab, run, "train_loss", "worker:0")
    assert sorted(steps) == list(range(9, 1600, 10)), sorted(steps)
    assert steps[1599] == [2]
