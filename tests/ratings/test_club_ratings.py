"""Elo and Glicko-2: examples from their descriptions, and what must hold for any games."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairpair.core.errors import NotFoundError
from fairpair.engine.ratings.model import Game, Rating
from fairpair.engine.ratings.systems import RATING_SYSTEMS, rate

HALF = Fraction(1, 2)


def elo(one: int, other: int, score: Fraction | int, **parameters: object) -> Decimal:
    """The new rating of the first player, to two places."""
    players = {1: Rating(value=Decimal(one)), 2: Rating(value=Decimal(other))}
    found = rate("elo", players, [Game(1, 2, Fraction(score))], {"places": 2, **parameters})
    value = found[1].after.value
    assert value is not None
    return value


def test_elo_by_hand() -> None:
    assert elo(1600, 1500, 1, k=32) == Decimal("1611.52")
    assert elo(1600, 1500, 0, k=32) == Decimal("1579.52")
    assert elo(1200, 1600, HALF, k=24) == Decimal("1209.82")


def test_elo_with_a_cap_a_floor_and_factors_by_games_and_rating() -> None:
    assert elo(2000, 1000, 1, k=20, cap=400) == Decimal("2001.82")
    assert elo(1000, 1005, 0, k=40, floor=990) == Decimal(990)
    assert elo(1500, 1500, 1, k=10, k_new=40, new_games=30) == Decimal(1520)
    assert elo(2400, 2400, 1, k=20, k_top=10, top=2400) == Decimal(2405)


def test_all_games_of_an_event_are_rated_with_the_ratings_before_it() -> None:
    players = {n: Rating(value=Decimal(1500), k=20) for n in (1, 2, 3)}
    games = [Game(1, 2, Fraction(1)), Game(2, 3, Fraction(1)), Game(3, 1, Fraction(1))]
    found = rate("elo", players, games)
    assert {one.after.value for one in found.values()} == {Decimal(1500)}


def test_glicko_2_as_in_the_paper() -> None:
    players = {
        1: Rating(value=Decimal(1500), deviation=Decimal(200), volatility=Decimal("0.06")),
        2: Rating(value=Decimal(1400), deviation=Decimal(30), volatility=Decimal("0.06")),
        3: Rating(value=Decimal(1550), deviation=Decimal(100), volatility=Decimal("0.06")),
        4: Rating(value=Decimal(1700), deviation=Decimal(300), volatility=Decimal("0.06")),
    }
    games = [Game(1, 2, Fraction(1)), Game(1, 3, Fraction(0)), Game(4, 1, Fraction(1))]
    after = rate("glicko2", players, games)[1].after
    assert after.value is not None
    assert after.deviation is not None
    assert after.volatility is not None
    assert round(after.value, 2) == Decimal("1464.05")
    assert round(after.deviation, 2) == Decimal("151.52")
    assert round(after.volatility, 6) == Decimal("0.059996")


def test_glicko_2_without_games_and_with_new_players() -> None:
    idle = Rating(value=Decimal(1500), deviation=Decimal(200), volatility=Decimal("0.06"))
    after = rate("glicko2", {1: idle}, [])[1].after
    assert (after.value, after.volatility) == (Decimal(1500), Decimal("0.06"))
    assert round(after.deviation or 0, 2) == Decimal("200.27")
    won = rate("glicko2", {1: Rating(), 2: Rating()}, [Game(1, 2, Fraction(1))])[1].after
    assert round(won.value or 0, 2) == Decimal("1662.31")
    assert round(won.deviation or 0, 2) == Decimal("290.32")
    assert round(won.volatility or 0, 7) == Decimal("0.0599997")


RATED = st.integers(1000, 2600)
SCORES = st.sampled_from([Fraction(0), HALF, Fraction(1)])


@pytest.mark.parametrize("system", RATING_SYSTEMS)
@given(ratings=st.lists(RATED, min_size=2, max_size=5), data=st.data())
def test_the_order_of_games_does_not_matter_and_winning_more_never_costs(
    system: str, ratings: list[int], data: st.DataObject
) -> None:
    players = {n: Rating(value=Decimal(one), k=20) for n, one in enumerate(ratings)}
    pairs = st.tuples(st.sampled_from(range(len(ratings))), st.sampled_from(range(len(ratings))))
    drawn = data.draw(st.lists(st.tuples(pairs, SCORES), min_size=1, max_size=6))
    games = [Game(one, other, score) for (one, other), score in drawn if one != other]
    found = rate(system, players, games)
    again = rate(system, players, games[::-1])
    for player, one in found.items():
        assert one.amount is not None
        assert again[player].amount is not None
        assert abs((again[player].amount or 0) - one.amount) < Decimal("1e-9")
    if games and games[0].score < 1:
        better = [Game(games[0].first, games[0].second, Fraction(1)), *games[1:]]
        raised = rate(system, players, better)[games[0].first].amount
        assert raised is not None
        assert raised > (found[games[0].first].amount or 0)


@pytest.mark.parametrize("system", RATING_SYSTEMS)
def test_a_program_that_changes_its_decimals_gets_the_same_ratings(system: str) -> None:
    players = {1: Rating(value=Decimal(1612)), 2: Rating(value=Decimal(1733))}
    usual = rate(system, players, [Game(1, 2, HALF)])
    with localcontext() as own:
        own.prec = 3
        assert rate(system, players, [Game(1, 2, HALF)]) == usual


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(NotFoundError, match="glicko2"):
        rate("glicko", {}, [])
