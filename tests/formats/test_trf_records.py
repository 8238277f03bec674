"""Every record of TRF16 and TRF26, and what becomes of it."""

from datetime import date
from fractions import Fraction

import pytest

from fairpair.formats.trf import read
from fairpair.formats.trf.model import (
    TrfAbnormal,
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfForbidden,
    TrfForfeitedMatch,
    TrfLineUp,
    TrfNational,
    TrfTeam,
    TrfTeamPab,
)
from fairpair.formats.trf.points import PointSystem
from formats.sheet import Person, columns, good, player, report, text

TWO = (player(1, "2 w 1"), player(2, "1 b 0"))
FOUR = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, "4 w ="), player(4, "3 b ="))
HALF = Fraction(1, 2)


def test_the_header() -> None:
    dates = "132".ljust(91) + "26/04/01  26/04/02"
    file = good(
        "012 Example Open",
        "022 Oslo",
        "032 NOR",
        "042 2026/04/01",
        "052 2026/04/09",
        "062 2",
        "072 2 (of 2)",
        "082 0",
        "092 Individual: Swiss-System",
        "102 Chief",
        "112 First deputy",
        "112 Second deputy",
        "122 90 min + 30 s",
        dates,
        "142 5",
        "152 B",
        "172 NOR NRO",
        "182 Some Program 1.0",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1, BH ,SB",
        "212 PTS,BH/C1",
        "222 5400+30",
        *TWO,
        "### MPA @ Round 3",
    )
    event = file.event
    assert (event.name, event.city, event.federation) == ("Example Open", "Oslo", "NOR")
    assert (event.start, event.end, event.start_date) == (
        "2026/04/01",
        "2026/04/09",
        date(2026, 4, 1),
    )
    declared = (event.players_declared, event.rated_declared, event.teams_declared)
    assert declared == (2, 2, 0)
    assert event.kind == "Individual: Swiss-System"
    assert (event.chief_arbiter, event.deputy_arbiters) == (
        "Chief",
        ("First deputy", "Second deputy"),
    )
    assert (event.time_control, event.time_control_code) == ("90 min + 30 s", "5400+30")
    assert event.round_dates == ("26/04/01", "26/04/02")
    assert (event.ranking_method, event.program) == ("NOR NRO", "Some Program 1.0")
    assert (file.rounds, file.initial_colour, file.system) == (5, "b", "FIDE_DUTCH_2026")
    assert (file.tiebreaks, file.ranking) == (("BH/C1", "BH", "SB"), ("PTS", "BH/C1"))
    assert file.comments == ("MPA @ Round 3",)


@pytest.mark.parametrize("start", ["", "1 April", "2026/13/01", "01/04/2026"])
def test_a_start_that_is_no_date(start: str) -> None:
    assert good(f"042 {start}", *TWO).event.start_date is None


def test_a_player() -> None:
    who = Person("Doe, Jane", "2407", "1.0", "7", "NOR", "1503014", "1990/11/30", "w", "WGM")
    file = good(player(1, "2 b 1", who=who), player(2, "1 w 0"))
    jane = file.players[0]
    assert (jane.id, jane.name, jane.sex, jane.title) == (1, "Doe, Jane", "w", "WGM")
    assert (jane.rating, jane.federation, jane.fide_id) == (2407, "NOR", "1503014")
    assert (jane.birth, jane.points, jane.rank) == ("1990/11/30", Fraction(1), 7)
    assert jane.rounds == (TrfCell(2, "b", "1"),)
    assert jane.line == 1


def test_what_a_player_may_leave_out() -> None:
    bare = good("001    1", "001    2      Roe                                  0").players
    assert (bare[0].name, bare[0].rating, bare[0].points, bare[0].rank) == ("", None, None, None)
    assert (bare[1].name, bare[1].rating) == ("Roe", None)


@pytest.mark.parametrize("code", "1=0WDL+?")
@pytest.mark.parametrize("case", [str.upper, str.lower])
def test_results_of_games(code: str, case: object) -> None:
    assert callable(case)
    other = {"1": "0", "0": "1", "W": "L", "L": "W", "+": "-"}.get(code, code)
    file = good(player(1, f"2 w {case(code)}"), player(2, f"1 B {case(other)}"))
    assert file.players[0].rounds == (TrfCell(2, "w", code),)
    assert file.players[1].rounds == (TrfCell(1, "b", other),)


