"""Swiss pairing behind the interface of all systems."""

from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import brackets
from fairpair.engine.pairing.colours import white_of
from fairpair.engine.pairing.dutch.position import first_colour_of
from fairpair.engine.pairing.proposal import Board, ImpossiblePairing, Past, Proposal, present_in
from fairpair.engine.pairing.swiss.byes import bye_of, can_be_paired
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.pairing.verify import verify_round

Pairs = list[tuple[Contender, Contender]]


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round; `ImpossiblePairing` if there is no legal one."""
    position = Position(tournament, past, round_no, present_in(tournament, round_no))
    players = position.players
    bye = bye_of(position) if len(players) % 2 else None
    field = [c for c in players if c is not bye]
    if len(field) % 2 or not can_be_paired(field):
        raise ImpossiblePairing(
            "no-legal-pairing",
            f"Round {round_no} cannot be paired: {len(players)} players, but no complete pairing "
            "without a rematch, a forbidden pair or a bye too many.",
            "Let somebody out of the round, allow a rematch or a forbidden pair, lift the limit "
            "of byes, or end the Swiss rounds here.",
        )
    walk = brackets(field, None, pairs_of_bracket, position.style)
    pairs = [(task.left[a], task.left[b]) for task, made in walk for a, b in made]
    boards = _boards(position, pairs)
    verify_round(players, [(white, black) for white, black, _ in boards], bye)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(round_no, tuple(made), bye.player if bye else None)


def _boards(position: Position, pairs: Pairs) -> list[tuple[Contender, Contender, str]]:
    """In order from the top match down; who sits first, or has White, comes first."""
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    first = first_colour_of(position.tournament)
    if not position.rules.has_colours:
        return [(higher, lower, "") for higher, lower in ranked]
    return [
        white_of(higher, lower, first_colour=first, effective=number)
        for number, (higher, lower) in enumerate(ranked, 1)
    ]
