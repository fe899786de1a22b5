# SPDX-License-Identifier: Apache-2.0
"""JSON to dataclasses that have the JSON's names.

Keys that a dataclass lacks are skipped, because the contract may add some; a field without a default must be there.
"""
from __future__ import annotations

import dataclasses
import functools
import math
import types
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import TrainyardError

T = TypeVar("T")

# JSON has no literals for these; the command writes them as strings.
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def decode(kind: type[T], value: Any, **given: Any) -> T:
    """`value` as the dataclass `kind`; `given` are fields that do not come from the JSON."""
    if not isinstance(value, dict):
        raise _unexpected(kind.__name__, value)
    arguments = dict(given)
    for name, hint, is_required in _fields(kind):  # type: ignore[arg-type]
        if name in given:
            continue
        if name in value:
            arguments[name] = _value(hint, value[name], f"{kind.__name__}.{name}")
        elif is_required:
            raise TrainyardError(f"the command's output has no `{name}` for {kind.__name__}: the command and this package differ "
                                 "in version; update both", id="client.output")
    return kind(**arguments)


@functools.cache
def _fields(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """(name, type, whether it is required) of each field."""
    hints = get_type_hints(kind)
    missing = dataclasses.MISSING
    return tuple((field.name, hints[field.name], field.default is missing and field.default_factory is missing)
                 for field in dataclasses.fields(kind))


def _value(hint: Any, value: Any, where: str) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return value
    if origin in (Union, types.UnionType):  # only X | None
        return None if value is None else _value(arguments[0], value, where)
    if origin is tuple and isinstance(value, list):
        return tuple(_value(arguments[0], one, where) for one in value)
    if origin is dict and isinstance(value, dict):
        return {key: _value(arguments[1], one, where) for key, one in value.items()}
    if dataclasses.is_dataclass(hint):
        return decode(hint, value)  # type: ignore[arg-type]
    if hint is float:
        if isinstance(value, str) and value in _NOT_FINITE:
            return _NOT_FINITE[value]
        if isinstance(value, (int, float)):
            return float(value)
    elif hint is Path and isinstance(value, str):
        return Path(value)
    elif hint is datetime and isinstance(value, str):
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    elif hint in (str, int, bool) and isinstance(value, hint):
        return value
    raise _unexpected(where, value)


def _unexpected(where: str, value: Any) -> TrainyardError:
    return TrainyardError(f"the command's output has {value!r:.80} for {where}: the command and this package differ in version; "
                          "update both", id="client.output")
