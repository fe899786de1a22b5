# SPDX-License-Identifier: Apache-2.0
"""A run that is paused, or changed, while it trains."""
import json
import pathlib

import pytest

from lab import kill

ENDLESS = {"epochs": 100000, "optimizer": {"adam": {"learning_rate": 0.001}}}


def begun(lab, strategy=None, cluster=None, restarts=0, **train):
    """A run that would go on for hours, after its first finished step."""
    path = lab.run_file(**(ENDLESS | train))
    spec = json.loads(path.read_text())
    spec["cluster"] = cluster or spec["cluster"]
    spec["strategy"] = strategy or {}
    spec["on_failure"] = {"restarts": restarts}
    spec["checkpoint"] = {"every": {"steps": 50}, "keep": 0}
    path.write_text(json.dumps({key: value for key, value in spec.items() if value != {}}))
    stream = lab.stream("run", path)
    stream.until("step")
    return stream, stream.events[0]["run"], path


def changed(stream):
    """The next `run.changed` in words."""
    return stream.until("warning", code="run.changed")["message"]


def last_step(lab, run):
    return int(lab.metrics(run, "--tag", "batch_loss")[-1][4])


GROUPS = {
    "multi_worker_mirrored": (None, None),
    "mirrored": ({"mirrored": {"replicas": 2}}, {"worker": ["local"]}),
    "parameter_server": ({"parameter_server": {}}, {"chief": ["local"], "worker": ["local"], "ps": ["local"]}),
}


@pytest.mark.parametrize("strategy", GROUPS)
def test_pause_holds_all_tasks_and_resume_lets_them_continue(lab, strategy):
    stream, run, _ = begun(lab, *GROUPS[strategy])
    paused = lab.ok("pause", run, "--json").json()["from_step"]
    assert changed(stream) == f"paused after step {paused}"
    assert any(one["run"] == run and one["paused"] for one in lab.ok("runs", "--json").json())
    assert f"{run}  paused" in lab.ok("runs").out
    assert lab.ok("pause", run).code == 0, "it is so already"
    assert last_step(lab, run) == paused
    again = lab.stream("resume", run)
    assert f"continued after step {paused}" in changed(again)
    steps = [again.until("step")["step"]]
    if steps[0] <= paused:  # the last one before the pause may still arrive
        steps.append(again.until("step")["step"])
    assert steps[-1] > paused, steps
    assert not lab.ok("show", run, "--json").json()["paused"]
    lab.ok("stop", run, "--after", "step")
    assert stream.finish()[1]["status"] == "stopped"


def test_a_stop_ends_a_pause(lab):
    stream, run, _ = begun(lab)
    wrong = lab.cli("change", run, "--set", "train.epochs=none")
    assert wrong.code == 3 and "1 error; the run continues unchanged" in wrong.err, wrong
    paused = lab.ok("pause", run, "--json").json()["from_step"]
    lab.ok("stop", run, "--after", "save")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped" and finished["step"] >= paused


def test_a_worker_that_dies_in_a_pause_comes_back_paused(lab):
    stream, run, _ = begun(lab, restarts=3)
    lab.ok("pause", run)
    changed(stream)
    pids = {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}
    kill(pids["worker:1"])
    stream.until("attempt", number=2)
    assert changed(stream).startswith("paused after step ")
    lab.ok("stop", run, "--after", "now")
    stream.finish()


@pytest.mark.parametrize("strategy", ["multi_worker_mirrored", "mirrored"])
def test_a_changed_learning_rate_is_that_of_a_resume_at_the_same_step(lab, strategy):
    """From one step on in every process: else the weights of the two could not be the same bytes."""
    stream, run, path = begun(lab, *GROUPS[strategy])
    step = lab.ok("change", run, "--set", "train.optimizer.adam.learning_rate=0.0001", "--json").json()["from_step"]
    assert step > 0 and changed(stream) == f"learning rate 0.001 → 0.0001 from step {step + 1}"
    lab.ok("stop", run, "--after", "save")
    finished = stream.finish()[1]
    assert lab.ok("show", run, "--json").json()["spec"]["train"]["optimizer"]["adam"]["learning_rate"] == 0.0001
    first = lab.ok("run", path, "--set", f"train.max_steps={step}", "--json").events()[-1]["run"]
    again = lab.ok("resume", first, "--set", f"train.max_steps={finished['step']}", "--set",
                   "train.optimizer.adam.learning_rate=0.0001", "--json").events()[-1]
    assert again["step"] == finished["step"]
    weights = [(lab.home / "runs" / one / f"checkpoints/ckpt-{finished['step']}/model.safetensors").read_bytes() for one in (run, first)]
    assert weights[0] == weights[1]


@pytest.mark.parametrize("strategy", GROUPS)
def test_changed_epochs_end_the_run_there_and_stay_changed(lab, strategy):
    stream, run, _ = begun(lab, *GROUPS[strategy])
    epoch = lab.ok("show", run, "--json").json()["epoch"]
    lab.ok("pause", run)
    refused = lab.cli("change", run, "--set", "train.epochs=0")
    assert refused.code in (2, 3), refused
    epochs = lab.ok("show", run, "--json").json()["epoch"] + 3
    lab.ok("change", run, "--set", f"train.epochs={epochs}")
    assert "paused" in changed(stream) and f"epochs 100000 → {epochs}" in changed(stream)
    lab.ok("resume", run, "--detach")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["epoch"] == epochs - 1 >= epoch
    more = lab.ok("resume", run, "--set", f"train.epochs={epochs + 1}", "--json").events()
    assert more[-1]["epoch"] == epochs


def test_what_cannot_be_changed_is_refused(lab):
    stream, run, _ = begun(lab)
    refused = lab.cli("change", run, "--set", "train.data.batch_size=8")
    assert refused.code == 3 and "train.data.batch_size" in refused.err and "resume" in refused.err, refused
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    stream, run, _ = begun(lab, max_steps=40000)
    epochs = lab.cli("change", run, "--set", "train.epochs=200000")
    assert epochs.code != 0 and "train.max_steps" in epochs.err and "40000" in epochs.err, epochs
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    over = lab.cli("change", run, "--set", "train.epochs=5")
    assert over.code != 0 and "only a running run can be changed" in over.err, over
    assert lab.cli("pause", "nobody").code != 0


def test_tasks_say_where_their_time_goes(lab):
    stream, run, _ = begun(lab)
    for _ in range(3):
        stream.until("step")
    tasks = lab.ok("show", run, "--json").json()["tasks"]
    assert len(tasks) == 2
    for task in tasks:
        assert task["compute_ms"] > 0 and task["wait_ms"] > 0 and task["input_ms"] >= 0, task
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def test_a_drill_of_the_agent_waits_no_longer_than_asked(lab):
    stream, run, _ = begun(lab)
    last = lab.ok("pause", run, "--json").json()["from_step"]  # some task may still be short of it
    assert changed(stream) == f"paused after step {last}"
    while lab.ok("show", run, "--json").json()["step"] < last:  # which comes by the event files
        assert lab.agent_pid()
    drilled = lab.cli("drill", run, "--kill", "agent", "--timeout", "1")
    assert drilled.code == 1 and "no step was completed within 1 s" in drilled.out, drilled


def test_a_drill_of_the_agent_needs_a_live_run(lab):
    run = lab.ok("run", lab.run_file(), "--json").events()[-1]["run"]
    agent = lab.agent_pid()
    for target in ("agent", "worker:0"):
        refused = lab.cli("drill", run, "--kill", target, "--timeout", "1", "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == "run.not_running", refused
    assert lab.agent_pid() == agent
