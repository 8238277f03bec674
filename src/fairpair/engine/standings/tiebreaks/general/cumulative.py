"""cumulative: the sum of the score after each round, so early wins weigh more."""

from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import counted
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def cumulative(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of the rounds with a match or a bye: it stops at the drop, other than FIDE's `PS`."""
    inputs = inputs.by_score(step.score)
    rows, unit = inputs.kept(counted), inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        return Sum(row, list(accumulate([o.points for o in row])), unit)

    return sum_of


def cumulatives(inputs: TiebreakInput) -> dict[PlayerId, int]:
    """Everybody's, in the sheet's unit."""
    rows = inputs.kept(counted)
    return {p: sum(accumulate([o.points for o in row])) for p, row in rows.items()}


TIEBREAK = Tiebreak(
    code="cumulative",
    name="Cumulative score",
    about="The sum of the scores after each round: early wins weigh more. Go calls it CUSS.",
    clause="US Chess cumulative without its deductions; Go: OpenGotha, CUSS",
    range="0 to rounds x the best score",
    games=("chess", "go", "all"),
    scores=True,
    reckon=cumulative,
)
