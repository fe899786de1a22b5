# SPDX-License-Identifier: Apache-2.0
"""Nodes with another distribution than the home's: the bundle brings its own loader and C library. Each is a real sshd in a
folder made by debootstrap, in a network namespace. Needs root, debootstrap and a mirror of Debian."""
import os
import shutil
import subprocess
import tempfile

import pytest
from lab import LIMIT
from ssh_nodes import SshNodes
from test_nodes import assert_same, finish, recover_from_a_killed_worker, spec_file

# What debootstrap says when it cannot fetch something.
NO_MIRROR = ("Failed getting release", "Couldn't download")


@pytest.fixture
def debian_11():
    """A folder with Debian 11: an older C library than any that this project is built with."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("needs root and debootstrap")
    root = tempfile.mkdtemp(prefix="debian-11-", dir="/var/tmp")
    os.chmod(root, 0o755)  # it becomes /
    try:
        made = subprocess.run(["debootstrap", "--variant=minbase", "--include=openssh-server", "bullseye", root],
                              capture_output=True, text=True)
        said = made.stdout + made.stderr
        if made.returncode != 0 and any(words in said for words in NO_MIRROR):
            pytest.skip(f"needs a mirror of Debian: {said.strip().splitlines()[-1]}")
        assert made.returncode == 0, said
        yield root
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", root], check=True)


def test_debian_11_trains_as_here_and_recovers(lab, debian_11):
    """Bare, as worker and as chief, to the bit; its worker is killed once."""
    assert b"2.31" in subprocess.run(["chroot", debian_11, "ldd", "--version"], capture_output=True, check=True).stdout
    with SshNodes(lab, 1, bare=True, system=debian_11) as nodes:
        nodes.add()
        lab.ok("nodes", "prepare", "node-1", limit=5 * LIMIT)
        assert os.readlink(f"/proc/{nodes.agent_pid('node-1')}/exe").startswith(f"{debian_11}{nodes.homes['node-1']}/bundles/")
        here = finish(lab, spec_file(lab, ["local", "local"]))
        for workers in (["local", "node-1"], ["node-1", "local"]):
            assert_same(lab, finish(lab, spec_file(lab, workers)), here)
        recover_from_a_killed_worker(lab, nodes)
