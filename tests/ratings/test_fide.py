"""FIDE's rating change, worked by hand or published by FIDE (marked so)."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from fairpair.core.time_control import TimeControl
from fairpair.engine.ratings.fide import (
    FideRating,
    is_rated_pair,
    k_factor,
    reduced_k,
    rounded_change,
)
from fairpair.engine.ratings.model import Change, Game, Rating
from fairpair.engine.ratings.performance import first_rating, performance
from fairpair.engine.ratings.tables import expected

ME = 1
HALF = Fraction(1, 2)


def change(
    own: int, k: int, *games: tuple[int, Fraction | int], chapter: str = "standard"
) -> Change:
    """A player's change after games against opponents of these ratings."""
    players = {ME: Rating(value=Decimal(own), k=k)}
    played = []
    for opponent, (rating, score) in enumerate(games, 2):
        players[opponent] = Rating(value=Decimal(rating), k=20)
        played.append(Game(ME, opponent, Fraction(score)))
    return FideRating().rate(players, played, {"chapter": chapter})[ME]


def surpluses(found: Change) -> list[str]:
    return [str(step.surplus) for step in found.steps]


def test_from_2650_on_the_whole_difference_counts_as_fide_published() -> None:
    found = change(2813, 10, (1787, 1), (2025, 1), (2310, 1), (2400, 1), (2505, HALF))
    assert surpluses(found) == ["0.00", "0.00", "0.04", "0.07", "-0.36"]
    assert found.amount == Decimal("-2.50")
    assert rounded_change(Decimal("-2.50")) == -3


def test_below_2650_a_difference_counts_as_400_at_most_as_fide_published() -> None:
    found = change(2395, 10, (1994, 1), (2205, HALF), (2325, 0), (1900, 1), (1700, 1))
    assert surpluses(found) == ["0.08", "-0.25", "-0.60", "0.08", "0.08"]
    assert found.amount == Decimal("-6.10")
    assert [int(step.counted_rating) for step in found.steps] == [1995, 2205, 2325, 1995, 1995]


def test_a_tournament_of_nine_rounds() -> None:
    games: list[tuple[int, Fraction | int]] = [
        *((1650, 1), (2234, 0), (1905, 1), (2101, HALF), (2050, HALF)),
        *((1580, 1), (2310, HALF), (2012, 0), (1998, 1)),
    ]
    found = change(2012, 20, *games)
    assert [str(step.expected) for step in found.steps] == [
        *("0.90", "0.22", "0.65", "0.38", "0.45", "0.92", "0.15", "0.50", "0.52")
    ]
    assert found.amount == Decimal("16.20")
    assert found.steps[5].counted_rating == 1612


@pytest.mark.parametrize(
    ("own", "k", "game", "amount"),
    [
        (2650, 10, (2150, 1), "0.4"),
        (2649, 10, (2149, 1), "0.8"),
        (2700, 10, (1964, 1), "0"),
        (2700, 10, (1900, 0), "-10"),
        (2200, 20, (2700, 0), "-1.6"),
    ],
)
def test_single_games(own: int, k: int, game: tuple[int, int], amount: str) -> None:
    assert change(own, k, game).amount == Decimal(amount)


def test_the_edges_of_the_table() -> None:
    ahead = (3, 4, 206, 207, 391, 392, 735, 736, -92)
    assert [expected(one) for one in ahead] == [50, 51, 76, 77, 91, 92, 99, 100, 37]
    assert all(expected(one) + expected(-one) == 100 for one in range(900))


def test_k_times_the_games_of_a_period_is_limited() -> None:
    given = [(40, 17), (40, 18), (20, 35), (20, 36), (20, 39), (10, 70), (10, 71)]
    assert [reduced_k(k, games) for k, games in given] == [40, 38, 20, 19, 17, 10, 9]
    players = {n: Rating(value=Decimal(2000), k=40, other_games=17) for n in (1, 2)}
    found = FideRating().rate(players, [Game(1, 2, Fraction(1))], {})
    assert found[1].k == 38


def test_the_k_factor_where_no_list_says_it() -> None:
    assert k_factor(2400) == 10
    assert k_factor(2350, highest=2410, birth_year=2012, year=2026) == 10
    assert k_factor(2299, birth_year=2008, year=2026) == 40
    assert k_factor(2299, birth_year=2007, year=2026) == 20
    assert k_factor(2300, games=300, birth_year=2012, year=2026) == 20
    assert k_factor(1900, games=29) == 40
    assert k_factor(1900, games=30) == 20


