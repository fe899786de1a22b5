# SPDX-License-Identifier: Apache-2.0
"""A laboratory for one test: a home of its own, the programs, and what processes are about.

Nothing here sleeps: it waits for lines, for exits (pidfd) and for files' changes, each with a limit.
"""
import contextlib
import gzip
import json
import os
import pathlib
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time

import numpy

BIN = pathlib.Path(os.environ["TRAINYARD_BIN"])
EXAMPLES = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "resources/examples"
LIMIT = 120  # seconds that nothing here may take longer than


class Result:
    """What a command printed and how it ended."""

    def __init__(self, args, code, out, err):
        self.args, self.code, self.out, self.err = args, code, out, err

    def json(self):
        return json.loads(self.out)

    def events(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def __repr__(self):
        return f"{' '.join(map(str, self.args))}\n-> {self.code}\nstdout: {self.out[-4000:]}\nstderr: {self.err[-4000:]}"


class Stream:
    """A command that is still running and prints JSON lines."""

    def __init__(self, args, **options):
        self.args = args
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, **options)
        self.events = []
        self._rest = b""

    def until(self, wanted, **fields):
        """The next event called `wanted` whose fields are these; an end before that fails the test."""
        while (event := self.next()) is not None:
            if event.get("event") == wanted and all(event.get(key) == value for key, value in fields.items()):
                return event
        raise AssertionError(f"the stream ended without {wanted} {fields}: {self!r}")

    def until_stalled(self):
        """The next stall in words, with where the culprit is, which comes later on a busy machine."""
        message = self.until("warning", code="task.stalled")["message"]
        return message if " is in " in message or "the position of" in message else message + "; " + self.until("warning", code="task.stacks")["message"]

    def finish(self):
        """Reads to the end; returns (exit code, last event)."""
        while self.next() is not None:
            pass
        code = self.process.wait(LIMIT)
        return code, self.events[-1] if self.events else None

    def next(self):
        """The next event; None at the end."""
        while b"\n" not in self._rest:
            if not select.select([self.process.stdout], [], [], LIMIT)[0]:
                raise AssertionError(f"no line for {LIMIT} s: {self!r}")
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                assert not self._rest, f"the last line was cut: {self._rest!r}"
                return None
            self._rest += piece
        line, self._rest = self._rest.split(b"\n", 1)
        self.events.append(json.loads(line))
        return self.events[-1]

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def __repr__(self):
        shown = "\n".join(map(str, self.events[-20:]))
        return f"{' '.join(map(str, self.args))}\n{shown}\nstderr: {self.stderr()[-4000:]}"


