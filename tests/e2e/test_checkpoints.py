# SPDX-License-Identifier: Apache-2.0
"""Checkpoints as things of their own: listed, shown, verified, compared, exported, pinned, deleted."""
import json

import numpy
import pytest
import safetensors.numpy


@pytest.fixture
def saved(lab):
    """A finished run with checkpoints at steps 8, 16, 24 and 32."""
    path = lab.run_file(epochs=2)
    spec = json.loads(path.read_text())
    spec["checkpoint"] = {"every": {"steps": 8}, "keep": 0}
    path.write_text(json.dumps(spec))
    run = lab.ok("run", path, "--json").events()[-1]["run"]
    return lab, run, {entry["step"]: entry["path"] for entry in lab.ok("checkpoints", run, "--json").json()}


def test_they_are_listed_and_shown(saved):
    lab, run, paths = saved
    assert sorted(paths) == [8, 16, 24, 32]
    assert "ckpt-32" in lab.ok("checkpoints", run).out
    listed = {entry["step"]: entry["metrics"] for entry in lab.ok("checkpoints", run, "--json").json()}
    epochs = {int(row[4]): float(row[7]) for row in lab.metrics(run, "--tag", "epoch_loss") if row[2] == "validation"}
    assert listed[16]["val_loss"] == pytest.approx(epochs[16]) and listed[32]["val_loss"] == pytest.approx(epochs[32])
    assert listed[8].keys() == {"loss", "accuracy"}, "what the first epoch has so far"
    epochs = {entry["step"]: entry["epoch"] for entry in lab.ok("checkpoints", run, "--json").json()}
    assert epochs == {8: 0, 16: 0, 24: 1, 32: 1}
    assert epochs == {one["step"]: one["epoch"] for one in lab.ok("checkpoint", "show", *paths.values(), "--json").json()}
    shown = lab.ok("checkpoint", "show", paths[32], "--statistics", "--json").json()[0]
    truth = safetensors.numpy.load_file(paths[32] + "/model.safetensors")
    tensors = {entry["name"]: entry for entry in shown["tensors"] if entry["file"] == "model.safetensors"}
    assert tensors.keys() == truth.keys()
    for name, values in truth.items():
        entry = tensors[name]
        assert tuple(entry["shape"]) == values.shape and entry["not_finite"] == 0
        assert numpy.allclose([entry["min"], entry["mean"], entry["max"], entry["stddev"]],
                              [values.min(), values.mean(dtype=float), values.max(), values.std(dtype=float)], rtol=1e-5, atol=1e-9)
        assert sum(entry["histogram"]) == values.size
    assert shown["step"] == 32 and shown["training"]["step"] == 32
    assert "model.safetensors" in lab.ok("checkpoint", "show", paths[32]).out


def test_they_have_the_names_of_a_template(lab):
    """ModelCheckpoint's file-name templates: two epochs of 16 steps, saved every 8; the newest two and the best are kept."""
    path = lab.run_file(epochs=2)
    spec = json.loads(path.read_text())
    spec["checkpoint"] = {"every": {"steps": 8}, "keep": 2, "best": "val_loss", "name": "w{step:03d}-{epoch:02d}-{val_loss:.2f}"}
    path.write_text(json.dumps(spec))
    run = lab.ok("run", path, "--json").events()[-1]["run"]
    folder = lab.home / "runs" / run / "checkpoints"

    def names():
        """{step: name}, as listed; the folder has these links and no others."""
        listed = {entry["step"]: entry["name"] for entry in lab.ok("checkpoints", run, "--json").json()}
        links = {file.name: file.readlink().name for file in folder.iterdir() if file.is_symlink()}
        assert links == {name: f"ckpt-{step}" for step, name in listed.items()}
        return listed

    losses = {int(row[4]): float(row[7]) for row in lab.metrics(run, "--tag", "epoch_loss") if row[2] == "validation"}
    assert names() == {24: "w024-02-nan", 32: f"w032-02-{losses[32]:.2f}"}, "of the second epoch nothing is validated at step 24"
    name = names()[32]
    assert name in lab.ok("checkpoints", run).out
    assert lab.ok("checkpoint", "show", folder / name, "--json").json()[0]["step"] == 32
    lab.ok("checkpoint", "verify", folder / name)
    lab.ok("checkpoint", "pin", folder / name)
    assert next(entry for entry in lab.ok("checkpoints", run, "--json").json() if entry["step"] == 32)["pinned"]
    # A run continues from a name as from the checkpoint, and a branch has its own names.
    branch = lab.ok("branch", run, "--from", names()[24], "--set", "train.epochs=2", "--json").events()
    assert branch[-1]["status"] == "succeeded" and branch[-1]["step"] == 32, branch
    resumed = lab.ok("resume", run, "--from", name, "--set", "train.epochs=3", "--json").events()
    assert next(event for event in resumed if event["event"] == "attempt")["from_step"] == 32, resumed
    assert set(names()) >= {32, 40, 48} and names()[32] == name, "the pinned one stays"
    lab.ok("checkpoint", "unpin", folder / name)
    lab.ok("checkpoint", "delete", folder / name)
    assert 32 not in names() and not (folder / name).is_symlink()


