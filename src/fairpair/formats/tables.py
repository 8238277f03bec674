"""Tables for other programs, as CSV and XLSX, and CSV read back.

A text that a spreadsheet could take for a formula is made harmless: in CSV an apostrophe stands
before it, in XLSX the cell is marked as text. Numbers stay numbers.
"""

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.numbers import format_number

Cell = str | int | Fraction | None
"""None is empty. A fraction is a number where its decimal form is exact, else a text (`1/3`)."""
_FORMULA = re.compile(r"'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a formula begins with; Asian spreadsheets also take the wide forms."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_LONGEST_SHEET_NAME = 31
_WIDEST = 60


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the names of its columns on top."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def write_csv(table: Table) -> bytes:
    """UTF-8 with a mark that spreadsheets know it by, commas, and the line ends of RFC 4180."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow([escape_formula(name) for name in table.columns])
    writer.writerows([_csv_cell(cell) for cell in row] for row in table.rows)
    return b"\xef\xbb\xbf" + made.getvalue().encode()


def write_xlsx(tables: Sequence[Table]) -> bytes:
    """A workbook with a sheet for each table: column names in bold, and always in sight."""
    made = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    from xlsxwriter import Workbook  # noqa: PLC0415 - only for workbooks

    book = Workbook(made, options)
    head = book.add_format({"bold": True})
    quoted = book.add_format({"quote_prefix": True})
    for table, name in zip(tables, sheet_names([table.name for table in tables]), strict=True):
        sheet = book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for column, title in enumerate(table.columns):
            sheet.write_string(0, column, title, head)
            sheet.set_column(column, column, _width(table, column))
        for n, row in enumerate(table.rows, 1):
            for column, cell in enumerate(row):
                _write_cell(sheet, (n, column), cell, quoted)
    book.close()
    return made.getvalue()


def _write_cell(sheet: Any, place: tuple[int, int], cell: Cell, quoted: Any) -> None:
    value = _number(cell)
    if value is not None:
        sheet.write_number(*place, value)
    elif isinstance(cell, Fraction):
        sheet.write_string(*place, format_number(cell))
    elif cell:
        style = (quoted,) if _FORMULA.match(str(cell)) else ()
        sheet.write_string(*place, str(cell), *style)


def escape_formula(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> escape_formula("=1+1"), escape_formula("Ana"), escape_formula("'=1")
    ("'=1+1", 'Ana', "''=1")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """The way back.

    >>> unescape_formula("'=1+1"), unescape_formula("'tis"), unescape_formula("''=1")
    ('=1+1', "'tis", "'=1")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def text_of(cell: Cell) -> str:
    """A cell as the file shows it."""
    match cell:
        case None:
            return ""
        case Fraction():
            return format_number(cell)
        case _:
            return str(cell)


def sheet_names(names: Sequence[str]) -> list[str]:
    """Names that a workbook allows: short, without some signs, each once.

    >>> sheet_names(["Round 1: all", "Round 1/ all", ""])
    ['Round 1 all', 'Round 1 all 2', 'Sheet']
    """
    made: list[str] = []
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[\[\]:*?/\\\x00-\x1f]", "", name).strip("' ")[:_LONGEST_SHEET_NAME]
        word, number = plain or "Sheet", 2
        while word.casefold() in taken:
            end = f" {number}"
            word = f"{(plain or 'Sheet')[: _LONGEST_SHEET_NAME - len(end)]}{end}"
            number += 1
        taken.add(word.casefold())
        made.append(word)
    return made


def _csv_cell(cell: Cell) -> str:
    """Only texts are looked at: a number below zero begins with a sign, too."""
    return escape_formula(cell) if isinstance(cell, str) else text_of(cell)


def _number(cell: Cell) -> int | float | None:
    """What a spreadsheet can count with; a fraction only where that is exact."""
    if isinstance(cell, Fraction):
        text = format_number(cell)
        return float(text) if _NUMBER.fullmatch(text) else None
    return cell if isinstance(cell, int) else None


def _width(table: Table, column: int) -> int:
    cells = (text_of(row[column]) for row in table.rows)
    longest = max(map(len, (table.columns[column], *cells)))
    return min(longest + 2, _WIDEST)
