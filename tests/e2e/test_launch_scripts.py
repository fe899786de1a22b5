# SPDX-License-Identifier: Apache-2.0
"""`export --to slurm|torchrun|kubernetes`: the scripts run, with programs in PATH that do what srun, scontrol and torchrun do for
tasks of this machine."""
import json
import os
import shutil
import subprocess

import pytest

from lab import BIN, Lab

NAME = "it's \"两\" $HOME\n`x`"

# One machine, or one for each task, which Slurm names. Each task is a process with the variables of its step.
SRUN = """#!/bin/bash
echo "srun $*" >> "$FAKE_LOG"
while [[ $1 == --* ]]; do [[ $1 == --ntasks=* ]] && tasks=${1#*=}; shift; done
for ((i = 0; i < tasks; ++i)); do
    SLURM_PROCID=$i SLURM_LOCALID=$i SLURM_NODEID=$((i * ${FAKE_HOSTS:-0})) SLURM_STEP_NODELIST=machines \\
        SLURM_STEP_TASKS_PER_NODE=${FAKE_LAYOUT:-$tasks} "$@" > "task-$i.log" 2>&1 &
    pids+=($!)
done
code=0
for pid in "${pids[@]}"; do wait "$pid" || code=$?; done
exit "$code"
"""
SCONTROL = """#!/bin/bash
echo "scontrol $*" >> "$FAKE_LOG"
[[ $1 == show ]] && printf "127.0.0.%s\\n" 1 2
exit 0
"""
TORCHRUN = """#!/usr/bin/env python3
import json, os, sys
print(json.dumps({"args": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ)}))
"""


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


class Machine:
    def __init__(self, lab):
        self.lab, self.folder, programs = lab, lab.root / "shared", lab.root / "programs"
        self.folder.mkdir()
        programs.mkdir()
        for name, text in (("srun", SRUN), ("scontrol", SCONTROL), ("torchrun", TORCHRUN)):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.log = lab.root / "log"
        self.log.write_text("")
        self.env = {key: value for key, value in lab.env.items() if key != "TF_CONFIG"} | {
            "PATH": f"{programs}:{BIN}:{os.environ['PATH']}", "SLURM_JOB_ID": str(4000 + os.getpid() % 900), "FAKE_LOG": str(self.log), "OMP_NUM_THREADS": "1"}

    def export(self, source, form, *more):
        path = self.folder / f"start {form}.sh"
        written = self.lab.ok("export", source, path, "--to", form, "--json", *more).json()
        assert written["path"] == str(path) and written["format"] == form
        if shutil.which("shellcheck") and form != "kubernetes":
            checked = subprocess.run(["shellcheck", "--severity=warning", path], capture_output=True, text=True)
            assert checked.returncode == 0, checked.stdout
        return path

    def run(self, path):
        return subprocess.run([path], env=self.env, cwd=self.folder, capture_output=True, text=True, timeout=100)

    def tasks(self):
        return "\n".join(file.read_text() for file in sorted(self.folder.glob("task-*.log")))


def test_slurm_trains_two_workers(lab):
    machine = Machine(lab)
    path = machine.export(lab.run_file(epochs=1), "slurm")
    assert "#SBATCH --job-name=small\n#SBATCH --ntasks=2\n" in path.read_text()
    done = machine.run(path)
    assert done.returncode == 0, (done, machine.tasks())
    assert [one.name for one in (machine.folder / "small/checkpoints").glob("ckpt-*")] == ["ckpt-16"]
    assert "requeue" not in machine.log.read_text()
    assert not list(machine.folder.glob(".trainyard-*")), "the run file is removed"


def command_file(lab, command, **more):
    path = lab.root / "command.yaml"
    path.write_text(json.dumps({"trainyard": 1, "name": "any", "command": command, "cluster": {"worker": ["local", "local"]}, **more}))
    return path


