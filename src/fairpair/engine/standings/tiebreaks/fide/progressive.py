"""PS: progressive scores, the sum of the score after each round (C.07, 7.5)."""

from itertools import accumulate

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def progressive(inputs: TiebreakInput, step: Step) -> Reckoner:
    """A cut takes the scores after the first rounds (14.1.2 c)."""
    sheet = inputs.by_score(step.score).sheet
    cut = range(step.cut_low)

    def sum_of(player: PlayerId) -> Sum:
        row = sheet.rows[player]
        amounts = list(accumulate([o.points for o in row]))
        parts = [f"after round {o.round_no}" for o in row]
        return Sum(parts, amounts, sheet.unit, cut=cut[: len(row)])

    return sum_of


TIEBREAK = Tiebreak(
    code="PS",
    name="Progressive score",
    about="The sum of the scores after each round: early wins weigh more.",
    clause="FIDE C.07, 7.5",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="C",
    scores=True,
    reckon=progressive,
)
