# SPDX-License-Identifier: Apache-2.0
"""Tasks that somebody starts by hand, TF_CONFIG in their environment and no agent anywhere (guide 001)."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest

from lab import BIN, EXAMPLES, LIMIT, Lab, Stream


def free_ports(count):
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Shells:
    """One shell a task, all in one folder."""

    def __init__(self, lab, ports, run_file, folder="work"):
        self.lab, self.ports, self.run_file = lab, ports, run_file
        self.folder = lab.root / folder
        self.folder.mkdir(exist_ok=True)

    def cluster(self):
        return {"worker": [f"127.0.0.1:{port}" for port in self.ports]}

    def start(self, index, role="worker", cluster=None, run_file=None, threads="1"):
        config = {"task": {"type": role, "index": index}}
        if role != "evaluator":
            config["cluster"] = cluster or self.cluster()
        env = {key: value for key, value in self.lab.env.items() if key != "TF_CONFIG"}
        env |= {"TF_CONFIG": json.dumps(config)} | ({"OMP_NUM_THREADS": threads} if threads else {})
        stream = Stream([str(BIN / "trainyard-worker"), str(run_file or self.run_file), "--json"], env=env, cwd=self.folder)
        self.lab._streams.append(stream)
        return stream

    def checkpoints(self):
        return sorted(path.name for path in (self.folder / "small/checkpoints").glob("ckpt-*"))


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


def shells(lab, count=2, **train):
    return Shells(lab, free_ports(count), lab.run_file(**train))


def losses(stream):
    return [event["metrics"]["loss"] for event in stream.events if event["event"] == "epoch"]


def test_two_shells_train_together(lab):
    """As the guide has it, and to the bit what an agent's two workers come to."""
    both = shells(lab)
    first, second = both.start(0), both.start(1)
    assert first.finish()[0] == 0, first
    assert second.finish()[0] == 0, second
    started = next(event for event in first.events if event["event"] == "started")
    assert [task["task"] for task in started["tasks"]] == ["worker:0", "worker:1"]
    assert {task["pid"] for task in started["tasks"]} == {first.process.pid, second.process.pid}
    assert started["replicas"] == 2 and started["total_steps"] == 32
    assert first.events[-1]["status"] == second.events[-1]["status"] == "succeeded"
    assert [event["seq"] for event in first.events] == list(range(1, len(first.events) + 1))
    assert both.checkpoints() == ["ckpt-16", "ckpt-32"]
    by_agent, _ = lab.finished(both.run_file)
    assert losses(first) == [event["metrics"]["loss"] for event in by_agent if event["event"] == "epoch"]
    assert first.events[-1]["metrics"]["val_loss"] == by_agent[-1]["metrics"]["val_loss"]


def alone(lab, run_file, *args, under=()):
    """The only worker: no TF_CONFIG."""
    env = {key: value for key, value in lab.env.items() if key != "TF_CONFIG"} | {"OMP_NUM_THREADS": "1"}
    stream = Stream([*under, str(BIN / "trainyard-worker"), str(run_file), "--json", *args], env=env, cwd=lab.root)
    lab._streams.append(stream)
    return stream


def test_memory_that_runs_out_is_reported_without_a_stack(lab):
    wide = {"dense": {"units": 100000}}  # 40 GB between two of them
    run_file = lab.run_file(model={"layers": [{"flatten": {}}, wide, wide, {"dense": {"units": 10}}]})
    stream = alone(lab, run_file, under=("prlimit", f"--as={8 << 30}"))
    code, last = stream.finish()
    assert code == 1 and last["failure"]["code"] == "task.memory", stream
    assert "not enough memory" in last["failure"]["message"] and "ulimit -v" in last["failure"]["message"], stream
    assert "frame #" not in last["failure"]["message"], stream


def test_set_changes_values_as_the_examples_header_advises(lab):
    stream = alone(lab, lab.run_file(), "--set", "train.epochs=1", "--set", "train.max_steps=3")
    code, last = stream.finish()
    assert code == 0 and last["step"] == 3, stream
    for wrong, words in (("train.epochs", "expected key.path=value"), ("train.epocs=1", "unknown key `epocs`")):
        stream = alone(lab, lab.run_file(), "--set", wrong)
        assert stream.finish()[0] in (2, 3) and words in stream.stderr(), stream


