"""The rows of a table of people: what separates them, and which cell is in which column."""

import csv
from collections.abc import Callable, Mapping, Sequence

from fairpair.formats.list_columns import (
    FAMILY,
    GIVEN,
    MOST_TITLES,
    NATIONAL,
    SEXES,
    TITLES,
    column_of,
    header_row,
)
from fairpair.formats.tables import unescape_formula
from fairpair.language.message import Message

_UNRATED = ("-", "unrated", "unr", "ohne")


HeaderFinder = Callable[[Sequence[Sequence[str]]], int | None]
"""Which of some rows names the columns."""


def rows_in(
    text: str, find_header: HeaderFinder = header_row
) -> tuple[list[list[str]], Message | None] | None:
    """The rows of a text with column names, and what cannot be read of it; None without names.

    Empty rows are rows too, so that their numbers are those that an editor shows.
    """
    lines = [line for line in text.splitlines() if line.strip()][:MOST_TITLES]
    mark = max(",;\t", key=lambda mark: _columns_named(lines, mark, find_header))
    if find_header([line.split(mark) for line in lines]) is None:
        return None
    reader = csv.reader(text.splitlines(keepends=True), delimiter=mark)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows += [[]] * (reader.line_num - len(rows) - 1)
            rows.append([unescape_formula(cell) for cell in row])
    except csv.Error as error:
        return rows, Message("list.unreadable", row=reader.line_num, error=str(error))
    return rows, None


def _columns_named(lines: Sequence[str], mark: str, find_header: HeaderFinder) -> int:
    """How many columns a line names if this mark separates them; one more if it is a header."""
    rows = [line.split(mark) for line in lines]
    start = find_header(rows)
    return 0 if start is None else 1 + sum(bool(column_of(cell)) for cell in rows[start])


def meant_columns(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """What the columns are. One without a name that has nothing but titles is that of the titles,
    and one that Vega calls G is that of the sexes.

    >>> meant_columns(["Rk.", "", "Name"], [["1", "GM", "Lima, Ana"], ["2", "", "Chen, Bo"]])
    ['', 'title', 'name']
    >>> meant_columns(["NAME", "G"], [["Lima Ana", "f"], ["Chen Bo", "m"]])
    ['name', 'sex']
    """
    meant = [column_of(cell) for cell in header]
    for place, cell in enumerate(header):
        guessed = {"": ("title", TITLES), "g": ("sex", SEXES)}.get(cell.casefold())
        if guessed and guessed[0] not in meant:
            found = {row[place].strip() for row in rows if place < len(row)} - {""}
            if found and found <= guessed[1]:
                meant[place] = guessed[0]
    return meant


def by_column(meant: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """The cells by column; of several ratings the first one that says something."""
    cells: dict[str, str] = {}
    for column, cell in zip(meant, row, strict=False):
        if column and (not cells.get(column) or is_unrated(cells[column])):
            cells[column] = cell
    given, family = cells.pop(GIVEN, "").strip(), cells.pop(FAMILY, "").strip()
    if (given or family) and not cells.get("name"):
        cells["name"] = f"{given} {family}".strip()
    national = cells.get(NATIONAL, "")
    if not is_unrated(national) and is_unrated(cells.get("rating", "")):
        cells["rating"] = cells.pop(NATIONAL)
    return cells


def drop_national(rows: Sequence[dict[str, str]]) -> int:
    """Forget the national ratings of those who have another one; how many there are."""
    return sum(not is_unrated(cells.pop(NATIONAL, "")) for cells in rows)


def is_remark(row: Sequence[str], cells: Mapping[str, str]) -> bool:
    """Whether a row is text below a table: one cell, which is in no column of a table with more."""
    alone = sum(bool(cell.strip()) for cell in row) == 1
    return alone and not any(cell.strip() for cell in cells.values())


def is_unrated(text: str) -> bool:
    """Whether a cell says that there is no rating: with words, with nothing, with 0 or 0000."""
    said = text.strip().casefold()
    return said in _UNRATED or not said.strip("0")
