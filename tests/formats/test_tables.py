"""Tables as CSV and XLSX: what is read back is what was written, and nothing is a formula."""

import csv
import io
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from fairpair.formats.tables import (
    Cell,
    Table,
    escape_formula,
    sheet_names,
    text_of,
    unescape_formula,
    write_csv,
    write_xlsx,
)

from .csv_files import csv_rows

DANGEROUS = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\uff1d1+1",
    "'=1",
    "''-1",
    '=HYPERLINK("http://example.org")',
]
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
CELL: st.SearchStrategy[Cell] = st.one_of(
    st.none(),
    st.integers(-(10**6), 10**6),
    st.fractions(-100, 100, max_denominator=12),
    TEXT,
    st.sampled_from(DANGEROUS),
)


def table_of(rows: list[list[Cell]], columns: int) -> Table:
    names = tuple(f"column {n}" for n in range(columns))
    return Table("All", names, tuple(tuple(row) for row in rows))


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.tuples(
            st.lists(st.lists(CELL, min_size=n, max_size=n), max_size=6), st.just(n)
        )
    )
)
def test_csv_reads_back_what_was_written(made: tuple[list[list[Cell]], int]) -> None:
    table = table_of(*made)
    rows = csv_rows(write_csv(table))
    assert rows[0] == list(table.columns)
    assert rows[1:] == [[text_of(cell) for cell in row] for row in table.rows if row]


@given(TEXT)
def test_harmless_can_be_taken_back(text: str) -> None:
    assert unescape_formula(escape_formula(text)) == text


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_text_in_csv_begins_like_a_formula(text: str) -> None:
    data = write_csv(Table("T", ("name", "points"), ((text, -3),)))
    cells = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))[1]
    assert cells[0] == f"'{text}"
    assert cells[1] == "-3"  # numbers stay numbers
    assert csv_rows(data)[1] == [text, "-3"]


def test_what_is_in_a_workbook() -> None:
    rows: list[list[Cell]] = [
        [text, Fraction(7, 2), Fraction(1, 3), -4, None] for text in DANGEROUS
    ]
    data = write_xlsx([table_of(rows, 5), Table("Round 1: a/b", ("x",), ())])
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    assert book.sheet_names == ["All", "Round 1 ab"]
    read = book.get_sheet_by_name("All").to_python()
    for text, row in zip(DANGEROUS, read[1:], strict=True):
        assert row[1:] == [3.5, "1/3", -4, ""]
        assert str(row[0]).lstrip() == text.lstrip()
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        sheet = file.read("xl/worksheets/sheet1.xml").decode()
        styles = file.read("xl/styles.xml").decode()
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet.lower()
    assert 'quotePrefix="1"' in styles


def test_names_of_sheets() -> None:
    long = "A very long name of a tournament round indeed"
    assert sheet_names([long, long]) == [long[:31], f"{long[:29]} 2"]
