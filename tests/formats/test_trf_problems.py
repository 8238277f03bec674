"""Every problem the reader can tell, each with its place; all of them in one pass."""

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf import read, read_or_raise
from formats.sheet import Person, codes, columns, good, notes, player, report, text

ONE, TWO = player(1, "2 w 1"), player(2, "1 b 0")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"Dear arbiter,\nhello", b"### Heading\n", b"%PDF"])
def test_not_a_trf_file(data: bytes) -> None:
    [problem] = read(data).problems
    assert (problem.code, problem.line, problem.column) == ("not-trf", 1, 1)


def test_binary() -> None:
    [problem] = read(b"012 Open\n001\x00").problems
    assert (problem.code, problem.line, problem.column) == ("binary", 2, 4)


def test_no_players() -> None:
    assert codes("012 Open") == [("no-players", 1, 1)]
    assert codes("012 Open", "142 x") == [("no-players", 1, 1), ("bad-record", 2, 5)]


# The record on the first line, before two players who are fine.
@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("142", "bad-record", 5),
        ("142 five", "bad-record", 5),
        ("142 0", "bad-record", 5),
        ("XXR 200", "bad-record", 5),
        ("XXR " + "9" * 5000, "bad-record", 5),
        ("152 X", "bad-record", 5),
        ("152", "bad-record", 5),
        ("162  Q 1.0", "bad-record", 6),
        ("162  W", "bad-record", 7),
        ("162  W x.x", "not-a-number", 8),
        ("BBW", "bad-record", 5),
        ("BBW  one", "not-a-number", 6),
        ("XXS Q=1", "bad-record", 5),
        ("XXS W=1 D=a", "bad-record", 9),
        ("XXS W", "bad-record", 5),
        ("240 U   1    1", "bad-record", 5),
        ("240 H        1", "bad-record", 7),
        ("240 H   x    1", "not-a-number", 9),
        ("240 H 000    1", "bad-record", 7),
        ("240 H 999    1", "bad-record", 7),
        ("240 H   2", "bad-record", 11),
        ("240 H   2    x", "not-a-number", 14),
        ("240 H   2 11112", "bad-record", 15),
        ("240 H   2    1    9", "unknown-player", 19),
        ("240 H   2    9    1 0009", "unknown-player", 21),
        ("XXZ 1 x", "not-a-number", 7),
        ("XXZ 1 3", "unknown-player", 7),
        ("250             1   1    1    2", "bad-record", 10),
        ("250       1.0   2   1    1    2", "bad-record", 15),
        ("250       1.0   1   1    2    1", "bad-record", 23),
        ("250       1.0   1   1    1", "bad-record", 28),
        ("250       1.0       1    1    2", "bad-record", 15),
        ("250       1,x   1   1    1    2", "not-a-number", 11),
        ("XXA       1.0", "bad-record", 5),
        ("XXA    1  1.x", "not-a-number", 10),
        ("XXA    1  1.01.0", "bad-record", 14),
        ("XXA    7  1.0", "unknown-player", 8),
        ("XXA    1" + "  1.0" * 200, "bad-record", 10),
        ("260   1   5", "bad-record", 13),
        ("260   5   1    1    2", "bad-record", 5),
        ("260   1   5    1    3", "unknown-player", 21),
        ("260   1   5    1 b", "not-a-number", 18),
        ("XXP 1 2 b", "not-a-number", 9),
        ("299 Q       1.0  000    1", "bad-record", 5),
        ("299               000    1", "bad-record", 14),
        ("352 WX", "bad-record", 5),
        ("352", "bad-record", 5),
        ("362 TX 1.0", "bad-record", 5),
        ("362 TW", "bad-record", 7),
        ("013 " + "Team".ljust(32) + "   9", "unknown-player", 40),
        ("300   1   1   2    9", "unknown-player", 20),
        ("330 ++   1   1   2", "bad-record", 5),
        ("330 +-   1   1", "bad-record", 16),
        ("001    x", "not-a-number", 8),
        ("001", "bad-record", 5),
        ("001    0", "bad-id", 5),
    ],
)
def test_broken_records(line: str, code: str, column: int) -> None:
    assert (code, 1, column) in codes(line, ONE, TWO)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("142 5", "XXR 6"),
        ("152 W", "XXC black1"),
        ("162  W 3.0", "BBW  2.0"),
        ("162  W 3.0", "XXS W=2.0"),
        ("XXS D=0.4", "BBD  0.5"),
        ("BBW  1.0", "BBW  2.0"),
        ("250       1.0   1   3    1    1", "XXA    1  1.0  0.5"),
    ],
)
def test_records_that_contradict_each_other(first: str, second: str) -> None:
    assert [c for c, _, _ in codes(first, second, ONE, TWO)] == ["contradicting-records"]
    assert codes(first, first, ONE, TWO) == []


