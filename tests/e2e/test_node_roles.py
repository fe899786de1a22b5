# SPDX-License-Identifier: Apache-2.0
"""Parameter servers, and programs of others, with tasks on several machines."""
import json
import os
import time

import pytest

from lab import LIMIT, kill
from ssh_nodes import SshNodes
from test_command import EVENTS, MEET, command_file, output
from test_node_chief import checkpoints, on_node
from test_nodes import finish, spec_file
from test_parameter_server import ps_file


def placed(path, cluster):
    path.write_text(json.dumps(json.loads(path.read_text()) | {"cluster": cluster}))
    return path


def batch_losses(lab, run, attempt=1):
    return [float(row[-1]) for row in lab.metrics(run, "--tag", "batch_loss") if int(row[0]) == attempt]


SPREAD = [
    {"chief": ["node-1"], "worker": ["local", "node-2"], "ps": ["node-1", "node-2"]},
    {"chief": ["local"], "worker": ["node-1", "node-2"], "ps": ["node-1", "local"]},
    {"chief": ["node-1"], "worker": ["node-1", "node-1"], "ps": ["node-1", "node-1"]},
]


@pytest.mark.parametrize("cluster", SPREAD)
def test_parameter_servers_across_nodes_train_as_here(lab, cluster):
    options = {"mode": "sync", "partitioner": {"fixed_shards": {"shards": 2}}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        here = finish(lab, ps_file(lab, 2, 2, options, precision="float64"))
        there = finish(lab, placed(ps_file(lab, 2, 2, options, precision="float64"), cluster))
        ours, theirs = batch_losses(lab, here), batch_losses(lab, there)
        assert len(ours) > 10 and ours == theirs, "to the bit"
        if cluster["chief"] == ["node-1"]:
            assert set(checkpoints(lab, there)) == set(on_node(nodes, "node-1", there)) == set(checkpoints(lab, here))


WORKERS = {"worker": ["node-1", "local", "node-2"]}


@pytest.mark.skipif(os.geteuid() != 0, reason="each machine has ports of its own in a network namespace, which needs root")
@pytest.mark.parametrize("cluster", [WORKERS, *SPREAD[:2]])
def test_who_listens_on_any_machine_is_a_task_that_show_names(lab, cluster):
    """As `ss -ltnp` says on each of them: at the address that the others reach, and under parameter servers at the port of
    TF_CONFIG. The port of workers that sum by themselves is Gloo's choice; `listens` has it."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        machines = ["local", *nodes.names]
        assert not any(nodes.listening(index) for index in range(3)), "agents and sessions need no port"
        if "ps" in cluster:
            path = placed(ps_file(lab, 2, 2, epochs=1000), cluster)
        else:
            path = spec_file(lab, cluster["worker"], epochs=1000)
        stream = lab.stream("run", path)
        run = stream.until("step")["run"]
        end, shown, places = time.monotonic() + LIMIT, None, []
        while shown != places:  # what is shown was measured within a second
            assert time.monotonic() < end, (shown, places)
            tasks = lab.ok("show", run, "--json").json()["tasks"]
            shown = sorted(place for task in tasks for place in task.get("listens", []))
            seen = [nodes.listening(index) for index in range(3)]
            places = sorted(place for of_machine in seen for _, place in of_machine)
        lab.ok("stop", run, "--after", "now")
        stream.finish()
        assert any(seen), "tasks of several machines listen somewhere"
        for index, machine in enumerate(machines):
            named = {task["pid"]: task["address"] for task in tasks if task["node"] == machine}
            for pid, place in seen[index]:
                assert pid in named, (machine, place, tasks)
                assert place in next(task["listens"] for task in tasks if task["pid"] == pid and task["node"] == machine)
                assert place.startswith(f"{nodes.network.address(index)}:"), (machine, place)
                assert "ps" not in cluster or place == named[pid], (machine, place, tasks)
        assert not any(nodes.listening(index) for index in range(3))


LISTENERS = """
    import signal, subprocess, sys
    LISTEN = "import signal, socket; server = socket.create_server(('0.0.0.0', 0)); signal.pause()"
    for is_apart in (False, True):
        subprocess.Popen([sys.executable, "-c", LISTEN], start_new_session=is_apart)
    signal.pause()
    """


@pytest.mark.skipif(os.geteuid() != 0, reason="each machine has ports of its own in a network namespace, which needs root")
def test_the_ports_of_what_a_program_starts_are_its_tasks(lab):
    """As under a shell or torchrun: who listens is a child of the process that `show` names, also in a session of its own."""
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", command_file(lab, LISTENERS, cluster={"worker": ["local", "node-1"]}))
        run = stream.until("started")["run"]
        end, shown, seen = time.monotonic() + LIMIT, {}, {}
        while shown != seen or [len(places) for places in seen.values()] != [2, 2]:
            assert time.monotonic() < end, (shown, seen)
            tasks = lab.ok("show", run, "--json").json()["tasks"]
            shown = {task["node"]: sorted(task.get("listens", [])) for task in tasks}
            seen = {place: sorted(address for _, address in nodes.listening(index)) for index, place in enumerate(["local", "node-1"])}
        lab.ok("stop", run, "--after", "now")
        stream.finish()
        assert not any(nodes.listening(index) for index in range(2))


@pytest.mark.parametrize("task", ["worker:1", "ps:0", "chief:0"])
def test_a_killed_task_of_a_run_with_parameter_servers(lab, task):
    """Asynchronous: a worker is started again alone, a server and the chief with all others."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        path = placed(ps_file(lab, 2, 2, restarts=3, epochs=20), SPREAD[0])
        path.write_text(json.dumps(json.loads(path.read_text()) | {"checkpoint": {"every": {"steps": 16}}}))
        stream = lab.stream("run", path)
        run = stream.until("checkpoint")["run"]
        kill({one["task"]: one["pid"] for one in lab.ok("show", run, "--json").json()["tasks"]}[task])
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "succeeded", 1 if task == "worker:1" else 2), stream
        assert last["step"] == 640


