"""A question of judges, answered exactly and by the kernel: how often do more than eight players of
410 have at most one loss after nine rounds?
"""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from fairpair.app.laboratory.counts import counts_of
from fairpair.app.laboratory.figures import NAMES
from fairpair.app.laboratory.plan import (
    LabOptions,
    LabPlan,
    ResultModel,
    Strength,
    plan_comparison,
)

from .odd_groups import chance_of_more

SINGLE_GAMES = {"rounds": 9, "best_of": 1, "draws_allowed": False}


@pytest.mark.parametrize(
    ("players", "rounds", "downs_lose", "percent"),
    [
        (410, 9, Fraction(1, 2), 15.201),
        (410, 9, Fraction(3, 10), 34.553),
        (226, 8, Fraction(1, 2), 7.46),
        (226, 8, Fraction(3, 10), 26.75),
    ],
)
def test_the_exact_chance(players: int, rounds: int, downs_lose: Fraction, percent: float) -> None:
    found = 100 * chance_of_more(players, rounds, 8, downs_lose)
    digits = 3 if players == 410 else 2
    assert round(float(found), digits) == percent


@pytest.mark.parametrize(("downs_lose", "expected"), [(None, 0.15201), (30, 0.34553)])
@pytest.mark.parametrize("times", [1500, pytest.param(40_000, marks=pytest.mark.slow)])
def test_the_kernel_is_within_three_standard_errors(
    downs_lose: int | None, expected: float, times: int
) -> None:
    model = ResultModel(Strength.EQUAL, downs_lose)
    plan = plan_comparison(LabOptions([SINGLE_GAMES], 410, model=model))
    found = _share_of_too_many(replace(plan, compiled=True), times)
    assert abs(found - expected) < 3 * math.sqrt(expected * (1 - expected) / times)


def _share_of_too_many(plan: LabPlan, times: int) -> float:
    return counts_of(plan, 0, times).values[0][NAMES.index("too_many")].get(1, 0) / times