def test_teams_that_stand_twice() -> None:
    team = columns("310", {5: "  1", 9: "Oslo", 74: "   1"})
    assert codes(team, team, ONE, TWO) == [("duplicate-team", 2, 5)]


def test_byes_that_contradict_each_other() -> None:
    later = [player(1, "2 w 1", "- - H"), TWO]
    assert codes("240 Z   2    1", *later) == [("contradicting-byes", 1, 5)]
    assert codes("240 H   2    1", *later) == []
    assert codes("240 Z   1    1", ONE, TWO) == [("contradicting-byes", 1, 5)]


def test_numbers_in_a_player_line() -> None:
    who = Person(rating="2o00", points="x.5", rank="1st")
    assert codes(player(1, "2x w 1", who=who), TWO) == [
        ("not-a-number", 1, 49),
        ("not-a-number", 1, 92),
    ]
    who = Person(points="x.5", rank="1st")
    assert notes(player(1, "2 w 1", who=who), TWO) == [
        ("not-a-number", 1, 82),
        ("not-a-number", 1, 87),
    ]


def test_ids() -> None:
    assert codes(ONE, TWO, ONE, TWO) == [("duplicate-id", 3, 5), ("duplicate-id", 4, 5)]
    gap = report(player(2, "5 w 1"), player(5, "2 b 0"))
    assert gap.file is not None
    assert [(p.code, p.severity, p.line) for p in gap.problems] == [("id-gap", "note", 1)]
    assert "number 1 is missing" in gap.problems[0].message


def test_misaligned_cells_are_told_once() -> None:
    assert codes(ONE + "   3 w 1", TWO) == [("misaligned", 1, 102)]
    assert codes(ONE[:90] + " " + ONE[90:], TWO) == [("misaligned", 1, 96)]
    assert codes(ONE[:46] + ONE[47:], TWO) == [("misaligned", 1, 48)]
    assert codes(ONE.replace("001 ", "001\t"), TWO)[0] == ("misaligned", 1, 4)
    assert codes(ONE + " x", TWO) == [("misaligned", 1, 101)]


# The cell of player 1; player 2 has "1 b 0" and player 3 a bye.
@pytest.mark.parametrize(
    ("cell", "code", "column"),
    [
        ("2 w X", "unknown-result", 99),
        ("2 x 1", "bad-colour", 97),
        ("2 w H", "needs-no-opponent", 99),
        ("2 w U", "needs-no-opponent", 99),
        ("- - ?", "needs-opponent", 99),
        ("1 w 1", "own-opponent", 92),
        ("7 w 1", "unknown-opponent", 92),
        ("3 w 1", "missing-mirror", 92),
        ("2 b 1", "same-colour", 97),
        ("2 - 1", "missing-colour", 97),
        ("2 w +", "contradictory-results", 99),
        ("2 w -", "contradictory-results", 99),
        ("2 w ?", "contradictory-results", 99),
        ("2 w", "missing-result", 99),
    ],
)
def test_cells(cell: str, code: str, column: int) -> None:
    assert (code, 1, column) in codes(player(1, cell), TWO, player(3, "- - U"))


@pytest.mark.parametrize(
    "results", ["11", "1=", "WW", "1D", "W=", "++", "+=", "+0", "-0", "-=", "?1"]
)
def test_contradictory_results(results: str) -> None:
    one, other = results[0], results[1]
    for mine, theirs in ((one, other), (other, one)):
        lines = player(1, f"2 w {mine}"), player(2, f"1 b {theirs}")
        assert codes(*lines) == [("contradictory-results", 1, 99)]


def test_asymmetric_pairings() -> None:
    lines = [player(1, "2 w 1"), player(2, "3 b 0"), player(3, "2 w 1")]
    assert codes(*lines) == [("asymmetric", 1, 92)]
    assert report(*lines).errors[0].message == ("Round 1: 1 names 2, but 2 (line 2) names 3.")
    assert codes(player(1, "2 w 1"), player(2)) == [("missing-mirror", 1, 92)]
    assert codes(player(1, "2 w 1"), player(2, "- - H")) == [("missing-mirror", 1, 92)]
    circle = [player(1, "2 w 1"), player(2, "3 w 1"), player(3, "1 w 1")]
    assert codes(*circle) == [("asymmetric", n, 92) for n in (1, 2, 3)]


def test_colours() -> None:
    assert codes(player(1, "2 - 1"), player(2, "1 - 0")) == [("missing-colour", 1, 97)]
    assert codes(player(1, "2 w 1"), player(2, "1 - 0")) == [("missing-colour", 2, 97)]
    assert codes(player(1, "2 - +"), player(2, "1 - -")) == []
    assert codes(player(1, "2 w +"), player(2, "1 w -")) == [("same-colour", 1, 97)]


