"""What other programs write in their own way: it is read, and a note tells as what."""

import pytest

from fairpair.core.errors import InvalidInputError
from fairpair.formats.trf import read, read_or_raise
from formats.sheet import codes, good, notes, player, report, text

ONE, TWO = player(1, "2 w 1"), player(2, "1 b 0")


@pytest.mark.parametrize(
    ("written", "bye"),
    [(code, "Z") for code in "-0L"] + [(code, "U") for code in "+1W"] + [("=", "H"), ("D", "H")],
)
@pytest.mark.parametrize("repair", [False, True])
def test_a_result_without_an_opponent_is_a_bye(written: str, bye: str, repair: bool) -> None:
    found = report(ONE, TWO, player(3, f"- - {written}"), repair=repair)
    assert found.file is not None
    assert found.file.players[2].rounds[0].result == bye
    assert [(p.code, p.severity, p.line, p.column) for p in found.problems] == [
        ("old-bye", "note", 3, 99)
    ]


@pytest.mark.parametrize("other", ["- - +", "- - U"])
def test_only_one_player_can_be_left_over(other: str) -> None:
    file = good(ONE, TWO, player(3, "- - +"), player(4, other))
    assert file.players[2].rounds[0].result == "F"


def test_many_results_without_an_opponent_are_one_note() -> None:
    absent = [player(n, *["- - -"] * 9) for n in range(3, 103)]
    [note] = report(ONE, TWO, *absent).problems
    assert note.message == (
        "The file has '-' without an opponent 900 times; each was read as a zero-point bye (Z)."
    )


def test_forfeits_of_a_team_stay() -> None:
    team = "013 " + "Rooks".ljust(32) + "   3"
    file = good(ONE, TWO, player(3, "- - +"), player(4, "- - -"), team)
    assert [one.rounds[0].result for one in file.players[2:]] == ["+", "-"]


@pytest.mark.parametrize(
    "line",
    [
        "362  TW 3.0   TD 1.0   TL 0.0",
        "362 TW  3.0  TD  1.0  TL  0.0",
        "362    TW3.0    TD1.0    TL0.0",
        "362 TW=3.0 TD=1.0 TL=0.0",
        "362 TW 3 TD 1 TL 0",
        "362 TL 0,0 TD 1,0 TW 3,0",
    ],
)
def test_match_points_in_other_columns(line: str) -> None:
    found = report(line, ONE, TWO)
    assert found.file is not None, found.errors
    teams = found.file.teams
    assert [teams.match_win, teams.match_draw, teams.match_loss] == [3, 1, 0]
    assert [(p.code, p.severity) for p in found.problems] == [("symbol-columns", "note")]


def test_match_points_in_their_columns_need_no_note() -> None:
    assert notes("362 TW 3.0   TD 1.0   TL 0.0", ONE, TWO) == []
    assert codes("362 TW 3.0   TX 1.0", ONE, TWO) == [("bad-record", 1, 14)]


def test_game_points_in_other_columns() -> None:
    file = good("162 W 3.0 D 1.0", ONE, TWO)
    assert [file.points.win, file.points.draw] == [3, 1]
    assert notes("162 W 3.0 D 1.0", ONE, TWO) == [("symbol-columns", 1, 6)]


@pytest.mark.parametrize(
    "line",
    [
        "DAT 2024/05/01 10:00",
        "DAT    7 unknown player",
        "ABC    1 no national rating".ljust(48) + "soon",
        "TRN 1234567",
    ],
)
def test_lines_of_their_own_are_skipped_with_a_note(line: str) -> None:
    assert notes(ONE, TWO, line) == [("unknown-record", 3, 1)]
    assert good(ONE, TWO, line).unknown == (line,)


@pytest.mark.parametrize("line", ["142 9 rounds", "XXR 9"])
def test_a_number_of_rounds_with_words(line: str) -> None:
    assert good(line, ONE, TWO).rounds == 9


@pytest.mark.parametrize("word", ["W", "w", "White", "white1"])
def test_an_initial_colour_in_words(word: str) -> None:
    assert good(f"152 {word}", ONE, TWO).initial_colour == "w"


def test_numbers_in_other_columns() -> None:
    line = "013 " + "Rooks".ljust(32) + " 1 2 3"
    three = player(3, "- - U")
    assert notes(line, ONE, TWO, three) == [("number-columns", 1, 37)]
    assert good(line, ONE, TWO, three).teams.teams[0].players == (1, 2, 3)


def test_a_file_in_utf_16() -> None:
    found = read("\n".join(("012 Müller Open", ONE, TWO)).encode("utf-16"))
    assert found.file is not None
    assert found.file.event.name == "Müller Open"


def test_more_players_than_pairing_numbers() -> None:
    lines = [f"001 {n:>4}" for n in range(1, 10_001)]
    [problem] = read(text("012 Open", *lines)).problems
    assert problem.message == "A TRF file can contain at most 9999 players; this one has 10000."
    assert problem.hint


def test_many_errors_of_one_kind_are_counted() -> None:
    lines = [player(n, "9999 w 1") for n in range(1, 31)]
    with pytest.raises(InvalidInputError, match="has 30 errors") as caught:
        read_or_raise(text(*lines))
    assert len(caught.value.problems) == 21
    assert caught.value.problems[-1].message == "There are 10 more errors like this."
