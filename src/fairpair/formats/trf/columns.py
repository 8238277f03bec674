"""Kinds of columns: how the text of a field becomes a value, and how the value becomes text."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from fairpair.core.dataclass import dataclass
from fairpair.engine.standings.codes import is_external
from fairpair.formats.trf.lines import InputLine, OutputLine, quote
from fairpair.formats.trf.points import decimal_text
from fairpair.language.message import Message

MOST_ROUNDS = 199
END = 0
"""The last column of a field that goes on to the end of the line."""
_OTHER = "OTHER_"
"""What stands before a tie-break that is not one of FIDE's."""
_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,6}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6})")


def number(text: str) -> int | None:
    """A whole number of at most nine plain digits; None if it is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


@lru_cache(maxsize=4096)
def decimal(text: str) -> Fraction | None:
    """The exact number, `11.5`, `11,5` or `11½`; None if it is none.

    >>> decimal("0.4"), decimal("½")
    (Fraction(2, 5), Fraction(1, 2))
    """
    if text.endswith("½"):
        text = f"{text[:-1]}.5"
    return Fraction(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Field:
    """Some columns of a record and the attribute that their value has.

    `what`, perhaps `of` a symbol, is its name in messages. A field can be required always, or
    `unless` another one has a value; `ends` names the range that it ends and the field before it
    begins. Numbers in it may be those of `players`, or of `participants` (teams in a team event),
    who must exist.
    """

    name: str
    first: int
    last: int
    column: "Column"
    what: str = ""
    of: str = ""
    required: bool = False
    unless: str = ""
    ends: str = ""
    numbers_of: Literal["", "players", "participants"] = ""

    @property
    def title(self) -> Message:
        """Its name, as the subject of a sentence."""
        return Message(f"trf-field.{self.what}", of=self.of)

    @property
    def width(self) -> int:
        """How many characters have a place."""
        return self.last - self.first + 1

    @property
    def slice(self) -> slice:
        """Where it is in the text of a line."""
        return slice(self.first - 1, self.last)

    def report_no_number(self, source: InputLine) -> None:
        """Report that no number is here; blank columns are wrong only if one is required."""
        text = source.line.cut(self.first, self.last)
        if text:
            start = source.line.start_of(self.first, self.last)
            source.not_a_number(start, self.title, text)
        elif self.required:
            columns = {"first": self.first, "last": self.last}
            source.bad(self.first, "missing", field=self.title, **columns)


class Column:
    """One kind of columns. `read` gives None for what is wrong, after reporting it."""

    def read(self, source: InputLine, field: Field) -> Any:
        """The value that stands in the columns of a field."""
        raise NotImplementedError

    def write(self, target: OutputLine, field: Field, value: Any) -> None:
        """Put a value into the columns of a field; what does not fit is reported."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Text(Column):
    """A text; it stands at the left of its columns, or at the right."""

    right: bool = False

    def read(self, source: InputLine, field: Field) -> str | None:
        return source.line.cut(field.first, field.last)

    def write(self, target: OutputLine, field: Field, value: str) -> None:
        width = field.last - field.first + 1
        if len(value) > width:
            target.add_problem("too-long", field=field.title, value=repr(value), most=width)
        text = value[:width]
        target.put(field.first, text.rjust(width) if self.right else text.ljust(width))


@dataclass(frozen=True, slots=True)
class Choice(Text):
    """One of a few codes; `fault` is the text about any other one."""

    codes: Sequence[str] = ()
    fault: str = ""

    def read(self, source: InputLine, field: Field) -> str | None:
        text = source.line.cut(field.first, field.last)
        if text.upper() in self.codes:
            return text.upper()
        source.bad(field.first, self.fault, value=repr(text))
        return None


@dataclass(frozen=True, slots=True)
class Whole(Column):
    """A whole number, at the right of its columns; `blank` is how None is written."""

    zero_is_none: bool = False
    blank: str = ""

    def read(self, source: InputLine, field: Field) -> int | None:
        value = number(source.line.cut(field.first, field.last))
        if value is None:
            field.report_no_number(source)
        return (value or None) if self.zero_is_none else value

    def write(self, target: OutputLine, field: Field, value: int | None) -> None:
        width = field.width
        text = self.blank if value is None else _digits(target, value, width, field)
        target.put(field.first, text.rjust(width))


