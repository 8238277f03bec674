"""Every candidate of a bracket, for searches that leave nothing out."""

from collections.abc import Iterator, Sequence

from pairing.facts import Player
from pairing.reference import Group, Pairs, Round


def all_candidates(round_: Round, players: Sequence[Player], mdps: Group) -> Iterator[Pairs]:
    """With any number of pairs, in no order."""
    if not players:
        yield ()
        return
    first, *others = players
    yield from all_candidates(round_, others, mdps)
    for two in others:
        if round_.can_meet(first, two) and not (first in mdps and two in mdps):
            rest = [one for one in others if one is not two]
            yield from (((first, two), *more) for more in all_candidates(round_, rest, mdps))


def floating(pairs: Pairs, bracket: Group) -> Group:
    """Who of a bracket is in none of the pairs."""
    met = [one for two in pairs for one in two]
    return tuple(one for one in bracket if one not in met)
