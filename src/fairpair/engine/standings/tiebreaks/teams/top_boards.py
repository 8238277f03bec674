"""TBR: top board results, the points on board 1, then on board 2 ... (C.07, 12.2)."""

from collections.abc import Sequence

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.teams.boards import board_points, by_board, grouped


def top_boards(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """More points on the first board on which two teams differ."""
    points = inputs.kept(board_points)
    return grouped(tied, lambda team: tuple(-amount for amount in points[team]))


def inside(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], team: PlayerId) -> Sum:
    """The points on the boards down to the first one that tells some of the tied apart."""
    points = inputs.kept(board_points)
    columns = list(zip(*(points[one] for one in tied), strict=True))
    decisive = next((n for n, column in enumerate(columns, 1) if len(set(column)) > 1), None)
    return by_board(points[team][:decisive])


METHOD = (top_boards, inside)

TIEBREAK = Tiebreak(
    code="TBR",
    name="Top board results",
    about="Points made on the first board, if level on the second, and so on.",
    clause="FIDE C.07, 12.2",
    range="place among the tied",
    games=("chess",),
    lower_is_better=True,
    shown="place",
    teams_only=True,
    split=top_boards,
    inside=inside,
)
