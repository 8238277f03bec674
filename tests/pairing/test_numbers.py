"""Pairing numbers (C.04.2, 2) and Baku acceleration (C.04.7) of a tournament, by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player, Team
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.rules import Points, Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.position import virtual_points
from fairpair.engine.pairing.numbers import initial_order, order_by_strength, pairing_order


def of(*entrants: Player | Team, late: int = 0, win: int = 1) -> Tournament:
    """A tournament with these; the late one comes in round 2."""
    return Tournament(
        rules=Rules(acceleration="baku", points=Points(Fraction(win), Fraction(1, 2), Fraction(0))),
        entries={
            PlayerId(n): Entry(one, (Period(RoundRef(1, 2 if n == late else 1)),))
            for n, one in enumerate(entrants, 1)
        },
    )


def test_the_initial_order() -> None:
    """By rating, then title, then name; who has no rating comes last."""
    found = initial_order(
        of(
            Player("Ana", title="GM"),
            Player("Cy", 2000, "FM"),
            Player("Bo", 2000),
            Player("Abe", 2000),
            Player("Di", 2000, "WGM"),
            Player("Ed", 2001),
            Player("Flo", 2000, "WIM"),
        )
    )
    assert found == [6, 5, 2, 7, 4, 3, 1]


def test_teams_by_their_mean_rating() -> None:
    teams = [
        Team(name, tuple(Player(f"{name} {n}", rating) for n, rating in enumerate(ratings)))
        for name, ratings in {"A": (2000, 2000, 2001), "B": (2000, 2001)}.items()
    ]
    assert initial_order(of(*teams)) == [2, 1]


def numbered(*entrants: Player, order: tuple[int, ...]) -> Tournament:
    return replace(of(*entrants), order=tuple(map(PlayerId, order)))


def test_numbers_stay_whatever_is_corrected() -> None:
    t = numbered(Player("A", 2100), Player("B", 2050), Player("C", 2600), order=(1, 2, 3))
    assert pairing_order(t) == [1, 2, 3]
    assert order_by_strength(t) == [3, 1, 2]


def test_equal_players_keep_their_order_when_they_are_renumbered() -> None:
    t = numbered(Player("Zoe", 2000), Player("Ana", 2000), Player("Max", 2100), order=(1, 2, 3))
    assert order_by_strength(t) == [3, 1, 2]


def test_a_late_entry_comes_before_the_first_weaker_player() -> None:
    """Number 5 was corrected to 2060 too late; the late one has 2020 and comes after 2050."""
    ratings = (2100, 2100, 2050, 2000, 2060, 1950, 2020, 2020)
    entrants = [Player(f"P{n}", rating) for n, rating in enumerate(ratings)]
    assert pairing_order(numbered(*entrants, order=(1, 2, 3, 4, 5, 6))) == [1, 2, 3, 7, 8, 4, 5, 6]


def accelerated(t: Tournament, rounds: int) -> list[dict[int, Fraction]]:
    """Round by round, who has which virtual points."""
    points = virtual_points(replace(t, rules=replace(t.rules, rounds=rounds)))
    last = max(round_no for _, round_no in points)
    return [
        {player: value for (player, of_round), value in points.items() if of_round == round_no}
        for round_no in range(1, last + 1)
    ]


def test_baku_of_nine_rounds() -> None:
    """Six of ten players; a point in three rounds, half a one in two more."""
    found = accelerated(of(*(Player(f"P{n}") for n in range(10))), 9)
    upper = range(1, 7)
    assert (
        found
        == [dict.fromkeys(upper, Fraction(1))] * 3 + [dict.fromkeys(upper, Fraction(1, 2))] * 2
    )


def test_half_a_win_is_no_draw() -> None:
    found = accelerated(of(Player("A"), Player("B"), win=3), 3)
    assert found == [dict.fromkeys((1, 2), Fraction(3)), dict.fromkeys((1, 2), Fraction(3, 2))]


def test_a_late_entry_joins_the_upper_group_but_is_not_counted() -> None:
    """Eight were there, so four are above; the late one comes in second."""
    found = accelerated(of(*(Player(f"P{n}") for n in range(9)), late=2), 5)
    assert set(found[0]) == {1, 2, 3, 4, 5}
    low = accelerated(of(*(Player(f"P{n}") for n in range(9)), late=9), 5)
    assert set(low[0]) == {1, 2, 3, 4}


def test_who_has_a_bye_in_the_first_round_is_not_counted() -> None:
    """Eight of nine are paired, so four are above, and the one who comes in between as well."""
    event = of(*(Player(f"P{n}", 2000 - n) for n in range(1, 10)))
    absent = replace(event.entries[PlayerId(2)], requested_byes={1: ByeKind.HALF})
    points = accelerated(replace(event, entries={**event.entries, PlayerId(2): absent}), 5)
    assert set(points[0]) == {1, 2, 3, 4, 5}


RATED = st.lists(st.integers(1, 9), max_size=12)


@given(RATED, RATED, st.randoms(use_true_random=False))
def test_late_entries_come_one_by_one_before_the_first_weaker_player(
    early: list[int], late: list[int], shuffler: Random
) -> None:
    """Whatever order those have who are there already."""
    ratings = {PlayerId(n): rating for n, rating in enumerate([*early, *late], 1)}
    there = [PlayerId(n) for n in range(1, len(early) + 1)]
    shuffler.shuffle(there)
    players = [Player(f"P{n}", 100 * rating) for n, rating in ratings.items()]
    t = numbered(*players, order=tuple(there))
    wanted = there or initial_order(t)
    for one in (p for p in initial_order(t) if p not in wanted):
        weaker = (n for n, other in enumerate(wanted) if ratings[other] < ratings[one])
        wanted.insert(next(weaker, len(wanted)), one)
    assert pairing_order(t) == wanted