def test_verify_finds_one_wrong_bit_and_changes_nothing(saved):
    lab, run, paths = saved
    assert lab.ok("checkpoint", "verify", *paths.values(), "--json").json()[0]["ok"]
    file = lab.home / "runs" / run / "checkpoints" / "ckpt-16" / "model.safetensors"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    before = sorted(str(path) for path in file.parent.parent.rglob("*"))
    result = lab.cli("checkpoint", "verify", paths[8], paths[16])
    assert result.code == 1 and "ckpt-16/model.safetensors is damaged: bytes from 0 on" in result.out, result
    assert lab.cli("branch", run, "--from", "16").code == 1, "nor is it trained on"
    assert sorted(str(path) for path in file.parent.parent.rglob("*")) == before
    # And `resume` names it, sets it aside, and takes the next older one when it is the newest.
    newest = lab.home / "runs" / run / "checkpoints" / "ckpt-32" / "optimizer.safetensors"
    newest.write_bytes(newest.read_bytes()[:-1])
    events = lab.ok("resume", run, "--set", "train.epochs=3", "--json").events()
    assert next(event for event in events if event["event"] == "attempt")["from_step"] == 24
    assert any(event.get("code") == "checkpoint.damaged" and "ckpt-32" in event["message"] for event in events)


def test_diff_and_export(saved):
    lab, run, paths = saved
    diff = lab.ok("checkpoint", "diff", paths[8], paths[32], "--json").json()
    left, right = (safetensors.numpy.load_file(paths[step] + "/model.safetensors") for step in (8, 32))
    for entry in diff["tensors"]:
        if entry["file"] == "model.safetensors":
            apart = numpy.abs(left[entry["name"]].astype(float) - right[entry["name"]])
            assert entry["change"] == "changed" and numpy.isclose(entry["max_abs"], apart.max())
    assert lab.ok("checkpoint", "diff", paths[8], paths[8], "--json").json()["tensors"][0]["change"] == "same"
    goal = lab.root / "weights.safetensors"
    lab.ok("checkpoint", "export", paths[32], "--to", goal)
    for name, values in safetensors.numpy.load_file(goal).items():
        assert (values == right[name]).all()
    assert lab.cli("checkpoint", "export", paths[32], "--to", goal).code == 3, "it overwrites nothing"
    nowhere = lab.cli("checkpoint", "export", paths[32], "--to", lab.root / "a/b.safetensors")
    assert nowhere.code == 3 and f"the folder {lab.root}/a does not exist" in nowhere.err, nowhere
    assert not (lab.root / "a").exists()
    lab.ok("checkpoint", "export", f"{paths[32]}/", "--to", f"{lab.root}/whole/")
    lab.ok("checkpoint", "verify", f"{lab.root}/whole/")
    # Anybody's safetensors file begins a new run.
    used = lab.ok("run", lab.run_file(initial_weights=str(goal), epochs=1), "--json").events()[-1]
    assert used["status"] == "succeeded"
    half = lab.root / "half.safetensors"
    numbers = {name: values.astype(numpy.float16) for name, values in right.items()}
    safetensors.numpy.save_file(numbers, half, metadata={"format": "pt"})
    started = lab.run_file(name="half.yaml", initial_weights=str(half), epochs=1, optimizer={"sgd": {"learning_rate": 0}})
    _, shown = lab.finished(started)
    for name, values in safetensors.numpy.load_file(shown["dir"] + "/checkpoints/ckpt-16/model.safetensors").items():
        assert (values == numbers[name].astype(numpy.float32)).all()


