"""SB: Sonneborn-Berger, the opponents' scores weighted by the result (C.07, 9.1)."""

from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import Cutter, contributions, counted_rows
from fairpair.engine.standings.ledger import Ledger
from fairpair.engine.standings.sheet import Outing
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak


def sonneborn_berger(ledger: Ledger, step: Step) -> Reckoner:
    """Each opponent's adjusted score times the points made against it.

    A cut takes the product of the opponent with the lowest score, among several the lowest
    product (14.1.2 d); a voluntarily unplayed round is cut instead if its product is no lower.
    """
    ledger = ledger.by_score(step.score)
    rows, of = ledger.kept(counted_rows), contributions(ledger, step)
    cutter = Cutter(ledger, step, ledger.sheet.unit**2)

    def sum_of(player: PlayerId) -> Sum:
        row, scores = rows[player], of[player]
        products = [score * o.points for score, o in zip(scores, row, strict=True)]
        return cutter(row, products, scores)

    return sum_of


def _note(ledger: Ledger, step: Step, player: PlayerId, outing: Outing) -> str:
    """The two factors of the product."""
    ledger = ledger.by_score(step.score)
    place = ledger.kept(counted_rows)[player].index(outing)
    score, unit = contributions(ledger, step)[player][place], ledger.sheet.unit
    return f"{shown(Fraction(score, unit))} x {shown(Fraction(outing.points, unit))}"


TIEBREAK = Tiebreak(
    code="SB",
    name="Sonneborn-Berger",
    about="The opponents' scores times the points made against each.",
    clause="FIDE C.07, 9.1",
    range="0 to rounds x the best score",
    games=("chess",),
    modifiers="CP",
    scores=True,
    compares=True,
    reckon=sonneborn_berger,
    note=_note,
)
