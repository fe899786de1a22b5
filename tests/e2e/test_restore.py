# SPDX-License-Identifier: Apache-2.0
"""The store is a cache of what the runs' folders say: deleted, turned back or set aside, it is made again with everything."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess

import lab as laboratory


def everything(lab, runs, imported):
    """What the commands say of all runs."""
    # What was made again is marked, and is the same but for that.
    said = {"runs": [{key: value for key, value in row.items() if key != "restored"} for row in lab.ok("runs", "--all", "--json").json()]}
    for run in runs:
        said[run] = {
            "show": lab.ok("show", run, "--json").json(),
            "checkpoints": lab.ok("checkpoints", run, "--json").json(),
            # Logs of another program may always grow: to watch them has no end.
            "events": lab.cli("watch", run, "--json").events() if run != imported else None,
            "metrics": lab.ok("metrics", run).out,
        }
    return said


def test_a_store_that_is_lost_is_made_again_from_the_runs_folders(lab):
    spec = json.loads(lab.run_file(epochs=3).read_text())
    spec["checkpoint"] = {"every": {"steps": 8}, "keep": 2, "best": "val_loss"}
    file = lab.run_file(json.dumps(spec))
    run = lab.ok("run", file, "--json").events()[-1]["run"]
    stopped = lab.stream("run", file, "--set", "train.epochs=1000000", "--set", "name=endless")
    endless = stopped.until("checkpoint")["run"]
    lab.ok("stop", endless, "--after", "save")
    stopped.finish()
    lab.ok("rename", run, "the good one")
    lab.ok("note", run, "two words, é €")
    lab.ok("tag", run, "baseline", "b")
    lab.ok("trash", endless)
    pinned = lab.ok("checkpoints", run, "--json").json()[0]["path"]
    lab.ok("checkpoint", "pin", pinned)
    logs = lab.root / "logs"
    shutil.copytree(lab.home / "runs" / run / "events" / "train", logs / "train")
    imported = lab.ok("import", logs, "--json").json()["runs"][0]["run"]
    runs = [run, endless, imported]
    before = everything(lab, runs, imported)
    assert len(before[run]["metrics"].splitlines()) > 100 and before[run]["show"]["tags"] == ["baseline", "b"]
    store = lab.home / "trainyard.db"

    lab.ok("agent", "stop")
    for file in lab.home.glob("trainyard.db*"):
        file.unlink()
    said = lab.ok("runs")
    assert "3 runs that the store did not have" in said.err, said
    assert everything(lab, runs, imported) == before

    refused = lab.cli("doctor", "--rebuild", "--json")
    assert refused.code == 3 and refused.json()["error"]["code"] == "agent.running", refused
    lab.ok("agent", "stop")
    store.write_bytes(b"no store at all" * 1000)
    damaged = lab.cli("runs")
    assert damaged.code == 1 and "doctor --rebuild" in damaged.err, damaged
    status = lab.cli("agent", "status")
    assert status.code == 1 and "read-only" in status.err, status
    for changed in ("tag", run, "x"), ("run", lab.run_file(epochs=1)):
        refused = lab.cli(*changed, "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == "store.damaged", refused
    lab.ok("agent", "stop")
    doctor = {check["id"]: check for check in lab.cli("doctor", "--json").json()["checks"]}
    assert doctor["store"]["state"] == "error" and "doctor --rebuild" in doctor["store"]["message"], doctor
    rebuilt = lab.ok("doctor", "--rebuild", "--json").json()
    assert sorted(rebuilt["runs"]) == sorted(runs) and rebuilt["problems"] == [], rebuilt
    with open(rebuilt["set_aside"], "rb") as aside:
        assert aside.read(15) == b"no store at all"
    assert everything(lab, runs, imported) == before

    wal = lab.home / "trainyard.db-wal"
    laboratory.kill(lab.agent_pid())
    turned = bytearray(wal.read_bytes())
    turned[len(turned) // 3] ^= 4
    wal.write_bytes(turned)
    assert everything(lab, runs, imported) == before


def test_a_run_outlives_a_store_that_cannot_be_read(lab):
    stream = lab.stream("run", lab.run_file("trainyard: 1\nname: long\ncommand: [sleep, '1000']\n"), "--detach")
    stream.finish()
    pid = lab.ok("show", "long-1", "--json").json()["tasks"][0]["pid"]
    laboratory.kill(lab.agent_pid())
    for file in lab.home.glob("trainyard.db*"):
        file.write_bytes(b"no store at all" * 1000)
    status = lab.cli("runs")
    assert status.code == 1 and "doctor --rebuild" in status.err, status
    assert lab.cli("agent", "status", "--json").json()["runs"] == 1
    stopped = lab.ok("agent", "stop", "--json").json()
    assert stopped["stopped_runs"] == 1 and stopped["remarks"] == [], stopped
    assert not os.path.exists(f"/proc/{pid}")
    assert lab.ok("doctor", "--rebuild", "--json").json()["runs"] == ["long-1"]
    assert lab.ok("show", "long-1", "--json").json()["status"] == "stopped"


def test_a_rebuild_names_every_event_file_that_it_did_not_read(lab):
    runs = [lab.ok("run", lab.run_file(epochs=1), "--json").events()[-1]["run"] for _ in range(2)]
    lab.ok("agent", "stop")
    assert lab.ok("doctor", "--rebuild", "--json").json()["problems"] == []
    lab.ok("agent", "stop")
    folder = lab.home / "runs" / runs[0] / "events/tasks/worker-0"
    train, = (folder / "train").glob("*tfevents*")
    validation, = (folder / "validation").glob("*tfevents*")
    validation.write_bytes(b"")
    train.unlink()
    os.mkfifo(train)
    for split in "train", "validation":  # both are damaged, and both are named
        damaged, = (lab.home / "runs" / runs[1] / "events/tasks/worker-0" / split).glob("*tfevents*")
        damaged.write_bytes(b"no event " * 10)
    rebuilt = lab.cli("doctor", "--rebuild", "--json")
    problems = [problem["message"] for problem in rebuilt.json()["problems"]]
    assert any(str(train) in text and "not a regular file" in text for text in problems), rebuilt
    assert any(str(validation) in text and "empty" in text for text in problems), rebuilt
    for split in "train", "validation":
        assert any(f"{runs[1]}/events/tasks/worker-0/{split}/" in text for text in problems), rebuilt
    assert rebuilt.code == 1, rebuilt
    lab.ok("agent", "stop")
    said = lab.cli("doctor", "--rebuild")
    assert str(train) in said.out + said.err and "not a regular file" in said.out + said.err, said


def test_a_validation_has_its_epochs_while_the_file_with_the_plan_is_away(lab):
    """Two attempts of other batches: where epochs end is not to be counted from the last one's steps."""
    run = lab.ok("run", lab.run_file(epochs=2), "--json").events()[-1]["run"]
    lab.ok("resume", run, "--set", "train.epochs=4", "--set", "train.data.batch_size=32")
    before = lab.ok("metrics", run).out
    validated = [line for line in before.splitlines() if ",validation," in line]
    assert len({line.split(",")[5] for line in validated}) == 4, validated
    lab.ok("agent", "stop")
    away = lab.root / "away"
    train = lab.home / "runs" / run / "events/tasks/worker-0/train"
    train.rename(away)
    for file in lab.home.glob("trainyard.db*"):
        file.unlink()
    assert [line for line in lab.ok("metrics", run).out.splitlines() if ",validation," in line] == validated
    lab.ok("agent", "stop")
    away.rename(train)
    assert lab.ok("metrics", run).out == before


