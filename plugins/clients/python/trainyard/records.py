# SPDX-License-Identifier: Apache-2.0
"""What the command reports, as dataclasses with the JSON's names: docs/commands.md explains each of them."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ._decode import decode


@dataclass(frozen=True, slots=True)
class Task:
    """A task of the latest attempt. What only `show` reports is None in the event `started`."""

    task: str
    node: str
    pid: int
    address: str
    state: str
    rank: int | None = None
    log: Path | None = None
    step: int | None = None
    socket: Path | None = None
    exit_code: int | None = None
    exit_signal: int | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run failed."""

    code: str
    task: str
    message: str
    exit_code: int
    signal: int
    log: str
    last_log_lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that has happened to a run. `seq` counts a run's events without gaps."""

    event: str
    run: str
    time: datetime | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    name: str
    tasks: tuple[Task, ...]
    replicas: int
    dir: Path
    epochs: int
    total_steps: int
    steps_per_epoch: int
    global_batch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptStarted(Event):
    number: int
    cause: str
    from_step: int
    from_epoch: int
    from_checkpoint: str = ""
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFinished(Event):
    """The first step, then one to ten per second; `Run.history()` has all of them."""

    epoch: int
    step: int
    metrics: dict[str, float]
    ms_per_step: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochFinished(Event):
    epoch: int
    step: int
    metrics: dict[str, float]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointSaved(Event):
    step: int
    path: Path
    stall_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationFinished(Event):
    task: str
    step: int
    epoch: int
    metrics: dict[str, float]
    checkpoint: str
    is_best: bool
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned(Event):
    """A problem that does not end the run."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(Event):
    code: str
    message: str
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine(Event):
    task: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusChanged(Event):
    status: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Event):
    """The last event of a run, until it is resumed."""

    status: str
    attempts: int
    epoch: int
    step: int
    metrics: dict[str, float]
    ms_per_step: float
    samples_per_s: float
    failure: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEvent(Event):
    """An event that this version of the package does not know; `fields` is the whole object."""

    fields: dict[str, Any] = field(default_factory=dict)


_KINDS: dict[str, type[Event]] = {
    "started": Started,
    "attempt": AttemptStarted,
    "step": StepFinished,
    "epoch": EpochFinished,
    "checkpoint": CheckpointSaved,
    "evaluation": EvaluationFinished,
    "warning": Warned,
    "waiting": Waiting,
    "log": LogLine,
    "status": StatusChanged,
    "finished": Finished,
}


def decode_event(value: dict[str, Any]) -> Event:
    kind = _KINDS.get(value.get("event", ""))
    return decode(kind, value) if kind else decode(OtherEvent, value, fields=value)


@dataclass(frozen=True, slots=True)
class Figure:
    """A quantity as it was estimated before the start and as it was measured; None where it is not known."""

    estimated: int | None = None
    measured: int | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    parameters: Figure
    memory_per_replica: Figure
    bytes_per_step: Figure
    checkpoint_bytes: Figure


@dataclass(frozen=True, slots=True)
class Details:
    """What `show` reports of a run beyond the list of runs."""

    steps_per_epoch: int
    tasks: tuple[Task, ...]
    last_seq: int
    figures: Figures
    finished: Finished | None
    spec: dict[str, Any]
    source: str
    goodput: float | None = None
    advised_checkpoint_interval_s: float | None = None
