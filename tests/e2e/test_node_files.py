# SPDX-License-Identifier: Apache-2.0
"""What a run names and the machines of its tasks lack: it is offered with its size, sent once, and used there."""
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import time

import pytest

from lab import LIMIT, kill
from ssh_nodes import SshNodes
from test_callbacks import plugins, yard  # noqa: F401 (fixtures)
from test_command import command_file
from test_nodes import assert_same, spec_file


@pytest.fixture
def data(lab):
    """A folder whose contents this machine alone has."""
    if os.geteuid() != 0:
        pytest.skip("a folder that only one machine has needs root")
    folder = lab.root / "data"
    folder.mkdir()
    return folder


def moved(lab, data, path):
    """The run file, with its data in that folder."""
    text = path.read_text()
    for file in lab.root.glob("*.gz"):
        file.rename(data / file.name)
    path.write_text(text.replace(f"{lab.root}/", f"{data}/"))
    return path


def refused(lab, path, *options):
    result = lab.cli("run", path, *options, "--json")
    assert result.code == 3, result
    return [problem for problem in result.json()["error"]["problems"] if problem["severity"] == "error"]


def size_of(*files):
    return f"files to send: {len(files)}, bytes: {sum(file.stat().st_size for file in files)}"


def sent(result):
    """What --send reports: "0 bytes" or "1.2 MB"."""
    line, = (line for line in result.err.splitlines() if line.endswith(" sent to nodes"))
    return line.removesuffix(" sent to nodes")


def size_of_part(nodes):
    """Bytes of the largest file that a node has in part; 0: none."""
    largest = 0
    for file in nodes.homes["node-1"].glob("sent/*/parts/*"):
        with contextlib.suppress(FileNotFoundError):  # it is whole by now, and has its name
            largest = max(largest, file.stat().st_size)
    return largest


def files_at(nodes, name):
    """{file that was sent there: its inode and times}."""
    root = nodes.homes[name] / "sent"
    return {str(file.relative_to(root)): (file.stat().st_ino, file.stat().st_mtime_ns)
            for file in root.rglob("*") if file.is_file()}


def test_a_sweep_says_how_to_send_what_a_node_lacks(lab, data):
    """Also what only the values of its runs name: other nodes, and other files."""
    with SshNodes(lab, 2, lacks=data) as nodes:
        nodes.add()
        run_file = moved(lab, data, spec_file(lab, ["local"]))
        saved = next(event for event in lab.ok("run", run_file, "--json").events() if event["event"] == "checkpoint")
        weights = data / "initial.safetensors"
        lab.ok("checkpoint", "export", saved["path"], "--to", weights)
        sweep = lab.root / "sweep.yaml"
        sweep.write_text(json.dumps({"trainyard": 1, "run": str(run_file), "metric": "val_loss", "parameters": {
            "cluster.worker[0]": {"values": ["node-1", "node-2"]},
            "train.initial_weights": {"values": [str(weights)]}}}))
        shown = lab.cli("sweep", sweep, "--json").events()[-1]
        told = [run["reason"] for run in shown["runs"]]
        assert [f"node-{index} lacks" in why for index, why in enumerate(told, start=1)] == [True] * 2, shown
        command, = {re.search("`trainyard --headless ([^`]*)`", why)[1] for why in told}
        advised = [str(sweep) if word == "FILE" else word for word in command.split()]
        done = lab.ok(*advised, "--json")
        assert sent(done).endswith(" MB"), done
        assert [run["status"] for run in done.events()[-1]["runs"]] == ["succeeded"] * 2, done
        assert sent(lab.ok(*advised, "--json")) == "0 bytes"
        refused = lab.cli("sweep", sweep, "--send", "--dry-run")
        assert refused.code == 2 and "--dry-run" in refused.err, refused


