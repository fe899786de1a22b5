# SPDX-License-Identifier: Apache-2.0
"""Command runs: any program, in the environment of TensorFlow and of torchrun, with its output, events, restarts and stop."""
import json
import signal
import subprocess
import sys
import textwrap
import time

import numpy
import pytest

from lab import LIMIT, exited, kill

# Writes TensorBoard event files as SummaryWriter does, without a package: one record for each scalar.
EVENTS = '''
import os, struct, sys, time

def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 & -(crc & 1))
    return crc ^ 0xFFFFFFFF

def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

def record(data):
    head = struct.pack("<Q", len(data))
    return head + struct.pack("<I", masked(head)) + data + struct.pack("<I", masked(data))

def varint(number):
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])

def field(number, data):
    return bytes([number << 3 | 2]) + varint(len(data)) + data

class Writer:
    def __init__(self, folder, counter=0):
        os.makedirs(folder, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.some.host.{os.getpid()}.{counter}"
        self.file = open(os.path.join(folder, name), "wb", buffering=0)
        self.write(b"\\x09" + struct.pack("<d", time.time()) + field(3, b"brain.Event:2"))
    def write(self, data, cut=0):
        whole = record(data)
        self.file.write(whole[:len(whole) - cut])
        return whole[len(whole) - cut:]
    def scalar(self, tag, step, value, cut=0):
        summary = field(1, field(1, tag.encode()) + b"\\x15" + struct.pack("<f", value))
        return self.write(b"\\x09" + struct.pack("<d", time.time()) + b"\\x10" + varint(step) + field(5, summary), cut)
'''

# The rendezvous of `init_process_group("env://")`: rank 0 listens at MASTER_PORT, the others come to it.
MEET = '''
import os, socket
RANK, WORLD_SIZE = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
MASTER = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])

def meet():
    if RANK == 0:
        server = socket.create_server(MASTER)
        return [server.accept()[0] for _ in range(WORLD_SIZE - 1)]
    while True:
        try:
            return [socket.create_connection(MASTER)]
        except ConnectionRefusedError:
            pass

def all_reduce(peers, value):
    if RANK == 0:
        total = value + sum(float(peer.recv(64)) for peer in peers)
        for peer in peers:
            peer.sendall(str(total).encode())
        return total
    peers[0].sendall(str(value).encode())
    return float(peers[0].recv(64))
'''


def command_file(lab, script, name="run.yaml", **keys):
    """A run file beside its script `main.py`, whose output is not buffered."""
    (lab.root / "main.py").write_text(textwrap.dedent(script))
    spec = {"name": "own", "command": [sys.executable, "-u", "main.py"], "on_failure": {"restarts": 0}} | keys
    path = lab.root / name
    path.write_text(json.dumps(spec))
    return path


def output(lab, run, text, count):
    """Waits until so many lines of the tasks' output have this text."""
    with subprocess.Popen(lab.command("logs", run, "--follow"), env=lab.env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True) as following:
        for line in following.stdout:
            count -= text in line
            if count == 0:
                break
        following.kill()
    assert count == 0, "the run ended before"


def run_of(stream):
    stream.until("started")
    return stream.events[0]["run"]


def exit_of(lab, run, task):
    record = json.loads((lab.home / "runs" / run / "tasks" / f"{task}.json").read_text())
    return record["exit"]["code"], record["exit"]["signal"]


