"""mean: a score by match, for events in which not everybody plays the same number."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import meetings
from fairpair.engine.standings.sums import Reckoner, Sum, mean
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def average(inputs: TiebreakInput, step: Step) -> Reckoner:
    """`mean:vp` over the rounds with an opponent, so a bye costs nothing; undefined without one."""
    inputs = inputs.by_score(step.score)
    met, unit = inputs.kept(meetings), inputs.sheet.unit

    def sum_of(player: PlayerId) -> Sum | None:
        row = met[player]
        return mean(row, [o.points for o in row], unit)

    return sum_of


TIEBREAK = Tiebreak(
    code="mean",
    name="Mean",
    about="A score by match with an opponent: mean:vp; byes are left out.",
    clause="Infinity ITS 2014: a bye counts as the mean of one's own rounds",
    range="any",
    games=("infinity", "miniatures"),
    scores=True,
    reckon=average,
)