@dataclass(frozen=True, slots=True)
class RoundNumber(Whole):
    """A round from 1 to 199; with `all_rounds` also 000, which is None when it is written."""

    all_rounds: bool = False

    def read(self, source: InputLine, field: Field) -> int | None:
        least = 0 if self.all_rounds else 1
        value = Whole.read(self, source, field)
        if value is None or least <= value <= MOST_ROUNDS:
            return value
        source.bad(field.first, "round", round=value, low=least, high=MOST_ROUNDS)
        return None


class Decimal(Column):
    """A decimal number, at the right of its columns; None is blank."""

    def read(self, source: InputLine, field: Field) -> Fraction | None:
        value = decimal(source.line.cut(field.first, field.last))
        if value is None:
            field.report_no_number(source)
        return value

    def write(self, target: OutputLine, field: Field, value: Fraction | None) -> None:
        text = "" if value is None else decimal_text(value, field.width)
        if text is None:
            target.add_problem("decimal", field=field.title, value=str(value), most=field.width)
        target.put(field.first, f"{text or '':>{field.width}}")


class FreeDecimal(Decimal):
    """A decimal number that may go on to the end of the line (BBW and its like)."""

    def read(self, source: InputLine, field: Field) -> Fraction | None:
        last = max(field.first, len(source.line.text))
        return super().read(source, replace(field, last=last))


@dataclass(frozen=True, slots=True)
class Numbers(Column):
    """Numbers of one width with a blank between, to the end of the line.

    With `empty` a place can be empty: 0000 is None.
    """

    width: int = 4
    empty: bool = False

    def read(self, source: InputLine, field: Field) -> tuple[int | None, ...]:
        shifted = self._read_shifted(source, field)
        if shifted:
            return shifted
        values: list[int] = []
        for first in range(field.first, len(source.line.text) + 1, self.width + 1):
            last = first + self.width - 1
            if source.line.char(last + 1) != " ":
                source.bad(last + 1, "gap", gap=last + 1)
                return ()
            value = number(source.line.cut(first, last))
            if value is not None:
                values.append(value)
            else:
                replace(field, first=first, last=last, required=False).report_no_number(source)
        if field.required and not values and not source.line.text[field.first - 1 :].strip():
            source.bad(field.first, "no-players", first=field.first)
        return tuple(value or None for value in values) if self.empty else tuple(values)

    def _read_shifted(self, source: InputLine, field: Field) -> tuple[int, ...]:
        """Numbers that stand in other columns, where none can be empty; nothing if all is well."""
        text = source.line.text[field.first - 1 :]
        step = self.width + 1
        columns = [text[first : first + step] for first in range(0, len(text), step)]
        in_place = all(len(one.split()) < 2 and one[self.width :] in ("", " ") for one in columns)
        words = text.split()
        plain = all(word.isascii() and word.isdigit() and len(word) <= self.width for word in words)
        if in_place or self.empty or not plain:
            return ()
        source.note(field.first, "number-columns")
        return tuple(map(int, words))

    def write(self, target: OutputLine, field: Field, value: Iterable[int | None]) -> None:
        texts = (
            "0" * self.width if one is None else _digits(target, one, self.width, field)
            for one in value
        )
        target.put(field.first, " ".join(texts))


class Words(Column):
    """Player numbers with any blanks between (XXP, XXZ)."""

    def read(self, source: InputLine, field: Field) -> tuple[int, ...]:
        values = []
        for column, word in words_of(source):
            value = number(word)
            if value is None:
                source.not_a_number(column, field.title, word)
            else:
                values.append(value)
        return tuple(values)

    def write(self, target: OutputLine, field: Field, value: Iterable[int]) -> None:
        target.put(field.first, " ".join(map(str, value)))


