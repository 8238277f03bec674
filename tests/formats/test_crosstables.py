"""Crosstables and lists as Swiss-Manager and chess-results write them."""

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
import xlsxwriter

from app.events import clock, played
from archives import forged, import_archive
from fairpair.app.service import Service
from fairpair.app.transfer.exports import get_export, source_of
from fairpair.app.transfer.imports import ImportOptions, import_event
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.players import Player
from fairpair.core.results import is_adjourned
from fairpair.core.rounds import ByeKind, RoundRef, RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.formats import archive, event_files, event_tables
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.list_files import read_file
from fairpair.formats.tables import Table, write_xlsx
from fairpair.storage import open_store

DATA = Path(__file__).parent / "data"
ENGLISH, GERMAN, FRENCH = (
    (DATA / name).read_text(encoding="utf-8")
    for name in ("crosstable-en.csv", "crosstable-de.csv", "players-fr.csv")
)


def read(text: str) -> ImportedTournament:
    return event_tables.read(text.encode())


def results(t: Tournament, round_no: int) -> list[str]:
    """`Ana-Bo 1-0`, by first names."""
    found = []
    for pairing in t.rounds[RoundRef(1, round_no)].pairings.values():
        names = [t.name_of(p).split()[-1] for p in pairing.seats]
        found.append(f"{'-'.join(names)} {pairing.result or '?'}")
    return found


def notes(found: ImportedTournament) -> list[str]:
    return [note.code for note in found.notes]


def stored(data: bytes) -> Tournament:
    service = Service(open_store("memory:"), clock)
    done = import_event(service, "x", data)
    return service.journal(done.tournament).tournament


def test_a_ranking_crosstable_has_players_rounds_and_byes() -> None:
    found = read(ENGLISH)
    t = found.tournament
    assert t.name == "Harbour Open 2026"
    people = [entry.entrant for entry in t.entries.values()]
    assert people[0] == Player("Lima, Ana", 2104, "FM", federation="POR")
    assert people[3] == Player("Eck, Di", None, federation="GER")
    assert results(t, 1) == ["Bo-Flo 1-0", "Di-Gus 1-0", "Ed-Ana 0-1"]
    assert results(t, 3) == ["Bo-Gus 1-0F", "Cia-Ana 1/2-1/2", "Di-Ed " + results(t, 3)[2][6:]]
    assert t.rounds[RoundRef(1, 1)].byes == {3: ByeKind.HALF}
    assert t.rounds[RoundRef(1, 2)].byes == {5: ByeKind.PAIRING}
    last = t.rounds[RoundRef(1, 4)]
    assert last.status == RoundStatus.PUBLISHED
    assert last.byes == {5: ByeKind.ZERO}
    assert found.settings["rounds"] == 4


def test_what_is_not_kept_is_told() -> None:
    assert notes(read(ENGLISH)) == ["list.columns-ignored", "list.rows-skipped", "import.put-off"]
    wrong = read(ENGLISH.replace(",2.5,4,3", ",9,4,3"))
    (told,) = [note for note in wrong.notes if note.code == "crosstable.points"]
    assert "Lima, Ana" in str(told)


def test_a_match_put_off_is_adjourned() -> None:
    t = stored(ENGLISH.encode())
    third = t.rounds[RoundRef(1, 3)]
    assert [is_adjourned(one.result) for one in third.pairings.values()] == [False, False, True]
    points = {one.name: Fraction(one.points) for one in standings_view(t, 0).players}
    assert points["Chen, Bo"] == 2


def test_german_letters_and_starting_numbers() -> None:
    """The numbers are those of the start; there is a column with ranks, too."""
    found = read(GERMAN)
    t = found.tournament
    assert results(t, 1) == ["Ben-Emil 1-0", "Dora-Anna 1/2-1/2", "Fritz-Clara 0-1"]
    assert results(t, 3)[-1] == "Fritz-Emil 1-0F"
    assert "crosstable.points" not in notes(found)
    assert [entry.entrant.club for entry in t.entries.values()][:2] == [
        "Schachklub Imst",
        "SV Lindau",
    ]


