"""From bytes to numbered lines. Columns start at 1 and count characters, not bytes."""

import re
from dataclasses import dataclass

from fairpair.formats.trf.findings import Findings

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_END_OF_FILE = b"\x1a"  # old DOS programs close a text with it


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
        _tell_binary(data, found)
        return [], ""
    text, encoding = _decoded(data, found)
    numbered = enumerate(_LINE_ENDS.split(text), 1)
    stripped = ((number, line.rstrip()) for number, line in numbered)
    return [Line(number, line) for number, line in stripped if line], encoding


def _decoded(data: bytes, found: Findings) -> tuple[str, str]:
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


def _tell_binary(data: bytes, found: Findings) -> None:
    before = _LINE_ENDS.split(data[: data.index(b"\0")].decode("latin-1"))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    found.error(
        len(before),
        len(before[-1]) + 1,
        "binary",
        "The file is UTF-16 text." if wide else "The file is no text: it has a zero byte here.",
        "Save it as UTF-8." if wide else "Choose the TRF file (plain text) that the program wrote.",
    )
