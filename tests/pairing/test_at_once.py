"""The reference decides in stages; here every candidate is compared by all criteria at once.

`min over legal candidates of (C6 ... C21, sort key)`, as section 4.2 of the specification ends.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import pytest

from fairpair.formats.trf import read_or_raise
from pairing.candidates import all_candidates, floating
from pairing.facts import by_rank
from pairing.positions import position, tangled
from pairing.reference import (
    Cost,
    Group,
    Pairs,
    Round,
    RoundPairing,
    falling_scores,
    generation_key,
    round_of,
)


def order(pairs: Pairs, mdps: Group, residents: Group) -> Cost:
    """The heterogeneous sort key; without MDPs it is the homogeneous one."""
    opponent = dict(pairs)
    paired = [mdp for mdp in mdps if mdp in opponent]
    remainder = [one for one in residents if one not in [opponent[mdp] for mdp in paired]]
    bsn = {one: number for number, one in enumerate(remainder, 1)}
    rest = tuple((bsn[one], bsn[two]) for one, two in pairs if one not in mdps)
    return (
        [mdps.index(mdp) for mdp in paired],
        [residents.index(opponent[mdp]) for mdp in paired],
        generation_key(rest),
    )


def allowed(
    round_: Round, mdps: Group, residents: Group, lower: Sequence[Group]
) -> Iterator[tuple[Cost, Pairs]]:
    """Candidates that obey C4 and C5, with C6 and C7."""
    below = [one for group in lower for one in group]
    for pairs in all_candidates(round_, (*mdps, *residents), mdps):
        floaters = floating(pairs, (*mdps, *residents))
        if round_.completable((*floaters, *below)):
            yield (len(floaters), falling_scores(floaters)), pairs


def at_once(round_: Round) -> RoundPairing | None:
    if not round_.completable(round_.players):
        return None
    groups = [tuple(group) for _, group in groupby(round_.players, key=lambda one: one.score)]
    mdps: Group = ()
    made: Pairs = ()
    for place, residents in enumerate(groups):
        lower = groups[place + 1 :]
        costs: list[tuple[Cost, Pairs]] = []
        ahead: dict[Group, Cost] = {}
        for few, pairs in allowed(round_, mdps, residents, lower):
            floaters = floating(pairs, (*mdps, *residents))
            if lower and floaters not in ahead:
                ahead[floaters] = min(
                    cost for cost, _ in allowed(round_, floaters, lower[0], lower[1:])
                )
            takes_bye = len(floaters) == 1 and floaters[0].score == round_.bye_score
            unplayed = floaters[0].unplayed if takes_bye else 0
            quality = round_.quality(pairs, floaters, mdps)
            key = order(pairs, mdps, residents)
            costs.append(((few, ahead.get(floaters), unplayed, quality, key), pairs))
        best = min(costs, key=lambda one: one[0])[1]
        made += best
        mdps = tuple(sorted(floating(best, (*mdps, *residents)), key=by_rank))
    return RoundPairing(round_.boards(made), mdps[0].id if mdps else None)


@pytest.mark.parametrize("make", [position, tangled])
def test_stages_change_nothing(make: Callable[[int], str]) -> None:
    for seed in range(50):
        round_ = round_of(read_or_raise(make(seed).encode())[0])
        if len(round_.players) <= 8:
            assert at_once(round_) == round_.paired(), seed
