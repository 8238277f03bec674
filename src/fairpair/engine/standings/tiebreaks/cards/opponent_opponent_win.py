"""oowp: Pokemon's opponents' opponents' win percentage (Tournament Rules Handbook 2026, 5.3)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.percentages import all_shares, mean_over_opponents
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.pokemon import as_ranked, opponents_win


def opponents_opponents_win_percentage(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The mean of the opponents' `owp`, not of all their opponents together.

    An opponent who has dropped counts with the `owp` of now, also with `freeze_dropped`: that is
    for the own rank only.
    """

    def sum_of(player: PlayerId) -> Sum | None:
        return as_ranked(inputs, player).kept(_second)(player)

    return sum_of


def _second(inputs: TiebreakInput) -> Reckoner:
    return mean_over_opponents(inputs, all_shares(inputs, inputs.kept(opponents_win)))


TIEBREAK = Tiebreak(
    code="oowp",
    name="Opponents' opponents' win percentage",
    about="The mean of the opponents' own `owp`.",
    clause="Play! Pokemon Tournament Rules Handbook 2026, 5.3, from reports about it",
    range="0 to 1",
    games=("pokemon", "cards"),
    shown="percent",
    reckon=opponents_opponents_win_percentage,
)