def test_nothing_is_said_of_nccl_where_it_is_not_used(lab):
    stream = alone(lab, lab.run_file(), "--set", "device=auto", "--set", "train.max_steps=1")
    assert stream.finish()[0] == 0 and "computes on " in stream.stderr() and "NCCL" not in stream.stderr(), stream


def test_a_damaged_file_of_the_last_attempt_is_named(lab):
    assert alone(lab, lab.run_file(), "--set", "train.max_steps=1").finish()[0] == 0
    file = lab.root / "small/attempt.json"
    for text, words in (("{", "parse error at line 1"), ('{"attempt": "two"}', "type must be number, but is string"), ("[]", "is damaged")):
        file.write_text(text)
        stream = alone(lab, lab.run_file(), "--set", "train.max_steps=2")
        code, last = stream.finish()
        message = last["failure"]["message"]
        assert code == 1 and str(file) in message and words in message and "json.exception" not in message, stream


def test_missing_data_is_said_before_the_others_are_waited_for(lab):
    for source in ("train", "validation"):
        data = json.loads(lab.run_file().read_text())["train"]["data"]
        data[source] = {"csv": str(lab.root / "nothing.csv")}
        both = shells(lab, data=data)
        stream = both.start(1)
        code, _ = stream.finish()
        assert code not in (0, None) and "nothing.csv" in stream.stderr(), stream
        assert not any(event["event"] == "waiting" for event in stream.events), stream


@pytest.mark.parametrize("key, value", [("on_failure.stall_seconds", "5"), ("on_failure.restarts", "7"), ("tf_config", "{environment: cloud}"),
                                        ("on_failure.not_finite", "{roll_back: {cut: 0.1}}")])
def test_what_only_an_agent_does_is_refused_by_its_key(lab, key, value):
    stream = alone(lab, lab.run_file(), "--set", f"{key}={value}")
    assert stream.finish()[0] == 3 and f"{key}: only an agent does this" in stream.stderr(), stream


def test_tasks_on_one_machine_share_its_cores(lab):
    both = shells(lab)
    cores = len(os.sched_getaffinity(0))
    streams = [both.start(index, threads=None) for index in (0, 1)]
    for stream in streams:
        assert stream.finish()[0] == 0, stream
        assert f"{max(1, cores // 2)} of {cores} cores: TF_CONFIG has 2 tasks on this machine" in stream.stderr(), stream


def test_the_chief_comes_last_and_the_wait_is_reported(lab):
    both = shells(lab)
    other = both.start(1)
    told = other.until("waiting")
    assert told["code"] == "rendezvous.waiting" and told["since"] <= told["time"]
    assert f"missing worker:0 at 127.0.0.1:{both.ports[0]}" in told["message"]
    chief = both.start(0)
    assert chief.finish()[0] == 0, chief
    assert other.finish()[0] == 0, other


def test_the_chief_waits_without_limit_and_names_the_missing_tasks(lab):
    both = shells(lab, 3)
    chief, other = both.start(0), both.start(1)
    message = chief.until("waiting")["message"]
    while "2/3" not in message:
        message = chief.until("waiting")["message"]
    assert message == f"2/3 joined, missing worker:2 at 127.0.0.1:{both.ports[2]}"
    chief.process.send_signal(signal.SIGINT)
    assert chief.finish()[0] == 130, chief
    assert chief.events[-1]["status"] == "stopped"
    assert other.finish()[0] == 1, other


@pytest.mark.alone
def test_another_cluster_on_one_worker_ends_all_with_the_difference(lab):
    both = shells(lab, 2)
    third = free_ports(1)[0]
    chief = both.start(0)
    wrong = both.cluster()
    wrong["worker"].append(f"127.0.0.1:{third}")
    other = both.start(1, cluster=wrong)
    begun = time.monotonic()
    for stream in (chief, other):
        code, last = stream.finish()
        assert code == 3, stream
        assert last["failure"]["code"] == "cluster.digest"
        assert f"worker:2 (127.0.0.1:{third}) is only here" in last["failure"]["message"]
    assert time.monotonic() - begun < 10


