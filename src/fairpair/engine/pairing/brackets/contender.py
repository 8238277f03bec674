"""A player to be paired, with everything that criteria look at; and who may meet whom."""

from enum import IntEnum

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId

WHITE, BLACK = 0, 1


class ColourPreference(IntEnum):
    """How strong a colour preference is (1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Contender:
    """A player to be paired, with everything the criteria look at.

    `score` is the pairing score, with acceleration. `down` and `up` tell whether the player
    floated in the last round and in the one before.
    """

    player: PlayerId
    number: int
    score: int
    met: frozenset[PlayerId]
    colours: tuple[int, ...]
    balance: int
    """Games with White less games with Black (1.6)."""
    preference: ColourPreference
    colour: int | None
    """The colour wished for."""
    repeated: int | None
    """The colour of the last two games, if it was the same."""
    down: tuple[bool, bool]
    up: tuple[bool, bool]
    unplayed: int
    may_have_bye: bool
    topscorer: bool
    forbidden: frozenset[PlayerId] = frozenset()
    """Whom the organiser keeps away in any case."""
    apart: frozenset[PlayerId] = frozenset()
    """Whom the organiser would rather keep away."""
    pair_downs: int = 0
    """How often the player had an opponent with a lower score."""


def same_absolute(a: Contender, b: Contender) -> bool:
    """Whether both must have the same colour, so that one of them would be denied it."""
    return a.colour == b.colour and a.preference == b.preference == ColourPreference.ABSOLUTE


def may_meet(a: Contender, b: Contender) -> bool:
    """The absolute criteria of a pair, and what the organiser forbids.

    C1: two players meet once only. C3: two who are not topscorers do not meet if both have the
    same absolute preference; one topscorer is enough to lift it (C.04.3, 2).
    """
    if b.player in a.met or b.player in a.forbidden:
        return False
    if a.preference != ColourPreference.ABSOLUTE:  # the usual case, and this is asked very often
        return True
    return not same_absolute(a, b) or a.topscorer or b.topscorer
