"""Lines of a file, being read or being written, and the place where their problems go.

Columns start at 1 and count characters, not bytes; both ends of a field belong to it.

| codes of errors | about |
|---|---|
| binary, not-trf, no-players | the whole file |
| bad-record, not-a-number, contradicting-records, contradicting-byes | a record |
| bad-id, duplicate-id, duplicate-team, unknown-player, too-many-rounds | numbers |
| misaligned, bad-colour, unknown-result, needs-opponent, needs-no-opponent | a 001 line |
| own-opponent, unknown-opponent, missing-mirror, asymmetric | who met whom |
| contradictory-results, missing-result, same-colour, missing-colour, wrong-points | a game |

Notes: latin-1, unknown-record, unknown-setting, repeated-record, stray-text, declared-number,
id-gap, old-bye, stray-colour, no-result-yet, rated-differs, second-bye, nobody-played, baku-points.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.formats.trf.model import TrfProblem

CAN_REPAIR = "Reading with repair may mend this, and tells what it did."
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

    def error(self, line: int, column: int, code: str, message: str, hint: str = "") -> None:
        """The file cannot be used like this."""
        if self.repair:  # it was tried, and did not help here
            hint = hint.replace(CAN_REPAIR, "").strip()
        self._problems.append(TrfProblem(line, column, code, message, hint))

    def note(self, line: int, column: int, code: str, message: str, hint: str = "") -> None:
        """Legal, but perhaps not meant."""
        self._problems.append(TrfProblem(line, column, code, message, hint, "note"))

    def add_repair(self, line: int, column: int, code: str, message: str) -> None:
        """What was wrong here, and what is taken instead."""
        self._repairs.append(TrfProblem(line, column, code, message, severity="note"))

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
        found.note(
            len(before),
            len(before[-1]) + 1,
            "latin-1",
            "The file is not valid UTF-8 here; it is read as Latin-1.",
            "Check the names with accents; save the file as UTF-8 to be sure.",
        )
        return data.decode("latin-1"), "latin-1"


def _report_binary(data: bytes, found: Findings) -> None:
    before = _LINE_ENDS.split(data[: data.index(b"\0")].decode("latin-1"))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    found.error(
        len(before),
        len(before[-1]) + 1,
        "binary",
        "The file is UTF-16 text." if wide else "The file is no text: it has a zero byte here.",
        "Save it as UTF-8." if wide else "Choose the TRF file (plain text) that the program wrote.",
    )


def quote(text: str) -> str:
    """The text as messages show it: with quotation marks, and only the beginning of a long one."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "\N{HORIZONTAL ELLIPSIS}")


@dataclass(frozen=True, slots=True)
class InputLine:
    """A line being read: what can be wrong with a record as such."""

    line: Line
    found: Findings

    def bad(self, column: int, fault: str, hint: str = "") -> None:
        """The record cannot be read as it must be written."""
        message = f"Record {self.line.key}: {fault}."
        self.found.error(self.line.number, column, "bad-record", message, hint)

    def not_a_number(self, column: int, what: str, text: str) -> None:
        """Something else stands where a number must be."""
        message = f"Record {self.line.key}: the {what} must be a number, not {quote(text)}."
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


class OutputLine:
    """A line being written; its fields are put in from left to right."""

    def __init__(self, key: str, where: str, problems: list[FieldProblem]) -> None:
        self._text = key
        self._where = where
        self._problems = problems

    def put(self, first: int, text: str) -> None:
        """A text from a column on, as it is."""
        self._text = self._text.ljust(first - 1) + text

    def add_problem(self, fault: str) -> None:
        """Something that cannot be written here."""
        self._problems.append(FieldProblem(self._where, fault))

    def finish(self) -> str:
        """The line without blanks at its end."""
        if _NOT_IN_A_LINE.search(self._text):
            self.add_problem("a text has a line break or a character that no text file can have")
        return self._text.rstrip(" ")


class Output:
    """The lines of a file, in the order in which they were begun."""

    def __init__(self) -> None:
        self._lines: list[OutputLine] = []
        self._problems: list[FieldProblem] = []

    def line(self, key: str, where: str = "") -> OutputLine:
        """A new line that begins with its record's name."""
        line = OutputLine(key, where or f"record {key}", self._problems)
        self._lines.append(line)
        return line

    def add_problem(self, where: str, fault: str) -> None:
        """Something that cannot be written at all."""
        self._problems.append(FieldProblem(where, fault))

    def lines(self) -> Sequence[str]:
        """All lines; `InvalidInputError` lists everything that does not fit."""
        lines = [line.finish() for line in self._lines]
        if self._problems:
            raise InvalidInputError(
                "trf-columns",
                "The tournament does not fit into the columns of a TRF file.",
                "Pairing numbers go up to 9999, team numbers up to 999, and points need few"
                " decimals: correct these, or export another format.",
                self._problems,
            )
        return lines
