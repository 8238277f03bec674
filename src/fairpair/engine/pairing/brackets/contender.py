"""A player to be paired, with everything that criteria look at."""

from dataclasses import dataclass
from enum import IntEnum

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
