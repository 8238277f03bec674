"""Tables with a row for each match, as Melee and Best Coast Pairings write them."""

from contextlib import suppress
from pathlib import Path

import pytest

from app.events import clock
from fairpair.app.service import Service
from fairpair.app.transfer.imports import import_event
from fairpair.core.errors import InvalidInputError
from fairpair.core.players import Player
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats import event_files, event_tables
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.list_files import read_file
from fairpair.formats.tables import Table, write_xlsx
from fairpair.storage import open_store

DATA = Path(__file__).parent / "data"
MELEE, BCP, ROSTER = (
    (DATA / name).read_text(encoding="utf-8")
    for name in ("melee-matches.csv", "bcp-pairings.csv", "bcp-roster.csv")
)


def read(text: str) -> ImportedTournament:
    return event_tables.read(text.encode())


def results(t: Tournament, n: int) -> list[str]:
    return [str(one.result) for one in t.rounds[RoundRef(1, n)].pairings.values()]


def places(text: str) -> list[str]:
    """Where the file is wrong."""
    with pytest.raises(InvalidInputError) as refusal:
        read(text)
    return [str(one.place) for one in refusal.value.problems]


def test_matches_of_melee() -> None:
    t = read(MELEE).tournament
    assert [t.name_of(p) for p in t.entries] == [
        *("Ana Lima", "Bo Chen", "Cy Dahl", "Di Eck", "Ed Fox"),
    ]
    assert [results(t, n) for n in (1, 2, 3)] == [
        ["2-1", "0-2"],
        ["1-1-1", "0-1F"],
        ["None", "None"],
    ]
    assert [dict(t.rounds[RoundRef(1, n)].byes) for n in (1, 2, 3)] == [
        {5: ByeKind.PAIRING},
        {3: ByeKind.PAIRING},
        {1: ByeKind.PAIRING},
    ]


def test_pairings_of_best_coast_pairings() -> None:
    found = read(BCP)
    t = found.tournament
    assert [t.name_of(p) for p in t.entries] == ["Ana Lima", "Bo Chen", "Cy Dahl", "Di Eck"]
    assert [results(t, n) for n in (1, 2)] == [["1-0", "1/2-1/2"], ["0-1", "None"]]
    assert [note.code for note in found.notes] == ["match-table.points"]


@pytest.mark.parametrize("text", [MELEE, BCP])
def test_they_are_stored_and_go_on(text: str) -> None:
    service = Service(open_store("memory:"), clock)
    done = import_event(service, "x.csv", text.encode())
    t = service.journal(done.tournament).tournament
    assert [results(t, n) for n in (1, 2)] == [results(read(text).tournament, n) for n in (1, 2)]
    assert event_files.has_rounds(text.encode())
    assert len(read_file(text.encode()).listing.lines) == len(t.entries)


def test_knockout_rounds_are_left_out_with_a_note() -> None:
    text = MELEE + "Top 4,1,Ana Lima,Bo Chen,\nTop 4,2,Di Eck,Cy Dahl,\nFinal,1,Ana Lima,Di Eck,\n"
    found = read(text)
    assert found.tournament == read(MELEE).tournament
    assert [str(note) for note in found.notes] == [
        "The knockout round Top 4 was not imported.",
        "The knockout round Final was not imported.",
    ]