def test_data_is_offered_sent_once_and_used(lab, data):
    with SshNodes(lab, 2, lacks=data) as nodes:
        nodes.add()
        here = lab.ok("run", moved(lab, data, spec_file(lab, ["local"] * 2)), "--json").events()[-1]["run"]
        path = moved(lab, data, spec_file(lab, ["node-1", "node-2"]))
        problems = refused(lab, path)
        assert {one["code"] for one in problems} == {"node.lacks_files"} and len(problems) == 8, problems
        images = data / "images-512-1.gz"
        offer = next(one for one in problems if "node-1" in one["message"] and str(images) in one["message"])
        assert offer["path"] == "train.data.train" and size_of(images) in offer["message"], offer
        assert "--send" in offer["fix"], offer
        assert not files_at(nodes, "node-1"), "nobody asked for it"

        first = lab.ok("run", path, "--send", "--json")
        assert f"sending {images} to node-1" in first.err, first
        assert sent(first).endswith(" MB"), first
        assert_same(lab, first.events()[-1]["run"], here)
        there = files_at(nodes, "node-1")
        assert len(there) == 8 and not [name for name in there if "parts/" in name], there  # 4, and 4 logs
        hashes = {hashlib.sha256((nodes.homes["node-1"] / "sent" / name).read_bytes()).hexdigest() for name in there}
        assert {hashlib.sha256(file.read_bytes()).hexdigest() for file in data.iterdir()} <= hashes
        again = lab.ok("run", path, "--send", "--json")
        assert sent(again) == "0 bytes" and "sending" not in again.err, again
        assert files_at(nodes, "node-1") == there
        lab.ok("run", path)

        # What has changed here is no longer what they have.
        labels = data / "labels-512-1.gz"
        labels.write_bytes(labels.read_bytes() + b"\0" * 8)
        changed = refused(lab, path)
        assert [one["path"] for one in changed] == ["train.data.train"] * 2, changed
        assert all(str(labels) in one["message"] and size_of(labels) in one["message"] for one in changed), changed
        assert sent(lab.ok("preflight", path, "--send", "--json")) == f"{2 * labels.stat().st_size:,} bytes"
        lab.ok("run", path)

        # What another user has put there stays.
        copy, = nodes.homes["node-2"].glob(f"sent/*/*/{images.name}")
        copy.write_bytes(b"not sent")
        blocked = lab.cli("run", path, "--send", "--json")
        assert blocked.code != 0 and blocked.json()["error"]["code"] == "file.not_sent", blocked
        assert "node node-2" in blocked.json()["error"]["message"] and str(copy) in blocked.json()["error"]["message"], blocked
        assert copy.read_bytes() == b"not sent"
        copy.unlink()
        assert sent(lab.ok("run", path, "--send", "--json")) == f"{images.stat().st_size / 1e6:.1f} MB"

        # What was sent is deleted when asked for, and not while a run may read it.
        stream = lab.stream("run", moved(lab, data, spec_file(lab, ["node-2"], epochs=1000)), "--send")
        stream.until("step")
        used = lab.cli("nodes", "clean", "node-2", "--json")
        assert used.code != 0 and used.json()["error"]["code"] == "node.in_use", used
        lab.ok("stop", stream.events[0]["run"], "--after", "now")
        stream.finish()
        assert lab.ok("nodes", "clean", "node-2", "--unused-for", 1, "--json").json()["files"] == 0
        copy.write_bytes(b"not sent")
        total = sum(file.stat().st_size for file in data.iterdir())
        cleaned = lab.ok("nodes", "clean", "node-2", "--json").json()
        assert cleaned == {"node": "node-2", "files": 3, "bytes": total - images.stat().st_size, "kept": 1}
        assert copy.read_bytes() == b"not sent"
        assert "deleted: 4, " in lab.ok("nodes", "clean", "node-1").out
        assert not files_at(nodes, "node-1")
        assert lab.ok("nodes", "clean", "node-1", "--json").json()["files"] == 0


def test_a_pattern_means_the_files_that_are_here(lab, data):
    for part in "abc":
        (data / f"part-{part}.csv").write_text("x,y\n" + "".join(f"{i / 40}{ord(part)},{i % 2}\n" for i in range(40)))
    keys = {"model": {"layers": [{"dense": {"units": 2}}]}, "epochs": 1,
            "data": {"train": {"csv": {"files": f"{data}/part-*.csv", "label": "y"}}, "validation": None, "batch_size": 10}}
    with SshNodes(lab, 1, lacks=data) as nodes:
        nodes.add()
        path = spec_file(lab, ["node-1", "local"], **keys)
        assert size_of(*data.iterdir()) in refused(lab, path)[0]["message"]
        assert lab.ok("run", path, "--send", "--json").events()[-1]["step"] == 8
        (data / "part-b.csv").unlink()
        (data / "part-d.csv").write_text((data / "part-a.csv").read_text().replace("0.1", "0.2"))
        assert size_of(data / "part-d.csv") in refused(lab, path)[0]["message"]
        assert lab.ok("run", path, "--send", "--json").events()[-1]["step"] == 8
        there = [file.name for file in nodes.homes["node-1"].glob("sent/*/*/part-*.csv")]
        assert sorted(there) == ["part-a.csv", "part-c.csv", "part-d.csv"]


