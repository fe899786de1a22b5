# SPDX-License-Identifier: Apache-2.0
"""The package `trainyard` for Python against a real agent and real runs. The client for training scripts: test_script_clients.py."""
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tracemalloc

import numpy
import pytest
import safetensors.numpy

from lab import BIN, LIMIT, Lab

PACKAGE = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "plugins/clients/python"
sys.path.insert(0, str(PACKAGE))

import trainyard  # noqa: E402
from trainyard.client import Client  # noqa: E402

PROGRAM = BIN / "trainyard-headless"


def workbench(lab):
    return trainyard.Trainyard(program=PROGRAM, home=lab.home)


@pytest.fixture(scope="module")
def finished():
    """(lab, a run that has succeeded) for the tests that only read."""
    with Lab() as lab:
        run = workbench(lab).start(lab.run_file(), {"name": "<small>"})
        assert run.wait().status == "succeeded"
        yield lab, run.refresh()


@pytest.fixture(autouse=True)
def limited():
    """What waits for an event that does not come is an error, not a hang."""
    def late(number, frame):
        raise TimeoutError(f"took longer than {LIMIT} s")
    former = signal.signal(signal.SIGALRM, late)
    signal.alarm(LIMIT)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, former)


def watchers(lab):
    return [command for command in lab.processes().values() if "trainyard-headless" in command]


def until_step(events, step=1):
    return next(event for event in events if isinstance(event, trainyard.StepFinished) and event.step >= step)


def test_a_run_is_what_the_command_reports(finished):
    lab, run = finished
    raw = lab.ok("runs", "--json").json()
    runs = workbench(lab).runs()
    assert [one.run for one in runs] == [one["run"] for one in raw]
    (shown,) = raw
    assert runs[0] == run
    for name in ("name", "status", "strategy", "model", "attempts", "epoch", "step", "total_steps", "metrics", "can_resume", "paused"):
        assert getattr(run, name) == shown[name], name
    assert run.dir == pathlib.Path(shown["dir"]) and run.created.isoformat(timespec="milliseconds")[:23] == shown["created"][:23]
    assert [(task.task, task.rank, task.exit_code, task.log.exists()) for task in run.tasks()] == [
        ("worker:0", 0, 0, True), ("worker:1", 1, 0, True)]
    details = run.details()
    assert details.spec["train"]["epochs"] == 2 and details.finished.status == "succeeded"
    assert details.figures.parameters.measured == 407050 and details.figures.parameters.estimated == 407050


def test_a_notebook_shows_a_run_and_the_list_as_tables(finished):
    lab, run = finished
    for html in (run._repr_html_(), workbench(lab).runs()._repr_html_()):
        assert html.startswith("<table>") and html.endswith("</table>")
        assert "&lt;small&gt;" in html and "<small>" not in html and "succeeded" in html and "32/32" in html
    assert "batch_loss" in run.history()._repr_html_()
    assert repr(workbench(lab).runs()) == f"<Runs: {run.run} succeeded>"


def test_events_are_the_lines_of_watch(finished):
    lab, run = finished
    events = run.events()
    lines = lab.ok("watch", run.run, "--json").events()
    assert [(event.seq, event.event) for event in events] == [(line["seq"], line["event"]) for line in lines]
    for event, line in zip(events, lines):
        assert not isinstance(event, trainyard.OtherEvent), line
        names = {field.name for field in dataclasses.fields(event)}
        assert set(line) <= names, f"{type(event).__name__} lacks {set(line) - names}"
    assert isinstance(events[-1], trainyard.Finished) and events[-1].metrics == lines[-1]["metrics"]


