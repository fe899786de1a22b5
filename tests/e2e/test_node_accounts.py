# SPDX-License-Identifier: Apache-2.0
"""Machines and accounts as people have them: any login shell, no sftp, and those where Trainyard cannot be, which say why. Each is
a real sshd in a network namespace with a home, a disk or a kernel of its own, and nothing of ours installed. Needs root."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import pytest

from lab import BIN, kill
from ssh_nodes import SshNodes
from test_command import command_file
from test_nodes import finish, spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="another login shell, disk or kernel needs root")

LOUD = """#!/bin/sh
echo "*** Welcome! This machine is shared; mind the others. ***"
echo "3 updates can be applied." >&2
exec /bin/bash "$@"
"""

# Starts the command that follows on a kernel without pidfd_open, which is what those before Linux 5.3 are without.
OLD_KERNEL = """
import ctypes, os, struct, sys
PIDFD_OPEN, ENOSYS, ALLOW, ERRNO = 434, 38, 0x7FFF0000, 0x00050000
rules = [(0x20, 0, 0, 0), (0x15, 0, 1, PIDFD_OPEN), (0x06, 0, 0, ERRNO | ENOSYS), (0x06, 0, 0, ALLOW)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(rules), ctypes.addressof(code)))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(22, 2, program, 0, 0) != 0:  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
    raise OSError(ctypes.get_errno(), "no seccomp")
os.execv(sys.argv[1], sys.argv[1:])
"""


def login_shell(lab, program):
    """What precedes the sshd of machines on which root has this login shell."""
    if program == "loud":
        path = lab.root / "loud"
        path.write_text(LOUD)
        path.chmod(0o755)
        program = str(path)
    users = lab.root / "passwd"
    first, *others = pathlib.Path("/etc/passwd").read_text().splitlines(keepends=True)
    assert first.startswith("root:")
    users.write_text(f"{first.rpartition(':')[0]}:{program}\n{''.join(others)}")
    return ["sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', str(users)]


@pytest.mark.parametrize("shell", ["/usr/bin/fish", "/usr/bin/tcsh", "loud"])
def test_a_machine_with_any_login_shell_and_no_sftp_is_set_up_and_runs(lab, shell):
    with SshNodes(lab, 1, bare=True, prefix=login_shell(lab, shell)) as nodes:
        ssh = [*nodes.network.at(0), "ssh", "-F", str(nodes.folder / "config")]
        said = subprocess.run([*ssh, "node-1", "echo $SHELL"], capture_output=True, text=True, check=True).stdout
        assert said.splitlines()[-1].endswith(shell), said
        assert len(said.splitlines()) == (2 if shell == "loud" else 1), said
        sftp = subprocess.run([*ssh[:-3], "sftp", *ssh[-2:], "-b", "/dev/null", "node-1"], capture_output=True, text=True)
        assert sftp.returncode != 0, "the machines of these tests have no sftp"
        nodes.add()
        run = lab.ok("run", command_file(lab, "print('here I am')", cluster={"worker": ["node-1"]}), "--json").events()[-1]
        assert run["status"] == "succeeded", run
        assert (lab.home / "runs" / run["run"] / "logs/worker-0.a1.log").read_text() == "here I am\n"


def mounted(lab, options):
    """What precedes the sshd of a machine whose home for Trainyard is a disk of its own."""
    (lab.root / "node-1").mkdir()
    return ["sh", "-c", f'mount -t tmpfs -o {options} tmpfs "$0" && exec "$@"', str(lab.root / "node-1")]


# What is said where Trainyard has to be sent, and where it is in the PATH, by its own agent.
UNFIT = {
    "a full disk": (lambda lab: mounted(lab, "size=16k,mode=700"),
                    ["MiB are needed; free some space there, or set TRAINYARD_HOME there"],
                    ["its disk has", "KiB free; free some space there, or set TRAINYARD_HOME to a folder on a larger disk"]),
    "a read-only home": (lambda lab: mounted(lab, "ro,mode=700"),
                         ["Read-only file system; make it writable, or set TRAINYARD_HOME there"],
                         ["cannot write to the home", "node-1: Read-only file system; make it writable, or set TRAINYARD_HOME"]),
    "a home that others can change": (lambda lab: mounted(lab, "size=400m,mode=1777"),
                                      *2 * [["run chmod go-w on it", "or choose another folder in TRAINYARD_HOME"]]),
    "an old kernel": (lambda lab: [sys.executable, "-c", OLD_KERNEL], *2 * [["is too old: Trainyard needs 5.3 or newer"]]),
}


@pytest.mark.parametrize("what", UNFIT)
@pytest.mark.parametrize("bare", [True, False], ids=["bare", "installed"])
def test_a_machine_that_cannot_be_a_node_says_what_to_do(lab, what, bare):
    prefix, sent, installed = UNFIT[what]
    with SshNodes(lab, 1, bare=bare, prefix=prefix(lab)) as nodes:
        refused = lab.cli("nodes", "add", "node-1", "--json")
        message = refused.json()["error"]["message"]
        assert refused.code == 4 and "node-1" in message, refused
        assert all(words in message for words in (sent if bare else installed)), refused
        assert "cannot reach" not in message or bare, "ssh has reached it"
        assert [node["node"] for node in lab.ok("nodes", "--json").json()] == ["local"], "it is not added"
        assert not [command for command in nodes.processes("node-1").values() if "trainyard" in command]


def test_a_node_whose_disk_is_full_takes_a_new_agent_of_its_home(lab):
    """It is the newer one of two, which the node notes on that disk."""
    with SshNodes(lab, 1, prefix=mounted(lab, "size=64m,mode=700")) as nodes:
        nodes.add()
        there = [*nodes.network.at(0), "ssh", "-F", str(nodes.folder / "config"), "node-1"]
        fence = "cat $TRAINYARD_HOME/hosted/*/.trainyard-fence"
        before = json.loads(subprocess.run([*there, fence], capture_output=True, check=True).stdout)["greatest"]
        filled = subprocess.run([*there, "cat /dev/zero >$TRAINYARD_HOME/fill"], capture_output=True, text=True)
        assert "No space left on device" in filled.stderr, filled
        lab.ok("agent", "stop")
        lab.ok("nodes", "check", "node-1")
        node, = (node for node in lab.ok("nodes", "--json").json() if node["node"] == "node-1")
        assert node["state"] == "connected", node
        assert json.loads(subprocess.run([*there, fence], capture_output=True, check=True).stdout)["greatest"] > before


def libtorch():
    """The folder of this machine's."""
    listed = subprocess.run(["ldd", BIN / "trainyard-worker"], capture_output=True, text=True, check=True).stdout
    return pathlib.Path(re.search(r"libtorch_cpu\.so => (\S+)", listed)[1]).parent


