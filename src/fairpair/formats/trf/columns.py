"""Lines in the making: every field goes to its columns, and all that does not fit is told at once.

The other side of `fields`, with the same columns: the first is 1, and both ends belong to it.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from fairpair.core.errors import FieldProblem, InvalidInputError

_NOT_IN_A_LINE = re.compile("[\r\n\0\ud800-\udfff]")
_PLACES = 6  # more decimals are not read


@lru_cache(maxsize=4096)
def decimal_text(value: Fraction, width: int) -> str | None:
    """The number as TRF writes it, `11.5` or `1.0`; shorter where it must be, None if nothing fits.

    >>> [decimal_text(Fraction(number), 4) for number in ("1", "100", "0.125", "1/3")]
    ['1.0', '100', '.125', None]
    """
    scaled = abs(value) * 10**_PLACES
    if scaled.denominator != 1:
        return None
    sign = "-" if value < 0 else ""
    whole, rest = divmod(scaled.numerator, 10**_PLACES)
    digits = f"{rest:0{_PLACES}}".rstrip("0")
    texts = [f"{sign}{whole}.{digits or '0'}"]
    if not digits:
        texts.append(f"{sign}{whole}")
    elif not whole:
        texts.append(f"{sign}.{digits}")
    return next((text for text in texts if len(text) <= width), None)


class Row:
    """One line; its fields are put in from left to right."""

    def __init__(self, key: str, where: str, problems: list[FieldProblem]) -> None:
        self._text = key
        self._where = where
        self._problems = problems

    def put(self, first: int, text: str) -> None:
        """A text from a column on, as it is."""
        self._text = self._text.ljust(first - 1) + text

    def text(self, first: int, last: int, value: str, what: str, *, right: bool = False) -> None:
        """A text that must fit; it stands at the left of its columns."""
        width = last - first + 1
        if len(value) > width:
            self.tell(f"the {what} {value!r} has more than {width} characters")
        self.put(first, f"{value[:width]:{'>' if right else '<'}{width}}")

    def whole(self, first: int, last: int, value: int | None, what: str) -> None:
        """A whole number, at the right; blank for None."""
        width = last - first + 1
        self.put(first, " " * width if value is None else self._digits(value, width, what))

    def exact(self, first: int, last: int, value: Fraction | None, what: str) -> None:
        """A decimal number, at the right; blank for None."""
        width = last - first + 1
        text = "" if value is None else decimal_text(value, width)
        if text is None:
            self.tell(f"the {what} {value} cannot be written with {width} characters")
        self.put(first, f"{text or '':>{width}}")

    def numbers(
        self, first: int, values: Iterable[int | None], what: str, *, width: int = 4
    ) -> None:
        """Numbers with a blank between, from a column on; None is written as zeros."""
        texts = ("0" * width if v is None else self._digits(v, width, what) for v in values)
        self.put(first, " ".join(texts))

    def tell(self, fault: str) -> None:
        """Something that cannot be written here."""
        self._problems.append(FieldProblem(self._where, fault))

    def finished(self) -> str:
        """The line without blanks at its end."""
        if _NOT_IN_A_LINE.search(self._text):
            self.tell("a text has a line break or a character that no text file can have")
        return self._text.rstrip(" ")

    def _digits(self, value: int, width: int, what: str) -> str:
        text = str(value)
        if value < 0 or len(text) > width:
            self.tell(f"the {what} {value} is not from 0 to {10**width - 1}")
        return f"{text[:width]:>{width}}"


class Sheet:
    """The lines of a file, in the order in which they were begun."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._problems: list[FieldProblem] = []

    def row(self, key: str, where: str = "") -> Row:
        """A new line that begins with its record's name."""
        row = Row(key, where or f"record {key}", self._problems)
        self._rows.append(row)
        return row

    def line(self, key: str, text: str) -> None:
        """A new line with a text from column 5 on."""
        self.row(key).put(5, text)

    def raw(self, text: str, where: str) -> None:
        """A new line as it stands."""
        self.row(text, where)

    def lines(self) -> Sequence[str]:
        """All lines; `InvalidInputError` lists everything that does not fit."""
        lines = [row.finished() for row in self._rows]
        if self._problems:
            raise InvalidInputError(
                "trf-columns",
                "The tournament does not fit into the columns of a TRF file.",
                "Pairing numbers go up to 9999, team numbers up to 999, and points need few"
                " decimals: correct these, or export another format.",
                self._problems,
            )
        return lines