@pytest.mark.parametrize("code", "HFUZ")
def test_byes_of_played_rounds(code: str) -> None:
    file = good(player(1, "2 w 1"), player(2, "1 b 0"), player(3, f"- - {code.lower()}"))
    assert file.players[2].rounds == (TrfCell(None, None, code),)
    assert file.byes == ()


@pytest.mark.parametrize("written", ["", "-", "- -", "0 -"])
def test_a_blank_cell_is_an_absence(written: str) -> None:
    file = good(player(1, "2 w 1", "2 b 1"), player(2, "1 b 0", "1 w 0"), player(3, written))
    assert file.players[2].rounds == (TrfCell(None, None, "Z"),) * 2


@pytest.mark.parametrize(
    ("mine", "theirs"), [("=", "0"), ("0", "0"), ("-", "-"), ("D", "L"), ("", "")]
)
def test_odd_results(mine: str, theirs: str) -> None:
    file = good(player(1, f"2 w {mine}"), player(2, f"1 b {theirs}"))
    assert [p.rounds[0].result for p in file.players] == [mine, theirs]


def test_the_half_point_bye_of_trf06() -> None:
    read_report = report(player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- - =", points="0.5"))
    assert read_report.file is not None
    assert read_report.file.players[2].rounds[0].result == "H"
    assert [(p.code, p.line, p.column) for p in read_report.problems] == [("old-bye", 3, 99)]


@pytest.mark.parametrize("line", ["142 9", "XXR 9", "XXR   9"])
def test_rounds(line: str) -> None:
    assert good(line, *TWO).rounds == 9
    assert good(*TWO).rounds is None


@pytest.mark.parametrize(
    ("line", "colour", "by_position"),
    [
        ("152 W", "w", False),
        ("152 b", "b", False),
        ("XXC white1", "w", False),
        ("XXC rank black1", "b", True),
        ("XXC rank", None, True),
    ],
)
def test_initial_colour(line: str, colour: str | None, by_position: bool) -> None:
    file = good(line, *TWO)
    assert (file.initial_colour, file.rank_by_position) == (colour, by_position)


def points(win: object, draw: object, **other: str) -> PointSystem:
    w, d = Fraction(str(win)), Fraction(str(draw))
    default = {"win": w, "black_win": w, "full_point_bye": w, "forfeit_win": w, "pairing_bye": w}
    default |= {"draw": d, "black_draw": d, "half_point_bye": d, "unknown": d}
    return PointSystem(**(default | {key: Fraction(value) for key, value in other.items()}))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], PointSystem()),
        (["162  P 0.5"], PointSystem(pairing_bye=HALF)),
        (["162  W 3.0    D 1.0"], points(3, 1)),
        (
            ["162  W 3.0    D 1.0    L 0.0    A 0.0    P 2.0    X 1.5"],
            points(3, 1, pairing_bye="2", unknown="1.5"),
        ),
        (["162  D 0.4", "162  W   2"], points(2, "0.4")),
        (["162  A 0.5"], points(1, "0.5", zero_point_bye="0.5", forfeit_loss="0.5")),
        (["162  Z 0.5"], points(1, "0.5", zero_point_bye="0.5", forfeit_loss="0.5")),
        (["162  L 1.0"], points(1, "0.5", loss="1", black_loss="1")),
        (["BBW  3.0", "BBD  1.0", "BBL  0.5"], points(3, 1, loss="0.5", black_loss="0.5")),
        (["BBZ  0.1", "BBF -0.1"], points(1, "0.5", zero_point_bye="0.1", forfeit_loss="-0.1")),
        (["BBU  0.5"], points(1, "0.5", pairing_bye="0.5")),
        # W of XXS is WW BW FW FPB, not PAB
        (["XXS W=3.0 D=1.0"], points(3, 1, pairing_bye="1")),
        (["XXS W=3", "XXS PAB=3", "XXS D=1"], points(3, 1)),
        (["BBW  3.0", "XXS W=3.0"], points(3, "0.5")),
        (
            ["XXS W=2.0 BW=3.0 BD=1 WL=0.1 BL=0.2"],
            points(
                2,
                "0.5",
                black_win="3",
                black_draw="1",
                pairing_bye="1",
                loss="0.1",
                black_loss="0.2",
            ),
        ),
        (
            ["XXS ZPB=0.1 HPB=0.2 FPB=0.3 FW=0.4 FL=0.05"],
            points(
                1,
                "0.5",
                zero_point_bye="0.1",
                half_point_bye="0.2",
                full_point_bye="0.3",
                forfeit_win="0.4",
                forfeit_loss="0.05",
            ),
        ),
    ],
)
def test_point_systems(lines: list[str], expected: PointSystem) -> None:
    assert good(*lines, *TWO).points == expected


