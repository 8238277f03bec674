"""The Dutch system behind the interface of all systems."""

from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.dutch.rounds import dutch_pairs
from fairpair.engine.pairing.proposal import (
    Board,
    ImpossiblePairing,
    Past,
    Proposal,
    present_in,
    seated_in,
)
from fairpair.engine.pairing.verify import verify_round
from fairpair.engine.pairing.why.reasons import RoundWhy
from fairpair.engine.pairing.why.story import Story, told


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round; `ImpossiblePairing` if there is no legal one."""
    position = Position(tournament, past, round_no, present_in(tournament, round_no))
    players = position.players
    found = dutch_pairs(players)
    if found is None:
        raise ImpossiblePairing(
            "no-legal-pairing",
            f"Round {round_no} cannot be paired: {len(players)} players, but no complete pairing "
            "without a rematch, a forbidden pair or a wrong colour or bye.",
            "Let somebody out of the round, allow a forbidden pair, or end the tournament here.",
        )
    pairs, bye = found
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    boards = [position.colours(*pair) for pair in ranked]
    seats = [(white, black) for white, black, _ in boards]
    verify_round(players, seats, bye)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(round_no, tuple(made), bye.player if bye else None)


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundWhy:
    """Why a round is as it is, or what of it concerns one player."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    story = Story(position, proposal)
    return told(story, proposal, player, story.bye)
