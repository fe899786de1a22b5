# SPDX-License-Identifier: Apache-2.0
"""A run from its file to its last byte: what is printed, stored and left on disk."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys

import numpy
import pytest
from safetensors.numpy import load_file

from lab import BIN, EXAMPLES, listening

RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
METRICS = {"loss", "accuracy", "val_loss", "val_accuracy"}


def newest_checkpoint(shown):
    return pathlib.Path(shown["checkpoints"][-1]["path"])


@contextlib.contextmanager
def busy_cores():
    """A program that is never idle for each core that this process may use."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for program in busy:
            program.kill()
            program.wait()


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="with one core a task has one thread")
def test_a_task_that_shares_its_cores_reports_it(lab):
    path = lab.run_file(epochs=50)
    one = {"cluster": {"worker": ["local"]}, "strategy": {"one_device": {}}}
    path.write_text(json.dumps(json.loads(path.read_text()) | one))
    with busy_cores():
        events, _ = lab.finished(path)
    log = lab.ok("logs", events[0]["run"]).out
    assert log.count("threads of this task wait for cores that other programs use") == 1, log


def test_json_events_to_the_letter(lab):
    events, shown = lab.finished(lab.run_file())
    run = events[0]["run"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert all(event["run"] == run and RFC3339.fullmatch(event["time"]) for event in events)
    assert {event["event"] for event in events} <= {"status", "started", "attempt", "step", "epoch", "checkpoint", "warning",
                                                    "waiting", "log", "finished"}
    by_name = {event["event"]: event for event in reversed(events)}  # the first of each

    started = by_name["started"]
    assert started["name"] == "small" and started["replicas"] == 2
    assert pathlib.Path(started["dir"]) == lab.home / "runs" / run
    assert [task["task"] for task in started["tasks"]] == ["worker:0", "worker:1"]
    for task in started["tasks"]:
        assert set(task) == {"task", "node", "pid", "address", "state"}
        assert task["node"] == "local" and task["pid"] > 1 and re.fullmatch(r"\S+:\d+", task["address"])

    attempt = by_name["attempt"]
    assert (attempt["number"], attempt["from_step"], attempt["from_epoch"]) == (1, 0, 0) and attempt["cause"]

    steps = [event for event in events if event["event"] == "step"]
    assert steps[0]["step"] == 1 and steps[0]["epoch"] == 0 and {"loss", "accuracy"} <= set(steps[0]["metrics"])

    epochs = [event for event in events if event["event"] == "epoch"]
    assert [(event["epoch"], event["step"]) for event in epochs] == [(0, 16), (1, 32)]
    assert all(set(event["metrics"]) == METRICS for event in epochs)

    checkpoints = [event for event in events if event["event"] == "checkpoint"]
    assert [event["step"] for event in checkpoints] == [16, 32]
    assert all(event["stall_ms"] >= 0 and pathlib.Path(event["path"]).name == f"ckpt-{event['step']}" for event in checkpoints)

    assert events[-1]["event"] == "finished" and sum(event["event"] == "finished" for event in events) == 1
    finished = events[-1]
    assert set(finished) == {"event", "time", "seq", "run", "status", "attempts", "epoch", "step", "metrics", "ms_per_step",
                             "samples_per_s"}
    assert (finished["status"], finished["attempts"], finished["epoch"], finished["step"]) == ("succeeded", 1, 1, 32)
    assert set(finished["metrics"]) == METRICS and finished["metrics"] == epochs[-1]["metrics"]
    assert finished["ms_per_step"] > 0 and finished["samples_per_s"] > 0

    assert [task["state"] for task in shown["tasks"]] == ["succeeded"] * 2
    assert [(task["exit_code"], task["exit_signal"]) for task in shown["tasks"]] == [(0, 0)] * 2
    assert shown["status"] == "succeeded" and shown["finished"]["metrics"] == finished["metrics"]
    assert not lab.tasks_left()


def test_an_ended_run_still_shows_where_its_last_steps_spent_their_time(lab):
    events, _ = lab.finished(lab.run_file(epochs=200))
    run = events[-1]["run"]
    last = {(row[1], row[3]): float(row[7]) for row in lab.metrics(run) if row[3].startswith("system/")}
    tasks = lab.ok("show", run, "--json").json()["tasks"]
    assert [task["task"] for task in tasks] == ["worker:0", "worker:1"]
    for task in tasks:
        for kind in ("input_ms", "compute_ms", "wait_ms"):
            assert task[kind] == pytest.approx(last[task["task"], f"system/{kind}"], rel=1e-6), task


def test_metrics_are_whole(lab):
    events, shown = lab.finished(lab.run_file())
    rows = lab.metrics(events[-1]["run"])
    batch = [row for row in rows if row[2:4] == ["train", "batch_loss"]]
    assert [int(row[4]) for row in batch] == list(range(1, 33))
    assert [int(row[5]) for row in batch] == [0] * 16 + [1] * 16
    assert {(row[0], row[1]) for row in batch} == {("1", "worker:0")}
    assert {row[2] for row in rows} == {"train", "validation"}
    assert {row[3] for row in rows} <= {"batch_loss", "batch_accuracy", "epoch_loss", "epoch_accuracy",
                                        "checkpoint_stall_ms", "checkpoint_write_ms", "system/cpu_percent", "system/rss_bytes",
                                        "system/input_ms", "system/compute_ms", "system/wait_ms"}
    last = {(row[2], row[3]): float(row[7]) for row in rows}
    finished = events[-1]["metrics"]
    assert last["train", "epoch_loss"] == pytest.approx(finished["loss"], rel=1e-6)
    assert last["validation", "epoch_accuracy"] == pytest.approx(finished["val_accuracy"], rel=1e-6)
    for tag in ("epoch_loss", "epoch_accuracy"):
        for split in ("train", "validation"):
            assert len([row for row in rows if row[2:4] == [split, tag]]) == 2, (split, tag)
    # The mean of an epoch's steps is its loss: every global batch has 32 samples here.
    first = numpy.mean([float(row[7]) for row in batch[:16]])
    assert first == pytest.approx(float([row for row in rows if row[2:4] == ["train", "epoch_loss"]][0][7]), rel=1e-5)
    # The step events carry the same values.
    by_step = {int(row[4]): float(row[7]) for row in batch}
    for event in events:
        if event["event"] == "step":
            assert event["metrics"]["loss"] == pytest.approx(by_step[event["step"]], rel=1e-6)

    only = lab.metrics(events[-1]["run"], "--tag", "epoch_loss")
    assert {row[3] for row in only} == {"epoch_loss"}
    as_json = json.loads(lab.ok("metrics", events[-1]["run"], "--format", "json").out)
    assert [point["value"] for point in as_json] == [float(row[7]) for row in rows]


def test_a_checkpoint_is_read_by_anyone(lab):
    events, shown = lab.finished(lab.run_file(model={"builtin": "fashion_cnn"}))
    folder = newest_checkpoint(shown)
    assert folder == lab.home / "runs" / events[-1]["run"] / "checkpoints/ckpt-32"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert set(manifest["files"]) == {"model.safetensors", "optimizer.safetensors", "owner.json", "state.json"}
    assert {path.name for path in folder.iterdir()} == set(manifest["files"]) | {"manifest.json"}
    for name, entry in manifest["files"].items():
        content = (folder / name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (entry["size"], entry["sha256"]), name

    weights = load_file(folder / "model.safetensors")
    shapes = {"conv2d.weight": (32, 1, 3, 3), "conv2d.bias": (32,), "conv2d_1.weight": (64, 32, 3, 3), "conv2d_1.bias": (64,),
              "dense.weight": (64, 1600), "dense.bias": (64,), "dense_1.weight": (10, 64), "dense_1.bias": (10,)}
    assert {name: value.shape for name, value in weights.items()} == shapes
    assert all(value.dtype == numpy.float32 and numpy.isfinite(value).all() for value in weights.values())
    optimizer = load_file(folder / "optimizer.safetensors")
    assert {"conv2d.weight.exp_avg", "conv2d.weight.exp_avg_sq", "conv2d.weight.step"} <= set(optimizer)
    assert optimizer["dense.weight.exp_avg"].shape == (64, 1600)
    state = json.loads((folder / "state.json").read_text())
    assert state["step"] == 32


def test_equal_seeds_are_equal_bytes(lab):
    file = lab.run_file()
    first, shown = lab.finished(file)
    second, shown_again = lab.finished(file)
    other, shown_other = lab.finished(file, "--set", "seed=7")
    bytes_of = lambda one: (newest_checkpoint(one) / "model.safetensors").read_bytes()
    assert bytes_of(shown) == bytes_of(shown_again)
    assert bytes_of(shown) != bytes_of(shown_other)
    values = lambda events: [row[4:6] + row[7:] for row in lab.metrics(events[-1]["run"]) if not row[3].startswith(("checkpoint_", "system/"))]
    assert values(first) == values(second)


def test_one_worker_or_two_train_alike(lab):
    """The same global batches in the same order: losses agree to float32's rounding."""
    optimizer = {"sgd": {"learning_rate": 0.01}}
    two, _ = lab.finished(lab.run_file(optimizer=optimizer))
    one, _ = lab.finished(lab.run_file(optimizer=optimizer), "--set", "cluster.worker=[local]", "--set", "train.data.batch_size=32")
    losses = lambda events: [float(row[7]) for row in lab.metrics(events[-1]["run"], "--tag", "batch_loss")]
    assert losses(one) == pytest.approx(losses(two), abs=1e-4)


def test_the_example_trains_and_prints_a_table(lab):
    done = lab.ok("run", EXAMPLES / "fashion-mnist.yaml", "--set", "train.epochs=1", "--set", "train.max_steps=40")
    assert "\x1b" not in done.out, "no terminal, no escape sequences"
    assert re.search(r"^40/40 ", done.out, re.M), "the bar counts to where max_steps ends the epoch"
    assert re.search(r"val_accuracy", done.out), done
    path = re.search(r"(/\S+/checkpoints/ckpt-40)", done.out)
    assert path and pathlib.Path(path[1], "model.safetensors").is_file(), done
    assert re.search(r"^.*\btrainyard\b", done.out.splitlines()[-1]) or "trainyard" in done.out, done


def test_reading_commands(lab):
    events, shown = lab.finished(lab.run_file())
    run = events[-1]["run"]
    runs = lab.ok("runs", "--json").json()
    assert [entry["run"] for entry in runs] == [run] and runs[0]["status"] == "succeeded"
    assert run in lab.ok("runs").out and run in lab.ok("show", run).out
    assert "worker:1" in lab.ok("logs", run).out or lab.ok("logs", run).out == ""
    watched = lab.ok("watch", run, "--json").events()
    assert watched == events
    missing = lab.cli("show", "no-such-run")
    assert missing.code != 0 and "no-such-run" in missing.err
    assert lab.cli("metrics", "no-such-run").code != 0


def test_detach_then_watch_to_the_end(lab):
    run = lab.ok("run", lab.run_file(), "--detach").out.strip()
    events = lab.ok("watch", run, "--json").events()
    assert events[-1]["status"] == "succeeded"
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))


