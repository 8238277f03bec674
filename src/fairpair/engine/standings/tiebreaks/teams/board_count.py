"""BC: board count, the board's number times the points made there (C.07, 12.1)."""

from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.teams.boards import board_points, by_board, grouped


def board_count(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """The lower sum first: points on the upper boards are worth more.

    It decides nothing unless all the tied have the same number of game points.
    """
    totals = inputs.by_score("gp").totals
    if len({totals[team] for team in tied}) > 1:
        return [list(tied)]
    counts = inputs.kept(_counts)
    return grouped(tied, lambda team: (sum(counts[team]),))


def inside(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], team: PlayerId) -> Sum:
    """The products, board by board."""
    return by_board(inputs.kept(_counts)[team])


def _counts(inputs: TiebreakInput) -> dict[PlayerId, list[int]]:
    points = inputs.kept(board_points)
    return {team: [n * amount for n, amount in enumerate(of, 1)] for team, of in points.items()}


METHOD = (board_count, inside)

TIEBREAK = Tiebreak(
    code="BC",
    name="Board count",
    about="Each board's number times the points made on it, for teams level on game points;"
    " the lower sum is ahead.",
    clause="FIDE C.07, 12.1",
    range="place among the tied",
    games=("chess",),
    lower_is_better=True,
    shown="place",
    teams_only=True,
    split=board_count,
    inside=inside,
)
