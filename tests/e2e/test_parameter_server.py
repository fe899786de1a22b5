# SPDX-License-Identifier: Apache-2.0
"""Parameter servers: a chief that schedules, workers that compute, ps that hold the variables; each a process of its own."""
import json
import os
import pathlib
import signal
import socket
import time

import pytest

from lab import exited, kill, listening


def ps_file(lab, workers=2, ps=1, options=None, restarts=3, name="ps.yaml", **train):
    """The laboratory's small training under parameter servers: 32 steps an epoch."""
    spec = json.loads(lab.run_file().read_text())
    spec["train"].update(train)
    spec["strategy"] = {"parameter_server": options or {}}
    spec["cluster"] = {"chief": ["local"], "worker": ["local"] * workers, "ps": ["local"] * ps}
    spec["on_failure"] = {"restarts": restarts}
    path = lab.root / name
    path.write_text(json.dumps(spec))
    return path


def sockets(lab):
    return [path.name for path in (lab.home / "run").iterdir() if path.name.startswith("t-")]


def shared(pid):
    """How many memories of other tasks a task has mapped."""
    return sum("/memfd:trainyard" in line for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines())


def becomes(value, look):
    """Waits until look() is that; returns what it was last."""
    deadline = time.monotonic() + 60
    while (seen := look()) != value and time.monotonic() < deadline:
        time.sleep(0.02)
    return seen


def pids(started):
    return {task["task"]: task["pid"] for task in started["tasks"]}


def test_trains_to_the_end(lab):
    events, shown = lab.finished(ps_file(lab, options={"partitioner": {"fixed_shards": {"shards": 2}}}, ps=2))
    finished = events[-1]
    assert finished["status"] == "succeeded" and finished["step"] == 64 and finished["attempts"] == 1, finished
    assert {"loss", "accuracy", "val_loss", "val_accuracy"} <= finished["metrics"].keys(), finished
    assert {task["task"] for task in shown["tasks"]} == {"chief:0", "worker:0", "worker:1", "ps:0", "ps:1"}
    losses = lab.metrics(finished["run"], "--tag", "batch_loss")
    assert [int(row[4]) for row in losses] == list(range(1, 65)), "one point a step"
    assert float(losses[-1][-1]) < float(losses[0][-1]) / 2
    assert all(float(row[-1]) >= 0 for row in lab.metrics(finished["run"], "--tag", "staleness"))
    for split in ("train", "validation"):  # what TensorBoard reads
        written = [file.read_bytes() for file in (pathlib.Path(shown["dir"]) / "events" / split).glob("events.out.tfevents.*")]
        assert any(b"epoch_loss" in events for events in written), (split, [len(events) for events in written])
    assert not lab.tasks_left()


@pytest.mark.parametrize("workers, gradient", [(2, {}), (3, {}), (2, {"clip_norm": 0.5}), (2, {"clip_norm": 1.0, "clip_value": 0.02})])
def test_synchronous_mode_gives_the_one_device_curve(lab, workers, gradient):
    options = {"optimizer": {"sgd": {"learning_rate": 0.1, "momentum": 0.9}}, "precision": "float64", "epochs": 2, "gradient": gradient}
    data = json.loads(lab.run_file().read_text())["train"]["data"]

    def losses(path):
        run = lab.ok("run", path, "--json").events()[-1]["run"]
        return [float(row[-1]) for row in lab.metrics(run, "--tag", "batch_loss")]

    alone = json.loads(lab.run_file(**options, data={**data, "batch_size": 18 * workers}).read_text())
    alone["cluster"] = {"worker": ["local"]}
    (lab.root / "alone.yaml").write_text(json.dumps(alone))
    one = losses(lab.root / "alone.yaml")
    parts = losses(ps_file(lab, workers, 2, {"mode": "sync", "partitioner": {"fixed_shards": {"shards": 2}}},
                           data={**data, "batch_size": 18}, **options))
    assert len(one) == len(parts) > 10
    assert max(abs(a - b) for a, b in zip(one, parts)) < 1e-9


