"""BH: Buchholz, the sum of the opponents' scores (C.07, 8.1)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import Cutter, contributions, counted_rows
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak


def buchholz(ledger: Ledger, step: Step) -> Reckoner:
    """The opponents' adjusted scores; an unplayed round counts by a dummy opponent (16.4)."""
    ledger = ledger.by_score(step.score)
    rows, of = ledger.kept(counted_rows), contributions(ledger, step)
    cutter = Cutter(ledger, step, ledger.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        amounts = of(player)
        return cutter(rows[player], amounts, amounts)

    return sum_of


TIEBREAK = Tiebreak(
    code="BH",
    name="Buchholz",
    about="The sum of the opponents' scores; own unplayed rounds count by a dummy opponent.",
    clause="FIDE C.07, 8.1",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="CMP",
    scores=True,
    swiss_only=True,
    reckon=buchholz,
)
