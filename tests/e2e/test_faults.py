# SPDX-License-Identifier: Apache-2.0
"""What goes wrong while a run is going: named, bounded in time, and nothing left behind."""
import gzip
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import time

import pytest

from lab import exited, kill

LONG = {"epochs": 100000}


def idx_images(lab, count, promised=None, magic=0x803, cut=0, rows=28):
    """A gzip IDX image file whose header may lie."""
    content = struct.pack(">4i", magic, count if promised is None else promised, rows, 28) + bytes(count * 28 * 28)
    path = lab.root / "lying-images.gz"
    path.write_bytes(gzip.compress(content[: len(content) - cut], 1))
    return path


@pytest.mark.parametrize("lie, words", [
    ({"cut": 1000}, ["lying-images.gz"]),
    ({"promised": 600}, ["lying-images.gz"]),
    ({"promised": 2**31 - 1}, ["lying-images.gz"]),
    ({"promised": -1}, ["lying-images.gz"]),
    ({"magic": 0x804}, ["lying-images.gz", "not an IDX file"]),
    ({"magic": 0x20202020}, ["lying-images.gz", "not an IDX file", "at byte 0"]),
    ({"rows": 27}, ["lying-images.gz"]),
])
def test_data_that_lies_fails_the_run_by_name(lab, lie, words):
    labels = lab.idx(512)[1]
    images = idx_images(lab, 512, **lie)
    data = {"train": {"idx": {"images": str(images), "labels": str(labels)}}, "batch_size": 16}
    result = lab.cli("run", lab.run_file(data=data), "--json")
    assert result.code in (1, 3), result
    said = result.out + result.err
    for word in words:
        assert word in said, f"{word!r} is not in {result}"
    if result.code == 1:
        finished = result.events()[-1]
        assert finished["status"] == "failed" and finished["step"] == 0 and finished["failure"]["task"], result
        assert all(word in finished["failure"]["message"] for word in words), finished
    assert not lab.tasks_left()


def test_a_cut_gzip_file(lab):
    images, labels = lab.idx(512, seed=9)
    images.write_bytes(images.read_bytes()[:-2000])
    result = lab.cli("run", lab.run_file(data={"train": {"idx": {"images": str(images), "labels": str(labels)}}, "batch_size": 16}), "--json")
    assert "cut off" in result.out + result.err, result
    assert result.code in (1, 3) and images.name in result.out + result.err, result
    assert not lab.tasks_left()


def test_images_and_labels_that_do_not_match(lab):
    images, labels = lab.idx(512)[0], lab.idx(256, seed=3)[1]
    result = lab.cli("run", lab.run_file(data={"train": {"idx": {"images": str(images), "labels": str(labels)}}, "batch_size": 16}), "--json")
    assert result.code in (1, 3), result
    assert "512" in result.out + result.err and "256" in result.out + result.err, result


def begin(lab, **train):
    stream = lab.stream("run", lab.run_file(**(LONG | train)))
    begun = stream.until("started")
    stream.until("step")
    return stream, begun["run"], {task["task"]: task["pid"] for task in begun["tasks"]}


@pytest.mark.alone
@pytest.mark.parametrize("victim", ["worker:0", "worker:1"])
def test_a_killed_worker_ends_the_run_within_two_seconds(lab, victim):
    stream, run, pids = begin(lab)
    sent = kill(pids[victim])
    finished = stream.until("finished")
    took = time.monotonic() - sent
    code, _ = stream.finish()
    assert code == 1 and finished["status"] == "failed", stream
    failure = finished["failure"]
    assert failure["task"] == victim and failure["signal"] == signal.SIGKILL, failure
    assert victim in failure["message"] and "SIGKILL" in failure["message"] and str(pids[victim]) in failure["message"]
    assert pathlib.Path(failure["log"]).is_file() and isinstance(failure["last_log_lines"], list)
    assert took < 2, f"{took:.2f} s"
    assert not lab.tasks_left()
    states = {task["task"]: task["state"] for task in lab.ok("show", run, "--json").json()["tasks"]}
    assert states[victim] == "failed" and set(states.values()) == {"failed", "stopped"}, states


@pytest.fixture
def little_memory():
    """A memory cgroup whose processes may not have one page more."""
    if os.geteuid() != 0:
        pytest.skip("a memory cgroup needs root")
    version1 = pathlib.Path("/sys/fs/cgroup/memory")
    group = (version1 if version1.is_dir() else pathlib.Path("/sys/fs/cgroup")) / f"trainyard-{os.getpid()}"
    group.mkdir()
    (group / ("memory.limit_in_bytes" if version1.is_dir() else "memory.max")).write_text("4096")
    yield group
    for pid in (group / "cgroup.procs").read_text().split():
        exited(int(pid))
    group.rmdir()