def test_white_is_b_where_black_is_n() -> None:
    text = "Pos;Nombre;1.Rd\n1;Ana;2b1\n2;Bo;1n0\n"
    assert results(read(text).tournament, 1) == ["Ana-Bo 1-0"]


HARBOUR = (
    "Nr.;Namn;Rtg;1.Rd;2.Rd;Poäng\n"
    "1;Lima Ana;2000;3v1;2s½;1,5\n"
    "2;Chen Bo;1900;4s1;1v½;1,5\n"
    "3;Dahl Cy;1800;1s0;4v1;1\n"
    "4;Eck Di;1700;2v0;3s0;0\n"
)


@pytest.mark.parametrize("letters", ["vs", "wb", "ws", "bn", "бч"])
def test_the_letters_of_the_colours_are_those_of_the_table(letters: str) -> None:
    text = HARBOUR.translate(str.maketrans("vs", letters))
    t = read(text).tournament
    assert results(t, 1) == ["Ana-Cy 1-0", "Di-Bo 0-1"]
    assert results(t, 2) == ["Bo-Ana 1/2-1/2", "Cy-Di 1-0"]


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("3v1", "3x1", ["row 2 1.Rd"]),
        ("3v1", "3 1", ["row 2 1.Rd"]),
        ("3v1", "3s1", ["row 2 1.Rd", "row 4 1.Rd"]),
        ("1s0", "1v0", ["row 2 1.Rd", "row 4 1.Rd"]),
    ],
)
def test_a_colour_that_cannot_be_is_told(old: str, new: str, places: list[str]) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        read(HARBOUR.replace(old, new))
    assert [str(one.place) for one in refusal.value.problems] == places


def test_letters_that_nobody_knows_are_told_once() -> None:
    with pytest.raises(InvalidInputError) as refusal:
        read(HARBOUR.translate(str.maketrans("vs", "xy")))
    (problem,) = refusal.value.problems
    assert (problem.text.code, problem.text.values["letters"]) == (  # type: ignore[union-attr]
        "crosstable.colours",
        ["x", "y"],
    )


def test_a_game_that_was_not_played_needs_no_colour() -> None:
    text = HARBOUR.replace("3v1", "3 +").replace("1s0", "1 -")
    assert results(read(text).tournament, 1) == ["Ana-Cy 1-0F", "Di-Bo 0-1"]


@pytest.mark.parametrize("number", ["²", "9" * 5000, "٣", "-4"])
def test_a_number_that_is_none_does_not_number_a_row(number: str) -> None:
    """The rows are then numbered as they stand."""
    found = read(HARBOUR.replace("4;Eck", f"{number};Eck"))
    assert found.tournament.rounds == read(HARBOUR).tournament.rounds


def test_the_same_table_as_a_workbook() -> None:
    rows = tuple(tuple(line.split(";")) for line in GERMAN.splitlines())
    width = max(map(len, rows))
    cells = [
        tuple(int(c) if c.isdigit() else c for c in (*row, *[""] * (width - len(row))))
        for row in rows
    ]
    book = write_xlsx([Table("A", tuple(str(c) for c in cells[0]), tuple(cells[1:]))])
    found, same = event_tables.read(book), read(GERMAN)
    assert found.tournament.rounds == same.tournament.rounds
    assert found.tournament.entries == same.tournament.entries
    assert event_files.has_rounds(book)


def chess_results_workbook(text: str) -> bytes:
    """A table as chess-results writes it with its own library: titles in merged cells, numbers as
    numbers, half points as text, and a link below the table.
    """
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"in_memory": True})
    sheet = book.add_worksheet("Tabelle1")
    bold = book.add_format({"bold": True})
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if "Name" in line or "Nom" in line)
    for n, line in enumerate(lines):
        mark = max(",;", key=lines[start].count)
        cells = next(csv.reader([line], delimiter=mark), [])
        if n < start:
            sheet.merge_range(n, 0, n, 9, cells[0] if cells else "", bold)
            continue
        for place, cell in enumerate(cells):
            if cell.strip().isdigit():
                sheet.write_number(n, place, int(cell))
            else:
                sheet.write_string(n, place, cell, bold if n == start else None)
    sheet.write_url(len(lines) + 1, 0, "https://chess-results.com/tnr1.aspx", string="details")
    book.close()
    return made.getvalue()


