"""APRO: the average of the opponents' performance rating (C.07, 10.4)."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import average_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.performance import performance


def average_performance(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of the opponents met over the board, rounded, halves up."""
    return average_over_opponents(inputs, performance(inputs, step))


TIEBREAK = Tiebreak(
    code="APRO",
    name="Average of opponents' performance rating",
    about="The mean performance rating of the opponents met over the board.",
    clause="FIDE C.07, 10.4",
    range="a rating",
    games=("chess",),
    modifiers="U",
    shown="whole",
    reckon=average_performance,
)
