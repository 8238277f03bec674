"""owp: Pokemon's opponents' win percentage (Tournament Rules Handbook 2026, 5.3)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.cards.pokemon import as_ranked, note, opponents_win


def opponents_win_percentage(inputs: TiebreakInput, step: Step) -> Reckoner:
    """The mean of the opponents' win percentages; 0 without an opponent.

    Each is won by played matches without byes, at least `omw_floor`, and at most `dropped_cap` for
    who has dropped.
    """

    def sum_of(player: PlayerId) -> Sum | None:
        return as_ranked(inputs, player).kept(opponents_win)(player)

    return sum_of


TIEBREAK = Tiebreak(
    code="owp",
    name="Opponents' win percentage",
    about="The mean share of matches the opponents won, byes left out, at least `omw_floor` each.",
    clause="Play! Pokemon Tournament Rules Handbook 2026, 5.3, from reports about it",
    range="0 to 1",
    games=("pokemon", "cards"),
    shown="percent",
    reckon=opponents_win_percentage,
    note=note,
)