def test_a_folder_of_a_command_continues_after_a_cut(lab, data):
    folder = data / "project"
    folder.mkdir()
    big = folder / "big.bin"
    big.write_bytes(os.urandom(24 << 20))
    (folder / "old.txt").write_text("old")
    script = """\
        import hashlib
        open("made.txt", "w").write("made by the task")
        print("hash", hashlib.sha256(open("big.bin", "rb").read()).hexdigest())
        """
    path = command_file(lab, script, cluster={"worker": ["node-1"]}, cwd=str(folder))
    main = (lab.root / "main.py").rename(folder / "main.py")
    hashed = f"hash {hashlib.sha256(big.read_bytes()).hexdigest()}\n"
    with SshNodes(lab, 1, lacks=data) as nodes:
        nodes.add()
        problem, = refused(lab, path)
        assert (problem["code"], problem["path"]) == ("node.lacks_files", "cwd"), problem
        assert size_of(*folder.iterdir()) in problem["message"], problem

        # 4 MB/s, so that it is cut in the middle.
        shaper = ["dev", "n1", "root"]
        subprocess.run([*nodes.network.at(0), "tc", "qdisc", "add", *shaper, "tbf", "rate", "32mbit", "burst", "64kb",
                        "latency", "400ms"], check=True)
        stream = lab.stream("preflight", path, "--send")
        while size_of_part(nodes) <= 1 << 20:
            assert stream.process.poll() is None, stream
        kill(stream.process.pid)
        subprocess.run([*nodes.network.at(0), "tc", "qdisc", "del", *shaper], check=True)
        assert not list(nodes.homes["node-1"].rglob("big.bin")), "half of it has its name"
        assert [problem["code"] for problem in refused(lab, path)] == ["node.lacks_files"]
        rest = lab.ok("run", path, "--send", "--json")
        assert 0 < float(sent(rest).split()[0]) < 24.5, rest
        assert size_of_part(nodes) <= 1 << 20
        run = rest.events()[-1]["run"]
        assert (lab.home / "runs" / run / "logs" / "worker-0.a1.log").read_text() == hashed
        again = lab.ok("run", path, "--send", "--json")
        assert sent(again) == "0 bytes", again

        # What the task has made stays, what was deleted here is deleted there.
        made, = nodes.homes["node-1"].rglob("made.txt")
        main.write_text(main.read_text() + "\n")
        (folder / "old.txt").unlink()
        assert sent(lab.ok("run", path, "--send", "--json")) == f"{main.stat().st_size:,} bytes"
        assert made.read_text() == "made by the task" and not list(nodes.homes["node-1"].rglob("old.txt"))

        # No file of this machine goes along by a link.
        (folder / "link").symlink_to("/etc/passwd")
        problem, = refused(lab, path, "--send")
        assert problem["code"] == "file.outside" and str(folder / "link") in problem["message"], problem
        assert not list(nodes.homes["node-1"].rglob("passwd")) + list(nodes.homes["node-1"].rglob("link"))


def test_a_program_is_looked_for_on_the_machine_that_starts_it(lab, data):
    """Of a command whose tasks are on nodes alone: what this machine has does not count."""
    tool = data / "bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho here\n")
    tool.chmod(0o755)
    path = command_file(lab, "print('here')", cluster={"worker": ["node-1"]})
    spec = json.loads(path.read_text())
    with SshNodes(lab, 1, lacks=data) as nodes:
        lab.env["PATH"] += f":{tool.parent}"
        nodes.add()
        for command, code, words in [
                ([str(tool)], "command.missing_program", f"node node-1: there is no program {tool}; correct the path, or install it"),
                (["tool"], "command.missing_program", "node node-1: there is no program tool in the folders of PATH (")]:
            path.write_text(json.dumps(spec | {"command": command}))
            problem, = refused(lab, path)
            assert (problem["code"], problem["path"]) == (code, "command") and problem["message"].startswith(words), problem
            assert lab.cli("preflight", path).code == 3
        path.write_text(json.dumps(spec))
        assert lab.ok("run", path, "--json").events()[-1]["status"] == "succeeded"


