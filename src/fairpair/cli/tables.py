"""Tables for people: drawn on a terminal, in plain columns for files and programs."""

import io
import shutil
import textwrap
from collections.abc import Collection, Sequence
from importlib.util import find_spec
from typing import Literal

from fairpair.cli.output import on_terminal
from fairpair.formats.grids import escape_controls, grid, width

NARROWEST = 30
"""Columns that the last, wrapped part of a table has at least."""
_NARROW = 10
"""Columns that a column of words has at least on a terminal."""


def sheet(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[int] = (),
    *,
    wrapped: bool = False,
) -> str:
    """A table: with lines and colours on a terminal, in plain columns for files and programs, and
    where rich is not installed.

    `left` are the columns of words; with `wrapped` all are, and the last one is wrapped.
    """
    if on_terminal() and find_spec("rich"):
        drawn = _rich_table(heads, rows, range(len(heads)) if wrapped else left)
        if drawn:
            return drawn
    return table(heads, rows) if wrapped else grid(heads, rows, left)


def _rich_table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int]) -> str:
    """By rich, which knows the colours of the terminal; nothing if that is too narrow for it."""
    widest = [max(width(line[n]) for line in (heads, *rows)) for n in range(len(heads))]
    least = [min(_NARROW, w) if n in left else w for n, w in enumerate(widest)]
    columns = shutil.get_terminal_size((100, 24)).columns
    if sum(least) + 3 * len(heads) > columns:
        return ""
    from rich import box  # noqa: PLC0415 - only for terminals
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for n, head in enumerate(heads):
        words = n in left
        side: Literal["left", "right"] = "left" if words else "right"
        drawn.add_column(
            Text(head), justify=side, overflow="fold", no_wrap=not words, min_width=least[n]
        )
    for row in rows:
        drawn.add_row(*(Text(escape_controls(cell)) for cell in row))
    made = io.StringIO()
    Console(file=made, force_terminal=True, width=columns).print(drawn)
    return made.getvalue()


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they must be; the last one is wrapped to what the terminal leaves."""
    lines = [[escape_controls(cell) for cell in line] for line in (heads, *rows)]
    widths = [max(len(line[c]) for line in lines) for c in range(len(heads) - 1)]
    indent = sum(widths) + 2 * len(widths)
    room = max(NARROWEST, shutil.get_terminal_size((100, 24)).columns - indent)
    widths.append(min(room, max(len(line[-1]) for line in lines)))
    rule = ["-" * width for width in widths]
    return "".join(_row(line, widths) for line in (lines[0], rule, *lines[1:]))


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *more = textwrap.wrap(cells[-1], widths[-1], break_on_hyphens=False) or [""]
    begin = "".join(f"{cell:{width}}  " for cell, width in zip(cells[:-1], widths, strict=False))
    indent = " " * len(begin)
    return "".join(f"{line.rstrip()}\n" for line in (begin + first, *(indent + m for m in more)))
