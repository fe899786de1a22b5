# SPDX-License-Identifier: Apache-2.0
"""Machines and accounts as people have them: any login shell, no sftp, and those where Trainyard cannot be, which say why. Each is
a real sshd in a network namespace with a home, a disk or a kernel of its own, and nothing of ours installed. Needs root."""
import os
import pathlib
import subprocess
import sys

import pytest

from ssh_nodes import SshNodes
from test_command import command_file

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


UNFIT = {
    "a small disk": (lambda lab: mounted(lab, "size=16k,mode=700"), ["MiB are needed; free some space there, or set TRAINYARD_HOME there"]),
    "a read-only home": (lambda lab: mounted(lab, "ro,mode=700"), ["Read-only file system; make it writable, or set TRAINYARD_HOME there"]),
    "a home that others can change": (lambda lab: mounted(lab, "size=400m,mode=1777"),
                                      ["run chmod go-w on it", "or choose another folder in TRAINYARD_HOME"]),
    "an old kernel": (lambda lab: [sys.executable, "-c", OLD_KERNEL], ["is too old: Trainyard needs 5.3 or newer"]),
}


@pytest.mark.parametrize("what", UNFIT)
@pytest.mark.parametrize("bare", [True, False], ids=["bare", "installed"])
def test_a_machine_that_cannot_be_a_node_says_what_to_do(lab, what, bare):
    """Whether Trainyard has to be sent there, or its own agent finds that out."""
    prefix, words = UNFIT[what]
    with SshNodes(lab, 1, bare=bare, prefix=prefix(lab)) as nodes:
        refused = lab.cli("nodes", "add", "node-1", "--json")
        message = refused.json()["error"]["message"]
        assert refused.code == 4 and "node-1" in message and all(word in message for word in words), refused
        assert [node["node"] for node in lab.ok("nodes", "--json").json()] == ["local"], "it is not added"
        assert not [command for command in nodes.processes("node-1").values() if "trainyard" in command]
