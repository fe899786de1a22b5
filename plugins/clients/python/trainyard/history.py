# SPDX-License-Identifier: Apache-2.0
"""Every point that a run has recorded: as a stream, as lists, as NumPy arrays, or as a pandas DataFrame."""
from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ._html import table

if TYPE_CHECKING:
    import numpy
    import pandas


class Point(NamedTuple):
    """One value of one series. `epoch` is 0-based, `wall_time` in seconds since 1970."""

    attempt: int
    task: str
    split: str
    tag: str
    step: int
    epoch: int
    wall_time: float
    value: float


def decode_point(row: dict[str, Any]) -> Point:
    """A row of `metrics`. There may be millions of them: this is four times as fast as `decode()`."""
    return Point(row["attempt"], row["task"], row["split"], row["tag"], row["step"], row["epoch"], float(row["wall_time"]),
                 float(row["value"]))  # which knows "NaN" and "Infinity"


class Arrays(NamedTuple):
    """The columns of a series as NumPy arrays (int64, int64, float64, float64)."""

    step: numpy.ndarray
    epoch: numpy.ndarray
    wall_time: numpy.ndarray
    value: numpy.ndarray


@dataclass(slots=True)
class Series:
    """The points of one tag, split, task and attempt, in the order in which they were recorded. 32 bytes per point."""

    attempt: int
    task: str
    split: str
    tag: str
    step: array[int] = field(default_factory=lambda: array("q"), repr=False)
    epoch: array[int] = field(default_factory=lambda: array("q"), repr=False)
    wall_time: array[float] = field(default_factory=lambda: array("d"), repr=False)
    value: array[float] = field(default_factory=lambda: array("d"), repr=False)

    def __len__(self) -> int:
        return len(self.value)

    def points(self) -> Iterator[Point]:
        for step, epoch, wall_time, value in zip(self.step, self.epoch, self.wall_time, self.value):
            yield Point(self.attempt, self.task, self.split, self.tag, step, epoch, wall_time, value)

    def numpy(self) -> Arrays:
        """The columns without a copy: they share the memory of this series."""
        import numpy
        return Arrays(numpy.frombuffer(self.step, numpy.int64), numpy.frombuffer(self.epoch, numpy.int64),
                      numpy.frombuffer(self.wall_time, numpy.float64), numpy.frombuffer(self.value, numpy.float64))


class History(Sequence[Series]):
    """The series of a run. A run that was restarted has one per attempt, and steps that were repeated are in both."""

    def __init__(self, series: Iterable[Series]) -> None:
        self._series = tuple(series)

    @classmethod
    def of(cls, points: Iterable[Point]) -> History:
        series: dict[tuple[int, str, str, str], Series] = {}
        for point in points:
            key = (point.attempt, point.task, point.split, point.tag)
            if (one := series.get(key)) is None:
                one = series[key] = Series(*key)
            one.step.append(point.step)
            one.epoch.append(point.epoch)
            one.wall_time.append(point.wall_time)
            one.value.append(point.value)
        return cls(series.values())

    def select(self, *, tag: str | None = None, split: str | None = None, task: str | None = None,
               attempt: int | None = None) -> History:
        """The series of this tag, split, task and attempt; None means any."""
        return History(one for one in self._series
                       if tag in (None, one.tag) and split in (None, one.split) and task in (None, one.task)
                       and attempt in (None, one.attempt))

    def one(self, tag: str, split: str = "train", task: str | None = None) -> Series:
        """The series of this tag and split, of the newest attempt that has it. KeyError if there is none, or several tasks have."""
        found = self.select(tag=tag, split=split, task=task)
        if not found:
            raise KeyError(f"no points of {tag} ({split}); there are {', '.join(sorted({f'{s.tag} ({s.split})' for s in self}))}")
        newest = found.select(attempt=max(one.attempt for one in found))
        if len(newest) > 1:
            raise KeyError(f"{tag} ({split}) was recorded by {', '.join(s.task for s in newest)}; name the task")
        return newest[0]

    def points(self) -> Iterator[Point]:
        for one in self._series:
            yield from one.points()

    def pandas(self) -> pandas.DataFrame:
        """One row per point, with the columns of `metrics --format csv`."""
        import pandas
        keys = pandas.DataFrame({"attempt": [one.attempt for one in self], "task": pandas.Categorical([one.task for one in self]),
                                 "split": pandas.Categorical([one.split for one in self]),
                                 "tag": pandas.Categorical([one.tag for one in self])})
        frame = keys.loc[keys.index.repeat([len(one) for one in self])].reset_index(drop=True)
        columns = [one.numpy() for one in self]
        for name in Arrays._fields:
            parts = [pandas.Series(getattr(one, name)) for one in columns]
            frame[name] = pandas.concat(parts, ignore_index=True) if parts else pandas.Series(dtype="float64")
        return frame

    @overload
    def __getitem__(self, index: int) -> Series: ...
    @overload
    def __getitem__(self, index: slice) -> History: ...
    def __getitem__(self, index: int | slice) -> Series | History:
        return History(self._series[index]) if isinstance(index, slice) else self._series[index]

    def __len__(self) -> int:
        return len(self._series)

    def __repr__(self) -> str:
        return f"<History: {len(self)} series, {sum(map(len, self))} points>"

    def _repr_html_(self) -> str:
        return table(["tag", "split", "task", "attempt", "points", "last step", "last value"],
                     [[one.tag, one.split, one.task, one.attempt, len(one), one.step[-1], f"{one.value[-1]:.6g}"] for one in self])