def blow(nodes, kind, client):
    """Does that in mid-sending, and waits until the home has noticed."""
    if kind == "connections":
        nodes.cut()
        return nodes.restore()
    if kind == "agent":
        return kill(nodes.agent_pid("node-1"))
    link = [*nodes.network.at(0), "ip", "link", "set", "n1"]
    subprocess.run([*link, "down"], check=True)
    end = time.monotonic() + LIMIT
    while nodes.lab.ok("nodes", "--json").json()[-1]["state"] == "connected":
        assert time.monotonic() < end, "the home does not notice it"
    if kind == "link, and it is cancelled":
        client.process.send_signal(signal.SIGINT)
        assert client.process.wait(LIMIT) != 0, client
    subprocess.run([*link, "up"], check=True)
    # A bridge forwards to a port that is up again only once its own kernel thread has seen it.
    door = [*nodes.network.at(0), "bash", "-c", f"exec 2>&-; </dev/tcp/{nodes.network.address(1)}/22"]
    while subprocess.run(door).returncode != 0:
        assert time.monotonic() < end, "the link does not come back"


@pytest.mark.parametrize("kind", ["link", "link, and it is cancelled", "connections", "agent"])
def test_sending_continues_after_a_blow(lab, data, kind):
    folder = data / "project"
    folder.mkdir()
    big = folder / "big.bin"
    big.write_bytes(os.urandom(24 << 20))
    script = """\
        import hashlib
        print("hash", hashlib.sha256(open("big.bin", "rb").read()).hexdigest())
        """
    path = command_file(lab, script, cluster={"worker": ["node-1"]}, cwd=str(folder))
    (lab.root / "main.py").rename(folder / "main.py")
    with SshNodes(lab, 1, lacks=data) as nodes:
        nodes.add()
        shaper = ["dev", "n1", "root"]
        subprocess.run([*nodes.network.at(0), "tc", "qdisc", "add", *shaper, "tbf", "rate", "32mbit", "burst", "64kb",
                        "latency", "400ms"], check=True)  # 4 MB/s
        stream = lab.stream("preflight", path, "--send")
        while size_of_part(nodes) < 4 << 20:
            assert stream.process.poll() is None, stream
        assert size_of_part(nodes) < 24 << 20, "it was too quick to be cut"
        blow(nodes, kind, stream)
        subprocess.run([*nodes.network.at(0), "tc", "qdisc", "del", *shaper], check=True)
        if kind == "link, and it is cancelled":
            lab.ok("nodes", "check", "node-1")
            rest = lab.ok("run", path, "--send", "--json")
            assert 0 < float(sent(rest).split()[0]) < 22 and sent(rest).endswith(" MB"), rest
        else:
            assert stream.process.wait(LIMIT) == 0, stream
            rest = lab.ok("run", path, "--send", "--json")
            assert sent(rest) == "0 bytes", rest
        log = lab.home / "runs" / rest.events()[-1]["run"] / "logs" / "worker-0.a1.log"
        assert log.read_text() == f"hash {hashlib.sha256(big.read_bytes()).hexdigest()}\n"
        assert not size_of_part(nodes)


def test_a_plugin_is_sent_and_opened_there(yard, data):
    with SshNodes(yard, 1, lacks=data) as nodes:
        nodes.add()
        path = spec_file(yard, ["node-1", "local"], epochs=1, steps_per_epoch=2,
                         callbacks=[{"witness": {"folder": str(yard.root)}}])
        problem, = refused(yard, path)
        assert problem["code"] == "node.lacks_files" and "plugin:witness" in problem["message"], problem
        assert sent(yard.ok("run", path, "--send", "--json")) != "0 bytes"
        assert sorted(file.name for file in yard.root.glob("rank-*.txt")) == ["rank-0.txt", "rank-1.txt"]
        assert sent(yard.ok("run", path, "--send", "--json")) == "0 bytes"
        assert json.loads(next(nodes.homes["node-1"].rglob("plugins/witness/manifest.json")).read_text())["id"] == "witness"
