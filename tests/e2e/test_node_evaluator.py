# SPDX-License-Identifier: Apache-2.0
"""An evaluator on another machine than the chief: copies of the checkpoints are sent to it."""
import json

import pytest

from lab import kill
from ssh_nodes import SshNodes
from test_command import EVENTS, command_file
from test_nodes import spec_file
from test_program_evaluator import EVERY as LOOP_EVERY, LOOP

EVERY = {"checkpoints": "every"}
PLACES = [(["node-1", "local"], "node-2"), (["local", "local"], "node-1"), (["node-1", "node-1"], "local")]


def run_file(lab, workers, evaluator, sidecar=None, keys=None, **train):
    path = spec_file(lab, workers, {"checkpoint": {"keep": 0}} | (keys or {}),
                     evaluation={"sidecar": EVERY if sidecar is None else sidecar}, **train)
    spec = json.loads(path.read_text())
    spec["cluster"]["evaluator"] = [evaluator]
    path.write_text(json.dumps(spec))
    return path


def evaluated(events):
    return [event["step"] for event in events if event["event"] == "evaluation"]


def validation(lab, run):
    return [(row[1], int(row[4]), row[7]) for row in lab.metrics(run, "--tag", "epoch_loss") if row[2] == "validation"]


def copies(lab, nodes, run):
    """What is in folders of copies on any machine."""
    folders = [lab.home / "runs" / run / "copies", *(found for home in nodes.homes.values() for found in home.glob(f"hosted/*/{run}/copies"))]
    return [path for folder in folders if folder.exists() for path in (folder, *folder.rglob("*"))]


def pid_of(lab, run, task):
    return next(one["pid"] for one in lab.ok("show", run, "--json").json()["tasks"] if one["task"] == task)


def warnings(events):
    return [event["code"] for event in events if event["event"] == "warning"]


@pytest.mark.parametrize("workers, evaluator", PLACES)
def test_it_evaluates_as_on_one_machine(lab, workers, evaluator):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        here = lab.ok("run", run_file(lab, ["local", "local"], "local", epochs=4), "--json").events()[-1]["run"]
        events = lab.ok("run", run_file(lab, workers, evaluator, epochs=4), "--json").events()
        there = events[-1]["run"]
        assert evaluated(events) == [16, 32, 48, 64] and events[-1]["attempts"] == 1
        assert validation(lab, there) == validation(lab, here), "to the bit"
        saved = {event["step"]: event["path"] for event in events if event["event"] == "checkpoint"}
        named = {event["step"]: event["checkpoint"] for event in events if event["event"] == "evaluation"}
        for step, path in saved.items():
            assert named[step] == path
        assert not copies(lab, nodes, there)
        home = lab.home / "runs" if evaluator == "local" else next(nodes.homes[evaluator].glob("hosted/*"))
        best = next(event for event in reversed(events) if event["event"] == "evaluation" and event["is_best"])
        assert json.loads((home / there / "best/state.json").read_text())["step"] == best["step"]
        assert not {"evaluation.not_sent", "evaluation.skipped", "evaluation.copies_left"} & set(warnings(events))


def test_the_newest_is_enough_and_the_last_is_never_left_out(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        events = lab.ok("run", run_file(lab, ["local", "local"], "node-1", {}, {"checkpoint": {"keep": 3}}, epochs=12), "--json").events()
        steps = evaluated(events)
        assert steps[-1] == 12 * 16 and steps == sorted(set(steps))
        assert not copies(lab, nodes, events[-1]["run"])


def test_a_cut_link_delays_it(lab):
    """Training ends meanwhile, and waits for what the evaluator has still to be sent."""
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["local", "local"], "node-1", epochs=30))
        run = stream.until("evaluation")["run"]
        nodes.cut()
        stream.until("checkpoint", step=480)
        assert lab.ok("show", run, "--json").json()["status"] == "running"
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        assert evaluated(stream.events) == [16 * epoch for epoch in range(1, 31)]
        assert not copies(lab, nodes, run)


def test_a_programs_own_loop_over_copies(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        cluster = "cluster={chief: [local], worker: [local, local], ps: [local], evaluator: [node-1]}"
        events = lab.ok("run", LOOP, "--json", "--set", cluster, "--set", LOOP_EVERY).events()
        found = [event for event in events if event["event"] == "evaluation"]
        assert [event["step"] for event in found] == [5, 10, 15, 20]
        assert [event["metrics"]["val_accuracy"] for event in found] == \
            [event["metrics"]["val_accuracy"] for event in events if event["event"] == "epoch"]
        assert not copies(lab, nodes, events[-1]["run"])


@pytest.mark.parametrize("whose", ["home", "node"])
def test_a_killed_agent_is_no_failure(lab, whose):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["local", "local"], "node-1", epochs=40))
        run = stream.until("evaluation")["run"]
        for _ in range(3):
            kill(lab.agent_pid() if whose == "home" else nodes.agent_pid("node-1"))
            stream.until("evaluation")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1), stream
        # Without the home, none is published that is saved here.
        saved = [event["step"] for event in stream.events if event["event"] == "checkpoint"]
        assert [step for _, step, _ in validation(lab, run)] == saved and saved[-1] == 640, "each once"
        assert whose == "home" or len(saved) == 40
        assert not copies(lab, nodes, run)


