# SPDX-License-Identifier: Apache-2.0
"""Runs and checkpoints: reading them, starting, watching and controlling them."""
from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, overload

from ._command import Command, Stream
from ._decode import decode
from ._html import table
from .errors import Problem, RunFailed, TrainyardError
from .history import History, Point, decode_point
from .records import Details, Event, Finished, Task, decode_event
from .safetensors import Safetensors

Settings = Mapping[str, Any]
"""Keys of the run file with their values, as `--set` takes them: `{"train.epochs": 3}`."""


class Trainyard:
    """The runs of one agent.

    `program` is the path of trainyard-headless (default: what the environment variable TRAINYARD names, otherwise the one in
    PATH), `home` moves everything to another folder as TRAINYARD_HOME does, and `agent` is as for `--agent`.
    """

    def __init__(self, *, program: str | os.PathLike[str] | None = None, home: str | os.PathLike[str] | None = None,
                 agent: str | None = None) -> None:
        self._command = Command.find(program, home, agent)

    def runs(self, *, trashed: bool = False) -> Runs:
        """All runs, the newest first; with `trashed` those in the trash too."""
        listed = self._command.call("runs", *(["--all"] if trashed else []))
        return Runs(decode(Run, one, command=self._command) for one in listed)

    def run(self, id: str) -> Run:
        return Run.read(self._command, id)

    def start(self, file: str | os.PathLike[str], set: Settings | None = None) -> Run:
        """Starts the run file and returns while the run trains, whatever becomes of this process."""
        started = self._command.call("run", "--detach", *_set_options(set), "--", os.fspath(file))
        return self.run(started["run"])


@dataclass(frozen=True, kw_only=True)
class Run:
    """A run as it was when it was read; `refresh()` reads it again. `metrics` are its last values, `history()` has all."""

    run: str
    name: str
    status: str
    strategy: str
    model: str
    replicas: int
    attempts: int
    created: datetime | None
    ended: datetime | None
    elapsed_s: float
    epoch: int
    epochs: int
    step: int
    total_steps: int
    metrics: dict[str, float]
    dir: Path
    can_resume: bool
    paused: bool
    tags: tuple[str, ...] = ()
    failure: str = ""
    note: str = ""
    parent: str = ""
    trashed: bool = False
    restored: bool = False
    command: Command = field(repr=False, compare=False)

    @classmethod
    def read(cls, command: Command, id: str) -> Run:
        return decode(cls, command.call("show", "--", id), command=command)

    def refresh(self) -> Run:
        return self.read(self.command, self.run)

    def details(self) -> Details:
        return decode(Details, self.command.call("show", "--", self.run))

    def tasks(self) -> Sequence[Task]:
        """The tasks of the latest attempt, ended ones too."""
        return self.details().tasks

    def watch(self) -> Stream[Event]:
        """The events from the first on and then as they happen, up to the run's end. Leaving it does not stop the run."""
        # 0, 1 and 75 tell how the run ended; what goes wrong otherwise is printed as an error.
        return Stream(self.command, ("watch", "--", self.run), decode_event, may_exit=(0, 1, 75))

    def events(self) -> list[Event]:
        """The events so far."""
        last, found = self.details().last_seq, list[Event]()
        if last == 0:
            return found
        with self.watch() as events:
            for event in events:
                found.append(event)
                if event.seq >= last:
                    break
        return found

    def wait(self, *, check: bool = True) -> Finished:
        """Waits for the end of the run. A run that has failed raises RunFailed, unless `check` is False."""
        finished = None
        with self.watch() as events:
            for event in events:
                if isinstance(event, Finished):  # the last one, if the run was resumed
                    finished = event
        if finished is None:
            raise TrainyardError(f"{self.run} has no end to wait for: it is {self.status}", id="client.no_end")
        if check and finished.status == "failed":
            failure = finished.failure
            raise RunFailed(f"{self.run} has failed{f': {failure.message}' if failure else ''}", finished,
                            id=failure.code if failure else "", exit_code=1)
        return finished

    def points(self, tag: str | None = None) -> Stream[Point]:
        """The points as a stream, for runs that have more of them than should be in memory."""
        options = [] if tag is None else [f"--tag={tag}"]
        return Stream(self.command, ("metrics", *options, "--", self.run), decode_point)

    def history(self, tag: str | None = None) -> History:
        """All points of the run, or of one tag."""
        with self.points(tag) as points:
            return History.of(points)

    def checkpoints(self) -> list[Checkpoint]:
        listed = self.command.call("checkpoints", "--", self.run)
        return [decode(Checkpoint, one, command=self.command) for one in listed]

    def stop(self, after: Literal["step", "epoch", "save", "now"] = "save") -> str:
        """Asks the run to stop and returns its status; `wait()` waits until it has. `save` saves a checkpoint first."""
        status: str = self.command.call("stop", f"--after={after}", "--", self.run)["status"]
        return status

    def pause(self) -> int:
        """Holds the run; `resume()` lets it continue. Returns the step after which it does, 0 if that is not known yet."""
        step: int = self.command.call("pause", "--", self.run)["from_step"]
        return step

    def save(self) -> int:
        """Has the program of a command run save a checkpoint, where it asks whether it should."""
        step: int = self.command.call("save", "--", self.run)["from_step"]
        return step

    def change(self, set: Settings) -> int:
        """Changes `train.epochs` or a learning rate while the run trains; of a program, `learning_rate`.

        Returns the step after which it is in force, or 0.
        """
        step: int = self.command.call("change", *_set_options(set), "--", self.run)["from_step"]
        return step

    def resume(self, set: Settings | None = None, *, from_: Checkpoint | Path | str | int | None = None) -> Run:
        """Continues a paused run, or one that has ended as its next attempt."""
        return self._continue("resume", from_, set)

    def branch(self, from_: Checkpoint | Path | str | int, set: Settings | None = None) -> Run:
        """Starts a new run from a checkpoint of this one: the checkpoint, its path, or its step."""
        return self._continue("branch", from_, set)

    def _continue(self, verb: str, from_: Checkpoint | Path | str | int | None, set: Settings | None) -> Run:
        checkpoint = from_.path if isinstance(from_, Checkpoint) else from_
        options = [] if checkpoint is None else [f"--from={checkpoint}"]
        started = self.command.call(verb, "--detach", *options, *_set_options(set), "--", self.run)
        return self.read(self.command, started["run"])

    def _repr_html_(self) -> str:
        rows = [("run", self.run), ("name", self.name), ("status", _state(self)), ("model", self.model), ("strategy", self.strategy),
                ("epoch", _progress(self.epoch + 1 if self.step else 0, self.epochs)), ("step", _progress(self.step, self.total_steps)),
                *((name, f"{value:.6g}") for name, value in self.metrics.items()),
                ("tags", ", ".join(self.tags)), ("note", self.note), ("failure", self.failure), ("folder", self.dir)]
        return table([], [row for row in rows if row[1]])