def test_another_run_file_on_one_worker_is_refused(lab):
    both = shells(lab)
    chief = both.start(0)
    text = json.loads(both.run_file.read_text())
    text["train"]["data"]["batch_size"] = 32
    other_file = lab.root / "other.yaml"
    other_file.write_text(json.dumps(text))
    other = both.start(1, run_file=other_file)
    for stream in (chief, other):
        code, last = stream.finish()
        assert code == 3, stream
        assert last["failure"]["code"] == "run.differs"
        assert "train.data.batch_size 32 here and 16 there" in last["failure"]["message"]


@pytest.mark.parametrize("config, code", [
    ("{", "tf_config.no_json"),
    ('{"cluster": {"worker": ["localhost:1"]}, "task": {"type": "worker", "index": 1}}', "cluster.index_range"),
    ('{"cluster": {"worker": ["localhost:1", "localhost:1"]}, "task": {"type": "worker", "index": 0}}',
     "cluster.duplicate_address"),
    ('{"cluster": {"worker": ["no-such-host.invalid:1", "no-such-host.invalid:2"]}, "task": {"type": "worker", "index": 0}}',
     "cluster.unknown_host"),
    ('{"cluster": {"worker": ["192.0.2.1:4444", "192.0.2.1:4445"]}, "task": {"type": "worker", "index": 0}}',
     "cluster.not_this_host"),
])
def test_a_wrong_tf_config_is_refused(lab, config, code):
    env = lab.env | {"TF_CONFIG": config}
    done = subprocess.run([BIN / "trainyard-worker", lab.run_file(), "--json"], env=env, cwd=lab.root, capture_output=True,
                          timeout=LIMIT)
    assert done.returncode == 3, done
    assert code in done.stdout.decode() + done.stderr.decode() or "TF_CONFIG" in done.stderr.decode(), done