@pytest.mark.parametrize("program", ["trainyard", "trainyard-headless"])
def test_programs_run_from_any_folder_without_environment(lab, program):
    """No PATH, no HOME, no display, no library path; a relative run file and relative data."""
    file = lab.run_file(epochs=1)
    command = ["--headless"] if program == "trainyard" else []
    done = lab.cli(*command, "run", file.name, "--json", program=BIN / program, env={"TRAINYARD_HOME": str(lab.home)}, cwd=file.parent)
    assert done.code == 0, done
    assert done.events()[-1]["status"] == "succeeded"


def test_set_takes_yaml_and_paths_from_the_callers_folder(lab):
    file = lab.run_file()
    folder = lab.root / "elsewhere"
    folder.mkdir()
    images, labels = lab.idx(64, seed=5)
    images.rename(folder / "images.gz")
    labels.rename(folder / "labels.gz")
    done = lab.cli("run", file, "--set", "train.data.train={idx: {images: images.gz, labels: labels.gz}}", "--set", "train.epochs=1",
                   "--json", cwd=folder)
    assert done.code == 0, done
    assert done.events()[-1]["step"] == 2  # 64 samples, 32 a step


def ports_in_mid_run(lab, *settings):
    """A stream of two workers that train, and {task: ports that it listens at}."""
    stream = lab.stream("run", lab.run_file(epochs=40), *settings)
    started = stream.until("started")
    stream.until("step")
    return stream, {task["task"]: listening(task["pid"]) for task in started["tasks"]}


