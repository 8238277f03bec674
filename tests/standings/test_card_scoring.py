"""What results, byes and missed rounds are worth in card games and games with named scores."""

from fractions import Fraction

import pytest

from fairpair.core.results import Mark
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.sheet import Kind, PlayerRound
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.presets import rules_of
from standings.builder import played, row_of, values

F = Fraction
INFINITY = rules_of("infinity", {})


def rounds_of(event: Tournament, name: str) -> list[PlayerRound]:
    rows = tiebreak_input(event).sheet.rows
    return next(rows[player] for player in rows if event.name_of(player) == name)


def points_of(event: Tournament, name: str) -> list[Fraction]:
    """What each round gave."""
    unit = tiebreak_input(event).sheet.unit
    return [F(round_.points, unit) for round_ in rounds_of(event, name)]


class TestResults:
    """Matches that were played."""

    def test_match_points_by_games(self) -> None:
        event = played("1  Ana 2-1 Bo | Cy 1-1-1 Di | Ed 0-2 Fay")
        assert values(event) == {"Ana": 3, "Bo": 0, "Cy": 1, "Di": 1, "Ed": 0, "Fay": 3}
        row = row_of(event, "Cy")
        assert (row.wins, row.draws, row.losses, row.games) == (0, 1, 0, (1, 1, 1))

    def test_any_scale(self) -> None:
        rules = Rules.read({"points": {"win": 1, "draw": 0.5, "loss": 0}})
        event = played("1  Ana 2-1 Bo | Cy 1-1-1 Di", rules)
        assert values(event) == {"Ana": 1, "Bo": 0, "Cy": F(1, 2), "Di": F(1, 2)}
        odd = Rules.read({"points": {"win": 20, "draw": "20/3", "loss": -1}})
        assert values(played("1  Ana 2-1 Bo | Cy 1-1 Di", odd))["Cy"] == F(20, 3)
        assert values(played("1  Ana 2-1 Bo", odd))["Bo"] == -1

    def test_a_double_loss_is_lost_by_both(self) -> None:
        event = played("1  Ana 0:0 Bo\n2  Ana -:- Bo")
        assert values(event) == {"Ana": 0, "Bo": 0}
        row = row_of(event, "Ana")
        assert (row.losses, row.matches, row.games) == (2, 2, (0, 4, 0))
        assert [o.kind for o in rounds_of(event, "Bo")] == [Kind.PLAYED, Kind.FORFEIT_LOSS]

    @pytest.mark.parametrize(
        ("best_of", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (None, 1)]
    )
    def test_an_outcome_has_the_fewest_games(self, best_of: int | None, needed: int) -> None:
        """What it takes to win, and one drawn game for a draw; both lose when nobody wins."""
        rules = Rules.read({"best_of": best_of})
        event = played("1  Ana 1:0 Bo\n2  Ana 0:1 Bo\n3  Ana =:= Bo\n4  Ana 0:0 Bo", rules)
        won, lost, drawn = (needed, 0, 0), (0, needed, 0), (0, 0, 1)
        assert [o.games for o in rounds_of(event, "Ana")] == [won, lost, drawn, lost]
        assert [o.games for o in rounds_of(event, "Bo")] == [lost, won, drawn, lost]

    @pytest.mark.parametrize("more", [{"scores": ["op"]}, {"boards": 4}])
    @pytest.mark.parametrize("bye_points", [None, 3, {"wins": 2, "draws": 0}])
    def test_there_are_no_games_where_scores_or_boards_count(
        self, more: dict[str, object], bye_points: object
    ) -> None:
        """Neither from outcomes nor from what was not played, whatever the length of a match."""
        rules = Rules.read({"best_of": 3, "bye_points": bye_points, **more})
        text = "1  Ana 1:0 Bo | Cy =:= Di | Ed bye\n2  Ana full | Bo +:- Cy | Di loss | Ed half"
        event = played(text, rules)
        rows = tiebreak_input(event).sheet.rows.values()
        assert {round_.games for row in rows for round_ in row} == {(0, 0, 0)}
        assert rounds_of(event, "Ed")[0].mark is Mark.WIN