def test_notes_about_cells() -> None:
    lines = [player(1, "2 w 1", "2 w"), player(2, "1 b L", "1 b"), player(3, "- w U")]
    read_report = report(*lines)
    assert read_report.file is not None
    assert read_report.file.players[2].rounds[0].colour is None
    assert [(p.code, p.line, p.column, p.severity) for p in read_report.problems] == [
        ("rated-differs", 1, 99, "note"),
        ("no-result-yet", 1, 109, "note"),
        ("stray-colour", 3, 97, "note"),
    ]


def test_other_notes() -> None:
    lines = ["012 A", "012 B", "062 3", "072 many", "132 26/04/01", "XXC purple", ONE, TWO]
    assert [(p.code, p.line, p.severity) for p in report(*lines).problems] == [
        ("repeated-record", 2, "note"),
        ("declared-number", 3, "note"),
        ("declared-number", 4, "note"),
        ("stray-text", 5, "note"),
        ("unknown-setting", 6, "note"),
    ]


def test_too_many_rounds() -> None:
    lines = [player(1, "2 w 1", "2 b 1"), player(2, "1 b 0", "1 w 0")]
    assert codes("142 1", *lines) == [("too-many-rounds", 2, 102), ("too-many-rounds", 3, 102)]
    assert codes("142 2", *lines) == []
    assert codes("142 2", "240 H   3    1", *lines) == [("too-many-rounds", 2, 7)]
    assert ("too-many-rounds", 1, 2082) in codes(player(1, *["- - Z"] * 201), TWO)


@pytest.mark.parametrize("points", ["0.5", "0.0", "2.0", "-1.0", "1.25"])
def test_wrong_points(points: str) -> None:
    assert [c for c, _, _ in notes(player(1, "2 w 1", points=points), TWO)] == ["wrong-points"]
    file = good(player(1, "2 w 1", points=points), TWO)
    assert file.players[0].points == 1


@pytest.mark.parametrize("points", ["", "1", "1.", "1,0", "01.0", "1.00"])
def test_right_points(points: str) -> None:
    assert codes(player(1, "2 w 1", points=points), TWO) == []


def test_points_over_a_hundred_run_one_column_to_the_left() -> None:
    line = player(1, "2 w 1", who=Person(points="120.5"))
    assert codes("XXS WW=120.5", line.replace(" 120.5", "120.5"), TWO) == []


@pytest.mark.parametrize("points", ["1.0", "1.5", "2.0", "2.5"])
def test_points_may_contain_virtual_points_and_the_next_bye(points: str) -> None:
    lines = player(1, "2 w 1", "- - H", points=points), TWO
    assert notes("250       1.0   1   2    1    1", *lines) == []
    assert notes("XXA    1  0.0  1.0", *lines) == []
    assert len(notes(*lines)) == (points in ("2.0", "2.5"))


def test_points_by_the_point_system() -> None:
    cells = "- - U", "- - H", "- - F", "- - Z", "", "2 w 1", "2 b =", "2 w 0", "2 b +"
    others = *[""] * 5, "1 b 0", "1 w =", "1 b 1", "1 w -"
    lines = [player(1, *cells, points="14.0"), player(2, *others)]
    # 2 + 1 + 3 + 0.5 + 0.5 + 3 + 1 + 0 + 3
    wrong = ("wrong-points", 2, 81)
    assert wrong not in notes("162  W 3.0    D 1.0    P 2.0    A 0.5", *lines)
    assert wrong in notes("162  W 3.0    D 1.0    P 2.0", *lines)


def test_rounds_beyond_the_end_of_a_line_are_absences() -> None:
    lines = [player(1, "2 w 1", "3 b 1"), player(2, "1 b 0", points="0.5"), player(3, "", "1 w 0")]
    assert notes("162  A 0.5", *lines) == []
    assert notes(*lines) == [("wrong-points", 2, 82)]


def test_half_points_as_a_sign() -> None:
    assert notes(player(1, "2 w =", points="½"), player(2, "1 b =", points="0½")) == []


def test_everything_is_told_in_one_pass() -> None:
    lines = ["142 x", "152 y", player(1, "2 w X", "9 w 1"), player(1), player(2, "- - ?"), "260"]
    found = [code for code, _, _ in codes(*lines)]
    assert found == [
        *("bad-record", "bad-record", "unknown-result", "duplicate-id", "needs-opponent"),
        *("bad-record", "bad-record", "bad-record"),
    ]


def test_the_error_lists_every_place() -> None:
    with pytest.raises(InvalidInputError) as caught:
        read_or_raise(text("142 x", player(1, "2 w 1"), player(2, "- - ?")))
    assert caught.value.code == "bad-trf"
    assert caught.value.message == "The TRF file has 3 errors."
    assert [p.where for p in caught.value.problems] == [
        *("line 1, column 5", "line 2, column 92", "line 3, column 99"),
    ]
    assert caught.value.problems[0].message == (
        "Record 142: the number of rounds must be between 1 and 199, not 'x'."
    )
    with pytest.raises(InvalidInputError, match="has 1 error"):
        read_or_raise(b"hello")
