# SPDX-License-Identifier: Apache-2.0
"""What cannot run is refused before anything starts: exit code 3 (2: usage), a sentence that says what, where and what to do,
and nothing left behind."""
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess

import numpy
import pytest
import safetensors.numpy

from lab import BIN


def assert_refused(lab, result, *words, code=3):
    assert result.code == code, result
    for word in words:
        assert str(word) in result.err, f"{word!r} is not in stderr of {result}"
    assert not lab.tasks_left()
    # No half-made run may be shown as one.
    if lab.home.exists():
        assert lab.ok("runs", "--json").json() == []
        assert not list(lab.home.glob("runs/*/logs/*"))


def test_missing_data_file(lab):
    file = lab.run_file()
    next(lab.root.glob("images-512-1.gz")).unlink()
    assert_refused(lab, lab.cli("run", file), "images-512-1.gz", "train.data.train")


def test_unknown_key_is_named_with_its_line(lab):
    file = lab.run_file("trainyard: 1\nname: x\ntrain:\n  model: {builtin: mlp}\n  data:\n    train: {builtin: fashion_mnist}\n"
                        "  epoch: 3\ncluster: {worker: [local]}\n")
    assert_refused(lab, lab.cli("run", file), "run.yaml:7", "epoch", "epochs")


@pytest.mark.parametrize("setting, words", [
    ("train.data.batch_size=0", ["train.data.batch_size", "0"]),
    ("train.data.batch_size=many", ["train.data.batch_size", "many"]),
    ("train.epochs=-1", ["train.epochs", "-1"]),
    ("train.model={builtin: resnet}", ["train.model", "resnet", "fashion_cnn"]),
    ("cluster={worker: ['local:23456', 'local:23456']}", ["23456"]),
    ("cluster={worker: ['local:70000']}", ["70000"]),
    ("cluster={wroker: [local]}", ["wroker", "worker"]),
    ("strategy={mirrored: {}}", ["worker", "at most 1"]),
    ("strategy={one_device: {}}", ["worker", "at most 1"]),
    ("strategy={no_such_strategy: {}}", ["no_such_strategy", "multi_worker_mirrored"]),
])
def test_values_out_of_range(lab, setting, words):
    assert_refused(lab, lab.cli("run", lab.run_file(), "--set", setting), *words)


def test_json_refusal_is_one_object_on_stdout(lab):
    result = lab.cli("run", lab.run_file(), "--set", "train.data.batch_size=0", "--json")
    assert_refused(lab, result)
    error = result.json()["error"]
    assert error["code"] and error["message"]
    assert [problem["path"] for problem in error["problems"]] == ["train.data.batch_size"]


def test_port_in_use_names_its_owner(lab):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = lab.cli("run", lab.run_file(), "--set", f"cluster={{worker: ['local:{port}', local]}}")
        assert_refused(lab, result, port, os.getpid())


def test_a_key_whose_time_has_not_come(lab):
    result = lab.cli("run", lab.run_file(), "--set", "train.data.shard=hint")
    assert_refused(lab, result)
    assert "this version can't" in result.err, result


def test_a_node_that_nobody_has_added(lab):
    result = lab.cli("run", lab.run_file(), "--set", "cluster={worker: [gpu-a, local]}")
    assert_refused(lab, result)
    assert "cluster.worker[0]: there is no node gpu-a" in result.err, result


def test_a_gpu_on_a_machine_without_one(lab):
    if not os.path.exists("/proc/driver/nvidia"):
        for settings in (("strategy={one_device: {}}", "cluster={}"),
                         ("strategy={mirrored: {replicas: 2, cross_device: reduce_to_one}}", "cluster={}"),
                         ("strategy={multi_worker_mirrored: {communication: nccl}}",),
                         ("cluster={worker: [{node: local, gpus: [0]}]}", "strategy={one_device: {}}")):
            device = "device=auto" if "nccl" in settings[0] or "gpus" in settings[0] else "device=cuda"
            result = lab.cli("run", lab.run_file(), "--set", device, *(word for setting in settings for word in ("--set", setting)), "--json")
            assert_refused(lab, result)
            assert result.json()["error"]["problems"][0]["code"] == "device.no_driver"