def test_the_history_has_every_point_exactly(finished):
    lab, run = finished
    rows = lab.metrics(run.run)
    points = sorted(run.history().points())
    assert [(p.attempt, p.task, p.split, p.tag, p.step, p.epoch, p.value) for p in points] == sorted(
        (int(r[0]), r[1], r[2], r[3], int(r[4]), int(r[5]), float(r[7])) for r in rows)
    with run.points("batch_loss") as stream:
        assert [point.step for point in stream] == list(range(1, 33))
    loss = run.history("batch_loss").one("batch_loss")
    arrays = loss.numpy()
    assert arrays.value.dtype == numpy.float64 and arrays.step.dtype == numpy.int64
    assert arrays.step.tolist() == list(loss.step) and arrays.value.tolist() == list(loss.value) and len(loss) == 32
    assert {one.split for one in run.history().select(tag="epoch_loss")} == {"train", "validation"}
    with pytest.raises(KeyError, match="no points of epoch_loss .test.; there are .*epoch_loss .validation."):
        run.history().one("epoch_loss", "test")


def test_checkpoints_are_listed_verified_and_read(finished):
    lab, run = finished
    checkpoints = run.checkpoints()
    raw = lab.ok("checkpoints", run.run, "--json").json()
    assert [(one.step, str(one.path), one.bytes) for one in checkpoints] == [(r["step"], r["path"], r["bytes"]) for r in raw]
    newest = checkpoints[-1]
    assert newest.verify() == trainyard.Verification(newest.path, True, newest.bytes, ())
    for read, name in ((newest.weights(), "model"), (newest.optimizer(), "optimizer")):
        expected = safetensors.numpy.load_file(newest.path / f"{name}.safetensors")
        assert set(read) == set(expected) and len(expected) > 3
        for tensor, value in expected.items():
            assert read[tensor].dtype == value.dtype and numpy.array_equal(read[tensor], value), tensor
    assert newest.weights().info["dense.weight"].shape == (512, 784)


def test_a_cut_checkpoint_is_found(finished, tmp_path):
    _, run = finished
    whole = run.checkpoints()[-1]
    cut = dataclasses.replace(whole, path=shutil.copytree(whole.path, tmp_path / "cut"))
    os.truncate(cut.path / "model.safetensors", 1000)
    found = cut.verify()
    assert not found.ok and found.problems and found.problems[0].code and "model.safetensors" in found.problems[0].message
    with pytest.raises(trainyard.SafetensorsError, match="model.safetensors: cut short or damaged: it has 1000 bytes"):
        cut.weights()


def test_every_data_type_of_safetensors(tmp_path):
    draw = numpy.random.default_rng(1)
    tensors = {name: draw.integers(0, 2, (3, 5)).astype(name) for name in (
        "bool", "uint8", "int8", "uint16", "int16", "float16", "uint32", "int32", "float32", "uint64", "int64", "float64")}
    tensors |= {"scalar": numpy.array(7.5), "empty": numpy.zeros((0, 4), "float32")}
    safetensors.numpy.save_file(tensors, tmp_path / "all", metadata={"format": "np"})
    read = trainyard.Safetensors(tmp_path / "all")
    assert read.metadata == {"format": "np"} and set(read) == set(tensors)
    for name, value in tensors.items():
        assert read[name].dtype == value.dtype and read[name].shape == value.shape and numpy.array_equal(read[name], value), name
    half = numpy.array([1.5, -2.0, 3e38], "float32")
    write_safetensors(tmp_path / "half", {"x": {"dtype": "BF16", "shape": [3], "data_offsets": [0, 6]},
                                          "y": {"dtype": "F8_E4M3", "shape": [1], "data_offsets": [6, 7]}},
                      (half.view("uint32") >> 16).astype("<u2").tobytes() + b"\0")
    read = trainyard.Safetensors(tmp_path / "half")
    assert read["x"].dtype == numpy.float32 and numpy.array_equal(read["x"], (half.view("uint32") & 0xFFFF0000).view("float32"))
    with pytest.raises(trainyard.SafetensorsError, match="y is F8_E4M3, which NumPy has not"):
        read["y"]


