"""Swiss pairing behind the interface of all systems."""

from collections.abc import Sequence
from functools import partial

from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import can_be_paired
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import PairsOfBracket, Style, Task, brackets
from fairpair.engine.pairing.check import verify_round
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.deadlock import Deadlock
from fairpair.engine.pairing.proposal import Board, Past, Proposal, present_in
from fairpair.engine.pairing.swiss.byes import bye_of
from fairpair.engine.pairing.swiss.position import Position

Pairs = list[tuple[Contender, Contender]]


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round; `ImpossiblePairingError` if there is no legal one."""
    position = Position(tournament, past, round_no, present_in(tournament, round_no))
    players = position.players
    found = proposal_of(position, players)
    if found is None:
        again = partial(proposal_of, position)
        raise Deadlock(tournament, round_no, players, again).refusal()
    return found


def proposal_of(
    position: Position,
    players: Sequence[Contender],
    pairs_of: PairsOfBracket = pairs_of_bracket,
) -> Proposal | None:
    """These players paired by the position's rules; none if there is no legal way."""
    bye = bye_of(position, players) if len(players) % 2 else None
    field = [c for c in players if c is not bye]
    if not players or len(field) % 2 or not (bye or can_be_paired(Task.of_field(field))):
        return None
    pairs = [
        pair for part in position.fields(field) for pair in _pairs(part, pairs_of, position.style)
    ]
    boards = _boards(position, pairs)
    verify_round(players, [(white, black) for white, black, _ in boards], bye)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(position.round_no, tuple(made), bye.player if bye else None)


def _pairs(field: Sequence[Contender], pairs_of: PairsOfBracket, style: Style) -> Pairs:
    walk = brackets(field, None, pairs_of, style)
    return [(task.left[a], task.left[b]) for task, made in walk for a, b in made]


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
