"""What matches, forfeits and byes give teams: match points, game points, points board by board."""

from fractions import Fraction
from typing import Any

import pytest

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from standings.builder import row_of, values
from standings.team_sheet import matches

HALF = Fraction(1, 2)


def rounds(text: str, **settings: Any) -> dict[str, PlayerRound]:
    """The only round of every team."""
    event = matches(text, **settings)
    rows = tiebreak_input(event).sheet.rows
    return {event.name_of(team): row[0] for team, row in rows.items()}


def scores(round_: PlayerRound) -> tuple[Fraction | int, Fraction | int]:
    return round_.scores["mp"], round_.scores["gp"]


@pytest.mark.parametrize("boards", [4, 5])
def test_a_match(boards: int) -> None:
    found = rounds("1  A 11=0" + "=" * (boards - 4) + " B", boards=boards)
    extra = HALF * (boards - 4)
    assert scores(found["A"]) == (2, Fraction(5, 2) + extra)
    assert scores(found["B"]) == (0, Fraction(3, 2) + extra)
    assert found["A"].boards[:4] == (2, 2, 1, 0)


class TestForfeits:
    def test_a_whole_match_is_worth_all_boards_whatever_a_bye_is(self) -> None:
        found = rounds("1  A +:- B | C -:- D")
        assert [one.kind for one in found.values()] == [
            *(Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS),
        ]
        assert scores(found["A"]) == (2, 4)
        assert scores(found["B"]) == scores(found["C"]) == scores(found["D"]) == (0, 0)
        assert (found["A"].boards, found["B"].boards) == ((2,) * 4, (0,) * 4)

    @pytest.mark.parametrize("primary", ["mp", "gp"])
    def test_board_by_board_it_is_the_same(self, primary: str) -> None:
        whole = rounds("1  A +:- B | C -:- D", primary_score=primary)
        boards = rounds("1  A ++++ B | C xxxx D", primary_score=primary)
        assert whole == boards

    def test_some_boards_without_anybody(self) -> None:
        found = rounds("1  A ++xx B")
        assert found["A"].kind is Kind.FORFEIT_WIN
        assert (scores(found["A"]), found["A"].boards) == ((2, 2), (2, 2, 0, 0))
        assert found["B"].kind is Kind.FORFEIT_LOSS
        assert rounds("1  A ++xx B", primary_score="gp")["A"].points == 4  # in halves

    def test_one_game_or_points_for_both_make_a_match(self) -> None:
        for boards, points in (("+++0", (2, 3)), ("++--", (1, 2)), ("xxx=", (1, HALF))):
            found = rounds(f"1  A {boards} B")
            assert found["A"].kind is found["B"].kind is Kind.PLAYED
            assert scores(found["A"]) == points

    def test_points_of_the_rules(self) -> None:
        given = {"forfeit_win": 1, "forfeit_loss": -1}
        event = matches("1  A +:- B", unplayed_points=given)
        assert values(event) == values(event, "total:mp") == {"A": 1, "B": -1}
        assert values(event, "MPvGP") == {"A": 4, "B": 0}


class TestByes:
    @pytest.mark.parametrize(
        ("kind", "points", "on_boards"),
        [("bye", (1, 2), 2), ("full", (2, 4), 2), ("half", (1, 2), 1), ("zero", (0, 0), 0)],
    )
    def test_each_kind(self, kind: str, points: tuple[int, int], on_boards: int) -> None:
        found = rounds(f"1  A {kind} | B ==== C")["A"]
        assert scores(found) == points
        assert found.boards == (on_boards,) * 4

    def test_half_of_an_odd_number_of_boards(self) -> None:
        found = rounds("1  A half | B ===== C", boards=5)
        assert scores(found["A"]) == scores(found["B"]) == (1, Fraction(5, 2))

    def test_a_bye_worth_a_draw_is_no_win(self) -> None:
        event = matches("1  A bye | B ==== C")
        row = row_of(event, "A")
        assert (row.wins, row.draws, row.byes, row.games) == (0, 1, 1, (0, 0, 0))
        assert values(event, "WIN:MP") == {"A": 0, "B": 0, "C": 0}

    def test_by_game_points(self) -> None:
        event = matches("1  A bye | B 1110 C", primary_score="gp")
        assert values(event) == {"B": 3, "A": 2, "C": 1}
        assert values(event, "MPvGP") == {"B": 2, "A": 1, "C": 0}

    def test_without_a_rule_it_is_a_won_match(self) -> None:
        assert scores(rounds("1  A bye", bye_points=None)["A"]) == (2, 4)

    def test_as_plain_points_of_the_score_that_ranks(self) -> None:
        by_matches = rounds("1  A bye", bye_points=1)["A"]
        assert (scores(by_matches), by_matches.mark) == ((1, 2), Mark.DRAW)
        by_games = matches("1  A bye | B ==== C", bye_points=2, primary_score="gp")
        assert values(by_games) == {"A": 2, "B": 2, "C": 2}
        assert values(by_games, "MPvGP") == {"A": 1, "B": 1, "C": 1}
        assert rounds("1  A bye", bye_points=1)["A"].boards == (2,) * 4


class TestOpenMatches:
    def test_they_are_no_round(self) -> None:
        event = matches("1  A ? B")
        assert tiebreak_input(event).sheet.rows == {PlayerId(1): [], PlayerId(2): []}

    @pytest.mark.parametrize("primary", ["", "mp", "gp"])
    def test_unless_they_are_drawn_in_the_end(self, primary: str) -> None:
        event = matches("1  A ? B", unfinished_matches="draw", primary_score=primary, finished=True)
        assert values(event, "total:mp") == {"A": 1, "B": 1}
        assert values(event, "total:gp") == {"A": 2, "B": 2}


def test_match_points_by_name_are_the_points_themselves() -> None:
    """With what was awarded and added: only one of the two knows of it otherwise."""
    event = matches("1  A 1111 B")
    one = PlayerId(1)
    inputs = tiebreak_input(event, awarded={(one, 1): Fraction(3)}, extra={(one, 1): Fraction(-1)})
    assert inputs.by_score("mp") is inputs
    assert inputs.totals[one] == 2 * inputs.sheet.unit
    assert inputs.by_score("gp").totals[one] == 4 * inputs.by_score("gp").sheet.unit
