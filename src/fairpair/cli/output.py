"""Standard output and standard error, files to write, and tables for people."""

import io
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal
from unicodedata import combining, east_asian_width

import click

from fairpair.core.errors import StorageError

LONGEST = 40
"""Columns of a cell in a grid."""
NARROWEST = 30
"""Columns that the last, wrapped part of a table has at least."""
_NARROW = 10
"""Columns that a column of words has at least on a terminal."""
_UNSEEN = str.maketrans(
    dict.fromkeys([*range(32), *range(127, 160)], "\N{REPLACEMENT CHARACTER}")
    | dict.fromkeys([*range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF], "")
    | {ord("\t"): " "}
)


def write(text: str | bytes) -> None:
    """Standard output as UTF-8 whatever the terminal is; a full disk is told, not swallowed."""
    if sys.stdout is None:
        raise _output_failed("standard output is closed")
    out, left = sys.stdout.buffer, memoryview(_bytes(text))
    try:
        while left:  # with PYTHONUNBUFFERED a write may take only a part
            left = left[out.write(left) :]
        out.flush()
    except BrokenPipeError:  # `| head` has seen enough: the edge ends quietly
        raise
    except OSError as error:
        give_up_output()
        raise _output_failed(error.strerror or str(error)) from error


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _output_failed(why: str) -> StorageError:
    hint = "Make room, or write to another place, and repeat."
    return StorageError("output-failed", f"The output could not be written: {why}.", hint)


def complain(text: str) -> None:
    """Lines to standard error, as `visible` has them; a full one cannot be told anything."""
    try:
        click.echo("\n".join(map(visible, text.split("\n"))), err=True)
    except OSError:
        give_up_errors()


def give_up_output() -> None:
    """Write no more to standard output: Python would try once more at its end, and end with 120."""
    sys.stdout = io.StringIO()


def give_up_errors() -> None:
    """The same for standard error."""
    sys.stderr = io.StringIO()


def visible(text: str) -> str:
    """The text without what would move the cursor or turn the line around on a terminal."""
    return text.translate(_UNSEEN)


def in_lines(lines: Iterable[str]) -> str:
    """The lines as they are written, each `visible`."""
    return "".join(f"{visible(line)}\n" for line in lines)


def counted(number: int, noun: str, more: str = "") -> str:
    """`1 round`, `2 rounds`; `more` stands behind it.

    >>> counted(1, "round"), counted(3, "row", " left")
    ('1 round', '3 rows left')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}{more}"


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def sheet(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[int] = (),
    *,
    wrapped: bool = False,
) -> str:
    """A table: with lines and colours on a terminal, in plain columns for files and programs.

    `left` are the columns of words; with `wrapped` all are, and the last one is wrapped.
    """
    if on_terminal():
        drawn = _drawn(heads, rows, range(len(heads)) if wrapped else left)
        if drawn:
            return drawn
    return table(heads, rows) if wrapped else grid(heads, rows, left)


def _drawn(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int]) -> str:
    """By rich, which knows the colours of the terminal; nothing if that is too narrow for it."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    widest = [max(_width(line[n]) for line in (heads, *rows)) for n in range(len(heads))]
    least = [min(_NARROW, w) if n in left else w for n, w in enumerate(widest)]
    width = shutil.get_terminal_size((100, 24)).columns
    if sum(least) + 3 * len(heads) > width:
        return ""
    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for n, head in enumerate(heads):
        words = n in left
        side: Literal["left", "right"] = "left" if words else "right"
        drawn.add_column(
            Text(head), justify=side, overflow="fold", no_wrap=not words, min_width=least[n]
        )
    for row in rows:
        drawn.add_row(*(Text(visible(cell)) for cell in row))
    made = io.StringIO()
    Console(file=made, force_terminal=True, width=width).print(drawn)
    return made.getvalue()


@contextmanager
def progress_bar(label: str, *, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """What is to be told how much is done, and of how much: a bar shows it on a terminal."""
    if not shown or sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def told(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield told


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they must be; the last one is wrapped to what the terminal leaves."""
    lines = [[visible(cell) for cell in line] for line in (heads, *rows)]
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


def grid(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> str:
    """Columns as wide as they must be, numbers to the right; very long cells are shortened."""
    lines = [[_short(cell) for cell in line] for line in (heads, *rows)]
    widths = [max(_width(line[c]) for line in lines) for c in range(len(heads))]
    lines.insert(1, ["-" * width for width in widths])
    return "".join(_grid_row(line, widths, left) for line in lines)


def _grid_row(cells: Sequence[str], widths: Sequence[int], left: Collection[int]) -> str:
    padded = []
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (width - _width(cell))
        padded.append(cell + space if place in left else space + cell)
    return "  ".join(padded).rstrip() + "\n"


def _short(text: str) -> str:
    text = visible(text)
    if _width(text) <= LONGEST:
        return text
    end = next(n for n in range(len(text)) if _width(text[: n + 1]) >= LONGEST)
    return text[:end] + "\N{HORIZONTAL ELLIPSIS}"


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, accents of their own none."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))


def save(target: Path, text: str | bytes) -> None:
    """Write a file completely or not at all; its folder is made if need be.

    A link stays and what it leads to is written; so are pipes and devices, which have no parts.
    """
    data = _bytes(text)
    try:
        place = Path(os.path.realpath(target))
        place.parent.mkdir(parents=True, exist_ok=True)
        # What is still a link leads to itself; writing says so.
        if place.is_symlink() or (target.exists() and not target.is_file()):
            target.write_bytes(data)
        else:
            _replace(place, data)
    except OSError as error:
        raise StorageError(
            "output-failed",
            f"{target} could not be written: {error.strerror}.",
            "Make room or choose another folder, and repeat.",
        ) from error


def _replace(place: Path, data: bytes) -> None:
    part = place.with_name(f".fairpair-{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(place)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
