# SPDX-License-Identifier: Apache-2.0
"""Runs that come back: restarts by policy, resume and branch, to the step and to the byte."""
import json
import os
import re
import signal
import subprocess

import pytest

from lab import kill, parent

LONG = {"epochs": 100000}


def recovering(lab, restarts=3, every=8, keep=0, name="run.yaml", **train):
    """A run file that saves every few steps and may be restarted."""
    path = lab.run_file(name=name, **train)
    spec = json.loads(path.read_text())
    spec["on_failure"] = {"restarts": restarts}
    spec["checkpoint"] = {"every": {"steps": every}, "keep": keep}
    path.write_text(json.dumps(spec))
    return path


def pids(lab, run):
    return {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}


def weights(lab, run, step):
    folder = lab.home / "runs" / run / "checkpoints" / f"ckpt-{step}"
    return {name: (folder / name).read_bytes() for name in ("model.safetensors", "optimizer.safetensors")}


def rows_by_attempt(lab, run):
    found = {}
    for row in lab.metrics(run, "--tag", "batch_loss"):
        found.setdefault(int(row[0]), []).append((int(row[4]), row[7]))
    return found


def test_each_start_says_what_its_attempt_will_do(lab):
    def starts(events):
        """[[total steps, steps per epoch, global batch]], and whether the tasks were late: then nobody knows them yet."""
        places = [place for place, event in enumerate(events) if event["event"] == "started"]
        for place, end in zip(places, [*places[1:], len(events)]):
            totals = [events[place][key] for key in ("total_steps", "steps_per_epoch", "global_batch")]
            yield totals, any(event["event"] == "waiting" for event in events[place:end])

    stream = lab.stream("run", recovering(lab, epochs=3), "--set", "inject={step: 20}")
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2, stream
    (first, is_late), (second, _) = starts(stream.events)
    assert first == ([0, 0, 0] if is_late else [48, 16, 32])
    assert second == [48, 16, 32], "late or not: the attempt before it had the same"
    resumed = lab.ok("resume", finished["run"], "--set", "train.epochs=5", "--set", "train.data.batch_size=8", "--json").events()
    (third, is_late), = starts(resumed)
    assert third == ([0, 0, 0] if is_late else [resumed[-1]["step"], 32, 16]), resumed


@pytest.mark.parametrize("victim", ["worker:0", "worker:1"])
def test_a_killed_worker_costs_the_steps_since_the_checkpoint_and_nothing_else(lab, victim):
    """Killed and restarted equals never killed: the same losses at the same steps, the same weights to the bit."""
    events, _ = lab.finished(recovering(lab, epochs=12, name="unbroken.yaml"))
    whole, last = events[-1]["run"], events[-1]["step"]
    stream = lab.stream("run", recovering(lab, epochs=12))
    run = stream.until("checkpoint")["run"]
    kill(pids(lab, run)[victim])
    attempt = stream.until("attempt", number=2)
    assert victim in attempt["cause"] and "SIGKILL" in attempt["cause"], attempt
    assert attempt["from_step"] % 8 == 0 and attempt["from_step"] > 0, attempt
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, stream
    assert finished["step"] == last == 12 * 16
    assert weights(lab, run, last) == weights(lab, whole, last)
    unbroken, broken = rows_by_attempt(lab, whole)[1], rows_by_attempt(lab, run)
    assert broken[2] == unbroken[attempt["from_step"]:], "the part after the checkpoint"
    assert broken[1] == unbroken[:len(broken[1])], "what was lost stays, under its attempt"
    seqs = [event["seq"] for event in stream.events]
    assert seqs == list(range(1, len(seqs) + 1))


def test_what_was_measured_stays_until_it_is_measured_again(lab):
    """Of the epochs that an attempt builds on. A checkpoint in the middle of an epoch has what that has measured so far, no more."""
    stream = lab.stream("run", recovering(lab, every=50, epochs=4000))  # of 16 steps: many checkpoints stand in the middle of one
    run = stream.until("epoch")["run"]
    while stream.until("checkpoint")["step"] < 200:
        pass
    kill(pids(lab, run)["worker:1"])
    stream.until("attempt", number=2)
    lab.ok("stop", run, "--after", "now")
    _, finished = stream.finish()
    row = next(row for row in lab.ok("runs", "--json").json() if row["run"] == run)
    for metrics in (finished["metrics"], row["metrics"]):
        assert metrics.keys() >= {"loss", "val_loss", "val_accuracy"}, (finished, row)
    saved = lab.ok("checkpoints", run, "--json").json()
    assert len(saved) >= 4
    for checkpoint in saved:
        is_measured = checkpoint["step"] % 16 == 0
        assert ("val_loss" in checkpoint["metrics"]) == is_measured and "loss" in checkpoint["metrics"], checkpoint


