# SPDX-License-Identifier: Apache-2.0
"""What can go wrong: every exception of the package, except those of `trainyard.safetensors`."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Finished


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a run file: what is wrong with it, where, and how to fix it."""

    severity: str
    code: str
    message: str
    path: str = ""
    file: str = ""
    line: int = 0
    fix: str = ""
    set: str = ""

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line) if part)
        text = self.message
        if self.path and not text.startswith(self.path) and not text.startswith(where or "\0"):
            text = f"{self.path}: {text}"
        text = text if not where or text.startswith(where) else f"{where}: {text}"
        return f"{text}; {self.fix}" if self.fix else text


class TrainyardError(Exception):
    """A command was refused or failed.

    `message` is its sentence, `id` the stable code (`run.not_found`) and `exit_code` the command's, both as docs/commands.md
    lists them. `problems` has the findings about a run file.
    """

    def __init__(self, message: str, *, id: str = "", exit_code: int | None = None, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.id = id
        self.exit_code = exit_code
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n  ".join([self.message, *map(str, self.problems)])


class CommandNotFound(TrainyardError):
    """There is no `trainyard-headless` on this machine, or not where `TRAINYARD` says."""


class RunFailed(TrainyardError):
    """The run that `Run.wait()` waited for has failed. `finished` is its last event, with the `failure`."""

    def __init__(self, message: str, finished: Finished, *, id: str, exit_code: int) -> None:
        super().__init__(message, id=id, exit_code=exit_code)
        self.finished = finished