def test_what_results_are_worth() -> None:
    system = good("162  W 3.0    D 1.0    P 2.0    A 0.5    L 0.1", "XXS WW=3.0", *TWO).points
    worth = {code: system.worth(code, "w") for code in "1=0WDL+-HFUZ?"}
    tenth = Fraction(1, 10)
    assert worth == {
        "1": 3,
        "=": 1,
        "0": tenth,
        "W": 3,
        "D": 1,
        "L": tenth,
        "+": 3,
        "-": HALF,
        "H": 1,
        "F": 3,
        "U": 2,
        "Z": HALF,
        "?": 1,
    }
    assert system.worth("") == 0


def test_byes_of_the_round_to_be_paired() -> None:
    """240, XXZ and cells beyond the rounds played; XXZ gives way to a better bye."""
    lines = [
        player(1, "2 w 1", "- - H"),
        player(2, "1 b 0"),
        player(3, "- - U", "", "- - Z"),
        player(4, "- - Z", ""),
        player(5),
    ]
    file = good("240 F 002    2    4", "XXZ 1 5", *lines)
    assert file.rounds_played == 1
    assert file.next_byes == (
        *(TrfBye(2, "H", 1), TrfBye(2, "F", 2)),
        *(TrfBye(2, "F", 4), TrfBye(2, "Z", 5)),
    )
    assert file.byes == (*file.next_byes, TrfBye(3, "Z", 3))
    assert [len(p.rounds) for p in file.players] == [1] * 5


def test_a_round_in_which_everybody_has_a_cell_is_played() -> None:
    file = good(player(1, "- - H"), player(2, "- - Z"))
    assert (file.rounds_played, file.byes) == (1, ())
    file = good(player(1, "- - H"), player(2))
    assert (file.rounds_played, file.byes) == (0, (TrfBye(1, "H", 1),))


