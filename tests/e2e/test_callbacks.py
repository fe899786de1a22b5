# SPDX-License-Identifier: Apache-2.0
"""Callbacks: plugins of a stranger under every strategy, and the built-in ones. The plugins are those of tests/e2e/consumer,
which test_package.py builds as a stranger would."""
import csv
import json
import pathlib
import shutil

import pytest

from lab import kill
from plugin_builds import built

STRATEGIES = {
    "one_device": ({"one_device": {}}, {"worker": ["local"]}, 1),
    "mirrored": ({"mirrored": {"replicas": 2}}, {"worker": ["local"]}, 1),
    "multi_worker_mirrored": ({"multi_worker_mirrored": {}}, {"worker": ["local", "local"]}, 2),
    "parameter_server": ({"parameter_server": {}}, {"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]}, 1),
    "parameter_server, sync": ({"parameter_server": {"mode": "sync"}},
                               {"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]}, 1),
}


@pytest.fixture(scope="module")
def plugins():
    with built("interrupt", "witness", "census") as folder:
        yield folder


@pytest.fixture
def yard(lab, plugins):
    lab.env["TRAINYARD_PLUGIN_PATH"] = str(plugins)
    return lab


def run_file(lab, kind="multi_worker_mirrored", name="run.yaml", checkpoint=None, restarts=0, **train):
    strategy, cluster, _ = STRATEGIES[kind]
    spec = json.loads(lab.run_file(**train).read_text())
    spec |= {"strategy": strategy, "cluster": cluster, "on_failure": {"restarts": restarts}, "checkpoint": checkpoint or {}}
    return lab.run_file(json.dumps(spec), name=name)


def events_of(lab, rank):
    return [line for line in (lab.root / f"rank-{rank}.txt").read_text().splitlines() if not line.startswith("  ")]


def folder_of(lab, run):
    return pathlib.Path(lab.ok("show", run, "--json").json()["dir"])


def weights(folder):
    return (folder / "model.safetensors").read_bytes()


@pytest.mark.parametrize("kind", STRATEGIES)
def test_events_come_in_order_under_every_strategy(yard, kind):
    file = run_file(yard, kind, epochs=2, steps_per_epoch=3, callbacks=[{"witness": {"folder": str(yard.root)}}])
    events, _ = yard.finished(file)
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 6, events
    epochs = [[f"epoch begin {epoch}", *(f"batch end {3 * epoch + step}" for step in (1, 2, 3)), f"evaluation begin {3 * epoch + 3}",
               f"evaluation end {3 * epoch + 3}", f"epoch end {epoch}", f"save {3 * epoch + 3}"] for epoch in (0, 1)]
    expected = ["train begin 0", *epochs[0], *epochs[1], "train end 6"]
    for rank in range(STRATEGIES[kind][2]):
        assert events_of(yard, rank) == expected, rank
    everyone = {(yard.root / f"rank-{rank}.txt").read_text() for rank in range(STRATEGIES[kind][2])}
    assert len(everyone) == 1, "the same metrics everywhere"
    assert len(list(yard.root.glob("rank-*.txt"))) == STRATEGIES[kind][2]


@pytest.mark.parametrize("kind", ["one_device", "multi_worker_mirrored", "parameter_server"])
def test_a_stop_ends_all_processes_at_that_step(yard, kind):
    """Requested by the last process, at the 5th of 16 steps of an epoch."""
    last = STRATEGIES[kind][2] - 1
    file = run_file(yard, kind, epochs=3, callbacks=[{"witness": {"folder": str(yard.root), "stop_at": 5, "stop_rank": last}}])
    events, shown = yard.finished(file)
    # Under asynchronous parameter servers, steps in progress are completed.
    assert events[-1]["status"] == "succeeded" and 5 <= events[-1]["step"] <= (5 if kind != "parameter_server" else 9), events
    assert any("ends the training after step" in event.get("message", "") for event in events), events
    assert (pathlib.Path(shown["dir"]) / f"checkpoints/ckpt-{events[-1]['step']}").is_dir()
    for rank in range(last + 1):
        assert events_of(yard, rank)[-1] in (f"train end {events[-1]['step']}", f"save {events[-1]['step']}")


def test_interrupt_at_step_as_a_callback(yard):
    """InterruptAtStep of the guide: step 140, backups every 30; the next attempt starts at epoch 2, step 21."""
    train = {"epochs": 3, "steps_per_epoch": 100}
    file = run_file(yard, "one_device", restarts=1, checkpoint={"every": "never", "backup_and_restore": {"every": {"steps": 30}}},
                    callbacks=[{"interrupt": {"step": 140}}], **train)
    stream = yard.stream("run", file)
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2 and finished["step"] == 300, stream
    assert [event["from_step"] for event in stream.events if event["event"] == "attempt"] == [0, 120]
    assert "train.callbacks[0].interrupt: interrupting at the step" in yard.ok("show", finished["run"]).out + stream.stderr() + "".join(
        json.dumps(event) for event in stream.events), stream
    unbroken, shown = yard.finished(run_file(yard, "one_device", name="unbroken.yaml", checkpoint={"every": "never"}, **train))
    assert weights(folder_of(yard, finished["run"]) / "checkpoints/ckpt-300") == weights(pathlib.Path(shown["dir"]) / "checkpoints/ckpt-300")


def test_interrupt_at_epoch_comes_before_that_epochs_save(yard):
    """As an exception in Keras' on_epoch_end does, if the callback stands before BackupAndRestore in the list."""
    file = run_file(yard, "multi_worker_mirrored", restarts=1, epochs=4, callbacks=[{"interrupt": {"epoch": 2}}],
                    checkpoint={"every": "never", "backup_and_restore": True})
    stream = yard.stream("run", file)
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2, stream
    assert [event["from_epoch"] for event in stream.events if event["event"] == "attempt"] == [0, 2], stream


def test_state_outlives_a_restart(yard):
    file = run_file(yard, "multi_worker_mirrored", restarts=1, epochs=3, steps_per_epoch=3,
                    callbacks=[{"witness": {"folder": str(yard.root)}}, {"interrupt": {"step": 5}}])
    events, _ = yard.finished(file)
    assert events[-1]["attempts"] == 2
    for rank in (0, 1):
        noted = events_of(yard, rank)
        again = noted.index("restored 8")  # what the chief had noted when step 3 was saved
        assert noted[again + 1] == "train begin 3" and noted[again + 2] == "epoch begin 1", noted


@pytest.mark.parametrize("kind", ["mirrored", "multi_worker_mirrored", "parameter_server"])
def test_early_stopping_restores_the_best(yard, kind):
    """With a rate at which each epoch makes things worse, the first is the best."""
    file = run_file(yard, kind, epochs=9, optimizer={"sgd": {"learning_rate": 0.01}}, save_model=str(yard.root / "model"),
                    early_stopping={"monitor": "val_accuracy", "mode": "min", "patience": 2, "restore_best": True})
    events, shown = yard.finished(file)
    epochs = [event for event in events if event["event"] == "epoch"]
    values = [epoch["metrics"]["val_accuracy"] for epoch in epochs]
    best = values.index(min(values))
    assert len(epochs) == best + 3 < 9, values
    assert events[-1]["metrics"]["val_accuracy"] == pytest.approx(values[best])
    assert any("val_accuracy is no better than" in event.get("message", "") for event in events), events
    folder = pathlib.Path(shown["dir"]) / "checkpoints"
    steps = [epoch["step"] for epoch in epochs]
    assert weights(folder / f"ckpt-{steps[best]}") == weights(folder / f"ckpt-{steps[-1]}") == weights(yard.root / "model")
    assert weights(folder / f"ckpt-{steps[-2]}") != weights(folder / f"ckpt-{steps[-1]}")


@pytest.mark.parametrize("kind", ["multi_worker_mirrored", "parameter_server"])
def test_a_branch_restores_the_best_of_its_own(yard, kind):
    """Its first epoch is worse than the parent's best, whose checkpoint is in the parent's folder: it counts as the best all the same."""
    stopping = {"monitor": "val_accuracy", "mode": "min", "patience": 5, "restore_best": True}
    file = run_file(yard, kind, epochs=2, optimizer={"sgd": {"learning_rate": 0.01}}, early_stopping=stopping)
    parent, _ = yard.finished(file)
    stream = yard.stream("branch", parent[-1]["run"], "--from", f"ckpt-{parent[-1]['step']}", "--set", "train.epochs=4")
    code, finished = stream.finish()
    assert code == 0, stream
    missing = [event["message"] for event in stream.events if event.get("code") == "callback.no_best"]
    assert len(missing) == 1 and "is not in this run's folder" in missing[0], stream
    epochs = [event for event in stream.events if event["event"] == "epoch"]
    values = [epoch["metrics"]["val_accuracy"] for epoch in epochs]
    best = values.index(min(values))
    assert len(epochs) == 2 and finished["metrics"]["val_accuracy"] == pytest.approx(values[best]), (values, finished)
    folder = folder_of(yard, finished["run"]) / "checkpoints"
    assert weights(folder / f"ckpt-{epochs[best]['step']}") == weights(folder / f"ckpt-{epochs[-1]['step']}")


def test_early_stopping_beside_an_evaluator_is_the_evaluators(yard):
    spec = json.loads(run_file(yard, "multi_worker_mirrored", epochs=200,
                               early_stopping={"monitor": "val_loss", "mode": "max", "patience": 2}).read_text())
    spec["cluster"] = {"worker": ["local"], "evaluator": ["local"]}
    events, _ = yard.finished(yard.run_file(json.dumps(spec)))
    assert events[-1]["status"] == "stopped" and events[-1]["epoch"] < 199, events[-1]
    log = yard.ok("logs", events[-1]["run"], "--task", "evaluator:0").out
    assert "no better val_loss than" in log, log


def test_csv_log_and_the_rate_by_table(yard):
    rates = {"epochs": [0, 2], "rates": [0.01, 0.001]}
    file = run_file(yard, "multi_worker_mirrored", epochs=4, optimizer={"sgd": {"learning_rate": 0.5}},
                    callbacks=[{"csv_log": {"file": "epochs.csv"}}, {"learning_rate_table": rates}, {"csv_log": {}}])
    events, shown = yard.finished(file)
    rows = list(csv.DictReader((yard.root / "epochs.csv").open()))
    assert [row["epoch"] for row in rows] == ["0", "1", "2", "3"]
    epochs = [event["metrics"] for event in events if event["event"] == "epoch"]
    assert [float(row["val_loss"]) for row in rows] == [epoch["val_loss"] for epoch in epochs]
    assert (pathlib.Path(shown["dir"]) / "log.csv").read_text() == (yard.root / "epochs.csv").read_text()
    for task in ("worker:0", "worker:1"):  # each sets it for its own replica
        log = yard.ok("logs", events[-1]["run"], "--task", task).out
        assert "sets the learning rate 0.5 → 0.01 from step 1 on" in log and "0.01 → 0.001 from step" in log, log
    # A schedule of the optimizer's own gives the same weights as the table.
    half = epochs and [event["step"] for event in events if event["event"] == "epoch"][1]
    schedule = {"sgd": {"learning_rate": {"steps": {"boundaries": [half - 1], "values": [0.01, 0.001]}}}}
    _, other = yard.finished(run_file(yard, "multi_worker_mirrored", name="schedule.yaml", epochs=4, optimizer=schedule))
    last = f"checkpoints/ckpt-{2 * half}"
    assert weights(pathlib.Path(shown["dir"]) / last) == weights(pathlib.Path(other["dir"]) / last)


def test_the_rate_falls_on_a_plateau(yard):
    """No epoch is 100 better than the first: after each that follows, the rate is halved, down to the least."""
    plateau = {"monitor": "val_loss", "patience": 1, "factor": 0.5, "min_delta": 100, "min_learning_rate": 0.004}
    file = run_file(yard, "multi_worker_mirrored", epochs=5, optimizer={"sgd": {"learning_rate": 0.01}},
                    callbacks=[{"reduce_on_plateau": plateau}])
    events, shown = yard.finished(file)
    steps = [event["step"] for event in events if event["event"] == "epoch"]
    for task in ("worker:0", "worker:1"):
        log = yard.ok("logs", events[-1]["run"], "--task", task).out
        assert f"sets the learning rate 0.01 → 0.005 from step {steps[1] + 1} on" in log, log
        assert f"sets the learning rate 0.005 → 0.004 from step {steps[2] + 1} on" in log and log.count("sets the learning rate") == 2, log
    schedule = {"sgd": {"learning_rate": {"steps": {"boundaries": [steps[1] - 1, steps[2] - 1], "values": [0.01, 0.005, 0.004]}}}}
    _, other = yard.finished(run_file(yard, "multi_worker_mirrored", name="schedule.yaml", epochs=5, optimizer=schedule))
    last = f"checkpoints/ckpt-{steps[-1]}"
    assert weights(pathlib.Path(shown["dir"]) / last) == weights(pathlib.Path(other["dir"]) / last)


def test_both_workers_logs_have_the_epochs_with_their_losses(lab):
    events, _ = lab.finished(run_file(lab))
    epochs = [event["metrics"] for event in events if event["event"] == "epoch"]
    for task in ("worker:0", "worker:1"):
        log = lab.ok("logs", events[-1]["run"], "--task", task).out
        for number, metrics in enumerate(epochs, 1):
            line = next(line for line in log.splitlines() if f"epoch {number}/2 after step" in line)
            for name in ("loss", "accuracy", "val_loss"):
                assert f"{name} {metrics[name]:.4g}" in line, line


def test_what_is_refused_names_the_place(yard):
    def refused(code, path, **keys):
        done = yard.cli("run", run_file(yard, **keys), "--json")
        assert done.code == 3, done
        assert code in done.out and path in done.out, done

    refused("callback.not_found", "train.callbacks[1].nobody", callbacks=[{"csv_log": {}}, {"nobody": {}}])
    refused("callback.options", "train.callbacks[0].interrupt.stepp", callbacks=[{"interrupt": {"stepp": 1}}])
    refused("spec.unknown_key", "train.callbacks[0].csv_log.fil", callbacks=[{"csv_log": {"fil": "x"}}])
    refused("callback.same_file", "train.callbacks[1].csv_log.file", callbacks=[{"csv_log": {}}, {"csv_log": {"append": True}}])
    refused("cannot write", "train.callbacks[0].csv_log.file", callbacks=[{"csv_log": {"file": "none/log.csv"}}])
    for text in "chapter,pages\n", "epoch,pages\nChalk,7\n", "epoch,loss\r\n0,0.5\r\n":  # the last one is of Keras
        (yard.root / "thesis.csv").write_bytes(text.encode())
        for append in False, True:
            refused("callback.no_log", "train.callbacks[0].csv_log.file", callbacks=[{"csv_log": {"file": "thesis.csv", "append": append}}])
        assert (yard.root / "thesis.csv").read_bytes() == text.encode()
    (yard.root / "thesis.csv").write_text("epoch,loss\n0,0.5\n")  # it could be ours, and has no mark of ours
    refused("callback.no_log", "append: true", callbacks=[{"csv_log": {"file": "thesis.csv"}}])
    refused("checkpoint.no_metric", "train.early_stopping.monitor", early_stopping={"monitor": "val_los"})
    refused("spec.schedule", "train.callbacks[0].learning_rate_table.rates", callbacks=[{"learning_rate_table": {"epochs": [0], "rates": [1, 2]}}])


def test_a_library_that_others_can_change_is_not_opened(yard, plugins):
    other = yard.root / "plugins/witness"
    shutil.copytree(plugins / "witness", other)
    other.chmod(0o777)
    yard.env["TRAINYARD_PLUGIN_PATH"] = str(other)
    done = yard.cli("run", run_file(yard, callbacks=[{"witness": {"folder": str(yard.root)}}]), "--json")
    assert done.code in (3, 4) and "plugin.writable" in done.out, done


@pytest.mark.parametrize("kind", ["parameter_server", "parameter_server, sync"])
def test_closures_run_on_the_workers_beside_the_built_in_fit(yard, kind):
    """Eight per epoch: of 128 validation labels in batches of 16, each worker counts those of the batches it takes. At the end of an
    epoch all have finished."""
    file = run_file(yard, kind, epochs=3, callbacks=[{"census": {"closures": 8}}])
    events, shown = yard.finished(file)
    assert events[-1]["status"] == "succeeded" and events[-1]["attempts"] == 1, events[-1]
    lines = [line.split() for line in (pathlib.Path(shown["dir"]) / "census.txt").read_text().splitlines()]
    assert [(line[0], line[1], line[3]) for line in lines] == [(str(epoch), "8", "positive") for epoch in range(3)], lines
    for line in lines:
        assert line[2] == "128" and line[4] in ("1", "2"), "each has 8 batches of its own, and 8 are taken in all"
    alone, _ = yard.finished(run_file(yard, kind, "alone.yaml", epochs=3))
    losses = [[event["metrics"]["loss"] for event in some if event["event"] == "epoch"] for some in (events, alone)]
    assert len(losses[0]) == 3
    if kind.endswith("sync"):
        assert losses[0] == losses[1], "closures that only read leave the training as it is"


def test_closures_outlive_a_worker(yard):
    file = run_file(yard, "parameter_server", epochs=60, restarts=3, callbacks=[{"census": {"closures": 16}}])
    stream = yard.stream("run", file)
    started = stream.until("started")
    stream.until("epoch")
    kill(next(task["pid"] for task in started["tasks"] if task["task"] == "worker:1"))
    stream.until("warning", code="task.restarted")
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 1, stream
    lines = (folder_of(yard, started["run"]) / "census.txt").read_text().splitlines()
    assert [line.split()[:2] for line in lines] == [[str(epoch), "16"] for epoch in range(60)]


def test_an_error_of_a_closure_ends_the_run_with_its_words(yard):
    file = run_file(yard, "parameter_server", epochs=3, callbacks=[{"census": {"fail_in": 1}}])
    stream = yard.stream("run", file)
    code, finished = stream.finish()
    assert code == 1 and "the census was asked to fail" in json.dumps(finished) and "census/count" in json.dumps(finished), stream


def test_closures_without_a_coordinator_are_refused(yard):
    file = run_file(yard, "multi_worker_mirrored", callbacks=[{"census": {}}])
    for command in ("preflight", "run"):
        result = yard.cli(command, file, "--json")
        assert result.code == 3 and "callback.not_coordinated" in result.out and "train.callbacks[0]" in result.out, result
