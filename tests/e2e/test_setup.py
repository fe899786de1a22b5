# SPDX-License-Identifier: Apache-2.0
"""packaging/setup.sh refuses what cannot succeed before it downloads or writes anything, and at once; and it continues a
download that was interrupted."""

import hashlib
import http.server
import os
import pathlib
import random
import shutil
import signal
import subprocess
import threading
import time
import zipfile

import pytest

from lab import LIMIT

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


class Index(http.server.ThreadingHTTPServer):
    """A package index of one wheel. With `stop_after`, an answer waits after so many bytes of it until the test ends."""

    FILE = "torch-2.11.0-cp311-cp311-manylinux_2_28_x86_64.whl"

    def __init__(self, wheel, stop_after, continues):
        super().__init__(("127.0.0.1", 0), Page)
        self.wheel, self.stop_after, self.continues = wheel, stop_after, continues
        self.ended = threading.Event()
        self.ranges = []  # what each request for the wheel asked for


class Page(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):  # noqa: N802 (the name that http.server calls)
        if not self.path.endswith(".whl"):
            self.answer(200, f'<a href="/{Index.FILE}">{Index.FILE}</a>'.encode(), {"Content-Type": "text/html"})
            return
        index, asked = self.server, self.headers.get("Range")
        index.ranges.append(asked)
        begin = int(asked.removeprefix("bytes=").rstrip("-")) if asked and index.continues else 0
        if begin:
            size = len(index.wheel)
            self.answer(206, index.wheel[begin:], {"Content-Range": f"bytes {begin}-{size - 1}/{size}"})
        else:
            self.answer(200, index.wheel, {}, index.stop_after)

    def answer(self, status, body, headers, stop_after=None):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body[:stop_after])
        if stop_after is not None:
            self.server.ended.wait(LIMIT)


HALF = 1 << 20  # bytes after which the download is interrupted


@pytest.fixture(name="wheel", scope="module")
def _wheel(tmp_path_factory):
    """What setup.sh looks for in libtorch's folder, as one wheel of 3 MiB."""
    path = tmp_path_factory.mktemp("wheel") / Index.FILE
    noise = random.Random(7).randbytes(3 * HALF)
    with zipfile.ZipFile(path, "w") as wheel:
        for name in ("torch/lib/libtorch_cpu.so", "torch/lib/libc10.so", "torch/lib/libgomp.so.1",
                     "torch/include/torch/csrc/api/include/torch/torch.h",
                     "nvidia/cu13/lib/libcudart.so.13", "nvidia/cu13/lib/libcupti.so.13"):
            wheel.writestr(name, noise if name.endswith("_cpu.so") else b"x")
    return path.read_bytes()


class Download:
    """setup.sh with a pinned wheel and an index of its own, as often as it is started."""

    def __init__(self, folder, wheel, continues):
        self.cache = folder / "cache"
        self.part = self.cache / "trainyard" / "wheels" / f"{Index.FILE}.part"
        packaging = folder / "packaging"
        shutil.copytree(SETUP.parent, packaging)
        (packaging / "wheels.txt").write_text(
            f"torch==2.11.0 {Index.FILE} {hashlib.sha256(wheel).hexdigest()} torch/* nvidia/*\n")
        self.setup = packaging / "setup.sh"
        self.index = Index(wheel, HALF, continues)
        self.server = threading.Thread(target=self.index.serve_forever)
        self.server.start()

    def start(self):
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PIP_") and not k.lower().endswith("_proxy")}
        as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
        # Without apt's sources it does not look for their server.
        return subprocess.Popen(
            ["unshare", *as_root, "--mount", "bash", "-c", f"mount -t tmpfs tmpfs /etc/apt; exec bash '{self.setup}'"],
            env={**kept, "XDG_CACHE_HOME": str(self.cache), "NO_COLOR": "1", "PIP_CONFIG_FILE": os.devnull,
                 "PIP_DEFAULT_TIMEOUT": str(LIMIT), "PIP_INDEX_URL": f"http://127.0.0.1:{self.index.server_port}/simple"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def interrupt_half_way(self, number):
        """Starts it, and sends the signal to all its processes once half of the wheel is on the disk. Returns what it said."""
        setup = self.start()
        until = time.monotonic() + LIMIT
        while not (self.part.exists() and self.part.stat().st_size == HALF):
            assert setup.poll() is None and time.monotonic() < until, "it downloads half of the wheel"
            time.sleep(0.02)
        os.killpg(setup.pid, number)
        return setup.communicate(timeout=LIMIT)[0]

    def finish(self):
        """Starts it and returns its exit code and what it said."""
        setup = self.start()
        said = setup.communicate(timeout=LIMIT)[0]
        return setup.returncode, said

    def whole(self):
        """The same, with an index that does not stop half-way."""
        self.index.stop_after = None
        return self.finish()

    def unpacked(self):
        return (self.cache / "trainyard/libtorch-2.11.0/torch/lib/libtorch_cpu.so").stat().st_size

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.index.ended.set()
        self.index.shutdown()
        self.server.join()
        self.index.server_close()


def test_a_killed_download_continues(tmp_path, wheel):
    with Download(tmp_path, wheel, continues=True) as download:
        download.interrupt_half_way(signal.SIGKILL)
        code, said = download.whole()
        assert code == 0, said
        assert "continuing after 1 MiB" in said
        assert download.index.ranges == [None, f"bytes={HALF}-"], "the first half is downloaded once"
        assert download.unpacked() == 3 * HALF
        assert not download.part.exists()


def test_a_download_continues_after_ctrl_c(tmp_path, wheel):
    with Download(tmp_path, wheel, continues=True) as download:
        assert "interrupted; run this again: it continues where it was" in download.interrupt_half_way(signal.SIGINT)
        code, said = download.whole()
        assert code == 0, said
        assert download.index.ranges == [None, f"bytes={HALF}-"]


def test_a_download_continues_after_a_broken_connection(tmp_path, wheel):
    with Download(tmp_path, wheel, continues=True) as download:
        download.index.ended.set()  # so it closes the connection half-way
        code, said = download.finish()
        assert code == 1, said
        assert "after 1 of 3 MiB" in said
        assert "run this again: it continues where it was" in said
        code, said = download.whole()
        assert code == 0, said
        assert download.index.ranges == [None, f"bytes={HALF}-"]


def test_a_server_that_cannot_continue(tmp_path, wheel):
    with Download(tmp_path, wheel, continues=False) as download:
        download.interrupt_half_way(signal.SIGKILL)
        code, said = download.whole()
        assert code == 0, said
        assert "the server cannot continue a download: beginning again (1 MiB were here)" in said
        assert download.unpacked() == 3 * HALF


def test_a_damaged_half_is_not_kept(tmp_path, wheel):
    with Download(tmp_path, wheel, continues=True) as download:
        download.interrupt_half_way(signal.SIGKILL)
        with download.part.open("r+b") as part:
            part.write(b"damaged")
        code, said = download.whole()
        assert code == 1
        assert "it is not the file that was expected" in said
        assert "could not download torch==2.11.0" in said
        code, said = download.whole()
        assert code == 0, said
        assert download.index.ranges == [None, f"bytes={HALF}-", None]
