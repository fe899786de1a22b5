# SPDX-License-Identifier: Apache-2.0
"""Logs of other programs, shown as runs: what Keras, PyTorch and Lightning have written, and what our workers write by hand."""
import csv
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

from desktop import Desktop, Window
from lab import LIMIT, kill

LOGS = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/e2e/reference/logs"


def points(lab, run):
    """{(attempt, split, tag): [(step, epoch), …]}"""
    told = lab.ok("metrics", run, "--format", "csv").out
    series = {}
    for row in csv.DictReader(io.StringIO(told)):
        series.setdefault((int(row["attempt"]), row["split"], row["tag"]), []).append((int(row["step"]), int(row["epoch"])))
    return series


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_logs_of_keras_pytorch_and_lightning(lab):
    before = contents(LOGS)
    told = lab.ok("import", LOGS, "--json").json()["runs"]
    assert [(run["run"], run["new"], run["problems"]) for run in told] == [
        ("logs-keras-1", True, []),
        ("logs-lightning-version_0-1", True, []),
        ("logs-torch-1", True, []),
    ], told
    assert contents(LOGS) == before

    keras = points(lab, "logs-keras-1")
    assert keras[1, "train", "epoch_loss"] == [(0, 0), (1, 1), (2, 2)] == keras[1, "validation", "epoch_accuracy"]
    lightning = points(lab, "logs-lightning-version_0-1")
    assert len(lightning[1, "train", "batch_loss"]) == 12
    assert [epoch for _, epoch in lightning[1, "validation", "loss"]] == [0, 1, 2]
    torch = points(lab, "logs-torch-1")
    assert {key: len(values) for key, values in torch.items()} == {
        (1, "train", "loss"): 20,
        (1, "test", "loss"): 4,
        (1, "test", "accuracy"): 4,
    }

    row = next(row for row in lab.ok("runs", "--json").json() if row["run"] == "logs-keras-1")
    assert row["status"] == "imported" and row["metrics"].keys() >= {"loss", "accuracy", "val_loss", "val_accuracy"}, row
    assert not row["can_resume"] and row["dir"] == str(LOGS / "keras")
    assert lab.ok("watch", "logs-keras-1", "--json").events()[-1]["status"] == "imported"
    refused = lab.cli("resume", "logs-keras-1", "--json")
    assert refused.code == 3 and refused.json()["error"]["code"] == "run.imported", refused

    again = lab.ok("import", LOGS, "--json").json()["runs"]
    assert [(run["run"], run["new"], run["points"]) for run in again] == [(run["run"], False, 0) for run in told]


