"""The kind of a file, found by its content and never by its name."""

import re
from enum import StrEnum

from fairpair.core.errors import InvalidInputError
from fairpair.formats import sheets
from fairpair.formats.added_formats import is_recognised
from fairpair.formats.encodings import utf8_of
from fairpair.formats.json_fields import is_json
from fairpair.formats.list_columns import is_header

ARCHIVE_FORMAT = "fairpair-archive"
"""What our own archives call themselves."""
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_BLANK = b"\xef\xbb\xbf \t\r\n"
_CHALLONGE_TYPE = re.compile(rb'"tournament_?[tT]ype"\s*:')
_CHALLONGE_PEOPLE = re.compile(rb'"participants"\s*:|"type"\s*:\s*"(?:participant|tournament)"')
_STANDINGS = re.compile(rb'"standings"\s*:\s*\[')
_RECORD = re.compile(rb"001 [ \d]")
_HEADING = re.compile(rb"(0[1-9]2|1[0-9]2|XX[A-Z]|BB[A-Z]|310) ")


class FileKind(StrEnum):
    """The kinds of files that are understood."""

    ARCHIVE = "archive"
    TRF = "trf"
    TDF = "tdf"
    WER = "wer"
    OPENGOTHA = "opengotha"
    CHALLONGE = "challonge"
    TOPDECK = "topdeck"
    SHEET = "sheet"
    TEXT = "text"
    EXTENSION = "extension"

    @property
    def is_event(self) -> bool:
        """Whether such a file always has rounds, unlike tables, which may be lists."""
        return self not in (FileKind.SHEET, FileKind.TEXT)


UPLOADS = (
    *(".csv", ".txt", ".tsv", ".xlsx", ".ods"),
    *(".trf", ".trfx", ".tdf", ".wer", ".xml", ".json"),
)
"""How files of these kinds are usually called, for those who choose one."""


def kind_of(data: bytes) -> FileKind:
    """The kind.

    Raises `InvalidInputError` for an empty file and for what is known not to be understood.
    """
    if not data.strip(b"\x00 \t\r\n"):
        raise InvalidInputError("empty-file")
    if data.startswith(OLD_EXCEL):
        raise InvalidInputError("old-sheet")
    if sheets.is_sheet(data):
        return FileKind.SHEET
    if is_json(data):
        return _json_kind(utf8_of(data))
    if _is_xml(data):
        return _xml_kind(data)
    if _is_report(data):
        return FileKind.TRF
    return FileKind.EXTENSION if is_recognised(data) else FileKind.TEXT


def _json_kind(data: bytes) -> FileKind:
    """By the keys that it has: quoted words inside of texts are written otherwise."""
    own = ARCHIVE_FORMAT.encode() in data
    if not own and _CHALLONGE_TYPE.search(data) and _CHALLONGE_PEOPLE.search(data):
        return FileKind.CHALLONGE
    if not own and _STANDINGS.search(data) and b'"tables"' in data:
        return FileKind.TOPDECK
    if not own and is_recognised(data):
        return FileKind.EXTENSION
    return FileKind.ARCHIVE if data.lstrip(_BLANK)[:1] == b"{" else FileKind.TEXT


def _is_xml(data: bytes) -> bool:
    wide = (b"\xff\xfe<\x00", b"\xfe\xff\x00<")
    return data.lstrip(_BLANK)[:1] == b"<" or data.startswith(wide)


def _xml_kind(data: bytes) -> FileKind:
    from fairpair.formats.xml_files import root_name  # noqa: PLC0415 - few files are XML

    root = root_name(data)
    kinds = {
        "tournament": FileKind.TDF,
        "event": FileKind.WER,
        "Tournament": FileKind.OPENGOTHA,
    }
    if root not in kinds and is_recognised(data):
        return FileKind.EXTENSION
    if root not in kinds:
        raise InvalidInputError("unknown-xml", root=f"{root!r:.40}")
    return kinds[root]


def _is_report(data: bytes) -> bool:
    """Whether it has the lines of a tournament report file, be it in an encoding it cannot have.

    A list is none, whatever its players are called: `001 Ana Lima` is the first of many.
    """
    begin = data[:200_000]
    lines = utf8_of(begin).removeprefix(b"\xef\xbb\xbf").splitlines()
    if not any(line.startswith(b"001 ") for line in lines) or _is_table(lines[0]):
        return False
    return any(map(_RECORD.match, lines)) or any(map(_HEADING.match, lines))


def _is_table(line: bytes) -> bool:
    return is_header(re.split(r"[,;\t]", line.decode("utf-8", "replace")))
