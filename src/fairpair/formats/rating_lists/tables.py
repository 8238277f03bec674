"""Lists of federations and clubs: CSV and spreadsheets, with a mapping from columns to fields.

A mapping names the column of each field; `=GER` is a constant, `Surname + First name` are two
columns of one field. Without a mapping the columns are recognised by their names.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.listed import ListedPlayer, search_key
from fairpair.core.texts import normalise_text, text_problem
from fairpair.formats.list_columns import FAMILY, GIVEN, NATIONAL, column_of, header_key
from fairpair.formats.rating_lists.rows import (
    MOST_K,
    BadRowError,
    BadRows,
    ListContent,
    read_count,
    read_rating,
    read_year,
)
from fairpair.formats.rating_lists.source import ListSource
from fairpair.formats.sheets import rows_of
from fairpair.language.message import Message

FIELDS = (
    *("number", "name", "rating", "rapid", "blitz", "k", "federation", "club"),
    *("title", "sex", "birth_year", "fide_id", "inactive"),
)
"""What a column can be."""
NEEDED = ("number", "name", "rating")
"""The columns without which there is no list."""
_OTHER_NAMES = {
    "number": "id no nr number member_no member_number mitgliedsnummer zps pkz"
    " licence license uscf_id ecf_code code matricule stamnummer national_id id_number",
    "rapid": "rapid_rating rapid_elo rapidrating schnell",
    "blitz": "blitz_rating blitz_elo blitzrating",
    "k": "k_factor faktor k_faktor",
    "inactive": "inactive inaktiv passive passiv inactif",
}
_NAMES = {name: field for field, names in _OTHER_NAMES.items() for name in (field, *names.split())}
_LISTED = {"birth": "birth_year", NATIONAL: "rating"}
_YES = frozenset(["1", "yes", "y", "i", "p", "true", "ja", "oui", "si"])
_SEXES = {"m": "M", "f": "F", "w": "F"}
_MOST_COLUMNS = 200
_SHOWN = 20
Mapped = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ListPreview:
    """A look at a list before it is imported: how it was understood, its first rows, and every row
    that cannot be used. `usable` says whether they are few enough. Nothing is stored.
    """

    kind: str
    period: str
    columns: Sequence[str]
    mapping: Mapped
    players: Sequence[ListedPlayer]
    rows: int
    refused: int
    problems: Sequence[FieldProblem]
    notes: Sequence[Message]
    usable: bool


def read_table(source: ListSource, mapping: Mapped) -> tuple[ListContent, dict[str, str]]:
    """A table with the mapping by which it is read: the given one, or what its columns are called.

    `InvalidInputError` if a column is missing.
    """
    bad = BadRows()
    table, notes = _cells(source, bad)
    columns = _header(table)
    meant = dict(mapping) or guess_mapping(columns)
    places = _places(columns, meant)
    ratings = ("standard", *(one for one in ("rapid", "blitz") if one in meant))
    rows = _rows(table, places, bad)
    return ListContent("table", ratings, rows, "", bad, columns, notes), meant


def read_columns(source: ListSource) -> tuple[str, ...]:
    """The names of the columns of a table."""
    return _header(_cells(source, BadRows())[0])


def _header(table: Iterator["Row"]) -> tuple[str, ...]:
    header = next(table, None)
    if header is None:
        raise InvalidInputError("bad-rating-list.empty")
    return tuple(normalise_text(cell) for cell in header[1])


def read_mapping(text: str) -> dict[str, str]:
    """A mapping as people type it or as it was stored: `number=ZPS, name=Surname + First name`."""
    if text.lstrip().startswith("{"):
        found = json.loads(text)
    else:
        parts = (one.partition("=") for one in text.split(",") if one.strip())
        found = {key.strip(): value.strip() for key, _, value in parts}
    strange = [key for key in found if key not in FIELDS]
    if strange:
        raise InvalidInputError("bad-rating-list.mapping", fields=strange, known=FIELDS)
    return {str(key): str(value) for key, value in found.items() if value}


def guess_mapping(columns: Sequence[str]) -> dict[str, str]:
    """What columns mean by their names.

    >>> guess_mapping(["ID", "Surname", "First name", "DWZ", "Verein"])
    {'number': 'ID', 'name': 'Surname + First name', 'rating': 'DWZ', 'club': 'Verein'}
    """
    found: dict[str, str] = {}
    for column in columns:
        listed = column_of(column)
        field = _NAMES.get(header_key(column)) or _LISTED.get(listed, listed)
        found.setdefault(field, column)
    family, given = found.get(FAMILY), found.get(GIVEN)
    if "name" not in found and family:
        found["name"] = f"{family} + {given}" if given else family
    return {field: found[field] for field in FIELDS if field in found}


def _places(columns: Sequence[str], mapping: Mapped) -> dict[str, list[int | str]]:
    """For each field the columns that are put together, or a constant."""
    keys = {header_key(column): n for n, column in reversed(list(enumerate(columns)))}
    found: dict[str, list[int | str]] = {}
    missing = [field for field in NEEDED if field not in mapping]
    for field, said in mapping.items():
        if said.startswith("="):
            found[field] = [said[1:].strip()]
            continue
        names = [one.strip() for one in said.split("+")]
        missing += [one for one in names if header_key(one) not in keys]
        found[field] = [keys[header_key(one)] for one in names if header_key(one) in keys]
    if missing:
        raise InvalidInputError("bad-rating-list.columns", missing=missing, columns=columns)
    return found


Row = tuple[int, Sequence[str]]


def _cells(source: ListSource, bad: BadRows) -> tuple[Iterator[Row], tuple[Message, ...]]:
    """The rows of cells with their numbers, and how the file was understood."""
    if source.is_sheet:
        rows = enumerate(rows_of(source.stream.read()), 1)
        return ((n, row) for n, row in rows if any(row)), ()
    start = source.stream.peek(1)
    encoding, notes = _encoding(start)
    text = io.TextIOWrapper(source.stream, encoding, errors="replace", newline="")
    first = start.decode(encoding, "replace").partition("\n")[0]
    mark = max(";,\t|", key=first.count)
    shown = Message("rating-list.read-as", encoding=encoding, mark=_MARKS[mark])
    return _csv_rows(text, mark, bad), (shown, *notes)


_MARKS = {";": ";", ",": ",", "\t": "Tab", "|": "|"}


def _encoding(start: bytes) -> tuple[str, tuple[Message, ...]]:
    """UTF-8, else what Windows writes: a letter that is cut at the end does not count."""
    if b"\x00" in start:
        raise InvalidInputError("bad-rating-list.encoding")
    try:
        start[: start.rfind(b"\n") + 1 or None].decode("utf-8-sig")
    except UnicodeDecodeError:
        return "cp1252", (Message("list.not-utf8"),)
    return "utf-8-sig", ()


def _csv_rows(text: Iterable[str], mark: str, bad: BadRows) -> Iterator[Row]:
    reader = csv.reader(text, delimiter=mark)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            bad.add(
                reader.line_num, Message("list.unreadable", row=reader.line_num, error=str(error))
            )
            continue
        if len(row) > _MOST_COLUMNS:
            bad.add(reader.line_num, Message("list.too-many-cells"))
        elif "\ufffd" in "".join(row):
            bad.add(reader.line_num, Message("rating-list.row.letters"))
        elif any(cell.strip() for cell in row):
            yield reader.line_num, row


def _rows(
    table: Iterator[Row], places: Mapping[str, list[int | str]], bad: BadRows
) -> Iterator[ListedPlayer]:
    for number, row in table:
        cells = {field: _cell(field, row, where) for field, where in places.items()}
        try:
            yield _listed(number, cells)
        except BadRowError as error:
            bad.add(number, error.text)


def _cell(field: str, row: Sequence[str], where: Sequence[int | str]) -> str:
    """The text of a field: a constant, a cell, or a surname and a first name with a comma."""
    parts = [one if isinstance(one, str) else row[one] if one < len(row) else "" for one in where]
    between = ", " if field == "name" else " "
    return between.join(filter(None, map(normalise_text, parts)))


def _listed(row: int, cells: Mapping[str, str]) -> ListedPlayer:
    said = cells.get
    number, name = said("number", ""), said("name", "")
    if not number or len(number) > 40 or text_problem(number):
        raise BadRowError("rating-list.row.number", value=f"{number!r:.40}")
    if not name or text_problem(name):
        raise BadRowError("rating-list.row.name")
    federation = said("federation", "").upper()
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        raise BadRowError("rating-list.row.federation", value=f"{federation!r:.40}")
    return ListedPlayer(
        row,
        number,
        name,
        search_key(name),
        federation,
        _SEXES.get(said("sex", "").casefold()[:1], ""),
        said("title", "")[:20],
        standard=read_rating(said("rating", "")),
        rapid=read_rating(said("rapid", "")),
        blitz=read_rating(said("blitz", "")),
        k_standard=read_count(said("k", ""), MOST_K, "k"),
        birth_year=read_year(said("birth_year", "")[:4]),
        inactive=said("inactive", "").casefold() in _YES,
        club=said("club", "")[:200],
        fide_id=_fide_id(said("fide_id", "")),
    )


def _fide_id(text: str) -> str:
    """A number of FIDE; 0 is none."""
    if text and not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise BadRowError("rating-list.row.number", value=f"{text!r:.40}")
    return text.lstrip("0")


def first_rows(rows: Iterator[ListedPlayer]) -> list[ListedPlayer]:
    """The rows that a preview shows."""
    return list(islice(rows, _SHOWN))
