"""Numbers in columns: the value, or a problem that names the place and None."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.lines import Line

MOST_ROUNDS = 199
_SHOWN = 40
_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,6}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6})")


@lru_cache(maxsize=4096)
def decimal(text: str) -> Fraction | None:
    """The exact number, `11.5` or `11,5`; None if it is none.

    >>> decimal("0.4")
    Fraction(2, 5)
    """
    return Fraction(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None


def quoted(text: str) -> str:
    """The text as messages show it: with quotation marks, and only the beginning of a long one."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "\N{HORIZONTAL ELLIPSIS}")


def number(text: str) -> int | None:
    """A whole number of at most nine plain digits; None if it is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Record:
    """A line being read, with the place where its problems go."""

    line: Line
    found: Findings

    def whole(self, first: int, last: int, what: str, *, needed: bool = False) -> int | None:
        """The whole number in these columns; None if they are blank, or wrong (then it is told)."""
        text = self.line.cut(first, last)
        value = number(text)
        if value is None and (text or needed):
            self._tell(first, last, what)
        return value

    def exact(self, first: int, last: int, what: str, *, needed: bool = False) -> Fraction | None:
        """The decimal number in these columns; None if blank, or wrong (then it is told)."""
        text = self.line.cut(first, last)
        value = decimal(text)
        if value is None and (text or needed):
            self._tell(first, last, what)
        return value

    def round_no(self, first: int, last: int, *, least: int = 1) -> int | None:
        """A round in these columns, from `least` to 199; anything else is told."""
        value = self.whole(first, last, "round", needed=True)
        if value is None or least <= value <= MOST_ROUNDS:
            return value
        self.bad(first, f"round {value} is not from {least} to {MOST_ROUNDS}")
        return None

    def numbers(self, start: int, *, width: int = 4, what: str = "player") -> tuple[int, ...]:
        """Numbers of this width with a blank between, from a column to the end of the line."""
        values: list[int] = []
        for first in range(start, len(self.line.text) + 1, width + 1):
            last = first + width - 1
            if self.line.char(last + 1) != " ":
                self.bad(last + 1, f"column {last + 1} must be blank, between two numbers")
                return ()
            value = self.whole(first, last, what)
            if value is not None:
                values.append(value)
        return tuple(values)

    def words(self) -> Iterator[tuple[int, str]]:
        """What stands after column 4, word by word, with the column of each."""
        for match in re.finditer(r"\S+", self.line.text[4:]):
            yield match.start() + 5, match.group()

    def listed(self) -> tuple[int, ...]:
        """Player numbers with any blanks between (XXP, XXZ)."""
        values = []
        for column, word in self.words():
            value = number(word)
            if value is None:
                self.not_a_number(column, "player", word)
            else:
                values.append(value)
        return tuple(values)

    def bad(self, column: int, fault: str, hint: str = "") -> None:
        """The record cannot be read as it must be written."""
        message = f"Record {self.line.key}: {fault}."
        self.found.error(self.line.number, column, "bad-record", message, hint)

    def not_a_number(self, column: int, what: str, text: str) -> None:
        """Something else stands where a number must be."""
        message = f"Record {self.line.key}: the {what} must be a number, not {quoted(text)}."
        self.found.error(self.line.number, column, "not-a-number", message)

    def contradiction(self, column: int, fault: str) -> None:
        """An earlier record says something else."""
        message = f"Record {self.line.key} {fault}."
        hint = "Records that stand for each other (142 and XXR, 152 and XXC, 162 and XXS and BB..,"
        hint += " 250 and XXA) must say the same."
        self.found.error(self.line.number, column, "contradicting-records", message, hint)

    def note(self, column: int, code: str, message: str) -> None:
        """Legal, but perhaps not meant."""
        self.found.note(self.line.number, column, code, message)

    def _tell(self, first: int, last: int, what: str) -> None:
        text = self.line.cut(first, last)
        if text:
            self.not_a_number(self.line.start_of(first, last), what, text)
        else:
            self.bad(first, f"the {what} is missing (columns {first}-{last})")