def test_a_log_that_is_still_written_and_one_that_is_damaged(lab):
    folder = lab.root / "logs"
    shutil.copytree(LOGS / "torch", folder)
    log, = folder.iterdir()
    whole = log.read_bytes()
    log.write_bytes(whole[: len(whole) // 12])  # in the middle of a record
    first = lab.ok("import", folder, "--json").json()["runs"][0]
    assert first["problems"] == []
    log.write_bytes(whole)
    second = lab.ok("import", folder, "--json").json()["runs"][0]
    assert second["run"] == first["run"] and second["points"] > 0
    assert len(points(lab, first["run"])[1, "train", "loss"]) == 20

    damaged = bytearray(whole)
    damaged[len(whole) // 12] ^= 0xFF
    log.write_bytes(damaged)
    other = lab.root / "other"
    folder.rename(other)
    told = lab.cli("import", other)
    assert told.code == 0 and "events.damaged" in told.out and "at byte" in told.out, told


def test_folders_behind_links_and_files_without_events(lab):
    folder = lab.root / "logs"
    folder.mkdir()
    (folder / "linked").symlink_to(LOGS / "keras")
    (folder / "again").symlink_to(folder)
    (folder / "empty").mkdir()
    (folder / "empty/events.out.tfevents.0.host").touch()
    (folder / "fake").mkdir()
    (folder / "fake/events.out.tfevents.1.host").write_text("no event at all")
    told = {run["name"]: run for run in lab.ok("import", folder, "--json").json()["runs"]}
    assert told["logs/linked"]["run"] == "logs-linked-1" and told["logs/linked"]["folder"] == str(LOGS / "keras"), told
    assert told["logs/empty"]["run"] == "" and told["logs/empty"]["problems"][0]["code"] == "import.no_event", told
    assert told["logs/fake"]["run"] == "" and told["logs/fake"]["problems"][0]["code"] == "events.damaged", told
    assert [row["run"] for row in lab.ok("runs", "--json").json()] == ["logs-linked-1"]
    # Whichever way leads to it.
    direct, = lab.ok("import", LOGS / "keras", "--json").json()["runs"]
    assert direct["run"] == "logs-linked-1" and not direct["new"]
    for file in (folder / "linked", folder / "again"):
        file.unlink()
    nothing = lab.cli("import", folder)
    assert nothing.code == 3 and "has no events: it is empty" in nothing.out, nothing


def test_a_run_of_another_program_is_looked_at_and_nothing_else(lab):
    run = lab.ok("import", LOGS / "keras", "--json").json()["runs"][0]["run"]
    commands = [["stop"], ["pause"], ["resume"], ["resume", "--set", "train.epochs=3"], ["change", "--set", "train.epochs=3"],
                ["branch", "--from", "1"], ["profile"], ["stacks"], ["drill", "--kill", "chief"], ["drill", "--kill", "agent"]]
    for name, *more in commands:
        refused = lab.cli(name, run, *more, "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == "run.imported", refused
        assert f"run {run} was imported from the logs of another program" in refused.err, refused
    shown = lab.ok("show", run).out
    assert "replica" not in shown and "tasks" not in shown, shown
    lab.ok("trash", run)
    assert lab.ok("runs", "--json").json() == []
    told = lab.ok("import", LOGS / "keras")
    assert "taken out of the trash" in told.out, told
    assert [row["run"] for row in lab.ok("runs", "--json").json()] == [run]


def test_names_that_are_not_utf8(lab):
    folder = os.fsencode(lab.root) + b"/caf\xe9"
    shutil.copytree(os.fsencode(LOGS / "torch"), folder)
    refused = lab.cli("import", os.fsdecode(folder))
    assert refused.code == 3 and "caf\\xe9" in refused.err and "UTF-8" in refused.err and "protobuf" not in refused.err, refused
    refused = lab.cli("import", ".", cwd=folder)
    assert refused.code == 3 and "caf\\xe9" in refused.err and "UTF-8" in refused.err, refused
    # Below a folder that can be named they are read.
    told, = lab.ok("import", lab.root, "--json").json()["runs"]
    assert told["points"] > 0 and "caf\\xe9" in told["name"], told


def test_what_is_no_log_is_refused_in_words(lab):
    empty = lab.root / "empty"
    empty.mkdir()
    refused = lab.cli("import", empty, "--json")
    assert refused.code != 0 and refused.json()["error"]["code"] == "import.no_logs", refused
    assert lab.cli("import", lab.root / "nowhere").code != 0
    _, finished = lab.finished(lab.run_file())
    own = lab.cli("import", lab.home / "runs" / finished["run"])
    assert own.code == 3 and finished["run"] in own.out and "import.own_run" in own.out, own


def test_a_manually_started_run_shows_as_it_was(lab):
    done = subprocess.run([lab.bin / "trainyard-worker", lab.run_file(), "--json"], env=lab.env, cwd=lab.root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done
    finished = json.loads(done.stdout.splitlines()[-1])
    folder, = lab.root.glob("*/events")
    told = lab.ok("import", folder.parent, "--json").json()["runs"]
    assert len(told) == 1 and told[0]["problems"] == [], told
    series = points(lab, told[0]["run"])
    assert series[1, "train", "batch_loss"][-1][0] == finished["step"]
    assert (1, "validation", "epoch_loss") in series


def read_logs(window, name):
    """File > Import TensorBoard logs…, with the name of a folder in the dialog's own typed. A whole path is no good: on the way
    through it Qt's dialog chooses each folder beside the one before."""
    window.press("File", "menu item")
    window.press("Import TensorBoard logs…", "menu item")
    window.press("Directory:", "text")
    window.key("ctrl+a")
    window.type(name)
    window.until("the folder to be typed", lambda: [window.told(field) for field in window.find("Directory:", "text")] == [name])
    window.key("Return")


def test_the_window_reads_logs(lab):
    shutil.copytree(LOGS / "keras", lab.root / "one")
    shutil.copytree(LOGS, lab.root / "logs")
    with Desktop(lab.root / "desktop") as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)}, cwd=lab.root)
        try:
            window.says("State of the agent", "Connected")
            read_logs(window, "one")
            window.says("Run", "one-1")
            window.says("State", "imported")
            window.row("Runs", Run="one-1")
            if os.environ.get("TRAINYARD_PICTURES"):
                window.picture(pathlib.Path(os.environ["TRAINYARD_PICTURES"]) / "import.png")
            # Several at once are compared, and go as one.
            read_logs(window, "logs")
            window.until("four runs", lambda: len(window.rows("Runs")) == 4)
            window.see("Number of differences")
            if os.environ.get("TRAINYARD_PICTURES"):
                window.picture(pathlib.Path(os.environ["TRAINYARD_PICTURES"]) / "import-several.png")
            window.press("Undo", "push button")
            window.until("the first alone", lambda: [row["Run"] for row in window.rows("Runs")] == ["one-1"])
            window.key("ctrl+q")
            assert window.close() == 0, window.log.read_text()
        finally:
            window.end()


def steps_of(lab, run):
    return [step for values in points(lab, run).values() for step, _ in values]


def test_a_folder_is_followed_while_programs_write(lab):
    """Through a kill of the command and of the agent, and to Ctrl-C."""
    whole = next((LOGS / "torch").iterdir()).read_bytes()
    folder = lab.root / "logs"
    folder.mkdir()
    follower = lab.stream("import", folder, "--follow")
    assert follower.next() == {"following": True, "runs": []}
    log = folder / "run" / "events.out.tfevents.1795329584.host.1.0"
    log.parent.mkdir()

    def grow(share):
        """Percent; the points are in the first twenty."""
        with open(log, "ab") as file:
            file.write(whole[log.stat().st_size : len(whole) * share // 100])

    def until_stored(count):
        """Whoever has read it: the agent may notice the end of a killed command after that."""
        deadline = time.monotonic() + LIMIT
        while len(stored := steps_of(lab, "logs-run-1")) < count:
            assert time.monotonic() < deadline, stored
        return len(stored)

    grow(4)
    first = follower.next()["runs"][0]
    assert first["run"] == "logs-run-1" and first["new"] and first["points"] > 0, first
    count = until_stored(1)
    follower.process.kill()
    follower.process.wait()
    grow(7)

    follower = lab.stream("import", folder, "--follow")
    second = follower.next()["runs"][0]
    assert second["run"] == "logs-run-1" and not second["new"], second
    count = until_stored(count + 1)
    kill(lab.agent_pid())
    code, _ = follower.finish()
    assert code != 0 and "interrupted" not in follower.stderr(), follower
    grow(11)

    follower = lab.stream("import", folder, "--follow")
    assert follower.next()["runs"][0]["points"] > 0, follower
    grow(100)
    assert until_stored(28) == 28
    follower.process.send_signal(signal.SIGINT)
    code, last = follower.finish()
    assert code == 130 and last["interrupted"] and last["runs"][0]["run"] == "logs-run-1", follower
    assert "no longer following" in follower.stderr(), follower
    assert {key: len(values) for key, values in points(lab, "logs-run-1").items()} == {
        (1, "train", "loss"): 20,
        (1, "test", "loss"): 4,
        (1, "test", "accuracy"): 4,
    }
    again = lab.ok("import", folder, "--json").json()["runs"]
    assert [run["points"] for run in again] == [0], again
    gone = lab.cli("import", lab.root / "nowhere", "--follow", "--json")
    assert gone.code == 3 and "nowhere" in gone.json()["error"]["message"], gone


def test_csv_json_lines_and_mlflow(lab):
    """Recorded from their writers: reference/other_logs/make.py."""
    place = LOGS.parent / "other_logs"
    before = contents(place)
    told = {run["name"]: run for run in lab.ok("import", place, "--json").json()["runs"]}
    assert contents(place) == before
    assert {name: run["problems"] for name, run in told.items()} == {
        "digits/quick fox: 1": [], "other_logs/csv": [], "other_logs/json": []}, told
    for name in ("other_logs/csv", "other_logs/json"):
        series = points(lab, told[name]["run"])
        assert series[1, "train", "loss"] == [(step, step // 50) for step in range(9, 100, 10)], series
        assert series[1, "validation", "loss"] == [(49, 0), (99, 1)], series
    assert "optim/lr" in {tag for _, _, tag in points(lab, told["other_logs/json"]["run"])}

    run = told["digits/quick fox: 1"]["run"]
    series = points(lab, run)
    assert [step for step, _ in series[1, "train", "loss"]] == [0, 1, 2, 3, 4] == [step for step, _ in series[1, "validation", "loss"]]
    assert [step for step, _ in series[1, "train", "accuracy"]] == [4]
    assert lab.ok("show", run, "--json").json()["source"] == 'batch_size: "64"\nlr: "0.1"\n'
    assert {row["points"] for row in lab.ok("import", place, "--json").json()["runs"]} == {0}


def test_a_csv_log_is_followed(lab):
    folder = lab.root / "logs"
    folder.mkdir()
    log = folder / "any name.csv"
    log.write_text("step,loss\n1,0.5\n2,0.")
    follower = lab.stream("import", log, "--follow")
    assert follower.next()["runs"][0]["points"] == 1
    with open(log, "a") as file:
        file.write("25\n3,0.125\n")
    while follower.events[-1]["runs"][0]["points"] < 3:
        assert follower.next()["following"]
    follower.process.send_signal(signal.SIGINT)
    code, last = follower.finish()
    assert code == 130 and last["runs"][0]["points"] == 3, follower
    with open(log, "a") as file:
        file.write("4,0.125,surplus\n")
    run, = lab.ok("import", log, "--json").json()["runs"]
    assert run["problems"][0]["code"] == "events.damaged" and "a row does not fit the header" in run["problems"][0]["message"], run


def test_files_that_are_named_are_runs_of_their_own_and_survive_a_rebuild(lab):
    folder = lab.root / "logs"
    folder.mkdir()
    for name, values in (("a", (0.5, 0.25)), ("b", (0.9,))):
        (folder / f"{name}.csv").write_text("step,loss\n" + "".join(f"{step},{value}\n" for step, value in enumerate(values, 1)))
    runs = [lab.ok("import", folder / f"{name}.csv", "--json").json()["runs"][0]["run"] for name in ("a", "b")]
    assert runs == ["a-1", "b-1"]
    before = [points(lab, run) for run in runs]
    assert [len(series[1, "train", "loss"]) for series in before] == [2, 1]
    lab.ok("agent", "stop")
    rebuilt = lab.ok("doctor", "--rebuild", "--json").json()
    assert (rebuilt["problems"], rebuilt["points"]) == ([], 3), rebuilt
    assert [points(lab, run) for run in runs] == before
