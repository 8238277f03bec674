"""PTP: the perfect tournament performance (C.07, 10.3)."""

from bisect import bisect_left

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.ratings import expected, half_points, over_the_board, ratings
from fairpair.engine.standings.sums import Reckoner, Sum, undefined
from fairpair.engine.standings.tiebreak import Tiebreak

_PART = "lowest rating whose expected score is no less than the score made"
_BEYOND = 800


def perfect_performance(ledger: Ledger, step: Step) -> Reckoner:
    """The lowest rating with which the score made would have been expected.

    Differences of more than 400 count as they are. For a score of zero it is the lowest
    opponent's rating less 800.
    """
    found = ratings(ledger, step)
    if found is None:
        return undefined

    def sum_of(player: PlayerId) -> Sum | None:
        played = over_the_board(ledger, player)
        if not played:
            return None
        opponents = [found[o.opponent] for o in played]
        return Sum([_PART], [_lowest(opponents, 50 * half_points(played))])

    return sum_of


def _lowest(opponents: list[int], percent: int) -> int:
    """The first rating for which the expected percentages add up to so many."""
    start = min(opponents) - _BEYOND
    if percent == 0:
        return start
    ratings_ = range(start, max(opponents) + _BEYOND)
    place = bisect_left(
        ratings_, percent, key=lambda rating: sum(expected(rating - o) for o in opponents)
    )
    return start + place


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
