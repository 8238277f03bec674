"""WON: games won over the board (C.07, 7.2)."""

from fairpair.core.ids import PlayerId
from fairpair.core.results import Mark
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def games_won(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Forfeits are no games here, not even in a round robin."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        row = rows[player]
        return count([o for o in row if o.kind is Kind.PLAYED and o.mark is Mark.WIN])

    return sum_of


TIEBREAK = Tiebreak(
    code="WON",
    name="Games won",
    about="Games won over the board.",
    clause="FIDE C.07, 7.2",
    range="0 to rounds",
    games=("chess",),
    scores=True,
    compares=True,
    shown="whole",
    reckon=games_won,
)
