# SPDX-License-Identifier: Apache-2.0
"""The fault-tolerance guides, to the step: what TensorFlow's backup-and-restore, RunConfig and CheckpointManager do there."""
import json
import pathlib
import re

import pytest


def guide_file(lab, checkpoint, inject=None, name="run.yaml", restarts=0, **train):
    """The guides' model (mlp: 512 units, dropout 0.2, Adam) on made data, one worker, epochs of 100 steps."""
    images, labels = lab.idx(512)
    spec = {"model": {"builtin": "mlp"}, "data": {"train": {"idx": {"images": str(images), "labels": str(labels)}}, "batch_size": 32},
            "epochs": 3, "steps_per_epoch": 100} | train
    return lab.run_file(json.dumps({"trainyard": 1, "name": "guide", "train": spec, "checkpoint": checkpoint, "inject": inject or {},
                                    "on_failure": {"restarts": restarts}, "cluster": {"worker": ["local"]}}), name=name)


def attempts(events):
    return [event for event in events if event["event"] == "attempt"]


def interrupted(lab, file):
    """Runs until the injected interrupt ends it; returns the run and its folder."""
    stream = lab.stream("run", file)
    code, finished = stream.finish()
    assert code == 1 and finished["status"] == "failed", stream
    assert "inject" in finished["failure"]["code"], finished
    return finished, pathlib.Path(next(event["dir"] for event in stream.events if event["event"] == "started"))


def weights(folder):
    return (folder / "model.safetensors").read_bytes()


def test_interrupted_at_step_140_resumes_at_epoch_2_step_21(lab):
    file = guide_file(lab, {"every": "never", "backup_and_restore": {"every": {"steps": 30}}}, {"step": 140})
    finished, folder = interrupted(lab, file)
    assert finished["step"] == 140
    assert [path.name for path in (folder / "backup").glob("ckpt-*")] == ["ckpt-120"]
    stream = lab.stream("resume", finished["run"], "--set", "train.steps_per_execution=10")
    code, again = stream.finish()
    assert code == 0, stream
    attempt = attempts(stream.events)[-1]
    assert (attempt["from_step"], attempt["from_epoch"]) == (120, 1), attempt
    step = next(event for event in stream.events if event["event"] == "step")
    assert step["step"] > 120 and step["epoch"] == 1 + (step["step"] > 200), step
    assert again["step"] == 300
    first = [row for row in lab.metrics(finished["run"], "--tag", "batch_loss") if row[0] == str(attempt["number"])][0]
    assert (first[4], first[5]) == ("121", "1"), "the first step it takes is step 21 of epoch 2"
    assert not list((folder / "backup").glob("ckpt-*")), "a run that has succeeded needs no backup"
    unbroken = guide_file(lab, {"every": "never"}, name="unbroken.yaml")
    _, shown = lab.finished(unbroken)
    assert weights(folder / "checkpoints/ckpt-300") == weights(pathlib.Path(shown["dir"]) / "checkpoints/ckpt-300")


def test_a_backup_stays_where_the_run_file_keeps_it(lab):
    """delete_checkpoint=False of the callback, by an agent and by hand."""
    file = guide_file(lab, {"every": "never", "backup_and_restore": {"delete_checkpoint": False}}, epochs=1, steps_per_epoch=5)
    _, shown = lab.finished(file)
    lab.ok(file, program=lab.bin / "trainyard-worker")
    for folder in (pathlib.Path(shown["dir"]), lab.root / "guide"):
        assert [path.name for path in (folder / "backup").glob("ckpt-*")] == ["ckpt-5"], folder


def test_a_backup_needs_no_more_than_its_folder(lab):
    """As BackupAndRestore(backup_dir=…): one after each epoch."""
    backup = lab.root / "training_backup"
    file = guide_file(lab, {"every": "never", "backup_and_restore": {"dir": str(backup)}}, {"step": 25}, epochs=4, steps_per_epoch=10)
    finished, _ = interrupted(lab, file)
    assert finished["step"] == 25 and [path.name for path in backup.glob("ckpt-*")] == ["ckpt-20"]
    stream = lab.stream("resume", finished["run"])
    code, again = stream.finish()
    assert code == 0 and again["step"] == 40, stream
    assert (attempts(stream.events)[-1]["from_step"], attempts(stream.events)[-1]["from_epoch"]) == (20, 2)
    assert not list(backup.glob("ckpt-*")), "a run that has succeeded needs no backup"


def test_a_restart_by_policy_does_the_same(lab):
    file = guide_file(lab, {"every": "never", "backup_and_restore": {"every": {"steps": 30}}}, {"step": 140}, restarts=3)
    stream = lab.stream("run", file)
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2 and finished["step"] == 300, stream
    assert attempts(stream.events)[-1]["from_step"] == 120


def test_interrupted_at_the_end_of_epoch_index_3_resumes_with_epoch_5(lab):
    file = guide_file(lab, {"every": "never", "backup_and_restore": True}, {"epoch": 3}, epochs=10)
    finished, folder = interrupted(lab, file)
    assert finished["step"] == 400
    assert [path.name for path in (folder / "backup").glob("ckpt-*")] == ["ckpt-400"]
    stream = lab.stream("resume", finished["run"])
    code, again = stream.finish()
    assert code == 0 and again["step"] == 1000, stream
    assert (attempts(stream.events)[-1]["from_step"], attempts(stream.events)[-1]["from_epoch"]) == (400, 4)
    assert [event["epoch"] for event in stream.events if event["event"] == "epoch"] == [4, 5, 6, 7, 8, 9]


