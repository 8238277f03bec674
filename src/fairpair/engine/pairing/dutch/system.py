"""The Dutch system: bracket after bracket from the top (C.04.3, 3)."""

from collections.abc import Sequence
from functools import partial

from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import lowest_bye_score
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import PairsOfBracket, brackets
from fairpair.engine.pairing.check import verify_round
from fairpair.engine.pairing.deadlock import Deadlock
from fairpair.engine.pairing.dutch.criteria import dutch_style
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.proposal import Board, Past, Proposal, present_in


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round; `ImpossiblePairingError` if there is no legal one."""
    position = Position(tournament, past, round_no, present_in(tournament, round_no))
    found = proposal_of(position, position.players)
    if found is None:
        again = partial(proposal_of, position)
        raise Deadlock(tournament, round_no, position.players, again).refusal()
    return found


def proposal_of(
    position: Position,
    players: Sequence[Contender],
    pairs_of: PairsOfBracket = pairs_of_bracket,
) -> Proposal | None:
    """These players paired; none if there is no legal way."""
    found = dutch_pairs(players, pairs_of)
    if found is None:
        return None
    pairs, bye = found
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    boards = [position.colours(*pair) for pair in ranked]
    verify_round(players, [(white, black) for white, black, _ in boards], bye)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(position.round_no, tuple(made), bye.player if bye else None)


def dutch_pairs(
    players: Sequence[Contender], pairs_of: PairsOfBracket = pairs_of_bracket
) -> tuple[list[tuple[Contender, Contender]], Contender | None] | None:
    """The pairs, the higher ranked first, and who has the bye; none if no legal pairing exists."""
    found = lowest_bye_score(players)
    if found is None:
        return None
    bye_score = found if len(players) % 2 else None
    walk = brackets(players, bye_score, pairs_of, dutch_style(players))
    pairs = [(task.left[a], task.left[b]) for task, made in walk for a, b in made]
    paired = {c.player for pair in pairs for c in pair}
    return pairs, next((c for c in players if c.player not in paired), None)
