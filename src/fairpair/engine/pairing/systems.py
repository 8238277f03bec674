"""The pairing systems by the name that the rules give them: each pairs a round and explains it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing import round_robin
from fairpair.engine.pairing.dutch import system as dutch
from fairpair.engine.pairing.explanation.reasons import PlayerExplanation, RoundExplanation
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in
from fairpair.engine.pairing.swiss import system as swiss

TWO_PLAYERS = (2,)


@dataclass(frozen=True, slots=True)
class System:
    """What every pairing system can do: `pair` a round of stage 1, with those who are there, and
    `explain` a round, or what of it concerns one player.
    """

    name: str
    about: str
    pair: Callable[[Tournament, Past, int], Proposal]
    explain: Callable[[Tournament, Past, Proposal, PlayerId | None], RoundExplanation]
    table_seats: tuple[int, ...] = TWO_PLAYERS
    """How many players a table may have, also one made by hand."""


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


def explain_round(
    tournament: Tournament, past: Past | None, proposal: Proposal
) -> RoundExplanation:
    """Everything about a round of stage 1; later rounds of the tournament are not looked at."""
    return system_of(tournament).explain(tournament, past or Past(), proposal, None)


def explain_player(
    tournament: Tournament, past: Past | None, proposal: Proposal, player: PlayerId
) -> PlayerExplanation:
    """What concerns one player, without pairing any bracket that does not."""
    if player not in seated_in(tournament, proposal):
        text = f"{tournament.name_of(player)} is not in round {proposal.round_no}."
        raise InvalidStateError("not-paired", text, "Ask about somebody who has a place in it.")
    why = system_of(tournament).explain(tournament, past or Past(), proposal, player)
    board, table = next(iter(why.boards), None), next(iter(why.tables), None)
    return PlayerExplanation(player, board, why.floats, why.bye, why.bye_choice, table)
