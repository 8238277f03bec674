"""total: the sum of a named score, such as victory points; its bare name means the same."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def total(inputs: TiebreakInput, step: Step) -> Reckoner:
    """All rounds, byes as the rules value them."""
    sheet = inputs.by_score(step.score).sheet

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        return Sum(row, [o.points for o in row], sheet.unit)

    return sum_of


TIEBREAK = Tiebreak(
    code="total",
    name="Total",
    about="The sum of a score: total:vp, or simply vp, for victory points.",
    clause="Infinity ITS and other miniature games",
    range="any",
    games=("infinity", "miniatures"),
    scores=True,
    reckon=total,
)