def write_safetensors(path, header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


@pytest.mark.parametrize("header, data, problem", [
    ({"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"1234", "cut short or damaged"),
    ({"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"12345678more", "cut short or damaged"),
    ({"x": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}}, b"12345678", "do not hold F32"),
    ({"x": {"dtype": "F3", "shape": [2], "data_offsets": [0, 8]}}, b"12345678", "unknown data type F3"),
    ({"x": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}}, b"12345678", "natural number"),
    ({"x": {"dtype": "U8", "shape": [4], "data_offsets": [4, 8]}}, b"12345678", "begins at byte"),
    ({"x": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}, "y": {"dtype": "U8", "shape": [4], "data_offsets": [2, 6]}},
     b"123456", "begins at byte"),
    (b'{"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', b"1", "twice"),
    (b"[1]", b"", "cannot be read"), (b"{", b"", "cannot be read"), (b"\xff", b"", "cannot be read")])
def test_a_wrong_safetensors_file_is_refused(tmp_path, header, data, problem):
    path = write_safetensors(tmp_path / "wrong", header, data)
    with pytest.raises(trainyard.SafetensorsError, match=problem) as refused:
        trainyard.Safetensors(path)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"1234567", struct.pack("<Q", 1 << 40) + b"{}"])
def test_what_is_no_safetensors_file_is_refused(tmp_path, content):
    (tmp_path / "wrong").write_bytes(content)
    with pytest.raises(trainyard.SafetensorsError, match="cut short, or not a safetensors file"):
        trainyard.Safetensors(tmp_path / "wrong")


def test_a_fifo_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "model.safetensors")
    with pytest.raises(trainyard.SafetensorsError, match="model.safetensors: not a regular file"):
        trainyard.Safetensors(tmp_path / "model.safetensors")


def test_errors_carry_exit_code_id_and_sentence(finished):
    lab, run = finished
    ty = workbench(lab)
    for wrong in (lambda: ty.run("nope"), lambda: ty.run("-x"), lambda: list(dataclasses.replace(run, run="nope").watch()),
                  lambda: dataclasses.replace(run, run="nope").history(), lambda: dataclasses.replace(run, run="nope").stop()):
        with pytest.raises(trainyard.TrainyardError) as error:
            wrong()
        assert (error.value.exit_code, error.value.id) == (3, "run.not_found")
        assert error.value.message.startswith("there is no run ")
    with pytest.raises(trainyard.TrainyardError) as error:
        run.pause()
    assert (error.value.exit_code, error.value.id) == (3, "run.not_running")
    with pytest.raises(trainyard.TrainyardError) as error:
        run.history("no_such_tag")
    assert (error.value.exit_code, error.value.id) == (3, "metrics.tag_not_found")
    with pytest.raises(trainyard.TrainyardError) as error:
        ty.start(lab.run_file(name="wrong.yaml"), {"train.epochs": -1})
    assert error.value.exit_code == 3 and error.value.problems[0].severity == "error" and "train.epochs" in error.value.problems[0].path
    assert error.value.problems[0].message in str(error.value)
    assert not watchers(lab)


def test_a_problem_names_its_place_and_its_key():
    problem = trainyard.Problem("error", "command.key", "the program decides this itself", path="seed", file="k.yaml", line=4)
    assert str(problem) == "k.yaml:4: seed: the program decides this itself"
    assert str(trainyard.TrainyardError("refused", problems=[problem])).endswith("\n  k.yaml:4: seed: the program decides this itself")
    assert str(dataclasses.replace(problem, path="", fix="remove it")) == "k.yaml:4: the program decides this itself; remove it"


def test_a_missing_command_or_agent_is_an_error(lab, monkeypatch):
    monkeypatch.setenv("TRAINYARD", str(lab.root / "nothing"))
    with pytest.raises(trainyard.CommandNotFound, match="nothing is not a program, and TRAINYARD names it"):
        trainyard.Trainyard()
    monkeypatch.delenv("TRAINYARD")
    monkeypatch.setenv("PATH", str(lab.root))
    with pytest.raises(trainyard.CommandNotFound, match="no trainyard-headless in PATH"):
        trainyard.Trainyard()
    monkeypatch.setenv("PATH", str(BIN))
    assert len(trainyard.Trainyard(home=lab.home).runs()) == 0
    alone = shutil.copy(PROGRAM, lab.root / "trainyard-headless")
    with pytest.raises(trainyard.TrainyardError) as error:
        trainyard.Trainyard(program=alone, home=lab.root / "other").runs()
    assert error.value.exit_code == 5 and error.value.id and "agent" in error.value.message