def test_mirrored_trains_on_the_devices_that_it_names(lab):
    """Two CPUs are two replicas; a GPU is refused in words where there is none."""
    def run(options, *args):
        return lab.cli("run", lab.run_file(), "--set", f"strategy={{mirrored: {options}}}", "--set", "cluster={}", "--json", *args)

    named, counted = run("{devices: [cpu:0, cpu:1]}"), run("{replicas: 2}")
    assert named.code == 0, named
    started = next(event for event in named.events() if event["event"] == "started")
    assert started["replicas"] == 2 and started["global_batch"] == 32
    assert [event["metrics"] for event in named.events() if event["event"] == "epoch"] == [
        event["metrics"] for event in counted.events() if event["event"] == "epoch"]
    assert "on cpu:0, cpu:1" in lab.ok("logs", started["run"], "--task", "worker:0").out
    result = run("{devices: [cpu:0, gpu:0]}")
    assert result.code == 3 and result.json()["error"]["problems"][0]["path"] == "strategy.mirrored.devices", result
    result = run("{devices: [cpu:0]}", "--set", "device=cuda")
    assert result.code == 3 and result.json()["error"]["problems"][0]["code"] == "device.two_ways", result
    if not os.path.exists("/proc/driver/nvidia"):
        result = run("{devices: [gpu:0]}")
        assert result.code == 3 and result.json()["error"]["problems"][0]["code"] == "device.no_driver", result


@pytest.mark.parametrize("args", [["frobnicate"], ["run"], ["run", "a.yaml", "--frob"], ["stop", "x", "--after", "lunch"], []])
def test_usage_errors_are_2(lab, args):
    result = lab.cli(*args)
    assert result.code == 2 and result.err and not result.out, result


@pytest.mark.parametrize("name", ["..", ".", "local", "a/b", "-" * 64])
def test_a_name_that_no_node_can_have(lab, name):
    refused = lab.cli("nodes", "add", "localhost", f"--name={name}")
    assert refused.code == 3 and "cannot be the name of a node" in refused.err, refused


@pytest.mark.parametrize("agent, code", [("ssh://user@127.0.0.1:1", 4), ("tls://host:1", 3), ("unix:/no/such/agent.sock", 5)])
def test_agents_elsewhere(lab, agent, code):
    result = lab.cli("runs", "--agent", agent)
    assert result.code == code and result.err, result


@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_home_that_others_may_change_is_refused(lab, mode):
    lab.home.mkdir()
    lab.home.chmod(mode)
    for command in (["runs"], ["run", lab.run_file(), "--detach"]):
        result = lab.cli(*command)
        assert result.code == 3 and str(lab.home) in result.err and "chmod go-w" in result.err, result
    by_itself = lab.cli(program=BIN / "trainyard-agent")
    assert by_itself.code == 3 and "chmod go-w" in by_itself.err, by_itself
    assert not list(lab.home.iterdir())


def test_the_log_is_written_into_no_other_place(lab):
    lab.home.mkdir(mode=0o700)
    elsewhere = lab.root / "elsewhere"
    (lab.home / "agent.log").symlink_to(elsewhere)
    for result in (lab.cli("runs"), lab.cli(program=BIN / "trainyard-agent")):
        assert result.code == 3 and "agent.log is a link" in result.err, result
    assert not elsewhere.exists()


def test_what_is_in_a_home_that_others_can_look_into_is_not_for_them(lab):
    lab.home.mkdir()
    lab.home.chmod(0o755)
    before = os.umask(0o022)
    try:
        lab.ok("runs")
    finally:
        os.umask(before)
    open_to_others = [path.name for path in lab.home.iterdir() if path.stat().st_mode & 0o077]
    assert not open_to_others and (lab.home / "runs").is_dir() and (lab.home / "agent.log").exists()


def with_long_home(lab):
    """The folder in the runtime folder in which the agent's socket is, because the home's name is too long for it."""
    if os.geteuid() != 0:
        pytest.skip("giving a folder to another user needs root")
    lab.home = lab.root / ("h" * 100)
    lab.env["TRAINYARD_HOME"], lab.env["XDG_RUNTIME_DIR"] = str(lab.home), str(lab.root / "runtime")
    digest = hashlib.sha256(str(lab.home).encode()).hexdigest()[:16]
    folder = lab.root / "runtime" / f"trainyard-{os.getuid()}-{digest}"
    folder.parent.mkdir()
    lab.root.chmod(0o755)
    return folder


def test_a_socket_folder_of_another_user(lab):
    """Refused, with what to do about it; a folder of ours that others can open, too."""
    folder = with_long_home(lab)
    folder.mkdir()
    folder.chmod(0o755)
    result = lab.cli("runs")
    assert result.code == 5 and str(folder) in result.err and "chmod 700" in result.err, result
    os.chown(folder, 65534, 65534)
    result = lab.cli("runs")
    assert result.code == 5 and "XDG_RUNTIME_DIR" in result.err and "TRAINYARD_HOME" in result.err, result
    shutil.rmtree(folder)
    lab.ok("runs")


