# SPDX-License-Identifier: Apache-2.0
"""What is lost with a ps or with the coordinator comes back: all variables together, from the newest checkpoint."""
import json
import signal

import pytest

from lab import Lab, exited, kill
from test_parameter_server import pids, ps_file
from test_recovery import seconds_between

SHARDED = {"fixed_shards": {"shards": 2}}


def recovering(lab, mode="async", every=20, restarts=3, name="ps.yaml", **train):
    """Two workers, two ps that share each variable, optimizer state beside it, a checkpoint every few steps."""
    train = {"optimizer": {"adam": {"learning_rate": 0.001}}, **train}
    path = ps_file(lab, ps=2, options={"mode": mode, "partitioner": SHARDED}, restarts=restarts, name=name, **train)
    spec = json.loads(path.read_text())
    spec["checkpoint"] = {"every": {"steps": every}, "keep": 0}
    path.write_text(json.dumps(spec))
    return path


def weights(lab, run, step):
    folder = lab.home / "runs" / run / "checkpoints" / f"ckpt-{step}"
    return [(folder / name).read_bytes() for name in ("model.safetensors", "optimizer.safetensors")]


def rows_by_attempt(lab, run):
    found = {}
    for row in lab.metrics(run, "--tag", "batch_loss"):
        found.setdefault(int(row[0]), []).append((int(row[4]), row[7]))
    return found


@pytest.fixture(scope="module")
def unbroken():
    """Weights and losses of the synchronous training that nothing happened to."""
    with Lab() as lab:
        events, _ = lab.finished(recovering(lab, "sync", epochs=10))
        run, last = events[-1]["run"], events[-1]["step"]
        yield last, weights(lab, run, last), rows_by_attempt(lab, run)[1]


@pytest.mark.parametrize("victim", ["ps:0", "ps:1", "chief:0"])
def test_all_variables_roll_back_together(lab, unbroken, victim):
    """In synchronous mode a run that lost a ps or the coordinator ends as if nothing had happened, to the bit: weights, optimizer
    state, every loss. A shard that had not gone back with the others, or kept its optimizer's state, would show."""
    last, whole_weights, whole = unbroken
    stream = lab.stream("run", recovering(lab, "sync", epochs=10))
    started = stream.until("started")
    stream.until("checkpoint")
    before = pids(started)
    kill(before[victim])
    attempt = stream.until("attempt", number=2)
    assert victim in attempt["cause"] and "SIGKILL" in attempt["cause"], attempt
    assert attempt["from_step"] > 0 and attempt["from_step"] % 20 == 0, attempt
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, stream
    assert finished["step"] == last
    after = pids(lab.ok("show", started["run"], "--json").json())
    assert not set(before.values()) & set(after.values()), "every task is a new process"
    broken = rows_by_attempt(lab, started["run"])
    assert broken[2] == whole[attempt["from_step"]:], "the part after the checkpoint"
    assert broken[1] == whole[:len(broken[1])], "what was lost stays, under its attempt"
    assert weights(lab, started["run"], last) == whole_weights


@pytest.mark.parametrize("victim", ["ps:1", "chief:0"])
def test_asynchronous_runs_resume_from_the_newest_checkpoint(lab, victim):
    stream = lab.stream("run", recovering(lab, epochs=10))
    started = stream.until("started")
    newest = 0
    for _ in range(3):
        newest = stream.until("checkpoint")["step"]
    kill(pids(started)[victim])
    attempt = stream.until("attempt", number=2)
    assert attempt["from_step"] >= newest and attempt["from_step"] % 20 == 0, attempt
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, stream
    steps = [step for step, _ in rows_by_attempt(lab, started["run"])[2]]
    assert steps == list(range(attempt["from_step"] + 1, 10 * 32 + 1)), "each step once"
    assert not lab.tasks_left()


def test_a_dead_worker_and_a_dead_ps(lab):
    """A worker that is lost for good, then a ps: the next attempt has all of its workers again."""
    stream = lab.stream("run", recovering(lab, epochs=15))
    started = stream.until("started")
    stream.until("checkpoint")
    kill(pids(started)["worker:1"])
    stream.until("warning", code="task.restarted")
    kill(pids(started)["ps:0"])
    attempt = stream.until("attempt", number=2)
    assert "ps:0" in attempt["cause"], attempt
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, stream
    shown = lab.ok("show", started["run"], "--json").json()
    assert {task["task"] for task in shown["tasks"]} == {"chief:0", "worker:0", "worker:1", "ps:0", "ps:1"}


def test_restarts_that_are_used_up_end_the_run(lab):
    stream = lab.stream("run", recovering(lab, epochs=100000, restarts=1))
    run = stream.until("checkpoint")["run"]
    for attempt in (1, 2):
        kill(pids(lab.ok("show", run, "--json").json())["ps:0"])
        if attempt == 1:
            stream.until("attempt", number=2)
            stream.until("step")
    code, finished = stream.finish()
    assert code == 1 and finished["status"] == "failed" and finished["failure"]["task"] == "ps:0", stream
    assert "on_failure.restarts (1) is reached" in finished["failure"]["message"], finished
    assert not lab.tasks_left()


