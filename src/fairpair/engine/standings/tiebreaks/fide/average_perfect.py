"""APPO: the average of the opponents' perfect performance (C.07, 10.5)."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ratings import average_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.fide.perfect_performance import perfect_performance


def average_perfect(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of the opponents met over the board, rounded, halves up."""
    return average_over_opponents(inputs, perfect_performance(inputs, step))


TIEBREAK = Tiebreak(
    code="APPO",
    name="Average of opponents' perfect performance",
    about="The mean perfect performance of the opponents met over the board.",
    clause="FIDE C.07, 10.5",
    range="a rating",
    games=("chess",),
    modifiers="U",
    shown="whole",
    reckon=average_perfect,
)