def test_every_task_gets_its_environment(lab):
    script = """
        import json, os
        print("ENV", json.dumps(dict(os.environ)))
        print("CWD", os.getcwd())
    """
    cluster = {"chief": ["local"], "worker": ["local"], "ps": ["local"], "evaluator": ["local"]}
    file = command_file(lab, script, cluster=cluster, env={"OMP_NUM_THREADS": "3", "MINE": "a b=c"}, tf_config={"further": 1})
    events, shown = lab.finished(file)
    run = events[-1]["run"]
    assert events[-1]["status"] == "succeeded" and shown["strategy"] == "command"
    assert {task["task"]: task["state"] for task in shown["tasks"]} == dict.fromkeys(
        ["chief:0", "worker:0", "ps:0", "evaluator:0"], "succeeded")
    found = {}
    for task in ("chief-0", "worker-0", "ps-0", "evaluator-0"):
        lines = (lab.home / "runs" / run / "logs" / f"{task}.a1.log").read_text().splitlines()
        # The others may have been ended before they had begun: the chief completes the run.
        if lines and lines[0].startswith("ENV "):
            found[task] = json.loads(lines[0][4:])
            assert lines[1:] in ([], [f"CWD {lab.root}"])
    chief = found["chief-0"]
    config = json.loads(chief["TF_CONFIG"])
    assert config["task"] == {"type": "chief", "index": 0} and config["further"] == 1
    assert set(config["cluster"]) == {"chief", "worker", "ps"}
    expected = {"RANK": "0", "LOCAL_RANK": "0", "ROLE_RANK": "0", "GROUP_RANK": "0", "WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2",
                "MASTER_ADDR": "127.0.0.1", "TORCHELASTIC_RUN_ID": run, "TORCHELASTIC_RESTART_COUNT": "0", "OMP_NUM_THREADS": "3",
                "MINE": "a b=c", "GRPC_FAIL_FAST": "use_caller",
                "TRAINYARD_LOGDIR": str(lab.home / "runs" / run / "events/tasks/chief-0")}
    assert {name: chief.get(name) for name in expected} == expected
    assert chief["MASTER_PORT"] not in str(config), "a port of its own"
    assert not {"TORCHELASTIC_USE_AGENT_STORE", "TRAINYARD_TOKEN"} & set(chief)
    for other in set(found) - {"chief-0"}:
        role = other[:-2]
        assert json.loads(found[other]["TF_CONFIG"])["task"] == {"type": role, "index": 0}
        assert ("RANK" in found[other]) == (role == "worker")


def test_two_tasks_meet_die_and_meet_again(lab):
    script = MEET + textwrap.dedent("""
        peers = meet()
        print("met", os.environ["MASTER_PORT"], os.environ["TORCHELASTIC_RESTART_COUNT"], int(all_reduce(peers, RANK + 1)))
        if os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
            all_reduce(peers, 0)
            import signal
            signal.pause()
    """)
    file = command_file(lab, script, cluster={"worker": ["local", "local"]}, on_failure={"restarts": 1})
    stream = lab.stream("run", file)
    started = stream.until("started")
    run, pids = stream.events[0]["run"], {task["task"]: task["pid"] for task in started["tasks"]}
    output(lab, run, "met", 2)
    kill(pids["worker:1"])
    attempt = stream.until("attempt", number=2)
    assert "signal 9" in attempt["cause"]
    code, last = stream.finish()
    assert (code, last["status"], last["attempts"]) == (0, "succeeded", 2)
    met = {}
    for name in ("worker-0.a1", "worker-1.a1", "worker-0.a2", "worker-1.a2"):
        word, port, restarts, total = (lab.home / "runs" / run / "logs" / f"{name}.log").read_text().split()[:4]
        met[name] = port
        assert (word, restarts, total) == ("met", str(int(name[-1]) - 1), "3")
    assert met["worker-0.a1"] == met["worker-1.a1"] != met["worker-0.a2"] == met["worker-1.a2"]


def test_an_exit_code_fails_the_run(lab):
    file = command_file(lab, "print('so long'); raise SystemExit(3)", on_failure={"restarts": 1, "backoff_seconds": 0})
    result = lab.cli("run", file, "--json")
    last = result.events()[-1]
    assert (result.code, last["status"], last["attempts"]) == (1, "failed", 2)
    assert "worker:0" in last["failure"]["message"] and "exited with code 3" in last["failure"]["message"]
    assert "so long" in last["failure"]["last_log_lines"]
    again = lab.cli("resume", last["run"], "--json")  # starts the program again, and restarts it once more
    assert again.code == 1 and again.events()[-1]["attempts"] == 4