def test_workers_of_one_machine_listen_at_no_port(lab):
    stream, ports = ports_in_mid_run(lab)
    assert ports == {"worker:0": [], "worker:1": []}
    code, finished = stream.finish()
    assert code == 0 and finished["step"] == 640, finished


def test_garbage_at_the_ports_of_a_ring_harms_nobody(lab):
    """Gloo listens as long as its group lives; what comes after the workers have met belongs to nobody."""
    stream, ports = ports_in_mid_run(lab, "--set", "strategy={multi_worker_mirrored: {communication: ring}}")
    assert all(len(found) >= 1 for found in ports.values()), ports
    held = []
    for port in sorted(port for found in ports.values() for port in found):
        for garbage in (b"", b"x", b"\0" * 8, b"GET / HTTP/1.1\r\n\r\n", bytes(range(256)) * 256):
            stranger = socket.create_connection(("127.0.0.1", port), timeout=20)
            stranger.settimeout(0.5)
            with contextlib.suppress(OSError):  # nobody has to read it
                stranger.sendall(garbage)
            held.append(stranger)
    for stranger in held[::2]:
        stranger.close()
    code, finished = stream.finish()
    for stranger in held:
        stranger.close()
    assert code == 0 and finished["step"] == 640 and finished["attempts"] == 1, finished
