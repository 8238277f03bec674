"""BBE: bottom board elimination, the points without the last board, the last two ... (12.3)."""

from collections.abc import Sequence
from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.teams.boards import board_points, by_board, grouped


def bottom_boards(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
    """More points when the fewest boards are left out that make a difference."""
    left = inputs.kept(_left)
    return grouped(tied, lambda team: tuple(-amount for amount in left[team]))


def inside(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], team: PlayerId) -> Sum:
    """The points on the boards that are left when some of the tied differ for the first time."""
    points, left = inputs.kept(board_points), inputs.kept(_left)
    columns = list(zip(*(left[one] for one in tied), strict=True))
    out = next((n for n, column in enumerate(columns, 1) if len(set(column)) > 1), 0)
    return by_board(points[team][: len(points[team]) - out])


def _left(inputs: TiebreakInput) -> dict[PlayerId, list[int]]:
    """Every team's points without the last board, without the last two ... down to the first."""
    points = inputs.kept(board_points)
    return {team: list(accumulate(of))[-2::-1] for team, of in points.items()}


METHOD = (bottom_boards, inside)

TIEBREAK = Tiebreak(
    code="BBE",
    name="Bottom board elimination",
    about="Points made without the last board, if level without the last two, and so on.",
    clause="FIDE C.07, 12.3",
    range="place among the tied",
    games=("chess",),
    lower_is_better=True,
    shown="place",
    teams_only=True,
    split=bottom_boards,
    inside=inside,
)
