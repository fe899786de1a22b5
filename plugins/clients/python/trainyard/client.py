# SPDX-License-Identifier: Apache-2.0
"""For a training script that Trainyard started: log scalars, report checkpoints, and do what the run is asked to do.

    from trainyard.client import Client        # or copy this file: it needs nothing but Python 3.8

    with Client() as client:
        client.catch_stop()
        step = load(client.resume_from())      # a checkpoint that this script reported before, or None
        while step < steps:
            client.wait_while_paused()
            step += 1
            loss = train(client.learning_rate(0.1))
            client.log("loss", loss, step)
            if step % 1000 == 0 or client.should_save() or client.should_stop():
                client.report_checkpoint(save(step), step)
            if client.should_stop():
                break

Trainyard names the folder for the logs in TRAINYARD_LOGDIR. Where that is not set, every call does nothing.
"""
from __future__ import annotations

import itertools
import json
import math
import operator
import os
import signal
import socket
import struct
import time
from types import FrameType, TracebackType
from typing import Any, Callable, Mapping, Optional, SupportsFloat, SupportsIndex, Tuple, Type, Union

_CLIENT_TAG = "trainyard/client"
_FILES_OF_PROCESS = itertools.count()
_PAUSE_SECONDS = 0.05


class Client:
    """A script's connection to the run that it is a task of. `active` is False outside Trainyard.

    Scalars go to a TensorBoard event file in `logdir` (default: TRAINYARD_LOGDIR), which is created with the first one. Every
    call writes whole records, so that nothing is lost when the process is killed. Values are stored as float32, as
    TensorBoard's own writers do. Any thread may log; a forked process writes a file of its own.
    """

    def __init__(self, logdir: Union[str, "os.PathLike[str]", None] = None) -> None:
        self.logdir = os.fspath(logdir) if logdir is not None else os.environ.get("TRAINYARD_LOGDIR", "")
        self.active = bool(self.logdir)
        self._file: Optional[_EventFile] = None
        self._is_stopping = False
        self._orders = _Orders(os.environ.get("TRAINYARD_ORDERS", ""))
        self._uses: "set[str]" = set()
        self._step = 0
        given = self._orders.read()  # to the process before this one: it needs no answer
        self._rate, self._saved = given.learning_rate, given.save
        self._handler: Optional[Callable[[int, Optional[FrameType]], None]] = None
        self._former: Any = None

    def log(self, tag: str, value: SupportsFloat, step: SupportsIndex) -> None:
        """Records one value. Raises OSError when it cannot be written; what was written before stays readable."""
        self.log_all({tag: value}, step)

    def log_all(self, values: Mapping[str, SupportsFloat], step: SupportsIndex) -> None:
        """Records several values of one step."""
        if not self.active:
            return
        self._step = operator.index(step)
        self._write(self._step, _summary(values))

    def report_checkpoint(self, path: Union[str, "os.PathLike[str]"], step: SupportsIndex) -> None:
        """Reports a checkpoint that is completely written: a file, or a folder with all that is in it.

        The run lists it with its size and hash, and the next attempt gets the newest one from `resume_from()`. It stays the
        script's: Trainyard neither changes nor deletes it. Give each one a name of its own, since one that is changed later
        is no longer the one that was reported. Raises OSError if it is not there, and UnicodeEncodeError if its path is not
        UTF-8.
        """
        if not self.active:
            return
        whole = os.path.abspath(path)
        whole.encode("utf-8")  # otherwise the record would not be read
        self._report(operator.index(step), {"checkpoint": whole, "bytes": _bytes_of(whole)})

    def resume_from(self) -> Optional[str]:
        """The checkpoint to continue from, as it was reported: the newest one that is intact, or the one that `resume --from`
        names. None: there is none, and the script begins at its beginning."""
        return os.environ.get("TRAINYARD_RESUME_FROM") or None

    def should_save(self) -> bool:
        """Whether a checkpoint was asked for (`trainyard --headless save RUN`) since the last call: True once for each time.

        In a script of several processes ask in one of them, and send the others its answer.
        """
        orders = self._ask("save")
        if orders.save == self._saved:
            return False
        self._saved = orders.save
        self._report(self._step, {"save": orders.save})
        return True

    def learning_rate(self, default: float) -> float:
        """The learning rate that the run was changed to (`change RUN --set learning_rate=…`), or `default`.

        In a script of several processes ask in one of them, and send the others its answer.
        """
        orders = self._ask("learning_rate")
        before = default if self._rate is None else self._rate
        rate = default if orders.learning_rate is None else orders.learning_rate
        if rate != before and orders.learning_rate is not None:
            self._report(self._step, {"learning_rate": rate, "before": before, "order": orders.order})
        self._rate = rate
        return rate

    def wait_while_paused(self) -> None:
        """Returns at once, or once the run is to continue or to stop. Call it between two steps."""
        orders = self._ask("pause")
        if not orders.paused or self._is_stopping:
            return
        since = time.monotonic()
        self._report(self._step, {"paused": orders.order})
        while orders.paused and not self._is_stopping:
            time.sleep(_PAUSE_SECONDS)
            orders = self._orders.read()
        self._report(self._step, {"continued": orders.order, "seconds": time.monotonic() - since})

    def _ask(self, use: str) -> "_Order":
        """What the run is requested to do at the moment. The first call for each `use` reports that the script asks at all."""
        if self.active and use not in self._uses:
            self._uses.add(use)
            self._report(self._step, {"uses": use})
        return self._orders.read()

    def _report(self, step: int, record: Mapping[str, Any]) -> None:
        if self.active:
            self._write(step, _text(_CLIENT_TAG, json.dumps(record)))

    def _write(self, step: int, what: bytes) -> None:
        file = self._file
        if file is None or file.pid != os.getpid():
            # Two threads that come here together write two files, which is as good.
            file = self._file = _EventFile(self.logdir)
        file.write(_event(time.time(), step, what))

    def catch_stop(self) -> None:
        """From here on SIGTERM, which asks a task to stop, no longer ends the process: `should_stop()` is True then.

        A handler that the script had installed from Python before is called as well. Call it from the main thread. Trainyard
        kills a task that has not ended after a grace period.
        """
        if not self.active or self._handler is not None:
            return
        owner = os.getpid()

        def received(number: int, frame: Optional[FrameType]) -> None:
            if os.getpid() != owner:  # a forked process, such as a worker that loads data, ends as it would have
                signal.signal(number, self._former or signal.SIG_DFL)
                os.kill(os.getpid(), number)
                return
            self._is_stopping = True
            if callable(self._former):
                self._former(number, frame)

        self._former = signal.getsignal(signal.SIGTERM)
        signal.signal(signal.SIGTERM, received)
        self._handler = received

    def should_stop(self) -> bool:
        """Whether the run was asked to stop since `catch_stop()`."""
        return self._is_stopping

    def close(self) -> None:
        """Closes the event file and restores the handler of SIGTERM. Logging again opens another file."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._handler is not None and signal.getsignal(signal.SIGTERM) is self._handler:
            signal.signal(signal.SIGTERM, self._former or signal.SIG_DFL)
            self._handler = None

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()


def _bytes_of(path: str) -> int:
    """Of the files that the agent hashes: it leaves out links in a folder that lead to folders, or nowhere."""
    if not os.path.isdir(path):
        return os.stat(path).st_size
    files = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return sum(os.path.getsize(file) for file in files if os.path.isfile(file))


class _Order:
    """What the run is requested to do: a number that grows with each order, and what is in force."""

    def __init__(self, text: str = "") -> None:
        self.order, self.save, self.paused = 0, 0, False
        self.learning_rate: Optional[float] = None
        for line in text.splitlines():
            key, _, value = line.partition(" ")
            if key == "order":
                self.order = int(value)
            elif key == "save":
                self.save = int(value)
            elif key == "paused":
                self.paused = value == "1"
            elif key == "learning_rate":
                self.learning_rate = float(value)


class _Orders:
    """The file of the orders, which is replaced as a whole. Looking at it costs some microseconds."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._read: Optional[Tuple[int, int, int]] = None
        self._now = _Order()

    def read(self) -> _Order:
        if not self._path:
            return self._now
        try:
            found = os.stat(self._path)
            read = (found.st_ino, found.st_mtime_ns, found.st_size)
            if read != self._read:
                with open(self._path, encoding="utf-8") as file:
                    self._now = _Order(file.read())
                self._read = read
        except (OSError, ValueError):  # none was given yet
            pass
        return self._now