def test_the_chief_saves_the_whole_model(lab):
    """What save_model leaves has the checkpoint's weights and is trained on as a model of its own."""
    events, _ = lab.finished(ps_file(lab, options={"partitioner": {"fixed_shards": {"shards": 2}}}, ps=2, save_model=str(lab.root / "out/whole")))
    (checkpoint,) = [event["path"] for event in events if event["event"] == "checkpoint" and event["step"] == 64]
    saved = lab.root / "out/whole"
    assert {"model.json", "model.safetensors", "optimizer.safetensors", "manifest.json"} <= {file.name for file in saved.iterdir()}
    assert (saved / "model.safetensors").read_bytes() == (pathlib.Path(checkpoint) / "model.safetensors").read_bytes()
    assert [path.name for path in saved.parent.iterdir()] == ["whole"]
    again = lab.run_file(model={"saved": str(saved)}, initial_weights=str(saved / "model.safetensors"), epochs=1)
    assert lab.ok("run", again, "--json").events()[-1]["metrics"]["loss"] < events[-1]["metrics"]["loss"] * 1.5


def test_tasks_of_one_machine_talk_over_unix_sockets(lab):
    stream = lab.stream("run", ps_file(lab, ps=2, epochs=40))
    started = stream.until("started")
    stream.until("step")
    assert {task: listening(pid) for task, pid in pids(started).items()} == dict.fromkeys(pids(started), []), "a task listens at a port"
    deadline, served = time.monotonic() + 60, {}
    while len(served) < 4 and time.monotonic() < deadline:  # the agent looks at its tasks once a second
        shown = {task["task"]: task for task in lab.ok("show", started["run"], "--json").json()["tasks"]}
        served = {name: task["socket"] for name, task in shown.items() if "socket" in task}
    assert served.keys() == {"ps:0", "ps:1", "worker:0", "worker:1"} and all(os.path.exists(path) for path in served.values()), shown
    assert all(task["address"].startswith("127.0.0.1:") for task in shown.values()), "its name in TF_CONFIG"
    assert f"(served at {served['ps:0']})" in lab.ok("show", started["run"]).out
    assert becomes(3, lambda: shared(pids(started)["ps:1"])) == 3, "with the chief and each worker"
    assert len(sockets(lab)) == 4 and (lab.home / "run").stat().st_mode & 0o777 == 0o700, sockets(lab)
    kill(pids(started)["worker:0"])
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 1, finished
    logs = lab.ok("logs", finished["run"]).out
    assert not any("socket" in task for task in lab.ok("show", finished["run"], "--json").json()["tasks"])
    assert f"ps:0 is reached at unix:{lab.home}/run/t-" in logs and "is reached at 127.0.0.1" not in logs, logs
    for peer in ("ps:0", "ps:1", "worker:0", "worker:1"):
        assert f"requests to {peer} pass through 0.50 MiB of shared memory" in logs, logs
    assert [path.name for path in (lab.home / "run").iterdir()] == ["agent.sock"], "a socket is left"


def test_staleness_stays_in_its_bound(lab):
    events, _ = lab.finished(ps_file(lab, workers=3, options={"mode": {"staleness": 1}}))
    values = [float(row[-1]) for row in lab.metrics(events[-1]["run"], "--tag", "staleness")]
    assert len(values) == 64 and max(values) <= 1


def test_the_chief_may_evaluate_alone(lab):
    events, _ = lab.finished(ps_file(lab, options={"evaluation": "chief"}))
    assert events[-1]["metrics"]["val_accuracy"] > 0.5


def test_a_workers_death_costs_no_step(lab):
    stream = lab.stream("run", ps_file(lab, workers=3, epochs=80))
    started = stream.until("started")
    before = pids(started)
    while stream.until("step")["step"] < 100:
        pass
    kill(before["worker:1"])
    warning = stream.until("warning", code="task.restarted")
    assert "worker:1" in warning["message"] and "SIGKILL" in warning["message"], warning
    stream.until("warning", code="worker.back")
    assert becomes(4, lambda: shared(before["ps:0"])) == 4, "what the dead one has shared stays"
    after = pids(lab.ok("show", started["run"], "--json").json())
    assert after["worker:1"] != before["worker:1"]
    assert {task: pid for task, pid in after.items() if task != "worker:1"} == \
        {task: pid for task, pid in before.items() if task != "worker:1"}
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 1, finished
    steps = [int(row[4]) for row in lab.metrics(finished["run"], "--tag", "batch_loss")]
    assert steps == list(range(1, 80 * 32 + 1)), "each step once"


