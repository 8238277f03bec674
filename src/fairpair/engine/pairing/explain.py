"""Why a round was paired as it was, by the system that paired it."""

from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in
from fairpair.engine.pairing.propose import system_of
from fairpair.engine.pairing.why.reasons import PlayerWhy, RoundWhy


def explain_round(tournament: Tournament, past: Past | None, proposal: Proposal) -> RoundWhy:
    """Everything about a round of stage 1; later rounds of the tournament are not looked at."""
    return system_of(tournament).explain(tournament, past or Past(), proposal, None)


def explain_player(
    tournament: Tournament, past: Past | None, proposal: Proposal, player: PlayerId
) -> PlayerWhy:
    """What concerns one player, without pairing any bracket that does not."""
    if player not in seated_in(tournament, proposal):
        text = f"{tournament.name_of(player)} is not in round {proposal.round_no}."
        raise InvalidStateError("not-paired", text, "Ask about somebody who has a place in it.")
    why = system_of(tournament).explain(tournament, past or Past(), proposal, player)
    board, table = next(iter(why.boards), None), next(iter(why.tables), None)
    return PlayerWhy(player, board, why.floats, why.bye, why.bye_choice, table)
