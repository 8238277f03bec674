"""The pairing systems by the name that the rules give them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch import system as dutch
from fairpair.engine.pairing.proposal import Past, Proposal
from fairpair.engine.pairing.round_robin import system as round_robin
from fairpair.engine.pairing.swiss import system as swiss
from fairpair.engine.pairing.why.reasons import RoundWhy


@dataclass(frozen=True, slots=True)
class System:
    """What every pairing system can do: `pair` a round of stage 1, with those who are there, and
    `explain` a round, or what of it concerns one player.
    """

    name: str
    about: str
    pair: Callable[[Tournament, Past, int], Proposal]
    explain: Callable[[Tournament, Past, Proposal, PlayerId | None], RoundWhy]


SYSTEMS: Mapping[str, System] = {
    system.name: system
    for system in (
        System("dutch", "FIDE (Dutch) system, C.04.3", dutch.pair, dutch.explain),
        System(
            "swiss",
            "Swiss by the rules set: methods, limits and criteria",
            swiss.pair,
            swiss.explain,
        ),
        System(
            "round_robin",
            "Round robin by Berger tables, C.05 annex 1",
            round_robin.pair,
            round_robin.explain,
        ),
    )
}
