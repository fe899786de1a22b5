# SPDX-License-Identifier: Apache-2.0
"""Trainyard installed, and a stranger's project on it (tests/e2e/consumer): find_package, a strategy, a program, a loop with a main()
of its own; all of them run from where they were installed."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

from lab import BIN
from plugin_builds import SOURCE, torch_site

CONSUMER = "tests/e2e/consumer"
BUILD = BIN.parent
LIMIT = 800  # files with libtorch's headers, on a machine that may have other work


def must(*command, env=None):
    done = subprocess.run([str(part) for part in command], capture_output=True, timeout=LIMIT, text=True, env=env)
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def installed():
    """(prefix, the consumer's build folder)"""
    with tempfile.TemporaryDirectory(prefix="ty-package-") as root:
        yield build(pathlib.Path(root))


def build(root):
    prefix, out = root / "prefix", root / "build"
    for component in ("runtime", "sdk"):
        must("cmake", "--install", BUILD, "--prefix", prefix, "--component", component)
    for folder in (CONSUMER, "resources/examples/in-process-cluster"):
        shutil.copytree(SOURCE / folder, root / folder)
    # Each file with libtorch's headers takes most of a minute: once for all clones, where ccache is there, since paths
    # below `root` do not count.
    launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    env = os.environ | {"CCACHE_BASEDIR": str(root), "CCACHE_NOHASHDIR": "1"}
    must("cmake", "-S", root / CONSUMER, "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release",
         f"-DTRAINYARD_TORCH_SITE={torch_site()}", *launcher)
    must("cmake", "--build", out, "-j2", env=env)
    must("cmake", "--install", out, "--prefix", prefix)
    return prefix, out


def data(lab):
    path = lab.root / "points.csv"
    path.write_text("x,y,class\n" + "".join(f"{i * 37 % 50 / 50},{i * 11 % 50 / 50},{i * 37 % 50 // 25}\n" for i in range(200)))
    return path


def run_file(lab, csv, **keys):
    train = {"data": {"train": {"csv": {"files": str(csv), "label": "class"}}, "batch_size": 8}, "epochs": 1} | keys.pop("train")
    path = lab.root / "run.yaml"
    path.write_text(json.dumps({"trainyard": 1, "name": "stranger", "cluster": {"worker": ["local"]}, "train": train} | keys))
    return path


def test_a_third_party_strategy_and_program(lab, installed):
    prefix, out = installed
    lab.bin = prefix / "bin"
    listed = {plugin["id"]: plugin for plugin in lab.ok("plugins", "--json").json()}
    assert {"pair", "epoch", "interrupt", "witness", "subclassed", "gated_residual", "made_points", "rows", "custom_training", "mirrored"} <= set(listed), listed
    csv = data(lab)
    # The program under the strategy, both out of the tree: two replicas of 8, so 13 steps.
    done = lab.ok("run", run_file(lab, csv, strategy={"pair": {}}, train={"program": {"plugin": "epoch"}}), "--json").events()
    assert done[-1]["status"] == "succeeded" and done[-1]["step"] == 13, done
    assert next(event for event in done if event["event"] == "started")["replicas"] == 2
    log = lab.ok("logs", done[-1]["run"]).out
    assert "a pair; 2 replicas" in log and "this is worker 0, the chief" in log, log
    # The same loop alone: the same numbers.
    alone = float(must(out / "epoch/alone", csv))
    assert abs(alone - done[-1]["metrics"]["loss"]) < 1e-6
    # The built-in trainer takes the strategy too, the layer and the callbacks.
    layers = [{"dense": {"units": 8, "activation": "relu"}}, {"plugin": {"id": "gated_residual"}}, {"dense": {"units": 2}}]
    callbacks = [{"witness": {"stop_at": 9}}, {"csv_log": {}}]
    done = lab.ok("run", run_file(lab, csv, strategy={"pair": {}}, train={"model": {"layers": layers}, "callbacks": callbacks}),
                  "--json").events()
    assert done[-1]["status"] == "succeeded" and done[-1]["step"] == 9, done
    folder = pathlib.Path(lab.ok("show", done[-1]["run"], "--json").json()["dir"])
    assert "batch end 9" in (folder / "rank-0.txt").read_text() and (folder / "log.csv").exists()


def test_closures_read_the_run_files_data(lab, installed):
    """Two workers, each with the training set in an order of its own; the validation set, of 50 rows, ends."""
    lab.bin = installed[0] / "bin"
    csv, held_back = data(lab), lab.root / "held-back.csv"
    held_back.write_text("\n".join(csv.read_text().splitlines()[:51]) + "\n")
    file = run_file(lab, csv, strategy={"parameter_server": {}}, cluster={"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]},
                    train={"program": {"plugin": "rows"}, "optimizer": {"sgd": {"learning_rate": 0.3}}, "steps_per_epoch": 60, "epochs": 3,
                           "data": {"train": {"csv": {"files": str(csv), "label": "class"}}, "batch_size": 8,
                                    "validation": {"csv": {"files": str(held_back), "label": "class"}}}})
    done = lab.ok("run", file, "--json").events()
    assert done[-1]["status"] == "succeeded" and done[-1]["step"] == 180, done
    epochs = [event["metrics"] for event in done if event["event"] == "epoch"]
    assert [epoch["val_samples"] for epoch in epochs] == [50, 50, 50], epochs
    assert epochs[-1]["loss"] < epochs[0]["loss"] and epochs[-1]["val_loss"] < 0.15, epochs  # 0.25: always the mean
    # Keys of the data that the program does not read are refused as before.
    refused = lab.cli("run", file, "--set", "train.precision=float64", "--json")
    assert refused.code == 3 and "train.precision" in refused.out + refused.err, refused


def test_the_example_of_a_cluster_in_one_process(installed):
    """Three workers, of which one is lost for two epochs, and two ps; no agent, no run file, no port."""
    said = must(installed[1] / "in-process-cluster/in_process_cluster").splitlines()
    lines = [line for line in said if not line.startswith("[")]  # the engine's log is between them
    losses = [float(line.split()[-1]) for line in lines if line.startswith("epoch")]
    assert len(losses) == 5 and losses[-1] < losses[0] / 10, lines
    assert lines[5:7] == ["inputs 0 to 99 are on ps:0", "inputs 100 to 199 are on ps:1"], lines
    assert float(lines[7].removeprefix("largest error of a weight: ")) < 0.1, lines


def test_a_loss_that_is_not_finite_names_step_and_task(lab, installed):
    lab.bin = installed[0] / "bin"
    csv = lab.root / "points.csv"
    columns = 64  # of numbers whose weighted sums leave float32
    csv.write_text(",".join(f"x{i}" for i in range(columns)) + ",class\n" + (",".join(["3e38"] * columns) + ",1\n" + "0," * columns + "0\n") * 20)
    file = run_file(lab, csv, train={"program": {"plugin": "epoch"}}, strategy={"one_device": {}}, on_failure={"restarts": 0})
    failed = lab.cli("run", file, "--json")
    assert failed.code == 1, failed
    message = failed.events()[-1]["failure"]["message"] if "failure" in failed.events()[-1] else failed.out
    assert "step" in message and "worker:0" in message and "not finite" in message, failed
