"""Who may meet whom (C1, C3, and what the organiser forbids), as sets of places.

A group whose members may not meet each other, such as a club, tells more than its pairs do: of
any players, as many must find an opponent elsewhere as it has members more than there are others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fairpair.core.ids import PlayerId
from fairpair.engine.matching.bits import bits, mask
from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender
from fairpair.engine.pairing.brackets.task import Pair, Task


def legal_opponents(players: Sequence[Contender], moved: int = 0) -> list[int]:
    """For each place those whom the player there may meet; `moved` players never meet each other.

    Two who moved down could not meet in the bracket they come from, or they would have.
    """
    at = {one.player: place for place, one in enumerate(players)}
    everybody, together = (1 << len(players)) - 1, (1 << moved) - 1
    groups: dict[frozenset[PlayerId], int] = {}
    colours = _same_colour(players)
    found = []
    for place, one in enumerate(players):
        if one.forbidden not in groups:
            groups[one.forbidden] = mask(at[p] for p in one.forbidden if p in at)
        barred = groups[one.forbidden] | mask(at[p] for p in one.met if p in at) | 1 << place
        if one.preference == ColourPreference.ABSOLUTE and not one.topscorer:
            barred |= colours[one.colour]
        found.append(everybody & ~(barred | together if place < moved else barred))
    return found


def _same_colour(players: Sequence[Contender]) -> dict[int | None, int]:
    """For each colour those who must have it; topscorers may be denied it (C3)."""
    found: dict[int | None, int] = {}
    for place, one in enumerate(players):
        if one.preference == ColourPreference.ABSOLUTE and not one.topscorer:
            found[one.colour] = found.get(one.colour, 0) | 1 << place
    return found


def legal_pairs(task: Task) -> Iterator[Pair]:
    """Those who may meet, by their places; players who moved down never meet each other."""
    for a, opponents in enumerate(legal_opponents(task.left, task.moved)):
        for b in bits(opponents >> a):
            yield a, a + b


class Club(NamedTuple):
    """The largest group among some players whose members may not meet each other."""

    group: frozenset[PlayerId]
    """All who are in it, also those who are elsewhere."""
    surplus: int
    """How many more members than others there are; these need opponents from elsewhere."""

    def fewest(self, parity: int) -> int:
        """The least even or odd number that is not below the surplus, nor below zero."""
        return max(parity, self.surplus + (self.surplus - parity) % 2)

    def may_be_joined(self, one: Contender, number: int) -> bool:
        """Whether the player can be one of this number who join those whom the club is among."""
        # Each member who joins needs one more opponent, and takes the place of one.
        return number > self.surplus + 1 or one.player not in self.group

    def with_bye(self, *, to_member: bool) -> "Club":
        """The same if one of the players has the bye: a member where that is possible."""
        return self._replace(surplus=self.surplus + (-1 if to_member else 1))


def largest_club(players: Sequence[Contender]) -> Club:
    """The largest club among these players."""
    sets = Counter(one.forbidden for one in players if one.player in one.forbidden)
    group = max(sets, key=sets.__getitem__, default=frozenset[PlayerId]())
    members = sum(one.player in group and one.forbidden >= group for one in players)
    return Club(group, 2 * members - len(players))
