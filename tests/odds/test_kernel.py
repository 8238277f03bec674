"""The compiled kernel: the same events on every computer and in every division of the work."""

import hashlib
import pickle
from dataclasses import replace

import numpy as np
import pytest

from fairpair.engine.odds import kernel
from fairpair.engine.odds.events import counts, play
from fairpair.engine.odds.lots import GAME, PAIR, lot
from fairpair.engine.odds.matches import RoundOfEvent, games_of_match
from fairpair.engine.odds.plan import Bye, Counts, Model, Plan, Start, sum_counts, tasks_of

PLAN = Plan(33, 5, seed=24)


def checksum(plan: Plan, times: int) -> str:
    orders = play(plan, 0, times).orders
    return hashlib.sha256(np.ascontiguousarray(orders, "<i2").tobytes()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (PLAN, "6dbbb801bc596916"),
        (Plan(64, 6), "b039c3d459d9b4b5"),
        (Plan(17, 4, paired_by_tiebreaks=False, model=Model(best_of=1)), "3358edad20ba0292"),
    ],
)
def test_a_seed_gives_the_same_orders_for_ever(plan: Plan, expected: str) -> None:
    assert checksum(plan, 200) == expected


@pytest.mark.parametrize("size", [1, 7, 50, 100])
def test_counts_do_not_depend_on_the_division(size: int) -> None:
    parts = [counts(PLAN, first, times) for first, times in tasks_of(100, size)]
    assert sum_counts(reversed(parts)) == counts(PLAN, 0, 100)


def test_a_plan_and_its_counts_can_be_sent() -> None:
    made = counts(pickle.loads(pickle.dumps(PLAN)), 0, 10)
    assert pickle.loads(pickle.dumps(made)) == made == counts(PLAN, 0, 10)


def test_counts_are_complete() -> None:
    made = counts(PLAN, 0, 100)
    assert made.times == 100
    assert {sum(row) for row in made.results} == {100}
    assert sum(map(sum, made.reached)) == 8 * 100
    assert sum(map(sum, made.won)) == 100
    assert {sum(row) for row in made.points} == {100}
    assert sum(made.line) == sum(made.level) == 100
    assert made.rematches == 0


def test_nobody_meets_twice_and_every_round_has_one_bye() -> None:
    made = play(replace(PLAN, rounds=6), 0, 50)
    assert not made.rematches.any()
    # 16 tables give 3 points, or 2 for a draw, and the bye 3, in each of 6 rounds.
    assert made.points.sum(1).max() <= 6 * 17 * 3
    assert made.points.sum(1).min() >= 6 * (16 * 2 + 3)


def test_the_lots_are_those_of_the_plain_function() -> None:
    for a, b in ((0, 1), (5, 200), (2**14 - 2, 2**14 - 1)):
        wanted = lot(2**63 + 5, 10**6, GAME, 70, a * PAIR + b)
        assert int(kernel.lot(np.uint64(2**63 + 5), 10**6, GAME, 70, a * PAIR + b)) == wanted


@pytest.mark.parametrize("model", [Model(), Model(best_of=1), Model(best_of=5, out_of_time=0.5)])
def test_matches_are_those_of_the_plain_function(model: Model) -> None:
    """Two players play one round: the points tell who won."""
    plan = Plan(2, 1, top=1, seed=9, ratings=(1900, 1500), model=model)
    made = play(plan, 0, 300)
    for event in range(300):
        first, second, drawn = games_of_match(model, RoundOfEvent(9, event, 0), (0, 1), 400)
        expected = [1, 1] if drawn else [3, 0]
        assert made.points[event].tolist() == expected
        if not drawn:
            assert made.orders[event][0] == (0 if first > second else 1)


def test_a_paired_round_is_played_as_it_is_paired() -> None:
    """Four players; 0 and 3 meet now, and 1 has beaten 2 already."""
    start = Start(
        *(0, (0, 3, 0, 0), (0, 6, 0, 0), (0, 2, 2, 0), (0, 1, 1, 0), (0,) * 4, (0,) * 4),
        ((-1,), (2,), (1,), (-1,)),
        ((0, 3),),
    )
    made = play(Plan(4, 1, top=1, start=start, ratings=(1500,) * 4), 0, 100)
    assert {row[2] for row in made.owns.tolist()} == {0}
    assert {(row[0], row[3]) for row in made.owns.tolist()} <= {(1, 3), (3, 1), (2, 2)}
    assert set(made.points.max(1).tolist()) == {3}


def test_whoever_is_away_gets_what_that_gives() -> None:
    half = Bye(1)
    plan = Plan(7, 2, away=((6, 0, half), (6, 1, half)), ratings=(1500,) * 7)
    made = play(plan, 0, 50)
    place = np.argwhere(made.orders == 6)
    assert {int(made.points[e, k]) for e, k in place} == {2}
    assert not made.owns[:, 6].any()


@pytest.mark.parametrize("best_of", [0, 2, 9])
def test_matches_that_it_cannot_play_are_refused(best_of: int) -> None:
    with pytest.raises(ValueError, match="not supported"):
        Model(best_of=best_of)


def test_plans_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="not supported"):
        Plan(PAIR, 5)


def test_nothing_to_add_is_refused() -> None:
    nothing: list[Counts] = []
    with pytest.raises(ValueError, match="nothing to add"):
        sum_counts(nothing)
