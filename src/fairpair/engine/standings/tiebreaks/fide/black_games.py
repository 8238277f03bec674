"""BPG: games played with the black pieces (C.07, 7.3)."""

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.sums import Reckoner, Sum, count
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput


def black_games(inputs: TiebreakInput, step: Step) -> Reckoner:
    """Over the board only."""
    rows = inputs.sheet.rows

    def sum_of(player: PlayerId) -> Sum:
        return count([o for o in rows[player] if o.kind is Kind.PLAYED and o.side == 1])

    return sum_of


TIEBREAK = Tiebreak(
    code="BPG",
    name="Games with Black",
    about="Games played over the board with the black pieces.",
    clause="FIDE C.07, 7.3",
    range="0 to rounds",
    games=("chess",),
    shown="whole",
    reckon=black_games,
)
