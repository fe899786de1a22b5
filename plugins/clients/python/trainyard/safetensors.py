# SPDX-License-Identifier: Apache-2.0
"""Weights out of a safetensors file (https://github.com/huggingface/safetensors#format) into NumPy arrays.

The header is read and checked when the file is opened; a tensor is mapped, not read, when it is accessed.
"""
from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

_MAX_HEADER_BYTES = 100_000_000
_BYTES = {"BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "U16": 2, "I16": 2, "F16": 2, "BF16": 2,
          "U32": 4, "I32": 4, "F32": 4, "U64": 8, "I64": 8, "F64": 8}
_NUMPY = {"BOOL": "?", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "F16": "<f2", "U32": "<u4", "I32": "<i4", "F32": "<f4",
          "U64": "<u8", "I64": "<i8", "F64": "<f8"}


class SafetensorsError(ValueError):
    """The file is not a whole safetensors file, or has a data type that NumPy has no equal of."""


@dataclass(frozen=True, slots=True)
class TensorInfo:
    dtype: str
    shape: tuple[int, ...]
    offset: int
    """Of its first byte in the file."""
    bytes: int


class Safetensors(Mapping[str, "numpy.ndarray"]):
    """The tensors of a file by name, as read-only arrays. `info` and `metadata` need no NumPy.

    BF16 becomes float32, which has all its values; 8-bit floats are refused.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.info, self.metadata = _header(self.path)

    def __getitem__(self, name: str) -> numpy.ndarray:
        import numpy
        info = self.info[name]
        kind = "<u2" if info.dtype == "BF16" else _NUMPY.get(info.dtype)
        if kind is None:
            raise SafetensorsError(f"{self.path}: {name} is {info.dtype}, which NumPy has not")
        if info.bytes == 0:
            data: numpy.ndarray = numpy.empty(info.shape, kind)
        else:
            data = numpy.asarray(numpy.memmap(self.path, kind, "r", info.offset, info.shape))
        if info.dtype == "BF16":
            data = (data.astype("<u4") << 16).view("<f4")
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self.info)

    def __len__(self) -> int:
        return len(self.info)


def _header(path: Path) -> tuple[dict[str, TensorInfo], dict[str, str]]:
    # Without O_NONBLOCK a FIFO would be waited for; it has no effect on a regular file.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise SafetensorsError(f"{path}: not a regular file")
        size = status.st_size
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > min(size - 8, _MAX_HEADER_BYTES):
            raise SafetensorsError(f"{path}: cut short, or not a safetensors file: it has {size} bytes and a header of {length}")
        text = file.read(length)
    try:
        header: dict[str, dict[str, Any]] = json.loads(text, object_pairs_hook=_distinct)
        metadata = header.pop("__metadata__", {})
        info = {name: _tensor(entry, 8 + length) for name, entry in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SafetensorsError(f"{path}: the header cannot be read: {error}") from error
    end = 8 + length
    for name, one in sorted(info.items(), key=lambda item: (item[1].offset, item[1].bytes)):
        if one.offset != end:
            raise SafetensorsError(f"{path}: {name} begins at byte {one.offset}, and the tensor before it ends at {end}")
        end += one.bytes
    if end != size:
        raise SafetensorsError(f"{path}: cut short or damaged: it has {size} bytes, its header describes {end}")
    return info, metadata


def _tensor(entry: dict[str, Any], start: int) -> TensorInfo:
    begin, end = entry["data_offsets"]
    shape = tuple(entry["shape"])
    if not all(isinstance(extent, int) and extent >= 0 for extent in (begin, end, *shape)):
        raise ValueError(f"an offset or a shape is not a natural number: {entry}")
    if entry["dtype"] not in _BYTES:
        raise ValueError(f"unknown data type {entry['dtype']}")
    if end - begin != math.prod(shape) * _BYTES[entry["dtype"]]:
        raise ValueError(f"{end - begin} bytes do not hold {entry['dtype']} {list(shape)}")
    return TensorInfo(entry["dtype"], shape, start + begin, end - begin)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found
