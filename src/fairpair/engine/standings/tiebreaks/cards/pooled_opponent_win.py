"""ygo_owp: the opponents' win rate of Yu-Gi-Oh, part B of the tie-break number."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.yugioh import first_hand, pooled


def pooled_opponents_win(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Pooled: an opponent with more rounds weighs more. Byes are won rounds, there is no floor."""
    return pooled(inputs, inputs.kept(first_hand))


TIEBREAK = Tiebreak(
    code="ygo_owp",
    name="Opponents' win rate, pooled",
    about="All match points of the opponents by those of wins in all their rounds, three digits.",
    clause="Yu-Gi-Oh! TCG Tournament Policy 2.5, tie-break number, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
    reckon=pooled_opponents_win,
)