def test_without_restarts_the_others_do_the_rest(lab):
    stream = lab.stream("run", ps_file(lab, workers=2, epochs=40, restarts=0))
    started = stream.until("started")
    stream.until("step")
    kill(pids(started)["worker:0"])
    assert "worker:0" in stream.until("warning", code="task.gone")["message"]
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["step"] == 1280, finished


def test_a_lost_ps_fails_the_run_by_name(lab):
    stream = lab.stream("run", ps_file(lab, ps=2, epochs=100000, restarts=0))
    started = stream.until("started")
    stream.until("step")
    kill(pids(started)["ps:1"])
    code, finished = stream.finish()
    assert code == 1 and finished["status"] == "failed", finished
    assert finished["failure"]["task"] == "ps:1", finished
    assert not lab.tasks_left()
    assert sockets(lab) == [], "the killed one's socket is left"


def test_an_agent_that_starts_sweeps_the_sockets_of_the_dead(lab):
    lab.ok("runs")
    left, listening = lab.home / "run" / "t-0123abcd", lab.home / "run" / "t-4567cdef"
    with socket.socket(socket.AF_UNIX) as dead, socket.socket(socket.AF_UNIX) as alive:
        dead.bind(str(left))
        alive.bind(str(listening))
        alive.listen()
        for path in (left, listening):
            os.utime(path, (0, 0))  # one just bound would be let be
        kill(lab.agent_pid())
        lab.ok("runs")
        assert becomes([listening.name], lambda: sockets(lab)) == [listening.name], "it looks beside its first answers"


def test_ctrl_c_stops_all_roles(lab):
    stream = lab.stream("run", ps_file(lab, epochs=100000))
    started = stream.until("started")
    stream.until("step")
    os.kill(stream.process.pid, signal.SIGINT)
    code, finished = stream.finish()
    assert code == 130 and finished["status"] == "stopped", finished
    assert all(exited(pid, 20) for pid in pids(started).values())


def test_its_checkpoint_resumes_under_another_strategy(lab):
    events, shown = lab.finished(ps_file(lab, options={"partitioner": {"fixed_shards": {"shards": 2}}}, ps=2,
                                         optimizer={"adam": {"learning_rate": 0.001}}))
    (checkpoint,) = [event["path"] for event in events if event["event"] == "checkpoint" and event["step"] == 64]
    other = lab.run_file(initial_weights=str(checkpoint) + "/model.safetensors", epochs=1)
    assert lab.ok("run", other, "--json").events()[-1]["metrics"]["loss"] < events[-1]["metrics"]["loss"] * 1.5


@pytest.mark.parametrize("cluster, code", [
    ({"worker": ["local"], "ps": ["local"]}, "cluster.too_few_tasks"),
    ({"chief": ["local"], "worker": ["local"]}, "cluster.too_few_tasks"),
])
def test_roles_that_are_missing_are_refused(lab, cluster, code):
    spec = json.loads(ps_file(lab).read_text())
    spec["cluster"] = cluster
    (lab.root / "bad.yaml").write_text(json.dumps(spec))
    result = lab.cli("run", lab.root / "bad.yaml", "--json")
    assert result.code == 3 and code in result.out + result.err, result


@pytest.mark.parametrize("mode", ["async", "sync"])
def test_a_loss_that_is_not_finite_ends_the_run_or_rolls_it_back(lab, mode):
    explodes = {"sgd": {"learning_rate": {"steps": {"boundaries": [10], "values": [0.01, 1e6]}}}}
    linear = {"layers": ["flatten", {"dense": {"units": 32}}, {"dense": {"units": 10}}]}
    path = ps_file(lab, options={"mode": mode}, optimizer=explodes, model=linear, epochs=2)
    code, finished = lab.stream("run", path, "--set", "checkpoint.every={steps: 5}").finish()
    assert code == 1 and finished["attempts"] == 1 and finished["failure"]["code"] == "loss.not_finite", finished
    assert "is NaN or infinite" in finished["failure"]["message"] and "checkpoints before it are good" in finished["failure"]["message"]