class Runs(Sequence[Run]):
    """A list of runs that a notebook shows as a table."""

    def __init__(self, runs: Iterator[Run] | Sequence[Run]) -> None:
        self._runs = tuple(runs)

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Runs: ...
    def __getitem__(self, index: int | slice) -> Run | Runs:
        return Runs(self._runs[index]) if isinstance(index, slice) else self._runs[index]

    def __len__(self) -> int:
        return len(self._runs)

    def __repr__(self) -> str:
        return f"<Runs: {', '.join(f'{one.run} {_state(one)}' for one in self) or 'none'}>"

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for one in self for name in one.metrics))
        return table(["run", "name", "status", "strategy", "epoch", "step", *names],
                     [[one.run, one.name, _state(one), one.strategy, _progress(one.epoch + 1 if one.step else 0, one.epochs),
                       _progress(one.step, one.total_steps),
                       *(f"{one.metrics[name]:.4g}" if name in one.metrics else None for name in names)] for one in self])


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether every byte of a checkpoint is as its manifest says."""

    path: Path
    ok: bool
    bytes: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """A checkpoint of a run; `path` is its folder."""

    run: str
    step: int
    epoch: int
    path: Path
    time: datetime | None
    bytes: int
    metrics: dict[str, float]
    pinned: bool
    backup: bool
    best: bool
    state: str
    attempt: int
    stall_ms: float
    write_ms: float
    command: Command = field(repr=False, compare=False)

    def verify(self) -> Verification:
        """Reads every byte of it."""
        (found,) = self.command.call("checkpoint", "verify", "--", str(self.path), may_exit=(0, 1))
        return decode(Verification, found)

    def weights(self) -> Safetensors:
        """The model's variables by name. What a program has reported is refused (`checkpoint.reported`)."""
        return Safetensors(self._folder() / "model.safetensors")

    def optimizer(self) -> Safetensors:
        """The optimizer's slots by name: `<variable>.<slot>`."""
        return Safetensors(self._folder() / "optimizer.safetensors")

    def _folder(self) -> Path:
        if self.state == "reported":
            raise TrainyardError(
                f"{self.path} is a checkpoint of the program of {self.run} in a format of its own; only the program can read it",
                id="checkpoint.reported",
            )
        return self.path


def _set_options(set: Settings | None) -> list[str]:
    # JSON is YAML, except for its escapes of characters beyond U+FFFF.
    return [f"--set={key}={json.dumps(value, ensure_ascii=False, allow_nan=False)}" for key, value in (set or {}).items()]


def _state(run: Run) -> str:
    return "paused" if run.paused and run.status == "running" else run.status


def _progress(value: int, total: int) -> str:
    return f"{value}/{total}" if total else str(value)
