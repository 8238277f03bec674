"""Lines of a file, being read or being written, and the place where their problems go.

Columns start at 1 and count characters, not bytes; both ends of a field belong to it.

| codes of errors | about |
|---|---|
| binary, not-trf, no-players, too-many-players | the whole file |
| bad-record, not-a-number, contradicting-records, contradicting-byes | a record |
| bad-id, duplicate-id, duplicate-team, unknown-player, too-many-rounds | numbers |
| misaligned, bad-colour, unknown-result, needs-opponent, needs-no-opponent | a 001 line |
| own-opponent, unknown-opponent, missing-mirror, asymmetric | who met whom |
| contradictory-results, missing-result, same-colour, missing-colour | a game |

Notes: latin-1, unknown-record, unknown-setting, repeated-record, stray-text, symbol-columns,
number-columns, declared-number, wrong-points, id-gap, old-bye, stray-colour, no-result-yet,
rated-differs, second-bye, nobody-played, baku-points.
"""

import re
from collections.abc import Sequence
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.formats.trf.model import TrfProblem
from fairpair.language.message import Message

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_END_OF_FILE = b"\x1a"  # old DOS programs close a text with it
_NOT_IN_A_LINE = re.compile("[\r\n\0\ud800-\udfff]")
_SHOWN = 40


class Findings:
    """The problems and repairs of one reading, which never stops at the first of them."""

    def __init__(self, *, repair: bool = False) -> None:
        self.repair = repair
        self._problems: list[TrfProblem] = []
        self._repairs: list[TrfProblem] = []

    def error(self, line: int, column: int, code: str, /, **values: Any) -> None:
        """The file cannot be used like this."""
        self._problems.append(TrfProblem(line, column, Message(f"trf.{code}", **values)))

    def repairable(self, line: int, column: int, code: str, /, **values: Any) -> None:
        """The same, where reading with repair may help; not if that has been tried."""
        text = Message(f"trf.{code}", **values)
        problem = TrfProblem(line, column, text, repairable=not self.repair)
        self._problems.append(problem)

    def note(self, line: int, column: int, code: str, /, **values: Any) -> None:
        """Legal, but perhaps not meant."""
        self._problems.append(TrfProblem(line, column, Message(f"trf.{code}", **values), "note"))

    def add_repair(self, line: int, column: int, code: str, /, **values: Any) -> None:
        """What was wrong here, and what is used instead."""
        self._repairs.append(TrfProblem(line, column, Message(f"trf.{code}", **values), "note"))

    @property
    def problems(self) -> tuple[TrfProblem, ...]:
        """In the order of the file."""
        return _sort_problems(self._problems)

    @property
    def repairs(self) -> tuple[TrfProblem, ...]:
        """In the order of the file."""
        return _sort_problems(self._repairs)

    @property
    def has_errors(self) -> bool:
        """Whether anything keeps the file from being used."""
        return any(p.severity == "error" for p in self._problems)


def _sort_problems(problems: list[TrfProblem]) -> tuple[TrfProblem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.line, p.column)))


@dataclass(frozen=True, slots=True)
class Line:
    """A record with its number in the file; blanks at its end are gone."""

    number: int
    text: str

    @property
    def key(self) -> str:
        """Columns 1-3: which record it is."""
        return self.text[:3]

    @property
    def value(self) -> str:
        """Everything from column 5 on."""
        return self.text[4:].strip()

    def cut(self, first: int, last: int) -> str:
        """The field in these columns, without blanks around it."""
        return self.text[first - 1 : last].strip(" ")

    def char(self, column: int) -> str:
        """The character in this column; beyond the end there are blanks."""
        return self.text[column - 1] if column <= len(self.text) else " "

    def start_of(self, first: int, last: int) -> int:
        """The column in which the field's text begins."""
        text = self.text[first - 1 : last]
        return first + len(text) - len(text.lstrip(" "))