def test_a_preempted_run_continues_after_resume(lab, unbroken):
    """To the bit in synchronous mode, as under any other strategy: preempted and resumed equals never stopped."""
    last, whole_weights, whole = unbroken
    stream = lab.stream("run", recovering(lab, "sync", epochs=10))
    run = stream.until("step")["run"]
    stream.process.send_signal(signal.SIGTERM)
    code, preempted = stream.finish()
    assert code == 75 and preempted["status"] == "preempted", stream
    resumed = lab.stream("resume", run)
    code, finished = resumed.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, resumed
    attempt = next(event for event in resumed.events if event["event"] == "attempt")
    assert attempt["cause"] == "resume" and attempt["from_step"] == preempted["step"] > 0, attempt
    assert [row for part in rows_by_attempt(lab, run).values() for row in part] == whole
    assert finished["step"] == last and weights(lab, run, last) == whole_weights


def test_a_run_continues_with_other_workers_and_another_number_of_ps(lab):
    """A checkpoint knows no shards: three ps take up what two had, at the losses that two had."""
    events, _ = lab.finished(recovering(lab, epochs=4))
    before = events[-1]
    end = lab.ok("resume", before["run"], "--set", "train.epochs=5", "--set",
                 "cluster={chief: [local], worker: [local], ps: [local, local, local]}", "--json").events()[-1]
    assert end["status"] == "succeeded" and end["step"] == 5 * 32 and end["metrics"]["loss"] < before["metrics"]["loss"] * 1.2, end


@pytest.mark.alone
@pytest.mark.parametrize("target", ["ps:0", "chief", "worker:1"])
def test_a_drill_measures_the_recovery(lab, target):
    stream = lab.stream("run", recovering(lab, epochs=100000))
    run = stream.until("checkpoint")["run"]
    drill = lab.ok("drill", run, "--kill", target, "--json").json()
    assert 0 < drill["detected_s"] <= drill["next_step_s"] < 10, drill
    if target == "worker:1":  # the others go on
        assert drill["attempt"] == 0, drill
    else:
        assert drill["attempt"] == 2 and drill["from_step"] > 0 and drill["from_step"] % 20 == 0, drill
    lab.ok("stop", run, "--after", "now")
    stream.finish()


@pytest.mark.alone
@pytest.mark.parametrize("victim", ["worker:1", "ps:0"])
def test_a_frozen_task_is_named_within_ten_seconds_and_counts_as_dead_after_stall_seconds(lab, victim):
    path = recovering(lab, epochs=100000)
    spec = json.loads(path.read_text())
    spec["on_failure"]["stall_seconds"] = 8
    path.write_text(json.dumps(spec))
    stream = lab.stream("run", path)
    frozen = pids(stream.until("started"))[victim]
    before = stream.until("checkpoint")["time"]
    kill(frozen, signal.SIGSTOP)
    warning = stream.until("warning", code="task.stalled")
    assert seconds_between(before, warning["time"]) < 10, (before, warning)
    assert victim in warning["message"] and str(frozen) in warning["message"] and "SIGSTOP" in warning["message"], warning
    if victim == "ps:0":
        assert "silent" in stream.until("attempt", number=2)["cause"]
    else:
        assert victim in stream.until("warning", code="worker.back")["message"]
    stream.until("step")
    lab.ok("stop", stream.events[0]["run"], "--after", "now")
    stream.finish()


def test_a_task_that_was_frozen_for_less_than_stall_seconds_continues(lab):
    """However long a transport waits for an answer: how long a task may be silent is on_failure.stall_seconds."""
    frozen = {}
    for victim in ("ps:0", "worker:1"):  # a run for each, so that both are waited for at once
        stream = lab.stream("run", recovering(lab, epochs=4000), "--set", "on_failure.stall_seconds=120")
        pid = pids(stream.until("started"))[victim]
        stream.until("checkpoint")
        kill(pid, signal.SIGSTOP)
        frozen[pid] = victim, stream
    for victim, stream in frozen.values():
        assert victim in stream.until("warning", code="task.stalled")["message"]
    assert not exited(next(iter(frozen)), 23), "longer than keepalive pings are waited for"
    for pid, (_, stream) in frozen.items():
        kill(pid, signal.SIGCONT)
        run = stream.events[0]["run"]
        thawed_at = lab.ok("show", run, "--json").json()["step"]
        while stream.until("step")["step"] < thawed_at + 300:
            pass
        lab.ok("stop", run, "--after", "now")
        code, finished = stream.finish()
        assert code == 0 and finished["attempts"] == 1, stream
        lost = [event for event in stream.events if event.get("code") in ("task.lost", "task.restarted", "worker.lost")]
        assert not lost, stream