def test_who_follows_the_log_reads_the_next_attempt_too(lab):
    stream = lab.stream("run", recovering(lab, **LONG))
    run = stream.until("checkpoint")["run"]
    with subprocess.Popen(lab.command("logs", run, "--follow"), env=lab.env, stdout=subprocess.PIPE, text=True) as follower:
        assert any("training on" in line for line in follower.stdout), "the log is not shown from its beginning"
        kill(pids(lab, run)["worker:1"])
        stream.until("attempt", number=2)
        assert any("continues after step" in line for line in follower.stdout), "the log ended with the first attempt"
        lab.ok("stop", run, "--after", "now")
        assert follower.wait(60) == 0


def test_a_preempted_run_continues_after_resume(lab):
    stream = lab.stream("run", recovering(lab, epochs=60))
    run = stream.until("step")["run"]
    stream.process.send_signal(signal.SIGTERM)
    code, finished = stream.finish()
    assert code == 75 and finished["status"] == "preempted", stream
    resumed = lab.stream("resume", run)
    code, end = resumed.finish()
    assert code == 0 and end["status"] == "succeeded" and end["attempts"] == 2 and end["step"] == 60 * 16, resumed
    attempt = next(event for event in resumed.events if event["event"] == "attempt")
    assert attempt["number"] == 2 and attempt["cause"] == "resume" and attempt["from_step"] == finished["step"], attempt
    assert resumed.events[0]["seq"] == finished["seq"] + 1, "it streams from the new attempt on"
    steps = [step for part in rows_by_attempt(lab, run).values() for step, _ in part]
    assert steps == list(range(1, 60 * 16 + 1))


def test_resume_refuses_in_words(lab):
    stream = lab.stream("run", recovering(lab, **LONG))
    run = stream.until("checkpoint")["run"]
    running = lab.cli("resume", run)
    assert running.code == 3 and "running" in running.err, running
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    shape = lab.cli("resume", run, "--set", "train.model={builtin: mnist_cnn}", "--json")
    assert shape.code == 3 and "mnist_cnn" in shape.err, shape
    assert lab.cli("resume", run, "--set", "train.nonsense=1").code == 3
    assert lab.cli("resume", "nobody-1").code == 3
    events, _ = lab.finished(recovering(lab, epochs=1, name="short.yaml"))
    complete = lab.cli("resume", events[-1]["run"])
    assert complete.code == 3 and "nothing to resume" in complete.err, complete
    longer = lab.ok("resume", events[-1]["run"], "--set", "train.epochs=2", "--json").events()
    assert longer[-1]["step"] == 32 and longer[-1]["attempts"] == 2


def test_fewer_epochs_than_are_trained_are_refused(lab):
    stream = lab.stream("run", recovering(lab, **LONG))
    run = stream.until("checkpoint", step=40)["run"]
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    for setting in "train.epochs=1", "train.epochs=2", "train.max_steps=39":
        refused = lab.cli("resume", run, "--set", setting, "--json")
        assert refused.code == 3, refused
        problem, key = refused.json()["error"]["problems"][0], setting.partition("=")[0]
        assert problem["code"] == "run.complete" and problem["path"] == key and problem["fix"], refused
        assert problem["set"].partition("=")[0] == key, refused
        assert key in refused.err, refused
    assert lab.ok("show", run, "--json").json()["attempts"] == 1


def test_exactly_what_is_trained_completes_the_run(lab):
    """Nothing is left to train; what comes after the last epoch is done."""
    stream = lab.stream("run", recovering(lab, every=16, **LONG))
    run = stream.until("checkpoint", step=48)["run"]
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    for row in lab.ok("checkpoints", run, "--json").json():
        if row["step"] > 48:
            lab.ok("checkpoint", "delete", row["path"])
    end = lab.ok("resume", run, "--set", "train.epochs=3", "--set", f"train.save_model={lab.root}/model", "--json").events()[-1]
    assert end["status"] == "succeeded" and end["step"] == 48 and end["epoch"] == 2, end
    shown = lab.ok("show", run, "--json").json()
    assert (shown["step"], shown["epoch"]) == (48, 2), shown
    assert (lab.root / "model").is_dir()


