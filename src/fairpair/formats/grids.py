"""Tables in plain columns, for terminals, files and programs."""

from collections.abc import Collection, Sequence
from unicodedata import combining, east_asian_width

LONGEST = 40
"""Columns of a cell in a grid."""
_UNSEEN = str.maketrans(
    dict.fromkeys([*range(32), *range(127, 160)], "\N{REPLACEMENT CHARACTER}")
    | dict.fromkeys([*range(0x2028, 0x202F), *range(0x2066, 0x206A), 0xFEFF], "")
    | {ord("\t"): " "}
)


def escape_controls(text: str) -> str:
    """The text without what would move the cursor or turn the line around on a terminal."""
    return text.translate(_UNSEEN)


def grid(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    left: Collection[int] = (),
    longest: int = LONGEST,
) -> str:
    """Columns as wide as they must be, numbers to the right; very long cells are shortened."""
    lines = [[_short(cell, longest) for cell in line] for line in (heads, *rows)]
    widths = [max(width(line[c]) for line in lines) for c in range(len(heads))]
    lines.insert(1, ["-" * widest for widest in widths])
    return "".join(_grid_row(line, widths, left) for line in lines)


def _grid_row(cells: Sequence[str], widths: Sequence[int], left: Collection[int]) -> str:
    padded = []
    for place, (cell, widest) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (widest - width(cell))
        padded.append(cell + space if place in left else space + cell)
    return "  ".join(padded).rstrip() + "\n"


def _short(text: str, longest: int) -> str:
    text = escape_controls(text)
    if width(text) <= longest:
        return text
    end = next(n for n in range(len(text)) if width(text[: n + 1]) >= longest)
    return text[:end] + "\N{HORIZONTAL ELLIPSIS}"


def width(text: str) -> int:
    """Columns on a terminal: wide characters take two, accents of their own none."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(map(bool, map(combining, text)))