@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
def test_a_workbook_of_chess_results(text: str) -> None:
    found, same = event_tables.read(chess_results_workbook(text)), read(text)
    assert found.tournament == same.tournament


def test_a_list_of_chess_results_as_a_workbook() -> None:
    titled = f"From the Tournament-Database of Chess-Results\nHarbour Open\n{FRENCH}"
    book = chess_results_workbook(titled)
    assert not event_files.has_rounds(book)
    listing, same = (read_file(one).listing for one in (book, FRENCH.encode()))
    assert listing.entrants() == same.entrants()


@pytest.mark.parametrize("preset", ["fide_dutch", "chess_style"])
def test_our_own_crosstable_is_read_back(preset: str) -> None:
    event = played(preset, 3, 9)
    service, here = Service(open_store("memory:"), clock), TournamentId("cup")
    log = forged(here, log_of(commands_of(event), "x", clock()))
    import_archive(service, archive.write(log).encode(), here)
    made = get_export("csv", "crosstable").make(source_of(service, here))
    again = import_event(service, "x", made, ImportOptions(TournamentId("again")))
    t = service.journal(again.tournament).tournament
    before = {one.name: one.points for one in standings_view(event, 0).players}
    assert {one.name: one.points for one in standings_view(t, 0).players} == before
    assert len(t.rounds) == len(event.rounds)


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("  5b1,", "  5b7,", ["row 6 1.Rd"]),
        ("  5b1,", "  9b1,", ["row 6 1.Rd", "row 10 1.Rd"]),
        ("  5b1,", "  6b1,", ["row 6 1.Rd", "row 10 1.Rd"]),
        ("  1w0,-1,", "  1w1,-1,", ["row 6 1.Rd", "row 10 1.Rd"]),
        ("  5b1,", "  5b+,", ["row 6 1.Rd", "row 10 1.Rd"]),
        (",2104,", ",21o4,", ["row 6 rating"]),
        ("1.Rd,2.Rd", "1.Rd,5.Rd", ["rounds"]),
    ],
)
def test_errors_name_row_and_column(old: str, new: str, places: list[str]) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        read(ENGLISH.replace(old, new))
    assert [str(one.place) for one in refusal.value.problems] == places
    assert refusal.value.code == "bad-event-file"


def test_a_list_without_rounds_is_no_event() -> None:
    assert not event_files.has_rounds(FRENCH.encode())
    with pytest.raises(InvalidInputError) as refusal:
        read(FRENCH)
    assert refusal.value.code == "no-event"


def test_a_french_list() -> None:
    listing = read_file(FRENCH.encode()).listing
    assert listing.entrants() == (
        Player("Lima Ana", 2404, "IM", "Porto", "POR", "F", ids={"fide": "1900001"}, birth="1990"),
        Player("Chen Bo", 1990, "", "Knights", "CHN", ids={"fide": "8600002"}, birth="2009-03-01"),
    )
    assert [note.code for note in listing.notes] == [
        "list.columns-ignored",
        "list.national-ratings",
    ]


def test_a_crosstable_can_be_read_as_a_list() -> None:
    names = [line.player.name for line in read_file(ENGLISH.encode()).listing.lines]
    assert len(names) == 7


@pytest.mark.parametrize("birth", ["32.13.1990", "soon"])
def test_a_bad_birth_date_is_told(birth: str) -> None:
    listing = read_file(f"name,birth\nAna,{birth}\nBo,0000/00/00\n".encode()).listing
    assert [str(one.place) for one in listing.problems] == ["row 2 birth"]


@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
def test_a_report_of_rounds_that_could_not_go_on_is_read_back(text: str) -> None:
    """Some of their pairs leave others without an opponent."""
    service, here = Service(open_store("memory:"), clock), TournamentId("cup")
    import_event(service, "x", text.encode(), ImportOptions(here))
    report = get_export("trf26").make(source_of(service, here))
    done = import_event(service, "x", report, ImportOptions(fide=False))
    assert "import.difference" in [note.code for note in done.notes]