class TestByes:
    """Rounds without an opponent."""

    @pytest.mark.parametrize(
        ("best_of", "games"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (None, 1)]
    )
    def test_by_the_length_of_a_match(self, best_of: int | None, games: int) -> None:
        event = played("1  Ana bye | Bo full | Cy +:- Di", Rules.read({"best_of": best_of}))
        assert values(event) == {"Ana": 3, "Bo": 3, "Cy": 3, "Di": 0}
        for name in ("Ana", "Bo", "Cy"):
            assert row_of(event, name).games == (games, 0, 0)
        assert row_of(event, "Di").games == (0, games, 0)

    @pytest.mark.parametrize(
        ("given", "mark", "points", "games"),
        [
            (None, Mark.WIN, 3, (2, 0, 0)),
            ({"wins": 2, "draws": 0}, Mark.WIN, 3, (2, 0, 0)),
            ({"wins": 1, "draws": 1}, Mark.WIN, 3, (1, 0, 1)),
            ({"wins": 0, "draws": 3}, Mark.DRAW, 1, (0, 0, 3)),
            ({"wins": 0, "draws": 0}, Mark.LOSS, 0, (0, 0, 0)),
            (3, Mark.WIN, 3, (2, 0, 0)),
            (4, Mark.WIN, 4, (2, 0, 0)),
            (2, Mark.DRAW, 2, (0, 0, 0)),
            (1, Mark.DRAW, 1, (0, 0, 0)),
            (0.5, Mark.LOSS, F(1, 2), (0, 0, 0)),
            (0, Mark.LOSS, 0, (0, 0, 0)),
        ],
    )
    def test_bye_points(
        self, given: object, mark: Mark, points: Fraction, games: tuple[int, int, int]
    ) -> None:
        """As games, as points, or unset; points between a draw and a win are no loss."""
        event = played("1  Ana bye | Bo 2-0 Cy", Rules.read({"bye_points": given}))
        (round_,) = rounds_of(event, "Ana")
        assert (round_.kind, round_.mark, round_.games) == (Kind.PAIRING_BYE, mark, games)
        assert points_of(event, "Ana") == [points]

    def test_they_are_for_the_bye_of_an_odd_field_only(self) -> None:
        rules = Rules.read({"bye_points": {"wins": 0, "draws": 3}})
        assert points_of(played("1  Ana full | Bo +:- Cy", rules), "Ana") == [3]
        assert points_of(played("1  Ana full | Bo +:- Cy", rules), "Bo") == [3]

    def test_kinds(self) -> None:
        """What a player has after one of each, and in the record."""
        event = played("1  Ana full | Bo 2-0 Cy\n2  Ana half\n3  Ana zero\n4  Ana loss\n5  Ana bye")
        assert points_of(event, "Ana") == [3, 1, 0, 0, 3]
        assert [o.mark for o in rounds_of(event, "Ana")] == [
            *(Mark.WIN, Mark.DRAW, None),
            *(Mark.LOSS, Mark.WIN),
        ]
        row = row_of(event, "Ana")
        assert (row.wins, row.draws, row.losses) == (2, 1, 1)
        assert (row.matches, row.byes, row.opponents) == (0, 3, ())
        assert row.games == (4, 2, 0)

    def test_unplayed_points(self) -> None:
        """Each kind has its own points; the record stays."""
        given = {
            "full_bye": 2,
            "half_bye": 1.5,
            "zero_bye": 0.5,
            "loss_bye": -1,
            "forfeit_win": 2.5,
            "forfeit_loss": -2,
        }
        text = "1  Ana full | Bo +:- Cy\n2  Ana half\n3  Ana zero\n4  Ana loss\n5  Ana bye"
        event = played(text, Rules.read({"unplayed_points": given}))
        assert points_of(event, "Ana") == [2, F("1.5"), F("0.5"), -1, 3]
        assert points_of(event, "Bo")[0] == F("2.5")
        assert points_of(event, "Cy")[0] == -2
        assert row_of(event, "Ana").wins == 2

    def test_the_points_of_a_bye_are_not_those_of_a_forfeit(self) -> None:
        given = {"unplayed_points": {"full_bye": 1, "loss_bye": -1}}
        event = played("1  Ana full | Bo +:- Cy", Rules.read(given))
        assert values(event) == {"Ana": 1, "Bo": 3, "Cy": 0}


