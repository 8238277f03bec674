"""PTP: the perfect tournament performance (C.07, 10.3)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import (
    half_points,
    lowest_expecting,
    over_the_board,
    ratings,
)
from fairpair.engine.standings.sums import Reckoner, Sum, undefined
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def perfect_performance(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The lowest rating with which the score made would have been expected.

    Differences of more than 400 count as they are. For a score of zero it is the lowest
    opponent's rating less 800.
    """
    found = ratings(inputs, step)
    if found is None:
        return undefined

    def sum_of(player: PlayerId) -> Sum | None:
        played = over_the_board(inputs, player)
        if not played:
            return None
        opponents = [found[o.opponent] for o in played]
        half = half_points(played)
        score = f"{half // 2}.5" if half % 2 else f"{half // 2}"
        part = f"lowest rating with an expected score of {score} or more"
        return Sum([part], [lowest_expecting(50 * half, opponents)])

    return sum_of


TIEBREAK = Tiebreak(
    code="PTP",
    name="Perfect tournament performance",
    about="The lowest rating for which the score made would have been expected.",
    clause="FIDE C.07, 10.3",
    range="a rating",
    games=("chess",),
    modifiers="U",
    shown="whole",
    reckon=perfect_performance,
)
