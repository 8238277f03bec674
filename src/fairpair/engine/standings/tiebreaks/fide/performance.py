"""TPR: the tournament performance rating (C.07, 10.2)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import difference, half_points, over_the_board
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.average_rating import average_rating


def performance(inputs: TiebreakInput, step: Step) -> Reckoner:
    """ARO plus the difference that FIDE's table gives for the percentage, rounded half up."""
    average = average_rating(inputs, step)

    def sum_of(player: PlayerId) -> Sum | None:
        aro = average(player)
        if aro is None:
            return None
        played = over_the_board(inputs, player)
        percent = (100 * half_points(played) + len(played)) // (2 * len(played))
        parts = ["average rating of the opponents", f"table value for {percent} %"]
        return Sum(parts, [aro.ratio[0], difference(percent)])

    return sum_of


TIEBREAK = Tiebreak(
    code="TPR",
    name="Performance rating",
    about="The average rating of the opponents plus what FIDE's table adds for the score.",
    clause="FIDE C.07, 10.2",
    range="a rating",
    games=("chess",),
    modifiers="U",
    shown="whole",
    reckon=performance,
)