def test_an_agent_of_another_user_is_not_talked_to(lab):
    """In a shared place another user may listen where our agent would be."""
    folder = with_long_home(lab)
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        with socket.socket(socket.AF_UNIX) as squatter:
            squatter.bind(str(folder / "agent.sock"))
            squatter.listen()
            os.write(told, b"!")
            signal.pause()
    try:
        assert os.read(ready, 1) == b"!"
        result = lab.cli("runs")
        assert result.code == 3 and "uid 65534" in result.err and "XDG_RUNTIME_DIR" in result.err, result
        stopped = lab.cli("agent", "stop")
        assert stopped.code == 3 and "uid 65534" in stopped.err, stopped
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        shutil.rmtree(folder)


def test_weights_that_do_not_fit_are_refused_before_a_task_starts(lab):
    weights = lab.root / "other.safetensors"
    safetensors.numpy.save_file({"dense.weight": numpy.zeros((3, 2), numpy.float32), "mine": numpy.zeros(1, numpy.int64)}, weights)
    assert_refused(lab, lab.cli("run", lab.run_file(initial_weights=str(weights))), "train.initial_weights", weights,
                   "dense.bias is missing", "dense.weight has shape [3,2]", "mine is no variable of the model")


@pytest.mark.parametrize("place, word", [("/proc/x", "/proc"), ("{root}/run.yaml/x", "is in the way"), ("/sys/kernel/x/y", "/sys/kernel")])
def test_a_place_that_can_hold_no_model_is_refused_before_a_task_starts(lab, place, word):
    place = place.format(root=lab.root)
    assert_refused(lab, lab.cli("run", lab.run_file(save_model=place)), "train.save_model", word)


@pytest.mark.parametrize("place", ["/", "{root}/mine", "{root}/mine/", "{root}/link", "{root}/link/", "{home}"])
def test_a_folder_that_is_no_saved_model_is_refused_before_a_task_starts(lab, place):
    """With the words of the worker that would save it."""
    (lab.root / "mine").mkdir()
    (lab.root / "mine/notes.txt").write_text("mine")
    (lab.root / "model").mkdir()
    (lab.root / "link").symlink_to("model")
    lab.ok("runs")
    place = place.format(root=lab.root, home=lab.home)
    shown = place.rstrip("/") or "/"
    words = f"train.save_model: {shown} already exists and is not a saved model"
    for command in ("preflight", "run"):
        assert_refused(lab, lab.cli(command, lab.run_file(save_model=place)), words)
    assert lab.cli("run", lab.run_file(save_model=place), "--json").json()["error"]["problems"][0]["code"] == "save_model.exists"
    assert (lab.root / "mine/notes.txt").read_text() == "mine" and not list((lab.root / "model").iterdir())


def test_a_model_and_checkpoints_do_not_go_to_one_folder(lab):
    for folder in ("checkpoint.dir", "checkpoint.backup_and_restore"):
        for inside in ("", "/more"):
            value = f"{lab.root}/new{inside}"
            setting = f"{folder}={value}" if folder.endswith("dir") else f"{folder}={{dir: {value}}}"
            assert_refused(lab, lab.cli("run", lab.run_file(save_model=str(lab.root / "new")), "--set", setting), "train.save_model",
                           "checkpoints go to")


def test_a_model_does_not_take_the_name_of_a_checkpoint(lab):
    """Nothing is there yet: it is refused by its name."""
    def given(name, folder="checkpoints"):
        return lab.run_file(save_model=f"{lab.root}/{folder}/{name}")

    keys = ["--set", f"checkpoint={{dir: {lab.root}/checkpoints, name: 'weights.{{epoch:02d}}'}}"]
    for name in ("ckpt-16", "ckpt-16/model", "weights.03", "checkpoint", "marks.json", "16", ".gone-ckpt-1"):
        refused = lab.cli("run", given(name), *keys)
        assert_refused(lab, refused, f"train.save_model: `{name.split('/')[0]}` is a name that checkpoints have")
        assert lab.cli("preflight", given(name), *keys, "--json").code == 3
    assert_refused(lab, lab.cli("run", given("ckpt-16", "backup"), "--set", f"checkpoint.backup_and_restore={{dir: {lab.root}/backup}}"), "train.save_model")
    (lab.root / "checkpoints").mkdir()
    (lab.root / "linked").symlink_to(lab.root / "checkpoints")
    assert_refused(lab, lab.cli("run", given("ckpt-16", "linked"), *keys), "train.save_model")
    for name, folder in (("model", "checkpoints"), ("weights.best", "checkpoints"), ("ckpt-16", "models")):
        lab.ok("preflight", given(name, folder), *keys)


