"""Clubs whose members never meet: every bracket is paired as a matching of all who are left says.

That matching (`Scope.with_all_below`) is always right; the narrower views are only quicker.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender
from fairpair.engine.pairing.brackets.exact import Scope
from fairpair.engine.pairing.brackets.legality import largest_club
from fairpair.engine.pairing.brackets.task import Pair, Style, Task, brackets
from fairpair.engine.pairing.dutch.criteria import DUTCH
from fairpair.engine.pairing.swiss.criteria import swiss_criteria
from pairing.hand_made import contender

STYLES = (DUTCH, *(Style(swiss_criteria(["pair_downs"]), way) for way in ("neighbours", "fold")))


def random_field(rng: random.Random, most: int) -> list[Contender]:
    """Players with a past that could be, best first; about half of them are of one club."""
    size, rounds = rng.randint(4, most), rng.randint(0, 5)
    ids = [PlayerId(number) for number in range(1, size + 1)]
    met: dict[PlayerId, set[PlayerId]] = {one: set() for one in ids}
    for a, b in rng.sample(list(combinations(ids, 2)), min(rounds * size // 2, size)):
        met[a].add(b)
        met[b].add(a)
    share = rng.choice((0.2, 0.4, 0.45, 0.5))
    club = frozenset(rng.sample(ids, round(share * size)))
    players = [
        replace(
            contender(one),
            score=rng.randint(0, rounds),
            met=frozenset(met[one]),
            forbidden=club if one in club else frozenset(),
            colour=rng.choice((0, 1)),
            preference=rng.choice(list(ColourPreference)[1:]),
            down=(rng.random() < 0.2, rng.random() < 0.2),
            up=(rng.random() < 0.2, rng.random() < 0.2),
            may_have_bye=rng.random() < 0.8,
            pair_downs=rng.randint(0, 2),
        )
        for one in ids
    ]
    return sorted(players, key=lambda one: (-one.score, one.number))


def pairs_by_all_views(task: Task) -> Sequence[Pair]:
    """The pairs of the bracket, after comparing the two ways to find them."""
    pairs = pairs_of_bracket(task)
    assert sorted(pairs) == sorted(Scope.with_all_below(task).solve() or ())
    return pairs


def check_brackets(seed: int, most: int) -> None:
    rng = random.Random(seed)
    players, style = random_field(rng, most), rng.choice(STYLES)
    bye_score = lowest_bye_score(players)
    if bye_score is not None:
        walk = brackets(players, bye_score if len(players) % 2 else None, pairs_by_all_views, style)
        assert sum(len(pairs) for _, pairs in walk) == len(players) // 2


@pytest.mark.parametrize("seed", range(250))
def test_brackets_of_a_small_field(seed: int) -> None:
    check_brackets(seed, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(250, 5000))
def test_brackets_of_many_fields(seed: int) -> None:
    check_brackets(seed, 40)


def test_a_club_needs_opponents_from_elsewhere() -> None:
    club = frozenset(map(PlayerId, (1, 2, 3, 9)))
    members = [replace(contender(number), forbidden=club) for number in (1, 2, 3)]
    found = largest_club([*members, contender(4)])
    assert found.surplus == 2
    assert [found.fewest(parity) for parity in (0, 1)] == [2, 3]
    assert found.with_bye(to_member=True).surplus == 1
    assert found.with_bye(to_member=False).surplus == 3
    outside, inside = contender(5), replace(contender(9), forbidden=club)
    assert found.may_be_joined(outside, 2)
    assert not found.may_be_joined(inside, 3)
    assert found.may_be_joined(inside, 4)