def test_a_branch_is_a_run_of_its_own(lab):
    events, shown = lab.finished(recovering(lab, epochs=2))
    run = events[-1]["run"]
    done = lab.ok("branch", run, "--from", "16", "--set", "name=other", "--set",
                  "train.optimizer={adam: {learning_rate: 0.01}}", "--json").events()
    assert done[-1]["run"] == "other-1" and done[-1]["step"] == 32
    attempt = next(event for event in done if event["event"] == "attempt")
    assert attempt["from_step"] == 16 and any("learning_rate" in change for change in attempt["changed"]), attempt
    assert lab.ok("show", "other-1", "--json").json()["parent"] == run
    assert lab.ok("show", run, "--json").json()["checkpoints"] == shown["checkpoints"]


def test_an_old_checkpoint_is_restored_after_the_end(lab):
    events, _ = lab.finished(recovering(lab, epochs=2))
    run, end = events[-1]["run"], events[-1]
    assert "nothing to resume" in lab.cli("resume", run).err
    again = lab.ok("resume", run, "--from", "16", "--json").events()
    assert next(event for event in again if event["event"] == "attempt")["from_step"] == 16, again
    assert again[-1]["status"] == "succeeded" and again[-1]["step"] == end["step"] == 32, again[-1]
    assert again[-1]["metrics"] == end["metrics"], "the same steps again, to the bit"


def test_the_same_weights_score_the_same_on_any_number_of_workers(lab):
    """2 workers, then 1, then 3, then two replicas of one process: with a learning rate that changes nothing the validation loss must not move."""
    still = ["--set", "train.optimizer={sgd: {learning_rate: 1.0e-30}}"]
    run_file = recovering(lab, epochs=1, optimizer={"sgd": {"learning_rate": 0.05}})
    events, _ = lab.finished(run_file)
    run, loss = events[-1]["run"], events[-1]["metrics"]["val_loss"]
    many = "{multi_worker_mirrored: {}}"
    for epochs, workers, strategy in ((2, "[local]", many), (3, "[local, local, local]", many),
                                      (4, "[local]", "{mirrored: {replicas: 2}}")):
        end = lab.ok("resume", run, *still, "--set", f"train.epochs={epochs}", "--set", f"cluster.worker={workers}",
                     "--set", f"strategy={strategy}", "--json").events()[-1]
        assert end["status"] == "succeeded" and abs(end["metrics"]["val_loss"] - loss) < 1e-6, end


@pytest.mark.alone
def test_a_stopped_process_is_named_within_ten_seconds(lab):
    path = recovering(lab, **LONG)
    spec = json.loads(path.read_text())
    spec["on_failure"] = {"restarts": 1, "stall_seconds": 8}
    path.write_text(json.dumps(spec))
    stream = lab.stream("run", path)
    run = stream.until("checkpoint")["run"]
    frozen = pids(lab, run)["worker:1"]
    os.kill(frozen, signal.SIGSTOP)
    before = stream.events[-1]["time"]
    warning = stream.until("warning", code="task.stalled")
    assert seconds_between(before, warning["time"]) < 10, (before, warning)
    for words in ("worker:1", str(frozen), "SIGSTOP", "worker:0 waits in"):
        assert words in warning["message"], warning
    attempt = stream.until("attempt", number=2)
    assert "silent" in attempt["cause"] and "worker:1" in attempt["cause"], attempt
    kept = lab.ok("logs", run, "--task", "worker:1", "--attempt", 1).out
    assert f"stacks of worker:1 (pid {frozen}, stopped)" in kept, "they outlive the task"
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert not lab.tasks_left()


