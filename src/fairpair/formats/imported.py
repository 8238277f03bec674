"""A tournament that another program ran, and what of it our rules cannot say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Pairing, Round, RoundStatus
from fairpair.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as a tournament. Players have the numbers they have in the file."""

    tournament: Tournament
    awarded: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """All points of a player in a round, where the rules give others or the file sets them."""
    extra: Mapping[tuple[PlayerId, int], Fraction] = field(default_factory=dict)
    """Bonuses, and penalties below zero, that belong to no round."""
    virtual: Mapping[tuple[PlayerId, int], Fraction] | None = None
    """Virtual points by player and round, where the file lists them."""
    order: tuple[PlayerId, ...] = ()
    """By pairing number."""


def round_of(pairings: Sequence[Pairing], byes: Mapping[PlayerId, ByeKind], system: str) -> Round:
    """A round with tables from 1 on in the order given; complete once every table has a result."""
    is_open = any(pairing.result is None for pairing in pairings)
    return Round(
        status=RoundStatus.PUBLISHED if is_open else RoundStatus.COMPLETE,
        pairings=dict(enumerate(pairings, 1)),
        byes=byes,
        system=system,
        engine="",
        draw_seed="",
    )
