"""SB: Sonneborn-Berger, the opponents' scores weighted by the result (C.07, 9.1)."""

from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import shown
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.fide import Cutter, contributions, counted_rows
from fairpair.engine.standings.sheet import PlayerRound
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def sonneborn_berger(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Each opponent's adjusted score times the points made against it.

    A cut takes the product of the opponent with the lowest score, among several the lowest
    product (14.1.2 d); a voluntarily unplayed round is cut instead if its product is no lower.
    """
    inputs = inputs.by_score(step.score)
    return products(inputs, inputs, step)


def products(theirs: TiebreakInput, ours: TiebreakInput, step: Step) -> Reckoner:
    """The opponents' adjusted scores in one input times the points made against each in another;
    cuts and unplayed rounds go by the first one.
    """
    of, rows = contributions(theirs, step), ours.kept(counted_rows)
    cutter = Cutter(theirs, step, theirs.sheet.unit * ours.sheet.unit)

    def sum_of(player: PlayerId) -> Sum:
        row, scores = rows[player], of[player]
        return cutter(row, [s * o.points for s, o in zip(scores, row, strict=True)], scores)

    return sum_of


def factors(
    theirs: TiebreakInput, ours: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound
) -> str:
    """The two factors of a product, the opponent's score first."""
    place = ours.kept(counted_rows)[player].index(outing)
    score = Fraction(contributions(theirs, step)[player][place], theirs.sheet.unit)
    return f"{shown(score)} x {shown(Fraction(outing.points, ours.sheet.unit))}"


def _note(inputs: TiebreakInput, step: Step, player: PlayerId, outing: PlayerRound) -> str:
    inputs = inputs.by_score(step.score)
    return factors(inputs, inputs, step, player, outing)


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