def lines_of(data: bytes, found: Findings) -> tuple[list[Line], str]:
    """The lines that are not blank and the encoding; no lines if it is no text at all."""
    data = data.rstrip(_END_OF_FILE)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        data = data.decode("utf-16", "replace").encode()
    if b"\0" in data:
        _report_binary(data, found)
        return [], ""
    text, encoding = _decode(data, found)
    numbered = enumerate(_LINE_ENDS.split(text), 1)
    stripped = ((number, line.rstrip()) for number, line in numbered)
    return [Line(number, line) for number, line in stripped if line], encoding


def _decode(data: bytes, found: Findings) -> tuple[str, str]:
    """UTF-8 with or without a mark at its start; anything else is taken as Latin-1."""
    encoding = "utf-8"
    if data.startswith(_BYTE_ORDER_MARK):
        data, encoding = data[len(_BYTE_ORDER_MARK) :], "utf-8-sig"
    try:
        return data.decode("utf-8"), encoding
    except UnicodeDecodeError as error:
        before = _LINE_ENDS.split(data[: error.start].decode("latin-1"))
        found.note(len(before), len(before[-1]) + 1, "latin-1")
        return data.decode("latin-1"), "latin-1"


def _report_binary(data: bytes, found: Findings) -> None:
    before = _LINE_ENDS.split(data[: data.index(b"\0")].decode("latin-1"))
    found.error(len(before), len(before[-1]) + 1, "binary")


def quote(text: str) -> str:
    """The text as messages show it: with quotation marks, and only the beginning of a long one."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "\N{HORIZONTAL ELLIPSIS}")


@dataclass(frozen=True, slots=True)
class InputLine:
    """A line being read: what can be wrong with a record as such."""

    line: Line
    found: Findings

    def bad(self, column: int, fault: str, /, **values: Any) -> None:
        """The record cannot be read as it must be written; `fault` is a variant of the text."""
        self._error(column, f"bad-record.{fault}", **values)

    def not_a_number(self, column: int, field: Message, text: str) -> None:
        """There is something else where a number must be."""
        self._error(column, "not-a-number", field=field, value=quote(text))

    def contradiction(self, column: int, fault: str, /, **values: Any) -> None:
        """An earlier record says something else; `fault` is a variant of the text."""
        self._error(column, f"contradicting-records.{fault}", **values)

    def note(self, column: int, code: str, /, **values: Any) -> None:
        """Legal, but perhaps not meant."""
        self.found.note(self.line.number, column, code, record=self.line.key, **values)

    def _error(self, column: int, code: str, /, **values: Any) -> None:
        self.found.error(self.line.number, column, code, record=self.line.key, **values)


class OutputLine:
    """A line being written; its fields are put in from left to right."""

    def __init__(self, key: str, where: Message, problems: list[FieldProblem]) -> None:
        self._text = key
        self._where = where
        self._problems = problems

    def put(self, first: int, text: str) -> None:
        """A text from a column on, as it is."""
        self._text = self._text.ljust(first - 1) + text

    def add_problem(self, code: str, /, **values: Any) -> None:
        """Something that cannot be written here."""
        self._problems.append(FieldProblem(self._where, Message(f"trf-write.{code}", **values)))

    def finish(self) -> str:
        """The line without blanks at its end."""
        if _NOT_IN_A_LINE.search(self._text):
            self.add_problem("text")
        return self._text.rstrip(" ")


class Output:
    """The lines of a file, in the order in which they were begun."""

    def __init__(self) -> None:
        self._lines: list[OutputLine] = []
        self._problems: list[FieldProblem] = []

    def line(self, key: str, where: Message | None = None) -> OutputLine:
        """A new line that begins with its record's name."""
        line = OutputLine(key, where or Message("place.record", record=key), self._problems)
        self._lines.append(line)
        return line

    def add_problem(self, where: Message, code: str, /, **values: Any) -> None:
        """Something that cannot be written at all."""
        self._problems.append(FieldProblem(where, Message(f"trf-write.{code}", **values)))

    def lines(self) -> Sequence[str]:
        """All lines; `InvalidInputError` lists everything that does not fit."""
        lines = [line.finish() for line in self._lines]
        if self._problems:
            raise InvalidInputError("trf-columns", problems=self._problems)
        return lines