class _EventFile:
    """One event file: records of TFRecord with a protobuf `tensorflow.Event` each."""

    def __init__(self, folder: str) -> None:
        os.makedirs(folder, exist_ok=True)
        self.pid = os.getpid()
        now = time.time()
        # TensorBoard recognizes a log by `tfevents` in its name, and reads the logs of a folder in the order of their names.
        name = f"events.out.tfevents.{int(now):010d}.{socket.gethostname()}.{self.pid}.{next(_FILES_OF_PROCESS)}"
        self._raw = open(os.path.join(folder, name), "xb", buffering=0)
        try:
            self.write(_event(now, 0, _bytes_field(3, b"brain.Event:2")))
        except OSError:  # a full disk: no empty file per attempt to log
            os.unlink(self._raw.name)
            raise

    def write(self, event: bytes) -> None:
        length = struct.pack("<Q", len(event))
        record = length + _masked_crc(length) + event + _masked_crc(event)
        written = 0
        try:
            while written < len(record):  # a full disk cuts a write short, and the next one reports why
                written += self._raw.write(record[written:])
        except OSError as error:  # without the torn record readers find what comes after it
            if written > 0:
                os.ftruncate(self._raw.fileno(), self._raw.seek(-written, os.SEEK_CUR))
            raise OSError(error.errno, f"{error.strerror}: a scalar was not logged", self._raw.name) from None

    def close(self) -> None:
        self._raw.close()


# tensorflow.Event: wall_time = 1 (double), step = 2 (int64), file_version = 3 (string), summary = 5. Summary: value = 1, with
# tag = 1 (string) and simple_value = 2 (float) or tensor = 8, in it dtype = 1 (DT_STRING: 7) and string_val = 8.


def _event(wall_time: float, step: int, what: bytes) -> bytes:
    return b"\x09" + struct.pack("<d", wall_time) + b"\x10" + _varint(step) + what


def _summary(values: Mapping[str, SupportsFloat]) -> bytes:
    return _bytes_field(5, b"".join(
        _bytes_field(1, _bytes_field(1, tag.encode()) + b"\x15" + _float32(float(value))) for tag, value in values.items()))


def _text(tag: str, text: str) -> bytes:
    tensor = b"\x08\x07" + _bytes_field(8, text.encode())
    return _bytes_field(5, _bytes_field(1, _bytes_field(1, tag.encode()) + _bytes_field(8, tensor)))


def _bytes_field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError(f"{value} is not a 64-bit integer")
    value &= (1 << 64) - 1
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def _float32(value: float) -> bytes:
    try:
        return struct.pack("<f", value)
    except OverflowError:  # where float32 has no such value
        return struct.pack("<f", math.copysign(math.inf, value))


def _crc_table() -> "list[int]":
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_CRC32C = _crc_table()


def _masked_crc(data: bytes) -> bytes:
    """TFRecord's checksum: CRC-32C, rotated and with a constant added."""
    table, crc = _CRC32C, 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)
