"""Spreadsheets: the cells of the first sheet of an XLSX or ODS file as texts, within limits.

What is in such a file is looked at before it is unpacked: a small one can claim billions of cells.
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from xml.parsers import expat

from fairpair.core.errors import InvalidInputError

MOST_BYTES = 32 * 1024 * 1024
"""Of a file that is unpacked."""
MOST_PARTS = 500
MOST_ROWS, MOST_COLUMNS = 12_000, 100
MOST_ELEMENTS = 1_000_000
"""Of one part: rows, cells and what is in them."""
LONGEST_CELL = 2_000

_XLSX_CELL = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{0,4})(\d{1,10})["']""")
_XLSX_PLACE = re.compile(rb"\s*([A-Za-z]{0,4})(\d{1,10})\s*")
_ODS_TOKEN = re.compile(
    rb"<(/?)table:(table-row|table-cell|covered-table-cell|table)\b"
    rb"""((?:[^>"']|"[^"]*"|'[^']*')*)>"""
)
_UNREAD = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>", re.DOTALL)
_ODS_REPEATED = re.compile(rb"""table:number-(?:rows|columns)-repeated\s*=\s*["'](\d{1,10})["']""")
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,  # a way of packing that nobody knows
    RuntimeError,  # a password
    ValueError,  # places before the beginning
    EOFError,
    OSError,
)


def is_sheet(data: bytes) -> bool:
    """Whether it looks like an XLSX or ODS file."""
    return data.startswith(b"PK\x03\x04")


def rows_of(data: bytes) -> list[list[str]]:
    """The rows of the first sheet that has any; what a formula came to stands in its cell."""
    from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415  large

    _require_harmless(data)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in book.sheet_names:
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            if any(cell != "" for row in rows for cell in row):
                return [[_text(cell) for cell in row] for row in rows]
    except (CalamineError, ValueError, OSError) as error:
        raise InvalidInputError("bad-sheet") from error
    raise InvalidInputError("bad-sheet.empty")


def _text(cell: object) -> str:
    """A cell as it is shown: whole numbers without a point, whatever looks like a formula too."""
    match cell:
        case bool():
            text = "yes" if cell else "no"
        case float() if cell.is_integer():
            text = str(int(cell))
        case datetime() | date():
            text = cell.isoformat()
        case _:
            text = str(cell)
    return re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()[:LONGEST_CELL]


def _require_harmless(data: bytes) -> None:
    """Refuse what would not fit into memory: too large when unpacked, or too wide a sheet."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = file.infolist()
            if len(parts) > MOST_PARTS:
                raise _too_large()
            names = {part.filename.casefold() for part in parts}
            if "xl/workbook.bin" in names or not names & {"xl/workbook.xml", "content.xml"}:
                raise InvalidInputError("bad-sheet.kind")
            left = MOST_BYTES
            for part in parts:
                with file.open(part) as opened:
                    content = opened.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise _too_large()
                _require_small(part.filename, content)
    except _UNREADABLE as error:
        raise InvalidInputError("bad-sheet.damaged") from error


def _require_small(name: str, content: bytes) -> None:
    """No cell of a sheet lies further out than a list of players can reach."""
    places: Iterable[tuple[int, int]] = ()
    if name.casefold().endswith((".xml", ".rels")) or content.startswith(b"<?xml"):
        _XlsxPart().read(content)
    else:
        places = map(_place, _XLSX_CELL.findall(content))
    if name.casefold() == "content.xml":
        places = _ods_places(_UNREAD.sub(b"", content))
    if any(row > MOST_ROWS or column > MOST_COLUMNS for row, column in places):
        raise _too_large()


class _XlsxPart:
    """A well-formed part without definitions of its own, read as far as its size tells.

    Rows and cells are counted because they need not say where they are. Other elements, such as
    the colours of a theme, have attributes of the same name that are not places. Readers may wait
    forever for the end of a part that is not well-formed.
    """

    def __init__(self) -> None:
        self._elements = self._row = self._column = 0

    def read(self, content: bytes) -> None:
        """Refuse it if a cell lies too far out, or if it has too many elements."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        try:
            parser.Parse(content, True)
        except (expat.ExpatError, LookupError, ValueError):  # encodings nobody knows are the latter
            self._refuse()

    def _refuse(self, *_: object) -> None:
        raise InvalidInputError("bad-sheet")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        kind, named = name.rpartition(":")[2], attributes.get("r")
        if kind == "row":
            self._row, self._column = self._row + 1, 0
        elif kind == "c":
            self._column += 1
        if kind in ("row", "c") and named is not None:
            found = _XLSX_PLACE.fullmatch(named.encode())
            self._row, self._column = _place(found.groups()) if found else (MOST_ROWS + 1, 0)
        if self._row > MOST_ROWS or self._column > MOST_COLUMNS or self._elements > MOST_ELEMENTS:
            raise _too_large()


def _place(found: Sequence[bytes]) -> tuple[int, int]:
    letters, row = found
    return int(row), _column(letters)


def _column(letters: bytes) -> int:
    """`A` is 1, `AA` is 27.

    >>> _column(b"A"), _column(b"AA"), _column(b"")
    (1, 27, 0)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _ods_places(content: bytes) -> Iterator[tuple[int, int]]:
    """Where the cells are that hold something; empty ones may be repeated without end."""
    row = column = repeated = 0
    for closing, tag, attributes in _ODS_TOKEN.findall(content):
        if closing:
            row, column = (0, 0) if tag == b"table" else (row, column)
            continue
        found = _ODS_REPEATED.search(attributes)
        times = int(found[1]) if found else 1
        if tag == b"table":
            row = column = repeated = 0
        elif tag == b"table-row":
            row, column, repeated = row + repeated, 0, times
        else:
            column += times
            if not attributes.rstrip().endswith(b"/") or b"office:" in attributes:
                yield row + repeated, column


def _too_large() -> InvalidInputError:
    return InvalidInputError("sheet-too-large", rows=MOST_ROWS, columns=MOST_COLUMNS)
