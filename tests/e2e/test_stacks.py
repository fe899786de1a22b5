# SPDX-License-Identifier: Apache-2.0
"""What the tasks of a live run are at: stacks on demand, and those of a task that holds up the others."""
import json
import os
import pathlib
import re
import shutil
import signal
import sys
import time

from lab import LIMIT, kill
from test_changing import begun

# Gradients in shared memory, or figures over Gloo: whichever reduction the one that goes on waits in.
REDUCTION = "trainyard::strategies::"


def pids(lab, run):
    return {task["task"]: task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"]}


def stays_stopped(pid):
    """Where a tracer has let go of it, the kernel has it run for a moment, up to its next stop."""
    give_up = time.monotonic() + LIMIT
    while pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        if time.monotonic() > give_up:
            return False
    return True


def shown_as_suspended(lab, run, task):
    """All tasks once the agent, which looks at them once a second, has seen it stopped."""
    give_up = time.monotonic() + LIMIT
    while True:
        shown = {one["task"]: one for one in lab.ok("show", run, "--json").json()["tasks"]}
        if "suspended" in shown[task] or time.monotonic() > give_up:
            return shown


def continues(lab, run, task):
    """The agent looks at its tasks once a second."""
    give_up = time.monotonic() + LIMIT
    while True:
        shown = {one["task"]: one for one in lab.ok("show", run, "--json").json()["tasks"]}[task]
        if not {"suspended", "holds_up"} & shown.keys():
            return True
        if time.monotonic() > give_up:
            return False


def read(lab, run, *args):
    """{task: what `stacks` says of it}"""
    reply = lab.ok("stacks", run, *args, "--json").json()
    assert reply["run"] == run, reply
    return {task["task"]: task for task in reply["tasks"]}


def check(stacks, pid):
    assert stacks["pid"] == pid and "error" not in stacks, stacks
    main = stacks["threads"][0]
    assert main["tid"] == pid and main["name"] == "trainyard-worke" and main["frames"], stacks
    assert {"ty-spool", "ty-input"} <= {thread["name"] for thread in stacks["threads"]}
    for thread in stacks["threads"]:
        assert all(frame and "char_traits" not in frame and "int)" not in frame for frame in thread["frames"]), thread
    return main["frames"]


def test_a_stopped_worker_is_reported_with_its_stack_and_continues(lab):
    stream, run, _ = begun(lab)
    tasks = pids(lab, run)
    frozen = tasks["worker:1"]
    os.kill(frozen, signal.SIGSTOP)
    warning = stream.until_stalled()
    assert re.search(r"; worker:1 is in \S+", warning) and "worker:0 waits in" in warning, warning
    assert "all stacks: log of worker:1, worker:0" in warning, warning
    assert stays_stopped(frozen)
    # Who is suspended, and whom the others wait for, stands at the tasks.
    shown = shown_as_suspended(lab, run, "worker:1")
    assert shown["worker:1"]["suspended"] and shown["worker:1"]["holds_up"], shown
    assert not {"suspended", "holds_up"} & shown["worker:0"].keys(), shown
    assert re.search(r"worker:1 +suspended .*\(the others wait for it\)", lab.ok("show", run).out)
    # Kept where the task's log is, in full, those of one that waits too.
    log = lab.ok("logs", run, "--task", "worker:1").out
    assert f"stacks of worker:1 (pid {frozen}, stopped)" in log and re.search(r"#0 +0x[0-9a-f]+", log), log[-4000:]
    waiting = lab.ok("logs", run, "--task", "worker:0").out
    assert f"stacks of worker:0 (pid {tasks['worker:0']}, " in waiting and REDUCTION in waiting, waiting[-4000:]
    # And on demand.
    found = read(lab, run)
    assert found.keys() == tasks.keys() and found["worker:1"]["state"] == "stopped", found
    check(found["worker:1"], frozen)
    frames = check(found["worker:0"], tasks["worker:0"])
    assert any(frame.startswith(REDUCTION) for frame in frames[1:]), frames
    text = lab.ok("stacks", run, "--task", "worker:0").out
    assert re.search(rf"thread {tasks['worker:0']} trainyard-worke \(main\)\n    #0 .*\n(.*\n)*?    #\d+ +{REDUCTION}", text), text
    assert "worker:1" not in text
    assert stays_stopped(frozen), "reading its stack does not let it go on"
    os.kill(frozen, signal.SIGCONT)
    step = stream.until("step")["step"]
    assert stream.until("step")["step"] > step
    assert lab.ok("show", run, "--json").json()["attempts"] == 1
    assert continues(lab, run, "worker:1")
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def test_an_agent_that_came_back_reads_them_too(lab):
    stream, run, _ = begun(lab)
    tasks = pids(lab, run)
    kill(lab.agent_pid())
    found = read(lab, run)
    for task, pid in tasks.items():
        check(found[task], pid)
    before = stream.until("step")["step"]
    assert stream.until("step")["step"] > before
    lab.ok("stop", run, "--after", "now")
    stream.finish()


def test_a_parameter_server_shows_who_it_serves(lab):
    stream, run, _ = begun(lab, {"parameter_server": {}}, {"chief": ["local"], "worker": ["local"], "ps": ["local"]})
    found = read(lab, run)
    names = {task: {thread["name"] for thread in stacks["threads"]} for task, stacks in found.items()}
    assert "ty-variables" in names["ps:0"] and "ty-closures" in names["worker:0"] and "ty-dispatch" in names["chief:0"], names
    lab.ok("stop", run, "--after", "now")
    stream.finish()


PYTHON = """
import pathlib, threading, time

def load():
    time.sleep(1000)

def train():
    pathlib.Path("ready").touch()
    while True:
        sum(range(1000))

threading.Thread(target=load, name="loader", daemon=True).start()
train()
"""


def own(lab, name, *command):
    """A run of a command that has come as far as to make the file `ready`."""
    file, ready = lab.root / f"{name}.yaml", lab.root / "ready"
    ready.unlink(missing_ok=True)
    file.write_text(json.dumps({"name": name, "command": command, "cluster": {"worker": ["local"]}}))
    stream = lab.stream("run", str(file))
    run = stream.until("started")["run"]
    give_up = time.monotonic() + LIMIT
    while not ready.exists():
        assert time.monotonic() < give_up, "it has not begun"
    return stream, run, pids(lab, run)["worker:0"]


def test_a_script_shows_the_frames_of_python(lab):
    """By py-spy where the agent finds it in PATH; any other program by eu-stack, as ever."""
    lab.env["PATH"] = f"{pathlib.Path(sys.executable).parent}:{lab.env['PATH']}"
    (lab.root / "main.py").write_text(PYTHON)
    stream, run, pid = own(lab, "script", "/usr/bin/python3", "main.py")
    for state in ("running", "stopped"):
        if state == "stopped":
            os.kill(pid, signal.SIGSTOP)
            assert stays_stopped(pid)
        found = read(lab, run)["worker:0"]
        assert found["tool"] == "py-spy" and "note" not in found and "error" not in found, found
        main, loader = found["threads"]
        assert (main["tid"], main["name"]) == (pid, "MainThread"), found
        assert main["frames"][0].startswith("train (main.py:") and main["frames"][1].startswith("<module> (main.py:"), main
        assert loader["name"] == "loader" and loader["frames"][0].startswith("load (main.py:"), loader
    assert found["state"] == "stopped" and stays_stopped(pid), found
    assert "train (main.py:" in lab.ok("stacks", run).out
    os.kill(pid, signal.SIGCONT)
    lab.ok("stop", run)
    stream.finish()
    stream, run, _ = own(lab, "other", "sh", "-c", "touch ready; exec sleep 1000")
    found = read(lab, run)["worker:0"]
    assert found["tool"] == "eu-stack" and "note" not in found, found
    lab.ok("stop", run)
    stream.finish()


def test_a_script_without_py_spy(lab):
    (lab.root / "main.py").write_text(PYTHON)
    (lab.root / "bin").mkdir()
    for name in ("eu-stack", "python3"):
        (lab.root / "bin" / name).symlink_to(shutil.which(name, path="/usr/bin"))
    lab.env["PATH"] = str(lab.root / "bin")
    stream, run, pid = own(lab, "script", "python3", "main.py")
    found = read(lab, run)["worker:0"]
    assert found["tool"] == "eu-stack" and "py-spy" in found["note"], found
    assert any("PyEval" in frame for frame in found["threads"][0]["frames"]), found
    assert "py-spy" in lab.ok("stacks", run).out
    lab.ok("stop", run)
    stream.finish()


def refused(lab, *args, name):
    result = lab.cli("stacks", *args, "--json")
    assert result.code == 3 and result.json()["error"]["code"] == name, result
    return result.json()["error"]["message"]


def test_refusals(lab):
    """Without the tool everything else goes on as ever."""
    lab.env["PATH"] = str(lab.root)
    refused(lab, "nobody-1", name="run.not_found")
    stream, run, _ = begun(lab)
    assert "worker:7" in refused(lab, run, "--task", "worker:7", name="task.not_found")
    assert "elfutils" in refused(lab, run, name="stacks.no_tool")
    frozen = pids(lab, run)["worker:1"]
    os.kill(frozen, signal.SIGSTOP)
    warning = stream.until_stalled()
    assert "worker:1" in warning and "install the package elfutils" in warning, warning
    os.kill(frozen, signal.SIGCONT)
    stream.until("step")
    lab.ok("stop", run, "--after", "now")
    stream.finish()
    assert "stopped" in refused(lab, run, name="run.not_running")