def test_export_stays_out_of_the_folders_that_runs_write(saved):
    lab, run, paths = saved
    own = lab.home / "runs" / run
    before = sorted(path for path in own.rglob("*"))
    lab.ok("checkpoint", "export", paths[8], "--to", lab.root / "copy")
    (lab.root / "link").symlink_to(own / "checkpoints")
    for target in (own / "checkpoints/ckpt-99", own / "checkpoints/ckpt-99.safetensors", own / "mine",
                   f"{paths[32]}/copy", f"{paths[32]}/copy.safetensors", lab.root / "link/copy", lab.root / "copy/again"):
        refused = lab.cli("checkpoint", "export", paths[32], "--to", target, "--json")
        assert refused.code == 3, refused
        error = refused.json()["error"]
        assert error["code"] == "export.own_folder" and "choose a place outside it" in error["message"], error
    claimed = lab.root / "chosen"
    lab.ok("run", lab.run_file(name="claimed.yaml", epochs=1), "--set", f"checkpoint.dir={claimed}")
    refused = lab.cli("checkpoint", "export", paths[32], "--to", claimed / "ckpt-99", "--json")
    assert refused.code == 3 and refused.json()["error"]["code"] == "export.own_folder", refused
    assert sorted(path for path in own.rglob("*")) == before, "and nothing was left there"


def test_the_folder_of_another_run_is_not_taken(saved):
    lab, run, paths = saved
    inside = lab.home / "runs" / run / "backup" / "mine"
    refused = lab.cli("run", lab.run_file(name="inside.yaml", epochs=1), "--set", f"checkpoint.dir={inside}")
    assert refused.code == 3 and f"{inside} is in {lab.home}/runs/{run}, which a run writes" in refused.err, refused
    assert not inside.parent.exists()


def test_send_counts_nothing_where_another_finding_stops_the_run(lab):
    (lab.root / "taken").mkdir()
    (lab.root / "taken/notes").write_text("of somebody")
    refused = lab.cli("run", lab.run_file(), "--send", "--set", f"checkpoint.dir={lab.root}/taken")
    assert refused.code == 3 and "is not empty" in refused.err and "sent to nodes" not in refused.err, refused


@pytest.mark.parametrize("name, content, words", [
    ("weights.pt", b"PK\x03\x04\x00\x00\x08\x08" + bytes(100), "torch.save"),
    ("weights.pth", b"\x80\x02\x8a\x0al\xfc\x9cF" + bytes(100), "torch.save"),
    ("pickled.bin", b"\x80\x04\x95" + bytes(100), "torch.save"),
    ("dcp/.metadata", b"\x80\x04\x95" + bytes(100), "dcp_to_torch"),
    ("weights.h5", b"\x89HDF\r\n\x1a\n" + bytes(100), "HDF5"),
    ("weights.npz", b"PK\x03\x04\x14\x00\x00\x00" + bytes(100), "NumPy"),
])
def test_what_could_run_code_is_never_opened_and_how_to_convert_it_is_said(lab, name, content, words):
    path = lab.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    for given in {path, path.parent if name.startswith("dcp") else path}:
        refused = lab.cli("run", lab.run_file(initial_weights=str(given)))
        assert refused.code == 3 and words in refused.err and "train.initial_weights" in refused.err, refused
        shown = lab.cli("checkpoint", "show", given)
        assert shown.code != 0 and words in shown.err, shown


def test_pins_and_deletes(saved):
    lab, run, paths = saved
    lab.ok("checkpoint", "pin", paths[8])
    assert lab.cli("checkpoint", "delete", paths[8]).code == 3
    lab.ok("checkpoint", "delete", paths[16])
    left = {entry["step"]: entry["pinned"] for entry in lab.ok("checkpoints", run, "--json").json()}
    assert left == {8: True, 24: False, 32: False}
    lab.ok("checkpoint", "unpin", paths[8])
    lab.ok("checkpoint", "delete", paths[8])
    assert lab.cli("checkpoint", "delete", lab.root).code == 3


@pytest.mark.parametrize("action", ["pin", "delete"])
def test_of_several_all_or_none_is_changed(saved, action):
    lab, run, paths = saved

    def left():
        return {entry["step"]: entry["pinned"] for entry in lab.ok("checkpoints", run, "--json").json()}

    before = left()
    refused = lab.cli("checkpoint", action, paths[8], lab.root / "nothing", "--json")
    assert refused.code == 3 and refused.json()["error"]["code"] == "checkpoint.not_found", refused
    assert left() == before
    done = lab.ok("checkpoint", action, paths[8], paths[16], "--json").json()
    assert [entry["path"] for entry in done] == [paths[8], paths[16]], done
    assert left() == ({8: True, 16: True, 24: False, 32: False} if action == "pin" else {24: False, 32: False})
    if action == "pin":
        assert lab.cli("checkpoint", "delete", paths[24], paths[8]).code == 3
        assert len(left()) == 4