def test_a_killed_evaluator_repeats_and_leaves_out_nothing(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["local", "local"], "node-1", keys={"on_failure": {"restarts": 1}}, epochs=40))
        run = stream.until("evaluation")["run"]
        kill(pid_of(lab, run, "evaluator:0"))
        assert "evaluator:0" in stream.until("warning", code="task.restarted")["message"]
        code, _ = stream.finish()
        assert code == 0 and evaluated(stream.events) == [16 * epoch for epoch in range(1, 41)], stream
        assert not copies(lab, nodes, run)


def test_an_evaluator_that_is_gone_is_sent_nothing(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["local", "local"], "node-1", epochs=40))
        run = stream.until("evaluation")["run"]
        kill(pid_of(lab, run, "evaluator:0"))
        stream.until("warning", code="task.gone")
        code, last = stream.finish()
        assert code == 0 and last["status"] == "succeeded" and last["step"] == 640
        assert not copies(lab, nodes, run)


@pytest.mark.parametrize("after", ["now", "save"])
def test_a_stopped_run_leaves_nothing_behind(lab, after):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["local", "local"], "node-1", epochs=100000))
        run = stream.until("evaluation")["run"]
        assert copies(lab, nodes, run)
        lab.ok("stop", run, "--after", after)
        assert stream.finish()[1]["status"] == "stopped"
        assert not copies(lab, nodes, run)
        if after == "save":  # the last one is evaluated, too
            assert evaluated(stream.events)[-1] == [event["step"] for event in stream.events if event["event"] == "checkpoint"][-1]


def test_a_killed_chief_and_a_resume(lab):
    """Each attempt has its own folder of copies, and none is left of it."""
    keys = {"on_failure": {"restarts": 1}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = lab.stream("run", run_file(lab, ["node-1", "local"], "node-2", keys=keys, epochs=30))
        run = stream.until("evaluation")["run"]
        kill(pid_of(lab, run, "worker:0"))
        assert stream.until("attempt", number=2)["from_step"] > 0
        stream.until("evaluation")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2), stream
        assert {step for _, step, _ in validation(lab, run)} == {16 * epoch for epoch in range(1, 31)}
        assert not copies(lab, nodes, run)
        again = lab.ok("resume", run, "--set", "train.epochs=32", "--json").events()
        assert evaluated(again) == [496, 512] and not copies(lab, nodes, run)


ADAM = {"optimizer": {"adam": {"learning_rate": 0.001}}}
SLOWER = ["--set", "train.optimizer.adam.learning_rate=0.0001"]


def values(lab, run):
    """{step: loss and accuracy of the evaluation}, whichever attempt made the checkpoint."""
    rows = [row for row in lab.metrics(run) if row[2] == "validation" and row[3].startswith("epoch_")]
    return {(row[3], int(row[4])): row[7] for row in rows}


