# SPDX-License-Identifier: Apache-2.0
import os
import subprocess

import pytest

from lab import Lab


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: promises something within seconds, so nothing else may run beside it")
    if "TRAINYARD_TESTS_AS_ROOT" in os.environ and os.geteuid() != 0:
        raise pytest.UsageError("TRAINYARD_TESTS_AS_ROOT is set, but this is not root: what needs root would be skipped")


@pytest.fixture
def lab():
    """A home of its own for the test; afterwards nothing that was started may be left."""
    with Lab() as one:
        yield one


@pytest.fixture
def home_of_size(lab):
    """Calls with a number of MiB put the home on a tmpfs of that size: a real disk that can be full.

    `inodes` also limits how many files it holds (0: as many as fit).
    """
    if os.geteuid() != 0:
        pytest.skip("mounting a tmpfs needs root")

    def mount(mebibytes, inodes=0):
        lab.home.mkdir(mode=0o700)
        options = f"size={mebibytes}m,nr_inodes={inodes},mode=700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", lab.home], check=True)
        return lab

    yield mount
    lab.end()
    subprocess.run(["umount", lab.home], check=True)


@pytest.fixture
def small_disk(lab):
    """A folder on a tmpfs of its own: it can be full while the home has room."""
    if os.geteuid() != 0:
        pytest.skip("mounting a tmpfs needs root")
    folder = lab.root / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m,mode=700", "tmpfs", folder], check=True)
    yield folder
    lab.end()
    subprocess.run(["umount", folder], check=True)
