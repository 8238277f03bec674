"""Why some players cannot all be paired: who has too few possible opponents (Tutte's theorem)."""

from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.engine.matching.bits import bits, mask
from fairpair.engine.matching.largest import components, left_out_by_some
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.legality import legal_opponents

THE_BYE = PlayerId(0)
"""Stands for the bye among players."""


@dataclass(frozen=True, slots=True)
class Shortage:
    """The proof that no complete pairing exists.

    Each of the `groups` has an odd number of members, who can meet only each other and the
    `opponents`: so each group needs one of the opponents, and there are more groups than those.
    The bye is a member of a group or an opponent like all others (`THE_BYE`).
    """

    groups: tuple[tuple[PlayerId, ...], ...]
    opponents: tuple[PlayerId, ...]


def shortage(players: Sequence[Contender]) -> Shortage | None:
    """Who has too few possible opponents; none if everybody can be paired."""
    near, ids = legal_opponents(players), [one.player for one in players]
    if len(players) % 2:
        bye = 1 << len(players)
        may = mask(place for place, one in enumerate(players) if one.may_have_bye)
        near = [row | (bye if may >> place & 1 else 0) for place, row in enumerate(near)]
        near.append(may)
        ids.append(THE_BYE)
    short = left_out_by_some(near)
    if not short:
        return None
    opponents = 0
    for vertex in bits(short):
        opponents |= near[vertex]
    parts = [tuple(ids[vertex] for vertex in bits(one)) for one in components(near, short)]
    others = tuple(ids[vertex] for vertex in bits(opponents & ~short))
    return Shortage(tuple(sorted(parts, key=len)), others)
