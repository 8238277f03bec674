"""KS: the Koya system, points against those with half of the possible points (C.07, 9.2)."""

from fractions import Fraction

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def koya(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Points from forfeits against such opponents count too.

    The limit is half of the most one could score; /L+1, or /L1 as FIDE's list of codes has it, and
    /L-1 move it by half a point, /L60 sets it in percent (14.5).
    """
    inputs = inputs.by_score(step.score)
    sheet, totals = inputs.sheet, inputs.totals
    limit = _limit(inputs, step.limit) * sheet.unit

    def sum_of(player: PlayerId) -> Sum:
        against = [o for o in sheet.rows[player] if o.paired and totals[o.opponent] >= limit]
        return Sum(against, [o.points for o in against], sheet.unit)

    return sum_of


def _limit(inputs: TiebreakInput, given: str) -> Fraction:
    """In points. A free round, as in an odd round robin, cannot be won."""
    sheet = inputs.sheet
    rounds = max((sum(o.paired for o in row) for row in sheet.rows.values()), default=0)
    if not sheet.predetermined:
        rounds = sheet.rounds
    most = Fraction(sheet.win * rounds, sheet.unit)
    if given.isdecimal() and int(given) >= 10:
        return most * int(given) / 100
    return most / 2 + Fraction(int(given or 0), 2)


TIEBREAK = Tiebreak(
    code="KS",
    name="Koya system",
    about="Points made against those who scored half of the possible points or more.",
    clause="FIDE C.07, 9.2",
    range="0 to rounds x a win",
    games=("chess",),
    modifiers="L",
    scores=True,
    compares=True,
    reckon=koya,
)
