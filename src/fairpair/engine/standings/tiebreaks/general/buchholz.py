"""buchholz: the sum of the opponents' points, without FIDE's dummy opponents.

Swiss Tournament System Design 1.0: "Standard: sum of all opponent scores. Median: drop highest and
lowest opponent scores. Modified: drop lowest opponent score." Median drops only from more than two
opponents, modified only from more than one. The FIDE code for chess is `BH`.
"""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import meetings
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def buchholz(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Each meeting counts, also if somebody did not come; a bye gives no opponent."""
    inputs = inputs.by_score(step.score)
    totals, unit, met = inputs.totals, inputs.sheet.unit, inputs.kept(meetings)
    variant = inputs.rules.buchholz_variant

    def sum_of(player: PlayerId) -> Sum:
        row = met[player]
        amounts = [totals[o.opponent] for o in row]
        return Sum(row, amounts, unit, cut=_cut(amounts, variant))

    return sum_of


def _cut(amounts: list[int], variant: str) -> list[int]:
    """The places of what is dropped."""
    order = sorted(range(len(amounts)), key=amounts.__getitem__)
    if variant == "median" and len(order) > 2:
        return [order[0], order[-1]]
    return order[:1] if variant == "modified" and len(order) > 1 else []


TIEBREAK = Tiebreak(
    code="buchholz",
    name="Buchholz",
    about="The sum of the opponents' points; `buchholz_variant` drops the lowest, or both ends.",
    clause="Swiss Tournament System Design 1.0 (Tournament Director), Buchholz; also Solkoff",
    range="0 to rounds x the best score",
    games=("chess", "all"),
    scores=True,
    reckon=buchholz,
)