ROW = json.dumps({"attempt": 1, "task": "worker:0", "split": "train", "tag": "loss", "step": 1, "epoch": 0, "wall_time": 1, "value": "NaN"})


@pytest.mark.parametrize("script, exit_code, id, message", [
    # As `metrics` does when the agent is lost in between: the error follows the last point on the same line.
    (f"printf '[\\n%s,\\n%s{{\"error\":{{}}}}\\n' '{ROW}' '{ROW}'; echo 'trainyard: the agent is lost' >&2; exit 5", 5, "client.output",
     "the command exited with 5: trainyard: the agent is lost"),
    (f"printf '[\\n%s,\\n' '{ROW}'; kill -KILL $$", -9, "client.output", "the command was ended by signal 9: what it printed is not"),
    (f"printf '[\\n%s,\\n' '{ROW}'; printf '{{\"error\":{{\"code\":\"a.b\",\"message\":\"words\"}}}}\\n'; exit 3", 3, "a.b", "words"),
    (f"printf '[\\n%s\\nwords\\n' '{ROW}'", 0, "client.output", "the command exited with 0: what it printed is not the JSON")])
def test_an_end_in_the_middle_is_an_error(finished, tmp_path, script, exit_code, id, message):
    (tmp_path / "command").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "command").chmod(0o755)
    _, run = finished
    broken = dataclasses.replace(run, command=dataclasses.replace(run.command, words=(str(tmp_path / "command"),)))
    with pytest.raises(trainyard.TrainyardError) as error, broken.points() as points:
        assert numpy.isnan(next(points).value)
        list(points)
    assert (error.value.exit_code, error.value.id) == (exit_code, id) and error.value.message.startswith(message)
    with pytest.raises(trainyard.TrainyardError):
        broken.refresh()


def test_a_command_of_another_version_is_an_error(finished, tmp_path):
    _, run = finished
    (tmp_path / "command").write_text("""#!/bin/sh\necho '{"run":"small-1","name":7}'\n""")
    (tmp_path / "command").chmod(0o755)
    with pytest.raises(trainyard.TrainyardError, match="has 7 for Run.name: .* differ in version; update both"):
        trainyard.Trainyard(program=tmp_path / "command").run("small-1")


def test_start_watch_and_control(lab):
    ty = workbench(lab)
    run = ty.start(lab.run_file(), {"name": "controlled", "train.epochs": 2000})
    for event in run.watch():
        if isinstance(event, trainyard.StepFinished):
            break
    assert not watchers(lab)  # the iterator was left
    with run.watch() as events:
        until_step(events)
        assert watchers(lab)
    assert not watchers(lab) and not list(events)
    assert run.refresh().status == "running"
    paused = run.pause()
    with run.watch() as events:
        assert any(isinstance(event, trainyard.Warned) and event.message == f"paused after step {paused}" for event in events)
    assert run.refresh().paused and "paused" in run.refresh()._repr_html_()
    assert run.resume().run == run.run
    run.change({"train.optimizer.adam.learning_rate": 5e-4})
    run.stop()
    stopped = run.wait()
    assert stopped.status == "stopped" and run.refresh().can_resume
    (saved,) = [one for one in run.checkpoints() if one.step == stopped.step]
    branched = run.branch(saved, {"train.epochs": stopped.epoch + 2, "name": "branch “ü” 🙂"})
    assert branched.run != run.run and branched.name == "branch “ü” 🙂" and branched.parent == run.run
    assert branched.wait().epoch == stopped.epoch + 1
    again = run.resume({"train.epochs": stopped.epoch + 2}, from_=saved)
    assert again.run == run.run and again.wait().attempts == 2
    assert [one.attempt for one in run.history("batch_loss")] == [1, 2]
    assert run.history().one("batch_loss").attempt == 2