def test_the_out_of_memory_killer_is_named(lab, little_memory):
    stream, run, pids = begin(lab)
    (little_memory / "cgroup.procs").write_text(str(pids["worker:1"]))
    finished = stream.until("finished")
    assert stream.finish()[0] == 1
    failure = finished["failure"]
    assert failure["task"] == "worker:1" and failure["signal"] == signal.SIGKILL, failure
    assert "ran out of memory" in failure["message"], failure


def test_a_killed_worker_in_words(lab):
    human = subprocess.Popen(lab.command("run", lab.run_file(**LONG)), env=lab.env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    watcher_run = None
    while watcher_run is None:
        runs = lab.ok("runs", "--json").json()
        watcher_run = runs[0]["run"] if runs else None
    watcher = lab.stream("watch", watcher_run)
    pids = {task["task"]: task["pid"] for task in watcher.until("started")["tasks"]}
    watcher.until("step")
    kill(pids["worker:1"])
    said = human.communicate(timeout=60)[0]
    assert human.returncode == 1
    for word in ("worker:1", "SIGKILL", "worker-1.a1.log"):
        assert word in said, said
    assert watcher.finish()[0] == 1


def test_a_killed_agent_loses_nothing(lab):
    """The tasks go on under their shims; the next agent finds them, their exits, and every metric once."""
    stream = lab.stream("run", lab.run_file(epochs=60))
    begun = stream.until("started")
    stream.until("step")
    agent = lab.agent_pid()
    kill(agent)
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 1, stream
    assert lab.agent_pid() != agent
    seqs = [event["seq"] for event in stream.events]
    assert seqs == list(range(1, len(seqs) + 1))
    rows = lab.metrics(begun["run"], "--tag", "batch_loss")
    assert [int(row[4]) for row in rows] == list(range(1, 60 * 16 + 1))
    shown = lab.ok("show", begun["run"], "--json").json()
    assert {task["task"]: task["pid"] for task in shown["tasks"]} == {task["task"]: task["pid"] for task in begun["tasks"]}
    assert [(task["exit_code"], task["exit_signal"]) for task in shown["tasks"]] == [(0, 0)] * 2


def test_an_attached_client_stays_through_many_agents(lab):
    """The client starts the next agent at once, while the dying one may still hold the home's lock."""
    stream, run, _ = begin(lab)

    def holder():
        """Who serves the home; nobody while the next one is writing itself in."""
        said = (lab.home / "agent.lock").read_text()
        return json.loads(said)["pid"] if said.endswith("\n") else None

    for _ in range(6):
        killed = holder()
        kill(killed)
        # What the dead one had told is read first; then nothing comes before the client has started another.
        while holder() in (killed, None):
            assert stream.next(), stream
        # An epoch that the new one has not stored yet is told by nobody but itself.
        known = lab.ok("show", run, "--json").json()["epoch"]
        while stream.until("epoch")["epoch"] <= known:
            pass
    lab.ok("stop", run, "--after", "now")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped", stream
    assert [event["seq"] for event in stream.events] == list(range(1, len(stream.events) + 1))


def test_a_task_that_ends_while_no_agent_is_there(lab):
    stream, run, pids = begin(lab)
    stream.process.kill()
    kill(lab.agent_pid())
    kill(pids["worker:1"])
    exited(pids["worker:0"], 60)
    watched = lab.cli("watch", run, "--json")
    events = watched.events()
    assert watched.code == 1, watched
    assert events[-1]["status"] == "failed" and events[-1]["failure"]["task"] == "worker:1", events[-1]
    assert not lab.tasks_left()


def test_a_killed_client_leaves_the_run_going(lab):
    stream, run, _ = begin(lab)
    kill(stream.process.pid)
    watcher = lab.stream("watch", run)
    newest = watcher.until("step")["step"]
    while watcher.until("step")["step"] <= newest:
        pass
    lab.ok("stop", run, "--after", "now")
    assert watcher.finish()[1]["status"] == "stopped"


def test_two_runs_at_once_do_not_meet(lab):
    first = lab.stream("run", lab.run_file(epochs=20))
    second = lab.stream("run", lab.run_file(epochs=20))
    ends = [stream.finish() for stream in (first, second)]
    assert [(code, end["status"]) for code, end in ends] == [(0, "succeeded")] * 2
    assert first.events[0]["run"] != second.events[0]["run"]
    loss = [[row[7] for row in lab.metrics(stream.events[0]["run"], "--tag", "batch_loss")] for stream in (first, second)]
    assert loss[0] == loss[1]


def begin_on(disk, **keys):
    """A run right after its first checkpoint.

    The next one is some seconds away, so that a disk that is filled now stays full: a checkpoint that can't be saved
    gives back what was written of it.
    """
    spec = json.loads(disk.run_file(**LONG).read_text())
    path = disk.root / "on-disk.yaml"
    path.write_text(json.dumps(spec | {"checkpoint": {"every": {"epochs": 30}}} | keys))
    stream = disk.stream("run", path)
    begun = stream.until("started")
    stream.until("checkpoint")
    return stream, begun["run"], {task["task"]: task["pid"] for task in begun["tasks"]}


def fill(folder):
    """Takes every free byte; returns the file that holds them."""
    path = folder / "filler"
    with open(path, "ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass
    return path


def fill_until_noticed(lab, stream):
    """Returns the file that holds every free byte, and the warning of a task that could not write its metrics."""
    filler = fill(lab.home)
    warning = stream.until("warning")
    if warning["code"] != "disk.full":  # the store was first, and what its warning left of the agent's reserve is free
        fill(lab.home)
        warning = stream.until("warning", code="disk.full")
    return filler, warning["message"]


def use_up_names(folder):
    """Creates empty files until the disk refuses one more: it has bytes left, and no inode."""
    for number in itertools.count():
        try:
            (folder / str(number)).touch()
        except OSError:
            return


def whole_checkpoints(lab, run):
    """The names of the run's checkpoints, each byte of which was checked; nothing may be left of one that was not saved."""
    folders = {folder.name: folder for folder in (lab.home / "runs" / run / "checkpoints").iterdir() if folder.is_dir()}
    for name, folder in folders.items():
        assert name.startswith("ckpt-"), f"{name} is left of a checkpoint that was not saved"
        for file, entry in json.loads((folder / "manifest.json").read_text())["files"].items():
            assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == entry["sha256"], folder / file
    return set(folders)


def test_a_disk_that_stays_full_ends_no_training_and_stops_no_order(home_of_size):
    """A warning names it, `change` and `stop` are recorded on the reserve, and `agent stop` ends."""
    lab = home_of_size(160)
    stream, run, pids = begin_on(lab)
    filler, message = fill_until_noticed(lab, stream)
    assert "No space left on device" in message and str(lab.home) in message, message
    assert not any(exited(pid, 0) for pid in pids.values())
    lab.ok("change", run, "--set", "train.epochs=999")
    lab.ok("note", run, "the disk was full " * 500)
    lab.ok("stop", run, "--after", "now")
    finished = stream.until("finished")
    assert stream.finish()[0] == 0 and finished["status"] == "stopped", stream
    assert lab.ok("show", run, "--json").json()["spec"]["train"]["epochs"] == 999
    assert filler.exists() and lab.cli("agent", "stop").code == 0
    assert whole_checkpoints(lab, run)
    rows = [int(row[4]) for row in lab.metrics(run, "--tag", "batch_loss")]
    assert rows == list(range(1, len(rows) + 1)) and len(rows) >= finished["step"]
    assert not lab.tasks_left()


def test_an_agent_killed_on_a_full_disk_is_replaced(home_of_size):
    """By one that stops the run: its first writes use the reserve."""
    lab = home_of_size(160)
    stream, run, pids = begin_on(lab)
    fill_until_noticed(lab, stream)
    os.kill(stream.process.pid, signal.SIGSTOP)  # it would start the next agent
    kill(lab.agent_pid())
    told = lab.cli("agent", "stop")
    os.kill(stream.process.pid, signal.SIGCONT)
    assert told.code == 0 and "tasks of its runs may still be running" in told.err, told
    assert not any(exited(pid, 0) for pid in pids.values())
    lab.ok("stop", run, "--after", "now")
    assert stream.until("finished")["status"] == "stopped", stream
    assert not lab.tasks_left()


def test_a_task_killed_on_a_full_disk_restarts_when_there_is_space(home_of_size):
    """The recovery waits, says for what, and obeys a stop.

    The disk runs out of inodes: the store, whose files exist, records what happens, and no attempt can be launched.
    """
    lab = home_of_size(160, inodes=400)
    stream, run, pids = begin_on(lab, on_failure={"restarts": 1})
    names = lab.home / "names"
    names.mkdir()
    use_up_names(names)
    os.kill(pids["worker:1"], signal.SIGKILL)
    message = stream.until("waiting", code="disk.full")["message"]
    assert "starts when the disk has free space: " in message and str(lab.home) in message, message
    assert lab.ok("show", run, "--json").json()["attempts"] == 2
    shutil.rmtree(names)
    assert stream.until("status", status="running") and stream.until("checkpoint")
    lab.ok("stop", run, "--after", "save")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped" and finished["attempts"] == 2, stream
    assert f"ckpt-{finished['step']}" in whole_checkpoints(lab, run)
    assert not lab.tasks_left()


def begin_with_saves_on(lab, folder):
    """A run right after its first checkpoint: its checkpoints and its model go to `folder`."""
    train = json.loads(lab.run_file(**LONG).read_text())["train"] | {"save_model": str(folder / "model")}
    stream, run, _ = begin_on(lab, train=train, checkpoint={"every": {"epochs": 30}, "dir": str(folder / "kept")})
    return stream, run


def fill_in_a_pause(lab, run, folder):
    """So that no save is half written. Returns the file that holds every free byte, and the step of the pause."""
    paused = lab.ok("pause", run, "--json").json()["from_step"]
    return fill(folder), paused


def resume_past(lab, stream, run, step):
    """From here on no state of the training has been saved: that of the pause may have been."""
    lab.ok("resume", run, "--detach")
    while stream.until("step")["step"] <= step:
        pass


def until_it_waits(stream):
    """Reads up to the warning that the last checkpoint is saved later."""
    while not stream.until("warning", code="disk.full")["message"].startswith("the last checkpoint, of step "):
        pass


def kept_in(folder):
    return {path.name for path in (folder / "kept").iterdir() if path.name.startswith("ckpt-")}


def test_a_save_and_stop_waits_for_space(lab, small_disk):
    """Until there is some, or until the run is stopped without the checkpoint: then the newest one remains."""
    stream, run = begin_with_saves_on(lab, small_disk)
    filler, paused = fill_in_a_pause(lab, run, small_disk)
    resume_past(lab, stream, run, paused)
    lab.ok("stop", run, "--after", "save")
    until_it_waits(stream)
    lab.ok("stop", run, "--after", "now")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped", stream
    assert all(int(name.removeprefix("ckpt-")) <= paused for name in kept_in(small_disk))
    filler.unlink()
    again = lab.stream("resume", run)
    again.until("checkpoint")
    filler, paused = fill_in_a_pause(lab, run, small_disk)
    resume_past(lab, again, run, paused)
    lab.ok("stop", run, "--after", "save")
    until_it_waits(again)
    filler.unlink()
    code, finished = again.finish()
    assert code == 0 and finished["status"] == "stopped" and finished["attempts"] == 2, again
    assert f"ckpt-{finished['step']}" in kept_in(small_disk)


def test_a_training_that_ends_on_a_full_disk_waits_for_space(lab, small_disk):
    stream, run = begin_with_saves_on(lab, small_disk)
    filler, _ = fill_in_a_pause(lab, run, small_disk)
    epochs = lab.ok("show", run, "--json").json()["epoch"] + 3
    lab.ok("change", run, "--set", f"train.epochs={epochs}")
    lab.ok("resume", run, "--detach")
    until_it_waits(stream)
    filler.unlink()
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 1, stream
    assert f"ckpt-{finished['step']}" in kept_in(small_disk) and (small_disk / "model" / "model.json").exists()


def test_a_disk_that_has_room_again_has_lost_no_point(home_of_size):
    lab = home_of_size(160)
    stream, run, _ = begin_on(lab)
    filler, _ = fill_until_noticed(lab, stream)
    filler.unlink()
    newest = stream.until("checkpoint")["step"]
    lab.ok("stop", run, "--after", "save")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "stopped" and finished["attempts"] == 1, stream
    assert finished["step"] >= newest and f"ckpt-{finished['step']}" in whole_checkpoints(lab, run)
    assert [int(row[4]) for row in lab.metrics(run, "--tag", "batch_loss")] == list(range(1, finished["step"] + 1))


def test_what_is_in_the_place_of_the_reserve_is_neither_waited_for_nor_touched(lab):
    """The agent has a file of its own there, for a full disk; without it runs train all the same."""
    place, theirs = lab.home / "disk-reserve", lab.root / "theirs"
    theirs.write_text("theirs")
    lab.home.mkdir(mode=0o700)
    for put in (lambda: os.mkfifo(place), place.mkdir, lambda: place.symlink_to(theirs)):
        put()
        before = place.lstat()
        assert lab.ok("run", lab.run_file(), "--json").events()[-1]["status"] == "succeeded"
        assert place.lstat().st_ino == before.st_ino and theirs.read_text() == "theirs"
        assert f"{place} is in the way: it is not a regular file" in (lab.home / "agent.log").read_text()
        place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
        (lab.home / "agent.log").write_text("")
