"""opponent_cumulative: the sum of the opponents' cumulative scores."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import sum_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.general.cumulative import cumulatives


def opponent_cumulative(inputs: TiebreakInput, step: Step) -> Reckoner:
    """`cumulative` of each opponent, one for each meeting."""
    inputs = inputs.by_score(step.score)
    return sum_over_opponents(inputs, inputs.kept(cumulatives), inputs.sheet.unit)


TIEBREAK = Tiebreak(
    code="opponent_cumulative",
    name="Opponents' cumulative scores",
    about="The sum of the opponents' cumulative scores.",
    clause="US Chess cumulative of opposition, without its deductions",
    range="0 to rounds x rounds x the best score",
    games=("chess", "all"),
    scores=True,
    reckon=opponent_cumulative,
)
