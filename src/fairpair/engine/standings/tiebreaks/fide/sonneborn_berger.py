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
    return products(ledger, ledger, step)


def products(theirs: Ledger, ours: Ledger, step: Step) -> Reckoner:
    """The opponents' adjusted scores in one ledger times the points made against each in another;
    cuts and unplayed rounds go by the first one.
    """
    of, rows = contributions(theirs, step), ours.kept(counted_rows)
    cutter = Cutter(theirs, step, theirs.sheet.unit * ours.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        row, scores = rows[player], of[player]
        return cutter(row, [s * o.points for s, o in zip(scores, row, strict=True)], scores)

    return sum_of


def factors(theirs: Ledger, ours: Ledger, step: Step, player: PlayerId, outing: Outing) -> str:
    """The two factors of a product, the opponent's score first."""
    place = ours.kept(counted_rows)[player].index(outing)
    score = Fraction(contributions(theirs, step)[player][place], theirs.sheet.unit)
    return f"{shown(score)} x {shown(Fraction(outing.points, ours.sheet.unit))}"


def _note(ledger: Ledger, step: Step, player: PlayerId, outing: Outing) -> str:
    ledger = ledger.by_score(step.score)
    return factors(ledger, ledger, step, player, outing)


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
