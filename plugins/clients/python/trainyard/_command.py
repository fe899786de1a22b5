# SPDX-License-Identifier: Apache-2.0
"""The headless command: where it is, what it answers, and the errors it reports."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any, TypeVar

from ._decode import decode
from .errors import CommandNotFound, Problem, TrainyardError

T = TypeVar("T")

_TERMINATION_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Command:
    """The words that every call begins with, and its environment (None: this process's own)."""

    words: tuple[str, ...]
    env: Mapping[str, str] | None = None

    @classmethod
    def find(cls, program: str | os.PathLike[str] | None, home: str | os.PathLike[str] | None, agent: str | None) -> Command:
        words = (*_program(program), "--json")
        if agent is not None:
            words += (f"--agent={agent}",)
        return cls(words, None if home is None else {**os.environ, "TRAINYARD_HOME": os.path.abspath(home)})

    def call(self, *arguments: str, may_exit: tuple[int, ...] = (0,)) -> Any:
        """The one JSON value that the command prints."""
        try:
            done = subprocess.run([*self.words, *arguments], stdin=subprocess.DEVNULL, capture_output=True, env=self.env)
        except OSError as error:
            raise _not_runnable(self.words[0], error) from error
        value = _parsed(done.stdout)
        if done.returncode not in may_exit or value is None or _is_error(value):
            raise error_of(value, done.stderr, done.returncode)
        return value


class Stream(Iterator[T]):
    """What a running command prints, line by line, each made a T.

    The command ends with the iteration: at its last line, at an exception (Ctrl-C too), at the end of a `with`, at `close()`, or
    when the object is deleted.
    """

    def __init__(self, command: Command, arguments: Sequence[str], decoded: Callable[[dict[str, Any]], T],
                 may_exit: tuple[int, ...] = (0,)) -> None:
        self._decoded, self._may_exit = decoded, may_exit
        self._stderr: IO[bytes] = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen([*command.words, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                             stderr=self._stderr, env=command.env)
        except OSError as error:
            self._stderr.close()
            raise _not_runnable(command.words[0], error) from error
        assert self._process.stdout is not None
        self._stdout = self._process.stdout

    def __next__(self) -> T:
        if self._stdout.closed:
            raise StopIteration
        try:
            while line := self._stdout.readline():
                text = line.strip().rstrip(b",")
                if text in (b"[", b"]", b"[]"):  # an array is printed with an element per line
                    continue
                value = _parsed(text)
                if not isinstance(value, dict) or _is_error(value):
                    raise self._error(value)
                return self._decoded(value)
            if self._process.wait() not in self._may_exit:
                raise self._error(None)
        except BaseException:
            self.close()
            raise
        self.close()
        raise StopIteration

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_TERMINATION_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._stdout.close()
        self._stderr.close()

    def __enter__(self) -> Stream[T]:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_stdout"):  # otherwise the command was not started
            self.close()

    def _error(self, value: Any) -> TrainyardError:
        while self._stdout.read(1 << 16):  # what follows is no use, but the command must be able to end
            pass
        code = self._process.wait()
        self._stderr.seek(0)
        return error_of(value, self._stderr.read(), code)


def error_of(value: Any, stderr: bytes, exit_code: int) -> TrainyardError:
    """The error that a command has printed as JSON, else what it wrote to stderr."""
    if _is_error(value):
        error = value["error"]
        problems = [decode(Problem, one) for one in error.get("problems", [])]
        return TrainyardError(error.get("message", ""), id=error.get("code", ""), exit_code=exit_code, problems=problems)
    said = stderr.decode(errors="replace").strip().splitlines()
    ended = f"was ended by signal {-exit_code}" if exit_code < 0 else f"exited with {exit_code}"
    return TrainyardError(f"the command {ended}: {said[-1] if said else 'what it printed is not the JSON of docs/commands.md'}",
                          id="client.output", exit_code=exit_code)


def _is_error(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("error"), dict)


def _parsed(output: bytes) -> Any:
    try:
        return json.loads(output)
    except ValueError:
        return None


def _program(given: str | os.PathLike[str] | None) -> tuple[str, ...]:
    named = os.fspath(given) if given is not None else os.environ.get("TRAINYARD", "")
    for name in [named] if named else ["trainyard-headless", "trainyard"]:
        if path := shutil.which(name):
            return (path, "--headless") if os.path.basename(path) == "trainyard" else (path,)
    if named:
        raise CommandNotFound(f"{named} is not a program{'' if given is not None else ', and TRAINYARD names it'}; give the path of "
                              "trainyard-headless", id="client.command_not_found")
    raise CommandNotFound("there is no trainyard-headless in PATH; install Trainyard, or set TRAINYARD to the path of "
                          "trainyard-headless", id="client.command_not_found")


def _not_runnable(program: str, error: OSError) -> CommandNotFound:
    return CommandNotFound(f"{program} cannot be run: {error.strerror}; set TRAINYARD to the path of trainyard-headless",
                           id="client.command_not_found")
