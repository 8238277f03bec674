"""pml: Flesh and Blood's match loss percentage (Pairings and Tiebreaker Policy)."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import counted, without_byes
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def match_loss(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Lost by played matches; a draw is no loss, a bye no match. Undefined without a match."""
    rows = inputs.seen(without_byes).kept(counted)

    def sum_of(player: PlayerId) -> Sum | None:
        row = rows[player]
        lost = [o for o in row if o.mark is Mark.LOSS]
        return Sum(lost, [1] * len(lost), 1, len(row)) if row else None

    return sum_of


TIEBREAK = Tiebreak(
    code="pml",
    name="Match loss percentage",
    about="The share of matches lost; draws are no losses. The lower one is ahead.",
    clause="Flesh and Blood, Pairings and Tiebreaker Policy, PML",
    range="0 to 1",
    games=("flesh and blood",),
    lower_is_better=True,
    shown="percent",
    terms="whole",
    reckon=match_loss,
)