def test_events_are_metrics(lab):
    script = EVENTS + textwrap.dedent("""
        root, own = Writer(os.environ["TRAINYARD_LOGDIR"]), Writer(os.environ["TRAINYARD_LOGDIR"] + "/validation", 1)
        for step in range(1, 6):
            root.scalar("loss", step, 1 / step)
        own.scalar("epoch_loss", 5, 0.25)
        deep = Writer(os.environ["TRAINYARD_LOGDIR"] + "/a/b", 2)
        rest = deep.scalar("x", 7, 3.0, cut=5)
        print("written")
        sys.stdin.close()
        while not os.path.exists("go"):
            time.sleep(0.02)
        deep.file.write(rest)
        Writer(os.environ["TRAINYARD_LOGDIR"], 3).scalar("loss", 6, 0.125)
    """)
    file = command_file(lab, script)
    stream = lab.stream("run", file)
    run = run_of(stream)
    stream.until("step", step=5)
    assert [(*row[:5], numpy.float32(row[7])) for row in lab.metrics(run, "--tag", "loss")] == [
        ("1", "worker:0", "train", "loss", str(step), numpy.float32(1 / step)) for step in range(1, 6)]
    (lab.root / "go").touch()
    code, last = stream.finish()
    assert (code, last["status"], last["step"]) == (0, "succeeded", 7)
    assert last["metrics"]["loss"] == 0.125 and last["metrics"]["val_loss"] == 0.25
    rows = {(row[2], row[3]): (row[4], float(row[7])) for row in lab.metrics(run)}
    assert rows[("validation", "epoch_loss")] == ("5", 0.25) and rows[("train", "a/b/x")] == ("7", 3.0)
    assert rows[("train", "loss")] == ("6", 0.125)


def points(lab, run, tag):
    """(attempt, split, step, value) of every point."""
    return [(int(row[0]), row[2], int(row[4]), float(row[7])) for row in lab.metrics(run, "--tag", tag)]


def test_output_is_metrics_while_it_is_printed(lab):
    """A progress bar in Keras' manner: every state is a point, and the logs have its last one."""
    script = """
        import os, sys, time
        def bar(batch, text):
            sys.stdout.write(f"\\b\\b\\b\\r\\x1b[1m{batch}/4\\x1b[0m \\x1b[32m━━━━\\x1b[0m 1s 5ms/step - loss: {text}")
            sys.stdout.flush()
        for epoch in (1, 2):
            print(f"Epoch {epoch}/2")
            for batch in (1, 2, 3, 4):
                bar(batch, 1 / (4 * epoch + batch))
                while epoch == 2 and batch == 3 and not os.path.exists("go"):
                    time.sleep(0.02)
            bar(4, f"{1 / (4 * epoch + 4)} - val_loss: {epoch / 10}\\n")
        print('{"epoch": 2, "note": "json", "wide": 7}')
        sys.stdout.write("test loss 0.75")
    """
    file = command_file(lab, script, metrics=[{"format": "keras"}, {"format": "json", "step": "epoch"},
                                              {"regex": "^(?P<split>test) loss (?P<test_loss>[0-9.]+)"}])
    stream = lab.stream("run", file)
    run = run_of(stream)
    stream.until("step", step=6)  # a state is whole when the next one begins
    assert [point[2] for point in points(lab, run, "loss") if point[1] == "train"] == [1, 2, 3, 4, 5, 6]
    (lab.root / "go").touch()
    code, last = stream.finish()
    assert (code, last["status"], last["step"]) == (0, "succeeded", 8)
    assert last["metrics"] == {"loss": 0.08333333333333333, "val_loss": 0.2, "wide": 7, "test_loss": 0.75}
    assert points(lab, run, "loss") == (
        [(1, "test", 1, 0.75)] + [(1, "train", step, pytest.approx(1 / (step + 4))) for step in range(1, 9)] +
        [(1, "validation", 4, 0.1), (1, "validation", 8, 0.2)])
    assert points(lab, run, "wide") == [(1, "train", 2, 7)]
    # The first value of each source is news, and known from then on.
    regex = "^(?P<split>test) loss (?P<test_loss>[0-9.]+)"
    sources = [{"task": "worker:0", "from": "output", **one} for one in ({"format": "keras"}, {"format": "json"}, {"regex": regex})]
    assert lab.ok("show", run, "--json").json()["metrics_from"] == sources
    news = [event for event in stream.events if event["event"] == "metrics_found"]
    assert [{key: event[key] for key in ("task", "from", "format", "regex") if key in event} for event in news] == sources
    assert "metrics from the output (keras) of worker:0" in " ".join(lab.ok("show", run).out.split())
    logs = lab.ok("logs", run).out
    assert [line.split(" - ")[0].split()[-3:] for line in logs.splitlines() if "loss: " in line] == [["━━━━", "1s", "5ms/step"]] * 2
    assert "\\x1b" not in logs and "1/4" not in logs and logs.count("4/4") == 2, logs


