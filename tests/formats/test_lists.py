"""Lists of players: pasted, as CSV, as spreadsheets and as report files."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import InvalidInputError
from fairpair.core.players import Player, Team
from fairpair.formats import sheets
from fairpair.formats.list_files import read_file, require_usable
from fairpair.formats.lists import MOST_ROWS, ParsedList, mark_known, read_text

from .workbooks import ods, ods_cell, xlsx, zipped

FILLER = 'table:number-rows-repeated="1048000"'


def rows(found: ParsedList) -> list[tuple[str, int | None, str]]:
    return [(x.player.name, x.player.rating, x.player.club) for x in found.lines]


def test_names_alone() -> None:
    found = read_text("Ana Lima\n\n  Bo   Chen \r\n1. Cy Diaz\n")
    assert rows(found) == [("Ana Lima", None, ""), ("Bo Chen", None, ""), ("Cy Diaz", None, "")]
    assert [line.number for line in found.lines] == [1, 3, 4]
    assert not found.bad
    assert not found.notes


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_rating_and_club_behind_the_name(mark: str) -> None:
    text = f"Ana Lima{mark} 2104{mark} Rook House\nBo Chen{mark}Castle Club\nCy Diaz"
    expected = [("Ana Lima", 2104, "Rook House"), ("Bo Chen", None, "Castle Club")]
    assert rows(read_text(text))[:2] == expected


def test_surnames_first_are_one_name() -> None:
    found = read_text("Lima, Ana, 2104\nChen, Bo")
    assert rows(found) == [("Lima, Ana", 2104, ""), ("Chen, Bo", None, "")]
    assert "surname" in str(found.notes[0])


def test_ratings_at_the_end_of_every_line() -> None:
    found = read_text("Ana Lima 2104\nBo Chen 950")
    assert rows(found) == [("Ana Lima", 2104, ""), ("Bo Chen", 950, "")]
    assert rows(read_text("Ana Lima 2104\nBo Chen")) == [
        ("Ana Lima 2104", None, ""),
        ("Bo Chen", None, ""),
    ]


def test_a_german_table_with_columns_that_are_not_needed() -> None:
    text = "Nr;Nachname;Vorname;DWZ;Elo;Verein;Schuhe\n1;Lima;Ana;;2104;Turm;39\n"
    found = read_text(text)
    assert rows(found) == [("Ana Lima", 2104, "Turm")]
    assert "Schuhe" in str(found.notes[0])


def test_every_bad_row_has_its_reason() -> None:
    text = "name,rating\nAna,abc\n,1500\nBo,99999\nBo,1200\nBo,1200\nCy\x07,\n"
    told = {x.number: x.problems[0].message for x in read_text(text).bad}
    assert set(told) == {2, 3, 4, 5, 6, 7}
    assert told[2] == "must be a whole number, not 'abc'"
    assert told[3] == "is empty"
    assert "9999" in told[4]
    assert told[6] == "Bo is already in row 4"
    assert "control character" in told[7]


def test_who_is_in_the_tournament_already() -> None:
    found = mark_known(read_text("Ana\nBo"), {Player("Bo").identity: 7})
    assert [x.problems[0].message for x in found.bad] == [
        "Bo is already in the tournament (number 7)"
    ]
    assert [x.name for x in found.entrants()] == ["Ana"]


def test_teams_by_line_and_by_column() -> None:
    by_line = read_text("Rooks: Ana, Bo\nKnights", teams=True)
    assert by_line.entrants() == (Team("Rooks", (Player("Ana"), Player("Bo"))), Team("Knights"))
    assert read_text(by_line.as_text(), teams=True).entrants() == by_line.entrants()
    table = read_text("team,name,rating\nRooks,Ana,2100\nRooks,Bo,\nKnights,Cy,1800")
    assert [(x.name, len(x.members)) for x in table.entrants() if isinstance(x, Team)] == [
        ("Rooks", 2),
        ("Knights", 1),
    ]


@pytest.mark.parametrize(
    ("text", "team"),
    [
        ("Red Rooks, 2010", Team("Red Rooks", rating=2010)),
        ("1. Red Rooks; 2010; Castle Club", Team("Red Rooks", (), "Castle Club", rating=2010)),
        ("Red Rooks\tunrated", Team("Red Rooks")),
        (
            "Red Rooks: Ana Lima 2100, Bo Chen",
            Team("Red Rooks", (Player("Ana Lima", 2100), Player("Bo Chen"))),
        ),
        (
            "Red Rooks, 2010: Ana Lima, 2100, Bo Chen, 1950",
            Team("Red Rooks", (Player("Ana Lima", 2100), Player("Bo Chen", 1950)), rating=2010),
        ),
    ],
)
def test_ratings_of_teams_and_members(text: str, team: Team) -> None:
    found = read_text(text, teams=True)
    assert found.entrants() == (team,)
    assert not found.bad
    assert read_text(found.as_text(), teams=True).entrants() == (team,)


def test_a_team_with_an_unclear_line_is_a_bad_row() -> None:
    found = read_text("Red Rooks, Ana Lima, Bo Chen", teams=True)
    assert "Bo Chen" in found.bad[0].problems[0].message


def test_namesakes_are_noted() -> None:
    found = mark_known(read_text("Ana Lima, 2100\nBo\nana lima, 1500, Rooks"), {("bo", "X"): 4})
    assert [str(note) for note in found.notes] == [
        "Bo in row 2 has the same name as number 4, who is already in the tournament."
        " Add this row only if they are two different people.",
        "ana lima is in row 1 and in row 3. Keep both rows only if they are two different people.",
    ]


def test_a_list_that_is_too_long_is_cut_and_says_so() -> None:
    found = read_text("\n".join(f"Player {n} x" for n in range(MOST_ROWS + 5)))
    assert len(found.lines) == MOST_ROWS
    assert "Only the first" in str(found.notes[0])
    with pytest.raises(InvalidInputError, match="has 10005 rows"):
        require_usable(found)


@given(st.text(max_size=300))
def test_any_text_is_a_list_or_has_bad_rows(text: str) -> None:
    found = read_text(text)
    assert len(found.entrants()) + len(found.bad) == len(found.lines)


_words = st.text(
    st.characters(whitelist_categories=("Lu", "Ll"), whitelist_characters="\"'="), min_size=1
)


@given(st.lists(st.tuples(_words, st.integers(1, 3000)), min_size=1, max_size=8))
def test_what_is_shown_to_correct_means_the_same(people: list[tuple[str, int]]) -> None:
    text = "\n".join(f"{name} x\t{rating}\tclub" for name, rating in people)
    found = read_text(text)
    again = read_text(found.as_text())
    assert [x.player for x in again.lines] == [x.player for x in found.lines]


def test_a_spreadsheet() -> None:
    formula = '<row r="5"><c r="A5"><f>1+1</f><v>2</v></c></row>'
    data = xlsx(
        (1, {"A": "Name", "B": "Elo"}),
        (2, {"A": "Ana", "B": 2100}),
        (4, {"A": "=HYPERLINK()", "B": "x"}),
        formula=formula,
    )
    found = read_file(data).listing
    assert [(x.number, x.player.name, x.player.rating) for x in found.lines] == [
        (2, "Ana", 2100),
        (4, "=HYPERLINK()", None),
        (5, "2", None),
    ]
    assert [x.number for x in found.bad] == [4]


def test_an_open_document() -> None:
    filler = f"<table:table-row {FILLER}><table:table-cell"
    filler += ' table:number-columns-repeated="16384"/></table:table-row>'
    body = "".join(
        f"<table:table-row>{ods_cell(name)}{ods_cell(club)}</table:table-row>"
        for name, club in (("Spieler", "Verein"), ("Ana", "Turm"))
    )
    assert rows(read_file(ods(body + filler)).listing) == [("Ana", None, "Turm")]


@pytest.mark.parametrize(
    "data",
    [
        xlsx((1, {"A": "Name"}), (1048576, {"XFD": "x"})),
        xlsx((1, {"A": "Name", "XFD": "x"})),
        ods(f"<table:table-row {FILLER}>{ods_cell('x')}</table:table-row>"),
        ods(
            "<table:table-row>"
            + ods_cell("x", 'table:number-columns-repeated="16000"')
            + "</table:table-row>"
        ),
        ods(
            f"<table:table-row {FILLER}><table:table-cell/></table:table-row><!-- <table:table> -->"
            f"<table:table-row>{ods_cell('x')}</table:table-row>"
        ),
        ods(
            f"<table:table-row x='>' {FILLER}><table:table-cell/></table:table-row>"
            f"<table:table-row>{ods_cell('x')}</table:table-row>"
        ),
        zipped({"xl/workbook.xml": "x" * (sheets.MOST_BYTES + 1)}),
        zipped({"xl/workbook.xml": "", **{f"{n}.xml": "" for n in range(600)}}),
    ],
)
def test_what_would_fill_the_memory_is_refused_before_it_is_read(data: bytes) -> None:
    assert len(data) < 300_000
    with pytest.raises(InvalidInputError) as refusal:
        read_file(data)
    assert refusal.value.code == "sheet-too-large"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"PK\x03\x04 nothing", "bad-sheet"),
        (zipped({"xl/workbook.bin": "x"}), "bad-sheet"),
        (zipped({"xl/workbook.xml": "x"}), "bad-sheet"),
        (ods("<table:table-row>"), "bad-sheet"),
        (zipped({"content.xml": '<!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>'}), "bad-sheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old-sheet"),
        (b"\x89PNG\x00\x00", "no-list"),
        (b"001    x\n", "bad-trf"),
    ],
)
def test_other_files_are_refused_with_words(data: bytes, code: str) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        read_file(data)
    assert refusal.value.code == code


@given(st.binary(max_size=400))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    for start in (b"", b"PK\x03\x04", b"001 "):
        with suppress(InvalidInputError):
            assert isinstance(read_file(start + data).listing, ParsedList)


def test_a_file_as_windows_writes_it() -> None:
    found = read_file("Name;Verein\nMüller;Café\n".encode("cp1252")).listing
    assert rows(found) == [("Müller", None, "Café")]
    assert "accented" in str(found.notes[-1])


def test_the_players_of_a_report_file() -> None:
    text = (
        "012 City Open\n"
        "001    1 m  g Lima, Ana                         2104 POR     1234567 1990/00/00  1.0    1"
        "     2 w 1\n"
        "001    2      Chen, Bo                          1900                             0.0    2"
        "     1 b 0\n"
        "XXR 5\n"
    )
    found = read_file(text.encode())
    assert (found.name, found.rounds) == ("City Open", 5)
    assert rows(found.listing) == [("Lima, Ana", 2104, ""), ("Chen, Bo", 1900, "")]
    assert found.listing.lines[0].player.ids == {"fide": "1234567"}
    assert "only the players" in str(found.listing.notes[0])


def test_a_workbook_as_spreadsheet_programs_write_it_has_a_theme() -> None:
    """Its colours have attributes that are called like the places of cells."""
    from xlsxwriter import Workbook

    made = io.BytesIO()
    book = Workbook(made, {"in_memory": True})
    sheet = book.add_worksheet()
    for n, row in enumerate([("name", "rating"), ("Ana", 2100), ("Bo", 1900)]):
        sheet.write_row(n, 0, row)
    book.close()
    assert rows(read_file(made.getvalue()).listing) == [("Ana", 2100, ""), ("Bo", 1900, "")]


def test_a_quoted_cell_does_not_choose_the_separator() -> None:
    found = read_text('name,club\nAna,"Rook; House"\n')
    assert rows(found) == [("Ana", None, "Rook; House")]


def test_numbers_of_companies_are_columns() -> None:
    (line,) = read_text("name,DCI-Nummer,POP ID\nAna,77,5000001\n").lines
    assert line.player.ids == {"dci": "77", "pokemon": "5000001"}


@pytest.mark.parametrize("word", ["Teams", "Team", "teams", "Mannschaften", "Equipes"])
def test_a_list_headed_teams_has_teams(word: str) -> None:
    found = read_text(f"{word}\nRooks\nKnights\n")
    assert found.entrants() == (Team("Rooks"), Team("Knights"))
    found = read_text(f"{word}\nRooks\nKnights\n", teams=True)
    assert found.entrants() == (Team("Rooks"), Team("Knights"))


@pytest.mark.parametrize("word", ["Players", "Name", "Joueurs", "Jugadores"])
def test_a_list_headed_players_has_players(word: str) -> None:
    found = read_text(f"{word}\nAna Lima\nBo Chen\n")
    assert found.entrants() == (Player("Ana Lima"), Player("Bo Chen"))


CROSS_TABLE = (
    "Chess-Results Server{0}\n"
    "Spring Open, Lisbon{0}\n\n"
    "Final Ranking crosstable after 2 Rounds\n"
    "Rk.{0}SNo{0}{0}Name{0}FED{0}RtgI{0}Club/City{0}1.Rd{0}2.Rd{0}Pts.{0}TB1\n"
    "1{0}2{0}FM{0}Lima, Ana{0}POR{0}2104{0}Rooks{0}2w1{0}3b1{0}2{0}1\n"
    "2{0}1{0}{0}Chen, Bo{0}CHN{0}0{0}{0}1b0{0}-1{0}1{0}2\n"
    "Annotation:\n"
    "Tie Break1: Buchholz\n"
)


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_cross_table_with_titles_and_remarks(mark: str) -> None:
    found = read_text(CROSS_TABLE.format(mark))
    assert not found.bad
    assert [(x.player.name, x.player.rating, x.player.club) for x in found.lines] == [
        ("Lima, Ana", 2104, "Rooks"),
        ("Chen, Bo", None, ""),
    ]
    assert [line.number for line in found.lines] == [6, 7]
    assert any("8, 9" in str(note) for note in found.notes)


def test_a_cross_table_in_a_workbook() -> None:
    lines = [line.split(";") for line in CROSS_TABLE.format(";").splitlines()]
    cells: list[tuple[int, dict[str, str | int]]] = [
        (n, {"ABCDEFGHIJK"[i]: cell for i, cell in enumerate(line) if cell})
        for n, line in enumerate(lines, 1)
    ]
    found = read_file(xlsx(*cells)).listing
    assert [line.player.name for line in found.lines] == ["Lima, Ana", "Chen, Bo"]
    assert not found.bad