def test_a_failed_run_raises(lab):
    run = workbench(lab).start(lab.run_file(), {"inject.step": 5})
    with pytest.raises(trainyard.RunFailed) as error:
        run.wait()
    failure = error.value.finished.failure
    assert (error.value.exit_code, error.value.id) == (1, failure.code) and failure.message in str(error.value)
    assert run.wait(check=False) == error.value.finished
    assert run.refresh().status == "failed" and run.refresh().failure in run.refresh()._repr_html_()


INTERRUPTED = """
import sys
sys.path.insert(0, sys.argv[1])
import trainyard
run = trainyard.Trainyard(program=sys.argv[2], home=sys.argv[3]).run(sys.argv[4])
try:
    for event in run.watch():
        print(event.event, flush=True)
except KeyboardInterrupt:
    print("interrupted, and the run is", run.refresh().status, flush=True)
"""


def test_ctrl_c_ends_the_watching_and_not_the_run(lab):
    run = workbench(lab).start(lab.run_file(), {"train.epochs": 2000})
    script = subprocess.Popen([sys.executable, "-c", INTERRUPTED, PACKAGE, PROGRAM, lab.home, run.run], stdout=subprocess.PIPE,
                              start_new_session=True, text=True)
    assert any(line == "step\n" for line in script.stdout)
    os.killpg(script.pid, signal.SIGINT)  # as a terminal does
    assert script.stdout.read().endswith("interrupted, and the run is running\n")
    assert script.wait(LIMIT) == 0 and not watchers(lab)
    run.stop("now")
    assert run.wait().status == "stopped"


def test_a_stream_of_points_needs_the_memory_of_one(lab):
    count = 20000
    with Client(lab.root / "logs") as client:
        for step in range(count):
            client.log("loss", step / 4, step)
    (imported,) = lab.ok("import", lab.root / "logs", "--json").json()["runs"]
    run = workbench(lab).run(imported["run"])
    assert run.status == "imported" and len(run.events()) == 1
    tracemalloc.start()
    with run.points() as points:
        total = sum(point.value for point in points)
        _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert total == sum(range(count)) / 4
    assert peak < 1 << 20, f"{peak} bytes for {count} points"
    assert run.history("loss")[0].numpy().value.sum() == total
    with pytest.raises(trainyard.TrainyardError, match="has no end to wait for: it is imported"):
        run.wait()


def test_the_example_trains_and_compares(lab):
    example = PACKAGE.parents[2] / "resources/examples/notebook/learning-rates.py"
    done = subprocess.run([sys.executable, example, lab.run_file()], capture_output=True, text=True, timeout=LIMIT,
                          env=lab.env | {"TRAINYARD": str(PROGRAM), "PYTHONPATH": str(PACKAGE)})
    assert done.returncode == 0, done
    assert len(workbench(lab).runs()) == 3 and "32 steps, loss " in done.stdout and "dense.weight F32 [512, 784]" in done.stdout


def test_pip_installs_it_offline(tmp_path):
    source = shutil.copytree(PACKAGE, tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps",
                    "--disable-pip-version-check", "--root-user-action=ignore", "--target", tmp_path / "site", source], check=True)
    assert (tmp_path / "site/trainyard/py.typed").exists()
    shown = subprocess.run([sys.executable, "-c", "import trainyard, trainyard.client; print(trainyard.__file__)"], check=True,
                           capture_output=True, text=True, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "site")})
    assert shown.stdout.strip() == str(tmp_path / "site/trainyard/__init__.py")


def test_what_a_program_has_written_has_no_weights_to_read(tmp_path):
    one = trainyard.Checkpoint(run="own-1", step=50, epoch=0, path=tmp_path / "step-50.json", time=None, bytes=2, metrics={},
                               pinned=False, backup=False, best=False, state="reported", attempt=1, stall_ms=0, write_ms=0, command=None)
    for read in (one.weights, one.optimizer):
        with pytest.raises(trainyard.TrainyardError, match="only that program can read it") as error:
            read()
        assert error.value.id == "checkpoint.reported"
