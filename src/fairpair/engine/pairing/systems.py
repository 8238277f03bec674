"""The pairing systems by the name that the rules give them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch import system as dutch
from fairpair.engine.pairing.proposal import Past, Proposal
from fairpair.engine.pairing.swiss import system as swiss


@dataclass(frozen=True, slots=True)
class System:
    """What every pairing system can do: `pair` a round of stage 1, with those who are there."""

    name: str
    about: str
    pair: Callable[[Tournament, Past, int], Proposal]


SYSTEMS: Mapping[str, System] = {
    system.name: system
    for system in (
        System("dutch", "FIDE (Dutch) system, C.04.3", dutch.pair),
        System("swiss", "Swiss by the rules set: methods, limits and criteria", swiss.pair),
    )
}