def test_slurm_starts_a_command_and_requeues_what_was_preempted(lab):
    machine = Machine(lab)
    say = "import json, os, sys; print(json.dumps([sys.argv[1:], dict(os.environ)])); sys.exit(75)"
    path = machine.export(command_file(lab, ["python3", "-c", say, NAME], env={"WORDS": NAME, "RANK_": "x"}), "slurm", "--cpus", "3")
    done = machine.run(path)
    assert done.returncode == 75, (done, machine.tasks())
    assert f"scontrol requeue {machine.env['SLURM_JOB_ID']}" in machine.log.read_text()
    assert "--cpus-per-task=3" in machine.log.read_text()
    said = [json.loads((machine.folder / f"task-{rank}.log").read_text()) for rank in range(2)]
    for rank, (words, env) in enumerate(said):
        assert words == [NAME] and env["WORDS"] == NAME
        assert (env["RANK"], env["WORLD_SIZE"], env["LOCAL_RANK"], env["LOCAL_WORLD_SIZE"], env["OMP_NUM_THREADS"]) == (str(rank), "2", str(rank), "2", "3")
        config = json.loads(env["TF_CONFIG"])
        assert config["task"] == {"type": "worker", "index": rank}
        port = int(config["cluster"]["worker"][0].rpartition(":")[2])
        assert config["cluster"]["worker"] == [f"127.0.0.1:{port}", f"127.0.0.1:{port + 1}"]
        assert (env["MASTER_ADDR"], env["MASTER_PORT"]) == ("127.0.0.1", str(port + 19))


def test_slurm_gives_each_task_a_gpu(lab):
    machine, path = Machine(lab), lab.run_file()
    path.write_text(json.dumps(json.loads(path.read_text()) | {"device": "cuda"}))
    assert machine.export(path, "slurm").read_text().count("--gpus-per-task=1") == 2


def test_slurm_puts_tasks_on_several_machines(lab):
    machine = Machine(lab)
    machine.env |= {"FAKE_HOSTS": "1", "FAKE_LAYOUT": "1(x2)"}
    say = "import json, os; print(json.dumps(dict(os.environ)))"
    done = machine.run(machine.export(command_file(lab, ["python3", "-c", say]), "slurm"))
    assert done.returncode == 0, (done, machine.tasks())
    for rank in range(2):
        env = json.loads((machine.folder / f"task-{rank}.log").read_text())
        hosts = [address.rpartition(":")[0] for address in json.loads(env["TF_CONFIG"])["cluster"]["worker"]]
        assert hosts == ["127.0.0.1", "127.0.0.2"]
        assert (env["GROUP_RANK"], env["LOCAL_WORLD_SIZE"], env["MASTER_ADDR"]) == (str(rank), "1", "127.0.0.1")


def test_torchrun_starts_a_command(lab):
    machine = Machine(lab)
    there = lab.root / "it's here"
    there.mkdir()
    done = machine.run(machine.export(command_file(lab, ["python3", "main.py", NAME], env={"WORDS": NAME}, cwd=str(there)), "torchrun"))
    assert done.returncode == 0, done
    said = json.loads(done.stdout)
    assert said["args"] == ["--standalone", "--nproc-per-node=2", "--no-python", "python3", "main.py", NAME]
    assert said["cwd"] == str(there) and said["env"]["WORDS"] == NAME


def test_what_is_refused_writes_nothing(lab):
    machine = Machine(lab)
    path, new = lab.run_file(), lab.root / "new"

    def refused(*words, code=3):
        result = lab.cli("export", *words, "--json")
        assert result.code == code and not new.exists(), result
        return result.json()["error"]["code"]

    assert refused(path, new, "--to", "torchrun") == "torchrun.training"
    assert refused(path, new, "--to", "kubernetes", code=2) == "usage.image"
    assert refused(path, path, new, "--to", "slurm", code=2) == "usage.one_run"
    assert refused(command_file(lab, ["true"]), new, "--to", "kubernetes", "--image", "yard:1") == "command.unsupported"
    assert refused(command_file(lab, ["true"]), new, "--to", "kubernetes", "--image", "a b", code=2) == "usage.image"
    for key, code in (("ps", "slurm.role"), ("evaluator", "slurm.role")):
        assert refused(command_file(lab, ["true"], cluster={"worker": ["local"], key: ["local"]}), new, "--to", "slurm") == code
    there = machine.export(path, "slurm")
    assert "gpus-per-task" not in there.read_text()
    text = there.read_text()
    assert refused(path, there, "--to", "slurm") == "export.exists"
    assert there.read_text() == text
    manifests = machine.export(path, "kubernetes", "--image", "yard:1")
    assert manifests.read_text() == lab.ok("cluster", "kubernetes", path, "--image", "yard:1").out
