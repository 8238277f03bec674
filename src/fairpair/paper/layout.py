"""Texts and pictures as paper needs them: words that break, columns in parts, cut stacks, codes."""

import io
import re
import unicodedata
from collections.abc import Sequence
from typing import TypeVar

_WORD = re.compile(r"[^\s-]{12,}")
_WIDEST = 20
_EVERY = 8
_BREAK = "\u200b"
_JOINING = "\u200d\ufe0f"


def breakable(text: str) -> str:
    """The text with invisible places to break very long words at; an accent stays with its letter.

    >>> breakable("Ana Lima"), breakable("A" * 20).split(chr(0x200b))
    ('Ana Lima', ['AAAAAAAA', 'AAAAAAAA', 'AAAA'])
    """
    return _WORD.sub(lambda found: _broken(found[0]) if _is_wide(found[0]) else found[0], text)


def _is_wide(word: str) -> bool:
    """About twenty small letters; large ones count more."""
    return len(word) + 0.6 * sum(map(str.isupper, word)) > _WIDEST


def _broken(word: str) -> str:
    parts, since = [], 0
    for place, letter in enumerate(word):
        if place - since >= _EVERY and not _hangs_on(word, place):
            parts.append(word[since:place])
            since = place
        if letter == _BREAK:
            since = place + 1
    return _BREAK.join([*parts, word[since:]])


def _hangs_on(word: str, place: int) -> bool:
    letter = word[place]
    return bool(
        unicodedata.combining(letter)
        or unicodedata.category(letter) in ("Mn", "Mc", "Me", "Sk")
        or letter in _JOINING
        or word[place - 1] in _JOINING
    )


def numbers_width(texts: Sequence[str], size: float) -> float:
    """About how wide a column must be for these texts, in points; rather too wide."""
    return max((len(text) for text in texts), default=1) * size * 0.6 + 8


def column_parts(widths: Sequence[float], room: float) -> list[tuple[int, int]]:
    """Which columns fit together on a page, as ranges of their numbers.

    >>> column_parts([30, 30, 30, 50], 70)
    [(0, 2), (2, 3), (3, 4)]
    """
    found: list[tuple[int, int]] = []
    first, taken = 0, 0.0
    for place, width in enumerate(widths):
        if place > first and taken + width > room:
            found.append((first, place))
            first, taken = place, 0.0
        taken += width
    return [*found, (first, len(widths))] if len(widths) > first or not found else found


Slip = TypeVar("Slip")


def cut_stack(slips: Sequence[Slip], per_page: int) -> list[list[Slip | None]]:
    """The slips page by page, from top to bottom; None where a page has room left.

    Cut all pages in one go and lay the stacks on each other, the top one first: the slips are in
    order. Seven slips, three on a page:

    >>> cut_stack("abcdefg", 3)
    [['a', 'd', 'g'], ['b', 'e', None], ['c', 'f', None]]
    """
    pages = -(-len(slips) // per_page)
    return [
        [
            slips[place] if place < len(slips) else None
            for place in range(page, pages * per_page, pages)
        ]
        for page in range(pages)
    ]


def qr_picture(address: str) -> str:
    """The code of an address as the text of an SVG file.

    The pattern is not the best of all eight but always the same one, which is found much faster:
    a stack of slips has hundreds.
    """
    import segno  # noqa: PLC0415  few sheets have codes

    made = io.BytesIO()
    code = segno.make_qr(address, error="m", mask=2, boost_error=False)
    code.save(made, kind="svg", border=2, light="#ffffff", svgns=True)
    return made.getvalue().decode()