def test_a_drill_does_not_count_the_wait_before_the_next_attempt(lab):
    file = command_file(lab, "import time; print('ready', flush=True); time.sleep(600)",
                        on_failure={"restarts": 3, "backoff_seconds": 6})
    stream = lab.stream("run", file)
    run = run_of(stream)
    found = []
    for attempt in (1, 2):
        output(lab, run, "ready", 1)
        found.append(lab.ok("drill", run, "--kill", "worker:0", "--json").json())
        assert found[-1]["attempt"] == attempt + 1, found
    assert found[1]["detected_s"] < 5, found  # after two attempts without a step: 6 s to the next
    assert "2 attempts in a row" in stream.until("waiting", code="restart.backoff")["message"]
    lab.ok("stop", run)


def test_an_agent_that_is_killed_neither_loses_nor_repeats_a_value(lab):
    script = """
        import os, time
        for step in range(1, 2001):
            print(f"step {step} loss={1 / step} ok")
            while step == 1000 and not os.path.exists("go"):
                time.sleep(0.02)
    """
    file = command_file(lab, script, cluster={"worker": ["local", "local"]}, metrics=[{"regex": r"loss=(?P<loss>\S+)"}])
    stream = lab.stream("run", file)
    run = run_of(stream)
    stream.until("step")
    assert "took them over" in lab.ok("drill", run, "--kill", "agent").out
    (lab.root / "go").touch()
    finished = lab.ok("watch", run, "--json").events()[-1]
    assert (finished["status"], finished["step"], finished["attempts"]) == ("succeeded", 2000, 1)
    rows = lab.metrics(run, "--tag", "loss")
    assert {row[1] for row in rows} == {"worker:0"}, "the chief's output alone"
    expected = [(1, "train", step, pytest.approx(1 / step)) for step in range(1, 2001)]
    assert points(lab, run, "loss") == expected
    # A store that is lost is made again from the same file.
    lab.ok("agent", "stop")
    for file in lab.home.glob("trainyard.db*"):
        file.unlink()
    assert points(lab, run, "loss") == expected


def test_each_attempt_has_its_own_points(lab):
    script = """
        import os
        attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"]) + 1
        for epoch in range(1, 4):
            print({"loss": attempt / epoch, "learning_rate": 1e-05, "epoch": float(epoch)})
        print(f"{'x' * 200}\\rlast words of {attempt}")
        raise SystemExit(2 - attempt)
    """
    file = command_file(lab, script, metrics=[{"format": "trainer"}], on_failure={"restarts": 1, "backoff_seconds": 0})
    events, shown = lab.finished(file)
    run = events[-1]["run"]
    assert (events[-1]["status"], shown["attempts"]) == ("succeeded", 2)
    assert points(lab, run, "loss") == [(a, "train", n, pytest.approx(a / n)) for a in (1, 2) for n in (1, 2, 3)]
    logs = lab.ok("logs", run, "--attempt", "1").out
    assert "last words of 1" in logs and "xxx" not in logs


def test_event_files_that_are_rotated_are_read(lab):
    """The one before is removed as soon as the next has begun, whether its last points were read or not."""
    script = EVENTS + textwrap.dedent("""
        step = 0
        for count in range(4):
            writer = Writer(os.environ["TRAINYARD_LOGDIR"], count)
            if count > 0:
                os.remove(before)
            for _ in range(10):
                step += 1
                writer.scalar("loss", step, 1 / step)
                while step % 10 == 5 and not os.path.exists(f"go{step}"):
                    time.sleep(0.02)
            before = writer.file.name
            writer.file.close()
    """)
    stream = lab.stream("run", command_file(lab, script))
    run = run_of(stream)
    for step in (5, 15, 25, 35):
        stream.until("step", step=step)
        (lab.root / f"go{step}").touch()
    code, last = stream.finish()
    assert (code, last["status"], last["step"]) == (0, "succeeded", 40), last
    assert points(lab, run, "loss") == [(1, "train", step, pytest.approx(1 / step)) for step in range(1, 41)]
    assert not any(event["event"] == "warning" for event in stream.events), stream


