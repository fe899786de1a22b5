# SPDX-License-Identifier: Apache-2.0
"""packaging/setup.sh refuses what cannot succeed before it downloads or writes anything, and at once."""

import os
import pathlib
import subprocess
import time

SETUP = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "packaging" / "setup.sh"


def setup(prepare, tmp_path, *options):
    """Runs setup.sh without network and with an empty cache, in namespaces of its own that `prepare` changes."""
    begin = time.monotonic()
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    done = subprocess.run(
        ["unshare", *as_root, "--mount", "--net", "bash", "-c", f"{prepare}\nexec bash '{SETUP}' \"$@\"", "_",
         *options],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    return done, time.monotonic() - begin


def assert_refused(done, seconds, tmp_path, *words):
    assert done.returncode == 1, done.stdout + done.stderr
    for word in words:
        assert word in done.stderr
    assert seconds < 3, "said in the first second, and the machine may be busy"
    assert not [p for p in tmp_path.rglob("*") if p.is_file()], "nothing was written"


def test_another_distribution(tmp_path):
    release = tmp_path / "os-release"
    release.write_text('ID=arch\nPRETTY_NAME="Arch Linux"\n')
    done, seconds = setup(f"mount --bind '{release}' /etc/os-release", tmp_path)
    release.unlink()
    assert_refused(done, seconds, tmp_path, "this is Arch Linux; Debian 12 and Ubuntu 24.04 are supported",
                   "TRAINYARD_ANY_DISTRIBUTION=1")


def test_no_network(tmp_path):
    done, seconds = setup("true", tmp_path)
    assert_refused(done, seconds, tmp_path, "cannot be reached on port", "must be downloaded", "Is the network up?")


def test_a_full_disk(tmp_path):
    done, seconds = setup(f"mount -t tmpfs -o size=20m tmpfs '{tmp_path}'", tmp_path)
    assert_refused(done, seconds, tmp_path, f"what is downloaded needs 2000 MiB in {tmp_path}", "MiB are free",
                   "XDG_CACHE_HOME")


def test_an_unknown_option(tmp_path):
    done, seconds = setup("true", tmp_path, "--test")
    assert_refused(done, seconds, tmp_path, "unknown option --test", "usage: packaging/setup.sh [--tests]")
