# SPDX-License-Identifier: Apache-2.0
"""What MLflow and Weights & Biases themselves write, imported while they write. Needs a Python with each
(TRAINYARD_MLFLOW_PYTHON, TRAINYARD_WANDB_PYTHON; tests/bench/peers/setup.sh mlflow, wandb)."""
import os
import signal
import subprocess
import time

import pytest

from lab import LIMIT

# A step for each line of its input.
WRITE = """
import pathlib, sys
import mlflow
mlflow.set_tracking_uri(pathlib.Path(sys.argv[1]).absolute().as_uri())
mlflow.set_experiment("digits")
with mlflow.start_run(run_name="live"):
    mlflow.log_param("lr", 0.1)
    for line in sys.stdin:
        mlflow.log_metric("loss", 1 / (1 + int(line)), step=int(line))
        mlflow.log_metric("val/loss", 2 / (1 + int(line)), step=int(line))
        print("written", flush=True)
"""


def test_mlflow_is_followed(lab):
    folder = lab.root / "mlruns"
    folder.mkdir()
    follower = lab.stream("import", folder, "--follow")
    assert follower.next() == {"following": True, "runs": []}
    environment = os.environ | {"MLFLOW_ALLOW_FILE_STORE": "true", "MLFLOW_DISABLE_TELEMETRY": "true"}
    with subprocess.Popen([os.environ["TRAINYARD_MLFLOW_PYTHON"], "-c", WRITE, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
                          cwd=lab.root, text=True) as writer:
        for step in range(20):
            writer.stdin.write(f"{step}\n")
            writer.stdin.flush()
            assert writer.stdout.readline() == "written\n"
    while True:
        line = follower.next()
        if line["runs"] and line["runs"][0]["points"] == 40:
            break
    follower.process.send_signal(signal.SIGINT)
    code, last = follower.finish()
    run, = last["runs"]
    assert code == 130 and run["name"] == "digits/live" and run["series"] == 2 and run["problems"] == [], last
    end = time.monotonic() + LIMIT  # the agent writes the run's row once it has seen that the client is gone
    while (shown := lab.ok("show", run["run"], "--json").json())["metrics"].get("loss") != pytest.approx(1 / 20, rel=1e-12):
        assert time.monotonic() < end, shown
    assert shown["source"] == 'lr: "0.1"\n', shown


# Offline: nothing is sent anywhere. A step for each line of its input.
WANDB = """
import sys
import wandb
run = wandb.init(mode="offline", project="digits", name="live", config={"lr": 0.1, "model": {"layers": [1, 2]}})
for line in sys.stdin:
    step = int(line)
    run.log({"loss": 1 / (1 + step), "val/loss": 2 / (1 + step), "note": "x" * 5000, "nested": {"a": step}})
    print("written", flush=True)
run.config.update({"batch": 32})
run.finish()
"""


def test_wandb_is_followed(lab):
    follower = lab.stream("import", lab.root, "--follow")
    assert follower.next() == {"following": True, "runs": []}
    environment = os.environ | {"WANDB_SILENT": "true", "WANDB_MODE": "offline", "HOME": str(lab.root)}
    with subprocess.Popen([os.environ["TRAINYARD_WANDB_PYTHON"], "-c", WANDB], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
                          cwd=lab.root, text=True) as writer:
        for step in range(200):
            writer.stdin.write(f"{step}\n")
            writer.stdin.flush()
            assert writer.stdout.readline() == "written\n"
    while True:
        line = follower.next()
        if line["runs"] and line["runs"][0]["points"] == 600:
            break
    follower.process.send_signal(signal.SIGINT)
    code, last = follower.finish()
    run, = last["runs"]
    assert code == 130 and run["name"] == "digits/live" and run["series"] == 3 and run["problems"] == [], last
    loss = [(int(row[4]), float(row[7])) for row in lab.metrics(run["run"], "--tag", "loss") if row[2] == "train"]
    assert loss == [(step, 1 / (1 + step)) for step in range(200)]
    # The configuration as it is when a log is read for the first time.
    (lab.root / "again").mkdir()
    os.rename(lab.root / "wandb", lab.root / "again/wandb")
    again, = lab.ok("import", lab.root / "again", "--json").json()["runs"]
    assert lab.ok("show", again["run"], "--json").json()["source"] == 'batch: 32\nlr: 0.1\nmodel: {"layers":[1,2]}\n'


# As long trainings do: another file in the same folder from time to time, and the one before is removed.
ROTATING = """
import pathlib
import sys
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter("logs/run")
for line in sys.stdin:
    if line == "rotate\\n":
        before = pathlib.Path(writer.file_writer.event_writer._file_name)
        writer.close()
        writer = SummaryWriter("logs/run")
    elif line == "remove\\n":
        before.unlink()
    else:
        writer.add_scalar("loss", 1 / int(line), int(line))
        writer.flush()
    print("done", flush=True)
writer.close()
"""


def test_files_that_are_rotated_are_followed(lab):
    (lab.root / "logs").mkdir()
    follower = lab.stream("import", lab.root / "logs", "--follow")
    assert follower.next() == {"following": True, "runs": []}
    with subprocess.Popen([os.environ["TRAINYARD_TORCH_PYTHON"], "-c", ROTATING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=lab.root,
                          text=True) as writer:
        def do(*lines):
            for line in lines:
                writer.stdin.write(f"{line}\n")
                writer.stdin.flush()
                assert writer.stdout.readline() == "done\n"

        step = 0
        for files in range(1, 4):
            do(*range(step + 1, step + 11), "rotate", *range(step + 11, step + 16))  # both files have new points in one turn
            step += 15
            while follower.next()["runs"][0]["points"] < step:
                pass
            do("remove")  # what was read
            assert len(list((lab.root / "logs/run").iterdir())) == 1, files
        writer.stdin.close()
    follower.process.send_signal(signal.SIGINT)
    code, last = follower.finish()
    run, = last["runs"]
    assert code == 130 and run["points"] == 45 and run["problems"] == [], last
    rows = [(row[0], row[2], int(row[4]), float(row[7])) for row in lab.metrics(run["run"], "--tag", "loss")]
    assert rows == [("1", "train", step, pytest.approx(1 / step)) for step in range(1, 46)]
    assert lab.ok("import", lab.root / "logs", "--json").json()["runs"][0]["points"] == 0
