# SPDX-License-Identifier: Apache-2.0
"""Tables for notebooks."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    return "<table>" + (f"<tr>{titles}</tr>" if head else "") + "".join(_row(row) for row in rows) + "</table>"


def _row(cells: Sequence[object]) -> str:
    return "<tr>" + "".join(f"<td>{'' if cell is None else escape(str(cell))}</td>" for cell in cells) + "</tr>"