def test_a_pause_and_a_change_are_as_on_one_machine(lab):
    """It evaluates what was saved before the pause during it, and then what the changed training saves, to the bit."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        path = run_file(lab, ["node-1", "local"], "node-2", epochs=100000, **ADAM)
        stream = lab.stream("run", path)
        run = stream.until("evaluation")["run"]
        step = lab.ok("pause", run, "--json").json()["from_step"]
        saved = 16 * (step // 16)
        while evaluated(stream.events)[-1] < saved:
            stream.until("evaluation")
        assert lab.ok("show", run, "--json").json()["paused"]
        epochs = step // 16 + 4
        changed = lab.ok("change", run, *SLOWER, "--set", f"train.epochs={epochs}", "--json").json()
        assert changed["from_step"] == step, changed
        lab.ok("resume", run, "--detach")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"], last["step"]) == (0, "succeeded", 1, 16 * epochs), stream
        assert evaluated(stream.events) == list(range(16, last["step"] + 1, 16))
        assert not copies(lab, nodes, run)
        here = run_file(lab, ["local", "local"], "local", epochs=epochs, **ADAM)
        same = lab.ok("run", here, "--set", f"train.max_steps={step}", "--json").events()[-1]["run"]
        lab.ok("resume", same, *SLOWER, "--set", "train.max_steps=0", "--json")
        theirs = values(lab, same)
        assert values(lab, run) == {key: value for key, value in theirs.items() if key[1] % 16 == 0}


@pytest.mark.parametrize("task", ["chief", "worker:1", "evaluator:0"])
def test_a_drill_leaves_out_and_repeats_no_evaluation(lab, task):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        keys = {"on_failure": {"restarts": 3, "backoff_seconds": 0}}
        stream = lab.stream("run", run_file(lab, ["node-1", "local"], "node-2", keys=keys, epochs=100000))
        run = stream.until("evaluation")["run"]
        drilled = lab.ok("drill", run, "--kill", task, "--json").json()
        assert drilled["attempt"] == (0 if task == "evaluator:0" else 2), drilled  # 0: it alone is started again
        for _ in range(3):
            stream.until("evaluation")
        lab.ok("stop", run, "--after", "save")
        assert stream.finish()[1]["status"] == "stopped"
        steps = []
        for event in stream.events:
            if event["event"] == "evaluation":
                steps.append(event["step"])
            elif event["event"] == "attempt":  # it saves again what is after its first step
                steps = [step for step in steps if step <= event["from_step"]]
        saved = [event["step"] for event in stream.events if event["event"] == "checkpoint"]
        assert steps == sorted(set(saved)), stream
        assert not copies(lab, nodes, run)
        again = lab.ok("resume", run, "--set", f"train.max_steps={steps[-1] + 16}", "--json").events()
        assert again[-1]["status"] == "succeeded" and evaluated(again)[-1] == steps[-1] + 16
        assert not copies(lab, nodes, run)


def test_a_branch_and_a_prediction_are_as_on_one_machine(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        here = lab.ok("run", run_file(lab, ["local", "local"], "local", epochs=4), "--json").events()[-1]["run"]
        there = lab.ok("run", run_file(lab, ["node-1", "local"], "node-2", epochs=4), "--json").events()[-1]["run"]
        branches = [lab.ok("branch", run, "--from", "32", "--set", "train.epochs=5", "--json").events()[-1] for run in (here, there)]
        assert [branch["status"] for branch in branches] == ["succeeded"] * 2
        ours, theirs = (values(lab, branch["run"]) for branch in branches)
        assert ours == theirs and {step for _, step in ours} == {48, 64, 80}
        assert {key: value for key, value in values(lab, there).items() if key[1] in (48, 64)}.items() <= theirs.items()
        assert not copies(lab, nodes, branches[1]["run"])
        ours, theirs = (lab.ok("predict", run, "--json").json() for run in (here, there))
        assert theirs["checkpoint"].endswith("node-1/checkpoints/ckpt-64") and ours["samples"] == theirs["samples"] > 0
        assert (ours["metrics"], ours["confusion"]) == (theirs["metrics"], theirs["confusion"])


def test_a_link_in_place_of_the_copies_is_left_alone(lab):
    """Nothing is written or deleted through it, and the training is not disturbed."""
    elsewhere = lab.root / "elsewhere"
    (elsewhere / "1/ckpt-16").mkdir(parents=True)
    (elsewhere / "1/ckpt-16/model.safetensors.part").write_text("mine")
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        first = lab.ok("run", run_file(lab, ["local", "local"], "node-1", epochs=1), "--json").events()[-1]["run"]
        name, _, number = first.rpartition("-")
        hosted = next(nodes.homes["node-1"].glob("hosted/*"))
        (hosted / f"{name}-{int(number) + 1}").mkdir()
        (hosted / f"{name}-{int(number) + 1}" / "copies").symlink_to(elsewhere)
        events = lab.ok("run", run_file(lab, ["local", "local"], "node-1", epochs=4), "--json").events()
        assert events[-1]["run"] == f"{name}-{int(number) + 1}" and events[-1]["status"] == "succeeded"
        assert "task.gone" in warnings(events) and not evaluated(events)
        assert (elsewhere / "1/ckpt-16/model.safetensors.part").read_text() == "mine"
        assert [path.name for path in elsewhere.rglob("*") if path.is_file()] == ["model.safetensors.part"]


def test_runs_on_different_machines_may_have_one_logdir(lab):
    script = EVENTS + """
writer = Writer(os.environ["TRAINYARD_LOGDIR"])
writer.scalar("loss", 1, 1.0)
print("written")
while not os.path.exists("GO"):
    time.sleep(0.02)
""".replace("GO", str(lab.root / "go"))
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        logs = str(lab.root / "logs")
        streams = [lab.stream("run", command_file(lab, script, cluster={"worker": ["node-1"]}, logdir=logs))]
        streams[0].until("step", step=1)
        refused = lab.cli("run", command_file(lab, script, cluster={"worker": ["node-2", "node-1"]}, logdir=logs), "--json")
        assert refused.code == 3 and "command.logdir_in_use" in refused.out, refused
        streams.append(lab.stream("run", command_file(lab, script, cluster={"worker": ["node-2"]}, logdir=logs)))
        streams[1].until("started")
        (lab.root / "go").touch()
        assert [stream.finish()[1]["status"] for stream in streams] == ["succeeded"] * 2
