"""WIN: rounds that brought the points of a win, played or not (C.07, 7.1)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def wins(inputs: TiebreakInput, step: Step) -> Reckoner:
    """A forfeit win and a bye count if they are worth a win."""
    sheet = inputs.by_score(step.score).sheet

    def sum_of(player: PlayerId) -> Sum:
        return count([o for o in sheet.rows[player] if o.points >= sheet.win])

    return sum_of


TIEBREAK = Tiebreak(
    code="WIN",
    name="Wins",
    about="Rounds with the points of a win, also by forfeit or bye.",
    clause="FIDE C.07, 7.1",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
    shown="whole",
    reckon=wins,
)
