"""Columns with points: of results by their symbols or codes, and of the rounds of a player."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.formats.trf.columns import MOST_ROUNDS, Column, Decimal, Field, decimal
from fairpair.formats.trf.lines import InputLine, Line, OutputLine, quote
from fairpair.formats.trf.points import GROUPS, decimal_text

_SETTING = re.compile(r"([A-Za-z]+) *= *(\S+)|\S+")
_SYMBOL = re.compile(r"\b([A-Za-z]+)\s*[=:]?\s*([0-9]{1,6}(?:[.,][0-9]{1,6})?)(?![0-9.,A-Za-z])")
_ANY_WIDTH = 20

PointValues = list[tuple[int, dict[str, Fraction]]]
"""Points by their codes, with the column that says them."""


@dataclass(frozen=True, slots=True)
class SymbolValues(Column):
    """Symbols with a value of four columns behind each, nine columns apart (162, 362).

    `codes` are what the symbols stand for, `fault` is the text about any other one. With `strict`
    there must be nothing between them. Symbols and values in other columns are read in their order
    if nothing else is there, with a note.
    """

    codes: Mapping[str, str]
    fault: str
    strict: bool = False

    def read(self, source: InputLine, field: Field) -> PointValues:
        """The value; what is wrong is reported."""
        shifted = self._read_shifted(source.line, field)
        if shifted:
            source.note(field.first, "symbol-columns")
            return shifted
        said: PointValues = []
        line, width = source.line, field.width
        for first in range(field.first, len(line.text) + 1, 9):
            symbol = line.cut(first, first + width - 1).upper()
            between = line.text[first + width + 3 : first + 8].strip()
            if self.strict and (between or not symbol):
                source.bad(first, "symbol-columns")
                break
            value = Decimal().read(source, self._value(field, first, symbol))
            if symbol not in self.codes:
                source.bad(first, self.fault, symbol=repr(symbol), known=tuple(self.codes))
            elif value is not None:
                said.append((first, {self.codes[symbol]: value}))
        return said

    def write(self, target: OutputLine, field: Field, value: Mapping[str, Fraction]) -> None:
        """Put it into the columns; what does not fit is reported."""
        for index, (symbol, points) in enumerate(value.items()):
            first = field.first + 9 * index
            target.put(first, symbol)
            Decimal().write(target, self._value(field, first, symbol), points)

    def _read_shifted(self, line: Line, field: Field) -> PointValues:
        """Symbols and values that stand in other columns; nothing if they are in place."""
        words = list(_SYMBOL.finditer(line.text, 4))
        rest = _SYMBOL.sub("", line.text[4:]).strip(" ,;")
        known = all(match[1].upper() in self.codes for match in words)
        starts = {match.start(1) + 1 for match in words}
        in_place = starts <= set(range(field.first, len(line.text) + 1, 9)) and all(
            match.end() <= match.start(1) + field.width + 4 for match in words
        )
        if rest or in_place or not known:
            return []
        return [
            (match.start(1) + 1, {self.codes[match[1].upper()]: decimal(match[2]) or Fraction(0)})
            for match in words
        ]

    def _value(self, field: Field, first: int, symbol: str) -> Field:
        start = first + field.width
        return replace(
            field, first=start, last=start + 3, what="value-of", of=symbol, required=True
        )


@dataclass(frozen=True, slots=True)
class CodeValues(Column):
    """`CODE=value` with blanks between (XXS); W and D stand for several codes."""

    codes: frozenset[str]

    def read(self, source: InputLine, field: Field) -> PointValues:
        """The value; what is wrong is reported."""
        said: PointValues = []
        for match in _SETTING.finditer(source.line.text, field.first - 1):
            code = (match.group(1) or "").upper()
            value = decimal(match.group(2) or "")
            codes = GROUPS[code] if code in ("W", "D") else (code,)
            if value is None or not self.codes.issuperset(codes):
                said_so = quote(match.group())
                known = sorted(self.codes)
                source.bad(match.start() + 1, "code-value", value=said_so, known=known)
            else:
                said.append((match.start() + 1, dict.fromkeys(codes, value)))
        return said

    def write(self, target: OutputLine, field: Field, value: Mapping[str, Fraction]) -> None:
        """Put it into the columns; what does not fit is reported."""
        texts = {code: decimal_text(points, _ANY_WIDTH) for code, points in value.items()}
        for code, text in texts.items():
            if text is None:
                target.add_problem("code-value", value=str(value[code]), code=code)
        target.put(field.first, " ".join(f"{code}={text}" for code, text in texts.items()))


class PointsByRound(Column):
    """Decimal numbers of four columns with a blank between, one a round; blank is 0 (XXA)."""

    def read(self, source: InputLine, field: Field) -> list[Fraction] | None:
        """The value; what is wrong is reported."""
        values: list[Fraction] = []
        for first in range(field.first, len(source.line.text) + 1, 5):
            if source.line.char(first + 4) != " ":
                source.bad(first + 4, "virtual-gap", gap=first + 4)
                return None
            text = source.line.cut(first, first + 3)
            value = decimal(text or "0")
            if value is None:
                source.not_a_number(first, field.title, text)
            values.append(value or Fraction(0))
        if len(values) > MOST_ROUNDS:
            source.bad(field.first, "virtual-rounds", most=MOST_ROUNDS)
            return None
        return values

    def write(self, target: OutputLine, field: Field, value: Iterable[Fraction]) -> None:
        """Put it into the columns; what does not fit is reported."""
        for index, points in enumerate(value):
            first = field.first + 5 * index
            Decimal().write(target, replace(field, first=first, last=first + 3), points)
