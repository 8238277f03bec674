"""Files as they are written, line by line, and what has no place in them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf import read
from fairpair.formats.trf.model import (
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfForbidden,
    TrfNational,
    TrfPlayer,
    TrfTeam,
    TrfTeams,
)
from fairpair.formats.trf.points import Dialect, PointSystem, point_system
from fairpair.formats.trf.writer import write
from formats.sheet import columns, good, player

from .round_trip import DIALECTS, HALF, is_kept


def lines(file: TrfFile, dialect: Dialect = "trf26") -> list[str]:
    data = write(file, dialect=dialect)
    assert data.endswith(b"\n")
    assert b"\r" not in data
    return data.decode("utf-8").split("\n")[:-1]


def records(file: TrfFile, dialect: Dialect = "trf26") -> list[str]:
    """All lines but the players."""
    return [line for line in lines(file, dialect) if not line.startswith(("001", "012"))]


JANE = TrfPlayer(
    *(1, "Müller, Jane", "w", "WGM", 2407, "NOR", "1503014", "1990/11/30", Fraction(3, 2), 1),
    (TrfCell(2, "w", "1"), TrfCell(None, None, "H")),
)
RICK = TrfPlayer(2, "Roe, Rick", rounds=(TrfCell(1, "b", "0"), TrfCell(None, None, "Z")))
EVENT = TrfEvent(
    *("Høst Åpen", "Oslo", "NOR", "2026/04/01", "2026/04/09", 2, 1, 0, "Swiss", "Chief"),
    *(("First", "Second"), "90 min", "5400+30", ("26/04/01", "26/04/02"), "NOR NRO", "Fairpair"),
)
FILE = TrfFile(
    event=EVENT,
    players=(JANE, RICK),
    rounds=5,
    rounds_played=2,
    initial_colour="b",
    rank_by_position=True,
    points=PointSystem(pairing_bye=HALF),
    system="FIDE_DUTCH_2026",
    tiebreaks=("BH/C1", "SB"),
    ranking=("PTS", "BH/C1"),
    byes=(TrfBye(3, "H", 1), TrfBye(4, "Z", 2)),
    forbidden=(TrfForbidden((1, 2)), TrfForbidden((2, 1), 2, 3)),
    acceleration=(TrfAcceleration(Fraction(1), 1, 2, 1, 1), TrfAcceleration(HALF, 4, 4, 1, 9)),
    national=(TrfNational("BEL", 2, "nm", "Roe, R", 1810, "BEL", "12345", "2001"),),
    comments=("MPA @ Round 3",),
    unknown=("999 what is this", "801   cross"),
)
HEADER = [
    "012 Høst Åpen",
    "022 Oslo",
    "032 NOR",
    "042 2026/04/01",
    "052 2026/04/09",
    "062 2",
    "072 1",
    "082 0",
    "092 Swiss",
    "102 Chief",
    "112 First",
    "112 Second",
    "122 90 min",
    "132".ljust(91) + "26/04/01  26/04/02",
]
JANE_LINE = (
    "001    1 wWGM Müller, Jane                      2407 NOR     1503014 1990/11/30  1.5    1"
    "     2 w 1  0000 - H"
)
RICK_LINE = (
    "001    2      Roe, Rick                            0                                     "
    "     1 b 0  0000 - Z"
)
BEL_LINE = "BEL    2   nm Roe, R                            1810 BEL       12345 2001"
KEPT = ["999 what is this", "801   cross", "### MPA @ Round 3"]


def test_a_trf26_file() -> None:
    assert lines(FILE) == [
        *HEADER,
        "142 5",
        "152 B",
        "XXC rank",
        "162  P 0.5",
        "172 NOR NRO",
        "182 Fairpair",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,SB",
        "212 PTS,BH/C1",
        "222 5400+30",
        JANE_LINE,
        RICK_LINE,
        BEL_LINE,
        "240 H   3    1",
        "240 Z   4    2",
        "250       1.0   1   2    1    1",
        "250       0.5   4   4    1    9",
        "260   1   5    1    2",
        "260   2   3    2    1",
        *KEPT,
    ]
    is_kept(FILE, "trf26")


def test_a_trf16_file() -> None:
    assert lines(FILE, "trf16") == [
        *HEADER,
        "XXR 5",
        "XXC black1 rank",
        "162  P 0.5",
        "BBU  0.5",
        "XXS PAB=0.5",
        "172 NOR NRO",
        "182 Fairpair",
        "192 FIDE_DUTCH_2025",
        "202 BH/C1,SB",
        "212 PTS,BH/C1",
        "222 5400+30",
        JANE_LINE + "  0000 - H",
        RICK_LINE,
        BEL_LINE,
        "240 Z   4    2",
        "XXA    1  1.0  1.0  0.0  0.5",
        "XXA    2  0.0  0.0  0.0  0.5",
        "XXP 1 2",
        "260   2   3    2    1",
        *KEPT,
    ]
    is_kept(FILE, "trf16")


def test_a_file_with_nothing_to_say() -> None:
    bare = TrfFile(TrfEvent(), (TrfPlayer(1, ""),))
    assert lines(bare) == lines(bare, "trf16") == ["001    1".ljust(51) + "0"]


def test_games_without_a_result_or_a_colour() -> None:
    cells = ((2, "w", ""), (2, None, "-"), (2, None, ""))
    white = TrfPlayer(1, "", rounds=tuple(TrfCell(*cell) for cell in cells))
    black = TrfPlayer(
        *(2, ""), rounds=(TrfCell(1, "b", ""), TrfCell(1, None, "+"), TrfCell(1, None, ""))
    )
    file = TrfFile(TrfEvent(), (white, black), rounds_played=3)
    assert lines(file)[0][91:] == "   2 w       2 - -     2 -"
    is_kept(file, "trf26")


@pytest.mark.parametrize(
    ("points", "written"),
    [
        ("1.5", " 1.5"),
        ("0", " 0.0"),
        ("-0.5", "-0.5"),
        ("100", " 100"),
        ("100.5", "100.5"),
        ("0.125", ".125"),
        ("10.25", "10.25"),
    ],
)
def test_points(points: str, written: str) -> None:
    file = TrfFile(TrfEvent(), (TrfPlayer(1, "Doe", points=Fraction(points)),))
    assert lines(file)[0].endswith(written)
    assert lines(file)[0][:84].rstrip() == lines(file)[0]
    assert lines(file)[0][80 - 1 :].rjust(5) == written.rjust(5)


# Point systems


@pytest.mark.parametrize(
    ("explicit", "trf26", "trf16"),
    [
        ({}, [], []),
        (
            {"W": "3", "D": "1"},
            ["162  W 3.0    D 1.0"],
            [
                "162  W 3.0    D 1.0    P 3.0",
                "BBW  3.0",
                "BBD  1.0",
                "BBU  3.0",
                "XXS W=3.0 D=1.0 PAB=3.0",
            ],
        ),
        (
            {"L": "0.5", "PAB": "0"},
            ["162  L 0.5    P 0.0"],
            ["162  L 0.5    P 0.0", "BBL  0.5", "BBU  0.0", "XXS WL=0.5 BL=0.5 PAB=0.0"],
        ),
        (
            {"A": "0.5"},
            ["162  A 0.5"],
            ["BBZ  0.5", "BBF  0.5", "XXS ZPB=0.5 FL=0.5"],
        ),
        (
            {"FL": "-1"},
            ["XXS ZPB=0.0 FL=-1.0"],
            ["BBZ  0.0", "BBF -1.0", "XXS ZPB=0.0 FL=-1.0"],
        ),
        ({"X": "0"}, ["162  X 0.0"], ["162  X 0.0"]),
        (
            {"W": "3", "BW": "4"},
            ["162  P 3.0", "XXS WW=3.0 BW=4.0 FW=3.0 FPB=3.0"],
            ["162  P 3.0", "BBU  3.0", "XXS WW=3.0 BW=4.0 FW=3.0 FPB=3.0 PAB=3.0"],
        ),
        (
            {"D": "0.33333", "PAB": "0.33333"},
            ["XXS WD=0.33333 BD=0.33333 HPB=0.33333 PAB=0.33333"],
            ["XXS WD=0.33333 BD=0.33333 HPB=0.33333 PAB=0.33333"],
        ),
    ],
)
def test_point_systems(explicit: dict[str, str], trf26: list[str], trf16: list[str]) -> None:
    points = point_system({code: Fraction(value) for code, value in explicit.items()})
    file = TrfFile(TrfEvent(), (TrfPlayer(1, "Doe"),), points=points)
    assert (records(file), records(file, "trf16")) == (trf26, trf16)
    is_kept(file, "trf26")
    is_kept(file, "trf16")


# Byes to come


def test_byes_of_everybody_do_not_make_a_round_a_played_one() -> None:
    file = replace(FILE, byes=(TrfBye(3, "H", 1), TrfBye(3, "Z", 2), TrfBye(4, "F", 1)))
    for dialect in DIALECTS:
        assert records(file, dialect).count("240 H   3    1") == 1
        is_kept(file, dialect)


def test_who_is_absent_after_the_last_round() -> None:
    file = good("XXR 1", "XXZ 2", player(1, "2 w 1"), player(2, "1 b 0"))
    assert file.byes == (TrfBye(2, "Z", 2),)
    for dialect in DIALECTS:
        assert "XXZ 2" in records(file, dialect)
        is_kept(file, dialect)


# Teams

TEAM_LINES = (
    columns("310", {5: "  1", 9: "Oslo", 42: "OSL", 48: "2000.5", 55: "   4.0", 62: "   6.5"})
    + "   1     1    2",
    columns("310", {5: "  2", 9: "Rome", 74: "   3    4"}),
)
TEAM_RECORDS = (
    "300   1   1   2    1 0000",
    "320  1.0  2.0 000   2",
    "330 +-   2   1   2",
    "240 H   2    1    2",
    "240 Z   2    1",
    "250  1.0  0.0   1   2    1    2",
    "299     2.0  -0.5  000    1",
)
TEAM_PLAYERS = (player(2, "- - +"), player(3, "1 b 0"), player(4, "- - -"))
TEAM_EVENT = good(
    "352 WBWB",
    "362 TW 3.0   TL 0.5",
    *(*TEAM_LINES, *TEAM_RECORDS, "XXZ 3", "XXP 1 2"),
    player(1, "3 w 1", "- - H"),
    *TEAM_PLAYERS,
)


def test_a_team_event() -> None:
    assert lines(TEAM_EVENT) == [
        "352 WBWB",
        "362 TW 3.0   TL 0.5",
        player(1, "3 w 1", "- - H"),
        *TEAM_PLAYERS,
        *TEAM_LINES,
        *TEAM_RECORDS[:5],
        "XXZ 3",
        TEAM_RECORDS[5],
        "XXP 1 2",
        TEAM_RECORDS[6],
    ]
    is_kept(TEAM_EVENT, "trf26")
    old = ["013 Oslo".ljust(36) + "   1    2", "013 Rome".ljust(36) + "   3    4"]
    in_16 = lines(TEAM_EVENT, "trf16")
    assert [line for line in in_16 if line not in old] == lines(TEAM_EVENT)
    assert set(old) <= set(in_16)
    is_kept(TEAM_EVENT, "trf16")


def test_old_teams() -> None:
    file = good("013 " + "Old name".ljust(32) + "   1    2", player(1, "- - +"), player(2))
    for dialect in DIALECTS:
        assert records(file, dialect) == ["013 " + "Old name".ljust(32) + "   1    2"]
        is_kept(file, dialect)


# Dialects


@pytest.mark.parametrize(
    ("given_", "trf26", "trf16"),
    [
        (TrfForbidden((1, 2)), "260   1   5    1    2", "XXP 1 2"),
        (TrfForbidden((1, 2), 1, 5), "260   1   5    1    2", "XXP 1 2"),
        (TrfForbidden((1, 2), 1, 9), "260   1   5    1    2", "XXP 1 2"),
        (TrfForbidden((1, 2), 1, 4), "260   1   4    1    2", "260   1   4    1    2"),
        (TrfForbidden((1, 2), 3), "260   3   5    1    2", "260   3   5    1    2"),
        (TrfForbidden((1, 2), None, 4), "260   1   4    1    2", "260   1   4    1    2"),
    ],
)
def test_forbidden_pairs(given_: TrfForbidden, trf26: str, trf16: str) -> None:
    file = TrfFile(TrfEvent(), (JANE, RICK), rounds=5, rounds_played=2, forbidden=(given_,))
    assert records(file)[1:] == [trf26]
    assert records(file, "trf16")[1:] == [trf16]
    is_kept(file, "trf26")
    is_kept(file, "trf16")


@pytest.mark.parametrize(
    ("given_", "written"),
    [
        (TrfForbidden((1, 2)), "XXP 1 2"),
        (TrfForbidden((1, 2), 1, 5), "260   1   5    1    2"),
        (TrfForbidden((1, 2), 3), "260   3 199    1    2"),
    ],
)
def test_forbidden_pairs_of_an_event_of_unknown_length(given_: TrfForbidden, written: str) -> None:
    file = TrfFile(TrfEvent(), (JANE, RICK), rounds_played=2, forbidden=(given_,))
    for dialect in DIALECTS:
        assert records(file, dialect) == [written]
        is_kept(file, dialect)


def test_ranges_that_overlap_add_up_in_trf16() -> None:
    ranges = (TrfAcceleration(Fraction(1), 1, 2, 2, 9), TrfAcceleration(HALF, 2, 3, 1, 2))
    file = TrfFile(TrfEvent(), (JANE, RICK), rounds_played=2, acceleration=ranges)
    assert records(file, "trf16") == ["XXA    2  1.0  1.5  0.5", "XXA    1  0.0  0.5  0.5"]
    is_kept(file, "trf16")


def test_match_points_keep_250_in_trf16() -> None:
    ranges = (TrfAcceleration(Fraction(1), 1, 2, 1, 2, Fraction(2)),)
    file = TrfFile(TrfEvent(), (JANE, RICK), rounds_played=2, acceleration=ranges)
    assert records(file, "trf16") == ["250  2.0  1.0   1   2    1    2"]
    is_kept(file, "trf16")


@pytest.mark.parametrize(
    ("system", "in_trf16"),
    [
        ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
        ("FIDE_DUTCH_2026_BAKU", "FIDE_DUTCH_2025_BAKU"),
        ("FIDE_DUTCH_2017", "FIDE_DUTCH_2017"),
        ("FIDE_ROUNDROBIN", "FIDE_ROUNDROBIN"),
    ],
)
def test_systems(system: str, in_trf16: str) -> None:
    file = TrfFile(TrfEvent(), (JANE, RICK), rounds_played=2, system=system)
    assert records(file) == [f"192 {system}"]
    assert records(file, "trf16") == [f"192 {in_trf16}"]


def test_long_names_are_cut() -> None:
    long = "Abcdefghij" * 4
    file = replace(
        *(FILE,),
        players=(replace(JANE, name=long), replace(RICK, name=long[:32] + " " + long)),
        national=(replace(FILE.national[0], name=long),),
        teams=TrfTeams((TrfTeam(long, (1,), 1, long), TrfTeam(long, (2,), 2))),
    )
    for dialect in DIALECTS:
        is_kept(file, dialect)
    again = read(write(file)).file
    assert again is not None
    assert [one.name for one in again.players] == [long[:33], long[:32]]
    assert again.national[0].name == long[:33]
    teams = again.teams.teams
    assert [(one.name, one.nickname) for one in teams] == [(long[:32], long[:5]), (long[:32], "")]
    assert again.players[0].rating == 2407


# What has no place


def refused(file: TrfFile) -> list[tuple[str, str]]:
    found = []
    for dialect in DIALECTS:
        with pytest.raises(InvalidInputError) as caught:
            write(file, dialect=dialect)
        assert caught.value.code == "trf-columns"
        assert caught.value.message.endswith(".")
        assert caught.value.hint
        found.append([(problem.where, problem.message) for problem in caught.value.problems])
    assert found[0] == found[1]
    return found[0]


def test_everything_that_does_not_fit_is_told() -> None:
    far = replace(JANE, id=10_000, rank=12345, points=Fraction(1, 3), fide_id="1" * 12)
    near = replace(RICK, rounds=(TrfCell(10_000, "b", "0"),), title="Lord", rating=-1)
    assert refused(TrfFile(TrfEvent(round_dates=("2026/04/01",)), (far, near))) == [
        ("record 132", "the date of a round '2026/04/01' has more than 8 characters"),
        ("player 10000", "the pairing number 10000 is not between 0 and 9999"),
        ("player 10000", "the ID '111111111111' has more than 11 characters"),
        ("player 10000", "the number of points 1/3 cannot be written in 5 characters"),
        ("player 10000", "the rank 12345 is not between 0 and 9999"),
        ("player 2", "the title 'Lord' has more than 3 characters"),
        ("player 2", "the rating -1 is not between 0 and 9999"),
        ("player 2", "an opponent has a pairing number above 9999"),
    ]


def test_ids_up_to_9999() -> None:
    white = TrfPlayer(9998, "", rounds=(TrfCell(9999, "w", "1"),))
    black = TrfPlayer(9999, "", rounds=(TrfCell(9998, "b", "0"),))
    is_kept(TrfFile(TrfEvent(), (white, black), rounds_played=1), "trf16")


@pytest.mark.parametrize("character", ["\n", "\r", "\0", "\ud800"])
def test_characters_that_no_line_can_have(character: str) -> None:
    name = f"A{character}B"
    fault = "a text field contains a line break or a character that is not allowed in a text file"
    event = TrfEvent(name=name)
    assert refused(TrfFile(event, (JANE,))) == [("record 012", fault)]
    assert refused(TrfFile(TrfEvent(), (replace(JANE, name=name),))) == [("player 1", fault)]
    comment = replace(FILE, comments=(name,), unknown=(f"999 {name}",))
    assert refused(comment) == [("unknown record", fault), ("record ###", fault)]


def test_teams_that_do_not_fit() -> None:
    teams = TrfTeams((TrfTeam("A", (1,), 1000), TrfTeam("B", (2,))))
    assert refused(TrfFile(TrfEvent(), (JANE, RICK), teams=teams)) == [
        ("team 1000", "the team number 1000 is not between 0 and 999"),
        ("team 'B'", "it has no number, but others do"),
    ]


def test_points_that_are_no_decimals() -> None:
    third = point_system({"D": Fraction(1, 3)})
    assert refused(TrfFile(TrfEvent(), (JANE,), points=third)) == [
        ("record XXS", f"the value 1/3 for {code} is not a decimal number")
        for code in ("WD", "BD", "HPB")
    ]


def test_a_federation_of_another_length() -> None:
    national = replace(FILE.national[0], federation="BELG")
    assert refused(replace(FILE, national=(national,))) == [
        ("national rating of player 2", "the federation 'BELG' does not have three letters"),
    ]