def test_an_empty_path_is_wrong_use(lab):
    done = subprocess.run([BIN / "trainyard-worker", ""], env=lab.env, cwd=lab.root, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 2 and "an empty path names nothing" in done.stderr, done


def test_a_port_in_use_names_its_owner(lab):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        both = Shells(lab, [taken.getsockname()[1], *free_ports(1)], lab.run_file())
        code, last = both.start(0).finish()
    assert code != 0
    assert last["failure"]["code"] == "port.in_use"
    assert f"(pid {os.getpid()})" in last["failure"]["message"]


@pytest.mark.alone
def test_a_killed_peer_is_named(lab):
    both = shells(lab, epochs=100000)
    first, second = both.start(0), both.start(1)
    first.until("step")
    begun = time.monotonic()
    second.process.kill()
    code, last = first.finish()
    assert code == 1 and time.monotonic() - begun < 10
    assert last["status"] == "failed" and last["failure"]["task"] == "worker:1"
    assert f"(pid {second.process.pid})" in last["failure"]["message"]


def test_a_signal_saves_and_the_same_commands_continue(lab):
    both = shells(lab, epochs=400)
    first, second = both.start(0), both.start(1)
    first.until("step")
    first.process.send_signal(signal.SIGTERM)
    assert first.finish()[0] == 75, first
    assert second.finish()[0] == 75, "what starts each of them again after 75 starts both"
    assert first.events[-1]["status"] == second.events[-1]["status"] == "preempted"
    stopped_at = first.events[-1]["step"]
    first, second = both.start(0), both.start(1)
    attempt = first.until("attempt")
    assert attempt["number"] == 2 and attempt["from_step"] == stopped_at
    first.process.send_signal(signal.SIGINT)
    assert first.finish()[0] == 130, first
    assert second.finish()[0] == 0, second


def test_a_task_without_the_chiefs_checkpoint_ends_all_of_them(lab):
    """As on machines that share no folder, when the same commands are to continue."""
    both = shells(lab, epochs=400)
    apart = Shells(lab, both.ports, both.run_file, "apart")
    first, second = both.start(0), apart.start(1)
    first.until("checkpoint")
    first.process.send_signal(signal.SIGTERM)
    assert (first.finish()[0], second.finish()[0]) == (75, 0), "what folders that are not shared tell nobody"
    newest = max(both.checkpoints(), key=lambda name: int(name.split("-")[1]))
    first, second = both.start(0), apart.start(1)
    for stream in [first, second]:
        assert stream.finish()[0] == 3, stream
        assert f"the chief continues from {newest}, which worker:1 does not have at {apart.folder}" in stream.stderr(), stream
    shutil.copytree(both.folder / "small/checkpoints" / newest, apart.folder / "small/checkpoints" / newest)
    first, second = both.start(0), apart.start(1)
    assert first.until("attempt")["from_step"] == int(newest.split("-")[1])
    first.process.send_signal(signal.SIGINT)
    assert first.finish()[0] == 130, first
    assert second.finish()[0] == 0, second


def test_tf_config_is_the_cluster_whatever_the_file_has(lab):
    """The file is for parameter servers on an agent's nodes; the shells are two workers, with an evaluator of the file's."""
    both = shells(lab, epochs=2)
    text = json.loads(both.run_file.read_text())
    text["cluster"] = {"chief": ["local"], "ps": ["local"], "worker": ["local"] * 3, "evaluator": ["local"]}
    both.run_file.write_text(json.dumps(text))
    first, second = both.start(0), both.start(1)
    assert first.finish()[0] == 0, first
    assert second.finish()[0] == 0, second
    assert first.events[-1]["status"] == "succeeded" and "val_loss" not in first.events[-1]["metrics"]


def test_roles_of_tf_config_are_checked_in_its_own_words(lab):
    ports = free_ports(2)
    config = {"cluster": {"worker": [f"127.0.0.1:{ports[0]}"], "ps": [f"127.0.0.1:{ports[1]}"]}, "task": {"type": "worker", "index": 0}}
    done = subprocess.run([BIN / "trainyard-worker", lab.run_file()], env=lab.env | {"TF_CONFIG": json.dumps(config)}, cwd=lab.root,
                          capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 3 and "TF_CONFIG: cluster.ps" in done.stderr, done


def test_without_tf_config_there_is_one_worker(lab):
    env = {key: value for key, value in lab.env.items() if key != "TF_CONFIG"}
    done = subprocess.run([BIN / "trainyard-worker", lab.run_file()], env=env, cwd=lab.root, capture_output=True, text=True,
                          timeout=LIMIT)
    assert done.returncode == 0, done
    assert "1 replica, global batch 16" in done.stdout and "Epoch 2/2" in done.stdout
    assert re.search(r"^  worker:0 \(pid \d+\)$", done.stdout, re.M), "it has no address"
    assert "TF_CONFIG is not set" in done.stderr and "although `cluster` has 2 tasks" in done.stderr, "it was meant to be one of two"
    assert "succeeded after step 64" in done.stdout


def test_a_manually_started_evaluator_follows(lab):
    both = shells(lab, epochs=6, evaluation={"sidecar": {"checkpoints": "every"}})
    text = json.loads(both.run_file.read_text()) | {"checkpoint": {"keep": 0}}
    both.run_file.write_text(json.dumps(text))
    evaluator = both.start(0, role="evaluator")
    first, second = both.start(0), both.start(1)
    assert first.finish()[0] == 0, first
    assert second.finish()[0] == 0, second
    assert evaluator.finish()[0] == 0, evaluator
    steps = [event["step"] for event in evaluator.events if event["event"] == "evaluation"]
    assert steps == [16, 32, 48, 64, 80, 96]
    assert "val_loss" not in first.events[-1]["metrics"]


def test_a_whole_model_is_saved_loaded_and_trained_on(lab):
    """Guide 001: everyone saves, the chief's stays; then one worker loads it and goes on. A second training replaces it."""
    both = shells(lab, save_model=f"{lab.root}/out/./keras-model/")
    for run_file in (lab.run_file(name="short.yaml", save_model=f"{lab.root}/out/./keras-model/", epochs=1), both.run_file):
        first, second = both.start(0, run_file=run_file), both.start(1, run_file=run_file)
        assert first.finish()[0] == 0, first
        assert second.finish()[0] == 0, second
    model = lab.root / "out/keras-model"
    assert sorted(path.name for path in model.iterdir()) == ["manifest.json", "model.json", "model.safetensors",
                                                             "optimizer.safetensors", "owner.json", "state.json"]
    assert [path.name for path in model.parent.iterdir()] == ["keras-model"], "workertemp_1 is removed"
    newest = both.folder / "small/checkpoints/ckpt-32/model.safetensors"
    assert (model / "model.safetensors").read_bytes() == newest.read_bytes()
    alone = lab.run_file(name="alone.yaml", model={"saved": str(model)}, epochs=1)
    text = json.loads(alone.read_text()) | {"cluster": {}}
    alone.write_text(json.dumps(text))
    events, _ = lab.finished(alone)
    assert events[-1]["status"] == "succeeded"
    fresh, _ = lab.finished(lab.run_file(name="fresh.yaml", epochs=1))
    assert events[-1]["metrics"]["loss"] < fresh[-1]["metrics"]["loss"]


@pytest.mark.parametrize("name", ["attempt.json", "finished.json", "notes.txt", ".git/config", "checkpoints/epoch-1.h5"])
def test_a_folder_of_another_user_is_not_used_for_a_run(lab, name):
    """A run by hand has its files in ./<name>/, and begins by removing what its last attempt has left there."""
    theirs = lab.root / "small" / name
    theirs.parent.mkdir(parents=True)
    theirs.write_text("of somebody else")
    both = shells(lab)
    both.folder = lab.root
    for index in (0, 1):
        code, last = both.start(index).finish()
        assert code == 3 and last["failure"]["code"] == "run.dir_taken", last
        assert "was not written by a run" in last["failure"]["message"], last
    assert [path for path in (lab.root / "small").rglob("*") if path.is_file()] == [theirs]


def test_checkpoints_that_were_copied_into_the_folder_are_resumed_from(lab):
    before = Shells(lab, free_ports(2), lab.run_file(epochs=1), folder="before")
    for stream in [before.start(index) for index in (0, 1)]:
        assert stream.finish()[0] == 0, stream
    both = shells(lab, epochs=2)
    (both.folder / "small").mkdir()
    shutil.copytree(before.folder / "small/checkpoints", both.folder / "small/checkpoints")
    chief, other = both.start(0), both.start(1)
    for stream in (chief, other):
        assert stream.finish()[0] == 0, stream
    attempt = next(event for event in chief.events if event["event"] == "attempt")
    assert attempt["from_checkpoint"] == str(both.folder / "small/checkpoints" / before.checkpoints()[-1]), attempt


def test_two_runs_of_one_name_do_not_share_a_folder(lab):
    first = shells(lab, count=1, epochs=400).start(0)
    first.until("step")
    second = shells(lab, count=1, epochs=1).start(0)
    code, last = second.finish()
    assert code == 3 and last["failure"]["code"] == "checkpoint.dir_in_use", last
    assert "is in use by" in last["failure"]["message"], last
    first.process.send_signal(signal.SIGINT)
    assert first.finish()[0] == 130


def test_a_folder_that_is_no_model_is_not_replaced(lab):
    (lab.root / "precious").mkdir()
    (lab.root / "precious/file").touch()
    both = shells(lab, save_model=str(lab.root / "precious"))
    code, last = both.start(0).finish()
    assert code == 3 and (last is None or last["failure"]["code"] == "save_model.exists")
    assert (lab.root / "precious/file").exists()


def test_bench_measures_the_machine_and_leaves_nothing(lab):
    before = sorted(lab.root.rglob("*"))
    result = lab.ok("bench", "--json")
    found = result.json()
    assert [(one["model"], one["workers"]) for one in found["training"]] == [
        (model, workers) for model in ("mlp", "mnist_cnn", "fashion_cnn") for workers in (1, 2)]
    for one in found["training"]:
        assert one["ms_per_step"] > 0 and one["steps_per_s"] > 0, result
        assert one["samples_per_s"] == pytest.approx(64 * one["workers"] * one["steps_per_s"], rel=0.01), result
    assert found["cores"] == len(os.sched_getaffinity(0)) and found["disk_write_bytes_per_s"] > 0, result
    assert found["matmul"]["one"] > 0 and (found["matmul"]["two"] > 0) == (found["cores"] > 1), result
    assert sorted(lab.root.rglob("*")) == before, "no home, no agent, no run"


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_bench_ends_its_workers_when_it_is_interrupted(lab, sent, code):
    before = sorted(lab.root.rglob("*"))
    bench = subprocess.Popen(lab.command("bench"), env=lab.env, cwd=lab.root, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert bench.stderr.readline() == "mlp, workers: 1\n"
    bench.send_signal(sent)
    out, _ = bench.communicate(timeout=LIMIT)  # the workers have its pipes no more either
    assert bench.returncode == code and out == "", out
    assert sorted(lab.root.rglob("*")) == before
