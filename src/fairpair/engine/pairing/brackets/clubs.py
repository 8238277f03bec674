"""Large groups whose members are kept apart, as classes of players."""

from collections import Counter

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import Task

APART, FORBIDDEN = 1, 2
LARGE = 8
"""Groups with more than this part of the bracket are large."""


class Clubs:
    """Large groups whose members must or should not meet each other: they make classes.

    Everybody in such a group has the same set; single pairs are left to the players' own sets.
    """

    def __init__(self, task: Task) -> None:
        players = task.left[: task.bracket]
        least = max(4, task.bracket // LARGE)
        self._large = [
            {group for group, size in Counter(sets).items() if group and size >= least}
            for sets in ([c.forbidden for c in players], [c.apart for c in players])
        ]

    def of(self, one: Contender) -> tuple[object, object]:
        """The large groups of a player, if any."""
        forbidden, apart = self._large
        return (
            one.forbidden if one.forbidden in forbidden else None,
            one.apart if one.apart in apart else None,
        )

    def kept(self, one: Contender, other: Contender) -> int:
        """Whether all of their classes are kept apart."""
        forbidden, apart = self.of(one)
        if forbidden is not None and forbidden == other.forbidden:
            return FORBIDDEN
        return APART if apart is not None and apart == other.apart else 0

    def single(self, one: Contender) -> frozenset[PlayerId]:
        """Whom the player should not meet, beyond the large group."""
        return frozenset() if one.apart in self._large[1] else one.apart