def test_what_a_task_uses_is_that_of_all_its_processes(lab):
    """A launcher uses nothing: its program computes, holds memory and listens, with a child of its own."""
    (lab.root / "work.py").write_text(textwrap.dedent("""
        import os, socket, subprocess, sys
        held = b"x" * (160 << 20)
        server = socket.create_server(("127.0.0.1", 0))
        if len(sys.argv) == 1:
            other = subprocess.Popen([sys.executable, "work.py", "child"])
        print("READY", flush=True)
        while not os.path.exists("go"):
            pass
        if len(sys.argv) == 1:
            sys.exit(other.wait())
    """))
    file = lab.root / "run.json"
    file.write_text(json.dumps({"name": "own", "command": ["bash", "-c", f"{sys.executable} work.py; true"], "cluster": {"worker": ["local"]}}))
    stream = lab.stream("run", file)
    run = run_of(stream)
    output(lab, run, "READY", 2)
    end = time.monotonic() + LIMIT
    while True:
        task, = lab.ok("show", run, "--json").json()["tasks"]
        if task.get("rss_bytes", 0) > 320 << 20 and task["cpu"] > 0.3 and len(task["listens"]) == 2:
            break
        assert time.monotonic() < end, task
    assert "gpus" not in task and "gpu_memory_bytes" not in task, "it uses none"
    shown = next(line for line in lab.ok("show", run).out.splitlines() if line.split()[:1] == ["worker:0"])
    assert "CPUs " in shown and "memory " in shown, shown
    (lab.root / "go").touch()
    assert stream.finish()[1]["status"] == "succeeded"
    task, = lab.ok("show", run, "--json").json()["tasks"]
    assert "cpu" not in task and "rss_bytes" not in task, task


def test_a_log_folder_of_its_own_and_a_new_agent(lab):
    """What was there before is not the run's; an agent that is killed loses nothing."""
    script = EVENTS + textwrap.dedent("""
        if len(sys.argv) > 1:
            Writer("logs").scalar("old", 1, 1.0)
            raise SystemExit
        writer = Writer(os.environ["TRAINYARD_LOGDIR"] + "/exp/train", int(os.environ["RANK"]))
        writer.scalar("early", 1, 4.0)
        writer.scalar("loss", 1, 1.0)
        print("written")
        while not os.path.exists("go"):
            time.sleep(0.02)
        writer.scalar("loss", 2, 0.5)
    """)
    file = command_file(lab, script, logdir="./logs/", cluster={"worker": ["local", "local"]})
    subprocess.run([sys.executable, "main.py", "before"], cwd=lab.root, check=True)
    stream = lab.stream("run", file)
    started = stream.until("started")
    run, pids = stream.events[0]["run"], [task["pid"] for task in started["tasks"]]
    stream.until("step", step=1)
    second = lab.cli("run", file, "--json")
    assert second.code == 3 and "command.logdir_in_use" in second.out and run in second.out, second
    changed = lab.cli("change", run, "--set", "train.epochs=3", "--json")
    assert changed.code == 3 and "command.unsupported" in changed.out, changed
    assert "took them over" in lab.ok("drill", run, "--kill", "agent").out
    assert lab.ok("show", run, "--json").json()["status"] == "running"
    assert not any(exited(pid, 0) for pid in pids), "tasks keep running"
    (lab.root / "go").touch()
    finished = lab.ok("watch", run, "--json").events()[-1]
    assert finished["status"] == "succeeded"
    assert finished["metrics"]["exp/loss"] == 0.5 and finished["metrics"]["exp/early"] == 4.0, finished
    sources = lab.ok("show", run, "--json").json()["metrics_from"]
    assert sorted(one["task"] for one in sources) == ["worker:0", "worker:1"], "once each, under both agents"
    assert {one["from"] for one in sources} == {"event_files"}
    rows = sorted((row[1], row[3], row[4]) for row in lab.metrics(run, "--tag", "exp/loss"))
    assert rows == [(f"worker:{i}", "exp/loss", step) for i in (0, 1) for step in ("1", "2")]
    assert lab.ok("show", run, "--json").json()["attempts"] == 1


