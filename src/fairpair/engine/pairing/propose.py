"""The next round of a tournament, by its system."""

from fairpair.core.errors import InvalidStateError
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past, Proposal
from fairpair.engine.pairing.systems import SYSTEMS, System


def pair_round(tournament: Tournament, past: Past | None = None) -> Proposal:
    """The next round of stage 1; `ImpossiblePairingError` if there is no legal one."""
    system = system_of(tournament)
    return system.pair(tournament, past or Past(), next_round_no(tournament))


def system_of(tournament: Tournament) -> System:
    """The system that the rules name."""
    name = tournament.rules.system
    if name not in SYSTEMS:
        raise InvalidStateError(
            "unknown-system",
            f"There is no pairing system {name!r}.",
            f"Set the rule `system` to one of: {', '.join(sorted(SYSTEMS))}.",
        )
    return SYSTEMS[name]


def next_round_no(tournament: Tournament) -> int:
    """The round of stage 1 that comes next; refused while an earlier one is open."""
    rounds = {ref.round_no: r for ref, r in tournament.rounds.items() if ref.stage == 1}
    unfinished = [n for n, r in rounds.items() if r.status != RoundStatus.COMPLETE]
    if unfinished:
        raise InvalidStateError(
            "round-open",
            f"Round {min(unfinished)} is not complete: the next one cannot be paired yet.",
            "Enter the missing results first.",
        )
    return max(rounds, default=0) + 1