@pytest.mark.alone
def test_a_cut_network_is_named_within_ten_seconds(lab):
    """The agent and its tasks in a network namespace of their own, whose loopback device goes down and comes back."""
    if os.geteuid() != 0:
        pytest.skip("a network namespace needs root")
    path = recovering(lab, **LONG)
    spec = json.loads(path.read_text())
    spec["strategy"] = {"multi_worker_mirrored": {"communication": "ring"}}
    spec["on_failure"] = {"restarts": 1, "stall_seconds": 0}
    path.write_text(json.dumps(spec))
    up = 'ip link set lo up && exec "$@"'
    started = subprocess.run(["unshare", "--net", "sh", "-c", up, "sh", *lab.command("run", path, "--detach", "--json")],
                             env=lab.env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert started.returncode == 0, started
    run = json.loads(started.stdout.splitlines()[0])["run"]

    def inside(*command):
        net = f"--net=/proc/{lab.agent_pid()}/ns/net"
        return subprocess.run(["nsenter", net, *command], check=True, capture_output=True, text=True).stdout

    def loopback(state):
        inside("ip", "link", "set", "lo", state)

    def repeated():
        names, values = (line.split() for line in inside("cat", "/proc/net/snmp").splitlines() if line.startswith("Tcp:"))
        return int(values[names.index("RetransSegs")])

    stream = lab.stream("watch", run)
    stream.until("checkpoint")
    before = repeated()
    loopback("down")
    while repeated() < before + 2:  # each in vain
        pass
    loopback("up")  # and once more, which arrives: nothing has to start again
    step = lab.ok("show", run, "--json").json()["step"]
    while stream.until("step")["step"] <= step + 1:
        pass
    assert lab.ok("show", run, "--json").json()["attempts"] == 1

    loopback("down")
    before = stream.events[-1]["time"]
    attempt = stream.until("attempt", number=2)
    loopback("up")
    assert seconds_between(before, attempt["time"]) < 10, (before, attempt)
    # The cut meets the gradients of a step or the metrics after them.
    assert re.search("in all_reduce of (gradients|metrics): no answer from 127.0.0.1 for 6 s", attempt["cause"]), attempt
    while stream.until("step")["step"] <= attempt["from_step"]:
        pass
    shown = lab.ok("show", run, "--json").json()
    assert (shown["status"], shown["attempts"]) == ("running", 2), shown
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def seconds_between(first, second):
    import datetime
    parse = lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (parse(second) - parse(first)).total_seconds()


@pytest.mark.alone
@pytest.mark.parametrize("target", ["worker:1", "chief", "agent"])
def test_a_drill_measures_the_recovery(lab, target):
    stream = lab.stream("run", recovering(lab, **LONG))
    run = stream.until("checkpoint")["run"]
    drill = lab.ok("drill", run, "--kill", target, "--json").json()
    assert 0 < drill["detected_s"] <= drill["next_step_s"] < 10, drill
    if target != "agent":
        assert drill["attempt"] == 2 and drill["from_step"] % 8 == 0, drill
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def test_a_task_that_was_frozen_before_its_agent_died_is_silent_for_the_next(lab):
    """It counts as dead after stall_seconds, and is not given the minutes of a task that has yet to join."""
    path = recovering(lab, **LONG)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"on_failure": {"restarts": 1, "stall_seconds": 8}}))
    stream = lab.stream("run", path)
    run = stream.until("checkpoint")["run"]
    os.kill(pids(lab, run)["worker:1"], signal.SIGSTOP)
    kill(lab.agent_pid())
    cause = stream.until("attempt", number=2)["cause"]
    silent = re.search(r"silent for (\d+) s", cause)
    assert "worker:1" in cause and silent and 8 <= int(silent[1]) < 60, cause
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert not lab.tasks_left()


def test_a_frozen_shim_hides_no_death(lab):
    """A shim that is stopped reaps nothing; its task's end is seen all the same."""
    stream = lab.stream("run", recovering(lab, **LONG))
    run = stream.until("checkpoint")["run"]
    victim = pids(lab, run)["worker:1"]
    os.kill(parent(victim), signal.SIGSTOP)
    os.kill(victim, signal.SIGKILL)
    attempt = stream.until("attempt", number=2)
    assert "worker:1" in attempt["cause"], attempt
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert not lab.tasks_left()


def test_ctrl_c_while_the_agent_is_frozen_gives_the_shell_back(lab):
    stream = lab.stream("run", lab.run_file(**LONG))
    run = stream.until("step")["run"]
    agent = lab.agent_pid()
    os.kill(agent, signal.SIGSTOP)
    try:
        for _ in range(3):
            stream.process.send_signal(signal.SIGINT)
            try:
                stream.process.wait(1)
            except subprocess.TimeoutExpired:
                continue
            break
        assert stream.process.wait(30) == 130, stream
    finally:
        os.kill(agent, signal.SIGCONT)
    lab.ok("stop", run, "--after", "now")