def test_a_deleted_working_folder_is_said_in_words(lab):
    gone = ["bash", "-c", 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"', "_", lab.root / "gone"]
    for command, code in ([["cluster", "lint", "run.yaml"], 3], [["preflight", "run.yaml"], 3], [["profile", "x", "--out", "a"], 3],
                          [["runs", "--agent", "unix:a.sock"], 3]):
        done = subprocess.run([*gone, *lab.command(*command)], env=lab.env, capture_output=True, text=True)
        assert done.returncode == code and "current folder" in done.stderr, (command, done)
    lab.env["TRAINYARD_HOME"] = "home"
    done = subprocess.run([*gone, *lab.command("runs")], env=lab.env, capture_output=True, text=True)
    assert done.returncode == 3 and "current folder" in done.stderr, done
    lab.env["TRAINYARD_HOME"] = str(lab.home)


def test_agent_stop_without_an_agent_starts_none(lab):
    assert lab.cli("agent", "stop").code == 0
    assert not lab.processes() and not (lab.home / "trainyard.db").exists()


ABORTS = ("bad_alloc", "terminate called", "assertion failed", "SIG", "Threadpool", "temporarily")


@pytest.mark.parametrize("megabytes", (100, 200, 300, 400, 500, 800, 1200))
@pytest.mark.parametrize("command", (("runs",), ("run",)), ids=lambda command: command[0])
def test_too_little_address_space_for_an_agent(lab, megabytes, command):
    args = [lab.run_file()] if command == ("run",) else []
    refused = lab.cli(f"--as={megabytes * 1000000}", lab.bin / lab.program, *command, *args, program="prlimit")
    assert refused.code == 5, refused
    assert f"trainyard-agent needs 1500 MB of address space and is allowed {megabytes} MB: raise the limit" in refused.err, refused
    assert not [word for word in ABORTS if word in refused.err], refused


@pytest.mark.parametrize("megabytes", (450, 500, 800, 1200))
def test_too_little_address_space_for_a_worker_started_manually(lab, megabytes):
    """With less than 450 MB the dynamic linker cannot load libtorch, and reports that."""
    refused = lab.cli(f"--as={megabytes * 1000000}", lab.bin / "trainyard-worker", lab.run_file(), program="prlimit")
    assert refused.code == 1, refused
    assert refused.err == (f"trainyard-worker needs 1500 MB of address space and is allowed {megabytes} MB: raise the limit "
                           "(`ulimit -v`, or in the batch system that set it)\n"), refused


@pytest.mark.parametrize("program, arguments", (("trainyard-headless", ["runs"]), ("trainyard-headless", ["run"]),
                                                ("trainyard-headless", ["doctor", "--rebuild"]), ("trainyard-agent", [])))
def test_too_few_open_files(lab, program, arguments):
    """The soft limit alone is raised."""
    file = [lab.run_file()] if "run" in arguments else []
    refused = lab.cli("--nofile=20", lab.bin / program, *arguments, *file, program="prlimit")
    assert refused.code == (5 if "headless" in program else 1), refused
    assert "trainyard-agent needs 128 open files and is allowed 20: raise the limit (`ulimit -n`, or in the" in refused.err, refused
    if arguments == ["run"]:
        lab.ok("--nofile=20:4096", lab.bin / program, "runs", program="prlimit")


def test_too_small_files(lab):
    """Whatever writes first fails, and names the limit and how to raise it."""
    way = "10240 bytes: raise the limit (`ulimit -f`, or in the batch system that set it)"
    run = lab.ok("run", lab.run_file(epochs=1), "--json").events()[-1]["run"]
    path = lab.ok("checkpoints", run, "--json").json()[0]["path"]
    lab.ok("agent", "stop")
    size = "--fsize=10240"
    for arguments in ("runs",), ("run", lab.root / "run.yaml"), ("doctor", "--rebuild"):
        refused = lab.cli(size, lab.bin / "trainyard-headless", *arguments, program="prlimit")
        assert refused.code == 5 and way in refused.err, refused
    refused = lab.cli(size, lab.bin / "trainyard-worker", lab.root / "run.yaml", cwd=lab.root, program="prlimit")
    assert refused.code not in (0, -signal.SIGXFSZ) and way in refused.out + refused.err, refused
    lab.ok("checkpoint", "export", path, "--to", lab.root / "whole")


def test_a_missing_program_is_named(lab):
    """The agent and the client stand somewhere without the worker beside them."""
    lab.bin = lab.root / "build/bin"
    shutil.copytree(BIN.parent / "plugins", lab.root / "build/plugins", ignore=shutil.ignore_patterns("*.cmake", "CMakeFiles", "*.o", "*.a"))
    lab.bin.mkdir()
    for program in ("trainyard-headless", "trainyard-agent", "trainyard-shim"):
        shutil.copy2(BIN / program, lab.bin)
    assert_refused(lab, lab.cli("run", lab.run_file()), "trainyard-worker", lab.bin)
    lab.ok("agent", "stop")
    (lab.bin / "trainyard-agent").unlink()
    result = lab.cli("runs")
    assert result.code == 5 and "trainyard-agent" in result.err, result


def test_a_disk_too_small_is_refused_before_training(home_of_size):
    lab = home_of_size(32)
    assert_refused(lab, lab.cli("run", lab.run_file()), "MiB", lab.home)


def test_not_a_run_file(lab):
    for name, text in {"empty.yaml": "", "list.yaml": "[1, 2]", "broken.yaml": "a: [1,\n", "binary.yaml": "\x00\x01"}.items():
        assert_refused(lab, lab.cli("run", lab.run_file(text, name=name)), name)
    result = lab.cli("run", lab.root / "nowhere.yaml")
    assert result.code in (2, 3) and "nowhere.yaml" in result.err, result


@pytest.mark.parametrize("first, words", [
    ("#!/bin/bash\r", ["line ends of Windows", r"/bin/bash\x0d"]),
    ("#!/usr/bin/env python3\r", ["line ends of Windows", r"python3\x0d"]),
    ("#! /no/such/python -u", ["interpreter /no/such/python", "tool.sh"]),
    ("import sys", ["names no interpreter", "tool.sh"]),
])
def test_a_script_without_its_interpreter_is_refused(lab, first, words):
    """The kernel would say that the script is missing."""
    tool = lab.root / "bin/tool.sh"
    tool.parent.mkdir()
    tool.write_bytes(f"{first}\necho here\n".encode())
    tool.chmod(0o755)
    for keys in ({"command": ["bin/tool.sh"]}, {"command": ["tool.sh"], "env": {"PATH": f"{tool.parent}:/bin"}}):
        result = lab.cli("run", lab.run_file(json.dumps({"name": "x"} | keys)), "--json")
        (problem,) = result.json()["error"]["problems"]
        assert result.code == 3 and problem["code"] == "command.not_executable", result
        assert all(word in problem["message"] for word in words), problem
    # A search of PATH continues in the next folder.
    stale = {"command": ["tool.sh"], "env": {"PATH": f"{tool.parent}:{lab.root}:/usr/bin:/bin"}}
    (lab.root / "tool.sh").write_bytes(b"#!/bin/sh\necho here\n")
    (lab.root / "tool.sh").chmod(0o755)
    goes_on = "/no/such" in first or first == "#!/bin/bash\r"
    assert lab.cli("preflight", lab.run_file(json.dumps({"name": "x"} | stale))).code == (0 if goes_on else 3)
    if goes_on:
        lab.ok("run", lab.run_file(json.dumps({"name": "x"} | stale)))
    tool.write_bytes(b"#!sh -e\r\necho here\n")  # of the folder in which it starts
    (lab.root / "sh").symlink_to("/bin/sh")
    assert lab.cli("preflight", lab.run_file(json.dumps({"name": "x", "command": ["bin/tool.sh"]}))).code == 0


@pytest.mark.parametrize("first", ["-S sh -e", "-Ssh -e", "-iS /bin/sh -e", "--split-string=sh -e"])
def test_a_line_end_of_windows_that_env_splits_off_is_run(lab, first):
    tool = lab.root / "tool.sh"
    tool.write_bytes(f"#!/usr/bin/env {first}\r\nexit 0\n".encode())
    tool.chmod(0o755)
    lab.ok("run", lab.run_file(json.dumps({"name": "x", "command": ["./tool.sh"]})))


def test_lint_says_the_same_and_starts_nothing(lab):
    file = lab.run_file()
    assert lab.cli("cluster", "lint", file).code == 0
    bad = lab.run_file(json.dumps({"trainyard": 1, "name": "x", "cluster": {"worker": ["local:1234", "local:1234"]},
                                   "train": {"model": {"builtin": "mlp"}, "data": {"train": {"builtin": "fashion_mnist"}}}}))
    result = lab.cli("cluster", "lint", bad, "--json")
    assert result.code == 3 and result.json()["ok"] is False, result
    assert "cluster.duplicate_address" in [problem["code"] for problem in result.json()["problems"]]
    assert not lab.home.exists()