class Lab:
    """One TRAINYARD_HOME, its run files, its processes. Use as a context: leaving it stops the agent and looks for what is left."""

    def __init__(self, home=None):
        # Short, so that the agent's socket stands in the home itself and not in a fall-back folder.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="ty-"))
        self.home = pathlib.Path(home) if home else self.root / "home"
        self.bin = BIN
        self.program = "trainyard-headless"
        self.prefix = []  # what every command is run by
        self.env = {key: value for key, value in os.environ.items() if not key.startswith("TRAINYARD_")}
        self.env["TRAINYARD_HOME"] = str(self.home)
        self._streams = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            stopped, left = self.end()
            if kind is None:
                assert stopped.code == 0, stopped
                assert not left, f"left after `agent stop`: {left}"
        finally:
            shutil.rmtree(self.root, ignore_errors=True)

    def end(self):
        """Ends the commands, the agent, and what that left; returns (how `agent stop` went, {pid: what was left})."""
        for stream in self._streams:
            if stream.process.poll() is None:
                stream.process.kill()
                stream.process.wait()
        stopped = self.cli("agent", "stop", program=BIN / "trainyard-headless")
        left = self.processes()
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                kill(pid)
        return stopped, left

    # Commands

    def command(self, *args, program=None):
        return [*self.prefix, str(program or self.bin / self.program), *map(str, args)]

    def cli(self, *args, program=None, env=None, cwd=None, limit=LIMIT):
        command = self.command(*args, program=program)
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit,
                              env=self.env if env is None else env, cwd=cwd or self.root)
        return Result(command, done.returncode, done.stdout.decode(), done.stderr.decode())

    def ok(self, *args, **options):
        result = self.cli(*args, **options)
        assert result.code == 0, result
        return result

    def stream(self, *args, **options):
        stream = Stream(self.command(*args, "--json"), env=self.env, cwd=self.root, **options)
        self._streams.append(stream)
        return stream

    # Files

    def run_file(self, text=None, name="run.yaml", **train):
        """A small training on made data: mlp, two workers, 16 steps an epoch. `train` replaces keys under train."""
        if text is None:
            images, labels = self.idx(512)
            test_images, test_labels = self.idx(128, seed=2)
            spec = {
                "model": {"builtin": "mlp"},
                "data": {"train": {"idx": {"images": str(images), "labels": str(labels)}},
                         "validation": {"idx": {"images": str(test_images), "labels": str(test_labels)}}, "batch_size": 16},
                "epochs": 2,
            }
            spec.update(train)
            text = json.dumps({"trainyard": 1, "name": "small", "train": spec, "cluster": {"worker": ["local", "local"]},
                               "on_failure": {"restarts": 0}}, indent=1)
        path = self.root / name
        path.write_text(text)
        return path

    def idx(self, count, seed=1):
        """Paths of gzip IDX files of `count` 28x28 images and their labels; a label can be learnt from its image."""
        draw = numpy.random.default_rng(seed)
        labels = draw.integers(0, 10, count, dtype=numpy.uint8)
        images = draw.integers(0, 64, (count, 28, 28), dtype=numpy.uint8)
        images[numpy.arange(count), labels, :] += 128
        image_file, label_file = self.root / f"images-{count}-{seed}.gz", self.root / f"labels-{count}-{seed}.gz"
        image_file.write_bytes(gzip.compress(struct.pack(">4i", 0x803, count, 28, 28) + images.tobytes(), 1))
        label_file.write_bytes(gzip.compress(struct.pack(">2i", 0x801, count) + labels.tobytes(), 1))
        return image_file, label_file

    # Runs

    def finished(self, *args):
        """Runs a small training to its end and returns (events, what `show --json` says)."""
        done = self.ok("run", *args, "--json")
        events = done.events()
        return events, self.ok("show", events[-1]["run"], "--json").json()

    def metrics(self, run, *args):
        head, *rows = self.ok("metrics", run, *args).out.splitlines()
        assert head == "attempt,task,split,tag,step,epoch,wall_time,value"
        return [row.split(",") for row in rows]

    # Processes

    def processes(self):
        """{pid: command line} of every process that has this home in its environment, this one left out."""
        mark, found = b"TRAINYARD_HOME=" + os.fsencode(self.home), {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != os.getpid():
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
                    if command:  # a zombie has none
                        found[int(folder.name)] = command
        return found

    def tasks_left(self):
        return {pid: command for pid, command in self.processes().items() if "trainyard-worker" in command or "trainyard-shim" in command}

    def agent_pid(self):
        return self.ok("agent", "status", "--json").json()["pid"]


def listening(pid):
    """The TCP ports at which a process listens, as `ss -ltnp` would say."""
    sockets = set()
    for descriptor in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            sockets.add(os.readlink(descriptor))
    ports = []
    for table in ("tcp", "tcp6"):
        for row in pathlib.Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = row.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                ports.append(int(fields[1].rpartition(":")[2], 16))
    return ports


def exited(pid, limit=LIMIT):
    """Waits for the end of a process that may be anyone's child; True if it ended inside `limit` seconds."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], limit)[0])
    finally:
        os.close(descriptor)


def parent(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def kill(pid, number=signal.SIGKILL):
    """Sends the signal and, if it is SIGKILL, waits for the end. Returns the time at which it was sent."""
    sent = time.monotonic()
    os.kill(pid, number)
    if number == signal.SIGKILL:
        assert exited(pid), pid
    return sent