def test_nothing_precedes_the_start(lab):
    """The first task writes while the others are still being launched."""
    script = EVENTS + textwrap.dedent("""
        Writer(os.environ["TRAINYARD_LOGDIR"]).scalar("loss", 1, 1.0)
        print("written")
    """)
    events, _ = lab.finished(command_file(lab, script, cluster={"worker": ["local"] * 16}))
    kinds = [event["event"] for event in events]
    assert set(kinds[:kinds.index("started")]) == {"status"}, kinds
    assert "step" in kinds and "metrics_found" in kinds, kinds


def test_stop_gives_a_grace_and_then_kills(lab):
    script = """
        import os, signal, sys
        def leave(*_):
            print("asked")
            if os.environ["RANK"] == "0":
                sys.exit(0)
        signal.signal(signal.SIGTERM, leave)
        print("ready")
        while True:
            signal.pause()
    """
    file = command_file(lab, script, cluster={"worker": ["local", "local"]}, stop_grace_seconds=0.5)
    stream = lab.stream("run", file)
    run = run_of(stream)
    output(lab, run, "ready", 2)
    refused = lab.cli("stop", run, "--after", "epoch")
    assert refused.code == 3 and "SIGTERM" in refused.err, refused
    for words in (["pause", run], ["change", run, "--set", "train.epochs=3"], ["profile", run]):
        refused = lab.cli(*words)
        assert refused.code == 3 and "program" in refused.err, refused
    assert lab.ok("stop", run).out
    code, last = stream.finish()
    assert last["status"] == "stopped"
    assert exit_of(lab, run, "worker-0.a1") == (0, 0) and exit_of(lab, run, "worker-1.a1")[1] == signal.SIGKILL
    for name in ("worker-0", "worker-1"):
        assert "asked" in (lab.home / "runs" / run / "logs" / f"{name}.a1.log").read_text()
    for words in (["branch", run, "--from", "1"], ["resume", run, "--from", "1"]):
        refused = lab.cli(*words)
        assert refused.code == 3 and "checkpoint" in refused.err, refused


def asked_to_stop(lab):
    """(run, its stream) of a program that was asked to end and does not."""
    script = """
        import signal
        signal.signal(signal.SIGTERM, lambda *_: print("asked"))
        print("ready")
        while True:
            signal.pause()
    """
    stream = lab.stream("run", command_file(lab, script, stop_grace_seconds=600))
    run = run_of(stream)
    output(lab, run, "ready", 1)
    lab.ok("stop", run)
    output(lab, run, "asked", 1)
    return run, stream


def test_a_run_that_is_stopping_is_resumed_later(lab):
    run, stream = asked_to_stop(lab)
    stream.until("status", status="stopping")
    refused = lab.cli("resume", run)
    assert refused.code == 3 and "is stopping" in refused.err and "resume it when it has ended" in refused.err, refused
    lab.ok("stop", run, "--after", "now")
    assert stream.finish()[1]["status"] == "stopped"


def test_a_second_stop_does_not_wait(lab):
    run, stream = asked_to_stop(lab)
    lab.ok("stop", run)
    assert stream.finish()[1]["status"] == "stopped"
    assert exit_of(lab, run, "worker-0.a1")[1] == signal.SIGKILL


def test_a_silent_task_ends_when_asked_for(lab):
    file = command_file(lab, "import signal; signal.pause()", on_failure={"restarts": 0, "stall_seconds": 1})
    result = lab.cli("run", file, "--json")
    assert result.code == 1 and result.events()[-1]["failure"]["code"] == "task.silent"


@pytest.mark.parametrize("keys, words", [
    ({"command": ["no-such-program-anywhere"]}, ["no-such-program-anywhere", "PATH", "install"]),
    ({"command": ["./absent.sh"]}, ["absent.sh", "path"]),
    ({"command": ["./main.py"]}, ["main.py", "not executable", "chmod"]),
    ({"cwd": "nowhere"}, ["nowhere", "cwd", "create"]),
    ({"logdir": "main.py/x"}, ["main.py", "logdir"]),
    ({"checkpoint": {"keep": 3}}, ["checkpoint", "program"]),
    ({"strategy": {"mirrored": {}}}, ["strategy"]),
    ({"cluster": {"ps": ["local"]}}, ["chief or a worker"]),
    ({"train": {"epochs": 1}}, ["train", "command"]),
    ({"env": {"A=B": "c"}}, ["A=B"]),
    ({"command": "python3 main.py --lr 0.1"}, ["command", 'write [python3, main.py, --lr, "0.1"]']),
    ({"metrics": [{"format": "kears"}]}, ["metrics[0].format", "did you mean keras"]),
    ({"metrics": [{"format": "json"}, {"regex": "loss ("}]}, ["metrics[1].regex", "missing )", "RE2"]),
])
def test_what_cannot_start_is_refused(lab, keys, words):
    file = command_file(lab, "print()", **keys)
    for name in ("preflight", "run"):
        result = lab.cli(name, file)
        assert result.code == 3, result
        for word in words:
            assert word in result.err, f"{word} is not in {result}"
    assert lab.ok("runs", "--json").json() == []