@dataclass(frozen=True, slots=True)
class RestOfLine(Column):
    """Everything from column 5 on; `fault` is the text where `parse` raises `ValueError`."""

    parse: Callable[[str], Any] = str
    text: Callable[[Any], str] = str
    fault: str = ""

    def read(self, source: InputLine, field: Field) -> Any:
        try:
            return self.parse(source.line.value)
        except ValueError:
            value = quote(source.line.value)
            source.bad(field.first, self.fault, value=value, most=MOST_ROUNDS)
            return None

    def write(self, target: OutputLine, field: Field, value: Any) -> None:
        target.put(field.first, self.text(value))


def _count(text: str) -> int | None:
    """Programs write `12` or `12 (10 rated)`; `checks` reports other texts."""
    return number((text.split() or [""])[0])


def _round_count(text: str) -> int:
    rounds = number((text.split() or [""])[0])
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(text)
    return rounds


def _initial_colour(text: str) -> str:
    if text.casefold() not in ("w", "b", "white", "black", "white1", "black1"):
        raise ValueError(text)
    return text[0].lower()


def _board_colours(text: str) -> str:
    if not text or set(text.upper()) - {"W", "B"}:
        raise ValueError(text)
    return text.upper()


def _codes(text: str) -> tuple[str, ...]:
    """`OTHER_EXT` is the tie-break `EXT`, which FIDE does not know."""
    codes = [code.strip() for code in text.split(",") if code.strip()]
    plain = [code.removeprefix(_OTHER) for code in codes]
    return tuple(own if is_external(own) else code for own, code in zip(plain, codes, strict=True))


def _codes_text(codes: Sequence[str]) -> str:
    return ",".join(f"{_OTHER}{code.upper()}" if is_external(code) else code for code in codes)


class Settings(Column):
    """`white1` or `black1` for the initial colour, `rank` to rank by file position (XXC)."""

    known = ("white1", "black1", "rank")

    def read(self, source: InputLine, field: Field) -> list[str]:
        found = []
        for column, word in words_of(source):
            if word in self.known:
                found.append(word)
            else:
                source.note(column, "unknown-setting", word=quote(word))
        return found

    def write(self, target: OutputLine, field: Field, value: Iterable[str]) -> None:
        target.put(field.first, " ".join(value))


@dataclass(frozen=True, slots=True)
class Dates(Column):
    """`YY/MM/DD` of each round, a certain number of columns apart (132)."""

    step: int = 10

    def read(self, source: InputLine, field: Field) -> tuple[str, ...]:
        line = source.line
        if line.text[4 : field.first - 1].strip():
            column = line.start_of(5, field.first - 1)
            source.note(column, "stray-text", first=field.first)
        starts = range(field.first, len(line.text) + 1, self.step)
        return tuple(line.cut(start, start + field.width - 1) for start in starts)

    def write(self, target: OutputLine, field: Field, value: Sequence[str]) -> None:
        for index, date in enumerate(value):
            first = field.first + self.step * index
            one = replace(field, first=first, last=first + field.width - 1)
            Text().write(target, one, date)


def words_of(source: InputLine) -> Iterator[tuple[int, str]]:
    """What stands after column 4, word by word, with the column of each."""
    for match in re.finditer(r"\S+", source.line.text[4:]):
        yield match.start() + 5, match.group()


def _digits(target: OutputLine, value: int, width: int, field: Field) -> str:
    text = str(value)
    if value < 0 or len(text) > width:
        target.add_problem("number", field=field.title, value=value, most=10**width - 1)
    return f"{text[:width]:>{width}}"


TEXT, TEXT_RIGHT = Text(), Text(right=True)
WHOLE, DECIMAL, ROUND = Whole(), Decimal(), RoundNumber()
NUMBERS, NUMBERS_OR_NONE = Numbers(), Numbers(empty=True)
REST, COUNT = RestOfLine(), RestOfLine(_count)
ROUND_COUNT = RestOfLine(_round_count, fault="rounds")
INITIAL_COLOUR = RestOfLine(_initial_colour, str.upper, "initial-colour")
BOARD_COLOURS = RestOfLine(_board_colours, fault="board-colours")
CODES = RestOfLine(_codes, _codes_text)
