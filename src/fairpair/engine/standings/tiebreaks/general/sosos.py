"""sosos: the sum of the opponents' strengths of schedule."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.percentages import meetings, sum_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak


def sosos(ledger: Ledger, step: Step) -> Reckoner:
    """`sos` of each opponent, one for each meeting."""
    ledger = ledger.by_score(step.score)
    return sum_over_opponents(ledger, ledger.kept(_schedules), ledger.sheet.unit)


def _schedules(ledger: Ledger) -> dict[PlayerId, int]:
    totals, met = ledger.totals, ledger.kept(meetings)
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