def content(folder):
    """{file: its bytes} of everything in a folder."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_home_that_was_copied_or_moved_works_in_its_own_folders_only(lab):
    spec = json.loads(lab.run_file(epochs=2).read_text())
    spec["checkpoint"] = {"every": {"steps": 8}, "keep": 2}
    run = lab.ok("run", lab.run_file(json.dumps(spec)), "--json").events()[-1]["run"]
    lab.ok("agent", "stop")
    original, before = lab.home, content(lab.home)
    for command, epochs in ("cp -a", 4), ("mv", 6):
        home = lab.root / f"home-{epochs}"
        subprocess.run([*command.split(), original, home], check=True)
        lab.home = home
        lab.env["TRAINYARD_HOME"] = str(home)
        lab.ok("predict", run)
        resumed = lab.ok("resume", run, "--set", f"train.epochs={epochs}", "--json").events()[-1]
        assert resumed["status"] == "succeeded" and resumed["step"] == 16 * epochs, resumed
        folder = home / "runs" / run
        listed = {row["path"] for row in lab.ok("checkpoints", run, "--json").json()}
        assert listed == {str(path) for path in (folder / "checkpoints").glob("ckpt-*")}, listed
        assert str(folder / f"checkpoints/ckpt-{16 * epochs}") in listed
        assert lab.ok("show", run, "--json").json()["dir"] == str(folder)
        assert json.loads((folder / "attempt.json").read_text())["restore_path"] == "checkpoints/ckpt-32"
        assert "step" in lab.ok("logs", run).out
        lab.ok("predict", run)
        points = lab.ok("metrics", run).out
        assert f",{16 * epochs}," in points, points
        lab.ok("agent", "stop")
        rebuilt = lab.ok("doctor", "--rebuild", "--json").json()
        assert rebuilt["problems"] == [] and rebuilt["points"] == len(points.splitlines()) - 1, rebuilt
        assert lab.ok("metrics", run).out == points
        lab.ok("agent", "stop")
        if original.exists():
            assert content(original) == before

    (folder / "events/tasks").rename(folder / "events/elsewhere")
    rebuilt = lab.cli("doctor", "--rebuild", "--json")
    assert rebuilt.code == 1 and rebuilt.json()["points"] == 0, rebuilt
    problems = [problem["message"] for problem in rebuilt.json()["problems"]]
    assert any(f"not all points of run {run} were read again" in text for text in problems), problems
    assert len(problems) > 1 and all(str(folder) in text for text in problems), "each file that is missing is named"
    (folder / "events/elsewhere").rename(folder / "events/tasks")
    lab.ok("agent", "stop")
    assert lab.ok("metrics", run).out == points, "the next agent reads what is there again"


@contextlib.contextmanager
def frozen(pids):
    """The processes stand still inside the block, with all their threads: what they write does not change while it is read."""
    try:
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        for pid in pids:
            for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
                while (thread / "stat").read_text().rpartition(")")[2].split()[0] != "T":
                    os.sched_yield()
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def test_a_copied_home_leaves_the_tasks_of_the_original_alone(lab):
    run = lab.ok("run", lab.run_file(epochs=100000), "--set", "checkpoint.every={steps: 100}", "--detach", "--json").json()["run"]
    lab.stream("watch", run).until("checkpoint")
    before = lab.ok("show", run, "--json").json()
    laboratory.kill(lab.agent_pid())
    copy = lab.root / "copy"
    with frozen(lab.tasks_left()):  # cp fails for a file that is renamed between its listing and its copy
        subprocess.run(["cp", "-a", lab.home, copy], check=True)
    with laboratory.Lab(home=copy) as other:
        ended = other.cli("watch", run, "--json").events()[-1]
        assert (ended["status"], ended["failure"]["code"]) == ("failed", "run.copied"), ended
        resumed = other.ok("resume", run, "--set", f"train.max_steps={ended['step'] + 10}", "--json").events()[-1]
        assert resumed["status"] == "succeeded", resumed
        other.ok("agent", "stop")
    after = lab.ok("show", run, "--json").json()
    assert (after["status"], after["attempts"]) == ("running", 1), after
    assert [task["pid"] for task in after["tasks"]] == [task["pid"] for task in before["tasks"]], (before, after)


def test_two_homes_do_not_train_into_one_folder(lab):
    """A copied home has the same run; its checkpoints are in a folder outside of both."""
    spec = json.loads(lab.run_file(epochs=1).read_text())
    spec["checkpoint"] = {"keep": 2, "dir": str(lab.root / "shared")}
    run = lab.ok("run", lab.run_file(json.dumps(spec)), "--json").events()[-1]["run"]
    lab.ok("agent", "stop")
    copy = lab.root / "copy"
    subprocess.run(["cp", "-a", lab.home, copy], check=True)
    stream = lab.stream("resume", run, "--set", "train.epochs=100000")
    stream.until("checkpoint")
    with laboratory.Lab(home=copy) as other:
        refused = other.cli("resume", run, "--set", "train.epochs=2")
        assert refused.code == 3 and f"is in use by run {run} of the home {lab.home} (" in refused.err, refused
        lab.ok("stop", run, "--after", "save")
        last = stream.finish()[1]["step"]
        resumed = other.ok("resume", run, "--set", "train.epochs=200000", "--set", f"train.max_steps={last + 1}", "--json").events()[-1]
        assert resumed["status"] == "succeeded" and resumed["step"] == last + 1, resumed