def test_preflight_shows_the_merge(lab):
    file = command_file(lab, "print()", env={"RANK": "7"})
    result = lab.ok("preflight", file, "--json").json()
    (task,) = result["tasks"]
    assert task["environment"]["RANK"] == "7" and task["environment"]["WORLD_SIZE"] == "1" and task["kept"] == ["RANK"]
    assert [problem["code"] for problem in result["problems"]] == ["command.variable_kept"]
    assert "RANK=7  (yours)" in lab.ok("preflight", file).out
    assert "output" not in result


def test_preflight_names_the_series_of_the_output(lab):
    file = command_file(lab, "print()", metrics=[{"format": "keras"}, {"regex": r"(?P<it>\d+) (?P<val_acc>\S+)", "step": "it"}])
    assert lab.ok("preflight", file, "--json").json()["output"] == [
        {"format": "keras", "series": None},
        {"regex": r"(?P<it>\d+) (?P<val_acc>\S+)", "series": [{"split": "validation", "tag": "accuracy"}]}]
    assert "accuracy (validation)" in lab.ok("preflight", file).out


def test_preflight_shows_what_is_found_in_a_sample(lab):
    bars = "".join(f"\r{step}/20 ━━━━ 0s 3ms/step - accuracy: 0.5000 - loss: {2 / step:.4f}" for step in range(1, 21))
    (lab.root / "keras.txt").write_text(f"Epoch 1/2\n{bars} - val_loss: 0.2500\n", encoding="utf-8")
    (lab.root / "plain.txt").write_text("starting\nit 10 loss 0.5\nit 20 loss 0.25")
    file = command_file(lab, "print()", metrics=[
        {"format": "keras", "sample": "keras.txt"},
        {"regex": r"it (?P<it>\d+) loss (?P<loss>\S+)", "step": "it", "sample": "plain.txt"},
        {"format": "lightning", "sample": str(lab.root / "plain.txt")}])
    problems = [problem for problem in lab.ok("preflight", file, "--json").json()["problems"] if problem["path"].endswith(".sample")]
    assert [(problem["severity"], problem["code"], problem["path"]) for problem in problems] == [
        ("hint", "metrics.sample", "metrics[0].sample"), ("hint", "metrics.sample", "metrics[1].sample"),
        ("warning", "metrics.no_match", "metrics[2].sample")]
    assert "loss (20 values, at last 0.1 at step 20), loss (validation) (1 value, at last 0.25 at step 20)" in problems[0]["message"]
    assert problems[1]["message"].endswith("plain.txt: loss (2 values, at last 0.25 at step 20)"), problems[1]
    assert "no value is found in 3 lines of " in problems[2]["message"]
    refused = lab.cli("run", command_file(lab, "print()", metrics=[{"format": "keras", "sample": "nowhere.txt"}]))
    assert refused.code == 3 and "metrics[0].sample: the sample cannot be read: there is no file " in refused.err, refused


def test_a_program_that_logs_no_step(lab):
    """Its output has nothing that `metrics` finds: that is said once."""
    file = command_file(lab, "print('loss is 0.5')", metrics=[{"regex": "loss: (?P<loss>.*)"}])
    result = lab.ok("run", file)
    assert "own-1 succeeded\n" in result.out, result
    run = lab.ok("runs", "--json").json()[0]["run"]
    warnings = [event for event in lab.ok("watch", run, "--json").events() if event.get("code") == "metrics.no_match"]
    assert len(warnings) == 1 and "worker:0 has printed 1 line, in which `metrics` finds no value" in warnings[0]["message"]
