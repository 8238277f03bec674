"""match_wins: how many matches were won."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def match_wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """A bye and a win over somebody who did not come count."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        return count([o for o in rows[player] if o.mark is Mark.WIN])

    return sum_of


TIEBREAK = Tiebreak(
    code="match_wins",
    name="Match wins",
    about="Matches won, byes included.",
    clause="Swiss Tournament System Design 1.0 (Tournament Director), Available Tiebreakers",
    range="0 to rounds",
    games=("all",),
    shown="whole",
    reckon=match_wins,
)
