"""Standard output: texts as they are, and tables for people."""

import shutil
import sys
import textwrap
from collections.abc import Sequence

from fairpair.core.errors import StorageError

NARROWEST = 30
"""Columns that the last, wrapped part of a table has at least."""


def write(text: str) -> None:
    """Standard output as UTF-8 whatever the terminal is; a full disk is told, not swallowed."""
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        raise StorageError(
            "output-failed",
            f"The output could not be written: {error.strerror}.",
            "Make room and repeat.",
        ) from error


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they must be; the last one is wrapped to what the terminal leaves."""
    lines = [heads, *rows]
    widths = [max(len(line[c]) for line in lines) for c in range(len(heads) - 1)]
    indent = sum(widths) + 2 * len(widths)
    room = max(NARROWEST, shutil.get_terminal_size((100, 24)).columns - indent)
    widths.append(min(room, max(len(line[-1]) for line in lines)))
    rule = ["-" * width for width in widths]
    return "".join(_row(line, widths) for line in (heads, rule, *rows))


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *more = textwrap.wrap(cells[-1], widths[-1], break_on_hyphens=False) or [""]
    begin = "".join(f"{cell:{width}}  " for cell, width in zip(cells[:-1], widths, strict=False))
    indent = " " * len(begin)
    return "".join(f"{line.rstrip()}\n" for line in (begin + first, *(indent + m for m in more)))
