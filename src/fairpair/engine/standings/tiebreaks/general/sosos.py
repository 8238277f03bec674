"""sosos: the sum of the opponents' strengths of schedule."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import meetings, sum_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def sosos(inputs: TiebreakInput, step: Step) -> Reckoner:
    """`sos` of each opponent, one for each meeting."""
    inputs = inputs.by_score(step.score)
    return sum_over_opponents(inputs, inputs.kept(_schedules), inputs.sheet.unit)


def _schedules(inputs: TiebreakInput) -> dict[PlayerId, int]:
    totals, met = inputs.totals, inputs.kept(meetings)
    return {player: sum([totals[o.opponent] for o in row]) for player, row in met.items()}


TIEBREAK = Tiebreak(
    code="sosos",
    name="Sum of opponents' strengths of schedule",
    about="How strong the opponents' opponents were: the sum of the opponents' sos.",
    clause="Go: OpenGotha, SOSOS, in a pure Swiss",
    range="0 to rounds x rounds x the best score",
    games=("go",),
    scores=True,
    reckon=sosos,
)
