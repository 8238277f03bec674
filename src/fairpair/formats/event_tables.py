"""Tables with rounds in them, as CSV, text or spreadsheets: crosstables and lists of matches."""

from dataclasses import replace

from fairpair.core.errors import InvalidInputError
from fairpair.formats import crosstables, match_tables, sheets, vega
from fairpair.formats.encodings import decode_text
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.list_rows import rows_in
from fairpair.language.message import Message

_Rows = tuple[list[list[str]], tuple[Message, ...]]


def read(data: bytes) -> ImportedTournament:
    """The tournament of a table.

    Raises `InvalidInputError` for one without rounds: a list of players.
    """
    rows, notes = _rows(data)
    if crosstables.is_crosstable(rows):
        found = crosstables.read(rows)
    elif match_tables.header_row(rows) is not None:
        found = match_tables.read(rows)
    else:
        raise InvalidInputError("no-event")
    return replace(found, notes=(*notes, *found.notes))


def has_rounds(data: bytes) -> bool:
    """Whether a table is more than a list of players."""
    rows = _rows(data)[0]
    return crosstables.is_crosstable(rows) or match_tables.header_row(rows) is not None


def has_matches(data: bytes) -> bool:
    """Whether a table has a row for each match, so that its players are in several columns."""
    return match_tables.header_row(_rows(data)[0]) is not None


def _rows(data: bytes) -> _Rows:
    """All rows, and what there is to say of reading them."""
    if sheets.is_sheet(data):
        return sheets.rows_of(data), ()
    text, notes = decode_text(data)
    found = rows_in(text) or rows_in(text, match_tables.header_row)
    if found is None and vega.is_vega(text):
        found = vega.rows_of(text), None
    rows, fault = found or ([], None)
    if fault:
        raise InvalidInputError("unreadable-table", fault=fault)
    return rows, notes
