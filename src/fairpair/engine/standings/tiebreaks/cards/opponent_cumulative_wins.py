"""octb: the mean of the opponents' cumulative tie-breaks (Pairings and Tiebreaker Policy)."""

from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import mean_over_opponents
from fairpair.engine.standings.sums import Reckoner
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.cumulative_wins import cumulative_shares


def opponents_cumulative_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Of every opponent met; 0 without one."""
    return mean_over_opponents(inputs, inputs.kept(cumulative_shares))


TIEBREAK = Tiebreak(
    code="octb",
    name="Opponents' cumulative tie-break",
    about="The mean of the opponents' `ctb`.",
    clause="Flesh and Blood, Pairings and Tiebreaker Policy, OCTB",
    range="0 to rounds x 4/3",
    games=("flesh and blood",),
    reckon=opponents_cumulative_wins,
)