def test_the_same_table_as_a_workbook_and_with_other_separators() -> None:
    rows = [line.split(",") for line in MELEE.splitlines()]
    cells = tuple(tuple(int(c) if c.isdigit() else c for c in row) for row in rows[1:])
    book = write_xlsx([Table("A", tuple(rows[0]), cells)])
    same = read(MELEE).tournament
    assert event_tables.read(book).tournament == same
    for mark in ";\t":
        assert read(MELEE.replace(",", mark)).tournament == same
    assert event_tables.read(MELEE.encode("utf-16")).tournament == same
    titled = read(f"Friday Modern\n\n{MELEE}")
    assert titled.tournament.name == "Friday Modern"


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ("1,,Ana,Bo,2-1,,,", "2-1"),
        ("Round 1,,Ana,Bo,2 - 0,,,", "2-0"),
        ("1,,Ana,Bo,,Bo,,", "0-1"),
        ("1,,Ana,Bo,,Draw,,", "1/2-1/2"),
        ("1,,Ana,Bo,,,2,1", "2-1"),
        ("1,,Ana,Bo,2-1,Ana,2,1", "2-1"),
        ("1,,Ana,Bo,Bo won 2-1-0,Bo,1,2", "1-2"),
        ("1,,Ana,Bo,,Ana,500,90", "1-0"),
        ("1,,Ana,Ana Lima,Ana Lima won 2-0,,,", "0-2"),
        ("1,,Ana,Bo,0-0-3 Draw,,,", "0-0-3"),
    ],
)
def test_a_result_is_read_by_the_columns_that_are_there(row: str, result: str) -> None:
    header = "Round,Table,Player 1,Player 2,Result,Winner,Player 1 Wins,Player 2 Wins"
    assert results(read(f"{header}\n{row}\n").tournament, 1) == [result]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("0,,Ana,Bo,,,,", "row 2 Round"),
        ("Day 8,,Ana,Bo,,,,", "row 2 Round"),
        ("²,,Ana,Bo,,,,", "row 2 Round"),
        ("1,,,,,,,", "row 2 Player 1"),
        ("1,,Bye,Bye,,,,", "row 2 Player 1"),
        ("1,,Ana,ana,,,,", "row 2 Player 2"),
        ("1,,Ana,\u202eBo,,,,", "row 2 name"),
        ("1,,Ana,Bo,Cy won 2-0,,,", "row 2 Result"),
        ("1,,Ana,Bo,Ana won 1-2,,,", "row 2 Result"),
        ("1,,Ana,Bo,2-0 Draw,,,", "row 2 Result"),
        ("1,,Ana,Bo,2-1,Bo,,", "row 2 Result"),
        ("1,,Ana,Bo,500-1,,,", "row 2 Result"),
        ("1,,Ana,Bo,,Cy,,", "row 2 Winner"),
        ("1,,Ana,Bo,,,2,x", "row 2 Score"),
        ("1,,Ana,Bo,,,2,", "row 2 Score"),
        ("1,,Ana,Bo,,,2," + "9" * 5000, "row 2 Score"),
    ],
)
def test_what_is_wrong_is_told_with_its_row(row: str, place: str) -> None:
    header = "Round,Table,Player 1,Player 2,Result,Winner,Player 1 Wins,Player 2 Wins"
    assert places(f"{header}\n{row}\n2,,Cy,Di,,,,\n") == [place]


def test_every_bad_row_is_told_and_nothing_is_kept() -> None:
    text = MELEE.replace("won 2-1-0", "won").replace("1-1-1 Draw", "?").replace("2,2,", "x,2,")
    assert places(text) == ["row 5 Result", "row 6 Round"]
    service = Service(open_store("memory:"), clock)
    with pytest.raises(InvalidInputError):
        import_event(service, "x", text.encode())
    assert not service.store.tournaments()


def test_a_player_with_two_matches_in_a_round_is_told() -> None:
    assert places(MELEE + MELEE.splitlines()[1] + "\n") == ["round 1"]
    assert places(MELEE.replace("3,2,Bo Chen", "3,2,Ana Lima")) == ["round 3"]


def test_a_long_table_is_read_or_refused_within_limits() -> None:
    """100,000 rows: as many players as nobody has, or a few who meet too often."""
    header = "Round,Player 1,Player 2,Winner\n"
    many = header + "".join(f"1,A{n},B{n},A{n}\n" for n in range(100_000))
    assert places(many) == ["players"]
    often = header + "1,Ana,Bo,Ana\n" * 100_000
    assert places(often) == ["round 1"]


@pytest.mark.parametrize("share", [10, 35, 60, 99])
@pytest.mark.parametrize("text", [MELEE, BCP, ROSTER])
def test_a_file_that_ends_early_is_read_or_refused(text: str, share: int) -> None:
    data = text.encode()[: len(text) * share // 100]
    for reader in (event_tables.read, read_file):
        with suppress(InvalidInputError):
            assert reader(data)


def test_a_roster_with_teams_is_a_list_of_players() -> None:
    """The team of a player of Best Coast Pairings is what others call a club."""
    listing = read_file(ROSTER.encode()).listing
    assert not listing.teams
    assert listing.entrants() == (
        Player("Ana Lima", club="Rook House"),
        Player("Bo Chen"),
        Player("Cy Dahl", club="Rook House"),
        Player("Di Eck", club="Dice Tower"),
    )
    assert [note.code for note in listing.notes] == ["list.columns-ignored", "list.team-is-club"]
    again = read_file(listing.as_text().encode()).listing
    assert again.entrants() == listing.entrants()


@pytest.mark.parametrize(
    ("text", "teams"),
    [
        ("team,name\nRooks,Ana\nRooks,Bo\nKnights,Cy\n", True),
        ("team,name\nRooks,Ana\nRooks,\nKnights,Cy\n", True),
        ("Teams\nRooks\nKnights\n", True),
        ("name,team,faction\nAna,Rooks,Orks\nBo,Rooks,Elves\n", False),
        ("name,team\nAna,Rooks\nBo,\n", False),
        ("name,team\nAna,Rooks\nBo,Knights\n", False),
    ],
)
def test_a_team_has_members(text: str, teams: bool) -> None:
    assert read_file(text.encode()).listing.teams is teams