def test_run_config_saves_each_step_and_the_second_train_ends_at_10(lab):
    dnn = {"layers": [{"flatten": {}}, {"dense": {"units": 256, "activation": "relu"}}, {"dropout": {"rate": 0.2}},
                      {"dense": {"units": 32, "activation": "relu"}}, {"dropout": {"rate": 0.2}}, {"dense": {"units": 10}}]}
    file = guide_file(lab, {"every": {"steps": 1}, "keep": 5}, {"step": 6}, model=dnn, epochs=10, steps_per_epoch=0, max_steps=10,
                      optimizer={"adam": {"learning_rate": 0.001}})
    finished, folder = interrupted(lab, file)
    assert finished["step"] == 6, "the hook counts from -1: it stops the sixth run"
    stream = lab.stream("resume", finished["run"])
    code, again = stream.finish()
    assert code == 0 and again["step"] == 10, stream
    assert attempts(stream.events)[-1]["from_step"] == 6
    assert sorted(int(path.name[5:]) for path in (folder / "checkpoints").glob("ckpt-*")) == [6, 7, 8, 9, 10]


def test_the_custom_loop_loads_the_newest_at_each_epochs_start(lab):
    loop = {"steps_per_epoch": 5, "optimizer": {"sgd": {"learning_rate": 0.001}}}
    file = guide_file(lab, {"every": {"steps": 1}, "keep": 2}, epochs=1, **loop)
    events, shown = lab.finished(file)
    run, folder = events[-1]["run"], pathlib.Path(shown["dir"])
    for epoch in range(1, 5):
        stream = lab.stream("resume", run, "--set", f"train.epochs={epoch + 1}")
        code, finished = stream.finish()
        assert code == 0 and finished["step"] == 5 * (epoch + 1), stream
        assert attempts(stream.events)[-1]["from_step"] == 5 * epoch
        # The two newest, and the one that the attempt continued from.
        assert sorted(int(path.name[5:]) for path in (folder / "checkpoints").glob("ckpt-*")) == [
            5 * epoch, 5 * (epoch + 1) - 1, 5 * (epoch + 1)]
    index = (folder / "checkpoints/checkpoint").read_text().splitlines()
    assert index[:4] == ['model_checkpoint_path: "ckpt-25"'] + [f'all_model_checkpoint_paths: "ckpt-{step}"' for step in (20, 24, 25)]
    whole = guide_file(lab, {"every": "never"}, name="whole.yaml", epochs=5, **loop)
    _, unbroken = lab.finished(whole)
    assert weights(folder / "checkpoints/ckpt-25") == weights(pathlib.Path(unbroken["dir"]) / "checkpoints/ckpt-25")


@pytest.mark.parametrize("keep", [1, 2])
def test_max_to_keep(lab, keep):
    file = guide_file(lab, {"every": {"steps": 5}, "keep": keep}, epochs=1, steps_per_epoch=20)
    _, shown = lab.finished(file)
    names = sorted(int(path.name[5:]) for path in (pathlib.Path(shown["dir"]) / "checkpoints").glob("ckpt-*"))
    assert names == [20, 15][:keep][::-1]


def test_the_best_stays_besides_the_newest_and_a_folder_of_ones_own_belongs_to_one_run(lab):
    own = lab.root / "own"
    file = guide_file(lab, {"every": "epoch", "keep": 1, "best": "loss", "dir": str(own)}, epochs=3, steps_per_epoch=8)
    lab.ok("run", file)
    marks = json.loads((own / "marks.json").read_text())
    kept = {int(path.name[5:]) for path in own.glob("ckpt-*")}
    assert kept == {24, marks["best"]}
    refused = lab.cli("run", file)
    assert refused.code == 3 and "holds the checkpoints of run" in refused.err, refused


def test_a_non_finite_loss_names_step_and_task_or_rolls_back_with_a_smaller_rate(lab):
    """The rate of the steps after the 20th makes the loss overflow; a hundred millionth of it does not."""
    explodes = {"sgd": {"learning_rate": {"steps": {"boundaries": [20], "values": [0.01, 1e6]}}}}
    linear = {"layers": [{"flatten": {}}, {"dense": {"units": 32}}, {"dense": {"units": 10}}]}
    file = guide_file(lab, {"every": {"steps": 10}, "keep": 0}, epochs=1, model=linear, optimizer=explodes)
    code, finished = lab.stream("run", file).finish()
    assert code == 1 and finished["failure"]["code"] == "loss.not_finite", finished
    message = finished["failure"]["message"]
    named = re.search(r"the loss of step (\d+) is NaN or infinite in the part of worker:0", message)
    assert named and 20 < int(named[1]) <= finished["step"], message  # ranks agree on the stop a few steps later
    assert "checkpoints before it are good" in message, message
    unsaved = guide_file(lab, {"every": "never", "final": False}, epochs=1, model=linear, optimizer=explodes, name="unsaved.yaml")
    message = lab.stream("run", unsaved).finish()[1]["failure"]["message"]
    assert "there is no checkpoint before it" in message, message
    spec = json.loads(file.read_text())
    spec["on_failure"] = {"restarts": 1, "not_finite": {"roll_back": {"cut": 1e-8}}}
    file.write_text(json.dumps(spec))
    stream = lab.stream("run", file)
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2 and finished["step"] == 100, stream
    assert attempts(stream.events)[-1]["from_step"] == 20
    assert any(event.get("code") == "run.changed" and "learning rate" in event["message"] for event in stream.events)
    kept = lab.ok("show", finished["run"], "--json").json()["spec"]["train"]["optimizer"]["sgd"]["learning_rate"]
    assert kept["steps"]["values"] == pytest.approx([1e-10, 0.01])