def test_a_checkpoint_is_found_by_every_way_to_it(saved):
    lab, run, paths = saved
    (lab.root / "link").symlink_to(lab.home)
    linked = lab.root / "link" / "runs" / run / "checkpoints"
    folder = lab.home / "runs" / run / "checkpoints"
    for name, cwd in (("ckpt-8/", folder), ("./ckpt-8//", folder), (str(linked / "ckpt-8"), None), ("ckpt-8/", linked)):
        for action in ("pin", "unpin"):
            done = lab.ok("checkpoint", action, name, "--json", cwd=cwd).json()
            assert [entry["path"] for entry in done] == [paths[8]], done
    lab.ok("checkpoint", "delete", str(linked / "ckpt-8") + "/")
    assert sorted(entry["step"] for entry in lab.ok("checkpoints", run, "--json").json()) == [16, 24, 32]
    lab.ok("checkpoint", "export", paths[16], "--to", f"{lab.root}/new/")
    assert lab.ok("checkpoint", "verify", lab.root / "new").out


def test_what_is_set_aside_is_listed_and_deleted(saved):
    lab, run, paths = saved
    lab.ok("resume", run, "--from", "8", "--json")
    listed = lab.ok("checkpoints", run)
    assert "3 more, " in listed.err and "checkpoints " + run + " --aside" in listed.err, listed
    assert {row["step"]: row["path"] for row in lab.ok("checkpoints", run, "--json").json()} == paths
    aside = lab.ok("checkpoints", run, "--aside", "--json").json()
    assert [(row["step"], row["attempt"], row["state"]) for row in aside] == [(16, 1, "aside"), (24, 1, "aside"), (32, 1, "aside")]
    assert all(row["bytes"] > 0 and not row["pinned"] for row in aside)
    lab.ok("checkpoint", "delete", *(row["path"] for row in aside[:2]))
    left = lab.ok("checkpoints", run, "--aside")
    assert "set aside" in left.out and aside[2]["path"] in left.out and aside[0]["path"] not in left.out, left
    assert not list((lab.home / "runs" / run / "checkpoints").glob(".aside-16*"))
    lab.ok("checkpoint", "delete", aside[2]["path"])
    assert lab.ok("checkpoints", run, "--aside").err == f"{run} has set no checkpoint aside\n"
    foreign = lab.home / "runs" / run / "checkpoints/.aside-8-a1"
    foreign.mkdir()
    (foreign / "notes.txt").write_text("of a person")
    assert lab.cli("checkpoint", "delete", foreign).code == 3 and foreign.exists()


@pytest.mark.parametrize("name", ["model.pt", "model.pth", "pytorch_model.bin"])
def test_a_pickle_is_never_opened(lab, name):
    trap = lab.root / name
    trap.write_bytes(b"cos\nsystem\n(S'touch /tmp/should-not-be'\ntR.")
    for command in ("show", "verify"):
        result = lab.cli("checkpoint", command, trap)
        assert result.code == 3 and "pickle" in result.err and "safetensors" in result.err, result


def test_what_people_write_on_runs(saved):
    lab, run, _ = saved
    lab.ok("tag", run, "baseline", "draft")
    lab.ok("tag", run, "draft", "--remove")
    lab.ok("note", run, "learning rate", "was too high")
    lab.ok("rename", run, "the first one")
    shown = lab.ok("show", run, "--json").json()
    assert shown["tags"] == ["baseline"] and shown["note"] == "learning rate was too high", shown
    assert shown["name"] == "the first one" and shown["run"] == run
    lab.ok("trash", run)
    assert lab.ok("runs", "--json").json() == []
    assert len(lab.ok("runs", "--all", "--json").json()) == 1
    lab.ok("trash", run, "--restore")
    assert lab.ok("runs", "--json").json()[0]["run"] == run
    lab.ok("trash", run)
    lab.ok("resume", run, "--set", "train.epochs=3")
    assert lab.ok("runs", "--json").json()[0]["run"] == run, "a run that trains is not in the trash"
    assert 0 < shown["goodput"] <= 1
