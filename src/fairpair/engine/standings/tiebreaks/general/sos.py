"""sos: strength of schedule, the sum of what the opponents have."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import sum_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def sos(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Their points, or with `sos:vp` their victory points; a round without opponent adds nothing.

    Only a McMahon start score would add something there.
    """
    inputs = inputs.by_score(step.score)
    return sum_over_opponents(inputs, inputs.totals, inputs.sheet.unit)


TIEBREAK = Tiebreak(
    code="sos",
    name="Strength of schedule",
    about="The sum of the opponents' points, or of another score of theirs: sos:vp.",
    clause="Go: OpenGotha, SOS, in a pure Swiss; Infinity ITS 2014: opponents' OP; Age of Sigmar",
    range="0 to rounds x the best score",
    games=("go", "miniatures", "all"),
    scores=True,
    reckon=sos,
)
