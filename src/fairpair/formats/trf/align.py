"""A 001 line whose fields slipped out of their columns, moved back where only one way fits."""

import re
from collections.abc import Callable

from fairpair.formats.trf.cells import CODES, FIRST_CELL, cells_of, misfit
from fairpair.formats.trf.draft import NO_NUMBER
from fairpair.formats.trf.fields import decimal, number

_NAME_START, _NAME_END = 14, 47
_FARTHEST = 8
_TAIL = re.compile(
    r"[ \t]*(?P<points>[0-9]{1,3}[.,][0-9])[ \t]+(?P<rank>[0-9]{1,4})"
    r"(?P<cells>(?:[ \t]{1,7}[0-9]{1,4}[ \t]{1,3}[wbWB-][ \t]{1,3}[1=0WDLwdlHFUZhfuz+?-])+)"
)
_TRIPLE = re.compile(r"([0-9]+)[ \t]+([wbWB-])[ \t]+(\S)")


def realigned(text: str) -> str | None:
    """The line with every field in its columns; None if no way or more than one leads there."""
    readings: dict[tuple[object, ...], str] = {}
    for moved in (*_shifted(text), *_spread(text)):
        if _fits(moved):
            readings.setdefault(_reading(moved), moved)
    return next(iter(readings.values())) if len(readings) == 1 else None


def _shifted(text: str) -> list[str]:
    """The line moved from the end of the name on.

    It comes too short from programs that count the bytes of `Müller`, and too long from those
    that do not cut long names.
    """
    moved = []
    for by in range(1, _FARTHEST + 1):
        if not text[_NAME_END - by : _NAME_END + 1 - by].strip(" "):
            end = _NAME_END - by
            moved.append(text[:end] + " " * by + text[end:])
        if not text[_NAME_END : _NAME_END + by].strip(" "):
            moved.append(text[:_NAME_END] + text[_NAME_END + by :])
    return moved


def _spread(text: str) -> list[str]:
    """The line with points, rank and cells set anew, if they stand close enough together.

    Eight blanks or more could be a round without anything, so such lines are left alone.
    """
    tail = _TAIL.fullmatch(text, 79)
    if tail is None:
        return []
    triples = _TRIPLE.findall(tail["cells"])
    cells = "".join(f"  {opponent:>4} {colour} {result}" for opponent, colour, result in triples)
    return [f"{text[:79]} {tail['points']:>4} {tail['rank']:>4}{cells}"]


def _fits(text: str) -> bool:
    """Whether every field of the line can be read."""
    return (
        misfit(text) is None
        and _blank_or(number, text[48:52])
        and not any(map(str.isdigit, text[53:56]))
        and _blank_or(decimal, text[79:84])
        and _blank_or(number, text[85:89])
        and bool(text[_NAME_START:_NAME_END].strip())
        and all(
            cell.opponent != NO_NUMBER
            and cell.colour in ("w", "b", None)
            and (cell.result in CODES or cell.blank)
            for cell in cells_of(text)
        )
    )


def _blank_or(reader: Callable[[str], object], text: str) -> bool:
    return not text.strip(" ") or reader(text.strip(" ")) is not None


def _reading(text: str) -> tuple[object, ...]:
    """What counts of a line: two ways that say the same are one."""
    cells = tuple((c.opponent, c.colour, c.result) for c in cells_of(text))
    fields = (text[:_NAME_END].strip(), text[48:52], text[53:56], text[79:84], text[85:89])
    return (*(field.strip() for field in fields), cells, len(text[FIRST_CELL:]))
