"""ygo_oowp: the opponents' opponents' win rate of Yu-Gi-Oh, part C of the tie-break number."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.yugioh import pooled, second_hand


def pooled_opponents_opponents_win(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Pooled over the opponents of all opponents, the player included, with repetition."""
    return pooled(inputs, inputs.kept(second_hand))


TIEBREAK = Tiebreak(
    code="ygo_oowp",
    name="Opponents' opponents' win rate, pooled",
    about="The same as ygo_owp for the opponents of all opponents, three digits.",
    clause="Yu-Gi-Oh! TCG Tournament Policy 2.5, tie-break number, as a file of KTS 3.0 has it",
    range="0 to 1",
    games=("yugioh",),
    shown="percent",
    terms="points",
    reckon=pooled_opponents_opponents_win,
)
