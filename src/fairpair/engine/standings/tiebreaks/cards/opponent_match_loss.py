"""oml: the mean of the opponents' match loss percentages (Pairings and Tiebreaker Policy)."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import all_shares, mean_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.match_loss import match_loss


def opponents_match_loss(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of every opponent met; undefined, and therefore last, without one."""
    return mean_over_opponents(inputs, all_shares(inputs, match_loss(inputs, step)), alone=None)


TIEBREAK = Tiebreak(
    code="oml",
    name="Opponents' match loss percentage",
    about="The mean of the opponents' `pml`. The lower one is ahead.",
    clause="Flesh and Blood, Pairings and Tiebreaker Policy, OML",
    range="0 to 1",
    games=("flesh and blood",),
    lower_is_better=True,
    shown="percent",
    reckon=opponents_match_loss,
)