def test_a_program_on_nodes_has_its_environment_and_its_log_is_here(lab):
    script = MEET + """
import json, pathlib, sys
peers = meet()
print("ENV", json.dumps(dict(os.environ)))
print("met", int(all_reduce(peers, RANK + 1)))
print("step 1 loss 0.5")
pathlib.Path(os.environ["TRAINYARD_LOGDIR"]).mkdir(parents=True, exist_ok=True)
"""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        run = finish(lab, command_file(lab, script, cluster={"worker": ["node-1", "local", "node-2", "node-2"]}))
        found = []
        for index in range(4):
            first, second, *_ = (lab.home / "runs" / run / "logs" / f"worker-{index}.a1.log").read_text().splitlines()
            assert second == "met 10"
            found.append(json.loads(first.removeprefix("ENV ")))
        wanted = ("RANK", "LOCAL_RANK", "GROUP_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE")
        assert [[one[name] for name in wanted] for one in found] == [
            ["0", "0", "0", "4", "1"], ["1", "0", "1", "4", "1"], ["2", "0", "2", "4", "2"], ["3", "1", "2", "4", "2"]]
        assert len({(one["MASTER_ADDR"], one["MASTER_PORT"]) for one in found}) == 1
        hosts = [address.rpartition(":")[0] for address in json.loads(found[0]["TF_CONFIG"])["cluster"]["worker"]]
        assert hosts == (["10.77.0.2", "10.77.0.1", "10.77.0.3", "10.77.0.3"] if nodes.network else ["127.0.0.1"] * 4)
        assert found[0]["TRAINYARD_LOGDIR"].startswith(str(nodes.homes["node-1"]))
        assert [task["node"] for task in lab.ok("show", run, "--json").json()["tasks"]] == ["node-1", "local", "node-2", "node-2"]


def test_a_program_on_a_node_fails_is_restarted_and_stopped(lab):
    script = """
        import os, signal, sys
        if os.environ["TORCHELASTIC_RESTART_COUNT"] == "0":
            sys.exit(7)
        def end(*_):
            print("asked to end")
            sys.exit(0)
        signal.signal(signal.SIGTERM, end)
        print("ready")
        while True:
            signal.pause()
    """
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", command_file(lab, script, cluster={"worker": ["node-1"]}, on_failure={"restarts": 1}))
        attempt = stream.until("attempt", number=2)
        assert "exited with code 7" in attempt["cause"], attempt
        run = attempt["run"]
        with_log = lab.home / "runs" / run / "logs" / "worker-0.a2.log"
        while not with_log.exists() or "ready" not in with_log.read_text():
            assert stream.process.poll() is None, stream
        lab.ok("stop", run)
        assert stream.finish()[1]["status"] == "stopped"
        assert "asked to end" in with_log.read_text()


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_log_folder_of_the_run_file_is_read_on_each_machine(lab, is_shared):
    """In a file system that they share, or in one of each machine. The link is cut in the middle: neither gap nor duplicate."""
    logs, go_on = lab.root / "logs", lab.root / "go-on"
    logs.mkdir()
    script = EVENTS + f"""
import pathlib
rank, folder = int(os.environ["RANK"]), os.environ["TRAINYARD_LOGDIR"]
assert folder == "{logs}", folder
curve = Writer(f"{{folder}}/val")
for step in range(100):
    curve.scalar("loss", step, step + rank)
    print(f"step {{step}} accuracy {{step / 100}}")
    if step == 50:
        print("half")
        while not pathlib.Path("{go_on}").exists():
            time.sleep(0.01)
"""
    if not is_shared and os.geteuid() != 0:
        pytest.skip("a folder of each machine needs root")
    with SshNodes(lab, 2, lacks=None if is_shared else logs) as nodes:
        nodes.add()
        stream = lab.stream("run", command_file(lab, script, cluster={"worker": ["node-1", "node-1", "local", "node-2"]},
                                                logdir=str(logs), metrics=[{"regex": r"step (?P<step>\d+) accuracy (?P<accuracy>\S+)"}]))
        run = stream.until("started")["run"]
        output(lab, run, "half", 4)
        nodes.cut()
        go_on.touch()
        while any("main.py" in command for name in nodes.names for command in nodes.processes(name).values()):
            pass  # they end while nobody is connected
        nodes.restore()
        assert stream.finish()[1]["status"] == "succeeded", stream
        rows = lab.metrics(run)
        for rank in range(4):
            curve = [(int(row[4]), float(row[7])) for row in rows if row[1:4] == [f"worker:{rank}", "validation", "loss"]]
            assert curve == [(step, step + rank) for step in range(100)], rank
        printed = [(int(row[4]), float(row[7])) for row in rows if row[3] == "accuracy"]
        assert printed == [(step, pytest.approx(step / 100)) for step in range(100)]