def test_changes_are_rounded_away_from_zero() -> None:
    amounts = ("0.5", "-0.5", "2.5", "-2.5", "2.49", "-2.49")
    assert [rounded_change(Decimal(one)) for one in amounts] == [1, -1, 3, -3, 2, -2]


def test_rapid_games_far_apart_are_not_rated() -> None:
    assert not is_rated_pair(2700, 2090, "rapid")
    assert is_rated_pair(2700, 2101, "rapid")
    assert is_rated_pair(2600, 1900, "blitz")
    assert is_rated_pair(2700, 2090, "standard")
    found = change(2700, 10, (2090, 0), (2500, 0), chapter="rapid")
    assert (len(found.steps), found.left_out) == (1, 1)
    assert change(2700, 10, (2250, 0), chapter="blitz").steps[0].counted_rating == 2300


def test_games_against_unrated_players_are_left_out() -> None:
    players = {1: Rating(value=Decimal(2000), k=20), 2: Rating()}
    found = FideRating().rate(players, [Game(1, 2, Fraction(0))], {})
    assert (found[1].amount, found[1].left_out) == (Decimal(0), 1)
    assert (found[2].amount, found[2].left_out) == (None, 1)


@pytest.mark.parametrize(
    ("code", "minutes", "chapter", "limit"),
    [
        ("5400+30", 120, "standard", None),
        ("900+10", 25, "rapid", None),
        ("600", 10, "blitz", None),
        ("600+5", 15, "rapid", None),
        ("180+2", 5, "blitz", None),
        ("240", 4, "blitz", None),
        ("180", 3, "", None),
        ("3000+10", 60, "standard", 1800),
        ("40/6000+30:900+30", 145, "standard", None),
    ],
)
def test_chapters_by_time(code: str, minutes: int, chapter: str, limit: int | None) -> None:
    found = TimeControl.read(code)
    assert found.minutes == minutes
    assert (found.chapter, found.rating_limit) == (chapter, limit)


# --- First rating and performance -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("opponents", "half_points", "average", "percent", "rating"),
    [
        ([1901, 1901, 1901, 1902, 1902], 6, "1872.43", 57, 1922),  # published by FIDE: sum 9507
        ([2000] * 5, 6, "1942.86", 57, 1993),
        ([2000] * 5, 4, "1942.86", 43, 1893),
        ([2100] * 5, 10, "2014.29", 86, 2200),
        ([2400] * 5, 6, "2228.57", 57, 2200),
        ([1600] * 5, 2, "1657.14", 29, 1499),
        ([1800] * 7, 8, "1800.00", 56, 1843),
        ([1450, 1500, 1520, 1480, 1430], 1, "1568.57", 21, 1339),
    ],
)
def test_first_ratings(
    opponents: list[int], half_points: int, average: str, percent: int, rating: int
) -> None:
    found = first_rating(opponents, half_points)
    assert f"{found.total / found.of:.2f}" == average
    assert (found.percent, found.rating) == (percent, rating)
    assert found.published == (rating >= 1400)


def test_too_few_games_and_a_first_event_without_a_point_give_no_rating() -> None:
    assert first_rating([2000] * 4, 5).missing_games == 1
    assert first_rating([2000] * 4, 5).rating is None
    assert first_rating([2000] * 5, 0).games == 0
    assert first_rating([2000] * 5, 0, first_event=False).rating == 1943 - 309


def test_performance_is_the_average_and_the_difference_of_the_table() -> None:
    found = performance([2104, 1990, 1850], 5)
    assert found is not None
    assert (found.average, found.percent, found.rating) == (1981, 83, 1981 + 273)
    assert performance([], 0) is None


def test_a_program_that_changes_its_decimals_gets_the_same_ratings() -> None:
    usual = change(2012, 20, (1650, 1), (2234, 0))
    with localcontext() as own:
        own.prec = 3
        assert change(2012, 20, (1650, 1), (2234, 0)) == usual


def test_a_game_that_both_lost_costs_both() -> None:
    players = {n: Rating(value=Decimal(2000), k=20) for n in (1, 2)}
    found = FideRating().rate(players, [Game(1, 2, Fraction(0), Fraction(0))], {})
    assert [one.amount for one in found.values()] == [Decimal(-10), Decimal(-10)]