def link(source, target):
    """Or a copy, on another disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def with_torch_in_python(lab, **settings):
    """One machine on which nothing of ours is installed, and a Python whose torch `nodes prepare` finds."""
    torch = lab.root / "torch"
    torch.mkdir()
    shutil.copytree(libtorch(), torch / "lib", copy_function=link)
    (torch / "version.py").write_text("__version__ = '2.11.0+cpu'\n")
    python = lab.root / "bin" / "python3"
    python.parent.mkdir()
    python.write_text(f"#!/bin/sh\ncat >/dev/null\necho {torch}\n")
    python.chmod(0o755)
    nodes = SshNodes(lab, 1, bare=True, prefix=login_shell(lab, "/bin/sh"), **settings)  # bash might have a PATH of its own
    nodes.path = f"{python.parent}:{nodes.path}"
    return nodes, torch


def test_a_python_there_that_reads_all_its_input_takes_nothing_from_what_is_sent(lab):
    """It is asked where its torch is, by the script that what is sent follows."""
    nodes, torch = with_torch_in_python(lab)
    with nodes:
        nodes.add()
        lab.ok("nodes", "prepare", "node-1")
        used, = (nodes.homes["node-1"] / "libtorch").iterdir()
        assert used.readlink() == torch / "lib"


def test_a_libtorch_that_was_deleted_is_named_and_nothing_is_tried_again(lab):
    """Before a run begins, and where one of its tasks has to be started again."""
    keys = {"on_failure": {"restarts": 3, "backoff_seconds": 0}}
    advice = "run `trainyard --headless nodes prepare node-1`"
    nodes, torch = with_torch_in_python(lab, lacks=libtorch())  # the worker would find it where it was built
    with nodes:
        nodes.add()
        lab.ok("nodes", "prepare", "node-1")
        used, = (nodes.homes["node-1"] / "libtorch").iterdir()
        finish(lab, spec_file(lab, ["node-1"]))
        stream = lab.stream("run", spec_file(lab, ["node-1"], keys, epochs=100000))
        task, = stream.until("started")["tasks"]
        stream.until("step")
        used.unlink()
        kill(task["pid"])
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (1, "failed", 2), stream
        assert last["failure"]["code"] == "node.not_prepared", last
        message = last["failure"]["message"]
        assert "error while loading shared libraries: lib" in message and message.endswith(advice), message
        while next(node for node in lab.ok("nodes", "check", "--json").json() if node["node"] == "node-1")["prepared"]:
            pass  # what was tested just before is not tested again for two seconds
        refused = lab.cli("run", spec_file(lab, ["node-1"]), "--json")
        assert refused.code == 3, refused
        problem, = (one for one in refused.json()["error"]["problems"] if one["severity"] == "error")
        assert problem["code"] == "node.not_prepared" and problem["message"].endswith(advice), problem
        assert "error while loading shared libraries: lib" in problem["message"], problem
        lab.ok("nodes", "prepare", "node-1")
        finish(lab, spec_file(lab, ["node-1"]))


def notes(lab):
    return {node["node"]: node.get("note") for node in lab.ok("nodes", "--json").json()}


def same_as(*names):
    return (f"the same machine as {', '.join(names)}, under another name or account: they share its GPUs and cores, and no task is "
            "given what another has")


def test_a_machine_under_two_names_is_reported_and_counted_once(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        assert set(notes(lab).values()) == {None}
        again = lab.ok("nodes", "add", "node-1", "--name", "again", "--json").json()
        assert (again["state"], again["note"]) == ("connected", same_as("node-1")), again
        assert notes(lab) == {"local": None, "node-1": same_as("again"), "node-2": None, "again": same_as("node-1")}
        assert f"  note    {same_as('node-1')}" in lab.ok("nodes", "check", "again").out
        spec = spec_file(lab, ["node-1", "node-2", "again"])
        warning, = (problem for problem in lab.ok("preflight", spec, "--json").json()["problems"] if problem["severity"] == "warning")
        assert (warning["code"], warning["path"]) == ("node.same_machine", "cluster.worker[2]"), warning
        assert "nodes node-1 and again are one machine" in warning["message"], warning
        lab.ok("show", finish(lab, spec))
        lab.ok("nodes", "remove", "again")
        assert set(notes(lab).values()) == {None}


class SecondUser:
    """anna, with the home `home`, beside root on a machine of SshNodes, whose `prefix` and `settings` it has. Leaving the context
    ends what runs there."""

    def __init__(self, lab):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-anna-"))  # the lab's own is closed to others
        self.folder.chmod(0o755)
        self.home = self.folder / "home"
        self.home.mkdir(0o700)
        os.chown(self.home, 2001, 2001)
        (self.folder / "passwd").write_text(
            f"{pathlib.Path('/etc/passwd').read_text().rstrip()}\nanna:x:2001:2001::{self.home}:/bin/sh\n")
        keys = lab.root / "ssh" / "user_key.pub"
        torch = libtorch().parent.parent  # is in a folder that is closed to others
        self.prefix = ["sh", "-c", f'cp {keys} "$0/keys" && mount --bind "$0/passwd" /etc/passwd && mkdir "$0/torch" && '
                       f'mount --bind {torch} "$0/torch" && mount -t tmpfs -o mode=755 tmpfs /root && mkdir -p {torch} && '
                       f'mount --bind "$0/torch" {torch} && umount "$0/torch" && exec "$@"', str(self.folder)]
        self.settings = (f"Match User anna\n AuthorizedKeysFile {self.folder}/keys\n"
                         f" SetEnv TRAINYARD_HOME={self.home} PATH={BIN}:/usr/bin:/bin OMP_NUM_THREADS=1\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env={**os.environ, "TRAINYARD_HOME": str(self.home)},
                       capture_output=True, user=2001, group=2001, extra_groups=[])
        shutil.rmtree(self.folder, ignore_errors=True)


def test_two_accounts_on_one_machine_train_together(lab):
    with SecondUser(lab) as anna, SshNodes(lab, 1, prefix=anna.prefix, settings=anna.settings) as nodes:
        nodes.add()
        added = lab.ok("nodes", "add", "anna@node-1", "--name", "anna", "--json").json()
        assert (added["state"], added["note"]) == ("connected", same_as("node-1")), added
        run = lab.ok("run", spec_file(lab, ["local", "node-1", "anna"]), "--send", "--json").events()[-1]["run"]
        shown = lab.ok("show", run, "--json").json()
        assert shown["status"] == "succeeded" and [task["node"] for task in shown["tasks"]] == ["local", "node-1", "anna"], shown
        for home in [nodes.homes["node-1"], anna.home]:
            assert list(home.glob(f"hosted/*/{run}")), "each account has its own"