class TestMissedRounds:
    """Late entries, drops, and players who were simply not there."""

    @pytest.mark.parametrize(
        ("late_entry", "kind", "points"),
        [
            ("loss", Kind.LOSS_BYE, 0),
            ("zero", Kind.ZERO_BYE, 0),
            ("half", Kind.HALF_BYE, 1),
            ("full", Kind.FULL_BYE, 3),
        ],
    )
    def test_late_entry(self, late_entry: str, kind: Kind, points: int) -> None:
        text = "1  Ana 2-0 Bo\n2  Ana 2-1 Bo\n3  Ana 2-0 Cy | Bo bye\nCy enters in 3"
        event = played(text, Rules.read({"late_entry": late_entry}))
        assert [o.kind for o in rounds_of(event, "Cy")] == [kind, kind, Kind.PLAYED]
        assert points_of(event, "Cy") == [points, points, 0]

    def test_after_a_drop_nothing_counts(self) -> None:
        event = played("1  Ana 2-0 Bo | Cy 2-0 Di\n2  Ana 2-1 Cy | Di bye\nBo drops after 1")
        assert [o.kind for o in rounds_of(event, "Bo")] == [Kind.PLAYED, Kind.ZERO_BYE]
        row = row_of(event, "Bo")
        assert (row.losses, row.matches, row.byes) == (1, 1, 0)


class TestUnfinished:
    """A tournament that ends inside a round (S7)."""

    TEXT = "1  Ana 2-0 Bo | Cy 2-1 Di\n2  Ana ? Cy | Bo adjourned Di"

    def test_open_matches_are_no_rounds(self) -> None:
        for rules in (Rules(), Rules.read({"unfinished_matches": "draw"})):
            event = played(self.TEXT, rules)
            assert values(event) == {"Ana": 3, "Bo": 0, "Cy": 3, "Di": 0}
            assert len(rounds_of(event, "Ana")) == 1
            assert values(event, "omw")["Bo"] == 1
        ignored = played(self.TEXT, Rules.read({"unfinished_matches": "ignore"}), finished=True)
        assert values(ignored) == {"Ana": 3, "Bo": 0, "Cy": 3, "Di": 0}

    def test_at_the_end_they_can_be_draws(self) -> None:
        event = played(self.TEXT, Rules.read({"unfinished_matches": "draw"}), finished=True)
        assert values(event) == {"Ana": 4, "Bo": 1, "Cy": 4, "Di": 1}
        assert rounds_of(event, "Ana")[1].games == (0, 0, 0)  # of an open match nothing is known
        assert values(event, "omw")["Ana"] == (F(33, 100) + F(4, 6)) / 2


class TestNamedScores:
    """Games with several scores a match, such as Infinity's OP, VP and AP."""

    def test_the_first_one_decides_and_the_primary_one_ranks(self) -> None:
        event = played(
            "1  Ana op7,vp90,ap0:op3,vp99,ap5 Bo | Cy op5,vp1,ap0:op5,vp2,ap0 Di", INFINITY
        )
        assert values(event) == {"Ana": 7, "Bo": 3, "Cy": 5, "Di": 5}
        assert values(event, "vp") == {"Ana": 90, "Bo": 99, "Cy": 1, "Di": 2}
        assert values(event, "total:AP")["Bo"] == 5
        assert [row_of(event, n).wins for n in ("Ana", "Bo", "Cy")] == [1, 0, 0]
        assert row_of(event, "Cy").draws == 1

    def test_byes_and_no_shows(self) -> None:
        """10 objective points for a bye, and for who was there when the other was not."""
        event = played("1  Ana bye | Bo +:- Cy | Di half | Ed loss", INFINITY)
        assert values(event) == {"Ana": 10, "Bo": 10, "Cy": 0, "Di": 0, "Ed": 0}
        assert values(event, "vp") == {"Ana": 0, "Bo": 0, "Cy": 0, "Di": 0, "Ed": 0}
        rules = INFINITY.with_changes({"bye_points": {"op": 6, "vp": 50, "ap": 0.5}})
        assert values(played("1  Ana bye | Bo +:- Cy", rules), "vp") == {
            "Ana": 50,
            "Bo": 50,
            "Cy": 0,
        }
        assert values(played("1  Ana bye | Bo +:- Cy", rules), "ap")["Ana"] == F(1, 2)

    def test_without_a_primary_score_wins_rank(self) -> None:
        rules = INFINITY.with_changes({"primary_score": ""})
        event = played("1  Ana op7,vp90,ap0:op3,vp99,ap5 Bo | Cy bye", rules)
        assert values(event) == {"Ana": 3, "Bo": 0, "Cy": 3}
        assert values(event, "op") == {"Ana": 7, "Bo": 3, "Cy": 10}

    def test_broken_points(self) -> None:
        event = played("1  Ana op2.125,vp0,ap0:op0.5,vp0,ap0 Bo", INFINITY)
        assert values(event) == {"Ana": F("2.125"), "Bo": F(1, 2)}
