# SPDX-License-Identifier: Apache-2.0
"""What cannot run is refused before anything starts: exit code 3 (2: usage), a sentence that says what, where and what to do,
and nothing left behind."""
import json
import os
import shutil
import socket

import pytest

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


@pytest.mark.parametrize("setting", [
    "strategy={mirrored: {cross_device: nccl}}",
    "cluster={worker: [gpu-a, local]}",
    "device=cuda",
])
def test_keys_whose_time_has_not_come(lab, setting):
    result = lab.cli("run", lab.run_file(), "--set", setting)
    assert_refused(lab, result)
    assert "yet" in result.err or "planned" in result.err, result


@pytest.mark.parametrize("command", [
    "nodes add user@host", "export x --to slurm d",
    "plugins trust p", "queue", "doctor", "bench",
])
def test_commands_whose_time_has_not_come(lab, command):
    result = lab.cli(*command.split(), "--json")
    assert result.code == 3, result
    assert command.split()[0] in result.err and "not built yet" in result.err
    assert result.json()["error"]["code"] == "not_yet"
    assert not lab.home.exists(), "a refused command starts no agent and writes nothing"


@pytest.mark.parametrize("args", [["frobnicate"], ["run"], ["run", "a.yaml", "--frob"], ["stop", "x", "--after", "lunch"], []])
def test_usage_errors_are_2(lab, args):
    result = lab.cli(*args)
    assert result.code == 2 and result.err and not result.out, result


@pytest.mark.parametrize("agent, code", [("ssh://user@host", 3), ("tls://host:1", 3), ("unix:/no/such/agent.sock", 5)])
def test_agents_elsewhere(lab, agent, code):
    result = lab.cli("runs", "--agent", agent)
    assert result.code == code and result.err, result


def test_agent_stop_without_an_agent_starts_none(lab):
    assert lab.cli("agent", "stop").code == 0
    assert not lab.processes() and not (lab.home / "trainyard.db").exists()


def test_a_program_that_is_gone_is_named(lab):
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


def test_lint_says_the_same_and_starts_nothing(lab):
    file = lab.run_file()
    assert lab.cli("cluster", "lint", file).code == 0
    bad = lab.run_file(json.dumps({"trainyard": 1, "name": "x", "cluster": {"worker": ["local:1234", "local:1234"]},
                                   "train": {"model": {"builtin": "mlp"}, "data": {"train": {"builtin": "fashion_mnist"}}}}))
    result = lab.cli("cluster", "lint", bad, "--json")
    assert result.code == 3 and result.json()["ok"] is False, result
    assert "cluster.duplicate_address" in [problem["code"] for problem in result.json()["problems"]]
    assert not lab.home.exists()