def test_240_fills_a_blank_cell_of_a_played_round() -> None:
    lines = (player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- - H"), player(4, points="0.5"))
    file = good("240 H   1    3    4", *lines)
    assert file.players[3].rounds == (TrfCell(None, None, "H"),)
    assert file.byes == ()


def test_forbidden_pairs() -> None:
    file = good("260   1   5    3    4", "XXP 1 2 3", "XXP 4  1", *FOUR)
    assert file.forbidden == (
        TrfForbidden((3, 4), 1, 5),
        TrfForbidden((1, 2, 3)),
        TrfForbidden((4, 1)),
    )


def test_acceleration() -> None:
    by_range = good("250       1.0   1   3    1    2", "250       0.5   2   2    2    9", *FOUR)
    assert by_range.acceleration[0] == TrfAcceleration(Fraction(1), 1, 3, 1, 2)
    assert by_range.virtual_points(1) == {1: 1, 2: 1, 3: 0, 4: 0}
    assert by_range.virtual_points(2) == {1: 1, 2: Fraction(3, 2), 3: HALF, 4: HALF}
    assert by_range.virtual_points(4) == dict.fromkeys((1, 2, 3, 4), 0)
    single = good("XXA    1  1.0  1.0       0.5", "XXA    3  0.5", *FOUR)
    assert single.acceleration == (
        TrfAcceleration(Fraction(1), 1, 2, 1, 1),
        TrfAcceleration(HALF, 4, 4, 1, 1),
        TrfAcceleration(HALF, 1, 1, 3, 3),
    )
    both = good("250       1.0   1   2    1    1", "XXA    1  1.0  1.0", *FOUR)
    assert both.virtual_points(1)[1] == 1


def test_abnormal_points() -> None:
    lines = (player(1, "2 w 1", points="2.0"), player(2, "1 b 0", points="-0.5"))
    file = good("299 W         2.0  001    1", "299          -0.5  000    2", *lines)
    assert file.abnormal == (
        TrfAbnormal("W", Fraction(2), None, 1, (1,)),
        TrfAbnormal("", -HALF, None, None, (2,)),
    )
    again = (player(1, "2 w 1", "2 b 1", points="3.0"), player(2, "1 b 0", "1 w 0", points="0.0"))
    good("299 W         2.0  001    1", "299 D         2.0  000    1    2", *again)
    good("299    2.0           001    1", *TWO)


def test_national_ratings() -> None:
    line = player(2, who=Person("Roe, Rick", "1810", "", "", "BEL", "12345", "2001/02/03"))
    file = good(*TWO, "BEL" + line[3:])
    assert file.national == (
        TrfNational("BEL", 2, "", "Roe, Rick", 1810, "BEL", "12345", "2001/02/03"),
    )


def test_unknown_records_are_kept() -> None:
    read_report = report(*TWO, "999 what is this", "801 cross table", "XXQ 1")
    assert read_report.file is not None
    assert list(read_report.file.unknown) == [
        "999 what is this",
        "801 cross table",
        "XXQ 1",
    ]
    assert [(p.code, p.line, p.severity) for p in read_report.problems] == [
        ("unknown-record", 3, "note"),
        ("unknown-record", 5, "note"),
    ]


def test_teams() -> None:
    strength = {48: "2000.5", 55: "   4.0", 62: "   6.5", 69: "  1"}
    oslo = {5: "  1", 9: "Oslo", 42: "OSL", **strength, 74: "   1", 79: "   2"}
    team = columns("310", oslo)
    other = columns("310", {5: "  2", 9: "Rome", 74: "   3", 79: "   4"})
    old = columns("013", {5: "Old name", 37: "   1"})
    file = good(
        *(team, other, old),
        "300   1   1   2    1 0000",
        "320  1.0  2.0 000   2",
        "330 +-   2   1   2",
        "352 WBWB",
        "362 TW 3.0   TD 1.0   TL 0.0",
        "240 H   2    1",
        player(1, "3 w 1"),
        player(2, "- - +"),
        player(3, "1 b 0"),
        player(4, "- - -"),
    )
    teams = file.teams
    assert teams.numbered
    assert teams.teams == (
        TrfTeam(
            *("Oslo", (1, 2), 1, "OSL"),
            *(Fraction("2000.5"), Fraction(4), Fraction("6.5"), 1),
        ),
        TrfTeam("Rome", (3, 4), 2),
    )
    assert teams.line_ups == (TrfLineUp(1, 1, 2, (1, None)),)
    assert teams.pab == TrfTeamPab(Fraction(1), Fraction(2), (None, 2))
    assert teams.forfeited == (TrfForfeitedMatch("+-", 2, 1, 2),)
    assert teams.byes == (TrfBye(2, "H", 1),)
    assert teams.board_colours == "WBWB"
    assert [teams.match_win, teams.match_draw, teams.match_loss] == [3, 1, 0]
    assert file.byes == ()


def test_old_teams_have_no_number() -> None:
    old = "013 " + "Old name".ljust(32) + "   1    2"
    file = good(old, player(1, "- - +", points="1.0"), player(2, "- - +"))
    assert file.teams.teams == (TrfTeam("Old name", (1, 2)),)
    assert not file.teams.numbered
    against_an_absent_team = good(old, player(1, "- - +"), player(2))
    assert against_an_absent_team.rounds_played == 1


def test_the_example_of_the_specification() -> None:
    """Two players of a larger file: nothing is wrong but the opponents that were left out."""
    lines = [
        "012 Example Open",
        "142 5",
        "152 W",
        "162  P 0.5",
        "202 BH/C1,BH,SB",
        "001    1      Doe, Jane                         2407 NOR                         4.0"
        "    1     5 w 1     6 b 1     8 w 1     3 b 0     2 w 1",
        "001    7      Roe, Rick                         1810 NOR                         1.0"
        "    8     3 b =     8 w =     5 b 0  0000 - Z  0000 - Z",
        "240 H 002    2",
        "250       1.0   1   3    1   10",
        "260   1   5    3    8",
        "### MPA @ Round 3: 1-2 3-4 => 1-4 3-2",
    ]
    problems = read(text(*lines)).problems
    assert [p.code for p in problems] == [
        *["unknown-opponent"] * 5,
        "id-gap",
        *["unknown-opponent"] * 3,
        *["unknown-player"] * 3,
    ]
    others = [
        player(2, "", "", "", "", "1 b 0"),
        player(3, "7 w =", "", "", "1 w 1"),
        player(5, "1 b 0", "", "7 w 1"),
        player(6, "", "1 w 0"),
        player(8, "", "7 b =", "1 b 0"),
    ]
    file = good(*lines, *others)
    assert [p.points for p in file.players[:2]] == [4, 1]
    assert file.players[2].rounds[1] == TrfCell(None, None, "H")
    assert file.forbidden == (TrfForbidden((3, 8)),), "from round 1 to the last of them"
    assert file.virtual_points(3)[7] == 1
